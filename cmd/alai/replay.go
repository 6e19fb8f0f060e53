package main

import (
	"cmp"
	"context"
	"errors"
	"os"
	"slices"
	"time"

	"alai/cmd/alai/tui"
	"alai/cmd/alai/words"
	"alai/db"

	"github.com/urfave/cli/v2"
)

type replayOptions struct {
	gamesOptions

	pace  time.Duration
	ascii bool
	args  []string
}

func newReplayCommand(s *streams) *cli.Command {
	var opt replayOptions
	return &cli.Command{
		Name:      "replay",
		Usage:     "steps through games in the terminal; ? shows the keys",
		ArgsUsage: "[ID | FILE | FILE#N]",
		Flags: join([]cli.Flag{
			&cli.DurationFlag{Name: "pace", Usage: "the `TIME` between two plies when they are played by themselves", Value: time.Second, Destination: &opt.pace},
			asciiFlag(&opt.ascii),
		}, opt.filter.flags(), opt.read.flags(), opt.archive.flags(), opt.output.lookFlags(), []cli.Flag{opt.output.quietFlag()}),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runReplay(c.Context, &opt, s)
		},
	}
}

func runReplay(ctx context.Context, opt *replayOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.read.check()); err != nil {
		return err
	}
	if opt.pace < tui.MinPace || opt.pace > tui.MaxPace {
		return usagef("--pace is %v to %v, not %v", tui.MinPace, tui.MaxPace, opt.pace)
	}
	if len(opt.args) > 1 {
		return usagef("replay begins with one game: an id, or FILE#N; filters choose those before and behind it")
	}
	if !s.outTerminal || os.Getenv("TERM") == "dumb" { // which cannot move its cursor
		return usagef("replay needs a terminal; elsewhere the boards are shown by: alai show --boards")
	}
	games, err := opt.games(ctx, s)
	if err == nil {
		defer games.close()
		err = tui.Run(ctx, tui.Games{At: games.at, Count: games.count, Load: func(at int) (*tui.Game, error) {
			game, err := games.load(at)
			if err != nil {
				return nil, err
			}
			return replayed(game, opt.clean)
		}}, tui.Options{
			Look: tui.Look{Numbers: opt.output.numbers(), Color: s.color}, ASCII: opt.ascii, Pace: opt.pace, Clean: opt.clean,
		})
	}
	switch {
	case errors.As(err, new(*noGameError)):
		s.complain(err)
		return exitStatus(statusFaulty)
	case errors.Is(err, tui.ErrInterrupted):
		return exitStatus(statusInterrupted)
	case err != nil:
		return err
	}
	return games.status.err()
}

// clean makes text from records harmless, and ASCII where that is asked for.
func (o *replayOptions) clean(text string) string {
	text = clean(text)
	if o.ascii {
		text = asciiLines(text)
	}
	return text
}

// replayed is a game as it is stepped through.
func replayed(game *shownGame, clean func(string) string) (*tui.Game, error) {
	g, err := tui.NewGame(game.tags, cmp.Or(game.rec, game.part), game.line, clean)
	if err != nil {
		return nil, err
	}
	g.Name = clean(game.name())
	if game.line.Over {
		g.Ending = outcomeWords(words.English, &game.line.Rules, &game.line.Final)
	}
	return g, nil
}

// A replaySelection is the games that a replay goes through.
type replaySelection struct {
	at, count int // as in tui.Games
	load      func(at int) (*shownGame, error)
	close     func()
	status    exitStatus // of reading the files that were chosen from
}

// games finds the games that are meant, and the one to begin with. One file without
// filters is read game by game, bad ones too; the archive, and all else, is chosen
// from as other commands do.
func (o *replayOptions) games(ctx context.Context, s *streams) (*replaySelection, error) {
	f, err := o.filter.filter()
	if err != nil {
		return nil, err
	}
	args, err := parseArguments(o.args)
	if err != nil {
		return nil, err
	}
	if len(args.files) == 0 {
		return o.chosen(ctx, s, nil, args.ids, 0)
	}
	list, err := inputs(args.files[0])
	if err != nil {
		return nil, err
	}
	if in := list[0]; len(list) == 1 && f.Empty() && in.path != standardInput {
		return &replaySelection{at: max(in.only-1, 0), close: func() {}, load: func(at int) (*shownGame, error) {
			game, _, err := fileGame(&input{path: in.path, only: at + 1}, &o.read, s.in)
			return game, err
		}}, nil
	}
	if len(list) == 1 {
		return o.chosen(ctx, s, []string{list[0].path}, nil, list[0].only)
	}
	return o.chosen(ctx, s, args.files, nil, 0)
}

// chosen returns the games that the filters choose, of those that words name. The
// first is that of the id first, or that of the number in its source, if there is one.
func (o *replayOptions) chosen(ctx context.Context, s *streams, words []string, first []int64, number int) (*replaySelection, error) {
	games, err := o.choose(ctx, s, words)
	if err != nil {
		return nil, err
	}
	ids, err := games.archive.IDs(ctx, games.filter)
	if err == nil && number > 0 {
		first, err = games.numbered(ctx, number)
	}
	at := 0
	if err == nil && len(first) > 0 {
		at, err = games.find(ctx, ids, first[0])
	}
	if err == nil && len(ids) == 0 {
		err = &noGameError{"there is no such game to replay"}
	}
	if err != nil {
		games.close()
		return nil, err
	}
	return &replaySelection{at: at, count: len(ids), close: games.close, status: games.status, load: func(at int) (*shownGame, error) {
		game, err := gameOf(ctx, games.archive, ids[at])
		if err == nil && games.files {
			game.id = 0
		}
		return game, err
	}}, nil
}

// numbered finds the id of the game of a number in its source, among those chosen of
// one file.
func (g *gameSource) numbered(ctx context.Context, number int) (ids []int64, err error) {
	err = g.archive.Games(ctx, g.filter, db.Order{}, 0, func(game *db.Game) error {
		if game.SourceGame == number {
			ids = append(ids, game.ID)
		}
		return nil
	})
	if err == nil && ids == nil {
		err = &noGameError{place(g.paths[0], number) + " is not among the sound games that the filters choose"}
	}
	return ids, err
}

// find returns where an id stands in a list. An error says whether there is no such game
// or the filters leave it out.
func (g *gameSource) find(ctx context.Context, ids []int64, id int64) (int, error) {
	at, found := slices.BinarySearch(ids, id)
	if found {
		return at, nil
	}
	n, err := g.archive.Count(ctx, db.Filter{IDs: []int64{id}})
	if err != nil {
		return 0, err
	}
	if n == 0 {
		return 0, noArchivedGame(ctx, g.archive, id)
	}
	return 0, usagef("game %d is not among those that the filters choose", id)
}
