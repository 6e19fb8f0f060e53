package rules

import (
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestGeometry(t *testing.T) {
	// North   0 1 2 3 4    from its own left: 4 3 2 1 0
	// South   9 8 7 6 5    from its own left: 9 8 7 6 5
	r := Standard(AdjiBoto, 0)
	for i, p := range []Pit{9, 8, 7, 6, 5, 4, 3, 2, 1, 0} {
		side, k := Side(i/5), i%5
		if r.Owner(p) != side || r.PitOf(side, k) != p || r.FromLeft(p) != k {
			t.Errorf("pit %d: owner %v, pit %d of %v is %d, from left %d", p, r.Owner(p), k, side, r.PitOf(side, k), r.FromLeft(p))
		}
	}
	for p, q := range []Pit{9, 8, 7, 6, 5, 4, 3, 2, 1, 0} {
		if got := r.Opposite(Pit(p)); got != q {
			t.Errorf("opposite %d is %d", p, got)
		}
	}
}

func TestPits(t *testing.T) {
	ps := Pits(1<<2 | 1<<19)
	var got []Pit
	for p := range ps.All() {
		got = append(got, p)
	}
	if len(got) != 2 || got[0] != 2 || got[1] != 19 || ps.Len() != 2 || !ps.Has(19) || ps.Has(3) {
		t.Errorf("%b: %v, %d", ps, got, ps.Len())
	}
	for p := range ps.All() {
		if p != 2 {
			t.Errorf("the loop goes on after break, to %d", p)
		}
		break
	}
}

func TestValidate(t *testing.T) {
	for _, r := range everyRuleset() {
		if err := r.Validate(); err != nil {
			t.Errorf("%+v: %v", r, err)
		}
	}
	adji := Standard(AdjiBoto, 0)
	for _, c := range []struct {
		r    Ruleset
		want string
	}{
		{Ruleset{}, "there is no game number 0"},
		{Standard(AdjiBoto, 6), "Adji-Boto is not played on 6 pits a row, but on 5"},
		{Standard(EnDodoi, 0), "En Dodoi is not played on 0 pits a row, but on 6 to 10"},
		{Standard(EnDodoi, 11), "En Dodoi is not played on 11 pits a row, but on 6 to 10"},
		{Standard(EnDodoi, 300), "En Dodoi is not played on 255 pits a row, but on 6 to 10"},
		{Standard(CrossEndodoi, 7), "Cross-Endodoi is not played on 7 pits a row, but on 6"},
		{Ruleset{Game: EnDodoi, Pits: 8, Seeds: 2}, "En Dodoi is not played with 2 seeds a pit, but with 3 to 6"},
		{Ruleset{Game: AdjiBoto, Pits: 5, Seeds: 9, CapturesFrom: 11}, "Adji-Boto is not played with 9 seeds a pit, but with 10"},
		{Ruleset{Game: AdjiBoto, Pits: 5, Seeds: 10}, "captures-from is 1 to 11, not 0"},
		{Ruleset{Game: AdjiBoto, Pits: 5, Seeds: 10, CapturesFrom: 12}, "captures-from is 1 to 11, not 12"},
		{Ruleset{Game: EnDodoi, Pits: 6, Seeds: 4, EndStuck: true}, "En Dodoi does not have Adji-Boto's options"},
		{Ruleset{Game: CrossEndodoi, Pits: 6, Seeds: 3, LoneTaken: true}, "Cross-Endodoi does not have the option lone=taken"},
		{func() Ruleset { adji.LoneTaken = true; return adji }(), "Adji-Boto does not have the option lone=taken"},
	} {
		if err := c.r.Validate(); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %s", c.r, err, c.want)
		}
	}
}

