package replay

import (
	"cmp"
	"iter"
	"slices"
	"strconv"
	"strings"

	"alai/notation"
	"alai/replay/rules"
)

// A Candidate is a reading of the rules that a record may follow, and what came
// of replaying it so.
type Candidate struct {
	Rank    int // from 1, the best; those that nothing tells apart share one
	Rules   rules.Ruleset
	Changed int     // options that are not the usual ones
	Verdict Verdict // Illegal at the least
	Plies   int     // of the main line that were played, without those that the record leaves out
	Wrong   int     // things that the record says of its game and the replay contradicts
	Problem *Problem
	Lost    []Lost
	GivenUp bool // the verdict rests on a sowing that was given up after HastyLaps laps

	// Of sound candidates that differ in nothing that the record meets, so that every
	// ply does the same and the game ends the same, the first has in Alike how many
	// more there are, and those have Repeats set.
	Alike   int
	Repeats bool
	Named   []string // of those more the named readings

	name    string // of a named reading
	fit     fit
	filled  *notation.Record // the record with the lost moves that are found put in
	sowings uint64           // a hash of what the plies of a sound one did: they themselves might take much room
	end     end
}

// hashSowings hashes what plies did, as FNV-1a does but a sowing at a time.
func hashSowings(list []rules.Sowing) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := range list {
		w := &list[i]
		h ^= uint64(w.Taken) | uint64(w.Landing)<<32 | uint64(w.Captured)<<40
		h *= 0x100000001b3
		h ^= uint64(w.Laps)
		h *= 0x100000001b3
	}
	return h
}

// Lost is a move that is lost in the source, and what it may have been.
type Lost struct {
	Ply   int          // from 1
	Moves []rules.Move // with which what follows can be replayed, up to the next lost move; in sowing order
}

// end is how a game ended under a reading.
type end struct {
	final    rules.State
	outcome  rules.Outcome
	score    [2]int
	hasScore bool
}

// fit is how well a record and a reading go together, the best first.
type fit uint8

const (
	scoreFits  fit = iota // complete, and the record names this result and this score
	resultFits            // complete, and the record names this result
	silent                // complete, the record names no result
	decided
	unfinished
	contradicted
	broken
)

// An Identification is what Identify has found.
type Identification struct {
	Plies      int         // of the record's main line
	Candidates []Candidate // the best first, then in the order of games, boards and readings

	// Record is the record with the lost moves put in that the first candidate leaves
	// no choice of; else the record itself.
	Record *notation.Record
}

// Best returns the best candidate, nil where there is none or where none is sound
// or several are best.
func (id *Identification) Best() *Candidate {
	list := id.Candidates
	if len(list) == 0 || !list[0].Verdict.Sound() || len(list) > 1 && list[1].Rank == list[0].Rank {
		return nil
	}
	return &list[0]
}

// Identify replays the record under every game, board and reading that its tags
// leave open; what the Replayer assumes stands in for tags that are missing. A
// Rules tag leaves nothing of the reading open. Boards that are too small for the
// record's moves, and those that its position does not fit, are left out. A
// record that is malformed whatever is played has no candidates.
//
// The candidates are ranked by how the game ends: complete, with the record's
// result and score, with its result, or where it names none; decided; unfinished.
// Then come those that contradict the record, the fewer times the better, and
// those that break, the later the better. Of several that fit as well the usual
// reading comes first, then those that have a name, then those with fewer unusual
// options.
//
// In the place of a lost move every legal one is tried. If what follows can be
// replayed with exactly one, that is put in, and the next lost move is tried. If
// with several, the candidate is what the best of them makes it, if with none, what
// the one makes it that comes furthest.
//
// Line is filled in as Replay does, from id.Record under the best candidate; without
// candidates it tells what is wrong.
func (rp *Replayer) Identify(rec *notation.Record, line *Line) Identification {
	id := Identification{Plies: countMainPlies(rec), Record: rec}
	open := rp.openReadings(rec)
	hasty := Replayer{hasty: true}
	for _, r := range open {
		hasty.as = r
		if run := hasty.replay(rec, line); line.Verdict != Malformed {
			c := candidate(&run)
			if run.lost >= 0 {
				c = hasty.fillIn(&run)
			}
			id.Candidates = append(id.Candidates, c)
		}
	}
	slices.SortStableFunc(id.Candidates, compareCandidates)
	for i := range id.Candidates {
		c := &id.Candidates[i]
		if c.Rank = i + 1; i > 0 && compareCandidates(id.Candidates[i-1], *c) == 0 {
			c.Rank = id.Candidates[i-1].Rank
		}
	}
	countAlike(id.Candidates)
	switch {
	case len(id.Candidates) > 0:
		if filled := id.Candidates[0].filled; filled != nil {
			id.Record = filled
		}
		ReplayAs(id.Candidates[0].Rules, id.Record, line)
		for i := range id.Candidates {
			id.Candidates[i].filled = nil
		}
	case len(open) > 0:
		ReplayAs(open[0], rec, line)
	default:
		rp.Replay(rec, line)
		for i := range line.Problems {
			if line.Problems[i].Msg == noGameTag {
				line.Problems[i].Msg = "no game goes with the tags Pits and Rules"
			}
		}
	}
	return id
}

