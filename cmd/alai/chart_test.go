package main

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay/rules"
)

// dataTitles returns what the numbers of a chart's picture say, in their order.
func dataTitles(t *testing.T, c *chart) []string {
	t.Helper()
	var b bytes.Buffer
	if err := c.drawing.WriteSVG(&b); err != nil {
		t.Fatal(err)
	}
	var titles []string
	in := false
	for dec := xml.NewDecoder(&b); ; {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return titles[1:] // the first is the picture's
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			in = token.Name.Local == "title"
		case xml.EndElement:
			in = false
		case xml.CharData:
			if in {
				titles = append(titles, string(token))
			}
		}
	}
}

// tableLines returns the lines of a chart's table as tsv.
func tableLines(t *testing.T, c *chart) []string {
	t.Helper()
	var b bytes.Buffer
	s := &streams{out: bufio.NewWriter(&b), err: io.Discard}
	if err := c.table(s, &outputOptions{format: "tsv", noHeader: true}); err != nil {
		t.Fatal(err)
	}
	if err := s.out.Flush(); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
}

// someStats are statistics of the rulesets, made up at random.
func someStats(r *rand.Rand, list ...rules.Ruleset) []db.GameStats {
	var stats []db.GameStats
	for _, set := range list {
		g := db.GameStats{Ruleset: set, FirstWon: r.IntN(90), FirstLost: r.IntN(90), Draws: r.IntN(9), Margins: make(db.Histogram)}
		for range 1 + r.IntN(60) {
			g.Margins[2*r.IntN(60)-60]++
			g.Records++
		}
		for ply := range 1 + r.IntN(db.LastPly) {
			g.Taken = append(g.Taken, db.PlyStats{Ply: ply + 1, Games: 1 + r.IntN(g.Records), Seeds: r.IntN(400)})
		}
		stats = append(stats, g)
	}
	return stats
}

// TestChartNumbers holds that a picture says the numbers that its table has, bar by
// bar and row by row.
func TestChartNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	one := rules.Standard(rules.EnDodoi, 8)
	several := []rules.Ruleset{rules.Standard(rules.EnDodoi, 10), rules.Standard(rules.AdjiBoto, 5), one, rules.Standard(rules.EnDodoi, 7)}
	for _, kind := range []struct {
		name     string
		draw     func(words.Language, []db.GameStats) (*statsChart, error)
		rulesets []rules.Ruleset
		title    string // what a title says, and
		row      string // which row of the table that is
	}{
		{"margins", onlyStats(marginsChart), []rules.Ruleset{one}, `^(-?\d+)(?: to (-?\d+))?: (\d+) games?$`, "%[1]s\t%[2]s\t%[3]s"},
		{"captures", onlyStats(capturesChart), []rules.Ruleset{one}, `^ply (\d+)(?: or later)?: ([\d.]+) seeds in the mean, (\d+) in (\d+) games?$`, "%[1]s\t%[4]s\t%[3]s\t%[2]s"},
		{"advantage", allStats(advantageChart), several, `^(Adji-Boto|En Dodoi) 2 x (\d+), usual rules: ([\d.]+) \(([\d.]+) to ([\d.]+)\), (\d+) games?$`, "%[1]s\t%[2]s\t\t%[6]s\t%[3]s\t%[4]s\t%[5]s"},
	} {
		for range 20 {
			c, err := kind.draw(words.English, someStats(r, kind.rulesets...))
			if err != nil {
				t.Fatal(err)
			}
			titles, lines := dataTitles(t, c.chart()), tableLines(t, c.chart())
			if len(titles) != len(lines) {
				t.Fatalf("%s: %d numbers are drawn of %d in the table", kind.name, len(titles), len(lines))
			}
			for i, title := range titles {
				found := regexp.MustCompile(kind.title).FindStringSubmatch(title)
				if found == nil {
					t.Fatalf("%s: drawn as %q", kind.name, title)
				}
				var parts []any
				for _, part := range found[1:] {
					if part == "" { // a bin of one value
						part = found[1]
					}
					parts = append(parts, part)
				}
				if want := fmt.Sprintf(kind.row, parts...); lines[i] != want {
					t.Errorf("%s: drawn as %q, and the table has %q", kind.name, title, lines[i])
				}
			}
		}
	}
}

// TestAdvantageOrder holds that boards follow each other by size.
func TestAdvantageOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	c := advantageChart(words.English, someStats(r, rules.Standard(rules.EnDodoi, 10), rules.Standard(rules.EnDodoi, 7), rules.Standard(rules.AdjiBoto, 5)))
	lines := tableLines(t, c.chart())
	for i, begins := range []string{"Adji-Boto\t5\t", "En Dodoi\t7\t", "En Dodoi\t10\t"} {
		if !strings.HasPrefix(lines[i], begins) {
			t.Errorf("row %d is %q, not %q", i, lines[i], begins)
		}
	}
}

// TestEmptyCharts holds that without games there is no picture, and a board
// without results has a row.
func TestEmptyCharts(t *testing.T) {
	none := db.GameStats{Ruleset: rules.Standard(rules.AdjiBoto, 5), Records: 3}
	for name, draw := range map[string]func(words.Language, []db.GameStats) (*statsChart, error){"margins": onlyStats(marginsChart), "captures": onlyStats(capturesChart), "advantage": allStats(advantageChart)} {
		c, err := draw(words.English, nil)
		if err != nil || c.drawing != nil || len(tableLines(t, c.chart())) != 1 || tableLines(t, c.chart())[0] != "" {
			t.Errorf("%s of nothing: %v, %q", name, err, tableLines(t, c.chart()))
		}
		if c, err = draw(words.English, []db.GameStats{none}); err != nil || (c.drawing != nil) != (name == "advantage") {
			t.Errorf("%s of games without results: a picture %v, %v", name, c.drawing != nil, err)
		}
	}
}
