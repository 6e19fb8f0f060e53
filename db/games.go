package db

import (
	"context"
	"errors"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Game is an archived game.
type Game struct {
	ID    int64
	Rules rules.Ruleset
	Start rules.State
	Moves []rules.Move // forced passes included

	Tags        []notation.Tag        // all of the canonical record, in its order
	Annotations []notation.Annotation // all of the canonical record
	Claims      []replay.Claim        // captures that the record states and the replay contradicts
	Closing     notation.Close        // the token that closes the canonical record

	Verdict  replay.Verdict
	Result   notation.Result
	Score    [2]int
	HasScore bool

	Source       string
	SourceLine   int   // where its record begins in the source: line from 1
	SourceOffset int64 // and byte of the decompressed text, from 0
	SourceGame   int   // its number in the source, from 1
	Engine       int   // version of the rules engine that judged it
}

// Line replays the game as its record is kept, and judges it anew: line.Verdict
// differs from g.Verdict where another engine judged it.
func (g *Game) Line() *replay.Line { return nil }

// Record returns the canonical record: notation.Append makes the same bytes of
// it as at the import. The line is that of g.Line.
func (g *Game) Record(line *replay.Line) (*notation.Record, error) { return nil, errors.ErrUnsupported }

// An Order is the order of a list of games; ties are in the order of the ids.
type Order struct {
	By         string // one of Orders; "" is "id"
	Descending bool
}

// Orders lists what games can be ordered by.
var Orders = []string{"id", "date", "event", "site", "south", "north", "round", "plies", "result", "margin", "game", "source"}

// Games calls yield with each game that the filter chooses, in order, at most
// limit of them; limit 0 is no limit. An error of yield ends it and is returned. The game
// is yield's to keep.
func (a *Archive) Games(ctx context.Context, f Filter, order Order, limit int, yield func(*Game) error) error {
	return errors.ErrUnsupported
}

// Count returns the number of games that the filter chooses.
func (a *Archive) Count(ctx context.Context, f Filter) (int, error) { return 0, errors.ErrUnsupported }

// A RulesetCount is the number of games under a ruleset.
type RulesetCount struct {
	Ruleset rules.Ruleset
	Games   int
}

// Rulesets returns the rulesets of the games that the filter chooses, the most
// played first.
func (a *Archive) Rulesets(ctx context.Context, f Filter) ([]RulesetCount, error) {
	return nil, errors.ErrUnsupported
}
