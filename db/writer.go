package db

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync/atomic"

	"alai/replay"
	"alai/replay/rules"
)

// A writer changes the archive through its one connection that may. The
// statements run without a context: what is to be undone is undone by a
// rollback, and a cancelled import is noticed between two records.
type writer struct {
	conn     *sql.Conn
	open     bool // a transaction is
	stmts    map[string]driverStmt
	inserts  map[insertForm]driverStmt
	args     []driver.NamedValue // of a statement
	row      []driver.Value      // that it yields
	rulesets map[rules.Ruleset]int64
	names    [len(nameTables)]nameTable
	counts   map[rules.Ruleset]*counts // what the open transaction still has to add to the statistics
	shares   int                       // of so many games

	waiting  func()             // called once when there is to wait for another writer; may be nil
	locked   func()             // called when a transaction has begun
	there    func() error       // an error where the file that is written to is no longer the archive
	joined   map[[16]byte]int64 // by the identities of joined games the one that was kept
	lastGone int64              // no new game gets an id up to this

	repeating *atomic.Bool // the last game was there already
	walk      driver.Rows  // the games behind it; nil where they are not looked at
}

func newWriter(conn *sql.Conn, repeating *atomic.Bool) *writer {
	repeating.Store(false)
	return &writer{
		conn: conn, repeating: repeating, stmts: make(map[string]driverStmt), inserts: make(map[insertForm]driverStmt), rulesets: make(map[rules.Ruleset]int64),
		counts: make(map[rules.Ruleset]*counts), joined: make(map[[16]byte]int64),
	}
}

// newWriter returns a writer of the archive, for whoever holds a.importing.
func (a *Archive) newWriter(ctx context.Context) (*writer, error) {
	if err := a.there(); err != nil {
		return nil, err
	}
	if a.writer == nil {
		if err := a.openWriter(ctx, "mode=rw&"); err != nil {
			return nil, err
		}
	}
	conn, err := a.writer.Conn(ctx)
	if err != nil {
		return nil, err
	}
	w := newWriter(conn, &a.repeating)
	w.waiting, w.there, w.locked = a.Waiting, a.there, a.noteLog
	return w, nil
}

// change runs f as one transaction that changes the archive, and undoes it where
// f fails or it is a dry run.
func (a *Archive) change(ctx context.Context, dryRun bool, f func(w *writer) error) error {
	return a.transaction(ctx, dryRun, func(w *writer) error {
		if err := w.renew(); err != nil {
			return err
		}
		return f(w)
	})
}