// TestPly holds single plies against boards worked out by hand.
func TestPly(t *testing.T) {
	for _, c := range []struct {
		name, game    string
		pits          int
		options, from string
		move          rune
		captured      int
		to            string
	}{
		{"one seed stays, the others go round to the right", "adji-boto", 5, "-",
			"0,0,0,0,2/4,0,0,0,0 47-47 S", 'A', 0, "0,0,0,0,2/1,1,1,1,0 47-47 N"},
		{"round the corner into North's row", "adji-boto", 5, "-",
			"0,0,0,0,2/0,0,0,0,4 47-47 S", 'E', 0, "0,0,1,1,3/0,0,0,0,1 47-47 N"},
		{"North's row from its left to its right, and into South's", "adji-boto", 5, "-",
			"3,0,0,2,0/2,2,2,2,2 42-43 N", 'e', 0, "1,0,0,2,0/3,3,2,2,2 42-43 S"},
		{"clockwise", "adji-boto", 5, "direction=clockwise",
			"4,0,0,0,0/4,0,0,0,0 46-46 S", 'A', 0, "5,1,1,0,0/1,0,0,0,0 46-46 N"},
		{"more than nine seeds are sown into the pit of origin too", "adji-boto", 5, "-",
			"0,0,0,0,0/12,0,3,0,0 42-43 S", 'A', 0, "1,1,1,1,1/2,2,4,1,1 42-43 N"},
		{"more than two rounds", "adji-boto", 5, "-",
			"0,0,0,0,0/24,0,0,4,0 36-36 S", 'A', 0, "2,2,2,2,2/3,3,3,7,2 36-36 N"},
		{"three in the pit after the landing pit", "adji-boto", 5, "-",
			"0,0,0,2,0/3,0,1,3,4 44-43 S", 'A', 3, "0,0,0,2,0/1,1,2,0,4 47-43 N"},
		{"two are not captured", "adji-boto", 5, "-",
			"0,0,0,2,0/3,0,1,2,4 44-44 S", 'A', 0, "0,0,0,2,0/1,1,2,2,4 44-44 N"},
		{"seven are not captured", "adji-boto", 5, "-",
			"0,0,0,2,0/3,0,1,7,4 44-39 S", 'A', 0, "0,0,0,2,0/1,1,2,7,4 44-39 N"},
		{"a chain into the other row", "adji-boto", 5, "-",
			"0,0,0,2,5/3,0,1,3,1 44-41 S", 'A', 9, "0,0,0,2,0/1,1,2,0,0 53-41 N"},
		{"an empty pit ends the chain", "adji-boto", 5, "-",
			"0,0,0,2,5/3,0,1,3,0 44-42 S", 'A', 3, "0,0,0,2,5/1,1,2,0,0 47-42 N"},
		{"an empty pit is stepped over", "adji-boto", 5, "chain=over-empty",
			"0,0,0,2,5/3,0,1,3,0 44-42 S", 'A', 8, "0,0,0,2,0/1,1,2,0,0 52-42 N"},
		{"several empty pits are stepped over", "adji-boto", 5, "chain=over-empty",
			"0,2,1,0,0/3,0,1,3,0 45-45 S", 'A', 4, "0,2,0,0,0/1,1,2,0,0 49-45 N"},
		{"an even pit ends the chain over empty pits", "adji-boto", 5, "chain=over-empty",
			"0,0,1,4,0/3,0,1,3,0 44-44 S", 'A', 3, "0,0,1,4,0/1,1,2,0,0 47-44 N"},
		{"an empty pit does not begin a chain", "adji-boto", 5, "chain=over-empty",
			"0,0,0,2,5/3,0,1,0,1 44-44 S", 'A', 0, "0,0,0,2,5/1,1,2,0,1 44-44 N"},
		{"a chain all the way round takes nine pits", "adji-boto", 5, "-",
			"1,1,1,1,1/2,0,1,1,1 45-45 S", 'A', 9, "0,0,0,0,0/0,1,0,0,0 54-45 N"},
		{"and under landing=taken the tenth", "adji-boto", 5, "landing=taken",
			"1,1,1,1,1/2,0,1,1,1 45-45 S", 'A', 10, "0,0,0,0,0/0,0,0,0,0 55-45 N"},
		{"but not if the landing pit holds two", "adji-boto", 5, "landing=taken",
			"1,1,1,1,1/2,1,1,1,1 45-44 S", 'A', 9, "0,0,0,0,0/0,2,0,0,0 54-44 N"},
		{"nor more than once round", "adji-boto", 5, "chain=over-empty,landing=taken",
			"0,0,0,0,0/2,0,1,0,0 48-49 S", 'A', 3, "0,0,0,0,0/0,0,0,0,0 51-49 N"},
		{"a chain clockwise", "adji-boto", 5, "direction=clockwise",
			"0,3,1,2,0/2,0,0,0,0 46-46 S", 'A', 4, "1,0,0,2,0/1,0,0,0,0 50-46 N"},
		{"no capture within the opening cycle", "adji-boto", 5, "-",
			"0,0,0,2,0/3,0,1,3,4 44-43 S bcdeBCDE", 'A', 0, "0,0,0,2,0/1,1,2,3,4 44-43 N ABCDEbcde"},
		{"captures-from=9 once eight pits are opened", "adji-boto", 5, "captures-from=9",
			"0,0,0,2,0/3,0,1,3,4 44-43 S bcdeBCDE", 'A', 3, "0,0,0,2,0/1,1,2,0,4 47-43 N ABCDEbcde"},
		{"captures-from=10 not yet", "adji-boto", 5, "captures-from=10",
			"0,0,0,2,0/3,0,1,3,4 44-43 S bcdeBCDE", 'A', 0, "0,0,0,2,0/1,1,2,3,4 44-43 N ABCDEbcde"},
		{"captures-from=1 at once", "adji-boto", 5, "captures-from=1",
			"0,0,0,2,0/3,0,1,3,4 44-43 S -", 'A', 3, "0,0,0,2,0/1,1,2,0,4 47-43 N A"},
		{"the last pit to be opened ends the cycle", "adji-boto", 5, "-",
			"0,0,0,0,4/0,0,0,0,0 48-48 N ABCDEbcde", 'a', 0, "0,1,1,1,1/0,0,0,0,0 48-48 S"},

		{"two seeds into an empty pit, with nothing opposite", "en-dodoi", 6, "-",
			"0,0,0,0,0,1/2,0,0,0,0,0 22-23 S", 'A', 0, "0,0,0,0,0,1/0,1,1,0,0,0 22-23 N"},
		{"the opposite pit and the capturing seed", "en-dodoi", 6, "-",
			"0,0,5,0,0,1/2,0,0,0,0,0 20-20 S", 'A', 6, "0,0,0,0,0,1/0,1,0,0,0,0 26-20 N"},
		{"the lone seed stays", "en-dodoi", 6, "-",
			"0,0,0,0,0,1/1,0,0,0,0,0 23-23 S", 'A', 0, "0,0,0,0,0,1/0,1,0,0,0,0 23-23 N"},
		{"the lone seed is taken", "en-dodoi", 6, "lone=taken",
			"0,0,0,0,0,1/1,0,0,0,0,0 23-23 S", 'A', 1, "0,0,0,0,0,1/0,0,0,0,0,0 24-23 N"},
		{"lone=taken changes nothing with seeds opposite", "en-dodoi", 6, "lone=taken",
			"0,0,5,0,0,1/2,0,0,0,0,0 20-20 S", 'A', 6, "0,0,0,0,0,1/0,1,0,0,0,0 26-20 N"},
		{"no capture in the other row", "en-dodoi", 6, "lone=taken",
			"0,0,0,0,0,0/0,0,0,0,3,1 22-22 S", 'F', 0, "0,0,0,0,0,1/0,0,0,0,3,0 22-22 N"},
		// A's two seeds fall into B and C; C then holds three, which go on to D, E and F.
		{"a relay", "en-dodoi", 6, "-",
			"4,0,0,0,0,2/2,0,2,0,0,0 19-19 S", 'A', 3, "4,0,0,0,0,0/0,1,0,1,1,0 22-19 N"},
		{"a full round sows the pit of origin, and ends there", "en-dodoi", 6, "-",
			"0,0,0,0,0,0/12,0,0,0,0,1 17-18 S", 'A', 2, "0,1,1,1,1,1/0,1,1,1,1,2 19-18 N"},
		// They end in B, the second there: on by twos to D, F, b, d, f and B, empty now.
		{"one round and a seed", "en-dodoi", 6, "-",
			"0,0,0,0,0,0/13,0,0,0,0,0 17-18 S", 'A', 3, "0,0,0,2,0,2/2,0,2,0,2,0 20-18 N"},
		{"clockwise en dodoi", "en-dodoi", 6, "direction=clockwise",
			"1,0,0,0,0,0/0,1,5,0,0,0 20-21 S", 'B', 2, "0,0,0,0,0,0/0,0,5,0,0,0 22-21 N"},

		{"an even number counter-clockwise", "cross-endodoi", 6, "-",
			"0,0,3,0,0,0/2,0,0,0,0,0 15-16 S", 'A', 4, "0,0,0,0,0,0/0,1,0,0,0,0 19-16 N"},
		{"an odd number clockwise", "cross-endodoi", 6, "-",
			"0,0,0,0,0,3/0,0,0,0,0,3 15-15 S", 'F', 0, "0,0,0,0,0,3/0,0,1,1,1,0 15-15 N"},
		// F's three end in C, which has four then: they go back over D, E and F to a.
		{"each lap takes its direction anew", "cross-endodoi", 6, "-",
			"0,0,0,0,0,0/0,0,3,0,0,3 15-15 S", 'F', 0, "0,0,0,0,0,1/0,0,0,2,2,1 15-15 N"},
		{"both directions turned round", "cross-endodoi", 6, "direction=clockwise",
			"0,0,0,0,0,3/0,0,0,0,0,3 15-15 S", 'F', 0, "0,0,0,1,1,4/0,0,0,0,0,0 15-15 N"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ruleset(t, c.game, c.pits, c.options)
			s, want := state(t, &r, c.from), state(t, &r, c.to)
			w, err := r.Play(&s, letter(&r, c.move))
			if err != nil {
				t.Fatal(err)
			}
			if int(w.Captured) != c.captured || s != want {
				t.Errorf("captured %d, want %d\n got %s\nwant %s", w.Captured, c.captured, draw(&r, &s), draw(&r, &want))
			}
		})
	}
}

