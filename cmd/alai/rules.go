package main

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
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
	if err := printRules(s, opt.lang.language, list[0]); err != nil {
		return err
	}
	if len(opt.ruleset.rules.Value()) == 0 {
		return nil
	}
	_, err = fmt.Fprintf(s.out, "\n%s\n", paragraphs(opt.lang.language.Text(words.ReadingAsked, replay.Reading(list[0])), s.width()))
	return err
}

// listWords writes one row for each word of the glossary, in a table for people as
// many as its meaning takes lines.
func listWords(s *streams, opt *outputOptions, list []words.Term) error {
	var rows [][]any
	room := s.width() - columnGap
	for _, term := range list {
		room = min(room, s.width()-columnGap-displayWidth(term.Word))
	}
	for _, term := range list {
		meaning := []string{term.Meaning}
		if opt.format == "table" && opt.columns == "" {
			meaning = wrapped(term.Meaning, 0, room)
		}
		for i, line := range meaning {
			word := term.Word
			if i > 0 {
				word = ""
			}
			rows = append(rows, []any{word, line})
		}
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

func printRules(s *streams, lang words.Language, r rules.Ruleset) error {
	board := r.Start()
	drawn := drawBoard(&r, &board, tui.Marks{}, tui.Look{Width: s.width()})
	numbered := drawBoard(&r, &board, tui.Marks{}, tui.Look{Numbers: true, Width: s.width()})
	say := func(text string) string { return paragraphs(text, s.width()) }
	_, err := fmt.Fprintf(s.out, "%s\n%s\n\n%s\n%s\n\n%s\n%s\n%s\n",
		say(words.Rules(lang, r.Game)), say(lang.Text(words.BoardNamed)), drawn, say(lang.Text(words.BoardNumbered)), numbered,
		say(lang.Text(words.RuleOptions)), say("  "+replay.OptionList(r.Game)))
	return err
}

// optionHead is what a rules text explains in a paragraph, up to the explanation.
var optionHead = regexp.MustCompile(`^  [a-z][-a-z0-9]*(?:=\S+(?:, \d)*)?  +`)

// paragraphs wraps a text of which each line is a paragraph. The lines of one are
// indented as its first, those of an option's explanation stand below each other.
func paragraphs(text string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		hang := len(line) - len(strings.TrimLeft(line, " "))
		if head := optionHead.FindString(line); head != "" {
			hang = len(head)
		}
		lines = append(lines, wrapped(line, hang, width)...)
	}
	return strings.Join(lines, "\n")
}
