package db

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"alai/notation"
	"alai/replay/rules"
)

// A Score counts what came of games for one of the players, whose own side all
// of it is seen from.
type Score struct {
	Games            int
	Won, Drawn, Lost int   // of these; the others have no result
	Scored           int   // of these: complete, and with a score
	MarginSum        int64 // the player's seeds minus the opponent's, over the scored games
}

// NoResult returns the number of games without a result.
func (s Score) NoResult() int { return s.Games - s.Won - s.Drawn - s.Lost }

// Points returns the points: 1 for a game that was won, half of one for a draw.
func (s Score) Points() float64 { return float64(s.Won) + float64(s.Drawn)/2 }

// Plus returns the score of the games of both.
func (s Score) Plus(t Score) Score {
	return Score{
		s.Games + t.Games, s.Won + t.Won, s.Drawn + t.Drawn, s.Lost + t.Lost, s.Scored + t.Scored, s.MarginSum + t.MarginSum,
	}
}

// add adds a game n times, as side has it.
func (s *Score) add(sh *share, side rules.Side, n int) {
	s.Games += n
	switch won := winner(side); sh.result {
	case won:
		s.Won += n
	case notation.Draw:
		s.Drawn += n
	case winner(side.Other()):
		s.Lost += n
	}
	if sh.scored {
		s.Scored += n
		if side == rules.North {
			n = -n
		}
		s.MarginSum += int64(n * sh.margin)
	}
}

// winner returns the result of a game that the side has won.
func winner(side rules.Side) notation.Result {
	if side == rules.South {
		return notation.SouthWon
	}
	return notation.NorthWon
}

// standings are the scores under one ruleset, or a part of them.
type standings map[seat]*Score

// A seat is a player, in one spelling, on one side.
type seat struct {
	player int64
	side   rules.Side
}

// addTo adds a game n times to the score that a map has for a key.
func addTo[K comparable](scores map[K]*Score, key K, sh *share, side rules.Side, n int) {
	score := scores[key]
	if score == nil {
		score = new(Score)
		scores[key] = score
	}
	score.add(sh, side, n)
}

// merge adds the scores of another part.
func merge[K comparable](scores, part map[K]*Score) {
	for key, score := range part {
		if have := scores[key]; have != nil {
			*have = have.Plus(*score)
		} else {
			scores[key] = score
		}
	}
}

// add adds a game n times, to the scores of both its players.
func (st standings) add(sh *share, n int) {
	for i, player := range sh.players {
		if player != 0 {
			side := rules.Side(i)
			addTo(st, seat{player, side}, sh, side, n)
		}
	}
}

// tables are the standings of several rulesets.
type tables map[rules.Ruleset]standings

// of returns the standings of a ruleset.
func (t tables) of(r rules.Ruleset) standings {
	st := t[r]
	if st == nil {
		st = make(standings)
		t[r] = st
	}
	return st
}

// merge adds the standings of another part.
func (t tables) merge(part tables) {
	for r, st := range part {
		merge(t.of(r), st)
	}
}

// addStandings adds to the table, in the order of its keys.
func (w *writer) addStandings(ruleset int64, st standings) error {
	for _, at := range slices.SortedFunc(maps.Keys(st), compareSeats) {
		sc := st[at]
		if err := w.exec(`INSERT INTO standing (ruleset, player, side, games, won, drawn, lost, scored, margin_sum)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET games = games + excluded.games, won = won + excluded.won, drawn = drawn + excluded.drawn,
				lost = lost + excluded.lost, scored = scored + excluded.scored, margin_sum = margin_sum + excluded.margin_sum`,
			ruleset, at.player, int64(at.side), sc.Games, sc.Won, sc.Drawn, sc.Lost, sc.Scored, sc.MarginSum); err != nil {
			return err
		}
	}
	return nil
}

func compareSeats(a, b seat) int {
	return cmp.Or(cmp.Compare(a.player, b.player), cmp.Compare(a.side, b.side))
}

// A Standing is how one player fared under one ruleset.
type Standing struct {
	Player  string // in the spelling that most games have
	Ruleset rules.Ruleset
	Sides   [2]Score // as South and as North
}

