// Package annotated makes of a record what is looked at ply by ply: its main line and
// its variations with the board after each ply, and what the record says of them.
package annotated

import (
	"fmt"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Line is the main line, or a variation.
type Line struct {
	From   int      // how many plies of the line that it leaves stand before it
	Before []string // comments before its first ply
	Plies  []Ply
	Broken string // why what the record has behind the last ply cannot be played; "" where nothing is
	Rest   string // what the record has there, as it spells it
}

// A Ply is a move or a pass, and what came of it.
type Ply struct {
	Move   rules.Move
	Sowing rules.Sowing
	After  rules.State
	Note   *Note // nil for none
}

// A Note is what a record says of a ply.
type Note struct {
	Glyphs     string
	Comments   []string
	Variations []*Line // that replace the ply

	glyphs []byte // from which Glyphs are made, as there may be very many
}

// glyphs are those that have a sign of their own.
var glyphs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// Main returns the main line of a game, with its variations: of its canonical record,
// that of what is sound of it, or nil where it has neither, and of what was played.
// Texts of the record are as text returns them. The error is that of a line that
// cannot be played.
func Main(rec *notation.Record, line *replay.Line, text func(string) string) (*Line, error) {
	main := &Line{}
	if rec == nil {
		for ply, state := range line.States() {
			if ply > 0 {
				main.Plies = append(main.Plies, Ply{Move: line.Moves[ply-1], Sowing: line.Sowings[ply-1], After: *state})
			}
		}
		return main, nil
	}
	b := builder{rules: &line.Rules, text: text, open: []branch{{line: main, state: line.Start, before: line.Start}}}
	for _, remark := range rec.Head {
		if remark.Kind == notation.Comment {
			main.Before = append(main.Before, text(rec.Words[remark.N]))
		}
	}
	for i := range rec.Items {
		b.item(&rec.Items[i], rec)
	}
	b.open[0].end()
	if got, want := len(main.Plies), len(line.Moves); got != want {
		return nil, fmt.Errorf("of %d plies %d can be played", want, got)
	}
	return main, nil
}

// A builder makes lines of a record's items.
type builder struct {
	rules *rules.Ruleset
	text  func(string) string
	open  []branch // the main line, and the variations that are open
}

// A branch is a line that is being made.
type branch struct {
	line          *Line
	state, before rules.State // now, and before the last ply, which a variation would replace
	rest          []string    // the words of what cannot be played
	depth         int         // how many variations are open in that
}

func (b *builder) item(it *notation.Item, rec *notation.Record) {
	top := &b.open[len(b.open)-1]
	if top.line.Broken != "" && (it.Kind != notation.VarEnd || top.depth > 0) {
		b.keep(top, it, rec)
		return
	}
	switch it.Kind {
	case notation.VarStart:
		b.variation(top)
	case notation.VarEnd:
		top.end()
		b.open = b.open[:len(b.open)-1]
	case notation.Comment:
		text := b.text(rec.Words[it.N])
		if note := top.note(); note != nil {
			note.Comments = append(note.Comments, text)
		} else {
			top.line.Before = append(top.line.Before, text)
		}
	case notation.NAG:
		if note := top.note(); note != nil {
			note.glyphs = append(note.glyphs, glyph(int(it.N))...)
		}
	case notation.Lost:
		top.line.Broken = "the next move is lost in the source"
		b.keep(top, it, rec)
	case notation.Junk:
		top.line.Broken = b.text(replay.Quote(rec.Words[it.N])) + " is no move"
		b.keep(top, it, rec)
	case notation.South, notation.North, notation.Number, notation.Pass:
		b.ply(top, it, rec)
	}
}

func glyph(n int) string {
	if n > 0 && n < len(glyphs) {
		return glyphs[n]
	}
	return fmt.Sprintf(" $%d", n)
}

// note returns the note of the last ply, nil where there is no ply.
func (br *branch) note() *Note {
	n := len(br.line.Plies)
	if n == 0 {
		return nil
	}
	ply := &br.line.Plies[n-1]
	if ply.Note == nil {
		ply.Note = &Note{}
	}
	return ply.Note
}

// end joins the glyphs of the line's plies, and what cannot be played of it.
func (br *branch) end() {
	for i := range br.line.Plies {
		if note := br.line.Plies[i].Note; note != nil {
			note.Glyphs = string(note.glyphs)
		}
	}
	br.line.Rest = strings.Join(br.rest, " ")
}

// keep keeps an item that cannot be played, as it is written.
func (b *builder) keep(top *branch, it *notation.Item, rec *notation.Record) {
	word := ""
	switch it.Kind {
	case notation.VarStart:
		top.depth++
		word = "("
	case notation.VarEnd:
		top.depth--
		word = ")"
	case notation.Comment:
		word = "{" + b.text(rec.Words[it.N]) + "}"
	case notation.NAG:
		word = strings.TrimSpace(glyph(int(it.N)))
	case notation.Lost:
		word = "?"
	case notation.Junk:
		word = b.text(rec.Words[it.N])
	case notation.Escape:
		return
	default:
		word = string(notation.AppendPly(nil, *it))
	}
	top.rest = append(top.rest, word)
}

// variation opens a variation of the last ply. One that has no ply to replace is
// dropped when it is closed.
func (b *builder) variation(top *branch) {
	v := &Line{From: max(top.line.From+len(top.line.Plies)-1, 0)}
	if note := top.note(); note != nil {
		note.Variations = append(note.Variations, v)
	}
	b.open = append(b.open, branch{line: v, state: top.before, before: top.before})
}

func (b *builder) ply(top *branch, it *notation.Item, rec *notation.Record) {
	m, ok := b.move(it)
	state := top.state
	var w rules.Sowing
	var err error
	if ok {
		w, err = b.rules.Play(&state, m)
	}
	if !ok || err != nil {
		top.line.Broken = string(notation.AppendPly(nil, *it)) + " is not legal here"
		b.keep(top, it, rec)
		return
	}
	top.before, top.state = top.state, state
	top.line.Plies = append(top.line.Plies, Ply{Move: m, Sowing: w, After: state})
}

// move returns the move that an item names, false where the board has no such pit.
func (b *builder) move(it *notation.Item) (rules.Move, bool) {
	switch {
	case it.Kind == notation.Pass:
		return rules.Pass, true
	case it.Kind == notation.Number:
		return rules.Move(it.Pit), it.Pit < 2*b.rules.Pits
	case it.Pit >= b.rules.Pits:
		return 0, false
	case it.Kind == notation.South:
		return rules.Move(b.rules.PitOf(rules.South, int(it.Pit))), true
	}
	return rules.Move(b.rules.PitOf(rules.North, int(it.Pit))), true
}
