package db

import (
	"bytes"
	"context"
	"database/sql/driver"
	"fmt"
	"io"

	"alai/notation"
)

// addDuplicate looks for the archived game that is the same as p, and keeps that
// the source has it too. It reports whether there is one.
func (w *writer) addDuplicate(source int64, p *Prepared) (found bool, err error) {
	g, found, err := w.sameGame(&p.game.identity)
	if !found || err != nil {
		return false, err
	}
	return true, w.addCopy(g, source, p)
}

// holder returns the archived game of an identity: the one that has it, or into
// which the game that has it is joined.
func (w *writer) holder(identity *[16]byte) (id int64, found bool, err error) {
	if id, found = w.joined[*identity]; found {
		return id, true, nil
	}
	found, err = w.numbers("SELECT id FROM game WHERE identity = ?", []any{identity[:]}, &id)
	return id, found, err
}

// archived returns what matters of an archived game.
func (w *writer) archived(id int64) (g archivedGame, err error) {
	g.id = id
	_, err = w.numbers("SELECT checksum, source FROM game WHERE id = ?", []any{id}, &g.checksum, &g.source)
	return g, err
}

// An archivedGame is what matters of a game that is met again.
type archivedGame struct{ id, checksum, source int64 }

// sameGame returns the archived game of an identity. A file that is imported
// again has its games in the order in which they stand in the archive: so it is
// looked for behind the last one first, and only then in the index.
func (w *writer) sameGame(identity *[16]byte) (g archivedGame, found bool, err error) {
	if g, found, err = w.nextGame(identity); found || err != nil {
		return g, found, err
	}
	found, err = w.numbers("SELECT id, checksum, source FROM game WHERE identity = ?", []any{identity[:]}, &g.id, &g.checksum, &g.source)
	if !found || err != nil {
		return g, false, err
	}
	return g, true, w.walkFrom(g.id)
}

// nextGame returns the game behind the last one if it has that identity.
func (w *writer) nextGame(identity *[16]byte) (g archivedGame, ok bool, err error) {
	if w.walk == nil {
		return g, false, nil
	}
	var row [4]driver.Value
	if err := w.walk.Next(row[:]); err == io.EOF {
		return g, false, w.endWalk()
	} else if err != nil {
		return g, false, err
	}
	if b, _ := row[0].([]byte); !bytes.Equal(b, identity[:]) {
		return g, false, w.endWalk()
	}
	for i, p := range []*int64{&g.id, &g.checksum, &g.source} {
		if *p, ok = row[1+i].(int64); !ok {
			return g, false, fmt.Errorf("a number is stored as %T", row[1+i])
		}
	}
	return g, true, nil
}

// walkFrom begins to walk the games behind one.
func (w *writer) walkFrom(id int64) error {
	return w.conn.Raw(func(conn any) error {
		stmt, err := w.stmt(conn, "SELECT identity, id, checksum, source FROM game WHERE id > ? ORDER BY id")
		if err != nil {
			return err
		}
		w.walk, err = stmt.QueryContext(context.Background(), []driver.NamedValue{{Ordinal: 1, Value: id}})
		return err
	})
}

// endWalk ends the walk, as must be done before the transaction ends.
func (w *writer) endWalk() error {
	if w.walk == nil {
		return nil
	}
	err := w.walk.Close()
	w.walk = nil
	return err
}

// addCopy keeps that a source has a game too, and its text where the archive
// lacks it.
func (w *writer) addCopy(g archivedGame, source int64, p *Prepared) error {
	t := sourceText{source: source, place: p.place, checksum: p.game.checksum}
	if g.checksum != t.checksum {
		rec, err := p.game.record()
		if err != nil {
			return err
		}
		t.text = copyText(rec)
	}
	return w.addCopyText(g, &t)
}

// copyText spells the record of a copy so that reading it gives the record with the
// checksum of the copy. Such a text has no line end at its end. Where none can hold
// the record it is the canonical text, which has one.
func copyText(rec *notation.Record) []byte {
	text, exact := notation.AppendExact(nil, rec)
	if !exact {
		return notation.Append(nil, rec)
	}
	return bytes.TrimSuffix(text, []byte("\n"))
}

// isExact reports whether the text of a copy is one that tells all of its record. It
// is not, either, where an earlier alai has written it.
func isExact(text []byte) bool { return !bytes.HasSuffix(text, []byte("\n")) }

// addCopyText is addCopy for a record that is spelled.
func (w *writer) addCopyText(g archivedGame, t *sourceText) error {
	var text opt
	switch {
	case g.checksum != t.checksum:
		text = opt{string(t.text), true}
	case g.source == t.source:
		return nil
	}
	id := "NULL"
	if len(w.joined) > 0 { // the copies of joined games will have theirs again
		id = "(SELECT max(id) + 1 FROM (SELECT max(id) AS id FROM copy UNION ALL SELECT max(id) FROM joined_copy))"
	}
	return w.exec("INSERT INTO copy (id, game, source, line, number, checksum, text) VALUES ("+id+", ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
		g.id, t.source, t.place.line, t.place.number, t.checksum, text.value())
}
