package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alai/cmd/alai/svg"
	"alai/db"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

type chartOptions struct {
	openings openingsOptions // which games, and of openings what is asked

	file string
	args []string
}

// chartDepth is the depth of the opening tree that is drawn.
const chartDepth = 3

func newChartCommand(s *streams) *cli.Command {
	var opt chartOptions
	return &cli.Command{
		Name:      "chart",
		Usage:     "the games in a picture, with its numbers in a table",
		ArgsUsage: "margins|advantage|captures|openings [FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "draw the picture into `FILE`.svg or FILE.png", Destination: &opt.file},
		}, opt.openings.flags(chartDepth)),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runChart(c.Context, &opt, s)
		},
	}
}

// A chart is a picture and the table of its numbers.
type chart struct {
	drawing *svg.Drawing // nil where there is nothing to draw
	table   func(*streams, *outputOptions) error
}

// A chartKind is one of the charts.
type chartKind struct {
	name string
	make func(ctx context.Context, s *streams, opt *openingsOptions, games *gameSource) (*chart, error)
}

var chartKinds = []chartKind{
	{"margins", ofStats(marginsChart)},
	{"advantage", ofStats(advantageChart)},
	{"captures", ofStats(capturesChart)},
	{"openings", openingsChart},
}

func chartNames() []string {
	var names []string
	for _, k := range chartKinds {
		names = append(names, k.name)
	}
	return names
}

// check checks the options and returns the kind of chart and the format of its file.
func (o *chartOptions) check() (kind *chartKind, format pictureFormat, err error) {
	if len(o.args) == 0 {
		return nil, format, usagef("chart takes what to draw: margins, advantage, captures or openings")
	}
	i := slices.Index(chartNames(), o.args[0])
	if i < 0 {
		return nil, format, usagef("chart draws margins, advantage, captures or openings, not %q", o.args[0])
	}
	kind = &chartKinds[i]
	if o.file != "" {
		if format, err = pictureFormatOf(o.file); err != nil {
			return nil, format, err
		}
	}
	if kind.name != "openings" {
		return kind, format, o.openings.asFilters()
	}
	return kind, format, o.openings.check()
}

// asFilters makes filters of --line and --position, which say of the openings
// where they are asked about, and refuses what goes with these alone.
func (o *openingsOptions) asFilters() error {
	if !strings.EqualFold(o.first, "south") || o.depth != chartDepth || o.minGames != 0 {
		return usagef("--first, --depth and --min-games go with chart openings")
	}
	for _, f := range []struct {
		value string
		list  *cli.StringSlice
	}{{o.line, &o.filter.line}, {o.position, &o.filter.position}} {
		if f.value != "" {
			*f.list = *cli.NewStringSlice(f.value)
		}
	}
	return nil
}

func runChart(ctx context.Context, opt *chartOptions, s *streams) error {
	output := &opt.openings.output
	if err := output.settle(s); err != nil {
		return err
	}
	kind, format, err := opt.check()
	if err != nil {
		return err
	}
	games, err := opt.openings.choose(ctx, s, opt.args[1:])
	if err != nil {
		return err
	}
	defer games.close()
	c, err := kind.make(ctx, s, &opt.openings, games)
	if err != nil {
		return err
	}
	table, err := c.text(s, output) // before the file is written, which stays as it was if this fails
	if err != nil {
		return err
	}
	switch {
	case opt.file != "" && c.drawing == nil:
		s.say("there are no games to draw; %s is not written", opt.file)
	case opt.file != "":
		if err := format.save(ctx, c.drawing, opt.file, append(games.paths, opt.openings.archive.files()...)...); err != nil {
			return err
		}
	case !output.quiet:
		s.say("-o FILE.svg or -o FILE.png draws it")
	}
	_, err = s.out.Write(table)
	return finish(err, games.status)
}

// text returns the table as it is to be printed.
func (c *chart) text(s *streams, opt *outputOptions) ([]byte, error) {
	var b bytes.Buffer
	inner := *s
	inner.out = bufio.NewWriter(&b)
	err := cmp.Or(c.table(&inner, opt), inner.out.Flush())
	return b.Bytes(), err
}

// ofStats makes a chart of the statistics.
func ofStats(draw func([]db.GameStats) (*chart, error)) func(context.Context, *streams, *openingsOptions, *gameSource) (*chart, error) {
	return func(ctx context.Context, _ *streams, _ *openingsOptions, games *gameSource) (*chart, error) {
		list, err := games.archive.Stats(ctx, games.filter)
		if err != nil {
			return nil, err
		}
		return draw(list)
	}
}

// rowsOf returns the table of a chart.
func rowsOf(columns []column, rows [][]any) func(*streams, *outputOptions) error {
	return func(s *streams, opt *outputOptions) error { return writeTable(s, opt, columns, rows) }
}

// onlyStats returns the statistics of the only ruleset, nil where there are no
// games.
func onlyStats(list []db.GameStats) (*db.GameStats, error) {
	switch len(list) {
	case 0:
		return nil, nil
	case 1:
		return &list[0], nil
	}
	var counted []db.RulesetCount
	for i := range list {
		counted = append(counted, db.RulesetCount{Ruleset: list[i].Ruleset, Games: list[i].Records})
	}
	return nil, severalError(counted)
}

