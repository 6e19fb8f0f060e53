package db

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"alai/notation"
)

var braced = regexp.MustCompile(`\{[^}]*\}`)

// withOddComments gives a record's comments texts whose blanks a layout may change.
func withOddComments(rng *rand.Rand, record string) string {
	parts := []string{"two", "lines", " ", "  ", "\n", "\r\n", "\t", "\n[", "\n%", ";", "(", "\\", "\"", strings.Repeat("long ", 20), "é"}
	return braced.ReplaceAllStringFunc(record, func(string) string {
		var text strings.Builder
		for range rng.IntN(7) {
			text.WriteString(parts[rng.IntN(len(parts))])
		}
		if rng.IntN(5) == 0 { // on a line of its own, as it is not closed by a brace
			return "\n;" + strings.NewReplacer("\n", " ", "\r", " ").Replace(text.String()) + " }\n"
		}
		return "{" + text.String() + "}"
	})
}

// TestCheckOfSoundCopies: however the comments of further records are laid out, an
// archive that nobody has damaged has no fault, whatever was done with it.
func TestCheckOfSoundCopies(t *testing.T) {
	ctx := context.Background()
	copies := 0
	for seed := range uint64(8) {
		rng := rand.New(rand.NewPCG(seed, 2))
		a := memory(t)
		records := likelyRecords(t, rng, 12)
		sound := func(a *Archive, when string) {
			t.Helper()
			if list := faults(t, a); len(list) > 0 {
				t.Fatalf("seed %d, %s: %+v", seed, when, list)
			}
		}
		for _, source := range []string{"a", "b", "c"} {
			var text strings.Builder
			for _, r := range records {
				text.WriteString(withOddComments(rng, r))
			}
			bring(t, a, source, text.String(), ImportOptions{AcceptContradiction: true})
		}
		sound(a, "imported")
		joinAll(t, a)
		sound(a, "joined")
		ids, err := a.IDs(ctx, Filter{})
		if err != nil {
			t.Fatal(err)
		}
		setTags(t, a, Filter{IDs: ids}, notation.Tag{Name: "Annotator", Value: "another"})
		sound(a, "tagged")
		b := memory(t)
		if _, err := b.Merge(ctx, a, "a", false); err != nil {
			t.Fatal(err)
		}
		sound(b, "merged")
		undoAll(t, a)
		sound(a, "given back")
		var n int
		if err := a.readers.QueryRowContext(ctx, "SELECT count(text) FROM copy").Scan(&n); err != nil {
			t.Fatal(err)
		}
		copies += n
	}
	if copies < 20 {
		t.Errorf("only %d copies have a text", copies)
	}
}

// A copy is held against its checksum exactly, also where a comment has blanks; one
// whose text was laid out only as far as that tells.
func TestCheckOfCopyText(t *testing.T) {
	const record = "[Game \"Adji-Boto\"]\n\nA {%s} *\n"
	for _, c := range []struct {
		damage string
		faults int
	}{
		{"UPDATE copy SET text = replace(text, 'two', 'too')", 1},
		{"UPDATE copy SET text = replace(text, char(10) || 'lines', ' lines')", 1},
		{"UPDATE copy SET checksum = checksum + 1", 1},
		{"UPDATE copy SET text = replace(text, char(10) || 'lines', ' lines') || char(10)", 0}, // as an earlier alai had it
		{"UPDATE copy SET text = replace(text, 'two' || char(10) || 'lines', 'word') || char(10)", 1},
	} {
		a := memory(t)
		bring(t, a, "x", "[Game \"Adji-Boto\"]\n\nA *\n\n"+strings.Replace(record, "%s", "two\nlines", 1), ImportOptions{})
		if list := faults(t, a); len(list) > 0 {
			t.Fatalf("undamaged there are %+v", list)
		}
		damage(t, a, c.damage)
		if list := faults(t, a); len(list) != c.faults || c.faults > 0 && list[0].Kind != FaultCopy {
			t.Errorf("%s: there are %+v", c.damage, list)
		}
	}
}
