package main

import (
	"context"
	"strings"

	"alai/notation"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

type tagOptions struct {
	gamesOptions // but for reading files
	args         []string
}

func newTagCommand(s *streams) *cli.Command {
	var opt tagOptions
	return &cli.Command{
		Name:      "tag",
		Usage:     "change tags of games in the archive",
		ArgsUsage: "[ID...] NAME=VALUE...",
		Flags:     join(opt.filter.flags(), opt.archive.flags(), []cli.Flag{opt.output.quietFlag()}),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runTag(c.Context, &opt, s)
		},
	}
}

// split parts the arguments into tags and the others.
func (o *tagOptions) split() (tags []notation.Tag, others []string, err error) {
	for _, arg := range o.args {
		if name, value, ok := strings.Cut(arg, "="); ok {
			tags = append(tags, notation.Tag{Name: name, Value: value})
		} else {
			others = append(others, arg)
		}
	}
	if len(tags) == 0 {
		return nil, nil, usagef("tag takes what to change, such as South=\"A. Player\"")
	}
	return tags, others, nil
}

func runTag(ctx context.Context, opt *tagOptions, s *streams) error {
	tags, words, err := opt.split()
	if err != nil {
		return err
	}
	games, err := opt.chooseToChange(ctx, s, "tag", words)
	if err != nil {
		return err
	}
	defer games.close()
	changed, err := games.archive.SetTags(ctx, games.filter, tags)
	if err != nil {
		return err
	}
	if !opt.output.quiet {
		for _, t := range tags {
			if odd := replay.OddDate(t.Value); odd != "" && strings.EqualFold(t.Name, "Date") {
				s.say("notice: %s", odd)
			}
		}
		s.say("%s changed", count(changed, "game"))
	}
	return games.status.err()
}
