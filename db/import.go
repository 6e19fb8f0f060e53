package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// batchGames is how many records make a batch, which is one transaction. A
// batch pays for the pages of the index of identities and the rows of the
// statistics that it changes, so that a large one is cheaper by the game.
const batchGames = 65536

// Added tells what came of adding a record.
type Added uint8

const (
	Imported  Added = iota + 1 // it is in the archive now
	Duplicate                  // the same game was there already
	Rejected                   // it is unsound, and kept among the rejects
)

// Counts counts what came of the records that were added.
type Counts struct{ Imported, Duplicates, Rejected int }

// ImportOptions change how records are added.
type ImportOptions struct {
	AcceptContradiction bool // archive contradictory games too, with that verdict
	Replace             bool // what the source brought before is removed first, and nothing is committed before Commit
	Strict              bool // nothing is committed before Commit
}

// An Import adds the records of one source to the archive. It commits batch by
// batch, unless its options say otherwise; what is committed stays when it is
// rolled back. It is used by one goroutine at a time.
type Import struct {
	archive *Archive
	opt     ImportOptions
	w       *writer
	source  int64
	id      int64 // of its row in the table of imports
	batch   int   // records in the open batch
	counts  Counts
	failed  error
	ended   bool
}

// BeginImport begins to add the records of source, the path or name that they
// were read under. An archive has one import at a time: where another program
// has one under way the error is a *BusyError. In this process BeginImport waits
// for the one before to end.
func (a *Archive) BeginImport(ctx context.Context, source string, opt ImportOptions) (*Import, error) {
	a.importing.Lock()
	im, err := a.beginImport(ctx, source, opt)
	if err != nil {
		a.importing.Unlock()
		return nil, fmt.Errorf("importing %s: %w", source, inWords(err))
	}
	return im, nil
}

func (a *Archive) beginImport(ctx context.Context, source string, opt ImportOptions) (*Import, error) {
	if a.writer == nil {
		if err := a.open(ctx, "mode=rw&_journal_mode=WAL&"); err != nil {
			return nil, err
		}
	}
	conn, err := a.writer.Conn(ctx)
	if err != nil {
		return nil, err
	}
	im := &Import{archive: a, opt: opt, w: newWriter(conn)}
	if err := im.begin(source); err != nil {
		im.w.rollback()
		im.w.close()
		return nil, err
	}
	return im, nil
}

// begin opens the first batch.
func (im *Import) begin(source string) (err error) {
	if err := im.w.begin(); err != nil {
		return err
	}
	if im.source, err = im.w.sourceID(source); err != nil {
		return err
	}
	if im.id, err = im.w.insert("INSERT INTO import (source, engine, replaced) VALUES (?, ?, ?)", im.source, rules.Version, im.opt.Replace); err != nil {
		return err
	}
	if im.opt.Replace {
		return im.w.remove(im.source)
	}
	return nil
}

// Add adds a record. After an error the open batch has been rolled back, and
// the import can only be ended by Rollback.
func (im *Import) Add(ctx context.Context, p *Prepared) (Added, error) {
	if im.failed != nil {
		return 0, im.failed
	}
	added, err := im.add(ctx, p)
	if err != nil {
		return 0, im.fail(err)
	}
	return added, nil
}

// fail undoes the open batch.
func (im *Import) fail(err error) error {
	im.failed = fmt.Errorf("importing: %w", inWords(err))
	return errors.Join(im.failed, im.w.rollback())
}

func (im *Import) add(ctx context.Context, p *Prepared) (added Added, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if im.batch == batchGames {
		if err := im.nextBatch(); err != nil {
			return 0, err
		}
	}
	im.batch++
	if !p.verdict.Sound() && !(p.verdict == replay.Contradiction && im.opt.AcceptContradiction) {
		im.counts.Rejected++
		return Rejected, im.w.addReject(im.source, p)
	}
	if p.verdict == replay.Contradiction { // it may have been rejected before
		if err := im.w.exec("DELETE FROM reject WHERE source = ? AND sha256 = ?", im.source, p.reject.sha256[:]); err != nil {
			return 0, err
		}
	}
	added, err = im.w.addGame(im.source, p)
	if added == Imported {
		im.counts.Imported++
	} else {
		im.counts.Duplicates++
	}
	return added, err
}

// nextBatch closes the open batch and opens the next one. Where all is to be
// one transaction it only writes the statistics out, to bound the memory.
func (im *Import) nextBatch() error {
	im.batch = 0
	if im.opt.Strict || im.opt.Replace {
		return im.w.flush()
	}
	if err := im.commit(false); err != nil {
		return err
	}
	return im.w.begin()
}

