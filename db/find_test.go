package db

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"
)

// found returns the ids of the games that a query finds, each with its ply.
func found(t testing.TB, a *Archive, q FindQuery) (list []string) {
	t.Helper()
	err := a.Find(t.Context(), q, func(g *Game, ply int) error {
		list = append(list, fmt.Sprintf("%d at %d", g.ID, ply))
		return nil
	})
	if err != nil {
		t.Fatalf("by %s %q: %v", q.By, q.Text, err)
	}
	return list
}

// A question is what games are asked for, and how to tell slowly that a state is
// it; a sequence is looked for in the letters of the moves.
type question struct {
	by, text string
	is       func(s *rules.State) bool
}

func (q *question) slowly(games []*Game) (list []string) {
	for _, g := range games {
		if ply, ok := q.plyOf(g); ok {
			list = append(list, fmt.Sprintf("%d at %d", g.ID, ply))
		}
	}
	return list
}

func (q *question) plyOf(g *Game) (int, bool) {
	letters := replay.Letters(&g.Rules, g.Moves)
	if q.by == "sequence" {
		before, _, ok := strings.Cut(" "+strings.Join(letters, " ")+" ", " "+q.text+" ")
		return len(strings.Fields(before)) + 1, ok
	}
	s := g.Start
	for i, m := range g.Moves {
		if q.is(&s) {
			return i, true
		}
		if _, err := g.Rules.Play(&s, m); err != nil {
			panic(err)
		}
	}
	return len(g.Moves), q.is(&s)
}

// ask makes questions about a place in a game.
func ask(rng *rand.Rand, g *Game) (list []question) {
	r := &g.Rules
	ply := rng.IntN(len(g.Moves) + 1)
	s := g.Start
	if err := replay.PlayStated(r, &s, g.Moves[:ply], nil); err != nil {
		panic(err)
	}
	text := replay.Position(r, &s)
	same := func(other *rules.State) bool { return *other == s }
	list = append(list, question{"position", text, same})
	letters := replay.Letters(r, g.Moves)
	start := r.Start()
	if start.ToMove = g.Start.ToMove; start == g.Start && ply > 0 {
		list = append(list, question{"line", strings.Join(letters[:ply], " "), same})
	}
	if ply > 0 {
		first := max(0, ply-1-rng.IntN(6))
		list = append(list, question{by: "sequence", text: strings.Join(letters[first:ply], " ")})
	}
	fields := strings.Fields(text)
	pits := strings.FieldsFunc(fields[0], func(c rune) bool { return c == ',' || c == '/' })
	for i := range pits {
		if rng.IntN(5) > 0 {
			pits[i] = []string{"?", ">0", "<20", "0-9"}[rng.IntN(4)]
		}
	}
	n := int(r.Pits)
	board := strings.Join(pits[:n], ",") + "/" + strings.Join(pits[n:], ",")
	stores := []string{fields[1], "?-?", "?->2", "margin>3", "margin<-3"}[rng.IntN(5)]
	loose := board + " " + stores + " " + []string{"S", "N", "?"}[rng.IntN(3)]
	if p, err := replay.ParsePattern(r, loose); err == nil { // whose seeds add up
		list = append(list, question{"pattern", loose, p.Matches})
	}
	return list
}

