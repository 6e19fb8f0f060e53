package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// Bounds of addresses.
const (
	maxLine  = 400 // plies of a line that is followed
	longLine = 60  // plies after which an address names the position and not the way
)

// placeNames are the parameters that name a place; all others choose games.
var placeNames = []string{"game", "pits", "rules", "line", "position", "first"}

// A place is a position of the explorer, and the way to it.
type place struct {
	rules    rules.Ruleset
	position string // that the line begins at; "" for the start
	north    bool   // North opens
	moves    []rules.Move
	states   []rules.State // before each move, and after the last
}

// state returns the position that the place is about.
func (p *place) state() *rules.State { return &p.states[len(p.states)-1] }

// line spells the moves.
func (p *place) line() string { return strings.Join(replay.Letters(&p.rules, p.moves), " ") }

// put adds the parameters that name the place.
func (p *place) put(v url.Values) {
	v.Set("game", replay.GameSlug(p.rules.Game))
	v.Set("pits", strconv.Itoa(int(p.rules.Pits)))
	v.Set("rules", cmp.Or(replay.RulesText(p.rules), "usual"))
	if p.north {
		v.Set("first", "north")
	}
	if p.position != "" {
		v.Set("position", p.position)
	}
	if len(p.moves) > 0 {
		v.Set("line", p.line())
	}
}

// at returns the place after the first plies of the way.
func (p *place) at(plies int) *place {
	q := *p
	q.moves, q.states = p.moves[:plies], p.states[:plies+1]
	return &q
}

// after returns the place after one more move.
func (p *place) after(c *choice) *place {
	q := *p
	if len(p.moves) >= longLine {
		q.position, q.north, q.moves, q.states = replay.Position(&p.rules, &c.after), false, nil, []rules.State{c.after}
		return &q
	}
	q.moves = append(slices.Clip(p.moves), c.move)
	q.states = append(slices.Clip(p.states), c.after)
	return &q
}

// otherOpens returns the start at which the other side opens.
func (p *place) otherOpens() *place {
	state := p.rules.Start()
	if !p.north {
		state.ToMove = rules.North
	}
	return &place{rules: p.rules, north: !p.north, states: []rules.State{state}}
}

// placeOf is the place of a position, that has been met in a game.
func placeOf(r rules.Ruleset, s rules.State) *place {
	p := &place{rules: r, states: []rules.State{s}}
	start := r.Start()
	if s != start {
		p.position = replay.Position(&r, &s)
	}
	return p
}

// newPlace reads the place from an address.
func newPlace(r rules.Ruleset, v url.Values) (*place, error) {
	p := &place{rules: r, position: v.Get("position")}
	state := r.Start()
	var err error
	if p.position != "" {
		if state, err = replay.ParsePosition(&r, p.position); err != nil {
			return nil, badRequest("position", err)
		}
		p.position = replay.Position(&r, &state)
	}
	switch first := v.Get("first"); {
	case first != "" && first != "south" && first != "north":
		return nil, badRequest("first", nil)
	case first == "north" && p.position != "":
		return nil, badRequest("first", nil)
	case first == "north":
		p.north, state.ToMove = true, rules.North
	}
	moves, captured, err := replay.ParseStated(&r, v.Get("line"))
	if err != nil {
		return nil, badRequest("line", err)
	}
	if len(moves) > maxLine {
		return nil, badRequest("line", fmt.Errorf("it has more than %d plies; name the position", maxLine))
	}
	p.states = []rules.State{state}
	for i, m := range moves {
		stated := notation.NoCapture
		if captured != nil {
			stated = captured[i]
		}
		if err := play(&r, &state, m, stated); err != nil {
			return nil, badRequest("line", fmt.Errorf("ply %d: %w", i+1, err))
		}
		p.moves, p.states = append(p.moves, m), append(p.states, state)
	}
	return p, nil
}

// play makes a move that has ended after replay.HastyLaps laps. Captured is what the
// line says that it captures, notation.NoCapture where that is nothing.
func play(r *rules.Ruleset, s *rules.State, m rules.Move, captured int) error {
	after := *s
	w, err := r.PlayWithin(&after, m, replay.HastyLaps)
	if illegal := new(rules.Illegal); errors.As(err, &illegal) && (illegal.Reason == rules.GivenUp || illegal.Reason == rules.EndlessSowing) {
		return fmt.Errorf("%s is not followed here: the sowing has no end, or more than %d laps", replay.Letter(r, m), replay.HastyLaps)
	}
	if err != nil || captured != notation.NoCapture && captured != int(w.Captured) {
		return replay.PlayStated(r, s, []rules.Move{m}, []int{captured}) // which says it in letters
	}
	*s = after
	return nil
}

