package db

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai/replay/rules"
)

// A matchGame is a game of a match as it is written down, for the model.
type matchGame struct {
	match, south, north, target, result, pits string
	round, day                                int // round 0 for none
}

func (g *matchGame) record() string {
	var b strings.Builder
	fmt.Fprintf(&b, "[Date \"2024.01.%02d\"]\n", g.day)
	if g.round > 0 {
		fmt.Fprintf(&b, "[Round \"%d\"]\n", g.round)
	}
	fmt.Fprintf(&b, "[South \"%s\"]\n[North \"%s\"]\n[Result \"%s\"]\n[Game \"En Dodoi\"]\n[Pits \"%s\"]\n", g.south, g.north, g.result, g.pits)
	if g.match != "" {
		fmt.Fprintf(&b, "[Match \"%s\"]\n", g.match)
	}
	if g.target != "" {
		fmt.Fprintf(&b, "[MatchTarget \"%s\"]\n", g.target)
	}
	fmt.Fprintf(&b, "\n%s\n\n", g.result)
	return b.String()
}

// randomMatches makes games of a few matches. No two of a match are on one day,
// so that nothing in their order is left to the order of import.
func randomMatches(rng *rand.Rand) (games []matchGame) {
	pick := func(words ...string) string { return words[rng.IntN(len(words))] }
	for day := 1; day <= 28; day++ {
		for _, match := range []string{"Cup", "Final", ""} {
			g := matchGame{
				match: match, south: pick("Ann", "Ann", "ANN", "Cy", "?"), north: pick("Ben", "Ben", "ben", "Ann"),
				target: pick("", "3", "3", "3", "4", "many"), result: pick("1-0", "0-1", "1/2-1/2", "*"), pits: pick("6", "6", "6", "7"),
				round: rng.IntN(30), day: day,
			}
			if rng.IntN(3) == 0 {
				g.south, g.north = g.north, g.south
			}
			if rng.IntN(2) == 0 {
				g.match = strings.ToLower(match)
			}
			games = append(games, g)
		}
	}
	return games
}

// told says all of the series but what depends on the order of import: ids and
// places in the source.
func told(list []Series) string {
	var b strings.Builder
	for i := range list {
		s := &list[i]
		fmt.Fprintf(&b, "%s %d: %v %v, %d draws, %d none; %d: %s %d; %q\n",
			s.Match, s.Ruleset.Pits, s.Players, s.Wins, s.Draws, s.NoResult, s.Target, s.Winner, s.Decided, s.Problems())
		for k := range s.Games {
			g := &s.Games[k]
			fmt.Fprintf(&b, "  %s %s %v %v %v %d %q\n", g.Round, g.Date, g.Players, g.Result, g.Wins, g.Draws, g.Problems())
		}
	}
	return b.String()
}

// The series of a set of games do not depend on the order in which they were
// imported, and are what a model makes of them.
func TestSeriesWhateverTheOrderOfImport(t *testing.T) {
	for seed := range uint64(12) {
		rng := rand.New(rand.NewPCG(seed, 7))
		games := randomMatches(rng)
		want := ""
		for range 3 {
			a := memory(t)
			var text strings.Builder
			for i, g := range games {
				text.WriteString(g.record())
				if i == len(games)/2 {
					bring(t, a, "one", text.String(), ImportOptions{})
					text.Reset()
				}
			}
			bring(t, a, "two", text.String(), ImportOptions{})
			list, err := a.Series(t.Context(), "", Filter{})
			if err != nil {
				t.Fatal(err)
			}
			if want == "" {
				want = told(list)
				compareWithModel(t, games, list)
			} else if got := told(list); got != want {
				t.Fatalf("seed %d: in another order\n%s\nwant\n%s", seed, got, want)
			}
			rng.Shuffle(len(games), func(i, j int) { games[i], games[j] = games[j], games[i] })
		}
	}
}

