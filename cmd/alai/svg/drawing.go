// Package svg draws positions and charts, as SVG and from the same shapes as
// PNG. It knows neither archives nor records: what is drawn is given as plain
// values, and the same values give the same bytes.
//
// A picture is readable on light and dark pages, tells nothing by colour alone,
// and has a title, a description and a title for each number, which browsers show
// under the pointer. It has no script and refers to nothing outside.
package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"sort"
	"strings"
	"sync"

	"github.com/go-analyze/charts/chartdraw"
	"github.com/go-analyze/charts/chartdraw/drawing"
)

// A Drawing is a picture: shapes, the last on top. Lengths are in half pixels, in
// which the library that writes it counts whole ones, so that a PNG has twice the
// width and height at which an SVG is shown.
type Drawing struct {
	Language string // of its words, as xml:lang tells it, where that is not "": a page tells its own

	title, about  string
	width, height int
	shapes        []shape
	data          []datum
}

// A shape is a path through points, a circle around the only one if it has a
// radius, or a text that stands at it.
type shape struct {
	paint  *paint
	points []point
	radius float64
	text   string
	anchor anchor
}

type point struct{ x, y float64 }

// An anchor is the part of a text that stands at its point.
type anchor int

const (
	start anchor = iota
	middle
	end
)

// A datum is an area of the picture that shows a number, and what it says.
type datum struct {
	x, y, w, h float64
	title      string
}

func newDrawing(title, about string, width, height int) *Drawing {
	d := &Drawing{title: title, about: about, width: width, height: height}
	d.rect(&paper, 0, 0, float64(width), float64(height))
	return d
}

func (d *Drawing) rect(p *paint, x, y, w, h float64) {
	d.path(p, point{x, y}, point{x + w, y}, point{x + w, y + h}, point{x, y + h}, point{x, y})
}

func (d *Drawing) path(p *paint, points ...point) {
	d.shapes = append(d.shapes, shape{paint: p, points: points})
}

func (d *Drawing) circle(p *paint, x, y, radius float64) {
	d.shapes = append(d.shapes, shape{paint: p, points: []point{{x, y}}, radius: radius})
}

func (d *Drawing) write(p *paint, at anchor, x, y float64, text string) {
	d.shapes = append(d.shapes, shape{paint: p, points: []point{{x, y}}, text: text, anchor: at})
}

// head writes the title over the picture.
func (d *Drawing) head(x float64) {
	d.write(&heading, start, x, 56, fit(&heading, d.title, float64(d.width)-2*x))
}

// paragraph writes a text in lines of a width, at most so many, one below the other,
// and returns where the next would stand.
func (d *Drawing) paragraph(p *paint, at anchor, x, y, width float64, most int, text string) float64 {
	for _, line := range broken(p, text, width, most) {
		d.write(p, at, x, y, line)
		y += p.size * 1.25
	}
	return y
}

// broken returns a text in at most so many lines of a width, the last cut where there
// is more.
func broken(p *paint, text string, width float64, most int) []string {
	var lines []string
	line := ""
	words := strings.Fields(text)
	for i, word := range words {
		longer := strings.TrimSpace(line + " " + word)
		if line == "" || textWidth(p, longer) <= width {
			line = longer
			continue
		}
		if len(lines) == most-1 {
			line = strings.Join(append([]string{line}, words[i:]...), " ")
			break
		}
		lines, line = append(lines, fit(p, line, width)), word
	}
	return append(lines, fit(p, line, width))
}

func (d *Drawing) datum(x, y, w, h float64, title string) {
	d.data = append(d.data, datum{x, y, w, h, title})
}

// describedData is how many numbers a description names at most: it is read aloud.
const describedData = 60

// description is what the picture is about, and its numbers in words.
func (d *Drawing) description() string {
	parts := []string{d.about}
	for i, each := range d.data {
		if i == describedData {
			parts = append(parts, fmt.Sprintf("… (+%d)", len(d.data)-i))
			break
		}
		parts = append(parts, each.title)
	}
	return strings.Join(parts, "; ")
}

// WriteSVG writes the picture as an SVG element, which is a document of its own or
// stands in a page.
func (d *Drawing) WriteSVG(w io.Writer) error { return d.element(w, CSS()) }

// WriteBare is WriteSVG without the style sheet, for a page that has CSS in its own.
func (d *Drawing) WriteBare(w io.Writer) error { return d.element(w, "") }

