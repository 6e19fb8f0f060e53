package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A snapshot is one state of the archive, seen through one transaction or
// through several, for reading in parallel.
type snapshot struct {
	tx    *sql.Tx   // the first of txs
	txs   []*sql.Tx // each on a connection of its own
	known map[int64]rules.Ruleset
}

// view runs f on a snapshot with one transaction.
func (a *Archive) view(ctx context.Context, f func(s *snapshot) error) error {
	return a.snapshot(ctx, 1, f)
}

// scanView runs f on a snapshot for reading with all cores.
func (a *Archive) scanView(ctx context.Context, f func(s *snapshot) error) error {
	return a.snapshot(ctx, runtime.GOMAXPROCS(0), f)
}

func (a *Archive) snapshot(ctx context.Context, n int, f func(s *snapshot) error) error {
	for {
		s, err := a.openSnapshot(ctx, n)
		if err != nil {
			return fmt.Errorf("reading the archive: %w", inWords(err))
		}
		if s == nil {
			continue // a batch was committed in between
		}
		defer s.close()
		return inWords(f(s))
	}
}

// openSnapshot opens n transactions. It returns nil where they do not see the
// same state of the archive.
func (a *Archive) openSnapshot(ctx context.Context, n int) (s *snapshot, err error) {
	s = &snapshot{}
	defer func() {
		if err != nil {
			s.close()
		}
	}()
	first := 0
	for range n {
		tx, err := a.readers.BeginTx(ctx, nil)
		if err != nil {
			return s, err
		}
		s.txs = append(s.txs, tx)
		var revision int
		if err := tx.QueryRowContext(ctx, "SELECT revision FROM archive").Scan(&revision); err != nil {
			return s, err
		}
		if len(s.txs) == 1 {
			first = revision
		} else if revision != first {
			s.close()
			return nil, nil
		}
	}
	s.tx = s.txs[0]
	return s, nil
}

// close ends the transactions, which have only read.
func (s *snapshot) close() {
	for _, tx := range s.txs {
		tx.Rollback()
	}
}

// rulesets returns the rulesets of the archive by id.
func (s *snapshot) rulesets(ctx context.Context) (map[int64]rules.Ruleset, error) {
	if s.known != nil {
		return s.known, nil
	}
	known, err := readRulesets(ctx, s.tx)
	s.known = known
	return known, err
}

// A querier is a transaction or a connection.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func readRulesets(ctx context.Context, q querier) (map[int64]rules.Ruleset, error) {
	rows, err := q.QueryContext(ctx, "SELECT id, game, pits, rules FROM ruleset")
	if err != nil {
		return nil, err
	}
	known := make(map[int64]rules.Ruleset)
	err = each(rows, func() error {
		var id int64
		var game, text string
		var pits int
		if err := rows.Scan(&id, &game, &pits, &text); err != nil {
			return err
		}
		g, err := replay.ParseGame(game)
		if err == nil {
			known[id], err = replay.ParseRuleset(g, pits, text)
		}
		if err != nil {
			return fmt.Errorf("ruleset %d of the archive: %w", id, err)
		}
		return nil
	})
	return known, err
}

// rulesetID returns the id of a ruleset, false where the archive has no game of
// it.
func (s *snapshot) rulesetID(ctx context.Context, r rules.Ruleset) (int64, bool, error) {
	known, err := s.rulesets(ctx)
	for id, k := range known {
		if k == r {
			return id, true, err
		}
	}
	return 0, false, err
}

// A visitor looks at one game after another. The game is valid until it returns.
type visitor func(id int64, g *played) error

// scan calls a visitor for every game of a condition. Each transaction of the
// snapshot reads a part of the games in a goroutine of its own, whose visitor is
// newVisitor(part).
func (s *snapshot) scan(ctx context.Context, w *where, newVisitor func(part int) visitor) error {
	known, err := s.rulesets(ctx)
	if err != nil {
		return err
	}
	var lo, hi sql.NullInt64
	if err := s.tx.QueryRowContext(ctx, "SELECT min(id), max(id) FROM game").Scan(&lo, &hi); err != nil || !lo.Valid {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parts := int64(len(s.txs))
	size := (hi.Int64-lo.Int64)/parts + 1
	errs := make([]error, parts)
	var wait sync.WaitGroup
	for i := range parts {
		first := lo.Int64 + i*size
		visit := newVisitor(int(i))
		wait.Go(func() {
			if errs[i] = scanPart(ctx, s.txs[i], w, first, first+size-1, known, visit); errs[i] != nil {
				cancel()
			}
		})
	}
	wait.Wait()
	return firstCause(errs)
}

// firstCause returns the error that ended a scan: the first that is not the
// cancellation which it brought upon the other parts.
func firstCause(errs []error) (cause error) {
	for _, err := range errs {
		if err != nil && (cause == nil || errors.Is(cause, context.Canceled)) {
			cause = err
		}
	}
	return cause
}

func scanPart(ctx context.Context, q querier, w *where, first, last int64, known map[int64]rules.Ruleset, visit visitor) error {
	part := where{terms: slices.Clone(w.terms), args: slices.Clone(w.args)}
	part.add("game.id BETWEEN ? AND ?", first, last)
	return eachPlayed(ctx, q, &part, known, visit)
}

// eachPlayed calls visit for every game of a condition.
func eachPlayed(ctx context.Context, q querier, w *where, known map[int64]rules.Ruleset, visit visitor) error {
	rows, err := q.QueryContext(ctx, `
		SELECT id, ruleset, verdict, result, north_first, south_score, north_score, moves, start, termination, ifnull(south, 0), ifnull(north, 0)
		FROM game WHERE `+w.sql(), w.args...)
	if err != nil {
		return err
	}
	var g played
	var moves sql.RawBytes
	return each(rows, func() error {
		var id, ruleset, verdict, result, northFirst int64
		var south, north sql.NullInt64
		var start, termination opt
		if err := rows.Scan(&id, &ruleset, &verdict, &result, &northFirst, &south, &north, &moves, &start, &termination, &g.players[rules.South], &g.players[rules.North]); err != nil {
			return err
		}
		g.rules = known[ruleset]
		g.verdict, g.result = replay.Verdict(verdict), notation.Result(result)
		g.score, g.hasScore = [2]int{int(south.Int64), int(north.Int64)}, south.Valid
		g.termination = fold(termination.text)
		if g.start, err = startState(&g.rules, start); err != nil {
			return fmt.Errorf("game %d: %w", id, err)
		}
		if g.moves, err = unpackMoves(g.moves[:0], &g.rules, rules.Side(northFirst), moves); err != nil {
			return fmt.Errorf("game %d: %w", id, err)
		}
		return visit(id, &g)
	})
}

// startState returns the state in which a game starts.
func startState(r *rules.Ruleset, position opt) (rules.State, error) {
	if !position.ok {
		return r.Start(), nil
	}
	return replay.ParsePosition(r, position.text)
}

// gamesThrough returns the ids of the games of a condition that come to a
// position of the book of their ruleset.
func gamesThrough(ctx context.Context, s *snapshot, w *where, books map[rules.Ruleset]*book) ([]int64, error) {
	found := make([][]int64, len(s.txs))
	err := s.scan(ctx, w, func(part int) visitor {
		var v visits
		return func(id int64, g *played) error {
			b := books[g.rules]
			if b == nil {
				return nil
			}
			if b.visit(&g.start, g.moves, &v); len(v.reached) > 0 {
				found[part] = append(found[part], id)
			}
			return nil
		}
	})
	ids := []int64{}
	for _, part := range found {
		ids = append(ids, part...)
	}
	return ids, err
}
