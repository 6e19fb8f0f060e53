package db

import (
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
)

// made makes an archive of two games, and then changes it as any SQLite program can.
func made(t *testing.T, change string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "alai.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	bring(t, a, "f", "[Game \"Adji-Boto\"]\n\n1. A b *\n\n[Game \"Adji-Boto\"]\n\n1. A c *\n", ImportOptions{})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	other, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	if _, err := other.ExecContext(t.Context(), change); err != nil {
		t.Fatal(err)
	}
	return path
}

func countGames(t *testing.T, a *Archive) (n int) {
	t.Helper()
	if err := a.Games(t.Context(), Filter{}, Order{}, 0, func(*Game) error { n++; return nil }); err != nil {
		t.Fatal(err)
	}
	return n
}

// endless is a query that never ends.
const endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i FROM n) SELECT i"

// Nothing runs that a stranger has put into the tables' schema.
func TestHostileSchema(t *testing.T) {
	for name, test := range map[string]struct{ change, want string }{
		"a trigger": {"CREATE TRIGGER \"a\x1bb\" AFTER INSERT ON Game BEGIN DELETE FROM game; END", "its trigger 'a\x1bb' is not alai's"},
		"a view for a table": {
			"DROP VIEW games; ALTER TABLE game RENAME TO was; CREATE VIEW GAME AS " + endless + " AS id FROM n", "its game is no table",
		},
		"a virtual table": {"DROP TABLE standing; CREATE VIRTUAL TABLE standing USING fts3(ruleset)", "its standing is no table"},
		"a generated column": {
			"ALTER TABLE game ADD COLUMN heavy TEXT AS (hex(zeroblob(4)))", "its column game.'heavy' is made by an expression",
		},
		"an instead-of trigger of a view for a table": {
			"DROP TABLE standing; CREATE VIEW standing AS SELECT 1 AS ruleset; CREATE TRIGGER x INSTEAD OF INSERT ON standing BEGIN DELETE FROM game; END",
			"its trigger 'x' is not alai's",
		},
	} {
		path := made(t, test.change)
		_, err := Open(t.Context(), path)
		var not *NotArchiveError
		if !errors.As(err, &not) || not.Msg != test.want {
			t.Errorf("%s: %v, want %s", name, err, test.want)
		}
		if _, err := Create(t.Context(), path); !errors.As(err, &not) {
			t.Errorf("%s, for writing: %v", name, err)
		}
	}
}

// What is beside the tables is left alone, and so are the views for people, even
// where they never end.
func TestForeignObjects(t *testing.T) {
	path := made(t, "CREATE TABLE note (id); CREATE VIEW mine AS SELECT * FROM game; CREATE INDEX game_plies ON game (plies);"+
		"CREATE TRIGGER note_added AFTER INSERT ON note BEGIN DELETE FROM game; END; ANALYZE;"+
		"DROP VIEW games; CREATE VIEW games AS "+endless+" FROM n")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	bring(t, a, "g", "[Game \"Adji-Boto\"]\n\n1. A d *\n", ImportOptions{})
	if n := countGames(t, a); n != 3 {
		t.Errorf("%d games", n)
	}
}

// A trigger that is put in while the archive is open does not run.
func TestTriggersDoNotRun(t *testing.T) {
	path := made(t, "")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	other, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	if _, err := other.ExecContext(t.Context(), "CREATE TRIGGER x AFTER INSERT ON game BEGIN DELETE FROM game; END"); err != nil {
		t.Fatal(err)
	}
	im, err := a.BeginImport(t.Context(), "g", ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer im.Rollback()
	prepared(t, a, "g", "[Game \"Adji-Boto\"]\n\n1. A d *\n", func(p *Prepared) {
		_, err = im.Add(t.Context(), p)
	})
	if err == nil {
		err = im.Commit(t.Context(), true)
	}
	if err == nil || !strings.Contains(err.Error(), "triggers nested too deep") {
		t.Errorf("the import says %v", err)
	}
	if n := countGames(t, a); n != 2 {
		t.Errorf("%d games", n)
	}
}

// A value beyond what an archive can hold is damage, and is not brought into memory.
func TestGiantValue(t *testing.T) {
	path := made(t, "UPDATE game SET annotations = CAST(zeroblob(150000000) AS TEXT)")
	a, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	err = a.Games(t.Context(), Filter{}, Order{}, 0, func(*Game) error { return nil })
	if !errors.As(err, new(*CorruptError)) {
		t.Errorf("reading says %v", err)
	}
}

// The settings hold on every connection.
func TestDefensiveSettings(t *testing.T) {
	path := made(t, "")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	bring(t, a, "g", "", ImportOptions{}) // which opens the writer
	for name, pool := range map[string]*sql.DB{"readers": a.readers, "writer": a.writer} {
		for pragma, want := range map[string]int{"trusted_schema": 0, "cell_size_check": 1, "mmap_size": 0, "writable_schema": 0} {
			var got int
			if err := pool.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s: %s is %d, %v", name, pragma, got, err)
			}
		}
		var none any
		if err := pool.QueryRowContext(t.Context(), "SELECT load_extension('x')").Scan(&none); err == nil || !strings.Contains(err.Error(), "not authorized") {
			t.Errorf("%s: load_extension says %v", name, err)
		}
		// A function of alai's own is not for the schema to call.
		_, err := pool.ExecContext(t.Context(), "SELECT * FROM (SELECT fold('X'))")
		if err != nil {
			t.Errorf("%s: fold by itself says %v", name, err)
		}
	}
	if _, err := a.writer.ExecContext(t.Context(), "CREATE VIEW folded AS SELECT fold('X')"); err != nil {
		t.Fatal(err)
	}
	var x string
	if err := a.readers.QueryRowContext(t.Context(), "SELECT * FROM folded").Scan(&x); err == nil || !strings.Contains(err.Error(), "unsafe use of fold()") {
		t.Errorf("a view that calls fold says %v", err)
	}
}
