package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Filter chooses games. A field that is empty chooses all; of several values
// in a field any may match; all fields must.
//
// Names and tag values are matched whole, after NFC and folding of case and
// blanks; '*' stands for any text and '?' for any one character. Pattern makes of a
// name what matches it alone. Player, South and
// North choose a person: all games of it, under whatever spelling, where the name
// matches one of its spellings or aliases. "J. Doe" is every one of that name,
// "J. Doe #17" the one of that id, and "J. Doe #" the one without.
type Filter struct {
	IDs   []int64
	Games []rules.Game
	Pits  []int
	Rules []string // as a Rules tag; "" and "usual" are the usual reading

	Player, South, North []string // Player: either side
	Event, Site, Match   []string
	Source               []string
	Terminations         []string
	Tags                 []TagMatch
	Text                 []string // words of which each must occur in some tag's value or comment, letters of either case

	Since, Until string // dates, which may be partial: 1928, 1928.05, 1928.05.13; a game matches where its date overlaps

	Results  []notation.Result
	Verdicts []replay.Verdict
	MinPlies int
	MaxPlies *int // nil for no bound

	Lines     []string // moves, such as "D b A": the game begins with them
	Positions []string // in the one-line form: the game reaches one
}

// A TagMatch asks for a tag's value.
type TagMatch struct{ Name, Value string }

// A FilterError is the error of a filter that has no meaning.
type FilterError struct {
	Field string // the filter, as the command line calls it: "since"
	Msg   string
}

func (e *FilterError) Error() string { return fmt.Sprintf("--%s: %s", e.Field, e.Msg) }

// A where is a condition on rows, made up of terms that must all hold. Text from
// outside goes into its arguments only.
type where struct {
	terms []string
	args  []any
}

func (w *where) add(term string, args ...any) {
	w.terms = append(w.terms, "("+term+")")
	w.args = append(w.args, args...)
}

// and returns the condition with a term more, and leaves w as it is.
func (w *where) and(term string, args ...any) *where {
	both := where{slices.Clone(w.terms), slices.Clone(w.args)}
	both.add(term, args...)
	return &both
}

// listed adds that a game's id is one of a list.
func (w *where) listed(ids []int64) {
	w.add("game.id IN (SELECT value FROM json_each(?))", toJSON(ids))
}

// sql returns the condition.
func (w *where) sql() string {
	if len(w.terms) == 0 {
		return "TRUE"
	}
	return chain(w.terms, " AND ")
}

// chain joins terms by an operator. SQLite takes an expression that is not nested more
// than a thousand deep, which a plain chain of so many terms is.
func chain(terms []string, operator string) string {
	if len(terms) <= longChain {
		return strings.Join(terms, operator)
	}
	half := len(terms) / 2
	return "(" + chain(terms[:half], operator) + ")" + operator + "(" + chain(terms[half:], operator) + ")"
}

// longChain is how many terms make a plain chain.
const longChain = 50

// in adds that an expression is one of the values, if there are any.
func (w *where) in(expr string, values []any) {
	if len(values) > 0 {
		w.add(expr+" IN (?"+strings.Repeat(",?", len(values)-1)+")", values...)
	}
}

// any adds that a term holds for one of the values, if there are any.
func (w *where) any(values []string, term func(value string) (string, []any)) {
	var terms []string
	var args []any
	for _, v := range values {
		t, a := term(v)
		terms, args = append(terms, t), append(args, a...)
	}
	if len(terms) > 0 {
		w.add(chain(terms, " OR "), args...)
	}
}

// names adds that a text is one of the names, both folded.
func (w *where) names(expr string, names []string) {
	w.any(names, func(name string) (string, []any) { return matches("fold("+expr+")", name) })
}

// matches is the term that a folded text is a name, which may have wildcards.
func matches(folded, name string) (string, []any) {
	text, exact := glob(name)
	if exact {
		return folded + " = ?", []any{text}
	}
	return folded + " GLOB ?", []any{text}
}

// nameIDs adds that a game's event or site, the table of which has that name, is
// one of the names.
func (w *where) nameIDs(table string, names []string) {
	w.any(names, func(name string) (string, []any) {
		term, args := matches("folded", name)
		return fmt.Sprintf("game.%s IN (SELECT id FROM %s WHERE %s)", table, table, term), args
	})
}

