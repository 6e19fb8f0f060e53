package rules

// Perft returns the number of sequences of exactly depth legal plies from s on.
// A forced pass is a ply; a game that is over goes no further.
func (r *Ruleset) Perft(s State, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := r.Legal(&s)
	if moves == 0 {
		if !r.PassForced(&s) {
			return 0
		}
		s.ToMove = s.ToMove.Other()
		return r.Perft(s, depth-1)
	}
	if depth == 1 {
		return uint64(moves.Len())
	}
	var n uint64
	for p := range moves.All() {
		next := s
		if _, err := r.Play(&next, Move(p)); err != nil {
			panic(err) // Legal and Play disagree
		}
		n += r.Perft(next, depth-1)
	}
	return n
}
