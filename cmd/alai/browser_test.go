package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"alai/cmd/alai/words"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	cdplog "github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// needBrowser is the variable that makes a missing browser an error.
const needBrowser = "ALAI_NEED_BROWSER"

// browserPath finds the browser, or skips the test where there is none and nobody
// needs it.
func browserPath(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes its time")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv(needBrowser) != "" || os.Getenv("CI") != "" {
		t.Fatal("there is no chromium, which the web pages are to be tested in: apt-get install chromium")
	}
	t.Skip("THE WEB PAGES ARE NOT TESTED: there is no chromium here (apt-get install chromium)")
	return ""
}

// A browser is a browser with one page, which complains of what pages must not do.
type browser struct {
	t   *testing.T
	ctx context.Context

	mu     sync.Mutex
	faults []string // what went wrong in pages, and requests to where none may go
	origin string   // the beginning of all addresses that may be asked for
	asked  int      // requests
}

func newBrowser(t *testing.T, origin string) *browser {
	t.Helper()
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(browserPath(t)), chromedp.UserDataDir(t.TempDir()),
		chromedp.NoSandbox, chromedp.DisableGPU, chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true), chromedp.WindowSize(1100, 900))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, _ = chromedp.NewContext(ctx) // cancelled by Cancel, which waits
	t.Cleanup(func() { chromedp.Cancel(ctx) })
	b := &browser{t: t, ctx: ctx, origin: origin}
	b.run() // opens the page
	if err := chromedp.Listen(ctx, b.heard); err != nil {
		t.Fatal(err)
	}
	if _, err := chromedp.Call(ctx, runtime.Enable, cdp.Empty{}); err != nil { // for what fails in scripts
		t.Fatal(err)
	}
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, fault := range b.faults {
			t.Error(fault)
		}
		if b.asked == 0 {
			t.Error("no request was seen, so that nothing is known of where they go")
		}
	})
	return b
}

// heard watches what the page does.
func (b *browser) heard(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	fault := func(format string, args ...any) { b.faults = append(b.faults, fmt.Sprintf(format, args...)) }
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.asked++
		if !strings.HasPrefix(e.Request.URL, b.origin) && e.Request.URL != "data:," {
			fault("a request left for %s", e.Request.URL)
		}
	case *cdplog.EventEntryAdded:
		if e.Entry.Level == cdplog.EntryLevelError {
			fault("the browser says: %s (%s)", e.Entry.Text, e.Entry.URL)
		}
	case *runtime.EventExceptionThrown:
		fault("the script failed: %v", e.ExceptionDetails)
	case *page.EventJavascriptDialogOpening:
		fault("a dialog opened: %s", e.Message)
	}
}

// pagePatience is how long anything may take.
const pagePatience = 20 * time.Second

func (b *browser) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	ctx := b.ctx
	if len(actions) > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, pagePatience)
		defer cancel()
	}
	if err := chromedp.Do(ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// forgive takes faults away that are meant to be.
func (b *browser) forgive(text string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	before := len(b.faults)
	if b.faults = slices.DeleteFunc(b.faults, func(fault string) bool { return strings.Contains(fault, text) }); len(b.faults) == before {
		b.t.Errorf("the browser has not said: %s", text)
	}
}

// value evaluates an expression in the page.
func value[T any](b *browser, expression string) T {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.ctx, pagePatience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: %v", expression[:min(len(expression), 200)], err)
	}
	return v
}

// until waits for an expression to be true in the page.
func (b *browser) until(what string) {
	b.t.Helper()
	for deadline := time.Now().Add(pagePatience); ; time.Sleep(20 * time.Millisecond) {
		done, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("Boolean("+what+")")) // an error while the page changes
		if err == nil && done {
			return
		}
		if time.Now().After(deadline) {
			b.t.Fatalf("this did not come to be: %s (%v); the page is %s", what, err, value[string](b, "location.href + ' ' + document.body.innerText"))
		}
	}
}

const ready = "document.documentElement.dataset.ready === 'yes'"

// open goes to an address.
func (b *browser) open(address string) {
	b.t.Helper()
	b.run(chromedp.Navigate(b.origin + address))
	b.until(ready)
}

// click clicks with the mouse on the first element of a selector, in the middle of
// what is seen of it. (chromedp's own action loses a page that the browser had kept.)
func (b *browser) click(selector string) {
	b.t.Helper()
	at := value[[]float64](b, fmt.Sprintf(`(() => {
		const element = document.querySelector(%q);
		if (!element) return [];
		element.scrollIntoView({block: 'center', inline: 'center'});
		const box = element.getClientRects()[0];
		const x = box.x + box.width / 2, y = box.y + box.height / 2;
		const hit = document.elementFromPoint(x, y);
		return hit && (element.contains(hit) || hit.contains(element)) ? [x, y] : [];
	})()`, selector))
	if len(at) != 2 {
		b.t.Fatalf("%s is not there to be clicked", selector)
	}
	b.run(chromedp.MouseClickXY(at[0], at[1]))
}

