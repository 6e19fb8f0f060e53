package notation

import (
	"bytes"
	"math/bits"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// A class sorts the bytes that can begin a token. Those from space on end a
// word.
type class uint8

const (
	other   class = iota
	letter        // A-J, a-j
	digit         // 0-9
	dot           // .
	dash          // -
	star          // *
	mark          // ! ? $
	percent       // %
	space         // blanks and line ends
	nul           // NUL, read as a blank
	open          // (
	shut          // )
	brace         // {
	semi          // ;
	bracket       // [
	stray         // } ]: a token of one byte that stands nowhere
)

var classes = func() (t [256]class) {
	for _, c := range "ABCDEFGHIJabcdefghij" {
		t[c] = letter
	}
	for _, c := range "0123456789" {
		t[c] = digit
	}
	for _, c := range " \t\n\v\f\r" {
		t[c] = space
	}
	t['.'], t['-'], t['*'], t['%'], t[0] = dot, dash, star, percent, nul
	t['!'], t['?'], t['$'] = mark, mark, mark
	t['('], t[')'], t['{'], t[';'], t['['] = open, shut, brace, semi, bracket
	t['}'], t[']'] = stray, stray
	return t
}()

// lookahead is the number of bytes behind a token that decide where it ends, at
// the most.
const lookahead = 1 << 10

// endsWord reports whether a word that reaches b[i] ends there.
func endsWord(b []byte, i int) bool { return i >= len(b) || classes[b[i]] >= space }

// wordEnd returns the end of the word that holds b[i].
func wordEnd(b []byte, i int) int {
	for !endsWord(b, i) {
		i++
	}
	return i
}

func skipSpace(b []byte, i int) int {
	for i < len(b) && classes[b[i]] == space {
		i++
	}
	return i
}

func isLineEnd(c byte) bool { return c == '\n' || c == '\r' }

// lineEnd returns the end of the line that holds b[i], its line end left out.
func lineEnd(b []byte, i int) int {
	for i < len(b) && !isLineEnd(b[i]) {
		i++
	}
	return i
}

// digits reads up to nine digits at b[i]. More are no number: end is then i.
func digits(b []byte, i int) (n, end int) {
	for end = i; end < len(b) && classes[b[end]] == digit; end++ {
		if end-i == 9 {
			return 0, i
		}
		n = 10*n + int(b[end]-'0')
	}
	return n, end
}

// oddBlank returns the length of a byte or character at the beginning of b that
// is read as a blank though it is none: NUL, a byte order mark inside the text,
// a no-break space; 0 if there is none.
func oddBlank(b []byte) int {
	switch {
	case len(b) == 0:
	case b[0] == 0:
		return 1
	case bytes.HasPrefix(b, []byte("\ufeff")):
		return 3
	case bytes.HasPrefix(b, []byte("\u00a0")):
		return 2
	}
	return 0
}

// skipBlanks skips blanks and what is read as a blank.
func skipBlanks(b []byte, i int) int {
	for i < len(b) {
		if classes[b[i]] == space {
			i++
			continue
		}
		n := oddBlank(b[i:])
		if n == 0 {
			break
		}
		i += n
	}
	return i
}

// dashLen returns the length of the hyphen or en dash that b begins with, or 0.
func dashLen(b []byte) int {
	if len(b) > 0 && b[0] == '-' {
		return 1
	}
	if bytes.HasPrefix(b, []byte("–")) {
		return len("–")
	}
	return 0
}

// twice returns the length of half, a dash and half again at the beginning of
// b, or 0.
func twice(b []byte, half string) int {
	if !bytes.HasPrefix(b, []byte(half)) {
		return 0
	}
	n := len(half)
	d := dashLen(b[n:])
	if d == 0 || !bytes.HasPrefix(b[n+d:], []byte(half)) {
		return 0
	}
	return n + d + len(half)
}

// closing reads the result token at the beginning of b. End is its length, 0 if
// there is none.
func closing(b []byte) (c Close) {
	switch {
	case b[0] == '*':
		c.Result, c.End = Unknown, 1
	case b[0] == 'd' || b[0] == 'D':
		if len(b) >= 4 && strings.EqualFold(string(b[:4]), "draw") {
			c.Result, c.End = Draw, 4
		}
	case classes[b[0]] == digit:
		c = score(b)
		if c.End == 0 {
			c.Result, c.End = Draw, max(twice(b, "1/2"), twice(b, "0.5"))
		}
	default:
		c.Result, c.End = Draw, twice(b, "½")
	}
	if c.End == 0 || !endsWord(b, c.End) {
		return Close{}
	}
	return c
}

// score reads two numbers with a dash between. 1-0 and 0-1 are results, any
// other pair of numbers is a score.
func score(b []byte) Close {
	south, i := digits(b, 0)
	d := dashLen(b[i:])
	if i == 0 || d == 0 {
		return Close{}
	}
	north, end := digits(b, i+d)
	if end == i+d {
		return Close{}
	}
	c := Close{End: end, Result: Draw}
	if south > north {
		c.Result = SouthWon
	} else if south < north {
		c.Result = NorthWon
	}
	if i != 1 || end != i+d+1 || south+north != 1 {
		c.HasScore, c.Score = true, [2]int{south, north}
	}
	return c
}

// ParseResult reads a result as a Result tag or a closing token gives it: "*",
// "1-0", "0-1", "1/2-1/2", "0.5-0.5", "½-½", "draw" in any case, or a score such
// as "51-49", which tells the result too. An en dash may stand for the hyphen.
// It reports whether s is one of them, and whether it is a score.
func ParseResult(s string) (r Result, score [2]int, hasScore, ok bool) {
	if s == "" {
		return None, score, false, false
	}
	c := closing([]byte(s))
	if c.End != len(s) {
		return None, score, false, false
	}
	return c.Result, c.Score, c.HasScore, true
}

// nameBytes are the bytes that may stand in a tag's name.
var nameBytes = func() (t [256]bool) {
	for _, c := range "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-" {
		t[c] = true
	}
	return t
}()

// valueBytes are the bytes that may stand in a tag's value and need no second
// look: ASCII but for quotes, backslashes and the ends of lines.
var valueBytes = func() (t [256]bool) {
	for c := range 0x80 {
		t[c] = c != '"' && c != '\\' && !isLineEnd(byte(c))
	}
	return t
}()

// maxTagHead is the length of the longest beginning of a tag, from its '[' to
// the quote before its value.
const maxTagHead = lookahead / 2

// ValidTagName reports whether a tag can have that name: letters and digits of
// ASCII, '_' and '-', at least one and at most 255 of them.
func ValidTagName(name string) bool {
	for i := range len(name) {
		if !nameBytes[name[i]] {
			return false
		}
	}
	return len(name) > 0 && len(name) <= 255
}

// tagHead reads the beginning of a tag, `[Name "`, at the beginning of b. The
// value begins at b[value]. fancy tells that the quote is typographic.
func tagHead(b []byte) (name []byte, value int, fancy, ok bool) {
	b = b[:min(len(b), maxTagHead)]
	i := 1
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	start := i
	for i < len(b) && nameBytes[b[i]] {
		i++
	}
	name = b[start:i]
	for i < len(b) && (b[i] == ' ' || b[i] == '\t') {
		i++
	}
	if len(name) == 0 || len(name) > 255 || i >= len(b) {
		return nil, 0, false, false
	}
	if b[i] == '"' {
		return name, i + 1, false, true
	}
	if n := fancyQuote(b[i:]); n > 0 {
		return name, i + n, true, true
	}
	return nil, 0, false, false
}

// beginsTag reports whether b begins with `[Name "`, which ends whatever record
// is being read. Only in a tag section may a blank stand before the name.
func beginsTag(b []byte) bool {
	if len(b) < 2 || b[0] != '[' || !nameBytes[b[1]] {
		return false
	}
	_, _, _, ok := tagHead(b)
	return ok
}

// fancyQuote returns the length of the typographic double quote that b begins
// with, or 0.
func fancyQuote(b []byte) int {
	for _, q := range [...]string{"“", "”", "„", "‟", "«", "»"} {
		if bytes.HasPrefix(b, []byte(q)) {
			return len(q)
		}
	}
	return 0
}

// A braceScan looks for the end of a comment in braces. It may be given the
// text in pieces; the first begins behind the '{'.
type braceScan struct {
	blank bool // the line before is blank
	begun bool // the line has begun in the comment, and holds no more than blanks
	start bool // the line has no byte yet
	cr    bool // the last byte was a CR
}

// scan looks for the end of the comment in b[:limit] and returns where it is: at
// its '}', which closed reports, or at a line that begins like a tag and follows
// a blank one; limit if it is in neither.
func (s *braceScan) scan(b []byte, limit int) (n int, closed bool) {
	for i, c := range b[:limit] {
		switch c {
		case '}':
			return i, true
		case '\n', '\r':
			if c == '\r' || !s.cr {
				s.blank = s.begun
				s.begun, s.start = true, true
			}
			s.cr = c == '\r'
			continue
		case ' ', '\t':
		case '[':
			if s.blank && s.start && beginsTag(b[i:]) {
				return i, false
			}
			s.begun = false
		default:
			s.begun = false
		}
		s.start, s.cr = false, false
	}
	return limit, false
}

// tagRest returns where a tag that went wrong before b[i] is given up: behind
// the next ']', else before the next '[' or line end. done is false if that is
// not in b.
func tagRest(b []byte, i int) (end int, done bool) {
	for ; i < len(b); i++ {
		switch b[i] {
		case ']':
			return i + 1, true
		case '[', '\n', '\r':
			return i, true
		}
	}
	return i, false
}

// appendText appends b to dst as UTF-8. A text that is not wholly UTF-8 is read
// as Windows-1252 throughout, which latin reports.
func appendText(dst, b []byte) (text []byte, latin bool) {
	if utf8.Valid(b) {
		return append(dst, b...), false
	}
	for _, c := range b {
		dst = utf8.AppendRune(dst, charmap.Windows1252.DecodeByte(c))
	}
	return dst, true
}

// knownTags are the names that have a usual spelling, in the order in which
// they are written.
var knownTags = [...]string{
	"Event", "Site", "Date", "Round", "South", "North", "Result", "Game", "Pits", "Rules", "SetUp", "Position",
	"FEN", "Variant", "Score", "Termination", "Match", "MatchTarget",
}

// tagsByInitial holds the indices in knownTags of the names that begin with a
// letter of the alphabet, whatever its case: a bit for each.
var tagsByInitial = func() (t [32]uint32) {
	for i, name := range knownTags {
		t[name[0]&31] |= 1 << i
	}
	return t
}()

// knownTag returns the index of a name in knownTags, whatever the case of its
// letters, or -1.
func knownTag(name []byte) int {
	if len(name) == 0 {
		return -1
	}
	for some := tagsByInitial[name[0]&31]; some != 0; some &= some - 1 {
		i := bits.TrailingZeros32(some)
		known := knownTags[i]
		if len(known) == len(name) && (known == string(name) || strings.EqualFold(known, string(name))) {
			return i
		}
	}
	return -1
}

// MaxTags is the number of tags that a record can hold, those included that its
// canonical spelling adds.
const MaxTags = 10_000

// A nameSet holds the names of a tag section.
type nameSet struct {
	known  uint32 // a bit for each of knownTags
	others map[string]struct{}
}

func (s *nameSet) reset() {
	s.known = 0
	clear(s.others)
}

// add adds a name, whatever the case of its letters. known is its index in
// knownTags or -1.
func (s *nameSet) add(name []byte, known int) {
	if known >= 0 {
		s.known |= 1 << known
		return
	}
	if s.others == nil {
		s.others = make(map[string]struct{})
	}
	if len(s.others) < MaxTags {
		s.others[string(bytes.ToLower(name))] = struct{}{}
	}
}

// has reports whether the name was added.
func (s *nameSet) has(name []byte, known int) bool {
	if known >= 0 {
		return s.known>>known&1 != 0
	}
	if len(s.others) == 0 {
		return false
	}
	_, ok := s.others[string(bytes.ToLower(name))]
	return ok
}

// TagName returns the usual spelling of a tag's name that the notation knows,
// whatever the case of its letters; any other name as it is.
func TagName(name string) string {
	if i := knownTag([]byte(name)); i >= 0 {
		return knownTags[i]
	}
	return name
}