func (im *Import) commit(done bool) error {
	c := im.counts
	if err := im.w.exec("UPDATE import SET imported = ?, duplicates = ?, rejected = ?, done = ? WHERE id = ?",
		c.Imported, c.Duplicates, c.Rejected, done, im.id); err != nil {
		return err
	}
	return im.w.commit()
}

// Counts returns what came of the records so far.
func (im *Import) Counts() Counts { return im.counts }

// Commit ends the import. Once it has returned, everything added is on disk.
// Whole tells the archive's log of imports that the source was read to its end.
func (im *Import) Commit(ctx context.Context, whole bool) error {
	if im.failed != nil {
		return im.failed
	}
	err := ctx.Err()
	if err == nil {
		err = im.commit(whole)
	}
	if err != nil {
		return im.fail(err)
	}
	return im.end()
}

// Rollback ends the import and undoes the open batch. After Commit it does
// nothing, so that it can be deferred.
func (im *Import) Rollback() error {
	if im.ended {
		return nil
	}
	return errors.Join(im.w.rollback(), im.end())
}

func (im *Import) end() error {
	im.ended = true
	err := im.w.close()
	im.archive.importing.Unlock()
	return err
}

// A writer changes the archive through its one connection that may. The
// statements run without a context: what is to be undone is undone by a
// rollback, and a cancelled import is noticed between two records.
type writer struct {
	conn     *sql.Conn
	open     bool // a transaction is
	stmts    map[string]*sql.Stmt
	execs    map[string]driverStmt
	inserts  map[uint64]driverStmt // of games, by the columns they give: bit i is gameColumns[i]
	values   []driver.NamedValue   // of execs and inserts
	rulesets map[rules.Ruleset]int64
	names    map[string]map[string]int64 // by table and name
	counts   map[rules.Ruleset]*counts   // what the open transaction still has to add to the statistics
	shares   int                         // of so many games

	duplicate bool // the last game was there already
}

func newWriter(conn *sql.Conn) *writer {
	return &writer{
		conn: conn, stmts: make(map[string]*sql.Stmt), execs: make(map[string]driverStmt), inserts: make(map[uint64]driverStmt), rulesets: make(map[rules.Ruleset]int64),
		names: make(map[string]map[string]int64), counts: make(map[rules.Ruleset]*counts),
	}
}

func (w *writer) begin() error {
	if err := w.exec("BEGIN IMMEDIATE"); err != nil {
		return err
	}
	w.open = true
	return nil
}

// commit writes the statistics out and ends the transaction.
func (w *writer) commit() error {
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.exec("UPDATE archive SET revision = revision + 1"); err != nil {
		return err
	}
	if err := w.exec("COMMIT"); err != nil {
		return err
	}
	w.open = false
	return nil
}

// rollback undoes the open transaction, if there is one. SQLite has undone it
// by itself where the disk was full.
func (w *writer) rollback() error {
	if !w.open {
		return nil
	}
	w.open = false
	if _, err := w.conn.ExecContext(context.Background(), "ROLLBACK"); err != nil && !noTransaction(err) {
		return inWords(err)
	}
	return nil
}

func (w *writer) close() error {
	errs := []error{w.closeInserts()}
	for _, stmt := range w.execs {
		errs = append(errs, stmt.Close())
	}
	for _, stmt := range w.stmts {
		errs = append(errs, stmt.Close())
	}
	return errors.Join(append(errs, w.conn.Close())...)
}

// stmt returns the statement of a query, prepared at its first use.
func (w *writer) stmt(query string) (*sql.Stmt, error) {
	stmt, ok := w.stmts[query]
	if !ok {
		var err error
		if stmt, err = w.conn.PrepareContext(context.Background(), query); err != nil {
			return nil, err
		}
		w.stmts[query] = stmt
	}
	return stmt, nil
}

// exec runs a statement. It calls the driver without what database/sql does for
// each call, since the statistics take many.
func (w *writer) exec(query string, args ...any) error {
	w.values = w.values[:0]
	for i, arg := range args {
		v, err := driver.DefaultParameterConverter.ConvertValue(arg)
		if err != nil {
			return err
		}
		w.values = append(w.values, driver.NamedValue{Ordinal: i + 1, Value: v})
	}
	return w.conn.Raw(func(conn any) error {
		stmt := w.execs[query]
		if stmt == nil {
			var err error
			if stmt, err = prepare(conn, query); err != nil {
				return err
			}
			w.execs[query] = stmt
		}
		_, err := stmt.ExecContext(context.Background(), w.values)
		return err
	})
}

