package main

import (
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"alai/db"
	"alai/replay"
	"alai/replay/rules"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	embeddedJSON = regexp.MustCompile(`(?s)<script type="application/json"[^>]*>(.*?)</script>`)
	anyHref      = regexp.MustCompile(`href="([^"]*)"`)
	gameIn       = regexp.MustCompile(`href="/game/(\d+)[?"]`)
)

// gamesIn are the numbers of the games that a page leads to, each once.
func gamesIn(page string) (list []string) {
	for _, m := range gameIn.FindAllStringSubmatch(page, -1) {
		if !slices.Contains(list, m[1]) {
			list = append(list, m[1])
		}
	}
	return list
}

// linkOf returns the address of the link with a text, "" where there is none.
func linkOf(page, text string) string {
	m := regexp.MustCompile(`<a (?:rel="\w+" )?href="([^"]*)"[^>]*>` + regexp.QuoteMeta(html.EscapeString(text)) + `</a>`).FindStringSubmatch(page)
	if m == nil {
		return ""
	}
	return html.UnescapeString(m[1])
}

// submitted returns the address that a page's form of filters leads to, with some of its
// fields filled in anew.
func submitted(t *testing.T, page string, fill url.Values) string {
	t.Helper()
	action := regexp.MustCompile(`<form action="([^"]*)"`).FindStringSubmatch(page)
	if action == nil {
		t.Fatalf("there is no form in\n%s", page)
	}
	v := url.Values{}
	for _, m := range regexp.MustCompile(`<input (?:type="hidden" )?name="([^"]*)" value="([^"]*)"`).FindAllStringSubmatch(page, -1) {
		v.Add(m[1], html.UnescapeString(m[2]))
	}
	for _, m := range regexp.MustCompile(`<select name="([^"]*)">.*?</select>`).FindAllStringSubmatch(page, -1) {
		if chosen := regexp.MustCompile(`<option value="([^"]*)" selected>`).FindStringSubmatch(m[0]); chosen != nil {
			v.Add(m[1], html.UnescapeString(chosen[1]))
		}
	}
	for name, values := range fill {
		v[name] = values
	}
	return action[1] + "?" + v.Encode()
}

// TestServeNoPlies: what the script is told has a list where there is nothing in it.
func TestServeNoPlies(t *testing.T) {
	h := importText(t, "[South \"Ann\"]\n[Game \"Adji-Boto\"]\n\n*\n").pages(t, 0)
	for _, address := range []string{"/game/1", "/explore?game=adji-boto"} {
		list := embeddedJSON.FindAllStringSubmatch(text200(t, h, address), -1)
		if len(list) == 0 {
			t.Errorf("%s tells the script nothing", address)
		}
		for _, m := range list {
			if !json.Valid([]byte(m[1])) || strings.Contains(m[1], "null") {
				t.Errorf("%s tells the script %s", address, m[1])
			}
		}
	}
}

func TestBrowserNoPlies(t *testing.T) {
	b := newBrowser(t, importText(t, "[South \"Ann\"]\n[Game \"Adji-Boto\"]\n\n*\n").serve(t))
	b.open("/game/1")
	b.until("!document.getElementById('play').hidden")
	b.key(kb.ArrowRight)
	if got := value[string](b, "document.getElementById('say').textContent"); !strings.HasPrefix(got, "The start") {
		t.Errorf("the page says %q", got)
	}
}

