package replay

import (
	"fmt"
	"strconv"
	"strings"

	"alai/replay/rules"
)

// A Pattern is a set of states of one board: each pit, the stores, the side to
// move and the opened pits are given or left open, each by itself.
type Pattern struct {
	pits      int
	seeds     [rules.MaxPits]span // by pit number
	stores    [2]span             // South's and North's
	margin    span                // South's store minus North's
	sides     [2]bool             // who may be to move
	opened    uint16              // the opened pits,
	openedAsk uint16              // as far as they are asked about
}

// A span is the numbers from lo to hi.
type span struct{ lo, hi int }

const maxSeeds = 255 // more than any board has

var (
	anySeeds  = span{0, maxSeeds}
	anyMargin = span{-maxSeeds, maxSeeds}
)

func (n span) has(seeds int) bool { return n.lo <= seeds && seeds <= n.hi }

// PatternOf returns the pattern that s alone matches.
func PatternOf(r *rules.Ruleset, s *rules.State) Pattern {
	p := Pattern{pits: 2 * int(r.Pits), margin: anyMargin, opened: s.Opened, openedAsk: ^uint16(0)}
	for i := range p.pits {
		p.seeds[i] = span{int(s.Seeds[i]), int(s.Seeds[i])}
	}
	for side, seeds := range s.Store {
		p.stores[side] = span{int(seeds), int(seeds)}
	}
	p.sides[s.ToMove] = true
	return p
}

// ParsePattern reads a position in the one-line form in which parts are left
// open (docs/notation.md, "A pattern of positions"). A position, which leaves
// nothing open, is the pattern of itself alone, in any form that ParsePosition
// reads. A pattern that no state can match, since its seeds do not add up, is an
// error.
func ParsePattern(r *rules.Ruleset, text string) (Pattern, error) {
	s, positionErr := ParsePosition(r, text)
	if positionErr == nil {
		return PatternOf(r, &s), nil
	}
	l, err := splitLayout(r, text)
	if err != nil {
		return Pattern{}, err
	}
	if !l.open() {
		return Pattern{}, positionErr
	}
	p := Pattern{pits: 2 * int(r.Pits), margin: anyMargin}
	for i := range p.pits {
		if p.seeds[i], err = parseSpan(l.pits[i]); err != nil {
			return Pattern{}, err
		}
	}
	if err := p.parseStores(l.stores); err != nil {
		return Pattern{}, err
	}
	if err := p.parseSides(l.side); err != nil {
		return Pattern{}, err
	}
	if l.opened != "" && l.opened != "?" {
		if p.opened, err = parseOpened(r, l.opened); err != nil {
			return Pattern{}, err
		}
		p.openedAsk = ^uint16(0)
	}
	return p, p.checkTotal(r)
}

// CheckPattern reports what is wrong with a pattern on whatever board: a part that is
// none. What it finds nothing in may still fit no board.
func CheckPattern(text string) error {
	fields := strings.Fields(text)
	if len(fields) < 3 {
		return nil // it may be a position in another form
	}
	for _, pit := range strings.FieldsFunc(fields[0], func(r rune) bool { return r == '/' || r == ',' }) {
		if _, err := parseSpan(pit); err != nil {
			return err
		}
	}
	var p Pattern
	if err := p.parseStores(fields[1]); err != nil {
		return err
	}
	return p.parseSides(fields[2])
}

// open reports whether some part is left open.
func (l *layout) open() bool {
	for _, text := range l.pits {
		if strings.ContainsAny(text, "?<>-") {
			return true
		}
	}
	return strings.ContainsAny(l.stores+l.side+l.opened, "?<>=")
}

// parseSpan reads the seeds of a pit or a store: a number, ? for any, >3, <3 or,
// but for stores, 2-4.
func parseSpan(text string) (span, error) {
	fault := fmt.Errorf("%s is no number of seeds, nor one of ?, >3, <3 and 2-4", Quote(text))
	if text == "?" {
		return anySeeds, nil
	}
	op, number := byte('='), text
	if strings.IndexAny(text, "<>") == 0 {
		op, number = text[0], text[1:]
	}
	from, to, isRange := strings.Cut(number, "-")
	lo, err := parseSeeds(from)
	if err != nil {
		return span{}, fault
	}
	n := anySeeds.cut(op, int(lo))
	if isRange {
		hi, err := parseSeeds(to)
		if err != nil || op != '=' {
			return span{}, fault
		}
		n.hi = int(hi)
	}
	if n.lo > n.hi {
		return span{}, fault
	}
	return n, nil
}

// cut returns what a comparison leaves of the numbers.
func (n span) cut(op byte, than int) span {
	switch op {
	case '>':
		n.lo = than + 1
	case '<':
		n.hi = than - 1
	default:
		n.lo, n.hi = than, than
	}
	return n
}

// parseStores reads the stores: South's and North's, each as a pit but without
// ranges, or how far South is ahead: margin>10, margin<-10, margin=0.
func (p *Pattern) parseStores(text string) (err error) {
	fault := fmt.Errorf("the stores are such as 0-0, ?->10, margin>10 or margin<-10, not %s", Quote(text))
	if than, ok := strings.CutPrefix(text, "margin"); ok {
		p.stores = [2]span{anySeeds, anySeeds}
		if than == "" || !strings.Contains("<>=", than[:1]) {
			return fault
		}
		n, err := strconv.ParseInt(than[1:], 10, 16)
		if err != nil {
			return fault
		}
		p.margin = anyMargin.cut(than[0], int(n))
		return nil
	}
	south, north, ok := strings.Cut(text, "-")
	if !ok || strings.Contains(north, "-") {
		return fault
	}
	if p.stores[rules.South], err = parseSpan(south); err == nil {
		p.stores[rules.North], err = parseSpan(north)
	}
	return err
}

// parseSides reads who may be to move: S, N or ? for either.
func (p *Pattern) parseSides(text string) error {
	if text == "?" {
		p.sides = [2]bool{true, true}
		return nil
	}
	side, err := parseSide(text)
	p.sides[side] = true
	return err
}

// checkTotal reports whether the seeds cannot add up to those of the game.
func (p *Pattern) checkTotal(r *rules.Ruleset) error {
	var sum span
	for _, n := range append(p.seeds[:p.pits:p.pits], p.stores[:]...) {
		sum.lo, sum.hi = sum.lo+n.lo, sum.hi+n.hi
	}
	if !sum.has(r.Total()) {
		return fmt.Errorf("no position has it: its seeds do not add up to %d", r.Total())
	}
	return nil
}

// Matches reports whether s is one of the states.
func (p *Pattern) Matches(s *rules.State) bool {
	south, north := int(s.Store[rules.South]), int(s.Store[rules.North])
	if !p.sides[s.ToMove] || (s.Opened^p.opened)&p.openedAsk != 0 ||
		!p.stores[rules.South].has(south) || !p.stores[rules.North].has(north) || !p.margin.has(south-north) {
		return false
	}
	for i := range p.pits {
		if !p.seeds[i].has(int(s.Seeds[i])) {
			return false
		}
	}
	return true
}

// Passed reports whether neither s nor what play leads to from it can match:
// play only stores seeds and opens pits.
func (p *Pattern) Passed(s *rules.State) bool {
	return int(s.Store[rules.South]) > p.stores[rules.South].hi || int(s.Store[rules.North]) > p.stores[rules.North].hi ||
		s.Opened&p.openedAsk&^p.opened != 0
}