func TestFindIsBruteForce(t *testing.T) {
	rounds := 20
	if testing.Short() {
		rounds = 5
	}
	for i, r := range []rules.Ruleset{
		reading(t, rules.AdjiBoto, 0, ""),
		reading(t, rules.AdjiBoto, 0, "captures-from=2,landing=taken"),
		reading(t, rules.EnDodoi, 6, "seeds=3"),
		reading(t, rules.EnDodoi, 7, "lone=taken,direction=clockwise"),
		reading(t, rules.CrossEndodoi, 0, ""),
	} {
		t.Run(replay.Reading(r), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(11, uint64(i)))
			a := memory(t)
			var text strings.Builder
			for range 200 {
				text.WriteString(randomRecord(rng, r, r.Start(), rng.IntN(50), ""))
			}
			// Games that start elsewhere: at a position of the table, beyond it, and
			// with North to move.
			for range 12 {
				s := r.Start()
				s.ToMove = rules.Side(rng.IntN(2))
				for range rng.IntN(9) {
					if legal := replay.LegalMoves(&r, &s); len(legal) > 0 {
						r.Play(&s, legal[rng.IntN(len(legal))])
					}
				}
				for range 2 {
					text.WriteString(randomRecord(rng, r, s, 20, ""))
				}
			}
			if c := bring(t, a, "x", text.String(), ImportOptions{}); c.Rejected > 0 {
				t.Fatalf("counts %+v", c)
			}
			// Ids so far apart that the search comes to ask the opening table, and that
			// the first game of every stretch that it looks at stands at its edge.
			for _, query := range []string{"DELETE FROM copy", "UPDATE game SET id = -id", "UPDATE game SET id = -id * 64"} {
				if _, err := a.writer.Exec(query); err != nil {
					t.Fatal(err)
				}
			}
			askAbout := func(some []*Game) {
				games := all(t, a, Filter{})
				last := question{text: replay.Position(&r, &some[0].Start), is: func(s *rules.State) bool { return *s == some[0].Start }}
				for range rounds {
					for _, q := range ask(rng, some[rng.IntN(len(some))]) {
						want := q.slowly(games)
						query := FindQuery{By: q.by, Text: q.text}
						if got := found(t, a, query); !slices.Equal(got, want) || len(got) == 0 && q.by != "pattern" {
							t.Fatalf("by %s %q:\n%v, want\n%v", q.by, q.text, got, want)
						}
						query.Limit = 1 + rng.IntN(3)
						if got := found(t, a, query); !slices.Equal(got, want[:min(query.Limit, len(want))]) {
							t.Fatalf("%d by %s %q:\n%v, want\n%v", query.Limit, q.by, q.text, got, want)
						}
						query = FindQuery{By: q.by, Text: q.text, Filter: Filter{Source: []string{"*"}}} // of which the table knows nothing
						if got := found(t, a, query); !slices.Equal(got, want) {
							t.Fatalf("scanned by %s %q:\n%v, want\n%v", q.by, q.text, got, want)
						}
						if q.by == "position" {
							for _, filter := range [][]string{{q.text}, {last.text, q.text}} {
								var either []int64
								for _, g := range games {
									_, ok := q.plyOf(g)
									if _, other := last.plyOf(g); ok || other && len(filter) == 2 {
										either = append(either, g.ID)
									}
								}
								var ids []int64
								for _, g := range all(t, a, Filter{Positions: filter}) {
									ids = append(ids, g.ID)
								}
								if !slices.Equal(ids, either) {
									t.Fatalf("filtered by %q:\n%v, want\n%v", filter, ids, either)
								}
							}
							last = q
						}
					}
				}
			}
			askAbout(all(t, a, Filter{}))
			// Contradictory games are found, although the table does not count them.
			var wrong strings.Builder
			for range 20 {
				record := randomRecord(rng, r, r.Start(), 6, "")
				end := strings.LastIndex(strings.TrimSpace(record), " ")
				wrong.WriteString(record[:end] + "+99" + record[end:])
			}
			if c := bring(t, a, "y", wrong.String(), ImportOptions{AcceptContradiction: true}); c.Imported == 0 {
				t.Fatalf("counts %+v", c)
			}
			askAbout(all(t, a, Filter{Verdicts: []replay.Verdict{replay.Contradiction}}))
		})
	}
}

