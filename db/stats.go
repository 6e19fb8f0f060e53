package db

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// GameStats are the statistics of one ruleset.
type GameStats struct {
	Ruleset                                      rules.Ruleset
	Records                                      int // all games counted
	Complete, Decided, Unfinished, Contradiction int // of these, by verdict
	South, Draws, North, NoResult                int // of these, by result
	FirstWon, FirstLost                          int // of these, by whether the player who moved first won

	Plies    Histogram // all games
	Captured Histogram // seeds captured, both sides together, without the sweep; all games
	Margins  Histogram // South's seeds minus North's; complete games that have a score
	Passes   Histogram // plies that are passes; all games
	Captures Histogram // plies that capture, by the seeds they capture
	Laps     Histogram // plies but passes, by the laps of their sowing; MostLaps is so many or more

	Taken   []PlyStats     // what was captured ply by ply, of the plies that some game has
	Endings []Ending       // how the games ended, by verdict, most frequent first
	Pits    []PitStats     // South's from its left, then North's
	Orders  []OpeningOrder // Adji-Boto: South's, then North's, most frequent first
}

// What a tally does not tell apart.
const (
	MostLaps = mostLaps // laps: it is so many or more
	LastPly  = lastPly  // ply: it is that or any later one
)

// PlyStats tell what was captured at one ply.
type PlyStats struct {
	Ply   int // from 1; LastPly is that or any later one
	Games int // that have it
	Seeds int // captured in all of them
}

// An OpeningOrder is an order in which a side opened its five pits in the opening
// cycle. Games in which it did not come to open all of them, or had opened some
// where the game starts, are in none.
type OpeningOrder struct {
	Side  rules.Side
	Moves []rules.Move
	Games int
}

// A Histogram counts games, or something else, by a number.
type Histogram map[int]int

// Count returns the number of games counted.
func (h Histogram) Count() int {
	n := 0
	for _, games := range h {
		n += games
	}
	return n
}

// Quantile returns the number below which the part p, from 0 to 1, of the games
// are: where this falls on a game that game's number, between two games the mean of
// both. It is 0 for an empty histogram.
func (h Histogram) Quantile(p float64) float64 {
	values := slices.Sorted(maps.Keys(h))
	at := p * float64(h.Count())
	below := 0
	for i, value := range values {
		below += h[value]
		switch {
		case float64(below) > at || i == len(values)-1:
			return float64(value)
		case float64(below) == at:
			return float64(value+values[i+1]) / 2
		}
	}
	return 0
}

// Mean returns the mean, 0 for an empty histogram.
func (h Histogram) Mean() float64 {
	if len(h) == 0 {
		return 0
	}
	sum := 0
	for value, games := range h {
		sum += value * games
	}
	return float64(sum) / float64(h.Count())
}

// Range returns the least and the greatest number, 0 for an empty histogram.
func (h Histogram) Range() (lo, hi int) {
	if len(h) == 0 {
		return 0, 0
	}
	values := slices.Collect(maps.Keys(h))
	return slices.Min(values), slices.Max(values)
}

// An Ending counts the games that ended in one way.
type Ending struct {
	Verdict     replay.Verdict
	Termination string // the tag's value, folded; "" where there is none
	Games       int
}

// PitStats tells how often a pit was sown, and how often its seeds were captured.
type PitStats struct {
	Pit              rules.Pit
	Played, Captured int
}

// Stats returns the statistics of the games that the filter chooses, one for
// each ruleset, the most games first. Contradictory games count only where the
// filter asks for their verdict.
func (a *Archive) Stats(ctx context.Context, f Filter) (list []GameStats, err error) {
	var tallies map[rules.Ruleset]tally
	if f.onlyRules().Empty() {
		err = a.view(ctx, func(s *snapshot) error {
			tallies, err = storedTallies(ctx, s, &f)
			return err
		})
	} else {
		err = a.scanView(ctx, func(s *snapshot) error {
			tallies, err = scannedTallies(ctx, s, &f)
			return err
		})
	}
	for r, t := range tallies {
		list = append(list, t.stats(r))
	}
	slices.SortFunc(list, func(a, b GameStats) int {
		return cmp.Or(cmp.Compare(b.Records, a.Records), compareRulesets(a.Ruleset, b.Ruleset))
	})
	return list, err
}

