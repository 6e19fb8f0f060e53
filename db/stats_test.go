package db

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"
)

// What the statistics tell of plies is what going through the games, ply by ply
// and question by question, makes.
func TestStatsOfPlies(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 3))
	for _, r := range []rules.Ruleset{
		reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.AdjiBoto, 0, "captures-from=1"), reading(t, rules.EnDodoi, 10, ""), reading(t, rules.CrossEndodoi, 0, ""),
	} {
		a := memory(t)
		var text strings.Builder
		for i := range 60 {
			start := r.Start()
			if i%3 == 0 { // later in a game, within the cycle of Adji-Boto or behind it
				for range rng.IntN(14) {
					play(t, &r, &start, rng)
				}
			}
			text.WriteString(randomRecord(rng, r, start, 1+rng.IntN(400), ""))
		}
		bring(t, a, "x", text.String(), ImportOptions{})
		list, err := a.Stats(t.Context(), Filter{})
		if err != nil || len(list) != 1 {
			t.Fatal(list, err)
		}
		have := list[0]

		captures, passes, laps := Histogram{}, Histogram{}, Histogram{}
		games, seeds := make([]int, lastPly+1), make([]int, lastPly+1)
		orders := make(map[string]int)
		for _, g := range all(t, a, Filter{}) {
			s, passed := g.Start, 0
			opened := map[rules.Side][]rules.Move{}
			for i, m := range g.Moves {
				ply := min(i+1, lastPly)
				if i < lastPly {
					games[ply]++
				}
				side, inCycle := s.ToMove, r.InCycle(&s)
				before := s.Opened
				sowing, err := r.Play(&s, m)
				if err != nil {
					t.Fatal(err)
				}
				if inCycle && m != rules.Pass && before>>m&1 == 0 {
					opened[side] = append(opened[side], m)
				}
				if seeds[ply] += int(sowing.Captured); sowing.Captured > 0 {
					captures[int(sowing.Captured)]++
				}
				if m == rules.Pass {
					passed++
				} else {
					laps[min(int(sowing.Laps), mostLaps)]++
				}
			}
			passes[passed]++
			for side, moves := range opened {
				if len(moves) == cyclePits {
					orders[fmt.Sprint(side, moves)]++
				}
			}
		}
		if got, want := fmt.Sprint(have.Captures, have.Passes, have.Laps), fmt.Sprint(captures, passes, laps); got != want {
			t.Errorf("%v: captures, passes and laps\n%s, want\n%s", r, got, want)
		}
		for _, c := range have.Taken {
			if c.Games != games[c.Ply] || c.Seeds != seeds[c.Ply] {
				t.Errorf("%v: %+v, want %d games and %d seeds", r, c, games[c.Ply], seeds[c.Ply])
			}
			games[c.Ply], seeds[c.Ply] = 0, 0
		}
		if slices.Max(games) > 0 || slices.Max(seeds) > 0 {
			t.Errorf("%v: plies are left out: games %v, seeds %v", r, games, seeds)
		}
		told := make(map[string]int)
		for _, o := range have.Orders {
			told[fmt.Sprint(o.Side, o.Moves)] = o.Games
		}
		if !maps.Equal(told, orders) || (r.Game == rules.AdjiBoto) != (len(orders) > 50) {
			t.Errorf("%v: orders %v, want %v", r, told, orders)
		}
		checkStatistics(t, a)
	}
}

// play plays a random move.
func play(t *testing.T, r *rules.Ruleset, s *rules.State, rng *rand.Rand) {
	t.Helper()
	if legal := replay.LegalMoves(r, s); len(legal) > 0 {
		if _, err := r.Play(s, legal[rng.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
}

// The 120 orders have the numbers from 0, in the order of the alphabet, and each
// number leads back to its order.
func TestOrders120(t *testing.T) {
	last := ""
	for number := range 120 {
		text := orderText(bySouthOrder, number)
		if text <= last || orderText(byNorthOrder, number) != strings.ToLower(text) {
			t.Errorf("%d is %s, after %s, North's %s", number, text, last, orderText(byNorthOrder, number))
		}
		last = text
		var o order
		for _, letter := range text {
			o.open(int(letter - 'A'))
		}
		if !o.known() || int(o.number) != number {
			t.Errorf("%s is %d, want %d", text, o.number, number)
		}
	}
	if last != "EDCBA" {
		t.Errorf("the last order is %s", last)
	}
}

func TestQuantile(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	for range 2000 {
		h := make(Histogram)
		var values []int
		for range 1 + rng.IntN(13) {
			v := rng.IntN(9) - 4
			h[v]++
			values = append(values, v)
		}
		slices.Sort(values)
		for quarter := 1; quarter <= 3; quarter++ {
			at := quarter * len(values)
			want := float64(values[at/4])
			if at%4 == 0 {
				want = float64(values[at/4-1]+values[at/4]) / 2
			}
			if got := h.Quantile(float64(quarter) / 4); got != want {
				t.Fatalf("quartile %d of %v is %v, want %v", quarter, values, got, want)
			}
		}
	}
	if (Histogram{}).Quantile(0.5) != 0 {
		t.Error("a median of nothing")
	}
}
