package main

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
	"strings"

	"alai/db"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type openingsOptions struct {
	gamesOptions

	line, position, first string
	depth, minGames       int
	args                  []string
}

func newOpeningsCommand(s *streams) *cli.Command {
	var opt openingsOptions
	return &cli.Command{
		Name:      "openings",
		Usage:     "the opening table: what was played from a position, and how it went",
		ArgsUsage: "[FILE... | ID...]",
		Flags:     opt.flags(1),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runOpenings(c.Context, &opt, s)
		},
	}
}

// flags returns the flags; depth is what --depth is where it is not given.
func (o *openingsOptions) flags(depth int) []cli.Flag {
	return join([]cli.Flag{
		&cli.StringFlag{Name: "line", Usage: "the moves that lead to the position asked about: \"D b A\"", Destination: &o.line},
		&cli.StringFlag{Name: "position", Usage: "the position asked about, or the one that --line is played from", Destination: &o.position},
		&cli.StringFlag{Name: "first", Usage: "south or north: who opened the games", Value: "south", Destination: &o.first},
		&cli.IntFlag{Name: "depth", Usage: "the plies of the tree", Value: depth, Destination: &o.depth},
		&cli.IntFlag{Name: "min-games", Usage: "leave out moves that fewer games played", Destination: &o.minGames},
	}, o.flagsBut("line", "position"))
}

func (o *openingsOptions) check() error {
	if err := oneOf("first", strings.ToLower(o.first), []string{"south", "north"}); err != nil {
		return err
	}
	if o.position != "" && strings.EqualFold(o.first, "north") {
		return usagef("--first is about games from the start; a --position says itself who is to move")
	}
	if o.depth < 1 {
		return usagef("--depth is 1 or more, not %d", o.depth)
	}
	return nil
}

func runOpenings(ctx context.Context, opt *openingsOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	t, err := opt.ask(ctx, s, games)
	if err != nil {
		return err
	}
	return finish(t.write(s), games.status)
}

// ask answers what the options ask of the games, of which it says how many there
// are. Without games the answer has no ruleset.
func (o *openingsOptions) ask(ctx context.Context, s *streams, games *gameSource) (*openingTable, error) {
	counted, err := games.archive.Rulesets(ctx, games.filter)
	if err != nil {
		return nil, err
	}
	if fitting := slices.DeleteFunc(slices.Clone(counted), func(c db.RulesetCount) bool { return !o.fits(c.Ruleset) }); len(fitting) > 0 {
		counted = fitting
	}
	switch len(counted) {
	case 0:
		return &openingTable{output: &o.output, tree: o.depth > 1}, nil
	case 1:
	default:
		return nil, severalError(counted)
	}
	q, state, err := o.query(counted[0].Ruleset, games.filter)
	if err != nil {
		return nil, err
	}
	t := o.newOpeningTable(&q, &state)
	var moves []db.OpeningMove
	if moves, t.total, err = games.archive.Openings(ctx, q); err != nil {
		return nil, err
	}
	if !o.output.quiet {
		s.say("%s; %s from here", replay.Reading(t.ruleset), count(t.total, "game"))
		if t.ruleset.InCycle(&state) {
			s.say("plies 1-10 belong to the opening cycle: each player plays each of its pits once; this is ply %d", cyclePly(&state))
		}
	}
	t.moves, err = t.rows(moves, state, t.total, "")
	return t, err
}

// cyclePly returns the ply of the opening cycle that is next.
func cyclePly(s *rules.State) int { return bits.OnesCount16(s.Opened) + 1 }

// fits reports whether the position that is asked about is one of the ruleset.
func (o *openingsOptions) fits(r rules.Ruleset) bool {
	_, err := replay.ParsePosition(&r, o.position)
	return o.position == "" || err == nil
}

// query returns the question to ask, and the position that it is about.
func (o *openingsOptions) query(r rules.Ruleset, f db.Filter) (db.OpeningQuery, rules.State, error) {
	f.Games, f.Pits, f.Rules = nil, nil, nil // the ruleset says as much, and without a filter the answer is at hand
	q := db.OpeningQuery{Ruleset: r, From: r.Start(), Depth: o.depth, MinGames: o.minGames, Filter: f}
	var err error
	if o.position != "" {
		if q.From, err = replay.ParsePosition(&r, o.position); err != nil {
			return q, q.From, usagef("--position: %v", err)
		}
	}
	if strings.EqualFold(o.first, "north") {
		q.From.ToMove = rules.North
	}
	state := q.From
	var captured []int
	if q.Moves, captured, err = replay.ParseStated(&r, o.line); err != nil {
		return q, state, usagef("--line: %v", err)
	}
	if err := replay.PlayStated(&r, &state, q.Moves, captured); err != nil {
		return q, state, usagef("--line: %v", err)
	}
	return q, state, nil
}

