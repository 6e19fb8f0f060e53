package main

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
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
		{"/games?max-plies=-1", 400, `max plies: "-1" is not understood`},
		{"/games?min-plies=-5", 400, `min plies: "-5" is not understood`},
		{"/games?pits=-8", 400, `pits: "-8" is not understood`},
		{"/games?id=-1", 400, `is not understood`},
		{"/games?player=%zz", 400, `invalid URL escape "%zz"`},
		{"/games?player=a;b=c", 400, "Its parameters cannot be read."},
		{"/explore?game=adji-boto&rules=usual&line=A;B", 400, "Its parameters cannot be read."},
		{"/games?" + strings.Repeat("tag=A%3Db&", 201), 400, "Its filters have 201 values and words; at most 200 are looked for."},
		{"/players?text=" + strings.Repeat("a+", 201), 400, "Its filters have 201 values and words"},
		{"/games?" + strings.Repeat("tag=A%3Db&", 200), 200, "Which games (1 filter)"},
		{"/games?min-plies=&max-plies=&pits=&id=&since=", 200, "Which games"},
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

// TestServeRefuses: what the server refuses has the headers of all its answers, and it
// answers nothing under another address.
func TestServeRefuses(t *testing.T) {
	address := strings.TrimPrefix(newWebArchive(t).serve(t), "http://")
	for request, want := range map[string]int{
		"GET / HTTP/1.1\r\nHost: evil.example": http.StatusMisdirectedRequest, "OPTIONS * HTTP/1.1\r\nHost: evil.example": http.StatusMisdirectedRequest,
		"OPTIONS * HTTP/1.1\r\nHost: " + address: http.StatusBadRequest,
	} {
		conn, err := net.Dial("tcp", address)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := io.WriteString(conn, request+"\r\nConnection: close\r\n\r\n"); err != nil {
			t.Fatal(err)
		}
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer.StatusCode != want || answer.Header.Get("Content-Security-Policy") == "" || answer.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%q: %s %v", request, answer.Status, answer.Header)
		}
	}
}

// TestServeFour: all addresses of IPv4 are no address of IPv6.
func TestServeFour(t *testing.T) {
	a := newWebArchive(t)
	ctx, cancel := context.WithCancel(t.Context())
	r, w := io.Pipe()
	ended := make(chan int)
	go func() {
		s := &streams{in: strings.NewReader(""), out: bufio.NewWriter(w), err: io.Discard}
		ended <- run(ctx, []string{"serve", "--db", a.path, "--addr", "0.0.0.0:0", "--quiet"}, s)
	}()
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "http://0.0.0.0:") {
		t.Errorf("served is %q, %v", line, err)
	}
	cancel()
	<-ended
}

// TestServeAssets: only under the address that pages have is a style kept for good.
func TestServeAssets(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	asset := regexp.MustCompile(`/assets/alai\.css\?[0-9a-f]+`).FindString(text200(t, h, "/"))
	for address, kept := range map[string]bool{asset: true, "/assets/alai.css": false, "/assets/alai.css?000000000000": false, asset + "0": false, "/assets/alai.js" + strings.TrimPrefix(asset, "/assets/alai.css"): false} {
		if got := get(t, h, address).Header.Get("Cache-Control"); strings.Contains(got, "immutable") != kept || !kept && got != "no-cache" {
			t.Errorf("%s: %s", address, got)
		}
	}
}

// A stuckWriter takes nothing until it is freed.
type stuckWriter struct {
	*httptest.ResponseRecorder
	began chan<- bool
	freed <-chan bool
}

func (w *stuckWriter) Write(b []byte) (int, error) {
	w.began <- true
	<-w.freed
	return len(b), nil
}

// TestServeStuck: whoever does not read what is sent keeps nobody else waiting.
func TestServeStuck(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	for _, address := range []string{"/games", "/nowhere", "/assets/alai.js"} {
		began, freed := make(chan bool), make(chan bool)
		var all sync.WaitGroup
		for range 40 {
			all.Go(func() {
				h.ServeHTTP(&stuckWriter{httptest.NewRecorder(), began, freed}, httptest.NewRequest(http.MethodGet, address, nil))
			})
		}
		for range 40 {
			select {
			case <-began:
			case <-time.After(20 * time.Second):
				t.Fatalf("%s: others wait", address)
			}
		}
		text200(t, h, "/")
		close(freed)
		all.Wait()
	}
}

