package main

import (
	"context"
	"io"
	"net/url"

	"alai/cmd/alai/web"
	"alai/cmd/alai/words"
	"alai/db"

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

// table is webTable with its title in the language.
func (w webTables) table(sec section) web.Table {
	if key, ok := webTitles[sec.name]; ok {
		sec.title = w.lang.Text(key)
	}
	return webTable(sec)
}

// webTable returns a section as a web page's table, without its hidden columns.
func webTable(sec section) web.Table {
	t := web.Table{Title: sec.title}
	var shown []int
	for i, c := range sec.columns {
		if !c.hidden && !c.jsonOnly {
			shown = append(shown, i)
			t.Columns = append(t.Columns, web.Column{Key: c.key, Number: c.right})
		}
	}
	for _, row := range sec.rows {
		cells := make([]string, len(shown))
		for i, at := range shown {
			cells[i] = cellText(row[at])
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
	return webTable(section{columns: listColumns(false), rows: gameRows(list, false)})
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

// Player is the tables of player.
func (w webTables) Player(ctx context.Context, name string, f db.Filter) ([]web.Table, error) {
	report, err := w.archive.Player(ctx, db.PlayerQuery{Name: name, Filter: f, Best: bestGames})
	if err != nil {
		return nil, err
	}
	opt := playerOptions{limit: webPlayerRows}
	return w.tables(opt.sections(report, false)), nil
}

// Series is the tables of series.
func (w webTables) Series(ctx context.Context, name string, f db.Filter) ([]web.Table, error) {
	list, err := w.archive.Series(ctx, name, f)
	if err != nil {
		return nil, err
	}
	return w.tables(seriesTables(list, false)), nil
}

// Stats is the table of stats, one for each ruleset.
func (w webTables) Stats(ctx context.Context, f db.Filter) ([]web.Table, error) {
	list, err := w.archive.Stats(ctx, f)
	if err != nil {
		return nil, err
	}
	var sections []section
	for i := range list {
		page := newStatsPage(&list[i], new(outputOptions))
		sec := section{title: web.Reading(w.lang, list[i].Ruleset), columns: []column{text("measure"), number("value")}}
		for _, m := range page.measures() {
			sec.rows = append(sec.rows, []any{w.lang.Measure(m.name), m.value})
		}
		sections = append(sections, sec)
	}
	return w.tables(sections), nil
}

// webOptions are the options of pages over an archive.
func webOptions(archive *db.Archive) web.Options {
	opt := web.Options{Clean: cleanLines, Filter: webFilter, Tables: func(l words.Language) web.Tables { return webTables{archive, l} }}
	for _, f := range new(filterOptions).flags() {
		opt.Fields = append(opt.Fields, f.Names()[0])
	}
	return opt
}

// webFilter reads the parameters of an address that are called as filters are on the
// command line, as a command reads these.
func webFilter(v url.Values) (db.Filter, error) {
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
			args = append(args, "--"+name+"="+value)
		}
	}
	if err := app.Run(args); err != nil {
		return db.Filter{}, err
	}
	return opt.filter()
}
