package db

import (
	"context"
	"errors"

	"alai/replay/rules"
)

// An OpeningQuery asks how games go on from a position.
type OpeningQuery struct {
	Ruleset rules.Ruleset
	From    rules.State  // the zero State is the usual start
	Moves   []rules.Move // played from there; the position asked about is the one they lead to
	Depth   int          // plies of the tree; 0 and 1 are the moves alone
	// MinGames leaves out moves that fewer games played.
	MinGames int
	// Filter chooses the games. Its Lines and Positions choose too.
	Filter Filter
}

// An OpeningMove is what became of the games that played a move from a
// position. Each game counts once, however often it came there.
type OpeningMove struct {
	Move                            rules.Move
	Games                           int   // that played it
	South, Draws, North, Unfinished int   // of these: by the replay's result where the game is complete, else by the record's; Unfinished has none
	Complete                        int   // of these: complete by the rules
	MarginSum                       int64 // South's seeds minus North's, over the complete games that have a score
	Scored                          int   // complete games that have a score
	PliesSum                        int64 // plies, over the complete games
	Reached                         int   // games that reached the position after the move, by whatever order of moves
	Onward                          int   // games that played on from there
	Children                        []OpeningMove
}

// Openings returns the moves played from a position, most played first and ties in
// sowing order, and the number of games that played on from it. The error is an
// *rules.Illegal where the query's moves are not legal.
func (a *Archive) Openings(ctx context.Context, q OpeningQuery) ([]OpeningMove, int, error) {
	return nil, 0, errors.ErrUnsupported
}
