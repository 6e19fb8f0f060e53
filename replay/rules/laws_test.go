package rules

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"testing"
)

// anyMove are the moves that the laws are tried with: a pass, every pit of the
// longest board, and numbers beyond.
func anyMove() []Move {
	moves := []Move{-128, -2, Pass}
	for m := Move(0); m < MaxPits+2; m++ {
		moves = append(moves, m)
	}
	return append(moves, 127)
}

// wellFormed is CheckState but for the pits opened by either side: from a
// position in which a player must pass within the opening cycle, they come to
// differ by more than a position may.
func wellFormed(r *Ruleset, s *State) error {
	err := r.CheckState(s)
	if why, ok := errors.AsType[*Impossible](err); ok && why.Fault == UnevenOpening {
		return nil
	}
	return err
}

// checkLaws asks everything about a state that must hold for any state.
func checkLaws(t *testing.T, r *Ruleset, s State) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Logf("%+v", *r)
		t.Logf("%s", draw(r, &s))
		t.Fatalf(format, args...)
	}
	if err := wellFormed(r, &s); err != nil {
		fail("impossible: %v", err)
	}

	k := r.Key(&s)
	if back, ok := r.StateOf(k); !ok || back != s {
		fail("StateOf(%x) = %v, %v", k, back, ok)
	}

	legal, over, mustPass := r.Legal(&s), r.Over(&s), r.PassForced(&s)
	if r.CanMove(&s) != (legal != 0) {
		fail("CanMove with legal moves %b", legal)
	}
	if can := legal != 0; can == (over || mustPass) || over && mustPass {
		fail("can move %v, over %v, must pass %v", can, over, mustPass)
	}
	if (r.Outcome(&s) == Unfinished) == over {
		fail("over %v, outcome %v", over, r.Outcome(&s))
	}
	for p := range legal.All() {
		if r.Owner(p) != s.ToMove {
			fail("pit %d is legal and the opponent's", p)
		}
	}
	if over {
		end := r.Sweep(s)
		if err := wellFormed(r, &end); err != nil {
			fail("swept to %s: %v", draw(r, &end), err)
		}
		if r.EndStuck && end != s || !r.EndStuck && end.Seeds != [MaxPits]uint8{} {
			fail("swept to %s", draw(r, &end))
		}
	}

	for _, m := range anyMove() {
		listed := m == Pass && mustPass || m >= 0 && m < MaxPits && legal.Has(Pit(m))
		after := s
		w, err := r.Play(&after, m)
		if (err == nil) != listed {
			fail("move %d: in the list %v, error %v", m, listed, err)
		}
		if checked := r.Check(&s, m); (checked == nil) != listed {
			fail("move %d: in the list %v, Check %v", m, listed, checked)
		}
		laps, traced, traceErr := r.Trace(s, m)
		if err != nil {
			why, ok := errors.AsType[*Illegal](err)
			if !ok || why.Move != m || why.Reason == 0 || why.Error() == "" {
				fail("move %d: error %#v", m, err)
			}
			if (why.Reason == GameOver) != over {
				fail("move %d: over %v, error %v", m, over, err)
			}
			if after != s {
				fail("move %d is illegal and changed the state", m)
			}
			if traceErr == nil {
				fail("move %d: Trace has no error", m)
			}
			continue
		}
		if err := wellFormed(r, &after); err != nil {
			fail("move %d leads to %s: %v", m, draw(r, &after), err)
		}
		if after.ToMove == s.ToMove {
			fail("move %d leaves the side to move", m)
		}
		if got := int(after.Store[s.ToMove]) - int(s.Store[s.ToMove]); got != int(w.Captured) {
			fail("move %d: captured %d, stored %d", m, w.Captured, got)
		}
		if r.CapturesBarred(&s) && w.Captured != 0 {
			fail("move %d: captured %d, and captures are barred", m, w.Captured)
		}
		if (w.Captured == 0) != (w.Taken == 0) {
			fail("move %d: captured %d from %b", m, w.Captured, w.Taken)
		}
		for p := range w.Taken.All() {
			if after.Seeds[p] != 0 {
				fail("move %d: seeds left in pit %d, which was captured", m, p)
			}
		}
		if traceErr != nil || traced != w || len(laps) != int(w.Laps) {
			fail("move %d: Trace has %v, %v, %d laps; Play %v", m, traced, traceErr, len(laps), w)
		}
		checkTrace(t, r, s, after, m, laps, w)
	}
}

