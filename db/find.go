package db

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// A FindQuery asks which games come to something.
type FindQuery struct {
	By     string // one of Finds
	Text   string // the position, line, sequence or pattern
	Filter Filter // chooses the games; its Lines and Positions choose too
	Limit  int    // at most so many games; 0 is no limit
}

// Finds lists what games can be found by: a position in the one-line form; the
// position that a line such as "D b A" leads to from the start; a sequence of
// moves; and a pattern of positions (replay.ParsePattern).
var Finds = []string{"position", "line", "sequence", "pattern"}

// Find calls yield with each game that comes to what is asked for, in the order
// of the ids, as soon as it is found. With it goes the ply at which the game
// first does: how many plies had been played when the position was there, from
// 0; of a sequence the number of its first ply, from 1.
//
// What is asked for is read on the board and by the rules of every ruleset that
// the archive has and the filter leaves; a *FilterError says that it fits none.
func (a *Archive) Find(ctx context.Context, q FindQuery, yield func(g *Game, ply int) error) error {
	return a.scanView(ctx, func(s *snapshot) error {
		targets, err := q.Filter.targets(ctx, s, q.By, q.Text)
		if err != nil {
			return err
		}
		w, err := q.Filter.condition(ctx, s)
		if err != nil {
			return err
		}
		return s.find(ctx, targets, w, q.Filter.onlyRules().Empty(), q.Limit, func(hits []hit) error { return readHits(ctx, s, hits, yield) })
	})
}

// A target is what games under one ruleset are searched for: a state of some
// patterns, or a sequence of moves.
type target struct {
	ruleset  int64
	rules    rules.Ruleset
	states   []replay.Pattern
	position *rules.State // the state, where there is only one
	sequence []rules.Move
}

// targets reads texts, of which any is to be found, on the board of every
// ruleset that the filter leaves. It is an error if none of them fits any, but
// not if there is no ruleset.
func (f *Filter) targets(ctx context.Context, s *snapshot, by string, texts ...string) (list []target, err error) {
	if by == "pattern" {
		for _, text := range texts {
			if err := replay.CheckPattern(text); err != nil {
				return nil, &FilterError{by, "the pattern is malformed: " + err.Error()}
			}
		}
	}
	left, err := f.rulesets(ctx, s)
	if err != nil {
		return nil, err
	}
	var fault error
	for _, id := range slices.Sorted(maps.Keys(left)) {
		t := target{ruleset: id, rules: left[id]}
		for _, text := range texts {
			err := t.read(by, text)
			if err != nil && len(left) > 1 {
				err = fmt.Errorf("no game here has it; %s: %w", replay.Reading(t.rules), err)
			}
			fault = cmp.Or(fault, err)
		}
		if t.states != nil || t.sequence != nil {
			list = append(list, t)
		}
	}
	if len(list) == 0 && fault != nil {
		return nil, &FilterError{by, fault.Error()}
	}
	return list, nil
}

// read adds what the text says, if the ruleset has it.
func (t *target) read(by, text string) (err error) {
	r := &t.rules
	var state rules.State
	switch by {
	case "position":
		state, err = replay.ParsePosition(r, text)
	case "line":
		state, err = lineState(r, text)
	case "pattern":
		var p replay.Pattern
		if p, err = replay.ParsePattern(r, text); err == nil {
			t.states = append(t.states, p)
		}
		return err
	case "sequence":
		return t.readSequence(text)
	default:
		return fmt.Errorf("games are not found by %s, but by %s", replay.Quote(by), strings.Join(Finds, ", "))
	}
	if err != nil {
		return err
	}
	t.states = append(t.states, replay.PatternOf(r, &state))
	if t.position = &state; len(t.states) > 1 {
		t.position = nil
	}
	return nil
}

// readSequence is read of a sequence. What it captures is not known before it is found.
func (t *target) readSequence(text string) error {
	ln, err := parseLine(&t.rules, text)
	if err == nil && ln.captured != nil {
		return fmt.Errorf("a sequence is named by its moves alone, without captures, which hang on where it is played: not %s", replay.Quote(text))
	}
	t.sequence = ln.moves
	return err
}

