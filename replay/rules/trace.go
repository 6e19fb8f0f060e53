package rules

// A Lap is one lap of a sowing.
type Lap struct {
	From      Pit
	Seeds     int // that were sown
	Clockwise bool
	To        Pit // where the last of them fell
}

// Trace plays a move on a copy of the state and returns it lap by lap, for
// display, beside what Play returns. A pass has no laps.
func (r *Ruleset) Trace(s State, m Move) ([]Lap, Sowing, error) {
	before := s
	w, err := r.Play(&s, m)
	if err != nil || m == Pass {
		return nil, w, err
	}
	return r.FirstLaps(&before, m, int(w.Laps)), w, nil
}

// FirstLaps returns the first n laps of a legal sowing, for those who know that it
// has as many (Sowing.Laps) and may not want them all.
func (r *Ruleset) FirstLaps(s *State, m Move, n int) []Lap {
	board := s.Seeds
	pits := int(2 * r.Pits)
	list := make([]Lap, n)
	from := int(m)
	for i := range list {
		seeds := int(board[from])
		if r.Game == AdjiBoto {
			seeds--
		}
		lap := Lap{From: Pit(from), Seeds: seeds, Clockwise: r.turn().clockwise(seeds)}
		step := pits - 1
		if lap.Clockwise {
			step = 1
		}
		board[from] -= uint8(seeds)
		for range seeds {
			from = (from + step) % pits
			board[from]++
		}
		lap.To = Pit(from)
		list[i] = lap
	}
	return list
}
