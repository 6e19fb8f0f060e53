package rules

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

// capturable has bit n set if a pit of n seeds can be captured.
const capturable uint64 = 1<<1 | 1<<3 | 1<<5

func (r *Ruleset) playAdjiBoto(s *State, m Move) (Sowing, error) {
	if !r.owns(s.ToMove, m) {
		if m == Pass && r.PassForced(s) {
			s.ToMove = s.ToMove.Other()
			return Sowing{}, nil
		}
		return Sowing{}, r.illegal(s, m, 0, 0)
	}
	p := Pit(m)
	barred := false
	if s.Opened != allOpened {
		if Pits(s.Opened).Has(p) && r.row(s.ToMove)&^Pits(s.Opened) != 0 {
			return Sowing{}, r.illegal(s, m, AlreadyOpened, 0)
		}
		barred = r.CapturesBarred(s)
	}
	seeds := s.Seeds[p]
	if seeds < 2 {
		return Sowing{}, r.illegal(s, m, TooFewSeeds, 0)
	}
	s.Opened |= 1 << p

	laps := &r.laps()[p]
	sown := seeds - 1
	for ; sown >= adjiBotoPits; sown -= adjiBotoPits {
		laps[adjiBotoPits].add(&s.Seeds)
	}
	lap := &laps[sown&31]
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
func (r *Ruleset) captureChain(s *State, w *Sowing) {
	p := w.Landing
	longest := adjiBotoPits - 1
	if r.LandingTaken {
		longest = adjiBotoPits
	}
	for i := range longest {
		if r.Clockwise {
			if p++; p == adjiBotoPits {
				p = 0
			}
		} else {
			if p == 0 {
				p = adjiBotoPits
			}
			p--
		}
		seeds := s.Seeds[p]
		if capturable>>seeds&1 == 0 {
			if seeds == 0 && i > 0 && r.ChainOverEmpty {
				continue
			}
			return
		}
		w.Captured += seeds
		w.Taken |= 1 << p
		s.Seeds[p] = 0
	}
}
