package db

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// memory returns an archive in memory that lasts as long as the test.
func memory(t testing.TB) *Archive {
	t.Helper()
	a, err := Memory(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

// prepared calls yield with each record of a text, made ready for the archive.
func prepared(t testing.TB, a *Archive, source, text string, yield func(*Prepared)) {
	t.Helper()
	r := notation.NewReader(strings.NewReader(text), source)
	replayer, preparer := replay.NewReplayer(replay.Assume{}), a.NewPreparer()
	var rec notation.Record
	var line replay.Line
	var p Prepared
	for {
		err := r.Read(&rec)
		if err == io.EOF {
			return
		}
		if err != nil && rec.Err == nil {
			t.Fatal(err)
		}
		replayer.Replay(&rec, &line)
		preparer.Prepare(&rec, &line, &p)
		yield(&p)
	}
}

// bring imports a text under a source's name.
func bring(t testing.TB, a *Archive, source, text string, opt ImportOptions) Counts {
	t.Helper()
	im, err := a.BeginImport(t.Context(), source, opt)
	if err != nil {
		t.Fatal(err)
	}
	defer im.Rollback()
	prepared(t, a, source, text, func(p *Prepared) {
		if _, err := im.Add(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	})
	if err := im.Commit(t.Context(), true); err != nil {
		t.Fatal(err)
	}
	return im.Counts()
}

// all returns the games of an archive that a filter chooses.
func all(t testing.TB, a *Archive, f Filter) []*Game {
	t.Helper()
	var list []*Game
	if err := a.Games(t.Context(), f, Order{}, 0, func(g *Game) error {
		list = append(list, g)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// export returns the canonical records of all games.
func export(t testing.TB, a *Archive) string {
	t.Helper()
	var text []byte
	for i, g := range all(t, a, Filter{}) {
		rec, _, err := NewSpeller().Record(g)
		if err != nil {
			t.Fatal(err)
		}
		if i > 0 {
			text = append(text, '\n')
		}
		text = notation.Append(text, rec)
	}
	return string(text)
}

// canonical returns the canonical records of the sound and contradictory
// records of a text.
func canonical(t testing.TB, text string) string {
	t.Helper()
	r := notation.NewReader(strings.NewReader(text), "text")
	replayer := replay.NewReplayer(replay.Assume{})
	var out []byte
	var rec notation.Record
	var line replay.Line
	for r.Read(&rec) != io.EOF {
		if replayer.Replay(&rec, &line); line.Verdict < replay.Contradiction {
			continue
		}
		if len(out) > 0 {
			out = append(out, '\n')
		}
		out = notation.Append(out, replay.Canonical(&rec, &line))
	}
	return string(out)
}

// checkStatistics holds the statistics against a recomputation, and the rows
// against each other.
func checkStatistics(t testing.TB, a *Archive) {
	t.Helper()
	var dangling int
	if err := a.readers.QueryRowContext(t.Context(), "SELECT count(*) FROM pragma_foreign_key_check").Scan(&dangling); err != nil || dangling > 0 {
		t.Errorf("%d rows refer to rows that are not there, %v", dangling, err)
	}
	var empty int
	if err := a.readers.QueryRowContext(t.Context(), `SELECT (SELECT count(*) FROM tally WHERE n = 0) + (SELECT count(*) FROM standing WHERE games = 0) +
		(SELECT count(*) FROM position WHERE games = 0) + (SELECT count(*) FROM opening WHERE games = 0)`).Scan(&empty); err != nil || empty > 0 {
		t.Errorf("%d rows of the statistics are of nothing, %v", empty, err)
	}
	differences, err := a.Recompute(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range differences {
		t.Error(d)
	}
	for _, f := range faults(t, a) {
		t.Errorf("%+v", f)
	}
}

// faults returns what Check finds.
func faults(t testing.TB, a *Archive) (list []Fault) {
	t.Helper()
	if _, err := a.Check(t.Context(), func(f Fault) error {
		list = append(list, f)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	return list
}

// reading makes a ruleset.
func reading(t testing.TB, g rules.Game, pits int, text string) rules.Ruleset {
	t.Helper()
	r, err := replay.ParseRuleset(g, pits, text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// randomRecord returns a record of random play from a state, of at most plies
// plies.
func randomRecord(rng *rand.Rand, r rules.Ruleset, start rules.State, plies int, tags string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s[Game \"%v\"]\n[Pits \"%d\"]\n", tags, r.Game, r.Pits)
	if text := replay.RulesText(r); text != "" {
		fmt.Fprintf(&b, "[Rules \"%s\"]\n", text)
	}
	if start != r.Start() {
		fmt.Fprintf(&b, "[SetUp \"1\"]\n[Position \"%s\"]\n", replay.Position(&r, &start))
	}
	s := start
	var moves []string
	for range plies {
		legal := replay.LegalMoves(&r, &s)
		if len(legal) == 0 {
			break
		}
		m := legal[rng.IntN(len(legal))]
		if _, err := r.Play(&s, m); err != nil {
			panic(err)
		}
		moves = append(moves, replay.Letter(&r, m))
	}
	result := "*"
	switch r.Outcome(&s) {
	case rules.SouthWon:
		result = "1-0"
	case rules.NorthWon:
		result = "0-1"
	case rules.Drawn:
		result = "1/2-1/2"
	default:
		if rng.IntN(2) == 0 && max(s.Store[0], s.Store[1]) <= uint8(r.Total()/2) {
			result = []string{"1-0", "0-1", "1/2-1/2"}[rng.IntN(3)]
			fmt.Fprintf(&b, "[Termination \"%s\"]\n", []string{"resignation", "Agreement"}[rng.IntN(2)])
		}
	}
	fmt.Fprintf(&b, "[Result \"%s\"]\n\n%s %s\n\n", result, strings.Join(moves, " "), result)
	return b.String()
}

// everyTag is a record that fills every column.
const everyTag = `% a line before the tags
[Event "Club <evening> & more"]
{ before the site } [Site "Paramaribo SUR"]
[Date "2024.03.??"]
[Round "2"]
[South "Ólafía  \"Ó\" Player"]
[North ""]
[Result "0-1"]
[Game "En Dodoi"]
[Pits "6"]
[Rules "lone=taken"]
[SetUp "1"]
[Position "0,0,0,0,0,6/4,4,4,4,4,4 9-9 N"]
[Score "15-33"]
[Termination "time forfeit"]
[Match "Cup\\2"]
[MatchTarget "3"]
[Annotator "?"]
[Variant "none"]

{first} 1... a $1 {a comment} (1... a {inside} $2 2. B) 2. B ; to the end of the line
% escaped
0-1
`

const plain = `[South "A. Player"]
[North "B. Player"]
[Game "Adji-Boto"]
[Result "*"]

1. D b 2. B a 3. A d *
`

func TestRoundTrip(t *testing.T) {
	texts := map[string]string{
		"every column":       everyTag,
		"no tags":            "[Game \"Adji-Boto\"]\n\n*\n",
		"tag given twice":    "[Event \"a\"]\n[Event \"b\"]\n[Game \"Adji-Boto\"]\n[Rules \"\"]\n[Rules \"x\"]\n[X \"1\"]\n\n1. A a *\n",
		"names mean nothing": "[Event \"?\"]\n[South \"\"]\n[Game \"Adji-Boto\"]\n[Date \"2024.02.30\"]\n\n1. A a *\n",
		"odd plies":          "[Game \"Adji-Boto\"]\n\n1. A *\n",
		"wrong capture":      "[Game \"Adji-Boto\"]\n\n1. A+3 a 2. B+1 b *\n",
		"two results":        "[Game \"Adji-Boto\"]\n[Result \"1-0\"]\n\n1. A a 0-1\n",
		"closing score":      "[Game \"Adji-Boto\"]\n[Result \"1-0\"]\n\n1. A a 100-1\n",
		"faulty variation":   "[Game \"Adji-Boto\"]\n\n1. A (1. a b c {what}) a *\n",
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			a := memory(t)
			if c := bring(t, a, "file", text, ImportOptions{AcceptContradiction: true}); c.Imported != 1 {
				t.Fatalf("counts %+v", c)
			}
			want := canonical(t, text)
			if got := export(t, a); got != want {
				t.Errorf("exported\n%s\nwant\n%s", got, want)
			}
			if g := all(t, a, Filter{})[0]; NewSpeller().Line(g).Verdict != g.Verdict {
				t.Errorf("archived as %v, replayed as %v", g.Verdict, NewSpeller().Line(g).Verdict)
			}
		})
	}
}

func TestRefereesRoundTrip(t *testing.T) {
	files, err := filepath.Glob("../testdata/referee/*/*.mgn")
	if err != nil || len(files) == 0 {
		t.Fatalf("no referees' games: %v", err)
	}
	a := memory(t)
	var want []string
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if c := bring(t, a, file, string(text), ImportOptions{}); c.Imported == 0 || c.Duplicates+c.Rejected > 0 {
			t.Errorf("%s: %+v", file, c)
		}
		want = append(want, canonical(t, string(text)))
	}
	if got := export(t, a); got != strings.Join(want, "\n") {
		t.Error("the export differs from the canonical records")
	}
	checkStatistics(t, a)
}

func TestGameFields(t *testing.T) {
	a := memory(t)
	bring(t, a, "dir/file.mgn", plain+"\n"+everyTag, ImportOptions{})
	g := all(t, a, Filter{Games: []rules.Game{rules.EnDodoi}})[0]
	if g.ID != 2 || g.Source != "dir/file.mgn" || g.SourceLine != 8 || g.SourceGame != 2 || g.Engine != rules.Version {
		t.Errorf("place %d %s %d %d, engine %d", g.ID, g.Source, g.SourceLine, g.SourceGame, g.Engine)
	}
	if g.Start.ToMove != rules.North || len(g.Moves) != 2 || g.Verdict != replay.Unfinished || g.Result != notation.NorthWon || g.Score != [2]int{15, 33} || !g.HasScore {
		t.Errorf("game %+v", g)
	}
}

func TestSameGame(t *testing.T) {
	record := func(south, north, extra, moves string) string {
		return fmt.Sprintf("[South \"%s\"]\n[North \"%s\"]\n%s[Game \"Adji-Boto\"]\n[Result \"*\"]\n\n%s *\n", south, north, extra, moves)
	}
	first := record("José Straße", "B. Player", "", "1. D b 2. B")
	for name, c := range map[string]struct {
		text string
		same bool
		copy bool
	}{
		"itself":         {first, true, false},
		"another layout": {record("José Straße", "B. Player", "", "D b\nB"), true, false},
		"pit numbers":    {record("José Straße", "B. Player", "", "6 3 8"), true, false},
		"decomposed":     {record("Jose\u0301 Straße", "B. Player", "", "D b B"), true, true},
		"case":           {record("JOSÉ STRASSE", "b. player", "", "D b B"), true, true},
		"blanks":         {record(" José\u00a0 Straße", "B.\tPlayer ", "", "D b B"), true, true},
		"unknown event":  {record("José Straße", "B. Player", "[Event \"?\"]\n", "D b B"), true, true},
		"a comment":      {record("José Straße", "B. Player", "", "D {good} b B"), true, true},
		"another tag":    {record("José Straße", "B. Player", "[Annotator \"C\"]\n", "D b B"), true, true},
		"another player": {record("Jose Straße", "B. Player", "", "D b B"), false, false},
		"another move":   {record("José Straße", "B. Player", "", "D b C"), false, false},
		"one ply more":   {record("José Straße", "B. Player", "", "D b B a"), false, false},
		"another event":  {record("José Straße", "B. Player", "[Event \"e\"]\n", "D b B"), false, false},
		"sides swapped":  {record("B. Player", "José Straße", "", "D b B"), false, false},
		"other rules":    {record("José Straße", "B. Player", "[Rules \"landing=taken\"]\n", "D b B"), false, false},
		"another result": {strings.ReplaceAll(first, "*", "1-0"), false, false},
		"another start":  {record("José Straße", "B. Player", "[SetUp \"1\"]\n[Position \"11,9,10,10,10/10,10,10,10,10 0-0 S\"]\n", "D b B"), false, false},
	} {
		t.Run(name, func(t *testing.T) {
			a := memory(t)
			bring(t, a, "one", first, ImportOptions{})
			for range 2 { // the second time adds nothing
				got := bring(t, a, "one", c.text, ImportOptions{})
				if same := got.Duplicates == 1; same != c.same {
					if c.same || got.Imported != 1 {
						t.Fatalf("counts %+v", got)
					}
				}
				c.same = true
			}
			var copies []string
			if err := a.Copies(t.Context(), Filter{}, func(c *Copy) error {
				copies = append(copies, string(c.Text))
				return nil
			}); err != nil {
				t.Fatal(err)
			}
			if c.copy && (len(copies) != 1 || copies[0] != canonical(t, c.text)) || !c.copy && len(copies) > 0 {
				t.Errorf("copies %q", copies)
			}
			checkStatistics(t, a)
		})
	}
}

func TestRejects(t *testing.T) {
	a := memory(t)
	illegal := "[Game \"Adji-Boto\"]\n\n1. A a 2. A *\n"
	malformed := "[Game \"Chess\"]\n\n1. A *\n"
	contradiction := "[Game \"Adji-Boto\"]\n\n1. A+2 *\n"
	text := plain + "\n" + illegal + "\n" + malformed + "\n" + contradiction
	for range 2 {
		if c := bring(t, a, "bad", text, ImportOptions{}); c.Rejected != 3 {
			t.Errorf("counts %+v", c)
		}
	}
	bring(t, a, "elsewhere", "\n\n"+illegal, ImportOptions{})
	bring(t, a, "bad", "\n\n"+illegal, ImportOptions{}) // has moved

	list := func(f RejectFilter) (list []*Reject) {
		if err := a.Rejects(t.Context(), f, func(r *Reject) error {
			list = append(list, r)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return list
	}
	got := list(RejectFilter{Source: []string{"BAD"}})
	if len(got) != 3 {
		t.Fatalf("%d rejects", len(got))
	}
	for i, want := range []struct {
		kind       replay.Verdict
		line, game int
		text       string
	}{{replay.Illegal, 3, 1, illegal}, {replay.Malformed, 12, 3, malformed}, {replay.Contradiction, 16, 4, contradiction}} {
		r := got[i]
		if r.Kind != want.kind || r.Line != want.line || r.Column != 1 || r.Game != want.game || strings.TrimSpace(string(r.Text)) != strings.TrimSpace(want.text) || r.Length != int64(len(r.Text)) {
			t.Errorf("reject %d: %+v, text %q", i, r, r.Text)
		}
		if len(r.Problems) != 1 || r.Problems[0].Kind != want.kind || r.Problems[0].Pos.File != "bad" {
			t.Errorf("reject %d: problems %+v", i, r.Problems)
		}
	}
	if p := got[0].Problems[0]; p.Ply != 3 || p.Side != rules.South || p.Text != "A" || strings.Join(p.Legal, "") != "BCDE" || p.Position == "" {
		t.Errorf("problem %+v", p)
	}
	if n := len(list(RejectFilter{})); n != 4 {
		t.Errorf("%d rejects of all sources", n)
	}
	if n := len(list(RejectFilter{Kinds: []replay.Verdict{replay.Illegal}, IDs: []int64{got[0].ID, got[1].ID}})); n != 1 {
		t.Errorf("%d rejects by kind and id", n)
	}
}

func TestGiantReject(t *testing.T) {
	a := memory(t)
	text := "[Game \"Adji-Boto\"]\n\nA {" + strings.Repeat("x", 2<<20) + "} A *\n"
	bring(t, a, "giant", text, ImportOptions{})
	if err := a.Rejects(t.Context(), RejectFilter{}, func(r *Reject) error {
		if len(r.Text) != 1<<20 || !strings.HasPrefix(text, string(r.Text)) || r.Length < 2<<20 {
			t.Errorf("%d bytes of %d kept", len(r.Text), r.Length)
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
}

func TestContradictionsStayOutOfStatistics(t *testing.T) {
	a := memory(t)
	text := "[Game \"Adji-Boto\"]\n\n1. A+2 *\n\n" + plain
	if c := bring(t, a, "x", text, ImportOptions{AcceptContradiction: true}); c.Imported != 2 {
		t.Fatalf("counts %+v", c)
	}
	checkStatistics(t, a)
	r := reading(t, rules.AdjiBoto, 0, "")
	for _, c := range []struct {
		filter Filter
		games  int
	}{{Filter{}, 1}, {Filter{Source: []string{"x"}}, 1}, {Filter{Verdicts: []replay.Verdict{replay.Contradiction}}, 1},
		{Filter{Verdicts: []replay.Verdict{replay.Contradiction, replay.Unfinished}}, 2}} {
		_, games, err := a.Openings(t.Context(), OpeningQuery{Ruleset: r, Filter: c.filter})
		if err != nil || games != c.games {
			t.Errorf("%+v: %d games in the openings, want %d (%v)", c.filter, games, c.games, err)
		}
		stats, err := a.Stats(t.Context(), c.filter)
		if err != nil || len(stats) != 1 || stats[0].Records != c.games {
			t.Errorf("%+v: statistics %+v, %v", c.filter, stats, err)
		}
	}
}

func TestReplace(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	r := reading(t, rules.EnDodoi, 6, "")
	var records []string
	for range 30 {
		records = append(records, randomRecord(rng, r, r.Start(), 40, ""))
	}
	join := func(from, to int) string { return strings.Join(records[from:to], "") }

	a := memory(t)
	bring(t, a, "a", join(0, 20)+"[Game \"Chess\"]\n\n*\n", ImportOptions{})
	commented := strings.Replace(records[4], "\n\n", "\n\n{of b} ", 1)
	if c := bring(t, a, "b", records[3]+commented+join(20, 25), ImportOptions{}); c.Imported != 5 || c.Duplicates != 2 {
		t.Fatalf("counts %+v", c)
	}
	if c := bring(t, a, "a", join(10, 20)+join(25, 30), ImportOptions{Replace: true}); c.Imported != 15 {
		t.Fatalf("counts %+v", c)
	}
	checkStatistics(t, a)

	// What only a had of its first ten games is gone; what b has too is now b's.
	sources := map[string]int{}
	comments := 0
	for _, g := range all(t, a, Filter{}) {
		sources[g.Source]++
		comments += len(g.Annotations)
	}
	if sources["a"] != 15 || sources["b"] != 7 || comments != 1 {
		t.Errorf("games by source %v, %d comments", sources, comments)
	}
	if err := a.Rejects(t.Context(), RejectFilter{}, func(r *Reject) error {
		t.Errorf("reject %d is still there", r.ID)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	// The same archive comes about by importing what is left.
	b := memory(t)
	bring(t, b, "x", records[3]+commented+join(10, 30), ImportOptions{})
	have, _ := a.Stats(t.Context(), Filter{})
	want, _ := b.Stats(t.Context(), Filter{})
	if fmt.Sprint(have) != fmt.Sprint(want) {
		t.Errorf("statistics\n%v\nwant\n%v", have, want)
	}
}

func TestRollback(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	r := reading(t, rules.AdjiBoto, 0, "")
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	bring(t, a, "kept", randomRecord(rng, r, r.Start(), 90, ""), ImportOptions{})
	before := export(t, a)

	var text string
	for range 20 {
		text += randomRecord(rng, r, r.Start(), 90, "")
	}
	for name, end := range map[string]func(*Import, *Prepared) error{
		"rollback": func(im *Import, _ *Prepared) error { return im.Rollback() },
		"cancelled": func(im *Import, p *Prepared) error {
			ctx, cancel := context.WithCancel(t.Context())
			cancel()
			if _, err := im.Add(ctx, p); !errors.Is(err, context.Canceled) {
				t.Errorf("added with %v", err)
			}
			if err := im.Commit(t.Context(), true); !errors.Is(err, context.Canceled) {
				t.Errorf("committed with %v", err)
			}
			return im.Rollback()
		},
	} {
		t.Run(name, func(t *testing.T) {
			im, err := a.BeginImport(t.Context(), "lost", ImportOptions{Replace: true})
			if err != nil {
				t.Fatal(err)
			}
			var last *Prepared
			prepared(t, a, "lost", text, func(p *Prepared) {
				if _, err := im.Add(t.Context(), p); err != nil {
					t.Fatal(err)
				}
				last = p
			})
			if err := end(im, last); err != nil {
				t.Fatal(err)
			}
			if got := export(t, a); got != before {
				t.Errorf("the archive has changed:\n%s", got)
			}
			checkStatistics(t, a)
		})
	}
}

// A reader beside a writer sees whole batches: at any time the statistics are
// those of the games.
func TestReaderSeesWholeBatches(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	w, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	reader, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()

	done := make(chan struct{})
	go func() {
		defer close(done)
		rng := rand.New(rand.NewPCG(3, 1))
		r := reading(t, rules.AdjiBoto, 0, "")
		for i := range 20 {
			var text string
			for range 10 {
				text += randomRecord(rng, r, r.Start(), 30, "")
			}
			bring(t, w, fmt.Sprint(i), text, ImportOptions{})
		}
	}()
	for running := true; running; {
		select {
		case <-done:
			running = false
		default:
		}
		checkStatistics(t, reader)
		if n, err := reader.Count(t.Context(), Filter{}); err != nil || n%10 != 0 {
			t.Fatalf("%d games, %v", n, err)
		}
	}
	if n, _ := reader.Count(t.Context(), Filter{}); n != 200 {
		t.Errorf("%d games", n)
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	archive := filepath.Join(dir, "odd ?name#%41.db")
	a, err := Create(t.Context(), archive)
	if err != nil {
		t.Fatal(err)
	}
	bring(t, a, "x", plain, ImportOptions{})
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(archive); err != nil {
		t.Error(err)
	}
	if left, _ := filepath.Glob(archive + "-*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}

	// Other databases, made of an archive by changing its header.
	header := func(name string, change func(b []byte)) string {
		b, err := os.ReadFile(archive)
		if err != nil {
			t.Fatal(err)
		}
		change(b)
		return write(name, string(b))
	}
	for name, c := range map[string]struct {
		path, want string
	}{
		"folder":        {dir, "it is a folder"},
		"text":          {write("text", strings.Repeat(plain, 20)), "it is no SQLite database, or a damaged one"},
		"other program": {header("other.db", func(b []byte) { copy(b[68:], "abcd") }), "it is another program's SQLite database"},
		"no mark":       {header("none.db", func(b []byte) { copy(b[60:], make([]byte, 12)) }), "it is an SQLite database without an archive"},
		"later version": {header("later.db", func(b []byte) { b[63] = 9 }), "it is of version 9, from a newer alai; this one reads versions up to 2"},
	} {
		for call, open := range map[string]func(context.Context, string) (*Archive, error){"Open": Open, "Create": Create} {
			before, _ := os.ReadFile(c.path)
			_, err := open(t.Context(), c.path)
			var not *NotArchiveError
			if !errors.As(err, &not) || not.Msg != c.want || not.Path != c.path {
				t.Errorf("%s of %s: %v, want %s", call, name, err, c.want)
			}
			if after, _ := os.ReadFile(c.path); string(after) != string(before) {
				t.Errorf("%s of %s has changed the file", call, name)
			}
		}
	}
	var none *NoArchiveError
	if _, err := Open(t.Context(), filepath.Join(dir, "none")); !errors.As(err, &none) {
		t.Errorf("opening nothing: %v", err)
	}
	if _, err := Open(t.Context(), write("empty", "")); err == nil {
		t.Error("an empty file was opened")
	}
	if a, err := Create(t.Context(), write("empty", "")); err != nil {
		t.Error(err)
	} else {
		a.Close()
	}
}

// An import waits for the one of another program to end, says that it does, and
// can be told not to.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	im, err := a.BeginImport(t.Context(), "x", ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	ctx, stop := context.WithCancel(t.Context())
	waits := 0
	b.Waiting = func() { waits++; stop() }
	if _, err := b.BeginImport(ctx, "y", ImportOptions{}); !errors.Is(err, context.Canceled) || waits != 1 {
		t.Errorf("a second import waited %d times and began with %v", waits, err)
	}
	b.Waiting = func() {
		waits++
		if err := im.Commit(t.Context(), true); err != nil {
			t.Error(err)
		}
	}
	second, err := b.BeginImport(t.Context(), "y", ImportOptions{})
	if err != nil || waits != 2 {
		t.Fatalf("the second import waited %d times in all: %v", waits, err)
	}
	if err := second.Commit(t.Context(), true); err != nil {
		t.Error(err)
	}
}

// On a full disk the open batch is undone, and what was committed stays.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	bring(t, a, "kept", plain, ImportOptions{})
	if _, err := a.writer.ExecContext(t.Context(), "PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	im, err := a.BeginImport(t.Context(), "lost", ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(8, 1))
	r := reading(t, rules.AdjiBoto, 0, "")
	var full *FullError
	for range 5000 {
		prepared(t, a, "lost", randomRecord(rng, r, r.Start(), 90, ""), func(p *Prepared) { _, err = im.Add(t.Context(), p) })
		if err != nil {
			break
		}
	}
	if !errors.As(err, &full) {
		t.Fatalf("added with %v", err)
	}
	if err := im.Rollback(); err != nil {
		t.Error(err)
	}
	if games := all(t, a, Filter{}); len(games) != 1 || games[0].Source != "kept" {
		t.Errorf("%d games", len(games))
	}
	checkStatistics(t, a)
	// With room again, the same import goes through.
	if _, err := a.writer.ExecContext(t.Context(), "PRAGMA max_page_count = 100000"); err != nil {
		t.Fatal(err)
	}
	if c := bring(t, a, "lost", randomRecord(rng, r, r.Start(), 90, ""), ImportOptions{}); c.Imported != 1 {
		t.Errorf("counts %+v", c)
	}
}

// TestRepeating: games that are new although those before them were there count
// in the statistics as all others do.
func TestRepeating(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	a := memory(t)
	var texts []string
	for i := range 60 {
		r := []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 8, "")}[i%2]
		texts = append(texts, randomRecord(rng, r, r.Start(), 5+rng.IntN(200), "[South \"A\"]\n"))
	}
	bring(t, a, "first", strings.Join(texts[:30], "\n"), ImportOptions{})
	// By turns two that are there and one that is new, made ready while a.repeating says either.
	var mixed []string
	for i := range 30 {
		mixed = append(mixed, texts[i], texts[i], texts[30+i])
	}
	for _, repeating := range []bool{true, false} {
		im, err := a.BeginImport(t.Context(), "second", ImportOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if repeating {
			a.repeating.Store(true)
		}
		partial := 0
		prepared(t, a, "second", strings.Join(mixed, "\n"), func(p *Prepared) {
			if p.partial {
				partial++
			}
			if _, err := im.Add(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		})
		if err := im.Commit(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		if partial < 30 || repeating && im.Counts().Imported != 30 {
			t.Errorf("%d were left incomplete; %+v", partial, im.Counts())
		}
		checkStatistics(t, a)
	}
}

// TestTagsRoundTrip: whatever the tags of a record, and however often each
// stands in it, the archive gives back its canonical record.
func TestTagsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 1))
	names := []string{"Event", "Site", "Date", "Round", "South", "North", "Result", "Pits", "Rules", "SetUp", "Position", "FEN",
		"Score", "Termination", "Match", "MatchTarget", "X", "event", "Variant"}
	values := []string{"", "?", "a", "A b", "1-0", "*", "5", "0", "1", "3-2", "usual", "chain=over-empty", "normal", "10,10,10,10,10/10,10,10,10,10 0-0 S -"}
	kept, rounds := 0, 400
	if testing.Short() {
		rounds = 100
	}
	for range rounds {
		text := "[Game \"Adji-Boto\"]\n"
		for range rng.IntN(8) {
			text += fmt.Sprintf("[%s %q]\n", names[rng.IntN(len(names))], values[rng.IntN(len(values))])
		}
		text += "\nA a B " + []string{"*", "1-0", "0-1"}[rng.IntN(3)] + "\n"
		want := canonical(t, text)
		a := memory(t)
		if bring(t, a, "x", text, ImportOptions{AcceptContradiction: true}).Imported == 0 {
			continue
		}
		kept++
		if got := export(t, a); got != want {
			t.Fatalf("%s\ncomes back as\n%s\nwant\n%s", text, got, want)
		}
	}
	if kept < rounds/7 {
		t.Errorf("only %d records were archived", kept)
	}
}

// TestDuplicatesInAnyOrder: games that are there are found in whatever order they
// come again, and what their records have that the archive lacks is kept.
func TestDuplicatesInAnyOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 1))
	r := reading(t, rules.AdjiBoto, 0, "")
	a := memory(t)
	var texts []string
	for i := range 50 {
		texts = append(texts, randomRecord(rng, r, r.Start(), 30, fmt.Sprintf("[Round \"%d\"]\n", i)))
	}
	bring(t, a, "first", strings.Join(texts, "\n"), ImportOptions{})
	for n, order := range [][]int{rng.Perm(50), rng.Perm(50)[:20], {0, 1, 2, 3, 5, 4, 6, 7, 8, 8, 9, 49, 10, 11}} {
		var again []string
		with := 0 // records with a comment that the archive lacks
		for k, i := range order {
			text := texts[i]
			if k%5 == 2 {
				text = strings.Replace(text, "\n\n", fmt.Sprintf("\n\n{met again %d}\n", n), 1)
				with++
			}
			again = append(again, text)
		}
		source := fmt.Sprint("again ", n)
		if c := bring(t, a, source, strings.Join(again, "\n"), ImportOptions{}); c != (Counts{Duplicates: len(order)}) {
			t.Errorf("%v: %+v", order, c)
		}
		var copies, texted int
		if err := a.readers.QueryRow("SELECT count(*), count(text) FROM copy JOIN source ON source.id = copy.source WHERE path = ?", source).Scan(&copies, &texted); err != nil {
			t.Fatal(err)
		}
		distinct := len(slices.Compact(slices.Sorted(slices.Values(order))))
		if copies < distinct || texted != with {
			t.Errorf("%v: %d copies, %d with a text; want %d or more, %d", order, copies, texted, distinct, with)
		}
	}
	// The same file in its order is nothing new at all.
	if c := bring(t, a, "first", strings.Join(texts, "\n"), ImportOptions{}); c != (Counts{Duplicates: 50}) {
		t.Errorf("%+v", c)
	}
	checkStatistics(t, a)
}
