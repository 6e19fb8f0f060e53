package notation

// A skipper finds the end of a record without taking it apart, in memory that
// does not grow with the record. It ends a record exactly where a parser does
// that is given the whole of it.
type skipper struct {
	state   skipState
	last    byte // the byte before the next one
	tags    bool // no movetext yet
	isEmpty bool // nothing but remarks yet
	depth   int  // of open variations

	names nameSet
	count int  // of tags
	bad   bool // one of them is malformed
	ends  int  // line ends since the last token of the tag section
	blank bool // a blank line since the last tag
	fancy bool // the tag's value stands in typographic quotes
	brace braceScan
}

// A skipState tells what the next byte belongs to.
type skipState uint8

const (
	skipBetween skipState = iota // a token begins here, or a blank
	skipWord                     // a word
	skipBrace                    // a comment in braces
	skipLine                     // a comment or an escape, to the end of the line
	skipValue                    // a tag's value
	skipClose                    // what stands between the value and the ']'
	skipTag                      // a tag gone wrong
)

// newSkipper returns a skipper for a record that begins in column 1 or behind
// another one on its line.
func newSkipper(column1 bool) *skipper {
	s := &skipper{last: ' ', tags: true, isEmpty: true}
	if column1 {
		s.last = '\n'
	}
	return s
}

// bare reports whether there was nothing but remarks.
func (s *skipper) bare() bool { return s.isEmpty && s.state != skipBrace }

// skip reads b and returns how many bytes of it belong to the record, and
// whether the record ends there. Unless b is final, the last bytes of the text,
// it leaves some of it to be given again with more behind.
func (s *skipper) skip(b []byte, final bool) (n int, done bool) {
	limit := len(b) - lookahead
	if final {
		limit = len(b)
	}
	i := 0
	for i < limit {
		end := i + 1
		switch s.state {
		case skipBetween:
			end, done = s.token(b, i)
			if done {
				return end, true
			}
		case skipWord:
			if endsWord(b, i) {
				s.state = skipBetween
				continue
			}
		case skipBrace:
			n, closed := s.brace.scan(b[i:], limit-i)
			end = i + n
			if end == limit {
				break
			}
			if !closed {
				s.isEmpty = false
				return end, true
			}
			end++
			s.state = skipBetween
		case skipLine:
			if isLineEnd(b[i]) {
				s.state = skipBetween
				continue
			}
		case skipValue:
			switch {
			case isLineEnd(b[i]):
				s.state, s.bad = skipBetween, true
				continue
			case b[i] == '"':
				s.state = skipClose
			case b[i] == '\\' && end < len(b) && (b[end] == '"' || b[end] == '\\'):
				end++
			case s.fancy && fancyQuote(b[i:]) > 0:
				end = i + fancyQuote(b[i:])
				s.state = skipClose
			}
		case skipClose:
			switch b[i] {
			case ' ', '\t':
			case ']':
				s.state = skipBetween
				s.count++
				s.bad = s.bad || s.count > MaxTags
			default:
				s.state, s.bad = skipTag, true
				continue
			}
		case skipTag:
			end, done = tagRest(b[:limit], i)
			if done {
				s.state = skipBetween
			}
		}
		if end > i {
			s.last = b[end-1]
		}
		i = end
	}
	return i, false
}

// token reads what begins at b[i], or as much of it as is short. done reports
// that the record ends at end.
func (s *skipper) token(b []byte, i int) (end int, done bool) {
	c := b[i]
	end = i + 1
	kind := classes[c]
	if kind == space {
		if c == '\r' || c == '\n' && s.last != '\r' {
			s.ends++
			s.blank = s.blank || s.ends > 1
		}
		return end, false
	}
	s.ends = 0
	if n := oddBlank(b[i:]); n > 0 {
		return i + n, false
	}
	switch {
	case kind == brace:
		s.state, s.brace = skipBrace, braceScan{}
		return end, false
	case kind == semi, kind == percent && isLineEnd(s.last):
		s.state = skipLine
		return end, false
	case kind == bracket && s.tags:
		return s.tag(b, i)
	case kind == bracket && beginsTag(b[i:]):
		return i, true
	}
	s.tags, s.isEmpty = false, false
	switch kind {
	case open:
		s.depth++
	case shut:
		s.depth = max(s.depth-1, 0)
	case bracket, stray, dot:
	default:
		if c := closing(b[i:]); c.End > 0 {
			return i + c.End, s.depth == 0
		}
		if _, j := digits(b, i); j > i && j < len(b) && b[j] == '.' {
			return j, false // a move number; a token may follow its dots at once
		}
		s.state = skipWord
	}
	return end, false
}

// tag reads the beginning of a tag. done reports that it is the next record's:
// it follows a blank line, and its name repeats or a tag before it is malformed.
func (s *skipper) tag(b []byte, i int) (end int, done bool) {
	name, value, fancy, ok := tagHead(b[i:])
	if !ok {
		s.blank, s.isEmpty = false, false
		s.state, s.bad = skipTag, true
		return i + 1, false
	}
	known := knownTag(name)
	if s.blank && (s.bad || s.names.has(name, known)) {
		return i, true
	}
	s.blank, s.isEmpty = false, false
	s.names.add(name, known)
	s.fancy = fancy
	s.state = skipValue
	return i + value, false
}
