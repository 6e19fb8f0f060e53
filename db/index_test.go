package db

import (
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"alai/replay"
	"alai/replay/rules"
)

// indexed waits for the index of the archive as it is.
func indexed(t testing.TB, a *Archive) *gameIndex {
	t.Helper()
	state, err := a.State(t.Context()) // which tells the indexer where it has changed
	if err != nil {
		t.Fatal(err)
	}
	for {
		if index := a.index.Load(); index != nil && index.state == state {
			return index
		}
		if t.Context().Err() != nil {
			t.Fatal("there is no index")
		}
		time.Sleep(time.Millisecond)
	}
}

// saying is what an archive says about a position and a player, in words.
func saying(t testing.TB, a *Archive, r rules.Ruleset, s *rules.State, player string, f Filter) string {
	t.Helper()
	var b strings.Builder
	for _, q := range []OpeningQuery{{Depth: 1}, {Depth: 2}, {Depth: 1, Filter: f}} {
		q.Ruleset, q.From = r, *s
		moves, onward, err := a.Openings(t.Context(), q)
		fmt.Fprintln(&b, describe(moves, onward), err)
	}
	position := replay.Position(&r, s)
	for _, q := range []FindQuery{{Limit: 3}, {}, {Filter: f}} {
		q.By, q.Text = "position", position
		fmt.Fprintln(&b, found(t, a, q))
	}
	reach := f
	reach.Positions = []string{position}
	for _, f := range []Filter{f, reach, {Player: []string{player}}, {South: []string{player}, North: []string{"p1*"}}} {
		for _, g := range all(t, a, f) {
			fmt.Fprint(&b, g.ID, " ")
		}
		fmt.Fprintln(&b)
	}
	report, err := a.Player(t.Context(), PlayerQuery{Name: player, Filter: f, Best: 3})
	if err != nil {
		fmt.Fprintln(&b, err)
	} else {
		ids := func(games []*Game) (list []int64) {
			for _, g := range games {
				list = append(list, g.ID)
			}
			return list
		}
		fmt.Fprintf(&b, "%v\n%v\n%v\n%v\n%v\n%v\n", report.Spellings, report.Record, report.Opponents, report.Openings, ids(report.Longest), ids(report.Closest))
	}
	return b.String()
}

