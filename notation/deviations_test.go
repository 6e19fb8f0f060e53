package notation

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
)

// transcript reads a text and tells of each record what was kept of it, spelled
// by Append, then its notices and its error, each with its place.
func transcript(t *testing.T, text string) string {
	t.Helper()
	var b strings.Builder
	r := NewReader(Decode(strings.NewReader(text)), "f")
	for {
		var rec Record
		err := r.Read(&rec)
		if err == io.EOF {
			break
		}
		var syntax *SyntaxError
		if err != nil && !errors.As(err, &syntax) {
			t.Fatal(err)
		}
		kept := strings.ReplaceAll(strings.TrimSuffix(string(Append(nil, &rec)), "\n"), "\n", "|")
		b.WriteString(kept + "\n")
		for _, n := range rec.Notices {
			fmt.Fprintf(&b, "notice %d:%d %s\n", n.Pos.Line, n.Pos.Column, n.Msg)
		}
		if syntax != nil {
			fmt.Fprintf(&b, "error %d:%d %s: %q\n", syntax.Pos.Line, syntax.Pos.Column, syntax.Msg, syntax.Token)
		}
	}
	for _, n := range r.Trailer() {
		fmt.Fprintf(&b, "trailer %d:%d %s\n", n.Pos.Line, n.Pos.Column, n.Msg)
	}
	return b.String()
}

