package db

import (
	"context"
	"fmt"
)

// A MendError is the error of records that are not as many as the rejects that
// they are to mend.
type MendError struct{ Records, Rejects int }

func (e *MendError) Error() string {
	return fmt.Sprintf("%d mended records cannot take the place of %d rejects", e.Records, e.Rejects)
}

// Mend archives mended records in the place of rejects: the first record in that
// of the first reject that the filter chooses, and so on. The game is archived as
// from the reject's source and place, and the reject is gone; where the record is
// still unsound the reject stays as it is. Where there are not as many of the
// ones as of the others nothing is changed, and the error is a *MendError.
func (a *Archive) Mend(ctx context.Context, f RejectFilter, records []*Prepared) (c Counts, err error) {
	err = a.change(ctx, false, func(w *writer) error {
		var faulty []Reject
		if err := rejects(ctx, w.conn, f, func(r *Reject) error {
			faulty = append(faulty, Reject{ID: r.ID, Source: r.Source, Line: r.Line, Column: r.Column, Offset: r.Offset, Game: r.Game})
			return nil
		}); err != nil {
			return err
		}
		if len(faulty) != len(records) {
			return &MendError{len(records), len(faulty)}
		}
		for i, p := range records {
			if !p.verdict.Sound() {
				c.Rejected++
				continue
			}
			added, err := w.mend(&faulty[i], p)
			if err != nil {
				return err
			}
			if added == Imported {
				c.Imported++
			} else {
				c.Duplicates++
			}
		}
		return nil
	})
	return c, err
}

// mend archives a record in the place of a reject.
func (w *writer) mend(r *Reject, p *Prepared) (Added, error) {
	source, err := w.sourceID(r.Source)
	if err != nil {
		return 0, err
	}
	if err := w.dropRejects("id = ?", r.ID); err != nil {
		return 0, err
	}
	p.place = r.place()
	return w.addGame(source, p)
}

// place returns where the record stands.
func (r *Reject) place() textPlace { return textPlace{r.Line, r.Column, r.Game, r.Offset} }
