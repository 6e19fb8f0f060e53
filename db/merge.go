package db

import (
	"context"
	"fmt"

	"alai/replay"
	"alai/replay/rules"
)

// Merge adds all that is in another archive: its games, as from the sources that
// they have there, with their copies, its rejects, and its aliases but for spellings
// that have one here. The records are replayed anew, and a game that is there
// already is a duplicate, as in an import. It is one transaction, which the log of imports has as the import of name. A dry run
// only counts.
func (a *Archive) Merge(ctx context.Context, from *Archive, name string, dryRun bool) (c Counts, err error) {
	err = from.view(ctx, func(s *snapshot) error {
		return a.change(ctx, dryRun, func(w *writer) error {
			m := newMerger(s, w)
			if err := m.all(ctx); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			c = m.counts
			return m.log(name)
		})
	})
	return c, err
}

// all adds all that is in the other archive.
func (m *merger) all(ctx context.Context) error {
	if err := m.games(ctx, new(where)); err != nil {
		return err
	}
	if err := m.rejects(ctx); err != nil {
		return err
	}
	return m.aliases(ctx)
}

// Split adds the games that the filter chooses, which may not be empty, to
// another archive, with their copies, and all aliases, and returns how many they
// are. The log of imports has it there as the import of name.
func (a *Archive) Split(ctx context.Context, into *Archive, name string, f Filter) (games int, err error) {
	err = a.viewFor(ctx, &f, func(s *snapshot) error {
		of, err := f.definite(ctx, s)
		if err == nil {
			games, err = into.take(ctx, s, of, name)
		}
		return err
	})
	return games, err
}

// Move is Split, and deletes the games here once they are there. Where only that
// fails they are in both archives, and the number is returned with the error.
func (a *Archive) Move(ctx context.Context, into *Archive, name string, f Filter) (games int, err error) {
	err = a.change(ctx, false, func(w *writer) error {
		s := w.snapshot()
		of, err := f.definite(ctx, s)
		if err != nil {
			return err
		}
		if games, err = into.take(ctx, s, of, name); err != nil {
			return err
		}
		return w.removeGames(of)
	})
	return games, err
}

// take adds the games of a condition and returns how many were new.
func (a *Archive) take(ctx context.Context, from *snapshot, of *where, name string) (games int, err error) {
	err = a.change(ctx, false, func(w *writer) error {
		m := newMerger(from, w)
		if err := m.games(ctx, of); err != nil {
			return err
		}
		if err := m.aliases(ctx); err != nil {
			return err
		}
		games = m.counts.Imported
		return m.log(name)
	})
	if err != nil {
		return 0, err
	}
	return games, nil
}

// A merger adds what is in one archive to another.
type merger struct {
	from     *snapshot
	to       *writer
	speller  *Speller
	preparer *textPreparer
	sources  map[string]int64 // of the archive that is added to
	counts   Counts
}

func newMerger(from *snapshot, to *writer) *merger {
	return &merger{from: from, to: to, speller: NewSpeller(), preparer: newTextPreparer(), sources: make(map[string]int64)}
}

// source returns the id of a source.
func (m *merger) source(path string) (int64, error) {
	id, ok := m.sources[path]
	if !ok {
		var err error
		if id, err = m.to.sourceID(path); err != nil {
			return 0, err
		}
		m.sources[path] = id
	}
	return id, nil
}

// games adds the games of a condition, then their copies, and at last the games
// into which others are joined, with those.
func (m *merger) games(ctx context.Context, of *where) error {
	alone := of.and("game.id NOT IN (SELECT kept FROM joined)")
	if err := m.each(ctx, alone, m.add); err != nil {
		return err
	}
	copied := alone.and("game.id IN (SELECT game FROM copy)")
	if err := m.each(ctx, copied, func(g *Game, p *Prepared, _ int64) error {
		there, found, err := m.to.holder(&p.game.identity)
		if !found || err != nil {
			return err
		}
		return m.copies(ctx, "copy", g.ID, p, there)
	}); err != nil {
		return err
	}
	return m.groups(ctx, of)
}

