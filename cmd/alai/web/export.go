package web

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay"
	"alai/replay/rules"
)

// An Export says what pages are written to a folder.
type Export struct {
	Filter   db.Filter // chooses the games
	Order    db.Order  // of the list of games
	Depth    int       // plies of the opening tree that have a page
	MinGames int       // moves that fewer games played have none

	// Write writes a file of the folder.
	Write func(name string, content []byte) error
}

// A filePage is what a page needs that is a file.
type filePage struct {
	Policy string
	Style  template.CSS // where the page has all in itself
	Code   template.JS
}

// Folder writes pages that need no server: a list of the games, each game to be
// replayed, the tree of openings, and the statistics of the games. It returns how many
// games there are. The pages agree with each other if the archive does not change
// meanwhile.
func Folder(ctx context.Context, archive *db.Archive, opt Options, x Export) (games int, err error) {
	for _, name := range []string{styleName, codeName} {
		content, _ := opt.asset(name)
		if err := x.Write(name, content); err != nil {
			return 0, err
		}
	}
	addresses := &files{places: make(map[position]string)}
	s := &site{
		archive: archive, opt: opt, links: addresses, lang: cmp.Or(opt.Language, words.English),
		files: &filePage{Policy: "default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"},
	}
	counted, err := archive.Rulesets(ctx, x.Filter)
	if err != nil {
		return 0, err
	}
	var trees []*tree
	for i, c := range counted {
		for _, side := range []rules.Side{rules.South, rules.North} {
			t, err := s.tree(ctx, &x, c.Ruleset, side, i+1)
			if err != nil {
				return 0, err
			}
			trees = append(trees, t)
		}
	}
	for _, t := range trees {
		if err := s.writeTree(ctx, &x, t); err != nil {
			return 0, err
		}
	}
	games, contradictory, err := s.writeGames(ctx, &x)
	if err != nil {
		return 0, err
	}
	if err := s.writeStats(ctx, &x, contradictory); err != nil {
		return 0, err
	}
	home := homePage{Games: s.count(words.GameCount, games), List: s.chosenGames(starts(counted), nil), More: addresses.list("games", nil)}
	body, err := s.render("home", s.say(words.Archive), home)
	if err != nil {
		return 0, err
	}
	return games, x.Write("index.html", body)
}

// GamePage returns the page of one game, which has all that it needs in itself.
func GamePage(g *db.Game, opt Options) ([]byte, error) {
	style, _ := opt.asset(styleName)
	code, _ := opt.asset(codeName)
	policy := fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; img-src data:; base-uri 'none'; form-action 'none'", hash(style), hash(code))
	s := &site{opt: opt, lang: cmp.Or(opt.Language, words.English), links: oneFile{}, files: &filePage{policy, template.CSS(style), template.JS(code)}}
	return s.gamePage(g, "")
}

// hash names a text as a content policy does.
func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// A position is a state under a ruleset.
type position struct {
	rules rules.Ruleset
	state rules.State
}

// A tree is the openings of a ruleset that one side began.
type tree struct {
	nodes []node // each behind the one that it comes from
}

// A node is a page of the tree.
type node struct {
	place *place
	moves []db.OpeningMove
	total int
}

// tree makes the tree of a ruleset, which is number kind, and gives its pages their
// names. A position that two lines lead to has one page.
func (s *site) tree(ctx context.Context, x *Export, r rules.Ruleset, first rules.Side, kind int) (*tree, error) {
	root := r.Start()
	root.ToMove = first
	f := x.Filter
	f.Games, f.Pits, f.Rules = nil, nil, nil // the ruleset says as much
	moves, total, err := s.archive.Openings(ctx, db.OpeningQuery{Ruleset: r, From: root, Depth: x.Depth + 1, MinGames: x.MinGames, Filter: f})
	if err != nil || total == 0 {
		return &tree{}, err
	}
	name := fmt.Sprintf("openings-%d", kind)
	if first == rules.North {
		name += "n"
	}
	t := &tree{}
	place := &place{rules: r, north: first == rules.North, states: []rules.State{root}}
	return t, s.grow(t, node{place, moves, total}, name, x.Depth)
}

// grow adds a node and those behind it to the tree.
func (s *site) grow(t *tree, n node, name string, depth int) error {
	at := position{n.place.rules, *n.place.state()}
	places := s.links.(*files).places
	if places[at] != "" {
		return nil
	}
	places[at] = name + ".html"
	t.nodes = append(t.nodes, n)
	if depth == 0 {
		return nil
	}
	for i := range n.moves {
		m := &n.moves[i]
		c := choice{move: m.Move, after: *n.place.state()}
		if _, err := n.place.rules.Play(&c.after, m.Move); err != nil {
			return fmt.Errorf("the archive has a move that cannot be played: %w", err)
		}
		// Letters of either case may not be told apart in the names of files. The ply
		// tells whose pit it is.
		letter := strings.ToLower(replay.Letter(&n.place.rules, m.Move))
		if m.Move == rules.Pass {
			letter = "pass"
		}
		if err := s.grow(t, node{n.place.after(&c), m.Children, m.Onward}, name+"-"+letter, depth-1); err != nil {
			return err
		}
	}
	return nil
}

