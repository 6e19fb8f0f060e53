package main

import (
	"context"
	"errors"
	"os"

	"alai/db"
	"alai/notation"
	"alai/replay"
)

// exportArchive makes an archive of games, at a path where nothing stands. It
// appears there once it is complete.
func exportArchive(ctx context.Context, opt *exportOptions, games *gameSource, order db.Order, s *streams) error {
	if info, err := os.Stat(opt.file); err == nil && info.Size() > 0 {
		return usagef("%s is there already, and no archive is written over", opt.file)
	}
	if err := noLog(opt.file); err != nil {
		return err
	}
	file, err := createOutput(ctx, opt.file)
	if err != nil {
		return err
	}
	defer file.discard()
	archive, err := db.Create(ctx, file.Name())
	if err != nil {
		return err
	}
	a := archiver{to: archive}
	err = inOrder(ctx, opt.read.jobs, games.groups(ctx, order), func() func([]*db.Game) preparedGames { return newPrepare(archive) },
		func(p preparedGames) error { return a.add(ctx, p) })
	if err == nil {
		err = a.commit(ctx)
	}
	if err == nil {
		err = archive.AddAliases(ctx, games.archive)
	}
	if err := errors.Join(err, a.rollback(), archive.Close()); err != nil {
		return err
	}
	if err := file.commit(); err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s in %s", count(a.games, "game"), opt.file)
	}
	return games.status.err()
}

// A preparedGames is some games made ready for another archive.
type preparedGames struct {
	games    []*db.Game
	prepared []db.Prepared
	err      error
}

// newPrepare returns a function that makes games ready for an archive, for one
// goroutine.
func newPrepare(to *db.Archive) func([]*db.Game) preparedGames {
	speller, preparer, replayer := db.NewSpeller(), to.NewPreparer(), replay.NewReplayer(replay.Assume{})
	return func(games []*db.Game) preparedGames {
		p := preparedGames{games: games, prepared: make([]db.Prepared, len(games))}
		var line replay.Line
		for i, g := range games {
			var rec *notation.Record
			if rec, _, p.err = speller.Record(g); p.err != nil {
				return p
			}
			rec.Number, rec.Line, rec.Column = g.SourceGame, g.SourceLine, 1
			replayer.Replay(rec, &line)
			line.Verdict = g.Verdict // a contradiction may have been in what the archive does not keep
			preparer.Prepare(rec, &line, &p.prepared[i])
		}
		return p
	}
}

// An archiver adds games to an archive, under the sources that they came from.
type archiver struct {
	to      *db.Archive
	current *db.Import // of the source of the last game
	source  string     // that
	games   int
}

// add adds games that were made ready.
func (a *archiver) add(ctx context.Context, p preparedGames) error {
	if p.err != nil {
		return p.err
	}
	for i, g := range p.games {
		if a.current == nil || a.source != g.Source {
			if err := a.commit(ctx); err != nil {
				return err
			}
			var err error
			if a.current, err = a.to.BeginImport(ctx, g.Source, db.ImportOptions{AcceptContradiction: true}); err != nil {
				return err
			}
			a.source = g.Source
		}
		if _, err := a.current.Add(ctx, &p.prepared[i]); err != nil {
			return err
		}
		a.games++
	}
	return nil
}

// commit ends the source. Not all of it may have been chosen.
func (a *archiver) commit(ctx context.Context) error {
	if a.current == nil {
		return nil
	}
	err := a.current.Commit(ctx, false)
	if err == nil {
		a.current = nil
	}
	return err
}

// rollback ends a source that could not be committed.
func (a *archiver) rollback() error {
	if a.current == nil {
		return nil
	}
	return a.current.Rollback()
}
