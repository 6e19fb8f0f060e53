package main

import (
	"context"

	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type perftOptions struct {
	output  outputOptions
	ruleset rulesetOptions
	archive archiveFile

	position string
	depth    int
}

func newPerftCommand(s *streams) *cli.Command {
	var opt perftOptions
	return &cli.Command{
		Name:  "perft",
		Usage: "count the legal move sequences from a position, ply by ply",
		Flags: join([]cli.Flag{
			&cli.IntFlag{Name: "depth", Usage: "the plies to look ahead", Value: 6, Destination: &opt.depth},
			&cli.StringFlag{Name: "position", Usage: "where to begin (default: the start of the game)", Destination: &opt.position},
		}, opt.ruleset.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			if c.NArg() != 0 {
				return usagef("perft takes no argument %q; a position is given as --position", c.Args().First())
			}
			return runPerft(c.Context, &opt, s)
		},
	}
}

func runPerft(ctx context.Context, opt *perftOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if opt.depth < 1 {
		return usagef("--depth is 1 or more, not %d", opt.depth)
	}
	r, err := opt.ruleset.one(ctx, s, &opt.archive, opt.position)
	if err != nil {
		return err
	}
	state := r.Start()
	if opt.position != "" {
		if state, err = replay.ParsePosition(&r, opt.position); err != nil {
			return usagef("--position: %v", err)
		}
	}
	t, err := newTable(s, &opt.output, number("depth"), number("sequences"))
	if err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s", replay.Reading(r))
	}
	for depth := 1; depth <= opt.depth; depth++ {
		n, err := perft(ctx, &r, state, depth)
		if err != nil {
			return err
		}
		if err := t.row(depth, n); err != nil {
			return err
		}
	}
	return t.end()
}

// perft is rules.Perft, left behind when ctx ends: a deep count takes hours.
func perft(ctx context.Context, r *rules.Ruleset, state rules.State, depth int) (uint64, error) {
	counted := make(chan uint64, 1)
	go func() { counted <- r.Perft(state, depth) }()
	select {
	case n := <-counted:
		return n, nil
	case <-ctx.Done():
		return 0, ctx.Err()
	}
}
