package db

import (
	"cmp"
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

// spelledNames are names as records have them: some are spellings of one name,
// some are no names, and "-" is no tag at all.
var spelledNames = []string{"Anna", "Anna", "ANNA", "anna  ", "José", "Jose\u0301", "B. [Player]", "C*", "?", "", "-", "-"}

// randomPeople returns records of random play between these, some of which are
// the same, start elsewhere, or contradict themselves.
func randomPeople(t testing.TB, rng *rand.Rand, games int) []string {
	t.Helper()
	readings := []rules.Ruleset{
		reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.AdjiBoto, 0, "landing=taken"), reading(t, rules.EnDodoi, 6, ""), reading(t, rules.EnDodoi, 8, ""),
	}
	var list []string
	for range games {
		if len(list) > 0 && rng.IntN(8) == 0 {
			list = append(list, list[rng.IntN(len(list))])
			continue
		}
		tags := fmt.Sprintf("[Date \"%d.??.??\"]\n", 2020+rng.IntN(3))
		for _, side := range []string{"South", "North"} {
			if name := spelledNames[rng.IntN(len(spelledNames))]; name != "-" {
				tags += fmt.Sprintf("[%s \"%s\"]\n", side, name)
			}
		}
		r := readings[rng.IntN(len(readings))]
		start := r.Start()
		switch rng.IntN(6) {
		case 0:
			start.ToMove = rules.North
		case 1:
			r.Play(&start, replay.LegalMoves(&r, &start)[0])
		}
		text := randomRecord(rng, r, start, []int{0, 1, 2, 5, 300}[rng.IntN(5)], tags)
		if rng.IntN(10) == 0 {
			text = strings.Replace(text, "[Game", "[Score \"1-2\"]\n[Game", 1)
		}
		list = append(list, text)
	}
	return list
}

// peopleArchive is an archive of such games from three sources, one of them
// replaced.
func peopleArchive(t testing.TB, rng *rand.Rand) *Archive {
	t.Helper()
	a := memory(t)
	list := randomPeople(t, rng, 300)
	both := ImportOptions{AcceptContradiction: true}
	join := func(from, to int) string { return strings.Join(list[from:to], "") }
	bring(t, a, "a", join(0, 200), both)
	bring(t, a, "b", join(100, 220), both)
	bring(t, a, "c", strings.ReplaceAll(join(150, 180), "\n\n", "\n\n{of c} ")+join(220, 300), both)
	bring(t, a, "a", join(50, 120)+join(280, 300), ImportOptions{AcceptContradiction: true, Replace: true})
	checkStatistics(t, a)
	return a
}

// randomFilter returns a filter that chooses some of such games.
func randomFilter(rng *rand.Rand) Filter {
	var f Filter
	two := 2
	for _, set := range []func(){
		func() { f.Games = []rules.Game{rules.AdjiBoto} },
		func() { f.Pits = []int{5, 8} },
		func() { f.Rules = []string{"usual"} },
		func() { f.Player = []string{"jos?"} },
		func() { f.South = []string{"ANNA", "c[*"} },
		func() { f.North = []string{"*"} },
		func() { f.Since, f.Until = "2021", "2022" },
		func() { f.Source = []string{"a", "c"} },
		func() { f.Results = []notation.Result{notation.NorthWon, notation.Unknown} },
		func() { f.Verdicts = []replay.Verdict{replay.Contradiction, replay.Complete} },
		func() { f.MinPlies = 2 },
		func() { f.MaxPlies = &two },
		func() { f.Lines = []string{"A", "a"} },
	} {
		if rng.IntN(8) == 0 {
			set()
		}
	}
	return f
}

// names returns the names of South and North as the records have them.
func names(g *Game) (list [2]string, given [2]bool) {
	rec := notation.Record{Tags: g.Tags}
	list[0], given[0] = rec.Value("South")
	list[1], given[1] = rec.Value("North")
	return list, given
}

// counted returns the games that the filter chooses for statistics.
func counted(t testing.TB, a *Archive, f Filter) []*Game {
	t.Helper()
	return slices.DeleteFunc(all(t, a, f), func(g *Game) bool { return g.Verdict == replay.Contradiction && f.Verdicts == nil })
}

