package db

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"alai/notation"
	"alai/replay"
)

// remove deletes what a source brought: its games, its copies and its rejects. A
// game that another source has too stays, as that source's. Games that were joined
// with some of the source's are given back first.
func (w *writer) remove(source int64) error {
	if err := w.undoJoinsOf(source); err != nil {
		return err
	}
	if err := w.exec("DELETE FROM copy WHERE source = ?", source); err != nil {
		return err
	}
	if err := w.handOver(source); err != nil {
		return err
	}
	others, err := w.copiesOf(source)
	if err != nil {
		return err
	}
	var of where
	of.add("game.source = ?", source)
	if err := w.removeGames(&of); err != nil {
		return err
	}
	if err := w.dropRejects("source = ?", source); err != nil {
		return err
	}
	return w.addCopies(others)
}

// dropRejects deletes the rejects of a condition.
func (w *writer) dropRejects(of string, args ...any) error {
	if err := w.exec("UPDATE archive SET last_reject = max(last_reject, (SELECT ifnull(max(id), 0) FROM reject))"); err != nil {
		return err
	}
	return w.exec("DELETE FROM reject WHERE "+of, args...)
}

// idsOf returns the ids of a source's games by their identities.
func (w *writer) idsOf(source int64) (map[[16]byte]int64, error) {
	rows, err := w.conn.QueryContext(context.Background(), "SELECT id, identity FROM game WHERE source = ?", source)
	if err != nil {
		return nil, err
	}
	ids := make(map[[16]byte]int64)
	return ids, each(rows, func() error {
		var id int64
		var identity []byte
		if err := rows.Scan(&id, &identity); err != nil {
			return err
		}
		if len(identity) != len([16]byte{}) {
			return &DamagedError{id, fmt.Errorf("its identity has %d bytes", len(identity))}
		}
		ids[[16]byte(identity)] = id
		return nil
	})
}

// removeGames deletes the games of a condition, with their share in the
// statistics, with all their copies and with what was joined into them.
func (w *writer) removeGames(of *where) error {
	if err := w.removeJoined(of); err != nil {
		return err
	}
	if err := w.dropGames(of); err != nil {
		return err
	}
	if err := w.flush(); err != nil {
		return err
	}
	return w.dropEmpty()
}

// dropGames deletes the games of a condition, with their share in the statistics
// and their copies. Rows of the statistics may be left at nothing.
func (w *writer) dropGames(of *where) error {
	if err := w.takeAway(of); err != nil {
		return err
	}
	var last int64
	if _, err := w.numbers("UPDATE archive SET last_game = max(last_game, (SELECT ifnull(max(id), 0) FROM game)) RETURNING last_game", nil, &last); err != nil {
		return err
	}
	if err := w.keepIDs(last); err != nil {
		return err
	}
	for _, query := range []string{
		"DELETE FROM copy WHERE game IN (SELECT id FROM game WHERE " + of.sql() + ")",
		"DELETE FROM game WHERE " + of.sql(),
	} {
		if err := w.exec(query, of.args...); err != nil {
			return err
		}
	}
	return nil
}

// handOver gives the games of which another source has the same record to that
// source.
func (w *writer) handOver(source int64) error {
	if err := w.exec(`
		UPDATE game SET (source, line, number) =
			(SELECT source, line, number FROM copy WHERE copy.game = game.id AND text IS NULL ORDER BY copy.id LIMIT 1)
		WHERE source = ? AND EXISTS (SELECT 1 FROM copy WHERE copy.game = game.id AND text IS NULL)`, source); err != nil {
		return err
	}
	return w.exec(`
		DELETE FROM copy WHERE text IS NULL AND EXISTS
			(SELECT 1 FROM game WHERE game.id = copy.game AND game.source = copy.source)`)
}

// A sourceText is a record that a source has, as copyText spells it.
type sourceText struct {
	source   int64
	place    textPlace
	checksum int64 // of the record; copiesOf leaves it out
	text     []byte
}

// copiesOf returns the copies that other sources have of a source's games.
func (w *writer) copiesOf(source int64) (list []sourceText, err error) {
	rows, err := w.conn.QueryContext(context.Background(), `
		SELECT copy.source, copy.line, copy.number, text
		FROM copy JOIN game ON game.id = copy.game WHERE game.source = ? ORDER BY copy.id`, source)
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		t := sourceText{place: textPlace{column: 1}}
		err := rows.Scan(&t.source, &t.place.line, &t.place.number, &t.text)
		list = append(list, t)
		return err
	})
	return list, err
}

// addCopies archives what were copies of games that are gone.
func (w *writer) addCopies(list []sourceText) error {
	pr := newTextPreparer()
	for _, t := range list {
		p, err := pr.sound(t.text)
		if err != nil {
			return err
		}
		p.place = t.place
		if _, err := w.addGame(t.source, p); err != nil {
			return err
		}
	}
	return nil
}

// A textPreparer makes canonical records ready to be archived again.
type textPreparer struct {
	replayer *replay.Replayer
	preparer *Preparer
	rec      notation.Record
	line     replay.Line
	p        Prepared
}

func newTextPreparer() *textPreparer {
	return &textPreparer{replayer: replay.NewReplayer(replay.Assume{}), preparer: NewPreparer()}
}

// prepare replays the record that text is. What it returns is the textPreparer's,
// until it is used again.
func (t *textPreparer) prepare(text []byte) (*Prepared, *replay.Line, error) {
	if err := notation.NewReader(bytes.NewReader(text), "").Read(&t.rec); err != nil {
		return nil, nil, err
	}
	p, line := t.record(&t.rec)
	return p, line, nil
}

// record is prepare for a record that need not be read. It leaves comments as they
// are, whose lines a text may break elsewhere.
func (t *textPreparer) record(rec *notation.Record) (*Prepared, *replay.Line) {
	t.replayer.Replay(rec, &t.line)
	t.preparer.Prepare(rec, &t.line, &t.p)
	return &t.p, &t.line
}

// sound is prepare for a copy in the archive, which is a game or contradictory.
func (t *textPreparer) sound(text []byte) (*Prepared, error) {
	p, line, err := t.prepare(text)
	if err == nil && line.Verdict < replay.Contradiction {
		err = errors.New(line.Problems[0].String())
	}
	if err != nil {
		return nil, fmt.Errorf("a copy in the archive: %w", err)
	}
	return p, nil
}

// takeAway takes the share of the games of a condition out of the statistics.
func (w *writer) takeAway(of *where) error { return w.countGames(of, -1) }

// countGames adds the share of the games of a condition n times to the statistics.
func (w *writer) countGames(of *where, n int) error {
	known, err := readRulesets(context.Background(), w.conn)
	if err != nil {
		return err
	}
	var sh share
	return eachPlayed(context.Background(), w.conn, of, known, func(_ int64, g *played) error {
		sh.setGame(g)
		if !sh.counted() {
			return nil
		}
		return w.count(&sh, n)
	})
}
