package replay_test

import (
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
)

// Of a record with many long faults only so much is listed, and the rest counted.
func TestLongFaults(t *testing.T) {
	const faults, length = 100, 50_000
	text := "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A " + strings.Repeat("(B "+strings.Repeat("#", length)+") ", faults) + "*\n"
	var rec notation.Record
	var line replay.Line
	if err := notation.NewReader(strings.NewReader(text), "f").Read(&rec); err != nil {
		t.Fatal(err)
	}
	replay.NewReplayer(replay.Assume{}).Replay(&rec, &line)
	listed := 0
	for _, p := range line.Problems {
		listed += len(p.Text)
	}
	if listed > 1<<20 || listed < 1<<20-length {
		t.Errorf("%d bytes of faults are listed", listed)
	}
	last := line.Notices[0].Msg
	if want := "80 more problems and notices of this record are not listed"; len(line.Problems) != 20 || last != want {
		t.Errorf("%d problems, then %q, want %q", len(line.Problems), last, want)
	}
}
