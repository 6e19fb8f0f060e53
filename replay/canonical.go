package replay

import (
	"fmt"
	"strconv"

	"alai/notation"
	"alai/replay/rules"
)

// leading are the tags that stand first in a canonical record, in this order.
// What they say of the game (from Game to Position) is spelled anew; the rest
// keeps its text.
var leading = []string{
	"Event", "Site", "Date", "Round", "South", "North", "Result",
	"Game", "Pits", "Rules", "SetUp", "Position", "Score", "Termination", "Match", "MatchTarget",
}

// Canonical returns the record in its canonical spelling, as notation.Append
// writes it: the moves that were played in letters with what they captured,
// understood passes included, its tags in order, result and (for a complete
// game) score filled in. A variation with a fault keeps its text. The slices of
// the result share nothing with rec or line.
//
// Of a contradictory record the claims stand as the record makes them. Of an
// illegal or malformed one there is no canonical spelling: line.Verdict must be
// at least Contradiction.
func Canonical(rec *notation.Record, line *Line) *notation.Record {
	out := line.frame(CanonicalTags(rec, line))
	s := speller{rec: rec, line: line, out: out}
	s.claims = line.Claims
	s.spell()
	for _, remark := range rec.Head {
		remark.N = s.word(remark.N)
		// A remark stays with the tag that it stands before, wherever that tag goes.
		remark.Tag = s.newTag(remark.Tag)
		out.Head = append(out.Head, remark)
	}
	return out
}
