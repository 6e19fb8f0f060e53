package notation

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A "?" is a lost move exactly behind a move number of the main line.
func TestLostMove(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"1. ? b *", "1? b"},
		{"1.? b 1-0", "1? b"},
		{"A 1... ? B *", "A 1? B"},
		{"1... ? B *", "north first 1? B"},
		{"3 . {torn}\n? 4. ?", "{torn} 3? 4?"},
		{"1. 12. ?\n12. ?", "12? 12?"},
		{"12. $5 ? *", "$5 12?"},
		// Glyphs, as ever.
		{"? A *", "$2 A"},
		{"1. A ? b? *", "A $2 b $2"},
		{"1. A 2. ?? *", "A $4"},
		{"1. A 2. ?! ? *", "A $6 2?"},
		{"1. ?$1 *", "$2 $1"},
		{"1. A (1. ? b) 2. (?) ? *", "A ( $2 b ) ( $2 ) $2"},
		{"0. ? *", "$2"},
	} {
		var rec Record
		if err := NewReader(strings.NewReader(tt.text), "f").Read(&rec); err != nil {
			t.Errorf("%s: %v", tt.text, err)
			continue
		}
		var got []string
		if rec.NorthFirst {
			got = append(got, "north first")
		}
		for _, it := range rec.Items {
			switch it.Kind {
			case Lost:
				got = append(got, fmt.Sprintf("%d?", it.N))
			case NAG:
				got = append(got, fmt.Sprintf("$%d", it.N))
			case Comment:
				got = append(got, "{"+rec.Words[it.N]+"}")
			case VarStart:
				got = append(got, "(")
			case VarEnd:
				got = append(got, ")")
			default:
				got = append(got, string(AppendPly(nil, it)))
			}
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", tt.text, diff)
		}
		checkWriting(t, &rec)
	}
}

// What follows a lost move is one annotation, with its numbers.
func TestLostAnnotation(t *testing.T) {
	var rec Record
	if err := NewReader(strings.NewReader("1. A {x} b 2. ? {y} (C) $3 d 3. ? e 1-0"), "f").Read(&rec); err != nil {
		t.Fatal(err)
	}
	list := Annotations(&rec)
	if len(list) != 2 || list[1].Lost == nil || list[1].Ply != 2 {
		t.Fatalf("%+v", list)
	}
	if diff := cmp.Diff("2. ? {y} (2. C) $3 2... d 3. ? e", *list[1].Lost); diff != "" {
		t.Error(diff)
	}
	words := "2. ? c"
	err := AddAnnotations(&Record{}, []Annotation{{Lost: &words}, {Comment: &words}})
	if bad := (*AnnotationError)(nil); !errors.As(err, &bad) || bad.Index != 0 {
		t.Errorf("a comment behind a lost move: %v", err)
	}
	for _, tt := range []struct {
		text, want string
		ply        int
	}{
		{"2. ? c", "", 2},
		{"2. ? (c) {x} ; y", "", 2},
		{"? c", `annotation 0: "? c" is no movetext from a lost move on`, 2},
		{"2. c ?", `annotation 0: "2. c ?" is no movetext from a lost move on`, 2},
		{"2. ? c *", `annotation 0: "2. ? c *" is no movetext from a lost move on`, 2},
		{"2. ? 7", `annotation 0: "2. ? 7" is no movetext from a lost move on`, 2},
		{"2. ? {c", `annotation 0: "2. ? {c" is no movetext from a lost move on`, 2},
		{"[A \"b\"] 2. ? c", `annotation 0: "[A \"b\"] 2. ? c" is no movetext from a lost move on`, 2},
		{"2. ? c [A \"b\"]", `annotation 0: "2. ? c [A \"b\"]" is no movetext from a lost move on`, 2},
		{"1. ? c", `annotation 0: a lost move is the last annotation, behind all moves`, 1},
	} {
		bare := Record{Style: Letters, Items: []Item{{Kind: South, Captured: NoCapture}, {Kind: North, Captured: NoCapture}}}
		got := ""
		if err := AddAnnotations(&bare, []Annotation{{Ply: tt.ply, Lost: &tt.text}}); err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %s, want %s", tt.text, got, tt.want)
		}
	}
}