// An explorePage is the explorer at a place.
type explorePage struct {
	Reading  string
	Way      []link // the start and every move
	Back     string
	Board    *board
	Say      string   // what the last move was, and who is to move
	Notes    []string // on the position
	Total    string   // in how many games the moves were played
	Moves    []moveRow
	Count    string // the address that has the moves, where they take longer to count
	Games    []foundGame
	AllGames string
	Filter   filterForm
	First    link // the same with the other side opening
}

// A moveRow is a move of the opening table.
type moveRow struct {
	Move, Label, Href                 string
	Games                             int
	Share                             string
	South, Draws, North, Unfinished   int
	MeanMargin, MeanPlies             string
	SouthWidth, DrawWidth, NorthWidth string // the parts of the bar, in percent; "" without results
	NorthAt                           string // where North's part begins
	Reached                           int
}

// A foundGame is a game that reaches the position.
type foundGame struct {
	ID                                       int64
	Href                                     string
	South, North, Result, Score, Date, Event string
	Ply                                      int
}

// A filterForm is the form that chooses games.
type filterForm struct {
	Action string
	Hidden []parameter
	Fields []parameter
	Chosen int    // how many are set
	Open   bool   // some beside the ruleset are, which the tables tell
	Clear  string // the address without them
}

// A parameter is one of an address.
type parameter struct {
	Name, Value, Label, Usage string
	Choices                   []option // that there are, none where any text will do
}

// An option is one of the values of a parameter.
type option struct {
	Value, Text string
	Chosen      bool
}

// filters returns the parameters that choose games and have a value.
func (s *site) filters(v url.Values) url.Values {
	kept := url.Values{}
	for _, name := range s.opt.Fields {
		if slices.Contains(placeNames, name) {
			continue
		}
		for _, value := range v[name] {
			if value != "" {
				kept.Add(name, value)
			}
		}
	}
	return kept
}

// shownFields are the filters that the form offers; an address may have all.
var shownFields = []string{"player", "south", "north", "event", "site", "match", "since", "until", "result", "verdict", "termination", "text", "min-plies", "max-plies"}

// kindFields are the parameters that choose a ruleset.
var kindFields = []string{"game", "pits", "rules"}

// filterForm returns the form of a page's filters; hidden are the parameters that it
// keeps beside them. Kinds are the rulesets that it offers, none where the page is of
// one.
func (s *site) filterForm(action string, v url.Values, hidden url.Values, kinds []db.RulesetCount) filterForm {
	chosen, shown := s.filters(v), shownFields
	if len(kinds) > 0 {
		shown = slices.Concat(kindFields, shownFields)
		for _, name := range kindFields {
			if v.Get(name) != "" {
				chosen[name] = v[name]
			}
		}
	}
	form := filterForm{Action: action, Chosen: len(chosen), Open: len(s.filters(v)) > 0, Clear: s.links.list(strings.TrimPrefix(action, "/"), hidden)}
	hide := func(name string, values []string) {
		for _, value := range values {
			form.Hidden = append(form.Hidden, parameter{Name: name, Value: value})
		}
	}
	for name, values := range hidden {
		hide(name, values)
	}
	if lang := s.links.asked(); lang != "" {
		hide(langName, []string{string(lang)})
	}
	for name, values := range chosen {
		if slices.Contains(shown, name) {
			values = values[1:] // the first stands in its field
		}
		hide(name, values)
	}
	for _, name := range shown {
		if slices.Contains(s.opt.Fields, name) {
			label, usage := s.lang.Filter(name)
			form.Fields = append(form.Fields, parameter{name, chosen.Get(name), label, usage, s.choices(name, chosen.Get(name), kinds)})
		}
	}
	was := url.Values{}
	for _, list := range [][]parameter{form.Hidden, form.Fields} {
		for i := range list {
			p := &list[i]
			if shown := s.oneLine(p.Value); shown != p.Value {
				was.Add(p.Name, p.Value)
				p.Value = shown
			}
		}
	}
	if len(was) > 0 {
		hide(wasName, []string{was.Encode()})
	}
	slices.SortFunc(form.Hidden, func(a, b parameter) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value)) })
	return form
}

