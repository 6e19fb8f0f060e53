package main

import (
	"context"
	"fmt"
	"io"

	"alai/cmd/alai/tui"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type rulesOptions struct {
	output  outputOptions
	ruleset rulesetOptions

	game string
}

func newRulesCommand(s *streams) *cli.Command {
	var opt rulesOptions
	return &cli.Command{
		Name:      "rules",
		Usage:     "the rules of a game as implemented, with decisions, options and sources; without GAME, the games",
		ArgsUsage: "[GAME]",
		Flags:     join(opt.ruleset.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return usagef("rules takes one game, not %d; one of two words is put in quotes: %q", c.NArg(), "En Dodoi")
			}
			opt.game = c.Args().First()
			return runRules(c.Context, &opt, s)
		},
	}
}

func runRules(_ context.Context, opt *rulesOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if opt.game != "" {
		if err := opt.ruleset.games.Set(opt.game); err != nil {
			return err
		}
	}
	list, err := opt.ruleset.candidates()
	if err != nil {
		return err
	}
	if len(opt.ruleset.games.Value()) == 0 || opt.output.json() {
		return listGames(s, &opt.output, list)
	}
	if err := printRules(s.out, list[0]); err != nil {
		return err
	}
	if len(opt.ruleset.rules.Value()) == 0 {
		return nil
	}
	_, err = fmt.Fprintf(s.out, "\nThe reading asked for: %s.\n", replay.Reading(list[0]))
	return err
}

// listGames writes one row for each game among the rulesets.
func listGames(s *streams, opt *outputOptions, list []rules.Ruleset) error {
	t, err := newTable(s, opt, text("game"), text("name"), text("pits"), number("seeds"), text("rules"), text("options"), jsonOnly("text"))
	if err != nil {
		return err
	}
	var last rules.Game
	for _, r := range list {
		if r.Game == last {
			continue
		}
		last = r.Game
		if err := t.row(r.Game.String(), replay.GameSlug(r.Game), boards(r.Game), int(r.Seeds),
			replay.RulesText(r), replay.OptionList(r.Game), rulesText[r.Game]); err != nil {
			return err
		}
	}
	return t.end()
}

// boards lists the boards of a game: "5", "6..10".
func boards(g rules.Game) string {
	lo, hi := g.Boards()
	if lo == hi {
		return fmt.Sprint(lo)
	}
	return fmt.Sprintf("%d..%d", lo, hi)
}

func printRules(w io.Writer, r rules.Ruleset) error {
	board := r.Start()
	drawn := drawBoard(&r, &board, tui.Marks{}, tui.Look{})
	numbered := drawBoard(&r, &board, tui.Marks{}, tui.Look{Numbers: true})
	_, err := fmt.Fprintf(w, "%s\nThe board, with its pits as records name them:\n\n%s\nand as the drawing numbers them (--moves numbers):\n\n%s\nRule options, as a Rules tag or --rules names them:\n  %s\n",
		rulesText[r.Game], drawn, numbered, replay.OptionList(r.Game))
	return err
}