func TestIllegal(t *testing.T) {
	const (
		adji = "10,10,10,10,10/10,10,10,10,10 0-0 S -"
		doi  = "4,4,4,4,4,4/4,4,4,4,4,0 4-0 S"
	)
	for _, c := range []struct {
		game    string
		pits    int
		options string
		state   string
		move    Move
		want    Illegal
	}{
		{"adji-boto", 5, "-", adji, 10, Illegal{Reason: NoSuchPit}},
		{"adji-boto", 5, "-", adji, -2, Illegal{Reason: NoSuchPit}},
		{"adji-boto", 5, "-", adji, 4, Illegal{Reason: OpponentsPit, Seeds: 10}},
		{"adji-boto", 5, "-", adji, Pass, Illegal{Reason: CannotPass}},
		{"adji-boto", 5, "-", "12,12,11,11,11/2,11,10,10,10 0-0 S Aa", 9, Illegal{Reason: AlreadyOpened, Seeds: 2}},
		{"adji-boto", 5, "-", "0,0,0,0,2/1,2,0,0,0 47-48 S", 9, Illegal{Reason: TooFewSeeds, Seeds: 1}},
		{"adji-boto", 5, "-", "0,0,0,0,2/1,2,0,0,0 47-48 S", 7, Illegal{Reason: TooFewSeeds}},
		{"adji-boto", 5, "-", "0,0,0,0,2/1,1,0,0,0 48-48 S", 9, Illegal{Reason: MustPass, Seeds: 1}},
		{"adji-boto", 5, "-", "0,0,0,0,2/1,1,0,0,0 48-48 S", 4, Illegal{Reason: OpponentsPit, Seeds: 2}},
		{"adji-boto", 5, "-", "0,0,0,0,1/1,1,0,0,0 48-49 S", 9, Illegal{Reason: GameOver, Seeds: 1}},
		{"adji-boto", 5, "-", "0,0,0,0,1/1,1,0,0,0 48-49 S", Pass, Illegal{Reason: GameOver}},
		{"adji-boto", 5, "end=stuck", "0,0,0,0,2/1,1,0,0,0 48-48 S", Pass, Illegal{Reason: GameOver}},
		// While a player has pits to open, the others do not help it.
		{"adji-boto", 5, "captures-from=1", "9,9,0,0,0/1,9,0,0,0 36-36 S aBCDE", 8, Illegal{Reason: MustPass, Seeds: 9}},
		{"en-dodoi", 6, "-", doi, 12, Illegal{Reason: NoSuchPit}},
		{"en-dodoi", 6, "-", doi, 5, Illegal{Reason: OpponentsPit, Seeds: 4}},
		{"en-dodoi", 6, "-", doi, 6, Illegal{Reason: EmptyPit}},
		{"en-dodoi", 6, "-", doi, Pass, Illegal{Reason: CannotPass}},
		{"en-dodoi", 6, "-", "4,0,0,0,0,0/0,0,0,0,0,0 20-24 S", 6, Illegal{Reason: GameOver}},
		{"en-dodoi", 6, "-", "0,1,0,1,2,3/1,2,8,4,1,4 11-10 S", 8, Illegal{Reason: EndlessSowing, Seeds: 4, Laps: 84}},
		{"en-dodoi", 6, "-", "4,0,1,0,1,0/3,22,2,1,2,1 8-3 S", 11, Illegal{Reason: GivenUp, Seeds: 3, Laps: MaxLaps}},
		// This relay runs into its loop from outside.
		{"cross-endodoi", 6, "-", "3,2,1,2,1,1/4,0,1,2,3,4 5-7 N", 4, Illegal{Reason: EndlessSowing, Seeds: 1, Laps: 36}},
	} {
		r := ruleset(t, c.game, c.pits, c.options)
		s := state(t, &r, c.state)
		c.want.Move = c.move
		why, ok := errors.AsType[*Illegal](r.Check(&s, c.move))
		if !ok || *why != c.want {
			t.Errorf("%s, move %d: %+v, want %+v", c.state, c.move, why, c.want)
		}
	}
}

