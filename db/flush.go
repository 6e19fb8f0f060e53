package db

import (
	"cmp"
	"maps"
	"slices"

	"alai/replay"
)

// flush adds what was counted to the statistics. The rows go in the order of
// their keys, so that each page is visited once.
func (w *writer) flush() error {
	for r, c := range w.counts {
		id, err := w.rulesetID(r)
		if err != nil {
			return err
		}
		if err := w.addTally(id, c.tallier.tally()); err != nil {
			return err
		}
		if err := w.addOpenings(id, &c.openings); err != nil {
			return err
		}
		if err := w.addStandings(id, c.standings); err != nil {
			return err
		}
	}
	clear(w.counts)
	w.shares = 0
	return nil
}

// value returns what a row of the tally has as its value.
func (k *tallyKey) value() any {
	if k.measure.isText() {
		return k.text
	}
	return k.number
}

func (w *writer) addTally(ruleset int64, t tally) error {
	for _, key := range slices.SortedFunc(maps.Keys(t), compareTallyKeys) {
		if err := w.exec(`INSERT INTO tally (ruleset, measure, value, n) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET n = n + excluded.n`,
			ruleset, measureNames[key.measure], key.value(), t[key]); err != nil {
			return err
		}
	}
	return nil
}

func compareTallyKeys(a, b tallyKey) int {
	return cmp.Or(cmp.Compare(a.measure, b.measure), cmp.Compare(a.number, b.number), cmp.Compare(a.text, b.text))
}

func (w *writer) addOpenings(ruleset int64, o *openings) error {
	places, texts := make([]place, len(o.rest)), make([]string, len(o.rest))
	var order []int32
	for pos := range places {
		// Games taken away and added may be as many, with other results.
		if places[pos] = o.count(int32(pos)); places[pos] != (place{}) || o.hasMoves(int32(pos)) {
			texts[pos] = replay.Position(&o.book.rules, &o.book.states[pos])
			order = append(order, int32(pos))
		}
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(texts[a], texts[b]) })
	for _, pos := range order {
		c := &places[pos]
		if err := w.exec(`INSERT INTO position (ruleset, position, games, onward) VALUES (?, ?, ?, ?)
			ON CONFLICT DO UPDATE SET games = games + excluded.games, onward = onward + excluded.onward`,
			ruleset, texts[pos], c.games, c.onward); err != nil {
			return err
		}
	}
	for _, pos := range order {
		for number := range o.book.width() {
			slot := o.slots[int(pos)*o.book.width()+number]
			if slot == 0 {
				continue
			}
			if err := w.addMove(ruleset, texts[pos], o, &o.played[slot-1]); err != nil {
				return err
			}
		}
	}
	return nil
}

func (w *writer) addMove(ruleset int64, position string, o *openings, m *moveCount) error {
	letter := replay.Letter(&o.book.rules, o.book.move(m.pos, m.number))
	return w.exec(`INSERT INTO opening (ruleset, position, move,
			games, south, draws, north, unfinished, complete, scored, margin_sum, plies_sum)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT DO UPDATE SET games = games + excluded.games, south = south + excluded.south, draws = draws + excluded.draws,
			north = north + excluded.north, unfinished = unfinished + excluded.unfinished, complete = complete + excluded.complete,
			scored = scored + excluded.scored, margin_sum = margin_sum + excluded.margin_sum, plies_sum = plies_sum + excluded.plies_sum`,
		ruleset, position, letter,
		m.games, m.south, m.draws, m.north, m.unfinished, m.complete, m.scored, m.marginSum, m.pliesSum)
}

// dropEmpty removes the rows of the statistics that games taken away have left
// at nothing.
func (w *writer) dropEmpty() error {
	for _, query := range []string{
		"DELETE FROM tally WHERE n = 0", "DELETE FROM position WHERE games = 0", "DELETE FROM opening WHERE games = 0",
		"DELETE FROM standing WHERE games = 0",
	} {
		if err := w.exec(query); err != nil {
			return err
		}
	}
	return nil
}