func (b *browser) key(key string) {
	b.t.Helper()
	b.run(chromedp.KeyEvent(key))
}

// back goes to the page before in the history. A page that the browser has kept as it
// was fires no event of loading, which chromedp's own action waits for.
func (b *browser) back() {
	b.t.Helper()
	b.run(chromedp.Evaluate[chromedp.Void]("history.back()"))
}

// tabTo presses Tab until the focus is where selector says.
func (b *browser) tabTo(selector string) {
	b.t.Helper()
	for range 200 {
		b.key(kb.Tab)
		if value[bool](b, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	b.t.Fatalf("Tab does not come to %s", selector)
}

// atLine waits until the explorer is at a line.
func (b *browser) atLine(line string) {
	b.t.Helper()
	b.until(fmt.Sprintf("(new URLSearchParams(location.search).get('line') ?? '') === %q && %s", line, ready))
	b.until(fmt.Sprintf("[...document.querySelectorAll('.way a')].slice(1).filter(a => a.id !== 'back').map(a => a.textContent).join(' ') === %q", line))
}

// A webArchive is an archive for the browser.
type webArchive struct{ path string }

// markup is a name that would be seen if it were not shown as it is.
const markup = `<script>alert(1)</script><b id=\"bold\">&amp; \u202egnp`

func newWebArchive(t *testing.T) *webArchive {
	t.Helper()
	dir := t.TempDir()
	a := &webArchive{filepath.Join(dir, "test.db")}
	hostile := filepath.Join(dir, "hostile.mgn")
	name := strings.ReplaceAll(markup, `\u202e`, "\u202e")
	record := "[Event \"" + name + "\"]\n[Date \"2024.03.09\"]\n[South \"" + name + "\"]\n[North \"B. Player\"]\n[Match \"M <i>\"]\n[Round \"1\"]\n[Result \"*\"]\n[Game \"Adji-Boto\"]\n\n" +
		"1. D b {</script><img src=x onerror=alert(2)>} 2. B a 3. A d 4. C c 5. E e 6. B c 7. E e 8. C+3 e+5 *\n"
	if err := os.WriteFile(hostile, []byte(record), 0o644); err != nil {
		t.Fatal(err)
	}
	referee := "../../testdata/referee/"
	a.alai(t, "import", referee+"mancalagames/adjiboto.mgn", referee+"ludii/endodoi-6.mgn", referee+"ludii/endodoi-8.mgn", hostile, "--quiet")
	return a
}

// alai runs a command on the archive and returns its answer.
func (a *webArchive) alai(t *testing.T, args ...string) []byte {
	t.Helper()
	var out, problems bytes.Buffer
	s := &streams{in: strings.NewReader(""), out: bufio.NewWriter(&out), err: &problems}
	if status := run(t.Context(), append(args, "--db", a.path), s); status != statusDone {
		t.Fatalf("alai %s: status %d\n%s", strings.Join(args, " "), status, &problems)
	}
	return out.Bytes()
}

// serve serves the archive while the test runs, and returns the address without the
// slash at its end.
func (a *webArchive) serve(t *testing.T) string {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, w := io.Pipe()
	ended := make(chan int)
	go func() {
		s := &streams{in: strings.NewReader(""), out: bufio.NewWriter(w), err: io.Discard}
		ended <- run(ctx, []string{"serve", "--db", a.path, "--addr", "127.0.0.1:0", "--quiet"}, s)
	}()
	t.Cleanup(func() {
		cancel()
		if status := <-ended; status != statusInterrupted {
			t.Errorf("serve ended with status %d, want %d", status, statusInterrupted)
		}
	})
	line, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(line, "/\n")
}

// openings compares the page's table with the command's answer.
func (b *browser) openings(a *webArchive, flags ...string) {
	b.t.Helper()
	var want []openingRow
	if err := json.Unmarshal(a.alai(b.t, append([]string{"openings", "--format", "json", "--quiet"}, flags...)...), &want); err != nil {
		b.t.Fatal(err)
	}
	b.until("!document.getElementById('count')")
	got := value[[][]string](b, "[...document.querySelectorAll('#openings tbody tr')].map(tr => [...tr.cells].map(cell => cell.textContent.trim()))")
	var cells [][]string
	for _, r := range want {
		number := func(d *decimal) string { return cellText(d) }
		cells = append(cells, []string{
			r.Move, fmt.Sprint(r.Games), number(r.Share), "", fmt.Sprint(r.South), fmt.Sprint(r.Draws), fmt.Sprint(r.North), fmt.Sprint(r.Unfinished),
			number(r.MeanMargin), number(r.MeanPlies), fmt.Sprint(r.Reached),
		})
	}
	if !slices.EqualFunc(got, cells, slices.Equal[[]string]) {
		b.t.Errorf("openings %v: the page has\n%q, the command\n%q", flags, got, cells)
	}
	for i, r := range want {
		if r.SouthPct == nil {
			continue
		}
		label := fmt.Sprintf("South won %s %%, drawn %s %%, North won %s %%", r.SouthPct, r.DrawPct, r.NorthPct)
		if got := value[string](b, fmt.Sprintf("document.querySelectorAll('#openings tbody tr')[%d].querySelector('svg').getAttribute('aria-label')", i)); got != label {
			b.t.Errorf("the bar of %s says %q, want %q", r.Move, got, label)
		}
	}
}

// board returns the position that the page draws, without its end.
func (b *browser) board() string {
	b.t.Helper()
	return value[string](b, `(() => {
		const seeds = (cells) => [...cells].map(cell => cell.querySelector('.seeds').textContent);
		const rows = ['North', 'South'].map(owner => seeds(document.querySelectorAll('.pit.' + owner)).join(','));
		return rows.join('/') + ' ' + seeds([document.querySelector('[data-store="0"]'), document.querySelector('[data-store="1"]')]).join('-');
	})()`)
}

// drawn is what board returns for a position.
func drawn(position string) string {
	fields := strings.Fields(position)
	return fields[0] + " " + fields[1]
}

// A shownLine is a game as show tells it.
type shownLine struct {
	Moves     []string
	Captures  []int
	Positions []string // after each ply
}

func (a *webArchive) game(t *testing.T, id string) shownLine {
	t.Helper()
	var games []shownLine
	if err := json.Unmarshal(a.alai(t, "show", id, "--boards", "--format", "json"), &games); err != nil {
		t.Fatal(err)
	}
	if len(games) != 1 || len(games[0].Positions) == 0 {
		t.Fatalf("game %s has no positions", id)
	}
	return games[0]
}

// positions returns the positions of a game after each ply.
func (a *webArchive) positions(t *testing.T, id string) []string {
	t.Helper()
	return a.game(t, id).Positions
}

func TestBrowserMouse(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	b.open("/")
	b.click(".kinds li:first-child a")
	b.until("location.pathname === '/explore' && " + ready)
	b.open("/explore?game=adji-boto")
	flags := []string{"--game", "adji-boto", "--rules", "usual"}
	b.openings(a, flags...)
	b.click(`.board a[data-name="D"]`)
	b.atLine("D")
	b.openings(a, append(flags, "--line", "D")...)
	b.click(`#openings tr[data-move="a"] td:nth-child(3)`) // anywhere in the row
	b.atLine("D a")
	b.openings(a, append(flags, "--line", "D a")...)
	b.click(".found a")
	b.until("location.pathname.startsWith('/game/') && " + ready)
	id := value[string](b, "location.pathname.split('/')[2]")
	if got, want := b.board(), drawn(a.positions(t, id)[1]); got != want {
		t.Errorf("game %s after ply 2 is %s, want %s", id, got, want)
	}
	b.click("#explore")
	b.until("location.search.includes('position=') && " + ready)
	b.back()
	b.until("location.pathname.startsWith('/game/') && " + ready)
	b.back()
	b.atLine("D a")
	b.click("#back")
	b.atLine("D")
	b.back() // the page before in the history
	b.atLine("D a")
	b.click(".way li:first-child a")
	b.atLine("")
	b.openings(a, flags...)
	b.click(".filters summary")
	b.click(`.filters input[name="north"]`)
	b.run(chromedp.KeyEvent("random 2"))
	b.click(".filters button")
	b.until("location.search.includes('north=random') && " + ready)
	b.openings(a, append(flags, "--north", "random 2")...)
	b.open("/explore?game=adji-boto&rules=usual&first=north")
	b.openings(a, append(flags, "--first", "north")...)
	b.open("/explore?game=en-dodoi&pits=8&rules=usual&line=D+b")
	b.openings(a, "--game", "en-dodoi", "--pits", "8", "--line", "D b")
	b.open("/explore?game=en-dodoi&pits=6&rules=usual")
	b.openings(a, "--game", "en-dodoi", "--pits", "6")
}

func TestBrowserKeyboard(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	flags := []string{"--game", "adji-boto", "--rules", "usual"}
	b.open("/")
	b.tabTo(`header a[href="/explore"]`)
	b.key(kb.Enter)
	b.until("location.pathname === '/explore' && " + ready)
	b.tabTo(`a[href*="adji-boto"][href*="usual"]`)
	b.key(kb.Enter)
	b.atLine("")
	b.tabTo(".board a.pit")
	b.key(kb.ArrowRight)
	if got := value[string](b, "document.activeElement.dataset.name"); got != "B" {
		t.Errorf("the arrow key leads to %q, want B", got)
	}
	b.key("d") // the letter sows pit D
	b.atLine("D")
	if live := value[string](b, "document.getElementById('live').textContent"); !strings.Contains(live, "South has played D. North to move") {
		t.Errorf("the live region says %q", live)
	}
	b.openings(a, append(flags, "--line", "D")...)
	if !value[bool](b, "document.activeElement.matches('.board a.pit')") {
		t.Error("the focus has left the board")
	}
	b.tabTo(`#openings tr[data-move="a"] a`)
	b.key(kb.Enter)
	b.atLine("D a")
	b.openings(a, append(flags, "--line", "D a")...)
	if !value[bool](b, "document.activeElement.matches('#openings a.move')") {
		t.Error("the focus has left the table")
	}
	b.tabTo(".found a")
	b.key(kb.Enter)
	b.until("location.pathname.startsWith('/game/') && " + ready)
	id := value[string](b, "location.pathname.split('/')[2]")
	positions := a.positions(t, id)
	b.key(kb.End)
	if got, want := b.board(), drawn(positions[len(positions)-1]); got != want {
		t.Errorf("the last board is %s, want %s", got, want)
	}
	b.key(kb.ArrowLeft)
	if got, want := b.board(), drawn(positions[len(positions)-2]); got != want {
		t.Errorf("the board before is %s, want %s", got, want)
	}
	b.key(kb.Home)
	if got, want := b.board(), "10,10,10,10,10/10,10,10,10,10 0-0"; got != want {
		t.Errorf("the first board is %s, want %s", got, want)
	}
	b.tabTo("#explore")
	b.key(kb.Enter)
	b.until("location.pathname === '/explore' && " + ready)
	b.tabTo(".board a.pit")
	b.key("c")
	b.atLine("C")
	b.key(kb.Backspace)
	b.atLine("")
	b.openings(a, flags...)
}

// TestBrowserNoScript goes the way without script.
func TestBrowserNoScript(t *testing.T) {
	a := newWebArchive(t)
	server := httptest.NewServer(a.pages(t, time.Minute)) // no page goes without its table, however busy the machine is
	t.Cleanup(server.Close)
	b := newBrowser(t, server.URL)
	if _, err := chromedp.Call(b.ctx, emulation.SetScriptExecutionDisabled, emulation.SetScriptExecutionDisabledParams{Value: true}); err != nil {
		t.Fatal(err)
	}
	const loaded = " && document.readyState === 'complete'"
	flags := []string{"--game", "adji-boto", "--rules", "usual"}
	b.run(chromedp.Navigate(b.origin + "/explore?game=adji-boto&rules=usual"))
	b.click(`.board a[data-name="D"]`)
	b.until("location.search.includes('line=D&')" + loaded)
	b.openings(a, append(flags, "--line", "D")...)
	b.click(`#openings tr[data-move="a"] a`)
	b.until("location.search.includes('line=D+a&')" + loaded)
	b.openings(a, append(flags, "--line", "D a")...)
	b.click("#back")
	b.until("location.search.includes('line=D&')" + loaded)
	b.click(".found a")
	b.until("location.pathname.startsWith('/game/')" + loaded)
	if value[bool](b, ready) {
		t.Error("the script has run")
	}
	id := value[string](b, "location.pathname.split('/')[2]")
	positions := a.positions(t, id)
	for _, step := range []struct {
		button string
		ply    int
	}{{"#next", 2}, {"#next", 3}, {"#previous", 2}, {`[data-ply="7"]`, 7}, {"#final", len(positions)}} {
		b.click(step.button)
		b.until(fmt.Sprintf("location.search === '?ply=%d'", step.ply) + loaded)
		if got, want := b.board(), drawn(positions[step.ply-1]); got != want {
			t.Errorf("after ply %d the board is %s, want %s", step.ply, got, want)
		}
	}
}

// TestBrowserCount: what takes long to count comes behind the board, and does not
// take the focus away.
func TestBrowserCount(t *testing.T) {
	a := newWebArchive(t)
	h := a.pages(t, 1)
	var asked atomic.Int32 // to count
	release := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Query().Has("count") {
			asked.Add(1)
			<-release
		}
		h.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	b := newBrowser(t, server.URL)
	b.open("/explore?game=adji-boto&pits=5&rules=usual&south=Random+1")
	b.until("document.getElementById('count')?.textContent === 'Counting the games from here'")
	b.tabTo(`.board a[data-name="A"]`)
	b.key(kb.ArrowRight)
	release <- struct{}{}
	b.openings(a, "--game", "adji-boto", "--rules", "usual", "--south", "Random 1")
	if got := value[string](b, "document.activeElement.dataset.name"); got != "B" {
		t.Errorf("the focus is on %q, want B", got)
	}
	if got := value[string](b, "location.search"); strings.Contains(got, "count") {
		t.Errorf("the address is %s", got)
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("it was counted %d times", n)
	}

	// So do the rows of a list. What is being written beside them stays.
	asked.Store(0)
	b.open("/games?sort=-plies")
	b.until("document.getElementById('count')?.textContent === 'Looking through the games'")
	b.click(".filters summary")
	b.tabTo(`.filters input[name="player"]`)
	b.key("R")
	release <- struct{}{}
	b.until("document.querySelectorAll('#result tbody tr').length === 50")
	if got := value[string](b, "document.activeElement.name + ' ' + document.activeElement.value"); got != "player R" {
		t.Errorf("the focus is on %q, want player R", got)
	}
	if n := asked.Load(); n != 1 {
		t.Errorf("the games were looked through %d times", n)
	}
}

// TestBrowserReplay replays whole games, ply by ply and by Play.
func TestBrowserReplay(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	for _, id := range []string{"5", "70", "130", "182"} { // Adji-Boto, En Dodoi on two boards, the record with a comment
		game := a.game(t, id)
		b.open("/game/" + id + "?ply=0")
		b.run(chromedp.SetValue(chromedp.CSS("#speed"), "0"))
		moves := value[[]string](b, "[...document.querySelectorAll('#plies a')].map(a => a.lastChild.textContent)")
		for i, position := range game.Positions {
			want, captures := game.Moves[i], game.Captures[i]
			if captures > 0 {
				want += fmt.Sprintf("+%d", captures)
			}
			if moves[i] != want {
				t.Errorf("game %s has as ply %d %q, want %q", id, i+1, moves[i], want)
			}
			b.click("#next")
			b.until(fmt.Sprintf("document.getElementById('say').textContent.startsWith('Ply %d: ')", i+1))
			if got, want := b.board(), drawn(position); got != want {
				t.Fatalf("game %s after ply %d is %s, want %s", id, i+1, got, want)
			}
			live := value[string](b, "document.getElementById('say').textContent")
			if strings.Contains(live, fmt.Sprintf(", captures %d.", captures)) != (captures > 0) {
				t.Fatalf("after ply %d the live region says %q", i+1, live)
			}
		}
		b.until(fmt.Sprintf("location.search === '?ply=%d'", len(moves))) // which follows when the replay rests
	}
	positions := a.positions(t, "182")
	last := fmt.Sprintf("location.search === '?ply=%d'", len(positions))
	b.open("/game/182?ply=0")
	b.run(chromedp.Evaluate[chromedp.Void]("document.getElementById('speed').append(new Option('test', 6)); document.getElementById('speed').value = 6; 0"))
	b.run(chromedp.Evaluate[chromedp.Void](`window.lifted = 0; new MutationObserver(() => { if (document.querySelector('.lifted')) window.lifted++ }).observe(document.getElementById('board'), {subtree: true, attributes: true}); 0`))
	b.click("#play")
	b.until(last)
	if got, want := b.board(), drawn(positions[len(positions)-1]); got != want {
		t.Errorf("played to its end the game shows %s, want %s", got, want)
	}
	if lifted := value[int](b, "window.lifted"); lifted < len(positions) {
		t.Errorf("seeds were seen lifted %d times in %d plies", lifted, len(positions))
	}
}

// TestBrowserLanguages holds that the script says what the server does in every
// language, and that the links to languages follow it.
func TestBrowserLanguages(t *testing.T) {
	a := newWebArchive(t)
	address := a.serve(t)
	h := a.pages(t, 0)
	b := newBrowser(t, address)
	said := regexp.MustCompile(`<p class="say" id="say"[^>]*>([^<]*)</p>`)
	for _, l := range words.Languages() {
		for _, ply := range []int{0, 1, 15, 16} { // the last two capture
			page := text200(t, h, fmt.Sprintf("/game/182?lang=%s&ply=%d", l, ply))
			b.open(fmt.Sprintf("/game/182?lang=%s&ply=%d", l, 9))
			if ply == 0 {
				b.click("#first")
			} else {
				b.click(fmt.Sprintf("#plies [data-ply='%d']", ply))
			}
			if got, want := value[string](b, "document.getElementById('say').textContent"), html.UnescapeString(said.FindStringSubmatch(page)[1]); got != want {
				t.Errorf("%s: the script says %q, the server %q", l, got, want)
			}
		}
		b.click("#languages [hreflang=cs]")
		b.until("document.documentElement.lang === 'cs' && location.search === '?lang=cs&ply=16' && " + ready)
		b.open("/explore?game=adji-boto&rules=usual&lang=" + string(l))
		b.click(`.board a[data-name="D"]`)
		b.atLine("D")
		b.click("#languages [hreflang=de]")
		b.until("document.documentElement.lang === 'de' && " + ready)
		b.atLine("D")
	}
}

// TestBrowserMarkup holds that text from records is shown as it is.
func TestBrowserMarkup(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	shown := strings.ReplaceAll(markup, `\"`, `"`) // in a record the quotes are escaped
	for _, address := range []string{
		"/game/182", "/games?event=*script*", "/players?player=*script*", "/player?name=*script*", "/match?name=M+*",
		"/explore?game=adji-boto&rules=usual&south=*script*", "/games?south=" + url.QueryEscape(`"><script>alert(3)</script>`),
		"/explore?game=adji-boto&rules=usual&position=" + url.QueryEscape(`"><script>alert(4)</script>`),
	} {
		b.run(chromedp.Navigate(b.origin + address))
		b.until(ready)
		if value[bool](b, "Boolean(document.getElementById('bold') || document.querySelector('main img, main i, main script:not([type])'))") {
			t.Errorf("%s has markup from a record", address)
		}
		if value[bool](b, `document.documentElement.outerHTML.includes('\u202e')`) {
			t.Errorf("%s has a character that turns the direction of writing", address)
		}
		text := value[string](b, "document.querySelector('main').textContent")
		if strings.Contains(address, "*") && !strings.Contains(address, "match") && !strings.Contains(text, shown) {
			t.Errorf("%s does not show the name %s:\n%s", address, shown, text)
		}
	}
	b.forgive("400 (Bad Request)") // of the last address
}

// axe returns the accessibility checker.
func axe(t *testing.T) string {
	t.Helper()
	packed, err := os.Open("testdata/axe-core/axe.min.js.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	r, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	script, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	const want = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
	if sum := sha256.Sum256(script); hex.EncodeToString(sum[:]) != want {
		t.Fatalf("axe.min.js has the checksum %x", sum)
	}
	return string(script)
}

// accessible runs the checker on the page.
func (b *browser) accessible(script, what string) {
	b.t.Helper()
	b.run(chromedp.Evaluate[chromedp.Void](script + "; 0"))
	type verdict struct {
		Passes     int
		Violations []string
	}
	result := value[verdict](b, `axe.run(document, {preload: false, runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(r => ({
		passes: r.passes.length, violations: r.violations.flatMap(v => v.nodes.map(n => v.id + ': ' + n.html + ' ' + n.failureSummary))}))`)
	if result.Passes == 0 {
		b.t.Errorf("%s: nothing was checked", what)
	}
	for _, violation := range result.Violations {
		b.t.Errorf("%s: %s", what, violation)
	}
}

// TestBrowserAccessible runs the checker on every kind of page, light and dark, wide
// and as narrow as a phone.
func TestBrowserAccessible(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	script := axe(t)
	for _, scheme := range []string{"light", "dark"} {
		for _, width := range []int64{1100, 320} {
			scheme := emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}}
			if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, scheme); err != nil {
				t.Fatal(err)
			}
			b.run(chromedp.EmulateViewport(width, 800))
			for _, address := range []string{
				"/", "/explore", "/explore?game=adji-boto&rules=usual&line=D", "/explore?game=en-dodoi&pits=8&rules=usual&player=*", "/game/70?ply=12", "/game/182",
				"/games", "/players", "/player?name=Random+1", "/series", "/match?name=M+*", "/stats?lang=cs", "/nowhere",
			} {
				b.open(address)
				what := fmt.Sprintf("%s, %s, %d wide", address, scheme.Features[0].Value, width)
				b.accessible(script, what)
				if wide := value[int64](b, "document.documentElement.scrollWidth"); wide > width {
					t.Errorf("%s is %d wide", what, wide)
				}
			}
		}
	}
	b.forgive("404 (Not Found)") // of /nowhere
}

