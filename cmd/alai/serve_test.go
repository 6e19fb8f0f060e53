package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"alai/cmd/alai/web"
	"alai/cmd/alai/words"
	"alai/db"
)

// pages returns the handler of an archive's pages.
func (a *webArchive) pages(t *testing.T, quick time.Duration) http.Handler {
	t.Helper()
	archive, err := db.Open(t.Context(), a.path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { archive.Close() })
	opt := webOptions(archive)
	opt.Quick = quick
	return web.Handler(archive, opt)
}

// get asks for a page.
func get(t *testing.T, h http.Handler, address string) *http.Response {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, address, nil))
	return w.Result()
}

// text returns a page that is there.
func text200(t *testing.T, h http.Handler, address string) string {
	t.Helper()
	answer := get(t, h, address)
	body, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v\n%s", address, answer.Status, err, body)
	}
	return string(body)
}

func TestServeStatus(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	for _, tt := range []struct {
		address string
		status  int
		says    string
	}{
		{"/", 200, "182 games"},
		{"/explore", 200, "The games are of several kinds"},
		{"/explore?game=cross-endodoi", 200, "There are no games like that"},
		{"/explore?game=adji-boto&rules=usual&line=D+b", 200, "South 0, North 0 seeds in store"},
		{"/explore?game=adji-boto&rules=usual&line=D+x", 400, "line: "},
		{"/explore?game=adji-boto&rules=usual&line=D+D", 400, "ply 2"},
		{"/explore?game=adji-boto&rules=usual&position=1", 400, "position: "},
		{"/explore?game=adji-boto&rules=usual&first=east", 400, "first: "},
		{"/explore?game=chess", 400, `game: "chess" is not understood. Expected: adji-boto, en-dodoi or cross-endodoi.`},
		{"/explore?game=adji-boto&rules=usual&line=" + strings.Repeat("--+", 1000), 400, "line: "},
		{"/explore?game=en-dodoi&pits=6&rules=usual&position=14,5,3,1,0,3/5,3,2,1,0,4+4-3+S", 200, "Not followed here, as the sowing has not ended after 10000 laps: A."},
		{"/explore?game=en-dodoi&pits=6&rules=usual&position=14,5,3,1,0,3/5,3,2,1,0,4+4-3+S&line=A", 400, "A is not followed here"},
		{"/game/182", 200, "B. Player"},
		{"/game/182?ply=16", 200, "Ply 16: North sows e"},
		{"/game/182?ply=17", 404, "Game 182 has fewer plies: 16"},
		{"/game/182?ply=x", 400, "ply: "},
		{"/game/183", 404, "There is no game 183"},
		{"/game/x", 404, "ends in its number"},
		{"/games?page=4", 200, "Previous page"},
		{"/games?page=0", 400, "page: "},
		{"/games?sort=size", 400, "games are not sorted by"},
		{"/games?since=x", 400, `since: "x" is not understood. Expected: a date such as`},
		{"/games?min-plies=x", 400, `min plies: "x" is not understood`},
		{"/games?result=2-0", 400, `result: "2-0" is not understood`},
		{"/player", 400, "name: nothing is given"},
		{"/player?name=Nobody", 404, `There is no player "Nobody"`},
		{"/player?name=Nobody&lang=de", 404, `Einen Spieler "Nobody" gibt es im Archiv nicht.`},
		{"/match?name=Nothing", 404, `There is no match "Nothing"`},
		{"/match?name=Nothing&lang=cs", 404, `Zápas "Nothing" v archivu není.`},
		{"/nowhere", 404, "There is no such page"},
		{"/assets/none.css", 404, "There is no such page"},
		{"/assets/..%2fweb.go", 404, ""},
	} {
		answer := get(t, h, tt.address)
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != tt.status || !strings.Contains(html.UnescapeString(string(body)), tt.says) {
			t.Errorf("%s: status %d, want %d and %q in\n%s", tt.address, answer.StatusCode, tt.status, tt.says, body)
		}
	}
}

