package replay_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"

	"github.com/google/go-cmp/cmp"
)

// without returns the record without the tags of these names.
func without(rec *notation.Record, names ...string) *notation.Record {
	bare := *rec
	bare.Tags = slices.DeleteFunc(slices.Clone(rec.Tags), func(tag notation.Tag) bool { return slices.Contains(names, tag.Name) })
	return &bare
}

// untagged returns some records of a referee's file without the tags that name
// the reading, and the readings under which they were played.
func untagged(tb testing.TB, name string, most int) (bare []*notation.Record, truth []replay.Line) {
	tb.Helper()
	list := records(tb, name)
	rp := replay.NewReplayer(replay.Assume{})
	for _, rec := range list[:min(most, len(list))] {
		var line replay.Line
		rp.Replay(rec, &line)
		bare, truth = append(bare, without(rec, "Game", "Pits", "Rules")), append(truth, line)
	}
	return bare, truth
}

var identified = []string{
	"ludii/adjiboto-herskovits-1929.mgn", "mancalagames/adjiboto.mgn", "mancalagames/endodoi6.mgn", "ludii/endodoi-lone-6.mgn",
	"ludii/endodoi-lone-8.mgn", "mancalagames/endodoi10.mgn",
}

// The reading that a complete game was played by is among the best: only readings
// that fit as well and are named or have fewer unusual options are ranked above it.
func TestIdentifyFindsTheReading(t *testing.T) {
	rp := replay.NewReplayer(replay.Assume{})
	var line replay.Line
	games := 0
	for _, name := range identified {
		bare, truth := untagged(t, name, 12)
		for i, rec := range bare {
			id := rp.Identify(rec, &line)
			at := slices.IndexFunc(id.Candidates, func(c replay.Candidate) bool { return c.Rules == truth[i].Rules })
			if at < 0 {
				t.Errorf("%s, game %d: %s is no candidate", name, i+1, replay.Reading(truth[i].Rules))
				continue
			}
			is := id.Candidates[at]
			if is.Verdict != truth[i].Verdict || is.Plies != id.Plies || is.Problem != nil {
				t.Errorf("%s, game %d: it is %v, not %v: %+v", name, i+1, is.Verdict, truth[i].Verdict, is)
			}
			if is.Verdict != replay.Complete {
				continue
			}
			games++
			for _, c := range id.Candidates[:at] {
				if c.Rank < is.Rank && (c.Verdict != replay.Complete || c.Changed >= is.Changed && !strings.HasPrefix(replay.RulesText(c.Rules), "herskovits")) {
					t.Errorf("%s, game %d: %s (%v) is ranked above %s", name, i+1, replay.Reading(c.Rules), c.Verdict, replay.Reading(is.Rules))
				}
			}
		}
	}
	if games < 40 {
		t.Errorf("only %d games", games)
	}
}

// The candidates are all readings of all boards that the moves and the position fit
// on, each with what a replay by itself finds.
func TestIdentifyAgainstReplays(t *testing.T) {
	rp := replay.NewReplayer(replay.Assume{})
	var line, alone replay.Line
	for _, name := range identified {
		bare, _ := untagged(t, name, 2)
		for i, rec := range bare {
			found := map[rules.Ruleset]replay.Candidate{}
			id := rp.Identify(rec, &line)
			for _, c := range id.Candidates {
				found[c.Rules] = c
			}
			if len(found) != len(id.Candidates) {
				t.Fatalf("%s, game %d: a candidate stands twice", name, i+1)
			}
			for _, r := range allReadings() {
				c, ok := found[r]
				replay.ReplayAs(r, rec, &alone)
				if left := namesPitBeyond(rec, int(r.Pits)) || alone.Verdict == replay.Malformed; ok == left {
					t.Fatalf("%s, game %d: %s is a candidate: %v", name, i+1, replay.Reading(r), ok)
				}
				delete(found, r)
				if !ok || c.GivenUp {
					continue
				}
				if c.Verdict != alone.Verdict || c.Plies != len(alone.Moves)-passes(&alone) || (c.Problem == nil) != alone.Verdict.Sound() {
					t.Fatalf("%s, game %d, %s: %+v; a replay is %v after %d plies", name, i+1, replay.Reading(r), c, alone.Verdict, len(alone.Moves))
				}
				if c.Problem != nil && (c.Problem.Msg != alone.Problems[0].Msg && c.Verdict == alone.Problems[0].Kind) {
					t.Fatalf("%s, game %d, %s: %s; a replay says %s", name, i+1, replay.Reading(r), c.Problem, &alone.Problems[0])
				}
			}
			if len(found) > 0 {
				t.Fatalf("%s, game %d: %d candidates are no readings", name, i+1, len(found))
			}
			checkAlike(t, rec, id.Candidates)
			checkOrder(t, rec, id.Candidates)
		}
	}
}

