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
	"alai/cmd/alai/web"
	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

type chartOptions struct {
	openings openingsOptions // which games, and of openings what is asked

	file string
	lang langOption // of the picture
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
		}, opt.lang.flagsOf("the language of the picture"), opt.openings.flags(chartDepth)),
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
	make func(ctx context.Context, s *streams, opt *chartOptions, games *gameSource) (*chart, error)
}

var chartKinds = []chartKind{
	{"margins", ofStats(onlyStats(marginsChart))},
	{"advantage", ofStats(allStats(advantageChart))},
	{"captures", ofStats(onlyStats(capturesChart))},
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
	switch {
	case o.file != "":
		if format, err = pictureFormatOf(o.file); err != nil {
			return nil, format, err
		}
	case o.lang.flag != "":
		return nil, format, usagef("--lang goes with -o; the table is English")
	}
	if err := o.lang.settle(); err != nil {
		return nil, format, err
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
	c, err := kind.make(ctx, s, opt, games)
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
		c.drawing.Language = string(opt.lang.language)
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

// A statsChart is a chart of the statistics, the table of which is a section.
type statsChart struct {
	drawing *svg.Drawing // nil where there is nothing to draw
	section section
}

// ofStats makes a chart of the statistics.
func ofStats(draw func(words.Language, []db.GameStats) (*statsChart, error)) func(context.Context, *streams, *chartOptions, *gameSource) (*chart, error) {
	return func(ctx context.Context, _ *streams, opt *chartOptions, games *gameSource) (*chart, error) {
		list, err := games.archive.Stats(ctx, games.filter)
		if err != nil {
			return nil, err
		}
		c, err := draw(opt.lang.language, list)
		if err != nil {
			return nil, err
		}
		return c.chart(), nil
	}
}

func (c *statsChart) chart() *chart {
	return &chart{c.drawing, func(s *streams, opt *outputOptions) error {
		return writeTable(s, opt, c.section.columns, c.section.rows)
	}}
}

// allStats makes a chart of the statistics of all rulesets.
func allStats(draw func(words.Language, []db.GameStats) *statsChart) func(words.Language, []db.GameStats) (*statsChart, error) {
	return func(l words.Language, list []db.GameStats) (*statsChart, error) { return draw(l, list), nil }
}

// onlyStats makes a chart of the statistics of the only ruleset, of none where there
// are no games.
func onlyStats(draw func(words.Language, *db.GameStats) *statsChart) func(words.Language, []db.GameStats) (*statsChart, error) {
	return func(l words.Language, list []db.GameStats) (*statsChart, error) {
		switch len(list) {
		case 0:
			return draw(l, new(db.GameStats)), nil
		case 1:
			return draw(l, &list[0]), nil
		}
		var counted []db.RulesetCount
		for i := range list {
			counted = append(counted, db.RulesetCount{Ruleset: list[i].Ruleset, Games: list[i].Records})
		}
		return nil, severalError(counted)
	}
}

// marginsChart is the histogram of the margins.
func marginsChart(l words.Language, g *db.GameStats) *statsChart {
	c := &statsChart{section: section{columns: []column{number("low"), number("high"), number("games")}}}
	if len(g.Margins) > 0 {
		bars := svg.Bars{
			Title:  l.Text(words.MarginsOf, web.Reading(l, g.Ruleset)) + "; " + l.Counted(words.GameCount, g.Margins.Count()),
			Across: l.Text(words.SeedsMargin), Upward: l.Column("games"),
		}
		bins := binned(g.Margins)
		if width := bins[0].high - bins[0].low + 1; width > 1 {
			bars.Across += "; " + l.Text(words.BarHas, width)
			bars.End = strconv.Itoa(bins[len(bins)-1].high + 1)
		}
		bars.About = l.Text(words.BarChart, bars.Upward, bars.Across)
		for _, b := range bins {
			c.section.rows = append(c.section.rows, []any{b.low, b.high, b.n})
			bars.Bars = append(bars.Bars, svg.Bar{Label: strconv.Itoa(b.low), Title: b.in(l) + ": " + l.Counted(words.GameCount, b.n), Value: float64(b.n)})
		}
		c.drawing = bars.Drawing()
	}
	return c
}

// advantageChart is the first player's advantage in each game, on each board and by
// each reading.
func advantageChart(l words.Language, list []db.GameStats) *statsChart {
	list = slices.SortedFunc(slices.Values(list), func(a, b db.GameStats) int {
		return cmp.Or(cmp.Compare(a.Ruleset.Game, b.Ruleset.Game), cmp.Compare(a.Ruleset.Pits, b.Ruleset.Pits),
			cmp.Compare(replay.RulesText(a.Ruleset), replay.RulesText(b.Ruleset)))
	})
	sec := section{columns: append(rulesetColumns(), number("games"), number("first_pct"), number("first_low"), number("first_high"))}
	intervals := svg.Intervals{
		Title:  l.Text(words.FirstScore, confidence),
		Across: l.Text(words.HalfDraws), Legend: l.Text(words.FilledPoint),
	}
	intervals.About = l.Text(words.IntervalChart, intervals.Across)
	for i := range list {
		r := &list[i].Ruleset
		a := newAdvantage(&list[i])
		sec.rows = append(sec.rows, append(rulesetCells(r), a.games, a.pct, a.low, a.high))
		row := svg.Interval{Label: web.Reading(l, *r), Note: l.Counted(words.GameCount, a.games), None: a.games == 0}
		if a.games > 0 {
			row.At, row.Low, row.High = float64(*a.pct), float64(*a.low), float64(*a.high)
			row.Note = l.Text(words.ScoreSpans, l.Decimal(a.pct.String()), l.Decimal(a.low.String()), l.Decimal(a.high.String())) + ", " + row.Note
		}
		row.Title = row.Label + ": " + row.Note
		intervals.Rows = append(intervals.Rows, row)
	}
	c := &statsChart{section: sec}
	if len(sec.rows) > 0 {
		c.drawing = intervals.Drawing()
	}
	return c
}

// capturesChart is what was captured ply by ply.
func capturesChart(l words.Language, g *db.GameStats) *statsChart {
	c := &statsChart{section: section{columns: []column{number("ply"), number("games"), number("seeds"), number("mean")}}}
	if len(g.Taken) > 0 {
		bars := svg.Bars{
			Title:  l.Text(words.CapturesOf, web.Reading(l, g.Ruleset)) + "; " + l.Counted(words.GameCount, g.Records),
			Across: l.Column("ply"), Upward: l.Text(words.MeanCaptured), Decimal: l.Decimal,
		}
		few := fewGames(g)
		drawn := true
		for _, taken := range capturesByPly(g) {
			c.section.rows = append(c.section.rows, []any{taken.Ply, taken.Games, taken.Seeds, taken.Mean})
			ply := l.Text(words.AtThePly, taken.Ply)
			if taken.Ply == db.LastPly {
				ply = l.Text(words.AtLaterPly, taken.Ply)
			}
			if drawn && taken.Games < few {
				drawn = false
				bars.Across += "; " + l.Text(words.FewHave, taken.Ply, l.Counted(words.GameCount, few))
			}
			if !drawn {
				continue
			}
			bars.Bars = append(bars.Bars, svg.Bar{
				Label: strconv.Itoa(taken.Ply), Value: float64(taken.Seeds) / float64(taken.Games),
				Title: l.Text(words.SeedsInMean, ply, l.Decimal(taken.Mean.String()), taken.Seeds, l.Counted(words.GameCount, taken.Games)),
			})
		}
		bars.About = l.Text(words.BarChart, bars.Upward, bars.Across)
		c.drawing = bars.Drawing()
	}
	return c
}

// fewGames is how many games have to have a ply for it to be drawn: one in twenty, and
// two. What happened to fewer is their own, and would hide what is usual.
func fewGames(g *db.GameStats) int {
	most := 0
	for _, taken := range g.Taken {
		most = max(most, taken.Games)
	}
	return min(max(2, (most+19)/20), most)
}

// openingsChart is the tree of what was played from a position.
func openingsChart(ctx context.Context, s *streams, opt *chartOptions, games *gameSource) (*chart, error) {
	t, err := opt.openings.ask(ctx, s, games)
	if err != nil {
		return nil, err
	}
	c := &chart{table: func(s *streams, _ *outputOptions) error { return t.write(s) }}
	if len(t.moves) > 0 {
		c.drawing = t.drawing(opt.lang.language)
	}
	return c, nil
}

// drawing draws the tree.
func (t *openingTable) drawing(l words.Language) *svg.Drawing {
	title := l.Text(words.OpeningsIn, web.Reading(l, t.ruleset))
	if t.opener != nil {
		title = l.Text(words.OpeningsBy, web.Reading(l, t.ruleset), l.Text(words.GamesOpened, l.Side(t.opener.String())))
	}
	icicle := svg.Icicle{
		Title: title, About: l.Text(words.TreeChart, l.Side(t.mover.String())), First: t.mover,
		Root:  l.Text(words.FromHere, l.Counted(words.GameCount, t.total)),
		Nodes: openingNodes(l, t.moves),
	}
	return icicle.Drawing()
}

func openingNodes(l words.Language, rows []openingRow) []svg.Node {
	var nodes []svg.Node
	for i := range rows {
		row := &rows[i]
		nodes = append(nodes, svg.Node{
			Label: row.Move, Count: strconv.Itoa(row.Games), Share: float64(*row.Share) / 100, Children: openingNodes(l, row.Children),
			Title: fmt.Sprintf("%s: %s, %s %%", row.line, l.Counted(words.GameCount, row.Games), l.Decimal(row.Share.String())),
		})
	}
	return nodes
}
