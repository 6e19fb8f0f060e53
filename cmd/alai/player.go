package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"alai/db"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
	"golang.org/x/text/unicode/norm"
)

type playerOptions struct {
	gamesOptions

	section string
	limit   int
	args    []string
}

// playerSections are the sections of a player's page, in their order.
var playerSections = []string{"names", "record", "opponents", "openings", "longest", "closest"}

// bestGames is how many of the longest and the closest games are shown unless
// --limit says otherwise.
const bestGames = 5

func newPlayerCommand(s *streams) *cli.Command {
	var opt playerOptions
	return &cli.Command{
		Name:      "player",
		Usage:     "one player: record, head to head, openings, longest and closest games",
		ArgsUsage: "NAME [FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "section", Usage: "this part only: " + strings.Join(playerSections, ", "), Destination: &opt.section},
			&cli.IntFlag{Name: "limit", Usage: "at most so many rows of each section; of First moves for each side of a board, of games for each board", DefaultText: fmt.Sprintf("all, and %d games", bestGames), Destination: &opt.limit},
		}, opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runPlayer(c.Context, &opt, s)
		},
	}
}

func (o *playerOptions) check() error {
	if len(o.args) == 0 {
		return usagef("player takes the name of one: alai player NAME; alai players lists them")
	}
	if o.section == "" {
		if o.output.columns != "" {
			return usagef("--columns chooses the columns of one --section: %s", strings.Join(playerSections, ", "))
		}
		return nil
	}
	return oneOf("section", o.section, playerSections)
}

func runPlayer(ctx context.Context, opt *playerOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args[1:])
	if err != nil {
		return err
	}
	defer games.close()
	q := db.PlayerQuery{Name: opt.args[0], Filter: games.filter, Best: bestGames}
	if opt.limit > 0 {
		q.Best = opt.limit
	}
	report, err := games.archive.Player(ctx, q)
	if none := new(db.NoPlayerError); errors.As(err, &none) {
		err := complainOfPlayer(ctx, s, games.archive, none)
		return finish(err, games.status.worse(statusFaulty))
	}
	if errors.As(err, new(*db.SeveralPlayersError)) {
		s.complain(err)
		return games.status.worse(statusFaulty)
	}
	if err != nil {
		return err
	}
	err = writeSections(s, &opt.output, opt.section, opt.sections(report, games.files))
	return finish(err, games.status)
}

// sections makes the sections of a report, those of playerSections.
func (o *playerOptions) sections(p *db.PlayerReport, files bool) []section {
	names := section{name: "names", title: "Names", columns: []column{text("name"), number("games")}}
	for _, sp := range limited(p.Spellings, o.limit) {
		names.rows = append(names.rows, []any{sp.Name, sp.Games})
	}
	record := section{name: "record", title: "Record", columns: slices.Concat(rulesetColumns(), []column{text("side")}, scoreColumns())}
	for i := range p.Record {
		for side, score := range p.Record[i].Sides {
			record.rows = append(record.rows, slices.Concat(rulesetCells(&p.Record[i].Ruleset), []any{rules.Side(side).String()}, scoreCells(score)))
		}
	}
	opponents := section{name: "opponents", title: "Head to head", columns: standingColumns("opponent")}
	for _, st := range limited(p.Opponents, o.limit) {
		opponents.rows = append(opponents.rows, standingCells(&st))
	}
	openings := section{name: "openings", title: "First moves", columns: slices.Concat(rulesetColumns(), []column{text("side"), text("moves")}, scoreColumns())}
	shown := 0 // of this ruleset and side
	for i := range p.Openings {
		first := &p.Openings[i]
		if i > 0 && (first.Ruleset != p.Openings[i-1].Ruleset || first.Side != p.Openings[i-1].Side) {
			shown = 0
		}
		if shown++; o.limit > 0 && shown > o.limit {
			continue
		}
		openings.rows = append(openings.rows, slices.Concat(rulesetCells(&first.Ruleset), []any{first.Side.String(), o.firstMoves(first)}, scoreCells(first.Score)))
	}
	return []section{
		names, record, opponents, openings,
		{"longest", "Longest games", listColumns(files), gameRows(p.Longest, files)},
		{"closest", "Closest games", listColumns(files), gameRows(p.Closest, files)},
	}
}

// firstMoves spells the moves with which a player began.
func (o *playerOptions) firstMoves(first *db.FirstMoves) string {
	var words []string
	for _, m := range first.Moves {
		words = append(words, o.output.move(&first.Ruleset, m))
	}
	return strings.Join(words, " ")
}

func gameRows(list []*db.Game, files bool) [][]any {
	var rows [][]any
	for _, g := range list {
		rows = append(rows, listCells(g, files))
	}
	return rows
}

// complainOfPlayer says that there is no such player, and who has a name like it.
func complainOfPlayer(ctx context.Context, s *streams, archive *db.Archive, none *db.NoPlayerError) error {
	players, err := archive.Players(ctx, db.Filter{})
	if err != nil {
		return err
	}
	var names []string
	met := make(map[string]bool)
	for i := range players { // one for each ruleset
		if name := players[i].Player; !met[name] {
			met[name] = true
			names = append(names, name)
		}
	}
	complainOfName(s, none, none.Name, names, "alai players")
	return nil
}

// complainOfName says that there is none of a name, and which of the names are
// like it, or else the command that lists them.
func complainOfName(s *streams, none error, name string, names []string, lists string) {
	if near := nearNames(name, names); len(near) > 0 {
		s.complain(fmt.Errorf("%w; there is %s", none, strings.Join(near, ", ")))
	} else {
		s.complain(fmt.Errorf("%w; %s lists them", none, lists))
	}
}

// maxNear is how many names are offered in place of one that nobody has.
const maxNear = 3

// nearNames returns the names nearest to a word, quoted: first those that it is a
// part of, then those that differ in a few letters. Of several that are as near
// the earlier ones come first.
func nearNames(word string, names []string) []string {
	type candidate struct {
		name     string
		distance int
	}
	word = bare(word)
	var near []candidate
	for _, name := range names {
		if other := bare(name); strings.Contains(other, word) {
			near = append(near, candidate{name, 0})
		} else if d := editDistance(word, other); d <= len(word)/3 {
			near = append(near, candidate{name, d})
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return cmp.Compare(a.distance, b.distance) })
	var list []string
	for _, c := range limited(near, maxNear) {
		list = append(list, quotedPattern(c.name))
	}
	return list
}

// quotedPattern puts the pattern for a name in quotes, as it is typed within them.
func quotedPattern(name string) string {
	return `"` + strings.ReplaceAll(clean(db.Pattern(name)), `"`, `\"`) + `"`
}

// bare returns a name in small letters without their accents.
func bare(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFD.String(name))
}
