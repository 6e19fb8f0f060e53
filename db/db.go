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
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"alai"
)

// Version is the version of the schema, the archive's user_version.
const Version = 2

// applicationID marks a database as an archive: "alai".
const applicationID = 0x616c6169

// An Archive is an open archive. Its methods may be called by several
// goroutines at a time.
type Archive struct {
	dsn     func(options string) string
	path    string      // "" of one in memory
	file    os.FileInfo // what there was at the path when it was opened
	readers *sql.DB
	keep    *sql.Conn // of an archive in memory, which is gone with its last connection
	held    *snapshot // what is read, of an archive of AsItStands

	upgraded *Upgrade

	indexer *indexer // nil where no index is kept
	index   atomic.Pointer[gameIndex]

	// Waiting, if it is not nil, is called when a change has to wait because another
	// program is writing to the archive, once for each change.
	Waiting func()

	importing sync.Mutex  // held by the import that is under way
	repeating atomic.Bool // it meets games that are there already
	writer    *sql.DB     // one connection; nil until it is needed
	log       os.FileInfo // what there was at the path of its log when it was open
	gone      atomic.Bool // the file was once not at the path
}

// Settings of the connections. They are made by the data source name and the
// connector, as a PRAGMA by itself would reach only one connection of a pool.
const (
	everyone    = "_busy_timeout=5000"
	readerSetup = everyone + "&_query_only=on"
	// A page whose cells do not fit it is seen when it is read, and not when one of
	// them is.
	readerPragmas = "PRAGMA cell_size_check = ON"
	// A commit is on disk when it returns. The cache holds the index of the
	// identities of a million games, which an import reads at random. Foreign keys
	// are not looked up again: the writer has read or made each row that it refers
	// to in the same transaction. Nor does SQLite lock the connection for each call,
	// which one goroutine at a time makes.
	writerSetup = everyone + "&_foreign_keys=off&_mutex=no&_txlock=immediate&_synchronous=FULL&_cache_size=-32768"
	// The size of a page can be set only before the first one is written, as a
	// change of the journal does. Pages of 8 KiB are written by half as many calls
	// as SQLite's usual ones. Once it is open it waits for other writers in steps (see
	// writer.lock), between which it can be told to stop.
	writerPragmas = "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA busy_timeout = 100"
)

