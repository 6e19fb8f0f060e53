package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"strings"

	"alai/cmd/alai/tui"
	"alai/cmd/alai/words"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type rulesOptions struct {
	output  outputOptions
	ruleset rulesetOptions
	lang    langOption

	game string
}

func newRulesCommand(s *streams) *cli.Command {
	var opt rulesOptions
	return &cli.Command{
		Name:      "rules",
		Usage:     "the rules of a game as implemented, with decisions, options and sources; without GAME, the games; glossary for the games' words",
		ArgsUsage: "[GAME | glossary]",
		Flags:     join(opt.ruleset.flags(), opt.lang.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			if c.NArg() > 1 {
				return usagef("rules takes one game, not %d; one of two words is put in quotes: %q", c.NArg(), "En Dodoi")
			}
			opt.game = c.Args().First()
			return runRules(c.Context, &opt, s)
		},
	}
}

// glossaryWord is what rules takes in place of a game.
const glossaryWord = "glossary"

func runRules(_ context.Context, opt *rulesOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.lang.settle()); err != nil {
		return err
	}
	if strings.EqualFold(opt.game, glossaryWord) {
		return listWords(s, &opt.output, words.Glossary(opt.lang.language))
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
		return listGames(s, &opt.output, opt.lang.language, list)
	}
	if err := printRules(s.out, opt.lang.language, list[0]); err != nil {
		return err
	}
	if len(opt.ruleset.rules.Value()) == 0 {
		return nil
	}
	_, err = fmt.Fprintf(s.out, "\n%s\n", opt.lang.language.Text(words.ReadingAsked, replay.Reading(list[0])))
	return err
}

// listWords writes one row for each word of the glossary.
func listWords(s *streams, opt *outputOptions, list []words.Term) error {
	var rows [][]any
	for _, term := range list {
		rows = append(rows, []any{term.Word, term.Meaning})
	}
	return writeTable(s, opt, []column{text("word"), text("meaning")}, rows)
}

// listGames writes one row for each game among the rulesets.
func listGames(s *streams, opt *outputOptions, lang words.Language, list []rules.Ruleset) error {
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
			replay.RulesText(r), replay.OptionList(r.Game), words.Rules(lang, r.Game)); err != nil {
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

func printRules(w io.Writer, lang words.Language, r rules.Ruleset) error {
	board := r.Start()
	drawn := drawBoard(&r, &board, tui.Marks{}, tui.Look{})
	numbered := drawBoard(&r, &board, tui.Marks{}, tui.Look{Numbers: true})
	_, err := fmt.Fprintf(w, "%s\n%s\n\n%s\n%s\n\n%s\n%s\n  %s\n",
		words.Rules(lang, r.Game), lang.Text(words.BoardNamed), drawn, lang.Text(words.BoardNumbered), numbered,
		lang.Text(words.RuleOptions), replay.OptionList(r.Game))
	return err
}
