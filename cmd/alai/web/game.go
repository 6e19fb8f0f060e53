package web

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"alai/cmd/alai/annotated"
	"alai/cmd/alai/words"
	"alai/db"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A gamePage is a game to be replayed.
type gamePage struct {
	ID       int64
	South    string
	North    string
	Result   string
	Facts    []gameTag // where and when it was played
	Reading  string
	Verdict  string
	Tags     []gameTag
	Board    *board
	Say      string
	Note     []string // the comments on the ply that is shown
	Main     *gameLine
	Start    string // addresses
	Previous string
	Next     string
	Last     string
	Explore  string
	Curve    *curve
	Record   string
	Data     gameData
	Ending   string

	names [2]string // South's and North's, "" where they are not known
}

// A gameTag is a tag of the game.
type gameTag struct{ Name, Value, Href string }

// A gameLine is the main line, or a variation.
type gameLine struct {
	Before []string // comments
	First  int      // the number of a variation's first ply, 0 where it has none
	Plies  []gamePly
	Rest   string // what the record has behind them that cannot be played
	Cut    bool   // there is more, which is not shown
}

// A gamePly is a ply in the list of moves.
type gamePly struct {
	Number     int    // of gameData's plies, from 1
	Turn       string // "12.", where a new turn begins; "1..." where North begins the line
	Side       string
	Player     string // the side, in words
	Move       string
	Captured   int
	Glyphs     string
	Href       string
	Current    bool
	Comments   []string
	Variations []*gameLine // that replace the ply

	before []string // comments before it, where it begins a variation
}

// Noted reports whether more is said of the ply than a column has room for.
func (p *gamePly) Noted() bool { return len(p.Comments)+len(p.Variations) > 0 }

// gameData is what the script replays.
type gameData struct {
	Start   string    `json:"start"`             // position
	Plies   []plyData `json:"plies"`             // the main line's, then those of variations
	Main    int       `json:"main"`              // how many of them are the main line's
	Prefix  string    `json:"prefix"`            // of an address of a ply
	Explore string    `json:"explore,omitempty"` // of an address of the explorer at a position
}

// plyData is a ply, from its board to its marks, as the script is told.
type plyData struct {
	Parent   int    `json:"u,omitempty"` // of a variation's ply: the number of the ply before it, 0 for the start
	Side     string `json:"s"`
	Move     string `json:"m"`
	Pit      int    `json:"p"` // -1 for a pass
	Landing  int    `json:"t"` // where the last seed fell
	Captured int    `json:"c"`
	Taken    []int  `json:"x,omitempty"` // the pits that were captured from
	Laps     string `json:"l"`           // as spellLaps has them
	After    string `json:"a"`           // position
	Over     bool   `json:"e,omitempty"` // nobody is to move then
}

