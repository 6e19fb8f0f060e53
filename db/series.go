package db

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Series is the games of one match under one ruleset, and their tally. A match
// is known by its Match tag, folded; one that was played under several rulesets
// is as many series.
type Series struct {
	Match   string // in the spelling that most of the games have
	Ruleset rules.Ruleset

	// The two who played most of the games, by name; "" where no game names two.
	// Names that fold alike are one player, as in Standing.
	Players  [2]string
	Wins     [2]int // of each
	Draws    int
	NoResult int

	Target  int      // the wins agreed on, 0 for none
	Winner  string   // who has reached them first, "" for nobody
	Decided int      // with which of the games, from 1; 0 for none
	Targets []string // the MatchTarget tags, where there are others than Target

	Games      []SeriesGame // in their order: by round, then by date, then by ID
	Missing    []Rounds     // those below the greatest round that no game of the match has
	Repeated   []Rounds     // those that several games of the series have
	Unnumbered int          // games without a round number, where others have one
	Others     int          // games between others than Players, which the tally leaves out
	After      int          // games after the decision
	Mixed      bool         // the match has games under other rulesets too
}

// Rounds are the rounds from First to Last.
type Rounds struct{ First, Last int }

func (r Rounds) String() string {
	if r.First == r.Last {
		return strconv.Itoa(r.First)
	}
	return fmt.Sprintf("%d-%d", r.First, r.Last)
}

// A SeriesGame is a game of a series, with the tally after it.
type SeriesGame struct {
	ID         int64
	Source     string
	SourceGame int    // its number in the source, from 1
	Round      string // the Round tag, "" for none
	Date       string // the Date tag, "" for none
	Players    [2]string
	Result     notation.Result
	Score      [2]int
	HasScore   bool

	Wins  [2]int // of the series' players, in their order
	Draws int

	Repeated bool // another game has its round
	Other    bool // it is between others than the series' players
	After    bool // it was played after the decision

	round    int         // its number, 0 for none
	dateFrom int         // 0 for none
	spelled  [2]spelling // the players
	target   opt
	ruleset  int64
	match    string
}

// PlayerPattern is Game.PlayerPattern.
func (g *SeriesGame) PlayerPattern(side rules.Side) string { return g.spelled[side].pattern() }

// A NoMatchError is the error of a match that no game belongs to.
type NoMatchError struct{ Name string }

func (e *NoMatchError) Error() string {
	return fmt.Sprintf("there is no match %s", replay.Quote(e.Name))
}

// Series returns the series that the games which the filter chooses make up, by
// name; those of the matches called name, as Filter.Match is, unless that is "".
// A name that no game has is a *NoMatchError. Contradictory games count only
// where the filter asks for their verdict.
func (a *Archive) Series(ctx context.Context, name string, f Filter) (list []Series, err error) {
	err = a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.statsCondition(ctx, s)
		if err != nil {
			return err
		}
		if name != "" {
			w.names("game.match", []string{name})
		}
		matches, err := readMatches(ctx, s, w)
		if err != nil {
			return err
		}
		if len(matches) == 0 && name != "" {
			return checkMatch(ctx, s, name)
		}
		known, err := s.rulesets(ctx)
		if err != nil {
			return err
		}
		for _, folded := range slices.Sorted(maps.Keys(matches)) {
			list = append(list, newSeries(matches[folded], known)...)
		}
		return nil
	})
	return list, err
}

// checkMatch returns the error of a match that no game belongs to.
func checkMatch(ctx context.Context, s *snapshot, name string) error {
	term, args := matches("fold(match)", name)
	var there bool
	err := s.tx.QueryRowContext(ctx, "SELECT EXISTS (SELECT 1 FROM game WHERE match IS NOT NULL AND "+term+")", args...).Scan(&there)
	if err == nil && !there {
		err = &NoMatchError{Named(name)}
	}
	return err
}