// What the opening table says is absent or near the start is found without
// looking at all games.
func TestFindAsksTheOpeningTable(t *testing.T) {
	a := memory(t)
	r := reading(t, rules.AdjiBoto, 0, "")
	bring(t, a, "x", filterGames[1]+"\n"+filterGames[2], ImportOptions{})
	err := a.view(t.Context(), func(s *snapshot) error {
		for _, c := range []struct {
			line  string
			games int
			ways  int
		}{{"D b", 2, 1}, {"D b E", 1, 1}, {"D c", 0, 1}, {"A", 0, 1}} {
			targets, err := new(Filter).targets(t.Context(), s, "line", c.line)
			if err != nil {
				return err
			}
			most, begin, err := s.tabled(t.Context(), targets, new(where))
			if err != nil || most != c.games || begin == nil {
				t.Errorf("%s: %d games, %+v, %v", c.line, most, begin, err)
			}
			if ways := waysTo(&r, targets[0].position); len(ways) != c.ways || strings.Join(replay.Letters(&r, ways[0]), " ") != c.line {
				t.Errorf("ways to %s: %v", c.line, ways)
			}
		}
		targets, err := new(Filter).targets(t.Context(), s, "line", "D b A c E a C d")
		if err != nil {
			return err
		}
		if most, begin, err := s.tabled(t.Context(), targets, new(where)); most != math.MaxInt || begin != nil || err != nil {
			t.Errorf("beyond the table: %d games, %+v, %v", most, begin, err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	dodoi := reading(t, rules.EnDodoi, 6, "")
	state, err := lineState(&dodoi, "D d A d C") // docs/rules.md, "Transpositions"
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, way := range waysTo(&dodoi, &state) {
		lines = append(lines, strings.Join(replay.Letters(&dodoi, way), " "))
	}
	if !slices.Contains(lines, "D d A d C") || !slices.Contains(lines, "D d A e C") {
		t.Errorf("the ways are %q", lines)
	}
}

func TestFindTransposed(t *testing.T) {
	a := memory(t)
	bring(t, a, "x", "[Game \"Adji-Boto\"]\n\n1. A c 2. E d 3. C b 4. D a 5. B e *\n\n"+
		"[Game \"Adji-Boto\"]\n\n1. E c 2. A d 3. C b 4. D a 5. B *\n\n"+
		"[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. D d 2. A d 3. C *\n\n[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. D d 2. A e 3. C a *\n\n"+
		"[Game \"En Dodoi\"]\n[Pits \"6\"]\n[SetUp \"1\"]\n[Position \"4,4,4,4,4,4/4,4,4,4,4,4 0-0 N\"]\n\n1... d D *\n", ImportOptions{})
	for _, c := range []struct{ by, text, want string }{
		{"line", "A c E d C b D a B", "1 at 9, 2 at 9"},
		{"line", "A c E d C b D a", "1 at 8"},
		{"line", "D d A e C", "3 at 5, 4 at 5"}, // no line of Adji-Boto's
		{"line", "d", "5 at 1"},
		{"position", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 N", "5 at 0"},
		{"sequence", "c", "1 at 2, 2 at 2"},
		{"sequence", "d A", "3 at 2, 4 at 2"}, // South's A stands before North's d in the second game
		{"sequence", "d D", "5 at 1"},
		{"sequence", "D d", "3 at 1, 4 at 1"},
		{"pattern", "?,?,?,?,?/?,?,?,?,? 0-0 N", "1 at 1, 2 at 1"},
		{"pattern", "?,?,?,?,?,?/?,?,?,?,?,? margin>4 N", "3 at 1, 4 at 1"},
	} {
		if got := strings.Join(found(t, a, FindQuery{By: c.by, Text: c.text}), ", "); got != c.want {
			t.Errorf("by %s %q: %s, want %s", c.by, c.text, got, c.want)
		}
	}
	for _, c := range []struct{ by, text, want string }{
		{"line", "A b A b A", "--line: no game here has it; Adji-Boto 2 x 5, usual rules: A cannot be played in"},
		{"position", "1,1/1,1 0-0 S", "--position: no game here has it; "},
		{"sequence", "A B", "--sequence: no game here has it; Adji-Boto 2 x 5, usual rules: B stands where North is to move"},
		{"sequence", "", "--sequence: "},
		{"pattern", "?", "--pattern: "},
		{"heart", "x", "games are not found by \"heart\""},
	} {
		err := a.Find(t.Context(), FindQuery{By: c.by, Text: c.text}, nil)
		if fault := new(FilterError); !errors.As(err, &fault) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("by %s %q: %v, want %q", c.by, c.text, err, c.want)
		}
	}
	stop := errors.New("stop")
	if err := a.Find(t.Context(), FindQuery{By: "sequence", Text: "D"}, func(*Game, int) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped with %v", err)
	}
	if err := memory(t).Find(t.Context(), FindQuery{By: "position", Text: "nonsense"}, nil); err != nil {
		t.Errorf("of no games: %v", err)
	}
}
