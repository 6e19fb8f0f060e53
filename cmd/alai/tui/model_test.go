package tui

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"alai/notation"
	"alai/replay"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

const games = `[South "S. One"]
[North "N. Two"]
[Event "Evening"]
[Result "*"]
[Game "En Dodoi"]
[Pits "6"]

{before all} 1. A+2 {the first} e $1 (1... b {instead} 2. B (2. D) (2. E)) (1... d) 2. C+2 *

[Game "Adji-Boto"]

1. D b 2. B a 3. A d 4. C c 5. E e 6. B c 7. E e 8. C+3 e+5 *

[Game "Adji-Boto"]
[Position "10,10,10,10,10/10,10,10,10,10 0-0 N -"]

1... a 2. A *
`

// parse reads the games of a text.
func parse(t testing.TB, text string) []*Game {
	t.Helper()
	r := notation.NewReader(strings.NewReader(text), "games")
	var list []*Game
	for {
		rec, line := new(notation.Record), new(replay.Line)
		if r.Read(rec) == io.EOF {
			return list
		}
		replay.NewReplayer(replay.Assume{}).Replay(rec, line)
		tags := rec.Tags
		var canonical *notation.Record
		if line.Verdict >= replay.Contradiction {
			canonical = replay.Canonical(rec, line)
			tags = canonical.Tags
		} else {
			canonical = replay.SoundPart(rec, line)
		}
		g, err := NewGame(tags, canonical, line, func(s string) string { return s })
		if err != nil {
			t.Fatal(err)
		}
		if n := len(line.Moves); len(g.Main.Plies) != n || n > 0 && (g.Main.Plies[n-1].After != line.Final || g.Main.Plies[n-1].Sowing != line.Sowings[n-1]) {
			t.Fatalf("%s: %d plies, and not %d to the same end", line.Verdict, len(g.Main.Plies), n)
		}
		g.Name = fmt.Sprintf("Game %d", len(list)+1)
		list = append(list, g)
	}
}

// start returns a replay of games in a window of 80 x 24.
func start(t testing.TB, list []*Game, opt Options) *model {
	t.Helper()
	opt.Pace = time.Second
	opt.Clean = func(s string) string { return "clean " + s }
	m, err := newModel(Games{Count: len(list), Load: func(at int) (*Game, error) {
		if list[at] == nil {
			return nil, errors.New("damaged")
		}
		return list[at], nil
	}}, opt)
	if err != nil {
		t.Fatal(err)
	}
	m.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	return m
}

// special are the keys that are more than their character.
var special = map[string]rune{
	"right": tea.KeyRight, "left": tea.KeyLeft, "up": tea.KeyUp, "down": tea.KeyDown, "home": tea.KeyHome, "end": tea.KeyEnd,
	"pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown, "space": tea.KeySpace, "enter": tea.KeyEnter, "esc": tea.KeyEscape,
	"tab": tea.KeyTab, "backspace": tea.KeyBackspace,
}

// press presses keys, which blanks part, and returns what the last of them leaves to
// be done.
func press(m *model, keys string) (cmd tea.Cmd) {
	for name := range strings.FieldsSeq(keys) {
		k := tea.Key{Text: name, Code: []rune(name)[0]}
		if code, ok := special[name]; ok {
			k = tea.Key{Code: code}
		} else if letter, ok := strings.CutPrefix(name, "ctrl+"); ok {
			k = tea.Key{Code: []rune(letter)[0], Mod: tea.ModCtrl}
		}
		_, cmd = m.Update(tea.KeyPressMsg(k))
	}
	return cmd
}

func screen(m *model) string { return strings.Join(m.lines(), "\n") }