// wasName is the parameter that a form sends beside the values that it cannot show as
// they are, as an invisible character is shown escaped: it has these values themselves,
// encoded as in an address.
const wasName = "was"

// restore gives the values of an address that a form has sent as they were shown, and
// that nobody has changed there, their own characters back.
func (s *site) restore(v url.Values) {
	was, _ := url.ParseQuery(v.Get(wasName)) // what cannot be read is none
	v.Del(wasName)
	for name, values := range was {
		for _, value := range values {
			if i := slices.Index(v[name], s.oneLine(value)); i >= 0 {
				v[name][i] = value
			}
		}
	}
}

// choices are the values that a field offers, none where any text will do. One that
// is chosen and is none of them comes last.
func (s *site) choices(name, chosen string, kinds []db.RulesetCount) []option {
	var list []option
	offer := func(value, text string) {
		if !slices.ContainsFunc(list, func(o option) bool { return o.Value == value }) {
			list = append(list, option{value, text, strings.EqualFold(value, chosen)})
		}
	}
	offer("", s.say(words.AnyValue))
	switch name {
	case "verdict":
		for _, v := range []replay.Verdict{replay.Complete, replay.Decided, replay.Unfinished, replay.Contradiction} {
			offer(v.String(), s.lang.Verdict(v.String()))
		}
	case "result":
		for _, r := range []notation.Result{notation.SouthWon, notation.NorthWon, notation.Draw, notation.Unknown} {
			offer(r.String(), s.lang.Result(r.String()))
		}
	case "game":
		if g, err := replay.ParseGame(chosen); err == nil {
			chosen = replay.GameSlug(g)
		}
		for _, k := range inOrder(kinds) {
			offer(replay.GameSlug(k.Ruleset.Game), k.Ruleset.Game.String())
		}
	case "pits":
		sizes := slices.Clone(kinds)
		slices.SortFunc(sizes, func(a, b db.RulesetCount) int { return cmp.Compare(a.Ruleset.Pits, b.Ruleset.Pits) })
		for _, k := range sizes {
			offer(strconv.Itoa(int(k.Ruleset.Pits)), fmt.Sprintf("2 x %d", k.Ruleset.Pits))
		}
	case "rules":
		for _, k := range inOrder(kinds) {
			if replay.RulesText(k.Ruleset) == "" {
				offer("usual", s.say(words.UsualRules))
			}
		}
		for _, k := range inOrder(kinds) {
			if text := replay.RulesText(k.Ruleset); text != "" {
				offer(text, text)
			}
		}
	default:
		return nil
	}
	if !slices.ContainsFunc(list, func(o option) bool { return o.Chosen }) {
		list = append(list, option{chosen, chosen, true})
	}
	return list
}

// CompareRulesets compares rulesets by the order in which they are shown: by game,
// board and reading, the usual one first.
func CompareRulesets(a, b rules.Ruleset) int {
	return cmp.Or(
		cmp.Compare(slices.Index(replay.Games(), a.Game), slices.Index(replay.Games(), b.Game)),
		cmp.Compare(a.Pits, b.Pits), cmp.Compare(replay.RulesText(a), replay.RulesText(b)))
}

// inOrder are rulesets in that order.
func inOrder(list []db.RulesetCount) []db.RulesetCount {
	return slices.SortedStableFunc(slices.Values(list), func(a, b db.RulesetCount) int { return CompareRulesets(a.Ruleset, b.Ruleset) })
}

// rulesets returns the rulesets that an address leaves, the most played first.
func (s *site) rulesets(ctx context.Context, v url.Values) ([]db.RulesetCount, error) {
	only := url.Values{}
	for _, name := range kindFields {
		only[name] = v[name]
	}
	f, err := s.opt.Filter(only)
	if err != nil {
		return nil, err
	}
	if len(f.Games) == 1 && len(f.Rules) == 1 && len(f.Pits) <= 1 {
		pits, text := 0, f.Rules[0]
		if len(f.Pits) == 1 {
			pits = f.Pits[0]
		}
		if strings.EqualFold(text, "usual") {
			text = ""
		}
		if r, err := replay.ParseRuleset(f.Games[0], pits, text); err == nil {
			return []db.RulesetCount{{Ruleset: r}}, nil
		}
	}
	return s.archive.Rulesets(ctx, f)
}

