package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"io"
	"slices"
	"strings"

	"alai/db"
	"alai/notation"
	"alai/notation/jsonl"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

type exportOptions struct {
	gamesOptions // of the output export has --quiet only

	format, rows, file, sort string
	positions, salvage       bool
	depth, minGames          int
	lang                     langOption // of web pages
	args                     []string
}

func newExportCommand(s *streams) *cli.Command {
	opt := exportOptions{gamesOptions: gamesOptions{output: outputOptions{color: "never", moves: "letters"}}}
	return &cli.Command{
		Name:      "export",
		Usage:     "write games: as records in the canonical spelling, json lines, tables, an archive or web pages",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "format", Usage: strings.Join(exportFormatNames, ", "), Value: "mgn", Destination: &opt.format},
			&cli.StringFlag{Name: "rows", Usage: "what a row of csv or markdown is: games or plies", Value: "games", Destination: &opt.rows},
			&cli.BoolFlag{Name: "positions", Usage: "with the position after every ply (jsonl, csv and markdown)", Destination: &opt.positions},
			&cli.IntFlag{Name: "depth", Usage: "the plies of the opening tree that have pages (html)", Value: usualDepth, Destination: &opt.depth},
			&cli.IntFlag{Name: "min-games", Usage: "leave out of the opening tree moves that fewer games played (html)", Destination: &opt.minGames},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` and not to standard output", Destination: &opt.file},
			&cli.StringFlag{Name: "sort", Usage: "the order: " + strings.Join(db.Orders, ", ") + "; -date for the latest first", Value: "id", Destination: &opt.sort},
			&cli.BoolFlag{Name: "salvage", Usage: "write all games that can still be read of a damaged archive, as mgn or jsonl", Destination: &opt.salvage},
		}, opt.lang.flags(), opt.filter.flags(), opt.read.flags(), opt.archive.flags(), []cli.Flag{opt.output.quietFlag()}),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runExport(c.Context, &opt, s)
		},
	}
}

// exportFormatNames are the formats, as --format names them.
var exportFormatNames = []string{"mgn", "jsonl", "csv", "markdown", "sqlite", "html"}

// An exportFormat spells games: as texts, or as rows.
type exportFormat struct {
	between string // what stands between two texts
	append  func(dst []byte, g *db.Game, rec *notation.Record, line *replay.Line, positions bool) []byte

	form func(io.Writer) form // that rows are written in
}

// isText reports whether games are written as they are, which a terminal must
// not see; the cells of rows are made harmless one by one.
func (f *exportFormat) isText() bool { return f.form == nil }

var exportFormats = map[string]exportFormat{
	"mgn":      {between: "\n", append: appendMGN},
	"jsonl":    {append: appendJSONL},
	"csv":      {form: func(w io.Writer) form { return csvForm{csv.NewWriter(w)} }},
	"markdown": {form: func(w io.Writer) form { return markdownForm{w} }},
}

// exportGames is how many games are spelled together.
const exportGames = 64

func runExport(ctx context.Context, opt *exportOptions, s *streams) error {
	if err := opt.check(); err != nil {
		return err
	}
	order, err := parseOrder(opt.sort, db.Orders)
	if err != nil {
		return err
	}
	if opt.salvage {
		return salvage(ctx, opt, s)
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	switch opt.format {
	case "sqlite":
		return exportArchive(ctx, opt, games, order, s)
	case "html":
		return finish(exportHTML(ctx, opt, games, order, s), games.status)
	}
	e := exporter{format: exportFormats[opt.format], positions: opt.positions, files: games.files}
	if !e.format.isText() {
		e.rows = &rowsOfGames
		if opt.rows == "plies" {
			e.rows = &rowsOfPlies
		}
	}
	if err := opt.writeTo(ctx, s, e.format, games.paths, func(w io.Writer) error { return e.write(ctx, w, games, order, opt.read.jobs) }); err != nil {
		return err
	}
	if !opt.output.quiet {
		e.sayLost(s, opt)
	}
	return games.status.err()
}

// writeTo calls write with what -o names, which must not be among the files that
// are read: standard output, or a file, which is in its place once all is written.
func (o *exportOptions) writeTo(ctx context.Context, s *streams, format exportFormat, reads []string, write func(io.Writer) error) error {
	if o.file == "" || o.file == "-" {
		if format.isText() {
			return write(s.texts())
		}
		return write(s.out)
	}
	file, err := createOutput(ctx, o.file, append(reads, o.archive.files()...)...)
	if err != nil {
		return err
	}
	defer file.discard()
	w := bufio.NewWriterSize(file, 64<<10)
	if err := write(w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.commit()
}

// check checks the options that need no file.
func (o *exportOptions) check() error {
	if err := cmp.Or(oneOf("format", o.format, exportFormatNames), oneOf("rows", o.rows, []string{"games", "plies"}), o.lang.settle()); err != nil {
		return err
	}
	switch asRows := o.format == "csv" || o.format == "markdown"; {
	case o.positions && !asRows && o.format != "jsonl":
		return usagef("--positions goes with --format jsonl, csv or markdown; %s holds none", map[string]string{"mgn": "a record", "sqlite": "an archive", "html": "a page"}[o.format])
	case o.rows == "plies" && !asRows:
		return usagef("--rows plies goes with --format csv or markdown")
	case o.format == "sqlite" && (o.file == "" || o.file == "-"):
		return usagef("--format sqlite writes a file, which -o FILE names")
	case o.format == "html" && (o.file == "" || o.file == "-"):
		return usagef("--format html writes a folder, or the page of one game, which -o FOLDER or -o NAME.html names")
	case o.format != "html" && (o.depth != usualDepth || o.minGames != 0 || o.lang.flag != ""):
		return usagef("--depth, --min-games and --lang go with --format html")
	case o.format == "sqlite" && o.sort != "id":
		return usagef("--sort goes with texts and rows; an archive has no order but that of its games' ids")
	}
	return nil
}

// An exporter writes games in one format.
type exporter struct {
	format    exportFormat
	rows      *exportRows // nil where games are texts
	positions bool
	files     bool // the games are from files: their ids are those of the temporary archive
	lost      lost
}

// A spelledGames is the text of some games.
type spelledGames struct {
	text []byte
	lost lost
	err  error
}

// lost counts the games that have what rows do not hold.
type lost struct {
	annotated int // comments, escaped lines, glyphs and variations
	tagged    int // tags without a column
}

func (e *exporter) write(ctx context.Context, w io.Writer, games *gameSource, order db.Order, jobs int) error {
	if e.rows != nil {
		f := e.format.form(w)
		if err := f.head(e.rows.columns(e.positions)); err != nil {
			return err
		}
		if err := f.end(); err != nil {
			return err
		}
	}
	first := true
	return inOrder(ctx, jobs, games.groups(ctx, order), e.newSpell, func(s spelledGames) error {
		if s.err != nil {
			return s.err
		}
		if !first {
			if _, err := io.WriteString(w, e.format.between); err != nil {
				return err
			}
		}
		first = false
		e.lost.annotated += s.lost.annotated
		e.lost.tagged += s.lost.tagged
		_, err := w.Write(s.text)
		return err
	})
}

// groups returns a function that yields the games in groups of exportGames.
func (g *gameSource) groups(ctx context.Context, order db.Order) func(yield func([]*db.Game) error) error {
	return func(yield func([]*db.Game) error) error {
		var some []*db.Game
		err := g.archive.Games(ctx, g.filter, order, 0, func(g *db.Game) error {
			if some = append(some, g); len(some) < exportGames {
				return nil
			}
			full := some
			some = nil
			return yield(full)
		})
		if err != nil || len(some) == 0 {
			return err
		}
		return yield(some)
	}
}

// newSpell returns a function that spells games, for one goroutine.
func (e *exporter) newSpell() func([]*db.Game) spelledGames {
	speller := db.NewSpeller()
	length := 0 // of the last text, about what the next one needs
	return func(games []*db.Game) (s spelledGames) {
		s.text = make([]byte, 0, length+length/4)
		s.err = e.spell(&s, speller, games)
		length = len(s.text)
		return s
	}
}

func (e *exporter) spell(s *spelledGames, speller *db.Speller, games []*db.Game) error {
	for i, g := range games {
		if e.files {
			g.ID = 0
		}
		rec, line, err := speller.Record(g)
		if err != nil {
			return err
		}
		if e.rows != nil {
			if err := e.appendRows(s, g, rec, line); err != nil {
				return err
			}
			continue
		}
		if i > 0 {
			s.text = append(s.text, e.format.between...)
		}
		s.text = e.format.append(s.text, g, rec, line, e.positions)
	}
	return nil
}

// appendRows appends the rows of a game, and counts what they do not hold.
func (e *exporter) appendRows(s *spelledGames, g *db.Game, rec *notation.Record, line *replay.Line) error {
	b := bytes.NewBuffer(s.text)
	f := e.format.form(b)
	if err := e.rows.each(g, rec, line, e.positions, f.row); err != nil {
		return err
	}
	if err := f.end(); err != nil {
		return err
	}
	s.text = b.Bytes()
	if replay.IsAnnotated(rec) {
		s.lost.annotated++
	}
	if slices.ContainsFunc(rec.Tags, func(t notation.Tag) bool { return !slices.Contains(heldTags, t.Name) }) {
		s.lost.tagged++
	}
	return nil
}

// sayLost tells what the format does not hold of the games that were written.
func (e *exporter) sayLost(s *streams, opt *exportOptions) {
	const kept = "--format mgn, jsonl and sqlite keep them"
	if n := e.lost.annotated; n > 0 {
		s.say("%s holds no comments, glyphs and variations, which %s has; "+kept, opt.format, count(n, "game"))
	}
	if n := e.lost.tagged; n > 0 && opt.rows == "games" {
		s.say("%s has no columns for some tags of %s; "+kept, opt.format, count(n, "game"))
	}
}

// appendMGN appends the canonical record.
func appendMGN(dst []byte, _ *db.Game, rec *notation.Record, _ *replay.Line, _ bool) []byte {
	return notation.Append(dst, rec)
}

// appendJSONL appends a json line.
func appendJSONL(dst []byte, g *db.Game, rec *notation.Record, line *replay.Line, positions bool) []byte {
	return jsonl.AppendGame(dst, jsonLine(g.ID, rec, line, positions))
}

// jsonLine returns a game as a json line has it. The captures, result and score
// are the record's: those of a contradictory one are what it claims.
func jsonLine(id int64, rec *notation.Record, line *replay.Line, positions bool) *jsonl.Game {
	plies := len(line.Moves)
	g := &jsonl.Game{
		ID: id, Tags: jsonl.Tags(rec.Tags), Game: line.Rules.Game.String(), Pits: int(line.Rules.Pits), Rules: replay.RulesText(line.Rules),
		Moves: replay.Letters(&line.Rules, line.Moves), Captures: make([]int, 0, plies), Result: rec.Close.String(), Verdict: line.Verdict.String(),
		Plies: &plies, Annotations: notation.Annotations(rec),
	}
	depth := 0
	for _, item := range rec.Items {
		if item.Kind == notation.Lost {
			break // what follows was not played
		}
		switch {
		case item.Kind == notation.VarStart:
			depth++
		case item.Kind == notation.VarEnd:
			depth--
		case item.Kind.IsPly() && depth == 0:
			g.Captures = append(g.Captures, max(int(item.Captured), 0))
		}
	}
	if !line.FromStart() {
		g.Start = replay.Position(&line.Rules, &line.Start)
	}
	if score, ok := claimedScore(rec, line); ok {
		g.Score = &score
	}
	if positions {
		g.Positions = positionsOf(line)
	}
	return g
}

// claimedScore returns the score of the record's Score tag, else the line's.
func claimedScore(rec *notation.Record, line *replay.Line) (score [2]int, ok bool) {
	if text, ok := rec.Value("Score"); ok {
		if _, score, isScore, ok := notation.ParseResult(text); ok && isScore {
			return score, true
		}
	}
	return line.Score, line.HasScore
}

// positionsOf returns the state after each ply, before any final sweep, in the
// one-line form.
func positionsOf(line *replay.Line) []string {
	list := make([]string, 0, len(line.Moves))
	for ply, state := range line.States() {
		if ply > 0 {
			list = append(list, replay.Position(&line.Rules, state))
		}
	}
	return list
}
