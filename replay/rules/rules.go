// Package rules plays Adji-Boto, En Dodoi and Cross-Endodoi. It knows no text:
// pits are numbers, and how a move or a position is spelled is for package
// replay to say.
//
// The rules, their sources and the decisions taken where the sources are silent
// are in docs/rules.md.
package rules

// Version is the version of the engine. It is raised whenever a change can
// alter what some record's replay yields, so that an archive can tell which
// games an older engine judged.
const Version = 1

// MaxPits is the number of pits of the longest board, both rows together.
const MaxPits = 20

// A Game is one of the games.
type Game uint8

const (
	AdjiBoto Game = iota + 1
	EnDodoi
	CrossEndodoi
)

// A Side is a player. South moves first unless a position says otherwise.
type Side uint8

const (
	South Side = iota
	North
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// A Ruleset is a game, its board and its reading of the rules. The zero value
// is no ruleset; Standard gives the usual one. Rulesets are compared with ==.
type Ruleset struct {
	Game      Game
	Pits      uint8 // pits in each row
	Seeds     uint8 // seeds in each pit at the start
	Clockwise bool  // direction=clockwise: sow towards rising pit numbers

	ChainOverEmpty bool  // Adji-Boto, chain=over-empty
	LandingTaken   bool  // Adji-Boto, landing=taken
	EndStuck       bool  // Adji-Boto, end=stuck
	CapturesFrom   uint8 // Adji-Boto, captures-from: 1..11; 0 in other games

	LoneTaken bool // En Dodoi, lone=taken
}

// A Pit is a pit's number in the drawing: North's row is 0..n-1 from left to
// right, South's 2n-1..n from left to right.
type Pit uint8

// A Move is the pit that is sown, or Pass.
type Move int8

// Pass is the move of a player who cannot move.
const Pass Move = -1

// Pits is a set of pits: bit p is pit p.
type Pits uint32

// A State is a board with its stores and the side to move. It is a small value,
// comparable with ==, and copied without allocation.
type State struct {
	Seeds  [MaxPits]uint8 // by pit number; beyond the board zero
	Store  [2]uint8       // South's and North's
	ToMove Side
	Opened uint16 // Adji-Boto: bit p is set once pit p has been played in the opening cycle; all set once the cycle is over. 0 in other games
}

// A Sowing is what one ply did.
type Sowing struct {
	Captured uint8 // seeds in all
	Taken    Pits  // the pits they were taken from
	Laps     int32 // 1 for a sowing without relay, 0 for a pass
	Landing  Pit   // the pit of the last seed; of no meaning for a pass
}

// A Key is the exact key of a state under a ruleset: two different states of
// one ruleset never share one. Keys are comparable and order arbitrarily.
type Key struct{ Hi, Lo uint64 }

// An Outcome is how a finished game ended.
type Outcome uint8

const (
	Unfinished Outcome = iota
	SouthWon
	NorthWon
	Drawn
)

// A Reason is why a move is illegal.
type Reason uint8

const (
	NoSuchPit      Reason = iota + 1 // the board has no such pit
	OpponentsPit                     // the pit is the other player's
	EmptyPit                         // En Dodoi, Cross-Endodoi: the pit holds no seed
	TooFewSeeds                      // Adji-Boto: the pit holds fewer than 2 seeds
	AlreadyOpened                    // Adji-Boto's opening cycle: the pit has been played and another has not
	EndlessSowing                    // the relay comes back to where it began
	GivenUp                          // the relay has neither ended nor come back after MaxLaps laps
	CannotPass                       // a pass by a player who can move
	MustPass                         // Adji-Boto: the player cannot move, the opponent can
	GameOver                         // anything after the end of the game
)

// MaxLaps is the number of laps after which a relay counts as endless even
// though it has not been seen to come back to its beginning.
const MaxLaps = 1_000_000

// An Illegal is the error of a move that is not legal where it stands.
type Illegal struct {
	Reason Reason
	Move   Move
	Seeds  int // in the pit, where there is one
	Laps   int // EndlessSowing: the period in laps; GivenUp: the laps that were made
}

// Below: signatures to implement (file of your choice in this package).
//
//	func Standard(g Game, pits int) Ruleset                     // usual reading; pits 0 means the game's only board (5 Adji-Boto, 6 Cross-Endodoi)
//	func (r Ruleset) Validate() error                           // board size, seeds, options that the game does not have
//	func (r Ruleset) Total() int                                // seeds in play
//	func (r Ruleset) Start() State                              // the start, South to move
//	func (r *Ruleset) Owner(p Pit) Side
//	func (r *Ruleset) Opposite(p Pit) Pit
//	func (r *Ruleset) PitOf(side Side, k int) Pit               // k-th pit (0-based) from its owner's left
//	func (r *Ruleset) FromLeft(p Pit) int                       // inverse
//	func (r *Ruleset) InCycle(s *State) bool                    // Adji-Boto: some pit is still unopened
//	func (r *Ruleset) CapturesBarred(s *State) bool             // the next ply cannot capture
//	func (r *Ruleset) CheckState(s *State) error                // can such a state be: seeds add up, opened set well formed...
//	func (r *Ruleset) Legal(s *State) Pits                      // exact: endless sowings left out; empty when over or pass forced
//	func (r *Ruleset) Check(s *State, m Move) error             // nil, or *Illegal; Check(s,m)==nil iff m in Legal (or Pass forced)
//	func (r *Ruleset) CanMove(s *State) bool                    // Legal != 0, but stops at the first
//	func (r *Ruleset) PassForced(s *State) bool                 // the side to move must pass (Adji-Boto, not over)
//	func (r *Ruleset) Over(s *State) bool
//	func (r *Ruleset) Play(s *State, m Move) (Sowing, error)    // in place; on error s is unchanged. Hot path, no allocation unless error
//	func (r *Ruleset) Sweep(s State) State                      // the final sweep of a game that is over (none under end=stuck)
//	func (r *Ruleset) Outcome(s *State) Outcome                 // Unfinished unless Over; s before the sweep
//	func (r *Ruleset) Perft(s State, depth int) uint64
//	func (r *Ruleset) Key(s *State) Key
//	func (r *Ruleset) StateOf(k Key) (State, bool)              // the inverse of Key; false where no state has that key
//	func (r *Ruleset) Trace(s State, m Move) ([]Lap, Sowing, error) // lap by lap, for display: Lap{From Pit; Seeds int; Clockwise bool; To Pit}
