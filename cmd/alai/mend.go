package main

import (
	"context"
	"errors"

	"alai/db"
)

// mendRejects archives the records of the file --mend in the place of the rejects
// that the filter chooses.
func mendRejects(ctx context.Context, opt *rejectsOptions, rejects db.RejectFilter, archive *db.Archive, s *streams) error {
	t, err := newTable(s, &opt.output, text("file"), number("imported"), number("duplicates"), number("rejected"))
	if err != nil {
		return err
	}
	f, err := newFileReader(s, &opt.read, &opt.output, []string{opt.mend})
	if err != nil {
		return err
	}
	f.archive = archive
	var records []*db.Prepared
	var broken error
	err = f.run(ctx, func(b *batch) error {
		records = append(records, b.prepared[:b.games]...)
		b.prepared = b.prepared[b.games:] // they are kept
		broken = errors.Join(broken, b.err)
		return nil
	}, func(*input) error { return nil })
	if err != nil {
		return err
	}
	if broken != nil || len(f.list) == 0 {
		return f.status.err() // of which the reason was told
	}
	c, err := archive.Mend(ctx, rejects, records)
	if errors.As(err, new(*db.MendError)) {
		return usagef("%v; --mend takes the file of a --export of the same rejects, in its order", err)
	}
	if err != nil {
		return err
	}
	if err := t.row(opt.mend, c.Imported, c.Duplicates, c.Rejected); err != nil {
		return err
	}
	return finish(t.end(), f.status)
}
