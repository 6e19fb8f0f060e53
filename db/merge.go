package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"alai/replay"
	"alai/replay/rules"
)

// Merge adds all that is in another archive: its games, as from the sources that
// they have there, with their copies, and its rejects. The records are replayed
// anew, and a game that is there already is a duplicate, as in an import. It is
// one transaction, which the log of imports has as the import of name. A dry run
// only counts.
func (a *Archive) Merge(ctx context.Context, from *Archive, name string, dryRun bool) (c Counts, err error) {
	err = from.view(ctx, func(s *snapshot) error {
		return a.change(ctx, dryRun, func(w *writer) error {
			m := newMerger(s, w)
			if err := m.games(ctx, new(where)); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			if err := m.rejects(ctx); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			c = m.counts
			return m.log(name)
		})
	})
	return c, err
}

// Split adds the games that the filter chooses, which may not be empty, to
// another archive, with their copies, and returns how many they are. The log of
// imports has it there as the import of name.
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

// groups adds the games of a condition into which others are joined.
func (m *merger) groups(ctx context.Context, of *where) error {
	kept := of.and("game.id IN (SELECT kept FROM joined)")
	any := false
	if err := games(ctx, m.from, kept, "game.id", 0, sound(func(g *Game) error {
		any = true
		return cmp.Or(ctx.Err(), m.group(ctx, g))
	})); err != nil || !any {
		return err
	}
	return newJoiner(m.to).end()
}

// group adds the games that were joined into one, each by itself, and where all
// of them are new joins them there too. Else the record of the one is kept as a
// copy.
func (m *merger) group(ctx context.Context, kept *Game) error {
	before := m.counts
	var own int64
	var ids []int64
	var parts where
	parts.add("game.kept = ?", kept.ID)
	err := gamesFrom(ctx, m.from, "joined", &parts, "game.id", 0, sound(func(g *Game) error {
		p, source, err := m.ready(g)
		if err != nil {
			return err
		}
		if err := m.add(g, p, source); err != nil || p.verdict < replay.Contradiction {
			return err
		}
		id, _, err := m.to.holder(&p.game.identity)
		if err != nil {
			return err
		}
		ids = append(ids, id)
		if g.ID == kept.ID {
			own = id
		}
		return m.copies(ctx, "joined_copy", g.ID, p, id)
	}))
	if err != nil || own == 0 {
		return err
	}
	p, source, err := m.ready(kept)
	if err != nil {
		return err
	}
	apart := m.counts.Duplicates+m.counts.Rejected > before.Duplicates+before.Rejected
	holder, found, err := m.to.holder(&p.game.identity)
	if err != nil {
		return err
	}
	if apart || p.verdict < replay.Contradiction || found && !slices.Contains(ids, holder) {
		err = m.addKept(own, source, p)
	} else {
		m.counts = before
		m.counts.Imported++
		err = m.join(ctx, kept.ID, own, ids, p)
	}
	if err != nil {
		return err
	}
	return m.copies(ctx, "copy", kept.ID, p, own)
}

// addKept keeps the record of a game into which others are joined as a copy of
// what it was by itself.
func (m *merger) addKept(own, source int64, p *Prepared) error {
	if p.verdict < replay.Contradiction {
		return m.to.addReject(source, p.place, p.verdict, &p.reject)
	}
	g, err := m.to.archived(own)
	if err != nil {
		return err
	}
	return m.to.addCopy(g, source, p)
}

// join joins games into one of them, as they are joined into kept where they come
// from; its record becomes p.
func (m *merger) join(ctx context.Context, kept, own int64, ids []int64, p *Prepared) error {
	var stored opt
	var made int64
	if err := m.from.tx.QueryRowContext(ctx, "SELECT added, made FROM joined WHERE id = ?", kept).Scan(&stored, &made); err != nil {
		return err
	}
	var added Additions
	if err := fromJSON(stored, &added); err != nil {
		return fmt.Errorf("what was added to game %d: %w", kept, err)
	}
	j := newJoiner(m.to)
	games, err := listGames(ctx, m.to.snapshot(), []int64{own})
	if err != nil {
		return err
	}
	was, err := j.text(games[0])
	if err != nil {
		return err
	}
	if err := j.take(games[0], ids, &added, p, was); err != nil {
		return err
	}
	return m.to.exec("UPDATE joined SET made = ? WHERE id = ?", made, own) // it may have been changed since
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
