package db

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
)

// asked returns the answers to some questions about an archive's games.
func asked(t *testing.T, a *Archive) string {
	t.Helper()
	var all []any
	add := func(answer any, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, answer)
	}
	f := Filter{MinPlies: 20}
	for _, f := range []Filter{{}, f} {
		counted, err := a.Rulesets(t.Context(), f)
		add(counted, err)
		stats, err := a.Stats(t.Context(), f)
		add(stats, err)
		n, err := a.Count(t.Context(), f)
		add(n, err)
		for _, c := range counted {
			moves, onward, err := a.Openings(t.Context(), OpeningQuery{Ruleset: c.Ruleset, Depth: 2, Filter: f})
			add(fmt.Sprint(moves, onward), err)
		}
		add(nil, a.Games(t.Context(), f, Order{}, 0, func(g *Game) error {
			all = append(all, g.ID)
			return nil
		}))
	}
	return fmt.Sprint(all...)
}

// TestAsItStands: what others and the archive itself change meanwhile is not seen.
func TestAsItStands(t *testing.T) {
	path := filepath.Join(t.TempDir(), "test.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	records := someRecords(t, rand.New(rand.NewPCG(5, 8)), 60)
	bring(t, a, "a", strings.Join(records[:40], ""), ImportOptions{AcceptContradiction: true})
	other, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	before := asked(t, a)
	stop := errors.New("stop")
	err = a.AsItStands(t.Context(), func(still *Archive) error {
		bring(t, other, "b", strings.Join(records[40:], ""), ImportOptions{AcceptContradiction: true})
		if _, err := a.Delete(t.Context(), Filter{IDs: []int64{1, 2, 3}}, false); err != nil {
			t.Fatal(err)
		}
		for range 2 {
			if got := asked(t, still); got != before {
				t.Errorf("it is\n%s\nand was\n%s", got, before)
			}
		}
		if asked(t, a) == before {
			t.Error("the archive has not changed")
		}
		return stop
	})
	if !errors.Is(err, stop) {
		t.Errorf("the error is %v", err)
	}
	after := asked(t, other)
	if asked(t, a) != after || after == before {
		t.Error("what has changed is not seen afterwards")
	}
	ctx, cancel := context.WithCancel(t.Context())
	err = a.AsItStands(ctx, func(still *Archive) error {
		cancel()
		_, err := still.Stats(ctx, Filter{MinPlies: 20})
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("when it is called off the error is %v", err)
	}
	checkStatistics(t, a)
}