// A lost move may have been each legal one with which the rest can be replayed, and
// none else; where there is one only, it is put in.
func TestIdentifyLostMoves(t *testing.T) {
	rp := replay.NewReplayer(replay.Assume{})
	var line, alone replay.Line
	single, several := 0, 0
	for _, name := range identified {
		for i, whole := range records(t, name)[:6] {
			var truth replay.Line
			rp.Replay(whole, &truth)
			at := len(whole.Items) * (i + 1) / 8
			if len(truth.Moves) != len(whole.Items) {
				continue // with passes that are understood
			}
			rec := *whole
			rec.Items = slices.Clone(whole.Items)
			rec.Items[at].Kind = notation.Lost
			id := replay.NewReplayer(replay.Assume{Rules: "direction=counter-clockwise"}).Identify(&rec, &line)
			c := id.Candidates[0]
			if c.Rules != truth.Rules || len(id.Candidates) != 1 || len(c.Lost) != 1 || c.Lost[0].Ply != at+1 || c.Verdict != truth.Verdict {
				t.Fatalf("%s, game %d: %+v", name, i+1, id)
			}
			state := truth.Start
			if err := replay.PlayStated(&truth.Rules, &state, truth.Moves[:at], nil); err != nil {
				t.Fatal(err)
			}
			var want []rules.Move
			for _, m := range replay.LegalMoves(&truth.Rules, &state) {
				with := *whole
				with.Items = slices.Clone(whole.Items)
				with.Items[at].Kind, with.Items[at].Pit, with.Items[at].Captured = notation.Number, uint8(m), notation.NoCapture
				if replay.ReplayAs(truth.Rules, &with, &alone); alone.Verdict.Sound() {
					want = append(want, m)
				}
			}
			if diff := cmp.Diff(want, c.Lost[0].Moves); diff != "" || !slices.Contains(want, truth.Moves[at]) {
				t.Errorf("%s, game %d, ply %d: (-want +got)\n%s", name, i+1, at+1, diff)
			}
			if len(want) > 1 {
				several++
				continue
			}
			single++
			if !slices.Equal(line.Moves, truth.Moves) || line.Verdict != truth.Verdict || id.Record == &rec {
				t.Errorf("%s, game %d: the lost move is not put in", name, i+1)
			}
		}
	}
	if single < 10 || several == 0 {
		t.Errorf("only %d lost moves of which one is left, %d of which several are", single, several)
	}
}

// Worked by hand on 2 x 6: South has a seed in A, one in B and one in F, North one in
// a and one in c. What is lost is South's first move.
func TestIdentifyLostByHand(t *testing.T) {
	const board = "[Game \"En Dodoi\"]\n[Pits \"6\"]\n[Rules \"seeds=4\"]\n[SetUp \"1\"]\n[Position \"0,0,0,1,0,1/1,1,0,0,0,1 20-23 S\"]\n\n"
	for _, tt := range []struct {
		name, text string
		want       string // what the lost moves may have been
		moves      string // of the game with what is known put in
		verdict    replay.Verdict
	}{
		// A is sown into B, and both go on to C and D, where they capture c. B is sown
		// into C. F is sown into North's a, both go on to b and c, and those in c to d and e.
		{"only F leaves a seed in b", "1. ? b 2. A *", "1: F", "F b A", replay.Unfinished},
		{"A captures c, F takes it up", "1. ? c 2. F *", "1: B", "B c F", replay.Unfinished},
		{"A and B leave one in C", "1. ? a 2. C *", "1: A B", "", replay.Unfinished},
		{"but C captures only where c is left", "1. ? a 2. C+2 *", "1: B", "B a C", replay.Unfinished},
		{"none leaves one in E", "1. ? a 2. E *", "1:", "", replay.Illegal},
		{"two lost moves: d comes round to A, e does not", "1. ? b 2. A 2... ? 3. A *", "1: F; 4: d", "F b A d A", replay.Unfinished},
		{"two lost moves: C does not tell d from e", "1. ? b 2. A 2... ? 3. C *", "1: F; 4: d e", "F b A", replay.Unfinished},
		{"the last move", "1. B 1... ? *", "2: a c", "B", replay.Unfinished},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id, line := identify(t, board+tt.text)
			c := id.Candidates[0]
			var got []string
			for _, lost := range c.Lost {
				got = append(got, strings.TrimSpace(fmt.Sprintf("%d: %s", lost.Ply, strings.Join(replay.Letters(&c.Rules, lost.Moves), " "))))
			}
			if got := strings.Join(got, "; "); got != tt.want || c.Verdict != tt.verdict {
				t.Errorf("%s, %v; want %s, %v", got, c.Verdict, tt.want, tt.verdict)
			}
			if moves := strings.Join(replay.Letters(&line.Rules, line.Moves), " "); moves != tt.moves {
				t.Errorf("the moves are %s, want %s", moves, tt.moves)
			}
		})
	}
}