func TestServeHeaders(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	for _, address := range []string{"/", "/game/1", "/nowhere", "/assets/alai.js", "/explore?line=x"} {
		headers := get(t, h, address).Header
		policy := headers.Get("Content-Security-Policy")
		for _, part := range []string{"default-src 'none'", "script-src 'self'", "style-src 'self'", "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'"} {
			if !strings.Contains(policy, part) {
				t.Errorf("%s: the policy %q lacks %s", address, policy, part)
			}
		}
		if headers.Get("X-Content-Type-Options") != "nosniff" || headers.Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: %v", address, headers)
		}
	}
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete, "PROPFIND"} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest(method, "/", nil))
		if w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, w.Code)
		}
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodHead, "/games", nil))
	if w.Code != http.StatusOK {
		t.Errorf("HEAD: status %d", w.Code)
	}
}

// TestServeHost asks the real server under other names.
func TestServeHost(t *testing.T) {
	a := newWebArchive(t)
	address := a.serve(t)
	for host, want := range map[string]int{"": 200, "evil.example": 421, "localhost": 421, strings.Replace(strings.TrimPrefix(address, "http://"), "127.0.0.1", "localhost", 1): 200} {
		r, err := http.NewRequest(http.MethodGet, address+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if host != "" {
			r.Host = host
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want {
			t.Errorf("host %q: status %d, want %d", host, answer.StatusCode, want)
		}
	}
	http.DefaultClient.CloseIdleConnections()
}

// TestServeFilters holds that filters choose what they do on the command line.
func TestServeFilters(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	id := regexp.MustCompile(`href="/game/(\d+)"`)
	for _, filter := range [][2]string{
		{"south", "Random ?"}, {"player", "B. Player"}, {"min-plies", "110"}, {"result", "1/2-1/2"}, {"verdict", "unfinished"}, {"game", "adji-boto"},
		{"pits", "8"}, {"event", "Random play, endodoi-8"}, {"rules", "usual"}, {"text", "onerror"}, {"tag", "Round=1"}, {"line", "D b"}, {"id", "7"}, {"since", "2025"},
	} {
		var want []struct{ ID int }
		if err := json.Unmarshal(a.alai(t, "list", "--format", "json", "--limit", "50", "--"+filter[0], filter[1]), &want); err != nil {
			t.Fatal(err)
		}
		page := text200(t, h, "/games?"+url.Values{filter[0]: {filter[1]}}.Encode())
		got := id.FindAllStringSubmatch(page, -1)
		if len(got) != len(want) || len(want) == 0 {
			t.Errorf("%v: %d games, want %d", filter, len(got), len(want))
			continue
		}
		for i := range got {
			if got[i][1] != strconv.Itoa(want[i].ID) {
				t.Errorf("%v: game %s is at %d, want %d", filter, got[i][1], i, want[i].ID)
			}
		}
	}
}

var (
	tableRow  = regexp.MustCompile(`<tr>(<td.*?)</tr>`)
	tableCell = regexp.MustCompile(`<td[^>]*>(.*?)</td>`)
	markupTag = regexp.MustCompile(`<[^>]*>`)
)

// tableRows are the rows of a page's tables, with tabs between their cells.
func tableRows(page string) (rows []string) {
	for _, r := range tableRow.FindAllStringSubmatch(page, -1) {
		var cells []string
		for _, c := range tableCell.FindAllStringSubmatch(r[1], -1) {
			cells = append(cells, html.UnescapeString(markupTag.ReplaceAllString(c[1], "")))
		}
		rows = append(rows, strings.Join(cells, "\t"))
	}
	return rows
}

// TestServeTables holds that the tables are those of the command line.
func TestServeTables(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	board := []string{"--game", "en-dodoi", "--pits", "8"}
	for address, commands := range map[string][][]string{
		"/players":                     {{"players"}},
		"/players?game=en-dodoi&page=": {{"players", "--game", "en-dodoi"}},
		"/players?south=Random+?":      {{"players", "--south", "Random ?"}},
		"/player?name=random+1":        {{"player", "random 1"}},
		"/series":                      {{"series"}},
		"/match?name=M+*":              {{"series", "M *"}},
		"/games":                       {{"list", "--limit", "50"}},
		"/stats?game=en-dodoi&pits=8": {
			append([]string{"chart", "advantage"}, board...), append([]string{"chart", "margins"}, board...),
			append([]string{"chart", "captures"}, board...), append([]string{"chart", "openings", "--min-games", "2"}, board...), append([]string{"chart", "openings", "--min-games", "2", "--first", "north"}, board...),
			append([]string{"stats", "--columns", "measure,value"}, board...),
		},
	} {
		var want []string
		for _, args := range commands {
			for line := range strings.Lines(string(a.alai(t, append(args, "--format", "tsv", "--no-header", "--quiet")...))) {
				if line = strings.TrimSuffix(line, "\n"); line != "" { // which stands between two tables
					if measure, value, _ := strings.Cut(line, "\t"); args[0] == "stats" {
						line = words.English.Measure(measure) + "\t" + value
					}
					want = append(want, line)
				}
			}
		}
		got := tableRows(text200(t, h, address))
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s has\n%s\nand %v\n%s", address, strings.Join(got, "\n"), commands, strings.Join(want, "\n"))
		}
	}
}

// TestServeNames: wherever a name leads to its games it leads to these alone, whatever
// it holds.
func TestServeNames(t *testing.T) {
	names := []string{"A*", "Anna", "A?", "Ab", `A\*`, `A\nna`, "A", "A #", "[A]*", "＊", `\`, "B&c=*"}
	dir := t.TempDir()
	a := &webArchive{filepath.Join(dir, "test.db")}
	file := filepath.Join(dir, "games.mgn")
	var records strings.Builder
	want := make(map[string]map[string][]string) // the games of a name, by what it is of
	for _, kind := range []string{"player", "match", "games"} {
		want[kind] = make(map[string][]string)
	}
	for i, name := range names { // each against the next
		next := names[(i+1)%len(names)]
		record := "[Event \"" + name + "\"]\n[Match \"" + name + "\"]\n[South \"" + name + "\"]\n[North \"" + next + "\"]\n[Game \"Adji-Boto\"]\n\n1. A a *\n\n"
		records.WriteString(strings.ReplaceAll(record, `\`, `\\`))
		id := strconv.Itoa(i + 1)
		want["games"][name], want["match"][name] = []string{id}, []string{id}
		want["player"][name], want["player"][next] = append(want["player"][name], id), append(want["player"][next], id)
	}
	if err := os.WriteFile(file, []byte(records.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	a.alai(t, "import", "--quiet", file)
	h := a.pages(t, 0)
	link := regexp.MustCompile(`<a href="(/(player|match|games)\?[^"]*(?:name|event)=[^"]*)">([^<]*)</a>`)
	game := regexp.MustCompile(`href="/game/(\d+)"`)
	pages := []string{"/games", "/players", "/series"}
	for i := range names {
		pages = append(pages, "/game/"+strconv.Itoa(i+1))
	}
	found := make(map[string]int)
	met := make(map[[2]string]bool)
	for len(pages) > 0 {
		page := pages[0]
		pages = pages[1:]
		for _, m := range link.FindAllStringSubmatch(text200(t, h, page), -1) {
			address, kind, name := html.UnescapeString(m[1]), m[2], html.UnescapeString(m[3])
			if met[[2]string{address, name}] || strings.Contains(address, "sort=") { // the head of a column
				continue
			}
			met[[2]string{address, name}] = true
			if _, ok := want[kind][name]; !ok {
				name = strings.TrimSuffix(name, " #") // which a person is called with whose name ends so
			}
			found[kind]++
			pages = append(pages, address)
			body := text200(t, h, address)
			ids := make(map[string]bool)
			for _, m := range game.FindAllStringSubmatch(body, -1) {
				ids[m[1]] = true
			}
			got := slices.SortedFunc(maps.Keys(ids), func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
			slices.SortFunc(want[kind][name], func(a, b string) int { return cmp.Or(cmp.Compare(len(a), len(b)), cmp.Compare(a, b)) })
			if !slices.Equal(got, want[kind][name]) {
				t.Errorf("%s leads from %s to %s, which has the games %v, want %v", name, page, address, got, want[kind][name])
			}
			if heading := "<h1>" + html.EscapeString(name); kind != "games" && !strings.Contains(body, heading+"</h1>") && !strings.Contains(body, heading+" #</h1>") {
				t.Errorf("%s has no heading %s", address, name)
			}
		}
	}
	for kind, least := range map[string]int{"player": len(names), "match": len(names), "games": len(names)} {
		if found[kind] < least {
			t.Errorf("%d links to %s were followed", found[kind], kind)
		}
	}
}

// TestServeEnds: a request that is under way when the server is told to end is
// answered.
func TestServeEnds(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	asked, release := make(chan struct{}), make(chan struct{})
	server := &http.Server{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		<-release
		io.WriteString(w, "answered")
	})}
	ended := make(chan error, 1)
	go func() { ended <- serveUntil(ctx, server, listener) }()
	answers := make(chan string, 1)
	go func() {
		answer, err := http.Get("http://" + listener.Addr().String())
		if err != nil {
			answers <- err.Error()
			return
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		answers <- string(body)
	}()
	<-asked
	cancel()
	close(release)
	if got := <-answers; got != "answered" {
		t.Errorf("the request under way came to %q", got)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the server ended with %v", err)
	}
}

// TestServeAtOnce asks for many pages at the same time.
func TestServeAtOnce(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	addresses := []string{
		"/", "/explore?game=adji-boto&rules=usual&line=D", "/explore?game=en-dodoi&pits=8&player=random+1", "/game/5", "/game/70?ply=3",
		"/games?sort=-plies", "/players?south=random*", "/player?name=random+2", "/stats?min-plies=40", "/match?name=m*",
	}
	var want []string
	for _, address := range addresses {
		want = append(want, text200(t, h, address))
	}
	var all sync.WaitGroup
	for k := range 4 * len(addresses) {
		all.Go(func() {
			w := httptest.NewRecorder()
			h.ServeHTTP(w, httptest.NewRequest(http.MethodGet, addresses[k%len(addresses)], nil))
			if w.Code != http.StatusOK || w.Body.String() != want[k%len(addresses)] {
				t.Errorf("%s: status %d, another page than alone", addresses[k%len(addresses)], w.Code)
			}
		})
	}
	all.Wait()
}

// TestServePages goes through all pages of a list.
func TestServePages(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	games := regexp.MustCompile(`href="/game/(\d+)"`)
	next := regexp.MustCompile(`rel="next" href="([^"]*)"`)
	address, met := "/games?sort=-id", 0
	for range 10 {
		page := text200(t, h, address)
		for _, m := range games.FindAllStringSubmatch(page, -1) {
			if want := strconv.Itoa(182 - met); m[1] != want {
				t.Fatalf("game %s comes where %s should", m[1], want)
			}
			met++
		}
		m := next.FindStringSubmatch(page)
		if m == nil {
			break
		}
		address = html.UnescapeString(m[1])
	}
	if met != 182 {
		t.Errorf("%d games, want 182", met)
	}
}

