package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"testing"
	"time"

	"alai/cmd/alai/tui"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain lets scripts run this very program as alai.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"alai": main, "panicking": panicking})
}

// panicking replays game 5 of the archive, and panics when it is to go on to the next.
func panicking() {
	ctx, s := context.Background(), standardStreams()
	err := tui.Run(ctx, tui.Games{Load: func(at int) (*tui.Game, error) {
		if at > 0 {
			panic("cannot go on")
		}
		game, err := archivedGame(ctx, s, &archiveFile{}, 5)
		if err != nil {
			return nil, err
		}
		return replayed(game, clean)
	}}, tui.Options{Pace: time.Second, Clean: clean})
	os.Exit(s.exit(ctx, err))
}

// TestScripts runs the stories of testdata/script, which specify the command line.
func TestScripts(t *testing.T) {
	const dir = "../../testdata/script"
	if scripts, _ := filepath.Glob(dir + "/*.txtar"); len(scripts) == 0 {
		t.Fatalf("no scripts in %s", dir)
	}
	programsOf(t, dir)
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: dir,
		Setup: func(env *testscript.Env) error {
			env.Setenv("REFEREE", filepath.Join(testdata, "referee"))
			env.Setenv("INVALID", filepath.Join(testdata, "invalid"))
			env.Setenv("ALAI_DB", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": expectStatus, "sql": runSQL, "harm": harmFile},
		// UPDATE_SCRIPTS=1 go test rewrites what cmp compares with; look at the difference.
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// needPrograms is the variable that makes a missing program an error.
const needPrograms = "ALAI_NEED_PROGRAMS"

// needed finds a program that a test runs, or skips the test where there is none and
// nobody needs it.
func needed(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	switch {
	case err == nil:
	case programsNeeded():
		t.Fatalf("there is no %s, which this is to be tested with: apt-get install %[1]s", name)
	default:
		t.Skipf("NOT TESTED: there is no %s here (apt-get install %[1]s)", name)
	}
	return path
}

func programsNeeded() bool { return os.Getenv(needPrograms) != "" || os.Getenv("CI") != "" }

// programsOf holds that the programs are there that lines of scripts are skipped without,
// where they are needed.
func programsOf(t *testing.T, dir string) {
	t.Helper()
	if !programsNeeded() {
		return
	}
	scripts, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, script := range scripts {
		text, err := os.ReadFile(filepath.Join(dir, script.Name()))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\[exec:([^\]]+)\]`).FindAllStringSubmatch(string(text), -1) {
			if _, err := exec.LookPath(m[1]); err != nil {
				t.Fatalf("%s: there is no %s", script.Name(), m[1])
			}
		}
	}
}

// expectStatus is the script command "status N PROGRAM ARG...": run the program
// and expect exit status N.
func expectStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N PROGRAM ARG...")
	}
	got := 0
	err := ts.Exec(args[1], args[2:]...)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if want := args[0]; strconv.Itoa(got) != want {
		ts.Fatalf("exit status %d, want %s", got, want)
	}
}

// runSQL is the script command "sql FILE STATEMENT": change a database behind its
// program's back.
func runSQL(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sql FILE STATEMENT")
	}
	db, err := sql.Open("sqlite3", ts.MkAbs(args[0]))
	ts.Check(err)
	_, err = db.Exec("PRAGMA ignore_check_constraints = ON; " + args[1])
	ts.Check(errors.Join(err, db.Close()))
}

// harmFile is the script command "harm FILE root TABLE", which makes the page on which
// a table begins zeros, "harm FILE cut SIZE", which cuts a file off, and "harm FILE text
// TEXT", which changes a letter in the middle of what stands in it.
func harmFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 || !slices.Contains([]string{"root", "cut", "text"}, args[1]) {
		ts.Fatalf("usage: harm FILE root TABLE, harm FILE cut SIZE, or harm FILE text TEXT")
	}
	path := ts.MkAbs(args[0])
	switch args[1] {
	case "cut":
		size, err := strconv.ParseInt(args[2], 10, 64)
		ts.Check(err)
		ts.Check(os.Truncate(path, size))
		return
	case "text":
		b, err := os.ReadFile(path)
		ts.Check(err)
		was := []byte(args[2])
		if !bytes.Contains(b, was) {
			ts.Fatalf("%s has no %q", args[0], was)
		}
		is := bytes.Clone(was)
		is[len(is)/2] = '%'
		ts.Check(os.WriteFile(path, bytes.ReplaceAll(b, was, is), 0o666))
		return
	}
	pool, err := sql.Open("sqlite3", path)
	ts.Check(err)
	defer pool.Close()
	var page, size int
	ts.Check(pool.QueryRow("SELECT rootpage, page_size FROM sqlite_schema, pragma_page_size WHERE name = ?", args[2]).Scan(&page, &size))
	ts.Check(pool.Close())
	b, err := os.ReadFile(path)
	ts.Check(err)
	clear(b[(page-1)*size : page*size])
	ts.Check(os.WriteFile(path, b, 0o666))
}
