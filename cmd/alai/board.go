package main

import (
	"fmt"
	"strconv"
	"strings"

	"alai/replay/rules"
)

// drawBoard draws a state as docs/rules.md does: North on top, with North's
// store at the left and South's at the right, and each pit's name beside it.
func drawBoard(r *rules.Ruleset, s *rules.State, opt *outputOptions) string {
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
	name := func(p rules.Pit) string { return fmt.Sprintf("%4s ", opt.move(r, rules.Move(p))) }
	seeds := func(p rules.Pit) string { return fmt.Sprintf("[%3d]", s.Seeds[p]) }
	mark := func(side rules.Side) string {
		if s.ToMove == side {
			return "> "
		}
		return "  "
	}
	lines := []string{
		"          " + row(rules.North, name),
		"  " + mark(rules.North) + "North " + row(rules.North, seeds),
		fmt.Sprintf("  %7d%s%d", s.Store[rules.North], strings.Repeat(" ", 3+5*int(r.Pits)), s.Store[rules.South]),
		"  " + mark(rules.South) + "South " + row(rules.South, seeds),
		"          " + row(rules.South, name),
	}
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// count says how many of a thing there are: "1 game", "3 games".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
