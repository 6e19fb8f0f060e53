package rules

import "fmt"

// A Move is the pit that is sown, or Pass.
type Move int8

// Pass is the move of a player who cannot move.
const Pass Move = -1

// A Sowing is what one ply did.
type Sowing struct {
	Captured uint8 // seeds in all
	Taken    Pits  // the pits they were taken from
	Laps     int32 // 1 for a sowing without relay, 0 for a pass
	Landing  Pit   // the pit of the last seed; of no meaning for a pass
}

// Play makes a move in place and returns what it did. An illegal move is an
// *Illegal and leaves s as it was.
func (r *Ruleset) Play(s *State, m Move) (Sowing, error) { return r.PlayWithin(s, m, MaxLaps) }

// PlayWithin is Play for those who cannot wait: a sowing that has neither ended
// nor been seen to go round after maxLaps laps is GivenUp, although it may end
// later. Fewer than 64 count as 64, more than MaxLaps as MaxLaps. A move that is
// illegal for another reason has that reason, and not that the game is over, as long
// as there is a sowing that was given up.
func (r *Ruleset) PlayWithin(s *State, m Move, maxLaps int32) (Sowing, error) {
	if r.Game == AdjiBoto {
		return r.playAdjiBoto(s, m)
	}
	return r.playEndodoi(s, m, maxLaps)
}

// Check returns nil if m is legal, else an *Illegal. Legal are the pits of Legal
// and, where PassForced, Pass.
func (r *Ruleset) Check(s *State, m Move) error {
	t := *s
	_, err := r.Play(&t, m)
	return err
}

// Legal returns the pits that the side to move may sow. Endless sowings are
// left out. The set is empty when the game is over or a pass is forced.
func (r *Ruleset) Legal(s *State) Pits {
	if r.Game == AdjiBoto {
		return r.adjiBotoMoves(s, s.ToMove)
	}
	return r.endodoiMoves(s)
}

// CanMove reports whether the side to move may sow some pit.
func (r *Ruleset) CanMove(s *State) bool {
	if r.Game == AdjiBoto {
		return r.adjiBotoMoves(s, s.ToMove) != 0
	}
	return r.endodoiCanMove(s, MaxLaps)
}

// PassForced reports whether the side to move must pass: Adji-Boto, where it
// cannot move and the game is not over.
func (r *Ruleset) PassForced(s *State) bool {
	return r.Game == AdjiBoto && !r.EndStuck &&
		r.adjiBotoMoves(s, s.ToMove) == 0 && r.adjiBotoMoves(s, s.ToMove.Other()) != 0
}

// Over reports whether the game is over: in Adji-Boto when neither player can
// move, under end=stuck and in the other games when the side to move cannot.
func (r *Ruleset) Over(s *State) bool { return !r.CanMove(s) && !r.PassForced(s) }

// overWithin is Over for PlayWithin: a sowing that is given up counts as a move.
func (r *Ruleset) overWithin(s *State, maxLaps int32) bool {
	if r.Game == AdjiBoto {
		return r.Over(s)
	}
	return !r.endodoiCanMove(s, maxLaps)
}

// Sweep returns s, the last state of a game that is over, after the seeds left
// on the board have gone to the stores. In Adji-Boto each player sweeps its own
// row, under end=stuck nobody does; in the other games all go to the opponent of
// the player who cannot move.
func (r *Ruleset) Sweep(s State) State {
	if r.EndStuck {
		return s
	}
	for p := range Pit(2 * r.Pits) {
		to := s.ToMove.Other()
		if r.Game == AdjiBoto {
			to = r.Owner(p)
		}
		s.Store[to] += s.Seeds[p]
		s.Seeds[p] = 0
	}
	return s
}

// An Outcome is how a finished game ended.
type Outcome uint8

const (
	Unfinished Outcome = iota
	SouthWon
	NorthWon
	Drawn
)

// won returns the outcome of a game that side has won.
func won(side Side) Outcome { return SouthWon + Outcome(side) }

