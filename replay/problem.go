package replay

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	"alai/notation"
	"alai/replay/rules"
)

// maxQuoted is how much of a record's own text a message repeats, in bytes.
const maxQuoted = 80

// Quote puts text from a record in quotes for a message: control characters and
// other unprintable ones are shown escaped, and what is long is cut.
func Quote(text string) string {
	if len(text) > maxQuoted {
		return strconv.Quote(text[:maxQuoted]) + "..."
	}
	return strconv.Quote(text)
}

// maxListed is how many problems of one sort (wrong captures, faults in
// variations) and how many notices are listed of one record: a hostile record
// could have millions.
const maxListed = 1000

// maxListedText is how long the texts of the faults in variations are that are
// listed of one record, in bytes.
const maxListedText = 1 << 20

// listed counts one more of a sort, and reports whether it is to be listed.
func (r *run) listed(count *int) bool {
	if *count++; *count <= r.maxListed {
		return true
	}
	r.unlisted++
	return false
}

func (r *run) notice(at int, msg string) {
	if r.listed(&r.notices) {
		r.line.Notices = append(r.line.Notices, notation.Notice{Pos: r.rec.Pos(at), Msg: msg})
	}
}

// malformed reports a fault of a tag, or of the record where it lacks the tag.
func (r *run) malformed(tag *notation.Tag, msg string) {
	p := Problem{Kind: Malformed, Msg: msg, Pos: r.rec.Pos(0)}
	if tag != nil {
		p.Pos, p.Text = r.rec.Pos(tag.At), tagText(r.rec, tag)
	}
	r.problem(p)
}

func (r *run) contradiction(at int, text, msg string) {
	r.problem(Problem{Kind: Contradiction, Pos: r.rec.Pos(at), Text: text, Msg: msg})
}

func (r *run) problem(p Problem) {
	p.Game = r.rec.Number
	r.line.Problems = append(r.line.Problems, p)
}

// atPly makes a problem of f's next ply.
func (r *run) atPly(f *frame, kind Verdict, item *notation.Item, msg string, s *rules.State, ply int) Problem {
	return Problem{
		Kind: kind, Pos: r.rec.Pos(int(item.At)), Text: r.rec.Token(*item), Msg: msg,
		Ply: ply, Side: s.ToMove, Position: Position(&r.line.Rules, s), Variation: f.isVariation(),
	}
}

// fault reports that item cannot be played in f, and ends f.
func (r *run) fault(f *frame, item *notation.Item, msg string) {
	f.dead = true
	if f.isVariation() {
		r.line.faulty = append(r.line.faulty, f.varStart)
		if !r.listed(&r.asideFaults) {
			return
		}
		if r.listedText += int(item.End - item.At); r.listedText > maxListedText {
			r.unlisted++
			return
		}
	}
	p := r.atPly(f, Illegal, item, msg, &f.state, f.ply+1)
	if r.maxLaps == rules.MaxLaps { // else it might take too long
		p.Legal = Letters(&r.line.Rules, LegalMoves(&r.line.Rules, &f.state))
	}
	r.problem(p)
}

// wrongCapture reports that the ply just played in f captured another number of seeds than the record says.
func (r *run) wrongCapture(f *frame, item *notation.Item, captured int) {
	count := &r.asideFaults
	if !f.isVariation() {
		count = &r.wrongCaptures
		r.line.Claims = append(r.line.Claims, Claim{Ply: f.ply, Captured: int(item.Captured)})
	}
	if r.listed(count) {
		r.problem(r.atPly(f, Contradiction, item,
			fmt.Sprintf("%s captures %s, not %d", pitText(item), seeds(captured), item.Captured), &f.before, f.ply))
	}
}

// checkPosition compares the state after the ply just played with the one that the record gives.
func (r *run) checkPosition(f *frame, item *notation.Item, says string) {
	if is := Position(&r.line.Rules, &f.state); is != says && r.listed(&r.wrongPositions) {
		r.problem(r.atPly(f, Contradiction, item, fmt.Sprintf("the position after it is %s, not %s", is, Quote(says)), &f.before, f.ply))
	}
}