// emulate shows pages as wide as a screen, with a feature of the system such as
// "prefers-color-scheme", "dark"; "" for none.
func (b *browser) emulate(width int64, feature, value string) {
	b.t.Helper()
	var media emulation.SetEmulatedMediaParams
	if feature != "" {
		media.Features = []*emulation.MediaFeature{{Name: feature, Value: value}}
	}
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
	b.run(chromedp.EmulateViewport(width, 900))
}

// TestBrowserTables: nothing in a table is cut in two that is one word, date or number,
// and the explorer's table fits the page, on a phone as far as its bars.
func TestBrowserTables(t *testing.T) {
	a := newWebArchive(t)
	long := filepath.Join(t.TempDir(), "long.mgn")
	record := "[Event \"" + strings.Repeat("x", 100_000) + "\"]\n[Date \"" + strings.Repeat("1", 300) + "\"]\n[South \"" + strings.Repeat("Ř", 50_000) + "\"]\n[North \"Božena Nováková-Horáčková\"]\n[Game \"Adji-Boto\"]\n\n1. D b *\n"
	if err := os.WriteFile(long, []byte(record), 0o666); err != nil {
		t.Fatal(err)
	}
	a.alai(t, "import", long, "--quiet")
	b := newBrowser(t, a.serve(t))
	for _, width := range []int64{1280, 360} {
		b.emulate(width, "", "")
		for _, l := range words.Languages() {
			for _, address := range []string{"/games?sort=-id", "/players?player=*", "/series?player=*", "/stats?game=adji-boto", "/stats?player=*", "/player?name=random+1", "/explore?game=adji-boto&rules=usual"} {
				b.open(address + map[bool]string{true: "&", false: "?"}[strings.Contains(address, "?")] + "lang=" + string(l))
				b.until("!document.getElementById('count') && document.querySelector('table')")
				what := fmt.Sprintf("%s in %s, %d wide", address, l, width)
				broken := value[[]string](b, `[...document.querySelectorAll('td, tbody th')].flatMap(cell => {
					const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
					const list = [];
					for (let node; node = walker.nextNode();) for (const word of node.data.matchAll(cell.className ? /.+/g : /[^\s-]+/g)) {
						const range = document.createRange();
						range.setStart(node, word.index);
						range.setEnd(node, word.index + word[0].length);
						const lines = new Set([...range.getClientRects()].map(box => Math.round(box.top)));
						if (word[0].length < 24 && lines.size > 1) list.push(word[0]);
					}
					return list;
				})`)
				if len(broken) > 0 {
					t.Errorf("%s: broken are %q", what, broken[:min(len(broken), 10)])
				}
				if wide := value[float64](b, "Math.max(...[...document.querySelectorAll('td, th')].map(cell => cell.getBoundingClientRect().width))"); wide > 500 {
					t.Errorf("%s: a cell is %v wide", what, wide)
				}
				if high := value[float64](b, "Math.max(0, ...[...document.querySelectorAll('td')].map(cell => cell.getBoundingClientRect().height))"); high > 500 {
					t.Errorf("%s: a cell is %v high", what, high)
				}
				if wide := value[int64](b, "document.documentElement.scrollWidth"); wide > width {
					t.Errorf("%s: the page is %d wide", what, wide)
				}
				if !strings.HasPrefix(address, "/explore") {
					continue
				}
				seen := "[...document.querySelectorAll('#openings .bar')].every(bar => bar.getBoundingClientRect().right <= innerWidth - 8)"
				if width == 1280 {
					seen += " && document.querySelector('.scroll').scrollWidth <= document.querySelector('.scroll').clientWidth"
				}
				if !value[bool](b, seen) {
					t.Errorf("%s: the table does not fit", what)
				}
			}
		}
	}
}

