package db

import (
	"maps"
	"slices"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// counts are the statistics of a ruleset, or a part of them: those that a batch
// adds to the archive, or those of the games that a filter chooses.
type counts struct {
	tallier   *tallier
	openings  openings
	standings standings
}

func newCounts(b *book) *counts {
	return &counts{tallier: newTallier(), openings: newOpenings(b), standings: make(standings)}
}

// add adds a game's share n times: once, or -1 times to take it away.
func (c *counts) add(sh *share, n int) {
	c.tallier.add(sh, n)
	c.openings.add(sh, n)
	c.standings.add(sh, n)
}

// A measure is one of the things that a tally counts: games, unless it says
// something else.
type measure uint8

const (
	byVerdict  measure = iota + 1 // replay.Verdict
	byResult                      // notation.Result
	byFirst                       // the first player's result: firstLost, firstOther or firstWon
	byPlies                       // plies, forced passes included
	byCaptured                    // seeds captured by both sides, without the sweep
	byMargin                      // South's seeds minus North's, of complete games with a score
	bySown                        // plies, by the pit that was sown
	byTaken                       // captures, by the pit whose seeds they took
	byPasses                      // plies that are passes
	byLaps                        // plies but passes, by the laps of their sowing, mostLaps for more
	byCapture                     // plies that capture, by the seeds they capture
	byPly                         // seeds captured, by the ply, from 1, lastPly for a later one
	// The measures from here on have texts as values.
	bySouthOrder // the order in which South opened its five pits
	byNorthOrder // and North
	// The Termination tag, folded, of the games of one verdict:
	byContradictionEnding
	byCompleteEnding
	byDecidedEnding
	byUnfinishedEnding
)

// measureNames are the measures as the archive spells them.
var measureNames = [...]string{
	byVerdict: "verdict", byResult: "result", byFirst: "first", byPlies: "plies", byCaptured: "captured",
	byMargin: "margin", bySown: "sown", byTaken: "taken", byPasses: "passes", byLaps: "laps", byCapture: "capture", byPly: "ply",
	bySouthOrder: "order South", byNorthOrder: "order North", byContradictionEnding: "ending contradiction",
	byCompleteEnding: "ending complete", byDecidedEnding: "ending decided", byUnfinishedEnding: "ending unfinished",
}

// isText reports whether the values of a measure are texts.
func (m measure) isText() bool { return m >= bySouthOrder }

// Bounds that keep a tally small.
const (
	mostLaps = 1000
	lastPly  = 200
)

// byEnding returns the measure of the endings of one verdict.
func byEnding(v replay.Verdict) measure {
	return byContradictionEnding + measure(v-replay.Contradiction)
}

// The values of byFirst.
const (
	firstLost  = -1
	firstOther = 0 // drawn, or without a result
	firstWon   = 1
)

// A tallyKey is a row of the tally.
type tallyKey struct {
	measure measure
	number  int
	text    string // of a measure whose values are texts
}

// A tally counts games and plies by what they are like.
type tally map[tallyKey]int

// A tallier makes a tally. Nearly all numbers are small and are counted in
// arrays, since every game adds to many of them.
type tallier struct {
	near [byNorthOrder + 1][tallierWidth]int // by measure and number, from tallierLow on; an order has its number
	far  tally                               // the others

	feats []feat // still to be counted, of games added once
}

const (
	tallierLow   = -maxStored // the lowest margin
	tallierWidth = 512

	// Feats are counted many at a time: what they are counted in is out of the
	// processor's nearest cache by the next game.
	featsAtATime = 1 << 12
)

func newTallier() *tallier { return &tallier{far: make(tally)} }

func (c *tallier) count(m measure, number, n int) {
	if i := uint(number - tallierLow); i < tallierWidth {
		c.near[m][i] += n
	} else {
		c.far[tallyKey{measure: m, number: number}] += n
	}
}

func (c *tallier) add(sh *share, n int) {
	c.count(byVerdict, int(sh.verdict), n)
	c.count(byResult, int(sh.result), n)
	c.count(byFirst, firstResult(sh.first, sh.result), n)
	c.count(byPlies, sh.plies, n)
	c.count(byCaptured, sh.captured, n)
	if sh.scored {
		c.count(byMargin, sh.margin, n)
	}
	c.far[tallyKey{measure: byEnding(sh.verdict), text: sh.ending}] += n
	sown := 0
	for p := range 2 * int(sh.rules.Pits) {
		sown += int(sh.sown[p])
		c.count(bySown, p, n*int(sh.sown[p]))
		c.count(byTaken, p, n*int(sh.taken[p]))
	}
	c.count(byPasses, sh.plies-sown, n)
	c.count(byLaps, 1, n*(sown-len(sh.feats)))
	if n != 1 {
		c.countFeats(sh.feats, n)
	} else if c.feats = append(c.feats, sh.feats...); len(c.feats) >= featsAtATime {
		c.countFeats(c.feats, 1)
		c.feats = c.feats[:0]
	}
	for side := range sh.orders {
		if o := &sh.orders[side]; o.known() {
			c.count(bySouthOrder+measure(side), int(o.number), n)
		}
	}
}

// countFeats counts plies that captured or relayed.
func (c *tallier) countFeats(feats []feat, n int) {
	for _, f := range feats {
		c.count(byLaps, int(f.laps), n)
		c.count(byCapture, int(f.seeds), n)
		c.count(byPly, int(f.ply), n*int(f.seeds))
	}
}

// noCapture is counted for relays that captured nothing, to spare asking each.
var noCapture = tallyKey{measure: byCapture, number: 0}

// tally returns what was counted so far.
func (c *tallier) tally() tally {
	c.countFeats(c.feats, 1)
	c.feats = c.feats[:0]
	t := maps.Clone(c.far)
	for m := range c.near {
		for i, n := range c.near[m] {
			key := tallyKey{measure: measure(m), number: i + tallierLow}
			if n == 0 || key == noCapture {
				continue
			}
			if key.measure.isText() {
				key = tallyKey{measure: key.measure, text: orderText(key.measure, key.number)}
			}
			t[key] = n
		}
	}
	return t
}

func firstResult(first rules.Side, r notation.Result) int {
	switch {
	case r == notation.SouthWon && first == rules.South, r == notation.NorthWon && first == rules.North:
		return firstWon
	case r == notation.SouthWon, r == notation.NorthWon:
		return firstLost
	}
	return firstOther
}

func (t tally) merge(u tally) {
	for key, n := range u {
		t[key] += n
	}
}

// openings count the games that came to the positions of a book.
type openings struct {
	book   *book
	rest   []place     // by position: what is to be added to the games of its moves, or taken away
	slots  []int32     // by position and move number: 1 + the index in played, 0 for a move that nobody played
	played []moveCount // the moves that somebody played
}

// A place counts the games that came to a position, and those that went on.
type place struct{ games, onward int32 }

// A moveCount counts the games that played a move from a position.
type moveCount struct {
	pos                                    int32
	number                                 uint8
	games, south, draws, north, unfinished int32
	complete, scored                       int32
	marginSum, pliesSum                    int64
}

func newOpenings(b *book) openings {
	return openings{book: b, rest: make([]place, len(b.states)), slots: make([]int32, len(b.states)*b.width())}
}

func (o *openings) add(sh *share, n int) {
	k := int32(n)
	for _, s := range sh.visits.stays {
		o.rest[s.pos].games += k
		if s.onward {
			o.rest[s.pos].onward += k
		}
	}
	for _, t := range sh.visits.turns {
		if t.again {
			o.rest[t.pos].games -= k
			o.rest[t.pos].onward -= k
		}
		m := o.at(t.pos, t.move)
		m.games += k
		switch sh.result {
		case notation.SouthWon:
			m.south += k
		case notation.NorthWon:
			m.north += k
		case notation.Draw:
			m.draws += k
		default:
			m.unfinished += k
		}
		if sh.verdict == replay.Complete {
			m.complete += k
			m.pliesSum += int64(n * sh.plies)
		}
		if sh.scored {
			m.scored += k
			m.marginSum += int64(n * sh.margin)
		}
	}
}

// count returns the count of a position. Nearly always its games are those of its
// moves, which spares counting them apart.
func (o *openings) count(pos int32) place {
	p := o.rest[pos]
	for _, slot := range o.movesOf(pos) {
		if slot != 0 {
			p.games += o.played[slot-1].games
			p.onward += o.played[slot-1].games
		}
	}
	return p
}

// hasMoves reports whether a move from a position was counted.
func (o *openings) hasMoves(pos int32) bool {
	return slices.ContainsFunc(o.movesOf(pos), func(slot int32) bool { return slot != 0 })
}

// movesOf returns the slots of the moves from a position.
func (o *openings) movesOf(pos int32) []int32 {
	return o.slots[int(pos)*o.book.width():][:o.book.width()]
}

// at returns the count of a move.
func (o *openings) at(pos int32, number uint8) *moveCount {
	slot := &o.slots[int(pos)*o.book.width()+int(number)]
	if *slot == 0 {
		o.played = append(o.played, moveCount{pos: pos, number: number})
		*slot = int32(len(o.played))
	}
	return &o.played[*slot-1]
}

// merge adds the counts of another part, made for the same book.
func (o *openings) merge(p *openings) {
	for pos, c := range p.rest {
		o.rest[pos].games += c.games
		o.rest[pos].onward += c.onward
	}
	for i := range p.played {
		from := &p.played[i]
		m := o.at(from.pos, from.number)
		m.games += from.games
		m.south += from.south
		m.draws += from.draws
		m.north += from.north
		m.unfinished += from.unfinished
		m.complete += from.complete
		m.scored += from.scored
		m.marginSum += from.marginSum
		m.pliesSum += from.pliesSum
	}
}