// A kind is a ruleset whose games may be explored, from a place on.
type kind struct {
	place *place
	games int // that are known of, 0 where they have not been counted
}

// starts are the kinds of counted rulesets from their starts on.
func starts(counted []db.RulesetCount) (list []kind) {
	for _, c := range inOrder(counted) {
		list = append(list, kind{placeOf(c.Ruleset, c.Ruleset.Start()), c.Games})
	}
	return list
}

// fitting are the kinds of counted rulesets that have the place which an address names.
// If none has the error says why.
func fitting(counted []db.RulesetCount, v url.Values) (list []kind, err error) {
	for _, c := range inOrder(counted) {
		p, unfit := newPlace(c.Ruleset, v)
		if unfit != nil {
			err = cmp.Or(err, unfit)
			continue
		}
		list = append(list, kind{p, c.Games})
	}
	if len(list) > 0 {
		return list, nil
	}
	return nil, err
}

// recount counts the games of kinds that filters choose as well as the ruleset, and
// leaves out those that have none.
func (s *site) recount(ctx context.Context, list []kind, f db.Filter) ([]kind, error) {
	counted, err := s.archive.Rulesets(ctx, f)
	if err != nil {
		return nil, err
	}
	left := slices.Clone(list)
	for i := range left {
		left[i].games = 0
		if at := slices.IndexFunc(counted, func(c db.RulesetCount) bool { return c.Ruleset == left[i].place.rules }); at >= 0 {
			left[i].games = counted[at].Games
		}
	}
	return slices.DeleteFunc(left, func(k kind) bool { return k.games == 0 }), nil
}

// explorePage makes the explorer's page of an address, or one that offers the
// games to explore where it leaves several.
func (s *site) explorePage(ctx context.Context, r *http.Request) ([]byte, error) {
	v := r.URL.Query()
	filters := s.filters(v)
	f, err := s.opt.Filter(filters)
	if err != nil {
		return nil, err
	}
	counted, err := s.rulesets(ctx, v)
	if err != nil {
		return nil, err
	}
	kinds, err := fitting(counted, v)
	if err != nil {
		return nil, err
	}
	ctx, cancel := s.patience(ctx)
	defer cancel()
	if len(kinds) > 1 && !f.Empty() {
		left, err := s.recount(ctx, kinds, f)
		if s.givenUp(ctx, err) {
			return s.choosePage(uncounted(kinds), filters, s.links.list("explore", withCount(v)))
		} else if err != nil {
			return nil, err
		}
		kinds = left
	}
	if len(kinds) != 1 {
		return s.choosePage(kinds, filters, "")
	}
	p := kinds[0].place
	moves, total, err := s.archive.Openings(ctx, db.OpeningQuery{Ruleset: p.rules, From: *p.state(), Filter: f})
	var games []foundGame
	if err == nil {
		games, err = s.reaching(ctx, p, f)
	}
	if err != nil && !s.givenUp(ctx, err) {
		return nil, err
	}
	body := s.explore(p, filters, moves, total)
	body.Games = games
	if err == nil && body.First.Href != "" && f.Empty() { // which the archive knows
		_, others, err := s.archive.Openings(ctx, db.OpeningQuery{Ruleset: p.rules, From: *p.otherOpens().state()})
		if err == nil {
			body.First.Text += ": " + s.count(words.GameCount, others)
		} else if !s.givenUp(ctx, err) {
			return nil, err
		}
	}
	if err != nil {
		body.uncounted(s.links.explore(p, withCount(filters)))
	}
	s.choosing(body, p, filters)
	return s.render("explore", s.exploreTitle(p), body)
}

// exploreTitle is the title of the explorer's page.
func (s *site) exploreTitle(p *place) string {
	title := s.say(words.OpeningsOf, Reading(s.lang, p.rules))
	if len(p.moves) > 0 {
		return p.line() + " - " + title
	}
	return title
}

// uncounted takes away what is not known of the games, and says where it is.
func (body *explorePage) uncounted(href string) {
	body.Moves, body.Games, body.Count = nil, nil, href
	for _, row := range [][]pit{body.Board.North, body.Board.South} {
		for i := range row {
			row[i].Games = -1
		}
	}
}

// A chosenGame is a game to explore.
type chosenGame struct {
	Reading              string
	Games                int
	Explore, List, Stats string
}

