package notation

import (
	"strconv"
	"strings"
)

// lineWidth is the length of a line, in bytes, that Append does not exceed
// where it can break at a blank.
const lineWidth = 79

// Append appends a record's text to dst as rec holds it, in the layout of the
// canonical form (docs/notation.md), and returns the extended buffer. The text
// ends with a line end; a blank line is to stand between two records.
//
// What Append writes is a fixed point: read and written again it comes out
// equal, byte for byte. A line end in a tag's value or in an escaped line, which
// no text can hold, is written as a blank.
func Append(dst []byte, rec *Record) []byte {
	w := writer{dst: dst, line: len(dst), wrap: true, force: true}
	w.record(rec)
	return w.dst
}

// AppendExact is Append without its layout: no line is broken, and comments keep
// their blanks and line ends, so that reading it gives the same tags and
// annotations. It reports whether it does: a line end that no text can hold is
// written as a blank here too.
func AppendExact(dst []byte, rec *Record) (text []byte, exact bool) {
	w := writer{dst: dst, line: len(dst), force: true}
	w.record(rec)
	return w.dst, !w.altered
}

// record writes a whole record.
func (w *writer) record(rec *Record) {
	head := rec.Head
	for i, t := range rec.Tags {
		for len(head) > 0 && head[0].Tag <= i {
			w.remark(head[0].Item, rec.Words)
			w.endLine()
			head = head[1:]
		}
		w.tag(t)
	}
	if len(rec.Tags) > 0 {
		w.newLine()
	}
	if rec.NorthFirst {
		w.ply, w.last = 1, 1
	}
	w.items(rec.Items, rec.Words)
	w.blank(true)
	w.dst = appendClose(w.dst, rec.Close)
	w.newLine()
}

// AppendPly appends a move or a pass as it is written: "C", "C+5", "9+5", "--".
func AppendPly(dst []byte, it Item) []byte {
	switch it.Kind {
	case South:
		dst = append(dst, 'A'+it.Pit)
	case North:
		dst = append(dst, 'a'+it.Pit)
	case Number:
		dst = strconv.AppendUint(dst, uint64(it.Pit), 10)
	default:
		return append(dst, "--"...)
	}
	if it.Captured != NoCapture {
		dst = append(dst, '+')
		dst = strconv.AppendInt(dst, int64(it.Captured), 10)
	}
	return dst
}

func appendClose(dst []byte, c Close) []byte {
	switch {
	case c.HasScore:
		dst = strconv.AppendInt(dst, int64(c.Score[0]), 10)
		dst = append(dst, '-')
		return strconv.AppendInt(dst, int64(c.Score[1]), 10)
	case c.Result == None:
		return append(dst, '*')
	}
	return append(dst, c.Result.String()...)
}

// A writer lays out a record's text.
type writer struct {
	dst   []byte
	line  int  // where the last line begins in dst
	brk   int  // the last blank in it where it can be broken, if that is behind line
	wrap  bool // break long lines and fold the blanks in comments
	glued bool // the next word follows without a blank

	altered bool // a line end was written as a blank where no text can hold one

	ply   int  // of the next move: twice its number less 1, and 1 more for North's
	last  int  // of the last move
	force bool // North's next move is given its number
}

// fold breaks the last line at its last blank if it is too long.
func (w *writer) fold() {
	if w.wrap && len(w.dst)-w.line > lineWidth && w.brk > w.line {
		w.dst[w.brk] = '\n'
		w.line = w.brk + 1
	}
}

// blank ends a word. The next may begin a line only if mayBreak says so.
func (w *writer) blank(mayBreak bool) {
	if w.glued {
		w.glued = false
		return
	}
	if len(w.dst) == w.line && mayBreak {
		return
	}
	w.fold()
	if mayBreak {
		w.brk = len(w.dst)
	}
	w.dst = append(w.dst, ' ')
}

// newLine ends the line.
func (w *writer) newLine() {
	w.fold()
	w.dst = append(w.dst, '\n')
	w.line = len(w.dst)
	w.glued = false
}

// endLine ends the line if anything stands on it.
func (w *writer) endLine() {
	if len(w.dst) > w.line {
		w.newLine()
	}
}

var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ")

