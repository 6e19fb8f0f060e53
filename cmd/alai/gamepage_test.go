package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"alai/replay"
	"alai/replay/rules"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// annotatedGame is a record with all that one can say of a game.
const annotatedGame = `{before <i>the</i> tags}
[Event "Club <b>Open"]
[Site "?"]
[Date "2024.03.??"]
[Round "3"]
[South "Ada Beispiel"]
[North "N. <i>Two"]
[Result "*"]
[Game "En Dodoi"]
[Pits "6"]

{before all} 1. A+2 $1 {the first} {and <u>more} e $2 (1... b {instead} 2. B?! (2. D {deep}) (2. E e)) ({begins} 1... b nonsense {why} (2. B) C) 2. C+2 $14 *
`

// asides are the plies of its variations, as the page numbers them: the moves that lead
// to each.
var asides = []string{"A b", "A b B", "A b D", "A b E", "A b E e", "A b"}

// importText returns an archive of the games of a text.
func importText(t *testing.T, text string) *webArchive {
	t.Helper()
	dir := t.TempDir()
	a := &webArchive{filepath.Join(dir, "test.db")}
	file := filepath.Join(dir, "games.mgn")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var problems strings.Builder // a variation that cannot be played is one
	s := &streams{in: strings.NewReader(""), out: bufio.NewWriter(io.Discard), err: &problems}
	if status := run(t.Context(), []string{"import", file, "--db", a.path, "--quiet"}, s); status != statusDone && status != statusFaulty {
		t.Fatalf("import: status %d\n%s", status, &problems)
	}
	return a
}