// called returns what each person is called, by the folded name.
func called(games []*Game) map[string]string {
	spellings := map[string]map[string]int{}
	for _, g := range games {
		list, _ := names(g)
		for _, name := range list {
			if spellings[fold(name)] == nil {
				spellings[fold(name)] = map[string]int{}
			}
			spellings[fold(name)][name]++
		}
	}
	best := map[string]string{"": "", "?": ""}
	for folded, list := range spellings {
		if folded == "" || folded == "?" {
			continue
		}
		for name, n := range list {
			have, ok := best[folded]
			if !ok || n > list[have] || n == list[have] && name < have {
				best[folded] = name
			}
		}
	}
	return best
}

// bruteScore is a game as one side has it.
func bruteScore(g *Game, side rules.Side) Score {
	s := Score{Games: 1}
	points := map[notation.Result]int{notation.SouthWon: 1, notation.NorthWon: -1}[g.Result]
	margin := g.Score[0] - g.Score[1]
	if side == rules.North {
		points, margin = -points, -margin
	}
	switch {
	case g.Result == notation.Draw:
		s.Drawn = 1
	case points > 0:
		s.Won = 1
	case points < 0:
		s.Lost = 1
	}
	if g.Verdict == replay.Complete && g.HasScore {
		s.Scored, s.MarginSum = 1, int64(margin)
	}
	return s
}

// bruteStandings makes standings of the games as they are read back. Who returns
// whose standing a game goes to, as one side has it.
func bruteStandings(games []*Game, who func(g *Game, side rules.Side) (string, bool)) []Standing {
	var list []Standing
	for _, g := range games {
		for _, side := range []rules.Side{rules.South, rules.North} {
			name, ok := who(g, side)
			if !ok {
				continue
			}
			i := slices.IndexFunc(list, func(st Standing) bool { return st.Player == name && st.Ruleset == g.Rules })
			if i < 0 {
				i = len(list)
				list = append(list, Standing{Player: name, Ruleset: g.Rules})
			}
			list[i].Sides[side] = list[i].Sides[side].Plus(bruteScore(g, side))
		}
	}
	slices.SortFunc(list, compareStandings)
	return list
}

func TestPlayersAreThoseOfBruteForce(t *testing.T) {
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(11, seed))
		a := peopleArchive(t, rng)
		call := called(counted(t, a, Filter{}))
		for i := range 25 {
			var f Filter
			if i > 0 {
				f = randomFilter(rng)
			}
			games := counted(t, a, f)
			want := bruteStandings(games, func(g *Game, side rules.Side) (string, bool) {
				list, _ := names(g)
				name, ok := call[fold(list[side])]
				if !ok { // of contradictory games only
					name = list[side]
				}
				return name, name != ""
			})
			got, err := a.Players(t.Context(), f)
			if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
				t.Fatalf("%+v: %v\n%+v\nwant\n%+v", f, err, got, want)
			}
			// Each game counts once for each of its names, and what one wins another
			// loses where both are named.
			named, both := 0, true
			for _, g := range games {
				list, _ := names(g)
				n := 0
				for _, name := range list {
					if folded := fold(name); folded != "" && folded != "?" {
						n++
					}
				}
				named += n
				both = both && n == 2
			}
			var sum Score
			for i := range got {
				sum = sum.Plus(got[i].Total())
			}
			if sum.Games != named || both && (sum.Won != sum.Lost || sum.MarginSum != 0) {
				t.Fatalf("%+v: %d names, the players have %+v", f, named, sum)
			}
		}
	}
}

// bruteFirst spells how a side began a game.
func bruteFirst(g *Game, side rules.Side) string {
	usual := g.Rules.Start()
	usual.ToMove = g.Start.ToMove
	if g.Start != usual {
		return ""
	}
	var moves []string
	toMove := g.Start.ToMove
	for _, m := range g.Moves {
		moves = append(moves, replay.Letter(&g.Rules, m))
		if toMove == side {
			return strings.Join(moves, " ")
		}
		toMove = toMove.Other()
	}
	return ""
}