// A record of very many lost moves, each of which is known from the rest, is looked
// at up to some.
func TestIdentifyManyLostMoves(t *testing.T) {
	text := "[Game \"Adji-Boto\"]\n[Rules \"chain=stop\"]\n[SetUp \"1\"]\n[Position \"1,2,2,1,2/2,2,1,2,1 42-42 S\"]\n\n" +
		strings.Repeat("1. ? d D a A c C e E b ", 150) + "*" // docs/rules.md: they lead back to the position
	id, line := identify(t, text)
	c := id.Candidates[0]
	if len(c.Lost) != 100 || c.Verdict != replay.Unfinished || len(line.Moves) != 1000 || id.Plies != 1500 {
		t.Errorf("%d lost moves, %v, %d of %d plies", len(c.Lost), c.Verdict, len(line.Moves), id.Plies)
	}
	for _, lost := range c.Lost {
		if got := strings.Join(replay.Letters(&c.Rules, lost.Moves), " "); got != "B" {
			t.Fatalf("ply %d: %s", lost.Ply, got)
		}
	}
}

// checkOrder: the candidates are in the order of what replays by themselves find.
func checkOrder(t *testing.T, rec *notation.Record, list []replay.Candidate) {
	t.Helper()
	var last []int
	for i, c := range list {
		var line replay.Line
		replay.ReplayAs(c.Rules, rec, &line)
		wrong := 0
		for _, p := range line.Problems {
			if p.Kind == replay.Contradiction {
				wrong++
			}
		}
		verdict := slices.Index([]replay.Verdict{replay.Complete, replay.Decided, replay.Unfinished, replay.Contradiction, replay.Illegal}, line.Verdict)
		changed, oddity := 0, 0
		if text := replay.RulesText(c.Rules); text == "herskovits-1929" {
			changed, oddity = 2, 1 // between the usual reading and those without a name
		} else if text != "" {
			changed = strings.Count(text, ",") + 1
			oddity = changed + 1
		}
		key := []int{verdict, -(len(line.Moves) - passes(&line)), wrong, oddity}
		if c.GivenUp {
			return // the rest is not as a replay finds it
		}
		if c.Wrong != wrong || c.Changed != changed {
			t.Errorf("%s: %d wrong, %d changed; it is %d, %d", replay.Reading(c.Rules), c.Wrong, c.Changed, wrong, changed)
		}
		if i > 0 && (slices.Compare(last, key) > 0 || (c.Rank == list[i-1].Rank) != slices.Equal(last, key) || c.Rank > i+1) {
			t.Errorf("%s (%v, rank %d) stands behind %s (%v, rank %d)", replay.Reading(c.Rules), key, c.Rank, replay.Reading(list[i-1].Rules), last, list[i-1].Rank)
		}
		last = key
	}
}

// A game that is over under two readings, of which one yields the record's score and
// the other none: that one is the worse.
func TestIdentifyByScore(t *testing.T) {
	id, _ := identify(t, "[Result \"1-0\"]\n[Score \"65-35\"]\n[SetUp \"1\"]\n[Position \"1,1,1,1,1/1,1,1,1,1 60-30 N\"]\n\n1-0")
	if len(id.Candidates) != 176 {
		t.Fatalf("%d candidates", len(id.Candidates))
	}
	for i, c := range id.Candidates {
		if c.Verdict != replay.Complete || c.Rules.EndStuck != (i >= 88) {
			t.Errorf("%d: %s, %v", i, replay.Reading(c.Rules), c.Verdict)
		}
	}
	// Nothing is played, so that all readings with an end do the same.
	if a, b := id.Candidates[0], id.Candidates[88]; a.Alike != 87 || b.Alike != 87 || a.Repeats || b.Repeats {
		t.Errorf("%d and %d are alike", a.Alike, b.Alike)
	}
}

