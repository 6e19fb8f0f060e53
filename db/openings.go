package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"alai/replay"
	"alai/replay/rules"
)

// An OpeningQuery asks how games go on from a position.
type OpeningQuery struct {
	Ruleset  rules.Ruleset
	From     rules.State  // the zero State is the usual start
	Moves    []rules.Move // played from there; the position asked about is the one they lead to
	Depth    int          // plies of the tree; 0 and 1 are the moves alone
	MinGames int          // leaves out moves that fewer games played
	Filter   Filter       // chooses the games; its Lines and Positions choose too
}

// An OpeningMove is what became of the games that played a move from a
// position. Each game counts once, however often it came there.
type OpeningMove struct {
	Move                            rules.Move
	Games                           int   // that played it
	South, Draws, North, Unfinished int   // of these: by the replay's result where the game is complete, else by the record's; Unfinished has none
	Complete                        int   // of these: complete by the rules
	PliesSum                        int64 // over the complete games
	Scored                          int   // complete games that have a score
	MarginSum                       int64 // South's seeds minus North's, over these
	Reached                         int   // games that reached the position after the move, by whatever order of moves
	Onward                          int   // games that went on from there
	Children                        []OpeningMove
}

// maxBook is how many positions a tree of openings is made of in one reading of
// the games. A larger tree takes several.
const maxBook = 1 << 17

// Openings returns the moves played from a position, most played first and ties
// in sowing order, and the number of games that went on from it. The error is
// an *rules.Illegal where the query's moves are not legal.
//
// Contradictory games count only where the filter asks for their verdict.
func (a *Archive) Openings(ctx context.Context, q OpeningQuery) (moves []OpeningMove, onward int, err error) {
	root := q.From
	if root == (rules.State{}) {
		root = q.Ruleset.Start()
	}
	for i, m := range q.Moves {
		if _, err := q.Ruleset.Play(&root, m); err != nil {
			return nil, 0, fmt.Errorf("ply %d, %s: %w", i+1, replay.Letter(&q.Ruleset, m), err)
		}
	}
	err = a.scanView(ctx, func(s *snapshot) error {
		id, ok, err := s.rulesetID(ctx, q.Ruleset)
		if err != nil || !ok {
			return err
		}
		pending := []branch{{root, max(q.Depth, 1), &moves, &onward}}
		if q.Filter.Empty() {
			if pending, err = grow(ctx, &table{s, id, &q.Ruleset}, &q, pending); err != nil {
				return err
			}
		}
		for len(pending) > 0 {
			scanned, err := scanOpenings(ctx, s, id, &q, pending)
			if err != nil {
				return err
			}
			if pending, err = grow(ctx, scanned, &q, pending); err != nil {
				return err
			}
		}
		return nil
	})
	return moves, onward, err
}

// A branch is a position of the tree whose moves are still to be found.
type branch struct {
	state  rules.State
	depth  int // plies of the tree from here
	moves  *[]OpeningMove
	onward *int
}

// A ledger has the counts of some positions.
type ledger interface {
	// place returns the counts of a position, false where the ledger does not
	// cover it.
	place(ctx context.Context, s *rules.State) (place, bool, error)
	// moves returns the moves played from a position in sowing order, without
	// what became of the positions after them; false where the ledger does not
	// cover them.
	moves(ctx context.Context, s *rules.State) ([]OpeningMove, bool, error)
}

// grow adds to the tree at the branches what the ledger covers, and returns the
// branches that it does not.
func grow(ctx context.Context, l ledger, q *OpeningQuery, branches []branch) (left []branch, err error) {
	for _, b := range branches {
		if left, err = growBranch(ctx, l, q, b, left); err != nil {
			return nil, err
		}
	}
	return left, nil
}

func growBranch(ctx context.Context, l ledger, q *OpeningQuery, b branch, left []branch) ([]branch, error) {
	moves, ok, err := l.moves(ctx, &b.state)
	if err != nil {
		return nil, err
	}
	if !ok {
		return append(left, b), nil
	}
	at, _, err := l.place(ctx, &b.state)
	if err != nil {
		return nil, err
	}
	*b.onward = int(at.onward)
	if err := coherent(q, &b.state, at, moves); err != nil {
		return nil, err
	}
	moves = slices.DeleteFunc(moves, func(m OpeningMove) bool { return m.Games < q.MinGames })
	slices.SortStableFunc(moves, func(a, b OpeningMove) int { return cmp.Compare(b.Games, a.Games) })
	*b.moves = moves
	for i := range moves {
		m := &moves[i]
		next := b.state
		if _, err := q.Ruleset.Play(&next, m.Move); err != nil {
			return nil, fmt.Errorf("the opening table: %s after %s: %w", replay.Letter(&q.Ruleset, m.Move), replay.Position(&q.Ruleset, &b.state), err)
		}
		after, _, err := l.place(ctx, &next)
		if err != nil {
			return nil, err
		}
		if int(after.games) < m.Games {
			return nil, implausible(q, &next)
		}
		m.Reached, m.Onward = int(after.games), int(after.onward)
		if b.depth > 1 {
			if left, err = growBranch(ctx, l, q, branch{next, b.depth - 1, &m.Children, &m.Onward}, left); err != nil {
				return nil, err
			}
		}
	}
	return left, nil
}

