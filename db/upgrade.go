package db

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// An Upgrade tells what was done to an archive that an older alai has made.
type Upgrade struct {
	From, To int    // versions of the schema
	Copy     string // path of the archive as it was
}

//go:embed upgrade2.sql
var upgrade2 string

// upgrades are the statements that bring an archive from the version before, by
// the version that they bring it to.
var upgrades = map[int]string{2: upgrade2}

// An OldError is the error of an archive of an older version that cannot be
// upgraded where it lies.
type OldError struct {
	Path    string
	Version int
	Err     error // why it cannot be
}

func (e *OldError) Error() string {
	return fmt.Sprintf("the archive %s is of version %d, from an older alai, and cannot be upgraded here (%v); copy it to where there is room and it can be written to, and open it there", e.Path, e.Version, e.Err)
}

func (e *OldError) Unwrap() error { return e.Err }

var errReadOnly = errors.New("the file is read-only")

// upgrade brings the archive at path to this version, after it has copied it. It
// returns nil where another program has just done it.
func upgrade(ctx context.Context, path string, version int) (*Upgrade, error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // the copy is to lie beside the archive
	}
	if isReadOnly(path) {
		return nil, &OldError{path, version, &ReadOnlyError{errReadOnly}}
	}
	done, copied, err := upgradeFrom(ctx, path)
	if err != nil {
		if copied != "" {
			os.Remove(copied) // of an archive that is as it was
		}
		return nil, &OldError{path, version, inWords(err)}
	}
	return done, nil
}

// upgradeFrom returns the path of the copy, too, once there is one.
func upgradeFrom(ctx context.Context, path string) (done *Upgrade, copied string, err error) {
	a := fileArchive(path)
	defer func() { err = errors.Join(err, a.Close()) }()
	err = a.transaction(ctx, false, func(w *writer) (err error) {
		var from int
		if err := w.conn.QueryRowContext(ctx, "PRAGMA user_version").Scan(&from); err != nil || from >= Version {
			return err
		}
		// Nobody else changes the archive until the transaction ends: the copy holds all
		// of it.
		if copied, err = keepCopy(ctx, a, path, from); err != nil {
			return err
		}
		for v := from + 1; v <= Version; v++ {
			if err := upgradeTo(ctx, w.conn, v); err != nil {
				return err
			}
		}
		done = &Upgrade{from, Version, copied}
		return nil
	})
	return done, copied, err
}

// upgradeTo brings an archive of the version before to a version.
func upgradeTo(ctx context.Context, conn *sql.Conn, version int) error {
	if upgrades[version] == "" {
		return fmt.Errorf("nothing is known of version %d", version-1)
	}
	if _, err := conn.ExecContext(ctx, upgrades[version]); err != nil {
		return err
	}
	_, err := conn.ExecContext(ctx, fmt.Sprintf("PRAGMA user_version = %d", version))
	return err
}

// keepCopy copies an archive into a file beside it whose name tells the version,
// and returns its path. The file appears there once it is complete.
func keepCopy(ctx context.Context, a *Archive, path string, version int) (kept string, err error) {
	kept, err = freePath(fmt.Sprintf("%s.v%d", path, version))
	if err != nil {
		return "", err
	}
	part := kept + ".part" // of an upgrade that was broken off, if it is there
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if a.readers, err = a.pool(ctx, "mode=rw&"+readerSetup, ""); err != nil {
		return "", err
	}
	if err := a.Backup(ctx, part, nil); err != nil {
		os.Remove(part)
		return "", err
	}
	if err := os.Rename(part, kept); err != nil {
		return "", err
	}
	return kept, syncFile(kept)
}

// freePath returns the path, or where something stands there the first with a
// number behind it at which nothing does.
func freePath(path string) (string, error) {
	free := path
	for n := 2; ; n++ {
		_, err := os.Lstat(free)
		if errors.Is(err, fs.ErrNotExist) {
			return free, nil
		}
		if err != nil {
			return "", err
		}
		free = fmt.Sprintf("%s-%d", path, n)
	}
}
