package main

import (
	"cmp"
	"context"
	"math"
	"strings"

	"alai/db"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type statsOptions struct {
	gamesOptions

	histogram string
	args      []string
}

func newStatsCommand(s *streams) *cli.Command {
	var opt statsOptions
	return &cli.Command{
		Name:      "stats",
		Usage:     "the games in numbers, each board and reading apart",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "histogram", Usage: "how often each value of one measure occurs: " + strings.Join(histogramNames(), ", "), Destination: &opt.histogram},
		}, opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runStats(c.Context, &opt, s)
		},
	}
}

func (o *statsOptions) check() error {
	if o.histogram == "" {
		return nil
	}
	return oneOf("histogram", o.histogram, histogramNames())
}

func runStats(ctx context.Context, opt *statsOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	list, err := games.archive.Stats(ctx, games.filter)
	if err != nil {
		return err
	}
	if opt.histogram != "" {
		err := writeHistograms(s, &opt.output, opt.histogram, list)
		return finish(err, games.status)
	}
	pages := make([]statsPage, 0, len(list))
	for i := range list {
		pages = append(pages, newStatsPage(&list[i], &opt.output))
	}
	if opt.output.json() {
		err = writeJSON(s.out, pages...)
	} else {
		err = writeMeasures(s, &opt.output, pages)
	}
	return finish(err, games.status)
}

// A statsPage is the statistics of one ruleset, as JSON has them (docs/cli.md).
type statsPage struct {
	Game          string   `json:"game"`
	Pits          int      `json:"pits"`
	Rules         string   `json:"rules"`
	Records       int      `json:"records"`
	Complete      int      `json:"complete"`
	Decided       int      `json:"decided"`
	Unfinished    int      `json:"unfinished"`
	Contradiction int      `json:"contradiction"`
	South         int      `json:"south"`
	Draws         int      `json:"draws"`
	North         int      `json:"north"`
	NoResult      int      `json:"no_result"`
	FirstPct      *decimal `json:"first_pct"`
	FirstLow      *decimal `json:"first_low"`
	FirstHigh     *decimal `json:"first_high"`

	Plies    gameSpread `json:"plies"`
	Captured gameSpread `json:"captured"`
	Margin   gameSpread `json:"margin"`
	Passes   gameSpread `json:"passes"`
	Capture  plySpread  `json:"capture"`
	Laps     plySpread  `json:"laps"`

	Endings       []ending       `json:"endings"`
	PitUse        []pitUse       `json:"pit_use"`
	CapturesByPly []plyCaptures  `json:"captures_by_ply"`
	OpeningOrders []openingOrder `json:"opening_orders,omitempty"`

	reading string
}

// A spread is a mean with the range and the quartiles.
type spread struct {
	Mean   *decimal `json:"mean"`
	Min    *int     `json:"min"`
	Q1     *decimal `json:"q1"`
	Median *decimal `json:"median"`
	Q3     *decimal `json:"q3"`
	Max    *int     `json:"max"`
}

// A gameSpread is a spread over games, a plySpread one over plies.
type (
	gameSpread struct {
		Games int `json:"games"`
		spread
	}
	plySpread struct {
		Plies int `json:"plies"`
		spread
	}
)

func newSpread(h db.Histogram) spread {
	if h.Count() == 0 {
		return spread{}
	}
	lo, hi := h.Range()
	quantile := func(p float64) *decimal { return ratio(h.Quantile(p), 1) }
	return spread{ratio(h.Mean(), 1), &lo, quantile(0.25), quantile(0.5), quantile(0.75), &hi}
}

func overGames(h db.Histogram) gameSpread { return gameSpread{h.Count(), newSpread(h)} }
func overPlies(h db.Histogram) plySpread  { return plySpread{h.Count(), newSpread(h)} }

type plyCaptures struct {
	Ply   int      `json:"ply"`
	Games int      `json:"games"`
	Seeds int      `json:"seeds"`
	Mean  *decimal `json:"mean"`
}

func capturesByPly(g *db.GameStats) []plyCaptures {
	list := make([]plyCaptures, 0, len(g.Taken))
	for _, c := range g.Taken {
		list = append(list, plyCaptures{c.Ply, c.Games, c.Seeds, ratio(float64(c.Seeds), float64(c.Games))})
	}
	return list
}

type openingOrder struct {
	Side  string   `json:"side"`
	Order []string `json:"order"`
	Games int      `json:"games"`
}

// An advantage is the score in percent of the player who moved first, with its
// interval. Without games it has no numbers.
type advantage struct {
	games          int // that have a result
	pct, low, high *decimal
}

func newAdvantage(g *db.GameStats) advantage {
	a := advantage{games: g.FirstWon + g.FirstLost + g.Draws}
	score, games := float64(g.FirstWon)+float64(g.Draws)/2, float64(a.games)
	a.pct = percent(score, games)
	a.low, a.high = wilson(score, games)
	return a
}

// confidence is that of the intervals, in percent.
const confidence = 95

