package db

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"alai/replay/rules"
)

// A meeting counts the games of two spellings under one ruleset.
type meeting struct {
	ruleset             int64
	players             [2]int64 // South's id and North's, 0 where it has no name
	games               int
	south, draws, north int // of these; the others have no result
}

// score returns the games as a side has them, without margins.
func (m *meeting) score(side rules.Side) Score {
	sc := Score{Games: m.games, Won: m.south, Drawn: m.draws, Lost: m.north}
	if side == rules.North {
		sc.Won, sc.Lost = sc.Lost, sc.Won
	}
	return sc
}

// readMeetings calls yield for the meetings in the games of a condition.
func readMeetings(ctx context.Context, s *snapshot, w *where, yield func(m *meeting)) error {
	rows, err := s.tx.QueryContext(ctx, `
		SELECT ruleset, ifnull(south, 0), ifnull(north, 0), count(*), sum(result = 2), sum(result = 4), sum(result = 3)
		FROM game WHERE `+w.sql()+" GROUP BY 1, 2, 3", w.args...)
	if err != nil {
		return err
	}
	var m meeting
	return each(rows, func() error {
		err := rows.Scan(&m.ruleset, &m.players[rules.South], &m.players[rules.North], &m.games, &m.south, &m.draws, &m.north)
		if err == nil {
			yield(&m)
		}
		return err
	})
}

// A Crosstable tells how the players of some games fared against each other, under
// one ruleset.
type Crosstable struct {
	Ruleset rules.Ruleset
	Rows    []CrossRow // by points, then by how few games with a result they took, then by name
}

// A CrossRow is a player of a crosstable. Its scores have no margins.
type CrossRow struct {
	Player  string // "?" for all who have no name
	Score   Score
	Against []Encounter // in the order of the rows
}

// An Encounter is how a player fared against another, or against itself: then each
// game counts for both sides.
type Encounter struct {
	Opponent int // the index of its row
	Score    Score
}

// Crosstables returns the crosstables of the games that the filter chooses, one for
// each ruleset. Each game counts once for each of its two players, so that the games
// of the rows are twice those of the table. Contradictory games count only where the
// filter asks for their verdict.
func (a *Archive) Crosstables(ctx context.Context, f Filter) (list []Crosstable, err error) {
	err = a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.statsCondition(ctx, s)
		if err != nil {
			return err
		}
		who, err := readPeople(ctx, s)
		if err != nil {
			return err
		}
		known, err := s.rulesets(ctx)
		if err != nil {
			return err
		}
		nobody := &person{name: "?"}
		tables := make(map[int64]encounters)
		err = readMeetings(ctx, s, w, func(m *meeting) {
			if tables[m.ruleset] == nil {
				tables[m.ruleset] = make(encounters)
			}
			players := [2]*person{cmp.Or(who[m.players[0]].person, nobody), cmp.Or(who[m.players[1]].person, nobody)}
			for _, side := range []rules.Side{rules.South, rules.North} {
				tables[m.ruleset].add(players[side], players[side.Other()], m.score(side))
			}
		})
		for id, t := range tables {
			list = append(list, Crosstable{known[id], t.rows()})
		}
		slices.SortFunc(list, func(a, b Crosstable) int { return compareRulesets(a.Ruleset, b.Ruleset) })
		return err
	})
	return list, err
}

// encounters are scores by player and opponent.
type encounters map[*person]map[*person]Score

func (e encounters) add(player, opponent *person, sc Score) {
	if e[player] == nil {
		e[player] = make(map[*person]Score)
	}
	e[player][opponent] = e[player][opponent].Plus(sc)
}

// rows brings the players in order.
func (e encounters) rows() []CrossRow {
	total := make(map[*person]Score, len(e))
	for player, against := range e {
		for _, sc := range against {
			total[player] = total[player].Plus(sc)
		}
	}
	order := slices.SortedFunc(maps.Keys(e), func(a, b *person) int {
		x, y := total[a], total[b]
		return cmp.Or(cmp.Compare(y.Points(), x.Points()), cmp.Compare(x.Won+x.Drawn+x.Lost, y.Won+y.Drawn+y.Lost), cmp.Compare(a.name, b.name))
	})
	at := make(map[*person]int, len(order))
	for i, p := range order {
		at[p] = i
	}
	rows := make([]CrossRow, len(order))
	for i, p := range order {
		rows[i] = CrossRow{Player: p.name, Score: total[p]}
		for opponent, sc := range e[p] {
			rows[i].Against = append(rows[i].Against, Encounter{at[opponent], sc})
		}
		slices.SortFunc(rows[i].Against, func(a, b Encounter) int { return cmp.Compare(a.Opponent, b.Opponent) })
	}
	return rows
}