func TestCheckState(t *testing.T) {
	adji, from3, doi := Standard(AdjiBoto, 0), Standard(AdjiBoto, 0), Standard(EnDodoi, 6)
	from3.CapturesFrom = 3
	change := func(r Ruleset, f func(*State)) State {
		s := r.Start()
		f(&s)
		return s
	}
	for _, c := range []struct {
		r    Ruleset
		s    State
		want *Impossible
	}{
		{adji, adji.Start(), nil},
		{doi, doi.Start(), nil},
		{adji, change(adji, func(s *State) { s.Seeds[3]++ }), &Impossible{Fault: WrongTotal, Got: 101, Want: 100}},
		{adji, change(adji, func(s *State) { s.Store[0]++ }), &Impossible{Fault: WrongTotal, Got: 101, Want: 100}},
		{doi, change(doi, func(s *State) { s.Seeds[3], s.Seeds[12] = 0, 4 }), &Impossible{Fault: BeyondBoard, Pit: 12, Got: 4}},
		{doi, change(doi, func(s *State) { s.ToMove = 2 }), &Impossible{Fault: NoSide}},
		{doi, change(doi, func(s *State) { s.Opened = 1 }), &Impossible{Fault: NoOpeningCycle}},
		{adji, change(adji, func(s *State) { s.Opened = 1 << 10 }), &Impossible{Fault: NoSuchOpened, Pit: 10}},
		{adji, change(adji, func(s *State) { s.Opened = 1<<9 | 1<<8 | 1<<0 }), nil},
		{adji, change(adji, func(s *State) { s.Opened = 1<<9 | 1<<8 }), &Impossible{Fault: UnevenOpening, Got: 2, Want: 0}},
		{adji, change(adji, func(s *State) { s.Opened = 0b111 }), &Impossible{Fault: UnevenOpening, Got: 0, Want: 3}},
		{from3, change(from3, func(s *State) { s.Opened = 0b111 }), nil},
	} {
		got, _ := errors.AsType[*Impossible](c.r.CheckState(&c.s))
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %v, want %v", draw(&c.r, &c.s), got, c.want)
		}
	}
}

