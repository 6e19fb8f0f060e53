package db

import (
	"database/sql/driver"
	"errors"
	"fmt"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// addGame archives a game, unless it is there, by itself or joined into another.
func (w *writer) addGame(source int64, p *Prepared) (Added, error) {
	if kept, ok := w.joined[p.game.identity]; ok {
		return Duplicate, w.addCopyOfJoined(kept, source, p)
	}
	return w.addNew(source, p)
}

// addNew archives a game that is not joined into another, unless it is there. A
// file mostly brings new games only, or none: so it is looked for first where the
// last one was there.
func (w *writer) addNew(source int64, p *Prepared) (Added, error) {
	if w.repeating.Load() {
		found, err := w.addDuplicate(source, p)
		if found || err != nil {
			return Duplicate, err
		}
		w.repeating.Store(false)
	}
	inserted, err := w.insertGame(source, p)
	if err != nil {
		return 0, err
	}
	if !inserted {
		w.repeating.Store(true)
		_, err := w.addDuplicate(source, p)
		return Duplicate, err
	}
	if p.share.counted() {
		if err := p.complete(); err != nil {
			return 0, err
		}
		return Imported, w.count(&p.share, 1)
	}
	return Imported, nil
}

// insertGame archives a game and reports true, or false where the same game is there.
func (w *writer) insertGame(source int64, p *Prepared) (bool, error) {
	g := &p.game
	ruleset, err := w.rulesetID(g.rules)
	if err != nil {
		return false, err
	}
	values, err := w.columns(p)
	if err != nil {
		return false, err
	}
	return w.insertColumns(insertKind{ruleset, source, p.verdict, g.result, g.first}, values)
}

// columns returns the values of gameColumns, with the names in their tables.
func (w *writer) columns(p *Prepared) (values [len(gameColumns)]driver.Value, err error) {
	g := &p.game
	var ids [4]driver.Value
	for i, n := range [...]struct {
		table int
		name  *name
	}{{players, &g.south}, {players, &g.north}, {events, &g.event}, {sites, &g.site}} {
		if !n.name.ok {
			continue
		}
		id, err := w.nameID(n.table, n.name)
		if err != nil {
			return values, err
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
	return [...]driver.Value{
		int64(g.plies), score[0], score[1], g.moves, g.start.value(),
		ids[0], ids[1], ids[2], ids[3], g.date.value(), days[0], days[1],
		g.round.value(), g.termination.value(), g.match.value(), g.matchTarget.value(),
		g.tags.value(), g.allTags.value(), g.annotations.value(), g.claims.value(),
		int64(p.place.line), int64(p.place.number), g.checksum, g.identity[:],
	}, nil
}

// An insertKind is what an INSERT of a game says by itself: columns that have
// few different values.
type insertKind struct {
	ruleset, source int64
	verdict         replay.Verdict
	result          notation.Result
	first           rules.Side
}

// gameColumns are the other columns of table game, in the order in which
// columns gives them.
var gameColumns = [...]string{
	"plies", "south_score", "north_score", "moves", "start",
	"south", "north", "event", "site", "date", "date_from", "date_to",
	"round", "termination", "match", "match_target",
	"tags", "all_tags", "annotations", "claims",
	"line", "number", "checksum", "identity",
}

// An insertForm is an INSERT of games.
type insertForm struct {
	insertKind
	given uint32 // the columns that it is given: bit i is gameColumns[i]
}

// maxInserts bounds the statements that a writer keeps for inserting games.
const maxInserts = 64

// insertColumns inserts a game and reports true, or false where its identity is
// there. This is what an import spends most of its time on: columns that are
// NULL, as most optional ones are, are left out of the statement.
func (w *writer) insertColumns(kind insertKind, values [len(gameColumns)]driver.Value) (bool, error) {
	form := insertForm{insertKind: kind}
	w.args = w.args[:0]
	for i, v := range values {
		if v != nil {
			form.given |= 1 << i
			w.args = append(w.args, driver.NamedValue{Ordinal: len(w.args) + 1, Value: v})
		}
	}
	err := w.conn.Raw(func(conn any) error {
		stmt, ok := w.inserts[form]
		if !ok {
			var err error
			if stmt, err = w.prepareInsert(conn, form); err != nil {
				return err
			}
		}
		return w.run(stmt, w.args, nil)
	})
	if notUnique(err) {
		return false, nil
	}
	return err == nil, err
}

// prepareInsert prepares the statement of a form.
func (w *writer) prepareInsert(conn any, form insertForm) (driverStmt, error) {
	columns, values := "ruleset, source, verdict, result, north_first, engine",
		fmt.Sprintf("%d, %d, %d, %d, %d, %d", form.ruleset, form.source, form.verdict, form.result, form.first, rules.Version)
	if w.lastGone > 0 { // the id of a game that is gone, or joined into another, is given to no other
		columns += ", id"
		values += fmt.Sprintf(", max(%d, (SELECT ifnull(max(id), 0) FROM game)) + 1", w.lastGone)
	}
	for i, column := range gameColumns {
		if form.given>>i&1 != 0 {
			columns += ", " + column
			values += ", ?"
		}
	}
	stmt, err := prepare(conn, "INSERT INTO game ("+columns+") VALUES ("+values+")")
	if err != nil {
		return nil, err
	}
	if len(w.inserts) == maxInserts {
		if err := w.closeInserts(); err != nil {
			return nil, err
		}
	}
	w.inserts[form] = stmt
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
func (w *writer) addReject(source int64, place textPlace, kind replay.Verdict, r *rejectRow) error {
	return w.exec(`INSERT INTO reject (id, source, line, "column", offset, number, kind, problems, text, length, sha256)
		VALUES ((SELECT max(last_reject, (SELECT ifnull(max(id), 0) FROM reject)) + 1 FROM archive), ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (source, sha256) DO UPDATE SET
			line = excluded.line, "column" = excluded."column", offset = excluded.offset, number = excluded.number,
			kind = excluded.kind, problems = excluded.problems`,
		source, place.line, place.column, place.offset, place.number, kind.String(), r.problems, r.text, r.length, r.sha256[:])
}
