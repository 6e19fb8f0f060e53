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
	if f := t.parse(); f != nil {
		return rec.Fail(f.from, f.to, f.msg)
	}
	return nil
}

// A fault is what is wrong with a trial, and where in its text.
type fault struct {
	from, to int
	msg      string
}

// A line is a line of a trial and its place in the record's text.
type line struct {
	at   int
	text string
}

func (l line) fault(format string, args ...any) *fault {
	return &fault{l.at, l.at + len(l.text), fmt.Sprintf(format, args...)}
}

// faultAt is a fault at the submatch of a regular expression in the line.
func (l line) faultAt(match []int, format string, args ...any) *fault {
	return &fault{l.at + match[0], l.at + match[1], fmt.Sprintf(format, args...)}
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

// maxPits is how many pits of a row have letters.
const maxPits = 10

// A trial is a trial's text on its way into a record.
type trial struct {
	rec *notation.Record

	game, size, setUp line // the lines that say so; of the set-up the first
	rules             []string
	pits              int   // pits in each row, 0 until that is known
	seeds             []int // in each site by the set-up

	mover int // of the last move
	laps  int // the index in rec.Items of the ply that the next lap belongs to, -1 if it was the last
	next  int // the site that the next lap begins at, -1 if that is not known

	winner, end line
	odd         line // the first line that is not known here
}

func (t *trial) parse() *fault {
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
		return &fault{len(t.rec.Text), len(t.rec.Text), "the trial ends within a relay"}
	}
	if t.odd.text != "" {
		t.notice(t.odd, "%q is no line of a trial that is known here; such lines are passed over", clip(t.odd.text))
	}
	return t.result()
}

// read reads the lines.
func (t *trial) read() *fault {
	lines := t.lines()
	if t.game = lines[0]; !strings.HasPrefix(t.game.text, Begins) {
		return t.game.fault("no trial: its first line is game= and the game's description")
	}
	for i := 1; i < len(lines); i++ {
		l := lines[i]
		key, _, _ := strings.Cut(l.text, "=")
		var f *fault
		switch {
		case l.text == "START GAME OPTIONS":
			i, f = t.section(lines, i, "END GAME OPTIONS", t.option)
		case strings.HasSuffix(l.text, "LEGAL MOVES LIST"):
			i, f = t.section(lines, i, "END LEGAL MOVES LIST", nil)
		case key == "Move":
			f = t.move(l)
		case key == "winner":
			t.winner = l
		case key == "endtype":
			t.end = l
		case key == "", key == "RNG internal state", key == "numInitialPlacementMoves", key == "rankings", key == "SANDBOX", key == "LUDII_VERSION":
		case t.odd.text == "":
			t.odd = l
		}
		if f != nil {
			return f
		}
	}
	return nil
}

// lines returns the lines of the trial, at least one.
func (t *trial) lines() (list []line) {
	at := 0
	for text := range strings.Lines(string(t.rec.Text)) {
		list = append(list, line{at, strings.TrimRight(text, " \t\r\n")})
		at += len(text)
	}
	return list
}

// section calls do for each line up to the one that ends what begins at
// lines[i], and returns its index.
func (t *trial) section(lines []line, i int, end string, do func(line) *fault) (int, *fault) {
	for j := i + 1; j < len(lines); j++ {
		if lines[j].text == end {
			return j, nil
		}
		if do == nil {
			continue
		}
		if f := do(lines[j]); f != nil {
			return j, f
		}
	}
	return i, lines[i].fault("%s does not come", end)
}

