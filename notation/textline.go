package notation

import (
	"bytes"
	"fmt"
	"iter"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A TextLine is a line of a record's text, or a part of one.
type TextLine struct {
	At   int    // its offset in Record.Text
	Text string // without blanks and the line end at its end
}

// Lines yields the lines of the record's text, at least one.
func (rec *Record) Lines() iter.Seq[TextLine] {
	return func(yield func(TextLine) bool) {
		at := 0
		for line := range strings.SplitSeq(string(rec.Text), "\n") {
			if !yield(TextLine{at, strings.TrimRight(line, " \t\r")}) {
				return
			}
			at += len(line) + 1
		}
	}
}

// NotUTF8 returns the fault of a line that is not UTF-8, at its first byte that is
// none; nil where all are.
func (l TextLine) NotUTF8() *Fault {
	for at := 0; at < len(l.Text); {
		r, size := utf8.DecodeRuneInString(l.Text[at:])
		if r == utf8.RuneError && size == 1 {
			return l.Part(at, at+1).Fault("the line is not UTF-8")
		}
		at += size
	}
	return nil
}

// Words yields the words of the line, which blanks part.
func (l TextLine) Words() iter.Seq[TextLine] {
	return func(yield func(TextLine) bool) {
		at := 0
		for word := range strings.FieldsSeq(l.Text) {
			at += strings.Index(l.Text[at:], word)
			if !yield(l.Part(at, at+len(word))) {
				return
			}
			at += len(word)
		}
	}
}

// End returns the offset of the line's end.
func (l TextLine) End() int { return l.At + len(l.Text) }

// Part returns the part Text[from:to] of the line.
func (l TextLine) Part(from, to int) TextLine { return TextLine{l.At + from, l.Text[from:to]} }

// Fault returns the fault that the line is.
func (l TextLine) Fault(format string, args ...any) *Fault {
	return &Fault{l.At, l.End(), fmt.Sprintf(format, args...)}
}

// A Fault is what makes a record malformed.
type Fault struct {
	At, End int    // what is wrong is Record.Text[At:End]
	Msg     string // in words, without the place
}

// Fail makes the record malformed by a fault, and returns the error that Read
// is to return; nil if f is nil.
func (rec *Record) Fail(f *Fault) error {
	if f == nil {
		return nil
	}
	token := rec.Text[f.At:min(f.End, f.At+maxToken)]
	rec.Err = &SyntaxError{Pos: rec.Pos(f.At), Game: rec.Number, Token: string(bytes.ToValidUTF8(token, []byte("\ufffd"))), Msg: f.Msg}
	return rec.Err
}

// AddNotice adds a notice of what stands at Text[at].
func (rec *Record) AddNotice(at int, format string, args ...any) {
	rec.Notices = append(rec.Notices, Notice{rec.Pos(at), fmt.Sprintf(format, args...)})
}

// AddTag adds a tag that is told at Text[at].
func (rec *Record) AddTag(name, value string, at int) {
	rec.Tags = append(rec.Tags, Tag{name, value, at})
}

// SetResult closes the record with a result that is told at Text[at:end], and
// adds its tag.
func (rec *Record) SetResult(result Result, at, end int) {
	rec.AddTag("Result", result.String(), at)
	rec.Close = Close{Result: result, At: at, End: end}
}

// Clip returns a text in quotes for a message, its beginning if it is long.
func Clip(text string) string { return clip([]byte(text)) }

// Board returns the seeds of a board as a position in one line has them: both
// rows from left to right, as they are drawn.
func Board(north, south []int) string {
	var b []byte
	for i, row := range [][]int{north, south} {
		if i > 0 {
			b = append(b, '/')
		}
		for k, seeds := range row {
			if k > 0 {
				b = append(b, ',')
			}
			b = strconv.AppendInt(b, int64(seeds), 10)
		}
	}
	return string(b)
}
