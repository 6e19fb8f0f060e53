package notation

import (
	"bytes"
	"fmt"
	"slices"
	"sort"
	"strings"
)

const (
	maxDepth   = 1000     // of variations
	maxNotices = 1000     // kept of one record
	maxToken   = 64 << 10 // bytes of a token that an error holds
	maxCapture = 9999
)

// A parser takes one record's text apart. It is given a text that may go on
// behind what it was given; what it finds is right if lookahead bytes follow
// the record's end.
type parser struct {
	rec *Record
	b   []byte // from the record's beginning

	// Texts are gathered in one buffer and become one string at the end.
	texts []byte
	tags  []tagText
	words []span
	names nameSet

	notices []note
	blanks  uint8 // a bit for each length of oddBlank that has a notice
	fault   note  // with end > at if there is one
	items   int   // that stand before the fault

	number int  // the move number before the next move
	dots   int  // that followed it
	begun  bool // the main line has a ply
	depth  int  // of open variations
	opened int  // where the outermost open variation begins
}

// A span is a piece of parser.texts.
type span struct{ from, to int }

type tagText struct {
	known int // index in knownTags; -1: the name is a text
	name  span
	value span
}

// A note is a notice or an error that has no place yet.
type note struct {
	at, end int
	msg     string
}

// parse reads the record at the beginning of b into rec, whose place is set. It
// returns where it ends: behind its result token, else where the next one begins.
// bare reports that there is nothing but remarks in it, which are no record.
func (p *parser) parse(rec *Record, b []byte) (end int, bare bool) {
	*p = parser{
		rec: rec, b: b, texts: p.texts[:0], tags: p.tags[:0], words: p.words[:0],
		names: p.names, notices: p.notices[:0],
	}
	p.names.reset()
	i := p.tagSection()
	bare = i == len(b) && len(rec.Tags) == 0 && p.fault.end == 0
	end = p.movetext(i)
	i = end
	if rec.Close.Result == None {
		last := 0 // a comment that ends with its line may end with a blank
		if n := len(rec.Items); n > 0 {
			last = int(rec.Items[n-1].End)
		} else if n := len(rec.Head); n > 0 {
			last = int(rec.Head[n-1].End)
		}
		for i > last && classes[b[i-1]] == space {
			i--
		}
	}
	rec.Text = b[:i:i]
	if p.depth > 0 {
		p.notice(p.opened, "the variation is not closed")
		for ; p.depth > 0; p.depth-- {
			p.item(Item{At: int32(i), End: int32(i), Kind: VarEnd})
		}
	}
	if rec.Close.Result == None {
		p.notice(i, "no result token ends the record")
	}
	p.finish()
	return end, bare
}

// finish gives texts, notices and the error their final form.
func (p *parser) finish() {
	rec := p.rec
	texts := string(p.texts)
	for i, t := range p.tags {
		tag := &rec.Tags[i]
		if t.known >= 0 {
			tag.Name = knownTags[t.known]
		} else {
			tag.Name = texts[t.name.from:t.name.to]
		}
		tag.Value = texts[t.value.from:t.value.to]
	}
	for _, w := range p.words {
		rec.Words = append(rec.Words, texts[w.from:w.to])
	}
	p.limit()
	if p.fault.end > 0 {
		rec.Items = rec.Items[:min(p.items, len(rec.Items))]
		rec.Close = Close{}
		token := rec.Text[p.fault.at:min(p.fault.end, p.fault.at+maxToken, len(rec.Text))]
		rec.Err = &SyntaxError{
			Pos: rec.Pos(p.fault.at), Game: rec.Number,
			Token: strings.ToValidUTF8(string(token), "\ufffd"), Msg: p.fault.msg,
		}
	}
	if len(p.notices) == 0 {
		return
	}
	sort.SliceStable(p.notices, func(i, j int) bool { return p.notices[i].at < p.notices[j].at })
	pos, at := place{line: rec.Line, column: rec.Column}, 0
	for _, n := range p.notices {
		pos.advance(rec.Text[at:n.at])
		at = n.at
		rec.Notices = append(rec.Notices, Notice{Pos{rec.File, pos.line, pos.column}, n.msg})
	}
}

// fail notes the record's first fault. Reading goes on, to find the record's
// end.
func (p *parser) fail(at, end int, format string, args ...any) {
	if p.fault.end == 0 {
		p.fault = note{at, end, fmt.Sprintf(format, args...)}
		p.items = len(p.rec.Items)
	}
}

