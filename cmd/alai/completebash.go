package main

import (
	"strings"
	"unicode"
)

// A bashLine is what has been typed of a bash command line, taken apart: bash gives
// its functions the words with their quotes, and torn at "=" and ":".
type bashLine struct {
	words    []string // without the command, unquoted; the last is being typed
	redirect bool     // the last is the file of a redirection

	quote byte   // that is open at the end: ' or " or 0
	kept  string // the beginning of the last word that bash keeps; it replaces the rest
	never bool   // the last word is quoted in a way that is not completed
}

// splitBash takes a line apart. Nothing is expanded. Bash replaces what stands behind
// the last of the unquoted breaks, or behind the quote that is open.
func splitBash(line, breaks string) (b bashLine) {
	var word strings.Builder
	in, redirect := false, false // a word; the file of a redirection
	end := func() {
		if in && !redirect {
			b.words = append(b.words, word.String())
		}
		if in {
			redirect = false
		}
		word.Reset()
		in, b.kept, b.never = false, "", false
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case b.quote == '\'' && c != '\'', b.quote == '"' && c != '"' && c != '\\':
			word.WriteByte(c)
			continue
		case c == '\\':
			if i++; i < len(line) {
				if b.quote == '"' && !strings.ContainsRune("$`\"\\", rune(line[i])) {
					word.WriteByte('\\')
				}
				word.WriteByte(line[i])
			}
			in = true
			continue
		case c == '\'' || c == '"':
			if b.quote == 0 && i > 0 && line[i-1] == '$' {
				b.never = true // $'...', where \ means more
			}
			b.quote ^= c
			in, b.kept = true, word.String()
			continue
		case c == ' ' || c == '\t' || c == '\n':
			end()
			continue
		case strings.IndexByte("<>|&;()", c) >= 0:
			end()
			redirect = c == '<' || c == '>'
			continue
		}
		word.WriteByte(c)
		in = true
		if strings.IndexByte(breaks, c) >= 0 {
			b.kept = word.String()
		}
	}
	b.redirect = redirect
	if !b.redirect {
		b.words = append(b.words, word.String())
	}
	if len(b.words) > 0 {
		b.words = b.words[1:]
	}
	return b
}

// insert spells a completion so that bash puts it in and takes it as this very word.
// It reports false where the word does not go on from what bash keeps.
func (b *bashLine) insert(word string) (string, bool) {
	rest, ok := strings.CutPrefix(word, b.kept)
	if !ok || b.never {
		return "", false
	}
	text := b.spell(rest)
	if b.quote != 0 && (text == "" || text[len(text)-1] == b.quote) {
		text += string(b.quote) // which readline takes for there, where such a sign stands last
	}
	return text, true
}

// spell spells a part of a word in the quotes that are open, and leaves them so.
func (b *bashLine) spell(part string) string {
	var out strings.Builder
	for _, r := range part {
		switch {
		case b.quote == '\'' && r == '\'':
			out.WriteString(`'\''`)
		case b.quote == '"' && r == '!': // of the history, which \ does not take away
			out.WriteString(`"'!'"`)
		case b.quote == '"' && strings.ContainsRune("$`\"\\", r),
			b.quote == 0 && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-./,:=@%+", r):
			out.WriteString(`\` + string(r))
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
