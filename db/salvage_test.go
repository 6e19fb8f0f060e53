package db

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// Each id that can be read is read once, and each other is told once, wherever the
// damage is.
func TestPast(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for range 200 {
		of := ids{rng.Int64N(50), 40 + rng.Int64N(200)}
		state := make(map[int64]int) // 1 a page that cannot be read, 2 a game that makes no sense
		for range rng.IntN(6) {
			first := rng.Int64N(240)
			for id := first; id < first+rng.Int64N(30); id++ {
				state[id] = 1 + rng.IntN(2)
			}
		}
		met := make(map[int64][]int)
		if err := past(of, 1, func(of ids) (last int64, ok bool, err error) {
			for id := of.first; id <= of.last; id++ {
				switch state[id] {
				case 1:
					return last, ok, sqlite3.Error{Code: sqlite3.ErrCorrupt}
				case 2:
					return last, ok, &DamagedError{id, errors.New("no game")}
				}
				met[id] = append(met[id], 0)
				last, ok = id, true
			}
			return last, ok, nil
		}, func(of ids, err error) error {
			for id := of.first; id <= of.last; id++ {
				what := 1
				if errors.As(err, new(*DamagedError)) {
					what = 2
				}
				met[id] = append(met[id], what)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for id := range int64(300) {
			want := []int{state[id]}
			if !of.has(id) {
				want = nil
			}
			if !slices.Equal(met[id], want) {
				t.Fatalf("%v of %v: %v, want %v", id, of, met[id], want)
			}
		}
	}
	other := errors.New("another error")
	if err := past(ids{1, 9}, 1, func(ids) (int64, bool, error) { return 0, false, other }, nil); err != other {
		t.Errorf("another error: %v", err)
	}
}

// Whatever page of an archive is gone, Salvage tells of each game that it has it or
// that it has not; and with the pages that only lead to games none is lost.
func TestSalvageEveryPage(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, a, assorted(t))
	var want []int64
	for _, g := range all(t, a, Filter{}) {
		want = append(want, g.ID)
	}
	var root int
	if err := a.readers.QueryRowContext(t.Context(), "SELECT rootpage FROM sqlite_schema WHERE name = 'game'").Scan(&root); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 8192
	lossless, lossy := 0, 0
	for at := 0; at < len(sound); at += page {
		if leaf := sound[at] == leafPage; at/page+1 == root && leaf {
			t.Fatal("the games have one page")
		}
		b := bytes.Clone(sound)
		clear(b[at : at+page])
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		var read, told []int64
		_, err := Salvage(t.Context(), path, func(g *Game, damage error) error {
			var lost *LostError
			switch {
			case errors.As(damage, &lost):
				for id := lost.First; id <= lost.Last; id++ {
					told = append(told, id)
				}
			case damage == nil:
				read = append(read, g.ID)
			default:
				told = append(told, g.ID)
			}
			return nil
		})
		if err != nil {
			t.Errorf("page %d: %v", at/page+1, err)
			continue
		}
		both := slices.Sorted(slices.Values(slices.Concat(read, told)))
		if !slices.Equal(both, want) {
			t.Errorf("page %d: of %d games %d are read and %d told", at/page+1, len(want), len(read), len(told))
		}
		if len(told) == 0 {
			lossless++
		} else {
			lossy++
		}
		if at/page+1 == root && len(told) > 0 {
			t.Errorf("without the root %d games are lost", len(told))
		}
	}
	if lossless == 0 || lossy == 0 {
		t.Errorf("%d pages cost no game, %d some", lossless, lossy)
	}
}

// Statistics that cannot be are no answer.
func TestImpossibleStatistics(t *testing.T) {
	for _, c := range []struct{ damage, question string }{
		{"UPDATE tally SET n = n + 1 WHERE measure = 'result'", "stats"},
		{"UPDATE tally SET n = n + 1 WHERE measure = 'first'", "stats"},
		{"UPDATE tally SET n = n + 1 WHERE measure = 'captured'", "stats"},
		{"UPDATE tally SET n = n + 1 WHERE measure = 'passes'", "stats"},
		{"UPDATE tally SET n = n + 1 WHERE measure = 'sown'", "stats"},
		{"UPDATE tally SET n = n + 1 WHERE measure = 'ending complete'", "stats"},
		{"UPDATE tally SET n = -1 WHERE measure = 'capture'", "stats"},
		{"UPDATE tally SET measure = 'lapz' WHERE measure = 'laps' AND value = 1", "stats"},
		{"UPDATE tally SET value = 'x' WHERE measure = 'laps' AND value = 1", "stats"},
		{"UPDATE tally SET value = x'00' WHERE measure = 'laps' AND value = 1", "stats"},
		{"UPDATE opening SET south = south + 1", "openings"},
		{"UPDATE opening SET games = games + 1, south = south + 1", "openings"},
		{"UPDATE opening SET complete = games + 1", "openings"},
		{"UPDATE opening SET scored = complete + 1", "openings"},
		{"UPDATE opening SET south = south - 10000, north = north + 10000", "openings"},
		{"UPDATE opening SET move = 'Z' WHERE move = 'A'", "openings"},
		{"UPDATE opening SET move = 'a' WHERE move = 'A'", "openings"},
		{"DELETE FROM opening WHERE move = 'A'", "openings"},
		{"DELETE FROM position WHERE position LIKE '%N A'", "openings"},
		{"UPDATE position SET onward = 0", "openings"},
		{"UPDATE position SET games = 0, onward = 0", "openings"},
		{"UPDATE position SET games = 0, onward = 0 WHERE position GLOB '* N ???'", "openings"}, // the outermost that are asked about
	} {
		a := memory(t)
		fill(t, a, assorted(t))
		damage(t, a, c.damage)
		for _, q := range questions {
			answer, err := q.ask(t.Context(), a)
			if q.name == c.question && !errors.As(err, new(*StatisticsError)) {
				t.Errorf("%s: %s is %.40v, %v", c.damage, q.name, answer, err)
			}
		}
		if err := a.Repair(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, q := range questions {
			if _, err := q.ask(t.Context(), a); err != nil {
				t.Errorf("%s: %s after the repair: %v", c.damage, q.name, err)
			}
		}
	}
}