// onlyRules returns the filter without its terms on the ruleset.
func (f Filter) onlyRules() *Filter {
	f.Games, f.Pits, f.Rules = nil, nil, nil
	return &f
}

func compareRulesets(a, b rules.Ruleset) int {
	return cmp.Or(cmp.Compare(a.Game, b.Game), cmp.Compare(a.Pits, b.Pits), cmp.Compare(replay.RulesText(a), replay.RulesText(b)))
}

// storedTallies reads the tallies of the rulesets that the filter leaves.
func storedTallies(ctx context.Context, s *snapshot, f *Filter) (map[rules.Ruleset]tally, error) {
	left, err := f.rulesets(ctx, s)
	if err != nil {
		return nil, err
	}
	tallies := make(map[rules.Ruleset]tally)
	rows, err := s.tx.QueryContext(ctx, "SELECT ruleset, measure, value, n FROM tally")
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		var id int64
		var name string
		var value any
		var n int
		if err := rows.Scan(&id, &name, &value, &n); err != nil {
			return err
		}
		r, ok := left[id]
		if !ok {
			return nil
		}
		key := tallyKey{measure: measure(slices.Index(measureNames[1:], name) + 1)}
		switch value := value.(type) {
		case int64:
			key.number = int(value)
		case string:
			key.text = value
		default:
			return &StatisticsError{fmt.Sprintf("the tally %s has a value of type %T", name, value)}
		}
		if _, text := value.(string); key.measure == 0 || text != key.measure.isText() || n < 0 {
			return &StatisticsError{fmt.Sprintf("the tally %s has %d for %v", replay.Quote(name), n, value)}
		}
		if tallies[r] == nil {
			tallies[r] = make(tally)
		}
		tallies[r][key] = n
		return nil
	})
	for r, t := range tallies {
		if err == nil {
			err = t.coherent(&r)
		}
	}
	return tallies, err
}

// coherent finds out whether a tally can be that of some games: the measures that
// every game has one value of count as many games.
func (t tally) coherent(r *rules.Ruleset) error {
	var sums [len(measureNames)]int
	for key, n := range t {
		sums[key.measure] += n
	}
	endings := sums[byCompleteEnding] + sums[byDecidedEnding] + sums[byUnfinishedEnding]
	for _, m := range []measure{byResult, byFirst, byPlies, byCaptured, byPasses} {
		if sums[m] != sums[byVerdict] {
			return &StatisticsError{fmt.Sprintf("of %v on %d pits they count %d games by %s and %d by verdict", r.Game, r.Pits, sums[m], measureNames[m], sums[byVerdict])}
		}
	}
	switch {
	case endings != sums[byVerdict]:
		return &StatisticsError{fmt.Sprintf("of %v on %d pits they count %d games by ending and %d by verdict", r.Game, r.Pits, endings, sums[byVerdict])}
	case sums[bySown] != sums[byLaps]:
		return &StatisticsError{fmt.Sprintf("of %v on %d pits they count %d sowings by pit and %d by laps", r.Game, r.Pits, sums[bySown], sums[byLaps])}
	}
	return nil
}