// compareWithModel holds series against what is counted here by going through all
// games for each question.
func compareWithModel(t *testing.T, games []matchGame, list []Series) {
	t.Helper()
	total := 0
	for i := range list {
		s := &list[i]
		var mine, match []matchGame
		for _, g := range games {
			if strings.EqualFold(g.match, s.Match) {
				match = append(match, g)
				if g.pits == fmt.Sprint(s.Ruleset.Pits) {
					mine = append(mine, g)
				}
			}
		}
		slices.SortFunc(mine, func(a, b matchGame) int {
			return cmp.Or(cmp.Compare((a.round+99)%100, (b.round+99)%100), cmp.Compare(a.day, b.day))
		})
		total += len(mine)
		pairs := make(map[string]int)
		pairOf := func(g *matchGame) string {
			names := []string{strings.ToLower(g.south), strings.ToLower(g.north)}
			slices.Sort(names)
			if names[0] == "?" || names[0] == names[1] {
				return ""
			}
			return strings.Join(names, " ")
		}
		for _, g := range mine {
			pairs[pairOf(&g)]++
		}
		players := strings.ToLower(strings.Join(s.Players[:], " "))
		delete(pairs, "")
		for p, n := range pairs {
			if n > pairs[players] {
				t.Errorf("%s are the players, and %s have played more", players, p)
			}
		}
		wins, decided, after := map[string]int{}, 0, 0
		for k, g := range mine {
			if decided > 0 {
				after++
			}
			if pairOf(&g) == players {
				switch g.result {
				case "1-0":
					wins[strings.ToLower(g.south)]++
				case "0-1":
					wins[strings.ToLower(g.north)]++
				}
			}
			for _, n := range wins {
				if decided == 0 && s.Target > 0 && n >= s.Target {
					decided = k + 1
				}
			}
			if got := s.Games[k].Wins; got != [2]int{wins[strings.ToLower(s.Players[0])], wins[strings.ToLower(s.Players[1])]} {
				t.Errorf("%s, after game %d: %v, want %v", s.Match, k+1, got, wins)
			}
		}
		if s.Decided != decided || s.After != after || len(s.Games) != len(mine) {
			t.Errorf("%s: decided with game %d of %d, %d after; want %d of %d, %d", s.Match, s.Decided, len(s.Games), s.After, decided, len(mine), after)
		}
		checkRounds(t, s, mine, match)
	}
	if there := len(slices.DeleteFunc(slices.Clone(games), func(g matchGame) bool { return g.match == "" })); total != there {
		t.Errorf("%d games are in the series, of %d", total, there)
	}
}

func checkRounds(t *testing.T, s *Series, mine, match []matchGame) {
	t.Helper()
	times, met := make(map[int]int), make(map[int]bool)
	for _, g := range mine {
		times[g.round]++
	}
	for _, g := range match {
		met[g.round] = true
	}
	for round := 1; round <= slices.Max(slices.Collect(maps.Keys(met))); round++ {
		within := func(r Rounds) bool { return r.First <= round && round <= r.Last }
		if got := slices.ContainsFunc(s.Missing, within); got != !met[round] {
			t.Errorf("%s: round %d is missing: %t", s.Match, round, got)
		}
		if got := slices.ContainsFunc(s.Repeated, within); got != (times[round] > 1) {
			t.Errorf("%s: round %d is repeated: %t", s.Match, round, got)
		}
	}
}

func TestSeriesByName(t *testing.T) {
	a := memory(t)
	for i, match := range []string{"The Cup", "the  cup", "Final", "?", " "} {
		g := matchGame{match: match, south: "Ann", north: "Ben", result: "*", pits: "6", round: i + 1, day: i + 1}
		bring(t, a, "x", g.record(), ImportOptions{})
	}
	for _, c := range []struct {
		name   string
		filter Filter
		want   string
	}{
		{"", Filter{}, "Final 1, The Cup 2"},
		{"THE cup", Filter{}, "The Cup 2"},
		{"*a*", Filter{}, "Final 1"},
		{"*", Filter{Until: "2024.01.01"}, "The Cup 1"},
		{"final", Filter{Games: []rules.Game{rules.AdjiBoto}}, ""},
	} {
		list, err := a.Series(t.Context(), c.name, c.filter)
		var got []string
		for i := range list {
			got = append(got, fmt.Sprintf("%s %d", list[i].Match, len(list[i].Games)))
		}
		if err != nil || strings.Join(got, ", ") != c.want {
			t.Errorf("%q: %q, %v, want %q", c.name, got, err, c.want)
		}
	}
	_, err := a.Series(t.Context(), "cup", Filter{})
	if none := new(NoMatchError); !errors.As(err, &none) || none.Name != "cup" {
		t.Errorf("no such match: %v", err)
	}
}

// Series are found by the index of the matches, however many other games there are.
func TestSeriesUseTheIndex(t *testing.T) {
	a := memory(t)
	var plan string
	err := a.view(t.Context(), func(s *snapshot) error {
		w, err := (&Filter{}).statsCondition(t.Context(), s)
		if err != nil {
			return err
		}
		rows, err := s.tx.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+matchGames(w), w.args...)
		if err != nil {
			return err
		}
		return each(rows, func() error {
			var id, parent, unused int
			var step string
			err := rows.Scan(&id, &parent, &unused, &step)
			plan += step + "\n"
			return err
		})
	})
	if err != nil || !strings.Contains(plan, "game USING INDEX game_match") {
		t.Errorf("the plan is %s, %v", plan, err)
	}
}
