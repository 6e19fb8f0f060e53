package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type identifyOptions struct {
	output outputOptions
	read   readOptions

	all   bool
	write string
	args  []string
}

func newIdentifyCommand(s *streams) *cli.Command {
	var opt identifyOptions
	return &cli.Command{
		Name:      "identify",
		Usage:     "replay records under every game, board and reading that their tags leave open: which do they follow?",
		ArgsUsage: "FILE...",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "all", Usage: "list every reading, not only those that replay the record and the next best", Destination: &opt.all},
			&cli.StringFlag{Name: "write", Usage: "write the records to `FILE`, with the tags of their best reading (-: to standard output, instead of the answer)", Destination: &opt.write},
		}, opt.read.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runIdentify(c.Context, &opt, s)
		},
	}
}

func (o *identifyOptions) check() error {
	if len(o.args) == 0 {
		return usagef("identify reads files; none is given (- is standard input)")
	}
	return nil
}

// An identified is what came of one record.
type identified struct {
	number     int                // of the record in its batch
	plies      int                // of its main line
	candidates []replay.Candidate // those to be listed
	tried      int
	written    []byte // where the records are to be written
}

// identifiedTogether is how many records are handed over together: their
// candidates, with all that is said of them, take some room.
const identifiedTogether = 64

// nextBest is how many of the readings that do not replay a record are listed.
const nextBest = 3

func runIdentify(ctx context.Context, opt *identifyOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	args, err := parseArguments(opt.args)
	if err != nil {
		return err
	}
	if err := args.filesOnly("identify"); err != nil {
		return err
	}
	t, err := newTable(s, &opt.output, identifyColumns(opt.output.json())...)
	if err != nil {
		return err
	}
	f, err := newFileReader(s, &opt.read, &opt.output, args.files)
	if err != nil {
		return err
	}
	f.identifying = opt
	id := identifier{fileReader: f, table: t, opt: opt}
	switch opt.write {
	case "":
	case "-":
		id.table, id.records = nil, s.texts()
	default:
		out, err := createOutput(ctx, opt.write, f.paths()...)
		if err != nil {
			return err
		}
		defer out.discard()
		id.records, id.commit = out, out.commit
	}
	return finish(id.run(ctx), f.status)
}

// identifyColumns are a row for each reading; in JSON there is an object for each record.
func identifyColumns(json bool) []column {
	if json {
		return []column{text("source"), number("plies"), number("readings"), jsonOnly("candidates")}
	}
	return []column{
		text("source"), number("rank"), text("game"), number("pits"), text("rules"), text("verdict"), number("played"), number("plies"),
		number("alike"), hidden(number("wrong")), text("lost"), text("reason"),
	}
}

// An identifier writes what the workers have found.
type identifier struct {
	*fileReader
	table   *table // nil where the answer is not wanted
	opt     *identifyOptions
	records io.Writer // where the records are to be written, nil for nowhere
	commit  func() error
	begun   bool // a record has been written
}

func (id *identifier) run(ctx context.Context) error {
	err := id.fileReader.run(ctx, id.add, func(*input) error { return nil })
	if err != nil {
		return err
	}
	if id.table != nil {
		if err := id.table.end(); err != nil {
			return err
		}
	}
	if id.commit != nil {
		return id.commit()
	}
	return nil
}

// add takes in a batch.
func (id *identifier) add(b *batch) error {
	for i := range b.answers {
		a := &b.answers[i]
		for k := range a.candidates {
			if p := a.candidates[k].Problem; p != nil {
				p.Game += id.games
			}
		}
		if id.table != nil {
			source := place(b.input.path, cmp.Or(b.input.only, id.games+a.number))
			if err := id.answer(source, a); err != nil {
				return err
			}
		}
		if err := id.write(a.written); err != nil {
			return err
		}
	}
	return nil
}

// write writes a record, and a blank line before all but the first.
func (id *identifier) write(record []byte) error {
	if id.records == nil || len(record) == 0 {
		return nil
	}
	if id.begun {
		if _, err := io.WriteString(id.records, "\n"); err != nil {
			return err
		}
	}
	id.begun = true
	_, err := id.records.Write(record)
	return err
}

func (id *identifier) answer(source string, a *identified) error {
	if id.table.json {
		list := []candidateJSON{}
		for i := range a.candidates {
			list = append(list, id.candidateJSON(&a.candidates[i]))
		}
		return id.table.row(source, a.plies, a.tried, list)
	}
	for i := range a.candidates {
		c := &a.candidates[i]
		err := id.table.row(source, c.Rank, c.Rules.Game.String(), int(c.Rules.Pits), replay.RulesText(c.Rules),
			c.Verdict.String(), c.Plies, a.plies, c.Alike, c.Wrong, id.lostMoves(c), reason(c))
		if err != nil {
			return err
		}
	}
	return nil
}

// lostMoves lists what the lost moves may have been.
func (id *identifier) lostMoves(c *replay.Candidate) []string {
	list := []string{}
	for _, lost := range c.Lost {
		moves := "no move"
		if len(lost.Moves) > 0 {
			moves = strings.Join(id.spelled(c, lost.Moves), " ")
		}
		list = append(list, fmt.Sprintf("ply %d: %s", lost.Ply, moves))
	}
	return list
}

