package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"alai/cmd/alai/words"
	"alai/db"
)

// A homePage is the archive at a glance.
type homePage struct {
	Games string
	List  []chosenGame
	More  string // where the games are listed, unless they are by kind
}

func (s *site) home(ctx context.Context, _ *http.Request) ([]byte, error) {
	counted, err := s.archive.Rulesets(ctx, db.Filter{})
	if err != nil {
		return nil, err
	}
	return s.render("home", s.say(words.Archive), homePage{Games: s.count(words.GameCount, gamesOf(counted)), List: s.chosenGames(starts(counted), nil)})
}

// A listPage is a page of tables.
type listPage struct {
	Heading  string
	Note     string // on what the tables are of
	Tables   []shownTable
	Count    string // the address of the page with the tables, where they take longer
	Filter   *filterForm
	Contents []link // of a page of many tables
	Whole    string // the address of the page that this is a part of
	Previous string
	Next     string
	Page     int
	Pages    int  // 0 where it is not known how many there are
	Ends     bool // there are more rows, which no page has
}

// A shownTable is a table with what its cells lead to.
type shownTable struct {
	ID      string // where a link of the contents leads
	Title   string
	Folded  string
	Charts  []Chart
	Columns []shownColumn
	Rows    [][]shownCell
	All     int    // rows that there are, where only some are shown; else 0
	Whole   string // the address of all of them
}

type shownColumn struct {
	Column
	Href   string // the list in the order of the column, or in the reverse; "" where there is none
	Sorted string // how the list is sorted by it, as aria-sort has it
}

// Class is the class of the column's head.
func (c shownColumn) Class() string {
	if c.Key == "event" || c.Key == "site" {
		return "wide" // which browsers would make narrow for the words of the others
	}
	return shownCell{Number: c.Number}.Class()
}

type shownCell struct {
	Text, Href string
	Number     bool
	Whole      bool // it is not broken into lines
}

// Class is the class of a cell, "" for one of text.
func (c shownCell) Class() string {
	switch {
	case c.Number:
		return "n"
	case c.Whole:
		return "w"
	}
	return ""
}

// The columns of short words that must not be broken, and those of names, of which
// only long ones are.
var (
	wordColumns = []string{"date", "round", "result", "score", "verdict", "side", "game", "move", "moves"}
	nameColumns = []string{"player", "opponent", "south", "north", "player_a", "player_b", "winner"}
)

// How many characters are kept on one line: a record may have any text for a date.
const (
	maxWholeWord = 24
	maxWholeName = 12
)

// whole reports whether a cell of a column is kept on one line.
func whole(key, text string) bool {
	n := utf8.RuneCountInString(text)
	return n <= maxWholeName && slices.Contains(nameColumns, key) || n <= maxWholeWord && slices.Contains(wordColumns, key)
}

// shown adds the links to a table.
func (s *site) shown(t Table) shownTable {
	out := shownTable{Title: t.Title, Folded: t.Folded, Charts: t.Charts}
	for _, c := range t.Columns {
		out.Columns = append(out.Columns, shownColumn{Column: c})
	}
	for _, row := range t.Rows {
		cells := make([]shownCell, len(row))
		for i, cell := range row {
			c := t.Columns[i]
			cells[i] = shownCell{Text: shorten(s.oneLine(s.cellText(c.Key, cell.Text))), Number: c.Number, Href: s.cellLink(c, cell)}
			cells[i].Whole = whole(c.Key, cells[i].Text)
		}
		out.Rows = append(out.Rows, cells)
	}
	return out
}

// What a list has of a text, which may be of any length in a record.
const (
	maxShown  = 200     // characters
	maxLinked = 4 << 10 // bytes of an address that has one in it: a browser may send as much, and a server take it
)

// shorten returns the beginning of a text that is too long for a list.
func shorten(text string) string {
	if len(text) <= maxShown {
		return text
	}
	if list := []rune(text[:min(len(text), maxShown*utf8.UTFMax)]); len(list) > maxShown {
		return string(list[:maxShown]) + "…"
	}
	return text
}

// oneLine is Options.Clean of a text that is shown on one line.
func (s *site) oneLine(text string) string { return strings.ReplaceAll(s.opt.Clean(text), "\n", `\n`) }

// to is the address of the page of what a pattern chooses, which it has under a name.
// There is none for nobody and nothing, nor for what is too long for an address.
func (s *site) to(page, name, pattern string) string {
	if pattern = strings.TrimSpace(pattern); pattern == "" || pattern == db.Pattern("?") {
		return ""
	}
	href := s.links.list(page, url.Values{name: {pattern}})
	if len(href) > maxLinked {
		return ""
	}
	return href
}