// The rows of the tables in docs/notation.md: what is met, what is kept, and
// the exact words and place of the notice or error.
func TestDeviations(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		// Tags.
		{"names in any case", "[EVENT \"x\"][matchTARGET \"3\"][oPening \"y\"] *", "[Event \"x\"]|[MatchTarget \"3\"]|[oPening \"y\"]||*\n"},
		{"several on a line", "[Event \"a\"] [Site \"b\"]\t[Round\"1\"] [ Date  \"c\" ] 1. A *", "[Event \"a\"]|[Site \"b\"]|[Round \"1\"]|[Date \"c\"]||1. A *\n"},
		{"empty value", "[Event \"\"]\n\n*", "[Event \"\"]||*\n"},
		{"escapes", `[Event "a\"b\\c\d\\"] *`, `[Event "a\"b\\c\\d\\"]||*` + "\n"},
		{"NUL in a value", "[Event \"a\x00b\"] *", "[Event \"a\x00b\"]||*\n"},
		{"typographic quotes", "[Event “a”]\n[Site „b\"]\n*", "[Event \"a\"]|[Site \"b\"]||*\nnotice 1:1 typographic quotes round the tag's value\nnotice 2:1 typographic quotes round the tag's value\n"},
		{"typographic quotes in a value", "[Event \"“a”\"] *", "[Event \"“a”\"]||*\n"},
		{"a value in Windows-1252", "[Event \"caf\xe9 \x80\"]\n[Site \"é\"] *", "[Event \"café €\"]|[Site \"é\"]||*\nnotice 1:1 not UTF-8, read as Windows-1252\n"},
		{"a value in two encodings", "[Event \"\xe9é\"] *", "[Event \"éÃ©\"]||*\nnotice 1:1 not UTF-8, read as Windows-1252\n"},
		{"a repeated tag", "[Event \"a\"]\n[eVENT \"b\"]\n*", "[Event \"a\"]|[Event \"b\"]||*\nnotice 2:1 the tag eVENT is repeated\n"},
		{"a repeated tag behind a blank line", "[Event \"a\"]\n\n[Event \"b\"]\n\nA *", "[Event \"a\"]||*\nnotice 1:12 no result token ends the record\n[Event \"b\"]||1. A *\n"},
		{"a blank line between tags", "[Event \"a\"]\n\n[Site \"b\"]\n*", "[Event \"a\"]|[Site \"b\"]||*\n"},
		{"remarks before and between tags", "{c}\n%e\n[Event \"a\"]\n; d\n[Site \"b\"]\n{f}\nA *", "{c}|%e|[Event \"a\"]|{ d}|[Site \"b\"]||{f} 1. A *\n"},
		{"an unterminated value", "[Event \"a]\n[Site \"b\"]\n\n1. A *", "[Site \"b\"]||*\nerror 1:1 the value of the tag Event is not closed by a quote: \"[Event \\\"a]\"\n"},
		{"no value", "[Event]\n[Site \"b\"]\n*", "[Site \"b\"]||*\nerror 1:1 not a tag: a tag is [Name \"value\"]: \"[Event]\"\n"},
		{"no bracket", "[Event \"a\"\n[Site \"b\"]\n*", "[Site \"b\"]||*\nerror 1:1 the tag Event is not closed by ]: \"[Event \\\"a\\\"\"\n"},
		{"a tag section behind a malformed one", "[Event \"a]\n\n[Site \"b\"]\n\n1. A *", "*\nerror 1:1 the value of the tag Event is not closed by a quote: \"[Event \\\"a]\"\n[Site \"b\"]||1. A *\n"},

		// Moves.
		{"no blank behind a number", "1.A b 2.C*", "1. A b *\nerror 1:9 \"C*\" is no move, comment or result: \"C*\"\n"},
		{"a blank before the dots", "1 . A b 2 ... c 3. D *", "1. A b 2... c 3. D *\n"},
		{"no numbers, lone dots, wrong numbers", "A .. b ... 7. C *", "1. A b 2. C *\n"},
		{"North moves first", "1... a 2. B *", "1... a 2. B *\n"},
		{"North moves first, by numbers", "1... 2 8 *", "1... 2 2. 8 *\n"},
		{"North moves first, dots apart", "1. ... 2 *", "1... 2 *\n"},
		{"pits by number", "7 2 9x5 -- 0 + 1 *", "1. 7 2 2. 9+5 -- 3. 0+1 *\n"},
		{"captures", "A+1 b + 2 Cx3 dX4 E+0 a +10 B+ 9999 *", "1. A+1 b+2 2. C+3 d+4 3. E+0 a+10 4. B+9999 *\n"},
		{"suffixes", "A! b? C!! d?? E!? a?! B$7 c !? *", "1. A $1 b $2 2. C $3 d $4 3. E $5 a $6 4. B $7 c $5 *\n"},
		{"suffixes and captures", "A!+5 b+5! C+5$12 d! + 5 *", "1. A+5 $1 b+5 $1 2. C+5 $12 d+5 $1 *\n"},
		{"passes", "-- - – pass PASS Z0 z0 <> --! *", "1. -- -- 2. -- -- 3. -- -- 4. -- -- 5. -- $1 *\n"},
		{"the longest board", "J j *", "1. J j *\n"},
		{"a letter of no pit", "A b\nK c *", "1. A b *\nerror 2:1 \"K\" is no move, comment or result: \"K\"\n"},
		{"a pit of no board", "0 256 *", "1. 0 *\nerror 1:3 \"256\" is no move, comment or result: \"256\"\n"},
		{"a number too long for a pit", "7 1234 *", "1. 7 *\nerror 1:3 \"1234\" is no move, comment or result: \"1234\"\n"},
		{"a capture above 9999", "A b+10000 *", "1. A *\nerror 1:3 \"b+10000\" is no move, comment or result: \"b+10000\"\n"},
		{"no such suffix", "A!!! *", "*\nerror 1:1 \"A!!!\" is no move, comment or result: \"A!!!\"\n"},
		{"a suffix without number", "A $ *", "1. A *\nerror 1:3 \"$\" is no move, comment or result: \"$\"\n"},
		{"the other style", "A b 7 *", "1. A b *\nerror 1:5 \"7\" names a pit by numbers, the moves before it by letters: \"7\"\n"},
		{"the other style, letters", "-- 7 b+2 *", "1. -- 7 *\nerror 1:6 \"b+2\" names a pit by letters, the moves before it by numbers: \"b+2\"\n"},
		{"an unknown word", "A foo b *", "1. A *\nerror 1:3 \"foo\" is no move, comment or result: \"foo\"\n"},
		{"a long word", "A " + strings.Repeat("x", 100) + " *", "1. A *\nerror 1:3 \"" + strings.Repeat("x", 40) + "\"... is no move, comment or result: \"" + strings.Repeat("x", 100) + "\"\n"},
		{"a stray brace", "A } b *", "1. A *\nerror 1:3 \"}\" is no move, comment or result: \"}\"\n"},
		{"a stray bracket", "A [%clk 3] b *", "1. A *\nerror 1:3 \"[\" is no move, comment or result: \"[\"\n"},
		{"a percent sign inside a line", "A %x\nb *", "1. A *\nerror 1:3 \"%x\" is no move, comment or result: \"%x\"\n"},

		// Results.
		{"results", "A 1-0 A 0-1 A 1/2-1/2 A *", "1. A 1-0\n1. A 0-1\n1. A 1/2-1/2\n1. A *\n"},
		{"other spellings", "A 0.5-0.5\nA ½-½\nA draw A DRAW A 1–0 A ½–½ A 0.5–0.5", strings.Repeat("1. A 1/2-1/2\n", 4) + "1. A 1-0\n" + strings.Repeat("1. A 1/2-1/2\n", 2)},
		{"scores", "A 51-49 A 49–51 A 50-50 A 0-0", "1. A 51-49\n1. A 49-51\n1. A 50-50\n1. A 0-0\n"},
		{"no result token", "[Event \"a\"]\n\n1. A b\n\n[Event \"b\"]\n\n1. A", "[Event \"a\"]||1. A b *\nnotice 3:7 no result token ends the record\n[Event \"b\"]||1. A *\nnotice 7:5 no result token ends the record\n"},
		{"the next tags on the line", "A b [Event \"b\"] *", "1. A b *\nnotice 1:4 no result token ends the record\n[Event \"b\"]||*\n"},
		{"no blank line between records", "[Event \"a\"]\nA *\n[Event \"b\"]\nA *", "[Event \"a\"]||1. A *\n[Event \"b\"]||1. A *\n"},
		{"a comment behind the result", "A * {x} B *", "1. A *\n{x} 1. B *\n"},
		{"a comment behind the last record", "A * {x\ny} ; z", "1. A *\ntrailer 1:5 what follows the last record is not kept: \"{x\\ny}\"\ntrailer 2:4 what follows the last record is not kept: \"; z\"\n"},

		// Remarks.
		{"comments", "A {b\n  {c} ; d } e\nb *", "1. A {b {c} ; d } e|1... b *\n"},
		{"a comment to the end of the line", "A ; b\r\nc *", "1. A { b} 1... c *\n"},
		{"a comment that holds }", "A ; b } c\nd *", "1. A ; b } c|1... d *\n"},
		{"empty comments", "{} A { \n } ;\nb *", "{} 1. A { } {} 1... b *\n"},
		{"an escaped line", "%e 1\nA\n% [Event \"x\"] *\nb *", "%e 1|1. A|% [Event \"x\"] *|b *\n"},
		{"a tag inside a comment", "A {\n[Event \"x\"]} b *", "1. A { [Event \"x\"]} 1... b *\n"},
		{"an open comment", "A {b\n\n[Event \"x\"] B *", "1. A *\nerror 1:3 the comment is not closed by }: \"{b\"\n[Event \"x\"]||1. B *\n"},
		{"an open comment, closed in the next record", "A {b\n \t\r\n[Event \"x\"] {c} B *", "1. A *\nerror 1:3 the comment is not closed by }: \"{b\"\n[Event \"x\"]||{c} 1. B *\n"},
		{"an open comment at the end", "A * {b", "1. A *\n*\nerror 1:5 the comment is not closed by }: \"{b\"\n"},
		{"a comment in Windows-1252", "A {\x93b\x94 \xa0} *", "1. A {“b” \u00a0} *\nnotice 1:3 not UTF-8, read as Windows-1252\n"},

		// Variations.
		{"variations", "1. A (1. B b (1... c)) 1... d *", "1. A (1. B b (1... c)) 1... d *\n"},
		{"an empty variation", "A () b *", "1. A () 1... b *\n"},
		{"faults in a variation", "A (7 foo b+10000 ] } [x) b *", "1. A (1. 7 foo b+10000 ] } [ x) 1... b *\n"},
		{"a result in a variation", "A (B 1-0) b *", "1. A (1. B) 1... b *\nnotice 1:6 a result inside a variation is dropped\n"},
		{"an open variation", "A (B (b\n[Event \"x\"] *", "1. A (1. B (1... b)) *\nnotice 1:3 the variation is not closed\nnotice 1:8 no result token ends the record\n[Event \"x\"]||*\n"},
		{"a variation that was not opened", "A ) b *", "1. A *\nerror 1:3 a ) without its (: \")\"\n"},
		{"stray bytes in a variation", "A (B\xff) *", "1. A (B\ufffd) *\n"},

		// Bytes.
		{"a byte order mark", "\ufeffA *", "1. A *\n"},
		{"UTF-16", "\xff\xfe[\x00A\x00 \x00\"\x00\xe9\x00\"\x00]\x00K\x00", "[A \"é\"]||*\nerror 1:9 \"K\" is no move, comment or result: \"K\"\n"},
		{"UTF-16, the other way", "\xfe\xff\x00A\x00 \x00*", "1. A *\n"},
		{"CRLF", "A\r\n\r\nb\r\nK *", "1. A b *\nerror 4:1 \"K\" is no move, comment or result: \"K\"\n"},
		{"CR", "A\r\rb\rK *", "1. A b *\nerror 4:1 \"K\" is no move, comment or result: \"K\"\n"},
		{"blanks", "A\t\v\f b\n\n\nC *", "1. A b 2. C *\n"},
		{"NUL", "A\x00b\x00*", "1. A b *\nnotice 1:2 NUL read as a blank\n"},
		{"a byte order mark inside", "A *\n\ufeffB \ufeffb *", "1. A *\n1. B b *\nnotice 2:1 byte order mark inside the text read as a blank\n"},
		{"a no-break space", "A \u00a0b *", "1. A b *\nnotice 1:3 no-break space read as a blank\n"},
		{"columns are bytes", "é *\n", "*\nerror 1:1 \"é\" is no move, comment or result: \"é\"\n"},
	} {
		if got := transcript(t, test.text); got != test.want {
			t.Errorf("%s: %q\n got %q\nwant %q", test.name, test.text, got, test.want)
		}
	}
}
