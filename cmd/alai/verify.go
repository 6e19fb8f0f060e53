package main

import (
	"context"

	"alai/replay"

	"github.com/urfave/cli/v2"
)

type verifyOptions struct {
	output  outputOptions
	read    readOptions
	archive archiveFile

	args []string
}

func newVerifyCommand(s *streams) *cli.Command {
	var opt verifyOptions
	return &cli.Command{
		Name:      "verify",
		Usage:     "replay records and say which games are legal and where the others break; without FILE, the archive's",
		ArgsUsage: "[FILE... | ID...]",
		Flags:     join(opt.read.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runVerify(c.Context, &opt, s)
		},
	}
}

func runVerify(ctx context.Context, opt *verifyOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	args, err := parseArguments(opt.args)
	if err != nil {
		return err
	}
	if len(args.files) == 0 {
		return verifyArchive(ctx, opt, args.ids, s)
	}
	t, err := newTable(s, &opt.output, verdictColumns()...)
	if err != nil {
		return err
	}
	f, err := newFileReader(s, &opt.read, &opt.output, args.files)
	if err != nil {
		return err
	}
	f.inAnswer = opt.output.json()
	err = f.run(ctx, func(*batch) error { return nil }, func(in *input) error {
		return t.row(f.verdictCells(in)...)
	})
	if err != nil {
		return err
	}
	return finish(t.end(), f.status)
}

// verdictColumns are what verify and import tell of a file.
func verdictColumns(more ...column) []column {
	columns := []column{text("file"), number("games"), number("plies")}
	for v := replay.Complete; v <= replay.Unfinished; v++ {
		columns = append(columns, number(v.String()))
	}
	for v := replay.Contradiction; v >= replay.Malformed; v-- {
		columns = append(columns, number(v.String()))
	}
	columns = append(columns, more...)
	return append(columns, text("readings"), jsonOnly("problems"), jsonOnly("notices"))
}