// What each key does, told by a text that the screen shows then.
func TestKeys(t *testing.T) {
	for _, c := range []struct{ keys, shows string }{
		{"", "Start; 3 plies"},
		{"", "before all"},
		{"right", "Ply 1 of 3: South A+2, 5 laps"},
		{"l", "[A+2] e 2. C+2"},
		{"right", "the first"},
		{"right left", "Start; 3 plies"},
		{"right h", "Start; 3 plies"},
		{"left", "this is the start"},
		{"end", "Ply 3 of 3: South C+2, 2 laps"},
		{"G right", "this is the end of the line"},
		{"G home", "Start"},
		{"G g", "Start"},
		{"n down", "Ply 10 of 16"},
		{"n pgdown", "Ply 10 of 16"},
		{"n j k", "Start"},
		{"n end up", "Ply 6 of 16"},
		{"n end pgup", "Ply 6 of 16"},
		{"n 1 2", "to ply 12: enter goes there"},
		{"n 1 2 enter", "Ply 12 of 16"},
		{"n 1 2 backspace enter", "Ply 1 of 16"},
		{"n 3 enter 1 2 esc enter", "Ply 3 of 16"},
		{"n 3 enter 1 2 right", "Ply 4 of 16"},
		{"n 1 7 enter", "the last ply is 16"},
		{"n 1 2 3 4 5 6 7 8 9 0 enter", "the last ply is 16"},
		{"enter", "type a ply's number first"},
		{"0 enter", "Start"},
		{"z", "? for help"},
		{"space", "playing, a ply every 1s; space stops"},
		{"space +", "a ply every 500ms"},
		{"space + space space", "playing, a ply every 500ms"},
		{"-", "a ply every 2s"},
		{"- - - - - - - -", "a ply every 1m0s"},
		{"+ + + + + + +", "a ply every 50ms"},
		{"end space", "this is the end of the line"},
		{"m right", "South 11+2"},
		{"m m right", "South A+2"},
		{"v", "this ply has no variation"},
		{"right right", "v instead: 1... b+3 2. B"},
		{"right right", "v instead: (d is not legal here)"},
		{"right right v", "Variation of ply 2: Ply 2 of 3: North b+3"},
		{"right right v", "instead"},
		{"right right v right v", "Variation of ply 3: Ply 3 of 3: South D"},
		{"right right v right v tab", "Variation of ply 3: Ply 3 of 3: South E"},
		{"right right v right v tab tab", "Variation of ply 3: Ply 3 of 3: South D"},
		{"right right v right v esc", "Variation of ply 2: Ply 3 of 3: South B"},
		{"right right v right v esc esc", "Ply 2 of 3: North e!"},
		{"right right v right v tab esc", "Variation of ply 2: Ply 3 of 3: South B"},
		{"n end", "o sown e  * last seed in A  x captured from B"},
		{"n n 1 enter", "1... [a] 2. A"},
		{"n n", "Game 3 (3 of 3)"},
		{"right right v tab", "The record goes on: d is not legal here"},
		{"right right v tab", "It has there: d"},
		{"tab", "there is no other variation"},
		{"esc", "this is no variation; q quits"},
		{"n", "Game 2 (2 of 3)"},
		{"n p", "Game 1 (1 of 3)"},
		{"n n n", "this is the last game"},
		{"p", "this is the first game"},
		{"t", "Event: Evening"},
		{"t", "in a variation: pit d is empty"},
		{"right right t", "v instead: 1... b+3 2. B"},
		{"t esc", "Start; 3 plies"},
		{"t q", "Start; 3 plies"},
		{"?", "the next ply"},
		{"? end", "captured from"},
		{"? down down", "  q    "},
		{"? pgdown", "While a ply is sown"},
		{"? end home", "the next ply"},
		{"? end pgup", "While a ply is sown"},
		{"? down up up", "the next ply"},
		{"? 7", "Keys"},
		{"? ?", "Start; 3 plies"},

		{"end s", "there is no next ply"},
		{"s", "Ply 1, South A, seed by seed: lap 1 of 5, seed 0 of 4"},
		{"s", "4 in hand"},
		{"s right", "lap 1 of 5, seed 1 of 4"},
		{"s right", "o sown A  * last seed in B"},
		{"s right right left", "seed 1 of 4"},
		{"s left", "lap 1 of 5, seed 0 of 4"},
		{"s right right right right", "lap 1 of 5, seed 4 of 4"},
		{"s right right right right right", "lap 2 of 5, seed 0 of 5"},
		{"s right right right right right left", "lap 1 of 5, seed 4 of 4"},
		{"s down down", "lap 3 of 5, seed 0"},
		{"s down down up", "lap 2 of 5, seed 0"},
		{"s down down right up", "lap 3 of 5, seed 0"},
		{"s down down down down down", "Ply 1 of 3: South A+2"},
		{"s end", "Ply 1 of 3: South A+2"},
		{"s s", "Ply 1 of 3: South A+2"},
		{"s right esc", "Start; 3 plies"},
		{"s space", "sowing; space stops"},
		{"s space space", "4 in hand"},
		{"s 7", "? for help"},
		{"s m", "South 11, seed by seed"},
	} {
		m := start(t, parse(t, games), Options{})
		press(m, c.keys)
		if shown := screen(m); !strings.Contains(shown, c.shows) {
			t.Errorf("%q: %q is not on\n%s", c.keys, c.shows, shown)
		}
	}
}

// Every name of every key is one that a keyboard sends, and no key is there twice but
// to mean something else on a page or during a sowing.
func TestKeyNames(t *testing.T) {
	for before, keys := range map[string][]key{"right": slices.Concat(gameKeys, commonKeys), "s": slices.Concat(sowingKeys, commonKeys), "?": pageKeys} {
		var names []string
		for _, k := range keys {
			names = append(names, k.names...)
			for _, name := range k.names {
				m := start(t, parse(t, games), Options{})
				press(m, before)
				if press(m, name); strings.Contains(m.status(), "? for help") {
					t.Errorf("after %q the key %q is not known", before, name)
				}
			}
		}
		slices.Sort(names)
		if len(slices.Compact(names)) < len(names) {
			t.Errorf("a key is there twice: %v", names)
		}
	}
}

