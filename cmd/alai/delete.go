package main

import (
	"context"
	"errors"
	"math"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type deleteOptions struct {
	gamesOptions // but for reading files

	dryRun bool
	args   []string
}

func newDeleteCommand(s *streams) *cli.Command {
	var opt deleteOptions
	return &cli.Command{
		Name:      "delete",
		Usage:     "take games out of the archive; with --source alone, all that a file brought",
		ArgsUsage: "[ID...]",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "change nothing, and say what would be deleted", Destination: &opt.dryRun},
		}, opt.filter.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runDelete(c.Context, &opt, s)
		},
	}
}

func runDelete(ctx context.Context, opt *deleteOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	t, err := newTable(s, &opt.output, number("games"), number("copies"), number("rejects"))
	if err != nil {
		return err
	}
	games, err := opt.chooseToChange(ctx, s, "delete", opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	deleted, err := opt.run(ctx, games)
	if none := new(db.NoSourceError); errors.As(err, &none) {
		err := complainOfSource(ctx, s, games.archive, none)
		return finish(err, games.status.worse(statusFaulty))
	}
	if err != nil {
		return err
	}
	if err := t.row(deleted.Games, deleted.Copies, deleted.Rejects); err != nil {
		return err
	}
	return finish(t.end(), games.status)
}

// complainOfSource says that there is no such source, and which has a name like it.
func complainOfSource(ctx context.Context, s *streams, archive *db.Archive, none *db.NoSourceError) error {
	names, err := archive.Names(ctx, db.SourceNames, "", math.MaxInt32)
	if err != nil {
		return err
	}
	complainOfName(s, none, none.Name, names, "alai list --columns source")
	return nil
}

// run deletes the games, or of sources all that they brought.
func (o *deleteOptions) run(ctx context.Context, games *gameSource) (db.Deleted, error) {
	others := games.filter
	others.Source = nil
	if others.Empty() {
		return games.archive.DeleteSources(ctx, games.filter.Source, o.dryRun)
	}
	if len(games.filter.Source) > 0 {
		return db.Deleted{}, usagef("delete --source undoes whole imports, and goes with no other filter")
	}
	return games.archive.Delete(ctx, games.filter, o.dryRun)
}