// TestServeKinds: where games of several kinds are left to explore the page counts those
// that the filters choose, and leads on to the place that was asked for.
func TestServeKinds(t *testing.T) {
	a := newWebArchive(t)
	hasty, h := a.pages(t, 1), a.pages(t, 0)
	kinds := func(page string) (list []string) {
		for _, m := range regexp.MustCompile(`<li><a href="(/explore\?[^"]*)">([^<]*)</a>([^<]*)</li>`).FindAllStringSubmatch(page, -1) {
			list = append(list, m[2]+m[3])
		}
		return list
	}
	counted := func(flags ...string) (list []string) {
		for _, r := range []rules.Ruleset{rules.Standard(rules.AdjiBoto, 0), rules.Standard(rules.EnDodoi, 6), rules.Standard(rules.EnDodoi, 8)} {
			args := append([]string{"list", "--format", "tsv", "--no-header", "--quiet", "--game", r.Game.String(), "--pits", fmt.Sprint(r.Pits)}, flags...)
			if n := strings.Count(string(a.alai(t, args...)), "\n"); n > 0 {
				list = append(list, fmt.Sprintf("%s 2 x %d, usual rules, %s", r.Game, r.Pits, count(n, "game")))
			}
		}
		return list
	}
	for address, flags := range map[string][]string{
		"/explore": nil, "/explore?player=random+1": {"--player", "random 1"}, "/explore?result=1-0": {"--result", "1-0"},
	} {
		if got, want := kinds(text200(t, h, address)), counted(flags...); !slices.Equal(got, want) || len(want) < 2 {
			t.Errorf("%s has\n%q, want\n%q", address, got, want)
		}
	}
	if page := text200(t, h, "/explore?player=Nobody"); len(kinds(page)) > 0 || !strings.Contains(page, "There are no games like that") {
		t.Errorf("of nobody's games are offered %q", kinds(page))
	}
	if page := text200(t, h, "/explore?player=B.+Player"); !strings.Contains(page, `id="board"`) { // who has played one game
		t.Errorf("one kind is left, which is not explored:\n%s", page)
	}
	page := text200(t, hasty, "/explore?player=random+1")
	m := regexp.MustCompile(`id="count" href="([^"]*)"`).FindStringSubmatch(page)
	if m == nil || strings.Contains(page, " games</li>") {
		t.Fatalf("the page of the hasty is\n%s", page)
	}
	if got, want := kinds(text200(t, hasty, html.UnescapeString(m[1]))), counted("--player", "random 1"); !slices.Equal(got, want) {
		t.Errorf("who waits gets %q, want %q", got, want)
	}
	for address, want := range map[string]url.Values{
		"/explore?line=A+a&player=random+1": {"line": {"A a"}, "player": {"random 1"}},
		"/explore?first=north":              {"first": {"north"}},
		"/explore?game=en-dodoi&line=A+a":   {"line": {"A a"}},
	} {
		links := regexp.MustCompile(`<li><a href="([^"]*game=[^"]*)">`).FindAllStringSubmatch(text200(t, h, address), -1)
		if len(links) < 2 {
			t.Errorf("%s offers %q", address, links)
		}
		for _, m := range links {
			to := html.UnescapeString(m[1])
			u, err := url.Parse(to)
			for name, values := range want {
				if err != nil || !slices.Equal(u.Query()[name], values) {
					t.Errorf("%s leads to %s, which has not %s=%s", address, to, name, values)
				}
			}
			text200(t, h, to)
		}
	}
	if page := text200(t, h, "/explore?line=G+g"); !strings.Contains(page, "En Dodoi on 2 x 8") && !strings.Contains(page, "En Dodoi 2 x 8") {
		t.Errorf("the one board that has a pit G is not explored:\n%s", page)
	}
	r := rules.Standard(rules.EnDodoi, 8)
	start := r.Start()
	if page := text200(t, h, "/explore?position="+url.QueryEscape(replay.Position(&r, &start))); !strings.Contains(page, `id="board"`) {
		t.Errorf("the one board that has the position is not explored:\n%s", page)
	}
	for _, address := range []string{"/explore?line=X", "/explore?position=1", "/explore?first=east"} {
		if answer := get(t, h, address); answer.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", address, answer.Status)
		}
	}
}

// TestServeStated: the captures that a line is written with have to be so.
func TestServeStated(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	const there = "/explore?game=adji-boto&rules=usual&line="
	for line, want := range map[string]string{
		"A+3": "ply 1: A captures 0 seeds, not 3", "D b B a A d C c E e B c E e C+3 e+5": "", "D b B a A d C c E e B c E e C+3 e+6": "ply 16: e captures 5 seeds, not 6",
	} {
		answer := get(t, h, there+url.QueryEscape(line))
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		status := map[bool]int{true: http.StatusOK, false: http.StatusBadRequest}[want == ""]
		if answer.StatusCode != status || !strings.Contains(html.UnescapeString(string(body)), want) {
			t.Errorf("%s: %s, want %d and %q in\n%s", line, answer.Status, status, want, body)
		}
	}
}