// A driverStmt is a statement as the driver makes it.
type driverStmt interface {
	driver.StmtExecContext
	Close() error
}

// prepare makes a statement of the driver's connection.
func prepare(conn any, query string) (driverStmt, error) {
	stmt, err := conn.(driver.ConnPrepareContext).PrepareContext(context.Background(), query)
	if err != nil {
		return nil, err
	}
	return stmt.(driverStmt), nil
}

// insert runs an INSERT and returns the row's id.
func (w *writer) insert(query string, args ...any) (int64, error) {
	stmt, err := w.stmt(query)
	if err != nil {
		return 0, err
	}
	result, err := stmt.Exec(args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

// row runs a query that yields a row at most. It reports whether there is one.
func (w *writer) row(query string, args []any, dest ...any) (bool, error) {
	stmt, err := w.stmt(query)
	if err != nil {
		return false, err
	}
	err = stmt.QueryRow(args...).Scan(dest...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// addGame archives a game, unless it is there. A file mostly brings new games
// only, or none: so it is looked for first where the last one was there.
func (w *writer) addGame(source int64, p *Prepared) (Added, error) {
	if w.duplicate {
		found, err := w.addDuplicate(source, p)
		if found || err != nil {
			return Duplicate, err
		}
		w.duplicate = false
	}
	inserted, err := w.insertGame(source, p)
	if err != nil {
		return 0, err
	}
	if !inserted {
		w.duplicate = true
		_, err := w.addDuplicate(source, p)
		return Duplicate, err
	}
	if p.share.counted() {
		return Imported, w.count(&p.share, 1)
	}
	return Imported, nil
}

// addDuplicate looks for the archived game that is the same as p, and keeps that
// the source has it too. It reports whether there is one.
func (w *writer) addDuplicate(source int64, p *Prepared) (found bool, err error) {
	var id, checksum, from int64
	found, err = w.row("SELECT id, checksum, source FROM game WHERE identity = ?", []any{p.game.identity[:]}, &id, &checksum, &from)
	if !found || err != nil {
		return false, err
	}
	return true, w.addCopy(id, source, p, checksum == p.game.checksum, from == source)
}

// addCopy keeps that a source has a game too, and its text where the archive
// lacks it.
func (w *writer) addCopy(game, source int64, p *Prepared, sameText, sameSource bool) error {
	if sameText && sameSource {
		return nil
	}
	var text opt
	if !sameText {
		rec, err := p.game.record()
		if err != nil {
			return err
		}
		text = opt{string(notation.Append(nil, rec)), true}
	}
	return w.exec("INSERT INTO copy (game, source, line, offset, number, checksum, text) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		game, source, p.place.line, p.place.offset, p.place.number, p.game.checksum, text.value())
}

// insertGame archives a game and reports true, or false where the same game is there.
func (w *writer) insertGame(source int64, p *Prepared) (bool, error) {
	g := &p.game
	ruleset, err := w.rulesetID(g.rules)
	if err != nil {
		return false, err
	}
	var ids [4]driver.Value
	for i, n := range [...]struct {
		table string
		name  *name
	}{{"player", &g.south}, {"player", &g.north}, {"event", &g.event}, {"site", &g.site}} {
		if !n.name.ok {
			continue
		}
		id, err := w.nameID(n.table, n.name)
		if err != nil {
			return false, err
		}
		ids[i] = id
		if i < len(p.share.players) {
			p.share.players[i] = id
		}
	}
	var score, days [2]driver.Value
	if g.hasScore {
		score = [2]driver.Value{int64(g.score[0]), int64(g.score[1])}
	}
	if g.days[0] != 0 {
		days = [2]driver.Value{int64(g.days[0]), int64(g.days[1])}
	}
	n, err := w.insertColumns([...]driver.Value{
		ruleset, int64(p.verdict), int64(g.result), int64(g.plies), int64(g.first), int64(g.stored[0]), int64(g.stored[1]),
		score[0], score[1], g.moves, g.start.value(),
		ids[0], ids[1], ids[2], ids[3], g.date.value(), days[0], days[1],
		g.round.value(), g.termination.value(), g.match.value(), g.matchTarget.value(),
		g.tags.value(), g.allTags.value(), g.annotations.value(), g.claims.value(),
		source, int64(p.place.line), p.place.offset, int64(p.place.number), g.checksum, int64(rules.Version), g.identity[:],
	})
	return n == 1, err
}

// gameColumns are the columns of table game in the order in which insertGame gives them.
var gameColumns = [...]string{
	"ruleset", "verdict", "result", "plies", "north_first", "south_stored", "north_stored",
	"south_score", "north_score", "moves", "start",
	"south", "north", "event", "site", "date", "date_from", "date_to",
	"round", "termination", "match", "match_target",
	"tags", "all_tags", "annotations", "claims",
	"source", "line", "offset", "number", "checksum", "engine", "identity",
}

// maxInserts bounds the statements that a writer keeps for inserting games.
const maxInserts = 64

// insertColumns inserts a game unless its identity is there, and returns the
// number of rows inserted. This is what an import spends most of its time on:
// the driver is called without what database/sql does for each value, and
// columns that are NULL, as most optional ones are, are left out of the statement.
func (w *writer) insertColumns(values [len(gameColumns)]driver.Value) (rows int64, err error) {
	var given uint64
	w.values = w.values[:0]
	for i, v := range values {
		if v != nil {
			given |= 1 << i
			w.values = append(w.values, driver.NamedValue{Ordinal: len(w.values) + 1, Value: v})
		}
	}
	err = w.conn.Raw(func(conn any) error {
		stmt := w.inserts[given]
		if stmt == nil {
			if stmt, err = w.prepareInsert(conn, given); err != nil {
				return err
			}
		}
		result, err := stmt.ExecContext(context.Background(), w.values)
		if err != nil {
			return err
		}
		rows, err = result.RowsAffected()
		return err
	})
	return rows, err
}

// prepareInsert prepares the statement that inserts a game with the given columns.
func (w *writer) prepareInsert(conn any, given uint64) (driverStmt, error) {
	var columns []string
	for i, column := range gameColumns {
		if given>>i&1 != 0 {
			columns = append(columns, column)
		}
	}
	stmt, err := prepare(conn, "INSERT INTO game ("+strings.Join(columns, ", ")+
		") VALUES (?"+strings.Repeat(", ?", len(columns)-1)+") ON CONFLICT (identity) DO NOTHING")
	if err != nil {
		return nil, err
	}
	if len(w.inserts) == maxInserts {
		if err := w.closeInserts(); err != nil {
			return nil, err
		}
	}
	w.inserts[given] = stmt
	return stmt, nil
}

func (w *writer) closeInserts() error {
	var errs []error
	for _, stmt := range w.inserts {
		errs = append(errs, stmt.Close())
	}
	clear(w.inserts)
	return errors.Join(errs...)
}

// addReject keeps a rejected record. One that is there already takes the place
// at which it was met now.
func (w *writer) addReject(source int64, p *Prepared) error {
	r := &p.reject
	return w.exec(`INSERT INTO reject (source, line, "column", offset, number, kind, problems, text, length, sha256)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (source, sha256) DO UPDATE SET
			line = excluded.line, "column" = excluded."column", offset = excluded.offset, number = excluded.number,
			kind = excluded.kind, problems = excluded.problems`,
		source, p.place.line, p.place.column, p.place.offset, p.place.number, p.verdict.String(), r.problems, r.text, r.length, r.sha256[:])
}

func (w *writer) sourceID(path string) (int64, error) {
	if err := w.exec("INSERT INTO source (path) VALUES (?) ON CONFLICT DO NOTHING", path); err != nil {
		return 0, err
	}
	var id int64
	_, err := w.row("SELECT id FROM source WHERE path = ?", []any{path}, &id)
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
	_, err := w.row("SELECT id FROM ruleset WHERE game = ? AND pits = ? AND rules = ?", key, &id)
	w.rulesets[r] = id
	return id, err
}

// nameID returns the id of a name in its table.
func (w *writer) nameID(table string, n *name) (int64, error) {
	known := w.names[table]
	if id, ok := known[n.text]; ok {
		return id, nil
	}
	if known == nil || len(known) == maxKnown {
		known = make(map[string]int64)
		w.names[table] = known
	}
	var id int64
	there, err := w.row("SELECT id FROM "+table+" WHERE name = ?", []any{n.text}, &id)
	if err == nil && !there {
		id, err = w.insert("INSERT INTO "+table+" (name, folded) VALUES (?, ?)", n.text, n.folded)
	}
	known[n.text] = id
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