func TestEnd(t *testing.T) {
	for _, c := range []struct {
		name, game     string
		pits           int
		options, state string
		passForced     bool
		outcome        Outcome
		south, north   uint8 // in store after the sweep
	}{
		{"South cannot move, North can", "adji-boto", 5, "-", "0,0,0,0,2/1,1,0,0,0 48-48 S", true, Unfinished, 0, 0},
		{"neither can: each sweeps its row", "adji-boto", 5, "-", "0,0,0,0,1/1,1,0,0,0 48-49 S", false, Drawn, 50, 50},
		{"South has more", "adji-boto", 5, "-", "0,0,0,0,1/1,1,0,0,0 49-48 N", false, SouthWon, 51, 49},
		{"North has more", "adji-boto", 5, "-", "1,1,1,1,1/1,1,0,0,0 45-48 N", false, NorthWon, 47, 53},
		{"stuck", "adji-boto", 5, "end=stuck", "0,0,0,0,2/1,1,0,0,0 49-47 S", false, NorthWon, 49, 47},
		{"stuck with half of the seeds in store", "adji-boto", 5, "end=stuck", "0,0,0,0,2/1,1,0,0,0 50-46 S", false, Drawn, 50, 46},
		{"stuck, and the opponent has nearly all", "adji-boto", 5, "end=stuck", "1,1,1,1,1/1,1,0,0,0 0-93 N", false, Drawn, 0, 93},
		{"stuck at North", "adji-boto", 5, "end=stuck", "1,1,1,1,1/1,1,0,0,0 44-49 N", false, SouthWon, 44, 49},
		{"not stuck", "adji-boto", 5, "end=stuck", "1,1,1,1,1/1,2,0,0,0 44-48 S", false, Unfinished, 0, 0},
		{"South has no seeds: North made the last move", "en-dodoi", 6, "-", "4,0,0,0,0,0/0,0,0,0,0,0 24-20 S", false, Drawn, 24, 24},
		{"North has no seeds", "en-dodoi", 6, "-", "0,0,0,0,0,0/0,0,3,0,0,0 22-23 N", false, SouthWon, 25, 23},
		{"South can move", "en-dodoi", 6, "-", "0,0,0,0,0,0/0,0,3,0,0,0 22-23 S", false, Unfinished, 0, 0},
		{"Cross-Endodoi", "cross-endodoi", 6, "-", "0,0,0,0,0,0/0,0,3,0,0,0 15-18 N", false, Drawn, 18, 18},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ruleset(t, c.game, c.pits, c.options)
			s := state(t, &r, c.state)
			if got := r.PassForced(&s); got != c.passForced {
				t.Errorf("pass forced: %v", got)
			}
			if got := r.Outcome(&s); got != c.outcome || r.Over(&s) != (c.outcome != Unfinished) {
				t.Errorf("outcome %d, over %v", got, r.Over(&s))
			}
			if c.outcome == Unfinished {
				return
			}
			if got := r.Sweep(s).Store; got != [2]uint8{c.south, c.north} {
				t.Errorf("swept to %v", got)
			}
		})
	}
}

