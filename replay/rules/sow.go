package rules

import (
	"encoding/binary"
	"sync/atomic"
)

// A delta is what one lap does to a board: the seeds lifted from a pit and
// sown, as numbers to be added to the board's bytes eight (and four) at a time.
// The bytes do not carry into each other, as no pit ever holds more than all
// seeds, which are fewer than 256.
type delta struct {
	lo, mid uint64 // pits 0..7 and 8..15
	top     uint32 // pits 16..19
	landing Pit    // where the last seed falls
}

// add makes the lap on a board.
func (d *delta) add(board *[MaxPits]uint8) {
	le := binary.LittleEndian
	le.PutUint64(board[0:8], le.Uint64(board[0:8])+d.lo)
	le.PutUint64(board[8:16], le.Uint64(board[8:16])+d.mid)
	le.PutUint32(board[16:20], le.Uint32(board[16:20])+d.top)
}

// A turn is the way in which a game sows round the board.
type turn uint8

const (
	counterClockwise turn = iota // towards falling pit numbers
	clockwise
	oddClockwise        // an odd number of seeds clockwise, an even one counter-clockwise
	oddCounterClockwise // the other way round
	turns
)

// clockwise reports the direction in which a number of seeds is sown.
func (t turn) clockwise(seeds int) bool {
	switch t {
	case oddClockwise:
		return seeds%2 == 1
	case oddCounterClockwise:
		return seeds%2 == 0
	}
	return t == clockwise
}

func (r *Ruleset) turn() turn {
	t := counterClockwise
	if r.Game == CrossEndodoi {
		t = oddClockwise
	}
	if r.Clockwise {
		t++
	}
	return t
}

// maxLap is the most seeds of a lap in the tables, more than one round. More
// are sown as whole rounds first, which leave the direction alone, as a round is
// an even number.
const maxLap = 31

// laps holds a board's laps: [p][k] lifts k seeds from pit p and sows them.
type laps [MaxPits][maxLap + 1]delta

// lapTables holds the tables that have been asked for. Building them all would
// be felt when the program starts.
var lapTables [turns][MaxPits/2 + 1]atomic.Pointer[laps]

// laps returns the table of the ruleset's board and way of sowing.
func (r *Ruleset) laps() *laps {
	if l := lapTables[r.turn()][r.Pits].Load(); l != nil {
		return l
	}
	return r.newLaps()
}

// newLaps builds the table and keeps it. When two goroutines do so at once, the
// tables are alike and either may stay.
func (r *Ruleset) newLaps() *laps {
	l, t, pits := new(laps), r.turn(), 2*int(r.Pits)
	for p := range pits {
		for _, step := range [2]int{1, pits - 1} {
			d := delta{landing: Pit(p)}
			for k := 0; k <= maxLap; k++ {
				if t.clockwise(k) == (step == 1) {
					l[p][k] = d
				}
				d.put(Pit(p), -1)
				d.landing = Pit((int(d.landing) + step) % pits)
				d.put(d.landing, 1)
			}
		}
	}
	lapTables[t][r.Pits].Store(l)
	return l
}

// put adds n to what the delta does to pit p.
func (d *delta) put(p Pit, n int64) {
	switch {
	case p < 8:
		d.lo += uint64(n) << (8 * p)
	case p < 16:
		d.mid += uint64(n) << (8 * (p - 8))
	default:
		d.top += uint32(n) << (8 * (p - 16))
	}
}