// invisible are names that are not to be seen as they are, and what is shown of them.
var invisible = map[string]string{
	"Soft\u00adhyphen": `Soft\u00adhyphen`, "Zero\u200bwidth": `Zero\u200bwidth`, "Turn\u202ened": `Turn\u202ened`, "Mark\u200ff": `Mark\u200ff`,
	"Fill\u3164er": `Fill\u3164er`, "Next\u0085line": `Next\u0085line`, "Tab\tbed": `Tab\tbed`, `Back\u00adslash`: `Back\u00adslash`,
}

// TestServeInvisible: names with invisible characters lead to their games, and a form
// sends them again as they are.
func TestServeInvisible(t *testing.T) {
	var records strings.Builder
	names := slices.Sorted(func(yield func(string) bool) {
		for name := range invisible {
			if !yield(name) {
				return
			}
		}
	})
	for _, name := range names {
		written := strings.ReplaceAll(name, `\`, `\\`)
		fmt.Fprintf(&records, "[Event \"%[1]s\"]\n[South \"%[1]s\"]\n[North \"Bea\"]\n[Match \"%[1]s\"]\n[Game \"Adji-Boto\"]\n\n1. A a *\n\n", written)
	}
	h := importText(t, records.String()).pages(t, 0)
	list, players, series := text200(t, h, "/games"), text200(t, h, "/players"), text200(t, h, "/series")
	for i, name := range names {
		id, shown := fmt.Sprint(i+1), invisible[name]
		game := text200(t, h, "/game/"+id)
		for _, page := range []string{list, players, series, game, text200(t, h, "/player?name=Bea")} {
			address := linkOf(page, shown)
			if address == "" {
				t.Errorf("%q is no link in\n%s", shown, page)
				continue
			}
			if got := gamesIn(text200(t, h, address)); !slices.Equal(got, []string{id}) {
				t.Errorf("%s leads to %s, which has the games %q, want %s", shown, address, got, id)
			}
		}
		for _, page := range []string{"/games", "/players", "/series", "/stats"} {
			v := url.Values{"player": {name, "Bea"}, "event": {name, "*"}, "tag": {"Match=" + name}} // a hidden field, and values beside the first
			page := text200(t, h, page+"?"+v.Encode())
			if strings.Contains(page, name) != (name == shown) {
				t.Errorf("%q stands in\n%s", name, page)
			}
			again := submitted(t, page, nil)
			if got := text200(t, h, again); !slices.Equal(tableRows(got), tableRows(page)) || len(tableRows(page)) == 0 {
				t.Errorf("the form leads to %s, which has\n%q, want\n%q", again, tableRows(got), tableRows(page))
			}
			if clear := linkOf(text200(t, h, again), "next"); strings.Contains(clear, "was=") {
				t.Errorf("a link has what the form was sent with: %s", clear)
			}
		}
		page := text200(t, h, "/games?"+url.Values{"player": {db.Pattern(name)}}.Encode())
		if got := gamesIn(text200(t, h, submitted(t, page, url.Values{"player": {"Bea"}}))); len(got) != len(names) {
			t.Errorf("another name in the place of %q finds the games %q", name, got)
		}
	}
}

// TestServeNoName: what names nobody and nothing leads nowhere, nor does what is too
// long for an address.
func TestServeNoName(t *testing.T) {
	long := strings.Repeat("Ř", 50_000)
	stars := strings.Repeat("*", 4000) // six bytes each in an address
	var records strings.Builder
	for i, name := range []string{"", " ", "?", long, stars} {
		fmt.Fprintf(&records, "[Event \"%[1]s\"]\n[South \"Ann\"]\n[North \"%[1]s\"]\n[Match \"%[1]s\"]\n[Game \"Adji-Boto\"]\n\n1. %[2]c a *\n\n", name, 'A'+i)
	}
	h := importText(t, records.String()).pages(t, 0)
	for _, address := range []string{"/games", "/players", "/series", "/player?name=Ann", "/game/1", "/game/2", "/game/3", "/game/4", "/game/5"} {
		for _, m := range anyHref.FindAllStringSubmatch(text200(t, h, address), -1) {
			to := html.UnescapeString(m[1])
			u, err := url.Parse(to)
			if err != nil || len(to) > 8<<10 || to == "" {
				t.Errorf("%s has a link of %d bytes", address, len(to))
				continue
			}
			for _, name := range []string{"name", "event"} {
				if v := u.Query(); v.Has(name) && (strings.TrimSpace(v.Get(name)) == "" || v.Get(name) == `\?`) {
					t.Errorf("%s has a link to %s", address, to)
				}
			}
		}
	}
	if page := text200(t, h, "/game/1"); !strings.Contains(page, "<h1>Ann - North <") {
		t.Errorf("a game of nobody's is\n%s", page)
	}
	page := text200(t, h, "/game/4")
	if title := regexp.MustCompile(`<title>.*</title>`).FindString(page); len(title) > 1000 {
		t.Errorf("the title of a game has %d bytes", len(title))
	}
	if above, _, _ := strings.Cut(page, "<details"); strings.Count(above, "Ř") > 2000 {
		t.Errorf("the name stands above the tags with %d letters", strings.Count(above, "Ř"))
	}
	if !strings.Contains(page, long) {
		t.Error("the tags do not have the whole name")
	}
}

// TestServeCutRows: a player's page says of what it has a part only, and leads to all.
func TestServeCutRows(t *testing.T) {
	var records strings.Builder
	for i := range 120 {
		fmt.Fprintf(&records, "[South \"Ann\"]\n[North \"B%03d\"]\n[Game \"Adji-Boto\"]\n\n1. A a *\n\n", i)
	}
	for i := range 100 { // Ann's answers to each first move, those that are legal
		fmt.Fprintf(&records, "[South \"Bea\"]\n[North \"Ann\"]\n[Game \"En Dodoi\"]\n[Pits \"10\"]\n\n1. %c %c *\n\n", 'A'+i/10, 'a'+i%10)
	}
	a := importText(t, records.String())
	h := a.pages(t, 0)
	page := text200(t, h, "/player?name=Ann&min-plies=1")
	var want []int
	for _, section := range []string{"opponents", "openings"} {
		rows := strings.Count(string(a.alai(t, "player", "Ann", "--section", section, "--format", "tsv", "--no-header", "--quiet")), "\n")
		if want = append(want, rows); rows <= 50 {
			t.Fatalf("%s has %d rows", section, rows)
		}
	}
	want[1]-- // one is on the other board, which has a table of its own
	cut := regexp.MustCompile(`<p>50 of (\d+) rows are shown\. <a href="([^"]*)">All rows</a></p>`).FindAllStringSubmatch(page, -1)
	if len(cut) != 2 {
		t.Fatalf("it says of %q that there is more", cut)
	}
	for i, section := range []string{"opponents", "openings"} {
		if cut[i][1] != fmt.Sprint(want[i]) {
			t.Errorf("%s has %s rows, want %d", section, cut[i][1], want[i])
		}
		var rows []string
		for address := html.UnescapeString(cut[i][2]); address != ""; {
			if !strings.Contains(address, "min-plies=1") {
				t.Errorf("%s has lost the filter", address)
			}
			page := text200(t, h, address)
			rows = append(rows, tableRows(page)...)
			if back := linkOf(page, "The whole page of the player"); back != "/player?min-plies=1&name=Ann" {
				t.Errorf("%s leads back to %q", address, back)
			}
			if form := submitted(t, page, nil); !strings.Contains(form, "section="+section) || !strings.Contains(form, "name=Ann") {
				t.Errorf("the form leads to %s", form)
			}
			address = linkOf(page, "Next page")
		}
		told := strings.Split(strings.TrimSpace(string(a.alai(t, "player", "Ann", "--section", section, "--format", "tsv", "--no-header", "--quiet"))), "\n")
		if len(rows) != len(told) || strings.Join(strings.Fields(strings.Join(rows, " ")), " ") != strings.Join(strings.Fields(strings.Join(told, " ")), " ") {
			t.Errorf("%s has\n%s\nwant\n%s", section, strings.Join(rows, "\n"), strings.Join(told, "\n"))
		}
	}
	if answer := get(t, h, "/player?name=Ann&section=x"); answer.StatusCode != http.StatusBadRequest {
		t.Errorf("section=x: %s", answer.Status)
	}
}

