package main

import (
	"slices"
	"testing"
)

// TestNearNames: names are offered as they are to be typed, and show nothing that a
// terminal obeys.
func TestNearNames(t *testing.T) {
	for name, want := range map[string]string{
		"A. Player": `"A. Player"`, "A*": `"A\*"`, `A\?`: `"A\\\?"`, `A "B"`: `"A \"B\""`, "A\nb\x1b[31m": `"A\nb\x1b[31m"`, "A\u202eb": `"A\u202eb"`, "Ämi": `"Ämi"`,
	} {
		if got := nearNames(name, []string{name}); !slices.Equal(got, []string{want}) {
			t.Errorf("%q is offered as %q, want %q", name, got, want)
		}
	}
	if got := nearNames("an*", []string{"Ben", "Ann*"}); !slices.Equal(got, []string{`"Ann\*"`}) {
		t.Errorf("near to an* are %q", got)
	}
}
