package db

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"alai/replay/rules"
)

// An archive whose log is lost, at whatever moment of an import, is what it was at
// some commit, or its damage is seen.
func TestLostLog(t *testing.T) {
	rng := rand.New(rand.NewPCG(11, 3))
	dir := t.TempDir()
	path := filepath.Join(dir, "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	reader, err := a.readers.BeginTx(t.Context(), nil) // so that the log is not written back to its end
	if err != nil {
		t.Fatal(err)
	}
	defer func() { reader.Rollback() }()
	r := reading(t, rules.AdjiBoto, 0, "")
	logged, fewer, torn := 0, 0, 0
	var before []byte
	for i := range 12 {
		text := ""
		for k := range 40 {
			text += randomRecord(rng, r, r.Start(), 60, fmt.Sprintf("[Round \"%d\"]\n[South \"p%d\"]\n", 1000*i+k, k))
		}
		bring(t, a, fmt.Sprint("f", i), text, ImportOptions{})
		if i%3 == 1 { // written back it is now and then
			reader.Rollback()
			if reader, err = a.readers.BeginTx(t.Context(), nil); err != nil {
				t.Fatal(err)
			}
			if _, err := a.writer.ExecContext(t.Context(), "PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := reader.ExecContext(t.Context(), "SELECT count(*) FROM game"); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(path + "-wal"); err == nil && info.Size() > 0 {
			logged++
		}
		alone := filepath.Join(dir, fmt.Sprint(i, ".db"))
		if err := os.WriteFile(alone, b, 0o600); err != nil {
			t.Fatal(err)
		}
		n, err := countAlone(t, alone)
		switch {
		case errors.As(err, new(*NotArchiveError)) && n == 0: // its making was in the log
		case err != nil:
			t.Errorf("copy %d: %v", i, err)
		case n%40 != 0:
			t.Errorf("copy %d has %d games, which no commit left", i, n)
		}
		if n < 40*(i+1) {
			fewer++
		}
		if string(before) != string(b) && err == nil {
			torn += tornFile(t, rng, alone, before, b)
		}
		before = b
	}
	if logged == 0 || fewer == 0 || torn == 0 {
		t.Errorf("%d times there was a log, %d times it held games, and %d times half of it was written back", logged, fewer, torn)
	}
}

// tornFile puts files together of pages of two states of an archive, as a log
// leaves it that is lost while it is written back, and returns how many of them are
// seen to be damaged. The others have to be sound.
func tornFile(t *testing.T, rng *rand.Rand, path string, before, after []byte) (seen int) {
	t.Helper()
	const page = 8192
	for range 5 {
		b := bytes.Clone(after)
		for at := 0; at < len(before); at += page {
			if rng.IntN(3) == 0 {
				copy(b[at:at+page], before[at:])
			}
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := countAlone(t, path)
		switch {
		case err != nil && !inPlainWords(err) && !errors.As(err, new(*faultError)):
			t.Error(err)
		case err != nil:
			seen++
		}
	}
	return seen
}

// A faultError is a fault as an error.
type faultError struct{ Fault }

func (e *faultError) Error() string { return fmt.Sprintf("%+v", e.Fault) }

// countAlone checks an archive without its log, and counts its games.
func countAlone(t *testing.T, path string) (int, error) {
	a, err := Open(t.Context(), path)
	if err != nil {
		return 0, err
	}
	defer a.Close()
	c, err := a.Check(t.Context(), func(f Fault) error { return &faultError{f} })
	return c.Games, err
}