// players adds that one of the players is on one of the sides.
func (w *where) players(s *snapshot, ids []int64, sides ...rules.Side) {
	if games, ok := s.index.of(ids, sides...); ok {
		w.listed(games)
		return
	}
	var terms []string
	var args []any
	for _, side := range sides {
		terms, args = append(terms, "game."+sideColumns[side]+" IN (SELECT value FROM json_each(?))"), append(args, toJSON(ids))
	}
	w.add(strings.Join(terms, " OR "), args...)
}

var bothSides = []rules.Side{rules.South, rules.North}

// sideColumns are the columns that refer to the players.
var sideColumns = [2]string{rules.South: "south", rules.North: "north"}

// addPlayers adds the terms on the players.
func (f *Filter) addPlayers(ctx context.Context, s *snapshot, w *where) error {
	for _, part := range []struct {
		names []string
		sides []rules.Side
	}{
		{f.Player, bothSides}, {f.South, []rules.Side{rules.South}}, {f.North, []rules.Side{rules.North}},
	} {
		if len(part.names) == 0 {
			continue
		}
		ids := []int64{}
		for _, name := range part.names {
			found, err := s.findPeople(ctx, name)
			if err != nil {
				return err
			}
			ids = append(ids, found.ids...)
		}
		w.players(s, ids, part.sides...)
	}
	return nil
}

func anys[T any](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = v
	}
	return list
}

// numbers returns the values of a type of numbers as SQLite takes them.
func numbers[T ~uint8](values []T) []any {
	list := make([]any, len(values))
	for i, v := range values {
		list[i] = int64(v)
	}
	return list
}

// condition returns the filter as a condition on the table of games. Positions
// are looked for here, in all games that the rest of the filter chooses.
func (f *Filter) condition(ctx context.Context, s *snapshot) (*where, error) {
	var w where
	w.in("game.id", anys(f.IDs))
	if err := f.addRules(&w); err != nil {
		return nil, err
	}
	if err := f.addPlayers(ctx, s, &w); err != nil {
		return nil, err
	}
	w.nameIDs("event", f.Event)
	w.nameIDs("site", f.Site)
	w.names("game.match", f.Match)
	w.names("game.termination", f.Terminations)
	w.any(f.Source, func(name string) (string, []any) {
		term, args := matches("fold(path)", name)
		return "game.source IN (SELECT id FROM source WHERE " + term + ")", args
	})
	if err := f.addDates(&w); err != nil {
		return nil, err
	}
	w.in("game.result", numbers(f.Results))
	w.in("game.verdict", numbers(f.Verdicts))
	if f.MinPlies > 0 {
		w.add("game.plies >= ?", f.MinPlies)
	}
	if f.MaxPlies != nil {
		w.add("game.plies <= ?", *f.MaxPlies)
	}
	f.addTags(&w)
	f.addText(&w)
	if err := f.addLines(ctx, s, &w); err != nil {
		return nil, err
	}
	return &w, f.addPositions(ctx, s, &w)
}

// statsCondition is the condition for statistics, in which contradictory games
// count only where the filter asks for their verdict.
func (f *Filter) statsCondition(ctx context.Context, s *snapshot) (*where, error) {
	w, err := f.condition(ctx, s)
	if err == nil && len(f.Verdicts) == 0 {
		w.add("game.verdict <> ?", int(replay.Contradiction))
	}
	return w, err
}

// Empty reports whether the filter chooses all games.
func (f *Filter) Empty() bool {
	return reflect.ValueOf(*f).IsZero()
}

// addRules adds the terms on the ruleset.
func (f *Filter) addRules(w *where) error {
	var r where
	var games []any
	for _, g := range f.Games {
		games = append(games, g.String())
	}
	r.in("game", games)
	r.in("pits", anys(f.Pits))
	if err := f.addReadings(&r); err != nil {
		return err
	}
	if len(r.terms) > 0 {
		w.add("game.ruleset IN (SELECT id FROM ruleset WHERE "+r.sql()+")", r.args...)
	}
	return nil
}

// addReadings adds the term on the rules. What stands in a Rules tag is spelled
// as the archive spells it, which may differ from game to game.
func (f *Filter) addReadings(r *where) error {
	games := f.Games
	if len(games) == 0 {
		games = replay.Games()
	}
	var unknown error
	known := false
	r.any(f.Rules, func(text string) (string, []any) {
		var terms []string
		var args []any
		for _, g := range games {
			lo, _ := g.Boards()
			ruleset, err := replay.ParseRuleset(g, lo, text)
			if err != nil {
				unknown = cmp.Or(unknown, err)
				continue
			}
			known = true
			terms, args = append(terms, "game = ? AND rules = ?"), append(args, g.String(), replay.RulesText(ruleset))
		}
		return chain(append(terms, "FALSE"), " OR "), args
	})
	if len(f.Rules) > 0 && !known {
		return &FilterError{"rules", unknown.Error()}
	}
	return nil
}

