package tui

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alai/replay/rules"
)

// Seed by seed every sowing of the referees' games comes to what Play makes of it, but
// for what is captured then; taken back it goes the same way.
func TestSower(t *testing.T) {
	for _, name := range []string{"mancalagames/adjiboto.mgn", "ludii/endodoi-8.mgn"} {
		text, err := os.ReadFile(filepath.Join("../../../testdata/referee", name))
		if err != nil {
			t.Fatal(err)
		}
		sown := 0
		for _, g := range parse(t, string(text))[:5] {
			before := g.Start
			for i, ply := range g.Main.Plies {
				if ply.Move != rules.Pass {
					checkSower(t, g, i, before)
					sown++
				}
				before = ply.After
			}
		}
		if sown < 100 {
			t.Errorf("%s: %d sowings", name, sown)
		}
	}
}

func checkSower(t *testing.T, g *Game, i int, before rules.State) {
	t.Helper()
	ply := g.Main.Plies[i]
	s := newSower(&g.Rules, &before, ply.Move, int(ply.Sowing.Laps))
	var forth []rules.State
	for more := true; more; more = s.next() {
		state, _ := s.state()
		held := s.inHand()
		for p := range state.Seeds {
			held += int(state.Seeds[p]) - int(before.Seeds[p])
		}
		if held != 0 {
			t.Fatalf("%s, ply %d: %d seeds too many after lap %d, seed %d", g.Name, i+1, held, s.lap+1, s.seed)
		}
		forth = append(forth, state)
	}
	last, m := s.state()
	if m.Last != 1<<ply.Sowing.Landing || s.inHand() != 0 {
		t.Errorf("%s, ply %d: the last seed falls in %b, want pit %d", g.Name, i+1, m.Last, ply.Sowing.Landing)
	}
	captured := 0
	for p := range rules.Pit(rules.MaxPits) {
		if ply.Sowing.Taken.Has(p) {
			captured += int(last.Seeds[p])
			last.Seeds[p] = 0
		}
	}
	if last.Seeds != ply.After.Seeds || captured != int(ply.Sowing.Captured) {
		t.Errorf("%s, ply %d: the board is %v, want %v; captured are %d, want %d", g.Name, i+1, last.Seeds, ply.After.Seeds, captured, ply.Sowing.Captured)
	}
	var back []rules.State
	for more := true; more; more = s.back() {
		state, _ := s.state()
		back = append(back, state)
	}
	slices.Reverse(back)
	if !slices.Equal(forth, back) {
		t.Errorf("%s, ply %d: back it goes another way", g.Name, i+1)
	}
}

// Of a relay of 1380 laps the first thousand are shown, and then it is said how many
// are not.
func TestLongRelay(t *testing.T) {
	list := parse(t, "[Game \"En Dodoi\"]\n[Pits \"6\"]\n[Position \"2,3,2,3,4,3/5,2,0,1,2,3 9-9 S\"]\n\n1. B *\n")
	m := start(t, list, Options{})
	press(m, "s")
	if shown := m.title(); !strings.Contains(shown, "lap 1 of 1380") {
		t.Errorf("the title is %s", shown)
	}
	for n := 1; m.sower != nil; n++ {
		if n > maxLaps {
			t.Fatalf("%d laps", n)
		}
		press(m, "down")
	}
	if want := "380 more laps are not shown"; m.message != want || m.here().at != 1 {
		t.Errorf("at ply %d: %s; want %s", m.here().at, m.message, want)
	}
}