// each calls f with the games of a condition, made ready, and the id of their
// source.
func (m *merger) each(ctx context.Context, of *where, f func(g *Game, p *Prepared, source int64) error) error {
	return games(ctx, m.from, of, "game.id", 0, sound(func(g *Game) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		p, source, err := m.ready(g)
		if err != nil {
			return err
		}
		return f(g, p, source)
	}))
}

// ready makes a game ready, and returns the id of its source.
func (m *merger) ready(g *Game) (p *Prepared, source int64, err error) {
	if p, err = m.prepare(g); err != nil {
		return nil, 0, fmt.Errorf("game %d: %w", g.ID, err)
	}
	p.place = textPlace{line: g.SourceLine, column: 1, number: g.SourceGame}
	source, err = m.source(g.Source)
	return p, source, err
}

// prepare makes a game ready. Where its record is moves alone, as nearly all are,
// it need not be replayed again.
func (m *merger) prepare(g *Game) (*Prepared, error) {
	rec, line, err := m.speller.Record(g)
	if err != nil {
		return nil, err
	}
	if line.Verdict.Sound() && !replay.IsAnnotated(rec) {
		m.preparer.preparer.Prepare(rec, line, &m.preparer.p)
		return &m.preparer.p, nil
	}
	p, _ := m.preparer.record(rec)
	return p, nil
}

// add adds a game. One that an earlier engine took is rejected where this one does
// not.
func (m *merger) add(_ *Game, p *Prepared, source int64) error {
	if p.verdict < replay.Contradiction {
		m.counts.Rejected++
		return m.to.addReject(source, p.place, p.verdict, &p.reject)
	}
	added, err := m.to.addGame(source, p)
	if added == Imported {
		m.counts.Imported++
	} else {
		m.counts.Duplicates++
	}
	return err
}

// copies adds the copies of a game that is p, from a table that has them, to a
// game of the archive that is added to.
func (m *merger) copies(ctx context.Context, table string, id int64, p *Prepared, there int64) error {
	if p.verdict < replay.Contradiction { // add has rejected it
		return nil
	}
	rows, err := m.from.tx.QueryContext(ctx, `
		SELECT path, copy.line, copy.number, copy.checksum, text
		FROM `+table+` AS copy JOIN source ON source.id = copy.source WHERE game = ? ORDER BY copy.id`, id)
	if err != nil {
		return err
	}
	texts := newTextPreparer()
	return each(rows, func() error {
		var path string
		t := sourceText{place: textPlace{column: 1}}
		if err := rows.Scan(&path, &t.place.line, &t.place.number, &t.checksum, &t.text); err != nil {
			return err
		}
		if t.source, err = m.source(path); err != nil {
			return err
		}
		checksum := t.checksum
		if t.text == nil {
			checksum = p.game.checksum
		}
		if known, err := m.to.joinedHas(&p.game.identity, t.source, checksum); known || err != nil {
			return err
		}
		g, err := m.to.archived(there)
		if err != nil {
			return err
		}
		if t.text == nil {
			p.place = t.place
			return m.to.addCopy(g, t.source, p)
		}
		switch c, _, err := texts.prepare(t.text); {
		case err != nil:
			return fmt.Errorf("a copy of game %d: %w", id, err)
		case c.verdict < replay.Contradiction:
			return fmt.Errorf("a copy of game %d is %v by this engine", id, c.verdict)
		}
		return m.to.addCopyText(g, &t)
	})
}

// rejects adds the rejects.
func (m *merger) rejects(ctx context.Context) error {
	return rejects(ctx, m.from.tx, RejectFilter{}, func(r *Reject) error {
		source, err := m.source(r.Source)
		if err != nil {
			return err
		}
		m.counts.Rejected++
		return m.to.addReject(source, r.place(), r.Kind,
			&rejectRow{problems: toJSON(writeProblems(r.Problems)), text: r.Text, length: r.Length, sha256: r.SHA256})
	})
}

// log enters what was done into the log of imports.
func (m *merger) log(name string) error {
	source, err := m.source(name)
	if err != nil {
		return err
	}
	return m.to.exec("INSERT INTO import (source, engine, replaced, imported, duplicates, rejected, done) VALUES (?, ?, 0, ?, ?, ?, 1)",
		source, rules.Version, m.counts.Imported, m.counts.Duplicates, m.counts.Rejected)
}
