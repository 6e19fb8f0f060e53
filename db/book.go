package db

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
	"sync"

	"alai/replay/rules"
)

// tableDepth returns how deep the opening table of a ruleset is: it holds the
// positions that can be reached in so many plies from the usual start, and the
// moves from all of them but the outermost.
func tableDepth(r *rules.Ruleset) int {
	if r.Game == rules.AdjiBoto {
		return 6
	}
	return 5
}

// A book is a set of positions, in which the games that come to them are
// counted: all that can be reached from some roots in a number of plies. The
// moves from a position are counted too unless it is one of the outermost.
//
// A game may come to a position by any order of moves, at any ply and from any
// start. That is why the set is fixed before the games are looked at.
type book struct {
	rules  rules.Ruleset
	depth  int
	states []rules.State
	depths []uint8 // of each state the fewest plies from a root
	after  []int32 // by position and move number (see turn): the position it leads to, -1 where it is not legal; of all but the outermost
	index  map[rules.Key]int32
	maybe  [1 << 14]uint64 // bits by hash: a state whose bit is not set is not in the book

	// A game only opens pits and stores seeds. So one with more pits opened or
	// more seeds stored than any state of the book has left it for good.
	maxOpened int
	stored    [maxStored + 1][maxStored + 1]storeMark // by South's store and North's
}

// maxStored is the most seeds of any game: six a pit on the longest board.
const maxStored = 6 * rules.MaxPits

// A storeMark tells which states of a book have a pair of stores.
type storeMark uint8

const (
	storesMet   storeMark = 1 << iota // some have these stores
	storesAhead                       // some have these stores or larger ones
)

// newBook makes the book of the positions within depth plies of the roots, or
// within fewer, but one at the least, where that would be more than limit
// positions.
func newBook(r *rules.Ruleset, roots []rules.State, depth, limit int) *book {
	b := &book{rules: *r, index: make(map[rules.Key]int32)}
	for i := range roots {
		b.add(roots[i])
	}
	level := 0 // where the states of the outermost ply begin
	for b.depth < depth {
		end := len(b.states)
		if b.depth > 0 && end+(end-level)*int(r.Pits) > limit {
			break
		}
		b.depth++
		for ; level < end; level++ {
			b.addAfter(int32(level))
		}
	}
	b.markStores()
	return b
}

// addAfter adds the states that legal moves lead to from position pos, the
// first that has none yet.
func (b *book) addAfter(pos int32) {
	for number := range b.width() {
		after := int32(-1)
		next := b.states[pos]
		if _, err := b.rules.Play(&next, b.move(pos, uint8(number))); err == nil { // else it is not legal
			after = b.add(next)
		}
		b.after = append(b.after, after)
	}
}

// add puts a state into the book unless it is there, and returns its position.
func (b *book) add(s rules.State) int32 {
	key := b.rules.Key(&s)
	if pos, ok := b.index[key]; ok {
		return pos
	}
	pos := int32(len(b.states))
	b.index[key] = pos
	b.states = append(b.states, s)
	b.depths = append(b.depths, uint8(b.depth))
	b.maxOpened = max(b.maxOpened, bits.OnesCount16(s.Opened))
	b.stored[s.Store[rules.South]][s.Store[rules.North]] |= storesMet
	h := hashSeeds(&s)
	b.maybe[h/64] |= 1 << (h % 64)
	return pos
}

// width returns how many numbers there are for moves from a position.
func (b *book) width() int { return int(b.rules.Pits) + 1 }

// inner reports whether the moves from a position are counted: unless it is
// outermost.
func (b *book) inner(pos int32) bool { return int(b.depths[pos]) < b.depth }

// find returns the position of a state that a game has come to. It is not ok
// where the book does not have the state; gone tells that it has none either of
// those that may follow.
func (b *book) find(s *rules.State) (pos int32, ok, gone bool) {
	mark := b.stored[s.Store[rules.South]][s.Store[rules.North]]
	if mark&storesAhead == 0 || bits.OnesCount16(s.Opened) > b.maxOpened {
		return 0, false, true
	}
	if mark&storesMet == 0 {
		return 0, false, false
	}
	if h := hashSeeds(s); b.maybe[h/64]>>(h%64)&1 == 0 {
		return 0, false, false
	}
	pos, ok = b.index[b.rules.Key(s)]
	return pos, ok, false
}