// TestServeCount: what cannot be counted at once is asked for apart.
func TestServeCount(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 1)
	const address = "/explore?game=adji-boto&line=D&pits=5&rules=usual&south=Random+1"
	page := text200(t, h, address)
	m := regexp.MustCompile(`id="count" href="([^"]*)"`).FindStringSubmatch(page)
	if m == nil || strings.Contains(page, `id="openings"`) {
		t.Fatalf("the page does not ask to count:\n%s", page)
	}
	page = text200(t, h, html.UnescapeString(m[1]))
	if !strings.Contains(page, `id="openings"`) || strings.Contains(page, `id="count"`) {
		t.Errorf("the count is not there:\n%s", page)
	}
	if strings.Contains(page, "count=all") {
		t.Errorf("the links wait for the count too:\n%s", page)
	}
}

// TestServeWaits: a page that does not wait for what takes long has an address that
// does, where the page is what it is for those with patience; from then on it is kept.
func TestServeWaits(t *testing.T) {
	a := newWebArchive(t)
	hasty, patient := a.pages(t, 1), a.pages(t, 0)
	count := regexp.MustCompile(`id="count" href="([^"]*)"`)
	for _, address := range []string{
		"/explore?game=adji-boto&line=D&pits=5&rules=usual&south=Random+1", "/games?sort=-date", "/games?page=2&sort=plies&lang=de", "/players",
		"/player?name=Random+1", "/series", "/stats?lang=cs", "/match?name=M+%3Ci%3E",
	} {
		want := text200(t, patient, address)
		m := count.FindStringSubmatch(text200(t, hasty, address))
		if m == nil {
			t.Errorf("%s comes at once", address)
			continue
		}
		if got := text200(t, hasty, html.UnescapeString(m[1])); got != want {
			t.Errorf("%s is, for who waits,\n%s\nwant\n%s", address, got, want)
		}
		if got := text200(t, hasty, address); got != want {
			t.Errorf("%s is not kept:\n%s", address, got)
		}
	}
}

