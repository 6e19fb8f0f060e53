package db

import (
	"context"
	"errors"
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
			if text.WriteString(pick("", "", "{at the end} ")); !over && len(played)%2 == 0 && rng.IntN(4) == 0 {
				fmt.Fprintf(&text, "%d. ? {behind} ", len(played)/2+1)
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
	if testing.Short() {
		t.Skip("-short: many archives, by one goroutine")
	}
	rng := rand.New(rand.NewPCG(21, 1))
	groups, tags, notes := 0, 0, 0
	for range 25 {
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
		joined = dump(t, a)
		isLog := func(row string) bool { return strings.HasPrefix(row, "import ") || strings.HasPrefix(row, "source ") }
		for _, source := range []string{"a", "d"} {
			if c := bring(t, a, source, strings.Join(records[:16], ""), ImportOptions{AcceptContradiction: true}); c.Imported > 0 {
				t.Errorf("%s: %+v", source, c)
			}
			if source == "a" {
				sameDump(t, "imported again", slices.DeleteFunc(dump(t, a), isLog), slices.DeleteFunc(joined, isLog))
			}
		}
		checkStatistics(t, a)
		undoAll(t, a)
		if _, err := a.DeleteSources(t.Context(), []string{"d"}, false); err != nil {
			t.Fatal(err)
		}
		sameDump(t, "joined and undone", slices.DeleteFunc(dump(t, a), isLog), slices.DeleteFunc(slices.Clone(before), isLog))

		// With a tag that comes between, what was added is taken away again.
		corrected := Filter{}
		for _, j := range joinAll(t, a) {
			corrected.IDs = append(corrected.IDs, j.Kept)
		}
		setTags(t, a, corrected, notation.Tag{Name: "Corrected", Value: "yes"})
		undoAll(t, a)
		setTags(t, a, corrected, notation.Tag{Name: "Corrected"})
		sameDump(t, "joined, changed and undone", slices.DeleteFunc(dump(t, a), isLog), slices.DeleteFunc(slices.Clone(before), isLog))
		if t.Failed() {
			t.Fatalf("the records are\n%s", strings.Join(records, ""))
		}
	}
	if groups < 50 || tags < 50 || notes < 50 {
		t.Errorf("%d groups, %d tags, %d annotations added", groups, tags, notes)
	}
}

// TestJoinMerge: joined games go along into other archives, joined as they are
// where all of them are new there, and are given back there as here.
func TestJoinMerge(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: many archives, by one goroutine")
	}
	rng := rand.New(rand.NewPCG(22, 1))
	for range 8 {
		a, records := joinedArchive(t, rng)
		joins := joinAll(t, a)
		if len(joins) == 0 {
			continue
		}
		undoAll(t, a)
		bring(t, a, "d", strings.Join(records, ""), ImportOptions{AcceptContradiction: true})
		before := contents(t, a)
		a.DeleteSources(t.Context(), []string{"d"}, false)
		joinAll(t, a)
		bring(t, a, "d", strings.Join(records, ""), ImportOptions{AcceptContradiction: true})
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

// TestJoinedAsApart: what is imported and deleted while games are joined makes the
// same archive, once they are given back, as if they never had been.
func TestJoinedAsApart(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: many archives, by one goroutine")
	}
	rng := rand.New(rand.NewPCG(23, 1))
	both := ImportOptions{AcceptContradiction: true}
	for _, change := range []func(a *Archive, records []string){
		func(a *Archive, records []string) { bring(t, a, "d", strings.Join(records, ""), both) },
		func(a *Archive, records []string) {
			bring(t, a, "d", strings.Join(records[:20], ""), both)
			bring(t, a, "d", strings.Join(records[4:], ""), both)
		},
		func(a *Archive, _ []string) { a.DeleteSources(t.Context(), []string{"a"}, false) },
		func(a *Archive, _ []string) { a.DeleteSources(t.Context(), []string{"b", "c"}, false) },
		func(a *Archive, records []string) {
			bring(t, a, "a", strings.Join(records[6:12], ""), ImportOptions{AcceptContradiction: true, Replace: true})
		},
		func(a *Archive, records []string) {
			bring(t, a, "d", strings.Join(records, ""), both)
			a.DeleteSources(t.Context(), []string{"a", "b"}, false)
		},
	} {
		for range 5 {
			seed := rng.Uint64()
			a, records := joinedArchive(t, rand.New(rand.NewPCG(23, seed)))
			b, _ := joinedArchive(t, rand.New(rand.NewPCG(23, seed)))
			joinAll(t, a)
			change(a, records)
			checkStatistics(t, a)
			undoAll(t, a)
			change(b, records)
			if got, want := contents(t, a), contents(t, b); !slices.Equal(got, want) {
				t.Errorf("there are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
			}
		}
	}
}

// TestJoinByHand: which game is kept, what it gets, and what is left.
func TestJoinByHand(t *testing.T) {
	const moves = "D b B a A d C c E e B c"
	game := func(tags, moves, result string) string {
		return tags + "[Game \"Adji-Boto\"]\n\n" + moves + " " + result + "\n\n"
	}
	for name, c := range map[string]struct {
		records []string
		kept    int64
		added   string // tags, and annotations with their plies
		want    string // the record of the one that is kept, if that is to be looked at
	}{
		"the longer one": {
			records: []string{game("[South \"A\"]\n[X \"1\"]\n", moves, "*"), game("[South \"a\"]\n", moves+" E", "*")},
			kept:    2, added: "X=1",
		},
		"not the contradictory one": {
			records: []string{game("[South \"A\"]\n", moves+"+40 E", "*"), game("[South \"a\"]\n", moves, "*")},
			kept:    2,
		},
		"agreed on, which is not decided": {
			records: []string{game("[South \"A\"]\n[North \"B\"]\n[Date \"2024\"]\n[Event \"E\"]\n", moves, "*"), game("[Termination \"resignation\"]\n", moves, "1-0")},
			kept:    1,
		},
		"the one with more tags": {
			records: []string{game("[South \"A\"]\n[Event \"?\"]\n[Site \"\"]\n", moves, "*"), game("[South \"A\"]\n[North \"B\"]\n", moves, "*")},
			kept:    2,
		},
		"the one with more annotations": {
			records: []string{game("[South \"A\"]\n", "D b {one} B", "*"), game("[South \"B\"]\n", "D {two} b $1 B", "*")},
			kept:    2, added: "1@2",
			want: "[South \"B\"]\n[Result \"*\"]\n[Game \"Adji-Boto\"]\n\n1. D {two} 1... b $1 {one} 2. B *\n",
		},
		"unknown tags, in their place": {
			records: []string{
				game("[Event \"?\"]\n[South \"A\"]\n[X \"1\"]\n", "D b", "*"),
				game("[Event \"Club\"]\n[Date \"????.??.??\"]\n[North \"B\"]\n", "D b", "*"),
				game("[South \"C\"]\n[Date \"2024.??.??\"]\n", "D b", "*"),
			},
			kept: 1, added: "Event=Club North=B Date=2024.??.??",
			want: "[Event \"Club\"]\n[Date \"2024.??.??\"]\n[South \"A\"]\n[North \"B\"]\n[Result \"*\"]\n[Game \"Adji-Boto\"]\n[X \"1\"]\n\n1. D b *\n",
		},
		"not what is bound to a record": {
			records: []string{game("[South \"A\"]\n[X \"1\"]\n", "D b", "*"), game("[Score \"0-0\"]\n[Termination \"agreement\"]\n", "D b", "1/2-1/2")},
			kept:    1,
		},
		"comments up to where they part": {
			records: []string{
				game("[South \"A\"]\n[Date \"2024.03.09\"]\n", moves+" {end}", "*"),
				game("[South \"a\"]\n[Date \"2024.03.09\"]\n", "{first} D b B a A d C c E e B {last} d {other} (d {aside})", "*"),
			},
			kept: 2, // which has more of them
		},
		"the same moves of another": {
			records: []string{
				game("[South \"A\"]\n[X \"1\"]\n[Date \"2024.03.09\"]\n", moves, "*"),
				game("[South \"a\"]\n[Date \"2024.03.09\"]\n", "{first} D b B a A d C c E e B {last} d {other}", "*"),
			},
			kept: 1, added: "1@0 1@11",
		},
		"among the tags": {
			records: []string{game("[South \"A\"]\n[X \"1\"]\n", "D b", "*"), game("{who?} [South \"B\"]\n", "D b", "*")},
			kept:    1, added: "1@0",
			want: "{who?}\n[South \"A\"]\n[Result \"*\"]\n[Game \"Adji-Boto\"]\n[X \"1\"]\n\n1. D b *\n",
		},
		"lost moves": {
			records: []string{game("[South \"A\"]\n[X \"1\"]\n", "D b", "*"), game("[South \"B\"]\n", "D b 2. ? {gone}", "*")},
			kept:    1, added: "1@2",
		},
		"not the identity of another game": {
			records: []string{
				game("[South \"A\"]\n[X \"1\"]\n", "D b", "*"), game("[North \"B\"]\n[Y \"2\"]\n[Z \"3\"]\n[Z2 \"3\"]\n", "D b", "*"),
				game("[South \"A\"]\n[North \"B\"]\n", "D b", "*"),
			},
			kept: 2, added: "X=1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			a := memory(t)
			bring(t, a, "a", strings.Join(c.records, ""), ImportOptions{AcceptContradiction: true})
			f := Filter{}
			if strings.HasPrefix(name, "not the identity") {
				f.IDs = []int64{1, 2}
			}
			joins, err := a.JoinDuplicates(t.Context(), f, JoinOptions{All: true})
			if err != nil || len(joins) != 1 {
				t.Fatal(joins, err)
			}
			checkStatistics(t, a)
			var added []string
			for _, tag := range joins[0].Added.Tags {
				added = append(added, tag.Name+"="+tag.Value)
			}
			for _, note := range joins[0].Added.Annotations {
				added = append(added, fmt.Sprintf("1@%d", note.Ply))
			}
			if got := strings.Join(added, " "); got != c.added || joins[0].Kept != c.kept {
				t.Errorf("%d is kept and gets %q, want %d and %q", joins[0].Kept, got, c.kept, c.added)
			}
			if got := export(t, a); c.want != "" && got != c.want {
				t.Errorf("it is\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

// TestJoinedIDs: the ids of joined games and of their copies are given to no
// other, and neither are their identities.
func TestJoinedIDs(t *testing.T) {
	a := memory(t)
	second := strings.Replace(plain, "A. Player", "Other", 1)
	bring(t, a, "a", "[X \"1\"]\n"+plain+"\n"+second, ImportOptions{})
	bring(t, a, "b", second, ImportOptions{})
	before := contents(t, a)
	if joins := joinAll(t, a); len(joins) != 1 || joins[0].Kept != 1 {
		t.Fatal(joins)
	}
	bring(t, a, "c", strings.Replace(plain, "A. Player", "Third", 1), ImportOptions{})
	if games := all(t, a, Filter{}); len(games) != 2 || games[1].ID != 3 {
		t.Errorf("a new game has the id %d", games[1].ID)
	}
	_, err := a.SetTags(t.Context(), Filter{IDs: []int64{3}}, []notation.Tag{{Name: "South", Value: "other"}})
	if refused := new(RefusedError); !errors.As(err, &refused) || refused.Msg != "game 3 would be the same as game 1" {
		t.Errorf("a game becomes what a joined one is: %v", err)
	}
	// The one that is kept may take its name; then they cannot be told apart again.
	setTags(t, a, Filter{IDs: []int64{1}}, notation.Tag{Name: "South", Value: "other"})
	_, err = a.UndoJoins(t.Context(), Filter{IDs: []int64{1}}, JoinOptions{})
	if refused := new(RefusedError); !errors.As(err, &refused) || refused.Msg != "game 1 would be the same as game 2" {
		t.Errorf("two of one name are given back: %v", err)
	}
	setTags(t, a, Filter{IDs: []int64{1}}, notation.Tag{Name: "South", Value: "A. Player"})
	if d, err := a.Delete(t.Context(), Filter{IDs: []int64{1}}, true); err != nil || d != (Deleted{Games: 2, Copies: 1}) {
		t.Errorf("with the game go %+v, %v", d, err)
	}
	if d, err := a.Delete(t.Context(), Filter{IDs: []int64{3}}, false); err != nil || d != (Deleted{Games: 1}) {
		t.Errorf("with the other game go %+v, %v", d, err)
	}
	undoAll(t, a)
	if got := contents(t, a); !slices.Equal(got, before) {
		t.Errorf("it has become\n%s\nand was\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
	}
	for _, f := range []func(context.Context, Filter, JoinOptions) ([]Join, error){a.JoinDuplicates, a.UndoJoins} {
		if _, err := f(t.Context(), Filter{}, JoinOptions{}); !errors.As(err, new(*FilterError)) {
			t.Errorf("a filter that chooses all: %v", err)
		}
	}
	joinAll(t, a)
	if d, err := a.Delete(t.Context(), Filter{IDs: []int64{1}}, false); err != nil || d != (Deleted{Games: 2, Copies: 1}) {
		t.Errorf("with the game go %+v, %v", d, err)
	}
	if c := bring(t, a, "a", second, ImportOptions{}); c.Imported != 1 {
		t.Errorf("what was deleted is still there: %+v", c)
	}
	checkStatistics(t, a)
}

// TestJoinedColumns: what is joined keeps every column.
func TestJoinedColumns(t *testing.T) {
	a := memory(t)
	columns := func(table string) (list string) {
		if err := a.readers.QueryRow("SELECT group_concat(name || ' ' || type || ' ' || \"notnull\", ', ') FROM (SELECT * FROM pragma_table_info(?) ORDER BY name)", table).Scan(&list); err != nil {
			t.Fatal(err)
		}
		return list
	}
	if got, want := columns("joined_copy"), columns("copy"); got != want {
		t.Errorf("joined_copy has %s\nwant %s", got, want)
	}
	got := columns("joined")
	for _, own := range []string{"added TEXT 0, ", "kept INTEGER 1, ", "made INTEGER 0, "} {
		if !strings.Contains(got, own) {
			t.Errorf("joined has no %s", own)
		}
		got = strings.Replace(got, own, "", 1)
	}
	if want := columns("game"); got != want {
		t.Errorf("joined has %s\nwant %s", got, want)
	}
	for _, column := range strings.Split(got, ", ") {
		if name, _, _ := strings.Cut(column, " "); !slices.Contains(strings.Split(rowColumns, ", "), name) {
			t.Errorf("%s is not kept", name)
		}
	}
}

// A second merge of an archive with joined games, of which one has a further record,
// changes nothing.
func TestMergeTwiceWithCopiesOfJoined(t *testing.T) {
	const moves = "[Game \"Adji-Boto\"]\n\n1. D b 2. B a"
	const south = "[South \"A\"]\n[North \"B\"]\n"
	from, to := memory(t), memory(t)
	bring(t, from, "a.mgn", south+moves+" *\n\n"+south+moves+" {a comment} *\n", ImportOptions{})
	bring(t, from, "b.mgn", "[Event \"E\"]\n"+south+moves+" *\n", ImportOptions{})
	ids, err := from.IDs(t.Context(), Filter{})
	if err != nil || len(ids) != 2 {
		t.Fatal(ids, err)
	}
	if err := from.change(t.Context(), false, func(w *writer) error {
		j := newJoiner(w)
		if _, err := j.join(t.Context(), ids); err != nil {
			return err
		}
		return j.end()
	}); err != nil {
		t.Fatal(err)
	}
	copies := func() (list []string) {
		for _, table := range []string{"copy", "joined_copy", "joined", "game"} {
			var n int
			if err := to.readers.QueryRowContext(t.Context(), "SELECT count(*) FROM "+table).Scan(&n); err != nil {
				t.Fatal(err)
			}
			list = append(list, fmt.Sprint(table, n))
		}
		return list
	}
	var want []string
	for i := range 3 {
		if _, err := to.Merge(t.Context(), from, "x", false); err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			want = copies()
		} else if got := copies(); !slices.Equal(got, want) {
			t.Errorf("merge %d: %v, want %v", i+1, got, want)
		}
	}
	if want[1] != "joined_copy1" || want[2] != "joined2" {
		t.Errorf("%v", want)
	}
}
