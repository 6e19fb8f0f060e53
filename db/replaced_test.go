package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"alai/replay/rules"
)

// archiveOf makes an archive of random games, which so many batches brought, and
// damages it by statements.
func archiveOf(t *testing.T, path string, batches int, statements ...string) {
	t.Helper()
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	rng := rand.New(rand.NewPCG(uint64(batches), 3))
	for i := range batches {
		r := rules.Standard(rules.AdjiBoto, 0)
		bring(t, a, fmt.Sprint(i), randomRecord(rng, r, r.Start(), 20, ""), ImportOptions{})
	}
	damage(t, a, statements...)
}

// TestReadReplaced: an archive that is no longer at its place while it is open is an
// error for all who read it, at once and for good; nobody sees two archives as one.
func TestReadReplaced(t *testing.T) {
	for name, replace := range map[string]func(path string) error{
		"replaced": func(path string) error { return os.Rename(path+".other", path) },
		"removed":  os.Remove,
		"removed with its log": func(path string) error {
			return errors.Join(os.Remove(path), os.RemoveAll(path+"-wal"), os.RemoveAll(path+"-shm"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			archiveOf(t, path, 1)
			archiveOf(t, path+".other", 2)
			a, err := Open(t.Context(), path)
			if err != nil {
				t.Fatal(err)
			}
			defer a.Close()
			if _, err := a.Stats(t.Context(), Filter{}); err != nil {
				t.Fatal(err)
			}
			if err := os.Link(path, path+".kept"); err != nil {
				t.Fatal(err)
			}
			if err := replace(path); err != nil {
				t.Fatal(err)
			}
			ask := func() {
				t.Helper()
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				_, stats := a.Stats(ctx, Filter{})
				_, revision := a.State(ctx)
				for _, err := range []error{stats, revision} {
					if gone := new(GoneError); !errors.As(err, &gone) || gone.Written {
						t.Errorf("the error is %v", err)
					}
				}
			}
			ask()
			if err := os.Rename(path+".kept", path); err != nil {
				t.Fatal(err)
			}
			ask() // a connection may have been made meanwhile
		})
	}
}

// TestSnapshotEnds: connections that never see the same state are not waited for.
func TestSnapshotEnds(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	archiveOf(t, path, 1)
	archiveOf(t, path+".other", 2)
	a, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.path = "" // it does not look whether the file is there
	if err := os.Rename(path+".other", path); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if err := a.snapshot(ctx, 2, func(*snapshot) error { return nil }); err == nil || ctx.Err() != nil {
		t.Errorf("the error is %v", err)
	}
}

// TestIndexRests: of an archive that cannot be read no index is made again and again.
func TestIndexRests(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	archiveOf(t, path, 1, "UPDATE ruleset SET rules = 'none=such'")
	a, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	a.readers.SetMaxIdleConns(0) // what is closed for that counts the tries
	a.KeepIndex(t.Context())
	for deadline := time.Now().Add(time.Minute); a.readers.Stats().MaxIdleClosed == 0 && time.Now().Before(deadline); {
		time.Sleep(time.Millisecond)
	}
	time.Sleep(300 * time.Millisecond)
	if closed := a.readers.Stats().MaxIdleClosed; closed == 0 || closed > 4*int64(runtime.GOMAXPROCS(0)) {
		t.Errorf("%d connections were made for the index", closed)
	}
}
