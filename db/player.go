package db

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// A PlayerQuery asks for all about one player.
type PlayerQuery struct {
	Name   string // matched as Filter.Player is; with wildcards all that match are the player
	Filter Filter // chooses the player's games
	Best   int    // how many of the longest and of the closest games of each ruleset
}

// A PlayerReport is all about one player.
type PlayerReport struct {
	Spellings []Spelling // most games first
	Record    []Standing // one for each ruleset, most games first
	Opponents []Standing // of the player against each opponent and under each ruleset, most games first; Player is the opponent, "" where that is not known
	Openings  []FirstMoves
	Longest   []*Game // by ruleset as in Record: most plies first
	Closest   []*Game // the same: complete games with a score, the least margin first
}

// A Spelling counts the games that have a name as it is written, with the id that
// they have beside it: "J. Doe #17".
type Spelling struct {
	Name  string
	Games int
}

// FirstMoves are how the player began games from the usual start, and how they
// went. They are in the order of the rulesets in Record, then South's before
// North's and most games first.
type FirstMoves struct {
	Ruleset rules.Ruleset
	Side    rules.Side
	Moves   []rules.Move // the last one is the player's first; one before it is what it answers
	Score   Score
}

// A NoPlayerError is the error of a name that no player has.
type NoPlayerError struct{ Name string }

func (e *NoPlayerError) Error() string {
	return fmt.Sprintf("there is no player %s", replay.Quote(e.Name))
}

// A SeveralPlayersError is the error of a name under which there are several
// players, where one is meant.
type SeveralPlayersError struct {
	Name    string
	Players []string // the patterns for each
}

func (e *SeveralPlayersError) Error() string {
	return fmt.Sprintf("there are several players %s: %s", replay.Quote(e.Name), strings.Join(e.Players, ", "))
}

// Player returns all about a player. A name that no game of the archive has that
// counts in the statistics, and none that the filter chooses, is a
// *NoPlayerError; one without wildcards that several players have is a
// *SeveralPlayersError. Contradictory games count only where the filter asks for
// their verdict.
func (a *Archive) Player(ctx context.Context, q PlayerQuery) (report *PlayerReport, err error) {
	err = a.scanView(ctx, func(s *snapshot) error {
		report, err = player(ctx, s, &q)
		return err
	})
	return report, err
}

func player(ctx context.Context, s *snapshot, q *PlayerQuery) (*PlayerReport, error) {
	found, err := s.findPeople(ctx, q.Name)
	if err != nil {
		return nil, err
	}
	if len(found.ids) == 0 {
		return nil, &NoPlayerError{Named(q.Name)}
	}
	if name, exact := unescape(q.Name); exact && len(found.counted) > 1 {
		return nil, &SeveralPlayersError{name, found.counted}
	}
	mine := make(map[int64]bool, len(found.ids))
	for _, id := range found.ids {
		mine[id] = true
	}
	w, err := q.Filter.statsCondition(ctx, s)
	if err != nil {
		return nil, err
	}
	w.players(s, found.ids, bothSides...)
	parts := make([]*career, len(s.txs))
	if err := s.scan(ctx, w, func(part int) visitor {
		parts[part] = newCareer(mine, q.Best)
		return parts[part].visit
	}); err != nil {
		return nil, err
	}
	c := newCareer(mine, q.Best)
	for _, part := range parts {
		if part != nil {
			c.merge(part)
		}
	}
	if len(c.seats) == 0 && !found.known {
		return nil, &NoPlayerError{Named(q.Name)}
	}
	return c.report(ctx, s)
}

// A career is what is counted of a player's games, or of a part of them.
type career struct {
	mine     map[int64]bool // the player's ids
	best     int
	share    share  // of the game that is looked at
	seats    tables // of the player's spellings
	against  tables // of the opponents' spellings, on the player's side and with the player's scores
	openings map[firstMoves]*Score
	longest  map[rules.Ruleset]ranking
	closest  map[rules.Ruleset]ranking
}

// firstMoves are the key of FirstMoves.
type firstMoves struct {
	ruleset rules.Ruleset
	side    rules.Side
	moves   [2]rules.Move
	n       int // of the moves
}

func newCareer(mine map[int64]bool, best int) *career {
	return &career{
		mine: mine, best: best, seats: make(tables), against: make(tables), openings: make(map[firstMoves]*Score),
		longest: make(map[rules.Ruleset]ranking), closest: make(map[rules.Ruleset]ranking),
	}
}

