package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"
)

// someRecords returns records of random games, each with its number as its Round,
// of which every fifth is contradictory.
func someRecords(t testing.TB, rng *rand.Rand, n int) []string {
	t.Helper()
	boards := []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 6, ""), reading(t, rules.EnDodoi, 7, "")}
	people := []string{"A. Player", "B. Player", "C. Other"}
	list := make([]string, n)
	for i := range list {
		r := boards[rng.IntN(len(boards))]
		tags := fmt.Sprintf("[Round \"%d\"]\n[South \"%s\"]\n[North \"%s\"]\n", i, people[rng.IntN(3)], people[rng.IntN(3)])
		list[i] = randomRecord(rng, r, r.Start(), 1+rng.IntN(150), tags)
		if i%5 == 4 {
			at := strings.Index(list[i], "\n\n") + 3 // behind the first move
			list[i] = list[i][:at] + "+40" + list[i][at:]
		}
	}
	return list
}

// sameArchive holds the games and the statistics of an archive against those of
// one into which their records were imported anew.
func sameArchive(t *testing.T, a *Archive) {
	t.Helper()
	checkStatistics(t, a)
	b := memory(t)
	text := export(t, a)
	bring(t, b, "anew", text, ImportOptions{AcceptContradiction: true})
	if got := export(t, b); got != text {
		t.Errorf("the games are not those that their records make:\n%s\nwant\n%s", text, got)
	}
	have, _ := a.Stats(t.Context(), Filter{})
	want, _ := b.Stats(t.Context(), Filter{})
	byReading := func(a, b GameStats) int { return strings.Compare(replay.Reading(a.Ruleset), replay.Reading(b.Ruleset)) }
	slices.SortFunc(have, byReading)
	slices.SortFunc(want, byReading)
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Errorf("statistics\n%v\nwant\n%v", have, want)
	}
}

func TestDelete(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 1))
	a := memory(t)
	records := someRecords(t, rng, 60)
	bring(t, a, "a", strings.Join(records, ""), ImportOptions{AcceptContradiction: true})
	bring(t, a, "b", strings.Join(records[:20], ""), ImportOptions{AcceptContradiction: true})
	for _, f := range []Filter{
		{IDs: []int64{3, 5, 55, 900}},
		{South: []string{"a. player"}},
		{Lines: []string{"A"}},
		{Positions: []string{replay.Position(&all(t, a, Filter{})[40].Rules, &all(t, a, Filter{})[40].Start)}},
		{Verdicts: []replay.Verdict{replay.Contradiction}},
	} {
		going, left := all(t, a, f), len(all(t, a, Filter{}))
		if len(going) == 0 || len(going) == left {
			t.Fatalf("%+v chooses %d of %d games", f, len(going), left)
		}
		for _, dryRun := range []bool{true, false} {
			d, err := a.Delete(t.Context(), f, dryRun)
			if err != nil || d.Games != len(going) || d.Rejects != 0 {
				t.Errorf("%+v: deleted %+v of %d, %v", f, d, len(going), err)
			}
			if !dryRun {
				left -= len(going)
			}
			if n := len(all(t, a, Filter{})); n != left {
				t.Errorf("%+v: %d games are left, want %d", f, n, left)
			}
			checkStatistics(t, a)
		}
		if n := len(all(t, a, f)); n != 0 {
			t.Errorf("%+v: %d of its games are left", f, n)
		}
		sameArchive(t, a)
	}
	if _, err := a.Delete(t.Context(), Filter{}, false); err == nil {
		t.Error("a filter that chooses all is no error")
	}
}

// TestDeleteSources: what is left after a source is taken away is what the others
// would have brought without it.
func TestDeleteSources(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 1))
	records := someRecords(t, rng, 40)
	commented := strings.Replace(records[4], "\n\n", "\n\n{of b} ", 1)
	texts := map[string]string{
		"a": strings.Join(records[:20], "") + "[Game \"Chess\"]\n\n*\n",
		"b": records[3] + commented + strings.Join(records[20:30], "") + "[Game \"Go\"]\n\n*\n",
		"c": strings.Join(records[15:35], ""),
	}
	sources := []string{"a", "b", "c"}
	for gone, isGone := range map[string]func(string) bool{
		"A":    func(source string) bool { return source == "a" },
		"b":    func(source string) bool { return source == "b" },
		"c":    func(source string) bool { return source == "c" },
		"?":    func(string) bool { return true },
		"none": func(string) bool { return false },
	} {
		a, b := memory(t), memory(t)
		for _, source := range sources {
			bring(t, a, source, texts[source], ImportOptions{})
			if !isGone(source) {
				bring(t, b, source, texts[source], ImportOptions{})
			}
		}
		before := contents(t, a)
		d, err := a.DeleteSources(t.Context(), []string{gone}, false)
		if none := new(NoSourceError); gone == "none" && errors.As(err, &none) && none.Name == gone {
			err = nil
		} else if gone == "none" {
			t.Error("that there is no such source is not told")
		}
		if err != nil {
			t.Fatal(err)
		}
		sameArchive(t, a)
		have, want := contents(t, a), contents(t, b)
		if !slices.Equal(have, want) {
			t.Errorf("without %s there are\n%s\nwant\n%s", gone, strings.Join(have, "\n"), strings.Join(want, "\n"))
		}
		if n := len(before) - len(have); d.Games+d.Rejects+d.Copies != n {
			t.Errorf("%s: %+v are deleted, and %d are gone", gone, d, n)
		}
	}
}

// contents lists the games, copies and rejects of an archive, whatever their ids
// and their order.
func contents(t testing.TB, a *Archive) []string {
	t.Helper()
	rows, err := a.readers.QueryContext(t.Context(), `
		SELECT format('game %s %s#%d:%d', hex(identity), path, number, line) || hex(checksum) FROM game JOIN source ON source.id = source
		UNION ALL
		SELECT format('copy %d of %s %s#%d:%d', text IS NULL, hex(identity), path, copy.number, copy.line) || hex(copy.checksum)
		FROM copy JOIN game ON game.id = copy.game JOIN source ON source.id = copy.source
		UNION ALL
		SELECT format('reject %s %s#%d:%d', hex(sha256), path, number, line) FROM reject JOIN source ON source.id = source
		ORDER BY 1`)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	if err := each(rows, func() error {
		var row string
		err := rows.Scan(&row)
		list = append(list, row)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// An archive whose games are all gone still answers, whatever has to be read for
// the answer.
func TestOpeningsOfNothing(t *testing.T) {
	a := memory(t)
	r := reading(t, rules.AdjiBoto, 0, "")
	bring(t, a, "x", "[Game \"Adji-Boto\"]\n\nA a B b *\n", ImportOptions{})
	if d, err := a.Delete(t.Context(), Filter{IDs: []int64{1}}, false); err != nil || d.Games != 1 {
		t.Fatal(d, err)
	}
	for _, q := range []OpeningQuery{{Ruleset: r}, {Ruleset: r, Filter: Filter{MinPlies: 1}}, {Ruleset: r, Depth: 9}} {
		if moves, onward, err := a.Openings(t.Context(), q); err != nil || len(moves) != 0 || onward != 0 {
			t.Errorf("%+v: %v, %d, %v", q, moves, onward, err)
		}
	}
}