// writeTree writes the pages of a tree.
func (s *site) writeTree(ctx context.Context, x *Export, t *tree) error {
	for i := range t.nodes {
		n := &t.nodes[i]
		body := s.explore(n.place, nil, n.moves, n.total)
		var err error
		if body.Games, err = s.reaching(ctx, n.place, x.Filter); err != nil {
			return err
		}
		page, err := s.render("explore", s.exploreTitle(n.place), body)
		if err != nil {
			return err
		}
		if err := x.Write(s.links.explore(n.place, nil), page); err != nil {
			return err
		}
	}
	return nil
}

// writeGames writes the pages of the games and those of their list. It returns how many
// games there are, and how many of these are contradictory.
func (s *site) writeGames(ctx context.Context, x *Export) (games, contradictory int, err error) {
	var some []*db.Game // of a page of the list, and one more if there is one
	page := 1
	flush := func(more bool) error {
		body := &listPage{Heading: s.say(words.Games), Tables: []shownTable{s.shown(s.tables().Games(some))}}
		body.turn(s, "games", nil, page, more)
		content, err := s.render("games", body.Heading, body)
		if err != nil {
			return err
		}
		name := s.links.list("games", url.Values{"page": {strconv.Itoa(page)}})
		some, page = nil, page+1
		return x.Write(name, content)
	}
	err = s.archive.Games(ctx, x.Filter, x.Order, 0, func(g *db.Game) error {
		if len(some) == pageRows {
			if err := flush(true); err != nil {
				return err
			}
		}
		some = append(some, g)
		games++
		if g.Verdict == replay.Contradiction {
			contradictory++
		}
		content, err := s.gamePage(g, "")
		if err != nil {
			return err
		}
		return x.Write(s.links.game(g.ID, -1), content)
	})
	if err != nil {
		return 0, 0, err
	}
	return games, contradictory, flush(false)
}

// writeStats writes the page of the statistics. It says how many contradictory games
// there are if these do not count in it, which they do where the filter asks for
// verdicts.
func (s *site) writeStats(ctx context.Context, x *Export, contradictory int) error {
	list, err := s.tables().Stats(ctx, x.Filter)
	if err != nil {
		return err
	}
	body := &listPage{Heading: s.say(words.Statistics)}
	if contradictory > 0 && len(x.Filter.Verdicts) == 0 {
		body.Note = s.count(words.NotCounted, contradictory)
	}
	for _, t := range list {
		if len(t.Rows) > 0 || len(list) == 1 {
			body.Tables = append(body.Tables, s.shown(t))
		}
	}
	body.contents()
	page := *s
	page.links = &files{s.links.(*files).places, "stats"}
	content, err := page.render("games", body.Heading, body)
	if err != nil {
		return err
	}
	return x.Write(s.links.list("stats", nil), content)
}

// files are the addresses of pages in a folder, as one of them has them.
type files struct {
	places map[position]string
	page   string // which one it is, where it has the template of another; else ""
}

func (l *files) asset(name string) string { return name }

func (l *files) nav(lang words.Language, current string) []link {
	current = cmp.Or(l.page, current)
	return []link{
		{Text: lang.Text(words.Archive), Href: "index.html", Current: current == "home"},
		{Text: lang.Text(words.Games), Href: l.list("games", nil), Current: current == "games"},
		{Text: lang.Text(words.Statistics), Href: l.list("stats", nil), Current: current == "stats"},
	}
}

func (l *files) languages(words.Language) []languageLink { return nil }
func (l *files) asked() words.Language                   { return "" }

func (l *files) explore(p *place, _ url.Values) string {
	if len(p.states) == 0 {
		return ""
	}
	return l.places[position{p.rules, *p.state()}]
}

func (l *files) game(id int64, ply int) string {
	if ply < 0 {
		return fmt.Sprintf("game-%d.html", id)
	}
	return fmt.Sprintf("game-%d.html#ply-%d", id, ply)
}

func (l *files) aside(id int64, number int) string {
	return fmt.Sprintf("game-%d.html#ply-%s%d", id, asideName, number)
}

func (l *files) list(name string, v url.Values) string {
	switch page := v.Get("page"); {
	case name == "stats" && len(v) == 0:
		return "stats.html"
	case name != "games" || len(v) > 1 || len(v) == 1 && page == "":
		return ""
	case page == "" || page == "1":
		return "games.html"
	default:
		return "games-" + page + ".html"
	}
}

// oneFile are the addresses in the page of one game by itself.
type oneFile struct{}

func (oneFile) asset(string) string                     { return "" }
func (oneFile) nav(words.Language, string) []link       { return nil }
func (oneFile) languages(words.Language) []languageLink { return nil }
func (oneFile) asked() words.Language                   { return "" }
func (oneFile) explore(*place, url.Values) string       { return "" }
func (oneFile) list(string, url.Values) string          { return "" }

func (oneFile) aside(_ int64, number int) string {
	return fmt.Sprintf("#ply-%s%d", asideName, number)
}

func (oneFile) game(_ int64, ply int) string { return fmt.Sprintf("#ply-%d", ply) }
