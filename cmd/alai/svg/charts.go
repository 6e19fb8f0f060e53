package svg

import (
	"math"
	"strconv"
)

// Measures of the charts.
const (
	chartWidth  = 1440
	chartHeight = 820
	plotLeft    = 140
	plotRight   = chartWidth - 40
	plotTop     = 130
	plotBottom  = 680
	labelGap    = 20 // between two labels of an axis
)

// Bars is a bar chart: a histogram, or a number for each ply.
type Bars struct {
	Title          string
	About          string // what is drawn, for those who do not see it
	Across, Upward string // what the axes show
	Bars           []Bar
}

// A Bar is one bar.
type Bar struct {
	Label string // below it, where there is room
	Title string // what it says, in words
	Value float64
}

// Drawing draws the chart.
func (c *Bars) Drawing() *Drawing {
	d := newDrawing(c.Title, c.About, chartWidth, chartHeight)
	d.head(plotLeft)
	d.write(&label, start, plotLeft, plotTop-24, c.Upward)
	d.write(&label, middle, (plotLeft+plotRight)/2, plotBottom+100, c.Across)

	most, whole := 0.0, true
	for _, b := range c.Bars {
		most = max(most, b.Value)
		whole = whole && b.Value == math.Trunc(b.Value)
	}
	step := tickStep(most, 6, whole)
	top := step * max(math.Ceil(most/step), 1)
	height := func(v float64) float64 { return v / top * (plotBottom - plotTop) }
	for v := 0.0; v <= top+step/2; v += step {
		y := plotBottom - height(v)
		d.path(&grid, point{plotLeft, y}, point{plotRight, y})
		d.write(&label, end, plotLeft-14, y+9, tickText(v, step))
	}
	slot := float64(plotRight-plotLeft) / float64(max(len(c.Bars), 1))
	shown := c.shownLabels(slot)
	for i, b := range c.Bars {
		x := plotLeft + float64(i)*slot
		d.rect(&bar, x+slot*0.1, plotBottom-height(b.Value), slot*0.8, height(b.Value))
		if i%shown == 0 {
			d.write(&label, middle, x+slot/2, plotBottom+38, b.Label)
		}
		d.datum(x, plotTop, slot, plotBottom-plotTop, b.Title)
	}
	d.path(&axis, point{plotLeft, plotBottom}, point{plotRight, plotBottom})
	return d
}

// shownLabels returns every how manieth label has room.
func (c *Bars) shownLabels(slot float64) int {
	widest := 0.0
	for _, b := range c.Bars {
		widest = max(widest, textWidth(&label, b.Label))
	}
	for _, n := range []int{1, 2, 5, 10, 20, 50, 100} {
		if widest+labelGap <= float64(n)*slot {
			return n
		}
	}
	return max(len(c.Bars), 1)
}

// tickStep returns the step of an axis from 0 to most that makes about as many
// ticks as are wanted: 1, 2 or 5 times a power of ten, and no part of one where all
// values are whole.
func tickStep(most float64, wanted int, whole bool) float64 {
	if most <= 0 {
		return 1
	}
	raw := most / float64(wanted)
	power := math.Pow(10, math.Floor(math.Log10(raw)))
	step := 10 * power
	for _, times := range []float64{1, 2, 5} {
		if times*power >= raw*(1-1e-9) {
			step = times * power
			break
		}
	}
	if whole {
		return max(step, 1)
	}
	return step
}

// tickText returns a number of an axis with as many decimals as its steps have.
func tickText(v, step float64) string {
	return strconv.FormatFloat(v, 'f', max(0, -int(math.Floor(math.Log10(step)+1e-9))), 64)
}

// Intervals shows numbers in percent, each with an interval of confidence, around 50.
type Intervals struct {
	Title, About string // as of Bars
	Across       string // what the axis shows
	Legend       string // what a filled point is: that 50 lies outside of its interval
	Rows         []Interval
}

// An Interval is one of them.
type Interval struct {
	Label         string
	Title         string // what it says, in words
	None          bool   // there is no number: a row without a mark
	At, Low, High float64
	Note          string // at its right
}

