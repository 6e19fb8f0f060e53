package db

import (
	"bytes"
	"cmp"
	"context"
	"database/sql"
	"hash/maphash"
	"math/bits"
	"slices"
)

// A Likeness tells why games are likely to be the same one, as a set.
type Likeness uint8

const (
	SameMoves  Likeness = 1 << iota // the same moves from the same start, under other tags
	Beginning                       // one is the beginning of another, of the same players or of the same event and date
	NearlySame                      // nearly the same moves, by the same players on the same date
)

var likenessWords = [...]string{"same moves", "beginning", "nearly the same"}

// Words returns why, in words.
func (l Likeness) Words() (list []string) {
	for ; l != 0; l &= l - 1 {
		list = append(list, likenessWords[bits.TrailingZeros8(uint8(l))])
	}
	return list
}

// What makes games likely to be the same one.
const (
	minLikely   = 10  // plies of a game that is the beginning of another, or nearly the same
	maxEdits    = 2   // plies that are to be changed, put in or taken out to make one of the other
	maxCompared = 256 // games that are compared with each other for edits
)

// nearly reports whether so many plies in common are nearly all of so many.
func nearly(common, plies int) bool { return 4*common >= 3*plies }

// LikelyDuplicates calls yield with each group of games, of those that the filter
// chooses, which are likely to be the same game: each is like some other of the
// group. Games are nearly the same if they have as many plies as three quarters
// of the longer one in common at their beginning or at their end, or if at most
// two plies differ, which is not looked for where the same players have more than
// 256 games on a date. The groups and the games in them are in the order of the
// ids.
func (a *Archive) LikelyDuplicates(ctx context.Context, f Filter, yield func(Likeness, []*Game) error) error {
	return a.viewFor(ctx, &f, func(s *snapshot) error {
		of, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		return s.likelyGroups(ctx, of, func(why Likeness, ids []int64) error {
			group, err := listGames(ctx, s, ids)
			if err != nil {
				return err
			}
			return yield(why, group)
		})
	})
}

// likelyGroups calls yield with the groups of a condition's games that are likely
// to be the same, as ids.
func (s *snapshot) likelyGroups(ctx context.Context, of *where, yield func(why Likeness, ids []int64) error) error {
	l, err := readLikely(ctx, s, of)
	if err != nil {
		return err
	}
	l.findSame()
	l.findBeginnings()
	l.findNear()
	return l.groups(func(why Likeness, ids []int64) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return yield(why, ids)
	})
}

// A likelyGame is what is compared of a game. Names are numbers, which are equal
// where the names are when folded; 0 is none.
type likelyGame struct {
	id           int64
	moves        []byte // one a ply, as they are packed in the archive
	base         uint32 // ruleset, start and who moves first
	rank         int32  // in the order of base and moves
	south, north uint32
	event        uint32
	from, to     int32 // the date
}

// A likely looks for likely duplicates among games, which are called by their
// indices. It never compares all with all: games that can be alike stand side by
// side in some order, or are few.
type likely struct {
	games []likelyGame // in the order of their ids
	order []int32      // all, in the order of base and moves
	group []int32      // of each game another one of its group, or itself: a forest
	why   []Likeness   // of each game that is the root of its group
}

func readLikely(ctx context.Context, s *snapshot, of *where) (*likely, error) {
	who, err := readPeople(ctx, s)
	if err != nil {
		return nil, err
	}
	people := who.numbers()
	events, err := foldedNames(ctx, s.tx, "event")
	if err != nil {
		return nil, err
	}
	rows, err := s.tx.QueryContext(ctx, `
		SELECT id, ruleset, north_first, start, moves, plies, ifnull(south, 0), ifnull(north, 0), ifnull(event, 0), ifnull(date_from, 0), ifnull(date_to, 0)
		FROM game WHERE `+of.sql()+" ORDER BY id", of.args...)
	if err != nil {
		return nil, err
	}
	type base struct {
		ruleset, first int64
		start          string
	}
	var l likely
	bases := make(map[base]uint32)
	err = each(rows, func() error {
		var g likelyGame
		var b base
		var start sql.RawBytes
		var moves sql.RawBytes
		var south, north, event int64
		var plies int
		if err := rows.Scan(&g.id, &b.ruleset, &b.first, &start, &moves, &plies, &south, &north, &event, &g.from, &g.to); err != nil {
			return err
		}
		b.start = string(start)
		if _, ok := bases[b]; !ok {
			bases[b] = uint32(len(bases))
		}
		g.base, g.south, g.north, g.event = bases[b], people[south], people[north], events[event]
		g.moves = make([]byte, 0, 2*len(moves))
		for _, two := range moves {
			g.moves = append(g.moves, two>>4, two&0xf)
		}
		g.moves = g.moves[:min(max(plies, 0), len(g.moves))]
		l.games = append(l.games, g)
		return nil
	})
	if err != nil {
		return nil, err
	}
	l.sort()
	return &l, nil
}

