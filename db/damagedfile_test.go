package db

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"alai/notation"
	"alai/replay/rules"
)

var damageRounds = flag.Int("damage", 60, "how many files TestDamagedFile damages")

// questions are ordinary readings of an archive.
var questions = []struct {
	name string
	ask  func(ctx context.Context, a *Archive) (any, error)
}{
	{"list", func(ctx context.Context, a *Archive) (any, error) { return listed(ctx, a, Filter{}, Order{By: "date"}) }},
	{"list of a player", func(ctx context.Context, a *Archive) (any, error) {
		return listed(ctx, a, Filter{Player: []string{"random 1"}}, Order{})
	}},
	{"count", func(ctx context.Context, a *Archive) (any, error) { return a.Count(ctx, Filter{}) }},
	{"rulesets", func(ctx context.Context, a *Archive) (any, error) { return a.Rulesets(ctx, Filter{}) }},
	{"openings", func(ctx context.Context, a *Archive) (any, error) {
		r := rules.Ruleset{}
		list, err := a.Rulesets(ctx, Filter{Games: []rules.Game{rules.AdjiBoto}})
		if err == nil && len(list) > 0 {
			r = list[0].Ruleset
		}
		if err != nil || r.Game == 0 {
			return nil, err
		}
		moves, onward, err := a.Openings(ctx, OpeningQuery{Ruleset: r, Depth: 3})
		return fmt.Sprint(moves, onward), err
	}},
	{"stats", func(ctx context.Context, a *Archive) (any, error) { return a.Stats(ctx, Filter{}) }},
	{"stats of some", func(ctx context.Context, a *Archive) (any, error) { return a.Stats(ctx, Filter{MinPlies: 2}) }},
	{"players", func(ctx context.Context, a *Archive) (any, error) { return a.Players(ctx, Filter{}) }},
	{"find", func(ctx context.Context, a *Archive) (any, error) {
		var found []string
		err := a.Find(ctx, FindQuery{By: "line", Text: "D b"}, func(g *Game, ply int) error {
			found = append(found, fmt.Sprint(g.ID, ply))
			return nil
		})
		return found, err
	}},
	{"rejects", func(ctx context.Context, a *Archive) (any, error) {
		var list []string
		err := a.Rejects(ctx, RejectFilter{}, func(r *Reject) error {
			list = append(list, fmt.Sprintf("%d %s %x", r.ID, r.Text, r.SHA256))
			return nil
		})
		return list, err
	}},
}

func listed(ctx context.Context, a *Archive, f Filter, o Order) (list []string, err error) {
	sp := NewSpeller()
	err = a.Games(ctx, f, o, 0, func(g *Game) error {
		list = append(list, spelled(sp, g))
		return nil
	})
	return list, err
}

// spelled is all that there is to tell of a game, but for where it came from, which
// no checksum is about; nor is what was said of a reject.
func spelled(sp *Speller, g *Game) string {
	rec, _, err := sp.Record(g)
	if err != nil {
		return err.Error()
	}
	return fmt.Sprintf("%d %v %v %v\n%s", g.ID, g.Verdict, g.Result, g.Score, notation.Append(nil, rec))
}

// inPlainWords reports whether an error is one of those that say what is wrong with
// an archive.
func inPlainWords(err error) bool {
	return errors.As(err, new(*CorruptError)) || errors.As(err, new(*DamagedError)) || errors.As(err, new(*NotArchiveError)) || errors.As(err, new(*StatisticsError))
}

// harm damages the bytes of a file in one of several ways, and says how.
func harm(rng *rand.Rand, b []byte) (harmed []byte, how string) {
	const page = 8192
	at := rng.IntN(len(b))
	switch rng.IntN(6) {
	case 0:
		b[at] ^= 1 << rng.IntN(8)
		return b, fmt.Sprintf("a bit of byte %d", at)
	case 1:
		end := min(at+1+rng.IntN(64), len(b))
		for i := at; i < end; i++ {
			b[i] = byte(rng.Uint32())
		}
		return b, fmt.Sprintf("bytes %d to %d", at, end)
	case 2:
		at -= at % page
		clear(b[at : at+page])
		return b, fmt.Sprintf("page %d is zero", at/page+1)
	case 3:
		return b[:at], fmt.Sprintf("cut to %d bytes", at)
	case 4:
		other := rng.IntN(len(b)/page) * page
		at -= at % page
		copy(b[at:at+page], b[other:other+page])
		return b, fmt.Sprintf("page %d is as page %d", at/page+1, other/page+1)
	}
	for range 20 {
		b[rng.IntN(len(b))] ^= 1 << rng.IntN(8)
	}
	return b, "20 bits"
}