// visit counts a game, for both its sides where both are the player's.
func (c *career) visit(id int64, g *played) error {
	sh := &c.share
	sh.setResult(g)
	for i, player := range g.players {
		if !c.mine[player] {
			continue
		}
		side := rules.Side(i)
		addTo(c.seats.of(g.rules), seat{player, side}, sh, side, 1)
		addTo(c.against.of(g.rules), seat{g.players[side.Other()], side}, sh, side, 1)
		if key, ok := begun(g, side); ok {
			addTo(c.openings, key, sh, side, 1)
		}
	}
	c.longest[g.rules] = c.longest[g.rules].with(ranked{-sh.plies, id}, c.best)
	if sh.scored {
		c.closest[g.rules] = c.closest[g.rules].with(ranked{max(sh.margin, -sh.margin), id}, c.best)
	}
	return nil
}

// begun returns how a side began a game from the usual start, false where it has
// not, or the game starts elsewhere.
func begun(g *played, side rules.Side) (firstMoves, bool) {
	first := g.start.ToMove
	usual := g.rules.Start()
	usual.ToMove = first
	n := 1
	if side != first {
		n = 2
	}
	if g.start != usual || len(g.moves) < n {
		return firstMoves{}, false
	}
	key := firstMoves{ruleset: g.rules, side: side, n: n}
	copy(key.moves[:n], g.moves)
	return key, true
}

func (c *career) merge(part *career) {
	c.seats.merge(part.seats)
	c.against.merge(part.against)
	merge(c.openings, part.openings)
	mergeRankings(c.longest, part.longest, c.best)
	mergeRankings(c.closest, part.closest, c.best)
}

func mergeRankings(all, part map[rules.Ruleset]ranking, best int) {
	for r, list := range part {
		for _, g := range list {
			all[r] = all[r].with(g, best)
		}
	}
}

// A ranking is the first few games by some number, in order.
type ranking []ranked

type ranked struct {
	by int
	id int64
}

// with returns the ranking with a game added, as far as it is among the first n.
func (r ranking) with(g ranked, n int) ranking {
	i, _ := slices.BinarySearchFunc(r, g, func(a, b ranked) int { return cmp.Or(cmp.Compare(a.by, b.by), cmp.Compare(a.id, b.id)) })
	if i >= n {
		return r
	}
	r = slices.Insert(r, i, g)
	return r[:min(n, len(r))]
}

// report brings the counts in order.
func (c *career) report(ctx context.Context, s *snapshot) (*PlayerReport, error) {
	who, err := readPeople(ctx, s)
	if err != nil {
		return nil, err
	}
	p := &PlayerReport{Spellings: c.spellings(who), Opponents: who.standings(c.against, &person{})}
	me, player := make(people), new(person)
	if len(p.Spellings) > 0 {
		player.name = p.Spellings[0].Name
	}
	for id := range c.mine {
		me[id] = spelling{person: player}
	}
	p.Record = me.standings(c.seats, nil)
	var order []rules.Ruleset
	for i := range p.Record {
		order = append(order, p.Record[i].Ruleset)
	}
	p.Openings = c.firstMoves(order)
	if p.Longest, err = rankedGames(ctx, s, c.longest, order); err != nil {
		return nil, err
	}
	p.Closest, err = rankedGames(ctx, s, c.closest, order)
	return p, err
}

func (c *career) spellings(who people) []Spelling {
	games := make(map[int64]int)
	for _, st := range c.seats {
		for at, score := range st {
			games[at.player] += score.Games
		}
	}
	var list []Spelling
	for id, n := range games {
		list = append(list, Spelling{who[id].withID(), n})
	}
	slices.SortFunc(list, func(a, b Spelling) int { return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Name, b.Name)) })
	return list
}

func (c *career) firstMoves(order []rules.Ruleset) []FirstMoves {
	var list []FirstMoves
	for key, score := range c.openings {
		list = append(list, FirstMoves{key.ruleset, key.side, slices.Clone(key.moves[:key.n]), *score})
	}
	slices.SortFunc(list, func(a, b FirstMoves) int {
		return cmp.Or(cmp.Compare(slices.Index(order, a.Ruleset), slices.Index(order, b.Ruleset)), cmp.Compare(a.Side, b.Side),
			cmp.Compare(b.Score.Games, a.Score.Games), slices.Compare(a.Moves, b.Moves))
	})
	return list
}

// maxIDs is how many games are asked for at a time.
const maxIDs = 1000

// rankedGames reads the games of rankings.
func rankedGames(ctx context.Context, s *snapshot, rankings map[rules.Ruleset]ranking, order []rules.Ruleset) ([]*Game, error) {
	var ids []int64
	for _, r := range order {
		for _, g := range rankings[r] {
			ids = append(ids, g.id)
		}
	}
	at := make(map[int64]int, len(ids))
	for i, id := range ids {
		at[id] = i
	}
	list := make([]*Game, len(ids))
	for part := range slices.Chunk(ids, maxIDs) {
		var w where
		w.in("game.id", anys(part))
		err := games(ctx, s, &w, "game.id", 0, func(g *Game, damage *DamagedError) error {
			if damage != nil {
				return damage
			}
			list[at[g.ID]] = g
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return list, nil
}
