package replay

import (
	"fmt"
	"strconv"
	"strings"

	"alai/notation"
	"alai/replay/rules"
)

// Letter returns the move as records spell it: A.. for South's pits and a.. for
// North's, each from its owner's left, and "--" for a pass.
func Letter(r *rules.Ruleset, m rules.Move) string {
	if m == rules.Pass {
		return "--"
	}
	p := rules.Pit(m)
	k := r.FromLeft(p)
	if r.Owner(p) == rules.North {
		k += rules.MaxPits / 2
	}
	return pitLetters[k : k+1]
}

// pitLetters are South's pits from its left and North's, on the longest board.
const pitLetters = "ABCDEFGHIJabcdefghij"

// AppendLetter appends what Letter returns.
func AppendLetter(dst []byte, r *rules.Ruleset, m rules.Move) []byte {
	return append(dst, Letter(r, m)...)
}

// Letters spells moves one by one.
func Letters(r *rules.Ruleset, moves []rules.Move) []string {
	list := make([]string, len(moves))
	for i, m := range moves {
		list[i] = Letter(r, m)
	}
	return list
}

// LegalMoves lists the legal moves in sowing order, South's from A and North's
// from a; a forced pass is the only move where there is one.
func LegalMoves(r *rules.Ruleset, s *rules.State) []rules.Move {
	if r.PassForced(s) {
		return []rules.Move{rules.Pass}
	}
	var list []rules.Move
	legal := r.Legal(s)
	for k := range int(r.Pits) {
		if p := r.PitOf(s.ToMove, k); legal&(1<<p) != 0 {
			list = append(list, rules.Move(p))
		}
	}
	return list
}

// Position returns the state in the one-line form:
// "10,10,10,10,10/10,10,10,10,10 0-0 S -".
func Position(r *rules.Ruleset, s *rules.State) string {
	return string(AppendPosition(nil, r, s))
}

// AppendPosition appends what Position returns.
func AppendPosition(dst []byte, r *rules.Ruleset, s *rules.State) []byte {
	n := int(r.Pits)
	for i := range n {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(s.Seeds[i]), 10)
	}
	for i := range n {
		if i == 0 {
			dst = append(dst, '/')
		} else {
			dst = append(dst, ',')
		}
		dst = strconv.AppendUint(dst, uint64(s.Seeds[2*n-1-i]), 10)
	}
	dst = append(dst, ' ')
	dst = strconv.AppendUint(dst, uint64(s.Store[rules.South]), 10)
	dst = append(dst, '-')
	dst = strconv.AppendUint(dst, uint64(s.Store[rules.North]), 10)
	dst = append(dst, ' ', s.ToMove.String()[0])
	if namesOpened(r, s) {
		dst = append(dst, ' ')
		if s.Opened == 0 {
			return append(dst, '-')
		}
		for _, side := range []rules.Side{rules.South, rules.North} {
			for k := range n {
				if p := r.PitOf(side, k); s.Opened&(1<<p) != 0 {
					dst = AppendLetter(dst, r, rules.Move(p))
				}
			}
		}
	}
	return dst
}

// namesOpened reports whether the one-line form of s lists the opened pits: in
// Adji-Boto's opening cycle, and where the board is that of the start although
// the cycle is over, since without the list it would be read as the start.
func namesOpened(r *rules.Ruleset, s *rules.State) bool {
	if r.InCycle(s) {
		return true
	}
	start := r.Start()
	return r.Game == rules.AdjiBoto && s.Seeds == start.Seeds && s.Store == start.Store
}

// ParsePosition reads a position: the one-line form, or the Oware form, in
// which the pits in sowing order (South's from its left, then North's), the
// stores and the side to move are joined by hyphens. A position that cannot be
// is an error: rows of another length, seeds that do not add up, opened pits
// out of step (docs/notation.md, "A position in one line").
//
// In Adji-Boto the field of opened pits tells the opening cycle; without it the
// cycle is over, unless the pits and stores are exactly those of the start.
func ParsePosition(r *rules.Ruleset, text string) (rules.State, error) {
	s, opened, err := parseLayout(r, text)
	if err != nil {
		return rules.State{}, err
	}
	start := r.Start()
	switch {
	case opened != "":
		if s.Opened, err = parseOpened(r, opened); err != nil {
			return rules.State{}, err
		}
	case r.Game == rules.AdjiBoto && (s.Seeds != start.Seeds || s.Store != start.Store):
		s.Opened = allOpened(r)
	}
	if err := r.CheckState(&s); err != nil {
		return rules.State{}, err
	}
	return s, nil
}

