package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"io"
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

// An exportFormat spells games.
type exportFormat struct {
	head    func(positions bool) []string // of csv
	between string                        // what stands between two games
	append  func(dst []byte, g *db.Game, rec *notation.Record, line *replay.Line, positions bool) ([]byte, error)
}

var exportFormats = map[string]exportFormat{
	"mgn":   {between: "\n", append: appendMGN},
	"jsonl": {append: appendJSONL},
	"csv":   {head: csvHead, append: appendCSV},
}

// exportGames is how many games are spelled together.
const exportGames = 64

func runExport(ctx context.Context, opt *exportOptions, s *streams) error {
	if err := oneOf("format", opt.format, []string{"mgn", "jsonl", "csv"}); err != nil {
		return err
	}
	if opt.positions && opt.format == "mgn" {
		return usagef("--positions goes with --format jsonl or csv; a record holds none")
	}
	order, err := parseOrder(opt.sort, db.Orders)
	if err != nil {
		return err
	}
	games, err := chooseGames(ctx, s, opt.args, &opt.filter, &opt.archive, &opt.read, &opt.output)
	if err != nil {
		return err
	}
	defer games.close()
	e := exporter{format: exportFormats[opt.format], positions: opt.positions, files: games.files}
	if opt.file != "" && opt.file != "-" {
		file, err := createOutput(opt.file, append(games.paths, opt.archive.files()...)...)
		if err != nil {
			return err
		}
		defer file.discard()
		w := bufio.NewWriterSize(file, 64<<10)
		if err := cmp.Or(e.write(ctx, w, games, order, opt.read.jobs), w.Flush()); err != nil {
			return err
		}
		return finish(file.commit(), games.status)
	}
	to := io.Writer(s.out)
	if opt.format != "csv" { // whose cells are made harmless one by one
		to = s.texts()
	}
	return finish(e.write(ctx, to, games, order, opt.read.jobs), games.status)
}

// An exporter writes games in one format.
type exporter struct {
	format    exportFormat
	positions bool
	files     bool // the games are from files: their ids are those of the temporary archive
}

// A spelledGames is the text of some games.
type spelledGames struct {
	text []byte
	err  error
}

func (e *exporter) write(ctx context.Context, w io.Writer, games *gameSource, order db.Order, jobs int) error {
	if e.format.head != nil {
		head, err := appendCSVRow(nil, e.format.head(e.positions))
		if err != nil {
			return err
		}
		if _, err := w.Write(head); err != nil {
			return err
		}
	}
	read := func(yield func([]*db.Game) error) error {
		var some []*db.Game
		err := games.archive.Games(ctx, games.filter, order, 0, func(g *db.Game) error {
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
	first := true
	return inOrder(ctx, jobs, read, e.newSpell, func(s spelledGames) error {
		if s.err != nil {
			return s.err
		}
		if !first {
			if _, err := io.WriteString(w, e.format.between); err != nil {
				return err
			}
		}
		first = false
		_, err := w.Write(s.text)
		return err
	})
}

// newSpell returns a function that spells games, for one goroutine.
func (e *exporter) newSpell() func([]*db.Game) spelledGames {
	speller := db.NewSpeller()
	length := 0 // of the last text, about what the next one needs
	return func(games []*db.Game) (s spelledGames) {
		s.text, s.err = e.appendGames(make([]byte, 0, length+length/4), speller, games)
		length = len(s.text)
		return s
	}
}

func (e *exporter) appendGames(dst []byte, speller *db.Speller, games []*db.Game) ([]byte, error) {
	for i, g := range games {
		if e.files {
			g.ID = 0
		}
		if i > 0 {
			dst = append(dst, e.format.between...)
		}
		rec, line, err := speller.Record(g)
		if err == nil {
			dst, err = e.format.append(dst, g, rec, line, e.positions)
		}
		if err != nil {
			return nil, err
		}
	}
	return dst, nil
}

// appendMGN appends the canonical record.
func appendMGN(dst []byte, _ *db.Game, rec *notation.Record, _ *replay.Line, _ bool) ([]byte, error) {
	return notation.Append(dst, rec), nil
}

// appendJSONL appends a json line.
func appendJSONL(dst []byte, g *db.Game, rec *notation.Record, line *replay.Line, positions bool) ([]byte, error) {
	return jsonl.AppendGame(dst, jsonLine(g.ID, rec, line, positions)), nil
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
	state := line.Start
	for _, m := range line.Moves {
		if _, err := line.Rules.Play(&state, m); err != nil {
			return list // the line is legal: never
		}
		list = append(list, replay.Position(&line.Rules, &state))
	}
	return list
}

// csvTags are the tags that csv has columns for, beside those of what is replayed.
var csvTags = []string{"Event", "Site", "Date", "Round", "South", "North", "Termination", "Match", "MatchTarget"}

func csvHead(positions bool) []string {
	head := []string{"id"}
	for _, name := range csvTags {
		head = append(head, strings.ToLower(name))
	}
	head = append(head, "result", "game", "pits", "rules", "start", "moves", "captures", "score", "verdict", "plies", "source")
	if positions {
		head = append(head, "positions")
	}
	return head
}

// appendCSV appends a row, with the tags in columns of their own that are among
// the usual ones.
func appendCSV(dst []byte, g *db.Game, rec *notation.Record, line *replay.Line, positions bool) ([]byte, error) {
	row := []string{""}
	if g.ID != 0 {
		row[0] = strconv.FormatInt(g.ID, 10)
	}
	for _, name := range csvTags {
		value, _ := rec.Value(name)
		row = append(row, clean(value))
	}
	j := jsonLine(g.ID, rec, line, positions)
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
	if positions {
		row = append(row, strings.Join(j.Positions, "; "))
	}
	return appendCSVRow(dst, row)
}

func appendCSVRow(dst []byte, row []string) ([]byte, error) {
	b := bytes.NewBuffer(dst)
	w := csv.NewWriter(b)
	if err := w.Write(row); err != nil {
		return dst, err
	}
	w.Flush()
	return b.Bytes(), w.Error()
}
