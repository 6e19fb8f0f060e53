package main

import (
	"context"
	"errors"
	"fmt"

	"alai/db"

	"github.com/urfave/cli/v2"
)

// A gameSource is what a command's arguments name: the archive, or files.
type gameSource struct {
	archive *db.Archive
	ids     []int64    // the games that are meant, where they were given by id
	files   bool       // the archive is a temporary one with the games of files
	paths   []string   // of those files
	status  exitStatus // of reading the files
	filter  db.Filter  // which of the games are chosen
}

// gamesOptions are the flags of a command that answers about games: it is embedded.
type gamesOptions struct {
	output  outputOptions
	read    readOptions
	archive archiveFile
	filter  filterOptions
}

// flagsBut returns the flags, without those filters that mean something else to
// the command.
func (o *gamesOptions) flagsBut(filters ...string) []cli.Flag {
	return join(o.filter.flagsBut(filters...), o.read.flags(), o.archive.flags(), o.output.flags())
}

// choose opens the games that the arguments name, and complains about ids
// that the archive does not have. The filter is that of the flags and the ids.
func (o *gamesOptions) choose(ctx context.Context, s *streams, words []string) (*gameSource, error) {
	f, err := o.filter.filter()
	if err != nil {
		return nil, err
	}
	games, err := o.open(ctx, s, words)
	if err != nil {
		return nil, err
	}
	if games.files && len(f.IDs) > 0 {
		games.close()
		return nil, usagef("--id chooses games of the archive; one game of a file is FILE#N")
	}
	games.filter = f
	games.filter.IDs = append(games.filter.IDs, games.ids...)
	if err := games.missing(ctx, s, games.filter.IDs); err != nil {
		games.close()
		return nil, err
	}
	return games, nil
}

// chooseToChange is choose for a command that changes games of the archive,
// and has to be told which.
func (o *gamesOptions) chooseToChange(ctx context.Context, s *streams, command string, words []string) (*gameSource, error) {
	args, err := parseArguments(words)
	if err != nil {
		return nil, err
	}
	if len(args.files) > 0 {
		return nil, usagef("%s takes the ids of games in the archive, not %q", command, args.files[0])
	}
	games, err := o.choose(ctx, s, words)
	if err == nil && games.filter.Empty() {
		games.close()
		err = usagef("%s takes the ids of games or filters; nothing says which games are meant", command)
	}
	return games, err
}

// close closes the archive.
func (g *gameSource) close() { g.archive.Close() }

// place names a game of a text: FILE#N.
func place(file string, game int) string { return fmt.Sprintf("%s#%d", file, game) }

// origin names where a game came from.
func origin(g *db.Game) string { return place(g.Source, g.SourceGame) }

// open opens the games that the arguments name: those of the archive, or those of
// text files, which it puts into a temporary one. What is wrong with the files is
// reported, and the sound games are there.
func (o *gamesOptions) open(ctx context.Context, s *streams, words []string) (*gameSource, error) {
	args, err := parseArguments(words)
	if err != nil {
		return nil, err
	}
	if len(args.files) == 0 {
		archive, err := openArchive(ctx, s, &o.archive)
		if err != nil {
			return nil, err
		}
		return &gameSource{archive: archive, ids: args.ids}, nil
	}
	f, err := newFileReader(s, &o.read, &o.output, args.files)
	if err != nil {
		return nil, err
	}
	archive, err := db.Memory(ctx)
	if err != nil {
		return nil, err
	}
	f.archive = archive
	im := importer{fileReader: f}
	again := 0
	if err := im.run(ctx, func(_ *input, c db.Counts) error { again += c.Duplicates; return nil }); err != nil {
		archive.Close()
		return nil, err
	}
	if again > 0 && !o.output.quiet {
		s.say("the same game stands more than once: %s left out", count(again, "record"))
	}
	return &gameSource{archive: archive, files: true, paths: f.paths(), status: f.status}, nil
}

// openArchive opens the archive, and where there is none says how to make one.
func openArchive(ctx context.Context, s *streams, file *archiveFile) (*db.Archive, error) {
	archive, err := s.opened(db.Open(ctx, file.path()))
	if errors.As(err, new(*db.NoArchiveError)) {
		return nil, fmt.Errorf("%w; make one with: alai import --db %s FILE", err, file.path())
	}
	if errors.As(err, new(*db.CorruptError)) {
		return nil, fmt.Errorf("%w; alai export --salvage --db %s -o FILE writes the games that can still be read", err, file.path())
	}
	return archive, err
}

// opened says what an archive that has been opened makes people wait for: that it
// was upgraded, and later that others write to it.
func (s *streams) opened(archive *db.Archive, err error) (*db.Archive, error) {
	if err != nil {
		return nil, err
	}
	if up := archive.Upgraded(); up != nil {
		s.say("the archive was upgraded from version %d to %d; as it was it lies in %s", up.From, up.To, up.Copy)
	}
	archive.Waiting = func() { s.say("another program is writing to the archive; waiting until it has done") }
	return archive, nil
}

// sayIfNone says that no game is chosen, where the answer alone would leave that open.
func (g *gameSource) sayIfNone(s *streams, output *outputOptions, chosen int) {
	if chosen == 0 && g.status == statusDone && !output.quiet {
		s.say("no games are chosen")
	}
}

// missing complains about ids that the archive does not have.
func (g *gameSource) missing(ctx context.Context, s *streams, ids []int64) error {
	for _, id := range ids {
		n, err := g.archive.Count(ctx, db.Filter{IDs: []int64{id}})
		if err != nil {
			return err
		}
		if n == 0 {
			err := noArchivedGame(ctx, g.archive, id)
			if !errors.As(err, new(*noGameError)) {
				return err
			}
			s.complain(err)
			g.status = g.status.worse(statusFaulty)
		}
	}
	return nil
}

// noArchivedGame is a *noGameError, which says where a game is that was joined into
// another, or the error of finding that out.
func noArchivedGame(ctx context.Context, archive *db.Archive, id int64) error {
	kept, err := archive.JoinedInto(ctx, id)
	switch {
	case err != nil:
		return err
	case kept != 0:
		return &noGameError{fmt.Sprintf("game %d is joined into game %d; alai duplicates --undo %d gives it back", id, kept, kept)}
	}
	return &noGameError{fmt.Sprintf("there is no game %d in the archive", id)}
}