// after returns the position of En Dodoi on 2 x 6 after moves.
func after(t *testing.T, line string) string {
	t.Helper()
	r := rules.Standard(rules.EnDodoi, 6)
	state := r.Start()
	moves, err := replay.ParseMoves(&r, line)
	if err == nil {
		err = replay.PlayStated(&r, &state, moves, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return replay.Position(&r, &state)
}

var anyTag = regexp.MustCompile(`<[^>]*>`)

// wordsOf returns the text of a part of a page, with single blanks.
func wordsOf(page, begin, end string) string {
	_, part, _ := strings.Cut(page, begin)
	part, _, _ = strings.Cut(part, end)
	return html.UnescapeString(strings.Join(strings.Fields(anyTag.ReplaceAllString(part, " ")), " "))
}

// TestServeAnnotated: a game's page tells all that its record says of the moves.
func TestServeAnnotated(t *testing.T) {
	h := importText(t, annotatedGame).pages(t, 0)
	page := text200(t, h, "/game/1")
	const want = `before <i>the</i> tags before all 1. South A+2! the first and <u>more 1... North e? ` +
		`Variation: 1... North b+3 instead 2. South B?! Variation: 2. South D deep Variation: 2. South E North e+12 ` +
		`Variation: begins 1... North b+3 Cannot be played: nonsense {why} ( B ) C 2. South C+2 $14`
	if got := wordsOf(page, `id="plies">`, `<details`); got != want {
		t.Errorf("the moves are\n%s, want\n%s", got, want)
	}
	if got, want := wordsOf(page, `<ul class="facts">`, `</ul>`), "event Club <b>Open round 3 date 2024.03.??"; got != want {
		t.Errorf("above the game stands %q, want %q", got, want)
	}
	for side, want := range map[string]string{"north": "▶ North N. <i>Two to move", "south": "▶ South Ada Beispiel to move"} {
		if got := wordsOf(page, `<p class="who `+side, `</p>`); !strings.HasSuffix(got, want) {
			t.Errorf("at %s's row stands %q, want %q", side, got, want)
		}
	}
	note := func(page string) string { return wordsOf(page, `<div id="note"`, `</div>`) }
	for ply, want := range map[string]string{"0": "before <i>the</i> tags before all", "1": "the first and <u>more", "2": "", "v1": "instead", "v3": "deep", "v6": "begins"} {
		if got := note(text200(t, h, "/game/1?ply="+ply)); !strings.HasSuffix(got, strings.TrimSpace("> "+want)) {
			t.Errorf("at ply %s is said %q, want %q", ply, got, want)
		}
	}
	explore := regexp.MustCompile(`id="explore" href="([^"]*)"`)
	for i, line := range asides {
		address := fmt.Sprintf("/game/1?ply=v%d", i+1)
		page := text200(t, h, address)
		to, err := url.Parse(html.UnescapeString(explore.FindStringSubmatch(page)[1]))
		if err != nil || to.Query().Get("position") != after(t, line) {
			t.Errorf("%s is %v, %v, want %s", address, to, err, after(t, line))
		}
		if !strings.Contains(page, `href="`+address+`" data-ply="`+strconv.Itoa(4+i)+`" aria-current="step"`) {
			t.Errorf("%s: the move is not marked", address)
		}
	}
	for ply, want := range map[string]int{"v7": http.StatusNotFound, "v0": http.StatusBadRequest, "v": http.StatusBadRequest, "v-1": http.StatusBadRequest, "-1": http.StatusBadRequest, "4": http.StatusNotFound} {
		if got := get(t, h, "/game/1?ply="+ply).StatusCode; got != want {
			t.Errorf("ply %s: status %d, want %d", ply, got, want)
		}
	}
}

// longRecord is the record of a game of 36 plies and so many rounds of 42 that lead to
// the same position.
func longRecord(rounds int) string {
	return "[Game \"En Dodoi\"]\n[Pits \"6\"]\n[Setup \"1\"]\n[Position \"0,0,1,1,0,0/1,1,3,0,0,0 41-0 S\"]\n\n" +
		"A d C e D b F a B e B f C c E a A b F a B c A f C d E e D a E c F e B a " +
		strings.Repeat("A b B c D d F b A f A d D e C f D a A b F a B b C d D f B a F a D d E c F d A a B f ", rounds) + "*\n"
}

// TestServeLongGame: of a game of very many plies the page has the first, says so, and
// has the record; so has the exported one.
func TestServeLongGame(t *testing.T) {
	const rounds = 400
	a := importText(t, longRecord(rounds))
	var game []struct{ Plies int }
	if err := json.Unmarshal(a.alai(t, "list", "--format", "json"), &game); err != nil || game[0].Plies < 10_000 {
		t.Fatal(game, err)
	}
	h := a.pages(t, 0)
	says := fmt.Sprintf("The first 5000 of %d plies are shown", game[0].Plies)
	file := filepath.Join(t.TempDir(), "game.html")
	a.alai(t, "export", "--format", "html", "-o", file, "1")
	exported, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, page := range map[string]string{"the page": text200(t, h, "/game/1"), "the file": string(exported)} {
		if n := strings.Count(page, " data-ply="); n != 5000 || !strings.Contains(page, says) || len(page) > 2_500_000 {
			t.Errorf("%s has %d plies in %d bytes", name, n, len(page))
		}
		if _, record, _ := strings.Cut(page, "<pre"); strings.Count(record, " f") < 3*rounds {
			t.Errorf("%s lacks the record", name)
		}
	}
	if page := text200(t, h, fmt.Sprintf("/game/1?ply=%d", game[0].Plies)); !strings.Contains(page, "Ply 5000:") {
		t.Errorf("behind the plies that are shown the page has no board of the last of them")
	}
	if answer := get(t, h, fmt.Sprintf("/game/1?ply=%d", game[0].Plies+1)); answer.StatusCode != http.StatusNotFound {
		t.Errorf("behind the last ply the status is %d", answer.StatusCode)
	}
}

// TestServeManyVariations: a record of many variations, or deep ones, makes no endless
// page, and says that it leaves some out.
// TestServeHugeGame: whatever a record is full of, its page has a size that a browser
// can show, and says what it leaves out.
func TestServeHugeGame(t *testing.T) {
	const size = 3 << 20
	fill := func(text string) string { return strings.Repeat(text, size/len(text)) }
	for name, tt := range map[string]struct {
		head, text string
		says       []string
	}{
		"a comment":  {"", "1. A {" + fill("<b> ") + "}", []string{"Not all comments are shown", "alai show has all", "…</span>"}},
		"comments":   {"", "{first} 1. A {second}" + strings.Repeat(" {<b>}", 100_000), []string{"Not all comments are shown", ">first<", ">second<"}},
		"variations": {"", "1. A" + strings.Repeat(" (1. B {c})", 100_000), []string{"More of it is in the record below."}},
		"junk":       {"", "1. A" + strings.Repeat(" (1. <x>)", 100_000), []string{"More of it is in the record below."}},
		"glyphs":     {"", "1. A" + strings.Repeat(" $9", 200_000), []string{"…"}},
		"a name":     {"[South \"" + fill("x") + "\"]\n", "1. A", []string{"x… - "}},
		"a tag":      {"[Note \"" + fill("'") + "\"]\n", "1. A", []string{"…</dd>"}},
	} {
		t.Run(name, func(t *testing.T) {
			page := text200(t, importText(t, tt.head+"[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n"+tt.text+" *\n").pages(t, 0), "/game/1")
			for _, says := range tt.says {
				if !strings.Contains(page, says) {
					t.Errorf("the page does not say %q", says)
				}
			}
			if len(page) > 6<<20 {
				t.Errorf("the page has %d bytes", len(page))
			}
		})
	}
}

func TestServeManyVariations(t *testing.T) {
	head := "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A+2 e "
	for name, variations := range map[string]string{
		"many": strings.Repeat("(1... b 2. B) ", 5000),
		"deep": strings.Repeat("(1... b ", 900) + strings.Repeat(")", 900),
	} {
		page := text200(t, importText(t, head+variations+"*\n").pages(t, 0), "/game/1")
		list, _, _ := strings.Cut(page, "<details>")
		if n := strings.Count(list, "data-ply="); n > 1002 || n < 20 {
			t.Errorf("%s: %d plies are listed", name, n)
		}
		if !strings.Contains(list, "More of it is in the record below.") {
			t.Errorf("%s: the page does not say that there are more", name)
		}
	}
}

// TestServeMarks: the last ply is marked by shapes, with words for them.
func TestServeMarks(t *testing.T) {
	h := importText(t, annotatedGame).pages(t, 0)
	page := text200(t, h, "/game/1?ply=1") // A, five laps to C, which captures it and d
	pits := regexp.MustCompile(`data-name="(.)" aria-label="([^"]*)"[^\n]*class="marks" aria-hidden="true">([^<]*)<`)
	marked := func(page string) (list []string) {
		for _, m := range pits.FindAllStringSubmatch(page, -1) {
			if m[3] != "" {
				list = append(list, m[2]+" "+m[3])
			}
		}
		slices.Sort(list)
		return list
	}
	want := []string{"North pit d, 0 seeds, captured from ×", "South pit A, 2 seeds, sown ○", "South pit C, 0 seeds, last seed in, captured from ●×"}
	if got := marked(page); !slices.Equal(got, want) {
		t.Errorf("marked are %q, want %q", got, want)
	}
	if got := wordsOf(page, `id="legend">`, `</p>`); got != "The last ply: ○ sown ● last seed in × captured from" {
		t.Errorf("the legend is %q", got)
	}
	if got := marked(text200(t, h, "/game/1?ply=0")); got != nil {
		t.Errorf("at the start are marked %q", got)
	}
	if !strings.Contains(page, `<p class="who north moves"`) || strings.Contains(page, `<p class="who south moves"`) {
		t.Error("it is North's turn, and the board does not say so")
	}
	page = text200(t, h, "/explore?game=en-dodoi&pits=6&rules=usual&line=A")
	for _, part := range []string{
		`<div class="pit South from"`, `<div class="pit South last taken"`, `<p class="who north moves"`, `aria-label="South pit C, 0 seeds, last seed in, captured from"`, `id="legend"`,
	} {
		if !strings.Contains(page, part) {
			t.Errorf("the explorer lacks %s", part)
		}
	}
	// A pit that can be sown is read as its text.
	page = text200(t, h, "/explore?game=en-dodoi&pits=6&rules=usual&line=A+e")
	if got := wordsOf(page, `data-name="B"`, `</a>`); !strings.Contains(got, "1 ● seed, last seed in") {
		t.Errorf("pit B is read as %q", got)
	}
	if page := text200(t, h, "/explore?game=en-dodoi&pits=6&rules=usual"); strings.Contains(page, `id="legend"`) {
		t.Error("the start has a legend")
	}
}

// TestServeScale: the curve says how high it is, and for whom.
func TestServeScale(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 0)
	for lang, want := range map[string]string{
		"en": "3 0 2 South leads North leads ply 0 ply 16", // South takes 3, then North 5
		"de": "3 0 2 Süd führt Nord führt Halbzug 0 Halbzug 16", "cs": "3 0 2 vede Jih vede Sever půltah 0 půltah 16",
	} {
		if got := wordsOf(text200(t, h, "/game/182?lang="+lang), `<div class="plot">`, `</div>`); got != want {
			t.Errorf("%s: the curve says %q, want %q", lang, got, want)
		}
	}
}

// TestBrowserSteps: whatever ply the script goes to, it draws what the server does, in
// the main line and in variations.
func TestBrowserSteps(t *testing.T) {
	a := importText(t, annotatedGame)
	b := newBrowser(t, a.serve(t))
	const seen = `(page, start = 'position=4%2C4%2C4%2C4%2C4%2C4%2F4%2C4%2C4%2C4%2C4%2C4%200-0%20S ') /* which the address of the start leaves out */ => ['board', 'say', 'note'].map(id => page.getElementById(id).outerHTML).concat(
		['previous', 'next', 'explore'].map(id => page.getElementById(id).getAttribute('href').split(/[?&]/).toSorted().join(' ').replaceAll('+', '%20').replace(start, '')),
		page.querySelector('#plies [aria-current]')?.dataset.ply ?? '', page.getElementById('here').getAttribute('x1') * 1 + '')`
	for _, lang := range []string{"en", "de"} {
		b.open("/game/1?lang=" + lang)
		for number, name := range []string{"0", "1", "2", "3", "v1", "v2", "v3", "v4", "v5", "v6"} {
			if number == 0 {
				b.click("#first")
			} else {
				b.click(fmt.Sprintf(`#plies [data-ply="%d"]`, number))
			}
			b.until(fmt.Sprintf("location.search === '?lang=%s&ply=%s'", lang, name))
			got := value[[]string](b, "("+seen+")(document)")
			want := value[[]string](b, fmt.Sprintf(`fetch(location.href).then(r => r.text()).then(text => (%s)(new DOMParser().parseFromString(text, 'text/html')))`, seen))
			for i := range want {
				if got[i] != want[i] {
					t.Errorf("%s, ply %s: the script has\n%s\nthe server\n%s", lang, name, got[i], want[i])
				}
			}
		}
	}

	// The keys go along a variation, with its sowings, and back to where it leaves the game.
	b.open("/game/1?ply=v4")
	for _, step := range []struct{ key, ply, line string }{
		{kb.ArrowRight, "v5", "A b E e"}, {kb.ArrowLeft, "v4", "A b E"}, {kb.ArrowLeft, "v1", "A b"}, {kb.ArrowRight, "v2", "A b B"}, {kb.ArrowLeft, "v1", "A b"}, {kb.ArrowLeft, "1", "A"},
		{kb.ArrowRight, "2", "A e"}, {kb.End, "3", "A e C"},
	} {
		b.key(step.key)
		b.until(fmt.Sprintf("location.search === '?ply=%s'", step.ply))
		if got, want := b.board(), drawn(after(t, step.line)); got != want {
			t.Errorf("at ply %s the board is %s, want %s", step.ply, got, want)
		}
	}

	script := axe(t)
	for _, width := range []int64{1100, 320} {
		b.run(chromedp.EmulateViewport(width, 800))
		for _, address := range []string{"/game/1", "/game/1?ply=1", "/game/1?ply=v3", "/explore?game=en-dodoi&pits=6&rules=usual&line=A+e"} {
			b.open(address)
			b.accessible(script, fmt.Sprintf("%s, %d wide", address, width))
			if wide := value[int64](b, "document.documentElement.scrollWidth"); wide > width {
				t.Errorf("%s is %d wide, want %d", address, wide, width)
			}
		}
	}
}

// TestBrowserVariationFile: in a file the variations are replayed too.
func TestBrowserVariationFile(t *testing.T) {
	a := importText(t, annotatedGame)
	folder := filepath.Join(t.TempDir(), "site")
	a.alai(t, "export", "--format", "html", "-o", folder, "--quiet")
	a.alai(t, "export", "1", "--format", "html", "-o", filepath.Join(folder, "one.html"), "--quiet")
	b := newBrowser(t, "file://"+folder+"/")
	for _, name := range []string{"game-1.html", "one.html"} {
		b.open(name + "#ply-v2")
		if got, want := b.board(), drawn(after(t, "A b B")); got != want {
			t.Errorf("%s: the variation is %s, want %s", name, got, want)
		}
		b.click(`#plies [data-ply="6"]`)
		b.until("location.hash === '#ply-v3'")
		if got, want := b.board(), drawn(after(t, "A b D")); got != want {
			t.Errorf("%s: the variation is %s, want %s", name, got, want)
		}
		b.run(chromedp.Navigate("about:blank"))
	}
}

// TestBrowserPresses: each press of the key goes on by a ply, whether the sowing before
// has ended or not.
func TestBrowserPresses(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	positions := a.positions(t, "5")
	b.open("/game/5?ply=20")
	b.run(chromedp.SetValue(chromedp.CSS("#speed"), "600"))
	for range 4 {
		b.key(kb.ArrowRight)
	}
	b.until("location.search === '?ply=23' && document.querySelector('.lifted, .sown')") // the fourth is sown
	b.run(chromedp.Evaluate[chromedp.Void]("document.getElementById('speed').append(new Option('test', 6)); document.getElementById('speed').value = 6; 0"))
	b.until("location.search === '?ply=24'")
	if got, want := b.board(), drawn(positions[23]); got != want {
		t.Errorf("after four presses the board is %s, want %s", got, want)
	}
	time.Sleep(50 * time.Millisecond)
	if got := value[string](b, "location.search"); got != "?ply=24" {
		t.Errorf("four presses lead to %s", got)
	}
}

// TestBrowserMoveList: the list of moves follows the replay, to its beginning too, and
// on a phone ends before what comes below it.
func TestBrowserMoveList(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	b.run(chromedp.EmulateViewport(360, 800))
	b.open("/game/50")
	if top := value[float64](b, "document.querySelector('.moves.scroll').scrollTop"); top < 100 {
		t.Errorf("at the end the list is scrolled by %v", top)
	}
	b.key(kb.Home)
	b.until("location.search === '?ply=0'")
	if top := value[float64](b, "document.querySelector('.moves.scroll').scrollTop"); top != 0 {
		t.Errorf("at the start the list is scrolled by %v", top)
	}
	if gap := value[float64](b, "document.querySelector('details').getBoundingClientRect().top - document.querySelector('.moves.scroll').getBoundingClientRect().bottom"); gap < 12 {
		t.Errorf("below the list is a gap of %v", gap)
	}
	if cut := value[int](b, `(() => {
		const end = document.querySelector('.moves.scroll').getBoundingClientRect().bottom;
		return [...document.querySelectorAll('#plies li')].filter(li => { const box = li.getBoundingClientRect(); return box.top < end - 2 && box.bottom > end + 2 }).length;
	})()`); cut != 0 {
		t.Errorf("%d moves are cut at the end of the list", cut)
	}
}
