package main

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"alai/cmd/alai/tui"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A report is a problem, with what --explain tells about it, or a notice.
type report struct {
	problem     *replay.Problem // nil: a notice
	explanation string
	notice      notation.Notice
}

func (r *report) pos() notation.Pos {
	if r.problem != nil {
		return r.problem.Pos
	}
	return r.notice.Pos
}

// comparePlaces orders the reports of one record as its text does.
func comparePlaces(a, b report) int {
	p, q := a.pos(), b.pos()
	return cmp.Or(cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}

// String returns the report as it is printed: a line as compilers print theirs,
// so that editors can jump to it, and below it what --explain tells.
func (r *report) String() string {
	if r.problem == nil {
		return clean(r.notice.Pos.String() + ": notice: " + r.notice.Msg)
	}
	line := clean(r.problem.Pos.String() + ": " + r.problem.String())
	if r.explanation != "" {
		line += "\n" + r.explanation
	}
	return line
}

// appendReports appends the problems and notices of a replayed record, in the
// order of its text. They share nothing with rec and line.
func appendReports(dst []report, rec *notation.Record, line *replay.Line, explained bool, opt *outputOptions) []report {
	first := len(dst)
	for _, n := range line.Notices {
		dst = append(dst, report{notice: n})
	}
	isFirst := true
	for _, p := range line.Problems {
		r := report{problem: &p}
		if explained {
			r.explanation = explain(rec, line, &p, isFirst && !p.Variation, opt)
			isFirst = isFirst && p.Variation
		}
		dst = append(dst, r)
	}
	if len(line.Problems) > 0 || line.Fixed {
		slices.SortStableFunc(dst[first:], comparePlaces)
	}
	return dst
}

// problemJSON is a problem as JSON shows it (docs/cli.md).
type problemJSON struct {
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	Game      int      `json:"game"`
	Ply       *int     `json:"ply"`
	Side      *string  `json:"side"`
	Kind      string   `json:"kind"`
	Text      string   `json:"text"`
	Message   string   `json:"message"`
	Position  string   `json:"position,omitempty"`
	Legal     []string `json:"legal"`
	Variation bool     `json:"variation"`
}

func newProblemJSON(p *replay.Problem) problemJSON {
	j := problemJSON{
		File: p.Pos.File, Line: p.Pos.Line, Column: p.Pos.Column, Game: p.Game, Kind: p.Kind.String(), Text: p.Text,
		Message: p.Msg, Position: p.Position, Legal: p.Legal, Variation: p.Variation,
	}
	if p.Ply > 0 {
		side := p.Side.String()
		j.Ply, j.Side = &p.Ply, &side
	}
	if j.Legal == nil {
		j.Legal = []string{}
	}
	return j
}

// noticeJSON is a notice as JSON shows it.
type noticeJSON struct {
	File    string `json:"file"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

func newNoticeJSON(n *notation.Notice) noticeJSON {
	return noticeJSON{File: n.Pos.File, Line: n.Pos.Line, Column: n.Pos.Column, Message: n.Msg}
}

// explain tells more about a problem of a record: the line with a caret, the
// board, the legal moves and, if it is the record's first problem, the readings
// of the rules under which the record would be sound.
func explain(rec *notation.Record, line *replay.Line, p *replay.Problem, first bool, opt *outputOptions) string {
	var b strings.Builder
	if source, caret, ok := sourceLine(rec, p.Pos); ok {
		fmt.Fprintf(&b, "    %s\n    %s^\n", source, strings.Repeat(" ", caret))
	}
	if p.Position != "" {
		if s, err := replay.ParsePosition(&line.Rules, p.Position); err == nil {
			b.WriteString(drawBoard(&line.Rules, &s, tui.Marks{}, tui.Look{Numbers: opt.numbers()}))
		}
		fmt.Fprintf(&b, "    position: %s\n", p.Position)
	}
	if len(p.Legal) > 0 {
		fmt.Fprintf(&b, "    legal: %s\n", strings.Join(p.Legal, " "))
	}
	if first && p.Kind != replay.Malformed {
		b.WriteString(otherReadings(rec, line.Rules))
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// otherReadings names the nearest reading of the rules that would replay the record.
func otherReadings(rec *notation.Record, r rules.Ruleset) string {
	others := replay.OtherReadings(r, rec)
	switch len(others) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("    %s replays it to the end\n", readingName(others[0]))
	}
	return fmt.Sprintf("    %s replays it to the end, and so would %s\n", readingName(others[0]), count(len(others)-1, "other reading"))
}

func readingName(r rules.Ruleset) string {
	if text := replay.RulesText(r); text != "" {
		return text
	}
	return "the usual rules"
}

// sourceWidth is how much of a long line explain shows on either side of a
// place, in bytes.
const sourceWidth = 60

// sourceLine returns the line of the record's text that pos is in, or what is
// near pos of a long one, and how many cells of a terminal stand before pos. It
// reports false where that line was not kept.
func sourceLine(rec *notation.Record, pos notation.Pos) (line string, caret int, ok bool) {
	text, column := rec.Text, pos.Column-1
	if pos.Line == rec.Line {
		column -= rec.Column - 1
	}
	for range pos.Line - rec.Line {
		end := lineEnd(text)
		if end == len(text) {
			return "", 0, false
		}
		if bytes.HasPrefix(text[end:], []byte("\r\n")) {
			end++
		}
		text = text[end+1:]
	}
	text = text[:lineEnd(text)]
	if column < 0 || column > len(text) {
		return "", 0, false
	}
	before := string(text[max(0, column-sourceWidth):column])
	if column > sourceWidth {
		before = "..." + trimRunes(before)
	}
	after := string(text[column:min(len(text), column+sourceWidth)])
	if len(text)-column > sourceWidth {
		after += "..."
	}
	before = clean(before)
	return before + clean(after), displayWidth(before), true
}

// lineEnd returns where the first line of text ends. It looks for each of its ends
// by itself, which is many times as fast as for either: a record may be one long
// line with a thousand faults.
func lineEnd(text []byte) int {
	if end := bytes.IndexByte(text, '\n'); end >= 0 {
		text = text[:end]
	}
	if end := bytes.IndexByte(text, '\r'); end >= 0 {
		return end
	}
	return len(text)
}

// trimRunes drops the bytes of a character that was cut in two.
func trimRunes(s string) string {
	for len(s) > 0 && !utf8.RuneStart(s[0]) {
		s = s[1:]
	}
	return s
}
