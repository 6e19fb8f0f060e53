package web

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"alai/cmd/alai/words"
	"alai/replay"
	"alai/replay/rules"
)

// maxShownLaps is how many laps of one sowing are shown. A sowing of more shows the
// first ones and how it ends.
const maxShownLaps = 48

// A board is a position as it is drawn: North's row on top, each row from left to
// right as the drawing has it.
type board struct {
	Pits         int
	North, South []pit
	Stores       [2]int    // South's and North's
	ToMove       string    // "" where nobody is
	Position     string    // in the one-line form
	Players      [2]string // South's name and North's, "" where nobody is meant
	Legend       bool      // say what the marks of the last ply are
	lang         words.Language
}

// A pit is a pit of a board.
type pit struct {
	Number int
	Owner  string
	Name   string
	Seeds  int
	Href   string // where sowing it leads to; "" where it cannot be sown
	Laps   string // of that sowing, as appendLaps spells them
	Games  int    // that sowed it, -1 where that is not asked
	Sown   bool   // by the last ply; its last seed fell here; it captured from here
	Last   bool
	Taken  bool
	lang   words.Language
}

// newBoard returns the board of a state.
func newBoard(l words.Language, r *rules.Ruleset, s *rules.State) *board {
	b := &board{
		Pits: int(r.Pits), Stores: [2]int{int(s.Store[rules.South]), int(s.Store[rules.North])},
		ToMove: s.ToMove.String(), Position: replay.Position(r, s), lang: l,
	}
	for i := range b.Pits {
		b.North = append(b.North, newPit(l, r, s, rules.Pit(i)))
		b.South = append(b.South, newPit(l, r, s, rules.Pit(2*b.Pits-1-i)))
	}
	return b
}

func newPit(l words.Language, r *rules.Ruleset, s *rules.State, p rules.Pit) pit {
	return pit{Number: int(p), Owner: r.Owner(p).String(), Name: replay.Letter(r, rules.Move(p)), Seeds: int(s.Seeds[p]), Games: -1, lang: l}
}

// pit returns the pit of a move, nil for a pass.
func (b *board) pit(m rules.Move) *pit {
	for _, row := range [][]pit{b.North, b.South} {
		for i := range row {
			if row[i].Number == int(m) {
				return &row[i]
			}
		}
	}
	return nil
}

// mark marks a ply, which may be a pass: the pit that was sown, the one that the last
// seed fell into, and those that were captured from.
func (b *board) mark(sown, landing int, taken []int) {
	if sown < 0 {
		return
	}
	b.pit(rules.Move(sown)).Sown = true
	b.pit(rules.Move(landing)).Last = true
	for _, p := range taken {
		b.pit(rules.Move(p)).Taken = true
	}
}

// pitNumbers are the numbers of the pits of a set.
func pitNumbers(set rules.Pits) (list []int) {
	for p := range set.All() {
		list = append(list, int(p))
	}
	return list
}

// A sign is how a mark of the last ply is drawn, and what it is called.
type sign struct {
	Sign string
	Name words.Key
}

// The marks are told apart by their shapes, as on the command line's boards.
var (
	sownSign  = sign{"○", words.MarkSown}
	lastSign  = sign{"●", words.MarkLast}
	takenSign = sign{"×", words.MarkTaken}
)

// Signs are all of them.
func (b *board) Signs() []sign { return []sign{sownSign, lastSign, takenSign} }

// signs are the marks of the pit.
func (p *pit) signs() (list []sign) {
	if p.Sown {
		list = append(list, sownSign)
	}
	if p.Last {
		list = append(list, lastSign)
	}
	if p.Taken {
		list = append(list, takenSign)
	}
	return list
}

// Marks are the signs of the pit's marks.
func (p pit) Marks() (text string) {
	for _, s := range p.signs() {
		text += s.Sign
	}
	return text
}

// SouthStore and NorthStore name the stores for those who do not see them.
func (b *board) SouthStore() string { return b.store(words.SouthsStore, rules.South) }
func (b *board) NorthStore() string { return b.store(words.NorthsStore, rules.North) }

func (b *board) store(name words.Key, side rules.Side) string {
	return b.lang.Text(name) + ", " + b.lang.Counted(words.SeedCount, b.Stores[side])
}

// Label names the pit for those who do not see it.
func (p pit) Label() string {
	return p.named(p.Name) + ", " + p.lang.Counted(words.SeedCount, p.Seeds) + p.marked()
}

// marked says the marks of the pit, behind a comma.
func (p *pit) marked() (text string) {
	for _, s := range p.signs() {
		text += ", " + p.lang.Text(s.Name)
	}
	return text
}

// Before is what is read before the name of a pit that can be sown.
func (p pit) Before() string { return p.named("") }

// named is "South pit A"; the name is at the end in every language.
func (p pit) named(name string) string {
	return p.lang.Text(words.PitOf, p.lang.Side(p.Owner), name)
}

// Unit is what is read behind the number of seeds in a pit that can be sown.
func (p pit) Unit() string {
	unit := strings.TrimLeft(p.lang.Counted(words.SeedCount, p.Seeds), "0123456789") + p.marked()
	if p.Games >= 0 {
		unit += ", " + p.lang.Text(words.SownIn, p.lang.Counted(words.GameCount, p.Games))
	}
	return unit
}

// spellLaps spells laps for the script: "from,seeds,direction" of each, the
// direction being 1 for clockwise and -1 for the other, and at the end how many laps
// there are in all.
func spellLaps(laps []rules.Lap, all int) string {
	var b strings.Builder
	for _, lap := range laps {
		direction := -1
		if lap.Clockwise {
			direction = 1
		}
		fmt.Fprintf(&b, "%d,%d,%d;", lap.From, lap.Seeds, direction)
	}
	return b.String() + strconv.Itoa(all)
}

// firstLaps spells the laps of a move that are shown.
func firstLaps(r *rules.Ruleset, s *rules.State, m rules.Move, w rules.Sowing) string {
	if m == rules.Pass {
		return spellLaps(nil, 0)
	}
	return spellLaps(r.FirstLaps(s, m, min(int(w.Laps), maxShownLaps)), int(w.Laps))
}

// A choice is a move that may be made.
type choice struct {
	move   rules.Move
	after  rules.State
	sowing rules.Sowing
}

// choices lists the moves that may be made, in sowing order. Sowings that have not
// ended after replay.HastyLaps laps are apart: whether they end is not a question for
// a page.
func choices(r *rules.Ruleset, s *rules.State) (list []choice, givenUp []rules.Move) {
	moves := []rules.Move{rules.Pass}
	for k := range int(r.Pits) {
		moves = append(moves, rules.Move(r.PitOf(s.ToMove, k)))
	}
	for _, m := range moves {
		c := choice{move: m, after: *s}
		var err error
		if c.sowing, err = r.PlayWithin(&c.after, m, replay.HastyLaps); err == nil {
			list = append(list, c)
			continue
		}
		if illegal := new(rules.Illegal); errors.As(err, &illegal) && illegal.Reason == rules.GivenUp {
			givenUp = append(givenUp, m)
		}
	}
	return list, givenUp
}
