package db

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// bruteOpenings answers an opening query from the games as they are read back,
// without books, tables or packed moves.
func bruteOpenings(games []*Game, r rules.Ruleset, root rules.State, depth, minGames int) (list []OpeningMove, onward int) {
	byMove := map[rules.Move]*OpeningMove{}
	for _, g := range games {
		played := map[rules.Move]bool{}
		s := g.Start
		for _, m := range g.Moves {
			if s == root {
				played[m] = true
			}
			if _, err := r.Play(&s, m); err != nil {
				panic(err)
			}
		}
		if len(played) > 0 {
			onward++
		}
		for m := range played {
			o := byMove[m]
			if o == nil {
				o = &OpeningMove{Move: m}
				byMove[m] = o
			}
			o.Games++
			switch g.Result {
			case notation.SouthWon:
				o.South++
			case notation.NorthWon:
				o.North++
			case notation.Draw:
				o.Draws++
			default:
				o.Unfinished++
			}
			if g.Verdict == replay.Complete {
				o.Complete++
				o.PliesSum += int64(len(g.Moves))
				if g.HasScore {
					o.Scored++
					o.MarginSum += int64(g.Score[0] - g.Score[1])
				}
			}
		}
	}
	if depth < 1 {
		return nil, onward
	}
	for _, m := range replay.LegalMoves(&r, &root) {
		o := byMove[m]
		if o == nil || o.Games < minGames {
			continue
		}
		next := root
		if _, err := r.Play(&next, m); err != nil {
			panic(err)
		}
		for _, g := range games {
			s := g.Start
			reached := s == next
			for _, m := range g.Moves {
				r.Play(&s, m)
				reached = reached || s == next
			}
			if reached {
				o.Reached++
			}
		}
		o.Children, o.Onward = bruteOpenings(games, r, next, depth-1, minGames)
		list = append(list, *o)
	}
	slices.SortStableFunc(list, func(a, b OpeningMove) int { return cmp.Compare(b.Games, a.Games) })
	return list, onward
}

func describe(moves []OpeningMove, onward int) string {
	var b strings.Builder
	var put func(indent string, list []OpeningMove)
	put = func(indent string, list []OpeningMove) {
		for _, m := range list {
			flat := m
			flat.Children = nil
			fmt.Fprintf(&b, "%s%+v\n", indent, flat)
			put(indent+"  ", m.Children)
		}
	}
	fmt.Fprintln(&b, onward)
	put("", moves)
	return b.String()
}

// goingRound is a position of Adji-Boto from which two players who work together
// come back to it, by circle.
const goingRound = "1,2,2,1,2/2,2,1,2,1 42-42 S"

var circle = strings.Fields("B d D a A c C e E b")

func TestOpeningsAreThoseOfBruteForce(t *testing.T) {
	for i, r := range []rules.Ruleset{
		reading(t, rules.AdjiBoto, 0, ""),
		reading(t, rules.AdjiBoto, 0, "captures-from=2,landing=taken"),
		reading(t, rules.AdjiBoto, 0, "herskovits-1929"),
		reading(t, rules.EnDodoi, 6, "seeds=3"),
		reading(t, rules.EnDodoi, 7, "lone=taken,direction=clockwise"),
		reading(t, rules.CrossEndodoi, 0, ""),
	} {
		if testing.Short() && i > 0 && i < 5 {
			continue
		}
		t.Run(replay.Reading(r), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(4, uint64(i)))
			a := memory(t)
			var text strings.Builder
			for range 150 {
				text.WriteString(randomRecord(rng, r, r.Start(), rng.IntN(40), ""))
			}
			// Games that start elsewhere: at a position of the table, and beyond it.
			var starts []rules.State
			for range 8 {
				s := r.Start()
				for range rng.IntN(14) {
					if legal := replay.LegalMoves(&r, &s); len(legal) > 0 {
						r.Play(&s, legal[rng.IntN(len(legal))])
					}
				}
				starts = append(starts, s)
				text.WriteString(randomRecord(rng, r, s, 12, ""))
			}
			north := r.Start()
			north.ToMove = rules.North
			text.WriteString(randomRecord(rng, r, north, 9, ""))
			if c := bring(t, a, "x", text.String(), ImportOptions{}); c.Rejected > 0 {
				t.Fatalf("counts %+v", c)
			}
			checkStatistics(t, a)

			games := all(t, a, Filter{})
			roots := append(starts, r.Start(), north)
			for _, root := range roots {
				for _, q := range []OpeningQuery{{Depth: 1}, {Depth: 3, MinGames: 2}, {Depth: 8, MinGames: 1}} {
					if q.Depth > 3 && root != r.Start() {
						continue // the deep tree, which takes several readings, once
					}
					q.Ruleset, q.From = r, root
					wantMoves, wantOnward := bruteOpenings(games, r, root, q.Depth, q.MinGames)
					want := describe(wantMoves, wantOnward)
					moves, onward, err := a.Openings(t.Context(), q)
					if got := describe(moves, onward); err != nil || got != want {
						t.Fatalf("from %s, depth %d: %v\n%s\nwant\n%s", replay.Position(&r, &root), q.Depth, err, got, want)
					}
					q.Filter = Filter{Source: []string{"*"}} // chooses all, but the tables do not know
					moves, onward, err = a.Openings(t.Context(), q)
					if got := describe(moves, onward); err != nil || got != want {
						t.Fatalf("scanned, from %s, depth %d: %v\n%s\nwant\n%s", replay.Position(&r, &root), q.Depth, err, got, want)
					}
				}
			}
		})
	}
}

