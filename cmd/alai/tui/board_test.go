package tui

import (
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"

	"github.com/charmbracelet/x/ansi"
)

// A board is drawn as wide as there is room for, with every number, name and mark of it.
func TestBoardWidths(t *testing.T) {
	for _, g := range replay.Games() {
		first, last := g.Boards()
		for pits := first; pits <= last; pits++ {
			r := rules.Standard(g, pits)
			s := r.Start()
			move := rules.Move(r.PitOf(rules.South, 1))
			w, err := r.Play(&s, move)
			if err != nil {
				t.Fatal(err)
			}
			marks := MarksOf(move, &w)
			drawn := make(map[string]bool)
			for width := range 90 {
				look := Look{Width: width, Color: true}
				board := look.Board(&r, &s, marks)
				if fits := width == 0 || width >= narrowest(&r); fits != (board != nil) {
					t.Errorf("%v 2 x %d: in %d columns drawn is %v", g, pits, width, board)
				}
				if board == nil {
					continue
				}
				if len(board) != boardLines {
					t.Fatalf("%d lines", len(board))
				}
				for _, line := range board {
					if n := ansi.StringWidth(line); width > 0 && n > width {
						t.Errorf("%v 2 x %d: in %d columns a line has %d: %s", g, pits, width, n, line)
					}
				}
				text := ansi.Strip(strings.Join(board, "\n"))
				drawn[text] = true
				fields := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(text))
				numbers := 0
				for _, field := range fields {
					if strings.Trim(field, "0123456789") == "" {
						numbers++
					}
				}
				if numbers != 2*pits+2 || !strings.Contains(text, "*") {
					t.Errorf("%v 2 x %d in %d columns:\n%s", g, pits, width, text)
				}
			}
			if len(drawn) != 3 {
				t.Errorf("%v 2 x %d is drawn in %d ways", g, pits, len(drawn))
			}
		}
	}
	if r := rules.Standard(rules.AdjiBoto, 5); narrowest(&r) > 40 {
		t.Errorf("2 x 5 needs %d columns", narrowest(&r))
	}
}

// The narrow boards, as people have looked at them.
func TestNarrowBoards(t *testing.T) {
	r := rules.Standard(rules.AdjiBoto, 5)
	s, err := replay.ParsePosition(&r, "10,1,0,2,10/10,1,0,0,1 30-35 N")
	if err != nil {
		t.Fatal(err)
	}
	for width, want := range map[int]string{
		40: `
          e   d   c   b   a
> North  10   1   0   2  10
     35 North's  South's 30
  South  10   1   0   0   1
          A   B   C   D   E
                          o
`,
		24: `
      e   d   c   b   a
> N  10   1   0   2  10
 35 N    stores    S 30
  S  10   1   0   0   1
      A   B   C   D   E
                      o
`,
	} {
		if got := strings.Join(Look{Width: width}.Board(&r, &s, Marks{Sown: 1 << r.PitOf(rules.South, 4)}), "\n") + "\n"; got != want {
			t.Errorf("in %d columns:\n%s\nwant\n%s", width, got, want)
		}
	}
}

// Nobody is to move when the game is over, but while a ply is sown its side is.
func TestMoverMark(t *testing.T) {
	r := rules.Standard(rules.AdjiBoto, 5)
	for _, c := range []struct {
		position string
		marks    Marks
		want     int
	}{
		{"1,0,0,0,0/0,0,0,0,1 49-49 N", Marks{}, 0},
		{"1,0,0,0,0/0,0,0,0,1 49-49 N", Marks{sowing: true}, 1},
		{"2,0,0,0,0/0,0,0,0,1 48-49 N", Marks{}, 1},
		{"2,0,0,0,0/0,0,0,0,1 48-49 S", Marks{}, 1}, // passes
	} {
		s, err := replay.ParsePosition(&r, c.position)
		if err != nil {
			t.Fatal(err)
		}
		for _, width := range []int{0, 40, 24} {
			text := strings.Join(Look{Width: width}.Board(&r, &s, c.marks), "\n")
			if got := strings.Count(text, ">"); got != c.want {
				t.Errorf("%s: %d marks\n%s", c.position, got, text)
			}
		}
	}
}