func (s *site) game(ctx context.Context, r *http.Request) ([]byte, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return nil, notFound(words.NoGameNumber)
	}
	var game *db.Game
	err = s.archive.Games(ctx, db.Filter{IDs: []int64{id}}, db.Order{}, 1, func(g *db.Game) error {
		game = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	if game == nil {
		return nil, notFound(words.NoGameOfThat, id)
	}
	return s.gamePage(game, r.URL.Query().Get("ply"))
}

// gamePage makes the page of a game after a ply that an address names, the last of the
// main line for "".
func (s *site) gamePage(g *db.Game, ply string) ([]byte, error) {
	rec, line, err := db.NewSpeller().Record(g)
	if err != nil {
		return nil, err
	}
	said := texts{room: maxTexts}
	main, err := annotated.Main(rec, line, said.take)
	if err != nil {
		return nil, err
	}
	l := lister{site: s, id: g.ID, rules: &line.Rules, start: &line.Start, main: min(len(main.Plies), maxPlies), all: len(main.Plies), data: []plyData{}}
	body := s.replay(g, rec, line)
	s.cut(body, &l, &said)
	body.Main = l.line(main, 0, &line.Start, 0)
	shown := l.main
	if ply != "" {
		if shown, err = l.number(ply); err != nil {
			return nil, err
		}
	}
	s.show(body, &l, shown)
	return s.render("game", fmt.Sprintf("%s - %s, %s", body.South, body.North, s.say(words.GameNumber, g.ID)), body)
}

// Bounds of the texts of a page.
const (
	maxTexts    = 256 << 10 // bytes of comments
	textCost    = 64        // bytes that one of them takes besides
	maxRecord   = 1 << 20   // bytes of the record
	maxTags     = 500
	maxTagValue = 4 << 10 // bytes
)

// texts are the comments of a page, as far as there is room.
type texts struct {
	room int // bytes
	cut  bool
}

// take returns a comment, or its beginning, or "" where there is no room.
func (t *texts) take(text string) string {
	if t.room -= textCost; len(text) > t.room {
		text, t.cut = beginning(text, t.room), true
	}
	t.room -= len(text)
	return text
}

// beginning returns the first bytes of a text, and a sign that it goes on.
func beginning(text string, most int) string {
	if len(text) <= most {
		return text
	}
	if most <= 0 {
		return ""
	}
	return strings.ToValidUTF8(text[:most], "") + "…"
}

// cut leaves out what is too much for a page, and says so.
func (s *site) cut(body *gamePage, l *lister, said *texts) {
	var notes []string
	if l.main < l.all {
		notes = append(notes, s.say(words.FirstPlies, l.main, l.all))
	}
	if said.cut {
		notes = append(notes, s.say(words.TextsCut))
	}
	if len(body.Record) > maxRecord {
		body.Record = beginning(body.Record, maxRecord)
		notes = append(notes, s.say(words.RecordCut))
	}
	body.Ending = strings.TrimSpace(strings.Join(append(notes, body.Ending), " "))
	body.Tags = body.Tags[:min(len(body.Tags), maxTags)]
	for _, tags := range [][]gameTag{body.Tags, body.Facts} {
		for i := range tags {
			tags[i].Name, tags[i].Value = beginning(tags[i].Name, maxTagValue), beginning(tags[i].Value, maxTagValue)
		}
	}
	for _, name := range []*string{&body.South, &body.North, &body.names[rules.South], &body.names[rules.North]} {
		*name = beginning(*name, maxTagValue)
	}
}

// spoken returns the comments for which there was room.
func spoken(comments []string) []string {
	return slices.DeleteFunc(comments, func(text string) bool { return text == "" })
}

// replay begins the page with what does not depend on the ply that is shown.
func (s *site) replay(g *db.Game, rec *notation.Record, line *replay.Line) *gamePage {
	r := &line.Rules
	body := &gamePage{
		ID: g.ID, Result: g.Result.String(), Reading: Reading(s.lang, *r), Verdict: s.lang.Verdict(g.Verdict.String()), Record: string(notation.Append(nil, rec)),
	}
	if g.HasScore {
		body.Result += fmt.Sprintf(" (%d-%d)", g.Score[0], g.Score[1])
	}
	s.tags(body, g)
	if line.Over {
		body.Ending = s.say(words.EndsOver)
		if !r.EndStuck {
			swept := line.Swept()
			body.Ending = s.say(words.EndsSwept, swept.Store[rules.South], swept.Store[rules.North])
		}
	}
	return body
}

// Bounds of the plies of a page. The record below has all.
const (
	maxPlies  = 5000 // of the main line
	maxAsides = 1000 // plies of variations that can be shown, and variations
	maxDepth  = 20   // variations within variations
)

// A lister lists the plies of a game and numbers them: those of the main line, then
// those of variations.
type lister struct {
	site   *site
	id     int64
	rules  *rules.Ruleset
	start  *rules.State
	main   int              // plies of the main line that are shown
	all    int              // plies of the main line
	data   []plyData        // of each number, from 1
	plies  []*gamePly       // likewise
	played []*annotated.Ply // likewise
	counts []int            // how many plies of a game each of them is
	asides int              // variations
}

// line lists a line that goes on from the ply parent, and its variations.
func (l *lister) line(list *annotated.Line, parent int, state *rules.State, depth int) *gameLine {
	shown := &gameLine{Before: spoken(list.Before), Rest: list.Rest}
	room := l.main
	if depth > 0 {
		room = min(len(list.Plies), max(0, l.main+maxAsides-len(l.data)))
	}
	shown.Cut = room < len(list.Plies)
	if shown.Cut || depth > maxDepth {
		shown.Cut, shown.Rest = true, ""
	}
	if depth > maxDepth {
		return shown
	}
	shown.Plies = make([]gamePly, room)
	first := len(l.data)
	for i := range shown.Plies {
		l.add(&shown.Plies[i], &list.Plies[i], parent, state, list.From+i, i == 0)
		parent, state = len(l.data), &list.Plies[i].After
	}
	if depth > 0 && room > 0 {
		shown.First, shown.Plies[0].before = first+1, shown.Before
	}
	for i := range shown.Plies {
		note := list.Plies[i].Note
		if note == nil {
			continue
		}
		shown.Plies[i].Glyphs, shown.Plies[i].Comments = beginning(note.Glyphs, maxTagValue), spoken(note.Comments)
		for _, v := range note.Variations {
			if l.asides++; l.asides > maxAsides {
				shown.Plies[i].Variations = append(shown.Plies[i].Variations, &gameLine{Cut: true})
				break
			}
			from := l.parent(first + i + 1)
			shown.Plies[i].Variations = append(shown.Plies[i].Variations, l.line(v, from, l.state(from), depth+1))
		}
	}
	for i := 1; i < len(shown.Plies); i++ {
		if shown.Plies[i-1].Noted() { // what is said of it stands between
			shown.Plies[i].Turn = turn(l.start, list.From+i, true)
		}
	}
	return shown
}

// add adds a ply, played from a state, with which a line may begin; so many stand before it.
func (l *lister) add(shown *gamePly, p *annotated.Ply, parent int, before *rules.State, plies int, first bool) {
	r, number := l.rules, len(l.data)+1
	data := plyData{
		Side: before.ToMove.String(), Move: replay.Letter(r, p.Move), Pit: int(p.Move), Landing: int(p.Sowing.Landing), Captured: int(p.Sowing.Captured), Taken: pitNumbers(p.Sowing.Taken),
		Laps: firstLaps(r, before, p.Move, p.Sowing), After: replay.Position(r, &p.After), Over: r.Over(&p.After),
	}
	href := l.site.links.game(l.id, number)
	if number > l.main {
		data.Parent, href = parent, l.site.links.aside(l.id, number-l.main)
	}
	*shown = gamePly{
		Number: number, Turn: turn(l.start, plies, first), Side: data.Side, Player: side(l.site.lang, before.ToMove), Move: data.Move, Captured: data.Captured, Href: href,
	}
	l.data, l.plies, l.played, l.counts = append(l.data, data), append(l.plies, shown), append(l.played, p), append(l.counts, plies+1)
}

// parent returns the number of the ply before another one, 0 for the start.
func (l *lister) parent(number int) int {
	if number > l.main {
		return l.data[number-1].Parent
	}
	return max(number-1, 0)
}

// next returns the number of the ply behind another one in its line, which may be its last.
func (l *lister) next(number int) int {
	if number != l.main && number < len(l.data) && l.parent(number+1) == number {
		return number + 1
	}
	return number
}

// state returns the board after the ply of a number.
func (l *lister) state(number int) *rules.State {
	if number == 0 {
		return l.start
	}
	return &l.played[number-1].After
}

// address is where the ply of a number is shown.
func (l *lister) address(number int) string {
	if number > l.main {
		return l.plies[number-1].Href
	}
	return l.site.links.game(l.id, number)
}

// asideName begins the name that an address has for a ply of a variation.
const asideName = "v"

// number returns the number of the ply that an address names: "12" is the main line's,
// the last that is shown for one behind it; "v12" the twelfth of those of variations.
func (l *lister) number(name string) (int, error) {
	text, aside := strings.CutPrefix(name, asideName)
	n, err := strconv.Atoi(text)
	switch {
	case err != nil || n < 0 || aside && n == 0:
		return 0, badRequest("ply", fmt.Errorf("it is a number of plies, not %s", replay.Quote(name)))
	case aside && n > len(l.data)-l.main:
		return 0, notFound(words.FewerAsides, l.id, len(l.data)-l.main)
	case aside:
		return l.main + n, nil
	case n > l.all:
		return 0, notFound(words.FewerPlies, l.id, l.all)
	}
	return min(n, l.main), nil
}

// show fills in what is to be seen after the ply of a number.
func (s *site) show(body *gamePage, l *lister, number int) {
	state := l.state(number)
	body.Data = gameData{Start: replay.Position(l.rules, l.start), Plies: l.data, Main: l.main}
	body.Board = newBoard(s.lang, l.rules, state)
	body.Board.Legend = true
	body.Board.Players = body.names
	body.Note = body.Main.Before
	if number > 0 {
		p, data := l.plies[number-1], &l.data[number-1]
		p.Current, body.Note = true, slices.Concat(p.before, p.Comments)
		body.Board.mark(data.Pit, data.Landing, data.Taken)
		if data.Over {
			body.Board.ToMove = ""
		}
	}
	body.Say = s.sayPly(l, number)
	onMain := number
	for onMain > l.main {
		onMain = l.parent(onMain)
	}
	margins := []int{margin(l.start)}
	for i := range l.main {
		margins = append(margins, margin(l.state(i+1)))
	}
	body.Curve = newCurve(s.lang, margins, onMain)
	body.Start, body.Last = l.address(0), l.address(l.main)
	body.Previous, body.Next = l.address(l.parent(number)), l.address(l.next(number))
	body.Data.Prefix = strings.TrimSuffix(body.Start, "0")
	body.Explore = s.links.explore(placeOf(*l.rules, *state), nil)
	if body.Explore != "" {
		body.Data.Explore = s.links.explore(&place{rules: *l.rules}, nil) + "&position="
	}
}

// turn is what stands before the ply that so many plies stand before: a number where
// it is South's, or first in its line.
func turn(start *rules.State, plies int, first bool) string {
	if start.ToMove == rules.North {
		plies++ // the first move is North's second half of a turn
	}
	switch {
	case plies%2 == 0:
		return strconv.Itoa(plies/2+1) + "."
	case first:
		return strconv.Itoa(plies/2+1) + "..."
	}
	return ""
}

func margin(s *rules.State) int { return int(s.Store[rules.South]) - int(s.Store[rules.North]) }

// factNames are the tags that say where and when a game was played, as they are shown.
var factNames = []string{"Event", "Site", "Round", "Date"}

var sides = map[string]rules.Side{"South": rules.South, "North": rules.North}

// tags fills in the tags, the names of the players, and where and when they played.
func (s *site) tags(body *gamePage, g *db.Game) {
	body.South, body.North = s.say(words.South), s.say(words.North)
	facts := make([]gameTag, len(factNames))
	for _, tag := range g.Tags {
		t := gameTag{tag.Name, tag.Value, ""}
		switch tag.Name {
		case "South", "North":
			t.Href = s.to("player", "name", g.PlayerPattern(sides[tag.Name]))
			name := shorten(tag.Value)
			if tag.Name == "South" {
				body.South = cmp.Or(name, body.South)
			} else {
				body.North = cmp.Or(name, body.North)
			}
			if tag.Value != "?" {
				body.names[sides[tag.Name]] = name
			}
		case "Match":
			t.Href = s.to("match", "name", db.Pattern(tag.Value))
		case "Event":
			t.Href = s.to("games", "event", db.Pattern(tag.Value))
		}
		body.Tags = append(body.Tags, t)
		if i := slices.Index(factNames, tag.Name); i >= 0 && strings.Trim(tag.Value, "?.- ") != "" {
			facts[i] = t
			facts[i].Value = shorten(t.Value)
		}
	}
	for _, t := range facts {
		if t.Value != "" {
			t.Name = s.lang.Column(strings.ToLower(t.Name))
			body.Facts = append(body.Facts, t)
		}
	}
}

// sayPly is what is said of the ply of a number. The script says the same of the others.
func (s *site) sayPly(l *lister, number int) string {
	state := l.state(number)
	stores := s.say(words.InStore, state.Store[rules.South], state.Store[rules.North])
	if number == 0 {
		return s.say(words.TheStart, side(s.lang, state.ToMove)) + " " + stores
	}
	p, player, ply := &l.data[number-1], l.plies[number-1].Player, l.counts[number-1]
	laps := s.count(words.LapCount, int(l.played[number-1].Sowing.Laps))
	text := ""
	if number > l.main {
		text = s.say(words.InVariation) + " "
	}
	switch {
	case p.Pit < 0:
		text += s.say(words.PlyPasses, ply, player)
	case p.Captured > 0:
		text += s.say(words.PlyCaptures, ply, player, p.Move, laps, p.Captured)
	default:
		text += s.say(words.PlySows, ply, player, p.Move, laps)
	}
	return text + " " + stores
}

// A curve is the margin ply by ply: South's seeds in store minus North's.
type curve struct {
	Width, Height int
	Points        string // of the line, "x,y x,y"
	Zero          string // the height of margin 0
	At            string // where the ply is that is shown
	Label         string
	High, Low     int
	Plies         int
	Scale         []scaled // margins beside the drawing, the highest first
}

// A scaled is a number on the scale of a curve.
type scaled struct {
	Margin int // of either side
	Y      string
}

// Of the drawing of a curve. The scale is drawn at the height that the style gives
// the curve.
const (
	curveWidth  = 600
	curveHeight = 120
	curveEdge   = 8  // above the highest margin and below the lowest
	scaleGap    = 14 // that two numbers of the scale need
)

func newCurve(l words.Language, margins []int, ply int) *curve {
	most, least := 0, 0
	for _, m := range margins {
		most, least = max(most, m), min(least, m)
	}
	plies := len(margins) - 1
	height := func(m int) float64 {
		return curveEdge + float64(most-m)/float64(max(most-least, 1))*(curveHeight-2*curveEdge)
	}
	fixed := func(f float64) string { return strconv.FormatFloat(f, 'f', 1, 64) }
	along := func(ply int) string { return fixed(float64(ply) / float64(max(plies, 1)) * curveWidth) }
	points := make([]string, len(margins))
	for i, m := range margins {
		points[i] = along(i) + "," + fixed(height(m))
	}
	c := &curve{
		Width: curveWidth, Height: curveHeight, Points: strings.Join(points, " "), Zero: fixed(height(0)), At: along(ply), High: most, Low: least, Plies: plies,
		Label: l.Text(words.MarginLabel, margins[plies], most, least),
	}
	for _, m := range slices.Compact([]int{most, 0, least}) {
		near := most > 0 && height(0)-height(most) < scaleGap || least < 0 && height(least)-height(0) < scaleGap
		if m != 0 || !near {
			c.Scale = append(c.Scale, scaled{max(m, -m), fixed(height(m))})
		}
	}
	return c
}