// foldedNames returns for the ids of a table of names numbers that are equal where
// the names are when folded; none for "?" and for no name at all.
func foldedNames(ctx context.Context, q querier, table string) (map[int64]uint32, error) {
	rows, err := q.QueryContext(ctx, "SELECT id, folded FROM "+table)
	if err != nil {
		return nil, err
	}
	numbers, known := make(map[int64]uint32), make(map[string]uint32)
	err = each(rows, func() error {
		var id int64
		var folded string
		if err := rows.Scan(&id, &folded); err != nil || isNoName(folded) {
			return err
		}
		if known[folded] == 0 {
			known[folded] = uint32(len(known) + 1)
		}
		numbers[id] = known[folded]
		return nil
	})
	return numbers, err
}

// sort brings the games into their order, each in a group by itself.
func (l *likely) sort() {
	n := len(l.games)
	l.order, l.group, l.why = make([]int32, n), make([]int32, n), make([]Likeness, n)
	for i := range l.order {
		l.order[i], l.group[i] = int32(i), int32(i)
	}
	slices.SortFunc(l.order, func(a, b int32) int {
		g, h := &l.games[a], &l.games[b]
		return cmp.Or(cmp.Compare(g.base, h.base), bytes.Compare(g.moves, h.moves), cmp.Compare(a, b))
	})
	for rank, i := range l.order {
		l.games[i].rank = int32(rank)
	}
}

// root returns the game that stands for a game's group.
func (l *likely) root(i int32) int32 {
	for l.group[i] != i {
		l.group[i] = l.group[l.group[i]]
		i = l.group[i]
	}
	return i
}

// join brings two games into one group.
func (l *likely) join(i, k int32, why Likeness) {
	i, k = l.root(i), l.root(k)
	l.group[max(i, k)] = min(i, k)
	l.why[min(i, k)] = l.why[i] | l.why[k] | why
}

// groups calls yield with the groups of more than one.
func (l *likely) groups(yield func(why Likeness, ids []int64) error) error {
	members := make(map[int32][]int64)
	var roots []int32
	for i := range l.games {
		r := l.root(int32(i))
		if l.why[r] == 0 {
			continue
		}
		if members[r] == nil {
			roots = append(roots, r)
		}
		members[r] = append(members[r], l.games[i].id)
	}
	for _, r := range roots {
		if err := yield(l.why[r], members[r]); err != nil {
			return err
		}
	}
	return nil
}

// findSame finds the games of the same moves.
func (l *likely) findSame() {
	for k := 1; k < len(l.order); k++ {
		g, h := &l.games[l.order[k-1]], &l.games[l.order[k]]
		if g.base == h.base && len(g.moves) > 0 && bytes.Equal(g.moves, h.moves) {
			l.join(l.order[k-1], l.order[k], SameMoves)
		}
	}
}

// findBeginnings finds the games that are the beginning of another.
func (l *likely) findBeginnings() {
	samePlayers := func(g *likelyGame) (key [4]uint32, ok bool) {
		return [4]uint32{g.south, g.north}, g.south|g.north != 0
	}
	sameEvent := func(g *likelyGame) (key [4]uint32, ok bool) {
		return [4]uint32{g.event, uint32(g.from), uint32(g.to)}, g.event != 0 && g.from != 0
	}
	l.runs(samePlayers, l.joinBeginnings)
	l.runs(sameEvent, l.joinBeginnings)
}

// joinBeginnings joins each game of a run, which is in the order of the moves,
// with the longest of the others that is its beginning: all that have the same
// beginning stand behind it.
func (l *likely) joinBeginnings(run []int32) {
	var open []int32 // each the beginning of the next
	for _, i := range run {
		moves := l.games[i].moves
		for len(open) > 0 && !bytes.HasPrefix(moves, l.games[open[len(open)-1]].moves) {
			open = open[:len(open)-1]
		}
		if len(open) > 0 {
			last := open[len(open)-1]
			if len(l.games[last].moves) == len(moves) {
				continue
			}
			l.join(last, i, Beginning)
		}
		if len(moves) >= minLikely {
			open = append(open, i)
		}
	}
}

