package db

import (
	"context"
	"errors"

	"alai/replay"
	"alai/replay/rules"
)

// GameStats are the statistics of one ruleset.
type GameStats struct {
	Ruleset                                      rules.Ruleset
	Records                                      int        // all games counted
	Complete, Decided, Unfinished, Contradiction int        // of these, by verdict
	South, Draws, North, NoResult                int        // of these, by result
	FirstWon, FirstLost                          int        // of these, by whether the player who moved first won
	Plies                                        Histogram  // all games
	Captured                                     Histogram  // seeds captured, both sides together, without the sweep; all games
	Margins                                      Histogram  // South's seeds minus North's; complete games that have a score
	Endings                                      []Ending   // how the games ended, by verdict, most frequent first
	Pits                                         []PitStats // South's from its left, then North's
}

// A Histogram counts games by a number.
type Histogram map[int]int

// Count returns the number of games counted.
func (h Histogram) Count() int { return 0 }

// Mean returns the mean, 0 for an empty histogram.
func (h Histogram) Mean() float64 { return 0 }

// Range returns the least and the greatest number, 0 for an empty histogram.
func (h Histogram) Range() (lo, hi int) { return 0, 0 }

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
func (a *Archive) Stats(ctx context.Context, f Filter) ([]GameStats, error) {
	return nil, errors.ErrUnsupported
}
