package annotated

import (
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// mainOf returns the main line of a record of En Dodoi on 2 x 6.
func mainOf(t *testing.T, movetext string) *Line {
	t.Helper()
	rec, line := new(notation.Record), new(replay.Line)
	if err := notation.NewReader(strings.NewReader("{above} [Game \"En Dodoi\"]\n[Pits \"6\"]\n\n"+movetext), "test").Read(rec); err != nil {
		t.Fatal(err)
	}
	replay.NewReplayer(replay.Assume{}).Replay(rec, line)
	main, err := Main(replay.Canonical(rec, line), line, strings.ToUpper)
	if err != nil {
		t.Fatal(err)
	}
	return main
}

// spelled spells a line: its comments, moves, glyphs and variations.
func spelled(l *Line, r *rules.Ruleset) string {
	var b strings.Builder
	for _, text := range l.Before {
		b.WriteString("{" + text + "} ")
	}
	for i := range l.Plies {
		p := &l.Plies[i]
		b.WriteString(replay.Letter(r, p.Move))
		if p.Note != nil {
			b.WriteString(p.Note.Glyphs)
			for _, text := range p.Note.Comments {
				b.WriteString(" {" + text + "}")
			}
			for _, v := range p.Note.Variations {
				b.WriteString(" (" + spelled(v, r) + ")")
			}
		}
		b.WriteString(" ")
	}
	if l.Broken != "" {
		b.WriteString("/ " + l.Rest)
	}
	return strings.TrimSpace(b.String())
}

// TestMain holds that a line has all that the record says, in its place, and what
// cannot be played as it is written.
func TestMain(t *testing.T) {
	r := rules.Standard(rules.EnDodoi, 6)
	for movetext, want := range map[string]string{
		"{first} 1. A+2 $1 {one} {two} e $14 2. C+2 *":                         "{ABOVE} {FIRST} A! {ONE} {TWO} e $14 C",
		"1. A+2 e (1... b {in} 2. B?! (2. D {deep}) (2. E)) (1... d) 2. C+2 *": "{ABOVE} A e (b {IN} B?! (D {DEEP}) (E)) (/ d) C",
		"1. A+2 e (1... b 2. b {why} $2 (2. C) d) {main} *":                    "{ABOVE} A e {MAIN} (b / b {WHY} ? ( C ) d)",
		"1. A+2 e (1... b nonsense 2. B) 2. C+2 *":                             "{ABOVE} A e (b / NONSENSE B) C",
	} {
		if got := spelled(mainOf(t, movetext), &r); got != want {
			t.Errorf("%s is\n%s, want\n%s", movetext, got, want)
		}
	}
}
