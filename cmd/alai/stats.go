package main

import (
	"context"

	"alai/db"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type statsOptions struct {
	output  outputOptions
	read    readOptions
	archive archiveFile
	filter  filterOptions

	args []string
}

func newStatsCommand(s *streams) *cli.Command {
	var opt statsOptions
	return &cli.Command{
		Name:      "stats",
		Usage:     "the games in numbers, each board and reading apart",
		ArgsUsage: "[FILE... | ID...]",
		Flags:     join(opt.filter.flags(), opt.read.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runStats(c.Context, &opt, s)
		},
	}
}

func runStats(ctx context.Context, opt *statsOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	games, err := chooseGames(ctx, s, opt.args, &opt.filter, &opt.archive, &opt.read, &opt.output)
	if err != nil {
		return err
	}
	defer games.close()
	list, err := games.archive.Stats(ctx, games.filter)
	if err != nil {
		return err
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
	Plies         spread   `json:"plies"`
	Captured      spread   `json:"captured"`
	Margin        spread   `json:"margin"`
	Endings       []ending `json:"endings"`
	PitUse        []pitUse `json:"pit_use"`
	reading       string
}

// A spread is a mean with the range.
type spread struct {
	Games int      `json:"games"`
	Mean  *decimal `json:"mean"`
	Min   *int     `json:"min"`
	Max   *int     `json:"max"`
}

func newSpread(h db.Histogram) spread {
	s := spread{Games: h.Count()}
	if s.Games > 0 {
		lo, hi := h.Range()
		s.Mean, s.Min, s.Max = ratio(h.Mean(), 1), &lo, &hi
	}
	return s
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
	p := statsPage{
		Game: g.Ruleset.Game.String(), Pits: int(g.Ruleset.Pits), Rules: replay.RulesText(g.Ruleset),
		Records: g.Records, Complete: g.Complete, Decided: g.Decided, Unfinished: g.Unfinished, Contradiction: g.Contradiction,
		South: g.South, Draws: g.Draws, North: g.North, NoResult: g.NoResult,
		FirstPct: percent(float64(g.FirstWon)+float64(g.Draws)/2, float64(g.FirstWon+g.FirstLost+g.Draws)),
		Plies:    newSpread(g.Plies), Captured: newSpread(g.Captured), Margin: newSpread(g.Margins),
		Endings: []ending{}, PitUse: []pitUse{},
		reading: replay.Reading(g.Ruleset),
	}
	for _, e := range g.Endings {
		p.Endings = append(p.Endings, ending{e.Verdict.String(), e.Termination, e.Games})
	}
	for _, use := range g.Pits {
		p.PitUse = append(p.PitUse, pitUse{opt.move(&g.Ruleset, rules.Move(use.Pit)), use.Played, use.Captured})
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
	}
	for _, s := range []struct {
		name string
		spread
	}{{"plies", p.Plies}, {"captured", p.Captured}, {"margin", p.Margin}} {
		list = append(list, measure{s.name + " mean", s.Mean}, measure{s.name + " min", orNothing(s.Min)}, measure{s.name + " max", orNothing(s.Max)})
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
	return list
}

// orNothing returns the number that n points to as a cell.
func orNothing(n *int) any {
	if n == nil {
		return nil
	}
	return *n
}
