// Package notation reads and writes the text of mancala game records. It knows
// no rules: whether a pit exists on the board, whether a move is legal and what
// it captures is for package replay to say.
//
// The format is described in docs/notation.md, with every deviation that the
// reader tolerates.
package notation

import "fmt"

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
// A Record may be read into again and again; its slices are reused, so what is
// to outlive the next Read must be copied. Strings stay valid.
type Record struct {
	File   string // as given to NewReader
	Number int    // the record's number in its file, from 1; bad records count
	Line   int    // where Text begins: line from 1,
	Column int    // column from 1 (1 unless several records share a line),
	Offset int64  // and byte in the decompressed text, from 0
	Text   []byte // the record as it was read, as UTF-8 except for stray bytes; places in the record are offsets in it

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
	South     Kind = iota + 1 // a move, named by one of South's letters: Pit 0 is A
	North                     // a move, named by one of North's letters: Pit 0 is a
	Number                    // a move, named by a pit number of the drawing: Pit is that number
	Pass                      // a pass
	Comment                   // N indexes Words; "{...}" or "; ..." alike
	Escape                    // a line escaped by '%' in column 1; N indexes Words, the '%' not in it
	NAG                       // N is the glyph's number; "!" is 1, "?" 2, "!!" 3, "??" 4, "!?" 5, "?!" 6
	VarStart                  // a variation begins; it replaces the move before it
	VarEnd                    // a variation ends
	Junk                      // inside a variation only: a word that is no token; N indexes Words
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
	return [...]string{"", "*", "1-0", "0-1", "1/2-1/2"}[r]
}

// A Close is the result token that closes a record.
type Close struct {
	Result   Result // None where the record has no result token
	HasScore bool   // the token was a score, such as 51-49
	Score    [2]int // South's seeds and North's
	At, End  int    // the token is Record.Text[At:End]
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
	Token string // the offending token, whole, as it stands in the text; at most 80 bytes of it
	Msg   string // what is wrong, in words, without the place
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("%s: game %d: %s", e.Pos, e.Game, e.Msg) }
