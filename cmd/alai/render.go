package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/pkg/twwarp"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// formats are the forms of an answer, as --format names them.
var formats = []string{"table", "tsv", "csv", "json", "markdown"}

// A column of an answer. Its key is what --columns, JSON and headers call it.
type column struct {
	key      string
	right    bool // numbers: aligned to the right
	hidden   bool // in texts shown only where --columns names it; always in JSON
	jsonOnly bool // what no table cell can hold: objects and lists
}

func text(key string) column     { return column{key: key} }
func number(key string) column   { return column{key: key, right: true} }
func hidden(c column) column     { c.hidden = true; return c }
func jsonOnly(key string) column { return column{key: key, jsonOnly: true} }

// absent is the cell of a key that does not apply to its row: it is left out of
// the JSON object and empty in a table. A nil cell is a number without a value:
// null, and empty in a table.
type absent struct{}

// A table is an answer, written row by row in the form that was asked for. Only
// the aligned form has to hold all rows to the end; the others are streams.
type table struct {
	columns []column // those that are written, in their order
	cells   []int    // where each stands in the rows given
	header  bool     // is still to be written
	json    bool
	form    form
}

// A form writes rows of texts; of JSON, rows of encoded members.
type form interface {
	head(columns []column) error
	row(cells []string) error
	end() error
}

// newTable returns a table that writes to s.out in the form of opt, with the
// columns that opt names, or else all that are not hidden.
func newTable(s *streams, opt *outputOptions, columns ...column) (*table, error) {
	t := &table{header: !opt.noHeader, json: opt.format == "json"}
	if err := t.choose(opt.columns, columns); err != nil {
		return nil, err
	}
	switch opt.format {
	case "table":
		t.form = &alignedForm{out: s.out, bold: s.color, columns: t.columns}
	case "tsv":
		t.form = &tsvForm{out: s.out}
	case "csv":
		t.form = csvForm{csv.NewWriter(s.out)}
	case "json":
		t.form = &jsonForm{out: s.out}
	case "markdown":
		t.form = markdownForm{s.out}
	}
	return t, nil
}

func (t *table) choose(names string, columns []column) error {
	if names == "" {
		for i, c := range columns {
			if t.json || !c.hidden && !c.jsonOnly {
				t.columns, t.cells = append(t.columns, c), append(t.cells, i)
			}
		}
		return nil
	}
	for name := range strings.SplitSeq(names, ",") {
		name = strings.TrimSpace(name)
		i := slices.IndexFunc(columns, func(c column) bool { return c.key == name && (t.json || !c.jsonOnly) })
		if i < 0 {
			var keys []string
			for _, c := range columns {
				if t.json || !c.jsonOnly {
					keys = append(keys, c.key)
				}
			}
			return usagef("there is no column %q; the columns are %s", name, strings.Join(keys, ", "))
		}
		t.columns, t.cells = append(t.columns, columns[i]), append(t.cells, i)
	}
	return nil
}

// row writes a row: a cell for each column that newTable was given. A cell is a
// string, a list of strings, a playerCell, a whole number, a decimal, a *decimal, nil,
// absent{}, or in a jsonOnly column anything that encodes as JSON.
func (t *table) row(cells ...any) error {
	if err := t.head(); err != nil {
		return err
	}
	texts := make([]string, 0, len(t.cells))
	for i, at := range t.cells {
		cell := cells[at]
		if !t.json {
			texts = append(texts, cellText(cell))
			continue
		}
		if _, none := cell.(absent); none {
			continue
		}
		value, err := encodeJSON(cell)
		if err != nil {
			return err
		}
		texts = append(texts, strconv.Quote(t.columns[i].key)+":"+value)
	}
	return t.form.row(texts)
}

// head writes the header before the first row, so that a command which fails before
// it has any answers nothing.
func (t *table) head() error {
	if !t.header {
		return nil
	}
	t.header = false
	return t.form.head(t.columns)
}

// end writes what is left to be written.
func (t *table) end() error {
	if err := t.head(); err != nil {
		return err
	}
	return t.form.end()
}

// cellText returns a cell as text. Text that may come from a record is made harmless.
func cellText(cell any) string { return clean(plainText(cell)) }

// plainText returns a cell as text, which may come from a record.
func plainText(cell any) string {
	switch v := cell.(type) {
	case nil, absent:
		return ""
	case string:
		return v
	case playerCell:
		return v.name
	case *decimal:
		if v == nil {
			return ""
		}
		return v.String()
	case []string:
		return strings.Join(v, "; ")
	}
	return fmt.Sprint(cell)
}

// A decimal is a number that is shown with one decimal, in JSON too. A nil
// *decimal is one without a value.
type decimal float64

func (d decimal) String() string { return strconv.FormatFloat(float64(d), 'f', 1, 64) }

// MarshalJSON writes a number.
func (d decimal) MarshalJSON() ([]byte, error) { return []byte(d.String()), nil }