// Whatever is damaged in an archive's file: nothing panics or hangs; every question
// has the answer that it had, or says what is wrong, or Check finds it; and what is
// salvaged as a sound game is the game that was archived.
func TestDamagedFile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: many files are damaged, by one goroutine")
	}
	t.Run("assorted", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "a.db")
		a, err := Create(t.Context(), path)
		if err != nil {
			t.Fatal(err)
		}
		fill(t, a, assorted(t))
		if err := a.Close(); err != nil {
			t.Fatal(err)
		}
		testDamagedFile(t, path, *damageRounds)
	})
	for _, n := range []int{1, 20, 60} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "a.db")
			if err := os.WriteFile(path, fewGames(t, n), 0o600); err != nil {
				t.Fatal(err)
			}
			testDamagedFile(t, path, (*damageRounds+3)/4)
		})
	}
}

// testDamagedFile damages an archive so many times.
func testDamagedFile(t *testing.T, path string, rounds int) {
	a, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, q := range questions {
		answer, err := q.ask(t.Context(), a)
		if err != nil {
			t.Fatalf("%s: %v", q.name, err)
		}
		want = append(want, fmt.Sprint(answer))
	}
	games := make(map[string]bool)
	sp := NewSpeller()
	record := func(g *Game) string {
		_, text, _ := strings.Cut(spelled(sp, g), " ") // without its id, which a bit may change
		return text
	}
	for _, g := range all(t, a, Filter{}) {
		games[record(g)] = true
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	sound, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var silent, told, found, salvaged int
	for seed := range rounds {
		b, how := harm(rand.New(rand.NewPCG(uint64(seed), 77)), bytes.Clone(sound))
		os.Remove(path + "-wal")
		os.Remove(path + "-shm")
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		wrong, err := askDamaged(ctx, path, want)
		if ctx.Err() != nil {
			t.Fatalf("seed %d, %s: it takes for ever", seed, how)
		}
		switch {
		case err != nil:
			t.Errorf("seed %d, %s: %v", seed, how, err)
		case wrong == harmless:
			silent++
		case wrong == refused:
			told++
		default:
			found++
		}
		_, err = Salvage(ctx, path, func(g *Game, damage error) error {
			switch {
			case damage == nil && !games[record(g)]:
				t.Errorf("seed %d, %s: salvaged as a sound game %q", seed, how, spelled(sp, g))
			case damage == nil:
				salvaged++
			}
			return nil
		})
		if err != nil && !inPlainWords(err) {
			t.Errorf("seed %d, %s: salvage: %v", seed, how, err)
		}
		cancel()
	}
	t.Logf("of %d damaged files %d answer as before, %d say what is wrong, of %d only Check does; %.1f %% of the games are salvaged",
		rounds, silent, told, found, 100*float64(salvaged)/float64(len(games)*rounds))
	if told == 0 || salvaged == 0 {
		t.Error("nothing was damaged, or nothing left")
	}
}

// What the questions to a damaged file come to.
type outcome int

const (
	harmless  outcome = iota // the answers are as before
	refused                  // some question is not answered, and the others as before
	unnoticed                // some answer is another one, and Check finds faults
)

// askDamaged asks all questions of a damaged file. An answer that is wrong without
// Check finding anything is an error.
func askDamaged(ctx context.Context, path string, want []string) (outcome, error) {
	a, err := Open(ctx, path)
	if err != nil {
		if !inPlainWords(err) {
			return 0, err
		}
		return refused, nil
	}
	defer a.Close()
	got := harmless
	var wrong []string
	for i, q := range questions {
		answer, err := q.ask(ctx, a)
		switch {
		case err != nil && !inPlainWords(err):
			return 0, fmt.Errorf("%s: %w", q.name, err)
		case err != nil:
			got = max(got, refused)
		case fmt.Sprint(answer) != want[i]:
			got = unnoticed
			wrong = append(wrong, q.name)
		}
	}
	faults := 0
	if _, err := a.Check(ctx, func(Fault) error { faults++; return nil }); err != nil && !inPlainWords(err) {
		return 0, fmt.Errorf("check: %w", err)
	} else if err != nil {
		faults++
	}
	if got == unnoticed && faults == 0 {
		return 0, fmt.Errorf("the answers to %q are other ones, and nobody sees it", wrong)
	}
	return got, nil
}

// Values of another type than their column's, and tables that are missing, are
// damage, and are said to be.
func TestDamageInWords(t *testing.T) {
	a := memory(t)
	for _, query := range []string{"SELECT NULL", "SELECT 'x'", "SELECT n FROM tables", "SELECT absent FROM game"} {
		var n int
		err := a.readers.QueryRowContext(t.Context(), query).Scan(&n)
		if !errors.As(inWords(err), new(*CorruptError)) {
			t.Errorf("%s: %v", query, err)
		}
	}
	damage(t, a, "DELETE FROM archive")
	if _, err := a.Count(t.Context(), Filter{}); !errors.As(err, new(*CorruptError)) {
		t.Errorf("no revision: %v", err)
	}
	if err := inWords(errors.New("something else")); errors.As(err, new(*CorruptError)) {
		t.Error(err)
	}
}
