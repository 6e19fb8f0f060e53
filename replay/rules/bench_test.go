package rules

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// randomGame returns the moves of a game played at random, at most most plies.
func randomGame(r *Ruleset, rng *rand.Rand, most int) []Move {
	var game []Move
	s := r.Start()
	for len(game) < most {
		m, ok := randomMove(r, &s, rng)
		if !ok {
			break
		}
		if _, err := r.Play(&s, m); err != nil {
			panic(err)
		}
		game = append(game, m)
	}
	return game
}

// randomMove returns a legal move, or false where the game is over.
func randomMove(r *Ruleset, s *State, rng *rand.Rand) (Move, bool) {
	var moves []Move
	for p := range r.Legal(s).All() {
		moves = append(moves, Move(p))
	}
	if len(moves) == 0 {
		return Pass, r.PassForced(s)
	}
	return moves[rng.IntN(len(moves))], true
}

// standards are the boards of the games, under the usual rules.
func standards() []Ruleset {
	list := []Ruleset{Standard(AdjiBoto, 0), Standard(CrossEndodoi, 0)}
	for pits := 6; pits <= 10; pits++ {
		list = append(list, Standard(EnDodoi, pits))
	}
	return list
}

func boardName(r *Ruleset) string { return fmt.Sprintf("%v/%d", r.Game, r.Pits) }

// BenchmarkPlay replays random games; the figure to look at is ns/ply.
func BenchmarkPlay(b *testing.B) {
	for _, r := range standards() {
		rng := rand.New(rand.NewPCG(1, 2))
		var games [][]Move
		plies := 0
		for range 200 {
			g := randomGame(&r, rng, 300)
			games, plies = append(games, g), plies+len(g)
		}
		b.Run(boardName(&r), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for _, g := range games {
					s := r.Start()
					for _, m := range g {
						if _, err := r.Play(&s, m); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*plies), "ns/ply")
		})
	}
}

// BenchmarkKey computes the key of a state in the middle of a game.
func BenchmarkKey(b *testing.B) {
	for _, r := range standards() {
		s := r.Start()
		for _, m := range randomGame(&r, rand.New(rand.NewPCG(1, 2)), 15) {
			if _, err := r.Play(&s, m); err != nil {
				b.Fatal(err)
			}
		}
		b.Run(boardName(&r), func(b *testing.B) {
			var k Key
			for b.Loop() {
				k = r.Key(&s)
			}
			_ = k
		})
	}
}
