package replay_test

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"
)

func TestPattern(t *testing.T) {
	adji := rules.Standard(rules.AdjiBoto, 5)
	dodoi := rules.Standard(rules.EnDodoi, 6)
	for _, c := range []struct {
		rules             rules.Ruleset
		pattern, position string
		want              bool
	}{
		{adji, "?,?,?,?,?/?,?,?,?,? ?-? ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", true},
		{adji, "?,?,?,?,?/?,?,?,?,? ?-? ?", "10,10,10,10,10/10,10,10,10,10 0-0 N -", true},
		{adji, "1,?,?,?,?/?,?,?,?,1 ?-? S", "1,2,2,1,2/2,2,1,2,1 42-42 S", true},
		{adji, "?,?,?,?,1/1,?,?,?,? ?-? S", "1,2,2,1,2/2,2,1,2,1 42-42 S", false}, // as it is drawn
		{adji, "?,?,?,?,?/?,?,?,?,? ?-? N", "1,2,2,1,2/2,2,1,2,1 42-42 S", false},
		{adji, ">0,>1,<3,<2,1-2/?,?,?,?,? ?-? ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", true},
		{adji, ">1,?,?,?,?/?,?,?,?,? ?-? ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", false},
		{adji, "<1,?,?,?,?/?,?,?,?,? ?-? ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", false},
		{adji, "2-4,?,?,?,?/?,?,?,?,? ?-? ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", false},
		{adji, "?,?,?,?,?/?,?,?,?,? 42->41 ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", true},
		{adji, "?,?,?,?,?/?,?,?,?,? <42-? ?", "1,2,2,1,2/2,2,1,2,1 42-42 S", false},
		{adji, "?,?,?,?,?/?,?,?,?,? margin>3 ?", "1,2,2,1,2/2,2,1,2,1 44-40 S", true},
		{adji, "?,?,?,?,?/?,?,?,?,? margin>4 ?", "1,2,2,1,2/2,2,1,2,1 44-40 S", false},
		{adji, "?,?,?,?,?/?,?,?,?,? margin<-3 ?", "1,2,2,1,2/2,2,1,2,1 40-44 S", true},
		{adji, "?,?,?,?,?/?,?,?,?,? margin=-4 ?", "1,2,2,1,2/2,2,1,2,1 40-44 S", true},
		{adji, "?,?,?,?,?/?,?,?,?,? margin=4 ?", "1,2,2,1,2/2,2,1,2,1 40-44 S", false},

		// The opened pits: left open where they are absent, unless nothing else is.
		{adji, "11,11,11,11,11/?,?,?,?,? ?-? N", "11,11,11,11,11/11,11,11,1,11 0-0 N D", true},
		{adji, "11,11,11,11,11/?,?,?,?,? ?-? N ?", "11,11,11,11,11/11,11,11,1,11 0-0 N D", true},
		{adji, "11,11,11,11,11/?,?,?,?,? ?-? N D", "11,11,11,11,11/11,11,11,1,11 0-0 N D", true},
		{adji, "11,11,11,11,11/?,?,?,?,? ?-? N -", "11,11,11,11,11/11,11,11,1,11 0-0 N D", false},
		{adji, "11,11,11,11,11/?,?,?,?,? ?-? N Dd", "11,11,11,11,11/11,11,11,1,11 0-0 N D", false},
		{adji, "11,11,11,11,11/11,11,11,1,11 0-0 N", "11,11,11,11,11/11,11,11,1,11 0-0 N D", false},
		{adji, "11,11,11,11,11/11,11,11,1,11 0-0 ?", "11,11,11,11,11/11,11,11,1,11 0-0 N D", true},

		{dodoi, "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", true},
		{dodoi, "4,4,4,4,4,4/4,4,4,4,4,4 ?-? S", "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", true},
	} {
		p, err := replay.ParsePattern(&c.rules, c.pattern)
		if err != nil {
			t.Errorf("%s: %v", c.pattern, err)
			continue
		}
		s, err := replay.ParsePosition(&c.rules, c.position)
		if err != nil {
			t.Fatalf("%s: %v", c.position, err)
		}
		if p.Matches(&s) != c.want {
			t.Errorf("%s matches %s: %v", c.pattern, c.position, !c.want)
		}
	}
}

