package db

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alai/replay/rules"
)

// archiveOfJoins returns the path of an archive in which every third game is joined
// into another, and how its games and those that were joined are spelled, by id.
func archiveOfJoins(t *testing.T) (path string, games, joined map[int64]string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	var text strings.Builder
	rng := rand.New(rand.NewPCG(8, 1))
	r := reading(t, rules.AdjiBoto, 0, "")
	for i := range 90 {
		tags := fmt.Sprintf("[Event \"One\"]\n[Round \"7\"]\n[South \"p%d\"]\n[Note \"%s\"]\n", i, strings.Repeat("words ", 30))
		record := randomRecord(rng, r, r.Start(), 30, tags)
		text.WriteString(record)
		if i%2 == 0 {
			text.WriteString(strings.Replace(record, "[Event \"One\"]\n[Round \"7\"]", "[Event \"Two\"]\n[Site \"here\"]\n[Annotator \"A\"]", 1))
		}
	}
	bring(t, a, "x", text.String(), ImportOptions{})
	sp := NewSpeller()
	before := make(map[int64]string)
	for _, g := range all(t, a, Filter{}) {
		before[g.ID] = spelled(sp, g)
	}
	joins, err := a.JoinDuplicates(t.Context(), Filter{}, JoinOptions{All: true})
	if err != nil || len(joins) != 45 {
		t.Fatal(len(joins), err)
	}
	if _, err := a.SetAliases(t.Context(), []Alias{{Spelling: "P. One", Name: "p1"}}); err != nil {
		t.Fatal(err)
	}
	games, joined = make(map[int64]string), make(map[int64]string)
	for _, g := range all(t, a, Filter{}) {
		games[g.ID] = spelled(sp, g)
	}
	for _, j := range joins {
		for _, id := range append(j.Joined, j.Kept) {
			joined[id] = before[id]
		}
	}
	return path, games, joined
}

// Games that were joined into others are salvaged too, whatever page is gone; each of
// them and of the others is read or told.
func TestSalvageJoined(t *testing.T) {
	path, games, joined := archiveOfJoins(t)
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const page = 8192
	sp := NewSpeller()
	keptBefore, gone := 0, 0
	for at := -page; at < len(sound); at += page {
		b := bytes.Clone(sound)
		if at >= 0 {
			clear(b[at : at+page])
		}
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		met := make(map[int64]bool)
		besides, err := Salvage(t.Context(), path, func(g *Game, damage error) error {
			var lost *LostError
			switch {
			case errors.As(damage, &lost):
				for id := lost.First; id <= lost.Last; id++ {
					met[id] = true
					gone++
				}
				return nil
			case damage == nil && games[g.ID] == spelled(sp, g):
			case damage == nil && joined[g.ID] == spelled(sp, g):
				if games[g.ID] != "" {
					keptBefore++
				}
			case damage == nil:
				t.Errorf("page %d: a game %q", at/page+1, spelled(sp, g))
			}
			if met[g.ID] {
				t.Errorf("page %d: game %d twice", at/page+1, g.ID)
			}
			met[g.ID] = true
			return nil
		})
		if err != nil {
			t.Errorf("page %d: %v", at/page+1, err)
		}
		for _, of := range []map[int64]string{games, joined} {
			for id := range of {
				if !met[id] {
					t.Errorf("page %d: nothing is said of game %d", at/page+1, id)
				}
			}
		}
		if at < 0 && (besides != Besides{Joined: len(joined) - 45, Aliases: 1} || len(met) != 135) {
			t.Errorf("undamaged: %+v, %d games", besides, len(met))
		}
	}
	if keptBefore == 0 || gone == 0 {
		t.Errorf("%d games are as they were before others were joined into them, %d gone", keptBefore, gone)
	}
}
