package web

import (
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"testing"

	"alai/cmd/alai/words"
	"alai/replay"
	"alai/replay/rules"
)

func TestHostAllowed(t *testing.T) {
	local := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}
	six := &net.TCPAddr{IP: net.IPv6loopback, Port: 8080}
	everywhere := &net.TCPAddr{IP: net.IPv6unspecified, Port: 80}
	outside := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 7), Port: 8080}
	for _, tt := range []struct {
		header, asked string
		listened      *net.TCPAddr
		want          bool
	}{
		{"127.0.0.1:8080", "127.0.0.1", local, true},
		{"localhost:8080", "127.0.0.1", local, true},
		{"LOCALHOST:8080", "127.0.0.1", local, true},
		{"127.0.0.1:8081", "127.0.0.1", local, false},
		{"127.0.0.1", "127.0.0.1", local, false},
		{"127.0.0.2:8080", "127.0.0.1", local, false},
		{"evil.example:8080", "127.0.0.1", local, false},
		{"localhost.evil.example:8080", "127.0.0.1", local, false},
		{"", "127.0.0.1", local, false},
		{"[::1]:8080", "::1", six, true},
		{"localhost:8080", "::1", six, true},
		{"127.0.0.1:8080", "::1", six, false},
		{"192.0.2.7", "", everywhere, true},
		{"[2001:db8::1]", "", everywhere, true},
		{"localhost", "", everywhere, true},
		{"evil.example", "", everywhere, false},
		{"192.0.2.7:8080", "box.example", outside, true},
		{"box.example:8080", "box.example", outside, true},
		{"localhost:8080", "box.example", outside, false},
		{"evil.example:8080", "box.example", outside, false},
	} {
		if got := hostAllowed(tt.header, tt.asked, tt.listened); got != tt.want {
			t.Errorf("host %q where %q listens on %v: %v", tt.header, tt.asked, tt.listened, got)
		}
	}
}

// TestChoices plays at random and holds that the choices are the legal moves, as long
// as no sowing is given up.
func TestChoices(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, r := range []rules.Ruleset{rules.Standard(rules.AdjiBoto, 0), rules.Standard(rules.EnDodoi, 6), rules.Standard(rules.EnDodoi, 10), rules.Standard(rules.CrossEndodoi, 0)} {
		plies := 0
		for range 20 {
			state := r.Start()
			for range 200 {
				list, givenUp := choices(&r, &state)
				var moves []rules.Move
				for _, c := range list {
					moves = append(moves, c.move)
					after := state
					w, err := r.Play(&after, c.move)
					if err != nil || after != c.after || w != c.sowing {
						t.Fatalf("%s: %s leads to %v, %v", replay.Position(&r, &state), replay.Letter(&r, c.move), c.after, err)
					}
				}
				if len(givenUp) == 0 && !slices.Equal(moves, replay.LegalMoves(&r, &state)) {
					t.Fatalf("%s: the choices are %v, want %v", replay.Position(&r, &state), moves, replay.LegalMoves(&r, &state))
				}
				if len(list) == 0 {
					break
				}
				state = list[random.IntN(len(list))].after
				plies++
			}
		}
		if plies < 200 {
			t.Errorf("%s: only %d plies were tried", replay.Reading(r), plies)
		}
	}
}

// TestGivenUp: a sowing of 27,036 laps without an end is not waited for.
func TestGivenUp(t *testing.T) {
	r := rules.Standard(rules.EnDodoi, 6)
	state, err := replay.ParsePosition(&r, "14,5,3,1,0,3/5,3,2,1,0,4 4-3 S")
	if err != nil {
		t.Fatal(err)
	}
	list, givenUp := choices(&r, &state)
	if got := replay.Letters(&r, givenUp); !slices.Equal(got, []string{"A"}) {
		t.Errorf("given up are %v, want A", got)
	}
	if slices.ContainsFunc(list, func(c choice) bool { return c.move == 11 }) || len(list) == 0 {
		t.Errorf("the choices are %v", list)
	}
}

// TestSpellLaps lays the laps out that the script is given and holds that they lead to
// where the move does, apart from what it captures.
func TestSpellLaps(t *testing.T) {
	r := rules.Standard(rules.EnDodoi, 8)
	state := r.Start()
	after := state
	w, err := r.Play(&after, 15)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := firstLaps(&r, &state, 15, w), "15,4,-1;11,5,-1;6,5,-1;1,5,-1;12,6,-1;5"; got != want {
		t.Errorf("the laps are %q, want %q", got, want)
	}
	w.Laps = 1000 // a sowing of more laps than are shown tells how many there are
	long := firstLaps(&r, &state, 15, w)
	if strings.Count(long, ";") != maxShownLaps || !strings.HasSuffix(long, ";1000") {
		t.Errorf("of 1000 laps are shown %q", long)
	}
	if got := firstLaps(&r, &state, rules.Pass, rules.Sowing{}); got != "0" {
		t.Errorf("a pass has the laps %q", got)
	}
}

