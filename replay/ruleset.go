package replay

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alai/replay/rules"
)

// Games lists the games in the order in which they are shown.
func Games() []rules.Game {
	return []rules.Game{rules.AdjiBoto, rules.EnDodoi, rules.CrossEndodoi}
}

// GameSlug returns the game's name as the command line spells it, "en-dodoi".
func GameSlug(g rules.Game) string {
	return strings.ToLower(strings.ReplaceAll(g.String(), " ", "-"))
}

// ParseGame reads a game's name without regard to case, blanks and hyphens.
func ParseGame(name string) (rules.Game, error) {
	squeezed := squeeze(name)
	for _, g := range Games() {
		if squeeze(g.String()) == squeezed {
			return g, nil
		}
	}
	if isOware(name) {
		return 0, fmt.Errorf("the game is Oware, which is not archived here; the games are %s", gameList())
	}
	return 0, fmt.Errorf("%q is no game known here; the games are %s", name, gameList())
}

// isOware reports whether a game's name is that of Oware or of one of its
// rulesets, such as "Oware Abapa".
func isOware(name string) bool { return strings.HasPrefix(squeeze(name), "oware") }

func gameList() string {
	var names []string
	for _, g := range Games() {
		names = append(names, g.String())
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func squeeze(name string) string {
	return strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\t', '-', '_', '\u2010', '\u2011':
			return -1
		}
		return r
	}, strings.ToLower(name))
}

// An option is one rule option that records can name. Each value is a word; the
// first one listed is the default.
type option struct {
	name   string
	games  []rules.Game
	values func(rules.Game) []string
	get    func(*rules.Ruleset) string
	set    func(*rules.Ruleset, string)
}

func words(list ...string) func(rules.Game) []string {
	return func(rules.Game) []string { return list }
}

// flagOption is an option of two values, held in a bool that is false by default.
func flagOption(name string, games []rules.Game, off, on string, field func(*rules.Ruleset) *bool) option {
	return option{
		name: name, games: games, values: words(off, on),
		get: func(r *rules.Ruleset) string {
			if *field(r) {
				return on
			}
			return off
		},
		set: func(r *rules.Ruleset, value string) { *field(r) = value == on },
	}
}

// intRange lists the numbers from lo to hi as words, def first.
func intRange(def, lo, hi int) []string {
	list := []string{strconv.Itoa(def)}
	for n := lo; n <= hi; n++ {
		if n != def {
			list = append(list, strconv.Itoa(n))
		}
	}
	return list
}

var adjiBotoOnly = []rules.Game{rules.AdjiBoto}

// options are all rule options, sorted by name, as canonical records list them.
var options = []option{
	{
		name: "captures-from", games: adjiBotoOnly,
		values: func(rules.Game) []string { return intRange(11, 1, 11) },
		get:    func(r *rules.Ruleset) string { return strconv.Itoa(int(r.CapturesFrom)) },
		set:    func(r *rules.Ruleset, value string) { r.CapturesFrom = atoi8(value) },
	},
	flagOption("chain", adjiBotoOnly, "stop", "over-empty", func(r *rules.Ruleset) *bool { return &r.ChainOverEmpty }),
	flagOption("direction", Games(), "counter-clockwise", "clockwise", func(r *rules.Ruleset) *bool { return &r.Clockwise }),
	flagOption("end", adjiBotoOnly, "both", "stuck", func(r *rules.Ruleset) *bool { return &r.EndStuck }),
	flagOption("landing", adjiBotoOnly, "safe", "taken", func(r *rules.Ruleset) *bool { return &r.LandingTaken }),
	flagOption("lone", []rules.Game{rules.EnDodoi}, "stays", "taken", func(r *rules.Ruleset) *bool { return &r.LoneTaken }),
	{
		name: "seeds", games: []rules.Game{rules.EnDodoi, rules.CrossEndodoi},
		values: func(g rules.Game) []string {
			return intRange(int(rules.Standard(g, 6).Seeds), 3, 6)
		},
		get: func(r *rules.Ruleset) string { return strconv.Itoa(int(r.Seeds)) },
		set: func(r *rules.Ruleset, value string) { r.Seeds = atoi8(value) },
	},
}

func atoi8(digits string) uint8 {
	n, _ := strconv.ParseUint(digits, 10, 8) // one of the option's own values
	return uint8(n)
}

type namedReading struct {
	name  string
	games []rules.Game
	text  string
}

// namedReadings are readings that a record can name instead of their options.
var namedReadings = []namedReading{
	{"herskovits-1929", adjiBotoOnly, "end=stuck,landing=taken"},
}

// NoBoardError is the error of a ruleset that needs a board size and has none.
type NoBoardError struct{ Game rules.Game }

func (e *NoBoardError) Error() string {
	lo, hi := e.Game.Boards()
	return fmt.Sprintf("%s is played on several boards; the number of pits a row (%d to %d) is missing", e.Game, lo, hi)
}

// ParseRuleset makes a ruleset of a game, its pits per row (0 for the game's
// only board) and the text of a Rules tag ("" or "usual" for the usual reading).
func ParseRuleset(g rules.Game, pits int, text string) (rules.Ruleset, error) {
	lo, hi := g.Boards()
	switch {
	case pits == 0 && lo != hi:
		return rules.Ruleset{}, &NoBoardError{g}
	case pits == 0:
		pits = lo
	case lo == hi && pits != lo:
		return rules.Ruleset{}, fmt.Errorf("%s is played on %d pits a row, not on %d", g, lo, pits)
	case pits < lo || pits > hi:
		return rules.Ruleset{}, fmt.Errorf("%s is played on %d to %d pits a row, not on %d", g, lo, hi, pits)
	}
	r := rules.Standard(g, pits)
	if strings.EqualFold(strings.TrimSpace(text), "usual") {
		return r, nil
	}
	if err := setOptions(&r, text); err != nil {
		return rules.Ruleset{}, err
	}
	return r, nil
}