func TestPatternErrors(t *testing.T) {
	adji := rules.Standard(rules.AdjiBoto, 5)
	dodoi := rules.Standard(rules.EnDodoi, 6)
	for _, c := range []struct {
		rules         rules.Ruleset
		pattern, want string
	}{
		{adji, "", "is no position"},
		{adji, "? ?-? S", "two rows, not 1"},
		{adji, "?,?,?,?/?,?,?,?,? ?-? S", "North's row has 4 pits, the board has 5"},
		{adji, "?,?,?,?,x/?,?,?,?,? ?-? S", `"x" is no number of seeds`},
		{adji, "?,?,?,?,/?,?,?,?,? ?-? S", `"" is no number of seeds`},
		{adji, "?,?,?,?,>/?,?,?,?,? ?-? S", `">" is no number of seeds`},
		{adji, "?,?,?,?,<0/?,?,?,?,? ?-? S", `"<0" is no number of seeds`},
		{adji, "?,?,?,?,>255/?,?,?,?,? ?-? S", `">255" is no number of seeds`},
		{adji, "?,?,?,?,4-2/?,?,?,?,? ?-? S", `"4-2" is no number of seeds`},
		{adji, "?,?,?,?,>2-4/?,?,?,?,? ?-? S", `">2-4" is no number of seeds`},
		{adji, "?,?,?,?,??/?,?,?,?,? ?-? S", `"??" is no number of seeds`},
		{adji, "?,?,?,?,?/?,?,?,?,? ? S", "the stores are such as"},
		{adji, "?,?,?,?,?/?,?,?,?,? 2-4-? S", "the stores are such as"},
		{adji, "?,?,?,?,?/?,?,?,?,? margin S", "the stores are such as"},
		{adji, "?,?,?,?,?/?,?,?,?,? margin>x S", "the stores are such as"},
		{adji, "?,?,?,?,?/?,?,?,?,? margin>9223372036854775807 S", "the stores are such as"},
		{adji, "?,?,?,?,?/?,?,?,?,? ?-? X", "the side to move is S or N"},
		{adji, "?,?,?,?,?/?,?,?,?,? ?-? S Z", "opened pits are letters of the board"},
		{adji, "50,50,1,?,?/?,?,?,?,? ?-? S", "its seeds do not add up to 100"},
		{adji, "1,2,2,1,2/2,2,1,2,1 <10-<10 S", "its seeds do not add up to 100"},
		{adji, "1,2,2,1,2/2,2,1,2,1 42-41 S", "99"}, // a position that cannot be
		{dodoi, "?,?,?,?,?,?/?,?,?,?,?,? ?-? S ?", ""},
		{dodoi, "?,?,?,?,?,?/?,?,?,?,?,? ?-? S A", "no opening cycle"},
	} {
		_, err := replay.ParsePattern(&c.rules, c.pattern)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.pattern, err, c.want)
		}
	}
}

// admits reports what a word of a pattern says of a number of seeds.
func admits(word string, seeds int) bool {
	number := func(text string) int { n, _ := strconv.Atoi(text); return n }
	lo, hi, isRange := strings.Cut(word, "-")
	switch {
	case word == "?":
		return true
	case word[0] == '>':
		return seeds > number(word[1:])
	case word[0] == '<':
		return seeds < number(word[1:])
	case isRange:
		return number(lo) <= seeds && seeds <= number(hi)
	}
	return seeds == number(word)
}

