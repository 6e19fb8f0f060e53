package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type backupOptions struct {
	output  outputOptions
	archive archiveFile
	force   bool
	args    []string
}

func newBackupCommand(s *streams) *cli.Command {
	var opt backupOptions
	return &cli.Command{
		Name:      "backup",
		Usage:     "copy the archive as it stands, also while others import into it",
		ArgsUsage: "FILE",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "force", Usage: "take the place of a file that is there already", Destination: &opt.force},
		}, opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runBackup(c.Context, &opt, s)
		},
	}
}

func runBackup(ctx context.Context, opt *backupOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if len(opt.args) != 1 {
		return usagef("backup takes the file to write: alai backup FILE")
	}
	path := opt.args[0]
	if info, err := os.Stat(path); err == nil && !opt.force && (!info.Mode().IsRegular() || info.Size() > 0) {
		return usagef("%s is there already; with --force the backup takes its place", path)
	}
	if err := noLog(path); err != nil {
		return err
	}
	t, err := newTable(s, &opt.output, text("archive"), text("backup"), number("games"))
	if err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	games, err := opt.copy(ctx, archive, path, s)
	if err != nil {
		return err
	}
	if err := t.row(opt.archive.path(), path, games); err != nil {
		return err
	}
	return t.end()
}

// copy writes the copy, which appears at the path once it is complete, and counts
// the games in it.
func (o *backupOptions) copy(ctx context.Context, archive *db.Archive, path string, s *streams) (games int, err error) {
	file, err := createOutput(ctx, path, o.archive.files()...)
	if err != nil {
		return 0, err
	}
	defer file.discard()
	var bar *progress // its units are pages
	shown := 0
	err = archive.Backup(ctx, file.Name(), func(done, total int) {
		if bar == nil {
			bar = newProgress(s, int64(total), false, o.output.quiet)
		}
		bar.add(int64(done-shown), 0)
		shown = done
	})
	if bar != nil {
		bar.clear()
	}
	if err != nil {
		return 0, err
	}
	if games, err = countGames(ctx, file.Name()); errors.As(err, new(*db.CorruptError)) {
		return 0, fmt.Errorf("the copy is thrown away, as what was copied is damaged: %w; alai check --db %s tells more, and alai export --salvage --db %s -o FILE writes the games that can still be read",
			err, o.archive.path(), o.archive.path())
	} else if err != nil {
		return 0, err
	}
	return games, file.commit()
}

// countGames counts the games of the archive at path, which has to be in order.
func countGames(ctx context.Context, path string) (games int, err error) {
	archive, err := db.Open(ctx, path)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, archive.Close()) }()
	if err := archive.InOrder(ctx); err != nil {
		return 0, err
	}
	return archive.Count(ctx, db.Filter{})
}