func candidate(run *run) Candidate {
	line := run.line
	c := Candidate{
		Rules: line.Rules, Verdict: line.Verdict, Plies: len(line.Moves) - run.understood, GivenUp: run.givenUp,
		Wrong: max(run.wrongCaptures-run.maxListed, 0) + max(run.wrongPositions-run.maxListed, 0),
	}
	usual := rules.Standard(c.Rules.Game, int(c.Rules.Pits))
	c.Changed, c.name = differences(&usual, &c.Rules), readingName(&c.Rules)
	for i := range line.Problems {
		p := &line.Problems[i]
		if p.Variation {
			continue
		}
		if p.Kind == Contradiction {
			c.Wrong++
		}
		if c.Problem == nil && p.Kind == c.Verdict {
			first := *p
			c.Problem = &first
		}
	}
	c.fit = fitOf(line)
	if c.Verdict.Sound() {
		c.sowings, c.end = hashSowings(line.Sowings), end{line.Final, line.Outcome, line.Score, line.HasScore}
	}
	return c
}

// countAlike fills in what the candidates tell of those that are alike.
func countAlike(list []Candidate) {
	var firsts []*Candidate
	for i := range list {
		c := &list[i]
		if !c.Verdict.Sound() {
			break
		}
		k := slices.IndexFunc(firsts, func(first *Candidate) bool {
			return first.Rules.Game == c.Rules.Game && first.fit == c.fit && first.end == c.end && first.sowings == c.sowings &&
				slices.EqualFunc(first.Lost, c.Lost, func(a, b Lost) bool { return a.Ply == b.Ply && slices.Equal(a.Moves, b.Moves) })
		})
		if c.Repeats = k >= 0; c.Repeats {
			firsts[k].Alike++
			if c.name != "" {
				firsts[k].Named = append(firsts[k].Named, c.name)
			}
		} else {
			firsts = append(firsts, c)
		}
	}
}

// maxFilled is how many lost moves of a record are looked at, since for each the
// record is replayed from its beginning. The candidate is then that up to the next.
const maxFilled = 100

// fillIn finds out what the lost move may have been that ended a replay, and those
// behind it.
func (rp *Replayer) fillIn(run *run) (c Candidate) {
	var (
		found []Lost
		known *notation.Record
		line  Line
	)
	for next := *run; next.lost >= 0 && len(found) < maxFilled; {
		lost := Lost{Ply: len(next.line.Moves) + 1}
		with, item := *next.rec, &next.rec.Items[next.lost]
		with.Items = slices.Clone(with.Items)
		put := func(m rules.Move) {
			is := moveItem(&rp.as, m, 0)
			is.At, is.End, is.N = item.At, item.End, item.N
			with.Items[next.lost] = is
		}
		for i, m := range tries(&rp.as, &next.line.Final) {
			put(m)
			run := rp.replay(&with, &line)
			if line.Verdict.Sound() {
				lost.Moves = append(lost.Moves, m)
			}
			if is := candidate(&run); i == 0 || compareCandidates(is, c) < 0 {
				c = is
			}
		}
		found = append(found, lost)
		if len(lost.Moves) != 1 {
			break
		}
		put(lost.Moves[0])
		known = &with
		next = rp.replay(known, &line)
	}
	c.Lost, c.filled = found, known
	return c
}

// tries are the moves among which are the legal ones.
func tries(r *rules.Ruleset, s *rules.State) (moves []rules.Move) {
	if r.PassForced(s) {
		return []rules.Move{rules.Pass}
	}
	for k := range int(r.Pits) {
		moves = append(moves, rules.Move(r.PitOf(s.ToMove, k)))
	}
	return moves
}

