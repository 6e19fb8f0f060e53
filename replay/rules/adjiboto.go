package rules

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// adjiBotoMoves returns the pits that a side could sow if it were to move: those
// that hold two seeds or more, and of these, while the side has pits that it has
// not opened, only such (docs/rules.md, "Adji-Boto").
func (r *Ruleset) adjiBotoMoves(s *State, side Side) Pits {
	var full Pits
	for p := range Pit(adjiBotoPits) {
		if s.Seeds[p] >= 2 {
			full |= 1 << p
		}
	}
	row := r.row(side)
	if unopened := row &^ Pits(s.Opened); unopened != 0 {
		row = unopened
	}
	return full & row
}

func (r *Ruleset) playAdjiBoto(s *State, m Move) (Sowing, error) {
	if !r.owns(s.ToMove, m) {
		if m == Pass && r.PassForced(s) {
			s.ToMove = s.ToMove.Other()
			return Sowing{}, nil
		}
		return Sowing{}, r.illegal(s, m, 0, 0, MaxLaps)
	}
	p := Pit(m)
	barred := false
	if s.Opened != allOpened {
		if Pits(s.Opened).Has(p) && r.row(s.ToMove)&^Pits(s.Opened) != 0 {
			return Sowing{}, r.illegal(s, m, AlreadyOpened, 0, MaxLaps)
		}
		barred = r.CapturesBarred(s)
	}
	seeds := s.Seeds[p]
	if seeds < 2 {
		return Sowing{}, r.illegal(s, m, TooFewSeeds, 0, MaxLaps)
	}
	s.Opened |= 1 << p

	laps := &r.laps()[p]
	sown := seeds - 1
	for ; sown > maxLap; sown -= adjiBotoPits {
		laps[adjiBotoPits].add(&s.Seeds)
	}
	lap := &laps[sown&maxLap]
	lap.add(&s.Seeds)
	w := Sowing{Laps: 1, Landing: lap.landing}
	if !barred {
		r.captureChain(s, &w)
	}
	s.Store[s.ToMove] += w.Captured
	s.ToMove = s.ToMove.Other()
	return w, nil
}

// captureChain takes the seeds of the pits after the landing pit while each
// holds 1, 3 or 5. The chain never comes to the landing pit, but for
// landing=taken; under chain=over-empty it steps over empty pits once it has
// begun.
//
// This is where most of a replay's time went, on branches that cannot be
// foretold. So sets of pits are made of all pits at once, and turned until the
// chain's first pit is their highest bit.
func (r *Ruleset) captureChain(s *State, w *Sowing) {
	le := binary.LittleEndian
	lo, hi := le.Uint64(s.Seeds[0:8]), le.Uint64(s.Seeds[8:16])
	capturable := r.turnTo(w.Landing, oneThreeFive(lo)|oneThreeFive(hi)<<8)
	chain := capturable
	if r.ChainOverEmpty && capturable>>63 != 0 {
		chain |= r.turnTo(w.Landing, empty(lo)|(empty(hi)&3)<<8)
	}
	longest := adjiBotoPits - 1
	if r.LandingTaken {
		longest = adjiBotoPits
	}
	n := min(bits.LeadingZeros64(^chain), longest)
	if n == 0 {
		return
	}
	taken := r.turnBack(w.Landing, capturable&^(math.MaxUint64>>n))
	takenLo, takenHi := spread(taken&0xff), spread(taken>>8)
	w.Captured = sum(lo&takenLo) + sum(hi&takenHi)
	w.Taken = Pits(taken)
	le.PutUint64(s.Seeds[0:8], lo&^takenLo)
	le.PutUint64(s.Seeds[8:16], hi&^takenHi)
}

// turnTo turns a set of pits until the first pit after landing is bit 63, the
// next one bit 62 and so on for one round.
func (r *Ruleset) turnTo(landing Pit, set uint64) uint64 {
	set |= set << adjiBotoPits
	if r.Clockwise {
		return bits.Reverse64(set >> ((landing + 1) & 63))
	}
	return set << ((64 - adjiBotoPits - landing) & 63)
}

// turnBack is the inverse of turnTo.
func (r *Ruleset) turnBack(landing Pit, set uint64) uint64 {
	if r.Clockwise {
		set = bits.Reverse64(set) << ((landing + 1) & 63)
	} else {
		set >>= (64 - adjiBotoPits - landing) & 63
	}
	return (set | set>>adjiBotoPits) & (1<<adjiBotoPits - 1)
}

// The functions below work on eight pits at a time, each a byte of fewer than
// 128 seeds, and on sets of pits, where bit p is pit p.

const (
	ones  = 0x0101010101010101 // 1 in each byte
	highs = 0x80 * ones
)

// oneThreeFive returns the set of the bytes that are 1, 3 or 5.
func oneThreeFive(x uint64) uint64 { return gather((0x85*ones - x) >> 7 & x & ones) }

// empty returns the set of the bytes that are 0.
func empty(x uint64) uint64 { return gather((highs - x) >> 7 & ones) }

// gather returns the set of the bytes that are 1, where all others are 0.
func gather(x uint64) uint64 { return x * 0x0102040810204080 >> 56 }

// spread returns 0xff in the bytes of a set and 0 in all others.
func spread(set uint64) uint64 {
	return (set*ones&0x8040201008040201 + 0x7f*ones) & highs >> 7 * 0xff
}

// sum returns the sum of the bytes, which is below 256.
func sum(x uint64) uint8 { return uint8(x * ones >> 56) }
