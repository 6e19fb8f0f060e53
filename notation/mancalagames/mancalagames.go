// Package mancalagames reads the logs of the MancalaGames program, one game a
// log, as docs/notation.md describes them. Like package notation it knows no
// rules.
package mancalagames

import (
	"bytes"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"alai/notation"
)

// Begins is what the first line of a log begins with.
const Begins = "game_class:"

// Detect reports whether a text that begins with line is a log.
func Detect(line []byte) bool { return bytes.HasPrefix(line, []byte(Begins)) }

// A Reader reads logs one after the other: a file of the program's holds one.
type Reader struct{ logs *notation.Cutter }

// NewReader returns a Reader of the logs in src. src and file are as for
// notation.NewCutter.
func NewReader(src io.Reader, file string) *Reader {
	return &Reader{notation.NewCutter(src, file, Begins)}
}

// Read reads the next log into rec. What it returns is as for the Reader of
// package notation.
//
// The parameters become the tags Game, Pits, Rules, SetUp and Position, the end
// of the game the result and the score, and the boards after each ply
// rec.Positions, but for the last one where that shows the seeds left over
// shared out. A ply stands at its pit.
func (r *Reader) Read(rec *notation.Record) error {
	if err := r.logs.Next(rec); err != nil {
		return err
	}
	l := log{rec: rec}
	return rec.Fail(l.parse())
}

// A log is a log's text on its way into a record.
type log struct {
	rec    *notation.Record
	class  notation.TextLine            // the first line
	params map[string]notation.TextLine // the values by name
	consts notation.TextLine            // the line that says
	pits   int                          // how many there are in a row
	seeds  int                          // and how many seeds in each of them
	plies  int                          // that the log says it has, -1 if it does not

	games  int                 // that have begun
	turns  int                 // so far, the start among them
	turn   notation.TextLine   // the last
	open   bool                // its lines go on
	rows   []notation.TextLine // of its board
	start  board
	last   board
	ending notation.TextLine // how the game ended
	odd    notation.TextLine // the first line of a turn that is not known here
}

// A board is what a log shows after a turn.
type board struct {
	at     int       // where it stands
	rows   [2][]int  // South's and North's seeds, from left to right
	fresh  [2][]bool // the pits that have not been opened
	stores [2]int
	toMove int
}

const (
	south = iota
	north
)

func (l *log) parse() *notation.Fault {
	l.params, l.plies = make(map[string]notation.TextLine), -1
	header := true
	for line := range l.rec.Lines() {
		var f *notation.Fault
		switch {
		case line.At == 0:
			l.class = line
			if class, ok := strings.CutPrefix(line.Text, Begins); !ok || strings.TrimSpace(class) != "Mancala" {
				f = line.Fault("no log that is known here: its first line is game_class: Mancala")
			}
		case header:
			if header = !l.header(line); !header {
				f = l.tags()
			}
		default:
			f = l.history(line)
		}
		if f != nil {
			return f
		}
	}
	if header {
		return l.class.Fault("the log has no history: no line ***** Game history. Moves = N")
	}
	if f := l.endTurn(); f != nil {
		return f
	}
	if l.turns == 0 {
		return l.class.Fault("the log holds no game")
	}
	if l.odd.Text != "" {
		l.rec.AddNotice(l.odd.At, "%s is no line of a turn that is known here; such lines are passed over", notation.Clip(l.odd.Text))
	}
	l.rec.AddTag("SetUp", "1", l.start.at)
	l.rec.AddTag("Position", l.position(&l.start), l.start.at)
	l.rec.Claims.Plies = l.plies
	l.end()
	return nil
}

var (
	constsLine  = regexp.MustCompile(`^GameConsts\(nbr_start=(\d+), holes=(\d+)\)$`)
	paramLine   = regexp.MustCompile(`^[{ ]*'(\w+)': *(.*?)[,}]*$`)
	historyLine = regexp.MustCompile(`^\*{5} Game history\. Moves = (\d+)$`)
	turnLine    = regexp.MustCompile(`^(\d+): (?:(Start Game)|(South|North) move (?:(PASS)|(\d+)))$`)
	turnStart   = regexp.MustCompile(`^\d+: `)
	endLine     = regexp.MustCompile(`^(?:ROUND_)?(?:WIN by (South|North)|TIE)$`)
)

