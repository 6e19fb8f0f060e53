package db

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Pages of the statistics and of indexes are repaired whatever is wrong with them, and
// what Check says of that is true: the archive is then what it was.
func TestRepairPages(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: each page is damaged, by one goroutine")
	}
	const page = 8192
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	fill(t, a, assorted(t))
	was := dump(t, a)
	type tree struct {
		name string
		root int
	}
	var trees []tree
	rows, err := a.readers.QueryContext(t.Context(), "SELECT type || ' ' || name, rootpage FROM sqlite_schema WHERE rootpage > 0")
	if err != nil {
		t.Fatal(err)
	}
	if err := each(rows, func() error {
		var tr tree
		err := rows.Scan(&tr.name, &tr.root)
		if isDerived(tr.name) {
			trees = append(trees, tr)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := len(derivedTables) + len(schemaIndexes); len(trees) != want {
		t.Fatalf("%d trees, want %d", len(trees), want)
	}
	rng := rand.New(rand.NewPCG(2, 2))
	for _, tr := range trees {
		for how, harm := range map[string]func(b []byte){
			"another's": func(b []byte) { copy(b, sound[(trees[0].root-1)*page:][:page]) },
			"zeros":     func(b []byte) { clear(b) },
			"letters":   func(b []byte) { copy(b, bytes.Repeat([]byte("x"), page)) },
			"order": func(b []byte) { // the first cells change places
				b[leafHead], b[leafHead+1], b[leafHead+2], b[leafHead+3] = b[leafHead+2], b[leafHead+3], b[leafHead], b[leafHead+1]
			},
			"noise": func(b []byte) {
				for range 50 {
					b[rng.IntN(page)] = byte(rng.Uint32())
				}
			},
		} {
			b := bytes.Clone(sound)
			harm(b[(tr.root-1)*page : tr.root*page])
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			a, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range faults(t, a) {
				if !f.Derived {
					t.Errorf("%s, %s: %+v", tr.name, how, f)
				}
			}
			if err := a.Repair(t.Context()); err != nil {
				t.Errorf("%s, %s: %v", tr.name, how, err)
			} else if left := faults(t, a); len(left) > 0 || !slices.Equal(dump(t, a), was) {
				t.Errorf("%s, %s: after the repair there are left %+v", tr.name, how, left)
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
		}
	}
}