// TestServeKeeps: the form of a page keeps what the address has beside its fields.
func TestServeKeeps(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	r := rules.Standard(rules.AdjiBoto, 0)
	start := r.Start()
	v := url.Values{"position": {replay.Position(&r, &start)}, "line": {"D"}, "tag": {"Event=*"}, "id": {"1"}, "first": {"north"}}
	for _, page := range []string{"/games", "/players", "/series", "/stats", "/player?name=Random+1&", "/match?name=M+*&"} {
		address := page + map[bool]string{true: "", false: "?"}[strings.Contains(page, "?")]
		u, err := url.Parse(submitted(t, text200(t, h, address+v.Encode()), url.Values{"south": {"x"}}))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"position", "line", "tag", "id"} {
			if !slices.Equal(u.Query()[name], v[name]) {
				t.Errorf("the form of %s leads to %s, without %s", page, u, name)
			}
		}
	}
}

// TestServePersons: a game leads to those who played it, where others have their names.
func TestServePersons(t *testing.T) {
	var records strings.Builder
	for _, player := range []struct{ name, id, move string }{{"J. Doe", "17", "A"}, {"J. Doe", "18", "B"}, {"J. Doe", "", "C"}, {"A*b", "x*", "D"}, {"A*b", "xy", "E"}} {
		fmt.Fprintf(&records, "[South \"%s\"]\n[SouthID \"%s\"]\n[North \"Bea\"]\n[Match \"M\"]\n[Game \"Adji-Boto\"]\n\n1. %s a *\n\n", player.name, player.id, player.move)
	}
	h := importText(t, records.String()).pages(t, 0)
	links := regexp.MustCompile(`<a href="(/player\?name=[^"]*)">(?:J\. Doe|A\*b)</a>`)
	for address, cell := range map[string]string{"/games": "", "/match?name=M": "", "/player?name=Bea": "", "/game/%d": ""} {
		for id := 1; id <= 5; id++ {
			page := text200(t, h, strings.Replace(address, "%d", fmt.Sprint(id), 1))
			if !strings.Contains(address, "%d") {
				rows := tableRow.FindAllString(page, -1)
				i := slices.IndexFunc(rows, func(row string) bool { return slices.Equal(gamesIn(row), []string{fmt.Sprint(id)}) })
				if i < 0 {
					t.Errorf("%s has no game %d", address, id)
					continue
				}
				page = rows[i]
			}
			m := links.FindStringSubmatch(page)
			if m == nil {
				t.Errorf("game %d of %s leads to nobody%s:\n%s", id, address, cell, page)
				continue
			}
			if id == 3 { // whose record does not say who it is: one is asked
				if answer := get(t, h, html.UnescapeString(m[1])); answer.StatusCode != http.StatusNotFound {
					t.Errorf("%s: %s", m[1], answer.Status)
				}
				continue
			}
			if got := gamesIn(text200(t, h, html.UnescapeString(m[1]))); !slices.Equal(got, []string{fmt.Sprint(id)}) {
				t.Errorf("game %d of %s leads to %s, who has the games %q", id, address, m[1], got)
			}
		}
	}
}

