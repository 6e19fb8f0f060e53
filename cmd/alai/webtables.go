package main

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"slices"
	"strings"

	"alai/cmd/alai/svg"
	"alai/cmd/alai/web"
	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

// webTables makes the tables of the commands for web pages in a language.
type webTables struct {
	archive *db.Archive
	lang    words.Language
}

// webTitles are the titles of sections, by their names.
var webTitles = map[string]words.Key{
	"names": words.PlayerNames, "record": words.Record, "opponents": words.HeadToHead, "openings": words.FirstMoves,
	"longest": words.LongestGames, "closest": words.ClosestGames, "series": words.Series, "games": words.Games,
}

// table returns a section as a web page's table, without its hidden columns, its title
// and its numbers as the language has them.
func (w webTables) table(sec section) web.Table {
	if key, ok := webTitles[sec.name]; ok {
		sec.title = w.lang.Text(key)
	}
	t := web.Table{Title: sec.title}
	var shown []int
	for i, c := range sec.columns {
		if !c.hidden && !c.jsonOnly {
			shown = append(shown, i)
			t.Columns = append(t.Columns, web.Column{Key: c.key, Number: c.right})
		}
	}
	for _, row := range sec.rows {
		cells := make([]web.Cell, len(shown))
		for i, at := range shown {
			cells[i].Text = plainText(row[at])
			switch cell := row[at].(type) {
			case *decimal:
				cells[i].Text = w.lang.Decimal(cells[i].Text)
			case playerCell:
				cells[i].Pattern = cell.game.PlayerPattern(cell.side)
			}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

func (w webTables) tables(list []section) []web.Table {
	var tables []web.Table
	for _, sec := range list {
		tables = append(tables, w.table(sec))
	}
	return tables
}

// Games is the table of list.
func (w webTables) Games(list []*db.Game) web.Table {
	return w.table(section{columns: listColumns(false), rows: gameRows(list, false)})
}

// Players is the table of players.
func (w webTables) Players(ctx context.Context, f db.Filter) ([]web.Table, error) {
	list, err := w.archive.Players(ctx, f)
	if err != nil {
		return nil, err
	}
	sec := section{columns: standingColumns("player")}
	for i := range list {
		sec.rows = append(sec.rows, standingCells(&list[i]))
	}
	return []web.Table{w.table(sec)}, nil
}

// webPlayerRows is how many rows a player's page has of each of its sections.
const webPlayerRows = 50

// webOpenRows is how many rows of one ruleset are not folded.
const webOpenRows = 20

// Player is the tables of player, of which each has a bound of rows, or of one section
// with all its rows.
func (w webTables) Player(ctx context.Context, name, only string, f db.Filter) ([]web.Table, error) {
	at := slices.Index(playerSections, only)
	if only != "" && at < 0 {
		return nil, &web.FieldError{Name: "section"}
	}
	report, err := w.archive.Player(ctx, db.PlayerQuery{Name: name, Filter: f, Best: bestGames})
	if err != nil {
		return nil, err
	}
	whole := new(playerOptions).sections(report, false)
	if only != "" {
		return []web.Table{w.table(whole[at])}, nil
	}
	var tables []web.Table
	opt := playerOptions{limit: webPlayerRows}
	for i, sec := range opt.sections(report, false) {
		list, all := []web.Table{w.table(sec)}, []int{len(whole[i].rows)}
		if sec.name == "openings" || sec.name == "longest" || sec.name == "closest" {
			list, all = w.folded(sec), nil
			for _, part := range w.parts(whole[i]) {
				all = append(all, len(part.rows))
			}
		}
		for k, t := range list {
			t.Section, t.All = sec.name, all[k]
			tables = append(tables, t)
		}
	}
	return tables, nil
}

// folded is a section of rows of rulesets as a table for each, to be unfolded.
func (w webTables) folded(sec section) (tables []web.Table) {
	for _, part := range w.parts(sec) {
		t := w.table(part)
		t.Folded = w.whose(&part)
		if len(tables) > 0 {
			t.Title = ""
		}
		tables = append(tables, t)
	}
	if len(tables) == 1 && len(tables[0].Rows) <= webOpenRows {
		tables[0].Folded = ""
	}
	return tables
}

// whose says of which ruleset the first row of a section is, as web.Reading does.
func (w webTables) whose(sec *section) string {
	at := slices.IndexFunc(sec.columns, func(c column) bool { return c.key == "game" }) // then come pits and rules
	row := sec.rows[0]
	return fmt.Sprintf("%v 2 x %v, %v", row[at], row[at+1], cmp.Or(row[at+2].(string), w.lang.Text(words.UsualRules)))
}

// parts are a section of rows of rulesets, apart for each.
func (w webTables) parts(sec section) (list []section) {
	for i := range sec.rows {
		row := sec
		row.rows = sec.rows[i : i+1]
		if last := len(list) - 1; last < 0 || w.whose(&row) != w.whose(&list[last]) {
			list = append(list, row)
		} else {
			list[last].rows = append(list[last].rows, row.rows...)
		}
	}
	return list
}

// Series is the tables of series.
func (w webTables) Series(ctx context.Context, name string, f db.Filter) ([]web.Table, error) {
	list, err := w.archive.Series(ctx, name, f)
	if err != nil {
		return nil, err
	}
	return w.tables(seriesTables(list, false)), nil
}

// Stats is the tables of stats and of chart: of the first player's advantage on each
// board, then for each ruleset margins, captures, openings and all measures.
func (w webTables) Stats(ctx context.Context, f db.Filter) ([]web.Table, error) {
	list, err := w.archive.Stats(ctx, f)
	if err != nil {
		return nil, err
	}
	return w.details(ctx, list, f)
}

// Overview is Stats of one ruleset, and of several the chart of the advantage and a row
// for each.
func (w webTables) Overview(ctx context.Context, f db.Filter) ([]web.Table, error) {
	list, err := w.archive.Stats(ctx, f)
	if err != nil {
		return nil, err
	}
	if len(list) <= 1 {
		return w.details(ctx, list, f)
	}
	sec := section{title: w.lang.Text(words.EachRuleset), columns: overviewColumns()}
	var rulesets []rules.Ruleset
	for _, g := range byRuleset(list) {
		page := newStatsPage(&g, new(outputOptions))
		decided := float64(g.South + g.Draws + g.North)
		sec.rows = append(sec.rows, []any{
			web.Reading(w.lang, g.Ruleset), g.Records, percent(float64(g.South), decided), percent(float64(g.Draws), decided), percent(float64(g.North), decided),
			page.Plies.Mean, page.Margin.Mean,
		})
		rulesets = append(rulesets, g.Ruleset)
	}
	t := w.table(sec)
	t.Rulesets = rulesets
	return []web.Table{t, w.charted(w.lang.Text(words.Advantage), words.AdvantageTells, advantageChart(w.lang, list))}, nil
}

// overviewColumns are the columns of the table of rulesets.
func overviewColumns() []column {
	return []column{text("reading"), number("games"), number("south_pct"), number("draw_pct"), number("north_pct"), number("mean_plies"), number("mean_margin")}
}

// byRuleset are statistics in the order in which rulesets are shown.
func byRuleset(list []db.GameStats) []db.GameStats {
	return slices.SortedStableFunc(slices.Values(list), func(a, b db.GameStats) int { return web.CompareRulesets(a.Ruleset, b.Ruleset) })
}

// details are the tables of Stats.
func (w webTables) details(ctx context.Context, list []db.GameStats, f db.Filter) ([]web.Table, error) {
	if len(list) == 0 {
		return []web.Table{{}}, nil // of which the page says that there is nothing
	}
	list = byRuleset(list)
	tables := []web.Table{w.charted(w.lang.Text(words.Advantage), words.AdvantageTells, advantageChart(w.lang, list))}
	for i := range list {
		g := &list[i]
		reading := web.Reading(w.lang, g.Ruleset)
		page := newStatsPage(g, new(outputOptions))
		sec := section{title: w.lang.Text(words.AllMeasures, reading), columns: []column{text("measure"), number("value")}}
		for _, m := range page.measures() {
			sec.rows = append(sec.rows, []any{w.lang.Measure(m.name), m.value})
		}
		tables = append(tables,
			w.charted(w.lang.Text(words.MarginsOf, reading), words.MarginsTell, marginsChart(w.lang, g)),
			w.charted(w.lang.Text(words.CapturesOf, reading), words.CapturesTell, capturesChart(w.lang, g)))
		trees, err := w.trees(ctx, g, f)
		if err != nil {
			return nil, err
		}
		tables = append(append(tables, trees...), w.table(sec)) // the longest at the end
	}
	return tables, nil
}

// charted is a chart with its table.
func (w webTables) charted(title string, caption words.Key, c *statsChart) web.Table {
	c.section.title = title
	t := w.table(c.section)
	if c.drawing == nil {
		return t
	}
	var b strings.Builder
	if err := c.drawing.WriteBare(&b); err != nil {
		panic(err) // the library draws into memory what has been tested
	}
	t.Charts = []web.Chart{{Caption: w.lang.Text(caption), SVG: template.HTML(b.String())}}
	return t
}

// webTreeShare is which part of the games has to have played the moves of a tree of
// openings: one in so many. A single game makes none.
const webTreeShare = 100

// trees are the opening trees of a ruleset, of each side's games.
func (w webTables) trees(ctx context.Context, g *db.GameStats, f db.Filter) (tables []web.Table, err error) {
	for _, side := range []rules.Side{rules.South, rules.North} {
		opt := openingsOptions{first: side.String(), depth: chartDepth, minGames: max(2, g.Records/webTreeShare)}
		q, state, err := opt.query(g.Ruleset, f)
		if err != nil {
			return nil, err
		}
		t := opt.newOpeningTable(&q, &state)
		t.tree = false
		first := q
		first.Depth = 1 // which tells at little cost that a side has opened no game
		var moves []db.OpeningMove
		if moves, t.total, err = w.archive.Openings(ctx, first); err != nil {
			return nil, err
		}
		if len(moves) == 0 {
			continue
		}
		if moves, t.total, err = w.archive.Openings(ctx, q); err != nil {
			return nil, err
		}
		if t.moves, err = t.rows(moves, state, t.total, ""); err != nil {
			return nil, err
		}
		if len(t.moves) == 0 {
			continue
		}
		title := w.lang.Text(words.OpeningsBy, web.Reading(w.lang, g.Ruleset), w.lang.Text(words.GamesOpened, w.lang.Side(side.String())))
		tables = append(tables, w.charted(title, words.OpeningsTell, &statsChart{t.drawing(w.lang), t.section()}))
	}
	return tables, nil
}

// webOptions are the options of pages over an archive.
func webOptions(archive *db.Archive) web.Options {
	opt := web.Options{Style: svg.CSS(), Clean: cleanLines, Filter: webFilter, Tables: func(l words.Language) web.Tables { return webTables{archive, l} }}
	for _, f := range new(filterOptions).flags() {
		opt.Fields = append(opt.Fields, f.Names()[0])
	}
	return opt
}

// webFilter reads the parameters of an address that are called as filters are on the
// command line, as a command reads these. What is wrong is a *web.FieldError.
func webFilter(v url.Values) (db.Filter, error) {
	f, err := readFilter(v)
	if err == nil {
		return f, nil
	}
	for _, flag := range new(filterOptions).flags() { // each by itself, as the error is about flags
		name := flag.Names()[0]
		if _, err := readFilter(url.Values{name: v[name]}); err != nil {
			return f, &web.FieldError{Name: name}
		}
	}
	return f, err
}

func readFilter(v url.Values) (db.Filter, error) {
	var opt filterOptions
	app := &cli.App{
		Flags: opt.flags(), Action: func(*cli.Context) error { return nil }, DisableSliceFlagSeparator: true,
		HideHelp: true, HideVersion: true, Writer: io.Discard, ErrWriter: io.Discard,
		OnUsageError:   func(_ *cli.Context, err error, _ bool) error { return &usageError{err.Error()} },
		ExitErrHandler: func(*cli.Context, error) {},
	}
	args := []string{"alai"}
	for _, f := range app.Flags {
		name := f.Names()[0]
		for _, value := range v[name] {
			word := flagWord{written: name, name: name, value: value, hasValue: true}
			if err := word.check(f); err != nil {
				return db.Filter{}, err
			}
			args = append(args, word.args()...)
		}
	}
	if err := app.Run(args); err != nil {
		return db.Filter{}, err
	}
	return opt.filter()
}
