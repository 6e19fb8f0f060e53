package rules

import "sync"

// MaxLaps is the number of laps after which a relay counts as endless even
// though it has not been seen to go round.
const MaxLaps = 1_000_000

// A relay of up to shortRelay laps is simply played, as nearly all are. One that
// has not ended by then may be one of the long ones that are remembered. A relay
// that has not ended after longRelay laps is played again, watched for going
// round, and remembered.
const (
	shortRelay = 64
	longRelay  = 1000
)

// lap takes up the seeds of pit p and sows them, and returns the landing pit.
func (l *laps) lap(board *[MaxPits]uint8, p Pit, pits uint8) Pit {
	seeds := board[p]
	for ; seeds > pits; seeds -= pits {
		l[p][pits&31].add(board)
	}
	d := &l[p][seeds&31]
	d.add(board)
	return d.landing
}

// A relay is what came of one.
type relay struct {
	board   [MaxPits]uint8 // where it ended
	landing Pit            // where the last seed fell, alone
	laps    int32          // that were made; EndlessSowing: the period
	reason  Reason         // 0, or why it is not a move: EndlessSowing or GivenUp
}

// relay sows from pit p on, lap after lap, until the last seed of one falls
// into an empty pit. It returns the landing pit and the laps made, and leaves
// the end in board; where the sowing is endless it returns the reason, and what
// is in board means nothing.
func (r *Ruleset) relay(board *[MaxPits]uint8, p Pit) (landing Pit, made int32, endless Reason) {
	l, pits := r.laps(), 2*r.Pits
	start := *board
	landing = p
	for made = 1; made <= shortRelay; made++ {
		landing = l.lap(board, landing, pits)
		if board[landing] == 1 {
			return landing, made, 0
		}
	}
	from := relayStart{*r, start, p}
	end, known := longRelays.get(from)
	if !known {
		for ; made <= longRelay; made++ {
			landing = l.lap(board, landing, pits)
			if board[landing] == 1 {
				return landing, made, 0
			}
		}
		end = r.watchedRelay(start, p)
		longRelays.put(from, end)
	}
	*board = end.board
	return end.landing, end.laps, end.reason
}

// watchedRelay plays a relay and compares every lap with a mark.
//
// In En Dodoi a lap can be undone in only one way, so that an endless relay
// must come back to where it began: the mark stays there. In Cross-Endodoi it
// may run into a loop without its beginning. There the mark is moved on after
// 1, 2, 4, 8... laps (Brent's method), until it stands in the loop and the loop
// is no longer than the laps to the next move.
func (r *Ruleset) watchedRelay(board [MaxPits]uint8, p Pit) relay {
	l, pits := r.laps(), 2*r.Pits
	mark, markPit := board, p
	since, next := int32(0), int32(1)
	for made := int32(1); made <= MaxLaps; made++ {
		p = l.lap(&board, p, pits)
		if board[p] == 1 {
			return relay{board: board, landing: p, laps: made}
		}
		since++
		if p == markPit && board == mark {
			return relay{laps: since, reason: EndlessSowing}
		}
		if r.Game == CrossEndodoi && since == next {
			mark, markPit = board, p
			since, next = 0, 2*next
		}
	}
	return relay{laps: MaxLaps, reason: GivenUp}
}

// A relayStart is all that a relay depends on.
type relayStart struct {
	rules Ruleset
	board [MaxPits]uint8
	pit   Pit
}

// longRelays remembers long relays, so that a record which tries the same one
// again and again costs little. A relay of MaxLaps takes some milliseconds.
var longRelays relayMemory

// relayMemoryMax bounds the memory, at about 1 MB.
const relayMemoryMax = 1 << 13

// A relayMemory is a bounded map that may be used concurrently.
type relayMemory struct {
	mu   sync.Mutex
	ends map[relayStart]relay
}

func (m *relayMemory) get(k relayStart) (relay, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	end, ok := m.ends[k]
	return end, ok
}

func (m *relayMemory) put(k relayStart, end relay) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.ends == nil {
		m.ends = make(map[relayStart]relay)
	}
	if len(m.ends) >= relayMemoryMax {
		for some := range m.ends {
			delete(m.ends, some)
			break
		}
	}
	m.ends[k] = end
}

// endodoiMove reports whether pit p of the side to move is one that may be sown.
func (r *Ruleset) endodoiMove(s *State, p Pit) bool {
	if s.Seeds[p] == 0 {
		return false
	}
	board := s.Seeds
	_, _, endless := r.relay(&board, p)
	return endless == 0
}

func (r *Ruleset) endodoiMoves(s *State) Pits {
	var moves Pits
	for p := range r.row(s.ToMove).All() {
		if r.endodoiMove(s, p) {
			moves |= 1 << p
		}
	}
	return moves
}

func (r *Ruleset) endodoiCanMove(s *State) bool {
	for p := range r.row(s.ToMove).All() {
		if r.endodoiMove(s, p) {
			return true
		}
	}
	return false
}

func (r *Ruleset) playEndodoi(s *State, m Move) (Sowing, error) {
	if !r.owns(s.ToMove, m) {
		return Sowing{}, r.illegal(s, m, 0, 0)
	}
	if s.Seeds[m] == 0 {
		return Sowing{}, r.illegal(s, m, EmptyPit, 0)
	}
	board := s.Seeds
	landing, made, endless := r.relay(&board, Pit(m))
	if endless != 0 {
		return Sowing{}, r.illegal(s, m, endless, int(made))
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