// TestBrowserScrolls: the edge beyond which a table goes on is seen, whatever the
// colours, and the one where it ends has nothing.
func TestBrowserScrolls(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	for _, colours := range [][2]string{{"prefers-color-scheme", "light"}, {"prefers-color-scheme", "dark"}, {"forced-colors", "active"}} {
		b.emulate(360, colours[0], colours[1])
		for _, address := range []string{"/explore?game=adji-boto&rules=usual", "/games", "/stats"} {
			b.open(address)
			b.until("!document.getElementById('count') && document.querySelector('table')")
			edge := func(left int) (marked [2]bool) {
				t.Helper()
				at := value[[]int](b, fmt.Sprintf(`(() => {
					const part = document.querySelector('.scroll');
					part.scrollIntoView({block: 'start'});
					part.scrollLeft = %d;
					const box = part.getBoundingClientRect(), row = part.querySelector('thead').getBoundingClientRect();
					return [Math.ceil(box.left), Math.floor(box.left + part.clientWidth) - 1, Math.floor(row.top) + 2];
				})()`, left))
				picture, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
				if err != nil {
					t.Fatal(err)
				}
				drawn, err := png.Decode(bytes.NewReader(picture))
				if err != nil {
					t.Fatal(err)
				}
				paper := drawn.At(2, at[2])
				return [2]bool{drawn.At(at[0], at[2]) != paper, drawn.At(at[1], at[2]) != paper}
			}
			for left, want := range map[int][2]bool{0: {false, true}, 40: {true, true}, 10_000: {true, false}} {
				if got := edge(left); got != want {
					t.Errorf("%s, %v, scrolled by %d: the edges are marked %v, want %v", address, colours, left, got, want)
				}
			}
		}
	}
}

