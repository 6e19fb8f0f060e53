package db

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// matchesSlowly compares a pattern with a text, both folded, rune by rune.
func matchesSlowly(pattern, text []rune) bool {
	if len(pattern) == 0 {
		return len(text) == 0
	}
	switch c := pattern[0]; {
	case c == '*':
		return matchesSlowly(pattern[1:], text) || len(text) > 0 && matchesSlowly(pattern, text[1:])
	case c == '?':
		return len(text) > 0 && matchesSlowly(pattern[1:], text[1:])
	case c == '\\' && len(pattern) > 1 && strings.ContainsRune(`\*?`, pattern[1]):
		pattern = pattern[1:]
	}
	return len(text) > 0 && text[0] == pattern[0] && matchesSlowly(pattern[1:], text[1:])
}

// matched asks the archive whether a name matches a pattern.
func matched(t *testing.T, a *Archive, pattern, name string) (ok bool) {
	t.Helper()
	term, args := matches("fold(?)", pattern)
	if err := a.readers.QueryRowContext(t.Context(), "SELECT "+term, append([]any{name}, args...)...).Scan(&ok); err != nil {
		t.Fatal(err)
	}
	return ok
}

func TestPatterns(t *testing.T) {
	a := memory(t)
	for _, test := range []struct {
		pattern, name string
		want          bool
	}{
		{`A*`, `Anna`, true},
		{`A*`, `A*`, true},
		{`A\*`, `a*`, true},
		{`A\*`, `Anna`, false},
		{`A\*`, `A\*`, false},
		{`A\\*`, `A\*`, true},
		{`A\\*`, `A\nna`, true},
		{`A\\*`, `Anna`, false},
		{`A\\\*`, `A\*`, true},
		{`A\\\*`, `A\nna`, false},
		{`\??`, `?x`, true},
		{`\??`, `xx`, false},
		{`\*?*`, `*é`, true},
		{`\*?*`, `*`, false},
		{`A\B`, `a\b`, true}, // as it was before there was an escape
		{`A\`, `A\`, true},
		{`A\[x]`, `A\[x]`, true},
		{`*\`, `A\`, true},
		{`C:\games\x*`, `c:\games\xy`, true},
		{`[A]*`, `[a] b`, true}, // brackets are none
		{`[A]*`, `a b`, false},
		{`[\*]*`, `[*] b`, true},
		{`[^a]*`, `b`, false},
		{`*]`, `[]`, true},
		{`?`, `é`, true},
		{`?`, "e\u0301", true}, // which is one after normalisation
		{`Ａ＊`, `ａ＊`, true},     // in full width they are no wildcards
		{`Ａ＊`, `ａbc`, false},
		{`？`, `a`, false},
		{`a \* b`, `A  *  B`, true},
		{``, ``, true},
		{`*`, ``, true},
	} {
		if got := matched(t, a, test.pattern, test.name); got != test.want {
			t.Errorf("%s and %s: %v", test.pattern, test.name, got)
		}
		if got := matchesSlowly([]rune(fold(test.pattern)), []rune(fold(test.name))); got != test.want {
			t.Errorf("%s and %s by the test's own: %v", test.pattern, test.name, got)
		}
	}
}

// randomName returns a short name of what may mean something in patterns, and of
// letters that fold.
func randomName(rng *rand.Rand) string {
	var b strings.Builder
	for range 1 + rng.IntN(6) {
		b.WriteString([]string{"*", "?", `\`, `\`, "[", "]", "^", "-", "a", "A", "b", "é", "E\u0301", "ß", "ẞ", "＊", "？", "＼", "［", " ", "\u3000", "%", "_", "'", `"`, "𝄞"}[rng.IntN(26)])
	}
	return b.String()
}

func TestPatternsAreThoseOfTheSlowMatcher(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 1))
	a := memory(t)
	found := 0
	for range 20_000 {
		pattern, name := randomName(rng), randomName(rng)
		if rng.IntN(2) == 0 { // one that is near to the name
			runes := []rune(Pattern(name))
			runes[rng.IntN(len(runes))] = []rune(`*?\a`)[rng.IntN(4)]
			pattern = string(runes)
		}
		want := matchesSlowly([]rune(fold(pattern)), []rune(fold(name)))
		if got := matched(t, a, pattern, name); got != want {
			t.Fatalf("%q and %q: %v", pattern, name, got)
		}
		if want {
			found++
		}
	}
	if found < 1000 {
		t.Errorf("only %d match", found)
	}
}

