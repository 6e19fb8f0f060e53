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

// boardWidth returns how many cells a board is wide.
func boardWidth(r *rules.Ruleset) int { return 10 + 5*int(r.Pits) + 6 }

// Board draws a state as docs/rules.md does: North on top, with North's store at
// the left and South's at the right, and each pit's name beside it. The first line
// and the last hold the marks, and are empty where there are none.
func (l Look) Board(r *rules.Ruleset, s *rules.State, m Marks) []string {
	row := func(side rules.Side, cell func(rules.Pit) string) string {
		var b strings.Builder
		for i := range int(r.Pits) {
			k := i // from South's left, which is the left of the drawing
			if side == rules.North {
				k = int(r.Pits) - 1 - i
			}
			b.WriteString(cell(r.PitOf(side, k)))
		}
		return b.String()
	}
	signs := func(p rules.Pit) string {
		text := ""
		for _, k := range marks {
			if k.pits(m).Has(p) {
				text += k.sign
			}
		}
		return fmt.Sprintf("%4s ", text)
	}
	name := func(p rules.Pit) string { return fmt.Sprintf("%4s ", l.Move(r, rules.Move(p))) }
	seeds := func(p rules.Pit) string {
		text, attributes := fmt.Sprintf("%3d", s.Seeds[p]), ""
		for _, k := range marks {
			if l.Color && k.pits(m).Has(p) {
				attributes += k.attribute
			}
		}
		if attributes != "" {
			text = attributes + text + plain
		}
		return "[" + text + "]"
	}
	mover := func(side rules.Side) string {
		if s.ToMove == side {
			return "> "
		}
		return "  "
	}
	lines := []string{
		"          " + row(rules.North, signs),
		"          " + row(rules.North, name),
		"  " + mover(rules.North) + "North " + row(rules.North, seeds),
		fmt.Sprintf("  %7d%s%d", s.Store[rules.North], strings.Repeat(" ", 3+5*int(r.Pits)), s.Store[rules.South]),
		"  " + mover(rules.South) + "South " + row(rules.South, seeds),
		"          " + row(rules.South, name),
		"          " + row(rules.South, signs),
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return lines
}

// Legend says what the marks are and which pits they stand at: "o sown C  * last
// seed in c". It is empty where there are none.
func (l Look) Legend(r *rules.Ruleset, m Marks) string {
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
	return strings.Join(parts, "  ")
}