func TestCurve(t *testing.T) {
	c := newCurve(words.English, []int{0, 10, -10}, 1)
	if c.Points != "0.0,60.0 300.0,8.0 600.0,112.0" || c.Zero != "60.0" || c.At != "300.0" || c.High != 10 || c.Low != -10 {
		t.Errorf("%+v", c)
	}
	if c := newCurve(words.English, []int{0}, 0); c.Points != "0.0,8.0" || c.At != "0.0" { // a game without plies
		t.Errorf("%+v", c)
	}
}

// TestChart: a drawing goes into the page as it is, its caption as text.
func TestChart(t *testing.T) {
	opt := Options{Clean: func(s string) string { return s }, Style: ".bar-of-a-chart{}"}
	if style, ok := opt.asset(styleName); !ok || !strings.HasSuffix(string(style), "\n.bar-of-a-chart{}") {
		t.Errorf("the style ends in %q", style[len(style)-30:])
	}
	s := &site{opt: opt, lang: words.English, links: &served{assets: assetAddresses(&opt), address: &url.URL{Path: "/stats"}}}
	page, err := s.render("games", "Statistics", &listPage{Heading: "Statistics", Tables: []shownTable{s.shown(Table{
		Charts: []Chart{{"wins & losses", "<svg><rect/></svg>"}}, Columns: []Column{{"id", true}, {"south", true}, {"north", false}}, Rows: [][]Cell{{{Text: "17"}, {Text: "4"}, {Text: "B", Pattern: "B"}}},
	})}})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<figure class="chart"><svg><rect/></svg><figcaption>wins &amp; losses</figcaption></figure>`, `<td class="n"><a href="/game/17">17</a></td><td class="n">4</td><td class="w"><a href="/player?name=B">B</a></td>`} {
		if !strings.Contains(string(page), want) {
			t.Errorf("the page lacks %s:\n%s", want, page)
		}
	}
}

// TestListEnds: the last page of a list says that there is more, which no page has.
func TestListEnds(t *testing.T) {
	s := &site{lang: words.English, links: &served{address: &url.URL{Path: "/games"}}}
	for _, tt := range []struct {
		page       int
		more, ends bool
		next       string
	}{{maxPage - 1, true, false, "/games?page=200"}, {maxPage, true, true, ""}, {maxPage, false, false, ""}} {
		body := new(listPage)
		body.turn(s, "games", nil, tt.page, tt.more)
		if body.Ends != tt.ends || body.Next != tt.next {
			t.Errorf("page %d, more %v: it ends: %v, and leads to %q", tt.page, tt.more, body.Ends, body.Next)
		}
	}
}

func TestTurn(t *testing.T) {
	for first, want := range map[rules.Side]string{rules.South: "1.  2.  3. ", rules.North: "1... 2.  3. "} {
		got := ""
		for i := range 5 {
			got += turn(&rules.State{ToMove: first}, i, i == 0) + " "
		}
		if strings.TrimSpace(got) != strings.TrimSpace(want) {
			t.Errorf("%s first: %q, want %q", first, got, want)
		}
	}
}

func TestRatio(t *testing.T) {
	for _, tt := range []struct {
		part, whole float64
		want        string
	}{{1, 0, ""}, {1, 3, "0.3"}, {-1, 1000, "0.0"}, {-10, 4, "-2.5"}} {
		if got := ratio(tt.part, tt.whole); got != tt.want {
			t.Errorf("%v / %v is %q, want %q", tt.part, tt.whole, got, tt.want)
		}
	}
}

// TestLongLine: an address of many plies names the position instead of the way.
func TestLongLine(t *testing.T) {
	r := rules.Standard(rules.AdjiBoto, 0)
	p := placeOf(r, r.Start())
	random := rand.New(rand.NewPCG(3, 4))
	for ply := range longLine + 1 {
		list, _ := choices(&r, p.state())
		if len(list) == 0 {
			t.Fatalf("the game is over after ply %d", ply)
		}
		state := list[random.IntN(len(list))]
		p = p.after(&state)
		if *p.state() != state.after {
			t.Fatalf("ply %d leads to %v", ply+1, p.state())
		}
	}
	if len(p.moves) != 0 || p.position == "" {
		t.Errorf("after %d plies the place is the line %q from %q", longLine+1, p.line(), p.position)
	}
}