func allOpened(r *rules.Ruleset) uint16 { return 1<<(2*r.Pits) - 1 }

// parseLayout reads everything but the meaning of the field of opened pits.
func parseLayout(r *rules.Ruleset, text string) (s rules.State, opened string, err error) {
	if !strings.Contains(text, "/") && strings.Count(text, "-") > 3 {
		s, err = parseOware(r, text)
		return s, "", err
	}
	l, err := splitLayout(r, text)
	if err != nil {
		return s, "", err
	}
	for p := range 2 * int(r.Pits) {
		if s.Seeds[p], err = parseSeeds(l.pits[p]); err != nil {
			return s, "", err
		}
	}
	south, north, ok := strings.Cut(l.stores, "-")
	if !ok {
		return s, "", fmt.Errorf("the stores are two numbers such as 0-0, not %q", l.stores)
	}
	if err := parseStores(&s, south, north); err != nil {
		return s, "", err
	}
	if s.ToMove, err = parseSide(l.side); err != nil {
		return s, "", err
	}
	return s, l.opened, nil
}

// A layout is the parts of a position's one-line form.
type layout struct {
	pits         [rules.MaxPits]string // by pit number
	stores, side string
	opened       string // "" where it is absent
}

func splitLayout(r *rules.Ruleset, text string) (l layout, err error) {
	fields := strings.Fields(text)
	if len(fields) < 3 || len(fields) > 4 {
		start := r.Start()
		return l, fmt.Errorf("%s is no position: one has a board, stores and a side to move, such as %q", Quote(text), Position(r, &start))
	}
	rows := strings.Split(fields[0], "/")
	if len(rows) != 2 {
		return l, fmt.Errorf("a board has two rows, not %d", len(rows))
	}
	n := int(r.Pits)
	for i, row := range rows {
		pits := strings.Split(row, ",")
		if len(pits) != n {
			return l, fmt.Errorf("%s's row has %d pits, the board has %d", rules.North-rules.Side(i), len(pits), n)
		}
		for k, text := range pits {
			p := k
			if i == 1 {
				p = 2*n - 1 - k
			}
			l.pits[p] = text
		}
	}
	l.stores, l.side = fields[1], fields[2]
	if len(fields) == 4 {
		l.opened = fields[3]
	}
	return l, nil
}

// parseOware reads the position as records of Oware give it.
func parseOware(r *rules.Ruleset, text string) (s rules.State, err error) {
	fields := strings.Split(strings.TrimSpace(text), "-")
	n := int(r.Pits)
	if len(fields) != 2*n+3 {
		return s, fmt.Errorf("a position of %d pits a row joined by hyphens has %d fields, this one has %d", n, 2*n+3, len(fields))
	}
	for k := range 2 * n {
		side := rules.Side(k / n)
		if s.Seeds[r.PitOf(side, k%n)], err = parseSeeds(fields[k]); err != nil {
			return s, err
		}
	}
	if err := parseStores(&s, fields[2*n], fields[2*n+1]); err != nil {
		return s, err
	}
	s.ToMove, err = parseSide(fields[2*n+2])
	return s, err
}

func parseStores(s *rules.State, south, north string) (err error) {
	if s.Store[rules.South], err = parseSeeds(south); err != nil {
		return err
	}
	s.Store[rules.North], err = parseSeeds(north)
	return err
}

func parseSeeds(text string) (uint8, error) {
	n, err := strconv.ParseUint(text, 10, 8)
	if err != nil {
		return 0, fmt.Errorf("%q is no number of seeds", text)
	}
	return uint8(n), nil
}

