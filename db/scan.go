package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A snapshot is one state of the archive, seen through one transaction or
// through several, for reading in parallel.
type snapshot struct {
	tx    querier   // the first of txs
	txs   []querier // transactions, each on a connection of its own
	known map[int64]rules.Ruleset

	state State
	index *gameIndex // nil where there is none
}

// A State tells a state of the archive from those before and behind it. Two that are
// equal are the same; so are all answers then. Where no index is kept that is not so
// once another archive is copied into the file, or back into it.
type State struct {
	revision int   // how often the archive says that it has changed
	changes  int64 // see Archive.changes
}

// view runs f on a snapshot with one transaction.
func (a *Archive) view(ctx context.Context, f func(s *snapshot) error) error {
	return a.snapshot(ctx, 1, f)
}

// scanView runs f on a snapshot for reading with all cores.
func (a *Archive) scanView(ctx context.Context, f func(s *snapshot) error) error {
	return a.snapshot(ctx, runtime.GOMAXPROCS(0), f)
}

// AsItStands calls f with the archive as it is now: what changes meanwhile, by this
// program or another, is not seen through it. It is to be read, until f returns and
// by one goroutine at a time, for games, openings, statistics and the like, and not
// to be changed, closed or copied.
func (a *Archive) AsItStands(ctx context.Context, f func(*Archive) error) error {
	return a.scanView(ctx, func(s *snapshot) error {
		return f(&Archive{dsn: a.dsn, path: a.path, file: a.file, readers: a.readers, held: s})
	})
}

func (a *Archive) snapshot(ctx context.Context, n int, f func(s *snapshot) error) error {
	if a.held != nil {
		s := *a.held
		s.txs = s.txs[:min(n, len(s.txs))]
		return inWords(f(&s))
	}
	for range snapshotTries {
		s, err := a.openSnapshot(ctx, n)
		if errors.As(err, new(*GoneError)) {
			return err
		}
		if err != nil {
			return fmt.Errorf("reading the archive: %w", inWords(err))
		}
		if s == nil {
			continue // a batch was committed in between
		}
		defer s.close()
		return inWords(f(s))
	}
	return errors.New("reading the archive: it changes faster than it can be read")
}

// snapshotTries is how often transactions are opened that are to see the same state.
// Batches are not committed that fast.
const snapshotTries = 1000

// loneView is view for an archive that does not tell how often it has changed.
func (a *Archive) loneView(ctx context.Context, f func(s *snapshot) error) error {
	tx, err := a.readers.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("reading the archive: %w", inWords(err))
	}
	s := &snapshot{tx: tx, txs: []querier{tx}}
	defer s.close()
	return inWords(f(s))
}

// openSnapshot opens n transactions. It returns nil where they do not see the
// same state of the archive. The error is a *GoneError where another file may be seen by
// now, or none: what a connection has open stays readable, a new one opens what is there.
func (a *Archive) openSnapshot(ctx context.Context, n int) (s *snapshot, err error) {
	s = &snapshot{}
	defer func() {
		if !a.isThere() {
			err = &GoneError{Path: a.path}
		}
		if err != nil && s != nil {
			s.close()
		}
	}()
	if s.state.changes, err = a.changes(); err != nil {
		return s, err
	}
	for range n {
		tx, err := a.readers.BeginTx(ctx, nil)
		if err != nil {
			return s, err
		}
		s.txs = append(s.txs, tx)
		revision, err := readRevision(ctx, tx)
		if err != nil {
			return s, err
		}
		if len(s.txs) == 1 {
			s.state.revision = revision
		} else if revision != s.state.revision {
			s.close()
			return nil, nil
		}
	}
	if changes, err := a.changes(); err != nil {
		return s, err
	} else if changes != s.state.changes {
		s.close()
		return nil, nil
	}
	s.tx, s.index = s.txs[0], a.indexOf(s.state)
	return s, nil
}

// readRevision reads how often the archive has changed, and with that begins the
// transaction.
func readRevision(ctx context.Context, q querier) (revision int, err error) {
	err = q.QueryRowContext(ctx, "SELECT revision FROM archive").Scan(&revision)
	if errors.Is(err, sql.ErrNoRows) { // every archive has the row
		err = &CorruptError{errors.New("it does not say how often it has changed")}
	}
	return revision, err
}

