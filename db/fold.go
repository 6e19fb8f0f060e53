package db

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// fold returns what a name is compared by: NFC, with case folded and runs of
// blanks folded to one, none at the ends.
func fold(name string) string {
	if isFolded(name) {
		return name
	}
	if isASCII(name) {
		return strings.Join(strings.Fields(strings.ToLower(name)), " ")
	}
	// Cherokee's two cases are folded into each other; ToLower brings them together.
	folded := norm.NFC.String(strings.ToLower(cases.Fold().String(norm.NFC.String(name))))
	return strings.Join(strings.FieldsFunc(folded, unicode.IsSpace), " ")
}

// isNoName reports whether a folded name is none: empty, or "?".
func isNoName(folded string) bool { return folded == "" || folded == "?" }

// foldValue is fold as SQLite's function of that name: NULL stays NULL, a number
// is taken as it is written.
func foldValue(value any) any {
	if value == nil {
		return nil
	}
	return fold(textValue(value))
}

// textValue returns a value of SQLite's as text, "" for NULL: a function that the
// archive has registered is given whatever a damaged row holds.
func textValue(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case string:
		return value
	case []byte:
		return string(value)
	}
	return fmt.Sprint(value)
}

// isFolded reports whether name is ASCII that fold would not change.
func isFolded(name string) bool {
	last := byte(' ')
	for i := range len(name) {
		c := name[i]
		if c < ' ' || c > '~' || c >= 'A' && c <= 'Z' || c == ' ' && last == ' ' {
			return false
		}
		last = c
	}
	return last != ' ' || name == ""
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}

// A folder folds names and remembers them: the records of a file share most.
type folder struct{ known map[string]string }

// maxKnown bounds what is remembered of the names met.
const maxKnown = 1 << 14

func (f *folder) fold(name string) string {
	if isFolded(name) {
		return name
	}
	folded, ok := f.known[name]
	if !ok {
		if f.known == nil || len(f.known) == maxKnown {
			f.known = make(map[string]string)
		}
		folded = fold(name)
		f.known[strings.Clone(name)] = folded
	}
	return folded
}
