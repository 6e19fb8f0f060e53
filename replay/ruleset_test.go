package replay

import (
	"slices"
	"strings"
	"testing"

	"alai/replay/rules"
)

// Law: each word of OptionWords is one that a Rules tag may have, and all values of
// all options are among them: every reading is made of them.
func TestOptionWords(t *testing.T) {
	for _, g := range Games() {
		_, pits := g.Boards()
		list := OptionWords(g)
		for _, word := range list {
			if _, err := ParseRuleset(g, pits, word); err != nil {
				t.Errorf("%s: %s: %v", g, word, err)
			}
		}
		for _, r := range Readings(rules.Standard(g, pits)) {
			for word := range strings.SplitSeq(RulesText(r), ",") {
				if word != "" && !slices.Contains(list, word) {
					t.Errorf("%s: %s is not among them", g, word)
				}
			}
		}
	}
}

// "usual" is a text of its own: no option is changed, and none can be named beside it.
func TestUsualRules(t *testing.T) {
	for _, text := range []string{"usual", " Usual ", ""} {
		if r, err := ParseRuleset(rules.EnDodoi, 6, text); err != nil || r != rules.Standard(rules.EnDodoi, 6) || RulesText(r) != "" {
			t.Errorf("%q: %s, %v", text, Reading(r), err)
		}
	}
	if _, err := ParseRuleset(rules.EnDodoi, 6, "usual,lone=taken"); err == nil {
		t.Error("an option beside usual is taken")
	}
}