// State returns the state that the archive is in.
func (a *Archive) State(ctx context.Context) (state State, err error) {
	err = a.view(ctx, func(s *snapshot) error {
		state = s.state
		return nil
	})
	return state, err
}

// close ends the transactions, which have only read.
func (s *snapshot) close() {
	for _, tx := range s.txs {
		tx.(*sql.Tx).Rollback()
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
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}

func readRulesets(ctx context.Context, q querier) (map[int64]rules.Ruleset, error) {
	known := make(map[int64]rules.Ruleset)
	err := eachRuleset(ctx, q, func(id int64, r rules.Ruleset, err error) error {
		if err != nil {
			return &CorruptError{fmt.Errorf("its ruleset %d: %w", id, err)}
		}
		known[id] = r
		return nil
	})
	return known, err
}

// eachRuleset calls yield with each ruleset of the archive, or with what is the
// matter with it.
func eachRuleset(ctx context.Context, q querier, yield func(id int64, r rules.Ruleset, err error) error) error {
	rows, err := q.QueryContext(ctx, "SELECT id, game, pits, rules FROM ruleset")
	if err != nil {
		return err
	}
	return each(rows, func() error {
		var id int64
		var game, text string
		var pits int
		var r rules.Ruleset
		err := rows.Scan(&id, &game, &pits, &text)
		if err == nil {
			var g rules.Game
			if g, err = replay.ParseGame(game); err == nil {
				r, err = replay.ParseRuleset(g, pits, text)
			}
		}
		return yield(id, r, err)
	})
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

// A reader calls visit for every game of a condition.
type reader func(ctx context.Context, q querier, w *where, known map[int64]rules.Ruleset, visit visitor) error

// ids are the ids from first to last.
type ids struct{ first, last int64 }

// andIDs is the condition for some of the games.
func (w *where) andIDs(of ids) *where { return w.and("game.id BETWEEN ? AND ?", of.first, of.last) }

// ids returns the ids of the archive's games; of none where it has no game.
func (s *snapshot) ids(ctx context.Context) (ids, error) { return s.idsOf(ctx, "game") }

// idsOf returns the ids of a table.
func (s *snapshot) idsOf(ctx context.Context, table string) (ids, error) {
	var lo, hi sql.NullInt64
	// Apart, each is one step in SQLite; both at once are all of the table's.
	err := s.tx.QueryRowContext(ctx, "SELECT (SELECT min(id) FROM "+table+"), (SELECT max(id) FROM "+table+")").Scan(&lo, &hi)
	if err != nil || !lo.Valid {
		return ids{0, -1}, err
	}
	return ids{lo.Int64, hi.Int64}, nil
}

// scan calls a visitor for every game of a condition. Each transaction of the
// snapshot reads a part of the games in a goroutine of its own, whose visitor is
// newVisitor(part).
func (s *snapshot) scan(ctx context.Context, w *where, newVisitor func(part int) visitor) error {
	all, err := s.ids(ctx)
	if err != nil {
		return err
	}
	return s.scanIDs(ctx, w, all, eachPlayed, newVisitor)
}

// scanIDs is scan for some of the games. The parts are in the order of the ids,
// and so is what a visitor sees.
func (s *snapshot) scanIDs(ctx context.Context, w *where, of ids, read reader, newVisitor func(part int) visitor) error {
	known, err := s.rulesets(ctx)
	if err != nil {
		return err
	}
	return s.parallel(ctx, of, func(part int) func(context.Context, querier, ids) error {
		visit := newVisitor(part)
		return func(ctx context.Context, q querier, of ids) error { return read(ctx, q, w.andIDs(of), known, visit) }
	})
}

// parallel reads some of the games with all transactions of the snapshot: each
// reads a part of the ids in a goroutine of its own, by newRead(part). The parts
// are in the order of the ids.
func (s *snapshot) parallel(ctx context.Context, of ids, newRead func(part int) func(ctx context.Context, q querier, of ids) error) error {
	if of.first > of.last {
		return nil
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	parts := len(s.txs)
	errs := make([]error, parts)
	var wait sync.WaitGroup
	for i := range parts {
		read := newRead(i)
		wait.Go(func() {
			if errs[i] = read(ctx, s.txs[i], of.part(i, parts)); errs[i] != nil {
				cancel()
			}
		})
	}
	wait.Wait()
	return firstCause(errs)
}

// part returns the i-th of so many parts, which may have no ids. The distances are
// unsigned, as there can be more ids than an int64 counts.
func (r ids) part(i, parts int) ids {
	last := uint64(r.last - r.first)
	size := last/uint64(parts) + 1
	begin := uint64(i) * size
	if begin > last {
		return ids{1, 0}
	}
	return ids{r.first + int64(begin), r.first + int64(begin+min(size-1, last-begin))}
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

// eachPlayed calls visit for every game of a condition, in the order of the ids.
func eachPlayed(ctx context.Context, q querier, w *where, known map[int64]rules.Ruleset, visit visitor) error {
	rows, err := q.QueryContext(ctx, `
		SELECT id, ruleset, north_first, moves, start, verdict, result, south_score, north_score, termination,
			ifnull(south, 0), ifnull(north, 0)
		FROM game WHERE `+w.sql()+" ORDER BY id", w.args...)
	if err != nil {
		return err
	}
	var row movesRow
	var g played
	var verdict, result int64
	var south, north sql.NullInt64
	var termination opt
	var names folder
	to := row.to(&verdict, &result, &south, &north, &termination, &g.players[rules.South], &g.players[rules.North])
	return each(rows, func() error {
		if err := rows.Scan(to...); err != nil {
			return &DamagedError{row.id, err}
		}
		if err := judgeable(verdict, result); err != nil {
			return &DamagedError{row.id, err}
		}
		g.verdict, g.result = replay.Verdict(verdict), notation.Result(result)
		g.score, g.hasScore = [2]int{int(south.Int64), int(north.Int64)}, south.Valid
		g.termination = names.fold(termination.text)
		if err := row.unpack(&g, known); err != nil {
			return err
		}
		return visit(row.id, &g)
	})
}

// eachMoves is eachPlayed for visitors that need the ruleset, start and moves
// alone.
func eachMoves(ctx context.Context, q querier, w *where, known map[int64]rules.Ruleset, visit visitor) error {
	rows, err := q.QueryContext(ctx, "SELECT id, ruleset, north_first, moves, start FROM game WHERE "+w.sql()+" ORDER BY id", w.args...)
	if err != nil {
		return err
	}
	var row movesRow
	var g played
	to := row.to()
	return each(rows, func() error {
		if err := rows.Scan(to...); err != nil {
			return &DamagedError{row.id, err}
		}
		if err := row.unpack(&g, known); err != nil {
			return err
		}
		return visit(row.id, &g)
	})
}

// A movesRow is the columns id, ruleset, north_first, moves and start of a game.
type movesRow struct {
	id, ruleset, northFirst int64
	moves                   sql.RawBytes
	start                   opt
}

// to returns where to scan these columns, and more behind them.
func (row *movesRow) to(more ...any) []any {
	return append([]any{&row.id, &row.ruleset, &row.northFirst, &row.moves, &row.start}, more...)
}

// unpack fills in the ruleset, the start and the moves. The error is a
// *DamagedError.
func (row *movesRow) unpack(g *played, known map[int64]rules.Ruleset) (err error) {
	g.rules = known[row.ruleset]
	if g.start, err = startState(&g.rules, row.start); err == nil && int64(g.start.ToMove) != row.northFirst {
		err = misplacedStart(rules.Side(row.northFirst))
	}
	if err == nil {
		g.moves, err = unpackMoves(g.moves[:0], &g.rules, rules.Side(row.northFirst), row.moves)
	}
	if err != nil {
		return &DamagedError{row.id, err}
	}
	return nil
}

// startState returns the state in which a game starts.
func startState(r *rules.Ruleset, position opt) (rules.State, error) {
	if !position.ok {
		return r.Start(), nil
	}
	return replay.ParsePosition(r, position.text)
}