// TestServeChanged: a page that was kept is not shown once the archive has changed.
func TestServeChanged(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	before := text200(t, h, "/games")
	if again := text200(t, h, "/games"); again != before {
		t.Errorf("the page is another one:\n%s", again)
	}
	file := filepath.Join(t.TempDir(), "more.mgn")
	if err := os.WriteFile(file, []byte("[Game \"Adji-Boto\"]\n[South \"Newcomer\"]\n\n1. D b *\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	a.alai(t, "import", file)
	if after := text200(t, h, "/players"); !strings.Contains(after, "Newcomer") {
		t.Errorf("the newcomer is not there:\n%s", after)
	}
	if after := text200(t, h, "/games?sort=-id"); !strings.Contains(after, "Newcomer") {
		t.Errorf("the newcomer's game is not there:\n%s", after)
	}
}

// TestReplayWeight: a page of a game weighs less than 100 kB with all that it loads.
func TestReplayWeight(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	total := 0
	page := text200(t, h, "/game/50") // 131 plies, the longest
	for _, m := range regexp.MustCompile(`(?:href|src)="(/assets/[^"]*)"`).FindAllStringSubmatch(page, -1) {
		total += len(text200(t, h, m[1]))
	}
	if total == 0 {
		t.Fatal("the page loads nothing")
	}
	if total += len(page); total > 100_000 {
		t.Errorf("the page of a game weighs %d bytes", total)
	}
}

// TestExportFolder: every link of the exported pages leads to a file of the folder.
func TestExportFolder(t *testing.T) {
	a := newWebArchive(t)
	folder := filepath.Join(t.TempDir(), "site")
	a.alai(t, "export", "--format", "html", "-o", folder, "--depth", "3", "--quiet")
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	lower := make(map[string]bool) // some file systems do not tell case apart
	games, trees, links := 0, 0, 0
	link := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for _, file := range files {
		if lower[strings.ToLower(file.Name())] {
			t.Errorf("%s differs from another file in nothing but case", file.Name())
		}
		lower[strings.ToLower(file.Name())] = true
		switch {
		case strings.HasPrefix(file.Name(), "game-"):
			games++
		case strings.HasPrefix(file.Name(), "openings-"):
			trees++
		}
		content, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(content), -1) {
			name, _, _ := strings.Cut(m[1], "#")
			if name == "" || m[1] == "data:," {
				continue
			}
			links++
			if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
				t.Errorf("%s has a link to %q: %v", file.Name(), m[1], err)
			}
		}
	}
	if games != 182 || trees < 100 || links < 1000 {
		t.Errorf("%d games, %d pages of openings, %d links", games, trees, links)
	}
}