// bruteReport makes the report of a player from the games as they are read back.
func bruteReport(games []*Game, call map[string]string, mine func(name string) bool, best int) string {
	is := func(g *Game, side rules.Side) bool {
		list, given := names(g)
		return given[side] && mine(fold(list[side]))
	}
	games = slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return !is(g, rules.South) && !is(g, rules.North) })
	var spellings []Spelling
	openings := map[string]Score{}
	for _, g := range games {
		list, _ := names(g)
		for _, side := range []rules.Side{rules.South, rules.North} {
			if !is(g, side) {
				continue
			}
			i := slices.IndexFunc(spellings, func(sp Spelling) bool { return sp.Name == list[side] })
			if i < 0 {
				i = len(spellings)
				spellings = append(spellings, Spelling{Name: list[side]})
			}
			spellings[i].Games++
			if first := bruteFirst(g, side); first != "" {
				key := fmt.Sprintf("%v %v %s", g.Rules, side, first)
				openings[key] = openings[key].Plus(bruteScore(g, side))
			}
		}
	}
	slices.SortFunc(spellings, func(a, b Spelling) int { return cmp.Or(b.Games-a.Games, cmp.Compare(a.Name, b.Name)) })
	record := bruteStandings(games, func(g *Game, side rules.Side) (string, bool) { return spellings[0].Name, is(g, side) })
	opponents := bruteStandings(games, func(g *Game, side rules.Side) (string, bool) {
		list, _ := names(g)
		other := list[side.Other()]
		name, ok := call[fold(other)]
		if !ok {
			name = other
		}
		return name, is(g, side)
	})
	var longest, closest []*Game
	for _, st := range record {
		played := slices.DeleteFunc(slices.Clone(games), func(g *Game) bool { return g.Rules != st.Ruleset })
		slices.SortStableFunc(played, func(a, b *Game) int { return len(b.Moves) - len(a.Moves) })
		longest = append(longest, played[:min(best, len(played))]...)
		scored := slices.DeleteFunc(played, func(g *Game) bool { return g.Verdict != replay.Complete || !g.HasScore })
		gap := func(g *Game) int { return max(g.Score[0]-g.Score[1], g.Score[1]-g.Score[0]) }
		slices.SortFunc(scored, func(a, b *Game) int { return cmp.Or(gap(a)-gap(b), cmp.Compare(a.ID, b.ID)) })
		closest = append(closest, scored[:min(best, len(scored))]...)
	}
	return reportText(spellings, record, opponents, openings, longest, closest)
}

func reportText(spellings []Spelling, record, opponents []Standing, openings map[string]Score, longest, closest []*Game) string {
	ids := func(games []*Game) (list []int64) {
		for _, g := range games {
			list = append(list, g.ID)
		}
		return list
	}
	return fmt.Sprintf("%v\n%v\n%v\n%v\n%v\n%v", spellings, record, opponents, openings, ids(longest), ids(closest))
}