// hashSeeds returns a number below 64 times the length of book.maybe. Keys are
// dearer, and nearly all states of a game are in no book.
func hashSeeds(s *rules.State) uint64 {
	h := binary.LittleEndian.Uint64(s.Seeds[0:8])*0x9e3779b97f4a7c15 ^ binary.LittleEndian.Uint64(s.Seeds[8:16])
	return h * 0xd6e8feb86659fd93 >> 44
}

func (b *book) markStores() {
	for south := maxStored; south >= 0; south-- {
		for north := maxStored; north >= 0; north-- {
			m := &b.stored[south][north]
			if *m&storesMet != 0 ||
				south < maxStored && b.stored[south+1][north]&storesAhead != 0 ||
				north < maxStored && b.stored[south][north+1]&storesAhead != 0 {
				*m |= storesAhead
			}
		}
	}
}

// A turn is a move from a position of a book.
type turn struct {
	pos   int32
	move  uint8 // the pit counted from its owner's left; the board's pits a row for a pass
	again bool  // the game has made another move from there before
}

// A stay is a position of a book that a game came to, without a move from it
// that is counted.
type stay struct {
	pos    int32
	onward bool // the game went on: the position is outermost
}

// visits are the positions of a book that a game came to: a turn for each move
// that it made from one, and a stay in each of the others; all of them once.
type visits struct {
	turns []turn
	stays []stay
}

func (v *visits) addTurn(pos int32, move uint8) {
	again := false
	for _, t := range v.turns {
		if t.pos == pos {
			if t.move == move {
				return
			}
			again = true
		}
	}
	v.turns = append(v.turns, turn{pos, move, again})
}

func (v *visits) addStay(pos int32, onward bool) {
	if !slices.ContainsFunc(v.turns, func(t turn) bool { return t.pos == pos }) &&
		!slices.ContainsFunc(v.stays, func(s stay) bool { return s.pos == pos }) {
		v.stays = append(v.stays, stay{pos, onward})
	}
}

// visit fills v with the visits of a game. A game with a move that is not legal
// counts as far as it goes.
func (b *book) visit(start *rules.State, moves []rules.Move, v *visits) {
	v.turns, v.stays = v.turns[:0], v.stays[:0]
	s := *start
	pos, ok, gone := b.find(&s)
	for _, m := range moves {
		if gone {
			return
		}
		number := b.moveNumber(m)
		if ok {
			if b.inner(pos) {
				v.addTurn(pos, number)
				// As long as a game goes by the book, it need not be played.
				if pos = b.after[int(pos)*b.width()+int(number)]; pos < 0 {
					return
				}
				continue
			}
			v.addStay(pos, true)
			s = b.states[pos]
		}
		if _, err := b.rules.Play(&s, m); err != nil {
			return
		}
		pos, ok, gone = b.find(&s)
	}
	if ok {
		v.addStay(pos, false)
	}
}

// moveNumber numbers the moves from a position as turn does.
func (b *book) moveNumber(m rules.Move) uint8 {
	if m == rules.Pass {
		return b.rules.Pits
	}
	return uint8(b.rules.FromLeft(rules.Pit(m)))
}

// move is the inverse of moveNumber.
func (b *book) move(pos int32, number uint8) rules.Move {
	if number == b.rules.Pits {
		return rules.Pass
	}
	return rules.Move(b.rules.PitOf(b.states[pos].ToMove, int(number)))
}

// tableBooks are the books of the opening tables that are in use.
var tableBooks struct {
	sync.Mutex
	known map[rules.Ruleset]*book
}

// maxTableBooks bounds the memory of tableBooks: archives mostly hold few rulesets.
const maxTableBooks = 16

// tableBook returns the book of the ruleset's opening table.
func tableBook(r *rules.Ruleset) *book {
	tableBooks.Lock()
	defer tableBooks.Unlock()
	b, ok := tableBooks.known[*r]
	if !ok {
		if tableBooks.known == nil || len(tableBooks.known) == maxTableBooks {
			tableBooks.known = make(map[rules.Ruleset]*book)
		}
		b = newBook(r, []rules.State{r.Start()}, tableDepth(r), math.MaxInt)
		tableBooks.known[*r] = b
	}
	return b
}
