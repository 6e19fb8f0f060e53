package main

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"alai/db"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

type crosstableOptions struct {
	gamesOptions
	args []string
}

func newCrosstableCommand(s *streams) *cli.Command {
	var opt crosstableOptions
	return &cli.Command{
		Name:      "crosstable",
		Usage:     "who scored what against whom, each board and reading apart: --event NAME",
		ArgsUsage: "[FILE... | ID...]",
		Flags:     opt.flagsBut(),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runCrosstable(c.Context, &opt, s)
		},
	}
}

// maxCrossed is how many players a crosstable has at most, which has a column for
// each.
const maxCrossed = 500

func runCrosstable(ctx context.Context, opt *crosstableOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	list, err := games.archive.Crosstables(ctx, games.filter)
	if err != nil {
		return err
	}
	games.sayIfNone(s, &opt.output, len(list))
	if opt.output.json() {
		err = writeTable(s, &opt.output, crossRowColumns(), crossRows(list))
	} else {
		err = writeCrosstables(s, &opt.output, list)
	}
	return finish(err, games.status)
}

// writeCrosstables writes tables with a column for each player.
func writeCrosstables(s *streams, opt *outputOptions, list []db.Crosstable) error {
	titled := opt.format == "table" || opt.format == "markdown"
	var sections []section
	for i := range list {
		t := &list[i]
		if n := len(t.Rows); n > maxCrossed {
			return usagef("the crosstable of %s would have %d columns; choose games, with --event NAME, or take --format json", replay.Reading(t.Ruleset), n)
		}
		sections = append(sections, crossSection(t, len(list) > 1 && !titled))
	}
	return writeSections(s, opt, "", sections)
}

// crossSection makes a table, which names its ruleset in columns where they are
// shown: where there are several tables, and none has a title.
func crossSection(t *db.Crosstable, named bool) section {
	ruleset := rulesetColumns()
	if !named {
		ruleset = hiddenAll(ruleset)
	}
	sec := section{title: replay.Reading(t.Ruleset), columns: slices.Concat(ruleset, []column{number("rank"), text("player")})}
	for i := range t.Rows {
		sec.columns = append(sec.columns, number(strconv.Itoa(i+1)))
	}
	sec.columns = append(sec.columns, number("games"), number("points"), number("score_pct"))
	for i := range t.Rows {
		row := &t.Rows[i]
		cells := make([]any, len(t.Rows))
		for k := range cells {
			cells[k] = ""
		}
		for _, e := range row.Against {
			cells[e.Opponent] = fmt.Sprintf("%s/%d", strconv.FormatFloat(e.Score.Points(), 'f', -1, 64), e.Score.Games)
		}
		sec.rows = append(sec.rows, slices.Concat(rulesetCells(&t.Ruleset), []any{i + 1, row.Player}, cells,
			[]any{row.Score.Games, decimal(row.Score.Points()), scorePercent(row.Score)}))
	}
	return sec
}

// crossRowColumns are the keys of a player of a crosstable.
func crossRowColumns() []column {
	return slices.Concat(rulesetColumns(), []column{
		number("rank"), text("player"), number("games"), number("won"), number("drawn"), number("lost"), number("no_result"),
		number("points"), number("score_pct"), jsonOnly("against"),
	})
}

// An encounterJSON is an element of against (docs/cli.md).
type encounterJSON struct {
	Opponent string `json:"opponent"`
	Games    int    `json:"games"`
	Won      int    `json:"won"`
	Drawn    int    `json:"drawn"`
	Lost     int    `json:"lost"`
	NoResult int    `json:"no_result"`
}

func crossRows(list []db.Crosstable) (rows [][]any) {
	for i := range list {
		t := &list[i]
		for k := range t.Rows {
			row := &t.Rows[k]
			sc := row.Score
			against := make([]encounterJSON, len(row.Against))
			for j, e := range row.Against {
				against[j] = encounterJSON{t.Rows[e.Opponent].Player, e.Score.Games, e.Score.Won, e.Score.Drawn, e.Score.Lost, e.Score.NoResult()}
			}
			rows = append(rows, slices.Concat(rulesetCells(&t.Ruleset), []any{
				k + 1, row.Player, sc.Games, sc.Won, sc.Drawn, sc.Lost, sc.NoResult(), decimal(sc.Points()), scorePercent(sc), against,
			}))
		}
	}
	return rows
}
