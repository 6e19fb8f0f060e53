package db

import (
	"errors"
	"path/filepath"
	"regexp"
	"testing"
)

// foreign matches what no message about a damaged archive may have.
var foreign = regexp.MustCompile(`sql:|constraint failed|converting driver|driver\.Value|Scan error`)

// Whatever a column holds that no archive has there, no message shows Go's or SQL's words.
func TestPlainWords(t *testing.T) {
	for _, damage := range []string{
		"UPDATE ruleset SET pits = 'x'", "UPDATE game SET line = 'x'", "UPDATE copy SET line = 'x'", "UPDATE copy SET checksum = 'x'",
		"UPDATE joined SET line = 'x'", "UPDATE alias SET spelling = x'00', name = NULL", "UPDATE reject SET number = 'x'", "UPDATE source SET path = NULL",
		"UPDATE joined SET kept = NULL", "UPDATE tally SET n = 'x'", "UPDATE game SET plies = NULL", "UPDATE archive SET revision = 'x'", "UPDATE game SET verdict = 99",
	} {
		t.Run(damage, func(t *testing.T) { testPlainWords(t, damage) })
	}
}

func testPlainWords(t *testing.T, damage string) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	fill(t, a, assorted(t))
	bring(t, a, "x", "[Event \"One\"]\n[Game \"Adji-Boto\"]\n\n1. A b 2. C *\n\n[Event \"Two\"]\n[Game \"Adji-Boto\"]\n\n1. A b 2. C *\n", ImportOptions{})
	if _, err := a.JoinDuplicates(t.Context(), Filter{}, JoinOptions{All: true}); err != nil {
		t.Fatal(err)
	}
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "Q", Name: "S"}}); err != nil {
		t.Fatal(err)
	}
	conn, err := a.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{
		"PRAGMA ignore_check_constraints = ON", "PRAGMA foreign_keys = OFF", "PRAGMA writable_schema = ON",
		"UPDATE sqlite_schema SET sql = replace(replace(replace(sql, ' STRICT, ', ' '), ' STRICT', ''), ' NOT NULL', '') WHERE type = 'table'",
		"PRAGMA writable_schema = RESET", damage,
	} {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
	conn.Close()
	told := func(what string, err error) {
		if err != nil && foreign.MatchString(err.Error()) {
			t.Errorf("%s: %v", what, err)
		}
	}
	n := 0
	_, err = a.Check(t.Context(), func(f Fault) error {
		n++
		told("a fault", errors.New(f.What))
		return nil
	})
	if err != nil || n == 0 {
		t.Errorf("Check has %d faults and %v", n, err)
	}
	told("Games", a.Games(t.Context(), Filter{}, Order{}, 0, func(*Game) error { return nil }))
	told("Copies", a.Copies(t.Context(), Filter{}, func(*Copy) error { return nil }))
	told("FurtherRecords", a.FurtherRecords(t.Context(), Filter{}, func(_, _ *Game) error { return nil }))
	_, err = a.Stats(t.Context(), Filter{})
	told("Stats", err)
	_, err = a.Aliases(t.Context())
	told("Aliases", err)
	_, err = memory(t).Merge(t.Context(), a, "a", true)
	told("Merge", err)
	_, err = a.UndoJoins(t.Context(), Filter{}, JoinOptions{All: true, DryRun: true})
	told("UndoJoins", err)
	told("Repair", a.Repair(t.Context()))
}