// TestServeGone: once another archive is in the place of the one that is served, or none,
// no page shows either, and the log is told at no length.
func TestServeGone(t *testing.T) {
	for _, replace := range []func(path string) error{os.Remove, func(path string) error { return os.Rename(path+".other", path) }} {
		a, other := newWebArchive(t), importText(t, "[Game \"Adji-Boto\"]\n\n1. D b *\n")
		if err := os.Rename(other.path, a.path+".other"); err != nil {
			t.Fatal(err)
		}
		archive, err := db.Open(t.Context(), a.path)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { archive.Close() })
		archive.KeepIndex(t.Context())
		opt := webOptions(archive)
		longest := 0
		opt.Log = func(request string, _ error) { longest = max(longest, len(request)) }
		h := web.Handler(archive, opt)
		text200(t, h, "/")
		if err := replace(a.path); err != nil {
			t.Fatal(err)
		}
		for _, address := range []string{"/", "/stats", "/games", "/game/1", "/explore", "/player?name=random+1", "/games?site=" + strings.Repeat("x", 9000)} {
			for lang, says := range map[string]string{"en": "Start alai serve again.", "de": "alai serve neu starten", "cs": "alai serve znovu"} {
				answer := get(t, h, address+map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")]+"lang="+lang)
				body, err := io.ReadAll(answer.Body)
				if err != nil || answer.StatusCode != http.StatusServiceUnavailable || !strings.Contains(string(body), says) {
					t.Errorf("%.40s in %s: %s, %v\n%s", address, lang, answer.Status, err, body)
				}
			}
		}
		if longest == 0 || longest > 1000 {
			t.Errorf("the log has %d bytes of an address", longest)
		}
	}
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

// TestServeErrors: what is wrong with an address is said by the label that its field has
// in the language, and never by a flag of the command line.
func TestServeErrors(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	for _, tt := range []struct{ parameter, de, cs string }{
		{"result=x", "Ergebnis", "výsledek"}, {"verdict=x", "Urteil", "verdikt"}, {"game=x", "Spiel", "hra"}, {"pits=x", "Mulden", "jamky"},
		{"rules=x", "Regeln", "pravidla"}, {"since=x", "seit", "od"}, {"until=x", "bis", "do"}, {"min-plies=x", "Halbzüge mindestens", "půltahů nejméně"},
		{"max-plies=x", "Halbzüge höchstens", "půltahů nejvýše"}, {"id=x", "Archiv-Nr.", "č. v archivu"}, {"tag=x", "Tag", "značka"}, {"text=+", "Text", "text"},
		{"line=x", "Zugfolge", "tahy"}, {"position=x", "Stellung", "postavení"}, {"page=x", "Seite", "stránka"}, {"sort=x", "Reihenfolge", "pořadí"}, {"lang=x", "Sprache", "jazyk"},
	} {
		for _, l := range words.Languages() {
			page := askIn(t, h, "/games?"+tt.parameter, string(l))
			label := map[words.Language]string{words.German: tt.de, words.Czech: tt.cs}[l]
			if label == "" {
				label, _ = words.English.Filter(strings.Split(tt.parameter, "=")[0])
			}
			if !strings.Contains(page, "<p>"+label+": ") {
				t.Errorf("%s in %s does not say %q:\n%s", tt.parameter, l, label, page)
			}
			if strings.Contains(page, "--") {
				t.Errorf("%s in %s names a flag:\n%s", tt.parameter, l, page)
			}
		}
	}
}

// TestServeSeveralPlayers: a name that several people have leads to each of them.
func TestServeSeveralPlayers(t *testing.T) {
	a := &webArchive{filepath.Join(t.TempDir(), "test.db")}
	file := filepath.Join(t.TempDir(), "games.mgn")
	var records strings.Builder
	for id, move := range map[string]string{"17": "A", "18": "B"} {
		records.WriteString("[South \"J. Doe\"]\n[SouthID \"" + id + "\"]\n[Game \"Adji-Boto\"]\n\n1. " + move + " *\n\n")
	}
	if err := os.WriteFile(file, []byte(records.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	a.alai(t, "import", "--quiet", file)
	h := a.pages(t, 0)
	answer := get(t, h, "/player?name=J.+Doe&lang=de")
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	links := regexp.MustCompile(`<li><a href="([^"]*name=[^"]*)">([^<]*)</a>`).FindAllStringSubmatch(string(body), -1)
	if answer.StatusCode != http.StatusNotFound || !strings.Contains(string(body), "Es gibt mehrere Spieler") || len(links) != 2 {
		t.Fatalf("status %d\n%s", answer.StatusCode, body)
	}
	for _, m := range links {
		if page := text200(t, h, html.UnescapeString(m[1])); !strings.Contains(page, "<h1>"+m[2]+"</h1>") {
			t.Errorf("%s leads to\n%s", m[0], page)
		}
	}
}

// TestServeNumbers: people read numbers as their language writes them; addresses and
// drawings have points.
func TestServeNumbers(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	point := regexp.MustCompile(`\d\.\d`)
	for _, address := range []string{"/stats", "/stats?game=en-dodoi&pits=8", "/players", "/player?name=random+1", "/explore?game=adji-boto&rules=usual"} {
		english := strings.Count(spoken(askIn(t, h, address, "en")), ".")
		for _, l := range []words.Language{words.German, words.Czech} {
			page := regexp.MustCompile(`\d{4}\.\d\d\.\d\d`).ReplaceAllString(spoken(askIn(t, h, address, string(l))), "") // a date
			if got := point.FindAllString(page, 3); got != nil {
				t.Errorf("%s in %s has the numbers %q", address, l, got)
			}
		}
		if english == 0 {
			t.Errorf("%s has no numbers", address)
		}
	}
}

// TestServeWords: keys of JSON and words of programs are not shown.
func TestServeWords(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	for _, address := range []string{"/stats", "/stats?game=adji-boto&rules=usual", "/players", "/player?name=random+1", "/games", "/series"} {
		for _, l := range words.Languages() {
			page := spoken(askIn(t, h, address, string(l)))
			for _, key := range []string{"pct", "q1", "q3", "no_result", "first_", "true", "false"} {
				if regexp.MustCompile(`(?m)(^|[ ,(])` + key).MatchString(page) {
					t.Errorf("%s in %s says %s", address, l, key)
				}
			}
		}
	}
	page := askIn(t, h, "/stats?game=adji-boto&rules=usual", "de")
	for _, want := range []string{"<td>Halbzüge einer Partie: unteres Quartil</td>", "<th scope=\"col\" class=\"n\">Untergrenze (95 %)</th>", "<td>ja</td>", "(95-%-Konfidenzintervall)"} {
		if !strings.Contains(page, want) {
			t.Errorf("the statistics lack %s", want)
		}
	}
}

// TestServeHeads: the number in the archive, the round and the place in a series have
// heads of their own in every language.
func TestServeHeads(t *testing.T) {
	for _, l := range words.Languages() {
		if a, b, c := l.Column("id"), l.Column("round"), l.Column("number"); a == b || b == c || a == c {
			t.Errorf("%s: %q, %q, %q", l, a, b, c)
		}
	}
}

// TestServeSort: the heads of the list sort it, forwards and then backwards, and say
// how it is sorted.
func TestServeSort(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	head := func(page, name string) (href, sorted string) {
		t.Helper()
		m := regexp.MustCompile(`<th scope="col"[^>]*?(?: aria-sort="([^"]*)")?><a href="([^"]*)">` + name + `</a></th>`).FindStringSubmatch(page)
		if m == nil {
			t.Fatalf("there is no head %s in\n%s", name, page)
		}
		return html.UnescapeString(m[2]), m[1]
	}
	for name, order := range map[string]string{"date": "date", "plies": "plies", "score": "margin", "south": "south", "event": "event", "game": "game"} {
		page := text200(t, h, "/games?event=Random*&lang=en&page=2")
		if _, sorted := head(page, "id"); sorted != "ascending" {
			t.Errorf("the list is sorted by id: %q", sorted)
		}
		for _, direction := range []string{"ascending", "descending"} {
			href, before := head(page, name)
			if before == direction {
				t.Errorf("%s: %s before it is asked for", name, direction)
			}
			page = text200(t, h, href)
			sort := map[string]string{"ascending": order, "descending": "-" + order}[direction]
			if want := "/games?event=Random%2A&lang=en&sort=" + sort; href != want {
				t.Errorf("%s leads to %s, want %s", name, href, want)
			}
			if _, sorted := head(page, name); sorted != direction || strings.Count(page, "aria-sort") != 1 {
				t.Errorf("%s is sorted %q, want %q", href, sorted, direction)
			}
			var want []struct{ ID int }
			if err := json.Unmarshal(a.alai(t, "list", "--event", "Random*", "--format", "json", "--limit", "1", "--sort", sort), &want); err != nil {
				t.Fatal(err)
			}
			if first := regexp.MustCompile(`href="/game/(\d+)[?"]`).FindStringSubmatch(page); first[1] != strconv.Itoa(want[0].ID) {
				t.Errorf("%s begins with %s, want %d", href, first[1], want[0].ID)
			}
		}
	}
}

// TestServeForm: of what the archive knows the values a form lets choose, by words of
// the language; the address has the English ones.
func TestServeForm(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	field := func(page, name string) (options []string) {
		m := regexp.MustCompile(`<select name="` + name + `">(.*?)</select>`).FindStringSubmatch(page)
		if m == nil {
			return nil
		}
		for _, o := range regexp.MustCompile(`<option value="([^"]*)"( selected)?>([^<]*)</option>`).FindAllStringSubmatch(m[1], -1) {
			options = append(options, o[1]+o[2]+": "+o[3])
		}
		return options
	}
	for name, want := range map[string][]string{
		"verdict": {": beliebig", "complete: vollständig", "decided selected: entschieden", "unfinished: unvollendet", "contradiction: widersprüchlich"},
		"result":  {": beliebig", "1-0: 1-0: Süd gewann", "0-1: 0-1: Nord gewann", "1/2-1/2 selected: 1/2-1/2: unentschieden", "*: *: ohne Ergebnis"},
		"game":    {": beliebig", "adji-boto: Adji-Boto", "en-dodoi selected: En Dodoi"},
		"pits":    {": beliebig", "5: 2 x 5", "6: 2 x 6", "8 selected: 2 x 8"},
		"rules":   {": beliebig", "usual selected: übliche Regeln"},
	} {
		for _, address := range []string{"/games", "/players", "/series", "/stats"} {
			page := text200(t, h, address+"?verdict=decided&result=1/2-1/2&game=En+Dodoi&pits=8&rules=usual&lang=de")
			if got := field(page, name); !slices.Equal(got, want) {
				t.Errorf("%s offers for %s %q, want %q", address, name, got, want)
			}
			if strings.Contains(page, `<input type="hidden" name="`+name+`"`) {
				t.Errorf("%s has %s twice", address, name)
			}
		}
	}
	if page := text200(t, h, "/explore?game=en-dodoi&pits=8&rules=usual"); field(page, "game") != nil || field(page, "verdict") == nil {
		t.Error("the explorer's form does not keep to its board")
	}
	if got := field(text200(t, h, "/games?rules=lone%3Dtaken"), "rules"); !slices.Equal(got, []string{": any", "usual: usual rules", "lone=taken selected: lone=taken"}) {
		t.Errorf("a reading that no game has is shown as %q", got)
	}
}

// TestServeOrder: rulesets are in the order of their games and boards, wherever they
// are listed, and the explorer tells the games of both sides.
func TestServeOrder(t *testing.T) {
	a := newWebArchive(t)
	a.alai(t, "import", "../../testdata/referee/mancalagames/endodoi10.mgn", "--quiet")
	h := a.pages(t, 0)
	want := []string{"Adji-Boto 2 x 5, usual rules", "En Dodoi 2 x 6, usual rules", "En Dodoi 2 x 8, usual rules", "En Dodoi 2 x 10, usual rules"}
	for address, expression := range map[string]string{"/": `<li><strong>([^<]*)`, "/explore": `<li><a href="/explore[^>]*game=[^>]*>([^<]*)`, "/stats": `<td><a href="/stats[^>]*>([^<]*)`} {
		var got []string
		for _, m := range regexp.MustCompile(expression).FindAllStringSubmatch(text200(t, h, address), -1) {
			got = append(got, m[1])
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s has %q, want %q", address, got, want)
		}
	}
	var south, north []openingRow
	for side, rows := range map[string]*[]openingRow{"south": &south, "north": &north} {
		if err := json.Unmarshal(a.alai(t, "openings", "--game", "adji-boto", "--first", side, "--format", "json", "--quiet"), rows); err != nil {
			t.Fatal(err)
		}
	}
	games := func(rows []openingRow) (n int) {
		for _, r := range rows {
			n += r.Games
		}
		return n
	}
	page := text200(t, h, "/explore?game=adji-boto&rules=usual")
	for _, says := range []string{fmt.Sprintf("in %d games that South opened", games(south)), fmt.Sprintf("Games that North opened: %d games", games(north))} {
		if !strings.Contains(page, says) || games(north) == 0 {
			t.Errorf("the explorer does not say %q:\n%s", says, page)
		}
	}
	if page := askIn(t, h, "/explore?game=adji-boto&rules=usual&line=D", "cs"); !strings.Contains(page, ". Na tahu je Sever. Semena") {
		t.Errorf("in Czech the explorer says\n%s", page)
	}
}

// TestServeOverview: the statistics of several rulesets are an overview that leads to
// those of each, of the same games; these have all, behind a list of contents.
func TestServeOverview(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	page := text200(t, h, "/stats?min-plies=20&line=D&lang=de")
	if n := strings.Count(page, "<svg"); n != 1 || len(page) > 30_000 {
		t.Errorf("the overview has %d charts in %d bytes", n, len(page))
	}
	links := detailsLink.FindAllStringSubmatch(page, -1)
	if len(links) != 3 {
		t.Fatalf("it leads to %q", links)
	}
	anchor := regexp.MustCompile(`<li><a href="#([^"]*)">([^<]*)</a></li>`)
	for i, m := range links {
		address := html.UnescapeString(m[1])
		v, err := url.ParseQuery(strings.TrimPrefix(address, "/stats?"))
		if err != nil || v.Get("min-plies") != "20" || v.Get("line") != "D" || v.Get("lang") != "de" {
			t.Errorf("it leads to %s", address)
		}
		details := text200(t, h, address)
		if _, row, _ := strings.Cut(tableRows(page)[i], "\t"); !strings.HasPrefix(measuresIn(details)[0]+"\t", "Partien\t"+strings.Split(row, "\t")[0]+"\t") {
			t.Errorf("%s tells %q, the overview %q", address, measuresIn(details)[0], row)
		}
		contents := anchor.FindAllStringSubmatch(details, -1)
		if len(contents) < 4 {
			t.Errorf("%s has the contents %q", address, contents)
		}
		for _, c := range contents {
			if !strings.Contains(details, `<h2 id="`+c[1]+`">`+c[2]+`</h2>`) {
				t.Errorf("%s does not lead to %s", c[0], c[2])
			}
		}
	}
}

// TestServePlayerFolds: what a page of a player has many rows of is folded by game.
func TestServePlayerFolds(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	page := text200(t, h, "/player?name=random+1")
	folded := regexp.MustCompile(`(?s)<details class="folded"><summary>([^<]*)</summary>.*?</details>`).FindAllStringSubmatch(page, -1)
	if len(folded) != 9 || folded[0][1] != "Adji-Boto 2 x 5, usual rules" { // first moves, longest and closest games of three
		t.Errorf("folded are %d", len(folded))
	}
	for _, m := range folded {
		for _, row := range tableRows(m[0]) {
			if game := strings.Split(m[1], " 2 x")[0]; !strings.Contains(row, game) {
				t.Errorf("%s has the row %s", m[1], row)
			}
		}
	}
	if open := len(tableRows(page)) - len(tableRows(strings.Join(regexp.MustCompile(`(?s)<details class="folded">.*?</details>`).FindAllString(page, -1), ""))); open > 30 {
		t.Errorf("%d rows are open", open)
	}
}

// TestServePageOf: a list says how many pages it has where that is known.
func TestServePageOf(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	for address, want := range map[string]string{
		"/games?page=2": "page 2 of 4 ", "/games?lang=de": "Seite 1 von 4 ", "/games?page=4&lang=cs": "stránka 4 z 4 ", "/games?player=random*": "page 1 <",
	} {
		if page := text200(t, h, address); !strings.Contains(page, want) {
			t.Errorf("%s does not say %q:\n%s", address, want, page[strings.Index(page, `class="pages"`):])
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
