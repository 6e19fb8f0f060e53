package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"alai/notation"
	"alai/notation/jsonl"
	"alai/replay"
)

// What is archived can be read back from an export: the largest record of each
// kind that is still sound comes back, as a record and as a json line, and is
// sound there too.
func TestLargestReadBack(t *testing.T) {
	if testing.Short() {
		t.Skip("records of many MiB")
	}
	const game = "[Game \"En Dodoi\"]\n[Pits \"6\"]\n"
	for _, test := range []struct {
		name   string
		record func(n int) string
		most   int // beyond which the record itself is too long
		msg    string
	}{
		{"tags", func(n int) string { return game + strings.Repeat("[A \"\"]\n", n) + "\n1. A *" }, 12_000,
			"with those that the canonical spelling adds, the record has 10001 tags, more than 10000"},
		{"tags to be assumed", func(n int) string { return strings.Repeat("[A \"\"]\n", n) + "\n1. A *" }, 12_000,
			"with those that the canonical spelling adds, the record has 10001 tags, more than 10000"},
		{"a comment", func(n int) string { return game + "\n1. A {" + strings.Repeat("x", n) + "} *" }, notation.MaxRecord - 1000, ""},
		{"a comment of control characters", func(n int) string { return game + "\n1. A {" + strings.Repeat("\x01", n) + "} *" }, notation.MaxRecord - 1000, ""},
		{"a comment of stray bytes", func(n int) string { return game + "\n1. A {" + strings.Repeat("\x80", n) + "} *" }, notation.MaxRecord - 1000, ""},
		{"a tag of quotes", func(n int) string { return game + "[A \"" + strings.Repeat(`\"`, n) + "\"]\n\n1. A *" }, notation.MaxRecord/2 - 1000, ""},
		{"glyphs", func(n int) string { return game + "\n1. A " + strings.Repeat("!", n) + " *" }, 2, ""},
		{"many glyphs", func(n int) string { return game + "\n1. A" + strings.Repeat("$1 ", n) + " *" }, notation.MaxItems - 1, ""},
		{"variations", func(n int) string { return game + "\n1. A" + strings.Repeat("(B)", n) + " *" }, notation.MaxItems/3 - 1, ""},
		{"comments in a variation", func(n int) string { return game + "\n1. A (B" + strings.Repeat("{}a", n) + ") *" }, notation.MaxItems/2 - 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			assume := replay.Assume{Game: "En Dodoi", Pits: 6}
			var rec notation.Record
			var line replay.Line
			read := func(n int) bool {
				err := notation.NewReader(strings.NewReader(test.record(n)), "x").Read(&rec)
				if err != nil && test.msg == "" {
					t.Fatal(err)
				}
				replay.NewReplayer(assume).Replay(&rec, &line)
				return line.Verdict.Sound()
			}
			least, most := 0, test.most+1 // sound, and too large
			near := 20                    // of what is long, in parts of it
			if test.msg != "" {
				near = test.most
			}
			for most-least > max(1, least/near) {
				if n := (least + most) / 2; read(n) {
					least = n
				} else {
					most = n
				}
			}
			if most <= test.most {
				read(most)
				want := "x:1:1: game 1: the record would be longer than 16 MiB in an export"
				if test.msg != "" {
					want = "x:1:1: game 1: " + test.msg
				}
				i := slices.IndexFunc(line.Problems, func(p replay.Problem) bool { return !p.Variation })
				if p := line.Problems[i]; p.Pos.String()+": "+p.String() != want {
					t.Errorf("%d: %v: %v, want %s", most, p.Pos, &p, want)
				}
			}
			if !read(least) {
				t.Fatalf("%d is not sound: %v", least, line.Problems)
			}
			spelled := replay.Canonical(&rec, &line)
			text := notation.Append(nil, spelled)
			for name, back := range map[string]recordReader{
				"record":    notation.NewReader(bytes.NewReader(text), "x"),
				"json line": jsonl.NewReader(bytes.NewReader(jsonl.AppendGame(nil, jsonLine(1, spelled, &line, true))), "x"),
			} {
				var again notation.Record
				var line replay.Line
				if err := back.Read(&again); err != nil {
					t.Errorf("%d as a %s: %v", least, name, err)
					continue
				}
				replay.NewReplayer(replay.Assume{}).Replay(&again, &line)
				if !line.Verdict.Sound() {
					t.Errorf("%d as a %s: %v", least, name, line.Problems)
				} else if got := notation.Append(nil, replay.Canonical(&again, &line)); !bytes.Equal(got, text) {
					t.Errorf("%d as a %s comes back as another record: %s", least, name, firstDifference(got, text))
				}
			}
		})
	}
}

// firstDifference shows where two texts begin to differ.
func firstDifference(a, b []byte) string {
	i := 0
	for i < min(len(a), len(b)) && a[i] == b[i] {
		i++
	}
	return fmt.Sprintf("byte %d: %.40q, not %.40q", i, a[i:], b[i:])
}
