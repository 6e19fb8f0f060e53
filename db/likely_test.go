package db

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// distance is the number of plies to be changed, put in or taken out.
func distance(a, b []byte) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range a {
		diagonal := row[0]
		row[0] = i + 1
		for j := range b {
			next := min(row[j], row[j+1]) + 1
			if a[i] == b[j] {
				next = min(next, diagonal)
			} else {
				next = min(next, diagonal+1)
			}
			diagonal, row[j+1] = row[j+1], next
		}
	}
	return row[len(b)]
}

// alike compares two games as the documentation says it.
func alike(g, h *likelyGame, edits bool) (why Likeness) {
	if g.base != h.base || len(g.moves) == 0 || len(h.moves) == 0 {
		return 0
	}
	if len(g.moves) > len(h.moves) {
		g, h = h, g
	}
	if bytes.Equal(g.moves, h.moves) {
		return SameMoves
	}
	players := g.south == h.south && g.north == h.north && (g.south != 0 || g.north != 0)
	date := g.from == h.from && g.to == h.to && g.from != 0
	event := g.event == h.event && g.event != 0
	if len(g.moves) < 10 {
		return 0
	}
	if bytes.HasPrefix(h.moves, g.moves) && (players || event && date) {
		why |= Beginning
	}
	common := 4 * max(commonBeginning(g.moves, h.moves), commonEnd(g.moves, h.moves))
	if players && date && (common >= 3*len(h.moves) || edits && distance(g.moves, h.moves) <= 2) {
		why |= NearlySame
	}
	return why
}

// bruteGroups are the groups that come about when all games are compared.
func bruteGroups(games []likelyGame, edits bool) []string {
	group := make([]int, len(games))
	for i := range group {
		group[i] = i
	}
	why := make(map[int]Likeness)
	for i := range games {
		for k := range i {
			kind := alike(&games[i], &games[k], edits)
			if kind == 0 {
				continue
			}
			from, to := max(group[i], group[k]), min(group[i], group[k])
			for n := range group {
				if group[n] == from {
					group[n] = to
				}
			}
			why[to] |= kind | why[from]
		}
	}
	members := make(map[int][]int64)
	for i, g := range group {
		members[g] = append(members[g], games[i].id)
	}
	var list []string
	for _, g := range slices.Sorted(maps.Keys(members)) {
		if len(members[g]) > 1 {
			list = append(list, fmt.Sprint(why[g].Words(), members[g]))
		}
	}
	return list
}

// likelyGames makes games that are often like others: copies of earlier ones,
// broken off, gone on with, or with plies changed, put in or taken out.
func likelyGames(rng *rand.Rand, n, headers int) []likelyGame {
	games := make([]likelyGame, n)
	for i := range games {
		g := &games[i]
		g.id = int64(10 * (i + 1))
		g.base, g.south, g.north, g.event = uint32(rng.IntN(headers)), uint32(rng.IntN(headers)), uint32(rng.IntN(headers)), uint32(rng.IntN(headers))
		g.from = int32(rng.IntN(headers))
		g.to = g.from
		if headers == 1 {
			g.south, g.from, g.to = 1, 1, 1
		}
		var moves []byte
		if i > 0 && rng.IntN(3) > 0 {
			moves = slices.Clone(games[rng.IntN(i)].moves)
		}
		if rng.IntN(2) == 0 && len(moves) > 0 {
			moves = moves[:rng.IntN(len(moves))]
		}
		for range rng.IntN(3) * rng.IntN(20) {
			moves = append(moves, byte(rng.IntN(3)))
		}
		for range rng.IntN(4) {
			switch at := rng.IntN(len(moves) + 1); rng.IntN(3) {
			case 0:
				moves = slices.Insert(moves, at, byte(rng.IntN(3)))
			case 1:
				moves = slices.Delete(moves, at, min(at+1, len(moves)))
			case 2:
				if at < len(moves) {
					moves[at] = byte(rng.IntN(3))
				}
			}
		}
		g.moves = moves
	}
	return games
}

func findLikely(games []likelyGame) (list []string) {
	l := likely{games: games}
	l.sort()
	l.findSame()
	l.findBeginnings()
	l.findNear()
	l.groups(func(why Likeness, ids []int64) error {
		list = append(list, fmt.Sprint(why.Words(), ids))
		return nil
	})
	return list
}

// TestLikelyIsBruteForce: the groups are those of comparing all games with all.
func TestLikelyIsBruteForce(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 1))
	kinds := make(map[string]int)
	for range 3000 {
		games := likelyGames(rng, 2+rng.IntN(12), 1+rng.IntN(3))
		got, want := findLikely(games), bruteGroups(games, true)
		if !slices.Equal(got, want) {
			for _, g := range games {
				t.Logf("%+v", g)
			}
			t.Fatalf("groups\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		for _, g := range got {
			kinds[g[:strings.Index(g, "]")+1]]++
		}
	}
	for _, kind := range []string{"[same moves]", "[beginning]", "[nearly the same]"} {
		if kinds[kind] < 50 {
			t.Errorf("%d groups of %s", kinds[kind], kind)
		}
	}
	for range 5 { // too many of the same players and date to compare all of them
		games := likelyGames(rng, 4*maxCompared, 1)
		if got, want := findLikely(games), bruteGroups(games, false); !slices.Equal(got, want) {
			t.Errorf("groups\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestLikelyDuplicates goes by the archive's games.
func TestLikelyDuplicates(t *testing.T) {
	a := memory(t)
	game := func(tags, moves string) string { return tags + "[Game \"Adji-Boto\"]\n\n" + moves + " *\n\n" }
	const (
		people = "[South \"A. Player\"]\n[North \"B. Player\"]\n"
		day    = "[Date \"2024.03.09\"]\n"
		moves  = "D b B a A d C c E e B c"
	)
	bring(t, a, "a", game(people+day, moves)+
		game("[South \"?\"]\n", moves)+ // the same moves
		game("[South \"a.  player\"]\n[North \"B. PLAYER\"]\n", moves+" E e")+ // goes on
		game(people+day+"[Round \"2\"]\n", "D b B a A d C c E e B d")+ // one ply differs
		game("[South \"?\"]\n[North \"?\"]\n", moves+" E")+ // of nobody
		game(people, "A b")+game(people+day, "A b C"), // short
		ImportOptions{})
	list := func(f Filter) (list []string) {
		t.Helper()
		if err := a.LikelyDuplicates(t.Context(), f, func(why Likeness, games []*Game) error {
			var ids []int64
			for _, g := range games {
				ids = append(ids, g.ID)
			}
			list = append(list, fmt.Sprint(why.Words(), ids))
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	for _, c := range []struct {
		filter Filter
		want   string
	}{
		{Filter{}, "[[same moves beginning nearly the same] [1 2 3 4]]"},
		{Filter{IDs: []int64{1, 2, 5}}, "[[same moves] [1 2]]"},
		{Filter{IDs: []int64{1, 3}}, "[[beginning] [1 3]]"},
		{Filter{IDs: []int64{1, 4}}, "[[nearly the same] [1 4]]"},
		{Filter{IDs: []int64{2, 3, 5, 6, 7}}, "[]"},
	} {
		if got := fmt.Sprint(list(c.filter)); got != c.want {
			t.Errorf("%+v: %s, want %s", c.filter.IDs, got, c.want)
		}
	}
}