// lineState returns the state that a line leads to from the start; North moves
// first where the line says so.
func lineState(r *rules.Ruleset, text string) (rules.State, error) {
	ln, err := parseLine(r, text)
	if err != nil {
		return rules.State{}, err
	}
	return ln.play(r)
}

// reached returns the ply at which a game first comes to the target.
func (t *target) reached(g *played) (ply int, ok bool) {
	if t.sequence != nil {
		for i := range len(g.moves) - len(t.sequence) + 1 {
			if slices.Equal(g.moves[i:][:len(t.sequence)], t.sequence) {
				return i + 1, true
			}
		}
		return 0, false
	}
	s := g.start
	for i := 0; ; i++ {
		passed := true
		for k := range t.states {
			p := &t.states[k]
			if p.Matches(&s) {
				return i, true
			}
			passed = passed && p.Passed(&s)
		}
		if passed || i == len(g.moves) {
			return 0, false
		}
		if _, err := g.rules.Play(&s, g.moves[i]); err != nil {
			return 0, false // a game with a move that is not legal counts as far as it goes
		}
	}
}

// term is a condition that games which come to the target meet, with its
// arguments. It spares unpacking others.
func (t *target) term() (string, []any) {
	if t.sequence != nil {
		return "game.ruleset = ? AND instr(hex(game.moves), ?) > 0", []any{t.ruleset, hexMoves(&t.rules, t.sequence)}
	}
	return "game.ruleset = ?", []any{t.ruleset}
}

// A hit is a game that comes to a target, and the ply at which it first does.
type hit struct {
	id  int64
	ply int
}

// A finder looks for the games that come to targets.
type finder struct {
	snapshot *snapshot
	targets  map[rules.Ruleset]*target
	games    *where // that may come there
	begin    *where // those that do by their first moves; nil where that is not worth asking
	wanted   int    // so many more games are wanted,
	most     int    // and at most so many more are to be found
	yield    func([]hit) error
}

const (
	firstIDs = 1 << 10 // how many ids are looked at first
	headIDs  = 1 << 13 // from how many on at a time the opening table is asked
)

// find calls yield with the games of a condition that come to the targets, in
// the order of the ids, at most limit of them unless it is 0. All says that the
// condition leaves out no game of the targets' rulesets, so that as many games
// are to be found as the opening table has; else these are the most.
//
// It looks at ever more games at a time, so that the first hits are there at
// once.
func (s *snapshot) find(ctx context.Context, targets []target, w *where, all bool, limit int, yield func([]hit) error) error {
	f := finder{snapshot: s, targets: make(map[rules.Ruleset]*target), wanted: limit, yield: yield}
	if limit == 0 {
		f.wanted = math.MaxInt
	}
	var terms []string
	var args []any
	for i := range targets {
		t := &targets[i]
		f.targets[t.rules] = t
		term, more := t.term()
		terms, args = append(terms, term), append(args, more...)
	}
	f.games = w.and(chain(append(terms, "FALSE"), " OR "), args...)
	left, err := s.ids(ctx)
	if err == nil {
		f.most, f.begin, err = s.tabled(ctx, targets, w)
	}
	if err != nil {
		return err
	}
	for size := int64(firstIDs); left.first <= left.last && f.wanted > 0 && f.most > 0; size *= 2 {
		if all && size >= headIDs && f.begin != nil {
			if done, err := f.lookAtBeginnings(ctx, left); done || err != nil {
				return err
			}
		}
		if size == headIDs {
			f.askIndex(targets)
		}
		some := ids{left.first, left.first + min(size-1, left.last-left.first)}
		hits, err := f.look(ctx, f.games, some)
		if err != nil {
			return err
		}
		if err := f.give(hits); err != nil {
			return err
		}
		left.first = some.last + 1
	}
	return nil
}

// give hands over what was found.
func (f *finder) give(hits []hit) error {
	f.most -= len(hits)
	hits = hits[:min(len(hits), f.wanted)]
	f.wanted -= len(hits)
	return f.yield(hits)
}

