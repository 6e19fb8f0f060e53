package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type importOptions struct {
	output  outputOptions
	read    readOptions
	archive archiveFile

	dryRun, strict, replace, fixResults bool
	accept, rejectsOut                  string
	args                                []string
}

func newImportCommand(s *streams) *cli.Command {
	var opt importOptions
	return &cli.Command{
		Name:      "import",
		Usage:     "read, replay and archive records; makes the archive where there is none",
		ArgsUsage: "FILE...",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "dry-run", Usage: "change nothing, and say what would be imported", Destination: &opt.dryRun},
			&cli.BoolFlag{Name: "strict", Usage: "stop at a file's first bad game, and import nothing of that file", Destination: &opt.strict},
			&cli.StringFlag{Name: "rejects-out", Usage: "write the texts of rejected records to `FILE`", Destination: &opt.rejectsOut},
			&cli.BoolFlag{Name: "replace", Usage: "let a corrected file take the place of what it brought before", Destination: &opt.replace},
			&cli.BoolFlag{Name: "fix-results", Usage: "give games that are over the result and the score of the replay", Destination: &opt.fixResults},
			&cli.StringFlag{Name: "accept", Usage: "contradiction: archive contradictory games too", Destination: &opt.accept},
		}, opt.read.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runImport(c.Context, &opt, s)
		},
	}
}

func (o *importOptions) check() error {
	if len(o.args) == 0 {
		return usagef("import reads files; none is given (- is standard input)")
	}
	if o.accept != "" && o.accept != "contradiction" {
		return usagef("--accept takes contradiction, not %q; illegal and malformed records are never archived", o.accept)
	}
	return nil
}

func runImport(ctx context.Context, opt *importOptions, s *streams) (err error) {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	args, err := parseArguments(opt.args)
	if err != nil {
		return err
	}
	if err := args.filesOnly("import"); err != nil {
		return err
	}
	t, err := newTable(s, &opt.output, verdictColumns(number("imported"), number("duplicates"), number("rejected"))...)
	if err != nil {
		return err
	}
	f, err := newFileReader(s, &opt.read, &opt.output, args.files)
	if err != nil {
		return err
	}
	if len(f.list) == 0 {
		return finish(t.end(), f.status) // no reason to make an archive
	}
	f.inAnswer = opt.output.json()
	f.strict, f.accept, f.fixResults = opt.strict, opt.accept != "", opt.fixResults
	im := importer{fileReader: f, dryRun: opt.dryRun, options: db.ImportOptions{
		AcceptContradiction: f.accept, Replace: opt.replace, Strict: opt.strict || opt.dryRun,
	}}
	if opt.rejectsOut != "" {
		out, err := createOutput(ctx, opt.rejectsOut, append(f.paths(), opt.archive.files()...)...)
		if err != nil {
			return err
		}
		defer out.discard()
		im.rejectsOut, f.rejects = out, true
	}
	if im.archive, err = opt.open(ctx, s); err != nil {
		return err
	}
	defer im.archive.Close()

	started := time.Now()
	err = im.run(ctx, func(in *input, c db.Counts) error {
		return t.row(f.verdictCells(in, c.Imported, c.Duplicates, c.Rejected)...)
	})
	if ctx.Err() != nil {
		return &interruptedError{"what is archived stays; the same import again goes on from there"}
	}
	if err == nil && im.rejectsOut != nil {
		err = im.rejectsOut.commit()
	}
	if err != nil {
		return err
	}
	if err := t.end(); err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s", rate(im.total, time.Since(started)))
	}
	return f.status.err()
}

// open opens the archive to import into. A dry run into one that does not exist
// is tried out in memory.
func (o *importOptions) open(ctx context.Context, s *streams) (*db.Archive, error) {
	if !o.dryRun {
		return s.opened(db.Create(ctx, o.archive.path()))
	}
	archive, err := s.opened(db.Open(ctx, o.archive.path()))
	if errors.As(err, new(*db.NoArchiveError)) {
		return db.Memory(ctx)
	}
	return archive, err
}

// rate says how fast records were read.
func rate(t tally, took time.Duration) string {
	seconds := max(took.Seconds(), 1e-3)
	return fmt.Sprintf("%s, %d plies in %.1f s: %.0f games/s, %.0f plies/s",
		count(t.games, "game"), t.plies, seconds, float64(t.games)/seconds, float64(t.plies)/seconds)
}

// An importer archives the games of files.
type importer struct {
	*fileReader // whose archive takes the games
	options     db.ImportOptions
	dryRun      bool        // every file is undone
	rejectsOut  *outputFile // nil where none is wanted
	total       tally

	current *db.Import // of the file that is being read
	undo    bool       // nothing of it is to stay
	broken  bool       // it could not be read to its end
}

// run imports the files and calls end for each with what came of it.
func (im *importer) run(ctx context.Context, end func(*input, db.Counts) error) error {
	defer im.rollback()
	return im.fileReader.run(ctx,
		func(b *batch) error { return im.add(ctx, b) },
		func(in *input) error { return im.endFile(ctx, in, end) })
}

func (im *importer) rollback() error {
	if im.current == nil {
		return nil
	}
	err := im.current.Rollback()
	im.current = nil
	return err
}

// add archives a batch.
func (im *importer) add(ctx context.Context, b *batch) (err error) {
	if im.current == nil && b.input.text != nil {
		if im.current, err = im.archive.BeginImport(ctx, sourceName(b.input.path), im.options); err != nil {
			return err
		}
		im.undo, im.broken = im.dryRun, false
	}
	if im.rejectsOut != nil {
		if _, err := im.rejectsOut.Write(b.rejects); err != nil {
			return err
		}
	}
	for _, p := range b.prepared[:b.games] {
		p.Renumber(im.tally.games)
		if _, err := im.current.Add(ctx, p); err != nil {
			return err
		}
	}
	im.broken = im.broken || b.err != nil
	if im.strict && (b.bad > 0 || b.err != nil) {
		im.undo = true
	}
	return nil
}

// sourceName is what a file is called by as a source: ./a.mgn is a.mgn.
func sourceName(path string) string {
	if path == "-" {
		return path
	}
	return filepath.Clean(path)
}

func (im *importer) endFile(ctx context.Context, in *input, end func(*input, db.Counts) error) error {
	im.total.merge(&im.tally)
	counts := im.current.Counts()
	if im.undo {
		if err := im.rollback(); err != nil {
			return err
		}
		if im.strict && (im.bad > 0 || !im.dryRun) {
			counts = db.Counts{Rejected: counts.Rejected}
			im.s.say("%s: nothing of this file is imported (--strict)", clean(in.path))
		}
	} else if im.broken && im.options.Replace {
		if err := im.rollback(); err != nil {
			return err
		}
		counts = db.Counts{}
		im.s.say("%s: what it brought before stays, since it could not be read to its end", clean(in.path))
	} else if replaced := im.current.Replaced(); replaced > 0 && im.tally.games == 0 {
		if err := im.rollback(); err != nil {
			return err
		}
		im.s.complain(fmt.Errorf("%s: it holds no record; what it brought before stays (alai delete --source takes it out)", in.path))
		im.status = im.status.worse(statusFaulty)
	} else {
		if err := im.current.Commit(ctx, !im.broken); err != nil {
			return err
		}
		if replaced > counts.Imported {
			im.s.say("%s: %s in the place of %d", clean(in.path), count(counts.Imported, "game"), replaced)
		}
		im.current = nil
	}
	return end(in, counts)
}