// A game that goes round counts once, at every position and for every move.
func TestOpeningsCountAGameOnce(t *testing.T) {
	a := memory(t)
	r := reading(t, rules.AdjiBoto, 0, "")
	head := "[Game \"Adji-Boto\"]\n[SetUp \"1\"]\n[Position \"" + goingRound + "\"]\n[Result \"*\"]\n\n"
	round := strings.Join(circle, " ")
	if c := bring(t, a, "x", head+round+" "+round+" "+round+" B d *\n\n"+head+round+" D *\n", ImportOptions{}); c.Imported != 2 {
		t.Fatalf("counts %+v", c)
	}
	root, err := replay.ParsePosition(&r, goingRound)
	if err != nil {
		t.Fatal(err)
	}
	want, wantOnward := bruteOpenings(all(t, a, Filter{}), r, root, 3, 0)
	moves, onward, err := a.Openings(t.Context(), OpeningQuery{Ruleset: r, From: root, Depth: 3})
	if got := describe(moves, onward); err != nil || got != describe(want, wantOnward) {
		t.Errorf("%v\n%s\nwant\n%s", err, got, describe(want, wantOnward))
	}
	if onward != 2 || len(moves) != 2 || moves[0].Games != 2 || moves[1].Games != 1 {
		t.Errorf("%d games go on, by %+v", onward, moves)
	}
}

func TestBookKeepsItsLimit(t *testing.T) {
	r := reading(t, rules.EnDodoi, 6, "")
	start := r.Start()
	whole := newBook(&r, []rules.State{start}, 4, maxBook)
	part := newBook(&r, []rules.State{start}, 4, 100)
	if whole.depth != 4 || part.depth != 2 || len(part.states) > 100 {
		t.Errorf("depths %d and %d, %d positions", whole.depth, part.depth, len(part.states))
	}
	least := newBook(&r, []rules.State{start}, 4, 1)
	if least.depth != 1 {
		t.Errorf("the least book is %d deep", least.depth)
	}
	for i := range part.states {
		if part.states[i] != whole.states[i] || part.depths[i] != whole.depths[i] {
			t.Fatalf("position %d differs", i)
		}
	}
}

func TestOpeningsByLine(t *testing.T) {
	a := memory(t)
	r := reading(t, rules.AdjiBoto, 0, "")
	bring(t, a, "x", "[Game \"Adji-Boto\"]\n\n1. A c 2. E d 3. C b 4. D a 5. B e *\n\n"+
		"[Game \"Adji-Boto\"]\n[Result \"1-0\"]\n[Termination \"resignation\"]\n\n1. E c 2. A d 3. C b 4. D a 5. B e 1-0\n", ImportOptions{})
	var line []rules.Move
	for _, word := range strings.Fields("A c E d C b D a") {
		m, err := replay.ParseMove(&r, word)
		if err != nil {
			t.Fatal(err)
		}
		line = append(line, m)
	}
	// The two orders of moves meet after B only (docs/rules.md, "Transpositions").
	moves, onward, err := a.Openings(t.Context(), OpeningQuery{Ruleset: r, Moves: line})
	if err != nil || onward != 1 || len(moves) != 1 || moves[0].Games != 1 || moves[0].Reached != 2 || moves[0].Onward != 2 {
		t.Errorf("%d games go on, by %+v, %v", onward, moves, err)
	}
	b, _ := replay.ParseMove(&r, "B")
	moves, onward, err = a.Openings(t.Context(), OpeningQuery{Ruleset: r, Moves: append(line, b)})
	if err != nil || onward != 2 || len(moves) != 1 || moves[0].Unfinished != 1 || moves[0].South != 1 {
		t.Errorf("%d games go on, by %+v, %v", onward, moves, err)
	}
	if _, _, err := a.Openings(t.Context(), OpeningQuery{Ruleset: r, Moves: append(line, line[0])}); err == nil || !strings.Contains(err.Error(), "ply 9, A") {
		t.Errorf("an illegal line: %v", err)
	}
	if moves, onward, err := a.Openings(t.Context(), OpeningQuery{Ruleset: reading(t, rules.EnDodoi, 9, "")}); err != nil || moves != nil || onward != 0 {
		t.Errorf("of a ruleset without games: %+v, %d, %v", moves, onward, err)
	}
}
