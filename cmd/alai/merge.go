package main

import (
	"context"
	"os"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type mergeOptions struct {
	output  outputOptions
	archive archiveFile

	dryRun bool
	args   []string
}

func newMergeCommand(s *streams) *cli.Command {
	var opt mergeOptions
	return &cli.Command{
		Name:      "merge",
		Usage:     "add all that is in other archives",
		ArgsUsage: "OTHER...",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "change nothing, and say what would be added", Destination: &opt.dryRun},
		}, opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runMerge(c.Context, &opt, s)
		},
	}
}

func runMerge(ctx context.Context, opt *mergeOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if len(opt.args) == 0 {
		return usagef("merge takes archives; none is given")
	}
	for _, other := range opt.args {
		if sameFile(other, opt.archive.path()) {
			return usagef("%s cannot be merged into itself", other)
		}
	}
	t, err := newTable(s, &opt.output, text("archive"), number("imported"), number("duplicates"), number("rejected"))
	if err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	for _, path := range opt.args {
		c, err := mergeFile(ctx, s, archive, path, opt.dryRun)
		if err != nil {
			return err
		}
		if err := t.row(path, c.Imported, c.Duplicates, c.Rejected); err != nil {
			return err
		}
	}
	return t.end()
}

// mergeFile adds the archive at path.
func mergeFile(ctx context.Context, s *streams, archive *db.Archive, path string, dryRun bool) (db.Counts, error) {
	other, err := s.opened(db.Open(ctx, path))
	if err != nil {
		return db.Counts{}, err
	}
	defer other.Close()
	return archive.Merge(ctx, other, path, dryRun)
}

// sameFile reports whether both paths are those of one file.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