// header takes a line of the header, and reports whether it is the last.
func (l *log) header(line notation.TextLine) bool {
	if m := constsLine.FindStringSubmatchIndex(line.Text); m != nil {
		l.consts = line
		l.seeds, l.pits = number(line.Part(m[2], m[3])), number(line.Part(m[4], m[5]))
	} else if m := paramLine.FindStringSubmatchIndex(line.Text); m != nil {
		if name := line.Text[m[2]:m[3]]; slices.Contains(params, name) {
			l.params[name] = line.Part(m[4], m[5])
		}
	} else if m := historyLine.FindStringSubmatchIndex(line.Text); m != nil {
		l.plies = number(line.Part(m[2], m[3]))
		return true
	}
	return false
}

// number returns the number that a part of a line is, which is made of digits:
// -1 if it is larger than any in a log.
func number(l notation.TextLine) int {
	n, err := strconv.ParseUint(l.Text, 10, 14)
	if err != nil {
		return -1
	}
	return int(n)
}

// word returns the word of a parameter: what stands between the dot and the
// colon of <Goal.MAX_SEEDS: 0>, or the whole of one that is not so.
func word(value string) string {
	if _, rest, ok := strings.Cut(value, "."); ok {
		value, _, _ = strings.Cut(rest, ":")
	}
	return value
}

// params are the parameters that are read.
var params = []string{"name", "nocaptmoves", "multicapt", "xcpickown", "unclaimed"}

// names are the games' names here, by those in a log.
var names = map[string]string{"Adji-boto": "Adji-Boto", "Endodoi": "En Dodoi"}

// sweeps are the values of the parameter unclaimed by which the seeds that are
// left over go where they go here.
var sweeps = map[string]string{"Adji-boto": "HOLE_OWNER", "Endodoi": "LAST_MOVER"}

// options are rules that a word of a parameter is.
var options = map[string]map[string]string{
	"multicapt": {"-1": "landing=taken", "9": "landing=safe"},
	"xcpickown": {"PICK_ON_CAPT": "lone=stays", "ALWAYS_PICK": "lone=taken"},
}

// name returns the game's name in the log.
func (l *log) name() string { return strings.Trim(l.params["name"].Text, `'"`) }

// tags makes the tags that the header tells.
func (l *log) tags() *notation.Fault {
	switch {
	case l.consts.Text == "":
		return l.class.Fault("the log does not say how many pits there are: no line GameConsts(nbr_start=N, holes=N)")
	case l.pits < 1 || l.pits > notation.MaxPits:
		return l.consts.Fault("a board of that many pits a row has no letters")
	}
	named, ok := l.params["name"]
	if !ok {
		return l.class.Fault("the log does not name its game: no parameter 'name'")
	}
	game, known := names[l.name()]
	if !known {
		game = strings.ToValidUTF8(l.name(), "\ufffd")
	}
	l.rec.AddTag("Game", game, named.At)
	l.rec.AddTag("Pits", strconv.Itoa(l.pits), l.consts.At)
	var rules []string
	at := l.consts.At
	option := func(name string) *notation.Fault {
		value, ok := l.params[name]
		if !ok {
			return nil
		}
		rule, ok := options[name][word(value.Text)]
		if !ok {
			return value.Fault("%s is %s, which is no rule that is known here", name, notation.Clip(value.Text))
		}
		rules, at = append(rules, rule), value.At
		return nil
	}
	switch game {
	case "Adji-Boto":
		if f := option("multicapt"); f != nil {
			return f
		}
		if barred, ok := l.params["nocaptmoves"]; ok {
			n := number(barred)
			if n < 0 {
				return barred.Fault("nocaptmoves is no number of plies")
			}
			rules, at = append(rules, fmt.Sprintf("captures-from=%d", n+1)), barred.At
		}
	case "En Dodoi":
		if f := option("xcpickown"); f != nil {
			return f
		}
		rules = append(rules, fmt.Sprintf("seeds=%d", l.seeds))
	}
	if len(rules) > 0 {
		l.rec.AddTag("Rules", strings.Join(rules, ","), at)
	}
	return nil
}