// leadOn makes the first cell of each row of a table the link to the statistics of its
// ruleset, of the games that an address chooses.
func (s *site) leadOn(out *shownTable, t *Table, v url.Values) {
	for i, r := range t.Rulesets {
		w := maps.Clone(v)
		placeOf(r, r.Start()).put(w)
		out.Rows[i][0].Href = s.links.list("stats", w)
	}
}

// contents lists the tables that have titles, where there are several.
func (p *listPage) contents() {
	var list []link
	for i := range p.Tables {
		if t := &p.Tables[i]; t.Title != "" {
			t.ID = "table-" + strconv.Itoa(i+1)
			list = append(list, link{Text: t.Title, Href: "#" + t.ID})
		}
	}
	if len(list) > 2 {
		p.Contents = list
	}
}

// sortable makes links of the heads of the columns that games can be sorted by. Sorted
// is the order of the list, and v the address.
func (s *site) sortable(t *shownTable, v url.Values, sorted db.Order) {
	for i := range t.Columns {
		c := &t.Columns[i]
		by := c.Key
		if by == "score" {
			by = "margin"
		}
		if !slices.Contains(db.Orders, by) {
			continue
		}
		w, to := maps.Clone(v), by
		w.Del("page")
		if by == cmp.Or(sorted.By, "id") {
			c.Sorted = "descending"
			if !sorted.Descending {
				c.Sorted, to = "ascending", "-"+by
			}
		}
		w.Set("sort", to)
		c.Href = s.links.list("games", w)
	}
}

// cellText is a cell of a column in the language, where it is one of a few words.
func (s *site) cellText(key, text string) string {
	switch key {
	case "verdict":
		return s.lang.Verdict(text)
	case "side":
		return s.lang.Side(text)
	case "opening_cycle":
		return s.say(map[string]words.Key{"true": words.Yes, "false": words.No}[text])
	}
	return text
}

// cellLink is where a cell of a column leads to.
func (s *site) cellLink(c Column, cell Cell) string {
	if c.Number && c.Key != "id" { // a number of South's is no name
		return ""
	}
	switch text := cell.Text; c.Key {
	case "id":
		if id, err := strconv.ParseInt(text, 10, 64); err == nil {
			return s.links.game(id, -1)
		}
	case "south", "north":
		return s.to("player", "name", cell.Pattern)
	case "player", "opponent", "player_a", "player_b", "winner":
		return s.to("player", "name", db.Pattern(text))
	case "match":
		return s.to("match", "name", db.Pattern(text))
	}
	return ""
}

