package rules

// endodoiMove reports whether pit p of the side to move is one that may be sown,
// or one whose sowing is given up before MaxLaps.
func (r *Ruleset) endodoiMove(s *State, p Pit, maxLaps int32) bool {
	if s.Seeds[p] == 0 {
		return false
	}
	board := s.Seeds
	_, _, endless := r.relayWithin(&board, p, maxLaps)
	return endless == 0 || endless == GivenUp && maxLaps < MaxLaps
}

func (r *Ruleset) endodoiMoves(s *State) Pits {
	var moves Pits
	for p := range r.row(s.ToMove).All() {
		if r.endodoiMove(s, p, MaxLaps) {
			moves |= 1 << p
		}
	}
	return moves
}

func (r *Ruleset) endodoiCanMove(s *State, maxLaps int32) bool {
	for p := range r.row(s.ToMove).All() {
		if r.endodoiMove(s, p, maxLaps) {
			return true
		}
	}
	return false
}

func (r *Ruleset) playEndodoi(s *State, m Move, maxLaps int32) (Sowing, error) {
	if !r.owns(s.ToMove, m) {
		return Sowing{}, r.illegal(s, m, 0, 0, maxLaps)
	}
	if s.Seeds[m] == 0 {
		return Sowing{}, r.illegal(s, m, EmptyPit, 0, maxLaps)
	}
	board := s.Seeds
	landing, made, endless := r.relayWithin(&board, Pit(m), maxLaps)
	if endless != 0 {
		return Sowing{}, r.illegal(s, m, endless, int(made), maxLaps)
	}
	w := Sowing{Laps: made, Landing: landing}
	if r.owns(s.ToMove, Move(landing)) {
		opposite := r.Opposite(landing)
		if facing := board[opposite]; facing != 0 || r.LoneTaken {
			w.Captured = facing + 1
			w.Taken = 1 << landing
			if facing != 0 {
				w.Taken |= 1 << opposite
			}
			board[landing], board[opposite] = 0, 0
			s.Store[s.ToMove] += w.Captured
		}
	}
	s.Seeds = board
	s.ToMove = s.ToMove.Other()
	return w, nil
}
