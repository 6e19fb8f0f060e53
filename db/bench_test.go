package db

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// benchRecords returns records of random play to the end, all different.
func benchRecords(b *testing.B, r rules.Ruleset, games int) string {
	b.Helper()
	rng := rand.New(rand.NewPCG(7, uint64(r.Game)))
	var text strings.Builder
	for i := range games {
		tags := fmt.Sprintf("[Event \"Bench\"]\n[Date \"2024.03.09\"]\n[Round \"%d\"]\n[South \"Player %d\"]\n[North \"Player %d\"]\n", i, i%50, i%49)
		text.WriteString(randomRecord(rng, r, r.Start(), 200, tags))
	}
	return text.String()
}

// benchRulesets are what the benchmarks are run on.
func benchRulesets(b *testing.B) []rules.Ruleset {
	return []rules.Ruleset{reading(b, rules.AdjiBoto, 0, ""), reading(b, rules.EnDodoi, 8, "")}
}

// What a worker does for a game, beside reading and replaying it.
func BenchmarkPrepare(b *testing.B) {
	for _, r := range benchRulesets(b) {
		b.Run(replay.GameSlug(r.Game), func(b *testing.B) {
			var rec notation.Record
			var line replay.Line
			var p Prepared
			if err := notation.NewReader(strings.NewReader(benchRecords(b, r, 1)), "x").Read(&rec); err != nil {
				b.Fatal(err)
			}
			replay.NewReplayer(replay.Assume{}).Replay(&rec, &line)
			preparer := NewPreparer()
			b.ReportAllocs()
			for b.Loop() {
				preparer.Prepare(&rec, &line, &p)
			}
		})
	}
}

// What the one writer does for a file, from an empty archive to the disk.
func BenchmarkAdd(b *testing.B) {
	const games = 20000
	for _, r := range benchRulesets(b) {
		b.Run(replay.GameSlug(r.Game), func(b *testing.B) {
			var list []Prepared
			src := notation.NewReader(strings.NewReader(benchRecords(b, r, games)), "x")
			replayer, preparer := replay.NewReplayer(replay.Assume{}), NewPreparer()
			for range games {
				var rec notation.Record
				var line replay.Line
				var p Prepared
				if err := src.Read(&rec); err != nil {
					b.Fatal(err)
				}
				replayer.Replay(&rec, &line)
				preparer.Prepare(&rec, &line, &p)
				list = append(list, p)
			}
			n := 0
			for b.Loop() {
				a, err := Create(b.Context(), filepath.Join(b.TempDir(), fmt.Sprint(n)))
				if err != nil {
					b.Fatal(err)
				}
				im, err := a.BeginImport(b.Context(), "x", ImportOptions{})
				if err != nil {
					b.Fatal(err)
				}
				for i := range list {
					if added, err := im.Add(b.Context(), &list[i]); err != nil || added != Imported {
						b.Fatal(added, err)
					}
				}
				if err := im.Commit(b.Context(), true); err != nil {
					b.Fatal(err)
				}
				if err := a.Close(); err != nil {
					b.Fatal(err)
				}
				n++
			}
			b.ReportMetric(float64(games*n)/b.Elapsed().Seconds(), "games/s")
		})
	}
}

// What every process that archives games or asks about openings does once.
func BenchmarkTableBook(b *testing.B) {
	for _, r := range benchRulesets(b) {
		b.Run(replay.GameSlug(r.Game), func(b *testing.B) {
			for b.Loop() {
				newBook(&r, []rules.State{r.Start()}, tableDepth(&r), math.MaxInt)
			}
		})
	}
}