func (w *writer) tag(t Tag) {
	w.dst = append(w.dst, '[')
	w.dst = append(w.dst, t.Name...)
	w.dst = append(w.dst, ' ', '"')
	for _, c := range []byte(t.Value) {
		switch c {
		case '"', '\\':
			w.dst = append(w.dst, '\\', c)
		case '\n', '\r':
			w.dst = append(w.dst, ' ')
			w.altered = true
		default:
			w.dst = append(w.dst, c)
		}
	}
	w.dst = append(w.dst, '"', ']', '\n')
	w.line = len(w.dst)
}

// remark writes a comment or an escaped line.
func (w *writer) remark(it Item, words []string) {
	text := words[it.N]
	if it.Kind == Escape {
		if w.glued || len(w.dst) > w.line {
			w.newLine()
		}
		w.dst = append(w.dst, '%')
		w.oneLine(text)
		w.brk = w.line
		w.newLine()
		return
	}
	w.blank(true)
	if strings.IndexByte(text, '}') >= 0 {
		w.dst = append(w.dst, ';')
		if w.wrap {
			w.comment(text, false)
		} else {
			w.oneLine(text)
		}
		w.newLine()
		return
	}
	w.dst = append(w.dst, '{')
	if w.wrap {
		w.comment(text, true)
	} else {
		w.dst = append(w.dst, text...)
	}
	w.dst = append(w.dst, '}')
}

// oneLine writes a text that no line end can stand in.
func (w *writer) oneLine(text string) {
	line := oneLine.Replace(text)
	w.altered = w.altered || line != text
	w.dst = append(w.dst, line...)
}

// comment writes a comment's text with runs of blanks folded to one. A line of
// it that begins like a tag or an escape would be mistaken for one by eye.
func (w *writer) comment(text string, mayBreak bool) {
	for i := 0; i < len(text); i++ {
		if !isBlank(text[i]) {
			w.dst = append(w.dst, text[i])
			continue
		}
		for i+1 < len(text) && isBlank(text[i+1]) {
			i++
		}
		switch {
		case !mayBreak:
			w.dst = append(w.dst, ' ')
		default:
			w.blank(i+1 == len(text) || text[i+1] != '[' && text[i+1] != '%')
		}
	}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// items writes movetext. The numbers of the moves are made anew: North's letter
// where South's move is due, or the other way round, leaves a number or half of
// it out.
func (w *writer) items(items []Item, words []string) {
	type level struct{ ply, last int }
	var levels []level
	for _, it := range items {
		switch it.Kind {
		case South, North, Number, Pass:
			if it.Kind == South && w.ply&1 == 1 || it.Kind == North && w.ply&1 == 0 {
				w.ply++
				w.force = true
			}
			if w.ply&1 == 0 || w.force {
				w.moveNumber()
			}
			w.blank(true)
			w.dst = AppendPly(w.dst, it)
			w.last, w.force = w.ply, false
			w.ply++
			continue
		case Lost:
			w.moveNumber() // else it would be read as a glyph
			w.blank(true)
			w.dst = append(w.dst, '?')
			w.last, w.force = w.ply, false
			w.ply++
			continue
		case NAG:
			w.blank(true)
			w.dst = append(w.dst, '$')
			w.dst = strconv.AppendInt(w.dst, int64(it.N), 10)
			continue
		case Escape:
			w.remark(it, words)
			continue
		case Comment:
			w.remark(it, words)
		case VarStart:
			w.blank(true)
			w.dst = append(w.dst, '(')
			w.glued = true
			levels = append(levels, level{w.ply, w.last})
			w.ply = w.last
		case VarEnd:
			w.dst = append(w.dst, ')')
			w.glued = false
			l := levels[len(levels)-1]
			levels = levels[:len(levels)-1]
			w.ply, w.last = l.ply, l.last
		case Junk:
			word := words[it.N]
			if word[0] == '+' {
				w.moveNumber() // else it might be read as the capture of the move before
			}
			w.blank(word[0] != '%')
			w.dst = append(w.dst, word...)
		}
		w.force = true
	}
}

// moveNumber writes the number of the next ply: "3." or "3...".
func (w *writer) moveNumber() {
	w.blank(true)
	w.dst = strconv.AppendInt(w.dst, int64(w.ply/2+1), 10)
	w.dst = append(w.dst, '.')
	if w.ply&1 == 1 {
		w.dst = append(w.dst, '.', '.')
	}
}