// pageNumber reads the page of a list, from 1.
func pageNumber(v url.Values) (int, error) {
	text := v.Get("page")
	if text == "" {
		return 1, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxPage {
		return 0, badRequest("page", nil)
	}
	return n, nil
}

// maxPage is the last page of a list: what comes behind is found by filters or by
// another order.
const maxPage = 200

// turn fills in the pages before and after.
func (p *listPage) turn(s *site, name string, v url.Values, page int, more bool) {
	p.Page = page
	to := func(n int) string {
		return s.links.list(name, with(v, "page", strconv.Itoa(n)))
	}
	if page > 1 {
		p.Previous = to(page - 1)
	}
	if p.Ends = more && s.files == nil && page == maxPage; more && !p.Ends {
		p.Next = to(page + 1)
	}
}

func (s *site) games(ctx context.Context, r *http.Request) ([]byte, error) {
	v := r.URL.Query()
	f, err := s.opt.Filter(v)
	if err != nil {
		return nil, err
	}
	page, err := pageNumber(v)
	if err != nil {
		return nil, err
	}
	body := &listPage{Heading: s.say(words.Games)}
	parent := ctx
	ctx, cancel := s.patience(ctx)
	defer cancel()
	skip := (page - 1) * pageRows
	var list []*db.Game
	err = s.archive.Games(ctx, f, parseOrder(v.Get("sort")), page*pageRows+1, func(g *db.Game) error {
		if skip--; skip < 0 {
			list = append(list, g)
		}
		return nil
	})
	switch {
	case s.givenUp(ctx, err):
		body.Count = s.links.list("games", withCount(v))
	case err != nil:
		return nil, err
	default:
		body.turn(s, "games", v, page, len(list) > pageRows)
		body.Tables = []shownTable{s.shown(s.tables().Games(list[:min(len(list), pageRows)]))}
		s.sortable(&body.Tables[0], v, parseOrder(v.Get("sort")))
	}
	kinds, err := s.archive.Rulesets(parent, db.Filter{})
	if err != nil {
		return nil, err
	}
	if f.Empty() && body.Count == "" {
		body.ofRows(gamesOf(kinds))
	}
	body.Filter = s.listFilter("games", v, kinds, "sort", "line", "position", "first")
	return s.render("games", body.Heading, body)
}

// gamesOf is how many games rulesets have.
func gamesOf(counted []db.RulesetCount) int {
	total := 0
	for _, c := range counted {
		total += c.Games
	}
	return total
}

// ofRows tells how many pages a list of so many rows has, where all can be turned to.
func (p *listPage) ofRows(rows int) {
	if pages := (rows + pageRows - 1) / pageRows; pages <= maxPage {
		p.Pages = pages
	}
}

// listFilter is the form of the filters of a list, which keeps some parameters.
func (s *site) listFilter(name string, v url.Values, kinds []db.RulesetCount, kept ...string) *filterForm {
	hidden := url.Values{}
	for _, parameter := range kept {
		if v.Get(parameter) != "" {
			hidden[parameter] = v[parameter]
		}
	}
	form := s.filterForm("/"+name, v, hidden, kinds)
	return &form
}

// parseOrder reads an order: one of db.Orders, a leading '-' for the reverse.
func parseOrder(text string) db.Order {
	if text != "" && text[0] == '-' {
		return db.Order{By: text[1:], Descending: true}
	}
	return db.Order{By: text}
}

// tables makes the tables in the language of the pages.
func (s *site) tables() Tables { return s.opt.Tables(s.lang) }

// report answers with the tables of a report, of which a page is shown where paged.
func (s *site) report(ctx context.Context, name, heading string, v url.Values, paged bool, report func(context.Context, db.Filter) ([]Table, error)) ([]byte, error) {
	f, err := s.opt.Filter(v)
	if err != nil {
		return nil, err
	}
	page, err := pageNumber(v)
	if err != nil {
		return nil, err
	}
	parent := ctx
	ctx, cancel := s.patience(ctx)
	defer cancel()
	body := &listPage{Heading: heading}
	list, err := report(ctx, f)
	if s.givenUp(ctx, err) {
		list, body.Count = nil, s.links.list(name, withCount(v))
	} else if err != nil {
		return nil, err
	}
	for _, t := range list {
		if paged {
			first, last := min((page-1)*pageRows, len(t.Rows)), min(page*pageRows, len(t.Rows))
			body.turn(s, name, v, page, last < len(t.Rows))
			body.ofRows(len(t.Rows))
			t.Rows = t.Rows[first:last]
		}
		if len(t.Rows) > 0 || len(list) == 1 {
			shown := s.shown(t)
			s.leadOn(&shown, &t, v)
			if len(t.Rows) < t.All {
				shown.All, shown.Whole = t.All, s.links.list(name, with(v, "section", t.Section))
			}
			body.Tables = append(body.Tables, shown)
		}
	}
	body.contents()
	kinds, err := s.archive.Rulesets(parent, db.Filter{})
	if err != nil {
		return nil, err
	}
	body.Filter = s.listFilter(name, v, kinds, "name", "section", "line", "position")
	if name == "player" && paged {
		w := maps.Clone(v)
		w.Del("section")
		w.Del("page")
		body.Whole = s.links.list(name, w)
	}
	return s.render("games", heading, body)
}

func (s *site) players(ctx context.Context, r *http.Request) ([]byte, error) {
	return s.report(ctx, "players", s.say(words.Players), r.URL.Query(), true, s.tables().Players)
}

func (s *site) player(ctx context.Context, r *http.Request) ([]byte, error) {
	name := r.URL.Query().Get("name")
	if name == "" {
		return nil, badRequest("name", nil)
	}
	section := r.URL.Query().Get("section")
	return s.report(ctx, "player", db.Named(name), r.URL.Query(), section != "", func(ctx context.Context, f db.Filter) ([]Table, error) {
		return s.tables().Player(ctx, name, section, f)
	})
}

func (s *site) series(ctx context.Context, r *http.Request) ([]byte, error) {
	return s.report(ctx, "series", s.say(words.Series), r.URL.Query(), true, func(ctx context.Context, f db.Filter) ([]Table, error) {
		list, err := s.tables().Series(ctx, "", f)
		return list[:min(len(list), 1)], err // the games come with the match
	})
}

func (s *site) match(ctx context.Context, r *http.Request) ([]byte, error) {
	name := r.URL.Query().Get("name")
	if name == "" {
		return nil, badRequest("name", nil)
	}
	return s.report(ctx, "match", db.Named(name), r.URL.Query(), false, func(ctx context.Context, f db.Filter) ([]Table, error) { return s.tables().Series(ctx, name, f) })
}

func (s *site) stats(ctx context.Context, r *http.Request) ([]byte, error) {
	return s.report(ctx, "stats", s.say(words.Statistics), r.URL.Query(), false, s.tables().Overview)
}