// Total returns the score of both sides.
func (s *Standing) Total() Score { return s.Sides[rules.South].Plus(s.Sides[rules.North]) }

// Games returns the number of games on both sides.
func (s *Standing) Games() int { return s.Sides[rules.South].Games + s.Sides[rules.North].Games }

// Players returns the standings of the games that the filter chooses, one for
// each player and ruleset, the most games first. Names that fold alike are one
// player, unless ids tell them apart, and so are aliases; "?" is none.
// Contradictory games count only where the filter asks for their verdict.
func (a *Archive) Players(ctx context.Context, f Filter) (list []Standing, err error) {
	err = a.standings(ctx, &f, func(_ *snapshot, _ people, standings []Standing) error {
		list = standings
		return nil
	})
	return list, err
}

// standings calls yield with the standings that Players returns.
func (a *Archive) standings(ctx context.Context, f *Filter, yield func(s *snapshot, who people, list []Standing) error) error {
	read, scores := a.scanView, scannedStandings
	if f.onlyRules().Empty() {
		read, scores = a.view, storedStandings
	}
	return read(ctx, func(s *snapshot) error {
		all, err := scores(ctx, s, f)
		if err != nil {
			return err
		}
		who, err := readPeople(ctx, s)
		if err != nil {
			return err
		}
		return yield(s, who, who.standings(all, nil))
	})
}

// storedStandings reads the standings of the rulesets that the filter leaves.
func storedStandings(ctx context.Context, s *snapshot, f *Filter) (tables, error) {
	left, err := f.rulesets(ctx, s)
	if err != nil {
		return nil, err
	}
	rows, err := s.tx.QueryContext(ctx, "SELECT ruleset, player, side, games, won, drawn, lost, scored, margin_sum FROM standing")
	if err != nil {
		return nil, err
	}
	all := make(tables)
	err = each(rows, func() error {
		var ruleset, side int64
		var at seat
		var sc Score
		if err := rows.Scan(&ruleset, &at.player, &side, &sc.Games, &sc.Won, &sc.Drawn, &sc.Lost, &sc.Scored, &sc.MarginSum); err != nil {
			return err
		}
		at.side = rules.Side(side & 1)
		if r, ok := left[ruleset]; ok {
			all.of(r)[at] = &sc
		}
		return nil
	})
	return all, err
}

// scannedStandings makes the standings of the games that the filter chooses.
func scannedStandings(ctx context.Context, s *snapshot, f *Filter) (tables, error) {
	w, err := f.statsCondition(ctx, s)
	if err != nil {
		return nil, err
	}
	parts := make([]tables, len(s.txs))
	err = s.scan(ctx, w, func(part int) visitor {
		all := make(tables)
		parts[part] = all
		var sh share
		return func(_ int64, g *played) error {
			sh.setResult(g)
			all.of(g.rules).add(&sh, 1)
			return nil
		}
	})
	all := make(tables)
	for _, part := range parts {
		all.merge(part)
	}
	return all, err
}

// standings brings together what belongs to one person. What belongs to nobody
// is nobody's, and left out where that is nil.
func (who people) standings(all tables, nobody *person) []Standing {
	var list []Standing
	for r, st := range all {
		at := make(map[*person]int) // the index in list
		for seat, score := range st {
			p := cmp.Or(who[seat.player].person, nobody)
			if p == nil {
				continue
			}
			i, ok := at[p]
			if !ok {
				i = len(list)
				at[p] = i
				list = append(list, Standing{Player: p.name, Ruleset: r})
			}
			side := &list[i].Sides[seat.side]
			*side = side.Plus(*score)
		}
	}
	slices.SortFunc(list, compareStandings)
	return list
}

// compareStandings compares for the order of a list: the most games first.
func compareStandings(a, b Standing) int {
	if c := cmp.Compare(b.Games(), a.Games()); c != 0 {
		return c
	}
	if c := cmp.Compare(a.Player, b.Player); c != 0 {
		return c
	}
	return compareRulesets(a.Ruleset, b.Ruleset)
}
