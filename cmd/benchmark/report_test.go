package main

import (
	"strings"
	"testing"
	"time"
)

// Two processes with numbers that are easy to divide.
var fixed = map[string]result{
	"ours":   {wall: 300 * time.Millisecond, memory: 64 << 20, plies: 1_500_000},
	"theirs": {wall: 200 * time.Millisecond, memory: 10 << 20, plies: 2_000_000},
	"quick":  {wall: 4500 * time.Microsecond, memory: 9 << 20},
	"slow":   {wall: 2 * time.Second, memory: 65<<20 + 1<<19},
}

func TestRow(t *testing.T) {
	for _, test := range []struct {
		m    measurement
		want string
	}{
		{
			measurement{"a", "ours", "theirs", timeRatio, atMost(1.5)},
			"| a | 300 ms, 64 MiB, 5.0 million plies/s; theirs 200 ms, 10 MiB, 10.0 million plies/s | 1.50 x the time | at most 1.5 x the time | yes |",
		},
		{
			measurement{"b", "ours", "theirs", timeRatio, atMost(1.4)},
			"| b | 300 ms, 64 MiB, 5.0 million plies/s; theirs 200 ms, 10 MiB, 10.0 million plies/s | 1.50 x the time | at most 1.4 x the time | **no** |",
		},
		{
			measurement{"c", "ours", "theirs", rateRatio, atLeast(0.5)},
			"| c | 300 ms, 64 MiB, 5.0 million plies/s; theirs 200 ms, 10 MiB, 10.0 million plies/s | 0.50 x the plies a second | at least 0.5 x the plies a second | yes |",
		},
		{
			measurement{"d", "ours", "theirs", rateRatio, atLeast(10)},
			"| d | 300 ms, 64 MiB, 5.0 million plies/s; theirs 200 ms, 10 MiB, 10.0 million plies/s | 0.50 x the plies a second | at least 10 x the plies a second | **no** |",
		},
		{
			measurement{"e", "slow", "quick", wallMore, atMost(1995)},
			"| e | 2.00 s, 66 MiB; quick 4.5 ms, 9 MiB | 1996 ms more | at most 1995 ms more | **no** |",
		},
		{measurement{"f", "slow", "", wall, atMost(2000)}, "| f | 2.00 s, 66 MiB | 2000 ms | at most 2000 ms | yes |"},
		{measurement{"g", "slow", "quick", memory, atMost(64)}, "| g | 2.00 s, 66 MiB; quick 4.5 ms, 9 MiB | 66 MiB | at most 64 MiB | **no** |"},
	} {
		r, ok := test.m.row(fixed)
		if !ok || r.String() != test.want {
			t.Errorf("%v\n%v\nwant\n%v", ok, r, test.want)
		}
	}
}

// What is about a missing program is no row.
func TestRowOfMissing(t *testing.T) {
	for _, m := range []measurement{
		{process: "absent", measure: wall},
		{process: "ours", against: "absent", measure: timeRatio},
	} {
		if r, ok := m.row(fixed); ok {
			t.Errorf("%v", r)
		}
	}
}

func TestMedian(t *testing.T) {
	got := median([]result{
		{wall: 5, memory: 1, plies: 7}, {wall: 1, memory: 9, plies: 7}, {wall: 3, memory: 2, plies: 7},
	})
	if want := (result{wall: 3, memory: 9, plies: 7}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// Only what grows by more than a tenth above the archive is marked.
func TestGrowth(t *testing.T) {
	g := growth{"stats", []time.Duration{10 * time.Millisecond, 110 * time.Millisecond, 1320 * time.Millisecond}}
	if got, want := g.row([]int{100, 1000, 10000}), "| stats | 10 ms | 110 ms | 1.32 s | x 11.0 | **x 12.0** |"; got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestReport(t *testing.T) {
	r := report{
		runs:  3,
		notes: []string{"A note."},
		sizes: []int{1000, 10000},
	}
	row, _ := (&measurement{"a", "slow", "", wall, atMost(1)}).row(fixed)
	r.add(row)
	r.growth = []growth{{"list", []time.Duration{time.Second, 2 * time.Second}}}
	var text strings.Builder
	r.write(&text)
	_, tables, ok := strings.Cut(text.String(), "\n\n| what |")
	want := ` median | value | target | met |
|---|---|---|---|---|
| a | 2.00 s, 66 MiB | 2000 ms | at most 1 ms | **no** |

A note.

## How cost grows

Adji-Boto, archives of several sizes, and the factor from each to the next. What
grows faster than the archive is **marked**. Imports are run once.

| what | 1,000 games | 10,000 games | to 10,000 |
|---|---|---|---|
| list | 1.00 s | 2.00 s | x 2.0 |
`
	if !ok || tables != want {
		t.Errorf("%s\nwant\n%s", tables, want)
	}
	if !strings.Contains(text.String(), "the median of 3 runs") {
		t.Error("the runs are not told")
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		1230 * time.Microsecond: "1.2 ms", 10*time.Millisecond - 1: "10.0 ms", 12600 * time.Microsecond: "13 ms",
		999 * time.Millisecond: "999 ms", 1234 * time.Millisecond: "1.23 s", 75 * time.Second: "75.00 s",
	} {
		if got := duration(d); got != want {
			t.Errorf("%d: %s, want %s", d, got, want)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 123456: "123,456", 1234567: "1,234,567"} {
		if got := thousands(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}
