package svg

import (
	"fmt"
	"slices"
	"strings"

	"alai/replay/rules"
)

// A hex is a colour, "#0072b2", or "" for none.
type hex string

// colors are a paint's on light or on dark ground.
type colors struct{ fill, stroke hex }

// A paint is how a shape looks. Lengths are in half pixels.
type paint struct {
	class       string
	light, dark colors
	width       float64 // of the stroke
	dash        []float64
	size        float64 // of texts
}

// The blue and the orange are those of Okabe and Ito's palette, which the
// colour-blind tell apart; they differ in lightness too.
const (
	white, black          = "#ffffff", "#1a1a1a"
	blue, lightBlue       = "#0072b2", "#56b4e9"
	orange, lightOrange   = "#b34f00", "#e69f00"
	grey, lightGrey       = "#5c5c5c", "#b0b0b0"
	paleGrey, darkGrey    = "#d9d9d9", "#444444"
	paleSand, deepSand    = "#f2e3c6", "#54401a"
	fontName              = "roboto"
	fontFamilies          = "Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif"
	prefix                = "alai-"
	datumClass            = prefix + "datum"
	usualSize, smallSize  = 26, 22
	headingSize, bigSize  = 32, 38
	chartSize, chartSmall = 30, 27 // a chart is seen at two thirds of its size on a phone
	thinLine, usualStroke = 2, 4
)

var (
	paper   = paint{class: prefix + "paper", light: colors{fill: white}, dark: colors{fill: black}}
	heading = paint{class: prefix + "heading", light: colors{fill: black}, dark: colors{fill: white}, size: headingSize}
	label   = paint{class: prefix + "label", light: colors{fill: black}, dark: colors{fill: white}, size: usualSize}
	note    = paint{class: prefix + "note", light: colors{fill: grey}, dark: colors{fill: lightGrey}, size: smallSize}
	number  = paint{class: prefix + "number", light: colors{fill: black}, dark: colors{fill: white}, size: bigSize}

	legend = paint{class: prefix + "legend", light: colors{fill: black}, dark: colors{fill: white}, size: chartSize}
	remark = paint{class: prefix + "remark", light: colors{fill: black}, dark: colors{fill: white}, size: chartSmall}

	grid   = paint{class: prefix + "grid", light: colors{stroke: paleGrey}, dark: colors{stroke: darkGrey}, width: thinLine}
	axis   = paint{class: prefix + "axis", light: colors{stroke: black}, dark: colors{stroke: white}, width: thinLine}
	even   = paint{class: prefix + "even", light: colors{stroke: grey}, dark: colors{stroke: lightGrey}, width: thinLine, dash: []float64{8, 8}}
	bar    = paint{class: prefix + "bar", light: colors{fill: blue}, dark: colors{fill: lightBlue}}
	span   = paint{class: prefix + "span", light: colors{stroke: blue}, dark: colors{stroke: lightBlue}, width: usualStroke}
	solid  = paint{class: prefix + "solid", light: colors{blue, blue}, dark: colors{lightBlue, lightBlue}, width: usualStroke}
	hollow = paint{class: prefix + "hollow", light: colors{white, blue}, dark: colors{black, lightBlue}, width: usualStroke}

	pit   = paint{class: prefix + "pit", light: colors{white, black}, dark: colors{black, white}, width: usualStroke}
	taken = paint{class: prefix + "taken", light: colors{paleSand, black}, dark: colors{deepSand, white}, width: usualStroke}
	from  = paint{class: prefix + "from", light: colors{stroke: orange}, dark: colors{stroke: lightOrange}, width: usualStroke, dash: []float64{12, 8}}
	to    = paint{class: prefix + "to", light: colors{stroke: orange}, dark: colors{stroke: lightOrange}, width: usualStroke}
	seed  = paint{class: prefix + "seed", light: colors{fill: grey}, dark: colors{fill: lightGrey}}

	// The moves of a tree: each side has a colour, the further down the darker on light
	// ground, and the lighter on dark ground. Blue and yellow are told apart by all who
	// see any colour.
	root   = paint{class: prefix + "root", light: colors{white, black}, dark: colors{black, white}, width: thinLine}
	levels = [2][]*paint{
		rules.South: shades("south", colors{"#d6e8f5", "#123247"}, colors{"#b3d4ea", "#17415c"}, colors{"#8fbfde", "#1d5375"}),
		rules.North: shades("north", colors{"#fbefcb", "#40300c"}, colors{"#f3dc98", "#543f10"}, colors{"#e6c569", "#695016"}),
	}
)

// shades are the paints of a side's moves; of each colour the fill is for light ground and
// the other for dark ground.
func shades(name string, list ...colors) []*paint {
	var out []*paint
	for i, c := range list {
		out = append(out, &paint{class: fmt.Sprintf("%s%s-%d", prefix, name, i+1), light: colors{c.fill, black}, dark: colors{c.stroke, white}, width: thinLine})
	}
	return out
}

// paints are all of them.
var paints = slices.Concat([]*paint{
	&paper, &heading, &label, &note, &number, &legend, &remark, &grid, &axis, &even, &bar, &span, &solid, &hollow,
	&pit, &taken, &from, &to, &seed, &root,
}, levels[rules.South], levels[rules.North])

func (a anchor) class() string {
	switch a {
	case middle:
		return " " + prefix + "middle"
	case end:
		return " " + prefix + "end"
	}
	return ""
}

// CSS returns the style sheet of all pictures. WriteSVG puts it into each; a page
// whose policy forbids styles within it has it in its own, and pictures of WriteBare.
func CSS() string {
	var b strings.Builder
	for _, p := range paints {
		fmt.Fprintf(&b, ".%s{%s", p.class, p.light.css())
		if p.width > 0 {
			fmt.Fprintf(&b, ";stroke-width:%gpx", p.width)
		}
		if p.size > 0 {
			fmt.Fprintf(&b, ";font:%gpx %s", p.size, fontFamilies)
		}
		b.WriteString("}\n")
	}
	fmt.Fprintf(&b, ".%smiddle{text-anchor:middle}\n.%send{text-anchor:end}\n.%s{fill:none;pointer-events:all}\n", prefix, prefix, datumClass)
	b.WriteString("@media (prefers-color-scheme:dark){\n")
	for _, p := range paints {
		fmt.Fprintf(&b, ".%s{%s}\n", p.class, p.dark.css())
	}
	b.WriteString("}\n")
	return b.String()
}

func (c colors) css() string {
	none := func(h hex) string {
		if h == "" {
			return "none"
		}
		return string(h)
	}
	return "fill:" + none(c.fill) + ";stroke:" + none(c.stroke)
}
