package rules

import "slices"

// A model is a second engine, made to be read beside docs/rules.md and not to be
// fast: it sows seed by seed, knows no tables, and finds endless sowings by
// remembering every board they came through. It numbers the pits the way they
// are walked counter-clockwise, South's from its left and then North's from
// its left, which are the letters A.. and a.. of records.
type model struct {
	r      Ruleset
	seeds  []int
	opened []bool
	store  [2]int
	mover  int // 0 South, 1 North
}

func newModel(r Ruleset, s State) *model {
	n2 := 2 * int(r.Pits)
	m := &model{r: r, seeds: make([]int, n2), opened: make([]bool, n2), mover: int(s.ToMove)}
	for i := range n2 {
		pit := n2 - 1 - i
		m.seeds[i] = int(s.Seeds[pit])
		m.opened[i] = s.Opened&(1<<pit) != 0
	}
	m.store = [2]int{int(s.Store[0]), int(s.Store[1])}
	return m
}

func (m *model) state() State {
	s := State{ToMove: Side(m.mover), Store: [2]uint8{uint8(m.store[0]), uint8(m.store[1])}}
	for i, seeds := range m.seeds {
		pit := len(m.seeds) - 1 - i
		s.Seeds[pit] = uint8(seeds)
		if m.opened[i] {
			s.Opened |= 1 << pit
		}
	}
	return s
}

func (m *model) clone() *model {
	c := *m
	c.seeds, c.opened = slices.Clone(m.seeds), slices.Clone(m.opened)
	return &c
}

func (m *model) owner(i int) int { return i / int(m.r.Pits) }

// step is the way that a hand of seeds goes: +1 counter-clockwise.
func (m *model) step(hand int) int {
	step := 1
	if m.r.Game == CrossEndodoi && hand%2 == 1 {
		step = -step
	}
	if m.r.Clockwise {
		step = -step
	}
	return step
}

func (m *model) next(i, step int) int {
	i += step
	if i < 0 {
		i = len(m.seeds) - 1
	}
	if i == len(m.seeds) {
		i = 0
	}
	return i
}

// try plays walk number i for the mover and returns the model after it, or nil
// where that is not legal.
func (m *model) try(i int) (*model, Sowing) {
	if m.owner(i) != m.mover {
		return nil, Sowing{}
	}
	if m.r.Game == AdjiBoto {
		return m.tryAdjiBoto(i)
	}
	return m.tryEndodoi(i)
}

func (m *model) tryAdjiBoto(i int) (*model, Sowing) {
	own := m.opened[m.mover*5 : m.mover*5+5]
	if slices.Contains(own, false) && m.opened[i] || m.seeds[i] < 2 {
		return nil, Sowing{}
	}
	opened := 0
	for _, o := range m.opened {
		if o {
			opened++
		}
	}

	m = m.clone()
	m.opened[i] = true
	hand := m.seeds[i] - 1
	m.seeds[i] = 1
	step := m.step(hand)
	at := i
	for ; hand > 0; hand-- {
		at = m.next(at, step)
		m.seeds[at]++
	}
	w := Sowing{Laps: 1, Landing: m.pit(at)}

	if opened >= int(m.r.CapturesFrom)-1 {
		first := true
		for q := m.next(at, step); ; q = m.next(q, step) {
			if q == at && !m.r.LandingTaken {
				break
			}
			n := m.seeds[q]
			switch {
			case n == 1, n == 3, n == 5:
				w.Captured += uint8(n)
				w.Taken |= 1 << m.pit(q)
				m.seeds[q] = 0
			case n == 0 && m.r.ChainOverEmpty && !first:
			default:
				q = at
			}
			first = false
			if q == at {
				break
			}
		}
	}
	m.store[m.mover] += int(w.Captured)
	m.mover = 1 - m.mover
	return m, w
}

func (m *model) tryEndodoi(i int) (*model, Sowing) {
	if m.seeds[i] == 0 {
		return nil, Sowing{}
	}
	m = m.clone()
	type place struct {
		seeds [MaxPits]int
		at    int
	}
	been := map[place]bool{}
	var w Sowing
	at := i
	for {
		here := place{at: at}
		copy(here.seeds[:], m.seeds)
		if been[here] || w.Laps == MaxLaps {
			return nil, Sowing{}
		}
		been[here] = true

		hand := m.seeds[at]
		m.seeds[at] = 0
		step := m.step(hand)
		for ; hand > 0; hand-- {
			at = m.next(at, step)
			m.seeds[at]++
		}
		w.Laps++
		if m.seeds[at] == 1 {
			break
		}
	}
	w.Landing = m.pit(at)
	facing := len(m.seeds) - 1 - at
	if m.owner(at) == m.mover && (m.seeds[facing] > 0 || m.r.LoneTaken) {
		w.Captured = uint8(m.seeds[facing] + 1)
		w.Taken = 1 << w.Landing
		if m.seeds[facing] > 0 {
			w.Taken |= 1 << m.pit(facing)
		}
		m.store[m.mover] += int(w.Captured)
		m.seeds[at], m.seeds[facing] = 0, 0
	}
	m.mover = 1 - m.mover
	return m, w
}

// pit returns the number in the drawing of walk number i.
func (m *model) pit(i int) Pit { return Pit(len(m.seeds) - 1 - i) }

func (m *model) canMove() bool {
	for i := range m.seeds {
		if after, _ := m.try(i); after != nil {
			return true
		}
	}
	return false
}

// passed returns the model with the other player to move.
func (m *model) passed() *model {
	m = m.clone()
	m.mover = 1 - m.mover
	return m
}

func (m *model) mustPass() bool {
	return m.r.Game == AdjiBoto && !m.r.EndStuck && !m.canMove() && m.passed().canMove()
}

// outcome returns how a game that is over ended, and its final stores.
func (m *model) outcome() (Outcome, [2]int) {
	final := m.store
	if m.r.EndStuck {
		if final[m.mover] >= 50 {
			return Drawn, final
		}
		return []Outcome{NorthWon, SouthWon}[m.mover], final
	}
	for i, seeds := range m.seeds {
		if m.r.Game == AdjiBoto {
			final[m.owner(i)] += seeds
		} else {
			final[1-m.mover] += seeds
		}
	}
	switch {
	case final[0] > final[1]:
		return SouthWon, final
	case final[1] > final[0]:
		return NorthWon, final
	}
	return Drawn, final
}

func (m *model) perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	if m.mustPass() {
		return m.passed().perft(depth - 1)
	}
	var n uint64
	for i := range m.seeds {
		if after, _ := m.try(i); after != nil {
			n += after.perft(depth - 1)
		}
	}
	return n
}
