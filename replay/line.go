// Package replay joins text and rules: it plays the record that package
// notation read by the rules of package replay/rules, and yields the line that
// was legally played, or what is wrong with the record and where. The
// spelling of positions, rule options and canonical records is here too, since
// what may stand in them depends on the game.
package replay

import (
	"fmt"
	"iter"

	"alai/notation"
	"alai/replay/rules"
)

// A Verdict is what a replay makes of a record. The first three, worst first,
// are faults; games of the other three are sound.
type Verdict uint8

const (
	Malformed     Verdict = iota + 1 // the text is no record
	Illegal                          // a move is not legal where it stands
	Contradiction                    // all moves are legal, but the record says something that is not so
	Complete                         // all moves are legal and the game is over by the rules
	Decided                          // not over, but one side has stored more than half of the seeds and Result names it
	Unfinished                       // all moves are legal, the game is not over
)

var verdictWords = [...]string{"", "malformed", "illegal", "contradiction", "complete", "decided", "unfinished"}

// String returns the verdict's word, "complete" for one.
func (v Verdict) String() string {
	if int(v) < len(verdictWords) {
		return verdictWords[v]
	}
	return fmt.Sprintf("verdict %d", v)
}

// Sound reports whether a game of this verdict belongs in an archive.
func (v Verdict) Sound() bool { return v >= Complete }

// ParseVerdict is the inverse of Verdict.String.
func ParseVerdict(word string) (Verdict, bool) {
	for v := Malformed; v <= Unfinished; v++ {
		if verdictWords[v] == word {
			return v, true
		}
	}
	return 0, false
}

// A Problem is one thing that is wrong with a record.
type Problem struct {
	Pos       notation.Pos
	Game      int        // the record's number in its file, from 1
	Ply       int        // from 1; 0 where the fault is not at a ply
	Side      rules.Side // who was to move; of no meaning where Ply is 0
	Kind      Verdict    // Malformed, Illegal or Contradiction
	Text      string     // the offending token, whole
	Msg       string     // what is wrong, in words, without the place
	Legal     []string   // the moves that would have been legal, in letters, in sowing order; "--" for a forced pass
	Position  string     // the state in which the fault was met, in the one-line form; "" where there is none
	Variation bool       // the fault is in a variation: it does not bear on the verdict
}

// String returns the problem as one line without its file's place:
// "game 3, ply 14, South: ...".
func (p *Problem) String() string {
	switch {
	case p.Ply == 0:
		return fmt.Sprintf("game %d: %s", p.Game, p.Msg)
	case p.Variation:
		return fmt.Sprintf("game %d, ply %d, %s, in a variation: %s", p.Game, p.Ply, p.Side, p.Msg)
	}
	return fmt.Sprintf("game %d, ply %d, %s: %s", p.Game, p.Ply, p.Side, p.Msg)
}

// A Line is what was legally played: the whole game where the record is sound,
// else its legal prefix beside the problems.
//
// A Line may be replayed into again and again; its slices are reused.
type Line struct {
	Rules    rules.Ruleset // zero where the record does not say which game it is
	Start    rules.State
	Moves    []rules.Move   // forced passes included, those that the record leaves out too
	Sowings  []rules.Sowing // what each of Moves did
	Final    rules.State    // after the last of Moves, before any sweep
	Over     bool           // Final is the end of the game
	Outcome  rules.Outcome  // by the rules; Unfinished unless Over
	Verdict  Verdict
	Problems []Problem // in the order of the text
	Notices  []notation.Notice
	Fixed    bool // FixResult has mended the record

	// Result is the replay's where the game is over, else the record's,
	// notation.Unknown where it names none.
	Result notation.Result
	// Score is the stores after the sweep where the game is over (not under
	// end=stuck), else what the record says, where HasScore.
	Score    [2]int
	HasScore bool

	// Claims are the captures that the record states and the replay contradicts.
	Claims []Claim

	says   ending  // what the record says of the end
	asides []aside // the plies of variations, passes understood among them, in the order of the text
	faulty []int   // the variations with a fault of their own: the indices of their VarStart items
}

// States goes through the states after each ply, from 0, the start.
func (l *Line) States() iter.Seq2[int, *rules.State] {
	return func(yield func(int, *rules.State) bool) {
		state := l.Start
		for ply := 0; yield(ply, &state) && ply < len(l.Moves); ply++ {
			if _, err := l.Rules.Play(&state, l.Moves[ply]); err != nil {
				panic(fmt.Sprintf("a replayed move cannot be played: %v", err)) // moves that were not replayed are in no line
			}
		}
	}
}

// A Claim is the number of seeds that a record says a ply captured.
type Claim struct {
	Ply      int `json:"ply"` // from 1
	Captured int `json:"captured"`
}

// An ending is the record's own word about its game and how it ended.
type ending struct {
	tag      notation.Result // the Result tag's; None where it says nothing
	close    notation.Close
	score    [2]int
	hasScore bool

	gameTag    int  // the index in Record.Tags of the tag that names the game, -1 for none
	positioned bool // the game starts from a Position tag
}

// An aside is one ply of a variation.
type aside struct {
	item     int // its index in Record.Items; of a pass that is understood, that of the move behind it
	move     rules.Move
	captured uint8
}

// Swept returns the state after the final sweep; Final where the game is not over.
func (l *Line) Swept() rules.State {
	if !l.Over {
		return l.Final
	}
	return l.Rules.Sweep(l.Final)
}

// FromStart reports whether the line begins at its game's usual start.
func (l *Line) FromStart() bool { return l.Start == l.Rules.Start() }