// An openingRow is a move of the opening table, as JSON has it (docs/cli.md).
type openingRow struct {
	Move         string       `json:"move"`
	Games        int          `json:"games"`
	Share        *decimal     `json:"share"`
	South        int          `json:"south"`
	Draws        int          `json:"draws"`
	North        int          `json:"north"`
	Unfinished   int          `json:"unfinished"`
	SouthPct     *decimal     `json:"south_pct"`
	DrawPct      *decimal     `json:"draw_pct"`
	NorthPct     *decimal     `json:"north_pct"`
	MeanMargin   *decimal     `json:"mean_margin"`
	MeanPlies    *decimal     `json:"mean_plies"`
	Reached      int          `json:"reached"`
	OpeningCycle *bool        `json:"opening_cycle,omitempty"` // Adji-Boto
	Children     []openingRow `json:"children,omitempty"`

	line string // the moves from the position asked about to this one
}

// An openingTable is the moves played from a position.
type openingTable struct {
	ruleset rules.Ruleset
	output  *outputOptions
	tree    bool
	opener  *rules.Side // who opened the games, nil where a position is asked about
	mover   rules.Side  // who makes the first of the moves
	total   int         // games that go on from the position
	moves   []openingRow
}

// newOpeningTable returns the table, without its moves, of what a query asks.
func (o *openingsOptions) newOpeningTable(q *db.OpeningQuery, state *rules.State) *openingTable {
	t := &openingTable{ruleset: q.Ruleset, output: &o.output, tree: o.depth > 1, mover: state.ToMove}
	if o.position == "" {
		t.opener = &q.From.ToMove
	}
	return t
}

// rows makes rows of the moves played from a state, of which total games went on.
// Line is the moves that led to it.
func (t *openingTable) rows(moves []db.OpeningMove, state rules.State, total int, line string) ([]openingRow, error) {
	rows := make([]openingRow, 0, len(moves))
	for i := range moves {
		m := &moves[i]
		next := state
		if _, err := t.ruleset.Play(&next, m.Move); err != nil {
			return nil, fmt.Errorf("the archive has a move that cannot be played: %w", err)
		}
		decided := float64(m.South + m.Draws + m.North)
		row := openingRow{
			Move: t.output.move(&t.ruleset, m.Move), Games: m.Games, Share: percent(float64(m.Games), float64(total)),
			South: m.South, Draws: m.Draws, North: m.North, Unfinished: m.Unfinished,
			SouthPct: percent(float64(m.South), decided), DrawPct: percent(float64(m.Draws), decided), NorthPct: percent(float64(m.North), decided),
			MeanMargin: ratio(float64(m.MarginSum), float64(m.Scored)), MeanPlies: ratio(float64(m.PliesSum), float64(m.Complete)),
			Reached: m.Reached,
		}
		if t.ruleset.Game == rules.AdjiBoto {
			inCycle := t.ruleset.InCycle(&state)
			row.OpeningCycle = &inCycle
		}
		row.line = strings.TrimSpace(line + " " + row.Move)
		var err error
		if row.Children, err = t.rows(m.Children, next, m.Onward, row.line); err != nil {
			return nil, err
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// write writes the moves. A tree is indented where rows are aligned for the eye
// and nested in JSON; in the other formats each move stands behind those that
// lead to it.
func (t *openingTable) write(s *streams) error {
	out, err := newTable(s, t.output, t.columns()...)
	if err != nil {
		return err
	}
	if err := t.writeRows(out, t.moves, 0); err != nil {
		return err
	}
	return out.end()
}

func (t *openingTable) columns() []column {
	columns := []column{
		text("move"), number("games"), number("share"), number("south"), number("draws"), number("north"), number("unfinished"),
		number("south_pct"), number("draw_pct"), number("north_pct"), number("mean_margin"), number("mean_plies"), number("reached"),
	}
	if t.ruleset.Game == rules.AdjiBoto {
		columns = append(columns, text("opening_cycle"))
	}
	if t.tree {
		columns = append(columns, jsonOnly("children"))
	}
	return columns
}

func (t *openingTable) writeRows(out *table, rows []openingRow, depth int) error {
	for _, row := range rows {
		move := row.Move
		switch t.output.format {
		case "json":
		case "table":
			move = strings.Repeat("  ", depth) + move
		default:
			move = row.line
		}
		if err := out.row(t.cells(&row, move)...); err != nil {
			return err
		}
		if t.output.json() {
			continue
		}
		if err := t.writeRows(out, row.Children, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// cells are those of a row, whose move is called so.
func (t *openingTable) cells(row *openingRow, move string) []any {
	cells := []any{
		move, row.Games, row.Share, row.South, row.Draws, row.North, row.Unfinished,
		row.SouthPct, row.DrawPct, row.NorthPct, row.MeanMargin, row.MeanPlies, row.Reached,
	}
	if row.OpeningCycle != nil {
		cells = append(cells, *row.OpeningCycle)
	}
	if t.tree {
		cells = append(cells, orEmpty(row.Children))
	}
	return cells
}

// section is the tree as a table, each move behind those that lead to it.
func (t *openingTable) section() section {
	sec := section{columns: t.columns()}
	var add func(rows []openingRow)
	add = func(rows []openingRow) {
		for i := range rows {
			sec.rows = append(sec.rows, t.cells(&rows[i], rows[i].line))
			add(rows[i].Children)
		}
	}
	add(t.moves)
	return sec
}