func (f *Filter) addDates(w *where) error {
	for _, bound := range []struct {
		field, text, term string
		last              bool
	}{
		{"since", f.Since, "game.date_to >= ?", false},
		{"until", f.Until, "game.date_from <= ?", true},
	} {
		if bound.text == "" {
			continue
		}
		from, to, ok := replay.DateInterval(bound.text)
		if !ok {
			return &FilterError{bound.field, fmt.Sprintf("%s is no date; dates are such as 1928, 1928.05 or 1928.05.13", replay.Quote(bound.text))}
		}
		if bound.last {
			from = to
		}
		w.add(bound.term, from)
	}
	return nil
}

// tagColumns are the expressions of the tags that have columns, by their folded
// names.
var tagColumns = map[string]string{
	"event":       "(SELECT name FROM event WHERE id = game.event)",
	"site":        "(SELECT name FROM site WHERE id = game.site)",
	"date":        "game.date",
	"round":       "game.round",
	"south":       "(SELECT name FROM player WHERE id = game.south)",
	"north":       "(SELECT name FROM player WHERE id = game.north)",
	"result":      "CASE game.result WHEN 2 THEN '1-0' WHEN 3 THEN '0-1' WHEN 4 THEN '1/2-1/2' ELSE '*' END",
	"game":        "(SELECT game FROM ruleset WHERE id = game.ruleset)",
	"pits":        "(SELECT pits FROM ruleset WHERE id = game.ruleset)",
	"rules":       "(SELECT nullif(rules, '') FROM ruleset WHERE id = game.ruleset)",
	"setup":       "CASE WHEN game.start IS NOT NULL THEN '1' END",
	"position":    "game.start",
	"score":       "game.south_score || '-' || game.north_score",
	"termination": "game.termination",
	"match":       "game.match",
	"matchtarget": "game.match_target",
}

// allText is the expression of all that a game's text filter looks at.
const allText = `concat_ws(' ',
	(SELECT name FROM event WHERE id = game.event), (SELECT name FROM site WHERE id = game.site), game.date, game.round,
	(SELECT name FROM player WHERE id = game.south), (SELECT name FROM player WHERE id = game.north),
	game.termination, game.match, game.match_target,
	(SELECT group_concat(value ->> 1, ' ') FROM json_each(ifnull(game.all_tags, game.tags))),
	(SELECT group_concat(concat_ws(' ', value ->> 'comment', value ->> 'variation', value ->> 'lost'), ' ') FROM json_each(game.annotations)))`

// addText adds that one of the texts has all its words in what a game says, which is put
// together once for all of them.
func (f *Filter) addText(w *where) {
	var t where
	t.any(f.Text, func(words string) (string, []any) {
		terms, args := []string{"TRUE"}, []any{}
		for word := range strings.FieldsSeq(words) {
			terms, args = append(terms, "instr(said, ?) > 0"), append(args, fold(word))
		}
		return chain(terms, " AND "), args
	})
	if len(t.terms) > 0 {
		w.add("SELECT "+t.sql()+" FROM (SELECT fold("+allText+") AS said)", t.args...)
	}
}

func (f *Filter) addTags(w *where) {
	for i, match := range f.Tags {
		name := fold(match.Name)
		if slices.ContainsFunc(f.Tags[:i], func(m TagMatch) bool { return fold(m.Name) == name }) {
			continue // went with the first of its name: a filter given twice means either
		}
		var values []string
		for _, m := range f.Tags[i:] {
			if fold(m.Name) == name {
				values = append(values, m.Value)
			}
		}
		w.any(values, func(value string) (string, []any) {
			term, args := matches("fold(value ->> 1)", value)
			args = append([]any{name}, args...)
			column, ok := tagColumns[name]
			if !ok {
				return "EXISTS (SELECT 1 FROM json_each(ifnull(game.all_tags, game.tags)) WHERE fold(value ->> 0) = ? AND " + term + ")", args
			}
			columnTerm, columnArgs := matches("fold("+column+")", value)
			return "CASE WHEN game.all_tags IS NULL THEN " + columnTerm +
				" ELSE EXISTS (SELECT 1 FROM json_each(game.all_tags) WHERE fold(value ->> 0) = ? AND " + term + ") END", append(columnArgs, args...)
		})
	}
}

