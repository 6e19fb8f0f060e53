package jsonl

import "alai/notation"

// A span is a piece of a line: text[from:to].
type span struct{ from, to int }

// A scanner finds the pieces of a JSON text and where they stand. It takes the
// text to be valid JSON; of any other it finds some pieces or none.
type scanner struct {
	text string
	pos  int
}

// space skips blanks and returns the next byte, 0 at the end.
func (s *scanner) space() byte {
	for ; s.pos < len(s.text); s.pos++ {
		switch c := s.text[s.pos]; c {
		case ' ', '\t', '\r', '\n':
		default:
			return c
		}
	}
	return 0
}

// value skips a value and returns where it stands.
func (s *scanner) value() span {
	s.space()
	from, depth := s.pos, 0
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case '"':
			s.skipString()
		case '{', '[':
			depth++
			s.pos++
		case '}', ']':
			if depth == 0 {
				return span{from, s.pos}
			}
			depth--
			s.pos++
		case ',', ':', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return span{from, s.pos}
			}
			s.pos++
			continue
		default:
			s.pos++
			continue
		}
		if depth == 0 {
			break
		}
	}
	return span{from, s.pos}
}

func (s *scanner) skipString() {
	for s.pos++; s.pos < len(s.text); s.pos++ {
		switch s.text[s.pos] {
		case '\\':
			s.pos++
		case '"':
			s.pos++
			return
		}
	}
	s.pos = len(s.text)
}

// object calls f with each key of the object that follows, its quotes
// included, until f returns false. The scanner then stands before the key's
// value; f need not read it.
func (s *scanner) object(f func(key span) bool) {
	if s.space() != '{' {
		return
	}
	s.pos++
	for s.space() == '"' {
		key := s.value()
		if s.space() != ':' {
			return
		}
		s.pos++
		at := s.pos
		if !f(key) {
			return
		}
		if s.pos == at {
			s.value()
		}
		if s.space() != ',' {
			return
		}
		s.pos++
	}
}

// array appends the elements of the array at a to list, ok is false if it is none.
// Of more than notation.MaxItems it appends one too many and no more.
func (s *scanner) array(a span, list []span) (elements []span, ok bool) {
	elements = list
	if s.text[a.from] != '[' {
		return nil, false
	}
	s.pos = a.from + 1
	for s.pos < a.to {
		if s.space() == ']' {
			break
		}
		elements = append(elements, s.value())
		if s.space() != ',' || len(elements) > notation.MaxItems {
			break
		}
		s.pos++
	}
	return elements, true
}