// readMatches reads the games of a condition that belong to a match, by its
// folded name. A blank one is none.
func readMatches(ctx context.Context, s *snapshot, w *where) (map[string][]SeriesGame, error) {
	who, err := readPeople(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := s.tx.QueryContext(ctx, matchGames(w), w.args...)
	if err != nil {
		return nil, err
	}
	games := make(map[string][]SeriesGame)
	var names folder
	err = each(rows, func() error {
		var g SeriesGame
		var result int64
		var scores [2]sql.NullInt64
		var round, date opt
		var ids [2]int64
		if err := rows.Scan(&g.ID, &g.ruleset, &result, &scores[0], &scores[1], &round, &date, &g.dateFrom, &g.match, &g.target,
			&ids[0], &ids[1], &g.Source, &g.SourceGame); err != nil {
			return err
		}
		folded := names.fold(g.match)
		if isNoName(folded) {
			return nil
		}
		g.Result, g.Round, g.Date = notation.Result(result), round.text, date.text
		g.Score, g.HasScore = [2]int{int(scores[0].Int64), int(scores[1].Int64)}, scores[0].Valid
		g.round = positive(g.Round)
		for side, id := range ids {
			g.Players[side], g.spelled[side] = who[id].name, who[id]
		}
		games[folded] = append(games[folded], g)
		return nil
	})
	return games, err
}

// matchGames is the query for the games of a condition that belong to a match,
// for which SQLite goes through the index of these games, not through all.
func matchGames(w *where) string {
	return `
		SELECT id, ruleset, result, south_score, north_score, round, date, ifnull(date_from, 0), match, match_target,
			ifnull(south, 0), ifnull(north, 0), (SELECT path FROM source WHERE id = game.source), number
		FROM game WHERE match IS NOT NULL AND ` + w.sql()
}

// positive returns the number that a text is, 0 where it is none from 1 on.
func positive(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// newSeries makes the series of a match, one for each ruleset.
func newSeries(games []SeriesGame, known map[int64]rules.Ruleset) []Series {
	slices.SortFunc(games, func(a, b SeriesGame) int {
		return cmp.Or(compareLast(a.round, b.round), compareLast(a.dateFrom, b.dateFrom), cmp.Compare(a.ID, b.ID))
	})
	name := mostOf(games, func(g *SeriesGame) (string, bool) { return g.match, true }, cmp.Compare[string])
	missing := missingRounds(games)
	parts := make(map[int64][]SeriesGame)
	for _, g := range games {
		parts[g.ruleset] = append(parts[g.ruleset], g)
	}
	var list []Series
	for id, part := range parts {
		s := Series{Match: name, Ruleset: known[id], Games: part, Missing: missing, Mixed: len(parts) > 1}
		s.findPlayers()
		s.findTarget()
		s.findRepeated()
		s.count()
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b Series) int { return compareRulesets(a.Ruleset, b.Ruleset) })
	return list
}

// compareLast compares two numbers of which 0 comes last.
func compareLast(a, b int) int { return cmp.Compare(uint(a)-1, uint(b)-1) }

// mostOf returns what most of the games have, of what as many have the least.
func mostOf[T comparable](games []SeriesGame, of func(g *SeriesGame) (T, bool), compare func(a, b T) int) (most T) {
	n := make(map[T]int)
	for i := range games {
		if value, ok := of(&games[i]); ok {
			n[value]++
		}
	}
	for value, k := range n {
		if c := cmp.Compare(k, n[most]); c > 0 || c == 0 && compare(value, most) < 0 {
			most = value
		}
	}
	return most
}

// missingRounds returns the rounds below the greatest that no game has. The games
// are in their order.
func missingRounds(games []SeriesGame) (list []Rounds) {
	last := 0
	for i := range games {
		round := games[i].round
		if round == 0 {
			break
		}
		if round > last+1 {
			list = append(list, Rounds{last + 1, round - 1})
		}
		last = round
	}
	return list
}

// A pair are two players, by name.
type pair [2]*person

func (p pair) compare(q pair) int {
	return cmp.Or(cmp.Compare(p[0].name, q[0].name), cmp.Compare(p[1].name, q[1].name))
}

// pair returns who played a game, false where it does not name two players.
func (g *SeriesGame) pair() (pair, bool) {
	p := pair{g.spelled[rules.South].person, g.spelled[rules.North].person}
	if p[0] == nil || p[1] == nil || p[0] == p[1] {
		return pair{}, false
	}
	if p[0].name > p[1].name {
		p[0], p[1] = p[1], p[0]
	}
	return p, true
}

// findPlayers finds the series' players, and the games that are between others.
func (s *Series) findPlayers() {
	players := mostOf(s.Games, (*SeriesGame).pair, pair.compare)
	if players != (pair{}) {
		s.Players = [2]string{players[0].name, players[1].name}
	}
	for i := range s.Games {
		g := &s.Games[i]
		if p, ok := g.pair(); !ok || p != players {
			g.Other = true
			s.Others++
		}
	}
}

// findTarget finds the wins agreed on: those that most of the games name.
func (s *Series) findTarget() {
	s.Target = mostOf(s.Games, func(g *SeriesGame) (int, bool) {
		n := positive(g.target.text)
		return n, n > 0
	}, cmp.Compare[int])
	named := make(map[string]bool)
	differ := false
	for i := range s.Games {
		if target := s.Games[i].target; target.ok {
			named[target.text] = true
			differ = differ || positive(target.text) != s.Target || s.Target == 0
		}
	}
	if differ {
		s.Targets = slices.Sorted(maps.Keys(named))
	}
}

// findRepeated finds the rounds that several games have, and the games without
// one.
func (s *Series) findRepeated() {
	unnumbered := 0
	for i := range s.Games {
		g := &s.Games[i]
		if g.round == 0 {
			unnumbered++
			continue
		}
		if i == 0 || s.Games[i-1].round != g.round {
			continue
		}
		g.Repeated = true
		if !s.Games[i-1].Repeated {
			s.Games[i-1].Repeated = true
			s.Repeated = append(s.Repeated, Rounds{g.round, g.round})
		}
	}
	if unnumbered < len(s.Games) {
		s.Unnumbered = unnumbered
	}
}

// count keeps the tally, game by game.
func (s *Series) count() {
	for i := range s.Games {
		g := &s.Games[i]
		if g.After = s.Decided > 0; g.After {
			s.After++
		}
		if !g.Other {
			s.add(g)
		}
		g.Wins, g.Draws = s.Wins, s.Draws
		for k, wins := range s.Wins {
			if s.Decided == 0 && s.Target > 0 && wins == s.Target {
				s.Winner, s.Decided = s.Players[k], i+1
			}
		}
	}
}

// add adds a game between the series' players.
func (s *Series) add(g *SeriesGame) {
	seat := 0 // South's among the players
	if g.spelled[rules.South].person.name != s.Players[0] {
		seat = 1
	}
	switch g.Result {
	case notation.SouthWon:
		s.Wins[seat]++
	case notation.NorthWon:
		s.Wins[1-seat]++
	case notation.Draw:
		s.Draws++
	default:
		s.NoResult++
	}
}

// Problems says in words what is odd about the series.
func (s *Series) Problems() []string {
	list := []string{}
	say := func(odd bool, format string, args ...any) {
		if odd {
			list = append(list, fmt.Sprintf(format, args...))
		}
	}
	say(s.Mixed, "the match has games of other kinds too")
	say(len(s.Missing) > 0, "missing rounds: %s", joined(s.Missing))
	say(len(s.Repeated) > 0, "repeated rounds: %s", joined(s.Repeated))
	say(s.Unnumbered > 0, "games without a round number: %d", s.Unnumbered)
	nobody := s.Players[0] == ""
	say(nobody, "no game names two players")
	say(s.Others > 0 && !nobody, "games between other players: %d", s.Others)
	say(len(s.Targets) > 0, "targets: %s", strings.Join(s.Targets, ", "))
	say(s.After > 0, "games after the decision: %d", s.After)
	return list
}

// Problems says in words what is odd about the game within its series.
func (g *SeriesGame) Problems() []string {
	list := []string{}
	for _, problem := range []struct {
		odd   bool
		words string
	}{{g.Repeated, "repeated round"}, {g.Other, "other players"}, {g.After, "after the decision"}} {
		if problem.odd {
			list = append(list, problem.words)
		}
	}
	return list
}

func joined(list []Rounds) string {
	var texts []string
	for _, r := range list {
		texts = append(texts, r.String())
	}
	return strings.Join(texts, ", ")
}
