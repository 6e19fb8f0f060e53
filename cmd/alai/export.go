package main

import (
	"context"
	"encoding/csv"
	"errors"
	"io"
	"os"
	"strconv"
	"strings"

	"alai/db"
	"alai/notation"
	"alai/notation/jsonl"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type exportOptions struct {
	output  outputOptions // of which export has --quiet only
	read    readOptions
	archive archiveFile
	filter  filterOptions

	format, file, sort string
	positions          bool
	args               []string
}

func newExportCommand(s *streams) *cli.Command {
	opt := exportOptions{output: outputOptions{color: "never", moves: "letters"}}
	return &cli.Command{
		Name:      "export",
		Usage:     "write games: as records in the canonical spelling, json lines or csv",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "format", Usage: "mgn, jsonl or csv", Value: "mgn", Destination: &opt.format},
			&cli.BoolFlag{Name: "positions", Usage: "with the position after every ply (jsonl and csv)", Destination: &opt.positions},
			&cli.StringFlag{Name: "output", Aliases: []string{"o"}, Usage: "write to `FILE` and not to standard output", Destination: &opt.file},
			&cli.StringFlag{Name: "sort", Usage: "the order: " + strings.Join(db.Orders, ", ") + "; -date for the latest first", Value: "id", Destination: &opt.sort},
		}, opt.filter.flags(), opt.read.flags(), opt.archive.flags(), []cli.Flag{opt.output.quietFlag()}),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runExport(c.Context, &opt, s)
		},
	}
}

// gameWriters are the formats of export.
var gameWriters = map[string]func(w io.Writer, positions bool) gameWriter{
	"mgn":   newMGNWriter,
	"jsonl": newJSONLWriter,
	"csv":   newCSVWriter,
}

func runExport(ctx context.Context, opt *exportOptions, s *streams) (err error) {
	if err := oneOf("format", opt.format, []string{"mgn", "jsonl", "csv"}); err != nil {
		return err
	}
	if opt.positions && opt.format == "mgn" {
		return usagef("--positions goes with --format jsonl or csv; a record holds none")
	}
	order, err := parseOrder(opt.sort)
	if err != nil {
		return err
	}
	games, err := chooseGames(ctx, s, opt.args, &opt.filter, &opt.archive, &opt.read, &opt.output)
	if err != nil {
		return err
	}
	defer games.close()
	to := io.Writer(s.out)
	if opt.format != "csv" { // whose cells are made harmless one by one
		to = s.texts()
	}
	if opt.file != "" {
		file, err := os.Create(opt.file)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, file.Close()) }()
		to = file
	}
	w := gameWriters[opt.format](to, opt.positions)
	err = games.archive.Games(ctx, games.filter, order, 0, func(g *db.Game) error {
		if games.files {
			g.ID = 0 // which was that of the temporary archive
		}
		line := g.Line()
		rec, err := g.Record(line)
		if err != nil {
			return err
		}
		return w.write(g, rec, line)
	})
	if err != nil {
		return err
	}
	return finish(w.end(), games.status)
}

// A gameWriter writes games in one of export's formats.
type gameWriter interface {
	write(*db.Game, *notation.Record, *replay.Line) error
	end() error
}

// mgnWriter writes canonical records, a blank line between two.
type mgnWriter struct {
	w    io.Writer
	text []byte
}

func newMGNWriter(w io.Writer, _ bool) gameWriter { return &mgnWriter{w: w} }

func (m *mgnWriter) write(_ *db.Game, rec *notation.Record, _ *replay.Line) error {
	lead := m.text[:0]
	if m.text != nil {
		lead = append(lead, '\n')
	}
	m.text = notation.Append(lead, rec)
	_, err := m.w.Write(m.text)
	return err
}

func (m *mgnWriter) end() error { return nil }

// jsonlWriter writes json lines.
type jsonlWriter struct {
	w         io.Writer
	positions bool
	text      []byte
}

func newJSONLWriter(w io.Writer, positions bool) gameWriter {
	return &jsonlWriter{w: w, positions: positions}
}

func (j *jsonlWriter) write(g *db.Game, rec *notation.Record, line *replay.Line) (err error) {
	if j.text, err = jsonl.AppendGame(j.text[:0], jsonLine(g.ID, rec, line, j.positions)); err != nil {
		return err
	}
	_, err = j.w.Write(j.text)
	return err
}

func (j *jsonlWriter) end() error { return nil }

// jsonLine returns a game as a json line has it. The captures, result and score
// are the record's: those of a contradictory one are what it claims.
func jsonLine(id int64, rec *notation.Record, line *replay.Line, positions bool) *jsonl.Game {
	plies := len(line.Moves)
	g := &jsonl.Game{
		ID: id, Tags: jsonl.Tags(rec.Tags), Game: replay.GameName(line.Rules.Game), Pits: int(line.Rules.Pits), Rules: replay.RulesText(line.Rules),
		Moves: replay.Letters(&line.Rules, line.Moves), Captures: make([]int, 0, plies), Result: rec.Close.String(), Verdict: line.Verdict.String(),
		Plies: &plies, Annotations: notation.Annotations(rec),
	}
	depth := 0
	for _, item := range rec.Items {
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
	state := line.Start
	for _, m := range line.Moves {
		if _, err := line.Rules.Play(&state, m); err != nil {
			return list // the line is legal: never
		}
		list = append(list, replay.Position(&line.Rules, &state))
	}
	return list
}

// csvWriter writes one row a game, its tags in columns of their own where they
// are among the usual ones.
type csvWriter struct {
	w         *csv.Writer
	positions bool
	begun     bool
}

func newCSVWriter(w io.Writer, positions bool) gameWriter {
	return &csvWriter{w: csv.NewWriter(w), positions: positions}
}

// csvTags are the tags that csv has columns for, beside those of what is replayed.
var csvTags = []string{"Event", "Site", "Date", "Round", "South", "North", "Termination", "Match", "MatchTarget"}

func (c *csvWriter) begin() error {
	if c.begun {
		return nil
	}
	c.begun = true
	head := []string{"id"}
	for _, name := range csvTags {
		head = append(head, strings.ToLower(name))
	}
	head = append(head, "result", "game", "pits", "rules", "start", "moves", "captures", "score", "verdict", "plies", "source")
	if c.positions {
		head = append(head, "positions")
	}
	return c.w.Write(head)
}

func (c *csvWriter) write(g *db.Game, rec *notation.Record, line *replay.Line) error {
	if err := c.begin(); err != nil {
		return err
	}
	row := []string{""}
	if g.ID != 0 {
		row[0] = strconv.FormatInt(g.ID, 10)
	}
	for _, name := range csvTags {
		value, _ := rec.Value(name)
		row = append(row, clean(value))
	}
	j := jsonLine(g.ID, rec, line, c.positions)
	captures := make([]string, len(j.Captures))
	for i, n := range j.Captures {
		captures[i] = strconv.Itoa(n)
	}
	score := ""
	if j.Score != nil {
		score = strconv.Itoa(j.Score[rules.South]) + "-" + strconv.Itoa(j.Score[rules.North])
	}
	row = append(row, j.Result, j.Game, strconv.Itoa(j.Pits), j.Rules, j.Start, strings.Join(j.Moves, " "), strings.Join(captures, " "), score,
		j.Verdict, strconv.Itoa(*j.Plies), clean(origin(g)))
	if c.positions {
		row = append(row, strings.Join(j.Positions, "; "))
	}
	return c.w.Write(row)
}

func (c *csvWriter) end() error {
	if err := c.begin(); err != nil {
		return err
	}
	c.w.Flush()
	return c.w.Error()
}
