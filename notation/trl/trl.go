// Package trl reads Ludii's trials: the files in which the Ludii general game
// system keeps a game that was played in it, as docs/notation.md describes them.
// Like package notation it knows no rules.
package trl

import (
	"bytes"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"alai/notation"
)

// Begins is what the first line of a trial begins with.
const Begins = "game="

// Detect reports whether a text that begins with line is a trial.
func Detect(line []byte) bool { return bytes.HasPrefix(line, []byte(Begins)) }

// A Reader reads trials one after the other: a file of Ludii's holds one.
type Reader struct{ trials *notation.Cutter }

// NewReader returns a Reader of the trials in src. src and file are as for
// notation.NewCutter.
func NewReader(src io.Reader, file string) *Reader {
	return &Reader{notation.NewCutter(src, file, Begins)}
}

// Read reads the next trial into rec. What it returns is as for the Reader of
// package notation.
//
// The game, its options and the set-up become the tags Game, Pits, Rules and,
// where the set-up is not told by these, SetUp and Position; the winner becomes
// the result. A ply is a line of the trial, or several that are laps of one
// relay; it stands at the pit that was played, and has the seeds that went to a
// store.
func (r *Reader) Read(rec *notation.Record) error {
	if err := r.trials.Next(rec); err != nil {
		return err
	}
	t := trial{rec: rec, laps: -1, next: -1}
	return rec.Fail(t.parse())
}

// A description is what Ludii's description of a game is called here.
type description struct {
	game, rules string
	fixed       bool // its seeds are no option
}

// descriptions are those of which more is known here than the name.
var descriptions = map[string]description{
	"Adjiboto":  {"Adji-Boto", "herskovits-1929", true}, // Ludii's own
	"Adji-Boto": {"Adji-Boto", "", true},
}

// rulesOf are the options of descriptions that are rules here.
var rulesOf = map[string]string{
	"Empty Opposite/Capture": "lone=taken",
}

// A trial is a trial's text on its way into a record.
type trial struct {
	rec *notation.Record

	game, size, setUp notation.TextLine // the lines that say so; of the set-up the first
	rules             []string
	pits              int   // pits in each row, 0 until that is known
	seeds             []int // in each site by the set-up

	mover int // of the last move
	laps  int // the index in rec.Items of the ply that the next lap belongs to, -1 if it was the last
	next  int // the site that the next lap begins at, -1 if that is not known

	winner, end notation.TextLine
	odd         notation.TextLine // the first line that is not known here
}

func (t *trial) parse() *notation.Fault {
	f := t.read()
	if f == nil {
		f = t.board()
	}
	if t.pits > 0 {
		t.tags()
	}
	switch {
	case f != nil:
		return f
	case t.laps >= 0:
		return notation.TextLine{At: len(t.rec.Text)}.Fault("the trial ends within a relay")
	}
	if t.odd.Text != "" {
		t.rec.AddNotice(t.odd.At, "%s is no line of a trial that is known here; such lines are passed over", notation.Clip(t.odd.Text))
	}
	return t.result()
}

// sections are what begins a section, and the line that ends it.
var sections = map[string]string{"START GAME OPTIONS": endOptions, "LEGAL MOVES LIST": endMoves, "NEW LEGAL MOVES LIST": endMoves}

const (
	endOptions = "END GAME OPTIONS"
	endMoves   = "END LEGAL MOVES LIST"
)

// read reads the lines.
func (t *trial) read() *notation.Fault {
	var section notation.TextLine // the line that began the section
	end := ""                     // and the one that will end it, "" outside of any
	for l := range t.rec.Lines() {
		var f *notation.Fault
		switch {
		case l.At == 0:
			if t.game = l; !strings.HasPrefix(l.Text, Begins) {
				f = l.Fault("no trial: its first line is game= and the game's description")
			}
		case end == "" && sections[l.Text] != "":
			section, end = l, sections[l.Text]
		case end == "":
			f = t.line(l)
		case l.Text == end:
			end = ""
		case end == endOptions:
			f = t.option(l)
		}
		if f != nil {
			return f
		}
	}
	if end != "" {
		return section.Fault("%s does not come", end)
	}
	return nil
}

// line takes a line that stands in no section.
func (t *trial) line(l notation.TextLine) *notation.Fault {
	switch key, _, _ := strings.Cut(l.Text, "="); key {
	case "Move":
		return t.move(l)
	case "winner":
		t.winner = l
	case "endtype":
		t.end = l
	case "", "RNG internal state", "numInitialPlacementMoves", "rankings", "SANDBOX", "LUDII_VERSION":
	default:
		if t.odd.Text == "" {
			t.odd = l
		}
	}
	return nil
}