func TestQuit(t *testing.T) {
	for keys, want := range map[string]tea.Msg{"q": tea.QuitMsg{}, "ctrl+c": tea.InterruptMsg{}, "s q": tea.QuitMsg{}, "? ctrl+c": tea.InterruptMsg{}, "ctrl+z": tea.SuspendMsg{}} {
		cmd := press(start(t, parse(t, games), Options{}), keys)
		if cmd == nil {
			t.Errorf("%q leaves nothing to be done", keys)
		} else if got := cmd(); got != want {
			t.Errorf("%q: %T, want %T", keys, got, want)
		}
	}
}

// ticks lets time pass until nothing is played any more, and returns how often.
func ticks(t *testing.T, m *model) (n int) {
	t.Helper()
	for m.running {
		if n++; n > 10_000 {
			t.Fatal("it does not stop")
		}
		m.Update(tick{m.ticks})
	}
	return n
}

func TestPlaysByItself(t *testing.T) {
	m := start(t, parse(t, games), Options{})
	if press(m, "space") == nil {
		t.Fatal("nothing is waited for")
	}
	stale := tick{m.ticks}
	press(m, "+")
	if m.Update(stale); m.here().at != 0 {
		t.Error("a tick of the pace before played a ply")
	}
	if n := ticks(t, m); n != 3 || m.here().at != 3 {
		t.Errorf("%d ticks played %d plies of 3", n, m.here().at)
	}
	press(m, "home space right")
	if m.running {
		t.Error("a step by hand does not stop it")
	}

	press(m, "home s")
	want := len(m.sower.laps) // the lifts of all laps but the first, and the end
	for _, lap := range m.sower.laps {
		want += lap.Seeds
	}
	if m.pause() != m.opt.Pace/5 {
		t.Errorf("a seed takes %v", m.pause())
	}
	press(m, "space")
	if n := ticks(t, m); n != want || m.here().at != 1 || m.sower != nil {
		t.Errorf("the sowing took %d ticks, want %d, and came to ply %d", n, want, m.here().at)
	}
}

// A game that cannot be read leaves the one before, and says why.
func TestDamagedGame(t *testing.T) {
	list := parse(t, games)
	list[1] = nil
	m := start(t, list, Options{})
	press(m, "right n")
	if shown := screen(m); !strings.Contains(shown, "clean damaged") || !strings.Contains(shown, "Ply 1 of 3") {
		t.Errorf("shown is\n%s", shown)
	}
}

// No line is wider than the window, and there are as many as it is high, whatever its
// size and whatever is shown.
func TestSizes(t *testing.T) {
	list := parse(t, games)
	list[0].Tags = append(list[0].Tags, notation.Tag{Name: "Round", Value: strings.Repeat("長い\u200d👩", 99)})
	list[0].Main.Plies[0].Note.Comments = append(list[0].Main.Plies[0].Note.Comments, strings.Repeat("word 語 ", 5000))
	for _, keys := range []string{"", "right", "right right v", "s right right", "?", "? end", "right t end", "n end"} {
		m := start(t, list, Options{})
		press(m, keys)
		for width := 0; width < 100; width += 3 {
			for height := range 40 {
				m.Update(tea.WindowSizeMsg{Width: width, Height: height})
				lines := m.lines()
				if width > 0 && len(lines) != height {
					t.Fatalf("%q, %d x %d: %d lines", keys, width, height, len(lines))
				}
				for _, line := range lines {
					if w := ansi.StringWidth(line); w > width || strings.ContainsAny(line, "\n\x1b") {
						t.Fatalf("%q, %d x %d: %d cells: %q", keys, width, height, w, line)
					}
				}
			}
		}
	}
}

// In 80 x 24 there is room for the largest board, comments and the curve.
func TestUsualSize(t *testing.T) {
	m := start(t, parse(t, "[Game \"En Dodoi\"]\n[Pits \"10\"]\n\n1. A {a comment} *\n"), Options{})
	press(m, "right")
	shown := screen(m)
	for _, want := range []string{"South [", "J\n", "a comment", "margin", "o sown A", "? help  q quit"} {
		if !strings.Contains(shown, want) {
			t.Errorf("%q is not on\n%s", want, shown)
		}
	}
}