func TestEachOpeningCycleIsItsOwn(t *testing.T) {
	r := ruleset(t, "adji-boto", 5, "captures-from=1")
	// South has opened its five; North has a and b left, of which only b can be sown.
	s := state(t, &r, "8,9,9,4,1/9,0,0,0,0 30-30 N ABCDEcde")
	if got, want := r.Legal(&s), Pits(1<<letter(&r, 'b')); got != want {
		t.Errorf("North: %b, want %b", got, want)
	}
	s.ToMove = South
	if got, want := r.Legal(&s), Pits(1<<letter(&r, 'A')); got != want {
		t.Errorf("South: %b, want %b", got, want)
	}
}

func TestEndlessFifthPly(t *testing.T) {
	r := Standard(EnDodoi, 6)
	s := play(t, &r, r.Start(), "A+2 e C+2 b+3")
	why, ok := errors.AsType[*Illegal](r.Check(&s, letter(&r, 'A')))
	if !ok || why.Reason != EndlessSowing || why.Laps != 27036 {
		t.Errorf("%+v", why)
	}
}

func TestRepetition(t *testing.T) {
	r := Standard(AdjiBoto, 0)
	s := state(t, &r, "1,2,2,1,2/2,2,1,2,1 42-42 S")
	if again := play(t, &r, s, "B d D a A c C e E b"); again != s {
		t.Errorf("%s", draw(&r, &again))
	}
}