// No character is folded to one that means something in a pattern, and none that
// stands beside such a one keeps it from being escaped.
func TestEveryCharacterInAPattern(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: all of Unicode, by one goroutine")
	}
	for r := range rune(utf8.MaxRune + 1) {
		if !utf8.ValidRune(r) {
			continue
		}
		name := `\` + string(r) + `*`
		if folded := fold(name); strings.Count(folded, `\`)+strings.Count(folded, `*`) > 2 && !strings.ContainsRune(`\*`, r) || strings.Contains(folded, `?`) && r != '?' {
			t.Fatalf("%q is folded to %q", name, folded)
		}
		if text, exact := glob(Pattern(name)); !exact || text != fold(name) || Named(Pattern(name)) != name {
			t.Fatalf("the pattern for %q is for %q, %v", name, text, exact)
		}
	}
}

// While the pattern for a name is typed the name is among those that begin so.
func TestBegun(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 2))
	for range 5_000 {
		name := randomName(rng)
		pattern := Pattern(name)
		for n := range len(pattern) + 1 {
			if begun := Begun(pattern[:n]); !slices.ContainsFunc(begun, func(s string) bool { return strings.HasPrefix(name, s) }) {
				t.Fatalf("%q, of which %q is typed, begins with none of %q", name, pattern[:n], begun)
			}
		}
	}
	for begun, want := range map[string][]string{`A`: {`A`}, `A*`: {`A*`}, `A\`: {`A\`, `A*`, `A?`}, `A\\`: {`A\`}, `A\n`: {`A\n`}, ``: {``}} {
		if got := Begun(begun); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", begun, got, want)
		}
	}
}

// In every filter the pattern for a name chooses the games that have the name, in
// whatever case, and no others.
func TestPatternOfANameChoosesItAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(51, 3))
	a := memory(t)
	var names []string // of the games, in their order
	for len(names) < 120 {
		name := strings.TrimSpace(randomName(rng)) // as tags and files have them
		if rng.IntN(3) == 0 && len(names) > 0 {
			name = strings.ToUpper(names[rng.IntN(len(names))])
		}
		if name == "" || name == "?" { // the name of nothing
			continue
		}
		names = append(names, name)
		text := ""
		for _, tag := range []string{"South", "North", "Event", "Site", "Match", "Termination", "Annotator"} {
			text += fmt.Sprintf("[%s \"%s\"]\n", tag, tagText(name))
		}
		text += fmt.Sprintf("[Round \"%d\"]\n[Game \"Adji-Boto\"]\n\n1. A *\n", len(names))
		if c := bring(t, a, name, text, ImportOptions{}); c.Imported != 1 {
			t.Fatalf("%q: %+v", name, c)
		}
	}
	several := 0
	for _, name := range append(slices.Clone(names), "?", `\`, "*", `\*`, "a?b*") {
		var want []int64
		for i, other := range names {
			if fold(other) == fold(name) {
				want = append(want, int64(i+1))
			}
		}
		if len(want) > 1 {
			several++
		}
		p := []string{Pattern(name)}
		for field, f := range map[string]Filter{
			"player": {Player: p}, "south": {South: p}, "north": {North: p}, "event": {Event: p}, "site": {Site: p}, "match": {Match: p}, "source": {Source: p},
			"termination": {Terminations: p}, "tag": {Tags: []TagMatch{{"annotator", p[0]}}}, "tag with a column": {Tags: []TagMatch{{"South", p[0]}}},
		} {
			if got, err := a.IDs(t.Context(), f); err != nil || !slices.Equal(got, want) {
				t.Errorf("%s %s: %v, %v, want %v", field, p[0], got, err, want)
			}
		}
		games := 0
		list, err := a.Series(t.Context(), p[0], Filter{})
		for i := range list {
			games += len(list[i].Games)
		}
		if games != len(want) || (err != nil) != (len(want) == 0) {
			t.Errorf("the series %s have %d games, want %d: %v", p[0], games, len(want), err)
		}
		report, err := a.Player(t.Context(), PlayerQuery{Name: p[0]})
		games = 0
		if report != nil {
			for _, sp := range report.Spellings {
				games += sp.Games
			}
		}
		if games != 2*len(want) || (err != nil) != (len(want) == 0) {
			t.Errorf("the player %s has %d sides, want %d: %v", p[0], games, 2*len(want), err)
		}
		if d, err := a.DeleteSources(t.Context(), p, true); d.Games != len(want) || (err != nil) != (len(want) == 0) {
			t.Errorf("of the source %s %d games would be deleted, want %d: %v", p[0], d.Games, len(want), err)
		}
	}
	if several < 10 {
		t.Errorf("only %d names are those of several games", several)
	}
}