// Drawing draws the chart. A point is filled if 50 lies outside of its interval.
func (c *Intervals) Drawing() *Drawing {
	const rowHeight, left, right = 72, 480, chartWidth - 380
	bottom := float64(plotTop + rowHeight*len(c.Rows))
	d := newDrawing(c.Title, c.About, chartWidth, int(bottom)+170)
	d.head(boardEdge)

	low, high := 40.0, 60.0
	for _, r := range c.Rows {
		if !r.None {
			low, high = min(low, 10*math.Floor(r.Low/10)), max(high, 10*math.Ceil(r.High/10))
		}
	}
	place := func(v float64) float64 { return left + (v-low)/(high-low)*(right-left) }
	for v := low; v <= high; v += 10 {
		line := &grid
		if v == 50 {
			line = &even
		}
		d.path(line, point{place(v), plotTop - 20}, point{place(v), bottom})
		d.write(&label, middle, place(v), bottom+38, tickText(v, 10))
	}
	d.path(&axis, point{left, bottom}, point{right, bottom})
	d.write(&label, middle, (left+right)/2, bottom+86, c.Across)
	d.write(&note, middle, (left+right)/2, bottom+126, c.Legend)
	for i, r := range c.Rows {
		y := plotTop + rowHeight*(float64(i)+0.5)
		d.write(&label, start, boardEdge, y+9, fit(&label, r.Label, left-boardEdge-labelGap))
		d.write(&note, start, right+30, y+8, r.Note)
		d.datum(boardEdge, y-rowHeight/2, chartWidth-2*boardEdge, rowHeight, r.Title)
		if r.None {
			continue
		}
		d.path(&span, point{place(r.Low), y}, point{place(r.High), y})
		for _, at := range []float64{r.Low, r.High} {
			d.path(&span, point{place(at), y - 12}, point{place(at), y + 12})
		}
		dot := &hollow
		if r.Low > 50 || r.High < 50 {
			dot = &solid
		}
		d.circle(dot, place(r.At), y, 10)
	}
	return d
}

// An Icicle is a tree drawn as rows of rectangles, each below the one it comes
// from and as wide as its share of it.
type Icicle struct {
	Title, About string // as of Bars
	Root         string // stands over all of the tree
	Nodes        []Node
}

// A Node of a tree.
type Node struct {
	Label    string
	Title    string  // what it says, in words
	Share    float64 // of what it comes from, 0 to 1
	Children []Node
}

// Measures of an icicle.
const (
	levelHeight = 76
	icicleLeft  = 40
	icicleTop   = 90
	narrowest   = 1.5 // what is narrower is left out
)

// Drawing draws the tree. Nodes that are too narrow to be seen are left out.
func (c *Icicle) Drawing() *Drawing {
	depth := deepest(c.Nodes) + 1
	d := newDrawing(c.Title, c.About, chartWidth, icicleTop+depth*levelHeight+40)
	d.head(icicleLeft)
	root := Node{Label: c.Root, Title: c.Root, Share: 1, Children: c.Nodes}
	root.draw(d, icicleLeft, chartWidth-2*icicleLeft, 0)
	return d
}

func deepest(nodes []Node) int {
	depth := 0
	for i := range nodes {
		depth = max(depth, 1+deepest(nodes[i].Children))
	}
	return depth
}

func (n *Node) draw(d *Drawing, x, width float64, level int) {
	if width < narrowest {
		return
	}
	y := float64(icicleTop + level*levelHeight)
	d.rect(&levels[level%len(levels)], x, y, width, levelHeight)
	if textWidth(&label, n.Label)+labelGap/2 <= width {
		d.write(&label, middle, x+width/2, y+levelHeight/2+9, n.Label)
	}
	d.datum(x, y, width, levelHeight, n.Title)
	right := x + width
	for i := range n.Children {
		child := &n.Children[i]
		part := min(width*child.Share, right-x) // shares may be more than one together: a game can pass a place twice
		child.draw(d, x, part, level+1)
		x += part
	}
}
