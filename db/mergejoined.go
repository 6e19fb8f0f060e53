package db

import (
	"context"
	"fmt"
	"slices"

	"alai/replay"
)

// groups adds the games of a condition into which others are joined.
func (m *merger) groups(ctx context.Context, of *where) error {
	kept := of.and("game.id IN (SELECT kept FROM joined)")
	any := false
	if err := games(ctx, m.from, kept, "game.id", 0, sound(func(g *Game) error {
		any = true
		if err := ctx.Err(); err != nil {
			return err
		}
		return m.group(ctx, g)
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
