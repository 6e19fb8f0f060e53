package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"alai/db"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type seriesOptions struct {
	gamesOptions

	section string
	args    []string
}

// seriesSections are the sections of a match's page, in their order.
var seriesSections = []string{"series", "games"}

func newSeriesCommand(s *streams) *cli.Command {
	var opt seriesOptions
	return &cli.Command{
		Name:      "series",
		Usage:     "matches and their tally; one game by game",
		ArgsUsage: "[NAME [FILE... | ID...]]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "section", Usage: "this part only: " + strings.Join(seriesSections, ", "), Destination: &opt.section},
		}, opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runSeries(c.Context, &opt, s)
		},
	}
}

func (o *seriesOptions) check() error {
	if len(o.args) == 0 {
		if o.section == "" {
			o.section = "series"
		}
	} else if o.args[0] == "" {
		return usagef("series takes the name of a match, or none; alai series lists them")
	} else if o.section == "" && o.output.columns != "" {
		return usagef("--columns chooses the columns of one --section: %s", strings.Join(seriesSections, ", "))
	}
	if o.section == "" {
		return nil
	}
	return oneOf("section", o.section, seriesSections)
}

func runSeries(ctx context.Context, opt *seriesOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	name, words := "", opt.args
	if len(words) > 0 {
		name, words = words[0], words[1:]
	}
	games, err := opt.choose(ctx, s, words)
	if err != nil {
		return err
	}
	defer games.close()
	list, err := games.archive.Series(ctx, name, games.filter)
	if none := new(db.NoMatchError); errors.As(err, &none) {
		if _, err := os.Stat(name); err == nil && len(words) == 0 {
			s.complain(fmt.Errorf("%w; that is a file: alai series '*' %s has its matches", none, name))
			return games.status.worse(statusFaulty)
		}
		err := complainOfMatch(ctx, s, games.archive, none)
		return finish(err, games.status.worse(statusFaulty))
	}
	if err != nil {
		return err
	}
	games.sayIfNone(s, &opt.output, len(list))
	err = writeSections(s, &opt.output, opt.section, seriesTables(list, games.files))
	return finish(err, games.status)
}

// complainOfMatch says that there is no such match, and which has a name like it.
func complainOfMatch(ctx context.Context, s *streams, archive *db.Archive, none *db.NoMatchError) error {
	list, err := archive.Series(ctx, "", db.Filter{})
	if err != nil {
		return err
	}
	var names []string
	for i := range list { // one for each ruleset
		names = append(names, list[i].Match)
	}
	complainOfName(s, none, none.Name, slices.Compact(names), "alai series")
	return nil
}

// seriesTables makes the sections of series, those of seriesSections.
func seriesTables(list []db.Series, files bool) []section {
	series := section{name: "series", title: "Series", columns: slices.Concat([]column{text("match")}, rulesetColumns(), []column{
		text("player_a"), text("player_b"), number("games"), number("wins_a"), number("wins_b"), number("draws"), number("no_result"),
		number("target"), text("winner"), number("decided_game"), text("problems"),
	})}
	id, source := number("id"), hidden(text("source"))
	if files {
		id, source = hidden(id), text("source")
	}
	games := section{name: "games", title: "Games", columns: slices.Concat([]column{hidden(text("match"))}, hiddenAll(rulesetColumns()), []column{
		number("number"), text("round"), id, source, text("date"), text("south"), text("north"), text("result"), text("score"), text("tally"),
		hidden(text("player_a")), hidden(text("player_b")), hidden(number("wins_a")), hidden(number("wins_b")), hidden(number("draws")), text("problems"),
	})}
	for i := range list {
		sr := &list[i]
		series.rows = append(series.rows, slices.Concat([]any{sr.Match}, rulesetCells(&sr.Ruleset), []any{
			orAbsent(sr.Players[0]), orAbsent(sr.Players[1]), len(sr.Games), sr.Wins[0], sr.Wins[1], sr.Draws, sr.NoResult,
			positiveCell(sr.Target), orAbsent(sr.Winner), positiveCell(sr.Decided), sr.Problems(),
		}))
		for k := range sr.Games {
			games.rows = append(games.rows, slices.Concat([]any{sr.Match}, rulesetCells(&sr.Ruleset), seriesGameCells(sr, k, files)))
		}
	}
	return []section{series, games}
}

func seriesGameCells(sr *db.Series, k int, files bool) []any {
	g := &sr.Games[k]
	var id any = g.ID
	if files {
		id = absent{}
	}
	return []any{
		k + 1, orAbsent(g.Round), id, place(g.Source, g.SourceGame), orAbsent(g.Date), newPlayerCell(orAbsent(g.Players[0]), g, rules.South), newPlayerCell(orAbsent(g.Players[1]), g, rules.North),
		g.Result.String(), scoreCell(g.Score, g.HasScore), tallyCell(sr, g),
		orAbsent(sr.Players[0]), orAbsent(sr.Players[1]), g.Wins[0], g.Wins[1], g.Draws, g.Problems(),
	}
}

// tallyCell is the tally after a game in words, absent where it is nobody's.
func tallyCell(sr *db.Series, g *db.SeriesGame) any {
	if sr.Players[0] == "" {
		return absent{}
	}
	tally := fmt.Sprintf("%s %d, %s %d", sr.Players[0], g.Wins[0], sr.Players[1], g.Wins[1])
	if g.Draws > 0 {
		tally += fmt.Sprintf(", drawn %d", g.Draws)
	}
	return tally
}

// positiveCell is a number as a cell, nothing where it is 0.
func positiveCell(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

func hiddenAll(columns []column) []column {
	for i := range columns {
		columns[i] = hidden(columns[i])
	}
	return columns
}
