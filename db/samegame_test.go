package db

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"
)

// A plainGame is a game that a record is to be made of.
type plainGame struct {
	rules  rules.Ruleset
	tags   map[string]string // but for what the game and its result are
	result string
	moves  []rules.Move
	taken  []int // the seeds that each move captures
}

func randomPlainGame(t testing.TB, rng *rand.Rand) *plainGame {
	t.Helper()
	g := &plainGame{result: "*", tags: map[string]string{
		"South": "Ólafía Straße", "North": []string{"B. Player", "?"}[rng.IntN(2)], "Event": "Club evening", "Date": "2024.03.??", "Round": strconv.Itoa(rng.IntN(9)),
	}}
	g.rules = []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 7, ""), reading(t, rules.EnDodoi, 6, "lone=taken")}[rng.IntN(3)]
	s := g.rules.Start()
	for range 2 + rng.IntN(12) {
		legal := replay.LegalMoves(&g.rules, &s)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		sowing, err := g.rules.Play(&s, m)
		if err != nil {
			t.Fatal(err)
		}
		if int(max(s.Store[0], s.Store[1])) > g.rules.Total()/2 {
			break // not every result can be any more
		}
		g.moves, g.taken = append(g.moves, m), append(g.taken, int(sowing.Captured))
	}
	return g
}

// someCase returns a text in capitals, in small letters or as it is.
func someCase(rng *rand.Rand, text string) string {
	return []func(string) string{strings.ToUpper, strings.ToLower, strings.Clone}[rng.IntN(3)](text)
}

// spell writes the game as somebody may write it.
func (g *plainGame) spell(rng *rand.Rand) string {
	var head []string
	tag := func(name, value string) { head = append(head, fmt.Sprintf("[%s \"%s\"]", name, value)) }
	for _, name := range slices.Sorted(maps.Keys(g.tags)) {
		value := g.tags[name]
		if value == "?" && rng.IntN(2) == 0 {
			continue
		}
		value = someCase(rng, strings.ReplaceAll(value, " ", strings.Repeat(" ", 1+rng.IntN(2))))
		switch rng.IntN(3) {
		case 0: // decomposed
			value = strings.NewReplacer("Ó", "O\u0301", "ó", "o\u0301", "í", "i\u0301", "Í", "I\u0301").Replace(value)
		case 1: // Windows-1252
			value = strings.NewReplacer("Ó", "\xd3", "ó", "\xf3", "í", "\xed", "Í", "\xcd", "ß", "\xdf").Replace(value)
		}
		tag(someCase(rng, name), value)
	}
	tag("Game", someCase(rng, strings.ReplaceAll(g.rules.Game.String(), "-", "-"[rng.IntN(2):])))
	tag("Pits", strconv.Itoa(int(g.rules.Pits)))
	if text := replay.RulesText(g.rules); text != "" {
		tag("Rules", text)
	}
	if g.result != "*" || rng.IntN(2) == 0 {
		tag("Result", g.result)
	}
	if rng.IntN(2) == 0 {
		tag("Annotator", strconv.Itoa(rng.Int()))
	}
	rng.Shuffle(len(head), func(i, k int) { head[i], head[k] = head[k], head[i] })
	text := strings.Join(head, "\n") + "\n\n" + g.movetext(rng) + " " + g.result + "\n\n"
	if rng.IntN(2) == 0 {
		text = strings.ReplaceAll(text, "\n", "\r\n")
	}
	return text
}

func (g *plainGame) movetext(rng *rand.Rand) string {
	numbered, captures, pits, notes := rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0, rng.IntN(2) == 0
	var b strings.Builder
	for i, m := range g.moves {
		if numbered && i%2 == 0 {
			fmt.Fprintf(&b, "%d.%s", i/2+1, " "[rng.IntN(2):])
		}
		if pits && m != rules.Pass {
			b.WriteString(strconv.Itoa(int(m)))
		} else {
			b.WriteString(replay.Letter(&g.rules, m))
		}
		if captures && m != rules.Pass {
			fmt.Fprintf(&b, "+%d", g.taken[i])
		}
		if notes && rng.IntN(4) == 0 {
			fmt.Fprintf(&b, " $%d {said %d}", 1+rng.IntN(5), rng.Int())
		}
		b.WriteString([]string{" ", "\n", "  "}[rng.IntN(3)])
	}
	return b.String()
}

// other returns a game that differs in one thing.
func (g *plainGame) other(rng *rand.Rand) *plainGame {
	h := *g
	h.tags = maps.Clone(g.tags)
	switch n := rng.IntN(8); n {
	case 0, 1, 2, 3, 4:
		name := []string{"South", "North", "Event", "Date", "Round"}[n]
		if h.tags[name] += "1"; name == "Date" {
			h.tags[name] = "2024.03.01"
		}
	case 5:
		h.tags["Site"] = "Paramaribo"
	case 6:
		h.result = map[string]string{"*": "1-0", "1-0": "0-1", "0-1": "*"}[h.result]
	case 7:
		h.moves, h.taken = h.moves[:len(h.moves)-1], h.taken[:len(h.taken)-1]
	}
	return &h
}

// TestSameGameHoweverSpelled: a game is one however its records are spelled, and
// two games are never one.
func TestSameGameHoweverSpelled(t *testing.T) {
	rng := rand.New(rand.NewPCG(16, 1))
	for range 60 {
		a := memory(t)
		first := randomPlainGame(t, rng)
		games := []*plainGame{first}
		known := map[string]bool{fmt.Sprint(*first): true}
		for range 8 {
			if g := games[rng.IntN(len(games))].other(rng); !known[fmt.Sprint(*g)] && len(g.moves) > 0 {
				known[fmt.Sprint(*g)] = true
				games = append(games, g)
			}
		}
		var text strings.Builder
		var order []int
		for i := range games {
			order = append(order, i, i, i)
		}
		rng.Shuffle(len(order), func(i, k int) { order[i], order[k] = order[k], order[i] })
		for _, i := range order {
			text.WriteString(games[i].spell(rng))
		}
		c := bring(t, a, "a", text.String(), ImportOptions{})
		if want := (Counts{Imported: len(games), Duplicates: 2 * len(games)}); c != want {
			t.Fatalf("%+v, want %+v, of\n%s", c, want, text.String())
		}
		checkStatistics(t, a)
	}
}
