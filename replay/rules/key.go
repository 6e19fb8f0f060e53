package rules

import "math/bits"

// A Key is the exact key of a state under a ruleset: two different states of
// one ruleset never share one. Keys are comparable and order arbitrarily. They
// need up to 84 bits: 83 for the seeds and one for the side to move.
type Key struct{ Hi, Lo uint64 }

func (k Key) plus(l Key) Key {
	lo, carry := bits.Add64(k.Lo, l.Lo, 0)
	return Key{k.Hi + l.Hi + carry, lo}
}

func (k Key) minus(l Key) Key {
	lo, borrow := bits.Sub64(k.Lo, l.Lo, 0)
	return Key{k.Hi - l.Hi - borrow, lo}
}

func (k Key) less(l Key) bool { return k.Hi < l.Hi || k.Hi == l.Hi && k.Lo < l.Lo }

func (k Key) shiftLeft(n uint) Key { return Key{k.Hi<<n | k.Lo>>(64-n), k.Lo << n} }

func (k Key) shiftRight(n uint) Key { return Key{k.Hi >> n, k.Lo>>n | k.Hi<<(64-n)} }

// maxSum is the most seeds that rank numbers, rounded up so that an index can be
// masked.
const maxSum = 127

// ranks[i][sum] is the binomial coefficient (sum+i choose i+1).
//
// The seeds of all pits and South's store, in that order, are known by the
// running sums s[0] <= s[1] <= ... that they make, and North's store by what is
// then left. The numbers s[i]+i rise strictly, and (s[i]+i choose i+1), added
// up, number such sequences from 0 without a gap: the combinatorial number
// system.
var ranks = func() *[MaxPits + 1][maxSum + 1]Key {
	var t [MaxPits + 1][maxSum + 1]Key
	for sum := range t[0] {
		t[0][sum] = Key{0, uint64(sum)}
	}
	for i := 1; i < len(t); i++ {
		for sum := 1; sum <= maxSum; sum++ {
			t[i][sum] = t[i][sum-1].plus(t[i-1][sum])
		}
	}
	return &t
}()

// keyFlags is the number of bits below the rank: the side to move and, in
// Adji-Boto, the opened pits.
func (r *Ruleset) keyFlags() uint {
	if r.Game == AdjiBoto {
		return 1 + adjiBotoPits
	}
	return 1
}

// Key returns the key of s.
func (r *Ruleset) Key(s *State) Key {
	n2 := int(2 * r.Pits)
	var rank Key
	var sum uint
	for i, seeds := range s.Seeds[:n2] {
		sum += uint(seeds)
		rank = rank.plus(ranks[i][sum&maxSum])
	}
	sum += uint(s.Store[South])
	rank = rank.plus(ranks[n2][sum&maxSum])

	k := rank.shiftLeft(r.keyFlags())
	k.Lo |= uint64(s.Opened)<<1 | uint64(s.ToMove)
	return k
}

// StateOf returns the state that has the key. It is the inverse of Key; where no
// state of the ruleset has that key, it returns false. It does not mind how
// many pits either side has opened, as play from a position may lead to more
// than CheckState lets a game begin with.
func (r *Ruleset) StateOf(k Key) (State, bool) {
	flags := k.Lo & (1<<r.keyFlags() - 1)
	s := State{ToMove: Side(flags & 1), Opened: uint16(flags >> 1)}
	rank := k.shiftRight(r.keyFlags())

	n2, sum := int(2*r.Pits), r.Total()
	if !rank.less(ranks[n2][sum+1]) {
		return State{}, false
	}
	above := &s.Store[North] // what the seeds above the running sum are in
	for i := n2; i >= 0; i-- {
		for rank.less(ranks[i][sum]) {
			sum--
			*above++
		}
		rank = rank.minus(ranks[i][sum])
		if i == n2 {
			above = &s.Store[South]
		} else {
			above = &s.Seeds[i]
		}
	}
	*above = uint8(sum)
	return s, true
}
