package db

import (
	"bytes"
	"context"
	"fmt"

	"alai/notation"
	"alai/replay"
)

// remove deletes what a source brought: its games with their share in the
// statistics, its copies and its rejects. A game that another source has too
// stays, as that source's.
func (w *writer) remove(source int64) error {
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
	if err := w.takeAway(source); err != nil {
		return err
	}
	for _, query := range []string{
		"DELETE FROM copy WHERE game IN (SELECT id FROM game WHERE source = ?)",
		"DELETE FROM game WHERE source = ?",
		"DELETE FROM reject WHERE source = ?",
	} {
		if err := w.exec(query, source); err != nil {
			return err
		}
	}
	if err := w.flush(); err != nil {
		return err
	}
	if err := w.dropEmpty(); err != nil {
		return err
	}
	return w.addCopies(others)
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

// A sourceText is a record that a source has, in its canonical form.
type sourceText struct {
	source int64
	place  textPlace
	text   []byte
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
	replayer, preparer := replay.NewReplayer(replay.Assume{}), NewPreparer()
	for _, t := range list {
		var rec notation.Record
		var line replay.Line
		var p Prepared
		if err := notation.NewReader(bytes.NewReader(t.text), "").Read(&rec); err != nil {
			return fmt.Errorf("a copy in the archive: %w", err)
		}
		replayer.Replay(&rec, &line)
		if line.Verdict < replay.Contradiction {
			return fmt.Errorf("a copy in the archive: %v", line.Problems[0].String())
		}
		preparer.Prepare(&rec, &line, &p)
		p.place = t.place
		if _, err := w.addGame(t.source, &p); err != nil {
			return err
		}
	}
	return nil
}

// takeAway takes the share of a source's games out of the statistics.
func (w *writer) takeAway(source int64) error {
	known, err := readRulesets(context.Background(), w.conn)
	if err != nil {
		return err
	}
	var of where
	of.add("game.source = ?", source)
	var sh share
	return eachPlayed(context.Background(), w.conn, &of, known, func(_ int64, g *played) error {
		sh.setGame(g)
		if !sh.counted() {
			return nil
		}
		return w.count(&sh, -1)
	})
}
