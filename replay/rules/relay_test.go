package rules

import (
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
				if _, laps, endless := r.relay(&board, 11); endless != GivenUp || laps != MaxLaps {
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
