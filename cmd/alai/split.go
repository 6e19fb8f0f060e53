package main

import (
	"context"
	"errors"
	"os"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type splitOptions struct {
	gamesOptions // but for reading files

	into archiveFile
	move bool
	args []string
}

func newSplitCommand(s *streams) *cli.Command {
	var opt splitOptions
	return &cli.Command{
		Name:      "split",
		Usage:     "make a new archive of some games",
		ArgsUsage: "[ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "into", Usage: "the new archive's `FILE`", Destination: &opt.into.flag},
			&cli.BoolFlag{Name: "move", Usage: "delete the games here once they are there", Destination: &opt.move},
		}, opt.filter.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runSplit(c.Context, &opt, s)
		},
	}
}

func runSplit(ctx context.Context, opt *splitOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	path := opt.into.flag
	if path == "" {
		return usagef("split makes a new archive; --into FILE says where")
	}
	if _, err := os.Lstat(path); err == nil {
		return usagef("%s is there already; merge adds an archive to another", path)
	}
	if err := noLog(path); err != nil {
		return err
	}
	t, err := newTable(s, &opt.output, text("archive"), number("games"))
	if err != nil {
		return err
	}
	games, err := opt.chooseToChange(ctx, s, "split", opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	n, err := games.archive.Count(ctx, games.filter)
	if err != nil {
		return err
	}
	if n > 0 {
		if n, err = opt.split(ctx, games); err != nil {
			return err
		}
		if err := t.row(path, n); err != nil {
			return err
		}
	}
	games.sayIfNone(s, &opt.output, n)
	return finish(t.end(), games.status)
}

// split makes the new archive. Where it could not be filled there is none.
func (o *splitOptions) split(ctx context.Context, games *gameSource) (n int, err error) {
	into, err := db.Create(ctx, o.into.path())
	if err == nil {
		split := games.archive.Split
		if o.move {
			split = games.archive.Move
		}
		n, err = split(ctx, into, o.archive.path(), games.filter)
		err = errors.Join(err, into.Close())
	}
	if err != nil && n == 0 {
		for _, file := range o.into.files() {
			os.Remove(file)
		}
	}
	return n, err
}
