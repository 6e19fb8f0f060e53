// Package db keeps replayed games in an archive: one SQLite file. It stores
// lines that package replay has judged, never records that were not replayed,
// and keeps the statistics over them exact: they change in the transaction that
// changes the games.
//
// The tables are those of schema.sql, described in docs/schema.md.
//
// An archive has one writer and any number of readers at a time, in this
// process and in others. A reader sees whole batches only.
package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// Version is the version of the schema, the archive's user_version.
const Version = 1

// An Archive is an open archive. Its methods may be called by several
// goroutines at a time.
type Archive struct {
	path    string // "" for one in memory
	writer  *sql.DB
	readers *sql.DB
}

// Create opens the archive at path for reading and importing, and makes it
// first if there is no file or an empty one.
func Create(ctx context.Context, path string) (*Archive, error) { return nil, errors.ErrUnsupported }

// Open opens the archive at path. If there is none the error is a
// *NoArchiveError, if the file is something else a *NotArchiveError.
func Open(ctx context.Context, path string) (*Archive, error) { return nil, errors.ErrUnsupported }

// Memory makes an archive that lies in memory and is gone once it is closed.
func Memory(ctx context.Context) (*Archive, error) { return nil, errors.ErrUnsupported }

// Close closes the archive. An import that is under way is rolled back.
func (a *Archive) Close() error { return errors.ErrUnsupported }

// A NoArchiveError is the error of a path at which there is no archive.
type NoArchiveError struct{ Path string }

func (e *NoArchiveError) Error() string { return fmt.Sprintf("there is no archive %s", e.Path) }

// A NotArchiveError is the error of a file that is no archive, or one that this
// version cannot read.
type NotArchiveError struct {
	Path string
	Msg  string // what it is instead, in words
}

func (e *NotArchiveError) Error() string {
	return fmt.Sprintf("%s is not an archive: %s", e.Path, e.Msg)
}

// A BusyError is the error of an archive that another program is writing to.
type BusyError struct{ Err error }

func (e *BusyError) Error() string {
	return "another program is writing to the archive; try again when it has finished"
}
func (e *BusyError) Unwrap() error { return e.Err }

// A FullError is the error of a disk without room for the archive.
type FullError struct{ Err error }

func (e *FullError) Error() string {
	return "the disk is full, or the archive may not grow any further"
}
func (e *FullError) Unwrap() error { return e.Err }

// A ReadOnlyError is the error of an archive that cannot be written to.
type ReadOnlyError struct{ Err error }

func (e *ReadOnlyError) Error() string { return "the archive cannot be written to" }
func (e *ReadOnlyError) Unwrap() error { return e.Err }
