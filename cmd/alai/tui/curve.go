package tui

import (
	"fmt"
	"strings"
)

// curveSigns are what a margin curve is drawn with.
type curveSigns struct{ full, upper, lower, axis, now string }

var (
	blockSigns = curveSigns{full: "█", upper: "▀", lower: "▄", axis: "─", now: "◆"}
	asciiSigns = curveSigns{full: "#", upper: "#", lower: "#", axis: "-", now: "O"}
)

// widestPly is how many cells of a curve a ply takes where there is room.
const widestPly = 3

// gutter is how wide the labels beside a curve are.
const gutter = 10

// curve draws margins, South's store minus North's after each ply from 0, as bars
// from an axis in the middle: South's lead above it, North's below. The place of
// the ply at is marked on the axis. It has an odd number of lines, at least 3, and
// is at most width cells wide.
func curve(margins []int, at, width, height int, signs *curveSigns) []string {
	columns := min(width-gutter, len(margins))
	if columns < 1 {
		return nil
	}
	wide := min((width-gutter)/columns, widestPly) // cells of a column
	most := 0
	for _, m := range margins {
		most = max(most, m, -m)
	}
	scale := ""
	if most > 0 {
		scale = fmt.Sprintf(" +%d", most)
	}
	half := height / 2 // lines on either side of the axis
	lines := make([]strings.Builder, 2*half+1)
	for i := range lines {
		label := ""
		switch i {
		case 0:
			label = "South" + scale
		case half:
			label = "margin"
		case 2 * half:
			label = "North" + scale
		}
		fmt.Fprintf(&lines[i], "%-*s", gutter, label)
	}
	first := 0 // ply of the column
	for c := range columns {
		last := (c+1)*len(margins)/columns - 1
		level := levels(margins[last], most, half)
		for i := 1; i <= half; i++ {
			above, below := " ", " "
			switch {
			case level >= 2*i:
				above = signs.full
			case level == 2*i-1:
				above = signs.lower
			case level <= -2*i:
				below = signs.full
			case level == 1-2*i:
				below = signs.upper
			}
			lines[half-i].WriteString(strings.Repeat(above, wide))
			lines[half+i].WriteString(strings.Repeat(below, wide))
		}
		axis := signs.axis
		if first <= at && at <= last {
			axis = signs.now
		}
		lines[half].WriteString(axis + strings.Repeat(signs.axis, wide-1))
		first = last + 1
	}
	texts := make([]string, len(lines))
	for i := range lines {
		texts[i] = strings.TrimRight(lines[i].String(), " ")
	}
	return texts
}

// levels returns how many halves of a line a margin is high: none only for 0.
func levels(margin, most, half int) int {
	if margin == 0 {
		return 0
	}
	if margin < 0 {
		return -levels(-margin, most, half)
	}
	return (margin*2*half + most - 1) / most
}