// checkTrace replays the laps and takes the captures, which must lead to after.
func checkTrace(t *testing.T, r *Ruleset, s, after State, m Move, laps []Lap, w Sowing) {
	t.Helper()
	board := s.Seeds
	from := Pit(m)
	for _, lap := range laps {
		if lap.From != from {
			t.Fatalf("a lap from pit %d, expected from %d", lap.From, from)
		}
		board[from] -= uint8(lap.Seeds)
		for range lap.Seeds {
			switch {
			case lap.Clockwise && from == Pit(2*r.Pits-1):
				from = 0
			case lap.Clockwise:
				from++
			case from == 0:
				from = Pit(2*r.Pits - 1)
			default:
				from--
			}
			board[from]++
		}
		if lap.To != from {
			t.Fatalf("a lap to pit %d, expected to %d", lap.To, from)
		}
	}
	if m != Pass && w.Landing != from {
		t.Fatalf("landing %d, the last lap ends at %d", w.Landing, from)
	}
	captured := 0
	for p := range w.Taken.All() {
		captured += int(board[p])
		board[p] = 0
	}
	if captured != int(w.Captured) || board != after.Seeds {
		t.Fatalf("the laps of %d and the captures %b of %d lead to %v, Play to %v", m, w.Taken, w.Captured, board, after.Seeds)
	}
}

// randomState returns a state drawn at random, its seeds thrown into pits and
// stores, more or less of them on the board.
func randomState(r *Ruleset, rng *rand.Rand) State {
	for {
		s := State{ToMove: Side(rng.IntN(2))}
		stored := rng.IntN(101)
		for range r.Total() {
			if rng.IntN(100) < stored {
				s.Store[rng.IntN(2)]++
			} else {
				s.Seeds[rng.IntN(2*int(r.Pits))]++
			}
		}
		if r.Game == AdjiBoto {
			s.Opened = allOpened
			if rng.IntN(2) == 0 {
				s.Opened = uint16(rng.IntN(allOpened + 1))
			}
		}
		if r.CheckState(&s) == nil {
			return s
		}
	}
}

