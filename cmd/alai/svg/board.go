package svg

import (
	"fmt"
	"math"
	"strings"

	"alai/replay/rules"
)

// A Board is a position to be drawn: North's row on top, North's store at the left
// and South's at the right.
type Board struct {
	Title string // above the board
	About string // what is drawn, for those who do not see it
	Words Words
	Rules rules.Ruleset
	State rules.State
	Name  func(rules.Pit) string // how pits are called

	Last  *LastMove // the move that led here, if there is one to be marked
	Seeds bool      // draw the seeds of the pits, beside their number
}

// Words are what a board says beside its numbers, in some language.
type Words struct {
	Sides, Stores   [2]string                                 // what the players and their stores are called
	Pit             func(side rules.Side, name string) string // a pit that is called so
	Seeds           func(n int) string                        // so many seeds
	ToMove          func(side rules.Side) string              // that a player's turn is next
	From, To, Taken string                                    // what stands at the pits of the last move
}

// A LastMove is a move to be marked on a board: words stand at the pits that it
// began in, came to and took seeds from, which have rings and a ground of their own.
type LastMove struct {
	Move   rules.Move
	Sowing rules.Sowing
}

// Measures of a board.
const (
	boardEdge   = 40
	cellWidth   = 148
	pitRadius   = 56
	ringRadius  = 66
	seedRadius  = 3.5
	storeWidth  = 150
	storeInset  = 15
	noteRoom    = 10 // beside the row, before a store
	boardHeight = 590
	storeTop    = 170
	storeBottom = 490
	northPits   = 220
	southPits   = 440
)

// Drawing draws the board.
func (b *Board) Drawing() *Drawing {
	pits := int(b.Rules.Pits)
	width := 2*boardEdge + 2*storeWidth + pits*cellWidth
	about, toMove := b.About, ""
	if !b.Rules.Over(&b.State) {
		toMove = b.Words.ToMove(b.State.ToMove)
		about += ", " + toMove
	}
	d := newDrawing(b.Title, about, width, boardHeight)
	d.head(boardEdge)
	if toMove != "" {
		d.write(&label, end, float64(width-boardEdge), 100, toMove)
	}
	b.store(d, rules.North, boardEdge)
	for i := range pits {
		x := boardEdge + storeWidth + (float64(i)+0.5)*cellWidth
		b.pit(d, rules.North, pits-1-i, x)
		b.pit(d, rules.South, i, x)
	}
	b.store(d, rules.South, float64(width-boardEdge-storeWidth))
	return d
}

func (b *Board) store(d *Drawing, side rules.Side, x float64) {
	const w, h = storeWidth - 2*storeInset, storeBottom - storeTop
	x += storeInset
	d.rect(&pit, x, storeTop, w, h)
	d.write(&number, middle, x+w/2, storeTop+h/2+14, fmt.Sprint(b.State.Store[side]))
	d.write(&label, middle, x+w/2, storeBottom+40, b.Words.Sides[side])
	d.datum(x, storeTop, w, h, b.Words.Stores[side]+": "+b.Words.Seeds(int(b.State.Store[side])))
}

// pit draws a side's k-th pit from its left.
func (b *Board) pit(d *Drawing, side rules.Side, k int, x float64) {
	p := b.Rules.PitOf(side, k)
	y, nameY, wordsY := float64(northPits), northPits-ringRadius-16.0, northPits+ringRadius+26.0
	if side == rules.South {
		y, nameY, wordsY = southPits, southPits+ringRadius+34, southPits-ringRadius-10
	}
	ground := &pit
	var words []string
	if b.Last != nil && b.Last.Move != rules.Pass {
		if b.Last.Move == rules.Move(p) {
			words = append(words, b.Words.From)
			d.circle(&from, x, y, ringRadius)
		}
		if b.Last.Sowing.Landing == p {
			words = append(words, b.Words.To)
			d.circle(&to, x, y, ringRadius)
		}
		if b.Last.Sowing.Taken.Has(p) {
			words = append(words, b.Words.Taken)
			ground = &taken
		}
	}
	d.circle(ground, x, y, pitRadius)
	seeds := b.State.Seeds[p]
	if b.Seeds {
		drawSeeds(d, x, y, int(seeds))
	}
	d.write(&number, middle, x, y+14, fmt.Sprint(seeds))
	d.write(&label, middle, x, nameY, b.Name(p))
	title := b.Words.Pit(side, b.Name(p)) + ": " + b.Words.Seeds(int(seeds))
	if len(words) > 0 {
		text := strings.Join(words, ", ")
		half := textWidth(&note, text) / 2
		left, right := float64(boardEdge+storeWidth-noteRoom), float64(boardEdge+storeWidth+int(b.Rules.Pits)*cellWidth+noteRoom)
		d.write(&note, middle, min(max(x, left+half), right-half), wordsY, text)
		title += "; " + text
	}
	d.datum(x-pitRadius, y-pitRadius, 2*pitRadius, 2*pitRadius, title)
}

// drawSeeds strews seeds in a ring around a pit's number, as a sunflower has its:
// each a golden angle on from the last, so that they are spread evenly.
func drawSeeds(d *Drawing, x, y float64, seeds int) {
	const inner, outer = 35.0, pitRadius - 5.0
	const goldenAngle = 2.399963229728653
	const area = outer*outer - inner*inner
	for i := range seeds {
		away := math.Sqrt(inner*inner + (float64(i)+0.5)/float64(seeds)*area)
		sin, cos := math.Sincos(float64(i) * goldenAngle)
		d.circle(&seed, x+away*cos, y+away*sin, seedRadius)
	}
}