// option takes an option of the game.
func (t *trial) option(l line) *fault {
	name, value, _ := strings.Cut(l.text, "/")
	switch rule, known := rulesOf[l.text]; {
	case known:
		t.rules = append(t.rules, rule)
	case name == "Board Size":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > maxPits {
			return l.fault("a board of %q pits a row has no letters", clip(value))
		}
		t.size, t.pits = l, n
	case l.text != "":
		return l.fault("the option %q is not known here", clip(l.text))
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
func (t *trial) move(l line) *fault {
	m := moveLine.FindStringSubmatchIndex(l.text)
	if m == nil || strings.Count(l.text, "[") != strings.Count(l.text, "]") {
		return l.fault("the line is no move")
	}
	actions := line{l.at + m[6], l.text[m[6]:m[7]]}
	switch mover := number(l.text, m[2:4]); {
	case mover == 0 && len(t.rec.Items) == 0:
		return t.setUpMove(l, actions)
	case mover == 1 || mover == 2:
		return t.ply(l, m, mover, actions)
	}
	return l.faultAt(m[2:4], "the mover is neither 1 nor 2")
}

// setUpMove takes a line of the set-up.
func (t *trial) setUpMove(l, actions line) *fault {
	if t.setUp.text == "" {
		t.setUp = l
	}
	for _, m := range setCount.FindAllStringSubmatchIndex(actions.text, -1) {
		site, count := number(actions.text, m[2:4]), number(actions.text, m[4:6])
		if site < 0 || site >= 2*maxPits {
			return actions.faultAt(m[2:4], "a board with this site has no letters")
		}
		if count < 0 {
			return actions.faultAt(m[4:6], "so many seeds are in no pit")
		}
		for len(t.seeds) <= site {
			t.seeds = append(t.seeds, 0)
		}
		t.seeds[site] = count
	}
	return nil
}

// board finds out how many pits there are in each row.
func (t *trial) board() *fault {
	sites := len(t.seeds)
	switch {
	case sites == 0 && t.pits == 0:
		return t.game.fault("neither an option Board Size nor a set-up tells how many pits a row has")
	case sites > 0 && t.pits > 0 && sites != 2*t.pits:
		return t.size.fault("the board has %d pits a row, the set-up fills %d pits", t.pits, sites)
	case sites%2 != 0:
		return t.setUp.fault("the set-up fills %d pits, which are no two rows", sites)
	case t.pits == 0:
		t.pits = sites / 2
	}
	return nil
}

// ply takes a line of the game: a ply, or a lap of one.
func (t *trial) ply(l line, m []int, mover int, actions line) *fault {
	if f := t.board(); f != nil {
		return f
	}
	site := -1
	if m[4] >= 0 {
		if site = number(l.text, m[4:6]); site < 0 || site >= 2*t.pits {
			return l.faultAt(m[4:6], "site %s is no pit of a board of 2 x %d", l.text[m[4]:m[5]], t.pits)
		}
	} else if !strings.HasPrefix(actions.text, "[Pass:") {
		return l.fault("the move has no from and is no pass")
	}
	switch lap := t.laps >= 0; {
	case lap && mover != t.mover:
		return l.faultAt(m[2:4], "the relay of player %d goes on, and player %d moves", t.mover, mover)
	case lap && site != t.next:
		return l.fault("the lap does not begin at site %d, where the one before ended", t.next)
	case !lap:
		t.laps = len(t.rec.Items)
		t.rec.Items = append(t.rec.Items, t.item(l, m, site))
	}
	it := &t.rec.Items[t.laps]
	for _, c := range captured.FindAllStringSubmatchIndex(actions.text, -1) {
		n := number(actions.text, c[2:4])
		if n < 0 || int(it.Captured)+n > 9999 {
			return actions.faultAt(c[2:4], "so many seeds are in no pit")
		}
		it.Captured += int16(n)
	}
	t.mover, t.next = mover, -1
	if sown := lastSown.FindStringSubmatchIndex(actions.text); sown != nil {
		t.next = number(actions.text, sown[2:4])
	}
	if !strings.Contains(actions.text, fmt.Sprintf("[SetNextPlayer:player=%d]", mover)) {
		t.laps = -1
	}
	return nil
}

// item returns the ply that begins with the line: a pass where site is negative.
func (t *trial) item(l line, m []int, site int) notation.Item {
	t.rec.Style = notation.Letters
	it := notation.Item{Kind: notation.Pass, At: int32(l.at + m[6]), End: int32(l.at + m[7]), Captured: notation.NoCapture}
	switch {
	case site >= t.pits:
		it.Kind, it.Pit = notation.North, uint8(2*t.pits-1-site)
	case site >= 0:
		it.Kind, it.Pit = notation.South, uint8(site)
	}
	if site >= 0 {
		it.At, it.End, it.Captured = int32(l.at+m[4]), int32(l.at+m[5]), 0
	}
	t.rec.NorthFirst = t.rec.NorthFirst || len(t.rec.Items) == 0 && it.Kind == notation.North
	return it
}

// tags makes the tags but for the result's.
func (t *trial) tags() {
	name := strings.TrimSuffix(path.Base(strings.TrimPrefix(t.game.text, Begins)), ".lud")
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
	t.tag("Game", d.game, t.game)
	board := t.size
	if board.text == "" {
		board = t.setUp
	}
	t.tag("Pits", strconv.Itoa(t.pits), board)
	if len(t.rules) > 0 {
		t.tag("Rules", strings.Join(t.rules, ","), t.game)
	}
	if len(t.seeds) == 2*t.pits {
		t.tag("SetUp", "1", t.setUp)
		t.tag("Position", t.position(), t.setUp)
	}
}

func (t *trial) tag(name, value string, at line) {
	t.rec.Tags = append(t.rec.Tags, notation.Tag{Name: name, Value: value, At: at.at})
}

// position returns the set-up in the one-line form.
func (t *trial) position() string {
	var b []byte
	row := func(sites []int) {
		for i, n := range sites {
			if i > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(n), 10)
		}
	}
	row(t.seeds[t.pits:])
	b = append(b, '/')
	row(t.seeds[:t.pits])
	return string(append(b, " 0-0 S"...))
}

var winners = map[string]notation.Result{
	"winner=0": notation.Draw, "winner=1": notation.SouthWon, "winner=2": notation.NorthWon,
}

// result makes the result: none where the trial was broken off.
func (t *trial) result() *fault {
	result, at := notation.Unknown, line{at: len(t.rec.Text)}
	if t.winner.text != "" {
		var known bool
		if result, known = winners[t.winner.text]; !known {
			return t.winner.fault("the winner is 0, 1 or 2")
		}
		at = t.winner
	}
	if how := strings.TrimPrefix(t.end.text, "endtype="); how != "" && how != "NaturalEnd" && result != notation.Unknown {
		t.notice(t.end, "Ludii ended the trial (%s); its winner is not taken", clip(how))
		result = notation.Unknown
	}
	t.tag("Result", result.String(), at)
	t.rec.Close = notation.Close{Result: result, At: at.at, End: at.at + len(at.text)}
	return nil
}

func (t *trial) notice(at line, format string, args ...any) {
	t.rec.Notices = append(t.rec.Notices, notation.Notice{Pos: t.rec.Pos(at.at), Msg: fmt.Sprintf(format, args...)})
}

// clip returns the beginning of a text that is told in a message.
func clip(text string) string {
	const longest = 60
	if len(text) > longest {
		text = text[:longest] + "..."
	}
	return strings.ToValidUTF8(text, "\ufffd")
}
