// Package oneline reads games one a line in the barest form, "en-dodoi 8: D d A
// e C", as docs/notation.md describes it. Like package notation it knows no
// rules.
package oneline

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"alai/notation"
)

var firstLine = regexp.MustCompile(`^[A-Za-z]+(-[A-Za-z]+)*( [^:;"(){}\[\]]*)?:( |$)`)

// Detect reports whether a text that begins with line has a game in each line.
func Detect(line []byte) bool { return firstLine.Match(line) }

// A Reader reads games one after the other, one a line. Empty lines are passed
// over.
type Reader struct{ lines *notation.Cutter }

// NewReader returns a Reader of the lines in src. src and file are as for
// notation.NewCutter.
func NewReader(src io.Reader, file string) *Reader {
	return &Reader{notation.NewCutter(src, file, "")}
}

// Read reads the next game into rec. What it returns is as for the Reader of
// package notation. What stands before the colon becomes the tags Game, Pits,
// Rules, SetUp and Position; the result, which may be absent, is also a tag, and
// a score that stands for it the tag Score.
func (r *Reader) Read(rec *notation.Record) error {
	if err := r.lines.Next(rec); err != nil {
		return err
	}
	return rec.Fail(parse(rec))
}

// parse takes rec.Text apart.
func parse(rec *notation.Record) *notation.Fault {
	line := notation.TextLine{Text: string(rec.Text)}
	if f := line.NotUTF8(); f != nil {
		return f
	}
	colon := max(strings.IndexByte(line.Text, ':'), 0)
	head := slices.Collect(line.Part(0, colon).Words())
	if len(head) == 0 {
		return line.Fault("no game: a line is GAME PITS: MOVES, such as en-dodoi 8: D d A")
	}
	tags(rec, head)
	var last notation.TextLine // the word before, which may be the result
	for w := range line.Part(colon+1, len(line.Text)).Words() {
		if f := ply(rec, last); f != nil {
			return f
		}
		last = w
	}
	result, score, hasScore, ok := notation.ParseResult(last.Text)
	if !ok {
		result = notation.Unknown
		if f := ply(rec, last); f != nil {
			return f
		}
		last = notation.TextLine{At: len(line.Text)}
	}
	if hasScore {
		rec.AddTag("Score", notation.Close{HasScore: true, Score: score}.String(), last.At)
	}
	rec.SetResult(result, last.At, last.End())
	return nil
}

// ply adds the ply that a word is; a move number is none.
func ply(rec *notation.Record, w notation.TextLine) *notation.Fault {
	if w = withoutNumber(w); w.Text == "" {
		return nil
	}
	if err := rec.AddPly(w.Text, w.At, w.End()); err != nil {
		return w.Fault("%v", err)
	}
	return nil
}

// tags makes the tags of the words before the colon: the game, the pits in a
// row, rule options, and behind "from" the position that the game starts from.
func tags(rec *notation.Record, head []notation.TextLine) {
	rec.AddTag("Game", head[0].Text, head[0].At)
	head = head[1:]
	if len(head) > 0 && strings.Trim(head[0].Text, "0123456789") == "" {
		rec.AddTag("Pits", head[0].Text, head[0].At)
		head = head[1:]
	}
	options := head
	for i, w := range head {
		if w.Text == "from" {
			options = head[:i]
			rec.AddTag("SetUp", "1", w.At)
			rec.AddTag("Position", join(head[i+1:], " "), w.At)
			break
		}
	}
	if len(options) > 0 {
		rec.AddTag("Rules", join(options, ","), options[0].At)
	}
}

func join(list []notation.TextLine, between string) string {
	texts := make([]string, len(list))
	for i, w := range list {
		texts[i] = w.Text
	}
	return strings.Join(texts, between)
}

// withoutNumber returns a word without the move number, digits and dots, that it
// begins with.
func withoutNumber(w notation.TextLine) notation.TextLine {
	rest := strings.TrimLeft(w.Text, "0123456789")
	if move := strings.TrimLeft(rest, "."); len(move) < len(rest) {
		return w.Part(len(w.Text)-len(move), len(w.Text))
	}
	return w
}