// option takes an option of the game.
func (t *trial) option(l notation.TextLine) *notation.Fault {
	name, value, _ := strings.Cut(l.Text, "/")
	switch rule, known := rulesOf[l.Text]; {
	case known:
		t.rules = append(t.rules, rule)
	case name == "Board Size":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > notation.MaxPits {
			return l.Fault("a board of %s pits a row has no letters", notation.Clip(value))
		}
		t.size, t.pits = l, n
	case l.Text != "":
		return l.Fault("the option %s is not known here", notation.Clip(l.Text))
	}
	return nil
}

var (
	moveLine = regexp.MustCompile(`^Move=\[Move:mover=(\d+),(?:from=(\d+),)?.*actions=(\[.*\])\]$`)
	setCount = regexp.MustCompile(`\[SetCount:[^\]]*?\bto=(\d+)[^\]]*?\bcount=(\d+)`)
	lastSown = regexp.MustCompile(`.*\[Move:[^\]]*typeTo=Vertex,to=(\d+)`)
	captured = regexp.MustCompile(`\[Move:[^\]]*typeTo=Cell,to=\d+,count=(\d+)`)
)

// number returns the number at a submatch, which is made of digits: -1 if it is
// larger than any in a trial.
func number(text string, match []int) int {
	n, err := strconv.ParseUint(text[match[0]:match[1]], 10, 14)
	if err != nil {
		return -1
	}
	return int(n)
}

// move takes a line of the set-up, or of the game.
func (t *trial) move(l notation.TextLine) *notation.Fault {
	m := moveLine.FindStringSubmatchIndex(l.Text)
	if m == nil || strings.Count(l.Text, "[") != strings.Count(l.Text, "]") {
		return l.Fault("the line is no move")
	}
	actions := l.Part(m[6], m[7])
	switch mover := number(l.Text, m[2:4]); {
	case mover == 0 && len(t.rec.Items) == 0:
		return t.setUpMove(l, actions)
	case mover == 1 || mover == 2:
		return t.ply(l, m, mover, actions)
	}
	return l.Part(m[2], m[3]).Fault("the mover is neither 1 nor 2")
}

// setUpMove takes a line of the set-up.
func (t *trial) setUpMove(l, actions notation.TextLine) *notation.Fault {
	if t.setUp.Text == "" {
		t.setUp = l
	}
	for _, m := range setCount.FindAllStringSubmatchIndex(actions.Text, -1) {
		site, count := number(actions.Text, m[2:4]), number(actions.Text, m[4:6])
		if site < 0 || site >= 2*notation.MaxPits {
			return actions.Part(m[2], m[3]).Fault("a board with this site has no letters")
		}
		if count < 0 {
			return actions.Part(m[4], m[5]).Fault("so many seeds are in no pit")
		}
		for len(t.seeds) <= site {
			t.seeds = append(t.seeds, 0)
		}
		t.seeds[site] = count
	}
	return nil
}

// board finds out how many pits there are in each row.
func (t *trial) board() *notation.Fault {
	sites := len(t.seeds)
	switch {
	case sites == 0 && t.pits == 0:
		return t.game.Fault("neither an option Board Size nor a set-up tells how many pits a row has")
	case sites > 0 && t.pits > 0 && sites != 2*t.pits:
		return t.size.Fault("the board has %d pits a row, the set-up fills %d pits", t.pits, sites)
	case sites%2 != 0:
		return t.setUp.Fault("the set-up fills %d pits, which are no two rows", sites)
	case t.pits == 0:
		t.pits = sites / 2
	}
	return nil
}

