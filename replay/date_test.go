package replay_test

import (
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
)

func TestDateInterval(t *testing.T) {
	for text, want := range map[string][2]int{
		"2024.03.09":   {20240309, 20240309},
		"2024-03-09":   {20240309, 20240309},
		"2024/3/9":     {20240309, 20240309},
		"2024.02.29":   {20240229, 20240229},
		"1928.??.??":   {19280101, 19281231},
		"1928":         {19280101, 19281231},
		"1928.02":      {19280201, 19280229},
		"1928.02.??":   {19280201, 19280229},
		"1928.??.05":   {19280101, 19281231},
		"192?.??.??":   {19200101, 19291231},
		"19??":         {19000101, 19991231},
		"1900.02.29":   {},
		"2024.02.30":   {},
		"2024.13.01":   {},
		"2024.00.01":   {},
		"2024.01.00":   {},
		"0000.01.01":   {},
		"????.??.??":   {},
		"?":            {},
		"":             {},
		"yesterday":    {},
		"24.03.09":     {},
		"2024.03.09.1": {},
		"+024.03.09":   {},
	} {
		from, to, ok := replay.DateInterval(text)
		if got := [2]int{from, to}; got != want || ok != (want != [2]int{}) {
			t.Errorf("%q: %v %v, want %v", text, got, ok, want)
		}
	}
}

// A date's interval is in order, and lies within that of its year.
func FuzzDateInterval(f *testing.F) {
	for _, text := range []string{"2024.03.09", "192?.??.??", "1928", "2024.02.30", "1928.??.05", " 2024-3-9"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		from, to, ok := replay.DateInterval(text)
		if !ok {
			if from != 0 || to != 0 {
				t.Fatalf("%q is no date, and from %d to %d", text, from, to)
			}
			return
		}
		if from > to || from%10000 < 101 || to%10000 > 1231 {
			t.Fatalf("%q: from %d to %d", text, from, to)
		}
		year := strings.FieldsFunc(strings.TrimSpace(text), func(c rune) bool { return strings.ContainsRune(".-/", c) })[0]
		if first, last, ok := replay.DateInterval(year); !ok || from < first || to > last {
			t.Fatalf("%q: from %d to %d, its year from %d to %d", text, from, to, first, last)
		}
	})
}

// TestImpossibleDates: a date that there is not, or that is none, is a notice at its tag; one that
// is not known, wholly or in part, is not.
func TestImpossibleDates(t *testing.T) {
	for text, odd := range map[string]bool{
		"2024.02.29": false, "1928": false, "1928.??.??": false, "192?.??.??": false, "": false, "?": false,
		"????.??.??": false, "????.05.??": false, "????.02.29": false, "?.?.?": false,
		"2024.02.30": true, "2023.02.29": true, "2024.13.01": true, "2024.00.01": true, "????.13.??": true, "????.02.30": true,
		"May 1928": true, "28.05.13": true,
	} {
		var rec notation.Record
		record := "[Round \"1\"]\n[Date \"" + text + "\"]\n[Game \"Adji-Boto\"]\n\n1. A *\n"
		if err := notation.NewReader(strings.NewReader(record), "x").Read(&rec); err != nil {
			t.Fatal(err)
		}
		var line replay.Line
		replay.NewReplayer(replay.Assume{}).Replay(&rec, &line)
		if line.Verdict != replay.Unfinished || len(line.Notices) != 0 != odd {
			t.Errorf("%q: %v, notices %v", text, line.Verdict, line.Notices)
		}
		for _, n := range line.Notices {
			if n.Pos.Line != 2 || n.Pos.Column != 1 || !strings.Contains(n.Msg, replay.Quote(text)) {
				t.Errorf("%q: %+v", text, n)
			}
		}
	}
}