// findNear finds the games of the same players and date that are nearly the same.
func (l *likely) findNear() {
	l.runs(func(g *likelyGame) (key [4]uint32, ok bool) {
		return [4]uint32{g.south, g.north, uint32(g.from), uint32(g.to)}, g.south|g.north != 0 && g.from != 0 && len(g.moves) >= minLikely
	}, func(run []int32) {
		l.joinNear(run, commonBeginning)
		slices.SortFunc(run, func(a, b int32) int { return compareBackwards(l.games[a].moves, l.games[b].moves) })
		l.joinNear(run, commonEnd)
		if len(run) <= maxCompared {
			l.joinEdited(run)
		}
	})
}

// joinNear joins the games of a run that have nearly all in common. The run is in
// an order in which games have the less in common the further they stand apart.
// So all that have nearly all of a game in common, and are not longer, stand in a
// row but for longer ones, and are alike too: it is enough to join each with the
// nearest that is not longer, on both sides.
func (l *likely) joinNear(run []int32, common func(a, b []byte) int) {
	for range 2 {
		var open []int32 // each not longer than the next
		for _, i := range run {
			moves := l.games[i].moves
			for len(open) > 0 && len(l.games[open[len(open)-1]].moves) > len(moves) {
				open = open[:len(open)-1]
			}
			if len(open) > 0 {
				last := open[len(open)-1]
				other := l.games[last].moves
				if nearly(common(other, moves), len(moves)) && !bytes.Equal(other, moves) {
					l.join(last, i, NearlySame)
				}
			}
			open = append(open, i)
		}
		slices.Reverse(run)
	}
}

// joinEdited joins the games of a run, which are few, of which few plies differ.
func (l *likely) joinEdited(run []int32) {
	slices.SortFunc(run, func(a, b int32) int { return cmp.Compare(len(l.games[a].moves), len(l.games[b].moves)) })
	for k, i := range run {
		for _, j := range run[k+1:] {
			a, b := l.games[i].moves, l.games[j].moves
			if len(b)-len(a) > maxEdits {
				break
			}
			if !bytes.Equal(a, b) && edited(a, b, maxEdits) {
				l.join(i, j, NearlySame)
			}
		}
	}
}

// runs calls f with the games of each base that have the same key, in the order of
// the moves. Games without a key are left out.
func (l *likely) runs(key func(g *likelyGame) ([4]uint32, bool), f func(run []int32)) {
	type keyed struct {
		hash uint64
		game int32
	}
	seed := maphash.MakeSeed()
	var list []keyed
	for i := range l.games {
		g := &l.games[i]
		if k, ok := key(g); ok {
			list = append(list, keyed{maphash.Comparable(seed, [5]uint32{g.base, k[0], k[1], k[2], k[3]}), int32(i)})
		}
	}
	slices.SortFunc(list, func(a, b keyed) int {
		return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(l.games[a.game].rank, l.games[b.game].rank))
	})
	var run []int32
	for k, first := 0, 0; k < len(list); k++ {
		if list[k].hash != list[first].hash {
			f(run)
			run, first = run[:0], k
		}
		run = append(run, list[k].game)
	}
	if len(run) > 0 {
		f(run)
	}
}

func commonBeginning(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

func commonEnd(a, b []byte) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// compareBackwards compares from the end.
func compareBackwards(a, b []byte) int {
	n := commonEnd(a, b)
	if n == len(a) || n == len(b) {
		return cmp.Compare(len(a), len(b))
	}
	return cmp.Compare(a[len(a)-1-n], b[len(b)-1-n])
}

// edited reports whether b can be made of a by changing, putting in or taking out
// at most so many plies.
func edited(a, b []byte, most int) bool {
	n := commonBeginning(a, b)
	a, b = a[n:], b[n:]
	switch {
	case max(len(a), len(b)) <= most:
		return true
	case most == 0 || max(len(a), len(b))-min(len(a), len(b)) > most:
		return false
	case len(a) > 0 && len(b) > 0 && edited(a[1:], b[1:], most-1):
		return true
	}
	return len(a) > 0 && edited(a[1:], b, most-1) || len(b) > 0 && edited(a, b[1:], most-1)
}