func (s *site) chosenGames(kinds []kind, filters url.Values) []chosenGame {
	var list []chosenGame
	for _, k := range kinds {
		p := k.place
		v := url.Values{}
		placeOf(p.rules, p.rules.Start()).put(v)
		explore := s.links.explore(p, filters)
		if explore == "" { // files, where South has opened no game
			explore = s.links.explore(p.otherOpens(), filters)
		}
		list = append(list, chosenGame{Reading(s.lang, p.rules), k.games, explore, s.links.list("games", v), s.links.list("stats", v)})
	}
	return list
}

// uncounted are the kinds without the numbers of their games.
func uncounted(kinds []kind) (list []kind) {
	for _, k := range kinds {
		list = append(list, kind{place: k.place})
	}
	return list
}

// A choosePage offers the games to explore.
type choosePage struct {
	Games []chosenGame
	Count string // the address of the page with their numbers, where these take longer
}

func (s *site) choosePage(kinds []kind, filters url.Values, count string) ([]byte, error) {
	return s.render("choose", s.say(words.Openings), choosePage{s.chosenGames(kinds, filters), count})
}

// explore fills in the explorer's page: the board, and the moves that games played.
func (s *site) explore(p *place, filters url.Values, moves []db.OpeningMove, total int) *explorePage {
	state := p.state()
	body := &explorePage{Reading: Reading(s.lang, p.rules), Total: s.total(p, total), Board: newBoard(s.lang, &p.rules, state)}
	s.way(body, p, filters)
	possible, givenUp := choices(&p.rules, state)
	for i := range possible {
		c := &possible[i]
		at := slices.IndexFunc(moves, func(m db.OpeningMove) bool { return m.Move == c.move })
		href := s.links.explore(p.after(c), filters)
		row := moveRow{Move: replay.Letter(&p.rules, c.move), Href: href}
		if at >= 0 {
			row.fill(s.lang, &moves[at], total)
		}
		if pit := body.Board.pit(c.move); pit != nil {
			pit.Href, pit.Games, pit.Laps = href, row.Games, firstLaps(&p.rules, state, c.move, c.sowing)
		}
		if at >= 0 || c.move == rules.Pass {
			body.Moves = append(body.Moves, row)
		}
	}
	for i := range moves { // that are legal, and too long to be followed here
		if slices.Contains(givenUp, moves[i].Move) {
			row := moveRow{Move: replay.Letter(&p.rules, moves[i].Move)}
			row.fill(s.lang, &moves[i], total)
			body.Moves = append(body.Moves, row)
		}
	}
	slices.SortStableFunc(body.Moves, func(a, b moveRow) int { return cmp.Compare(b.Games, a.Games) })
	s.notes(body, p, possible, givenUp)
	return body
}

// total says how many games the moves of a place were played in, and at the start who
// opened them, as there are those that the other side did.
func (s *site) total(p *place, games int) string {
	n := s.count(words.GameCount, games)
	if p.atStart() {
		return s.say(words.PlayedOpened, n, side(s.lang, p.state().ToMove))
	}
	return s.say(words.PlayedFrom, n)
}

// atStart reports whether the place is where games begin.
func (p *place) atStart() bool { return p.position == "" && len(p.moves) == 0 }

// way fills in how the place was come to.
func (s *site) way(body *explorePage, p *place, filters url.Values) {
	first := words.Start
	if p.position != "" {
		first = words.Position
	}
	body.Way = []link{{Text: s.say(first), Href: s.links.explore(p.at(0), filters), Current: len(p.moves) == 0}}
	for i, m := range p.moves {
		body.Way = append(body.Way, link{replay.Letter(&p.rules, m), s.links.explore(p.at(i+1), filters), i+1 == len(p.moves)})
	}
	if n := len(p.moves); n > 0 {
		body.Back = s.links.explore(p.at(n-1), filters)
		s.markLast(body.Board, p)
		body.Say = s.say(words.HasPlayed, side(s.lang, p.at(n-1).state().ToMove), replay.Letter(&p.rules, p.moves[n-1])) + " "
	}
	body.Say += words.Sentence(s.say(words.ToMove, side(s.lang, p.state().ToMove))) + ". " + s.say(words.InStore, body.Board.Stores[0], body.Board.Stores[1])
	if p.atStart() {
		other := p.otherOpens()
		body.First = link{Text: s.say(words.GamesOpened, side(s.lang, other.state().ToMove)), Href: s.links.explore(other, filters)}
	}
}