func TestPlayerIsThatOfBruteForce(t *testing.T) {
	for seed := range uint64(2) {
		rng := rand.New(rand.NewPCG(12, seed))
		a := peopleArchive(t, rng)
		call := called(counted(t, a, Filter{}))
		for i := range 25 {
			for name, mine := range map[string]func(string) bool{
				"anna":         func(name string) bool { return name == "anna" },
				"JOSÉ ":        func(name string) bool { return name == "josé" },
				"b. [player]":  func(name string) bool { return name == "b. [player]" },
				"?":            func(name string) bool { return len(name) == 1 },
				"*":            func(string) bool { return true },
				"*n*":          func(name string) bool { return strings.Contains(name, "n") },
				"nobody's own": nil,
			} {
				q := PlayerQuery{Name: name, Best: 1 + rng.IntN(4)}
				if i > 0 {
					q.Filter = randomFilter(rng)
				}
				got, err := a.Player(t.Context(), q)
				if mine == nil {
					if none := new(NoPlayerError); !errors.As(err, &none) || none.Name != name {
						t.Fatalf("of nobody: %+v, %v", got, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				openings := map[string]Score{}
				for i, first := range got.Openings {
					key := fmt.Sprintf("%v %v %s", first.Ruleset, first.Side, strings.Join(replay.Letters(&first.Ruleset, first.Moves), " "))
					openings[key] = openings[key].Plus(first.Score)
					if i == 0 {
						continue
					}
					before := got.Openings[i-1]
					if before.Ruleset == first.Ruleset && (before.Side > first.Side || before.Side == first.Side && before.Score.Games < first.Score.Games) {
						t.Fatalf("%+v stands before %+v", before, first)
					}
				}
				want := bruteReport(counted(t, a, q.Filter), call, mine, q.Best)
				if text := reportText(got.Spellings, got.Record, got.Opponents, openings, got.Longest, got.Closest); text != want {
					t.Fatalf("%+v:\n%s\nwant\n%s", q, text, want)
				}
			}
		}
	}
}

// Two games worked by hand: a win by resignation as South, and a game that North
// opened, without a result.
func TestPlayerOfTwoGames(t *testing.T) {
	a := memory(t)
	bring(t, a, "x", "[South \"anna\"]\n[North \"Ben\"]\n[Result \"1-0\"]\n[Game \"Adji-Boto\"]\n[Termination \"resignation\"]\n\n1. D b 2. B 1-0\n\n"+
		"[South \"?\"]\n[North \"Anna\"]\n[Game \"Adji-Boto\"]\n[SetUp \"1\"]\n[Position \"10,10,10,10,10/10,10,10,10,10 0-0 N\"]\n\n1... c 2. A *\n", ImportOptions{})
	r := reading(t, rules.AdjiBoto, 0, "")
	players, err := a.Players(t.Context(), Filter{})
	want := []Standing{{"Anna", r, [2]Score{{Games: 1, Won: 1}, {Games: 1}}}, {"Ben", r, [2]Score{{}, {Games: 1, Lost: 1}}}}
	if err != nil || !slices.Equal(players, want) {
		t.Errorf("%+v, %v", players, err)
	}
	p, err := a.Player(t.Context(), PlayerQuery{Name: "ANNA", Best: 5})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(p.Spellings, []Spelling{{"Anna", 1}, {"anna", 1}}) || !slices.Equal(p.Record, want[:1]) {
		t.Errorf("%+v", p)
	}
	if !slices.Equal(p.Opponents, []Standing{{"", r, [2]Score{{}, {Games: 1}}}, {"Ben", r, [2]Score{{Games: 1, Won: 1}}}}) {
		t.Errorf("opponents %+v", p.Opponents)
	}
	if len(p.Openings) != 2 || fmt.Sprint(replay.Letters(&r, p.Openings[0].Moves), replay.Letters(&r, p.Openings[1].Moves)) != "[D] [c]" {
		t.Errorf("openings %+v", p.Openings)
	}
	if len(p.Longest) != 2 || p.Longest[0].ID != 1 || len(p.Closest) > 0 {
		t.Errorf("games %v %v", p.Longest, p.Closest)
	}
	ben, err := a.Player(t.Context(), PlayerQuery{Name: "ben", Best: 5})
	if err != nil || len(ben.Openings) != 1 || fmt.Sprint(replay.Letters(&r, ben.Openings[0].Moves)) != "[D b]" {
		t.Errorf("%+v, %v", ben, err)
	}
	// A player of whom the filter leaves nothing is one all the same.
	none, err := a.Player(t.Context(), PlayerQuery{Name: "ben", Filter: Filter{MinPlies: 9}})
	if err != nil || none.Record != nil || none.Spellings != nil {
		t.Errorf("%+v, %v", none, err)
	}
	// Whose only source was replaced is one no more.
	bring(t, a, "x", plain, ImportOptions{Replace: true})
	if _, err := a.Player(t.Context(), PlayerQuery{Name: "ben"}); !errors.As(err, new(*NoPlayerError)) {
		t.Errorf("of who is gone: %v", err)
	}
}

func TestRecomputeFindsWrongStandings(t *testing.T) {
	for _, damage := range []string{
		"UPDATE standing SET won = won + 1 WHERE side = 0", "UPDATE standing SET margin_sum = margin_sum + 1 WHERE side = 1",
		"DELETE FROM standing WHERE side = 0", "INSERT INTO standing VALUES (1, 1, 1, 1, 0, 0, 0, 0, 0)",
	} {
		a := memory(t)
		bring(t, a, "x", plain, ImportOptions{})
		if _, err := a.writer.ExecContext(t.Context(), damage); err != nil {
			t.Fatal(err)
		}
		differences, err := a.Recompute(t.Context())
		if err != nil || len(differences) != 1 || !strings.HasPrefix(differences[0], "standing of ruleset 1, player ") {
			t.Errorf("%s: %q, %v", damage, differences, err)
		}
	}
}

// A writer writes out what it has counted after a batch's worth of games, also
// where many are taken away at once.
func TestCountsAreBounded(t *testing.T) {
	a := memory(t)
	bring(t, a, "x", plain, ImportOptions{})
	im, err := a.BeginImport(t.Context(), "y", ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	sh := share{rules: reading(t, rules.AdjiBoto, 0, ""), verdict: replay.Unfinished, result: notation.Unknown, players: [2]int64{1, 0}}
	for range batchGames + 2 {
		if err := im.w.count(&sh, 1); err != nil {
			t.Fatal(err)
		}
	}
	if im.w.shares != 2 {
		t.Errorf("%d games are held", im.w.shares)
	}
	if err := im.Commit(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	players, err := a.Players(t.Context(), Filter{})
	if err != nil || len(players) != 2 || players[0].Total().Games != batchGames+3 {
		t.Errorf("%+v, %v", players, err)
	}
}
