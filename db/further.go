package db

import (
	"context"

	"alai/notation"
	"alai/replay/rules"
)

// A Copy is a second record of an archived game, which has text that the
// archived one lacks.
type Copy struct {
	Game   int64 // the archived game's ID
	Source string
	Line   int    // where the record begins in the source, from 1
	Number int    // its number in the source
	Text   []byte // its canonical record
}

// Copies calls yield with the copies of the games that the filter chooses, in
// the order of the games.
func (a *Archive) Copies(ctx context.Context, f Filter, yield func(*Copy) error) error {
	return a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		texts := newTextPreparer()
		return s.copies(ctx, "copy.game IN (SELECT id FROM game WHERE "+w.sql()+")", w.args, func(c *Copy) error {
			if _, err := texts.sound(c.Text); err != nil {
				return err
			}
			c.Text = notation.Append(nil, &texts.rec)
			return yield(c)
		})
	})
}

// furtherCopies are the copies with text of games and of those that are joined
// into them.
const furtherCopies = `(
	SELECT id, game, source, line, number, text FROM copy WHERE text IS NOT NULL
	UNION ALL
	SELECT c.id, kept, c.source, c.line, c.number, text FROM joined_copy AS c JOIN joined ON joined.id = c.game
	WHERE joined.id <> kept AND text IS NOT NULL)`

// copies reads the copies of a condition.
func (s *snapshot) copies(ctx context.Context, of string, args []any, yield func(*Copy) error) error {
	rows, err := s.tx.QueryContext(ctx, `
		SELECT copy.game, path, copy.line, copy.number, text
		FROM `+furtherCopies+` AS copy JOIN source ON source.id = copy.source
		WHERE `+of+" ORDER BY copy.game, copy.id", args...)
	if err != nil {
		return err
	}
	return each(rows, func() error {
		var c Copy
		if err := rows.Scan(&c.Game, &c.Source, &c.Line, &c.Number, &c.Text); err != nil {
			return err
		}
		return yield(&c)
	})
}

// FurtherRecords calls yield with each record of the games that the filter
// chooses besides the archived one: the copies that have text of their own, and
// the games that were joined into it. The record is a game with the source and
// place of its own, and the id that it had, 0 for a copy. They are in the order of
// the games; the copies come first.
func (a *Archive) FurtherRecords(ctx context.Context, f Filter, yield func(archived, record *Game) error) error {
	return a.viewFor(ctx, &f, func(s *snapshot) error {
		of, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		texts := newTextPreparer()
		some := of.and("game.id IN (SELECT game FROM " + furtherCopies + ") OR game.id IN (SELECT kept FROM joined)")
		return games(ctx, s, some, "game.id", 0, sound(func(g *Game) error {
			if err := s.copies(ctx, "copy.game = ?", []any{g.ID}, func(c *Copy) error {
				record, err := texts.game(c)
				if err != nil {
					return err
				}
				return yield(g, record)
			}); err != nil {
				return err
			}
			var joined where
			joined.add("game.kept = ? AND game.id <> game.kept", g.ID)
			return gamesFrom(ctx, s, "joined", &joined, "game.id", 0, sound(func(record *Game) error { return yield(g, record) }))
		}))
	})
}

// CountFurtherRecords returns how many records FurtherRecords has of a game.
func (a *Archive) CountFurtherRecords(ctx context.Context, id int64) (n int, err error) {
	err = a.view(ctx, func(s *snapshot) error {
		return s.tx.QueryRowContext(ctx, "SELECT (SELECT count(*) FROM "+furtherCopies+
			" WHERE game = ?1) + (SELECT count(*) FROM joined WHERE kept = ?1 AND id <> kept)", id).Scan(&n)
	})
	return n, err
}

// game returns the game that the record of a copy is.
func (t *textPreparer) game(c *Copy) (*Game, error) {
	p, err := t.sound(c.Text)
	if err != nil {
		return nil, err
	}
	row := &p.game
	g := &Game{
		Rules: row.rules, Verdict: p.verdict, Result: row.result, Score: row.score, HasScore: row.hasScore,
		Source: c.Source, SourceLine: c.Line, SourceGame: c.Number, Engine: rules.Version,
	}
	return g, g.setText(row, row.first)
}