// slowlyMatches reads the pattern's words anew for each state, and compares them
// with those of the position.
func slowlyMatches(r *rules.Ruleset, pattern string, s *rules.State) bool {
	if whole, err := replay.ParsePosition(r, pattern); err == nil {
		return whole == *s
	}
	ask, have := strings.Fields(pattern), strings.Fields(replay.Position(r, s))
	pits := strings.FieldsFunc(ask[0], func(c rune) bool { return c == ',' || c == '/' })
	for i, seeds := range strings.FieldsFunc(have[0], func(c rune) bool { return c == ',' || c == '/' }) {
		n, _ := strconv.Atoi(seeds)
		if !admits(pits[i], n) {
			return false
		}
	}
	south, north := int(s.Store[rules.South]), int(s.Store[rules.North])
	if than, ok := strings.CutPrefix(ask[1], "margin"); ok {
		n, _ := strconv.Atoi(than[1:])
		margin := south - north
		if than[0] == '>' && margin <= n || than[0] == '<' && margin >= n || than[0] == '=' && margin != n {
			return false
		}
	} else if of, on, _ := strings.Cut(ask[1], "-"); !admits(of, south) || !admits(on, north) {
		return false
	}
	if ask[2] != "?" && !strings.EqualFold(ask[2], have[2]) {
		return false
	}
	if len(ask) < 4 || ask[3] == "?" {
		return true
	}
	opened := "ABCDEabcde" // where the position does not list them
	if len(have) == 4 {
		opened = have[3]
	}
	letters := func(text string) map[rune]bool {
		set := make(map[rune]bool)
		for _, c := range strings.Trim(text, "-") {
			set[c] = true
		}
		return set
	}
	a, b := letters(ask[3]), letters(opened)
	for c := range a {
		if !b[c] {
			return false
		}
	}
	return len(a) == len(b)
}

// A pattern matches the states that its words say, and none any more once it is
// passed. Every position is the pattern of itself alone.
func FuzzPattern(f *testing.F) {
	f.Add(uint8(0), uint64(1), "?,?,>10,?,?/?,?,<3,2-4,? ?->1 S")
	f.Add(uint8(0), uint64(2), "?,?,?,?,?/?,?,?,?,? margin>-3 ? ABcd")
	f.Add(uint8(0), uint64(3), "?,?,?,?,?/?,?,?,?,? margin<0 N ?")
	f.Add(uint8(0), uint64(4), "1,2,2,1,2/2,2,1,2,1 42-42 S")
	f.Add(uint8(2), uint64(5), "?,?,?,?,?,?,?,?/?,0,?,?,?,?,?,? <9-2 n")
	f.Fuzz(func(t *testing.T, game uint8, seed uint64, text string) {
		r := rules.Standard(rules.EnDodoi, 5+int(game)%6)
		if game%6 == 0 {
			r = rules.Standard(rules.AdjiBoto, 5)
		}
		p, err := replay.ParsePattern(&r, text)
		if _, positionErr := replay.ParsePosition(&r, text); err != nil && positionErr == nil {
			t.Fatalf("%q is a position and no pattern: %v", text, err)
		}
		rng := rand.New(rand.NewPCG(seed, 1))
		s := r.Start()
		s.ToMove = rules.Side(seed % 2)
		before := s
		passed := false
		for range 80 {
			if err == nil {
				if got, want := p.Matches(&s), slowlyMatches(&r, text, &s); got != want || got && passed {
					t.Fatalf("%q matches %s: %v, by its words %v; it was passed before: %v", text, replay.Position(&r, &s), got, want, passed)
				}
				passed = passed || p.Passed(&s)
			}
			own, ownErr := replay.ParsePattern(&r, replay.Position(&r, &s))
			if ownErr != nil || !own.Matches(&s) || own.Passed(&s) || before != s && own.Matches(&before) || own != replay.PatternOf(&r, &s) {
				t.Fatalf("the pattern of %s does not match it alone: %v", replay.Position(&r, &s), ownErr)
			}
			legal := replay.LegalMoves(&r, &s)
			if len(legal) == 0 {
				return
			}
			before = s
			if _, err := r.Play(&s, legal[rng.IntN(len(legal))]); err != nil {
				t.Fatal(err)
			}
		}
	})
}