// spelled spells moves as --moves asks for it.
func (id *identifier) spelled(c *replay.Candidate, moves []rules.Move) []string {
	list := []string{}
	for _, m := range moves {
		list = append(list, id.opt.output.move(&c.Rules, m))
	}
	return list
}

// reason says where and why a reading breaks, or which named ones are alike.
func reason(c *replay.Candidate) string {
	p := c.Problem
	if p == nil {
		if len(c.Named) == 0 {
			return ""
		}
		return "alike: " + strings.Join(c.Named, ", ")
	}
	place := fmt.Sprintf("%d:%d: ", p.Pos.Line, p.Pos.Column)
	if p.Ply == 0 {
		return place + p.Msg
	}
	return place + fmt.Sprintf("ply %d, %s: %s", p.Ply, p.Side, p.Msg)
}

// candidateJSON is a candidate as JSON shows it (docs/cli.md).
type candidateJSON struct {
	Rank    int          `json:"rank"`
	Game    string       `json:"game"`
	Pits    int          `json:"pits"`
	Rules   string       `json:"rules"`
	Verdict string       `json:"verdict"`
	Played  int          `json:"played"`
	Alike   int          `json:"alike"`
	Named   []string     `json:"named,omitempty"`
	Wrong   int          `json:"wrong"`
	GivenUp bool         `json:"given_up"`
	Lost    []lostJSON   `json:"lost,omitempty"`
	Problem *problemJSON `json:"problem,omitempty"`
}

// lostJSON is a lost move as JSON shows it.
type lostJSON struct {
	Ply   int      `json:"ply"`
	Moves []string `json:"moves"`
}

func (id *identifier) candidateJSON(c *replay.Candidate) candidateJSON {
	j := candidateJSON{
		Rank: c.Rank, Game: c.Rules.Game.String(), Pits: int(c.Rules.Pits), Rules: replay.RulesText(c.Rules),
		Verdict: c.Verdict.String(), Played: c.Plies, Alike: c.Alike, Named: c.Named, Wrong: c.Wrong, GivenUp: c.GivenUp,
	}
	for _, lost := range c.Lost {
		j.Lost = append(j.Lost, lostJSON{lost.Ply, id.spelled(c, lost.Moves)})
	}
	if c.Problem != nil {
		p := newProblemJSON(c.Problem)
		j.Problem = &p
	}
	return j
}

// identify identifies w.rec, of a text of another format if foreign, and leaves in w.line its replay under the best reading.
func (w *worker) identify(foreign bool) identified {
	rec, line := &w.rec, &w.line
	id := w.replayer.Identify(rec, line)
	a := identified{number: rec.Number, plies: id.Plies, tried: len(id.Candidates), candidates: id.Candidates}
	if w.identifying.write != "" {
		a.written = w.tagged(&id, foreign)
	}
	if !w.identifying.all {
		a.candidates = listed(a.candidates)
	}
	return a
}

// listed returns the candidates that replay the record, of those alike the first,
// and some of the others.
func listed(list []replay.Candidate) []replay.Candidate {
	n := 0
	for n < len(list) && list[n].Verdict.Sound() {
		n++
	}
	list = list[:min(n+nextBest, len(list))]
	return slices.DeleteFunc(slices.Clone(list), func(c replay.Candidate) bool { return c.Repeats })
}

// maxOthers is how many of the readings that replay a record as well are named.
const maxOthers = 3

// othersWords says that a record does not tell its best reading from others.
func othersWords(best *replay.Candidate, others []*replay.Candidate) string {
	var names []string
	for _, c := range limited(others, maxOthers) {
		name := replay.Reading(c.Rules)
		if text := replay.RulesText(c.Rules); text != "" && c.Rules.Game == best.Rules.Game && c.Rules.Pits == best.Rules.Pits {
			name = text
		}
		names = append(names, name)
	}
	if len(others) > maxOthers {
		names = append(names, "...")
	}
	verb := "replay"
	if len(others) == 1 {
		verb = "replays"
	}
	return fmt.Sprintf("%s %s it as well: %s; the one ranked first is written", count(len(others), "other reading"), verb, strings.Join(names, "; "))
}

// tagged returns the text of w.rec with the tags of the best reading. Where there is
// none it is the record as it was, and a notice says so.
func (w *worker) tagged(id *replay.Identification, foreign bool) []byte {
	rec, line := &w.rec, &w.line
	if id.Best() != nil {
		if list := id.AsGood(); len(list) > 0 {
			line.Notices = slices.Insert(line.Notices, 0, notation.Notice{Pos: rec.Pos(0), Msg: othersWords(id.Best(), list)})
		}
		return notation.Append(nil, replay.Canonical(id.Record, line))
	}
	best := 0
	for _, c := range id.Candidates {
		if c.Rank == 1 && c.Verdict.Sound() {
			best++
		}
	}
	why, as := "no reading replays it", "as it was"
	if best > 0 {
		why = fmt.Sprintf("%d readings replay it equally well", best)
	}
	if rec.Err != nil && (foreign || rec.Cut != nil) {
		as = "not at all" // another format's text is no record, nor is a part of one
	}
	line.Notices = slices.Insert(line.Notices, 0, notation.Notice{Pos: rec.Pos(0), Msg: why + "; the record is written " + as})
	switch {
	case rec.Err == nil:
		return notation.Append(nil, rec)
	case as != "as it was":
		return nil
	}
	return append(bytes.Clone(rec.Text), '\n')
}
