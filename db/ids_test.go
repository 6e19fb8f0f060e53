package db

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"alai/notation"
)

// idsOfEvents returns the ids of all games by their events.
func idsOfEvents(t *testing.T, a *Archive) map[string]int64 {
	t.Helper()
	ids := make(map[string]int64)
	for _, g := range all(t, a, Filter{}) {
		i := slices.IndexFunc(g.Tags, func(tag notation.Tag) bool { return tag.Name == "Event" })
		ids[g.Tags[i].Value] = g.ID
	}
	return ids
}

// An id is given once: neither a game nor a reject gets that of one that is gone,
// and a game that a corrected file still has keeps its own.
func TestIDsAreGivenOnce(t *testing.T) {
	a := memory(t)
	text := func(events ...string) string {
		var b strings.Builder
		for _, event := range events {
			fmt.Fprintf(&b, "[Event %q]\n[Game \"Adji-Boto\"]\n\n1. A b *\n\n", event)
		}
		return b.String()
	}
	bring(t, a, "x", text("one", "two", "three"), ImportOptions{})
	if _, err := a.Delete(t.Context(), Filter{IDs: []int64{3}}, false); err != nil {
		t.Fatal(err)
	}
	bring(t, a, "y", text("four"), ImportOptions{})
	if ids := idsOfEvents(t, a); ids["four"] != 4 {
		t.Errorf("behind a deleted game 3 a game has the id %d", ids["four"])
	}
	bring(t, a, "x", text("zero", "two", "five", "one"), ImportOptions{Replace: true})
	want := map[string]int64{"one": 1, "two": 2, "four": 4, "zero": 5, "five": 6}
	if ids := idsOfEvents(t, a); fmt.Sprint(ids) != fmt.Sprint(want) {
		t.Errorf("after a replacement the ids are %v, want %v", ids, want)
	}
	sameArchive(t, a)
	checkStatistics(t, a)

	const bad = "[Game \"Adji-Boto\"]\n\n1. A A *\n"
	bring(t, a, "z", bad, ImportOptions{})
	if _, err := a.DeleteSources(t.Context(), []string{"z"}, false); err != nil {
		t.Fatal(err)
	}
	bring(t, a, "z", bad, ImportOptions{})
	var id int64
	if err := a.readers.QueryRowContext(t.Context(), "SELECT id FROM reject").Scan(&id); err != nil || id != 2 {
		t.Errorf("behind a deleted reject 1 a reject has the id %d, %v", id, err)
	}
}
