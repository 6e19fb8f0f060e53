package db

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestLookup looks up what begins with a prefix, against going through all names and
// numbers.
func TestLookup(t *testing.T) {
	ctx := context.Background()
	a := memory(t)
	names := []string{"Ama", "ama b", "AMB", "Ämi", "Żar", "B", "b:c", "B*", "zz\U0010FFFD"}
	var text strings.Builder
	for i := range 120 {
		name := names[i%len(names)]
		fmt.Fprintf(&text, "[Game \"Adji-Boto\"]\n[Event \"%s\"]\n[Site \"%[1]s\"]\n[Round \"%d\"]\n[South \"%[1]s\"]\n[North \"Nobody\"]\n[Match \"%[1]s\"]\n\n1. A a *\n\n", name, i)
	}
	bring(t, a, "games.mgn", text.String(), ImportOptions{})
	for _, prefix := range []string{"", "a", "A", "am", "ama ", "Ä", "ä", "A\u0308", "b", "b:", "z", "x", "*", "zz\U0010FFFD"} {
		for kind, folded := range map[NameKind]bool{PlayerNames: true, EventNames: true, SiteNames: true, MatchNames: false} {
			var want []string
			for _, name := range append(slices.Clone(names), "Nobody") {
				begins := strings.HasPrefix(name, prefix)
				if folded {
					begins = strings.HasPrefix(fold(name), fold(prefix))
				}
				if begins && (name != "Nobody" || kind == PlayerNames) {
					want = append(want, name)
				}
			}
			for _, limit := range []int{200, 2} {
				got, err := a.Names(ctx, kind, prefix, limit)
				if err != nil {
					t.Fatal(err)
				}
				if len(got) != min(limit, len(want)) || slices.ContainsFunc(got, func(name string) bool { return !slices.Contains(want, name) }) {
					t.Errorf("kind %d, prefix %q, limit %d: got %q, want of %q", kind, prefix, limit, got, want)
				}
			}
		}
	}
	for _, prefix := range []string{"", "1", "12", "120", "121", "0", "01", "9", "x", "99999999999999999999", "9223372036854775807"} {
		var want []int64
		for id := int64(1); id <= 120; id++ {
			if strings.HasPrefix(strconv.FormatInt(id, 10), prefix) {
				want = append(want, id)
			}
		}
		for _, limit := range []int{200, 3} {
			list, err := a.GameIDs(ctx, prefix, limit)
			if err != nil {
				t.Fatal(err)
			}
			var got []int64
			for _, l := range list {
				got = append(got, l.ID)
				if want := names[(l.ID-1)%int64(len(names))] + " - Nobody"; l.Label != want {
					t.Errorf("game %d is %q, want %q", l.ID, l.Label, want)
				}
			}
			if !slices.Equal(got, want[:min(limit, len(want))]) {
				t.Errorf("prefix %q, limit %d: got %d, want of %d", prefix, limit, got, want)
			}
		}
	}
}

// TestLookupReadsIndexes holds that no name is looked up by going through the games.
func TestLookupReadsIndexes(t *testing.T) {
	a := memory(t)
	for kind, query := range nameQueries {
		rows, err := a.readers.Query("EXPLAIN QUERY PLAN "+query, "a", "b", 3)
		if err != nil {
			t.Fatal(err)
		}
		defer rows.Close()
		for rows.Next() {
			var id, parent, unused int
			var step string
			if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
				t.Fatal(err)
			}
			for _, table := range []string{"player", "event", "site", "game", "source"} {
				if strings.HasPrefix(step, "SCAN "+table) || strings.Contains(step, "TEMP B-TREE") {
					t.Errorf("kind %d: %s", kind, step)
				}
			}
		}
	}
}

// TestOpenAsIs holds that what is looked up in is left as it is.
func TestOpenAsIs(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	a, err := Create(ctx, filepath.Join(dir, "a.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.writer.Exec("PRAGMA user_version = 1"); err != nil {
		t.Fatal(err)
	}
	a.Close()
	if err := os.WriteFile(filepath.Join(dir, "text"), []byte("no archive"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "a.db"), filepath.Join(dir, "text"), dir, os.DevNull} {
		_, err := OpenAsIs(ctx, path)
		if !errors.As(err, new(*NotArchiveError)) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := OpenAsIs(ctx, filepath.Join(dir, "none")); !errors.As(err, new(*NoArchiveError)) {
		t.Errorf("none: %v", err)
	}
	list, _ := filepath.Glob(filepath.Join(dir, "*"))
	if len(list) != 2 {
		t.Errorf("files: %v", list)
	}
}