// notice notes a tolerated deviation. Behind a fault nothing is tolerated any
// more.
func (p *parser) notice(at int, msg string) {
	switch {
	case p.fault.end > 0 || len(p.notices) > maxNotices:
		return
	case len(p.notices) == maxNotices:
		msg = "more notices are left out"
	}
	p.notices = append(p.notices, note{at: at, msg: msg})
}

// item puts an item. One token may put many, which limit then takes away.
func (p *parser) item(it Item) {
	if len(p.rec.Items) < 2*MaxItems {
		p.rec.Items = append(p.rec.Items, it)
	}
}

// limit reports the first item beyond MaxItems, the remarks before tags counted, and
// keeps no more of those than the last one, for its place.
func (p *parser) limit() {
	items := p.rec.Items
	most := max(0, MaxItems-len(p.rec.Head))
	if len(items) <= most {
		return
	}
	p.rec.Items = items[:most]
	p.fail(int(items[most].At), int(items[most].End), tooManyItems, MaxItems)
	p.rec.Items = append(p.rec.Items, items[len(items)-1])
}

const tooManyItems = "more than %d moves, comments, glyphs and variations"

// text keeps b, which belongs to the token at at.
func (p *parser) text(b []byte, at int) span {
	from := len(p.texts)
	var latin bool
	p.texts, latin = appendText(p.texts, b)
	if latin {
		p.notice(at, "not UTF-8, read as Windows-1252")
	}
	return span{from, len(p.texts)}
}

// word keeps b and returns its index in Record.Words.
func (p *parser) word(b []byte, at int) int32 {
	if len(p.words) > MaxItems {
		return 0 // of an item that is not kept
	}
	p.words = append(p.words, p.text(b, at))
	return int32(len(p.words) - 1)
}

// column1 reports whether b[i] is the first byte of a line.
func (p *parser) column1(i int) bool {
	if i == 0 {
		return p.rec.Column == 1
	}
	return isLineEnd(p.b[i-1])
}

// oddBlank reads a character that counts as a blank, with a notice for the
// first of each kind. It returns its end, i if there is none.
func (p *parser) oddBlank(i int) int {
	n := oddBlank(p.b[i:])
	if n == 0 {
		return i
	}
	if p.blanks>>n&1 == 0 {
		p.blanks |= 1 << n
		p.notice(i, [...]string{1: "NUL read as a blank", 2: "no-break space read as a blank", 3: "byte order mark inside the text read as a blank"}[n])
	}
	return i + n
}

// remark reads a comment or an escaped line at b[i]. end is i if there is none.
// last reports that the record ends there: an open comment runs into the next
// record's tags or to the end of the text.
func (p *parser) remark(i int) (it Item, end int, last bool) {
	b := p.b
	from, to := i+1, 0
	it.Kind = Comment
	switch {
	case b[i] == '{':
		var s braceScan
		n, closed := s.scan(b[from:], len(b)-from)
		to = from + n
		if !closed {
			p.fail(i, to, "the comment is not closed by }")
			return it, to, true
		}
		end = to + 1
	case b[i] == ';':
		to = lineEnd(b, from)
		end = to
	case b[i] == '%' && p.column1(i):
		it.Kind = Escape
		to = lineEnd(b, from)
		end = to
	default:
		return it, i, false
	}
	it.At, it.End = int32(i), int32(end)
	it.N = p.word(b[from:to], i)
	return it, end, false
}

// tagSection reads the tags and the remarks before and between them. It returns
// where the movetext or the next record begins.
func (p *parser) tagSection() int {
	b, rec := p.b, p.rec
	i, ends, blank := 0, 0, false
loop:
	for i < len(b) {
		switch c := classes[b[i]]; c {
		case space:
			if b[i] == '\r' || b[i] == '\n' && (i == 0 || b[i-1] != '\r') {
				ends++
				blank = blank || ends > 1
			}
			i++
			continue
		case brace, semi, percent:
			it, end, last := p.remark(i)
			if last {
				return end
			}
			if end == i {
				break loop
			}
			if len(rec.Head) == MaxItems {
				p.fail(i, end, tooManyItems, MaxItems)
			} else {
				rec.Head = append(rec.Head, Remark{len(rec.Tags), it})
			}
			i = end
		case bracket:
			end, next := p.tag(i, blank)
			if next {
				break loop
			}
			i, blank = end, false
		default:
			end := p.oddBlank(i)
			if end == i {
				break loop
			}
			i = end
		}
		ends = 0
	}
	// What stands behind the last tag belongs to the movetext.
	n := len(rec.Head)
	for n > 0 && rec.Head[n-1].Tag == len(rec.Tags) {
		n--
	}
	behind := rec.Head[n:]
	rec.Head = rec.Head[:n]
	for _, r := range behind {
		p.item(r.Item)
	}
	return i
}

