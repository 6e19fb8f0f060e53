package db

import (
	"context"
	"fmt"

	"alai/replay"
)

// Deleted counts what has left the archive.
type Deleted struct{ Games, Copies, Rejects int }

// NoSourceError is the error of a name that no source has.
type NoSourceError struct{ Name string }

func (e *NoSourceError) Error() string {
	return fmt.Sprintf("there is no source %s in the archive", replay.Quote(e.Name))
}

// Delete deletes the games that the filter chooses, which may not be empty, with
// their share in the statistics, all their copies, and the games that were joined
// into them. A dry run only counts them.
func (a *Archive) Delete(ctx context.Context, f Filter, dryRun bool) (Deleted, error) {
	return a.delete(ctx, dryRun, func(w *writer) error {
		of, err := f.definite(ctx, w.snapshot())
		if err != nil {
			return err
		}
		return w.removeGames(of)
	})
}

// definite is condition for a change of games, which a filter has to name: it may
// not be empty.
func (f *Filter) definite(ctx context.Context, s *snapshot) (*where, error) {
	if f.Empty() {
		return nil, &FilterError{"id", "nothing says which games are meant"}
	}
	return f.condition(ctx, s)
}

// DeleteSources undoes all imports of the sources, whose names may have wildcards:
// it deletes their games, copies and rejects. A game that another source has too
// stays, as that source's. A dry run only counts. Where one of the names is that of
// no source nothing is deleted and the error is a *NoSourceError.
func (a *Archive) DeleteSources(ctx context.Context, sources []string, dryRun bool) (Deleted, error) {
	return a.delete(ctx, dryRun, func(w *writer) error {
		for _, name := range sources {
			if ids, err := w.sources(ctx, []string{name}); err != nil {
				return err
			} else if len(ids) == 0 {
				return &NoSourceError{Named(name)}
			}
		}
		ids, err := w.sources(ctx, sources)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if err := w.remove(id); err != nil {
				return err
			}
		}
		return nil
	})
}

// sources returns the ids of the sources of these names; none where none is given.
func (w *writer) sources(ctx context.Context, names []string) (ids []int64, err error) {
	of := where{terms: []string{"FALSE"}}
	if len(names) > 0 {
		of = where{}
		of.names("path", names)
	}
	return w.ids(ctx, "SELECT id FROM source WHERE "+of.sql()+" ORDER BY id", of.args...)
}

// ids returns the ids that a query yields.
func (w *writer) ids(ctx context.Context, query string, args ...any) (ids []int64, err error) {
	rows, err := w.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		var id int64
		err := rows.Scan(&id)
		ids = append(ids, id)
		return err
	})
	return ids, err
}

// delete counts what f deletes.
func (a *Archive) delete(ctx context.Context, dryRun bool, f func(w *writer) error) (d Deleted, err error) {
	err = a.change(ctx, dryRun, func(w *writer) error {
		before, err := w.total(ctx)
		if err != nil {
			return err
		}
		if err := f(w); err != nil {
			return err
		}
		after, err := w.total(ctx)
		d = Deleted{before.Games - after.Games, before.Copies - after.Copies, before.Rejects - after.Rejects}
		return err
	})
	return d, err
}

// total counts what is in the archive, joined games too.
func (w *writer) total(ctx context.Context) (d Deleted, err error) {
	err = w.conn.QueryRowContext(ctx, `
		SELECT (SELECT count(*) FROM game) + (SELECT count(*) FROM joined WHERE id <> kept),
			(SELECT count(*) FROM copy) + (SELECT count(*) FROM joined_copy JOIN joined ON joined.id = joined_copy.game WHERE joined.id <> kept),
			(SELECT count(*) FROM reject)`).
		Scan(&d.Games, &d.Copies, &d.Rejects)
	return d, err
}