// TestBrowserSorts: the list is sorted by its heads, by mouse and by keyboard, and a form
// chooses with selects.
func TestBrowserSorts(t *testing.T) {
	a := newWebArchive(t)
	b := newBrowser(t, a.serve(t))
	b.open("/games?lang=de")
	b.click("thead th:nth-child(12) a")
	b.until("location.search === '?lang=de&sort=plies' && " + ready)
	b.tabTo("thead [aria-sort=ascending] a")
	b.key(kb.Enter)
	b.until("location.search === '?lang=de&sort=-plies' && document.querySelector('[aria-sort=descending]')?.textContent === 'Halbzüge' && " + ready)
	b.until("[...document.querySelectorAll('tbody td:nth-child(12)')].map(cell => Number(cell.textContent)).every((n, i, all) => i === 0 || all[i - 1] >= n)")
	b.click(".filters summary")
	b.tabTo("select[name=verdict]")
	b.key("u") // unvollendet
	b.tabTo(".filters button")
	b.key(kb.Enter)
	b.until("location.search.includes('verdict=unfinished') && location.search.includes('sort=-plies') && " + ready)
	if got := value[string](b, "[...new Set([...document.querySelectorAll('tbody td:last-child')].map(cell => cell.textContent))].join()"); got != "unvollendet" {
		t.Errorf("the verdicts are %q", got)
	}
	b.open("/player?name=random+1")
	b.until("document.querySelector('.folded')")
	b.click(".contents a[href='#table-4']")
	b.until("location.hash === '#table-4'")
	b.click(".folded summary")
	if !value[bool](b, "document.querySelector('.folded td').checkVisibility()") {
		t.Error("the first moves do not unfold")
	}
}