// Outcome returns who has won a game that has come to s, before any sweep:
// whoever then has more seeds in store. Under end=stuck it is the opponent of
// the player who cannot move, unless that player has half of all seeds in
// store and could refill its row, which is a draw.
func (r *Ruleset) Outcome(s *State) Outcome {
	if !r.Over(s) {
		return Unfinished
	}
	if r.EndStuck {
		if 2*int(s.Store[s.ToMove]) >= r.Total() {
			return Drawn
		}
		return won(s.ToMove.Other())
	}
	store := r.Sweep(*s).Store
	switch {
	case store[South] > store[North]:
		return SouthWon
	case store[South] < store[North]:
		return NorthWon
	}
	return Drawn
}

// A Reason is why a move is illegal.
type Reason uint8

const (
	NoSuchPit     Reason = iota + 1 // the board has no such pit
	OpponentsPit                    // the pit is the other player's
	EmptyPit                        // En Dodoi, Cross-Endodoi: the pit holds no seed
	TooFewSeeds                     // Adji-Boto: the pit holds fewer than 2 seeds
	AlreadyOpened                   // Adji-Boto's opening cycle: the pit has been played and another has not
	EndlessSowing                   // the relay never ends
	GivenUp                         // the relay has neither ended nor been seen to go round after MaxLaps laps
	CannotPass                      // a pass by a player who can move
	MustPass                        // Adji-Boto: the player cannot move, the opponent can
	GameOver                        // anything after the end of the game
)

// An Illegal is the error of a move that is not legal where it stands.
type Illegal struct {
	Reason Reason
	Move   Move
	Seeds  int // in the pit, where there is one
	Laps   int // EndlessSowing: the period in laps; GivenUp: the laps that were made
}

// Error says why the move is illegal, with pits by number.
func (e *Illegal) Error() string {
	switch e.Reason {
	case NoSuchPit:
		return fmt.Sprintf("there is no pit %d", e.Move)
	case OpponentsPit:
		return fmt.Sprintf("pit %d is the opponent's", e.Move)
	case EmptyPit:
		return fmt.Sprintf("pit %d is empty", e.Move)
	case TooFewSeeds:
		return fmt.Sprintf("pit %d holds too few seeds to be sown: %d", e.Move, e.Seeds)
	case AlreadyOpened:
		return fmt.Sprintf("pit %d has been opened, and others have not", e.Move)
	case EndlessSowing:
		return fmt.Sprintf("the sowing of pit %d never ends: it repeats itself every %d laps", e.Move, e.Laps)
	case GivenUp:
		return fmt.Sprintf("the sowing of pit %d has not ended after %d laps", e.Move, e.Laps)
	case CannotPass:
		return "a player who can move cannot pass"
	case MustPass:
		return "the player cannot move and must pass"
	case GameOver:
		return "the game is over"
	}
	return fmt.Sprintf("illegal move (reason %d)", e.Reason)
}

// onBoard reports whether m is a pit of the board.
func (r *Ruleset) onBoard(m Move) bool { return m >= 0 && m < Move(2*r.Pits) }

// owns reports whether m is a pit of side's row.
func (r *Ruleset) owns(side Side, m Move) bool {
	first := uint8(0)
	if side == South {
		first = r.Pits
	}
	return uint8(m)-first < r.Pits
}

// illegal returns the error of a move that is not legal. It looks for the
// faults that any game knows, the weightiest first, and where there is none
// takes what the game found. No sowing is followed for more than maxLaps laps.
func (r *Ruleset) illegal(s *State, m Move, found Reason, laps int, maxLaps int32) *Illegal {
	e := &Illegal{Reason: found, Move: m, Laps: laps}
	if r.onBoard(m) {
		e.Seeds = int(s.Seeds[m])
	}
	switch {
	case r.overWithin(s, maxLaps):
		e.Reason = GameOver
	case m == Pass:
		e.Reason = CannotPass
	case !r.onBoard(m):
		e.Reason = NoSuchPit
	case !r.owns(s.ToMove, m):
		e.Reason = OpponentsPit
	case r.PassForced(s):
		e.Reason = MustPass
	default:
		return e
	}
	e.Laps = 0
	return e
}
