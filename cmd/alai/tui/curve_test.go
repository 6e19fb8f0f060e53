package tui

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

func TestCurve(t *testing.T) {
	for _, c := range []struct {
		name    string
		margins []int
		at      int
		width   int
		height  int
		signs   *curveSigns
		want    []string
	}{
		{"two levels a line", []int{0, 1, 2, 3, 4, -4, -1}, 3, gutter + 7, 5, &blockSigns, []string{
			"South +4     ▄█",
			"           ▄███",
			"margin    ───◆───",
			"               █▀",
			"North +4       █",
		}},
		{"ascii", []int{0, 1, 2, 3, 4, -4, -1}, 6, gutter + 7, 5, &asciiSigns, []string{
			"South +4     ##",
			"           ####",
			"margin    ------O",
			"               ##",
			"North +4       #",
		}},
		{"more plies than columns", []int{0, 1, 0, 2, 0, -2}, 2, gutter + 3, 3, &asciiSigns, []string{
			"South +2  ##",
			"margin    -O-",
			"North +2    #",
		}},
		{"wide plies", []int{0, 5}, 1, gutter + 9, 3, &asciiSigns, []string{
			"South +5     ###",
			"margin    ---O--",
			"North +5",
		}},
		{"no margin", []int{0, 0}, 1, gutter + 2, 3, &blockSigns, []string{"South", "margin    ─◆", "North"}},
		{"no room", []int{0, 1}, 0, gutter, 3, &asciiSigns, nil},
	} {
		if got := curve(c.margins, c.at, c.width, c.height, c.signs); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
		}
	}
}

// Whatever the game's length and the width, the ply is marked once and nothing is
// wider.
func TestCurveMark(t *testing.T) {
	for plies := 1; plies < 60; plies++ {
		margins := make([]int, plies)
		for width := gutter + 1; width < 100; width += 7 {
			for at := range plies {
				axis := curve(margins, at, width, 3, &asciiSigns)[1]
				if strings.Count(axis, "O") != 1 || ansi.StringWidth(axis) > width {
					t.Fatalf("%d plies, ply %d, width %d: %q", plies, at, width, axis)
				}
			}
		}
	}
}