// setOptions changes r by the comma-separated options and named readings in text.
func setOptions(r *rules.Ruleset, text string) error {
	return applyOptions(r, text, map[string]string{})
}

// applyOptions is setOptions; set holds the value that each option was given so far.
func applyOptions(r *rules.Ruleset, text string, set map[string]string) error {
	for word := range strings.SplitSeq(text, ",") {
		word = strings.ToLower(strings.TrimSpace(word))
		if word == "" {
			continue
		}
		if i := slices.IndexFunc(namedReadings, func(n namedReading) bool {
			return n.name == word && slices.Contains(n.games, r.Game)
		}); i >= 0 {
			if err := applyOptions(r, namedReadings[i].text, set); err != nil {
				return err
			}
			continue
		}
		name, value, _ := strings.Cut(word, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		i := slices.IndexFunc(options, func(o option) bool { return o.name == name && slices.Contains(o.games, r.Game) })
		if i < 0 {
			return fmt.Errorf("%s has no rule option %q; it has %s", r.Game, word, OptionList(r.Game))
		}
		o := &options[i]
		if !slices.Contains(o.values(r.Game), value) {
			return fmt.Errorf("the rule option %s takes %s, not %q", name, strings.Join(sortedValues(o, r.Game), ", "), value)
		}
		if old, twice := set[name]; twice && old != value {
			return fmt.Errorf("the rule option %s is given twice: %s and %s", name, old, value)
		}
		set[name] = value
		o.set(r, value)
	}
	return nil
}

func sortedValues(o *option, g rules.Game) []string {
	values := o.values(g)
	if _, err := strconv.Atoi(values[0]); err != nil {
		return values
	}
	slices.SortFunc(values, func(a, b string) int { return int(atoi8(a)) - int(atoi8(b)) })
	return values
}

// OptionList lists the options that a game has, with their values, the default
// first or marked, and its named readings.
func OptionList(g rules.Game) string {
	var list []string
	for i := range options {
		o := &options[i]
		if !slices.Contains(o.games, g) {
			continue
		}
		values := o.values(g)
		if sorted := sortedValues(o, g); len(sorted) > 2 {
			list = append(list, fmt.Sprintf("%s=%s..%s", o.name, sorted[0], sorted[len(sorted)-1]))
		} else {
			list = append(list, o.name+"="+strings.Join(values, "|"))
		}
	}
	for _, n := range namedReadings {
		if slices.Contains(n.games, g) {
			list = append(list, n.name)
		}
	}
	return strings.Join(list, ", ")
}

// OptionWords lists every word that a Rules tag of the game may have: each option
// with each of its values, "chain=over-empty", and the named readings.
func OptionWords(g rules.Game) []string {
	var list []string
	for i := range options {
		o := &options[i]
		if !slices.Contains(o.games, g) {
			continue
		}
		for _, value := range sortedValues(o, g) {
			list = append(list, o.name+"="+value)
		}
	}
	for _, n := range namedReadings {
		if slices.Contains(n.games, g) {
			list = append(list, n.name)
		}
	}
	return list
}

// RulesText returns the text of the Rules tag: a named reading where the
// ruleset is exactly that, else the options that are not the game's defaults,
// sorted; "" for the usual reading.
func RulesText(r rules.Ruleset) string {
	if r == rules.Standard(r.Game, int(r.Pits)) {
		return ""
	}
	return optionsText(r)
}

// readingName returns the name of a reading, "" where it has none.
func readingName(r *rules.Ruleset) string {
	for _, n := range namedReadings {
		if slices.Contains(n.games, r.Game) {
			named := rules.Standard(r.Game, int(r.Pits))
			if setOptions(&named, n.text) == nil && named == *r {
				return n.name
			}
		}
	}
	return ""
}

// optionsText is RulesText of an unusual reading.
func optionsText(r rules.Ruleset) string {
	if name := readingName(&r); name != "" {
		return name
	}
	usual := rules.Standard(r.Game, int(r.Pits))
	var list []string
	for i := range options {
		o := &options[i]
		if slices.Contains(o.games, r.Game) && o.get(&r) != o.get(&usual) {
			list = append(list, o.name+"="+o.get(&r))
		}
	}
	return strings.Join(list, ",")
}

// Reading names the game, its board and its reading in full, for people:
// "En Dodoi 2 x 8, lone=taken" or "Adji-Boto 2 x 5, usual rules".
func Reading(r rules.Ruleset) string {
	text := RulesText(r)
	if text == "" {
		text = "usual rules"
	}
	return fmt.Sprintf("%s 2 x %d, %s", r.Game, r.Pits, text)
}

// Readings returns every ruleset of r's game on r's board, the usual one
// first: all combinations of all options.
func Readings(r rules.Ruleset) []rules.Ruleset {
	list := []rules.Ruleset{rules.Standard(r.Game, int(r.Pits))}
	for i := range options {
		o := &options[i]
		if !slices.Contains(o.games, r.Game) {
			continue
		}
		for _, base := range slices.Clone(list) {
			for _, value := range o.values(r.Game)[1:] {
				variant := base
				o.set(&variant, value)
				list = append(list, variant)
			}
		}
	}
	return list
}
