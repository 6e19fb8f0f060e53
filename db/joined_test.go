package db

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay/rules"
)

// dump lists all rows of all tables, but how often the archive has changed.
func dump(t testing.TB, a *Archive) (list []string) {
	t.Helper()
	var tables []string
	names, err := a.readers.QueryContext(t.Context(), "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'archive' ORDER BY name")
	if err != nil {
		t.Fatal(err)
	}
	if err := each(names, func() error {
		var name string
		err := names.Scan(&name)
		tables = append(tables, name)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	for _, table := range tables {
		rows, err := a.readers.QueryContext(t.Context(), "SELECT * FROM "+table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, to := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := each(rows, func() error {
			err := rows.Scan(to...)
			list = append(list, fmt.Sprintf("%s %v", table, values))
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(list)
	return list
}

// sameDump compares what two dumps hold.
func sameDump(t testing.TB, what string, got, want []string) {
	t.Helper()
	for _, row := range got {
		if _, ok := slices.BinarySearch(want, row); !ok {
			t.Errorf("%s: there is %s", what, row)
		}
	}
	for _, row := range want {
		if _, ok := slices.BinarySearch(got, row); !ok {
			t.Errorf("%s: there is no %s", what, row)
		}
	}
}

// likelyRecords returns records of games, of which many are likely to be the same,
// with comments, glyphs and variations of their own.
func likelyRecords(t testing.TB, rng *rand.Rand, n int) (list []string) {
	t.Helper()
	boards := []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 6, "")}
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	for len(list) < n {
		r := boards[rng.IntN(len(boards))]
		plain := randomRecord(rng, r, r.Start(), 1+rng.IntN(30), "")
		head, movetext, _ := strings.Cut(plain, "\n\n")
		moves := strings.Fields(movetext)
		moves, result := moves[:len(moves)-1], moves[len(moves)-1]
		over := !strings.Contains(head, "Termination") && result != "*"
		for range 1 + rng.IntN(4) {
			var tags []string
			tag := func(name string, values ...string) {
				if value := pick(values...); value != "" {
					tags = append(tags, fmt.Sprintf("[%s %q]", name, value))
				}
				if rng.IntN(9) == 0 {
					tags = append(tags, fmt.Sprintf("{before %s}", name))
				}
			}
			tag("Event", "", "?", "Club")
			tag("Date", "", "????.??.??", "2024.03.09")
			tag("Round", "", fmt.Sprint(rng.IntN(3)))
			tag("South", "", "?", "A. Player", "a. player")
			tag("North", "", "?", "B. Player")
			tag("Annotator", "", "me", "you", "?")
			tag("Source", "", "a book")
			rng.Shuffle(len(tags), func(i, k int) { tags[i], tags[k] = tags[k], tags[i] })
			if len(tags) > 0 && tags[len(tags)-1][0] == '{' {
				tags = append(tags, `[Place "here"]`)
			}
			var text strings.Builder
			played, closing := moves, result
			if rng.IntN(4) == 0 && !over {
				played = moves[:rng.IntN(len(moves)+1)]
			}
			wrong := -1
			if rng.IntN(9) == 0 {
				wrong = 0
			}
			for i, move := range played {
				if rng.IntN(9) == 0 {
					fmt.Fprintf(&text, "{%s} ", pick("one", "two", "three"))
				}
				text.WriteString(move)
				if i == wrong {
					text.WriteString("+9")
				}
				text.WriteString(pick(" ", " ", " ", " ", " $1 ", " $2 ", " ("+move+" {instead}) ", "\n% a line\n"))
			}
			text.WriteString(pick("", "", "{at the end} ", "? {behind} "))
			if strings.Contains(text.String(), "? {") && over {
				text.Reset()
				text.WriteString(strings.Join(moves, " ") + " ")
			}
			list = append(list, strings.Join(append(tags, head), "\n")+"\n\n"+text.String()+closing+"\n\n")
		}
	}
	rng.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list
}

// joinedArchive imports records that are likely to be the same from three sources,
// which share some.
func joinedArchive(t testing.TB, rng *rand.Rand) (*Archive, []string) {
	t.Helper()
	a := memory(t)
	records := likelyRecords(t, rng, 24)
	for _, part := range []struct {
		source   string
		from, to int
	}{{"a", 0, 16}, {"b", 8, 24}, {"c", 12, 20}} {
		bring(t, a, part.source, strings.Join(records[part.from:part.to], ""), ImportOptions{AcceptContradiction: true})
	}
	return a, records
}

func joinAll(t testing.TB, a *Archive) []Join {
	t.Helper()
	joins, err := a.JoinDuplicates(t.Context(), Filter{}, JoinOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	checkStatistics(t, a)
	return joins
}

func undoAll(t testing.TB, a *Archive) []Join {
	t.Helper()
	undone, err := a.UndoJoins(t.Context(), Filter{}, JoinOptions{All: true})
	if err != nil {
		t.Fatal(err)
	}
	checkStatistics(t, a)
	return undone
}

// TestJoinAndUndo: games that are joined and given back make the same archive,
// table for table; what was imported is a duplicate while they are joined.
func TestJoinAndUndo(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 1))
	groups, tags, notes := 0, 0, 0
	for range 60 {
		a, records := joinedArchive(t, rng)
		before := dump(t, a)
		games := len(all(t, a, Filter{}))
		if _, err := a.JoinDuplicates(t.Context(), Filter{}, JoinOptions{All: true, DryRun: true}); err != nil {
			t.Fatal(err)
		}
		sameDump(t, "a dry run", dump(t, a), before)
		joins := joinAll(t, a)
		sameArchive(t, a)
		for _, j := range joins {
			groups++
			games -= len(j.Joined)
			tags += len(j.Added.Tags)
			notes += len(j.Added.Annotations)
		}
		if n := len(all(t, a, Filter{})); n != games {
			t.Errorf("%d games are left, want %d", n, games)
		}
		joined := dump(t, a)
		if again := joinAll(t, a); len(again) == 0 {
			sameDump(t, "joined twice", dump(t, a), joined)
		}
		for _, source := range []string{"a", "d"} {
			if c := bring(t, a, source, strings.Join(records[:16], ""), ImportOptions{AcceptContradiction: true}); c.Imported > 0 {
				t.Errorf("%s: %+v", source, c)
			}
		}
		checkStatistics(t, a)
		undoAll(t, a)
		if _, err := a.DeleteSources(t.Context(), []string{"d"}, false); err != nil {
			t.Fatal(err)
		}
		isLog := func(row string) bool { return strings.HasPrefix(row, "import ") || strings.HasPrefix(row, "source ") }
		sameDump(t, "joined and undone", slices.DeleteFunc(dump(t, a), isLog), slices.DeleteFunc(before, isLog))
		if t.Failed() {
			t.Fatalf("the records are\n%s", strings.Join(records, ""))
		}
	}
	if groups < 100 || tags < 100 || notes < 100 {
		t.Errorf("%d groups, %d tags, %d annotations added", groups, tags, notes)
	}
}

// TestJoinMerge: joined games go along into other archives, joined as they are
// where all of them are new there, and are given back there as here.
func TestJoinMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 1))
	for range 15 {
		a, _ := joinedArchive(t, rng)
		before := contents(t, a)
		joins := joinAll(t, a)
		if len(joins) == 0 {
			continue
		}
		setTags(t, a, Filter{IDs: []int64{joins[0].Kept}}, notation.Tag{Name: "Corrected", Value: "yes"})
		joined := contents(t, a)
		all, kept := memory(t), memory(t)
		if _, err := all.Merge(t.Context(), a, "a.db", false); err != nil {
			t.Fatal(err)
		}
		if got := contents(t, all); !slices.Equal(got, joined) {
			t.Errorf("merged it is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(joined, "\n"))
		}
		checkStatistics(t, all)
		n, err := a.Split(t.Context(), kept, "a.db", Filter{IDs: []int64{joins[0].Kept}})
		if err != nil || n != 1 {
			t.Errorf("split has %d games, %v", n, err)
		}
		if undone := undoAll(t, kept); len(undone) != 1 || len(undone[0].Joined) != len(joins[0].Joined) {
			t.Errorf("split undoes %v of %v", undone, joins[0])
		}
		for _, b := range []*Archive{a, all} {
			undoAll(t, b)
			if n := setTags(t, b, Filter{Tags: []TagMatch{{"Corrected", "yes"}}}, notation.Tag{Name: "Corrected"}); n != 1 {
				t.Errorf("%d games have kept the tag of later", n)
			}
			if got := contents(t, b); !slices.Equal(got, before) {
				t.Errorf("undone it is\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
			}
		}
		// Where some are there already they are games by themselves.
		apart, _ := joinedArchive(t, rng)
		joinAll(t, a)
		if _, err := a.Merge(t.Context(), all, "all.db", false); err != nil {
			t.Fatal(err)
		}
		if _, err := all.Merge(t.Context(), a, "a.db", false); err != nil {
			t.Fatal(err)
		}
		if _, err := apart.Merge(t.Context(), a, "a.db", false); err != nil {
			t.Fatal(err)
		}
		for _, b := range []*Archive{a, all, apart} {
			checkStatistics(t, b)
			undoAll(t, b)
		}
		for _, row := range before {
			if identity := strings.Fields(row); identity[0] == "game" && !strings.Contains(strings.Join(contents(t, all), "\n"), identity[1]) {
				t.Errorf("there is no %s", row)
			}
		}
	}
}