// scannedTallies makes the tallies of the games that the filter chooses by
// playing them.
func scannedTallies(ctx context.Context, s *snapshot, f *Filter) (map[rules.Ruleset]tally, error) {
	w, err := f.statsCondition(ctx, s)
	if err != nil {
		return nil, err
	}
	parts := make([]map[rules.Ruleset]*tallier, len(s.txs))
	err = s.scan(ctx, w, func(part int) visitor {
		tallies := make(map[rules.Ruleset]*tallier)
		parts[part] = tallies
		var sh share
		return func(_ int64, g *played) error {
			t := tallies[g.rules]
			if t == nil {
				t = newTallier()
				tallies[g.rules] = t
			}
			sh.setResult(g)
			sh.setPlies(g)
			t.add(&sh, 1)
			return nil
		}
	})
	all := make(map[rules.Ruleset]tally)
	for _, part := range parts {
		for r, t := range part {
			if all[r] == nil {
				all[r] = make(tally)
			}
			all[r].merge(t.tally())
		}
	}
	return all, err
}

// stats makes the statistics of a ruleset from its tally.
func (t tally) stats(r rules.Ruleset) GameStats {
	number := func(m measure, n int) int { return t[tallyKey{measure: m, number: n}] }
	verdict := func(v replay.Verdict) int { return number(byVerdict, int(v)) }
	result := func(r notation.Result) int { return number(byResult, int(r)) }
	st := GameStats{
		Ruleset:  r,
		Complete: verdict(replay.Complete), Decided: verdict(replay.Decided), Unfinished: verdict(replay.Unfinished), Contradiction: verdict(replay.Contradiction),
		South: result(notation.SouthWon), Draws: result(notation.Draw), North: result(notation.NorthWon), NoResult: result(notation.Unknown),
		FirstWon: number(byFirst, firstWon), FirstLost: number(byFirst, firstLost),
	}
	st.Records = st.Complete + st.Decided + st.Unfinished + st.Contradiction
	histograms := map[measure]*Histogram{
		byPlies: &st.Plies, byCaptured: &st.Captured, byMargin: &st.Margins, byPasses: &st.Passes, byCapture: &st.Captures, byLaps: &st.Laps,
	}
	for _, h := range histograms {
		*h = make(Histogram)
	}
	for key, n := range t {
		switch h := histograms[key.measure]; {
		case h != nil:
			(*h)[key.number] = n
		case key.measure == bySouthOrder, key.measure == byNorthOrder:
			st.Orders = append(st.Orders, openingOrder(&r, key, n))
		case key.measure >= byContradictionEnding:
			v := replay.Contradiction + replay.Verdict(key.measure-byContradictionEnding)
			st.Endings = append(st.Endings, Ending{v, key.text, n})
		}
	}
	slices.SortFunc(st.Orders, func(a, b OpeningOrder) int {
		return cmp.Or(cmp.Compare(a.Side, b.Side), cmp.Compare(b.Games, a.Games), -slices.Compare(a.Moves, b.Moves))
	})
	for ply := 1; ply <= lastPly; ply++ {
		taken := PlyStats{Ply: ply, Seeds: number(byPly, ply)}
		for plies, n := range st.Plies {
			if plies >= ply {
				taken.Games += n
			}
		}
		if taken.Games > 0 {
			st.Taken = append(st.Taken, taken)
		}
	}
	slices.SortFunc(st.Endings, func(a, b Ending) int {
		return cmp.Or(cmp.Compare(b.Games, a.Games), cmp.Compare(a.Verdict, b.Verdict), cmp.Compare(a.Termination, b.Termination))
	})
	for k := range 2 * int(r.Pits) {
		p := r.PitOf(rules.Side(k/int(r.Pits)), k%int(r.Pits))
		st.Pits = append(st.Pits, PitStats{p, number(bySown, int(p)), number(byTaken, int(p))})
	}
	return st
}

// openingOrder reads a tally's row of such an order.
func openingOrder(r *rules.Ruleset, key tallyKey, n int) OpeningOrder {
	o := OpeningOrder{Side: rules.Side(key.measure - bySouthOrder), Games: n}
	o.Moves, _ = replay.ParseMoves(r, strings.Join(strings.Split(key.text, ""), " "))
	return o
}
