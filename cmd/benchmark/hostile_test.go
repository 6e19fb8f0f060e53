package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// Each record ends in a sowing that is not seen to end, and where they shall be
// different no two of them begin alike.
func TestHostileRecords(t *testing.T) {
	const n = 12
	var list []endless
	for _, pits := range []int{6, 8} {
		e := findEndless(rules.Standard(rules.EnDodoi, pits), 2000, 1)
		if !e.givenUp {
			t.Fatalf("2 x %d: %v is the longest period", pits, &e)
		}
		list = append(list, e)
	}
	for name, test := range map[string]struct {
		write  func(w io.Writer) error
		starts int // different ones
		plies  int // that are legal
	}{
		"same":      {func(w io.Writer) error { return writeSame(w, list[0], n) }, 1, len(list[0].line)},
		"different": {func(w io.Writer) error { return writeDifferent(w, list, n) }, n, 0},
	} {
		var text strings.Builder
		if err := test.write(&text); err != nil {
			t.Fatal(err)
		}
		starts, records := map[string]bool{}, 0
		src, replayer := notation.NewReader(strings.NewReader(text.String()), name), replay.NewReplayer(replay.Assume{})
		for {
			var rec notation.Record
			var line replay.Line
			err := src.Read(&rec)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			records++
			replayer.Replay(&rec, &line)
			starts[replay.Position(&line.Rules, &line.Start)] = true
			if len(line.Moves) != test.plies || len(line.Problems) != 1 || len(line.Notices) != 0 ||
				!strings.Contains(line.Problems[0].Msg, "counts as endless: after 1000000 laps") {
				t.Errorf("%s, game %d: %d plies, %v, %v", name, records, len(line.Moves), line.Problems, line.Notices)
			}
		}
		if records != n || len(starts) != test.starts {
			t.Errorf("%s: %d records from %d starts, want %d from %d", name, records, len(starts), n, test.starts)
		}
	}
}
