package rules

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
)

// state reads a position such as "10,10,10,10,10/10,10,10,10,10 0-0 S ACe": North's
// row and South's as drawn, the stores, the side to move and, in Adji-Boto's
// opening cycle, the opened pits or "-".
func state(t testing.TB, r *Ruleset, text string) State {
	t.Helper()
	var s State
	f := strings.Fields(text)
	north, south, _ := strings.Cut(f[0], "/")
	number := func(text string) uint8 {
		n, err := strconv.ParseUint(text, 10, 8)
		if err != nil {
			t.Fatal(err)
		}
		return uint8(n)
	}
	for i, x := range strings.Split(north, ",") {
		s.Seeds[i] = number(x)
	}
	for i, x := range strings.Split(south, ",") {
		s.Seeds[2*int(r.Pits)-1-i] = number(x)
	}
	a, b, _ := strings.Cut(f[1], "-")
	s.Store = [2]uint8{number(a), number(b)}
	if f[2] == "N" {
		s.ToMove = North
	}
	if r.Game == AdjiBoto {
		s.Opened = allOpened
		if len(f) > 3 {
			s.Opened = 0
			for _, c := range strings.Trim(f[3], "-") {
				s.Opened |= 1 << letter(r, c)
			}
		}
	}
	if err := r.CheckState(&s); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s
}

// letter returns the pit of a letter: A.. are South's and a.. North's, each from
// its owner's left. A dash is a pass.
func letter(r *Ruleset, c rune) Move {
	switch {
	case c == '-':
		return Pass
	case c >= 'a':
		return Move(r.PitOf(North, int(c-'a')))
	}
	return Move(r.PitOf(South, int(c-'A')))
}

// play plays a line such as "A+2 e C+2", checking the captures.
func play(t testing.TB, r *Ruleset, s State, line string) State {
	t.Helper()
	for i, token := range strings.Fields(line) {
		text, captured, _ := strings.Cut(token, "+")
		if captured == "" {
			captured = "0"
		}
		w, err := r.Play(&s, letter(r, rune(text[0])))
		if err != nil {
			t.Fatalf("ply %d, %s: %v", i+1, token, err)
		}
		if got := strconv.Itoa(int(w.Captured)); got != captured {
			t.Fatalf("ply %d, %s: captured %s", i+1, token, got)
		}
	}
	return s
}

// ruleset returns a game's ruleset with options as records name them, or "-".
func ruleset(t testing.TB, game string, pits int, options string) Ruleset {
	t.Helper()
	games := map[string]Game{"adji-boto": AdjiBoto, "en-dodoi": EnDodoi, "cross-endodoi": CrossEndodoi}
	r := Standard(games[game], pits)
	for option := range strings.SplitSeq(options, ",") {
		name, value, _ := strings.Cut(option, "=")
		switch option {
		case "-":
		case "direction=clockwise":
			r.Clockwise = true
		case "chain=over-empty":
			r.ChainOverEmpty = true
		case "landing=taken":
			r.LandingTaken = true
		case "end=stuck":
			r.EndStuck = true
		case "lone=taken":
			r.LoneTaken = true
		default:
			n, err := strconv.ParseUint(value, 10, 8)
			switch {
			case err == nil && name == "seeds":
				r.Seeds = uint8(n)
			case err == nil && name == "captures-from":
				r.CapturesFrom = uint8(n)
			default:
				t.Fatalf("option %q", option)
			}
		}
	}
	if err := r.Validate(); err != nil {
		t.Fatal(err)
	}
	return r
}

// everyRuleset returns every game on every board with every combination of
// options.
func everyRuleset() []Ruleset {
	var list []Ruleset
	bools := []bool{false, true}
	for _, clockwise := range bools {
		for _, over := range bools {
			for _, landing := range bools {
				for _, stuck := range bools {
					for from := uint8(1); from <= 11; from++ {
						list = append(list, Ruleset{Game: AdjiBoto, Pits: 5, Seeds: 10, Clockwise: clockwise,
							ChainOverEmpty: over, LandingTaken: landing, EndStuck: stuck, CapturesFrom: from})
					}
				}
			}
		}
		for seeds := uint8(3); seeds <= 6; seeds++ {
			list = append(list, Ruleset{Game: CrossEndodoi, Pits: 6, Seeds: seeds, Clockwise: clockwise})
			for pits := uint8(6); pits <= 10; pits++ {
				for _, lone := range bools {
					list = append(list, Ruleset{Game: EnDodoi, Pits: pits, Seeds: seeds, Clockwise: clockwise, LoneTaken: lone})
				}
			}
		}
	}
	return list
}

// draw prints a state as state reads it.
func draw(r *Ruleset, s *State) string {
	n := int(r.Pits)
	var b strings.Builder
	for p := range n {
		fmt.Fprintf(&b, "%d,", s.Seeds[p])
	}
	b.WriteString("/")
	for p := 2*n - 1; p >= n; p-- {
		fmt.Fprintf(&b, "%d,", s.Seeds[p])
	}
	return fmt.Sprintf("%s %d-%d %v %#x", strings.ReplaceAll(b.String(), ",/", "/"), s.Store[0], s.Store[1], s.ToMove, s.Opened)
}
