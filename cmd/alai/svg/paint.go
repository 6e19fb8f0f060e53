package svg

import (
	"fmt"
	"strings"
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
	paleBlue, deepBlue    = "#cfe4f3", "#17415c"
	paleSand, deepSand    = "#f2e3c6", "#54401a"
	fontName              = "roboto"
	fontFamilies          = "Roboto,'Noto Sans','Liberation Sans',Arial,sans-serif"
	prefix                = "alai-"
	datumClass            = prefix + "datum"
	usualSize, smallSize  = 26, 22
	headingSize, bigSize  = 32, 38
	thinLine, usualStroke = 2, 4
)

var (
	paper   = paint{class: prefix + "paper", light: colors{fill: white}, dark: colors{fill: black}}
	heading = paint{class: prefix + "heading", light: colors{fill: black}, dark: colors{fill: white}, size: headingSize}
	label   = paint{class: prefix + "label", light: colors{fill: black}, dark: colors{fill: white}, size: usualSize}
	note    = paint{class: prefix + "note", light: colors{fill: grey}, dark: colors{fill: lightGrey}, size: smallSize}
	number  = paint{class: prefix + "number", light: colors{fill: black}, dark: colors{fill: white}, size: bigSize}

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

	// Levels of a tree take turns in these.
	levels = [...]paint{
		{class: prefix + "even-level", light: colors{paleBlue, black}, dark: colors{deepBlue, white}, width: thinLine},
		{class: prefix + "odd-level", light: colors{paleSand, black}, dark: colors{deepSand, white}, width: thinLine},
	}
)

// paints are all of them.
var paints = []*paint{
	&paper, &heading, &label, &note, &number, &grid, &axis, &even, &bar, &span, &solid, &hollow,
	&pit, &taken, &from, &to, &seed, &levels[0], &levels[1],
}

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
