// Package rules plays Adji-Boto, En Dodoi and Cross-Endodoi. It knows no text:
// pits are numbers, and how a move or a position is spelled is for package
// replay to say.
//
// The rules, their sources and the decisions taken where the sources are silent
// are in docs/rules.md.
package rules

import (
	"fmt"
	"iter"
	"math/bits"
)

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

// String returns the game's name as records spell it, "Adji-Boto".
func (g Game) String() string {
	switch g {
	case AdjiBoto:
		return "Adji-Boto"
	case EnDodoi:
		return "En Dodoi"
	case CrossEndodoi:
		return "Cross-Endodoi"
	}
	return fmt.Sprintf("Game(%d)", uint8(g))
}

// Boards returns the fewest and the most pits a row that the game is played on.
func (g Game) Boards() (lo, hi int) {
	switch g {
	case AdjiBoto:
		return adjiBotoRow, adjiBotoRow
	case EnDodoi:
		return 6, 10
	case CrossEndodoi:
		return 6, 6
	}
	return 0, 0
}

// SeedsAPit returns the fewest and the most seeds a pit that the game is played
// with.
func (g Game) SeedsAPit() (lo, hi int) {
	switch g {
	case AdjiBoto:
		return adjiBotoSeeds, adjiBotoSeeds
	case EnDodoi, CrossEndodoi:
		return 3, 6
	}
	return 0, 0
}

// A Side is a player. South moves first unless a position says otherwise.
type Side uint8

const (
	South Side = iota
	North
)

// Other returns the opponent.
func (s Side) Other() Side { return s ^ 1 }

// At returns the side that makes a ply, from 1, where this one makes the first.
func (s Side) At(ply int) Side { return s ^ Side((ply-1)&1) }

// String returns "South" or "North".
func (s Side) String() string {
	switch s {
	case South:
		return "South"
	case North:
		return "North"
	}
	return fmt.Sprintf("Side(%d)", uint8(s))
}

// A Pit is a pit's number in the drawing: North's row is 0..n-1 from left to
// right, South's 2n-1..n from left to right.
type Pit uint8

// Pits is a set of pits: bit p is pit p.
type Pits uint32

// Has reports whether p is in the set.
func (ps Pits) Has(p Pit) bool { return ps>>p&1 != 0 }

// Len returns the number of pits in the set.
func (ps Pits) Len() int { return bits.OnesCount32(uint32(ps)) }

// All yields the pits of the set in rising order.
func (ps Pits) All() iter.Seq[Pit] {
	return func(yield func(Pit) bool) {
		for ; ps != 0; ps &= ps - 1 {
			if !yield(Pit(bits.TrailingZeros32(uint32(ps)))) {
				return
			}
		}
	}
}

// A Ruleset is a game, its board and its reading of the rules. The zero value
// is no ruleset; Standard gives the usual one. Rulesets are compared with ==.
//
// All methods but Validate expect a ruleset that Validate finds no fault with,
// and those that take a State expect one that CheckState finds no fault with;
// with others they may panic.
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

// Adji-Boto's only board.
const (
	adjiBotoRow   = 5
	adjiBotoPits  = 2 * adjiBotoRow
	adjiBotoSeeds = 10
	// allOpened is State.Opened once the opening cycle is over.
	allOpened = 1<<adjiBotoPits - 1
)

// Standard returns the usual reading of a game on a board of pits pits a row.
// With pits 0 it takes the only board of Adji-Boto (5) or Cross-Endodoi (6); En
// Dodoi has several and no usual one. The result is valid only if the game has
// such a board.
func Standard(g Game, pits int) Ruleset {
	r := Ruleset{Game: g}
	switch g {
	case AdjiBoto:
		r.Pits, r.Seeds, r.CapturesFrom = adjiBotoRow, adjiBotoSeeds, adjiBotoPits+1
	case EnDodoi:
		r.Seeds = 4
	case CrossEndodoi:
		r.Pits, r.Seeds = 6, 3
	}
	if pits != 0 {
		r.Pits = uint8(min(max(pits, 0), 255))
	}
	return r
}

// Validate reports what is wrong with the ruleset: a board that the game is not
// played on, a number of seeds that it is not played with, or an option that it
// does not have.
func (r Ruleset) Validate() error {
	lo, hi := r.Game.Boards()
	if hi == 0 {
		return fmt.Errorf("there is no game number %d", uint8(r.Game))
	}
	if int(r.Pits) < lo || int(r.Pits) > hi {
		return fmt.Errorf("%v is not played on %d pits a row, but on %s", r.Game, r.Pits, span(lo, hi))
	}
	lo, hi = r.Game.SeedsAPit()
	if int(r.Seeds) < lo || int(r.Seeds) > hi {
		return fmt.Errorf("%v is not played with %d seeds a pit, but with %s", r.Game, r.Seeds, span(lo, hi))
	}
	if r.Game == AdjiBoto {
		if r.CapturesFrom < 1 || r.CapturesFrom > adjiBotoPits+1 {
			return fmt.Errorf("captures-from is 1 to %d, not %d", adjiBotoPits+1, r.CapturesFrom)
		}
	} else if r.ChainOverEmpty || r.LandingTaken || r.EndStuck || r.CapturesFrom != 0 {
		return fmt.Errorf("%v does not have Adji-Boto's options", r.Game)
	}
	if r.LoneTaken && r.Game != EnDodoi {
		return fmt.Errorf("%v does not have the option lone=taken", r.Game)
	}
	return nil
}

func span(lo, hi int) string {
	if lo == hi {
		return fmt.Sprint(lo)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

// Total returns the number of seeds in play, on the board and in the stores.
func (r Ruleset) Total() int { return 2 * int(r.Pits) * int(r.Seeds) }

// Start returns the state in which a game begins, South to move.
func (r Ruleset) Start() State {
	var s State
	for p := range 2 * r.Pits {
		s.Seeds[p] = r.Seeds
	}
	return s
}

// Owner returns the player in whose row p is.
func (r *Ruleset) Owner(p Pit) Side {
	if uint8(p) < r.Pits {
		return North
	}
	return South
}

// Opposite returns the pit that faces p across the board.
func (r *Ruleset) Opposite(p Pit) Pit { return Pit(2*r.Pits-1) - p }

// PitOf returns the k-th pit, from 0, from the left of its owner's seat.
func (r *Ruleset) PitOf(side Side, k int) Pit {
	if side == South {
		return Pit(2*int(r.Pits) - 1 - k)
	}
	return Pit(int(r.Pits) - 1 - k)
}

// FromLeft returns how many pits of its row are to the left of p, as its owner
// sees them: the inverse of PitOf.
func (r *Ruleset) FromLeft(p Pit) int {
	if r.Owner(p) == South {
		return 2*int(r.Pits) - 1 - int(p)
	}
	return int(r.Pits) - 1 - int(p)
}

// row returns the pits of a side.
func (r *Ruleset) row(side Side) Pits {
	row := Pits(1)<<r.Pits - 1
	if side == South {
		row <<= r.Pits
	}
	return row
}
