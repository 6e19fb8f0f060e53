package db

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// groupedArchive has one group of two games, a copy of each, and two aliases.
func groupedArchive(t *testing.T) *Archive {
	t.Helper()
	a := memory(t)
	bring(t, a, "x", "[Event \"One\"]\n[Game \"Adji-Boto\"]\n\n1. A b 2. C *\n\n[Event \"Two\"]\n[Game \"Adji-Boto\"]\n\n1. A b 2. C *\n\n"+
		"[Game \"Adji-Boto\"]\n\n1. A c *\n", ImportOptions{})
	bring(t, a, "y", "[Event \"One\"]\n[Game \"Adji-Boto\"]\n\n1. A {one} b 2. C *\n\n[Event \"Two\"]\n[Game \"Adji-Boto\"]\n\n1. A {two} b 2. C *\n", ImportOptions{})
	if joins, err := a.JoinDuplicates(t.Context(), Filter{}, JoinOptions{All: true}); err != nil || len(joins) != 1 {
		t.Fatal(joins, err)
	}
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "Q", Name: "S"}, {Spelling: "R", Name: "Q"}}); err != nil {
		t.Fatal(err)
	}
	if list := faults(t, a); len(list) > 0 {
		t.Fatalf("undamaged there are %+v", list)
	}
	return a
}

// TestCheckSeesAll: what is wrong outside the games is a fault that is not
// repairable, and neither it nor what other calls say of it has words of SQL.
func TestCheckSeesAll(t *testing.T) {
	for _, c := range []struct {
		damage string
		kind   FaultKind
		where  string
	}{
		{"DELETE FROM joined WHERE id = kept", FaultJoined, "joined "},
		{"DELETE FROM joined WHERE id <> kept", FaultJoined, "joined "},
		{"UPDATE joined SET kept = 3", FaultJoined, "joined "},
		{"UPDATE joined SET id = 3 WHERE id <> kept", FaultJoined, "joined 3"},
		{"UPDATE joined SET identity = (SELECT identity FROM game WHERE id = 3) WHERE id <> kept", FaultJoined, "joined "},
		{"UPDATE joined SET made = NULL", FaultJoined, "joined "},
		{"UPDATE joined SET made = 5 WHERE id <> kept", FaultJoined, "joined "},
		{"UPDATE joined SET added = '{' WHERE id = kept", FaultJoined, "joined "},
		{"UPDATE joined SET added = NULL", FaultJoined, "joined "},
		{"UPDATE joined_copy SET game = 3", FaultReference, "joined_copy "},
		{"UPDATE alias SET name = 'R' WHERE spelling = 'Q'", FaultAlias, "alias "},
		{"DELETE FROM archive", FaultDatabase, "table archive"},
	} {
		t.Run(c.damage, func(t *testing.T) {
			a := groupedArchive(t)
			damage(t, a, c.damage)
			list := faults(t, a)
			if !slices.ContainsFunc(list, func(f Fault) bool { return f.Kind == c.kind && strings.HasPrefix(f.Where, c.where) && !f.Derived }) {
				t.Errorf("there are %+v", list)
			}
			told := func(what string, err error) {
				if err != nil && foreign.MatchString(err.Error()) {
					t.Errorf("%s: %v", what, err)
				}
			}
			for _, f := range list {
				told("a fault", errors.New(f.What))
			}
			_, err := a.Count(t.Context(), Filter{})
			told("Count", err)
			_, err = a.Aliases(t.Context())
			told("Aliases", err)
			_, err = a.UndoJoins(t.Context(), Filter{}, JoinOptions{All: true, DryRun: true})
			told("UndoJoins", err)
			told("Repair", a.Repair(t.Context()))
		})
	}
}

// Readers say in words that an archive without its one row of that table is damaged.
func TestArchiveRowMissing(t *testing.T) {
	a := groupedArchive(t)
	damage(t, a, "DELETE FROM archive")
	_, err := a.Count(t.Context(), Filter{})
	if !errors.As(err, new(*CorruptError)) || foreign.MatchString(err.Error()) {
		t.Error(err)
	}
}

// Two games of one identity, where the index that keeps them apart is gone, are no
// fault that Repair makes right, and it says which they are. A game that has the
// identity of another by its column alone gets its own.
func TestEqualIdentities(t *testing.T) {
	a := memory(t)
	bring(t, a, "x", plain, ImportOptions{})
	columns := strings.TrimPrefix(rowColumns, "id, ")
	damage(t, a, "DROP INDEX game_identity", "INSERT INTO game (id, "+columns+") SELECT 70, "+columns+" FROM game WHERE id = 1")
	list := faults(t, a)
	if !slices.Contains(list, Fault{FaultGame, "game 70", "it is the same game as game 1", false}) {
		t.Errorf("there are %+v", list)
	}
	err := a.Repair(t.Context())
	var damaged *DamagedError
	if !errors.As(err, &damaged) || damaged.ID != 70 || foreign.MatchString(err.Error()) {
		t.Errorf("Repair: %v", err)
	}

	a = memory(t)
	bring(t, a, "x", "[Game \"Adji-Boto\"]\n\n1. A b *\n\n[Game \"Adji-Boto\"]\n\n1. A c *\n", ImportOptions{})
	damage(t, a, "DROP INDEX game_identity", "UPDATE game SET identity = (SELECT identity FROM game WHERE id = 1)")
	if list := faults(t, a); len(list) == 0 || slices.ContainsFunc(list, func(f Fault) bool { return !f.Derived }) {
		t.Errorf("there are %+v", list)
	}
	if err := a.Repair(t.Context()); err != nil {
		t.Error(err)
	}
	if list := faults(t, a); len(list) > 0 {
		t.Errorf("after the repair there are %+v", list)
	}
}

// AddAliases takes of aliases that are each other's those that can be.
func TestAddAliases(t *testing.T) {
	from, to := groupedArchive(t), memory(t)
	damage(t, from, "UPDATE alias SET name = 'R' WHERE spelling = 'Q'")
	if _, err := to.SetAliases(t.Context(), []Alias{{Spelling: "T", Name: "U"}}); err != nil {
		t.Fatal(err)
	}
	if err := to.AddAliases(t.Context(), from); err != nil {
		t.Fatal(err)
	}
	list, err := to.Aliases(t.Context())
	if want := []Alias{{Spelling: "Q", Name: "R"}, {Spelling: "T", Name: "U"}}; err != nil || !slices.Equal(list, want) {
		t.Errorf("%+v, %v", list, err)
	}
	if list := faults(t, to); len(list) > 0 {
		t.Errorf("there are %+v", list)
	}
}
