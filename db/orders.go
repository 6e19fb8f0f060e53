package db

import (
	"math/bits"

	"alai/replay"
	"alai/replay/rules"
)

// cyclePits is how many pits a side opens in Adji-Boto's opening cycle.
const cyclePits = 5

// An order is the order in which a side opened its pits in Adji-Boto's opening
// cycle: its number among the permutations of the pits, counted from the owner's
// left, in the order of the alphabet. It is known once all are opened.
type order struct {
	number uint8
	opened int8  // so many pits
	pits   uint8 // which
}

func (o *order) known() bool { return o.opened == cyclePits }

// open adds the pit that is opened next, counted from its owner's left.
func (o *order) open(pit int) {
	before := bits.OnesCount8(o.pits & (1<<pit - 1)) // of those to its left
	o.number = o.number*uint8(cyclePits-o.opened) + uint8(pit-before)
	o.pits |= 1 << pit
	o.opened++
}

// setOrders finds the orders in which the sides opened their pits. A side may
// play no other pit until it has opened all, so that they are those of its first
// sowings; unless it had opened some where the game starts.
func (sh *share) setOrders(r *rules.Ruleset, start *rules.State, moves []rules.Move) {
	if r.Game != rules.AdjiBoto {
		return
	}
	for opened := start.Opened; opened != 0; opened &= opened - 1 {
		p := rules.Pit(bits.TrailingZeros16(opened))
		sh.orders[r.Owner(p)].opened = -1 // for good
	}
	open := 2 * cyclePits
	for _, m := range moves {
		if m == rules.Pass {
			continue
		}
		o := &sh.orders[r.Owner(rules.Pit(m))]
		if uint8(o.opened) < cyclePits {
			o.open(r.FromLeft(rules.Pit(m)))
			if open--; open == 0 {
				return
			}
		}
	}
}

// orderText spells the order of a number as the moves of its pits: South's
// "DBACE", North's "dbace".
func orderText(m measure, number int) string {
	r := rules.Standard(rules.AdjiBoto, 0)
	side := rules.Side(m - bySouthOrder)
	var digits [cyclePits]int // the place of each pit among those that were left
	for i := cyclePits - 1; i >= 0; i-- {
		digits[i] = number % (cyclePits - i)
		number /= cyclePits - i
	}
	left := []int{0, 1, 2, 3, 4}
	var text []byte
	for _, d := range digits {
		text = replay.AppendLetter(text, &r, rules.Move(r.PitOf(side, left[d])))
		left = append(left[:d], left[d+1:]...)
	}
	return string(text)
}
