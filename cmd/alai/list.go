package main

import (
	"context"
	"fmt"
	"strings"

	"alai/db"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type listOptions struct {
	gamesOptions

	sort  string
	limit int
	args  []string
}

func newListCommand(s *streams) *cli.Command {
	var opt listOptions
	return &cli.Command{
		Name:      "list",
		Usage:     "games, one a row",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "sort", Usage: "the order: " + strings.Join(db.Orders, ", ") + "; -date for the latest first", Value: "id", Destination: &opt.sort},
			&cli.IntFlag{Name: "limit", Usage: "at most so many games", DefaultText: "all", Destination: &opt.limit},
		}, opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runList(c.Context, &opt, s)
		},
	}
}

func runList(ctx context.Context, opt *listOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	order, err := parseOrder(opt.sort, db.Orders)
	if err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	t, err := newTable(s, &opt.output, listColumns(games.files)...)
	if err != nil {
		return err
	}
	err = games.archive.Games(ctx, games.filter, order, opt.limit, func(g *db.Game) error { return t.row(listCells(g, games.files)...) })
	if err != nil {
		return err
	}
	return finish(t.end(), games.status)
}

// parseOrder reads --sort: one of the orders, a leading '-' for the reverse.
func parseOrder(text string, orders []string) (db.Order, error) {
	by, descending := strings.CutPrefix(text, "-")
	if err := oneOf("sort", by, orders); err != nil {
		return db.Order{}, err
	}
	return db.Order{By: by, Descending: descending}, nil
}

// listColumns are the columns of list. A game of the archive is called by its
// id, one of a file by where it stands there.
func listColumns(files bool) []column {
	id, source := number("id"), hidden(text("source"))
	if files {
		id, source = hidden(id), text("source")
	}
	return []column{
		id, source, text("date"), text("event"), hidden(text("site")), text("round"), text("south"), text("north"), text("result"), text("score"),
		text("game"), number("pits"), text("rules"), number("plies"), text("verdict"), hidden(text("match")), hidden(text("termination")),
	}
}

func listCells(g *db.Game, files bool) []any {
	var id any = g.ID
	if files {
		id = absent{}
	}
	return []any{
		id, origin(g), tagCell(g, "Date"), tagCell(g, "Event"), tagCell(g, "Site"), tagCell(g, "Round"), newPlayerCell(tagCell(g, "South"), g, rules.South), newPlayerCell(tagCell(g, "North"), g, rules.North),
		g.Result.String(), scoreCell(g.Score, g.HasScore), g.Rules.Game.String(), int(g.Rules.Pits), replay.RulesText(g.Rules), len(g.Moves), g.Verdict.String(),
		tagCell(g, "Match"), tagCell(g, "Termination"),
	}
}

// tagCell is a tag's value, absent where the game has none.
func tagCell(g *db.Game, name string) any {
	rec := notation.Record{Tags: g.Tags}
	if value, ok := rec.Value(name); ok {
		return value
	}
	return absent{}
}

// A playerCell is the name of a player of a game, as a cell.
type playerCell struct {
	name string
	game interface{ PlayerPattern(rules.Side) string }
	side rules.Side
}

// newPlayerCell returns the cell of a player whose name is a cell, which may be absent.
func newPlayerCell(name any, game interface{ PlayerPattern(rules.Side) string }, side rules.Side) any {
	if text, ok := name.(string); ok {
		return playerCell{text, game, side}
	}
	return name
}

// MarshalText returns the name, for JSON.
func (c playerCell) MarshalText() ([]byte, error) { return []byte(c.name), nil }

func scoreCell(score [2]int, has bool) any {
	if !has {
		return absent{}
	}
	return fmt.Sprintf("%d-%d", score[0], score[1])
}

// orAbsent is a text as a cell, absent where it is none.
func orAbsent(s string) any {
	if s == "" {
		return absent{}
	}
	return s
}