func (d *Drawing) element(w io.Writer, css string) error {
	r := chartdraw.SVGWithCSS(css, "")(d.width, d.height)
	d.render(r, func(s *shape) {
		r.SetClassName(s.paint.class + s.anchor.class())
		r.SetStrokeDashArray(s.paint.dash)
	})
	var b bytes.Buffer
	if err := r.Save(&b); err != nil {
		return err
	}
	attributes, rest, opened := strings.Cut(strings.TrimPrefix(b.String(), "<svg"), ">")
	rest, closed := strings.CutSuffix(rest, "</svg>")
	if !opened || !closed {
		return errors.New("the drawing library wrote no svg element")
	}
	b.Reset()
	if d.Language != "" {
		attributes = fmt.Sprintf(` xml:lang="%s"`, d.Language) + attributes
	}
	fmt.Fprintf(&b, `<svg role="img" width="%d" height="%d"%s>`, d.width/2, d.height/2, attributes)
	for _, part := range []any{titleElement{Text: d.title}, descElement{Text: d.description()}} {
		if err := encode(&b, part); err != nil {
			return err
		}
	}
	b.WriteString(rest)
	for _, each := range d.data {
		area := areaElement{Class: datumClass, X: units(each.x), Y: units(each.y), Width: units(each.w), Height: units(each.h), Title: each.title}
		if err := encode(&b, area); err != nil {
			return err
		}
	}
	b.WriteString("</svg>\n")
	_, err := io.WriteString(w, strings.ReplaceAll(b.String(), "><", ">\n<")) // an element a line; texts have no bare < or >
	return err
}

// What the drawing library does not write: the names of the picture and of its
// numbers.
type (
	titleElement struct {
		XMLName xml.Name `xml:"title"`
		Text    string   `xml:",chardata"`
	}
	descElement struct {
		XMLName xml.Name `xml:"desc"`
		Text    string   `xml:",chardata"`
	}
	areaElement struct {
		XMLName xml.Name `xml:"rect"`
		Class   string   `xml:"class,attr"`
		X       int      `xml:"x,attr"`
		Y       int      `xml:"y,attr"`
		Width   int      `xml:"width,attr"`
		Height  int      `xml:"height,attr"`
		Title   string   `xml:"title"`
	}
)

func encode(b *bytes.Buffer, element any) error {
	text, err := xml.Marshal(element)
	b.Write(text)
	return err
}

// WritePNG writes the picture in its light colours.
func (d *Drawing) WritePNG(w io.Writer) error {
	r := chartdraw.PNG(d.width, d.height)
	r.SetFont(chartdraw.GetFont(fontName))
	d.render(r, func(s *shape) {
		r.SetFillColor(s.paint.light.fill.color())
		r.SetFontColor(s.paint.light.fill.color())
		r.SetStrokeColor(s.paint.light.stroke.color())
		r.SetStrokeWidth(s.paint.width)
		r.SetStrokeDashArray(s.paint.dash)
		r.SetFontSize(s.paint.size)
		switch width := float64(r.MeasureText(s.text).Width()); s.anchor {
		case middle:
			s.points = []point{{s.points[0].x - width/2, s.points[0].y}}
		case end:
			s.points = []point{{s.points[0].x - width, s.points[0].y}}
		}
	})
	return r.Save(w)
}

// render draws the shapes. Use prepares for one, a copy, which it may change.
func (d *Drawing) render(r chartdraw.Renderer, use func(*shape)) {
	r.SetDPI(pixels)
	for _, s := range d.shapes {
		use(&s)
		x, y := units(s.points[0].x), units(s.points[0].y)
		if s.text != "" {
			r.Text(s.text, x, y)
			continue
		}
		if s.radius > 0 {
			r.Circle(s.radius, x, y)
		} else {
			r.MoveTo(x, y)
			for _, p := range s.points[1:] {
				r.LineTo(units(p.x), units(p.y))
			}
			if slices.Equal(s.points[:1], s.points[len(s.points)-1:]) {
				r.Close()
			}
		}
		r.FillStroke()
	}
}

// pixels is the resolution at which a point of a font size is one unit.
const pixels = 72

func units(v float64) int { return int(math.Round(v)) }

// rulers measure texts, by the size of the letters. To make one takes as long as to
// measure hundreds of texts.
var rulers struct {
	sync.Mutex
	ofSize map[float64]chartdraw.Renderer
}

// textWidth returns the width of a text.
func textWidth(p *paint, text string) float64 {
	rulers.Lock()
	defer rulers.Unlock()
	r, ok := rulers.ofSize[p.size]
	if !ok {
		r = chartdraw.SVG(1, 1)
		r.SetDPI(pixels)
		r.SetFont(chartdraw.GetFont(fontName))
		r.SetFontSize(p.size)
		if rulers.ofSize == nil {
			rulers.ofSize = make(map[float64]chartdraw.Renderer)
		}
		rulers.ofSize[p.size] = r
	}
	return float64(r.MeasureText(text).Width())
}

// fit returns a text cut to a width, with an ellipsis in the place of what is cut.
func fit(p *paint, text string, width float64) string {
	if textWidth(p, text) <= width {
		return text
	}
	const ellipsis = "…"
	runes := []rune(text)
	kept := sort.Search(len(runes), func(n int) bool { return textWidth(p, string(runes[:n+1])+ellipsis) > width })
	return string(runes[:kept]) + ellipsis
}

// color returns the colour as the drawing library has it, without one a
// transparent one.
func (h hex) color() drawing.Color {
	if h == "" {
		return drawing.ColorTransparent
	}
	return drawing.ColorFromHex(string(h))
}