// TestIndexChangesNoAnswer holds that what an archive with an index says is what it
// says without, also while the archive changes, and that it asks the index.
func TestIndexChangesNoAnswer(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	rng := rand.New(rand.NewPCG(21, 1))
	readings := []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 6, "seeds=3"), reading(t, rules.EnDodoi, 9, ""), reading(t, rules.CrossEndodoi, 0, "")}
	more := func(n int) string {
		var text strings.Builder
		for range n {
			r := readings[rng.IntN(len(readings))]
			s := r.Start()
			s.ToMove = rules.Side(rng.IntN(2))
			tags := fmt.Sprintf("[South \"P%d\"]\n[North \"P%d\"]\n[Date \"%d\"]\n", rng.IntN(40), rng.IntN(40), 2000+rng.IntN(9))
			text.WriteString(randomRecord(rng, r, s, rng.IntN(60), tags))
		}
		return text.String()
	}
	bring(t, a, "first", more(8*firstIDs), ImportOptions{})
	kept, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	kept.KeepIndex(t.Context())
	index := indexed(t, kept)

	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	reached, owned := 0, 0 // answers that the index could give
	compare := func() {
		games := all(t, a, Filter{})
		for range rounds {
			g := games[rng.IntN(len(games))]
			s := g.Start
			ply := rng.IntN(min(len(g.Moves), 20) + 1)
			if err := replay.PlayStated(&g.Rules, &s, g.Moves[:ply], nil); err != nil {
				t.Fatal(err)
			}
			player := fmt.Sprintf("P%d", rng.IntN(42)) // two are nobody
			f := Filter{Since: fmt.Sprint(2000 + rng.IntN(9)), Player: []string{fmt.Sprintf("p%d", rng.IntN(40))}}
			want := saying(t, a, g.Rules, &s, player, f)
			if got := saying(t, kept, g.Rules, &s, player, f); got != want {
				t.Fatalf("%s, %s, %s:\n%s\nwant\n%s", replay.Reading(g.Rules), replay.Position(&g.Rules, &s), player, got, want)
			}
			err := kept.view(t.Context(), func(snap *snapshot) error {
				id, _, err := snap.rulesetID(t.Context(), g.Rules)
				if ids, ok := snap.index.reaching(id, []rules.State{s}); ok {
					if reached++; !slices.Contains(ids, g.ID) {
						t.Errorf("game %d reaches %s, and is not in the index", g.ID, replay.Position(&g.Rules, &s))
					}
				}
				people, _ := snap.findPeople(t.Context(), player)
				if _, ok := snap.index.of(people.ids, bothSides...); ok {
					owned++
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	compare()
	if !index.marked || reached == 0 || owned == 0 {
		t.Errorf("the index was asked for %d positions and %d players", reached, owned)
	}
	for i := range 3 {
		bring(t, a, fmt.Sprint("more ", i), more(200), ImportOptions{})
		compare() // while it is made anew
		if next := indexed(t, kept); next == index {
			t.Error("the index is the old one")
		}
	}
	before := reached
	compare()
	if reached == before {
		t.Error("the index that was made anew is not asked")
	}
}

// TestIndexLimits: more plies than are to be kept are not marked, and many games are
// not read by their ids.
func TestIndexLimits(t *testing.T) {
	r := reading(t, rules.AdjiBoto, 0, "")
	moves, err := replay.ParseMoves(&r, "D b B a")
	if err != nil {
		t.Fatal(err)
	}
	var p indexPart
	g := &played{rules: r, start: r.Start(), moves: moves, players: [2]int64{7, 8}}
	for id := range int64(20) { // of five states
		if p.full != (id == 20) || !p.full && len(p.heads) != 5*int(id) {
			t.Errorf("%d games have %d marks, full %v", id, len(p.heads), p.full)
		}
		p.add(id, 1, g, 100)
	}
	if p.add(20, 1, g, 100); !p.full || p.heads != nil || p.tails != nil || len(p.ids) != 21 {
		t.Errorf("beyond the most: %d marks, full %v, %d games", len(p.heads), p.full, len(p.ids))
	}
	x := &gameIndex{parts: []indexPart{p}}
	if _, ok := x.reaching(1, []rules.State{r.Start()}); ok {
		t.Error("it tells who comes to a position without marks")
	}
	if _, ok := x.of([]int64{7}, rules.South); ok {
		t.Error("all games are to be read by their ids")
	}
	if ids, ok := x.of([]int64{7}, rules.North); !ok || len(ids) > 0 {
		t.Errorf("North is 7 in %v, %v", ids, ok)
	}
}

// TestIndexOfDamage: who asks an archive with an index meets the damage all the same.
func TestIndexOfDamage(t *testing.T) {
	a := memory(t)
	bring(t, a, "f", "[Game \"Adji-Boto\"]\n[South \"A\"]\n\n1. A b *\n\n[Game \"Adji-Boto\"]\n\n1. A c *\n", ImportOptions{})
	if _, err := a.writer.Exec("UPDATE game SET moves = x'BBBB' WHERE id = 1"); err != nil {
		t.Fatal(err)
	}
	a.KeepIndex(t.Context())
	indexed(t, a)
	r := reading(t, rules.AdjiBoto, 0, "")
	s := r.Start()
	s.ToMove = rules.North // beyond the table
	if _, _, err := a.Openings(t.Context(), OpeningQuery{Ruleset: r, From: s}); !errors.As(err, new(*DamagedError)) {
		t.Errorf("openings: %v", err)
	}
	if err := a.Games(t.Context(), Filter{Player: []string{"A"}}, Order{}, 0, func(*Game) error { return nil }); !errors.As(err, new(*DamagedError)) {
		t.Errorf("games: %v", err)
	}
}

// TestIndexEdges: a game is found by the first of its states and by the last, also
// where it stands behind another one that is found.
func TestIndexEdges(t *testing.T) {
	r := reading(t, rules.EnDodoi, 10, "")
	rng := rand.New(rand.NewPCG(5, 5))
	var p indexPart
	type edge struct{ first, last rules.State }
	edges := make(map[int64]edge)
	for id := int64(0); id < 200; id += 2 {
		g := &played{rules: r, start: r.Start()}
		step := func() rules.Move {
			legal := replay.LegalMoves(&r, &g.start)
			m := legal[rng.IntN(len(legal))]
			if _, err := r.Play(&g.start, m); err != nil {
				t.Fatal(err)
			}
			return m
		}
		for range 8 {
			step()
		}
		first := g.start
		for range 5 {
			g.moves = append(g.moves, step())
		}
		last := g.start
		g.start = first
		for i := range int64(2) {
			p.add(id+i, 1, g, 1<<20)
			edges[id+i] = edge{first, last}
		}
	}
	x := &gameIndex{parts: []indexPart{p}, marked: true}
	for id, e := range edges {
		for _, s := range []rules.State{e.first, e.last} {
			if ids, ok := x.reaching(1, []rules.State{s}); !ok || !slices.Contains(ids, id) {
				t.Errorf("%s of game %d: %v, %v", replay.Position(&r, &s), id, ids, ok)
			}
		}
	}
}

// TestIndexOfRestored: a state that was copied back into the file is not taken for one
// that the archive has been in with as many changes.
func TestIndexOfRestored(t *testing.T) {
	dir := t.TempDir()
	path, kept := filepath.Join(dir, "a.db"), filepath.Join(dir, "kept.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	game := func(south, moves string) string {
		return "[Game \"Adji-Boto\"]\n[South \"" + south + "\"]\n\n1. " + moves + " *\n\n"
	}
	var text strings.Builder
	rng := rand.New(rand.NewPCG(8, 8))
	r := reading(t, rules.AdjiBoto, 0, "")
	for range 200 { // among which one is found by the index
		text.WriteString(randomRecord(rng, r, r.Start(), 20, "[South \"Others\"]\n"))
	}
	bring(t, a, "first", text.String(), ImportOptions{})
	if _, err := a.writer.Exec("VACUUM INTO ?", kept); err != nil {
		t.Fatal(err)
	}
	served, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer served.Close()
	if err := served.KeepIndex(t.Context()); err != nil {
		t.Fatal(err)
	}
	asked := func(player string) int { return len(all(t, served, Filter{Player: []string{player}})) }
	bring(t, a, "before", game("Ann", "A d"), ImportOptions{})
	before := indexed(t, served)
	if asked("Ann") != 1 || asked("Bert") != 0 {
		t.Errorf("before: Ann has %d games, Bert %d", asked("Ann"), asked("Bert"))
	}

	restore(t, kept, path)
	bring(t, a, "after", game("Carl", "B e")+game("Bert", "A e"), ImportOptions{}) // Carl has the number that Ann had
	if asked("Ann") != 0 || asked("Bert") != 1 {
		t.Errorf("restored: Ann has %d games, Bert %d", asked("Ann"), asked("Bert"))
	}
	after := indexed(t, served)
	if after.state.revision != before.state.revision {
		t.Errorf("the archive was changed %d times, and then %d times: the test tests nothing", before.state.revision, after.state.revision)
	}
	if asked("Ann") != 0 || asked("Bert") != 1 {
		t.Errorf("restored and indexed: Ann has %d games, Bert %d", asked("Ann"), asked("Bert"))
	}
}

// restore copies an archive over another one as SQLite's own copies do.
func restore(t *testing.T, from, to string) {
	t.Helper()
	source, err := sql.Open("sqlite3", from)
	if err != nil {
		t.Fatal(err)
	}
	defer source.Close()
	dest, err := sql.Open("sqlite3", to)
	if err != nil {
		t.Fatal(err)
	}
	defer dest.Close()
	raw := func(pool *sql.DB, f func(*sqlite3.SQLiteConn) error) error {
		conn, err := pool.Conn(t.Context())
		if err != nil {
			return err
		}
		defer conn.Close()
		return conn.Raw(func(c any) error { return f(c.(*sqlite3.SQLiteConn)) })
	}
	err = raw(source, func(src *sqlite3.SQLiteConn) error {
		return raw(dest, func(dst *sqlite3.SQLiteConn) error {
			b, err := dst.Backup("main", src, "main")
			if err != nil {
				return err
			}
			_, err = b.Step(-1)
			return errors.Join(err, b.Finish())
		})
	})
	if err != nil {
		t.Fatal(err)
	}
}
