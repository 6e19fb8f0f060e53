package main

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay"
)

// A countedMeasure is a measure that --histogram can show.
type countedMeasure struct {
	name    string
	counted string // what has the values
	of      func(g *db.GameStats) db.Histogram
}

var countedMeasures = []countedMeasure{
	{"margin", "games", func(g *db.GameStats) db.Histogram { return g.Margins }},
	{"plies", "games", func(g *db.GameStats) db.Histogram { return g.Plies }},
	{"captured", "games", func(g *db.GameStats) db.Histogram { return g.Captured }},
	{"passes", "games", func(g *db.GameStats) db.Histogram { return g.Passes }},
	{"capture", "plies", func(g *db.GameStats) db.Histogram { return g.Captures }},
	{"laps", "plies", func(g *db.GameStats) db.Histogram { return g.Laps }},
	{"ply", "seeds", seedsByPly},
}

// seedsByPly are the seeds captured at each ply.
func seedsByPly(g *db.GameStats) db.Histogram {
	h := make(db.Histogram)
	for _, c := range g.Taken {
		h[c.Ply] = c.Seeds
	}
	return h
}

func histogramNames() []string {
	var names []string
	for _, m := range countedMeasures {
		names = append(names, m.name)
	}
	return names
}

// writeHistograms writes how often each value of a measure occurs, for each
// ruleset: in a table as bars, in which neighbouring values are taken together
// where there are many, else value by value.
func writeHistograms(s *streams, opt *outputOptions, name string, list []db.GameStats) error {
	m := countedMeasures[slices.Index(histogramNames(), name)]
	if opt.format == "table" {
		return m.writeBars(s, opt, list)
	}
	var rows [][]any
	for i := range list {
		h := m.of(&list[i])
		for _, value := range slices.Sorted(maps.Keys(h)) {
			rows = append(rows, slices.Concat(rulesetCells(&list[i].Ruleset), []any{value, h[value]}))
		}
	}
	return writeTable(s, opt, slices.Concat(rulesetColumns(), []column{number(m.name), number(m.counted)}), rows)
}

func (m *countedMeasure) writeBars(s *streams, opt *outputOptions, list []db.GameStats) error {
	columns := []column{number(m.name), number(m.counted), text("bar")}
	if _, err := newTable(s, opt, columns...); err != nil { // before anything is written
		return err
	}
	var sections []section
	for i := range list {
		bins := binned(m.of(&list[i]))
		rows := make([][]any, len(bins))
		for k, b := range bins {
			rows[k] = []any{b.String(), b.n}
		}
		room := s.width()
		for at, c := range columns[:2] {
			width := displayWidth(c.key)
			for _, row := range rows {
				width = max(width, displayWidth(cellText(row[at])))
			}
			room -= width + 2
		}
		for k, bar := range bars(bins, max(room, 1)) {
			rows[k] = append(rows[k], bar)
		}
		sections = append(sections, section{title: replay.Reading(list[i].Ruleset), columns: columns, rows: rows})
	}
	return writeSections(s, opt, "", sections)
}

// A bin counts the values from low to high.
type bin struct{ low, high, n int }

func (b bin) String() string { return b.in(words.English) }

// in says what the bin counts.
func (b bin) in(l words.Language) string {
	if b.low == b.high {
		return strconv.Itoa(b.low)
	}
	return l.Text(words.BarSpans, b.low, b.high)
}

// maxBins is how many lines a histogram takes at most, unless the widest bins are
// too narrow.
const maxBins = 25

var binWidths = []int{1, 2, 4, 10, 20, 40, 100, 200, 400, 1000, 2000, 4000, 10000, 20000, 40000, 100000}

// binned counts a histogram's values in bins that follow each other and are all as
// wide, no wider than makes them few enough. They begin at multiples of the width,
// which is 1 or even: margins are all even or all odd, and so each bin has as
// many that can be.
func binned(h db.Histogram) []bin {
	if len(h) == 0 {
		return nil
	}
	low, high := h.Range()
	var width int
	for _, width = range binWidths {
		if floorDiv(high, width)-floorDiv(low, width) < maxBins {
			break
		}
	}
	first := floorDiv(low, width)
	bins := make([]bin, floorDiv(high, width)-first+1)
	for i := range bins {
		from := (first + i) * width
		bins[i] = bin{low: from, high: from + width - 1}
	}
	for value, n := range h {
		bins[floorDiv(value, width)-first].n += n
	}
	return bins
}

// floorDiv divides and rounds down, for negative numbers too.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// bars draws the bins, the greatest room cells wide. A bin that is not empty has
// one cell at least.
func bars(bins []bin, room int) []string {
	most := 1
	for _, b := range bins {
		most = max(most, b.n)
	}
	list := make([]string, len(bins))
	for i, b := range bins {
		list[i] = strings.Repeat("#", (b.n*room+most-1)/most)
	}
	return list
}