// With ASCII nothing else is drawn, and without Color no attribute.
func TestPlain(t *testing.T) {
	for _, c := range []struct {
		opt           Options
		ascii, escape bool
	}{
		{Options{ASCII: true}, true, false},
		{Options{}, false, false},
		{Options{Look: Look{Color: true}, ASCII: true}, true, true},
	} {
		m := start(t, parse(t, games), c.opt)
		press(m, "n end")
		shown := screen(m)
		ascii := !strings.ContainsFunc(shown, func(r rune) bool { return r > 0x7e })
		if escape := strings.Contains(shown, "\x1b"); ascii != c.ascii || escape != c.escape {
			t.Errorf("%+v: ASCII %v, escapes %v in\n%s", c.opt, ascii, escape, shown)
		}
	}
}

// A variation's boards are those of the game in which it is played.
func TestVariationStates(t *testing.T) {
	g := parse(t, games)[0]
	other := parse(t, "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A b 2. E *\n")[0]
	m := start(t, []*Game{g}, Options{})
	press(m, "right right v right v tab")
	for i := range 4 {
		if m.state(i) != start(t, []*Game{other}, Options{}).state(i) {
			t.Errorf("after ply %d the boards differ", i)
		}
	}
}

// Whatever is pressed in whatever order, the place stays within the line and the
// screen within the window.
func TestAnyKeys(t *testing.T) {
	list := parse(t, games)
	var names []string
	for _, k := range slices.Concat(gameKeys, sowingKeys, pageKeys, commonKeys) {
		names = append(names, k.names...)
	}
	names = append(names, "0", "1", "2", "9")
	rng := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		m := start(t, list, Options{})
		m.games.Count = []int{0, len(list)}[rng.IntN(2)]
		load := m.games.Load
		m.games.Load = func(at int) (*Game, error) {
			if at >= len(list) {
				return nil, errors.New("no more")
			}
			return load(at)
		}
		var pressed []string
		for range 60 {
			name := names[rng.IntN(len(names))]
			pressed = append(pressed, name)
			press(m, name)
			if rng.IntN(4) == 0 {
				m.Update(tick{m.ticks})
			}
			if rng.IntN(10) == 0 {
				m.Update(tea.WindowSizeMsg{Width: 20 + rng.IntN(100), Height: 3 + rng.IntN(40)})
			}
			here := m.here()
			if here.at < 0 || here.at > len(here.plies) || len(m.lines()) != m.size.Height {
				t.Fatalf("%v: ply %d of %d, %d lines of %d", pressed, here.at, len(here.plies), len(m.lines()), m.size.Height)
			}
		}
	}
}

// Of a bad record what was legal is there, and what is wrong with it.
func TestBadRecords(t *testing.T) {
	for _, c := range []struct{ record, keys, shows string }{
		{"[Game \"Adji-Boto\"]\n\n1. D b 2. D *\n", "end", "Ply 2 of 2: North b"},
		{"[Game \"Adji-Boto\"]\n\n1. D b 2. D *\n", "end", "The record goes on: pit D has been played"},
		{"[Game \"Adji-Boto\"]\n\n1. D b 2. D *\n", "t", "game 1, ply 3, South: pit D has been played"},
		{"[Game \"Adji-Boto\"]\n\n1. D b 2. ? a 3. A *\n", "end", "The record goes on: "},
		{"[South \"Some\"]\n\n1. A *\n", "right s v end", "South Some"},
		{"[South \"Some\"]\n\n1. A *\n", "right s v end", "The record does not say which game it is."},
		{"[Game \"Adji-Boto\"]\n\n1. D b{\n", "end", "The record goes on: "},
		{"[Game \"Adji-Boto\"]\n\n1. 6! {bold} 3 (9 {or so}) {here} 2. 6 {gone} *\n", "right", "bold"},
		{"[Game \"Adji-Boto\"]\n\n1. 6! {bold} 3 {here} (7 {or so}) 2. 6 {gone} *\n", "end", "here"},
		{"[Game \"Adji-Boto\"]\n\n1. D! b {here} (c {or so}) 2. D {gone} *\n", "end v right", "or so"},
	} {
		m := start(t, parse(t, c.record), Options{})
		press(m, c.keys)
		if shown := screen(m); !strings.Contains(shown, c.shows) {
			t.Errorf("%q, %q: %q is not on\n%s", c.record, c.keys, c.shows, shown)
		}
	}
}

// Any record becomes a game whose main line is what was played, with the boards that
// the replay came to.
func TestAnyRecord(t *testing.T) {
	files, err := filepath.Glob("../../../testdata/*/*.mgn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no records: %v", err)
	}
	more, err := filepath.Glob("../../../testdata/referee/*/*.mgn")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range append(files, more...) {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range parse(t, string(text)) {
			seen++
			m := start(t, []*Game{g}, Options{})
			press(m, "G t")
			if len(m.lines()) != 24 {
				t.Errorf("%s, %s: %d lines", name, g.Name, len(m.lines()))
			}
		}
	}
	if seen < 500 {
		t.Errorf("only %d records", seen)
	}
}