// TestBrowserFiles opens exported pages, without a server.
func TestBrowserFiles(t *testing.T) {
	a := newWebArchive(t)
	folder := filepath.Join(t.TempDir(), "site")
	a.alai(t, "export", "--format", "html", "-o", folder, "--depth", "2", "--quiet")
	b := newBrowser(t, "file://"+folder+"/")
	script := axe(t)
	b.open("index.html")
	b.accessible(script, "index.html")
	if got := value[string](b, "getComputedStyle(document.querySelector('.kinds a')).marginLeft"); got != "12px" {
		t.Errorf("the style is not there: the margin is %s", got)
	}
	b.click(`.kinds a[href="openings-1.html"]`)
	b.until("location.pathname.includes('openings-') && " + ready)
	flags := []string{"--game", "adji-boto", "--rules", "usual"}
	b.openings(a, flags...)
	b.accessible(script, "the explorer")
	b.click(`.board a[data-name="D"]`)
	b.until("location.pathname.endsWith('-d.html') && " + ready)
	b.openings(a, append(flags, "--line", "D")...)
	b.click(".found a")
	b.until("location.pathname.includes('/game-') && location.hash === '#ply-1' && " + ready)
	b.accessible(script, "a game")
	id := value[string](b, "location.pathname.match(/game-(\\d+)/)[1]")
	positions := a.positions(t, id)
	if got, want := b.board(), drawn(positions[0]); got != want {
		t.Errorf("after ply 1 the board is %s, want %s", got, want)
	}
	b.key(kb.End)
	if got, want := b.board(), drawn(positions[len(positions)-1]); got != want {
		t.Errorf("the last board is %s, want %s", got, want)
	}
	b.open("stats.html")
	b.accessible(script, "the statistics")
	if got := value[string](b, "getComputedStyle(document.querySelector('.chart svg .alai-bar')).fill"); got != "rgb(0, 114, 178)" {
		t.Errorf("the charts' style is not there: a bar is %s", got)
	}
	b.click(`header a[href="games.html"]`)
	b.until("location.pathname.endsWith('/games.html') && " + ready)
	b.click(`a[rel="next"]`)
	b.until("location.pathname.endsWith('games-2.html') && " + ready)

	file := filepath.Join(folder, "one.html")
	a.alai(t, "export", "182", "--format", "html", "-o", file, "--quiet")
	b.open("one.html#ply-3")
	positions = a.positions(t, "182")
	if got, want := b.board(), drawn(positions[2]); got != want {
		t.Errorf("after ply 3 the board is %s, want %s", got, want)
	}
	b.accessible(script, "one.html")
}
