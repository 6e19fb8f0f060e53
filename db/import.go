package db

import (
	"context"
	"errors"

	"alai/notation"
	"alai/replay"
)

// Prepared is a replayed record made ready to be archived. It shares nothing
// with the record and the line it was made of, and may be prepared into again
// and again.
type Prepared struct{}

// A Preparer makes records ready. It may be used for any number of them, but by
// one goroutine at a time.
type Preparer struct{}

// NewPreparer returns a Preparer.
func NewPreparer() *Preparer { return &Preparer{} }

// Prepare does all the work of archiving a record that does not need the
// archive: its canonical text and checksum, its identity, its packed moves, its
// share in the statistics.
func (pr *Preparer) Prepare(rec *notation.Record, line *replay.Line, p *Prepared) {}

// Added tells what came of adding a record.
type Added uint8

const (
	Imported  Added = iota + 1 // it is in the archive now
	Duplicate                  // the same game was there already
	Rejected                   // it is unsound, and kept among the rejects
)

// Counts counts what came of the records that were added.
type Counts struct{ Imported, Duplicates, Rejected int }

// ImportOptions change how records are added.
type ImportOptions struct {
	AcceptContradiction bool // archive contradictory games too, with that verdict
	Replace             bool // what the source brought before is removed first
	Strict              bool // one transaction for the whole source, so that Rollback leaves nothing of it
}

// An Import adds the records of one source to the archive. Unless it is strict,
// it commits batch by batch; what is committed stays when it is rolled back.
type Import struct{}

// BeginImport begins to add the records of source, the path or name that they
// were read under. An archive has one import at a time: with another one under
// way the error is a *BusyError.
func (a *Archive) BeginImport(ctx context.Context, source string, opt ImportOptions) (*Import, error) {
	return nil, errors.ErrUnsupported
}

// Add adds a record. After an error the open batch has been rolled back and the
// import can only be ended by Rollback.
func (im *Import) Add(ctx context.Context, p *Prepared) (Added, error) {
	return 0, errors.ErrUnsupported
}

// Counts returns what came of the records so far.
func (im *Import) Counts() Counts { return Counts{} }

// Commit ends the import. Once it has returned, everything added is on disk.
func (im *Import) Commit(ctx context.Context) error { return errors.ErrUnsupported }

// Rollback ends the import and undoes the open batch. After Commit it does
// nothing, so that it can be deferred.
func (im *Import) Rollback() error { return errors.ErrUnsupported }