// ratio returns part / whole, nil where the whole is none.
func ratio(part, whole float64) *decimal {
	if whole == 0 {
		return nil
	}
	d := decimal(part / whole)
	if d > -0.05 && d < 0.05 {
		d = 0 // and not -0.0
	}
	return &d
}

// percent returns part in percent of whole, nil where the whole is none.
func percent(part, whole float64) *decimal { return ratio(100*part, whole) }

// columnGap is how many cells are between two columns of an aligned table.
const columnGap = 2

// alignedForm writes columns aligned for the eye.
type alignedForm struct {
	out     io.Writer
	bold    bool
	columns []column
	titled  bool
	rows    [][]string
}

func (f *alignedForm) head([]column) error {
	f.titled = true
	return nil
}

func (f *alignedForm) row(cells []string) error {
	f.rows = append(f.rows, cells)
	return nil
}

func (f *alignedForm) end() error {
	if len(f.rows) == 0 && !f.titled {
		return nil
	}
	var b bytes.Buffer
	gap := tw.CellPadding{Global: tw.Padding{Right: strings.Repeat(" ", columnGap), Overwrite: true}}
	plain := tw.CellFormatting{AutoWrap: tw.WrapNone, AutoFormat: tw.Off}
	align := tw.CellAlignment{Global: tw.AlignLeft}
	for _, c := range f.columns {
		side := tw.AlignLeft
		if c.right {
			side = tw.AlignRight
		}
		align.PerColumn = append(align.PerColumn, side)
	}
	cells := tw.CellConfig{Formatting: plain, Padding: gap, Alignment: align}
	w := tablewriter.NewTable(&b,
		tablewriter.WithRenderer(renderer.NewBlueprint(tw.Rendition{
			Borders:  tw.BorderNone,
			Settings: tw.Settings{Lines: tw.LinesNone, Separators: tw.SeparatorsNone},
		})),
		tablewriter.WithConfig(tablewriter.Config{Header: cells, Row: cells, Behavior: tw.Behavior{TrimSpace: tw.Off}}),
		tablewriter.WithTrimSpace(tw.Off),
	)
	if f.titled {
		w.Header(titles(f.columns))
	}
	var hidden standIns
	for _, row := range f.rows {
		if err := w.Append(hidden.put(row)); err != nil {
			return err
		}
	}
	if err := w.Render(); err != nil {
		return err
	}
	return f.write(hidden.restore(b.String()))
}

// standIn is a character of one cell that stands for a text which tablewriter
// measures wrongly.
const standIn = "\U0010fffd"

// standIns are the texts that stand-ins stand for, in the order of the rows.
//
// tablewriter adds up the widths of single characters, and so takes an emoji made
// of several for wider than it is shown.
type standIns []string

// put returns the row with such texts replaced by as many stand-ins as they are
// wide.
func (h *standIns) put(row []string) []string {
	for i, cell := range row {
		if width := displayWidth(cell); width != twwidth.Width(cell) && width > 0 || strings.Contains(cell, standIn) {
			*h = append(*h, cell)
			row[i] = strings.Repeat(standIn, width)
		}
	}
	return row
}

// restore puts the texts back in the place of their stand-ins.
func (h standIns) restore(lines string) string {
	var b strings.Builder
	for _, text := range h {
		before, rest, _ := strings.Cut(lines, standIn)
		b.WriteString(before)
		b.WriteString(text)
		lines = strings.TrimLeft(rest, standIn)
	}
	b.WriteString(lines)
	return b.String()
}

// write drops the blanks at line ends that a borderless table leaves.
func (f *alignedForm) write(lines string) error {
	bold := f.bold && f.titled
	for line := range strings.Lines(lines) {
		line = strings.TrimRight(line, " \n")
		if bold {
			line, bold = "\x1b[1m"+line+"\x1b[0m", false
		}
		if _, err := io.WriteString(f.out, line+"\n"); err != nil {
			return err
		}
	}
	return nil
}

// titles are the headings of columns for people: keys with blanks.
func titles(columns []column) []string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = strings.ReplaceAll(c.key, "_", " ")
	}
	return list
}

func keys(columns []column) []string {
	list := make([]string, len(columns))
	for i, c := range columns {
		list[i] = c.key
	}
	return list
}

// tsvForm separates cells by tabs; tabs within were made harmless by clean.
type tsvForm struct{ out io.Writer }

func (f *tsvForm) head(columns []column) error { return f.row(keys(columns)) }

func (f *tsvForm) row(cells []string) error {
	_, err := io.WriteString(f.out, strings.Join(cells, "\t")+"\n")
	return err
}

func (f *tsvForm) end() error { return nil }

type csvForm struct{ w *csv.Writer }

func (f csvForm) head(columns []column) error { return f.row(keys(columns)) }

func (f csvForm) row(cells []string) error {
	guarded := make([]string, len(cells))
	for i, cell := range cells {
		guarded[i] = guardCell(cell)
	}
	return f.w.Write(guarded)
}