// look returns the hits among some ids of games of a condition.
func (f *finder) look(ctx context.Context, w *where, of ids) (hits []hit, err error) {
	parts := make([][]hit, len(f.snapshot.txs))
	err = f.snapshot.scanIDs(ctx, w, of, eachMoves, func(part int) visitor {
		return func(id int64, g *played) error {
			if t := f.targets[g.rules]; t != nil {
				if ply, ok := t.reached(g); ok {
					parts[part] = append(parts[part], hit{id, ply})
				}
			}
			return nil
		}
	})
	return slices.Concat(parts...), err
}

// askIndex leaves of the games those that may come to the targets, if the index has
// them.
func (f *finder) askIndex(targets []target) {
	var games []int64
	for i := range targets {
		if targets[i].position == nil {
			return
		}
		found, ok := f.snapshot.index.reaching(targets[i].ruleset, []rules.State{*targets[i].position})
		if !ok {
			return
		}
		games = append(games, found...)
	}
	f.games = f.games.and("game.id IN (SELECT value FROM json_each(?))", toJSON(games))
}

// lookAtBeginnings looks at the games only that come to the targets by their
// first moves, which SQLite tells without unpacking them. If these are as many
// as there are games to be found it hands them over and is done.
func (f *finder) lookAtBeginnings(ctx context.Context, of ids) (done bool, err error) {
	hits, err := f.look(ctx, f.begin, of)
	f.begin = nil
	if err != nil || len(hits) < f.most {
		return false, err
	}
	return true, f.give(hits)
}

// tabled asks the opening table how many games come to the targets, and makes
// of a condition that of the games which do so by their first moves from the
// usual start, nil where that is not worth asking. Most is math.MaxInt where the
// table does not have all targets, or where there are games that it does not
// count.
func (s *snapshot) tabled(ctx context.Context, targets []target, w *where) (most int, begin *where, err error) {
	var terms []string
	var args []any
	ways := 0
	for i := range targets {
		t := &targets[i]
		if t.position == nil {
			return math.MaxInt, nil, nil
		}
		place, ok, err := (&table{s, t.ruleset, &t.rules}).place(ctx, t.position)
		if err != nil || !ok {
			return math.MaxInt, nil, err
		}
		most += int(place.games)
		for _, moves := range waysTo(&t.rules, t.position) {
			term, more := beginsWith(t.ruleset, &t.rules, rules.South, moves)
			terms, args = append(terms, term), append(args, more...)
			ways++
		}
	}
	var counted bool // all games are; contradictory ones are in no statistics
	err = s.tx.QueryRowContext(ctx, "SELECT NOT EXISTS (SELECT 1 FROM game WHERE verdict = 3)").Scan(&counted)
	if err != nil || !counted {
		return math.MaxInt, nil, err
	}
	if ways <= maxWays {
		begin = w.and(chain(append(terms, "FALSE"), " OR "), args...).and("game.start IS NULL")
	}
	return most, begin, nil
}

// maxWays is for how many beginnings it is quicker to compare games with all of
// them than to play the games.
const maxWays = 16

// waysTo returns the moves by which a game may come from the usual start to a
// position of the opening table: the shortest, and no more than are wanted to
// tell that there are more than maxWays.
func waysTo(r *rules.Ruleset, to *rules.State) (ways [][]rules.Move) {
	goal, depth := replay.PatternOf(r, to), tableDepth(r)
	var line []rules.Move
	var try func(s rules.State)
	try = func(s rules.State) {
		if goal.Matches(&s) {
			ways = append(ways, slices.Clone(line))
			return
		}
		if len(line) == depth || len(ways) > maxWays || goal.Passed(&s) {
			return
		}
		for _, m := range replay.LegalMoves(r, &s) {
			next := s
			if _, err := r.Play(&next, m); err == nil {
				line = append(line, m)
				try(next)
				line = line[:len(line)-1]
			}
		}
	}
	try(r.Start())
	return ways
}

// readHits calls yield with the games that were found.
func readHits(ctx context.Context, s *snapshot, hits []hit, yield func(g *Game, ply int) error) error {
	for some := range slices.Chunk(hits, 1024) {
		list := make([]int64, len(some))
		for i := range some {
			list[i] = some[i].id
		}
		err := gamesOf(ctx, s, list, func(g *Game) error {
			ply := some[0].ply
			some = some[1:]
			return yield(g, ply)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
