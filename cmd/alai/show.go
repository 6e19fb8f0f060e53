package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"

	"alai/cmd/alai/tui"
	"alai/cmd/alai/words"
	"alai/db"
	"alai/notation"
	"alai/notation/jsonl"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type showOptions struct {
	output  outputOptions
	read    readOptions
	archive archiveFile

	ply      int
	boards   bool
	svg, png string // files for a picture of the board
	seeds    bool
	lang     langOption // of the picture
	ascii    bool
	args     []string
}

// noPly is the value of --ply where it is not given.
const noPly = -1

func newShowCommand(s *streams) *cli.Command {
	var opt showOptions
	return &cli.Command{
		Name:      "show",
		Usage:     "a game: its record and its boards",
		ArgsUsage: "ID | FILE#N",
		Flags: join([]cli.Flag{
			&cli.IntFlag{Name: "ply", Usage: "the board after so many plies, 0 for the start", Value: noPly, DefaultText: "the last", Destination: &opt.ply},
			&cli.BoolFlag{Name: "boards", Usage: "the board after every ply", Destination: &opt.boards},
			&cli.StringFlag{Name: "svg", Usage: "draw the board into `FILE`, - for standard output, and show nothing else", Destination: &opt.svg},
			&cli.StringFlag{Name: "png", Usage: "draw the board into `FILE`, - for standard output, and show nothing else", Destination: &opt.png},
			&cli.BoolFlag{Name: "seeds", Usage: "draw the seeds beside their number (with --svg and --png)", Destination: &opt.seeds},
			asciiFlag(&opt.ascii),
		}, opt.lang.flagsOf("the language of the picture"), opt.read.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runShow(c.Context, &opt, s)
		},
	}
}

// A shownGame is a game to be shown.
type shownGame struct {
	id     int64            // 0 where it is not from the archive
	source string           // FILE#N
	path   string           // of the file, "" where it is not from one
	tags   []notation.Tag   // of the canonical record, else as they are read
	rec    *notation.Record // canonical; nil where the record has no canonical spelling
	part   *notation.Record // then of what is sound of it, nil where that is not known
	text   string           // the record
	line   *replay.Line
	more   int // further records that the archive has of it
}

// name names the game for people.
func (g *shownGame) name() string {
	if g.id != 0 {
		return fmt.Sprintf("Game %d", g.id)
	}
	return g.source
}

func runShow(ctx context.Context, opt *showOptions, s *streams) error {
	page := opt.output.format == "" || opt.output.format == "table"
	if err := cmp.Or(opt.output.settle(s), opt.read.check(), opt.checkPictures(s), opt.lang.settle()); err != nil {
		return err
	}
	args, err := parseArguments(opt.args)
	if err != nil {
		return err
	}
	if len(opt.args) != 1 {
		return usagef("show takes one game: an id, or FILE#N")
	}
	var game *shownGame
	status := exitStatus(statusDone)
	if len(args.ids) == 1 {
		game, err = archivedGame(ctx, s, &opt.archive, args.ids[0])
	} else {
		game, status, err = shownFileGame(opt, args.files[0], s)
	}
	if errors.As(err, new(*noGameError)) {
		s.complain(err)
		return exitStatus(statusFaulty)
	}
	if err != nil {
		return err
	}
	if opt.draws() && game.line.Rules.Game == 0 {
		return status.err() // a game that is not known has no board, as was said
	}
	if plies := len(game.line.Moves); opt.ply != noPly && (opt.ply < 0 || opt.ply > plies) {
		return usagef("--ply is 0 to %d in this game, not %d", plies, opt.ply)
	}
	switch {
	case opt.draws():
		err = game.draw(ctx, s, opt)
	case page:
		err = game.page(s, opt)
		if game.more > 0 && !opt.output.quiet {
			s.say("there is more: %s; see alai duplicates --copies %d", count(game.more, "further record"), game.id)
		}
	case opt.output.json():
		err = game.json(s, opt)
	default:
		err = game.plies(s, opt)
	}
	return finish(err, status)
}

