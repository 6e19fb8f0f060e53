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

// Recompute plays all games and compares the statistics that they make with
// those that the archive keeps. It returns a line for each row that differs,
// sorted; none where all is well.
func (a *Archive) Recompute(ctx context.Context) (lines []string, err error) {
	err = a.scanView(ctx, func(s *snapshot) error {
		want, err := recomputed(ctx, s)
		if err != nil {
			return err
		}
		have, err := stored(ctx, s)
		for _, d := range differences(have, want) {
			lines = append(lines, d.row+": "+d.what)
		}
		return err
	})
	return lines, err
}

// A difference is a row of the statistics that is not what the games make.
type difference struct{ row, what string }

// differences compares the rows that the archive has with those that it should
// have. They are in the order of the rows.
func differences(have, want map[string]statsRow) (list []difference) {
	for key, row := range have {
		switch should, ok := want[key]; {
		case !ok:
			list = append(list, difference{key, "no game makes it"})
		case should != row:
			list = append(list, difference{key, row.unlike(key, &should)})
		}
	}
	for key := range want {
		if _, ok := have[key]; !ok {
			list = append(list, difference{key, "it is missing"})
		}
	}
	slices.SortFunc(list, func(a, b difference) int { return cmp.Compare(a.row, b.row) })
	return list
}

// statsColumns are the columns of statsRows, by the table.
var statsColumns = map[string][]string{
	"tally": {"n"}, "position": {"games", "onward"}, "standing": {"games", "won", "drawn", "lost", "scored", "margin_sum"},
	"opening": {"games", "south", "draws", "north", "unfinished", "complete", "scored", "margin_sum", "plies_sum"},
}

// unlike tells in which columns the row differs from what it should be.
func (r *statsRow) unlike(key string, should *statsRow) string {
	table, _, _ := strings.Cut(key, " ")
	var parts []string
	for i, column := range statsColumns[table] {
		if r[i] != should[i] {
			parts = append(parts, fmt.Sprintf("%s is kept as %d and is %d", column, r[i], should[i]))
		}
	}
	return strings.Join(parts, ", ")
}

// A statsRow is the numbers of a row of the statistics; what a table does not
// have is 0.
type statsRow [9]int64

// recomputed returns the rows that the games make, by what they are about. A game
// that is damaged makes none.
func recomputed(ctx context.Context, s *snapshot) (map[string]statsRow, error) {
	parts := make([]map[rules.Ruleset]*counts, len(s.txs))
	var counted where
	counted.add("game.verdict <> ?", int(replay.Contradiction))
	known, err := s.rulesets(ctx)
	if err != nil {
		return nil, err
	}
	of, err := s.bounds(ctx)
	if err != nil {
		return nil, err
	}
	err = s.parallel(ctx, of, func(part int) func(context.Context, querier, ids) error {
		all := make(map[rules.Ruleset]*counts)
		parts[part] = all
		var sh share
		visit := func(_ int64, g *played) error {
			sh.setGame(g)
			if all[g.rules] == nil {
				all[g.rules] = newCounts(tableBook(&g.rules))
			}
			all[g.rules].add(&sh, 1)
			return nil
		}
		return func(ctx context.Context, q querier, of ids) error {
			return eachSound(ctx, q, &counted, of, known, visit, func(ids, error) error { return nil })
		}
	})
	if err != nil {
		return nil, err
	}
	rows := make(map[string]statsRow)
	for id, r := range known {
		for _, part := range parts {
			if c := part[r]; c != nil {
				c.addRows(rows, id)
			}
		}
	}
	return rows, nil
}

// addRows adds the counts to the rows that they belong to.
func (c *counts) addRows(rows map[string]statsRow, ruleset int64) {
	add := func(key string, n ...int64) {
		row := rows[key]
		for i := range n {
			row[i] += n[i]
		}
		rows[key] = row
	}
	for key, n := range c.tallier.tally() {
		add(fmt.Sprintf("tally of ruleset %d, %s %v", ruleset, measureNames[key.measure], key.value()), int64(n))
	}
	o := &c.openings
	for pos := range o.rest {
		if p := o.count(int32(pos)); p != (place{}) {
			add(fmt.Sprintf("position of ruleset %d, %s", ruleset, replay.Position(&o.book.rules, &o.book.states[pos])), int64(p.games), int64(p.onward))
		}
	}
	for _, m := range o.played {
		add(fmt.Sprintf("opening of ruleset %d, %s, %s", ruleset, replay.Position(&o.book.rules, &o.book.states[m.pos]), replay.Letter(&o.book.rules, o.book.move(m.pos, m.number))),
			int64(m.games), int64(m.south), int64(m.draws), int64(m.north), int64(m.unfinished), int64(m.complete), int64(m.scored), m.marginSum, m.pliesSum)
	}
	for at, sc := range c.standings {
		add(fmt.Sprintf("standing of ruleset %d, player %d, side %d", ruleset, at.player, at.side),
			int64(sc.Games), int64(sc.Won), int64(sc.Drawn), int64(sc.Lost), int64(sc.Scored), sc.MarginSum)
	}
}

// stored returns the rows that the archive has.
func stored(ctx context.Context, s *snapshot) (map[string]statsRow, error) {
	rows := make(map[string]statsRow)
	for _, query := range []string{
		"SELECT format('tally of ruleset %d, %s %s', ruleset, measure, value), n, 0, 0, 0, 0, 0, 0, 0, 0 FROM tally",
		"SELECT format('position of ruleset %d, %s', ruleset, position), games, onward, 0, 0, 0, 0, 0, 0, 0 FROM position",
		`SELECT format('opening of ruleset %d, %s, %s', ruleset, position, move),
			games, south, draws, north, unfinished, complete, scored, margin_sum, plies_sum FROM opening`,
		`SELECT format('standing of ruleset %d, player %d, side %d', ruleset, player, side),
			games, won, drawn, lost, scored, margin_sum, 0, 0, 0 FROM standing`,
	} {
		list, err := s.tx.QueryContext(ctx, query)
		if err != nil {
			return nil, err
		}
		if err := each(list, func() error {
			var key string
			var r statsRow
			if err := list.Scan(&key, &r[0], &r[1], &r[2], &r[3], &r[4], &r[5], &r[6], &r[7], &r[8]); err != nil {
				return &StatisticsError{err.Error()}
			}
			rows[key] = r
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return rows, nil
}

// A StatisticsError is the error of statistics that cannot be those of any games.
// Repair makes them anew.
type StatisticsError struct{ Msg string }

func (e *StatisticsError) Error() string {
	return "the archive's statistics are damaged: " + toPlain(e.Msg)
}
