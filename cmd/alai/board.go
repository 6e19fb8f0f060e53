package main

import (
	"strconv"
	"strings"

	"alai/cmd/alai/tui"
	"alai/replay"
	"alai/replay/rules"
)

// drawBoard draws a state, with the marks of the ply that led to it and the words for
// them below. Where there is no room for it, it is the position in one line.
func drawBoard(r *rules.Ruleset, s *rules.State, m tui.Marks, look tui.Look) string {
	var b strings.Builder
	board := look.Board(r, s, m)
	if board == nil {
		board = []string{replay.Position(r, s)}
	}
	for _, line := range board {
		if line != "" {
			b.WriteString(line + "\n")
		}
	}
	if legend := look.Legend(r, m); len(legend) > 0 {
		b.WriteString("    " + strings.Join(legend, "\n    ") + "\n")
	}
	return b.String()
}

// count says how many of a thing there are: "1 game", "3 games".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