// tag reads the tag at b[i]. next reports that it is the next record's: it
// follows a blank line, and its name repeats or a tag before it is malformed.
func (p *parser) tag(i int, blank bool) (end int, next bool) {
	b := p.b
	name, v, fancy, ok := tagHead(b[i:])
	if !ok {
		end, _ = tagRest(b, i+1)
		p.fail(i, end, `not a tag: a tag is [Name "value"]`)
		return end, false
	}
	known := knownTag(name)
	repeated := p.names.has(name, known)
	if blank && (repeated || p.fault.end > 0) {
		return i, true
	}
	p.names.add(name, known)

	t := tagText{known: known}
	if known < 0 {
		t.name = p.text(name, i)
	}
	from := i + v
	to, end, escaped, ascii := from, 0, false, true
	for end == 0 {
		for to < len(b) && valueBytes[b[to]] {
			to++
		}
		switch {
		case to == len(b) || isLineEnd(b[to]):
			p.fail(i, to, "the value of the tag %s is not closed by a quote", name)
			return to, false
		case b[to] == '"':
			end = to + 1
		case b[to] == '\\' && to+1 < len(b) && (b[to+1] == '"' || b[to+1] == '\\'):
			escaped = true
			to += 2
		case fancy && b[to] >= 0x80 && fancyQuote(b[to:]) > 0:
			end = to + fancyQuote(b[to:])
		default:
			ascii = ascii && b[to] < 0x80
			to++
		}
	}
	shut := end
	for shut < len(b) && (b[shut] == ' ' || b[shut] == '\t') {
		shut++
	}
	if shut == len(b) || b[shut] != ']' {
		end, _ = tagRest(b, end)
		p.fail(i, end, "the tag %s is not closed by ]", name)
		return end, false
	}
	if len(p.tags) == MaxTags {
		p.fail(i, shut+1, "more than %d tags", MaxTags)
		return shut + 1, false
	}
	if ascii {
		t.value = span{len(p.texts), len(p.texts) + to - from}
		p.texts = append(p.texts, b[from:to]...)
	} else {
		t.value = p.text(b[from:to], i)
	}
	if escaped {
		t.value.to = t.value.from + unescape(p.texts[t.value.from:])
		p.texts = p.texts[:t.value.to]
	}
	p.rec.Tags = append(p.rec.Tags, Tag{At: i})
	p.tags = append(p.tags, t)
	if fancy {
		p.notice(i, "typographic quotes round the tag's value")
	}
	if repeated {
		p.notice(i, "the tag "+string(name)+" is repeated")
	}
	return shut + 1, false
}

// unescape takes the backslash from \" and \\ in place and returns the length.
func unescape(b []byte) int {
	n := 0
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) && (b[i+1] == '"' || b[i+1] == '\\') {
			i++
		}
		b[n] = b[i]
		n++
	}
	return n
}

// movetext reads from b[i] to the record's end, which it returns.
func (p *parser) movetext(i int) int {
	b := p.b
	for i < len(b) {
		p.limit()
		c := b[i]
		end, done := i+1, false
		switch classes[c] {
		case space:
		case letter:
			if j := p.plainMoves(i); j > i {
				i = j
				continue
			}
			it := Item{At: int32(i), N: int32(p.number), Captured: NoCapture, Kind: South, Pit: c - 'A'}
			if c >= 'a' {
				it.Kind, it.Pit = North, c-'a'
			}
			end, done = p.move(it, i+1)
		case digit:
			if j := p.plainMoves(i); j > i {
				i = j
				continue
			}
			n, j := digits(b, i)
			if c != '0' && j < len(b) && b[j] == '.' {
				p.number, p.dots = n, 0
				i = j
				continue
			}
			end, done = p.figure(i)
		case dot:
			p.dots++
		case dash:
			if end < len(b) && b[end] == '-' {
				end++
			}
			end, done = p.move(Item{At: int32(i), N: int32(p.number), Captured: NoCapture, Kind: Pass}, end)
		case mark:
			end = p.marks(i)
		case open:
			if p.depth++; p.depth == 1 {
				p.opened = i
			}
			if p.depth > maxDepth {
				p.fail(i, end, "variations are nested more than %d deep", maxDepth)
			}
			p.number, p.dots = 0, 0
			p.item(Item{At: int32(i), End: int32(end), Kind: VarStart})
		case shut:
			p.number, p.dots = 0, 0
			if p.depth == 0 {
				p.fail(i, end, "a ) without its (")
				break
			}
			p.depth--
			p.item(Item{At: int32(i), End: int32(end), Kind: VarEnd})
		case bracket:
			if beginsTag(b[i:]) {
				return i
			}
			p.junk(i, end)
		case stray:
			p.junk(i, end)
		default:
			end, done = p.odd(i)
		}
		if done {
			return end
		}
		i = end
	}
	return i
}

