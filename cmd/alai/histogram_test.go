package main

import (
	"math/rand/v2"
	"testing"

	"alai/db"
)

// Bins follow each other, are as wide, hold each value where it belongs, and are few.
func TestBins(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 2000 {
		h := make(db.Histogram)
		spread := 1 + rng.IntN(1+rng.IntN(2000))
		for range 1 + rng.IntN(40) {
			h[rng.IntN(spread)-spread/2] += 1 + rng.IntN(5)
		}
		bins := binned(h)
		if len(bins) > maxBins {
			t.Fatalf("%d bins of %v", len(bins), h)
		}
		for i, b := range bins {
			n := 0
			for v := b.low; v <= b.high; v++ {
				n += h[v]
				delete(h, v)
			}
			width := b.high - b.low + 1
			if n != b.n || i > 0 && (b.low != bins[i-1].high+1 || width != bins[0].high-bins[0].low+1) || width > 1 && width%2 != 0 {
				t.Fatalf("bin %d of %v is %+v, and has %d", i, bins, b, n)
			}
		}
		if len(h) > 0 || bins[0].n == 0 || bins[len(bins)-1].n == 0 {
			t.Fatalf("%v are in no bin of %v", h, bins)
		}
	}
}

func TestBars(t *testing.T) {
	got := bars([]bin{{n: 100}, {n: 1}, {n: 0}, {n: 50}}, 10)
	for i, want := range []string{"##########", "#", "", "#####"} {
		if got[i] != want {
			t.Errorf("bar %d is %q, want %q", i, got[i], want)
		}
	}
}

// Intervals as tables and other programs have them.
func TestWilson(t *testing.T) {
	for _, c := range []struct {
		score, games float64
		want         string
	}{
		{10, 20, "29.9 70.1"}, {0, 10, "0.0 27.8"}, {10, 10, "72.2 100.0"}, {1, 3, "6.1 79.2"}, {40.5, 81, "39.4 60.6"},
	} {
		low, high := wilson(c.score, c.games)
		if got := low.String() + " " + high.String(); got != c.want {
			t.Errorf("%v of %v: %s, want %s", c.score, c.games, got, c.want)
		}
	}
	if low, high := wilson(0, 0); low != nil || high != nil {
		t.Errorf("of no games: %v %v", low, high)
	}
}
