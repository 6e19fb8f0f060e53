package main

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"alai/db"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type playersOptions struct {
	gamesOptions

	sort            string
	limit, minGames int
	elo             bool
	args            []string
}

// mostFirst is the --sort that standings have from the start: the most games first.
const mostFirst = "-games"

func newPlayersCommand(s *streams) *cli.Command {
	var opt playersOptions
	return &cli.Command{
		Name:      "players",
		Usage:     "the standings: how every player fared, each board and reading apart",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.StringFlag{Name: "sort", Usage: "the column that gives the order; -games for the most first", Value: mostFirst, Destination: &opt.sort},
			&cli.IntFlag{Name: "limit", Usage: "at most so many rows", DefaultText: "all", Destination: &opt.limit},
			&cli.IntFlag{Name: "min-games", Usage: "leave out who has fewer games", Destination: &opt.minGames},
			&cli.BoolFlag{Name: "elo", Usage: "ratings from these games too", Destination: &opt.elo},
		}, opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runPlayers(c.Context, &opt, s)
		},
	}
}

func runPlayers(ctx context.Context, opt *playersOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	columns := standingColumns("player")
	if opt.elo {
		columns = append(columns, number("elo"), number("elo_error"))
	}
	if by := strings.TrimPrefix(opt.sort, "-"); !opt.elo && (by == "elo" || by == "elo_error") {
		return usagef("--sort %s goes with --elo, which makes the ratings", opt.sort)
	}
	order, err := parseOrder(opt.sort, keys(columns))
	if err != nil {
		return err
	}
	games, err := opt.choose(ctx, s, opt.args)
	if err != nil {
		return err
	}
	defer games.close()
	list, err := opt.standings(ctx, games)
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(st db.RatedStanding) bool { return st.Games() < opt.minGames })
	inOrder := opt.sort == mostFirst // they are in that order
	if inOrder {
		list = limited(list, opt.limit)
	}
	var rows [][]any
	for i := range list {
		cells := standingCells(&list[i].Standing)
		if opt.elo {
			cells = append(cells, ratingCells(list[i].Rating)...)
		}
		rows = append(rows, cells)
	}
	if !inOrder {
		sortRows(rows, slices.Index(keys(columns), order.By), order.Descending)
	}
	err = writeTable(s, &opt.output, columns, limited(rows, opt.limit))
	return finish(err, games.status)
}

// standings returns the standings, without ratings where none are asked for.
func (o *playersOptions) standings(ctx context.Context, games *gameSource) ([]db.RatedStanding, error) {
	if o.elo {
		return games.archive.RatedPlayers(ctx, games.filter)
	}
	list, err := games.archive.Players(ctx, games.filter)
	unrated := make([]db.RatedStanding, len(list))
	for i := range list {
		unrated[i].Standing = list[i]
	}
	return unrated, err
}

// ratingCells are a rating and its error, without a value where there is none.
func ratingCells(r *db.Rating) []any {
	if r == nil {
		return []any{(*decimal)(nil), (*decimal)(nil)}
	}
	elo, off := decimal(r.Elo), decimal(r.Error)
	return []any{&elo, &off}
}

// scoreColumns are the columns of a score.
func scoreColumns() []column {
	return []column{
		number("games"), number("won"), number("drawn"), number("lost"), number("no_result"), number("score_pct"), number("mean_margin"),
	}
}

func scoreCells(sc db.Score) []any {
	return []any{sc.Games, sc.Won, sc.Drawn, sc.Lost, sc.NoResult(), scorePercent(sc), ratio(float64(sc.MarginSum), float64(sc.Scored))}
}

// scorePercent is the score in percent of the games with a result, a draw counted half.
func scorePercent(sc db.Score) *decimal {
	return percent(sc.Points(), float64(sc.Won+sc.Drawn+sc.Lost))
}

// rulesetColumns are the columns that name a ruleset.
func rulesetColumns() []column { return []column{text("game"), number("pits"), text("rules")} }

func rulesetCells(r *rules.Ruleset) []any {
	return []any{r.Game.String(), int(r.Pits), replay.RulesText(*r)}
}

// standingColumns are the columns of standings; who is that of the name.
func standingColumns(who string) []column {
	return slices.Concat([]column{text(who)}, rulesetColumns(), scoreColumns(),
		[]column{number("as_south"), hidden(number("as_north")), hidden(number("south_score_pct")), hidden(number("north_score_pct"))})
}

func standingCells(st *db.Standing) []any {
	south, north := st.Sides[rules.South], st.Sides[rules.North]
	return slices.Concat([]any{orAbsent(st.Player)}, rulesetCells(&st.Ruleset), scoreCells(st.Total()),
		[]any{south.Games, north.Games, scorePercent(south), scorePercent(north)})
}

// sortRows sorts rows by one of their cells; those without a value come last,
// and ties stay as they are.
func sortRows(rows [][]any, at int, descending bool) {
	slices.SortStableFunc(rows, func(a, b []any) int {
		switch x := a[at].(type) {
		case int:
			return directed(cmp.Compare(x, b[at].(int)), descending)
		case string:
			return directed(cmp.Compare(strings.ToLower(x), strings.ToLower(b[at].(string))), descending)
		case *decimal:
			y := b[at].(*decimal)
			if x != nil && y != nil {
				return directed(cmp.Compare(*x, *y), descending)
			}
			return cmp.Compare(none(x), none(y))
		}
		return 0
	})
}

func directed(order int, descending bool) int {
	if descending {
		return -order
	}
	return order
}

// none is 1 for a number without a value, and 0 for one with it.
func none(d *decimal) int {
	if d == nil {
		return 1
	}
	return 0
}

// limited returns the first rows; limit 0 is no limit.
func limited[T any](rows []T, limit int) []T {
	if limit > 0 && limit < len(rows) {
		return rows[:limit]
	}
	return rows
}