// TestServeSeveralPatterns: of those who are offered in the place of a name that several
// have each is led to, whatever the name holds.
func TestServeSeveralPatterns(t *testing.T) {
	var records strings.Builder
	for i, id := range []string{"x*", "xy"} {
		fmt.Fprintf(&records, "[South \"A*b\"]\n[SouthID \"%s\"]\n[Game \"Adji-Boto\"]\n\n1. %c a *\n\n", id, 'A'+i)
	}
	h := importText(t, records.String()).pages(t, 0)
	answer := get(t, h, "/player?name=A%5C*b")
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range []string{"A*b #x*", "A*b #xy"} {
		address := linkOf(string(body), name)
		if address == "" {
			t.Errorf("%s is not offered:\n%s", name, body)
			continue
		}
		if got := gamesIn(text200(t, h, address)); !slices.Equal(got, []string{fmt.Sprint(i + 1)}) {
			t.Errorf("%s leads to %s, which has the games %q", name, address, got)
		}
	}
}

// TestBrowserImpatient: a pit that is clicked while its sowing is shown is sown anew.
func TestBrowserImpatient(t *testing.T) {
	b := newBrowser(t, newWebArchive(t).serve(t))
	b.open("/explore?game=en-dodoi&pits=8&rules=usual")
	b.until("!document.getElementById('count')")
	total := value[int64](b, sumOfSeeds)
	value[bool](b, `(() => {
		window.odd = [];
		const pit = document.querySelector('.board a[data-name="A"]');
		const look = () => {
			const seeds = [...document.querySelectorAll('.board .seeds')].map(cell => Number(cell.textContent));
			if (Math.min(...seeds) < 0 || `+sumOfSeeds+` > `+fmt.Sprint(total)+`) window.odd.push(seeds.join(' '));
		};
		setInterval(look, 5);
		for (let i = 0; i < 4; i++) setTimeout(() => { pit.click(); look(); }, i * 60);
		return true;
	})()`)
	b.atLine("A")
	if odd := value[[]string](b, "window.odd"); len(odd) > 0 {
		t.Errorf("the board had %q", odd)
	}
}

