//go:build cgo

package db

import (
	"cmp"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"slices"
	"strings"

	"alai/notation"

	"github.com/mattn/go-sqlite3"
)

// connector makes the connections of a pool. What a data source name cannot say
// is set here, for each connection that the pool makes.
type connector struct {
	dsn    string
	driver sqlite3.SQLiteDriver
}

// A file from elsewhere may hold a schema that calls functions, pages that were
// damaged on purpose, and values that fill the memory. What SQLite offers against
// that is set for every connection, but for SQLITE_DBCONFIG_DEFENSIVE: the driver
// cannot set it, and it guards against hostile SQL, of which none is ever run.
// Extensions cannot be loaded and double-quoted strings and memory maps are as the
// driver compiles them in.
const (
	defensive = "PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
	// The longest value and the longest row, in bytes. The longest that is stored is
	// what is wrong with a record of control characters, which JSON writes in six.
	maxValue = 8 * notation.MaxRecord
)

// newConnector returns a connector. Setup is run on each connection.
func newConnector(dsn, setup string) driver.Connector {
	c := &connector{dsn: dsn}
	c.driver.ConnectHook = func(conn *sqlite3.SQLiteConn) error {
		conn.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, maxValue)
		conn.SetLimit(sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH, 0) // the schema has no triggers
		if _, err := conn.Exec(defensive+setup, nil); err != nil {
			return err
		}
		if err := conn.RegisterFunc("names_within", namesWithinValue, true); err != nil {
			return err
		}
		return conn.RegisterFunc("fold", foldValue, true)
	}
	return c
}

func (c *connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }
func (c *connector) Driver() driver.Driver                        { return &c.driver }

// Of the file controls the driver names none.
const fcntlSizeLimit = 36 // SQLITE_FCNTL_SIZE_LIMIT

// unbound lifts the limit of 1 GiB on the size of a database in memory.
func unbound(conn any) error {
	return conn.(*sqlite3.SQLiteConn).SetFileControlInt64("main", fcntlSizeLimit, 1<<40)
}

// backupPages is how many pages are copied between two looks at whether to go on.
const backupPages = 4096

// onlineBackup copies the database of one connection into that of another. As it
// goes on it calls step, whose error breaks it off.
func onlineBackup(dest, source any, step func(done, total int) error) (err error) {
	b, err := dest.(*sqlite3.SQLiteConn).Backup("main", source.(*sqlite3.SQLiteConn), "main")
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, b.Close()) }()
	for {
		done, err := b.Step(backupPages)
		if err != nil || done {
			return err
		}
		if err := step(b.PageCount()-b.Remaining(), b.PageCount()); err != nil {
			return err
		}
	}
}

// inWords makes of an error of SQLite the one of this package that tells its
// cause, if there is one.
func inWords(err error) error {
	if inOwnWords(err) {
		return err
	}
	if unreadable(err) || notScanned(err) || violates(err) || errors.Is(err, sql.ErrNoRows) {
		if errors.As(err, new(*CorruptError)) || errors.As(err, new(*DamagedError)) || errors.As(err, new(*StatisticsError)) {
			return err
		}
		return &CorruptError{err}
	}
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code {
	case sqlite3.ErrFull:
		return &FullError{err}
	case sqlite3.ErrBusy, sqlite3.ErrLocked:
		return &BusyError{err}
	case sqlite3.ErrReadonly, sqlite3.ErrPerm:
		return &ReadOnlyError{err}
	case sqlite3.ErrIoErr:
		return &DiskError{err}
	}
	return err
}

// notScanned reports whether err says that a value is not of its column's type,
// which in an archive it always is. For that database/sql has no other sign.
func notScanned(err error) bool {
	return err != nil && strings.Contains(err.Error(), "sql: Scan error on column")
}

// violates reports whether err says that the schema does not allow a row, which it
// does of every row of an archive that nobody has damaged.
func violates(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrConstraint
}

// inOwnWords reports whether err is one that tells its cause already.
func inOwnWords(err error) bool {
	return errors.As(err, new(*FullError)) || errors.As(err, new(*BusyError)) || errors.As(err, new(*ReadOnlyError)) ||
		errors.As(err, new(*DiskError)) || errors.As(err, new(*CorruptError))
}

// damageTexts are how SQLite's errors begin that are of damage, and have no code of
// their own.
var damageTexts = []string{"no such ", "unsupported file format", "attached databases must use the same text encoding"}

// unreadable reports whether err says that a part of the file is damaged, or cannot
// be read from the disk.
func unreadable(err error) bool {
	var e sqlite3.Error
	if !errors.As(err, &e) {
		return false
	}
	switch e.Code {
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrTooBig:
		return true
	case sqlite3.ErrIoErr:
		return e.ExtendedCode == sqlite3.ErrIoErrRead || e.ExtendedCode == sqlite3.ErrIoErrShortRead
	}
	// What every archive has can be missing only where the schema is damaged, and
	// what every file of SQLite's says of itself is wrong only in a damaged one.
	return e.Code == sqlite3.ErrError && slices.ContainsFunc(damageTexts, func(text string) bool { return strings.HasPrefix(e.Error(), text) })
}

// cannotOpen reports whether err says that SQLite could not open the file.
func cannotOpen(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && (e.Code == sqlite3.ErrCantOpen || e.Code == sqlite3.ErrReadonly)
}

// notUnique reports whether err says that a row's unique value is there already.
func notUnique(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.ExtendedCode == sqlite3.ErrConstraintUnique
}

// noTransaction reports whether err says that there is no transaction to roll
// back.
func noTransaction(err error) bool {
	var e sqlite3.Error
	return errors.As(err, &e) && e.Code == sqlite3.ErrError
}
