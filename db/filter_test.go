package db

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// filterGames are the games that the filters are tried on; the tests name them
// by their number, from 1.
var filterGames = []string{
	1: `[Event "Club Evening"]
[Site "Paramaribo"]
[Date "2024.03.09"]
[Round "2"]
[South "Ólafía Jónsdóttir"]
[North "B. [Player]"]
[Result "1-0"]
[Game "Adji-Boto"]
[Termination "resignation"]
[Match "Cup"]
[Annotator "Émile"]

1. D b {a Splendid reply} 2. B a 1-0
`,
	2: `[Event "Club"]
[Date "1928.??.??"]
[Round "10"]
[South "B. [Player]"]
[North "C. Other"]
[Result "0-1"]
[Game "Adji-Boto"]
[Termination "Time  Forfeit"]

1. D b 2. E 0-1
`,
	3: `[Date "1928.06"]
[South "*"]
[Result "*"]
[Game "Adji-Boto"]
[Rules "chain=over-empty"]
[Annotator "emile"]

1. E d *
`,
	4: `[Date "2024.02.30"]
[Result "1/2-1/2"]
[Game "En Dodoi"]
[Pits "6"]
[Termination "agreement"]
[Source "a splendid book"]
[Source "twice"]

1. D+7 d+2 2. A d 3. C 1/2-1/2
`,
	5: `[Result "*"]
[Game "En Dodoi"]
[Pits "6"]
[Rules "seeds=3"]

*
`,
	6: `[Result "*"]
[Game "En Dodoi"]
[Pits "6"]
[SetUp "1"]
[Position "4,4,4,4,4,4/4,4,4,4,4,4 0-0 N"]
[Round "x"]

1... d *
`,
}

func filterArchive(t testing.TB) *Archive {
	a := memory(t)
	for i, text := range filterGames[1:] {
		if c := bring(t, a, fmt.Sprintf("Dir/%d.mgn", i+1), text, ImportOptions{}); c.Imported != 1 {
			t.Fatalf("game %d: %+v", i+1, c)
		}
	}
	return a
}

