package rules

import (
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
)

// TestLongRelayIsRemembered plays a relay that takes MaxLaps to give up, from
// several goroutines, and finds it in the memory.
func TestLongRelayIsRemembered(t *testing.T) {
	r := ruleset(t, "en-dodoi", 6, "-")
	s := state(t, &r, "4,0,1,0,1,0/3,22,2,1,2,1 8-3 S")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			for range 1_000 {
				board := s.Seeds
				if _, laps, endless := r.relayWithin(&board, 11, MaxLaps); endless != GivenUp || laps != MaxLaps {
					t.Errorf("%d laps, reason %d", laps, endless)
					return
				}
			}
		})
	}
	wg.Wait()
	if _, ok := longRelays.get(relayStart{r, s.Seeds, 11}); !ok {
		t.Error("not remembered")
	}
	if _, ok := longRelays.get(relayStart{r, s.Seeds, 10}); ok {
		t.Error("another pit is remembered too")
	}
}

// TestPlayWithin: what is given up is what takes longer, and all else is as ever.
func TestPlayWithin(t *testing.T) {
	const maxLaps = 300
	rng := rand.New(rand.NewPCG(1, 9))
	givenUp, endless := 0, 0
	for _, r := range []Ruleset{Standard(EnDodoi, 6), Standard(EnDodoi, 7), Standard(CrossEndodoi, 6)} {
		for range 1500 {
			s := r.Start()
			for ply := 0; ply < 60 && !r.Over(&s); ply++ {
				for p := range r.row(s.ToMove).All() {
					whole, hasty := s, s
					want, err := r.Play(&whole, Move(p))
					got, gotErr := r.PlayWithin(&hasty, Move(p), maxLaps)
					switch e, _ := gotErr.(*Illegal); {
					case e != nil && e.Reason == GivenUp:
						givenUp++
						if full, _ := err.(*Illegal); e.Laps != maxLaps || hasty != s || full == nil && want.Laps <= maxLaps || full != nil && full.Reason == EmptyPit {
							t.Fatalf("%v, pit %d is given up: %v; it is %v, %v", s, p, e, want, err)
						}
					case e != nil && e.Reason == EndlessSowing:
						endless++
						fallthrough
					default:
						if got != want || hasty != whole || fmt.Sprint(gotErr) != fmt.Sprint(err) {
							t.Fatalf("%v, pit %d: %v, %v; it is %v, %v", s, p, got, gotErr, want, err)
						}
					}
				}
				var moves []Pit
				for p := range r.Legal(&s).All() {
					moves = append(moves, p)
				}
				if _, err := r.Play(&s, Move(moves[rng.IntN(len(moves))])); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if givenUp < 20 || endless < 20 {
		t.Errorf("only %d sowings were given up and %d endless", givenUp, endless)
	}
}

// TestLongRelayThatEnds: a relay of more than shortRelay laps that ends comes to
// the same end when it is played lap by lap, and when it is remembered.
func TestLongRelayThatEnds(t *testing.T) {
	r := Standard(EnDodoi, 6)
	s := state(t, &r, "2,3,2,3,4,3/5,2,0,1,2,3 9-9 S")
	compare(t, &r, s)
	compare(t, &r, s)
	laps, _, err := r.Trace(s, 10)
	if err != nil || len(laps) != 1380 {
		t.Errorf("%d laps, %v", len(laps), err)
	}
	checkLaws(t, &r, s)
}

// lapByLap plays a relay of En Dodoi by the definition alone.
func lapByLap(r *Ruleset, board [MaxPits]uint8, p Pit) relay {
	start, startPit := board, p
	for made := int32(1); made <= MaxLaps; made++ {
		p = r.laps().lap(&board, p, 2*r.Pits)
		if board[p] == 1 {
			return relay{board: board, landing: p, laps: made}
		}
		if p == startPit && board == start {
			return relay{laps: made, reason: EndlessSowing}
		}
	}
	return relay{laps: MaxLaps, reason: GivenUp}
}

// TestOrbits: relays that begin anywhere in one orbit come out as they do lap by
// lap, in whatever order they are met, and are known for the same orbit.
func TestOrbits(t *testing.T) {
	r := Standard(EnDodoi, 6)
	for _, tt := range []struct {
		position string
		pit      Pit
		want     Reason
	}{
		{"4,0,1,0,1,0/3,22,2,1,2,1 8-3 S", 11, GivenUp},
		{"14,5,3,1,0,3/5,3,2,1,0,4 4-3 S", 11, EndlessSowing}, // docs/rules.md, the period of 27,036 laps
	} {
		longRelays = relayMemory{}
		s := state(t, &r, tt.position)
		rng := rand.New(rand.NewPCG(1, 2))
		type place struct {
			board [MaxPits]uint8
			pit   Pit
		}
		var places []place
		for at := (place{s.Seeds, tt.pit}); len(places) < 20_000; at.pit = r.laps().lap(&at.board, at.pit, 2*r.Pits) {
			places = append(places, at)
		}
		for i, k := range append([]int{10_000, 10_001, 0, 19_999}, rng.Perm(len(places))[:40]...) {
			got, want := r.orbitRelay(places[k].board, places[k].pit), lapByLap(&r, places[k].board, places[k].pit)
			if got != want || got.reason != tt.want {
				t.Fatalf("%s, %d. relay, from lap %d: %+v, want %+v", tt.position, i, k, got, want)
			}
		}
		orbits := make(map[*orbit]bool)
		for _, at := range longRelays.landmarks {
			orbits[at.orbit] = true
		}
		if len(orbits) != 1 {
			t.Errorf("%s: %d orbits are remembered", tt.position, len(orbits))
		}
	}
}

// TestFollow: what is known of an orbit is right for a relay that comes to it
// anywhere, after any number of laps.
func TestFollow(t *testing.T) {
	r := Standard(EnDodoi, 6)
	s := state(t, &r, "2,3,2,3,4,3/5,2,0,1,2,3 9-9 S") // 1,380 laps from pit 10
	end := lapByLap(&r, s.Seeds, 10)
	board, pit := s.Seeds, Pit(10)
	for range 400 {
		pit = r.laps().lap(&board, pit, 12)
	}
	whole := orbit{board: end.board, pit: end.landing, laps: end.laps, ended: true}
	part := orbit{board: board, pit: pit, laps: 400}
	for _, o := range []orbit{whole, part} {
		for _, tt := range []struct {
			lap, made, want int32 // 0 for one that is given up
		}{
			{lap: 300, made: 300, want: 1380}, {lap: 300, made: 7, want: 1087}, {lap: -500, made: 20, want: 1900},
			{lap: 380, made: MaxLaps - 1000, want: MaxLaps}, {lap: 379, made: MaxLaps - 1000}, {lap: -MaxLaps, made: 1},
		} {
			kept := o
			got := r.follow(landmark{&kept, tt.lap}, o, tt.made)
			want := relay{board: end.board, landing: end.landing, laps: tt.want}
			if tt.want == 0 {
				want = relay{laps: MaxLaps, reason: GivenUp}
			}
			if got != want {
				t.Errorf("%d laps known, landmark at %d after %d: %+v, want %+v", o.laps, tt.lap, tt.made, got, want)
			}
			if tt.want != 0 && kept != whole {
				t.Errorf("%d laps known, landmark at %d after %d: now %+v", o.laps, tt.lap, tt.made, kept)
			}
		}
	}
}

// BenchmarkEndlessSowings plays relays from everywhere in one orbit of more than
// MaxLaps.
func BenchmarkEndlessSowings(b *testing.B) {
	r := Standard(EnDodoi, 6)
	s := state(b, &r, "4,0,1,0,1,0/3,22,2,1,2,1 8-3 S")
	board, pit := s.Seeds, Pit(11)
	for b.Loop() {
		again := board
		if _, _, reason := r.relayWithin(&again, pit, MaxLaps); reason != GivenUp {
			b.Fatal(reason)
		}
		pit = r.laps().lap(&board, pit, 12)
	}
}

func TestRelayMemoryIsBounded(t *testing.T) {
	var m relayMemory
	var k relayStart
	for i := range 2 * relayMemoryMax {
		k.board[0], k.board[1] = uint8(i), uint8(i>>8)
		m.put(k, relay{laps: int32(i)})
		if end, ok := m.get(k); !ok || end.laps != int32(i) {
			t.Fatalf("%d: %v, %v", i, end, ok)
		}
	}
	if len(m.ends) != relayMemoryMax {
		t.Errorf("%d relays", len(m.ends))
	}
}