// plainMoves reads moves as nearly all are written, "12. C+5 e", as long as
// nothing else comes, and returns where that is. It does as movetext would, but
// without asking of every byte what it may be.
func (p *parser) plainMoves(i int) int {
	const longest = len("9999. C+99 ") + 1 // and the byte behind it
	b, rec := p.b, p.rec
	if rec.Style != Letters {
		return i
	}
	items, number := rec.Items, p.number
	start := i
	for ; i < len(b)-longest && len(items) < MaxItems; start = i {
		if c := b[i]; '1' <= c && c <= '9' {
			number = int(c - '0')
			for i++; classes[b[i]] == digit && i < start+4; i++ {
				number = 10*number + int(b[i]-'0')
			}
			if b[i] != '.' || b[i+1] != ' ' {
				break
			}
			i += 2
		}
		c := b[i]
		if classes[c] != letter {
			break
		}
		it := Item{At: int32(i), N: int32(number), Captured: NoCapture, Kind: South, Pit: c - 'A'}
		if c >= 'a' {
			it.Kind, it.Pit = North, c-'a'
		}
		i++
		if b[i] == '+' && classes[b[i+1]] == digit {
			it.Captured = int16(b[i+1] - '0')
			i += 2
			if classes[b[i]] == digit {
				it.Captured = 10*it.Captured + int16(b[i]-'0')
				i++
			}
		}
		if b[i] != ' ' && b[i] != '\n' || b[i+1] <= ' ' || b[i+1] == '+' {
			break
		}
		it.End = int32(i)
		items = append(items, it)
		number = 0
		i++
	}
	if len(items) > len(rec.Items) {
		rec.Items, p.number, p.dots = items, 0, 0
	}
	return start
}

// move reads what follows a move or pass that begins at it.At and whose name
// ends at j: its capture and suffixes, in any order. Where something else
// follows it was no move.
func (p *parser) move(it Item, j int) (end int, done bool) {
	rec, at := p.rec, int(it.At)
	k := len(rec.Items)
	p.item(it)
	plain, items := -1, 0 // where the token ends if a capture behind a blank comes to nothing
	for {
		if j < len(p.b) && classes[p.b[j]] == mark {
			n, end := nag(p.b, j)
			if end == j {
				break
			}
			p.item(Item{At: int32(j), End: int32(end), N: int32(n), Kind: NAG})
			j = end
			continue
		}
		n, end := capture(p.b, j)
		if end == j || n > maxCapture || it.Captured != NoCapture || it.Kind == Pass {
			break
		}
		if endsWord(p.b, j) {
			plain, items = j, len(rec.Items)
		}
		it.Captured, j = int16(n), end
	}
	if !endsWord(p.b, j) && plain >= 0 {
		rec.Items = rec.Items[:items]
		it.Captured, j = NoCapture, plain
	}
	if !endsWord(p.b, j) {
		rec.Items = rec.Items[:k]
		if c := closing(p.b[at:]); c.End > 0 {
			return p.close(at, c)
		}
		return p.junkWord(at), false
	}
	it.End = int32(j)
	rec.Items[k] = it
	if p.depth == 0 {
		if !p.begun {
			p.begun = true
			rec.NorthFirst = it.Kind == North || it.Kind != South && p.number > 0 && p.dots >= 3
		}
		if style, ok := rec.styled(it.Kind); !ok {
			rec.Items = rec.Items[:k]
			p.fail(at, j, "%s names a pit by %s, the moves before it by %s", clip(p.b[at:j]), style, rec.Style)
		}
	}
	p.number, p.dots = 0, 0
	return j, false
}

// capture reads a number of captured seeds at b[j]; end is j if there is none.
func capture(b []byte, j int) (n, end int) {
	i := skipBlanks(b, j)
	switch {
	case i < len(b) && b[i] == '+':
		i = skipBlanks(b, i+1)
	case j < len(b) && (b[j] == 'x' || b[j] == 'X'):
		i = j + 1
	default:
		return 0, j
	}
	n, end = digits(b, i)
	if end == i || !endsWord(b, end) && classes[b[end]] != mark {
		return 0, j
	}
	return n, end
}