func TestFilters(t *testing.T) {
	a := filterArchive(t)
	two, zero := 2, 0
	for _, c := range []struct {
		filter Filter
		want   string // ids
	}{
		{Filter{}, "1 2 3 4 5 6"},
		{Filter{IDs: []int64{5, 2, 99}}, "2 5"},
		{Filter{Games: []rules.Game{rules.AdjiBoto}}, "1 2 3"},
		{Filter{Pits: []int{6}}, "4 5 6"},
		{Filter{Rules: []string{"usual"}}, "1 2 4 6"},
		{Filter{Rules: []string{""}}, "1 2 4 6"},
		{Filter{Rules: []string{"seeds=3", "chain=over-empty"}}, "3 5"},
		{Filter{Rules: []string{"seeds=4"}}, "4 6"}, // the usual reading of En Dodoi

		{Filter{Player: []string{"b. [player]"}}, "1 2"},
		{Filter{South: []string{"B. [PLAYER]"}}, "2"},
		{Filter{North: []string{"B. [PLAYER]"}}, "1"},
		{Filter{South: []string{"O\u0301LAFÍA  jónsdóttir"}}, "1"},
		{Filter{South: []string{"?lafía*"}}, "1"},
		{Filter{South: []string{"olafía*"}}, ""},
		{Filter{South: []string{"B. [P*"}}, "2"}, // a bracket is no wildcard
		{Filter{North: []string{"[BC]. *"}}, ""},
		{Filter{Player: []string{"c. other", "Ó*"}}, "1 2"},
		{Filter{Player: []string{"' OR 1=1 --"}}, ""},
		{Filter{Event: []string{"club"}}, "2"},
		{Filter{Event: []string{"club*"}}, "1 2"},
		{Filter{Site: []string{"PARAMARIBO"}}, "1"},
		{Filter{Match: []string{"cup"}}, "1"},
		{Filter{Source: []string{"dir/[1-3].mgn"}}, ""},
		{Filter{Source: []string{"dir/1.mgn", "*/3*"}}, "1 3"},
		{Filter{Terminations: []string{"time forfeit", "AGREEMENT"}}, "2 4"},

		{Filter{Tags: []TagMatch{{"annotator", "ÉMILE"}}}, "1"},
		{Filter{Tags: []TagMatch{{"Annotator", "?mile"}}}, "1 3"},
		{Filter{Tags: []TagMatch{{"Annotator", "*"}, {"ANNOTATOR", "x"}, {"Game", "adji-boto"}, {"pits", "*"}}}, "1 3"},
		{Filter{Tags: []TagMatch{{"Source", "twice"}}}, "4"}, // a tag given twice
		{Filter{Tags: []TagMatch{{"Result", "1/2-1/2"}}}, "4"},
		{Filter{Tags: []TagMatch{{"Rules", "seeds=3"}}}, "5"},
		{Filter{Tags: []TagMatch{{"SetUp", "1"}}}, "6"},
		{Filter{Tags: []TagMatch{{"Round", "?"}}}, "1 6"},
		{Filter{Tags: []TagMatch{{"Event", "club*"}}}, "1 2"},

		{Filter{Text: []string{"SPLENDID"}}, "1 4"},
		{Filter{Text: []string{"splendid reply"}}, "1"},
		{Filter{Text: []string{"splendid", "paramaribo"}}, "1 4"}, // either,
		{Filter{Text: []string{"émile"}}, "1"},
		{Filter{Text: []string{"%"}}, ""},

		{Filter{Since: "1928"}, "1 2 3"},
		{Filter{Since: "1929"}, "1"},
		{Filter{Until: "1928"}, "2 3"},
		{Filter{Since: "1928.07", Until: "1930"}, "2"},
		{Filter{Since: "1928-06-30", Until: "1928-06-30"}, "2 3"},
		{Filter{Since: "2024.03.09", Until: "2024.03.09"}, "1"},

		{Filter{Results: []notation.Result{notation.Draw, notation.Unknown}}, "3 4 5 6"},
		{Filter{Verdicts: []replay.Verdict{replay.Complete}}, ""},
		{Filter{MinPlies: 3}, "1 2 4"},
		{Filter{MaxPlies: &two}, "3 5 6"},
		{Filter{MaxPlies: &zero}, "5"},

		{Filter{Lines: []string{"D b"}}, "1 2"},
		{Filter{Lines: []string{"1. D b 2. B"}}, "1"},
		{Filter{Lines: []string{"D d"}}, "4"},
		{Filter{Lines: []string{"d"}}, "6"}, // North's, who moves first
		{Filter{Lines: []string{"D", "E"}}, "1 2 3 4"},
		{Filter{Lines: []string{"6 3"}}, "1 2"}, // as Adji-Boto's board is numbered; En Dodoi's pit 3 is North's c

		{Filter{Positions: []string{"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"}}, "4"},
		{Filter{Positions: []string{"4,4,4,4,4,4/4,4,4,4,4,4 0-0 N"}}, "6"},
		{Filter{Positions: []string{"11,11,11,11,11/11,11,11,1,11 0-0 N D"}}, "1 2"},
		{Filter{Positions: []string{"11,11,11,11,11/11,11,11,1,11 0-0 N D"}, MinPlies: 4}, "1"},
	} {
		var ids []string
		for _, g := range all(t, a, c.filter) {
			ids = append(ids, fmt.Sprint(g.ID))
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%+v: %q, want %q", c.filter, got, c.want)
		}
		if list, err := a.IDs(t.Context(), c.filter); err != nil || strings.Trim(fmt.Sprint(list), "[]") != c.want {
			t.Errorf("%+v: the ids are %v, %v, want %q", c.filter, list, err, c.want)
		}
		if n, err := a.Count(t.Context(), c.filter); err != nil || n != len(ids) {
			t.Errorf("%+v: counted %d, %v", c.filter, n, err)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	a := filterArchive(t)
	for _, c := range []struct {
		filter Filter
		field  string
	}{
		{Filter{Since: "yesterday"}, "since"},
		{Filter{Until: "1928.13"}, "until"},
		{Filter{Rules: []string{"seeds=9"}}, "rules"},
		{Filter{Games: []rules.Game{rules.EnDodoi}, Rules: []string{"chain=over-empty"}}, "rules"},
		{Filter{Lines: []string{"Q"}}, "line"},
		{Filter{Lines: []string{"A B"}}, "line"},
		{Filter{Lines: []string{" "}}, "line"},
		{Filter{Positions: []string{"1,1/1,1 0-0 S"}}, "position"},
		{Filter{Games: []rules.Game{rules.AdjiBoto}, Positions: []string{"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S"}}, "position"},
	} {
		_, err := a.Count(t.Context(), c.filter)
		var fault *FilterError
		if !errors.As(err, &fault) || fault.Field != c.field {
			t.Errorf("%+v: %v, want a fault of %s", c.filter, err, c.field)
		}
	}
	var fault *FilterError
	if err := a.Games(t.Context(), Filter{}, Order{By: "id; DROP TABLE game"}, 0, nil); !errors.As(err, &fault) || fault.Field != "sort" {
		t.Errorf("an unknown order: %v", err)
	}
}

func TestOrders(t *testing.T) {
	a := filterArchive(t)
	for _, c := range []struct {
		order Order
		limit int
		want  string
	}{
		{Order{}, 2, "1 2"},
		{Order{By: "id", Descending: true}, 2, "6 5"},
		{Order{By: "date"}, 0, "2 3 1 4 5 6"}, // without a date last
		{Order{By: "date", Descending: true}, 0, "1 3 2 4 5 6"},
		{Order{By: "south"}, 3, "3 2 1"},
		{Order{By: "round"}, 0, "6 1 2 3 4 5"}, // by number
		{Order{By: "plies", Descending: true}, 0, "4 1 2 3 6 5"},
		{Order{By: "source", Descending: true}, 2, "6 5"},
	} {
		var ids []string
		if err := a.Games(t.Context(), Filter{}, c.order, c.limit, func(g *Game) error {
			ids = append(ids, fmt.Sprint(g.ID))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(ids, " "); got != c.want {
			t.Errorf("%+v: %s, want %s", c.order, got, c.want)
		}
	}
	for _, by := range Orders {
		if err := a.Games(t.Context(), Filter{}, Order{By: by}, 0, func(*Game) error { return nil }); err != nil {
			t.Errorf("by %s: %v", by, err)
		}
	}
	stop := errors.New("stop")
	if err := a.Games(t.Context(), Filter{}, Order{}, 0, func(*Game) error { return stop }); !errors.Is(err, stop) {
		t.Errorf("stopped with %v", err)
	}
}

func TestRulesets(t *testing.T) {
	a := filterArchive(t)
	got, err := a.Rulesets(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	want := []RulesetCount{
		{reading(t, rules.AdjiBoto, 0, ""), 2}, {reading(t, rules.EnDodoi, 6, ""), 2},
		{reading(t, rules.AdjiBoto, 0, "chain=over-empty"), 1}, {reading(t, rules.EnDodoi, 6, "seeds=3"), 1},
	}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}

	// Contradictory games, which the statistics leave out, count too, and the
	// counts are those that reading the games gives.
	wrong := "[Game \"Adji-Boto\"]\n[Result \"1-0\"]\n\nA a 0-1\n"
	if c := bring(t, a, "wrong", wrong, ImportOptions{AcceptContradiction: true}); c.Imported != 1 {
		t.Fatal(c)
	}
	all := 1 << 30
	for _, f := range []Filter{{}, {Games: []rules.Game{rules.AdjiBoto}}, {Pits: []int{6}}, {Rules: []string{"usual"}}} {
		kept, err := a.Rulesets(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		f.MaxPlies = &all
		if read, err := a.Rulesets(t.Context(), f); err != nil || !slices.Equal(kept, read) || kept[0].Games < 2 {
			t.Errorf("%+v: kept %v, read %v, %v", f, kept, read, err)
		}
	}
	if kept, _ := a.Rulesets(t.Context(), Filter{}); kept[0].Games != 3 {
		t.Errorf("%v does not count the contradictory game", kept)
	}
}

// What is kept of the statistics equals what a filter that chooses every game
// makes by playing them.
func TestStatsKeptAndPlayed(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	a := memory(t)
	for _, r := range []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 8, "")} {
		var text strings.Builder
		for range 40 {
			text.WriteString(randomRecord(rng, r, r.Start(), 10+rng.IntN(200), ""))
		}
		bring(t, a, "x", text.String(), ImportOptions{})
	}
	kept, err := a.Stats(t.Context(), Filter{})
	if err != nil {
		t.Fatal(err)
	}
	played, err := a.Stats(t.Context(), Filter{Source: []string{"x"}})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(kept) != fmt.Sprint(played) {
		t.Errorf("kept\n%+v\nplayed\n%+v", kept, played)
	}
	one, err := a.Stats(t.Context(), Filter{Games: []rules.Game{rules.EnDodoi}})
	if err != nil || len(one) != 1 || one[0].Ruleset.Game != rules.EnDodoi || one[0].Records != 40 {
		t.Errorf("of one game: %+v, %v", one, err)
	}
}

// The statistics of one hand-counted game.
func TestStatsOfOneGame(t *testing.T) {
	a := memory(t)
	bring(t, a, "x", filterGames[4], ImportOptions{})
	list, err := a.Stats(t.Context(), Filter{})
	if err != nil || len(list) != 1 {
		t.Fatal(list, err)
	}
	s := list[0]
	if s.Records != 1 || s.Unfinished != 1 || s.Draws != 1 || s.FirstWon != 0 || s.FirstLost != 0 {
		t.Errorf("%+v", s)
	}
	if s.Plies.Mean() != 5 || s.Captured.Mean() != 9 || s.Margins.Count() != 0 {
		t.Errorf("plies %v, captured %v, margins %v", s.Plies, s.Captured, s.Margins)
	}
	if fmt.Sprint(s.Captures, s.Passes, s.Laps.Count()) != "map[2:1 7:1] map[0:1] 5" {
		t.Errorf("captures %v, passes %v, laps %v", s.Captures, s.Passes, s.Laps)
	}
	if !slices.Equal(s.Taken, []PlyStats{{1, 1, 7}, {2, 1, 2}, {3, 1, 0}, {4, 1, 0}, {5, 1, 0}}) || s.Orders != nil {
		t.Errorf("taken %v, orders %v", s.Taken, s.Orders)
	}
	if !slices.Equal(s.Endings, []Ending{{replay.Unfinished, "agreement", 1}}) {
		t.Errorf("endings %v", s.Endings)
	}
	sown := 0
	for i, p := range s.Pits {
		sown += p.Played
		want := map[int]int{0: 1, 2: 1, 3: 1, 9: 2}[i] // A, C, D; d
		if p.Played != want {
			t.Errorf("pit %d of the list was sown %d times, want %d", i, p.Played, want)
		}
	}
	if sown != 5 || len(s.Pits) != 12 || s.Pits[0].Pit != 11 || s.Pits[6].Pit != 5 {
		t.Errorf("pits %v", s.Pits)
	}
}

// TestManyValues: a filter takes more values, words and lines than SQLite nests terms.
func TestManyValues(t *testing.T) {
	a := memory(t)
	r := rules.Standard(rules.AdjiBoto, 0)
	bring(t, a, "x", randomRecord(rand.New(rand.NewPCG(1, 2)), r, r.Start(), 4, "[Event \"word\"]\n[Site \"last\"]\n[Round \"1999\"]\n"), ImportOptions{})
	line := all(t, a, Filter{})[0]
	const n = 2000
	for name, f := range map[string]Filter{"tag": {}, "text": {}, "words": {Text: []string{strings.Repeat("word ", n)}}, "event": {}, "line": {}} {
		for i := range n {
			switch name {
			case "tag":
				f.Tags = append(f.Tags, TagMatch{"Round", fmt.Sprint(i)})
			case "text":
				f.Text = append(f.Text, fmt.Sprint("none", i))
			case "event":
				f.Event = append(f.Event, fmt.Sprint("none", i))
			case "line":
				f.Lines = append(f.Lines, "D")
			}
		}
		switch name {
		case "text":
			f.Text[n-1] = "last"
		case "event":
			f.Event[n-1] = "word"
		case "line":
			f.Lines[n-1] = replay.Letter(&r, line.Moves[0])
		}
		if got := all(t, a, f); len(got) != 1 {
			t.Errorf("%s: %d games, want 1", name, len(got))
		}
	}
}