// markLast marks the last move of the way.
func (s *site) markLast(b *board, p *place) {
	n := len(p.moves)
	before := *p.at(n - 1).state()
	w, err := p.rules.PlayWithin(&before, p.moves[n-1], replay.HastyLaps)
	if err == nil { // the way has been played: always
		b.mark(int(p.moves[n-1]), int(w.Landing), pitNumbers(w.Taken))
		b.Legend = true
	}
}

// notes fills in what is to be said of the position.
func (s *site) notes(body *explorePage, p *place, possible []choice, givenUp []rules.Move) {
	if p.rules.InCycle(p.state()) {
		body.Notes = append(body.Notes, s.say(words.OpeningCycle))
	}
	if len(givenUp) > 0 {
		body.Notes = append(body.Notes, s.say(words.NotFollowed, replay.HastyLaps, strings.Join(replay.Letters(&p.rules, givenUp), ", ")))
	} else if len(possible) == 0 {
		body.Notes = append(body.Notes, s.say(words.GameOver))
		body.Board.ToMove = ""
	}
}

// fill fills in what became of the games that played the move, of total.
func (row *moveRow) fill(l words.Language, m *db.OpeningMove, total int) {
	decided := float64(m.South + m.Draws + m.North)
	row.Games, row.Share = m.Games, l.Decimal(percent(float64(m.Games), float64(total)))
	row.South, row.Draws, row.North, row.Unfinished, row.Reached = m.South, m.Draws, m.North, m.Unfinished, m.Reached
	row.MeanMargin, row.MeanPlies = l.Decimal(ratio(float64(m.MarginSum), float64(m.Scored))), l.Decimal(ratio(float64(m.PliesSum), float64(m.Complete)))
	if decided > 0 {
		row.SouthWidth, row.DrawWidth, row.NorthWidth = percent(float64(m.South), decided), percent(float64(m.Draws), decided), percent(float64(m.North), decided)
		row.NorthAt = percent(float64(m.South+m.Draws), decided)
		row.Label = l.Text(words.ResultShares, l.Decimal(row.SouthWidth), l.Decimal(row.DrawWidth), l.Decimal(row.NorthWidth))
	}
}

// ratio is part / whole with one decimal, "" where the whole is none.
func ratio(part, whole float64) string {
	if whole == 0 {
		return ""
	}
	text := strconv.FormatFloat(part/whole, 'f', 1, 64)
	return strings.Replace(text, "-0.0", "0.0", 1)
}

func percent(part, whole float64) string { return ratio(100*part, whole) }

// reaching returns the first games that reach the position.
func (s *site) reaching(ctx context.Context, p *place, f db.Filter) (list []foundGame, err error) {
	f.Games, f.Pits, f.Rules = []rules.Game{p.rules.Game}, []int{int(p.rules.Pits)}, []string{replay.RulesText(p.rules)}
	q := db.FindQuery{By: "position", Text: replay.Position(&p.rules, p.state()), Filter: f, Limit: shownGames}
	err = s.archive.Find(ctx, q, func(g *db.Game, ply int) error {
		list = append(list, s.foundGame(g, ply))
		return nil
	})
	return list, err
}

// choosing fills in how to choose games, and where all are that reach the position.
func (s *site) choosing(body *explorePage, p *place, filters url.Values) {
	hidden := url.Values{}
	p.put(hidden)
	all := url.Values{"position": {body.Board.Position}, "game": hidden["game"], "pits": hidden["pits"], "rules": hidden["rules"]}
	maps.Copy(all, filters)
	body.AllGames = s.links.list("games", all)
	body.Filter = s.filterForm("/explore", filters, hidden, nil)
}

func (s *site) foundGame(g *db.Game, ply int) foundGame {
	found := foundGame{ID: g.ID, Href: s.links.game(g.ID, ply), Result: g.Result.String(), Ply: ply}
	if g.HasScore {
		found.Score = fmt.Sprintf("%d-%d", g.Score[0], g.Score[1])
	}
	for _, tag := range g.Tags {
		switch tag.Name {
		case "South":
			found.South = shorten(tag.Value)
		case "North":
			found.North = shorten(tag.Value)
		case "Date":
			found.Date = shorten(tag.Value)
		case "Event":
			found.Event = shorten(tag.Value)
		}
	}
	return found
}
