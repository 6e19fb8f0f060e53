package main

import (
	"cmp"
	"context"
	"strings"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type findOptions struct {
	gamesOptions

	position, line, sequence, pattern string
	limit                             int
	args                              []string
}

func newFindCommand(s *streams) *cli.Command {
	var opt findOptions
	return &cli.Command{
		Name:      "find",
		Usage:     "games that come to a position, a pattern of positions or a sequence of moves, and the ply at which they do",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "position", Usage: "games that reach this `POSITION`", Destination: &opt.position},
			&cli.StringFlag{Name: "line", Usage: "games that reach the position after these `MOVES` from the start, \"D b A\"", Destination: &opt.line},
			&cli.StringFlag{Name: "sequence", Usage: "games in which these `MOVES` follow each other somewhere", Destination: &opt.sequence},
			&cli.StringFlag{Name: "pattern", Usage: "games that reach a position of this `PATTERN`: a position with ?, >3, <3 or 2-4 for a pit, margin>10 for the stores, ? for the side to move", Destination: &opt.pattern},
			&cli.IntFlag{Name: "limit", Usage: "at most so many games", DefaultText: "all", Destination: &opt.limit},
		}, opt.flagsBut("line", "position")),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runFind(c.Context, &opt, s)
		},
	}
}

// query returns the question that the flags ask, but for the games that it is
// asked of.
func (o *findOptions) query() (db.FindQuery, error) {
	q := db.FindQuery{Limit: o.limit}
	asked := 0
	for by, text := range map[string]string{"position": o.position, "line": o.line, "sequence": o.sequence, "pattern": o.pattern} {
		if text != "" {
			q.By, q.Text = by, text
			asked++
		}
	}
	if asked != 1 {
		return q, usagef("find takes one of --%s", strings.Join(db.Finds, ", --"))
	}
	return q, nil
}

func runFind(ctx context.Context, opt *findOptions, s *streams) error {
	q, err := opt.query()
	if err := cmp.Or(opt.output.settle(s), err); err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	t, err := newTable(s, &opt.output, append(listColumns(games.files), number("ply"))...)
	if err != nil {
		return err
	}
	q.Filter = games.filter
	err = games.archive.Find(ctx, q, func(g *db.Game, ply int) error { return t.row(append(listCells(g, games.files), ply)...) })
	if err != nil {
		return err
	}
	return finish(t.end(), games.status)
}
