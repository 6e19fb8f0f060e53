// Package tui shows games in the terminal: boards as text, and a game that is
// stepped through.
package tui

import (
	"fmt"
	"strconv"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// A Look is how boards and moves are shown.
type Look struct {
	Numbers bool // pits by the numbers of the drawing, not by letters
	Color   bool // marked pits may stand out
	Width   int  // how many cells a board has room for; 0 for any number
}

// Move spells a move.
func (l Look) Move(r *rules.Ruleset, m rules.Move) string {
	if l.Numbers && m != rules.Pass {
		return strconv.Itoa(int(m))
	}
	return replay.Letter(r, m)
}

// Marks are the pits that the last ply is to be seen by.
type Marks struct {
	Sown  rules.Pits // the one that was sown,
	Last  rules.Pits // the one that the last seed fell into,
	Taken rules.Pits // and those that were captured from

	sowing bool // the ply is under way: its side is to move, whatever the board
}

// MarksOf returns the marks of a ply; a pass has none.
func MarksOf(m rules.Move, w *rules.Sowing) Marks {
	if m == rules.Pass {
		return Marks{}
	}
	return Marks{Sown: 1 << m, Last: 1 << w.Landing, Taken: w.Taken}
}

// A mark is a character beside a pit. What it says does not rest on colour, nor do
// the attributes that a coloured answer adds have a hue.
type mark struct {
	sign, words, attribute string
	pits                   func(Marks) rules.Pits
}

var marks = [...]mark{
	{"o", "sown", "\x1b[4m", func(m Marks) rules.Pits { return m.Sown }},           // underlined
	{"*", "last seed in", "\x1b[1m", func(m Marks) rules.Pits { return m.Last }},   // bold
	{"x", "captured from", "\x1b[7m", func(m Marks) rules.Pits { return m.Taken }}, // reversed
}

const plain = "\x1b[0m"

// boardLines is how many lines a board has.
const boardLines = 7

// A layout is how a board is laid out.
type layout struct {
	indent           int
	sides            [2]string // what stands before the rows, behind the mark of who is to move
	owner            string    // what the name of a side is followed by at its store
	brackets, beyond bool      // around the seeds of a pit; South's store stands behind the rows
	digits           int       // of a pit's seeds, for which there is room
}

// layouts are those that a board of a ruleset can have, the widest first. The last has
// no more room for a pit than its seeds can need.
func layouts(r *rules.Ruleset) []layout {
	digits := len(strconv.Itoa(2 * int(r.Pits) * int(r.Seeds)))
	return []layout{
		{indent: 2, sides: [2]string{"South ", "North "}, owner: "'s", brackets: true, beyond: true, digits: 3},
		{sides: [2]string{"South ", "North "}, owner: "'s", digits: 3},
		{sides: [2]string{"S ", "N "}, digits: digits},
	}
}

// lead is how many cells stand before the first pit.
func (y *layout) lead() int { return y.indent + len("> ") + len(y.sides[rules.South]) }

// cell is how many cells a pit has.
func (y *layout) cell() int {
	if y.brackets {
		return y.digits + 2
	}
	return y.digits + 1
}

// width is how many cells a board is wide at the most.
func (y *layout) width(r *rules.Ruleset) int {
	if y.beyond {
		return y.lead() + y.cell()*int(r.Pits) + len(" 100") + 2
	}
	return y.lead() + y.cell()*int(r.Pits) - 1
}

// layout returns the widest layout that there is room for, nil where there is for none.
func (l Look) layout(r *rules.Ruleset) *layout {
	for _, y := range layouts(r) {
		if l.Width == 0 || y.width(r) <= l.Width {
			return &y
		}
	}
	return nil
}

// narrowest returns how many cells a board needs.
func narrowest(r *rules.Ruleset) int {
	list := layouts(r)
	return list[len(list)-1].width(r)
}

// Board draws a state as docs/rules.md does: North on top, with North's store at
// the left and South's at the right, and each pit's name beside it. The first line
// and the last hold the marks, and are empty where there are none. A game that is over
// has no side to move. There are no lines where there is no room for a board.
func (l Look) Board(r *rules.Ruleset, s *rules.State, m Marks) []string {
	y := l.layout(r)
	if y == nil {
		return nil
	}
	row := func(lead string, side rules.Side, cell func(rules.Pit) string) string {
		var b strings.Builder
		fmt.Fprintf(&b, "%-*s", y.lead(), lead)
		for i := range int(r.Pits) {
			k := i // from South's left, which is the left of the drawing
			if side == rules.North {
				k = int(r.Pits) - 1 - i
			}
			b.WriteString(cell(r.PitOf(side, k)))
		}
		return strings.TrimRight(b.String(), " ")
	}
	beside := func(text string) string { return fmt.Sprintf("%*s ", y.cell()-1, text)[:y.cell()] }
	signs := func(p rules.Pit) string {
		text := ""
		for _, k := range marks {
			if k.pits(m).Has(p) {
				text += k.sign
			}
		}
		return beside(text)
	}
	name := func(p rules.Pit) string { return beside(l.Move(r, rules.Move(p))) }
	seeds := func(p rules.Pit) string {
		text, attributes := fmt.Sprintf("%*d", y.digits, s.Seeds[p]), ""
		for _, k := range marks {
			if l.Color && k.pits(m).Has(p) {
				attributes += k.attribute
			}
		}
		if attributes != "" {
			text = attributes + text + plain
		}
		if y.brackets {
			return "[" + text + "]"
		}
		return text + " "
	}
	over := !m.sowing && r.Over(s)
	side := func(side rules.Side) string {
		mover := "  "
		if s.ToMove == side && !over {
			mover = "> "
		}
		return strings.Repeat(" ", y.indent) + mover + y.sides[side]
	}
	return []string{
		row("", rules.North, signs),
		row("", rules.North, name),
		row(side(rules.North), rules.North, seeds),
		y.stores(r, s),
		row(side(rules.South), rules.South, seeds),
		row("", rules.South, name),
		row("", rules.South, signs),
	}
}

// stores is the line between the rows: North's store at the left, South's at the right,
// and whose they are.
func (y *layout) stores(r *rules.Ruleset, s *rules.State) string {
	owner := func(side rules.Side) string { return strings.TrimSpace(y.sides[side]) + y.owner }
	north := fmt.Sprintf("%*d %s", y.lead()-1, s.Store[rules.North], owner(rules.North))
	south := fmt.Sprintf("%s %d", owner(rules.South), s.Store[rules.South])
	end := y.lead() + y.cell()*int(r.Pits) - 1
	if y.beyond {
		end += len("  ") + len(strconv.Itoa(int(s.Store[rules.South])))
	}
	const word = "stores"
	gap := end - len(north) - len(south)
	if gap < len(word)+2 {
		return north + strings.Repeat(" ", max(gap, 1)) + south
	}
	left := (gap - len(word)) / 2
	return north + strings.Repeat(" ", left) + word + strings.Repeat(" ", gap-left-len(word)) + south
}

// legendIndent is how many cells stand before a legend.
const legendIndent = 4

// Legend says what the marks are and which pits they stand at: "o sown C  * last
// seed in c", in one line, or where there is no room in one for each mark. There is
// none where there are no marks.
func (l Look) Legend(r *rules.Ruleset, m Marks) []string {
	var parts []string
	for _, k := range marks {
		var pits []string
		for p := range k.pits(m).All() {
			pits = append(pits, l.Move(r, rules.Move(p)))
		}
		if len(pits) > 0 {
			parts = append(parts, k.sign+" "+k.words+" "+strings.Join(pits, " "))
		}
	}
	if line := strings.Join(parts, "  "); line != "" && (l.Width == 0 || legendIndent+len(line) <= l.Width) {
		return []string{line}
	}
	return parts
}
