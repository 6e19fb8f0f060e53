package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
)

// Backup writes a copy of the archive, as it stands when it begins, to the file at
// path, which has to be empty or not there. It can run while others import; what
// they commit meanwhile is not in it. The copy is on disk when Backup returns. As
// it goes on progress, if it is not nil, is called with the number of pages copied
// and of all.
func (a *Archive) Backup(ctx context.Context, path string, progress func(done, total int)) error {
	if err := a.backup(ctx, path, progress); err != nil {
		return fmt.Errorf("copying the archive: %w", inWords(err))
	}
	return nil
}

func (a *Archive) backup(ctx context.Context, path string, progress func(done, total int)) (err error) {
	// What is broken off is thrown away: it needs no journal, and one wait for the
	// disk at the end.
	into, err := fileArchive(path).pool(ctx, "mode=rwc&_journal_mode=OFF&_synchronous=OFF", "")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, into.Close()) }()
	to, err := into.Conn(ctx)
	if err != nil {
		return err
	}
	defer to.Close()
	from, err := a.readers.Conn(ctx)
	if err != nil {
		return err
	}
	defer from.Close()
	// One transaction, so that all of the copy is one state of the archive, and that
	// it need not begin anew whenever somebody commits.
	tx, err := from.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := readRevision(ctx, tx); err != nil {
		return err
	}
	if err := copyPages(ctx, to, from, progress); err != nil {
		return err
	}
	return syncFile(path)
}

// InOrder reports, as its error, whether SQLite finds the pages and the rows of the
// archive in order; the error is a *CorruptError where they are not. It is a small
// part of what Check looks at.
func (a *Archive) InOrder(ctx context.Context) error {
	err := a.view(ctx, func(s *snapshot) error {
		var damage error
		err := eachIntegrityLine(ctx, s.tx, "quick_check(1)", func(line string) {
			if damage == nil {
				damage = &CorruptError{errors.New(line)}
			}
		})
		return cmp.Or(err, damage)
	})
	return inWords(err)
}

// copyPages copies a database into another, through a connection of each.
func copyPages(ctx context.Context, to, from *sql.Conn, progress func(done, total int)) error {
	return to.Raw(func(dest any) error {
		return from.Raw(func(source any) error {
			return onlineBackup(dest, source, func(done, total int) error {
				if progress != nil {
					progress(done, total)
				}
				return ctx.Err()
			})
		})
	})
}

// syncFile makes sure that a file and its name are on the disk.
func syncFile(path string) error {
	if err := syncOne(path); err != nil || runtime.GOOS == "windows" { // which syncs no folders
		return err
	}
	return syncOne(filepath.Dir(path))
}

func syncOne(path string) (err error) {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	return f.Sync()
}