func TestLawsInEveryRuleset(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range everyRuleset() {
		for range 3 {
			checkLaws(t, &r, randomState(&r, rng))
		}
		s := r.Start()
		for range 60 {
			checkLaws(t, &r, s)
			m, ok := randomMove(&r, &s, rng)
			if !ok {
				break
			}
			if _, err := r.Play(&s, m); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// compare holds the engine against the model in one state.
func compare(t *testing.T, r *Ruleset, s State) {
	t.Helper()
	fail := func(format string, args ...any) {
		t.Helper()
		t.Logf("%+v", *r)
		t.Logf("%s", draw(r, &s))
		t.Fatalf(format, args...)
	}
	m := newModel(*r, s)
	legal := r.Legal(&s)
	for i := range m.seeds {
		p := m.pit(i)
		want, sowing := m.try(i)
		if legal.Has(p) != (want != nil) {
			fail("pit %d is legal: %v, in the model: %v", p, legal.Has(p), want != nil)
		}
		if want == nil {
			continue
		}
		got := s
		w, err := r.Play(&got, Move(p))
		if err != nil || w != sowing || got != want.state() {
			after := want.state()
			fail("pit %d: %+v, %v, %s\nin the model: %+v, %s", p, w, err, draw(r, &got), sowing, draw(r, &after))
		}
	}
	if r.PassForced(&s) != m.mustPass() {
		fail("pass forced: %v, in the model: %v", r.PassForced(&s), m.mustPass())
	}
	if over := !m.canMove() && !m.mustPass(); over != r.Over(&s) {
		fail("over: %v, in the model: %v", r.Over(&s), over)
	} else if over {
		outcome, final := m.outcome()
		end := r.Sweep(s)
		if r.Outcome(&s) != outcome || int(end.Store[0]) != final[0] || int(end.Store[1]) != final[1] {
			fail("ended %v, %v; in the model: %v, %v", r.Outcome(&s), end.Store, outcome, final)
		}
	}
}

// isShort reports whether no sowing from s is so long that the model, which remembers
// each board, would take seconds over it: a fuzzer counts that as a hang.
func isShort(r *Ruleset, s State) bool {
	for p := range 2 * int(r.Pits) {
		after := s
		w, err := r.Play(&after, Move(p))
		laps := int(w.Laps)
		if why, ok := errors.AsType[*Illegal](err); ok {
			laps = why.Laps
		}
		if laps > 10_000 {
			return false
		}
	}
	return true
}

func TestModelAgreesInEveryRuleset(t *testing.T) {
	games := 4
	if testing.Short() {
		games = 1
	}
	for i, r := range everyRuleset() {
		rng := rand.New(rand.NewPCG(5, uint64(i)))
		for range games {
			compare(t, &r, randomState(&r, rng))
			s := r.Start()
			for range 300 {
				compare(t, &r, s)
				m, ok := randomMove(&r, &s, rng)
				if !ok {
					break
				}
				if _, err := r.Play(&s, m); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
}

// FuzzGame plays the pits that the bytes name, as far as they are legal, and holds
// the engine against the model where they lead.
func FuzzGame(f *testing.F) {
	all := everyRuleset()
	for i := range len(all) / 8 {
		f.Add(uint16(8*i), []byte("ABCDEabcde, a game of letters"))
	}
	f.Fuzz(func(t *testing.T, n uint16, moves []byte) {
		r := all[int(n)%len(all)]
		s := r.Start()
		seen := map[Key]State{}
		for _, b := range moves[:min(len(moves), 100)] {
			checkLaws(t, &r, s)
			k := r.Key(&s)
			if was, ok := seen[k]; ok && was != s {
				t.Fatalf("%v and %v share the key %v", was, s, k)
			}
			seen[k] = s
			m := Move(b) % Move(2*r.Pits)
			if r.PassForced(&s) {
				m = Pass
			}
			_, _ = r.Play(&s, m)
		}
		if isShort(&r, s) {
			compare(t, &r, s)
		}
	})
}

// FuzzState asks the laws, and the model, of any bytes that make a state.
func FuzzState(f *testing.F) {
	all := everyRuleset()
	rng := rand.New(rand.NewPCG(7, 8))
	for i := range len(all) / 8 {
		r := all[8*i]
		s := randomState(&r, rng)
		f.Add(uint16(8*i), append(append(s.Seeds[:], s.Store[:]...), byte(s.Opened), byte(s.Opened>>8), byte(s.ToMove)))
	}
	f.Fuzz(func(t *testing.T, n uint16, data []byte) {
		r := all[int(n)%len(all)]
		data = append(data, make([]byte, MaxPits+5)...)
		var s State
		data = data[copy(s.Seeds[:], data):]
		data = data[copy(s.Store[:], data):]
		s.Opened, s.ToMove = binary.LittleEndian.Uint16(data), Side(data[2])
		if err := r.CheckState(&s); err != nil {
			why, ok := errors.AsType[*Impossible](err)
			if !ok || why.Error() == "" {
				t.Fatalf("error %#v", err)
			}
			return
		}
		checkLaws(t, &r, s)
		if isShort(&r, s) {
			compare(t, &r, s)
		}
	})
}

// FuzzKey takes any key for a state's: either it is no state's, or the state
// has that key.
func FuzzKey(f *testing.F) {
	all := everyRuleset()
	for i := range len(all) / 8 {
		s := all[8*i].Start()
		k := all[8*i].Key(&s)
		f.Add(uint16(8*i), k.Hi, k.Lo)
	}
	f.Fuzz(func(t *testing.T, n uint16, hi, lo uint64) {
		r := all[int(n)%len(all)]
		s, ok := r.StateOf(Key{hi, lo})
		if !ok {
			return
		}
		if err := wellFormed(&r, &s); err != nil {
			t.Fatalf("the state of a key cannot be: %v", err)
		}
		if k := r.Key(&s); k != (Key{hi, lo}) {
			t.Fatalf("the state of %x has the key %x", Key{hi, lo}, k)
		}
	})
}
