package svg

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"alai/replay/rules"
)

var update = flag.Bool("update", false, "write the pictures in testdata anew")

// plain are a board's words in English.
func plain() Words {
	seeds := func(n int) string {
		if n == 1 {
			return "1 seed"
		}
		return fmt.Sprint(n, " seeds")
	}
	return Words{
		Sides: [2]string{"South", "North"}, Stores: [2]string{"South's store", "North's store"},
		Pit:    func(side rules.Side, name string) string { return side.String() + "'s pit " + name },
		Seeds:  seeds,
		ToMove: func(side rules.Side) string { return side.String() + " to move" },
		From:   "from", To: "to", Taken: "taken",
	}
}

// afterMove returns a board after a move that captures.
func afterMove(t *testing.T) *Board {
	t.Helper()
	r := rules.Standard(rules.EnDodoi, 6)
	s := r.Start()
	for range 60 {
		quiet := rules.Pass
		for m := range rules.Move(2 * r.Pits) {
			next := s
			w, err := r.Play(&next, m)
			if err == nil && w.Captured > 0 {
				return &Board{
					Title: "Ply 1", About: "En Dodoi on 2 x 6 pits", Words: plain(), Rules: r, State: next, Name: func(p rules.Pit) string { return fmt.Sprint(p) },
					Last: &LastMove{Move: m, Sowing: w},
				}
			}
			if err == nil {
				quiet = m
			}
		}
		if _, err := r.Play(&s, quiet); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("no move captures")
	return nil
}

// pictures are one of each kind, whose texts hold what XML has to escape.
func pictures(t *testing.T) map[string]*Drawing {
	board := afterMove(t)
	seeds := *board
	seeds.Seeds = true
	bars := Bars{Title: "Margins <of> \"all\" & 'none'", About: "Bar chart: games, by margin", Across: "margin", Upward: "games"}
	for i, n := range []float64{1, 0, 4, 7, 3} {
		bars.Bars = append(bars.Bars, Bar{Label: fmt.Sprint(i*10 - 20), Title: fmt.Sprintf("%d to %d: %g games", i*10-20, i*10-11, n), Value: n})
	}
	return map[string]*Drawing{
		"board": board.Drawing(),
		"seeds": seeds.Drawing(),
		"bars":  bars.Drawing(),
		"intervals": (&Intervals{Title: "The first player", About: "Points with intervals: percent", Across: "percent", Legend: "a filled point: 50 lies outside of its interval", Rows: []Interval{
			{Label: "En Dodoi 2 x 6", Title: "En Dodoi 2 x 6: 51.0", At: 51, Low: 45, High: 57, Note: "51.0 (45.0 to 57.0)"},
			{Label: "En Dodoi 2 x 8", Title: "En Dodoi 2 x 8: 70.0", At: 70, Low: 61, High: 77.5, Note: "70.0 (61.0 to 77.5)"},
			{Label: "En Dodoi 2 x 10", Title: "En Dodoi 2 x 10: no games", None: true},
		}}).Drawing(),
		"icicle": (&Icicle{Title: "Openings", About: "Tree, the most frequent first; the widths are shares", Root: "10 games", Nodes: []Node{
			{Label: "A", Title: "A: 6 games", Share: 0.6, Children: []Node{
				{Label: "a", Title: "A a: 3 games", Share: 0.5},
				{Label: "b", Title: "A b: 3 games", Share: 0.5, Children: []Node{{Label: "C is wide", Title: "A b C: 1 game", Share: 1. / 3}}},
			}},
			{Label: "B", Title: "B: 4 games", Share: 0.4, Children: []Node{{Label: "c", Title: "B c: 0 games", Share: 0.001}}},
		}}).Drawing(),
	}
}

func written(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestGolden holds the pictures to what people have looked at.
func TestGolden(t *testing.T) {
	for name, d := range pictures(t) {
		got := written(t, d.WriteSVG)
		path := filepath.Join("testdata", name+".svg")
		if *update {
			if err := os.WriteFile(path, got, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not as it was; look at what go test -update makes", path)
		}
		if again := written(t, pictures(t)[name].WriteSVG); !bytes.Equal(got, again) {
			t.Errorf("%s differs from one time to the next", name)
		}
	}
}

// A parsed SVG: the names of its elements, the texts within titles, and all texts.
type parsed struct {
	elements, titles, texts []string
	desc                    string
	root                    xml.StartElement
}

func parse(t *testing.T, text []byte) parsed {
	t.Helper()
	var p parsed
	var path []string
	for dec := xml.NewDecoder(bytes.NewReader(text)); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return p
		}
		if err != nil {
			t.Fatalf("not well formed: %v", err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			if path = append(path, token.Name.Local); len(path) == 1 {
				p.root = token.Copy()
			}
			p.elements = append(p.elements, token.Name.Local)
		case xml.EndElement:
			path = path[:len(path)-1]
		case xml.CharData:
			if len(path) == 0 {
				continue
			}
			switch path[len(path)-1] {
			case "title":
				p.titles = append(p.titles, string(token))
			case "desc":
				p.desc = string(token)
			case "text":
				p.texts = append(p.texts, string(token))
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// TestAccessible holds that a picture can be read without being seen, and brings
// nothing with it that runs or is fetched.
func TestAccessible(t *testing.T) {
	for name, d := range pictures(t) {
		text := written(t, d.WriteSVG)
		p := parse(t, text)
		if role := attribute(p.root, "role"); role != "img" {
			t.Errorf("%s: the role is %q", name, role)
		}
		if want := fmt.Sprintf("0 0 %d %d", d.width, d.height); attribute(p.root, "viewBox") != want {
			t.Errorf("%s: viewBox is %q, not %q", name, attribute(p.root, "viewBox"), want)
		}
		if len(p.elements) < 3 || p.elements[1] != "title" || p.elements[2] != "desc" || p.titles[0] != d.title || !strings.HasPrefix(p.desc, d.about) {
			t.Errorf("%s: begins with %q, titled %q and described %q", name, p.elements[:3], p.titles[0], p.desc)
		}
		if len(p.titles) != 1+len(d.data) {
			t.Errorf("%s: %d titles for the picture and %d numbers", name, len(p.titles), len(d.data))
		}
		for _, bad := range []string{"<script", "href", "url(", "@import", "<image", "<foreignObject", " onload", " onclick"} {
			if strings.Contains(string(text), bad) {
				t.Errorf("%s contains %q", name, bad)
			}
		}
		if !strings.Contains(string(text), "prefers-color-scheme") {
			t.Errorf("%s has no dark colours", name)
		}
	}
}

// TestHostileText holds that texts stay texts, whatever they hold.
func TestHostileText(t *testing.T) {
	for _, evil := range []string{
		`</title><script>alert(1)</script>`, `"/><image href="x"/>`, "]]>", "&amp;&lt;", "nul\x00 bell\a esc\x1b[2J", "\xff\xfe", "a\u202eb", strings.Repeat("w", 300),
	} {
		for _, d := range []*Drawing{
			(&Bars{Title: evil, About: evil, Across: evil, Upward: evil, Bars: []Bar{{Label: evil, Title: evil, Value: 1}}}).Drawing(),
			(&Intervals{Title: evil, About: evil, Across: evil, Legend: evil, Rows: []Interval{{Label: evil, Title: evil, Note: evil, At: 50, Low: 40, High: 60}}}).Drawing(),
			(&Icicle{Title: evil, About: evil, Root: evil, Nodes: []Node{{Label: evil, Title: evil, Share: 1}}}).Drawing(),
			(&Board{Title: evil, About: evil, Words: plain(), Rules: rules.Standard(rules.AdjiBoto, 5), Name: func(rules.Pit) string { return evil }}).Drawing(),
		} {
			p := parse(t, written(t, d.WriteSVG))
			for _, name := range p.elements {
				if !slices.Contains([]string{"svg", "title", "desc", "style", "path", "circle", "text", "rect"}, name) {
					t.Errorf("%.20q makes an element %s", evil, name)
				}
			}
			written(t, d.WritePNG)
		}
	}
}

// TestPNG holds that PNGs have twice the size of the SVGs and show something.
func TestPNG(t *testing.T) {
	for name, d := range pictures(t) {
		img, err := png.Decode(bytes.NewReader(written(t, d.WritePNG)))
		if err != nil {
			t.Fatal(err)
		}
		root := parse(t, written(t, d.WriteSVG)).root
		size := img.Bounds().Size()
		if shown := fmt.Sprint(size.X/2, size.Y/2); shown != attribute(root, "width")+" "+attribute(root, "height") {
			t.Errorf("%s: half of the PNG is %s, and the SVG is %s x %s", name, shown, attribute(root, "width"), attribute(root, "height"))
		}
		counts := make(map[color.Color]int)
		for y := range size.Y {
			for x := range size.X {
				counts[img.At(x, y)]++
			}
		}
		whites := counts[color.RGBA{255, 255, 255, 255}]
		if all := size.X * size.Y; whites == 0 || whites > all*99/100 || len(counts) < 10 {
			t.Errorf("%s: %d of %d pixels are white, in %d colours", name, whites, all, len(counts))
		}
	}
}

// TestBarHeights reads the heights of bars back from the shapes: they are as the
// values, and none goes beyond the axis.
func TestBarHeights(t *testing.T) {
	for _, values := range [][]float64{{1}, {0}, {0, 0}, {3, 7, 1}, {0.02, 0.5}, {123456, 3}, {1e-9}, {}} {
		c := Bars{Title: "x"}
		for _, v := range values {
			c.Bars = append(c.Bars, Bar{Value: v})
		}
		var heights []float64
		for _, s := range c.Drawing().shapes {
			if s.paint == &bar {
				heights = append(heights, s.points[2].y-s.points[0].y)
			}
		}
		if len(heights) != len(values) {
			t.Fatalf("%v: %d bars", values, len(heights))
		}
		most := slices.Max(append([]float64{0}, values...))
		for i, v := range values {
			if heights[i] < 0 || heights[i] > plotBottom-plotTop+1e-6 {
				t.Errorf("%v: bar %d is %g high", values, i, heights[i])
			}
			if j := slices.Index(values, most); most > 0 && !near(heights[i]*most, heights[j]*v) {
				t.Errorf("%v: bar %d is %g high, and the greatest %g", values, i, heights[i], heights[j])
			}
			if most > 0 && v == most && heights[i] < (plotBottom-plotTop)/2 {
				t.Errorf("%v: the greatest is only %g high", values, heights[i])
			}
		}
	}
}

func near(a, b float64) bool { return a-b < 1e-6*(1+b) && b-a < 1e-6*(1+b) }

func TestTickStep(t *testing.T) {
	for _, c := range []struct {
		most  float64
		whole bool
		want  float64
		text  string
	}{
		{7, true, 2, "2"}, {6, true, 1, "1"}, {3, true, 1, "1"}, {0, true, 1, "1"}, {0.9, false, 0.2, "0.2"}, {3, false, 0.5, "0.5"},
		{60, true, 10, "10"}, {61, true, 20, "20"}, {600000, true, 100000, "100000"}, {0.06, false, 0.01, "0.01"},
	} {
		if got := tickStep(c.most, 6, c.whole); !near(got, c.want) || tickText(got, got) != c.text {
			t.Errorf("to %g: a step of %g, written %s; want %g", c.most, got, tickText(got, got), c.want)
		}
	}
}

// TestMarks holds that the last move is told in words.
func TestMarks(t *testing.T) {
	b := afterMove(t)
	p := parse(t, written(t, b.Drawing().WriteSVG))
	for _, word := range []string{"from", "to", "taken"} {
		if !slices.ContainsFunc(p.texts, func(s string) bool { return strings.Contains(s, word) }) {
			t.Errorf("no pit says %q", word)
		}
	}
	b.Last = nil
	p = parse(t, written(t, b.Drawing().WriteSVG))
	if slices.ContainsFunc(p.texts, func(s string) bool { return strings.Contains(s, "taken") }) {
		t.Error("a board without a last move says that seeds were taken")
	}
}

// TestLongMarks: long words at the outermost pits stay clear of the stores.
func TestLongMarks(t *testing.T) {
	r := rules.Standard(rules.AdjiBoto, 5)
	words := plain()
	words.From, words.To, words.Taken = "odkud", "kam", "sebráno"
	for _, p := range []rules.Pit{0, 4, 5, 9} {
		b := Board{Words: words, Rules: r, State: r.Start(), Name: func(rules.Pit) string { return "" }}
		b.Last = &LastMove{Move: rules.Move(p), Sowing: rules.Sowing{Landing: p, Taken: 1 << p}}
		d := b.Drawing()
		var stores []float64 // their edges, from left to right
		at, half := 0.0, 0.0
		for _, s := range d.shapes {
			switch {
			case s.paint == &pit && s.radius == 0:
				stores = append(stores, s.points[0].x, s.points[1].x)
			case s.paint == &note:
				at, half = s.points[0].x, textWidth(&note, s.text)/2
			}
		}
		if len(stores) != 4 || half == 0 || at-half < stores[1] || at+half > stores[2] {
			t.Errorf("pit %d: the words reach from %g to %g, and the stores' edges are %v", p, at-half, at+half, stores)
		}
	}
}

// TestSeeds counts the seeds drawn and holds that they lie in their pits.
func TestSeeds(t *testing.T) {
	r := rules.Standard(rules.AdjiBoto, 5)
	b := Board{Words: plain(), Rules: r, State: r.Start(), Name: func(rules.Pit) string { return "" }, Seeds: true}
	b.State.Seeds[3], b.State.Seeds[4] = 0, 90
	seeds, pits := 0, []point{}
	for _, s := range b.Drawing().shapes {
		switch s.paint {
		case &pit:
			if s.radius > 0 {
				pits = append(pits, s.points[0])
			}
		case &seed:
			seeds++
			at, in := s.points[0], pits[len(pits)-1]
			if dx, dy := at.x-in.x, at.y-in.y; dx*dx+dy*dy > pitRadius*pitRadius {
				t.Errorf("a seed lies at %v, outside of its pit at %v", at, in)
			}
		}
	}
	want := 0
	for _, n := range b.State.Seeds {
		want += int(n)
	}
	if seeds != want {
		t.Errorf("%d seeds are drawn of %d", seeds, want)
	}
}

func TestFit(t *testing.T) {
	if got := fit(&label, "short", 400); got != "short" {
		t.Errorf("a text with room is cut to %q", got)
	}
	long := strings.Repeat("long ", 50)
	got := fit(&label, long, 400)
	kept, cut := strings.CutSuffix(got, "…")
	if !cut || !strings.HasPrefix(long, kept) || textWidth(&label, got) > 400 || textWidth(&label, got) < 360 {
		t.Errorf("a long text is cut to %q, %g wide", got, textWidth(&label, got))
	}
	if got := fit(&label, long, 0); got != "…" {
		t.Errorf("without room it is %q", got)
	}
}

// TestIcicleWidths holds that each rectangle lies below that of what it comes from
// and is as wide as its share, also where shares are more than one together.
func TestIcicleWidths(t *testing.T) {
	c := Icicle{Title: "x", Root: "root", Nodes: []Node{
		{Title: "a", Share: 0.75, Children: []Node{{Title: "aa", Share: 0.8}, {Title: "ab", Share: 0.4}, {Title: "ac", Share: 0.1}}},
		{Title: "b", Share: 0.25, Children: []Node{{Title: "narrow", Share: 0.001, Children: []Node{{Title: "below", Share: 1}}}}},
	}}
	d := c.Drawing()
	whole := d.data[0].w
	for i, want := range []struct {
		title    string
		x, share float64
		level    int
	}{{"root", 0, 1, 0}, {"a", 0, 0.75, 1}, {"aa", 0, 0.6, 2}, {"ab", 0.6, 0.15, 2}, {"b", 0.75, 0.25, 1}} {
		got := d.data[i]
		if got.title != want.title || !near(got.x-icicleLeft, want.x*whole) || !near(got.w, want.share*whole) || got.y != float64(icicleTop+want.level*levelHeight) {
			t.Errorf("rectangle %d is %+v; want %+v of %g", i, got, want, whole)
		}
	}
	if len(d.data) != 5 {
		t.Errorf("%d rectangles are drawn", len(d.data))
	}
}

// TestIntervalPlaces holds that points and ends of intervals stand on one scale,
// within the plot, and that only an interval without 50 has a filled point.
func TestIntervalPlaces(t *testing.T) {
	c := Intervals{Title: "x", Rows: []Interval{
		{At: 0, Low: 0, High: 20}, {At: 100, Low: 80, High: 100}, {At: 50, Low: 40, High: 60}, {At: 55, Low: 50, High: 60}, {None: true},
	}}
	var dots []shape
	var ends []float64
	for _, s := range c.Drawing().shapes {
		switch {
		case s.paint == &hollow || s.paint == &solid:
			dots = append(dots, s)
		case s.paint == &span && s.points[0].x != s.points[1].x:
			ends = append(ends, s.points[0].x, s.points[1].x)
		}
	}
	if len(dots) != 4 || len(ends) != 8 {
		t.Fatalf("%d points and %d ends", len(dots), len(ends))
	}
	zero, hundred := dots[0].points[0].x, dots[1].points[0].x
	for i, r := range c.Rows[:4] {
		for _, part := range []struct{ x, value float64 }{{dots[i].points[0].x, r.At}, {ends[2*i], r.Low}, {ends[2*i+1], r.High}} {
			if want := zero + part.value/100*(hundred-zero); !near(part.x, want) {
				t.Errorf("row %d: %g stands at %g, not %g", i, part.value, part.x, want)
			}
		}
		if filled := dots[i].paint == &solid; filled != (i < 2) {
			t.Errorf("row %d: filled is %v", i, filled)
		}
	}
}
