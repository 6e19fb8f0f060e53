package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
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
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"status": expectStatus},
		// UPDATE_SCRIPTS=1 go test rewrites what cmp compares with; look at the difference.
		UpdateScripts:       os.Getenv("UPDATE_SCRIPTS") != "",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
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