// pitText spells the pit of a move as its record does.
func pitText(item *notation.Item) string {
	switch item.Kind {
	case notation.South:
		return string(rune('A' + item.Pit))
	case notation.North:
		return string(rune('a' + item.Pit))
	case notation.Number:
		return strconv.Itoa(int(item.Pit))
	}
	return "--"
}

// seeds counts seeds in words: "1 seed", "5 seeds".
func seeds(n int) string { return count(n, "seed") }

// count counts things in words: "1 move", "5 moves".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// explain words why the move that pit spells is illegal in s.
func explain(r *rules.Ruleset, s *rules.State, pit string, err error) string {
	var ill *rules.Illegal
	if !errors.As(err, &ill) {
		return err.Error()
	}
	switch ill.Reason {
	case rules.NoSuchPit:
		return fmt.Sprintf("a board of 2 x %d has no pit %s", r.Pits, pit)
	case rules.OpponentsPit:
		return fmt.Sprintf("pit %s is %s's, and %s is to move", pit, s.ToMove.Other(), s.ToMove)
	case rules.EmptyPit:
		return fmt.Sprintf("pit %s is empty", pit)
	case rules.TooFewSeeds:
		return fmt.Sprintf("pit %s holds %s and cannot be sown (Adji-Boto needs 2)", pit, seeds(ill.Seeds))
	case rules.AlreadyOpened:
		return fmt.Sprintf("pit %s has been played in the opening cycle, and %s has pits that have not", pit, s.ToMove)
	case rules.EndlessSowing:
		return fmt.Sprintf("the sowing from pit %s never ends: it comes back to where it began every %d laps", pit, ill.Laps)
	case rules.GivenUp:
		if ill.Laps < rules.MaxLaps {
			return fmt.Sprintf("the sowing from pit %s is given up after %d laps, in which it has neither ended nor gone round", pit, ill.Laps)
		}
		return fmt.Sprintf("the sowing from pit %s counts as endless: after %d laps it has neither ended nor come back to where it began", pit, ill.Laps)
	case rules.CannotPass:
		return fmt.Sprintf("%s can move and may not pass", s.ToMove)
	case rules.MustPass:
		return fmt.Sprintf("%s cannot move and has to pass", s.ToMove)
	case rules.GameOver:
		return "the game is over"
	}
	return ill.Error()
}

// isGivenUp reports whether a move is illegal only because its sowing was given up.
func isGivenUp(err error) bool {
	var ill *rules.Illegal
	return errors.As(err, &ill) && ill.Reason == rules.GivenUp
}

// tagText returns the tag pair as it stands in the record, from its '[' to its
// ']', or to the end of the line.
func tagText(rec *notation.Record, tag *notation.Tag) string {
	text := rec.Text[min(tag.At, len(rec.Text)):]
	if i := bytes.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	quoted := false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\\' && quoted:
			i++ // an escaped quote or backslash
		case c == '"':
			quoted = !quoted
		case c == ']' && !quoted:
			return string(text[:i+1])
		}
	}
	return string(text)
}

// resultAt is the place of the record's result: its Result tag, else its closing token.
func (r *run) resultAt() int {
	if value(r.tags.result) != "" {
		return r.tags.result.At
	}
	return r.endAt()
}

func (r *run) resultText() string {
	if value(r.tags.result) != "" {
		return tagText(r.rec, r.tags.result)
	}
	return r.closeText()
}

// endAt is the place of the closing token, or of the record where it has none.
func (r *run) endAt() int {
	if r.rec.Close.Result != notation.None {
		return r.rec.Close.At
	}
	return 0
}

func (r *run) closeText() string {
	return string(r.rec.Text[r.rec.Close.At:r.rec.Close.End])
}

// wrongScore reports a score at the tag or token that gives it.
func (r *run) wrongScore(msg string) {
	if tag := r.tags.score; value(tag) != "" {
		r.contradiction(tag.At, tagText(r.rec, tag), msg)
	} else {
		r.contradiction(r.resultAt(), r.resultText(), msg)
	}
}