// ply takes a line of the game: a ply, or a lap of one.
func (t *trial) ply(l notation.TextLine, m []int, mover int, actions notation.TextLine) *notation.Fault {
	if f := t.board(); f != nil {
		return f
	}
	site := -1
	if m[4] >= 0 {
		if site = number(l.Text, m[4:6]); site < 0 || site >= 2*t.pits {
			return l.Part(m[4], m[5]).Fault("site %s is no pit of a board of 2 x %d", l.Text[m[4]:m[5]], t.pits)
		}
	} else if !strings.HasPrefix(actions.Text, "[Pass:") {
		return l.Fault("the move has no from and is no pass")
	}
	switch lap := t.laps >= 0; {
	case lap && mover != t.mover:
		return l.Part(m[2], m[3]).Fault("the relay of player %d goes on, and player %d moves", t.mover, mover)
	case lap && site < 0:
		return l.Fault("a pass is no lap of a relay")
	case lap && site != t.next:
		return l.Fault("the lap does not begin at site %d, where the one before ended", t.next)
	case !lap:
		t.laps = len(t.rec.Items)
		t.rec.Items = append(t.rec.Items, t.item(l, m, site))
	}
	it := &t.rec.Items[t.laps]
	for _, c := range captured.FindAllStringSubmatchIndex(actions.Text, -1) {
		if it.Kind == notation.Pass {
			return actions.Part(c[2], c[3]).Fault("a pass captures nothing")
		}
		n := number(actions.Text, c[2:4])
		if n < 0 || int(it.Captured)+n > 9999 {
			return actions.Part(c[2], c[3]).Fault("so many seeds are in no pit")
		}
		it.Captured += int16(n)
	}
	t.mover, t.next = mover, -1
	if sown := lastSown.FindStringSubmatchIndex(actions.Text); sown != nil {
		t.next = number(actions.Text, sown[2:4])
	}
	if !strings.Contains(actions.Text, fmt.Sprintf("[SetNextPlayer:player=%d]", mover)) {
		t.laps = -1
	}
	return nil
}

// item returns the ply that begins with the line: a pass where site is negative.
func (t *trial) item(l notation.TextLine, m []int, site int) notation.Item {
	t.rec.Style = notation.Letters
	it := notation.Item{Kind: notation.Pass, At: int32(l.At + m[6]), End: int32(l.At + m[7]), Captured: notation.NoCapture}
	switch {
	case site >= t.pits:
		it.Kind, it.Pit = notation.North, uint8(2*t.pits-1-site)
	case site >= 0:
		it.Kind, it.Pit = notation.South, uint8(site)
	}
	if site >= 0 {
		it.At, it.End, it.Captured = int32(l.At+m[4]), int32(l.At+m[5]), 0
	}
	t.rec.NorthFirst = t.rec.NorthFirst || len(t.rec.Items) == 0 && it.Kind == notation.North
	return it
}

// tags makes the tags but for the result's.
func (t *trial) tags() {
	name := strings.TrimSuffix(path.Base(strings.TrimPrefix(t.game.Text, Begins)), ".lud")
	d, known := descriptions[name]
	if !known {
		d.game = strings.ToValidUTF8(name, "\ufffd")
	}
	if d.rules != "" {
		t.rules = append(t.rules, d.rules)
	}
	if same := slices.Compact(slices.Clone(t.seeds)); len(same) == 1 && !d.fixed {
		t.rules = append(t.rules, fmt.Sprintf("seeds=%d", same[0]))
	}
	t.rec.AddTag("Game", d.game, t.game.At)
	board := t.size
	if board.Text == "" {
		board = t.setUp
	}
	t.rec.AddTag("Pits", strconv.Itoa(t.pits), board.At)
	if len(t.rules) > 0 {
		t.rec.AddTag("Rules", strings.Join(t.rules, ","), t.game.At)
	}
	if len(t.seeds) == 2*t.pits {
		t.rec.AddTag("SetUp", "1", t.setUp.At)
		t.rec.AddTag("Position", notation.Board(t.seeds[t.pits:], t.seeds[:t.pits])+" 0-0 S", t.setUp.At)
	}
}

var winners = map[string]notation.Result{
	"winner=0": notation.Draw, "winner=1": notation.SouthWon, "winner=2": notation.NorthWon,
}

// result makes the result: none where the trial was broken off.
func (t *trial) result() *notation.Fault {
	result, at := notation.Unknown, notation.TextLine{At: len(t.rec.Text)}
	if t.winner.Text != "" {
		var known bool
		if result, known = winners[t.winner.Text]; !known {
			return t.winner.Fault("the winner is 0, 1 or 2")
		}
		at = t.winner
	}
	if how := strings.TrimPrefix(t.end.Text, "endtype="); how != "" && how != "NaturalEnd" && result != notation.Unknown {
		t.rec.AddNotice(t.end.At, "Ludii ended the trial (%s); its winner is not taken", notation.Clip(how))
		result = notation.Unknown
	}
	t.rec.SetResult(result, at.At, at.End())
	return nil
}
