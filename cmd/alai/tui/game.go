package tui

import (
	"fmt"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Game is a game to be stepped through. Its texts are as they are shown.
type Game struct {
	Name   string // what the game is called by: its id, or FILE#N
	Tags   []notation.Tag
	Rules  rules.Ruleset
	Start  rules.State
	Main   *Line
	Ending string   // how the game ended, where the main line comes to its end; "" where it does not
	Wrong  []string // what is wrong with the record
}

// A Line is the main line, or a variation.
type Line struct {
	From   int      // how many plies of the line that it leaves stand before it
	Before []string // comments before its first ply
	Plies  []Ply
	Broken string // why what the record has behind the last ply cannot be played; "" where nothing is
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
}

// glyphs are those that have a sign of their own.
var glyphs = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// NewGame makes a game of its tags, its canonical record, that of what is sound of it, or
// nil where it has neither, and of what was played. Texts are shown as clean returns them. The error is that of a
// line that cannot be played.
func NewGame(tags []notation.Tag, rec *notation.Record, line *replay.Line, clean func(string) string) (*Game, error) {
	g := &Game{Rules: line.Rules, Start: line.Start, Main: &Line{}}
	for i := range line.Problems {
		p := &line.Problems[i]
		g.Wrong = append(g.Wrong, clean(p.String()))
	}
	for _, t := range tags {
		g.Tags = append(g.Tags, notation.Tag{Name: clean(t.Name), Value: clean(t.Value)})
	}
	defer g.sayBroken(line, clean)
	if rec == nil {
		return g, g.play(line)
	}
	for _, remark := range rec.Head {
		if remark.Kind == notation.Comment {
			g.Main.Before = append(g.Main.Before, prose(rec.Words[remark.N], clean))
		}
	}
	b := builder{rules: &g.Rules, clean: clean, open: []branch{{line: g.Main, state: g.Start, before: g.Start}}}
	for _, it := range rec.Items {
		b.item(&it, rec)
	}
	if got, want := len(g.Main.Plies), len(line.Moves); got != want {
		return nil, fmt.Errorf("of %d plies %d can be played", want, got)
	}
	return g, nil
}

// sayBroken says why the main line does not go on as the record does.
func (g *Game) sayBroken(line *replay.Line, clean func(string) string) {
	for i := range line.Problems {
		p := &line.Problems[i]
		if g.Main.Broken == "" && p.Kind < replay.Contradiction && !p.Variation {
			g.Main.Broken = clean(p.Msg)
		}
	}
}

// play plays what was legal of a record that has no canonical spelling.
func (g *Game) play(line *replay.Line) error {
	state := g.Start
	for _, m := range line.Moves {
		w, err := g.Rules.Play(&state, m)
		if err != nil {
			return fmt.Errorf("a replayed move cannot be played: %w", err)
		}
		g.Main.Plies = append(g.Main.Plies, Ply{Move: m, Sowing: w, After: state})
	}
	return nil
}

// prose returns a comment as one line.
func prose(text string, clean func(string) string) string {
	return clean(strings.Join(strings.Fields(text), " "))
}

// A builder makes lines of a record's items.
type builder struct {
	rules *rules.Ruleset
	clean func(string) string
	open  []branch // the main line, and the variations that are open
}

// A branch is a line that is being made.
type branch struct {
	line          *Line
	state, before rules.State // now, and before the last ply, which a variation would replace
}

func (b *builder) item(it *notation.Item, rec *notation.Record) {
	top := &b.open[len(b.open)-1]
	switch it.Kind {
	case notation.VarStart:
		b.variation(top)
	case notation.VarEnd:
		b.open = b.open[:len(b.open)-1]
	case notation.Comment:
		text := prose(rec.Words[it.N], b.clean)
		if note := top.note(); note != nil {
			note.Comments = append(note.Comments, text)
		} else {
			top.line.Before = append(top.line.Before, text)
		}
	case notation.NAG:
		if note := top.note(); note != nil {
			note.Glyphs += glyph(int(it.N))
		}
	case notation.Lost:
		top.breakOff("the next move is lost in the source")
	case notation.Junk:
		top.breakOff(b.clean(replay.Quote(rec.Words[it.N])) + " is no move")
	case notation.South, notation.North, notation.Number, notation.Pass:
		b.ply(top, it)
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

// breakOff ends what can be played of the line.
func (br *branch) breakOff(why string) {
	if br.line.Broken == "" {
		br.line.Broken = why
	}
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

func (b *builder) ply(top *branch, it *notation.Item) {
	if top.line.Broken != "" {
		return
	}
	m, ok := b.move(it)
	state := top.state
	var w rules.Sowing
	var err error
	if ok {
		w, err = b.rules.Play(&state, m)
	}
	if !ok || err != nil {
		top.breakOff(string(notation.AppendPly(nil, *it)) + " is not legal here")
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
