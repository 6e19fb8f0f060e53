package words

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"alai/replay"
)

func TestFromLocale(t *testing.T) {
	for _, test := range []struct {
		all, messages, lang string
		want                Language
	}{
		{"", "", "", English},
		{"", "", "de_AT.UTF-8", German},
		{"", "", "cs_CZ.ISO-8859-2@euro", Czech},
		{"", "cs_CZ", "de_DE", Czech},
		{"C", "cs_CZ", "de_DE", English},
		{"C.UTF-8", "", "cs_CZ", English},
		{"POSIX", "", "", English},
		{"", "", "de", German},
		{"", "", "sv_SE.UTF-8", English},
		{"", "", "en_GB", English},
		{"", "", "$(touch x)", English},
	} {
		env := map[string]string{"LC_ALL": test.all, "LC_MESSAGES": test.messages, "LANG": test.lang}
		if got := FromLocale(func(name string) string { return env[name] }); got != test.want {
			t.Errorf("%v: got %s, want %s", env, got, test.want)
		}
	}
}

func TestFromHeader(t *testing.T) {
	for header, want := range map[string]Language{
		"": English, "de-CH, en;q=0.8": German, "sv, cs;q=0.5, en;q=0.3": Czech, "fr": English, "en;q=0.1, de;q=0.2": German, ";;;": English,
		"de;q=abc,cs": Czech, "de;q=abc": English, "*-x-,de": German, "cs;q=0.1, en-, de;q=0.2": German,
	} {
		if got := FromHeader(header); got != want {
			t.Errorf("%q: got %s, want %s", header, got, want)
		}
	}
}

var (
	grouped  = regexp.MustCompile(`(\d)[., \x{a0}](\d{3})\b`) // the digits of a large number
	number   = regexp.MustCompile(`\d+`)
	decision = regexp.MustCompile(`(Decision|Entscheidung|Rozhodnutí): `)
	option   = regexp.MustCompile(`(?m)^  ([a-z][a-z0-9-]*(?:=\S+(?:, \d)*|-\d+))  +\S`)
	code     = regexp.MustCompile(`[a-z-]+=[a-z0-9-]+`)
)

// shape is what a game's rules have in common in every language.
type shape struct {
	sections  int
	options   []string // in their order
	codes     []string // named anywhere
	numbers   []string
	decisions int
}

func shapeOf(text string) shape {
	for grouped.MatchString(text) {
		text = grouped.ReplaceAllString(text, "$1$2")
	}
	var s shape
	for section := range strings.SplitSeq(text, "\n\n") {
		s.sections++
		list := number.FindAllString(section, -1)
		slices.Sort(list)
		s.numbers = append(append(s.numbers, list...), "/")
	}
	for _, m := range option.FindAllStringSubmatch(text, -1) {
		s.options = append(s.options, m[1])
	}
	s.codes = code.FindAllString(text, -1)
	slices.Sort(s.codes)
	s.decisions = len(decision.FindAllString(text, -1))
	return s
}

// TestRulesHaveOneShape holds that no language leaves out a section, an option, a
// number or a decision that another has, and that every option of the game is there.
func TestRulesHaveOneShape(t *testing.T) {
	for _, g := range replay.Games() {
		want := shapeOf(Rules(English, g))
		for o := range strings.SplitSeq(replay.OptionList(g), ", ") {
			name, _, _ := strings.Cut(o, "=")
			if !slices.ContainsFunc(want.options, func(listed string) bool { return listed == name || strings.HasPrefix(listed, name+"=") }) {
				t.Errorf("%s: the option %s is not explained", g, name)
			}
		}
		if want.sections < 5 || want.decisions == 0 {
			t.Errorf("%s: %d sections, %d decisions", g, want.sections, want.decisions)
		}
		for _, l := range Languages() {
			text := Rules(l, g)
			got := shapeOf(text)
			if got.sections != want.sections || got.decisions != want.decisions {
				t.Errorf("%s, %s: %d sections and %d decisions, want %d and %d", g, l, got.sections, got.decisions, want.sections, want.decisions)
			}
			if !slices.Equal(got.options, want.options) {
				t.Errorf("%s, %s: options %q, want %q", g, l, got.options, want.options)
			}
			if !slices.Equal(got.codes, want.codes) {
				t.Errorf("%s, %s: options named %q, want %q", g, l, got.codes, want.codes)
			}
			if !slices.Equal(got.numbers, want.numbers) {
				t.Errorf("%s, %s: numbers\n%q, want\n%q", g, l, got.numbers, want.numbers)
			}
			for i, line := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
				if (i == 1 || strings.HasPrefix(line, " ")) && !strings.HasSuffix(line, ".") {
					t.Errorf("%s, %s: a paragraph is one line, and ends: %s", g, l, line)
				}
			}
		}
	}
}

func TestGlossary(t *testing.T) {
	for _, l := range Languages() {
		list := Glossary(l)
		if len(list) != len(glossary) {
			t.Errorf("%s: %d words", l, len(list))
		}
		meanings := make(map[string]string)
		for i, term := range list {
			if term.Word == "" || term.Meaning == "" {
				t.Errorf("%s: word %d is empty", l, i)
			}
			if l != English && term.Meaning == Glossary(English)[i].Meaning {
				t.Errorf("%s: %s is not translated", l, term.Word)
			}
			if _, twice := meanings[term.Word]; twice {
				t.Errorf("%s: %s is there twice", l, term.Word)
			}
			meanings[term.Word] = term.Meaning
		}
		for _, word := range []string{"Adji-Boto", "adji", "boto", "adji-bangi", "En Dodoi", "ol alai", "el ala", "en gurtoto", "ol matua", "os soid", "Enkeshui", "Cross-Endodoi"} {
			if meanings[word] == "" {
				t.Errorf("%s: no %s", l, word)
			}
		}
		for one, several := range map[string]string{"ol alai": "el ala", "en gurtoto": "'n gurtot", "ol matua": "el matuan", "os soid": "es soido"} {
			if !strings.Contains(meanings[one], map[Language]string{English: "several are ", German: "mehrere heißen ", Czech: "více se jich nazývá "}[l]+several) {
				t.Errorf("%s: %s is %q, which does not say that several are %s", l, one, meanings[one], several)
			}
		}
	}
}
