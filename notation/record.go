// Package notation reads and writes the text of mancala game records. It knows
// no rules: whether a pit exists on the board, whether a move is legal and what
// it captures is for package replay to say.
//
// The format is described in docs/notation.md, with every deviation that the
// reader tolerates.
package notation

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"
)

// MaxRecord is the length in bytes of the longest record that is read, the
// blanks behind one without result token included. A longer one is malformed,
// and of its text only the beginning is kept.
const MaxRecord = 16 << 20

// MaxItems is how many moves, comments, escaped lines, glyphs and parentheses a
// record can hold: far more than a game has, and few enough for the memory that a
// hostile text makes a reader take.
const MaxItems = 500_000

// MaxPits is how many pits of a row have letters: A to J.
const MaxPits = 10

// A Pos is a place in a text.
type Pos struct {
	File   string // the name the text was opened under, "-" for standard input
	Line   int    // from 1
	Column int    // from 1, in bytes of the decompressed text; UTF-16 counts as the UTF-8 it is decoded to, a byte order mark not at all
}

// String returns the place as compilers print it: FILE:LINE:COLUMN.
func (p Pos) String() string {
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// A Record is one game's text taken apart, before any rule has been asked.
//
// A Record may be read into again and again; its slices are reused and Text
// lies in the Reader's buffer, so what is to outlive the next Read must be
// copied. Strings stay valid.
type Record struct {
	File   string // as given to NewReader
	Number int    // the record's number in its file, from 1; bad records count
	Line   int    // where Text begins: line from 1,
	Column int    // column from 1 (1 unless several records share a line),
	Offset int64  // and byte in the decompressed text, from 0
	Text   []byte // the record as it was read, as UTF-8 except for stray bytes; places in the record are offsets in it

	Cut *Cut // of a record of more than MaxRecord bytes, whose Text is only its beginning; else nil

	Head  []Remark // the comments and escaped lines before and between the tags
	Tags  []Tag    // in the order of the text, repeated ones too
	Items []Item   // the movetext in the order of the text, without its result token
	Words []string // the texts that Items refer to: comments, escaped lines, stray words
	Close Close    // the closing result token

	Style      Style // how the main line names its pits
	NorthFirst bool  // the first move is North's, as its case or a move number like "1..." tells

	// Positions holds the state after each ply, in the one-line form, where the
	// record gives them (json lines do); else it is empty. Replay compares.
	Positions []string
	// Claims are what the record says about itself in json lines beyond what
	// a tag can carry; replay compares.
	Claims Claims

	Notices []Notice     // tolerated deviations, in the order of the text
	Err     *SyntaxError // why the record is malformed, or nil
}

// A Cut tells how long a record is of which only the beginning was kept. It
// covers the text from Record.Offset to the end of the result token, or to
// where the next record begins.
type Cut struct {
	Length int64 // in bytes
	SHA256 [sha256.Size]byte
}

// Claims are facts that a json line states about its own game.
type Claims struct {
	Verdict string // "" where absent
	Plies   int    // -1 where absent
}

// A Tag is a tag pair. Name is spelled as in the text, except that a name known
// to the notation has its usual spelling whatever the case of the text.
type Tag struct {
	Name, Value string
	At          int // offset of the '[' in Record.Text
}

// Kind tells what an Item is.
type Kind uint8

const (
	South    Kind = iota + 1 // a move, named by one of South's letters: Pit 0 is A
	North                    // a move, named by one of North's letters: Pit 0 is a
	Number                   // a move, named by a pit number of the drawing: Pit is that number
	Pass                     // a pass
	Comment                  // N indexes Words; "{...}" or "; ..." alike
	Escape                   // a line escaped by '%' in column 1; N indexes Words, the '%' not in it
	NAG                      // N is the glyph's number; "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6
	VarStart                 // a variation begins; it replaces the move before it
	VarEnd                   // a variation ends
	Junk                     // inside a variation only: a word that is no token; N indexes Words
	Lost                     // in the main line only: a move that is lost in the source, "?"; N is the move number written before it
)

// IsPly reports whether the kind is a move or a pass.
func (k Kind) IsPly() bool { return k >= South && k <= Pass }

// NoCapture stands in Item.Captured where the text says nothing about captures.
const NoCapture = -1

// An Item is one element of the movetext.
type Item struct {
	At, End  int32 // the token is Record.Text[At:End]
	N        int32 // moves: the move number written before it, 0 for none; else as Kind says
	Captured int16 // moves: the seeds the text says were captured, NoCapture if it does not say
	Kind     Kind
	Pit      uint8 // moves: as Kind says
}

// A Remark is a comment or an escaped line that stands before or between the tags.
type Remark struct {
	Tag int // it stands before Tags[Tag]
	Item
}

// Style is the way in which a record names its pits.
type Style uint8

const (
	Unstyled Style = iota // no move yet
	Letters               // A.. and a..
	Numbers               // the numbers of the drawing
)

// String returns "letters" or "numbers", "" for Unstyled.
func (s Style) String() string { return [...]string{"", "letters", "numbers"}[s] }

// styled notes how a ply of the main line names its pit, by its kind. It is not
// ok where the plies before it name theirs in another way.
func (rec *Record) styled(kind Kind) (style Style, ok bool) {
	style = Letters
	switch kind {
	case Pass:
		style = rec.Style
	case Number:
		style = Numbers
	}
	if rec.Style == Unstyled {
		rec.Style = style
	}
	return style, style == rec.Style
}

// A Result is who won, as a record says it.
type Result uint8

const (
	None    Result = iota // nothing is said
	Unknown               // "*"
	SouthWon
	NorthWon
	Draw
)

// String returns the canonical token: "*", "1-0", "0-1", "1/2-1/2", or "" for None.
func (r Result) String() string {
	words := [...]string{"", "*", "1-0", "0-1", "1/2-1/2"}
	if int(r) < len(words) {
		return words[r]
	}
	return fmt.Sprintf("result %d", r)
}

// A Close is the result token that closes a record.
type Close struct {
	Result   Result // None where the record has no result token
	HasScore bool   // the token was a score, such as 51-49
	Score    [2]int // South's seeds and North's
	At, End  int    // the token is Record.Text[At:End]
}

// String returns the token as it is written: the score where it has one, else
// the result's token, "*" for None.
func (c Close) String() string {
	return string(appendClose(make([]byte, 0, 16), c))
}

// A Notice is a tolerated deviation.
type Notice struct {
	Pos Pos
	Msg string
}

// A SyntaxError says why a text is no record. It is returned by Read for that
// record only; the next Read goes on at the next record.
type SyntaxError struct {
	Pos   Pos
	Game  int    // the record's number in its file
	Token string // the offending token, whole, as it stands in the text; at most 64 KiB of it
	Msg   string // what is wrong, in words, without the place
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: game %d: %s", e.Pos, e.Game, e.Msg) }

// Pos returns the place of the byte Text[at] in the record's file. It counts
// from the beginning of the record, so it is for messages, not for every token.
func (rec *Record) Pos(at int) Pos {
	p := place{line: rec.Line, column: rec.Column}
	p.advance(rec.Text[:at])
	return Pos{File: rec.File, Line: p.line, Column: p.column}
}

// Token returns the text of an item as it stands in the record.
func (rec *Record) Token(it Item) string { return string(rec.Text[it.At:it.End]) }

// Tag returns the first tag of that name, whatever the case of its letters, or
// nil.
func (rec *Record) Tag(name string) *Tag {
	for i := range rec.Tags {
		if t := &rec.Tags[i]; t.Name == name || strings.EqualFold(t.Name, name) {
			return t
		}
	}
	return nil
}

// Value returns the value of the first tag of that name, and whether there is
// one.
func (rec *Record) Value(name string) (string, bool) {
	if t := rec.Tag(name); t != nil {
		return t.Value, true
	}
	return "", false
}

// Renumber adds base to the record's number: the number of records in the
// blocks of its file before the one it was read from (see Splitter).
func (rec *Record) Renumber(base int) {
	rec.Number += base
	if rec.Err != nil {
		rec.Err.Game += base
	}
}

// reset empties the record and keeps its slices.
func (rec *Record) reset() {
	*rec = Record{
		Head: rec.Head[:0], Tags: rec.Tags[:0], Items: rec.Items[:0], Words: rec.Words[:0],
		Positions: rec.Positions[:0], Notices: rec.Notices[:0],
		Claims: Claims{Plies: -1},
	}
}

// A place is a line and column that moves along a text.
type place struct {
	line, column int  // from 1
	cr           bool // the last byte was a CR, so that a LF ends no further line
}

// advance moves the place behind b.
func (p *place) advance(b []byte) {
	if len(b) == 0 {
		return
	}
	ends := bytes.Count(b, []byte{'\n'})
	last := bytes.LastIndexByte(b, '\n')
	if bytes.IndexByte(b, '\r') >= 0 {
		ends += bytes.Count(b, []byte{'\r'}) - bytes.Count(b, []byte("\r\n"))
		last = max(last, bytes.LastIndexByte(b, '\r'))
	}
	if p.cr && b[0] == '\n' {
		ends--
	}
	p.cr = b[len(b)-1] == '\r'
	p.line += ends
	if last >= 0 {
		p.column = len(b) - last
	} else {
		p.column += len(b)
	}
}
