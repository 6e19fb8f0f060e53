package main

import (
	"context"
	"fmt"
	"slices"

	"alai/db"
	"alai/notation"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type duplicatesOptions struct {
	gamesOptions
	args []string
}

func newDuplicatesCommand(s *streams) *cli.Command {
	var opt duplicatesOptions
	return &cli.Command{
		Name:      "duplicates",
		Usage:     "games that are likely to be the same one, and what differs",
		ArgsUsage: "[FILE... | ID...]",
		Flags:     join(opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runDuplicates(c.Context, &opt, s)
		},
	}
}

func runDuplicates(ctx context.Context, opt *duplicatesOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	columns := slices.Concat([]column{number("group"), text("why")}, listColumns(games.files), []column{text("differs")})
	t, err := newTable(s, &opt.output, columns...)
	if err != nil {
		return err
	}
	group := 0
	err = games.archive.LikelyDuplicates(ctx, games.filter, func(why db.Likeness, list []*db.Game) error {
		group++
		differs := differences(&opt.output, list)
		for i, g := range list {
			cells := slices.Concat([]any{group, why.Words()}, listCells(g, games.files), []any{differs[i]})
			if err := t.row(cells...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return finish(t.end(), games.status)
}

// differences says of each game of a group what it has in which not all of them
// agree.
func differences(output *outputOptions, group []*db.Game) [][]string {
	lists := make([][]string, len(group))
	for _, name := range tagNames(group) {
		values := make([]string, len(group))
		for i, g := range group {
			rec := notation.Record{Tags: g.Tags}
			if value, ok := rec.Value(name); ok {
				values[i] = fmt.Sprintf("%s %q", name, value)
			} else {
				values[i] = "no " + name
			}
		}
		addDiffering(lists, values)
	}
	moves, notes := make([]string, len(group)), make([]string, len(group))
	for i, g := range group {
		moves[i] = departs(output, group[0], g)
		notes[i] = count(len(g.Annotations), "annotation")
	}
	addDiffering(lists, moves)
	addDiffering(lists, notes)
	for i, list := range lists {
		lists[i] = orEmpty(slices.DeleteFunc(list, func(s string) bool { return s == "" }))
	}
	return lists
}

// addDiffering adds to each list its value, unless all are the same.
func addDiffering(lists [][]string, values []string) {
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return
	}
	for i := range lists {
		lists[i] = append(lists[i], values[i])
	}
}

// tagNames lists the names of the tags of some games, each once.
func tagNames(games []*db.Game) (names []string) {
	known := make(map[string]bool)
	for _, g := range games {
		for _, tag := range g.Tags {
			if !known[tag.Name] {
				known[tag.Name] = true
				names = append(names, tag.Name)
			}
		}
	}
	return names
}

// departs says where the moves of a game depart from those of another; "" where
// they do not.
func departs(output *outputOptions, from, g *db.Game) string {
	n := 0
	for n < len(from.Moves) && n < len(g.Moves) && from.Moves[n] == g.Moves[n] {
		n++
	}
	move := func(moves []rules.Move) string {
		if n == len(moves) {
			return "the end"
		}
		return output.move(&g.Rules, moves[n])
	}
	if n == len(from.Moves) && n == len(g.Moves) {
		return ""
	}
	return fmt.Sprintf("ply %d %s for %s", n+1, move(g.Moves), move(from.Moves))
}
