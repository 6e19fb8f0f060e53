package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/notation"
)

// setTags changes tags and returns how many games have changed.
func setTags(t testing.TB, a *Archive, f Filter, tags ...notation.Tag) int {
	t.Helper()
	n, err := a.SetTags(t.Context(), f, tags)
	if err != nil {
		t.Fatal(err)
	}
	checkStatistics(t, a)
	return n
}

// TestSetTags: an archive whose tags are changed has the records that it would
// have if the texts had been changed before they were imported.
func TestSetTags(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 1))
	a := memory(t)
	records := someRecords(t, rng, 60)
	bring(t, a, "a", strings.Join(records, ""), ImportOptions{AcceptContradiction: true})
	second := strings.Join(records[:20], "")
	bring(t, a, "b", second, ImportOptions{AcceptContradiction: true})

	for _, c := range []struct {
		filter  Filter
		tag     notation.Tag
		changed func(i int, record string) string
	}{
		{Filter{IDs: []int64{1, 7, 60, 61}}, notation.Tag{Name: "annotator", Value: `C. "Other" \ [x]`}, func(i int, record string) string {
			if i == 0 || i == 6 || i == 59 {
				return `[annotator "C. \"Other\" \\ [x]"]` + "\n" + record
			}
			return record
		}},
		{Filter{South: []string{"B. Player"}}, notation.Tag{Name: "south", Value: "Ólafía Player"}, func(_ int, record string) string {
			return strings.Replace(record, `[South "B. Player"]`, `[South "Ólafía Player"]`, 1)
		}},
		{Filter{North: []string{"A. Player"}}, notation.Tag{Name: "North"}, func(_ int, record string) string {
			return strings.Replace(record, "[North \"A. Player\"]\n", "", 1)
		}},
		{Filter{Tags: []TagMatch{{"Termination", "resignation"}}}, notation.Tag{Name: "Date", Value: "2024.02.??"}, func(_ int, record string) string {
			if strings.Contains(record, `[Termination "resignation"]`) {
				return "[Date \"2024.02.??\"]\n" + record
			}
			return record
		}},
	} {
		want := 0
		for i, record := range records {
			if records[i] = c.changed(i, record); records[i] != record {
				want++
			}
		}
		if want == 0 || want == 60 {
			t.Fatalf("%v is for %d games", c.tag, want)
		}
		if n := setTags(t, a, c.filter, c.tag); n != want {
			t.Errorf("%v: %d games are changed, want %d", c.tag, n, want)
		}
		if got, want := export(t, a), canonical(t, strings.Join(records, "")); got != want {
			t.Errorf("%v: the games are\n%s\nwant\n%s", c.tag, got, want)
		}
		for i, g := range all(t, a, Filter{}) {
			if g.ID != int64(i+1) || g.SourceGame != i+1 || g.Source != "a" {
				t.Errorf("%v: game %d is %s#%d of id %d", c.tag, i+1, g.Source, g.SourceGame, g.ID)
			}
		}
		sameArchive(t, a)
	}
	// What the other source has is as it was.
	if _, err := a.DeleteSources(t.Context(), []string{"a"}, false); err != nil {
		t.Fatal(err)
	}
	sameArchive(t, a)
	b := memory(t)
	bring(t, b, "b", second, ImportOptions{AcceptContradiction: true})
	if got, want := contents(t, a), contents(t, b); !slices.Equal(got, want) {
		t.Errorf("there are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestSetTagsThereAndBack: copies are those of the record as it is at the time.
func TestSetTagsThereAndBack(t *testing.T) {
	a := memory(t)
	for _, source := range []string{"a", "b", "c"} {
		bring(t, a, source, plain, ImportOptions{})
	}
	bring(t, a, "d", "[Annotator \"D\"]\n"+plain, ImportOptions{})
	copies := func() (list []string) {
		if err := a.Copies(t.Context(), Filter{}, func(c *Copy) error {
			list = append(list, fmt.Sprint(c.Source, strings.Contains(string(c.Text), "Annotator")))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	before, records := contents(t, a), export(t, a)
	for _, c := range []struct{ annotator, copies string }{
		{"D", "[bfalse cfalse]"}, {"E", "[bfalse cfalse dtrue]"}, {"", "[dtrue]"},
	} {
		if n := setTags(t, a, Filter{IDs: []int64{1}}, notation.Tag{Name: "Annotator", Value: c.annotator}); n != 1 {
			t.Errorf("%q: %d games are changed", c.annotator, n)
		}
		if got := fmt.Sprint(copies()); got != c.copies {
			t.Errorf("%q: copies %s, want %s", c.annotator, got, c.copies)
		}
	}
	if got := contents(t, a); !slices.Equal(got, before) || export(t, a) != records {
		t.Errorf("it has become\n%s\nand was\n%s", strings.Join(got, "\n"), strings.Join(before, "\n"))
	}
	var revision int
	a.readers.QueryRow("SELECT revision FROM archive").Scan(&revision)
	setTags(t, a, Filter{IDs: []int64{1}}, notation.Tag{Name: "Annotator", Value: "D"})
	var next int
	if a.readers.QueryRow("SELECT revision FROM archive").Scan(&next); next != revision+1 {
		t.Errorf("revision %d, after %d", next, revision)
	}
}

// TestSetTagsRefused: a change that would make a wrong record, or another game's,
// leaves all as it was.
func TestSetTagsRefused(t *testing.T) {
	a := memory(t)
	other := strings.Replace(plain, "A. Player", "C. Other", 1)
	commented := "{ kept } [Annotator \"?\"]\n" + strings.Replace(plain, "A. Player", "D. Other", 1)
	bring(t, a, "a", plain+"\n"+other+"\n"+commented, ImportOptions{})
	before := export(t, a)
	for _, c := range []struct {
		ids  []int64
		tag  notation.Tag
		want string
	}{
		{[]int64{1}, notation.Tag{Name: "South", Value: "c.  other"}, "game 1 would be the same as game 2"},
		{[]int64{1, 2}, notation.Tag{Name: "South", Value: "Both"}, "game 2 would be the same as game 1"},
		{[]int64{2}, notation.Tag{Name: "Game", Value: "Chess"}, "game 2: "},
		{[]int64{3}, notation.Tag{Name: "Game", Value: "En Dodoi"}, "game 3: no Pits tag"},
		{[]int64{2}, notation.Tag{Name: "Score", Value: "80-80"}, "game 2: "},
		{[]int64{2}, notation.Tag{Name: "SetUp", Value: "1"}, "game 2: SetUp"},
		{[]int64{2}, notation.Tag{Name: "A B", Value: "1"}, `game 2: "A B" is no name of a tag`},
		{[]int64{2}, notation.Tag{Name: "Event", Value: "a\nb"}, "game 2: the value of the tag Event holds a line end"},
		{[]int64{2}, notation.Tag{Name: "Event", Value: "\xff"}, "game 2: the value of the tag Event is not UTF-8"},
	} {
		_, err := a.SetTags(t.Context(), Filter{IDs: c.ids}, []notation.Tag{{Name: "Opening", Value: "9"}, c.tag})
		if refused := new(RefusedError); !errors.As(err, &refused) || !strings.HasPrefix(refused.Msg, c.want) || refused.ID != c.ids[len(c.ids)-1] {
			t.Errorf("%v: %v, want %s", c.tag, err, c.want)
		}
		if got := export(t, a); got != before {
			t.Errorf("%v: it has become\n%s", c.tag, got)
		}
		checkStatistics(t, a)
	}
	if _, err := a.SetTags(t.Context(), Filter{}, nil); err == nil {
		t.Error("a filter that chooses all is no error")
	}
	// A result may be given and taken away, and what stands before a tag stays.
	setTags(t, a, Filter{IDs: []int64{1}}, notation.Tag{Name: "Result", Value: "1-0"}, notation.Tag{Name: "Termination", Value: "resignation"})
	setTags(t, a, Filter{IDs: []int64{1}}, notation.Tag{Name: "Result", Value: "0-1"})
	setTags(t, a, Filter{IDs: []int64{3}}, notation.Tag{Name: "Annotator"})
	games := all(t, a, Filter{})
	if g := games[0]; g.Result != notation.NorthWon || g.Closing.Result != notation.NorthWon {
		t.Errorf("the result is %v, the closing token %v", g.Result, g.Closing)
	}
	if n := len(games[2].Annotations); n != 1 {
		t.Errorf("%d comments are left", n)
	}
}
