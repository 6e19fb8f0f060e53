package db

import (
	"iter"
	"strings"
)

// A pattern is a name in which '*' stands for any text and '?' for any one character.
// After a backslash these two and the backslash stand for themselves; any other
// backslash does so alone. Folding leaves all three as they are, and makes none:
// their full-width forms are characters as others are.

// Pattern returns the pattern that filters take for this name, and for no other.
func Pattern(name string) string { return escaper.Replace(name) }

var escaper = strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`)

// Named returns the name that a pattern without wildcards is for, and one with
// wildcards as it is.
func Named(pattern string) string {
	if name, ok := unescape(pattern); ok {
		return name
	}
	return pattern
}

// Begun returns the beginnings of the names of which the pattern is being typed, and
// has come as far as begun. Wildcards are taken for characters of the name. A
// backslash at the end is half of what is to come.
func Begun(begun string) []string {
	whole := strings.TrimRight(begun, `\`)
	half := (len(begun)-len(whole))%2 == 1
	if half {
		begun = begun[:len(begun)-1]
	}
	var b strings.Builder
	for c := range characters(begun) {
		b.WriteByte(c)
	}
	if half {
		return []string{b.String() + `\`, b.String() + `*`, b.String() + `?`}
	}
	return []string{b.String()}
}

// characters yields the bytes that a pattern is of, without the backslashes before
// others, and which of them are wildcards.
func characters(pattern string) iter.Seq2[byte, bool] {
	return func(yield func(c byte, wildcard bool) bool) {
		for i := 0; i < len(pattern); i++ {
			c := pattern[i]
			wildcard := c == '*' || c == '?'
			if c == '\\' && i+1 < len(pattern) && strings.IndexByte(`\*?`, pattern[i+1]) >= 0 {
				i++
				c = pattern[i]
			}
			if !yield(c, wildcard) {
				return
			}
		}
	}
}

// unescape returns the name that a pattern is for, false where it has wildcards.
func unescape(pattern string) (name string, ok bool) {
	if !strings.ContainsAny(pattern, `\*?`) {
		return pattern, true
	}
	var b strings.Builder
	for c, wildcard := range characters(pattern) {
		if wildcard {
			return "", false
		}
		b.WriteByte(c)
	}
	return b.String(), true
}

// glob returns the folded name that a pattern is for, exact, or else the pattern that
// SQLite's GLOB compares with folded names.
func glob(pattern string) (text string, exact bool) {
	folded := fold(pattern)
	if name, ok := unescape(folded); ok {
		return name, true
	}
	var b strings.Builder
	for c, wildcard := range characters(folded) {
		if !wildcard && strings.IndexByte("*?[", c) >= 0 { // GLOB knows no escape, but sets of one
			b.Write([]byte{'[', c, ']'})
		} else {
			b.WriteByte(c)
		}
	}
	return b.String(), false
}
