package main

import (
	"context"
	"strings"
	"testing"

	"alai/notation"
)

func TestSourceLine(t *testing.T) {
	long := strings.Repeat("x", 100)
	rec := notation.Record{Line: 3, Column: 5, Text: []byte("first\r\nsecond\rthe 3rd\n" + long + "Y" + long + "\nlast")}
	for _, test := range []struct {
		line, column int
		want         string
		caret        int
		ok           bool
	}{
		{3, 5, "first", 0, true},
		{3, 9, "first", 4, true},
		{4, 1, "second", 0, true},
		{5, 5, "the 3rd", 4, true},
		{6, 101, "..." + long[:60] + "Y" + long[:59] + "...", 63, true},
		{7, 5, "last", 4, true}, // behind the end of the text
		{7, 6, "", 0, false},
		{8, 1, "", 0, false}, // not kept
		{3, 2, "", 0, false}, // before the record
	} {
		got, caret, ok := sourceLine(&rec, notation.Pos{Line: test.line, Column: test.column})
		if got != test.want || caret != test.caret || ok != test.ok {
			t.Errorf("%d:%d: got %q, %d, %v; want %q, %d, %v", test.line, test.column, got, caret, ok, test.want, test.caret, test.ok)
		}
	}
}

// FuzzVerify holds that whatever a text holds, verify ends, says all there is to
// say about it, and shows nothing that a terminal would obey.
func FuzzVerify(f *testing.F) {
	for _, seed := range []string{
		"", "x", "[Game \"Adji-Boto\"]\n\n1. D b 2. D a *\n", "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A+3 {\x1b[31m\xff} (B k) e *",
		"{\"moves\":[\"A\"],\"game\":\"En Dodoi\",\"pits\":6}\n{\"moves\":3}\n", "[Event \"\u202e\"]\r\n\r\n1. A *\r[Game \"\x00\"]",
		"[Game \"Adji-Boto\"]\n[SetUp \"1\"]\n[Position \"4,4,4,4,4/2,1,1,0,3 37-36 S\"]\n\n1. A+4 d *",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		stdout, stderr, status := alai(context.Background(), strings.NewReader(text), "verify", "--explain", "--jobs", "2", "-")
		if status > statusFaulty {
			t.Errorf("status %d: %s", status, stderr)
		}
		if faulty := strings.Contains(stderr, ": game "); faulty != (status == statusFaulty) {
			t.Errorf("status %d, but: %s", status, stderr)
		}
		for _, shown := range []string{stdout, stderr} {
			if i := strings.IndexFunc(shown, func(r rune) bool { return obeyed(r) && r != '\n' && r != '\t' }); i >= 0 {
				t.Errorf("shown: %q", shown[i:])
			}
		}
	})
}