func fitOf(line *Line) fit {
	says := &line.says
	switch line.Verdict {
	case Complete:
		switch {
		case max(says.tag, says.close.Result) <= notation.Unknown:
			return silent
		case says.hasScore && !line.Rules.EndStuck:
			return scoreFits
		}
		return resultFits
	case Decided:
		return decided
	case Unfinished:
		return unfinished
	case Contradiction:
		return contradicted
	}
	return broken
}

func compareCandidates(a, b Candidate) int {
	return cmp.Or(
		cmp.Compare(a.fit, b.fit),
		cmp.Compare(b.Plies, a.Plies),
		cmp.Compare(a.Wrong, b.Wrong),
		cmp.Compare(a.oddity(), b.oddity()))
}

// oddity is the less the sooner a reading is believed of several that fit as well:
// the usual one, then those that have a name, then those with few unusual options.
func (c *Candidate) oddity() int {
	switch {
	case c.name != "":
		return 1
	case c.Changed > 0:
		return c.Changed + 1
	}
	return 0
}

// AsGood returns the candidates that replay the record as well as the best: with the
// same verdict and as far, whether they play it alike or not. There are none where no
// one is best.
func (id *Identification) AsGood() (list []*Candidate) {
	first := id.Best()
	if first == nil {
		return nil
	}
	for i := range id.Candidates[1:] {
		if c := &id.Candidates[i+1]; c.Verdict == first.Verdict && c.Plies == first.Plies {
			list = append(list, c)
		}
	}
	return list
}

// countMainPlies counts the moves and passes of the record's main line.
func countMainPlies(rec *notation.Record) (n int) {
	for range mainPlies(rec.Items) {
		n++
	}
	return n
}

// mainPlies yields the moves and passes of the main line, lost ones too.
func mainPlies(items []notation.Item) iter.Seq[*notation.Item] {
	return func(yield func(*notation.Item) bool) {
		depth := 0
		for i := range items {
			switch item := &items[i]; {
			case item.Kind == notation.VarStart:
				depth++
			case item.Kind == notation.VarEnd:
				depth--
			case depth == 0 && (item.Kind.IsPly() || item.Kind == notation.Lost):
				if !yield(item) {
					return
				}
			}
		}
	}
}

// openReadings returns the rulesets that the record's tags leave open.
func (rp *Replayer) openReadings(rec *notation.Record) []rules.Ruleset {
	var tags headTags
	tags.find(rec)
	var list, fitting []rules.Ruleset
	options := cmp.Or(value(tags.rules), rp.assume.Rules)
	for _, g := range Games() {
		lo, hi := g.Boards()
		for n := lo; n <= hi; n++ {
			if !rp.leavesOpen(&tags, g, n) {
				continue
			}
			r, err := ParseRuleset(g, n, options)
			switch {
			case err != nil:
			case options != "":
				list = append(list, r)
			default:
				list = append(list, Readings(r)...)
			}
		}
	}
	row := longestRow(rec)
	for _, r := range list {
		if int(r.Pits) >= row {
			fitting = append(fitting, r)
		}
	}
	if len(fitting) == 0 {
		return list // which board it is the tags say, and the moves are wrong
	}
	return fitting
}

// leavesOpen reports whether the tags leave it open that the record's game is g on
// n pits a row.
func (rp *Replayer) leavesOpen(tags *headTags, g rules.Game, n int) bool {
	name := cmp.Or(value(tags.game), rp.assume.Game)
	if name != "" {
		if named, err := ParseGame(name); err != nil || named != g {
			return false
		}
	}
	if pits := value(tags.pits); pits != "" {
		says, err := strconv.Atoi(strings.TrimSpace(pits))
		return err == nil && says == n
	}
	if lo, hi := g.Boards(); rp.assume.Pits != 0 && (name == "" || lo != hi) {
		return rp.assume.Pits == n
	}
	return true
}

// longestRow returns how many pits a row must have for the record's moves.
func longestRow(rec *notation.Record) int {
	row := 0
	for item := range mainPlies(rec.Items) {
		switch item.Kind {
		case notation.South, notation.North:
			row = max(row, int(item.Pit)+1)
		case notation.Number:
			row = max(row, int(item.Pit)/2+1)
		}
	}
	return row
}