// history takes a line of the turns. A turn ends at a blank line. Lines that
// stand apart from any turn are steps within one, or remarks.
func (l *log) history(line notation.TextLine) *notation.Fault {
	switch {
	case strings.HasPrefix(line.Text, "*** New game"):
		if l.games++; l.games > 1 {
			return line.Fault("a second game in one log")
		}
	case turnStart.MatchString(line.Text):
		if f := l.endTurn(); f != nil {
			return f
		}
		return l.beginTurn(line)
	case line.Text == "":
		return l.endTurn()
	case !l.open:
	case endLine.MatchString(line.Text):
		l.ending = line
	case line.Text[0] == ' ':
		if len(l.rows) < 3 { // which is one too many
			l.rows = append(l.rows, line)
		}
	case len(l.rows) == 0 && l.odd.Text == "":
		l.odd = line
	}
	return nil
}

// beginTurn begins a turn by the line that says what was done.
func (l *log) beginTurn(turn notation.TextLine) *notation.Fault {
	m := turnLine.FindStringSubmatchIndex(turn.Text)
	switch {
	case m == nil:
		return turn.Fault("the turn is neither a move nor a pass")
	case number(turn.Part(m[2], m[3])) != l.turns:
		return turn.Part(m[2], m[3]).Fault("turn %s, where %d is due", turn.Text[m[2]:m[3]], l.turns)
	case (m[4] >= 0) != (l.turns == 0):
		return turn.Fault("turn 0 is Start Game, and no other")
	case l.ending.Text != "":
		return turn.Fault("the game goes on behind its end")
	}
	if l.turns > 0 {
		if f := l.ply(turn, m); f != nil {
			return f
		}
	}
	l.turn, l.open, l.rows = turn, true, l.rows[:0]
	l.turns++
	return nil
}

// ply adds the move or pass of a turn.
func (l *log) ply(turn notation.TextLine, m []int) *notation.Fault {
	it := notation.Item{Kind: notation.Pass, Captured: notation.NoCapture}
	token := turn.Part(max(m[8], m[10]), m[1])
	if m[10] >= 0 {
		pit := number(token)
		if pit < 0 || pit >= l.pits {
			return token.Fault("pit %s is none of a board of 2 x %d", token.Text, l.pits)
		}
		it.Kind, it.Pit = notation.South, uint8(pit)
		if turn.Text[m[6]] == 'N' {
			it.Kind, it.Pit = notation.North, uint8(l.pits-1-pit)
		}
	}
	it.At, it.End = int32(token.At), int32(token.End())
	l.rec.Style = notation.Letters
	l.rec.NorthFirst = l.rec.NorthFirst || l.turns == 1 && it.Kind == notation.North
	l.rec.Items = append(l.rec.Items, it)
	return nil
}

// endTurn ends the turn that is open, if one is, and reads its board.
func (l *log) endTurn() *notation.Fault {
	if !l.open {
		return nil
	}
	l.open = false
	rows := l.rows
	if len(rows) != 2 {
		return l.turn.Fault("the turn does not end with the two rows of a board")
	}
	b := board{at: rows[0].At, toMove: -1}
	for i, row := range rows {
		if f := l.row(&b, north-i, row); f != nil {
			return f
		}
	}
	if b.toMove < 0 {
		return rows[1].Fault("no row is marked as that of the side to move")
	}
	l.last = b
	if l.turns == 1 {
		l.start = b
	} else {
		l.rec.Positions = append(l.rec.Positions, l.position(&b))
	}
	return nil
}

