package rules

import (
	"fmt"
	"math/bits"
)

// A State is a board with its stores and the side to move. It is a small value,
// comparable with ==, and copied without allocation.
type State struct {
	Seeds  [MaxPits]uint8 // by pit number; beyond the board zero
	Store  [2]uint8       // South's and North's
	Opened uint16         // Adji-Boto: bit p is set once pit p has been played in the opening cycle; all set once the cycle is over. 0 in other games
	ToMove Side
}

// InCycle reports whether Adji-Boto's opening cycle is still on: some pit has
// not been opened.
func (r *Ruleset) InCycle(s *State) bool { return r.Game == AdjiBoto && s.Opened != allOpened }

// CapturesBarred reports whether the next ply cannot capture because too few
// pits have been opened (Adji-Boto, captures-from).
func (r *Ruleset) CapturesBarred(s *State) bool {
	return r.Game == AdjiBoto && bits.OnesCount16(s.Opened)+1 < int(r.CapturesFrom)
}

// A Fault is why a state is impossible.
type Fault uint8

const (
	WrongTotal     Fault = iota + 1 // the seeds do not add up: Got instead of Want
	BeyondBoard                     // Got seeds stand in Pit, which the board does not have
	NoSide                          // the side to move is neither South nor North
	NoOpeningCycle                  // pits are marked as opened in a game without opening cycle
	NoSuchOpened                    // Pit is marked as opened, and the board does not have it
	UnevenOpening                   // South has opened Got pits and North Want, which differ by more than one
)

// An Impossible is the error of a state that cannot be.
type Impossible struct {
	Fault     Fault
	Pit       Pit // BeyondBoard, NoSuchOpened
	Got, Want int // as the fault says
}

// Error says what is wrong, with pits by number.
func (e *Impossible) Error() string {
	switch e.Fault {
	case WrongTotal:
		return fmt.Sprintf("the board and the stores hold %d seeds, not %d", e.Got, e.Want)
	case BeyondBoard:
		return fmt.Sprintf("%d seeds in pit %d, which is not on the board", e.Got, e.Pit)
	case NoSide:
		return "neither South nor North is to move"
	case NoOpeningCycle:
		return "pits are opened in a game that has no opening cycle"
	case NoSuchOpened:
		return fmt.Sprintf("pit %d is opened, and is not on the board", e.Pit)
	case UnevenOpening:
		return fmt.Sprintf("South has opened %d pits and North %d, though they take turns", e.Got, e.Want)
	}
	return fmt.Sprintf("impossible state (fault %d)", e.Fault)
}

// CheckState returns nil if s is a state that a game may be set up in, else an
// *Impossible. It asks whether s is well formed, not whether play can lead to
// it: the seeds add up, nothing stands beyond the board, and the opened pits
// are Adji-Boto's and, unless captures begin within the cycle so that a player
// may have to pass, differ by one at the most between the sides.
func (r *Ruleset) CheckState(s *State) error {
	n2 := 2 * int(r.Pits)
	sum := int(s.Store[South]) + int(s.Store[North])
	for p, seeds := range s.Seeds {
		if p >= n2 && seeds != 0 {
			return &Impossible{Fault: BeyondBoard, Pit: Pit(p), Got: int(seeds)}
		}
		sum += int(seeds)
	}
	if sum != r.Total() {
		return &Impossible{Fault: WrongTotal, Got: sum, Want: r.Total()}
	}
	if s.ToMove > North {
		return &Impossible{Fault: NoSide}
	}
	if r.Game != AdjiBoto {
		if s.Opened != 0 {
			return &Impossible{Fault: NoOpeningCycle}
		}
		return nil
	}
	if beyond := s.Opened &^ allOpened; beyond != 0 {
		return &Impossible{Fault: NoSuchOpened, Pit: Pit(bits.TrailingZeros16(beyond))}
	}
	south := (Pits(s.Opened) & r.row(South)).Len()
	north := (Pits(s.Opened) & r.row(North)).Len()
	if r.CapturesFrom > adjiBotoPits && (south-north > 1 || north-south > 1) {
		return &Impossible{Fault: UnevenOpening, Got: south, Want: north}
	}
	return nil
}
