package tui

import (
	"strings"

	"alai/cmd/alai/annotated"
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

// What a game is made of.
type (
	Line = annotated.Line
	Ply  = annotated.Ply
	Note = annotated.Note
)

// NewGame makes a game of its tags, its canonical record, that of what is sound of it, or
// nil where it has neither, and of what was played. Texts are shown as clean returns them. The error is that of a
// line that cannot be played.
func NewGame(tags []notation.Tag, rec *notation.Record, line *replay.Line, clean func(string) string) (*Game, error) {
	g := &Game{Rules: line.Rules, Start: line.Start}
	for i := range line.Problems {
		p := &line.Problems[i]
		g.Wrong = append(g.Wrong, clean(p.String()))
	}
	for _, t := range tags {
		g.Tags = append(g.Tags, notation.Tag{Name: clean(t.Name), Value: clean(t.Value)})
	}
	var err error
	g.Main, err = annotated.Main(rec, line, func(text string) string { return prose(text, clean) })
	if err != nil {
		return nil, err
	}
	g.sayBroken(line, clean)
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

// prose returns a comment as one line.
func prose(text string, clean func(string) string) string {
	return clean(strings.Join(strings.Fields(text), " "))
}