// row reads one side's row: the pits, "_" behind one that is fresh, "*" if the
// side is to move, and the store unless it is empty.
func (l *log) row(b *board, side int, line notation.TextLine) *notation.Fault {
	fields := strings.Fields(line.Text)
	if len(fields) < l.pits {
		return line.Fault("the row has no %d pits", l.pits)
	}
	for _, field := range fields[:l.pits] {
		digits, fresh := strings.CutSuffix(field, "_")
		n := number(notation.TextLine{Text: digits})
		if n < 0 {
			return line.Fault("%s is no number of seeds", notation.Clip(field))
		}
		b.rows[side], b.fresh[side] = append(b.rows[side], n), append(b.fresh[side], fresh)
	}
	fields = fields[l.pits:]
	if len(fields) > 0 && fields[0] == "*" {
		if b.toMove >= 0 {
			return line.Fault("both sides are marked as the one to move")
		}
		b.toMove = side
		fields = fields[1:]
	}
	if len(fields) > 0 {
		if b.stores[side] = number(notation.TextLine{Text: fields[0]}); b.stores[side] < 0 || len(fields) > 1 {
			return line.Fault("the row has more than %d pits and a store", l.pits)
		}
	}
	return nil
}

// position returns a board as a position in one line. The pits that have been
// opened are told as long as there is one that has not.
func (l *log) position(b *board) string {
	text := fmt.Sprintf("%s %d-%d %c", notation.Board(b.rows[north], b.rows[south]), b.stores[south], b.stores[north], "SN"[b.toMove])
	var opened []byte
	fresh := false
	for i := range 2 * l.pits {
		side, pit, letter := south, i, byte('A'+i)
		if i >= l.pits {
			side, pit, letter = north, 2*l.pits-1-i, byte('a'+i-l.pits)
		}
		if b.fresh[side][pit] {
			fresh = true
		} else {
			opened = append(opened, letter)
		}
	}
	switch {
	case !fresh:
		return text
	case len(opened) == 0:
		return text + " -"
	}
	return text + " " + string(opened)
}

// count returns the seeds in a board's pits, and with those in its stores.
func (b *board) count() (pits, all int) {
	for _, row := range b.rows {
		for _, n := range row {
			pits += n
		}
	}
	return pits, pits + b.stores[south] + b.stores[north]
}

// end makes the result and the score of how the log says that the game ended.
func (l *log) end() {
	result := notation.Unknown
	if l.ending.Text == "" {
		l.rec.SetResult(result, len(l.rec.Text), len(l.rec.Text))
		return
	}
	_, began := l.start.count()
	left, all := l.last.count()
	unclaimed := word(l.params["unclaimed"].Text)
	sweep, known := sweeps[l.name()]
	switch {
	case all != began:
		l.rec.AddNotice(l.turn.At, "the last board holds %d seeds of %d: the program has given up a relay; board and result are not taken", all, began)
		l.dropBoard()
	case left == 0 && known && unclaimed != "" && unclaimed != sweep:
		l.rec.AddNotice(l.params["unclaimed"].At, "the seeds left over went elsewhere than they go here (%s); result and score are not taken", notation.Clip(unclaimed))
		l.dropBoard()
	default:
		result = l.result()
		if left == 0 {
			l.rec.AddTag("Score", fmt.Sprintf("%d-%d", l.last.stores[south], l.last.stores[north]), l.last.at)
			l.dropBoard()
		}
	}
	l.rec.SetResult(result, l.ending.At, l.ending.End())
}

// result returns the result that the log names.
func (l *log) result() notation.Result {
	switch m := endLine.FindStringSubmatch(l.ending.Text); m[1] {
	case "South":
		return notation.SouthWon
	case "North":
		return notation.NorthWon
	}
	return notation.Draw
}

// dropBoard takes the last board out of the positions, since that is not the
// one that the last ply led to.
func (l *log) dropBoard() {
	if n := len(l.rec.Positions); n > 0 {
		l.rec.Positions = l.rec.Positions[:n-1]
	}
}
