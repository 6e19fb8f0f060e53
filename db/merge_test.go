package db

import (
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alai/notation"
)

// create makes an archive in a file that lasts as long as the test.
func create(t testing.TB, name string) *Archive {
	t.Helper()
	a, err := Create(t.Context(), filepath.Join(t.TempDir(), name))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// manySources imports files that share games, with rejects, as far as wanted says.
func manySources(t testing.TB, a *Archive, wanted ...string) {
	t.Helper()
	records := someRecords(t, rand.New(rand.NewPCG(14, 1)), 60)
	commented := strings.Replace(records[4], "\n\n", "\n\n{of b} ", 1)
	for _, source := range wanted {
		text := map[string]string{
			"a": strings.Join(records[:30], "") + "[Game \"Chess\"]\n\n*\n",
			"b": records[3] + commented + strings.Join(records[20:40], "") + "[Game \"Go\"]\n\n*\n",
			"c": strings.Join(records[:60], ""),
		}[source]
		bring(t, a, source, text, ImportOptions{AcceptContradiction: source != "b"})
	}
}

// TestMerge: archives that are merged make the archive that their files make.
func TestMerge(t *testing.T) {
	for _, c := range []struct{ first, second []string }{
		{nil, []string{"a", "b", "c"}},
		{[]string{"a"}, []string{"b", "c"}},
		{[]string{"a", "b"}, []string{"c"}},
		{[]string{"a", "b", "c"}, nil},
	} {
		a, other, want := memory(t), memory(t), memory(t)
		manySources(t, a, c.first...)
		manySources(t, other, c.second...)
		manySources(t, want, "a", "b", "c")
		before := contents(t, a)
		counts, err := a.Merge(t.Context(), other, "other.db", true)
		if err != nil || !slices.Equal(contents(t, a), before) {
			t.Errorf("%v: a dry run changes the archive, or fails: %v", c, err)
		}
		games := len(all(t, other, Filter{}))
		if counts.Imported+counts.Duplicates != games {
			t.Errorf("%v: %+v of %d games", c, counts, games)
		}
		for range 2 { // the second time there is nothing new
			if _, err := a.Merge(t.Context(), other, "other.db", false); err != nil {
				t.Fatal(err)
			}
			if got, want := contents(t, a), contents(t, want); !slices.Equal(got, want) {
				t.Errorf("%v: there are\n%s\nwant\n%s", c, strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
			sameArchive(t, a)
		}
	}
}

// TestMergeKeepsChangedGames: the copies of a game whose tags were changed stay
// its copies.
func TestMergeKeepsChangedGames(t *testing.T) {
	a, other := memory(t), memory(t)
	bring(t, other, "a", plain, ImportOptions{})
	bring(t, other, "b", plain, ImportOptions{})
	setTags(t, other, Filter{IDs: []int64{1}}, notation.Tag{Name: "South", Value: "C. Other"})
	if _, err := a.Merge(t.Context(), other, "other.db", false); err != nil {
		t.Fatal(err)
	}
	if got, want := contents(t, a), contents(t, other); !slices.Equal(got, want) || len(got) != 2 {
		t.Errorf("there are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestSplit: what is split off and what is left make the whole again.
func TestSplit(t *testing.T) {
	for name, f := range map[string]Filter{
		"player": {Player: []string{"b. player"}},
		"ids":    {IDs: []int64{1, 2, 5, 40}},
		"line":   {Lines: []string{"A", "B"}},
	} {
		a, copied, moved := create(t, "a.db"), create(t, "copied.db"), memory(t)
		manySources(t, a, "a", "b", "c")
		whole, chosen := contents(t, a), len(all(t, a, f))
		if n, err := a.Split(t.Context(), copied, "a.db", f); err != nil || n != chosen || chosen == 0 {
			t.Errorf("%s: %d of %d games, %v", name, n, chosen, err)
		}
		if !slices.Equal(contents(t, a), whole) {
			t.Errorf("%s: a copy changes the archive", name)
		}
		if n, err := a.Move(t.Context(), moved, "a.db", f); err != nil || n != chosen {
			t.Errorf("%s: %d of %d games, %v", name, n, chosen, err)
		}
		if got, want := contents(t, moved), contents(t, copied); !slices.Equal(got, want) {
			t.Errorf("%s: what was moved is\n%s\nwhat was copied\n%s", name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		parts := append(contents(t, a), contents(t, moved)...)
		if slices.Sort(parts); !slices.Equal(parts, whole) {
			t.Errorf("%s: the parts are\n%s\nthe whole\n%s", name, strings.Join(parts, "\n"), strings.Join(whole, "\n"))
		}
		sameArchive(t, a)
		sameArchive(t, moved)
	}
}