// checkAlike: of the sound candidates each either does something that no better one
// does, or repeats one, which counts it.
func checkAlike(t *testing.T, rec *notation.Record, list []replay.Candidate) {
	t.Helper()
	var firsts, counted []int
	lines := make([]replay.Line, len(list))
	for i, c := range list {
		if !c.Verdict.Sound() {
			if c.Alike != 0 || c.Repeats {
				t.Errorf("%s breaks, and is alike %d", replay.Reading(c.Rules), c.Alike)
			}
			continue
		}
		replay.ReplayAs(c.Rules, rec, &lines[i])
		k := slices.IndexFunc(firsts, func(first int) bool {
			a, b := &lines[first], &lines[i]
			return list[first].Rules.Game == c.Rules.Game && a.Final == b.Final && a.Score == b.Score && a.Result == b.Result &&
				a.Over == b.Over && slices.Equal(a.Sowings, b.Sowings)
		})
		if c.Repeats != (k >= 0) {
			t.Errorf("%s repeats another: %v", replay.Reading(c.Rules), c.Repeats)
		}
		if k >= 0 {
			counted[k]++
		} else {
			firsts, counted = append(firsts, i), append(counted, 0)
		}
	}
	for k, first := range firsts {
		if list[first].Alike != counted[k] {
			t.Errorf("%s: %d are alike, not %d", replay.Reading(list[first].Rules), counted[k], list[first].Alike)
		}
	}
}

func allReadings() (list []rules.Ruleset) {
	for _, g := range replay.Games() {
		lo, hi := g.Boards()
		for n := lo; n <= hi; n++ {
			list = append(list, replay.Readings(rules.Standard(g, n))...)
		}
	}
	return list
}

// namesPitBeyond reports whether the record names a pit that a board of n pits a
// row does not have.
func namesPitBeyond(rec *notation.Record, n int) bool {
	if rec.Style == notation.Numbers {
		n *= 2
	}
	return slices.ContainsFunc(rec.Items, func(item notation.Item) bool {
		return item.Kind.IsPly() && item.Kind != notation.Pass && int(item.Pit) >= n
	})
}

// passes counts the passes that a record of the referees, which name none, leaves out.
func passes(line *replay.Line) (n int) {
	for _, notice := range line.Notices {
		if strings.HasSuffix(notice.Msg, "the pass is understood") {
			n++
		}
	}
	return n
}

// A tag, or what is assumed for it, fixes what it says, and changes nothing else:
// what is left are the candidates that agree with it, in the same order.
func TestIdentifyTagsFix(t *testing.T) {
	open := replay.NewReplayer(replay.Assume{})
	var line replay.Line
	for _, name := range identified {
		bare, truth := untagged(t, name, 2)
		for i, rec := range bare {
			all := open.Identify(rec, &line).Candidates
			r := truth[i].Rules
			options := replay.RulesText(r)
			if options == "" {
				options = "direction=counter-clockwise"
			}
			pits := string(rune('0' + r.Pits%10))
			if r.Pits == 10 {
				pits = "10"
			}
			for _, tt := range []struct {
				name   string
				tags   []notation.Tag
				assume replay.Assume
				fits   func(rules.Ruleset) bool
			}{
				{"Game", []notation.Tag{{Name: "Game", Value: r.Game.String()}}, replay.Assume{Game: r.Game.String()},
					func(c rules.Ruleset) bool { return c.Game == r.Game }},
				{"Pits", []notation.Tag{{Name: "Pits", Value: pits}}, replay.Assume{Pits: int(r.Pits)},
					func(c rules.Ruleset) bool { return c.Pits == r.Pits }},
				{"all", []notation.Tag{{Name: "Game", Value: r.Game.String()}, {Name: "Pits", Value: pits}, {Name: "Rules", Value: options}},
					replay.Assume{Game: r.Game.String(), Pits: int(r.Pits), Rules: options},
					func(c rules.Ruleset) bool { return c == r }},
			} {
				var want []rules.Ruleset
				for _, c := range all {
					if tt.fits(c.Rules) {
						want = append(want, c.Rules)
					}
				}
				tagged := *rec
				tagged.Tags = slices.Concat(rec.Tags, tt.tags)
				for how, id := range map[string]replay.Identification{
					"tag":     open.Identify(&tagged, &line),
					"assumed": replay.NewReplayer(tt.assume).Identify(rec, &line),
				} {
					var got []rules.Ruleset
					for _, c := range id.Candidates {
						got = append(got, c.Rules)
					}
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s, game %d, %s, %s: (-want +got)\n%s", name, i+1, tt.name, how, diff)
					}
				}
			}
		}
	}
}

