package db

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

// TestMend: mended records are archived as if the source had brought them so, and
// what is still wrong stays rejected.
func TestMend(t *testing.T) {
	records := []string{plain, "[Round \"1\"]\n" + plain, "[Round \"2\"]\n" + plain, "[Round \"3\"]\n" + plain}
	spoilt := slices.Clone(records)
	for _, i := range []int{0, 1, 3} {
		spoilt[i] = strings.Replace(spoilt[i], "D b", "D B", 1)
	}
	a, want := memory(t), memory(t)
	bring(t, a, "a", strings.Join(spoilt, "\n"), ImportOptions{})
	bring(t, a, "b", spoilt[1], ImportOptions{})
	bring(t, want, "a", strings.Join([]string{records[0], records[1], records[2], spoilt[3]}, "\n"), ImportOptions{})
	bring(t, want, "b", spoilt[1], ImportOptions{})

	var mended []*Prepared
	read := func(texts ...string) {
		mended = nil
		for _, text := range texts {
			prepared(t, a, "mended", text, func(p *Prepared) {
				kept := *p
				mended = append(mended, &kept)
			})
		}
	}
	read(records[0], records[1])
	before := contents(t, a)
	refused := new(MendError)
	if _, err := a.Mend(t.Context(), RejectFilter{Source: []string{"a"}}, mended); !errors.As(err, &refused) || *refused != (MendError{2, 3}) {
		t.Errorf("two records for three rejects: %v", err)
	}
	if got := contents(t, a); !slices.Equal(got, before) {
		t.Errorf("it has become\n%s", strings.Join(got, "\n"))
	}
	read(records[0], records[1], spoilt[3]+"\n\n")
	c, err := a.Mend(t.Context(), RejectFilter{Source: []string{"a"}}, mended)
	if err != nil || c != (Counts{Imported: 2, Rejected: 1}) {
		t.Errorf("%+v, %v", c, err)
	}
	if got, want := contents(t, a), contents(t, want); !slices.Equal(got, want) {
		t.Errorf("there are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	checkStatistics(t, a)
}