func parseSide(text string) (rules.Side, error) {
	switch text {
	case "S", "s":
		return rules.South, nil
	case "N", "n":
		return rules.North, nil
	}
	return 0, fmt.Errorf("the side to move is S or N, not %q", text)
}

func parseOpened(r *rules.Ruleset, text string) (opened uint16, err error) {
	if r.Game != rules.AdjiBoto {
		return 0, fmt.Errorf("%s has no opening cycle, so a position of it ends with the side to move, not with %q", r.Game, text)
	}
	if text == "-" {
		return 0, nil
	}
	for _, c := range text {
		m, ok := moveOfLetter(r, c)
		if !ok {
			return 0, fmt.Errorf("opened pits are letters of the board, such as ACe, not %q", text)
		}
		if opened&(1<<m) != 0 {
			return 0, fmt.Errorf("opened pit %c is listed twice", c)
		}
		opened |= 1 << m
	}
	return opened, nil
}

// moveOfLetter returns the pit that a letter names on r's board.
func moveOfLetter(r *rules.Ruleset, c rune) (rules.Move, bool) {
	side, k := rules.South, int(c-'A')
	if c >= 'a' {
		side, k = rules.North, int(c-'a')
	}
	if k < 0 || k >= int(r.Pits) {
		return 0, false
	}
	return rules.Move(r.PitOf(side, k)), true
}

// PlayStated plays moves from s on, in place, with the captures that ParseStated
// returns, nil for none. The error of a move that is not legal says where it stands and
// what would be; a capture that is not so is an error too.
func PlayStated(r *rules.Ruleset, s *rules.State, moves []rules.Move, captured []int) error {
	for i, m := range moves {
		w, err := r.Play(s, m)
		if err == nil && captured != nil && captured[i] != notation.NoCapture && captured[i] != int(w.Captured) {
			return fmt.Errorf("%s captures %d seeds, not %d", Letter(r, m), w.Captured, captured[i])
		}
		if err != nil {
			return fmt.Errorf("%s cannot be played in %s; legal: %s", Letter(r, m), Position(r, s), strings.Join(Letters(r, LegalMoves(r, s)), " "))
		}
	}
	return nil
}

// ParseMove reads one move in any spelling that a record may have.
func ParseMove(r *rules.Ruleset, text string) (rules.Move, error) {
	m, _, err := parseMove(r, text)
	return m, err
}

// parseMove is ParseMove, and returns the capture that the move is written with.
func parseMove(r *rules.Ruleset, text string) (m rules.Move, captured int, err error) {
	item, ok := notation.ParsePly(text)
	if !ok {
		return 0, 0, fmt.Errorf("%s is no move", Quote(text))
	}
	m, ok = itemMove(r, &item)
	if !ok {
		return 0, 0, fmt.Errorf("a board of 2 x %d has no pit %s", r.Pits, pitText(&item))
	}
	return m, int(item.Captured), nil
}

// ParseMoves reads moves as a record has them, "1. D b 2. A", without asking
// whether they are legal. Move numbers may be left out.
func ParseMoves(r *rules.Ruleset, text string) ([]rules.Move, error) {
	moves, _, err := ParseStated(r, text)
	return moves, err
}

// ParseStated is ParseMoves, and returns the captures too that the moves are written
// with, "C+9 d": of each move the seeds, notation.NoCapture where it says nothing; nil
// where no move says any.
func ParseStated(r *rules.Ruleset, text string) (moves []rules.Move, captured []int, err error) {
	stated := false
	for word := range strings.FieldsSeq(text) {
		if number := strings.TrimRight(word, "."); number != word && strings.Trim(number, "0123456789") == "" {
			continue
		}
		if i := strings.LastIndexByte(word, '.'); i >= 0 {
			word = word[i+1:]
		}
		m, seeds, err := parseMove(r, word)
		if err != nil {
			return nil, nil, err
		}
		moves, captured = append(moves, m), append(captured, seeds)
		stated = stated || seeds != notation.NoCapture
	}
	if !stated {
		captured = nil
	}
	return moves, captured, nil
}
