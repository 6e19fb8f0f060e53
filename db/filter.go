package db

import (
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Filter chooses games. A field that is empty chooses all; of several values
// in a field any may match; all fields must.
//
// Names and tag values are matched whole, after NFC and folding of case and
// blanks; '*' stands for any text and '?' for any one character.
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
	Text                 []string // words: each must occur in some tag's value or comment

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

func (e *FilterError) Error() string { return e.Msg }
