package db

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// assorted are records of every kind, with copies of some and with rejects; first
// a complete game.
func assorted(t testing.TB) []string {
	t.Helper()
	var texts []string
	for _, file := range []string{"referee/mancalagames/endodoi6.mgn", "referee/ludii/adjiboto.mgn", "invalid/contradiction.mgn", "invalid/illegal.mgn", "invalid/malformed.mgn"} {
		text, err := os.ReadFile(filepath.Join("../testdata", file))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	again := strings.Replace(plain, "1. D", "1. {a comment} D", 1)
	return append(texts, everyTag, plain, plain, again, "[Event \"a\"]\n[Event \"b\"]\n[Game \"Adji-Boto\"]\n[X \"1\"]\n\n1. A a *\n")
}

// fill archives the texts, each as a source of its own, contradictions too.
func fill(t testing.TB, a *Archive, texts []string) {
	t.Helper()
	for i, text := range texts {
		bring(t, a, fmt.Sprint("file", i), text, ImportOptions{AcceptContradiction: i%2 == 0})
	}
}

// damage runs statements on an archive, without its checks.
func damage(t testing.TB, a *Archive, statements ...string) {
	t.Helper()
	conn, err := a.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, s := range append([]string{"PRAGMA ignore_check_constraints = ON", "PRAGMA foreign_keys = OFF"}, statements...) {
		if _, err := conn.ExecContext(t.Context(), s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func TestCheckCounts(t *testing.T) {
	a := memory(t)
	fill(t, a, assorted(t))
	c, err := a.Check(t.Context(), func(f Fault) error { return fmt.Errorf("%+v", f) })
	var want Checked
	if err := a.readers.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM game), (SELECT count(*) FROM copy), (SELECT count(*) FROM reject),
		(SELECT count(*) FROM player) + (SELECT count(*) FROM event) + (SELECT count(*) FROM site),
		(SELECT count(*) FROM position) + (SELECT count(*) FROM opening) + (SELECT count(*) FROM tally) + (SELECT count(*) FROM standing)`).
		Scan(&want.Games, &want.Copies, &want.Rejects, &want.Names, &want.Statistics); err != nil {
		t.Fatal(err)
	}
	if err != nil || c != want || c.Copies == 0 || c.Rejects == 0 {
		t.Errorf("%+v, want %+v, %v", c, want, err)
	}
	stop := errors.New("enough")
	damage(t, a, "UPDATE game SET checksum = 0")
	if _, err := a.Check(t.Context(), func(Fault) error { return stop }); err != stop {
		t.Errorf("an error of yield: %v", err)
	}
}

// Each damage is found, where it is, and what follows from the records is made
// right again: the archive is then what it was.
func TestRepair(t *testing.T) {
	for _, c := range []struct {
		damage, kind, where string
		remains             bool // it is in a record
	}{
		{"UPDATE game SET verdict = 5 WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET verdict = 99 WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET result = 4 WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET south_score = 7 WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET south_score = NULL, north_score = NULL WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET plies = plies + 1 WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET north_first = 1 WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET identity = x'00112233445566778899aabbccddeeff' WHERE id = 1", "game", "game 1", false},
		{"UPDATE game SET date_from = 19000101 WHERE date IS NOT NULL", "game", "game ", false},
		{"UPDATE game SET event = NULL WHERE all_tags IS NOT NULL AND event IS NOT NULL", "game", "game ", false},
		{"UPDATE player SET folded = 'x' WHERE id = 1", "name", "player 1", false},
		{"UPDATE site SET folded = 'x' WHERE id = 1", "name", "site 1", false},
		{"UPDATE tally SET n = n + 1 WHERE measure = 'plies'", "statistics", "tally of ruleset", false},
		{"DELETE FROM position", "statistics", "position of ruleset", false},
		{"UPDATE opening SET draws = draws + 1", "statistics", "opening of ruleset", false},
		{"INSERT INTO standing VALUES (1, 1, 1, 1, 0, 0, 0, 0, 0)", "statistics", "standing of ruleset", false},
		{"INSERT INTO standing VALUES (1, 999, 1, 1, 0, 0, 0, 0, 0)", "reference", "table standing", false},
		{"DROP INDEX game_identity", "index", "index game_identity", false},

		{"UPDATE game SET moves = CAST(x'31' || moves AS BLOB) WHERE id = 1", "game", "game 1", true},
		{"UPDATE game SET checksum = checksum + 1 WHERE id = 1", "game", "game 1", true},
		{"UPDATE game SET ruleset = 99 WHERE id = 1", "game", "game 1", true},
		{"UPDATE game SET tags = '[[\"X\",\"2\"]]' WHERE id = 1", "game", "game 1", true},
		{"UPDATE player SET name = 'Nobody', folded = 'nobody' WHERE id = (SELECT south FROM game WHERE id = 1)", "game", "game 1", true},
		{"DELETE FROM source WHERE id = 1", "game", "game 1", true},
		{"UPDATE ruleset SET pits = 99 WHERE id = 1", "ruleset", "ruleset 1", true},
		{"UPDATE copy SET text = 'x' WHERE text IS NOT NULL", "copy", "copy ", true},
		{"UPDATE copy SET checksum = checksum + 1 WHERE text IS NULL", "copy", "copy ", true},
		{"UPDATE copy SET game = 999", "reference", "copy ", true},
		{"UPDATE reject SET text = CAST(text || x'20' AS BLOB) WHERE id = 1", "reject", "reject 1", true},
		{"UPDATE reject SET problems = '{' WHERE id = 1", "reject", "reject 1", true},
		{"UPDATE reject SET kind = 'complete' WHERE id = 1", "reject", "reject 1", true},
	} {
		t.Run(c.damage, func(t *testing.T) {
			a := memory(t)
			fill(t, a, assorted(t))
			was := dump(t, a)
			damage(t, a, c.damage)
			if slices.Equal(dump(t, a), was) && !strings.HasPrefix(c.damage, "DROP") {
				t.Fatal("nothing was damaged")
			}
			found := faults(t, a)
			at := slices.IndexFunc(found, func(f Fault) bool { return string(f.Kind) == c.kind && strings.HasPrefix(f.Where, c.where) })
			if at < 0 || found[at].Derived == c.remains || found[at].What == "" {
				t.Fatalf("found %+v", found)
			}
			if err := a.Repair(t.Context()); err != nil {
				t.Fatal(err)
			}
			left := faults(t, a)
			switch repaired := dump(t, a); {
			case !c.remains && (len(left) > 0 || !slices.Equal(repaired, was)):
				t.Errorf("after the repair there are left %+v; as it was: %v", left, slices.Equal(repaired, was))
			case c.remains:
				if slices.ContainsFunc(left, func(f Fault) bool { return f.Derived }) || len(left) == 0 {
					t.Errorf("after the repair there are left %+v", left)
				}
				if err := a.Repair(t.Context()); err != nil || !slices.Equal(dump(t, a), repaired) {
					t.Errorf("a second repair changes something, %v", err)
				}
			}
		})
	}
}

// What people have said of games and names is checked too: games that were joined,
// aliases, ids of players.
func TestCheckPeopleAndJoins(t *testing.T) {
	begin := func(t *testing.T) *Archive {
		a := memory(t)
		const game = "[Event \"%s\"]\n[South \"A. Player\"]\n[SouthID \"17\"]\n[Game \"Adji-Boto\"]\n\n1. A %s b 2. C *\n"
		first, second := fmt.Sprintf(game, "One", ""), fmt.Sprintf(game, "Two", "")
		bring(t, a, "x", first+"\n"+second, ImportOptions{})
		bring(t, a, "y", fmt.Sprintf(game, "Two", "{a comment}"), ImportOptions{})
		if joins, err := a.JoinDuplicates(t.Context(), Filter{}, JoinOptions{All: true}); err != nil || len(joins) != 1 {
			t.Fatal(joins, err)
		}
		if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "Player, A.", Name: "A. Player"}}); err != nil {
			t.Fatal(err)
		}
		if list := faults(t, a); len(list) > 0 {
			t.Fatalf("undamaged there are %+v", list)
		}
		return a
	}
	for _, c := range []struct {
		damage string
		kind   FaultKind
		mended bool
	}{
		{"UPDATE joined SET moves = CAST(x'31' || moves AS BLOB)", FaultJoined, false},
		{"UPDATE joined SET identity = zeroblob(16) WHERE id = kept", FaultJoined, true},
		{"UPDATE joined_copy SET checksum = checksum + 1", FaultCopy, false},
		{"UPDATE alias SET folded = 'x'", FaultAlias, false},
		{"UPDATE player SET personal_id = '18'", FaultGame, true},
	} {
		t.Run(c.damage, func(t *testing.T) {
			a := begin(t)
			damage(t, a, c.damage)
			list := faults(t, a)
			if !slices.ContainsFunc(list, func(f Fault) bool { return f.Kind == c.kind && f.Derived == c.mended }) {
				t.Errorf("there are %+v", list)
			}
			if err := a.Repair(t.Context()); err != nil {
				t.Fatal(err)
			}
			if left := faults(t, a); c.mended != (len(left) == 0) {
				t.Errorf("after the repair there are %+v", left)
			}
		})
	}
}