// sumOfSeeds is how many seeds the page shows.
const sumOfSeeds = "[...document.querySelectorAll('.board .seeds')].reduce((sum, cell) => sum + Number(cell.textContent), 0)"

// TestBrowserAddress: a browser that bears only some changes of the address, or none,
// shows the game to its end; the address comes to name the ply.
func TestBrowserAddress(t *testing.T) {
	b := newBrowser(t, newWebArchive(t).serve(t))
	for _, bears := range []int{100, 0} {
		b.open("/game/50?ply=0") // which has 131 plies
		value[bool](b, fmt.Sprintf(`(() => {
			const real = history.replaceState.bind(history);
			let calls = 0;
			history.replaceState = (...args) => {
				if (++calls > %d) throw new DOMException('too often', 'SecurityError');
				real(...args);
			};
			const next = document.getElementById('next');
			for (let i = 0; i < 2 * 131; i++) next.click();
			return true;
		})()`, bears))
		b.until("document.getElementById('say').textContent.startsWith('Ply 131')")
		if bears > 0 {
			b.until("location.search === '?ply=131'")
		}
		b.key(kb.Home)
		b.until("document.getElementById('say').textContent.startsWith('The start')")
		b.key(" ") // and it plays
		b.until("document.getElementById('say').textContent.startsWith('Ply 2:')")
	}
}

// TestBrowserKinds: the numbers of the kinds come once the page is there, and where one
// kind is left it is explored.
func TestBrowserKinds(t *testing.T) {
	server := httptest.NewServer(newWebArchive(t).pages(t, 1))
	t.Cleanup(server.Close)
	b := newBrowser(t, server.URL)
	b.open("/explore?player=random+1")
	b.until("!document.getElementById('count') && document.querySelectorAll('.kinds li').length === 3 && document.querySelector('.kinds').innerText.includes('5, usual rules, 61 games')")
	b.run(chromedp.Navigate(server.URL + "/explore?player=B.+Player"))
	b.until("document.getElementById('openings')")
}

// TestServeEmptyFields: what a form sends of its empty fields is in no address of the
// page that answers.
func TestServeEmptyFields(t *testing.T) {
	h := newWebArchive(t).pages(t, 0)
	sent := text200(t, h, "/games?event=&player=&south=Random+1&match=&max-plies=")
	if plain := text200(t, h, "/games?south=Random+1"); strings.Count(sent, "player=") != strings.Count(plain, "player=") || strings.Contains(sent, "max-plies=&") {
		t.Errorf("a form's empty fields stay in addresses:\n%s", sent)
	}
}
