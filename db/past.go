package db

import (
	"context"
	"database/sql"
	"errors"

	"alai/replay/rules"
)

// past reads the games of the ids and goes on behind those that are damaged. Read
// reads some of them in the order of the ids, and returns the last that it is done
// with, ok only where there is one. Damaged is called with each damaged game, or with ids among which are rows
// that SQLite cannot read, at most grain of them, and with what is the matter.
func past(of ids, grain int64, read func(of ids) (last int64, ok bool, err error), damaged func(of ids, err error) error) error {
	for of.first <= of.last {
		last, ok, err := read(of)
		var damage *DamagedError
		switch {
		case err == nil:
			return nil
		case errors.As(err, &damage):
			if err := damaged(ids{damage.ID, damage.ID}, err); err != nil {
				return err
			}
			last, ok = damage.ID, true
		case !unreadable(err):
			return err
		}
		if !ok || !of.has(last) {
			if uint64(of.last-of.first) < uint64(grain) {
				return damaged(of, inWords(err))
			}
			last = of.middle()
			if err := past(ids{of.first, last}, grain, read, damaged); err != nil {
				return err
			}
		}
		if last == of.last {
			return nil // there may be no id behind it
		}
		of.first = last + 1
	}
	return nil
}

// middle returns the last id of the first half. There can be more ids than an int64
// counts.
func (r ids) middle() int64 { return r.first + int64(uint64(r.last-r.first)/2) }

func (r ids) has(id int64) bool { return r.first <= id && id <= r.last }

// eachSound calls visit for the games of a condition that can be played, and
// leaves the damaged ones to damaged, as past does.
func eachSound(ctx context.Context, q querier, w *where, of ids, known map[int64]rules.Ruleset, visit visitor, damaged func(ids, error) error) error {
	return past(of, 1, func(of ids) (last int64, ok bool, err error) {
		err = eachPlayed(ctx, q, w.andIDs(of), known, func(id int64, g *played) error {
			last, ok = id, true
			return visit(id, g)
		})
		return last, ok, err
	}, damaged)
}

// idsOfPage bounds the ids that are believed to be those of games: so many for each
// page of the file, on which there is room for some hundred games.
const idsOfPage = 4096

// bounds are the ids among which those of all games are, also where the table of
// the games cannot be read to its ends.
func (s *snapshot) bounds(ctx context.Context) (ids, error) {
	return s.boundsOf(ctx, "game",
		"SELECT id FROM game INDEXED BY game_identity", "SELECT id FROM game", "SELECT id FROM game ORDER BY id DESC",
		"SELECT game FROM copy", "SELECT sum(imported) FROM import")
}

// joinedBounds does it for the games that were joined with others.
func (s *snapshot) joinedBounds(ctx context.Context) (ids, error) {
	return s.boundsOf(ctx, "joined",
		"SELECT id FROM joined INDEXED BY joined_kept", "SELECT id FROM joined", "SELECT id FROM joined ORDER BY id DESC",
		"SELECT game FROM joined_copy", "SELECT last_game FROM archive")
}

// boundsOf does it for a table, by queries that yield ids of it.
func (s *snapshot) boundsOf(ctx context.Context, table string, queries ...string) (ids, error) {
	all, err := s.idsOf(ctx, table)
	if err == nil || !unreadable(err) {
		return all, err
	}
	all = ids{1, 0}
	var pages int64
	if err := s.tx.QueryRowContext(ctx, "SELECT sum(p.page_count) FROM pragma_database_list AS d, pragma_page_count AS p WHERE p.schema = d.name").Scan(&pages); err != nil {
		return all, err
	}
	for _, query := range queries {
		err := s.eachID(ctx, query, func(id int64) {
			if id > 0 && id <= pages*idsOfPage {
				all.last = max(all.last, id)
			}
		})
		if err != nil && ctx.Err() != nil {
			return all, err
		}
	}
	return all, nil
}

// eachID calls f with each id that a query yields, as far as it can be read.
func (s *snapshot) eachID(ctx context.Context, query string, f func(id int64)) error {
	rows, err := s.tx.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	return each(rows, func() error {
		var id sql.NullInt64
		if err := rows.Scan(&id); err == nil && id.Valid {
			f(id.Int64)
		}
		return nil
	})
}