// coherent finds out whether the counts of a position and of all moves from it can
// be those of some games. A game that comes there again may play several of them.
func coherent(q *OpeningQuery, s *rules.State, at place, moves []OpeningMove) error {
	most, sum := 0, 0
	for i := range moves {
		m := &moves[i]
		most, sum = max(most, m.Games), sum+m.Games
		if m.Games <= 0 || m.South+m.Draws+m.North+m.Unfinished != m.Games || min(m.South, m.Draws, m.North, m.Unfinished, m.Scored) < 0 ||
			m.Scored > m.Complete || m.Complete > m.Games || q.Ruleset.Check(s, m.Move) != nil {
			return implausible(q, s)
		}
	}
	if onward := int(at.onward); onward < most || onward > sum || at.onward > at.games {
		return implausible(q, s)
	}
	return nil
}

func implausible(q *OpeningQuery, s *rules.State) error {
	return &StatisticsError{fmt.Sprintf("the games and moves counted at %s cannot be", replay.Position(&q.Ruleset, s))}
}

// table is the ledger of the opening table in the archive.
type table struct {
	s       *snapshot
	ruleset int64
	rules   *rules.Ruleset
}

func (t *table) place(ctx context.Context, s *rules.State) (p place, ok bool, err error) {
	err = t.s.tx.QueryRowContext(ctx, "SELECT games, onward FROM position WHERE ruleset = ? AND position = ?",
		t.ruleset, replay.Position(t.rules, s)).Scan(&p.games, &p.onward)
	if errors.Is(err, sql.ErrNoRows) {
		// No game has come there, or the table does not have the position.
		_, ok = tableBook(t.rules).index[t.rules.Key(s)]
		return p, ok, nil
	}
	return p, err == nil, err
}

func (t *table) moves(ctx context.Context, s *rules.State) ([]OpeningMove, bool, error) {
	rows, err := t.s.tx.QueryContext(ctx, `
		SELECT move, games, south, draws, north, unfinished, complete, plies_sum, scored, margin_sum
		FROM opening WHERE ruleset = ? AND position = ? ORDER BY move`, t.ruleset, replay.Position(t.rules, s))
	if err != nil {
		return nil, false, err
	}
	var list []OpeningMove
	err = each(rows, func() error {
		var m OpeningMove
		var letter string
		if err := rows.Scan(&letter, &m.Games, &m.South, &m.Draws, &m.North, &m.Unfinished, &m.Complete, &m.PliesSum, &m.Scored, &m.MarginSum); err != nil {
			return err
		}
		var err error
		if m.Move, err = replay.ParseMove(t.rules, letter); err != nil {
			return &StatisticsError{err.Error()}
		}
		list = append(list, m)
		return nil
	})
	if err != nil || list != nil {
		return list, true, err
	}
	b := tableBook(t.rules)
	pos, ok := b.index[t.rules.Key(s)]
	return nil, ok && b.inner(pos), nil
}

// place and moves make openings a ledger.
func (o *openings) place(_ context.Context, s *rules.State) (place, bool, error) {
	pos, ok := o.book.index[o.book.rules.Key(s)]
	if !ok {
		return place{}, false, nil
	}
	return o.count(pos), true, nil
}

func (o *openings) moves(_ context.Context, s *rules.State) ([]OpeningMove, bool, error) {
	pos, ok := o.book.index[o.book.rules.Key(s)]
	if !ok || !o.book.inner(pos) {
		return nil, false, nil
	}
	var list []OpeningMove
	for _, slot := range o.slots[int(pos)*o.book.width():][:o.book.width()] {
		if slot == 0 {
			continue
		}
		m := &o.played[slot-1]
		list = append(list, OpeningMove{
			Move: o.book.move(pos, m.number), Games: int(m.games),
			South: int(m.south), Draws: int(m.draws), North: int(m.north), Unfinished: int(m.unfinished),
			Complete: int(m.complete), PliesSum: m.pliesSum, Scored: int(m.scored), MarginSum: m.marginSum,
		})
	}
	return list, true, nil
}

// scanOpenings counts the games that come to the branches and to what is behind
// them, as far as one book reaches.
func scanOpenings(ctx context.Context, s *snapshot, ruleset int64, q *OpeningQuery, branches []branch) (*openings, error) {
	w, err := q.Filter.statsCondition(ctx, s)
	if err != nil {
		return nil, err
	}
	w.add("game.ruleset = ?", ruleset)
	var roots []rules.State
	depth := 0
	for _, b := range branches {
		roots = append(roots, b.state)
		depth = max(depth, b.depth)
	}
	b := newBook(&q.Ruleset, roots, depth, maxBook)
	if games, ok := s.index.reaching(ruleset, b.states); ok {
		w.listed(games)
	}
	parts := make([]openings, len(s.txs))
	err = s.scan(ctx, w, func(part int) visitor {
		parts[part] = newOpenings(b)
		var sh share
		return func(_ int64, g *played) error {
			sh.setResult(g)
			b.visit(&g.start, g.moves, &sh.visits)
			parts[part].add(&sh, 1)
			return nil
		}
	})
	all := newOpenings(b) // a part is empty where there are no games to read
	for i := range parts {
		all.merge(&parts[i])
	}
	return &all, err
}
