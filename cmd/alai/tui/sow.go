package tui

import "alai/replay/rules"

// maxLaps is how many laps of a sowing are shown seed by seed. A relay may have a
// million, which nobody looks at.
const maxLaps = 1000

// A sower shows a sowing seed by seed.
type sower struct {
	rules  *rules.Ruleset
	before rules.State
	laps   []rules.Lap
	boards [][rules.MaxPits]uint8 // at the beginning of each lap
	total  int                    // laps of the sowing

	lap, seed int // seeds of the lap that have been sown
}

// newSower returns the sower of a move, which is no pass, that is played from a
// state and has so many laps; the seeds of its first pit are lifted.
func newSower(r *rules.Ruleset, before *rules.State, m rules.Move, laps int) *sower {
	s := &sower{rules: r, before: *before, total: laps, laps: r.FirstLaps(before, m, min(laps, maxLaps))}
	board := before.Seeds
	for i := range s.laps {
		s.boards = append(s.boards, board)
		s.sow(&board, &s.laps[i], s.laps[i].Seeds)
	}
	return s
}

// sow lifts a lap's seeds, sows the first n of them and returns where the last of
// those fell.
func (s *sower) sow(board *[rules.MaxPits]uint8, lap *rules.Lap, n int) rules.Pit {
	pits := 2 * int(s.rules.Pits)
	step := pits - 1
	if lap.Clockwise {
		step = 1
	}
	at := int(lap.From)
	board[at] -= uint8(lap.Seeds)
	for range n {
		at = (at + step) % pits
		board[at]++
	}
	return rules.Pit(at)
}

// state returns the board as it is now, and its marks.
func (s *sower) state() (rules.State, Marks) {
	state, lap := s.before, &s.laps[s.lap]
	state.Seeds = s.boards[s.lap]
	at := s.sow(&state.Seeds, lap, s.seed)
	m := Marks{Sown: 1 << lap.From, sowing: true}
	if s.seed > 0 {
		m.Last = 1 << at
	}
	return state, m
}

// inHand returns how many seeds of the lap are still to be sown.
func (s *sower) inHand() int { return s.laps[s.lap].Seeds - s.seed }

// next sows a seed, or lifts those of the next lap. It returns false at the end of
// what is shown.
func (s *sower) next() bool {
	if s.inHand() > 0 {
		s.seed++
		return true
	}
	return s.nextLap()
}

// nextLap goes on to the next lap.
func (s *sower) nextLap() bool {
	if s.lap+1 == len(s.laps) {
		return false
	}
	s.lap, s.seed = s.lap+1, 0
	return true
}

// back takes a seed back. It returns false at the beginning.
func (s *sower) back() bool {
	switch {
	case s.seed > 0:
		s.seed--
	case s.lap > 0:
		s.lap--
		s.seed = s.laps[s.lap].Seeds
	default:
		return false
	}
	return true
}

// backLap goes to the beginning of the lap, or of the one before.
func (s *sower) backLap() {
	if s.seed == 0 && s.lap > 0 {
		s.lap--
	}
	s.seed = 0
}
