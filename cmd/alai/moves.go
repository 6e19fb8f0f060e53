package main

import (
	"context"
	"fmt"
	"strings"

	"alai/cmd/alai/words"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type movesOptions struct {
	output  outputOptions
	ruleset rulesetOptions
	archive archiveFile

	position string
}

func newMovesCommand(s *streams) *cli.Command {
	var opt movesOptions
	return &cli.Command{
		Name:      "moves",
		Usage:     "the legal moves of a position, with what each does",
		ArgsUsage: `"POSITION"`,
		Flags:     join(opt.ruleset.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usagef(`moves takes one position, in quotes: alai moves "10,10,10,10,10/10,10,10,10,10 0-0 S -"`)
			}
			opt.position = c.Args().First()
			return runMoves(c.Context, &opt, s)
		},
	}
}

func runMoves(ctx context.Context, opt *movesOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	r, err := opt.ruleset.one(ctx, s, &opt.archive, opt.position)
	if err != nil {
		return err
	}
	state, err := replay.ParsePosition(&r, opt.position)
	if err != nil {
		return usagef("%v", err)
	}
	t, err := newTable(s, &opt.output, text("move"), number("laps"), text("landing"), number("captured"), text("taken"), text("position"))
	if err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s", replay.Reading(r))
		if r.Over(&state) {
			s.say("the game is over: %s", outcomeWords(words.English, &r, &state))
		}
	}
	for _, m := range replay.LegalMoves(&r, &state) {
		if err := moveRow(t, &opt.output, &r, state, m); err != nil {
			return err
		}
	}
	return t.end()
}

// moveRow plays m in state, a copy, and writes what it does.
func moveRow(t *table, opt *outputOptions, r *rules.Ruleset, state rules.State, m rules.Move) error {
	sowing, err := r.Play(&state, m)
	if err != nil {
		return fmt.Errorf("a listed move cannot be played: %w", err)
	}
	if m == rules.Pass {
		return t.row(opt.move(r, m), 0, absent{}, 0, absent{}, replay.Position(r, &state))
	}
	var taken []string
	for p := range sowing.Taken.All() {
		taken = append(taken, opt.move(r, rules.Move(p)))
	}
	return t.row(opt.move(r, m), int(sowing.Laps), opt.move(r, rules.Move(sowing.Landing)), int(sowing.Captured),
		strings.Join(taken, " "), replay.Position(r, &state))
}

// outcomeWords says how a game that is over ended.
func outcomeWords(l words.Language, r *rules.Ruleset, final *rules.State) string {
	score := r.Sweep(*final).Store
	south, north := score[rules.South], score[rules.North]
	switch r.Outcome(final) {
	case rules.SouthWon:
		return l.Text(words.HasWon, l.Text(words.South), south, north)
	case rules.NorthWon:
		return l.Text(words.HasWon, l.Text(words.North), south, north)
	}
	return l.Text(words.WasDrawn, south, north)
}