// addLines adds that a game begins with one of the lines. A line is read on the
// board of every ruleset that the archive has and the filter leaves.
func (f *Filter) addLines(ctx context.Context, s *snapshot, w *where) error {
	if len(f.Lines) == 0 {
		return nil
	}
	rulesets, err := f.rulesets(ctx, s)
	if err != nil {
		return err
	}
	var terms []string
	var args []any
	for _, text := range f.Lines {
		fault := error(nil)
		read := false
		for id, r := range rulesets {
			ln, err := parseLine(&r, text)
			if err == nil && ln.captured != nil {
				_, err = ln.play(&r)
			}
			if err != nil {
				fault = err
				continue
			}
			read = true
			term, more := beginsWith(id, &r, ln.first, ln.moves)
			terms, args = append(terms, term), append(args, more...)
		}
		if !read && fault != nil {
			return &FilterError{"line", fault.Error()}
		}
	}
	w.add(chain(append(terms, "FALSE"), " OR "), args...)
	return nil
}

// beginsWith is the term that a game of a ruleset begins with moves, the first
// of which is first's.
func beginsWith(ruleset int64, r *rules.Ruleset, first rules.Side, moves []rules.Move) (term string, args []any) {
	lo, hi := prefixRange(r, moves)
	term, args = "game.ruleset = ? AND game.north_first = ? AND game.moves >= ?", []any{ruleset, int(first), lo}
	if hi != nil {
		term, args = term+" AND game.moves < ?", append(args, hi)
	}
	return term, args
}

// A line is moves by players who take turns.
type line struct {
	moves    []rules.Move
	captured []int // as replay.ParseStated has it
	first    rules.Side
}

// play returns the state that the line leads to from the usual start. A capture that
// it states and that is not so is an error.
func (ln *line) play(r *rules.Ruleset) (rules.State, error) {
	state := r.Start()
	state.ToMove = ln.first
	return state, replay.PlayStated(r, &state, ln.moves, ln.captured)
}

// parseLine reads a line, such as "D b A" or "1. D b 2. A+3".
func parseLine(r *rules.Ruleset, text string) (ln line, err error) {
	ln.moves, ln.captured, err = replay.ParseStated(r, text)
	if err == nil && len(ln.moves) == 0 {
		err = fmt.Errorf("no move in %s", replay.Quote(text))
	}
	if err != nil {
		return line{}, err
	}
	told := false // who moves first: by the first pit that is named
	for i, m := range ln.moves {
		if m == rules.Pass {
			continue
		}
		owner := r.Owner(rules.Pit(m))
		opened := owner ^ rules.Side(i%2)
		if !told {
			ln.first, told = opened, true
		}
		if opened != ln.first {
			return line{}, fmt.Errorf("%s stands where %v is to move", replay.Letter(r, m), owner.Other())
		}
	}
	return ln, nil
}

// addPositions adds that a game comes to one of the positions.
func (f *Filter) addPositions(ctx context.Context, s *snapshot, w *where) error {
	if len(f.Positions) == 0 {
		return nil
	}
	targets, err := f.targets(ctx, s, "position", f.Positions...)
	if err != nil {
		return err
	}
	others := *f
	others.Positions = nil
	found := []int64{}
	err = s.find(ctx, targets, w, others.onlyRules().Empty(), 0, func(hits []hit) error {
		for _, h := range hits {
			found = append(found, h.id)
		}
		return nil
	})
	w.listed(found)
	return err
}

// rulesets returns the rulesets of the archive that the filter leaves, by id.
func (f *Filter) rulesets(ctx context.Context, s *snapshot) (map[int64]rules.Ruleset, error) {
	var w where
	if err := f.addRules(&w); err != nil {
		return nil, err
	}
	all, err := s.rulesets(ctx)
	if err != nil || len(w.terms) == 0 {
		return all, err
	}
	rows, err := s.tx.QueryContext(ctx, "SELECT id FROM (SELECT id, id AS ruleset FROM ruleset) AS game WHERE "+w.sql(), w.args...)
	if err != nil {
		return nil, err
	}
	left := make(map[int64]rules.Ruleset)
	err = each(rows, func() error {
		var id int64
		err := rows.Scan(&id)
		left[id] = all[id]
		return err
	})
	return left, err
}

// each calls f for each row.
func each(rows *sql.Rows, f func() error) error {
	defer rows.Close()
	for rows.Next() {
		if err := f(); err != nil {
			return err
		}
	}
	return rows.Err()
}
