package db

import (
	"compress/gzip"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// oldArchives are the archives that former versions of the schema have made, one
// each, by their versions.
func oldArchives(t *testing.T) map[int]string {
	t.Helper()
	list := make(map[int]string)
	for v := 1; v < Version; v++ {
		in, err := os.Open(fmt.Sprintf("../testdata/archives/v%d.db.gz", v))
		if err != nil {
			t.Fatal(err)
		}
		defer in.Close()
		z, err := gzip.NewReader(in)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		list[v] = filepath.Join(t.TempDir(), "old.db")
		if err := os.WriteFile(list[v], b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return list
}

// An archive of every former version is copied, and then is as one made by this
// version.
func TestUpgrade(t *testing.T) {
	for version, path := range oldArchives(t) {
		before, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		kept := fmt.Sprintf("%s.v%d", path, version)
		if up := a.Upgraded(); up == nil || *up != (Upgrade{version, Version, kept}) {
			t.Errorf("version %d: %+v was done", version, up)
		}
		want, got := fileContents(t, writeFile(t, before)), fileContents(t, kept)
		if !slices.Equal(got, want) {
			t.Errorf("version %d: the copy is not the archive", version)
		}
		if len(want) < 300 {
			t.Errorf("the archive of version %d holds %d rows only", version, len(want))
		}
		if got, want := schemaOf(t, path), schemaOf(t, newArchiveFile(t)); !slices.Equal(got, want) {
			t.Errorf("version %d: the schema is\n%s\nwant\n%s", version, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		differences, err := a.Recompute(t.Context())
		if err != nil || len(differences) > 0 {
			t.Errorf("version %d: the statistics: %v %v", version, differences, err)
		}
		again, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer again.Close()
		if again.Upgraded() != nil {
			t.Errorf("version %d: it was upgraded twice", version)
		}
	}
}

// Where the copy cannot be made nothing is changed, and the error says what to do.
func TestUpgradeRefused(t *testing.T) {
	for version, path := range oldArchives(t) {
		before := fileContents(t, path)
		inTheWay := fmt.Sprintf("%s.v%d.part", path, version)
		if err := os.MkdirAll(filepath.Join(inTheWay, "x"), 0o755); err != nil {
			t.Fatal(err)
		}
		var old *OldError
		if _, err := Open(t.Context(), path); !errors.As(err, &old) || old.Version != version {
			t.Errorf("version %d: %v", version, err)
		}
		if !slices.Equal(fileContents(t, path), before) {
			t.Errorf("version %d has changed", version)
		}
		os.RemoveAll(inTheWay)
		// What stands where the copy would is not written over.
		if err := os.WriteFile(fmt.Sprintf("%s.v%d", path, version), []byte("mine"), 0o644); err != nil {
			t.Fatal(err)
		}
		a, err := Open(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		defer a.Close()
		if up, want := a.Upgraded(), fmt.Sprintf("%s.v%d-2", path, version); up == nil || up.Copy != want {
			t.Errorf("version %d: the copy is %+v, want %s", version, up, want)
		}
	}
}

// An upgrade that fails leaves no copy, however often it is tried.
func TestUpgradeFails(t *testing.T) {
	for version, path := range oldArchives(t) {
		pool := sql.OpenDB(newConnector(fileDSN(path)("mode=rw"), ""))
		if _, err := pool.Exec("CREATE TABLE alias (in_the_way)"); err != nil {
			t.Fatal(err)
		}
		pool.Close()
		for range 2 {
			if _, err := Open(t.Context(), path); !errors.As(err, new(*OldError)) {
				t.Errorf("version %d: %v", version, err)
			}
		}
		if left, _ := filepath.Glob(path + ".v*"); len(left) > 0 {
			t.Errorf("version %d: there are %v", version, left)
		}
	}
}

// Of several that open an old archive at once one upgrades it.
func TestUpgradeAtOnce(t *testing.T) {
	for version, path := range oldArchives(t) {
		const many = 8
		errs := make(chan error, many)
		for range many {
			go func() {
				a, err := Open(context.Background(), path)
				if err == nil {
					err = a.Close()
				}
				errs <- err
			}()
		}
		for range many {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		if kept, _ := filepath.Glob(path + ".v*"); len(kept) != 1 {
			t.Errorf("version %d: the copies are %v, want one", version, kept)
		}
	}
}

// Every version has its statements.
func TestUpgradesKnown(t *testing.T) {
	for v := 2; v <= Version; v++ {
		if upgrades[v] == "" {
			t.Errorf("nothing brings an archive to version %d", v)
		}
	}
}

func writeFile(t *testing.T, b []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(path, b, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

func newArchiveFile(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "new.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

// rawPool opens a database as it is.
func rawPool(t *testing.T, path string) *sql.DB {
	t.Helper()
	pool := sql.OpenDB(newConnector(fileDSN(path)("mode=ro"), ""))
	t.Cleanup(func() { pool.Close() })
	return pool
}

// schemaOf lists what there is in a database, columns of tables and statements.
func schemaOf(t *testing.T, path string) []string {
	t.Helper()
	return textRows(t, rawPool(t, path), `SELECT concat_ws(' ', type, name, tbl_name, sql) FROM sqlite_schema ORDER BY type, name`)
}

// fileContents lists all rows of all tables.
func fileContents(t *testing.T, path string) (all []string) {
	t.Helper()
	pool := rawPool(t, path)
	for _, table := range textRows(t, pool, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name") {
		columns := textRows(t, pool, "SELECT 'quote(\"' || name || '\")' FROM pragma_table_info(?)", table)
		all = append(all, textRows(t, pool, "SELECT concat_ws(' ', '"+table+"', "+strings.Join(columns, ", ")+`) AS row FROM "`+table+`" ORDER BY row`)...)
	}
	return all
}

func textRows(t *testing.T, pool *sql.DB, query string, args ...any) (list []string) {
	t.Helper()
	rows, err := pool.Query(query, args...)
	if err == nil {
		err = each(rows, func() error {
			var s string
			err := rows.Scan(&s)
			list = append(list, strings.Join(strings.Fields(s), " "))
			return err
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return list
}