// transaction is change for what does not rely on the tables of this version.
func (a *Archive) transaction(ctx context.Context, dryRun bool, f func(w *writer) error) error {
	a.importing.Lock()
	defer a.importing.Unlock()
	w, err := a.newWriter(ctx)
	if err != nil {
		return fmt.Errorf("changing the archive: %w", inWords(err))
	}
	err = w.lock(ctx)
	if err == nil {
		err = f(w)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err == nil && !dryRun {
		err = w.commit()
	}
	return errors.Join(inWords(err), w.rollback(), w.close())
}

// snapshot returns the archive as the open transaction sees it.
func (w *writer) snapshot() *snapshot { return &snapshot{tx: w.conn, txs: []querier{w.conn}} }

// begin opens a transaction for changing games. It waits for other writers to end
// theirs.
func (w *writer) begin(ctx context.Context) error {
	if err := w.lock(ctx); err != nil {
		return err
	}
	return w.renew()
}

// lock opens a transaction, once other writers have ended theirs.
func (w *writer) lock(ctx context.Context) error {
	waiting := w.waiting
	for {
		err := w.exec("BEGIN IMMEDIATE")
		if err == nil {
			w.locked()
			break
		}
		if !errors.As(inWords(err), new(*BusyError)) {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if waiting != nil {
			waiting()
			waiting = nil
		}
	}
	w.open = true
	return nil
}

// renew forgets what was known of the archive before the transaction.
func (w *writer) renew() error {
	clear(w.rulesets) // another writer may have been there
	clear(w.names[:])
	if err := w.readJoined(); err != nil {
		return err
	}
	var last int64
	if _, err := w.numbers("SELECT last_game FROM archive", nil, &last); err != nil {
		return err
	}
	return w.keepIDs(last)
}

// commit writes the statistics out and ends the transaction.
func (w *writer) commit() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.exec("UPDATE archive SET revision = revision + 1"); err != nil {
		return err
	}
	if err := w.endWalk(); err != nil {
		return err
	}
	if err := w.there(); err != nil {
		return err
	}
	if err := w.exec("COMMIT"); err != nil {
		return err
	}
	w.open = false
	return w.there()
}

// rollback undoes the open transaction, if there is one. SQLite has undone it
// by itself where the disk was full.
func (w *writer) rollback() error {
	if !w.open {
		return nil
	}
	w.open = false
	err := w.endWalk()
	if _, undone := w.conn.ExecContext(context.Background(), "ROLLBACK"); undone != nil && !noTransaction(undone) {
		err = errors.Join(err, inWords(undone))
	}
	return err
}

func (w *writer) close() error {
	errs := []error{w.closeInserts()}
	for _, stmt := range w.stmts {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// A driverStmt is a statement as the driver makes it.
type driverStmt interface {
	driver.StmtQueryContext
	Close() error
}

// run runs a statement and calls first, if there is one, with the values of the
// first row that it yields.
//
// It calls the driver without what database/sql does for each value, and never
// its Exec: the driver hands the arguments of a query over to SQLite in one
// call, those of Exec one by one, which would cost an import a tenth of its time.
func (w *writer) run(stmt driverStmt, args []driver.NamedValue, first func([]driver.Value) error) (err error) {
	rows, err := stmt.QueryContext(context.Background(), args)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, rows.Close()) }()
	if first == nil {
		return nil
	}
	w.row = slices.Grow(w.row[:0], len(rows.Columns()))[:len(rows.Columns())]
	switch err := rows.Next(w.row); {
	case err == io.EOF:
		return nil
	case err != nil:
		return err
	}
	return first(w.row)
}

// query runs a query as run does.
func (w *writer) query(query string, args []any, first func([]driver.Value) error) error {
	w.args = w.args[:0]
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return err
		}
		w.args = append(w.args, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return w.conn.Raw(func(conn any) error {
		stmt, err := w.stmt(conn, query)
		if err != nil {
			return err
		}
		return w.run(stmt, w.args, first)
	})
}

// stmt returns the statement of a query, prepared at its first use.
func (w *writer) stmt(conn any, query string) (driverStmt, error) {
	stmt, ok := w.stmts[query]
	if !ok {
		var err error
		if stmt, err = prepare(conn, query); err != nil {
			return nil, err
		}
		w.stmts[query] = stmt
	}
	return stmt, nil
}

// prepare makes a statement of the driver's connection.
func prepare(conn any, query string) (driverStmt, error) {
	stmt, err := conn.(driver.ConnPrepareContext).PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	return stmt.(driverStmt), nil
}

// exec runs a statement that yields nothing.
func (w *writer) exec(query string, args ...any) error { return w.query(query, args, nil) }

// numbers reads the first row of a query, which is numbers. It reports whether
// there is one.
func (w *writer) numbers(query string, args []any, dest ...*int64) (found bool, err error) {
	err = w.query(query, args, func(row []driver.Value) error {
		found = true
		for i, p := range dest {
			n, ok := row[i].(int64)
			if !ok {
				return fmt.Errorf("a number is stored as %T", row[i])
			}
			*p = n
		}
		return nil
	})
	return found && err == nil, err
}

// insert runs an INSERT that returns the row's id.
func (w *writer) insert(query string, args ...any) (id int64, err error) {
	_, err = w.numbers(query+" RETURNING id", args, &id)
	return id, err
}

func (w *writer) sourceID(path string) (int64, error) {
	if err := w.exec("INSERT INTO source (path) VALUES (?) ON CONFLICT DO NOTHING", path); err != nil {
		return 0, err
	}
	var id int64
	_, err := w.numbers("SELECT id FROM source WHERE path = ?", []any{path}, &id)
	return id, err
}

func (w *writer) rulesetID(r rules.Ruleset) (int64, error) {
	if id, ok := w.rulesets[r]; ok {
		return id, nil
	}
	key := []any{r.Game.String(), r.Pits, replay.RulesText(r)}
	if err := w.exec("INSERT INTO ruleset (game, pits, rules) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", key...); err != nil {
		return 0, err
	}
	var id int64
	_, err := w.numbers("SELECT id FROM ruleset WHERE game = ? AND pits = ? AND rules = ?", key, &id)
	w.rulesets[r] = id
	return id, err
}

// A nameTable is one of the tables of names, with the ids that are known.
type nameTable struct {
	ids    map[nameKey]int64
	last   nameKey // what was asked for last, which is mostly the next one too
	lastID int64
}

// A nameKey is what tells the rows of a table of names apart.
type nameKey struct{ text, personalID string }

// The tables of names.
const (
	players = iota
	events
	sites
)

var nameTables = [...]string{players: "player", events: "event", sites: "site"}

// nameID returns the id of a name in its table.
func (w *writer) nameID(table int, n *name) (int64, error) {
	t := &w.names[table]
	key := nameKey{n.text, n.personalID}
	if t.lastID != 0 && t.last == key {
		return t.lastID, nil
	}
	id, ok := t.ids[key]
	if !ok {
		var err error
		if id, err = w.addName(table, n); err != nil {
			return 0, err
		}
		if t.ids == nil || len(t.ids) == maxKnown {
			t.ids = make(map[nameKey]int64)
		}
		t.ids[key] = id
	}
	t.last, t.lastID = key, id
	return id, nil
}

// addName returns the id of a name, which is added to the table if it is not there.
func (w *writer) addName(table int, n *name) (id int64, err error) {
	find, insert := "SELECT id FROM "+nameTables[table]+" WHERE name = ?", "INSERT INTO "+nameTables[table]+" (name, folded) VALUES (?, ?)"
	key := []any{n.text}
	values := []any{n.text, n.folded}
	if table == players {
		find, insert = find+" AND personal_id = ?", "INSERT INTO player (name, folded, personal_id) VALUES (?, ?, ?)"
		key, values = append(key, n.personalID), append(values, n.personalID)
	}
	there, err := w.numbers(find, key, &id)
	if err == nil && !there {
		id, err = w.insert(insert, values...)
	}
	return id, err
}

// maxCounts is of how many rulesets a writer counts before it writes out, which
// bounds its memory, as batchGames does for the players.
const maxCounts = 16

// count adds a game's share n times to what is to be added to the statistics.
func (w *writer) count(sh *share, n int) error {
	c, ok := w.counts[sh.rules]
	if !ok && len(w.counts) == maxCounts || w.shares == batchGames {
		if err := w.flush(); err != nil {
			return err
		}
		ok = false
	}
	w.shares++
	if !ok {
		c = newCounts(tableBook(&sh.rules))
		w.counts[sh.rules] = c
	}
	c.add(sh, n)
	return nil
}
