package svg

import (
	"math"
	"slices"
	"strconv"

	"alai/replay/rules"
)

// Measures of the charts. They are small, so that they can be read in the width of a
// phone; a page has them as wide as there is room.
const (
	chartWidth  = 900
	chartHeight = 760
	chartEdge   = 24
	titleTop    = 46
	titleLines  = 2
	plotLeft    = 110
	plotRight   = chartWidth - 44 // half of a number beyond
	plotTop     = 180
	plotBottom  = 580
	labelGap    = 16 // between two labels of an axis
)

// chartTitle writes the title over a chart.
func (d *Drawing) chartTitle() {
	d.paragraph(&heading, start, chartEdge, titleTop, chartWidth-2*chartEdge, titleLines, d.title)
}

// Bars is a bar chart: a histogram, or a number for each ply.
type Bars struct {
	Title          string
	About          string // what is drawn, for those who do not see it
	Across, Upward string // what the axes show
	Bars           []Bar
	Decimal        func(string) string // writes a number as the language does; nil for a decimal point
	End            string              // of a histogram, whose labels stand at the edges of bars: that of the last edge
}

// A Bar is one bar.
type Bar struct {
	Label string // below it, or below its left edge, where there is room
	Title string // what it says, in words
	Value float64
}

// Drawing draws the chart.
func (c *Bars) Drawing() *Drawing {
	d := newDrawing(c.Title, c.About, chartWidth, chartHeight)
	d.chartTitle()
	upward := broken(&legend, c.Upward, chartWidth-2*chartEdge, 2)
	d.paragraph(&legend, start, chartEdge, plotTop-24-legend.size*1.25*float64(len(upward)-1), chartWidth-2*chartEdge, 2, c.Upward)
	d.paragraph(&legend, middle, chartWidth/2, plotBottom+88, chartWidth-2*chartEdge, 3, c.Across)

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
		tick := tickText(v, step)
		if c.Decimal != nil {
			tick = c.Decimal(tick)
		}
		d.write(&legend, end, plotLeft-12, y+10, tick)
	}
	slot := float64(plotRight-plotLeft) / float64(max(len(c.Bars), 1))
	shown := c.shownLabels(slot)
	zero := max(slices.IndexFunc(c.Bars, func(b Bar) bool { return b.Label == "0" }), 0) // which is shown where it is there
	for i, b := range c.Bars {
		x := plotLeft + float64(i)*slot
		d.rect(&bar, x+slot*0.1, plotBottom-height(b.Value), slot*0.8, height(b.Value))
		if (i-zero)%shown == 0 {
			at := x + slot/2
			if c.End != "" {
				at = x
			}
			d.write(&legend, middle, at, plotBottom+38, b.Label)
		}
		d.datum(x, plotTop, slot, plotBottom-plotTop, b.Title)
	}
	if c.End != "" && (len(c.Bars)-zero)%shown == 0 {
		d.write(&legend, middle, plotRight, plotBottom+38, c.End)
	}
	d.path(&axis, point{plotLeft, plotBottom}, point{plotRight, plotBottom})
	return d
}

// shownLabels returns every how manieth label has room.
func (c *Bars) shownLabels(slot float64) int {
	widest := textWidth(&legend, c.End)
	for _, b := range c.Bars {
		widest = max(widest, textWidth(&legend, b.Label))
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
	const rowHeight, left, right, top = 132, chartEdge + 30, chartWidth - chartEdge - 30, 120
	bottom := float64(top + rowHeight*len(c.Rows))
	across := broken(&legend, c.Across, chartWidth-2*chartEdge, 2)
	d := newDrawing(c.Title, c.About, chartWidth, int(bottom)+170+int(legend.size*1.25)*len(across))
	d.chartTitle()

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
		for i := range c.Rows { // beside the intervals, not through the texts
			foot := top + rowHeight*float64(i+1)
			d.path(line, point{place(v), foot - 52}, point{place(v), foot - 8})
		}
		d.write(&legend, middle, place(v), bottom+38, tickText(v, 10))
	}
	d.path(&axis, point{left, bottom}, point{right, bottom})
	y := d.paragraph(&legend, middle, chartWidth/2, bottom+90, chartWidth-2*chartEdge, 2, c.Across)
	d.paragraph(&remark, middle, chartWidth/2, y+8, chartWidth-2*chartEdge, 2, c.Legend)
	for i, r := range c.Rows {
		// The texts stand over the interval, which has all of the width.
		head := top + rowHeight*float64(i)
		d.write(&legend, start, chartEdge, head+36, fit(&legend, r.Label, chartWidth-2*chartEdge))
		d.write(&remark, start, chartEdge, head+70, fit(&remark, r.Note, chartWidth-2*chartEdge))
		d.datum(chartEdge, head, chartWidth-2*chartEdge, rowHeight, r.Title)
		if r.None {
			continue
		}
		y := head + 102
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

// An Icicle is a tree of moves drawn as rows of rectangles, each below the one it comes
// from and as wide as its share of it.
type Icicle struct {
	Title, About string     // as of Bars
	Root         string     // stands over all of the tree
	First        rules.Side // who makes the moves of the first row; the sides take turns
	Nodes        []Node
}

// A Node of a tree.
type Node struct {
	Label    string
	Count    string  // how often, below the label where there is room
	Title    string  // what it says, in words
	Share    float64 // of what it comes from, 0 to 1
	Children []Node
}

// Measures of an icicle.
const (
	levelHeight = 84
	icicleLeft  = chartEdge
	icicleTop   = 120
	narrowest   = 1.5 // what is narrower is left out
)

// Drawing draws the tree. Nodes that are too narrow to be seen are left out.
func (c *Icicle) Drawing() *Drawing {
	depth := deepest(c.Nodes) + 1
	d := newDrawing(c.Title, c.About, chartWidth, icicleTop+depth*levelHeight+30)
	d.chartTitle()
	root := Node{Label: c.Root, Title: c.Root, Share: 1, Children: c.Nodes}
	c.draw(d, &root, icicleLeft, chartWidth-2*icicleLeft, 0)
	return d
}

func deepest(nodes []Node) int {
	depth := 0
	for i := range nodes {
		depth = max(depth, 1+deepest(nodes[i].Children))
	}
	return depth
}

// paint is that of a row, from 0, the root.
func (c *Icicle) paint(level int) *paint {
	if level == 0 {
		return &root
	}
	side := c.First
	if level%2 == 0 {
		side = side.Other()
	}
	list := levels[side]
	return list[min((level-1)/2, len(list)-1)]
}

func (c *Icicle) draw(d *Drawing, n *Node, x, width float64, level int) {
	if width < narrowest {
		return
	}
	y := float64(icicleTop + level*levelHeight)
	d.rect(c.paint(level), x, y, width, levelHeight)
	fits := func(p *paint, text string) bool { return text != "" && textWidth(p, text)+labelGap/2 <= width }
	switch {
	case fits(&legend, n.Label) && fits(&remark, n.Count):
		d.write(&legend, middle, x+width/2, y+levelHeight/2-6, n.Label)
		d.write(&remark, middle, x+width/2, y+levelHeight/2+28, n.Count)
	case fits(&legend, n.Label):
		d.write(&legend, middle, x+width/2, y+levelHeight/2+10, n.Label)
	}
	d.datum(x, y, width, levelHeight, n.Title)
	right := x + width
	for i := range n.Children {
		child := &n.Children[i]
		part := min(width*child.Share, right-x) // shares may be more than one together: a game can pass a place twice
		c.draw(d, child, x, part, level+1)
		x += part
	}
}