func (f csvForm) end() error {
	f.w.Flush()
	return f.w.Error()
}

// jsonForm writes one array, an object a line.
type jsonForm struct {
	out  io.Writer
	rows int
}

func (f *jsonForm) head([]column) error { return nil }

func (f *jsonForm) row(members []string) error {
	return f.object("{" + strings.Join(members, ",") + "}")
}

func (f *jsonForm) object(encoded string) error {
	lead := ",\n"
	if f.rows == 0 {
		lead = "[\n"
	}
	f.rows++
	_, err := io.WriteString(f.out, lead+encoded)
	return err
}

func (f *jsonForm) end() error {
	tail := "\n]\n"
	if f.rows == 0 {
		tail = "[]\n"
	}
	_, err := io.WriteString(f.out, tail)
	return err
}

type markdownForm struct{ out io.Writer }

func (f markdownForm) head(columns []column) error {
	if err := f.row(titles(columns)); err != nil {
		return err
	}
	rule := "|"
	for _, c := range columns {
		if c.right {
			rule += " --: |"
		} else {
			rule += " --- |"
		}
	}
	_, err := io.WriteString(f.out, rule+"\n")
	return err
}

// markdownSpecial are the characters that mean something to Markdown inside a
// table cell, and the beginnings of addresses, which GitHub's makes links of.
var markdownSpecial = strings.NewReplacer(
	"://", `:\//`, "www.", `www\.`, "WWW.", `WWW\.`,
	`\`, `\\`, `|`, `\|`, `*`, `\*`, `_`, `\_`, "`", "\\`", `<`, `\<`, `>`, `\>`, `[`, `\[`, `]`, `\]`, `~`, `\~`, `&`, `\&`, `$`, `\$`)

func (f markdownForm) row(cells []string) error {
	line := "|"
	for _, cell := range cells {
		line += " " + markdownSpecial.Replace(cell) + " |"
	}
	_, err := io.WriteString(f.out, line+"\n")
	return err
}

func (f markdownForm) end() error { return nil }

// writeJSON writes an answer that is no table: an array of objects.
func writeJSON[T any](w io.Writer, objects ...T) error {
	f := jsonForm{out: w}
	for _, object := range objects {
		encoded, err := encodeJSON(object)
		if err != nil {
			return err
		}
		if err := f.object(encoded); err != nil {
			return err
		}
	}
	return f.end()
}

// encodeJSON encodes a cell. Characters that a terminal would obey are written as
// \u escapes, which leaves the value the same.
func encodeJSON(v any) (string, error) {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "", err
	}
	encoded := strings.TrimSuffix(b.String(), "\n")
	if !strings.ContainsFunc(encoded, obeyed) {
		return encoded, nil
	}
	b.Reset()
	for _, r := range encoded {
		if !obeyed(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.AppendRune(nil, r) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String(), nil
}

// obeyed reports whether a terminal does something else with r than show it:
// control characters, those that turn the direction of writing or end a line, and
// those that are not seen at all, in which a text may hide another. The joiners
// stay, of which scripts and emoji are made.
func obeyed(r rune) bool {
	switch {
	case ' ' <= r && r <= '~', r == zeroWidthNonJoiner, r == zeroWidthJoiner:
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) &&
		!unicode.Is(unicode.Prepended_Concatenation_Mark, r) // which are seen
}

const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// clean makes text from a record harmless: what a terminal would obey, and bytes
// that are no UTF-8, are shown escaped.
func clean(s string) string {
	if !strings.ContainsFunc(s, obeyed) && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case obeyed(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// cleanLines is clean for a text of several lines, whose line ends stay.
func cleanLines(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool { return obeyed(r) && r != '\n' }) && utf8.ValidString(s) {
		return s
	}
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strings.Join(lines, "\n")
}

// asciiLines shows what is no ASCII escaped, in a text that clean has returned.
func asciiLines(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r < utf8.RuneSelf {
			b.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRuneToASCII(r)
		b.WriteString(quoted[1 : len(quoted)-1])
	}
	return b.String()
}

// displayWidth returns the number of cells that a terminal gives to s.
func displayWidth(s string) int { return displaywidth.String(s) }

// wrapped returns a paragraph as lines of width cells, but for longer words. The first
// begins with the paragraph's first hang bytes as they are, which are blanks or ASCII;
// the others are indented as far, or only a little where that is half of the width.
func wrapped(text string, hang, width int) []string {
	if hang > width/2 {
		hang = len(text) - len(strings.TrimLeft(text, " ")) + 2
	}
	hang = min(hang, len(text))
	lines, _ := twwarp.WrapString(text[hang:], max(width-hang, 1))
	lead := text[:hang]
	for i := range lines {
		lines[i] = strings.TrimRight(lead+lines[i], " ")
		lead = strings.Repeat(" ", hang)
	}
	return lines
}