func TestTranspositions(t *testing.T) {
	for _, c := range []struct {
		r    Ruleset
		a, b string
	}{
		{Standard(AdjiBoto, 0), "A c E d C b D a B", "E c A d C b D a B"},
		{Standard(EnDodoi, 6), "D+7 d+2 A d C", "D+7 d+2 A e C"},
	} {
		a, b := play(t, &c.r, c.r.Start(), c.a), play(t, &c.r, c.r.Start(), c.b)
		if a != b || c.r.Key(&a) != c.r.Key(&b) {
			t.Errorf("%s\n%s", draw(&c.r, &a), draw(&c.r, &b))
		}
	}
}

// TestKeysAreDense: the keys of a ruleset's states are all numbers below the
// number of its states, which is a binomial coefficient times the two sides
// and, in Adji-Boto, the sets of opened pits.
func TestKeysAreDense(t *testing.T) {
	for _, r := range everyRuleset() {
		n2, total := int64(2*r.Pits), int64(r.Total())
		count := new(big.Int).Binomial(total+n2+1, n2+1)
		count.Lsh(count, 1)
		if r.Game == AdjiBoto {
			count.Lsh(count, adjiBotoPits)
		}
		if count.BitLen() > 84 {
			t.Errorf("%+v: keys of %d bits", r, count.BitLen())
		}
		last := new(big.Int).Sub(count, big.NewInt(1))
		for _, c := range []struct {
			n  *big.Int
			ok bool
		}{{new(big.Int), true}, {last, true}, {count, false}} {
			lo := new(big.Int).And(c.n, new(big.Int).SetUint64(math.MaxUint64))
			k := Key{new(big.Int).Rsh(c.n, 64).Uint64(), lo.Uint64()}
			s, ok := r.StateOf(k)
			if ok != c.ok || ok && r.Key(&s) != k {
				t.Errorf("%+v: the state of %x: %v %v", r, k, s, ok)
			}
		}
		if _, ok := r.StateOf(Key{math.MaxUint64, math.MaxUint64}); ok {
			t.Errorf("%+v: the greatest number is a key", r)
		}
	}
}

func TestPlayDoesNotAllocate(t *testing.T) {
	for _, r := range standards() {
		game := randomGame(&r, rand.New(rand.NewPCG(1, 1)), 100)
		allocs := testing.AllocsPerRun(10, func() {
			s := r.Start()
			for _, m := range game {
				r.Key(&s)
				if _, err := r.Play(&s, m); err != nil {
					t.Fatal(err)
				}
			}
		})
		if allocs != 0 {
			t.Errorf("%s: %v allocations a game", boardName(&r), allocs)
		}
	}
}
