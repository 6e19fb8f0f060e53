package replay

import (
	"slices"

	"alai/notation"
	"alai/replay/rules"
)

// ReplayAs is Replay under the ruleset r, whatever the record's tags say of its
// game, board and rules.
func ReplayAs(r rules.Ruleset, rec *notation.Record, line *Line) {
	rp := Replayer{as: r}
	rp.Replay(rec, line)
}

// OtherReadings returns the readings of the rules, other than reading itself,
// under which the record is sound: those with the fewest options changed first.
func OtherReadings(reading rules.Ruleset, rec *notation.Record) []rules.Ruleset {
	var (
		line  Line
		sound []rules.Ruleset
	)
	for _, other := range Readings(reading) {
		if other == reading {
			continue
		}
		if ReplayAs(other, rec, &line); line.Verdict.Sound() {
			sound = append(sound, other)
		}
	}
	slices.SortStableFunc(sound, func(a, b rules.Ruleset) int { return differences(&reading, &a) - differences(&reading, &b) })
	return sound
}

// differences counts the options in which two rulesets of one game differ.
func differences(a, b *rules.Ruleset) int {
	n := 0
	for i := range options {
		if o := &options[i]; slices.Contains(o.games, a.Game) && o.get(a) != o.get(b) {
			n++
		}
	}
	return n
}