// wilson returns the 95 % interval of a score in percent, by Wilson's formula for a
// proportion (docs/statistics.md).
func wilson(score, games float64) (low, high *decimal) {
	if games == 0 {
		return nil, nil
	}
	const z = 1.959963984540054
	p := score / games
	middle := p + z*z/(2*games)
	half := z * math.Sqrt(p*(1-p)/games+z*z/(4*games*games))
	whole := 1 + z*z/games
	return percent(middle-half, whole), percent(middle+half, whole)
}

type ending struct {
	Verdict     string `json:"verdict"`
	Termination string `json:"termination,omitempty"`
	Games       int    `json:"games"`
}

type pitUse struct {
	Pit      string `json:"pit"`
	Played   int    `json:"played"`
	Captured int    `json:"captured"`
}

func newStatsPage(g *db.GameStats, opt *outputOptions) statsPage {
	first := newAdvantage(g)
	p := statsPage{
		Game: g.Ruleset.Game.String(), Pits: int(g.Ruleset.Pits), Rules: replay.RulesText(g.Ruleset),
		Records: g.Records, Complete: g.Complete, Decided: g.Decided, Unfinished: g.Unfinished, Contradiction: g.Contradiction,
		South: g.South, Draws: g.Draws, North: g.North, NoResult: g.NoResult,
		FirstPct: first.pct, FirstLow: first.low, FirstHigh: first.high,
		Plies: overGames(g.Plies), Captured: overGames(g.Captured), Margin: overGames(g.Margins), Passes: overGames(g.Passes),
		Capture: overPlies(g.Captures), Laps: overPlies(g.Laps),
		Endings: []ending{}, PitUse: []pitUse{}, CapturesByPly: capturesByPly(g),
		reading: replay.Reading(g.Ruleset),
	}
	for _, e := range g.Endings {
		p.Endings = append(p.Endings, ending{e.Verdict.String(), e.Termination, e.Games})
	}
	for _, use := range g.Pits {
		p.PitUse = append(p.PitUse, pitUse{opt.move(&g.Ruleset, rules.Move(use.Pit)), use.Played, use.Captured})
	}
	for _, o := range g.Orders {
		var pits []string
		for _, m := range o.Moves {
			pits = append(pits, opt.move(&g.Ruleset, m))
		}
		p.OpeningOrders = append(p.OpeningOrders, openingOrder{o.Side.String(), pits, o.Games})
	}
	return p
}

// writeMeasures writes the pages one number a row.
func writeMeasures(s *streams, opt *outputOptions, pages []statsPage) error {
	t, err := newTable(s, opt, text("reading"), text("measure"), number("value"))
	if err != nil {
		return err
	}
	for i := range pages {
		for _, m := range pages[i].measures() {
			if err := t.row(pages[i].reading, m.name, m.value); err != nil {
				return err
			}
		}
	}
	return t.end()
}

// A measure is one number of a page, called as JSON calls it.
type measure struct {
	name  string
	value any
}

func (p *statsPage) measures() []measure {
	list := []measure{
		{"records", p.Records}, {"complete", p.Complete}, {"decided", p.Decided}, {"unfinished", p.Unfinished}, {"contradiction", p.Contradiction},
		{"south", p.South}, {"draws", p.Draws}, {"north", p.North}, {"no_result", p.NoResult}, {"first_pct", p.FirstPct},
		{"first_low", p.FirstLow}, {"first_high", p.FirstHigh},
	}
	for _, s := range []struct {
		name string
		spread
	}{
		{"plies", p.Plies.spread}, {"captured", p.Captured.spread}, {"margin", p.Margin.spread},
		{"passes", p.Passes.spread}, {"capture", p.Capture.spread}, {"laps", p.Laps.spread},
	} {
		list = append(list, measure{s.name + " mean", s.Mean}, measure{s.name + " min", orNothing(s.Min)}, measure{s.name + " q1", s.Q1},
			measure{s.name + " median", s.Median}, measure{s.name + " q3", s.Q3}, measure{s.name + " max", orNothing(s.Max)})
	}
	for _, e := range p.Endings {
		name := "ended " + e.Verdict
		if e.Termination != "" {
			name += ", " + e.Termination
		}
		list = append(list, measure{name, e.Games})
	}
	for _, u := range p.PitUse {
		list = append(list, measure{"pit " + u.Pit + " played", u.Played}, measure{"pit " + u.Pit + " captured", u.Captured})
	}
	shown := make(map[string]int) // orders, by side
	for _, o := range p.OpeningOrders {
		if shown[o.Side]++; shown[o.Side] <= ordersShown {
			list = append(list, measure{o.Side + " opens " + strings.Join(o.Order, " "), o.Games})
		}
	}
	return list
}

// ordersShown is how many orders of opening the pits a table has of each side. JSON
// has all, of which there may be 120.
const ordersShown = 5

// orNothing returns the number that n points to as a cell.
func orNothing(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}