// identify reads the first record of a text and identifies it.
func identify(t testing.TB, text string) (replay.Identification, *replay.Line) {
	t.Helper()
	var rec notation.Record
	var line replay.Line
	if err := notation.NewReader(strings.NewReader(text), "f").Read(&rec); err != nil {
		t.Log(err)
	}
	return replay.NewReplayer(replay.Assume{}).Identify(&rec, &line), &line
}

func TestIdentifyByHand(t *testing.T) {
	const boards = "[SetUp \"1\"]\n[Position \"0,0,0,0,0,0/0,1,0,0,0,0 20-27 S\"]\n"
	for _, tt := range []struct {
		name, text string
		want       []string // the first candidates, or what is wrong
		best       bool
	}{
		// A lone last seed in the own row is stored only under lone=taken. The
		// position has 48 seeds: 4 a pit on 2 x 6, 3 a pit on 2 x 8.
		{"a capture tells the reading", boards + "\n1. B+1 *", []string{
			"1 En Dodoi 2 x 6, lone=taken: complete",
			"2 En Dodoi 2 x 6, direction=clockwise,lone=taken: complete",
			"3 En Dodoi 2 x 6, usual rules: contradiction: B captures 0 seeds, not 1",
		}, true},
		{"nothing tells the games apart", "*", []string{
			"1 Adji-Boto 2 x 5, usual rules: unfinished, 175 alike",
			"1 En Dodoi 2 x 6, usual rules: unfinished, 3 alike",
		}, false},
		{"no board has this pit", "[Game \"Adji-Boto\"]\n\n1. F *", []string{
			"1 Adji-Boto 2 x 5, usual rules: illegal: a board of 2 x 5 has no pit F",
			"2 Adji-Boto 2 x 5, herskovits-1929: illegal: a board of 2 x 5 has no pit F",
		}, false},
		{"the text is broken", "1. A b ! ]", []string{`"]" is no move, comment or result`}, false},
		{"nothing goes with the tags", "[Pits \"12\"]\n\n1. A *", []string{"no game goes with the tags Pits and Rules"}, false},
		{"a wrong tag", "[Game \"Oware\"]\n\n1. A *", []string{
			"the game is Oware, which is not archived here; the games are Adji-Boto, En Dodoi and Cross-Endodoi"}, false},
		{"a position that no board has", "[SetUp \"1\"]\n[Position \"1,1/1,1 0-0 S\"]\n\n1. A *", []string{
			"North's row has 2 pits, the board has 5"}, false},
		// It takes a million laps and more.
		{"a sowing is given up", "[SetUp \"1\"]\n[Position \"4,0,1,0,1,0/3,22,2,1,2,1 8-3 S\"]\n[Rules \"seeds=4\"]\n\n1. A *", []string{
			"1 Cross-Endodoi 2 x 6, seeds=4: unfinished",
			"2 En Dodoi 2 x 6, usual rules: illegal: the sowing from pit A is given up after 10000 laps, in which it has neither ended nor gone round (given up)",
		}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			id, line := identify(t, tt.text)
			var got []string
			for _, c := range id.Candidates[:min(len(id.Candidates), len(tt.want))] {
				text := string(rune('0'+c.Rank)) + " " + replay.Reading(c.Rules) + ": " + c.Verdict.String()
				if c.Problem != nil {
					text += ": " + c.Problem.Msg
				}
				if c.Alike > 0 {
					text += fmt.Sprintf(", %d alike", c.Alike)
				}
				if c.GivenUp {
					text += " (given up)"
				}
				got = append(got, text)
			}
			if len(id.Candidates) == 0 {
				got = []string{line.Problems[0].Msg}
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if best := id.Best() != nil; best != tt.best {
				t.Errorf("a single best one: %v", best)
			}
		})
	}
}

// BenchmarkIdentify replays games without tags under all readings.
func BenchmarkIdentify(b *testing.B) {
	for _, name := range identified {
		b.Run(strings.NewReplacer("ludii/", "", "mancalagames/", "", ".mgn", "").Replace(name), func(b *testing.B) {
			bare, _ := untagged(b, name, 60)
			rp := replay.NewReplayer(replay.Assume{})
			var line replay.Line
			games := 0
			for b.Loop() {
				for _, rec := range bare {
					rp.Identify(rec, &line)
				}
				games += len(bare)
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/1000/float64(games), "ms/game")
		})
	}
}
