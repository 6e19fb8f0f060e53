package rules

import (
	"encoding/binary"
	"sync"
)

// MaxLaps is the number of laps after which a relay counts as endless even
// though it has not been seen to go round.
const MaxLaps = 1_000_000

// A relay of up to shortRelay laps is simply played, as nearly all are. One that
// has not ended by then is played again, watched for going round, and remembered
// if it took more than longRelay laps.
const (
	shortRelay = 64
	longRelay  = 1000
)

// lap takes up the seeds of pit p and sows them, and returns the landing pit.
func (l *laps) lap(board *[MaxPits]uint8, p Pit, pits uint8) Pit {
	seeds := board[p]
	for ; seeds > maxLap; seeds -= pits {
		l[p][pits&maxLap].add(board)
	}
	d := &l[p][seeds&maxLap]
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

// relayWithin sows from pit p on, lap after lap, until the last seed of one falls
// into an empty pit. It returns the landing pit and the laps made, and leaves
// the end in board; where the sowing is endless it returns the reason, and what
// is in board means nothing. It gives up after maxLaps laps, or after shortRelay
// if those are more.
func (r *Ruleset) relayWithin(board *[MaxPits]uint8, p Pit, maxLaps int32) (landing Pit, made int32, endless Reason) {
	l, pits := r.laps(), 2*r.Pits
	start := *board
	landing = p
	for made = 1; made <= shortRelay; made++ {
		landing = l.lap(board, landing, pits)
		if board[landing] == 1 {
			return landing, made, 0
		}
	}
	if maxLaps < MaxLaps {
		end := r.watchedRelay(start, p, maxLaps)
		*board = end.board
		return end.landing, end.laps, end.reason
	}
	from := relayStart{*r, start, p}
	end, known := longRelays.get(from)
	if !known {
		if r.Game == CrossEndodoi {
			end = r.watchedRelay(start, p, MaxLaps)
		} else {
			end = r.orbitRelay(start, p)
		}
		if end.laps > longRelay {
			longRelays.put(from, end)
		}
	}
	*board = end.board
	return end.landing, end.laps, end.reason
}

// watchedRelay plays a relay, of Cross-Endodoi if it is a long one. It may run
// into a loop without its beginning: every lap is compared with a mark, which is
// moved on after 1, 2, 4, 8... laps (Brent's method), until it stands in the loop
// and the loop is no longer than the laps to the next move.
func (r *Ruleset) watchedRelay(board [MaxPits]uint8, p Pit, maxLaps int32) relay {
	l, pits := r.laps(), 2*r.Pits
	mark, markPit := board, p
	since, next := int32(0), int32(1)
	for made := int32(1); made <= max(maxLaps, shortRelay); made++ {
		p = l.lap(&board, p, pits)
		if board[p] == 1 {
			return relay{board: board, landing: p, laps: made}
		}
		since++
		if p == markPit && board == mark {
			return relay{laps: since, reason: EndlessSowing}
		}
		if since == next {
			mark, markPit = board, p
			since, next = 0, 2*next
		}
	}
	return relay{laps: max(maxLaps, shortRelay), reason: GivenUp}
}

// In En Dodoi a lap can be undone in only one way, so that the laps make up
// orbits which never run into each other: an endless relay comes back to where
// it began, and two relays that have a lap in common have all others in common
// from there on. What was found out about an orbit is remembered at landmarks,
// so that it is known for relays that begin anywhere in it.

// An orbit is a stretch of laps that was played from some beginning on.
type orbit struct {
	board  [MaxPits]uint8 // after these laps,
	pit    Pit            // and where the last seed fell
	laps   int32          // that were played
	ended  bool           // the last seed fell into an empty pit
	period int32          // the laps after which the orbit is back at its beginning; 0 where it did not come back
}

// A landmark is a place in an orbit.
type landmark struct {
	orbit *orbit
	lap   int32 // counted from the orbit's beginning, below 0 before it
}

// isLandmark reports whether a lap that begins on a board at pit p is a landmark,
// as about one of five hundred is.
func isLandmark(board *[MaxPits]uint8, p Pit) bool {
	if p != 0 {
		return false
	}
	le := binary.LittleEndian
	return (le.Uint64(board[0:8])*0x9e3779b97f4a7c15^le.Uint64(board[8:16]))*0xd6e8feb86659fd93>>59 == 0
}

// orbitRelay plays a relay of En Dodoi until it ends, comes back to its
// beginning, or comes to a landmark from which on the rest is known.
func (r *Ruleset) orbitRelay(board [MaxPits]uint8, p Pit) relay {
	l, pits := r.laps(), 2*r.Pits
	start, startPit := board, p
	var met []relayStart // the landmarks,
	var laps []int32     // and the laps at which they were met
	o := &orbit{}
	for o.laps = 1; ; o.laps++ {
		p = l.lap(&board, p, pits)
		if board[p] == 1 {
			o.ended = true
			break
		}
		if p == startPit && board == start {
			o.period = o.laps
			break
		}
		if o.laps == MaxLaps {
			break
		}
		if isLandmark(&board, p) {
			here := relayStart{*r, board, p}
			if known, rest, ok := longRelays.landmark(here); ok {
				longRelays.putLandmarks(known.orbit, known.lap-o.laps, met, laps)
				return r.follow(known, rest, o.laps)
			}
			met, laps = append(met, here), append(laps, o.laps)
		}
	}
	o.board, o.pit = board, p
	longRelays.putLandmarks(o, 0, met, laps)
	return o.relay(o.laps)
}

// follow returns what comes of a relay that has come to a landmark after a
// number of laps. The orbit is the landmark's as it was met; it is played on
// where it is not known far enough.
func (r *Ruleset) follow(at landmark, o orbit, made int32) relay {
	l, pits := r.laps(), 2*r.Pits
	for o.period == 0 && !o.ended && made+o.laps-at.lap < MaxLaps {
		o.pit = l.lap(&o.board, o.pit, pits)
		o.laps++
		o.ended = o.board[o.pit] == 1
	}
	longRelays.prolong(at.orbit, o)
	return o.relay(made + o.laps - at.lap)
}

// relay returns what comes of a relay that has made a number of laps where the
// orbit stops.
func (o *orbit) relay(made int32) relay {
	switch {
	case o.period > 0:
		return relay{laps: o.period, reason: EndlessSowing}
	case o.ended && made <= MaxLaps:
		return relay{board: o.board, landing: o.pit, laps: made}
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
// again and again, or many that are alike, costs little. A relay of MaxLaps takes
// some milliseconds.
var longRelays relayMemory

// relayMemoryMax bounds the memory: so many relays, and eight times as many
// landmarks, of about 80 bytes each.
const relayMemoryMax = 1 << 13

// A relayMemory has two bounded maps. It may be used concurrently.
type relayMemory struct {
	mu        sync.Mutex
	ends      map[relayStart]relay
	landmarks map[relayStart]landmark
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
	putBounded(&m.ends, k, end, relayMemoryMax)
}

// landmark returns the landmark that is at k, and its orbit as it is known now.
func (m *relayMemory) landmark(k relayStart) (at landmark, o orbit, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if at, ok = m.landmarks[k]; ok {
		o = *at.orbit
	}
	return at, o, ok
}

// putLandmarks adds landmarks of an orbit at the given laps, counted from offset.
// The first that was known of a place stays. How far it is before the beginning
// matters only up to MaxLaps.
func (m *relayMemory) putLandmarks(o *orbit, offset int32, places []relayStart, laps []int32) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for i, k := range places {
		if _, ok := m.landmarks[k]; !ok {
			putBounded(&m.landmarks, k, landmark{o, max(offset+laps[i], -2*MaxLaps)}, 8*relayMemoryMax)
		}
	}
}

// prolong replaces an orbit by what is known of it now, if that is more.
func (m *relayMemory) prolong(o *orbit, longer orbit) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if longer.laps > o.laps {
		*o = longer
	}
}

// putBounded adds a value to a map and, where there are too many, takes another
// one out.
func putBounded[V any](m *map[relayStart]V, k relayStart, v V, most int) {
	if *m == nil {
		*m = make(map[relayStart]V)
	}
	if len(*m) >= most {
		for some := range *m {
			delete(*m, some)
			break
		}
	}
	(*m)[k] = v
}
