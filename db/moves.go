package db

import (
	"encoding/hex"
	"fmt"
	"strings"

	"alai/replay/rules"
)

// A game's moves are kept four bits a ply, the first ply's high, so that hex()
// shows them in order: the pit counted from its owner's left, or one of these.
const (
	packedPass = 15
	packedNone = 14 // fills the last byte
)

// appendMoves appends the packed moves to dst. It never returns nil, which would
// be NULL in the archive: no moves are moves too.
func appendMoves(dst []byte, r *rules.Ruleset, moves []rules.Move) []byte {
	if dst == nil {
		dst = []byte{}
	}
	for i, m := range moves {
		n := byte(packedPass)
		if m != rules.Pass {
			n = byte(r.FromLeft(rules.Pit(m)))
		}
		if i%2 == 0 {
			dst = append(dst, n<<4|packedNone)
		} else {
			dst[len(dst)-1] = dst[len(dst)-1]&0xf0 | n
		}
	}
	return dst
}

// hexMoves returns the packed moves as hex() shows them, without what fills the
// last byte.
func hexMoves(r *rules.Ruleset, moves []rules.Move) string {
	return strings.ToUpper(hex.EncodeToString(appendMoves(nil, r, moves)))[:len(moves)]
}

// unpackMoves appends the moves packed in b to dst. The first is first's, then
// the players alternate.
func unpackMoves(dst []rules.Move, r *rules.Ruleset, first rules.Side, b []byte) ([]rules.Move, error) {
	side := first
	for i := range 2 * len(b) {
		n := b[i/2] >> 4
		if i%2 == 1 {
			n = b[i/2] & 0xf
		}
		switch {
		case n < r.Pits:
			dst = append(dst, rules.Move(r.PitOf(side, int(n))))
		case n == packedPass:
			dst = append(dst, rules.Pass)
		case n == packedNone && i == 2*len(b)-1:
		default:
			return dst, fmt.Errorf("ply %d is %d, which is no pit of the board", i+1, n)
		}
		side = side.Other()
	}
	return dst, nil
}

// prefixRange returns the bounds between which the packed moves of all games
// lie that begin with these moves: lo <= moves, and moves < hi unless hi is nil.
func prefixRange(r *rules.Ruleset, moves []rules.Move) (lo, hi []byte) {
	lo = appendMoves([]byte{}, r, moves)
	step := byte(1)
	if len(moves)%2 == 1 {
		lo[len(lo)-1] &= 0xf0
		step = 0x10
	}
	for i := len(lo) - 1; i >= 0; i-- {
		if next := lo[i] + step; next != 0 {
			return lo, append(append(hi, lo[:i]...), next)
		}
		step = 1
	}
	return lo, nil
}