// nag reads one suffix at b[j]: "!" and its like or "$" and a number. end is j
// if it is none that there is.
func nag(b []byte, j int) (n, end int) {
	if b[j] == '$' {
		n, end = digits(b, j+1)
		if end == j+1 || n > maxNAG {
			return 0, j
		}
		return n, end
	}
	end = j
	for end < len(b) && (b[end] == '!' || b[end] == '?') {
		end++
	}
	n = slices.Index(suffixes[:], string(b[j:end]))
	if n < 0 {
		return 0, j
	}
	return n, end
}

// maxNAG is the highest number that may follow "$".
const maxNAG = 9999

// suffixes are the marks that stand for the glyphs 1 to 6.
var suffixes = [...]string{1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}

// marks reads suffixes that stand apart from a move, or the "?" that stands for a
// lost one: behind a move number a move is due.
func (p *parser) marks(i int) int {
	if p.b[i] == '?' && endsWord(p.b, i+1) && p.number > 0 && p.depth == 0 {
		if !p.begun {
			p.begun = true
			p.rec.NorthFirst = p.dots >= 3
		}
		p.item(Item{At: int32(i), End: int32(i + 1), N: int32(p.number), Captured: NoCapture, Kind: Lost})
		p.number, p.dots = 0, 0
		return i + 1
	}
	k, j := len(p.rec.Items), i
	for j < len(p.b) && classes[p.b[j]] == mark {
		n, end := nag(p.b, j)
		if end == j {
			break
		}
		p.item(Item{At: int32(j), End: int32(end), N: int32(n), Kind: NAG})
		j = end
	}
	if !endsWord(p.b, j) {
		p.rec.Items = p.rec.Items[:k]
		return p.junkWord(i)
	}
	return j
}

// figure reads a token that begins with a digit: a result, a move number, or a
// pit by its number.
func (p *parser) figure(i int) (end int, done bool) {
	b := p.b
	if c := closing(b[i:]); c.End > 0 {
		return p.close(i, c)
	}
	n, j := digits(b, i)
	if k := skipBlanks(b, j); j > i && k < len(b) && b[k] == '.' {
		p.number, p.dots = n, 0
		return k, false
	}
	if j == i || j > i+3 || n > 255 {
		return p.junkWord(i), false
	}
	return p.move(Item{At: int32(i), N: int32(p.number), Captured: NoCapture, Kind: Number, Pit: uint8(n)}, j)
}

// close takes the result token c at b[i]. In a variation it is dropped.
func (p *parser) close(i int, c Close) (end int, done bool) {
	c.At, c.End = i, i+c.End
	if p.depth > 0 {
		p.notice(i, "a result inside a variation is dropped")
		return c.End, false
	}
	p.rec.Close = c
	return c.End, true
}

// odd reads the rarer tokens: remarks, "*" and other results that begin with no
// digit, and the other spellings of a pass. What is left is no token.
func (p *parser) odd(i int) (end int, done bool) {
	b := p.b
	if end := p.oddBlank(i); end > i {
		return end, false
	}
	it, end, last := p.remark(i)
	if last || end > i {
		if !last {
			p.item(it)
		}
		return end, last
	}
	if c := closing(b[i:]); c.End > 0 {
		return p.close(i, c)
	}
	for _, pass := range [...]string{"pass", "Z0", "<>", "–"} {
		if n := len(pass); i+n <= len(b) && strings.EqualFold(string(b[i:i+n]), pass) {
			return p.move(Item{At: int32(i), N: int32(p.number), Captured: NoCapture, Kind: Pass}, i+n)
		}
	}
	return p.junkWord(i), false
}

// junkWord takes the word at b[i] as junk and returns its end.
func (p *parser) junkWord(i int) int {
	end := wordEnd(p.b, i)
	p.junk(i, end)
	return end
}

// junk takes b[i:end], which is no token: in the main line the record is
// malformed, in a variation it is kept for replay to report.
func (p *parser) junk(i, end int) {
	if p.depth == 0 {
		p.fail(i, end, "%s is no move, comment or result", clip(p.b[i:end]))
		return
	}
	// Read as Windows-1252, a stray byte might turn the word into a token.
	word := bytes.ToValidUTF8(p.b[i:end], []byte("\ufffd"))
	p.item(Item{At: int32(i), End: int32(end), N: p.word(word, i), Kind: Junk})
}

// clip quotes b for a message, shortened where it is long.
func clip(b []byte) string {
	const most = 40
	if len(b) > most {
		return fmt.Sprintf("%q...", b[:most])
	}
	return fmt.Sprintf("%q", b)
}