// Create opens the archive at path for reading and importing, and makes it
// first if there is no file, an empty one, or one whose making was broken off.
func Create(ctx context.Context, path string) (*Archive, error) {
	if info, err := os.Stat(path); err == nil && (!info.Mode().IsRegular() || info.Size() > 0) {
		a, err := Open(ctx, path)
		var not *NotArchiveError
		if !errors.As(err, &not) || !not.unmade {
			return a, err
		}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for tries := 0; ; tries++ {
		a, err := makeArchive(ctx, path)
		if !errors.As(err, new(*BusyError)) || tries == makeTries {
			return a, err
		}
		select { // another program is making it
		case <-time.After(makeWait):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// SQLite does not wait by itself for another program that makes a database.
const (
	makeTries = 100
	makeWait  = 50 * time.Millisecond
)

func makeArchive(ctx context.Context, path string) (*Archive, error) {
	a := fileArchive(path)
	err := a.make(ctx, "mode=rwc&")
	if err == nil {
		a.readers, err = a.pool(ctx, "mode=rw&"+readerSetup, readerPragmas)
	}
	if err == nil {
		err = check(ctx, a.readers, path)
	}
	if err != nil {
		a.Close()
		return nil, fmt.Errorf("making the archive %s: %w", path, inWords(err))
	}
	return a, nil
}

// Open opens the archive at path. If there is none the error is a
// *NoArchiveError, if the file is something else a *NotArchiveError. One that an
// older alai has made is copied and upgraded first, see [Archive.Upgraded]; where
// that cannot be the error is an *OldError.
func Open(ctx context.Context, path string) (*Archive, error) {
	a, err := openAsIs(ctx, path)
	var old *oldError
	if !errors.As(err, &old) {
		return a, err
	}
	done, err := upgrade(ctx, path, old.version)
	if err != nil {
		return nil, err
	}
	a, err = openAsIs(ctx, path)
	if err == nil {
		a.upgraded = done
	}
	return a, err
}

// Upgraded tells what was done to the archive when it was opened; nil where it was
// of this version.
func (a *Archive) Upgraded() *Upgrade { return a.upgraded }

// openAsIs opens an archive of this version.
func openAsIs(ctx context.Context, path string) (*Archive, error) {
	return openFile(ctx, path, func(a *Archive, mode string) (*sql.DB, error) {
		return a.pool(ctx, mode+readerSetup, readerPragmas)
	}, check)
}

// openFile opens a file for reading by connect, if it is what check looks for.
func openFile(ctx context.Context, path string, connect func(a *Archive, mode string) (*sql.DB, error),
	check func(context.Context, querier, string) error) (*Archive, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &NoArchiveError{path}
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, &NotArchiveError{Path: path, Msg: "it is a folder"}
	case !info.Mode().IsRegular():
		return nil, &NotArchiveError{Path: path, Msg: "it is a device, a pipe or a socket"}
	}
	a := fileArchive(path)
	a.file = info
	open := func(mode string) error {
		if a.readers, err = connect(a, mode); err == nil {
			err = check(ctx, a.readers, path)
		}
		return err
	}
	// An archive that nobody can write to is read as it stands, unless a writer
	// has left its log behind: SQLite could not make the files through which
	// readers and writers agree, or would leave them as read-only as the archive.
	_, logErr := os.Stat(path + "-wal")
	alone := errors.Is(logErr, fs.ErrNotExist)
	if alone && isReadOnly(path) {
		err = open("mode=ro&immutable=1&")
	} else if err = open("mode=rw&"); alone && cannotOpen(err) {
		a.Close() // a folder that cannot be written to
		err = open("mode=ro&immutable=1&")
	}
	if err != nil {
		a.Close()
		return nil, openError(path, err)
	}
	return a, nil
}

// isReadOnly reports whether the archive's file cannot be written to.
func isReadOnly(path string) bool {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return true
	}
	file.Close()
	return false
}

// openError is the error of a file that cannot be opened as an archive.
func openError(path string, err error) error {
	var corrupt *CorruptError
	var not *NotArchiveError
	switch {
	case errors.As(inWords(err), &corrupt) && !isMarked(path):
		return &NotArchiveError{Path: path, Msg: "it is no SQLite database, or a damaged one"}
	case errors.As(err, &not):
		return err
	}
	return fmt.Errorf("opening the archive %s: %w", path, inWords(err))
}

// fileMark is what every SQLite database begins with.
const fileMark = "SQLite format 3\x00"

// isMarked reports whether the file begins as a database with the mark of an
// archive.
func isMarked(path string) bool {
	const mark = 68 // where SQLite keeps the application's id
	var head [mark + 4]byte
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	_, err = io.ReadFull(file, head[:])
	return err == nil && bytes.HasPrefix(head[:], []byte(fileMark)) && binary.BigEndian.Uint32(head[mark:]) == applicationID
}

var memories atomic.Int64

// Memory makes an archive that lies in memory and is gone once it is closed.
func Memory(ctx context.Context) (*Archive, error) {
	name := fmt.Sprintf("file:/alai-%d", memories.Add(1)) // the leading slash makes all connections share it
	a := newArchive(func(options string) string { return name + "?vfs=memdb&" + options })
	err := a.make(ctx, "")
	if err == nil {
		a.readers, err = a.pool(ctx, readerSetup, readerPragmas)
	}
	if err == nil {
		a.keep, err = a.readers.Conn(ctx)
	}
	if err == nil {
		err = a.keep.Raw(unbound)
	}
	if err != nil {
		a.Close()
		return nil, fmt.Errorf("making a temporary archive: %w", inWords(err))
	}
	return a, nil
}

func newArchive(dsn func(string) string) *Archive { return &Archive{dsn: dsn} }

// fileArchive returns the archive at a path, which is still to be opened.
func fileArchive(path string) *Archive { return &Archive{dsn: fileDSN(path), path: path} }

// fileDSN returns the data source names of a file.
func fileDSN(path string) func(options string) string {
	escaped := url.PathEscape(path)
	return func(options string) string { return "file:" + escaped + "?" + options }
}

// pool opens a pool of connections, and one of them.
func (a *Archive) pool(ctx context.Context, options, pragmas string) (*sql.DB, error) {
	pool := sql.OpenDB(newConnector(a.dsn(options), pragmas))
	if err := pool.PingContext(ctx); err != nil {
		pool.Close()
		return nil, err
	}
	return pool, nil
}

// openWriter opens the writer.
func (a *Archive) openWriter(ctx context.Context, options string) (err error) {
	a.writer, err = a.pool(ctx, options+writerSetup, writerPragmas)
	if err != nil {
		return err
	}
	a.writer.SetMaxOpenConns(1)
	return a.there()
}

// isThere reports whether the file that was opened first is still the archive, and
// always was. SQLite would go on with one that was removed or replaced, and all that is
// written to it would be gone; and of several connections each would have the file that
// there was when it was made.
func (a *Archive) isThere() bool {
	if a.path == "" {
		return true
	}
	now, err := os.Stat(a.path)
	if err == nil && a.file == nil {
		a.file = now
	}
	if err != nil || !os.SameFile(now, a.file) {
		a.gone.Store(true)
	}
	return !a.gone.Load()
}

// there is isThere for those who write: its error says that it is not.
func (a *Archive) there() error {
	if !a.isThere() {
		return &GoneError{Path: a.path, Written: true}
	}
	return nil
}

// make opens the writer, and makes the tables where there are none.
func (a *Archive) make(ctx context.Context, options string) error {
	if err := a.openWriter(ctx, options); err != nil {
		return err
	}
	tx, err := a.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	var objects int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_schema").Scan(&objects); err != nil || objects > 0 {
		return err
	}
	if _, err := tx.ExecContext(ctx, alai.Schema); err != nil {
		return err
	}
	return tx.Commit()
}

// check reports whether the database is an archive that this version can read.
func check(ctx context.Context, pool querier, path string) error {
	// In one statement, as another program may be making the archive.
	var id, version, objects int
	err := pool.QueryRowContext(ctx, `SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)
		FROM pragma_application_id, pragma_user_version`).Scan(&id, &version, &objects)
	switch {
	case err != nil:
		return err
	case id == 0 && version == 0:
		return &NotArchiveError{Path: path, Msg: "it is an SQLite database without an archive", unmade: objects == 0}
	case id != applicationID:
		return &NotArchiveError{Path: path, Msg: "it is another program's SQLite database"}
	case version > Version:
		return &NotArchiveError{Path: path, Msg: fmt.Sprintf("it is of version %d, from a newer alai; this one reads versions up to %d", version, Version)}
	}
	if err := checkSchema(ctx, pool, path); err != nil {
		return err
	}
	if version < Version {
		return &oldError{version}
	}
	return nil
}

// An oldError is the error of an archive that has to be upgraded first.
type oldError struct{ version int }

func (e *oldError) Error() string { return fmt.Sprintf("it is of version %d", e.version) }

// Close closes the archive. An import that is under way is rolled back.
func (a *Archive) Close() error {
	var errs []error
	if a.indexer != nil {
		errs = append(errs, a.indexer.stop())
	}
	if a.keep != nil {
		errs = append(errs, a.keep.Close())
	}
	for _, pool := range []*sql.DB{a.readers, a.writer} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	a.keep, a.readers, a.writer = nil, nil, nil
	if a.gone.Load() {
		errs = append(errs, a.removeLog())
	}
	return errors.Join(errs...)
}

// noteLog notes which file the log is, while a transaction is open.
func (a *Archive) noteLog() {
	if a.path != "" && a.log == nil {
		a.log, _ = os.Stat(a.path + "-wal") // without one there is none to remove
	}
}

// removeLog removes the log of an archive that is at its path no more, unless it is
// another one's by now: whoever opens what is there instead would take it for its own.
func (a *Archive) removeLog() error {
	now, err := os.Stat(a.path + "-wal")
	if err != nil || a.log == nil || !os.SameFile(now, a.log) {
		return nil
	}
	return errors.Join(os.Remove(a.path+"-wal"), os.Remove(a.path+"-shm"))
}

// A NoArchiveError is the error of a path at which there is no archive.
type NoArchiveError struct{ Path string }

func (e *NoArchiveError) Error() string { return fmt.Sprintf("there is no archive %s", e.Path) }

// A NotArchiveError is the error of a file that is no archive, or one that this
// version cannot read.
type NotArchiveError struct {
	Path string
	Msg  string // what it is instead, in words

	unmade bool // it is empty: its making was broken off, or is under way
}

func (e *NotArchiveError) Error() string {
	return fmt.Sprintf("%s is not an archive: %s", e.Path, e.Msg)
}

// A BusyError is the error of an archive that someone else is writing to.
type BusyError struct{ Err error }

func (e *BusyError) Error() string { return "the archive is being written to by another import" }
func (e *BusyError) Unwrap() error { return e.Err }

// A FullError is the error of a disk without room for the archive.
type FullError struct{ Err error }

func (e *FullError) Error() string { return "the disk is full" }
func (e *FullError) Unwrap() error { return e.Err }

// A ReadOnlyError is the error of an archive that cannot be written to.
type ReadOnlyError struct{ Err error }

func (e *ReadOnlyError) Error() string { return "the archive cannot be written to" }
func (e *ReadOnlyError) Unwrap() error { return e.Err }

// A GoneError is the error of an archive that somebody has removed, or put another
// file in the place of, while it was open.
type GoneError struct {
	Path    string
	Written bool // it was written to
}

func (e *GoneError) Error() string {
	if !e.Written {
		return fmt.Sprintf("the archive %s was removed or replaced while it was read", e.Path)
	}
	return fmt.Sprintf("the archive %s was removed or replaced while it was written to; what was written is not there", e.Path)
}

// A DiskError is the error of a disk that could not be read or written.
type DiskError struct{ Err error }

func (e *DiskError) Error() string {
	return fmt.Sprintf("the archive could not be read or written (%v)", e.Err)
}
func (e *DiskError) Unwrap() error { return e.Err }

// A CorruptError is the error of an archive that is damaged.
type CorruptError struct{ Err error }

func (e *CorruptError) Error() string {
	return fmt.Sprintf("the archive is damaged (%s)", toPlain(e.Err.Error()))
}
func (e *CorruptError) Unwrap() error { return e.Err }