// archivedGame finds a game in the archive.
func archivedGame(ctx context.Context, s *streams, file *archiveFile, id int64) (*shownGame, error) {
	archive, err := openArchive(ctx, s, file)
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	return gameOf(ctx, archive, id)
}

// gameOf reads a game of an archive.
func gameOf(ctx context.Context, archive *db.Archive, id int64) (*shownGame, error) {
	var game *db.Game
	err := archive.Games(ctx, db.Filter{IDs: []int64{id}}, db.Order{}, 1, func(g *db.Game) error {
		game = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	if game == nil {
		return nil, noArchivedGame(ctx, archive, id)
	}
	rec, line, err := db.NewSpeller().Record(game)
	if err != nil {
		return nil, err
	}
	shown := &shownGame{id: game.ID, source: origin(game), tags: rec.Tags, rec: rec, text: string(notation.Append(nil, rec)), line: line}
	if shown.more, err = archive.CountFurtherRecords(ctx, id); err != nil {
		return nil, err
	}
	return shown, nil
}

// shownFileGame reads the game FILE#N. Of a bad one it shows what was legal, and says
// what is wrong.
func shownFileGame(opt *showOptions, arg string, s *streams) (*shownGame, exitStatus, error) {
	list, err := inputs(arg)
	if err != nil {
		return nil, 0, err
	}
	if len(list) != 1 || list[0].only == 0 {
		return nil, 0, usagef("show takes one game of a file: %s#1", arg)
	}
	game, rec, err := fileGame(list[0], &opt.read, s.in)
	if err != nil {
		return nil, 0, err
	}
	for _, r := range appendReports(nil, rec, game.line, opt.read.explain, &opt.output) {
		if r.problem != nil || !opt.output.quiet {
			s.say("%s", &r)
		}
	}
	if len(game.line.Problems) > 0 {
		return game, statusFaulty, nil
	}
	return game, statusDone, nil
}

// fileGame reads the game that an input means, and the record as it stands there.
func fileGame(in *input, opt *readOptions, stdin io.Reader) (*shownGame, *notation.Record, error) {
	if err := in.open(stdin, opt); err != nil {
		return nil, nil, err
	}
	defer in.close()
	rec := new(notation.Record)
	if err := in.find(rec); err != nil {
		return nil, nil, err
	}
	return recordedGame(in.path, in.only, rec, opt), rec, nil
}

// recordedGame replays the record of a number in a file.
func recordedGame(path string, number int, rec *notation.Record, opt *readOptions) *shownGame {
	line := new(replay.Line)
	replay.NewReplayer(opt.assume).Replay(rec, line)
	game := &shownGame{source: place(path, number), path: path, tags: rec.Tags, line: line}
	if line.Verdict < replay.Contradiction {
		game.text, game.part = string(rec.Text)+"\n", replay.SoundPart(rec, line)
		return game
	}
	game.rec = replay.Canonical(rec, line)
	game.tags = game.rec.Tags
	game.text = string(notation.Append(nil, game.rec))
	return game
}

// page writes the game for people: the record, and a board or all of them.
func (g *shownGame) page(s *streams, opt *showOptions) error {
	w := s.out
	text := g.text
	if g.rec != nil && opt.output.numbers() {
		text = string(notation.Append(nil, numbered(&g.line.Rules, g.rec)))
	}
	text = cleanLines(text)
	if opt.ascii {
		text = asciiLines(text)
	}
	if _, err := io.WriteString(w, text); err != nil || g.line.Rules.Game == 0 {
		return err
	}
	only := opt.ply
	if !opt.boards {
		only = opt.shownPly(g)
	}
	for ply, state := range g.line.States() {
		if only != noPly && ply != only {
			continue
		}
		board := drawBoard(&g.line.Rules, state, g.marks(ply), tui.Look{Numbers: opt.output.numbers(), Color: s.color, Width: s.width()})
		if _, err := fmt.Fprintf(w, "\n%s\n%s", g.plyTitle(words.English, ply, &opt.output), board); err != nil {
			return err
		}
	}
	return nil
}

// marks are those of a ply, from 0, the start.
func (g *shownGame) marks(ply int) tui.Marks {
	if ply == 0 {
		return tui.Marks{}
	}
	return tui.MarksOf(g.line.Moves[ply-1], &g.line.Sowings[ply-1])
}

// plyTitle tells a ply, from 0, the start.
func (g *shownGame) plyTitle(l words.Language, ply int, opt *outputOptions) string {
	title := l.Text(words.Start)
	if ply > 0 {
		title = l.Text(words.PlyPlayed, ply, l.Side(g.line.Start.ToMove.At(ply).String()), g.move(ply, opt))
	}
	if ply == len(g.line.Moves) && g.line.Over {
		return l.Text(words.OverAfter, title, outcomeWords(l, &g.line.Rules, &g.line.Final))
	}
	return title
}

// move spells a ply, from 1, with what it captured.
func (g *shownGame) move(ply int, opt *outputOptions) string {
	move := opt.move(&g.line.Rules, g.line.Moves[ply-1])
	if captured := g.line.Sowings[ply-1].Captured; captured > 0 {
		move = fmt.Sprintf("%s+%d", move, captured)
	}
	return move
}

// plies writes a row for each ply.
func (g *shownGame) plies(s *streams, opt *showOptions) error {
	t, err := newTable(s, &opt.output, number("ply"), text("side"), text("move"), number("captured"), number("laps"), text("position"))
	if err != nil {
		return err
	}
	for ply, state := range g.line.States() {
		if opt.ply != noPly && opt.ply != ply {
			continue
		}
		cells := []any{0, absent{}, absent{}, absent{}, absent{}}
		if ply > 0 {
			sowing := &g.line.Sowings[ply-1]
			cells = []any{ply, g.line.Start.ToMove.At(ply).String(), opt.output.move(&g.line.Rules, g.line.Moves[ply-1]), int(sowing.Captured), int(sowing.Laps)}
		}
		if err := t.row(append(cells, replay.Position(&g.line.Rules, state))...); err != nil {
			return err
		}
	}
	return t.end()
}

// A shownJSON is a game as show answers it in JSON: what json lines hold, and more.
type shownJSON struct {
	*jsonl.Game
	Source   string `json:"source"`
	Verdict  string `json:"verdict"`
	Record   string `json:"record"`
	Position string `json:"position,omitempty"`
}

// json writes the game as json lines have it, with its record and, where they
// are asked for, the positions after each ply or the one after --ply.
func (g *shownGame) json(s *streams, opt *showOptions) error {
	shown := shownJSON{Source: g.source, Verdict: g.line.Verdict.String(), Record: g.text}
	if g.rec != nil {
		shown.Game = jsonLine(g.id, g.rec, g.line, opt.boards)
	}
	if opt.ply != noPly {
		for ply, state := range g.line.States() {
			if ply == opt.ply {
				shown.Position = replay.Position(&g.line.Rules, state)
			}
		}
	}
	return writeJSON(s.out, shown)
}

// numbered returns a copy of a canonical record whose pits are numbers.
func numbered(r *rules.Ruleset, rec *notation.Record) *notation.Record {
	out := *rec
	out.Style = notation.Numbers
	out.Items = nil
	for _, it := range rec.Items {
		switch it.Kind {
		case notation.South:
			it.Kind, it.Pit = notation.Number, uint8(r.PitOf(rules.South, int(it.Pit)))
		case notation.North:
			it.Kind, it.Pit = notation.Number, uint8(r.PitOf(rules.North, int(it.Pit)))
		}
		out.Items = append(out.Items, it)
	}
	return &out
}
