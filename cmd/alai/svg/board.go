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
	Rules rules.Ruleset
	State rules.State
	Name  func(rules.Pit) string // how pits are called

	Last  *LastMove // the move that led here, if there is one to be marked
	Seeds bool      // draw the seeds of the pits, beside their number
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
	d := newDrawing(b.Title, b.about(), width, boardHeight)
	d.head(boardEdge)
	if !b.Rules.Over(&b.State) {
		d.write(&label, end, float64(width-boardEdge), 100, b.State.ToMove.String()+" to move")
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

func (b *Board) about() string {
	text := fmt.Sprintf("%v on 2 x %d pits", b.Rules.Game, b.Rules.Pits)
	if !b.Rules.Over(&b.State) {
		text += fmt.Sprintf(", %v to move", b.State.ToMove)
	}
	return text
}

func (b *Board) store(d *Drawing, side rules.Side, x float64) {
	const inset, w, h = 15, storeWidth - 30, storeBottom - storeTop
	x += inset
	d.rect(&pit, x, storeTop, w, h)
	d.write(&number, middle, x+w/2, storeTop+h/2+14, fmt.Sprint(b.State.Store[side]))
	d.write(&label, middle, x+w/2, storeBottom+40, side.String())
	d.datum(x, storeTop, w, h, fmt.Sprintf("%v's store: %s", side, seedsOf(b.State.Store[side])))
}

// pit draws a side's k-th pit from its left.
func (b *Board) pit(d *Drawing, side rules.Side, k int, x float64) {
	p := b.Rules.PitOf(side, k)
	y, nameY, wordsY := float64(northPits), northPits-ringRadius-16.0, northPits+ringRadius+26.0
	if side == rules.South {
		y, nameY, wordsY = southPits, southPits+ringRadius+34, southPits-ringRadius-10
	}
	ground := &pit
	words := b.marks(p)
	for _, word := range words {
		switch word {
		case fromWord:
			d.circle(&from, x, y, ringRadius)
		case toWord:
			d.circle(&to, x, y, ringRadius)
		case takenWord:
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
	title := fmt.Sprintf("%v's pit %s: %s", side, b.Name(p), seedsOf(seeds))
	if len(words) > 0 {
		d.write(&note, middle, x, wordsY, strings.Join(words, ", "))
		title += "; " + strings.Join(words, ", ")
	}
	d.datum(x-pitRadius, y-pitRadius, 2*pitRadius, 2*pitRadius, title)
}

// What is written at the pits of the last move.
const (
	fromWord  = "from"
	toWord    = "to"
	takenWord = "taken"
)

// marks are the words at a pit.
func (b *Board) marks(p rules.Pit) []string {
	if b.Last == nil || b.Last.Move == rules.Pass {
		return nil
	}
	var words []string
	if b.Last.Move == rules.Move(p) {
		words = append(words, fromWord)
	}
	if b.Last.Sowing.Landing == p {
		words = append(words, toWord)
	}
	if b.Last.Sowing.Taken.Has(p) {
		words = append(words, takenWord)
	}
	return words
}

func seedsOf(n uint8) string {
	if n == 1 {
		return "1 seed"
	}
	return fmt.Sprintf("%d seeds", n)
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