// marginsChart is the histogram of the margins.
func marginsChart(list []db.GameStats) (*chart, error) {
	g, err := onlyStats(list)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	c := &chart{}
	if g != nil && len(g.Margins) > 0 {
		bars := svg.Bars{
			Title:  fmt.Sprintf("Margins: %s; %s", replay.Reading(g.Ruleset), count(g.Margins.Count(), "game")),
			Across: "South's seeds minus North's", Upward: "games",
		}
		bins := binned(g.Margins)
		if width := bins[0].high - bins[0].low + 1; width > 1 {
			bars.Across += fmt.Sprintf("; a bar has %d of them, from the number below it on", width)
		}
		for _, b := range bins {
			rows = append(rows, []any{b.low, b.high, b.n})
			bars.Bars = append(bars.Bars, svg.Bar{Label: strconv.Itoa(b.low), Title: fmt.Sprintf("%s: %s", b, count(b.n, "game")), Value: float64(b.n)})
		}
		c.drawing = bars.Drawing()
	}
	c.table = rowsOf([]column{number("low"), number("high"), number("games")}, rows)
	return c, nil
}

// advantageChart is the first player's advantage in each game, on each board and by
// each reading.
func advantageChart(list []db.GameStats) (*chart, error) {
	list = slices.SortedFunc(slices.Values(list), func(a, b db.GameStats) int {
		return cmp.Or(cmp.Compare(a.Ruleset.Game, b.Ruleset.Game), cmp.Compare(a.Ruleset.Pits, b.Ruleset.Pits),
			cmp.Compare(replay.RulesText(a.Ruleset), replay.RulesText(b.Ruleset)))
	})
	var rows [][]any
	intervals := svg.Intervals{
		Title:  "The first player's score, with its 95 % interval",
		Across: "percent, a draw counted half",
	}
	for i := range list {
		r := &list[i].Ruleset
		a := newAdvantage(&list[i])
		rows = append(rows, append(rulesetCells(r), a.games, a.pct, a.low, a.high))
		row := svg.Interval{Label: replay.Reading(*r), Note: count(a.games, "game"), None: a.games == 0}
		if a.games > 0 {
			row.At, row.Low, row.High = float64(*a.pct), float64(*a.low), float64(*a.high)
			row.Note = fmt.Sprintf("%v (%v to %v), %s", a.pct, a.low, a.high, row.Note)
		}
		row.Title = row.Label + ": " + row.Note
		intervals.Rows = append(intervals.Rows, row)
	}
	c := &chart{table: rowsOf(append(rulesetColumns(), number("games"), number("first_pct"), number("first_low"), number("first_high")), rows)}
	if len(rows) > 0 {
		c.drawing = intervals.Drawing()
	}
	return c, nil
}

// capturesChart is what was captured ply by ply.
func capturesChart(list []db.GameStats) (*chart, error) {
	g, err := onlyStats(list)
	if err != nil {
		return nil, err
	}
	var rows [][]any
	c := &chart{}
	if g != nil && len(g.Taken) > 0 {
		bars := svg.Bars{
			Title:  fmt.Sprintf("Captures by ply: %s; %s", replay.Reading(g.Ruleset), count(g.Records, "game")),
			Across: "ply", Upward: "seeds captured, in the mean of the games that have the ply",
		}
		for _, taken := range capturesByPly(g) {
			rows = append(rows, []any{taken.Ply, taken.Games, taken.Seeds, taken.Mean})
			ply := strconv.Itoa(taken.Ply)
			if taken.Ply == db.LastPly {
				ply += " or later"
			}
			bars.Bars = append(bars.Bars, svg.Bar{
				Label: strconv.Itoa(taken.Ply), Value: float64(taken.Seeds) / float64(taken.Games),
				Title: fmt.Sprintf("ply %s: %s seeds in the mean, %d in %s", ply, taken.Mean, taken.Seeds, count(taken.Games, "game")),
			})
		}
		c.drawing = bars.Drawing()
	}
	c.table = rowsOf([]column{number("ply"), number("games"), number("seeds"), number("mean")}, rows)
	return c, nil
}

// openingsChart is the tree of what was played from a position.
func openingsChart(ctx context.Context, s *streams, opt *openingsOptions, games *gameSource) (*chart, error) {
	t, err := opt.ask(ctx, s, games)
	if err != nil {
		return nil, err
	}
	c := &chart{table: func(s *streams, _ *outputOptions) error { return t.write(s) }}
	if len(t.moves) > 0 {
		icicle := svg.Icicle{
			Title: "Openings: " + replay.Reading(t.ruleset),
			Root:  count(t.total, "game") + " from here",
			Nodes: openingNodes(t.moves),
		}
		c.drawing = icicle.Drawing()
	}
	return c, nil
}

func openingNodes(rows []openingRow) []svg.Node {
	var nodes []svg.Node
	for i := range rows {
		row := &rows[i]
		nodes = append(nodes, svg.Node{
			Label: row.Move, Share: float64(*row.Share) / 100, Children: openingNodes(row.Children),
			Title: fmt.Sprintf("%s: %s, %s %%", row.line, count(row.Games, "game"), row.Share),
		})
	}
	return nodes
}
