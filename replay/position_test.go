package replay_test

import (
	"strings"
	"testing"

	"alai/replay"
	"alai/replay/rules"
)

func TestParsePosition(t *testing.T) {
	adji, dodoi := rules.Standard(rules.AdjiBoto, 5), rules.Standard(rules.EnDodoi, 6)
	tests := []struct {
		ruleset    rules.Ruleset
		text, want string // what it is written as; or the error's words
	}{
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 S -", "10,10,10,10,10/10,10,10,10,10 0-0 S -"},
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 S", "10,10,10,10,10/10,10,10,10,10 0-0 S -"}, // the start, without its field
		{adji, " 10,10,10,10,10/10,10,10,10,10  0-0 n", "10,10,10,10,10/10,10,10,10,10 0-0 N -"},
		{adji, "10-10-10-10-10-10-10-10-10-10-0-0-S", "10,10,10,10,10/10,10,10,10,10 0-0 S -"},
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 S ABCDEabcde", "10,10,10,10,10/10,10,10,10,10 0-0 S ABCDEabcde"},
		{adji, "11,11,11,11,11/11,11,11,1,11 0-0 N D", "11,11,11,11,11/11,11,11,1,11 0-0 N D"},
		{adji, "12,12,2,12,12/12,2,12,12,12 0-0 S cB", "12,12,2,12,12/12,2,12,12,12 0-0 S Bc"},
		{adji, "1,2,2,1,2/2,2,1,2,1 42-42 S", "1,2,2,1,2/2,2,1,2,1 42-42 S"},
		{dodoi, "1-2-3-4-5-6-0-0-0-0-0-0-20-7-N", "0,0,0,0,0,0/1,2,3,4,5,6 20-7 N"}, // South's pits come first

		{adji, "10,10,10,10,10/10,10,10,10 0-0 S -", "South's row has 4 pits, the board has 5"},
		{adji, "10,10,10,10/10,10,10,10,10 0-0 S -", "North's row has 4 pits, the board has 5"},
		{adji, "10,10,10,10,10/10,10,10,10,11 0-0 S -", "the board and the stores hold 101 seeds, not 100"},
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 S AB", "South has opened 2 pits and North 0"},
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 S AA", "opened pit A is listed twice"},
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 S Af", "opened pits are letters of the board"},
		{adji, "10,10,10,10,10/10,10,10,10,10 0-0 W -", `the side to move is S or N, not "W"`},
		{adji, "10,10,10,10,10/10,10,10,10,x 0-0 S -", `"x" is no number of seeds`},
		{adji, "10,10,10,10,10/10,10,10,10,300 0-0 S -", `"300" is no number of seeds`},
		{adji, "10,10,10,10,10/10,10,10,10,10 0 S -", `the stores are two numbers such as 0-0, not "0"`},
		{adji, "10,10,10,10,10/10,10,10,10,10", "one has a board, stores and a side to move, such as"},
		{adji, "foo", `"foo" is no position`},
		{adji, "10,10,10,10,10/10/10 0-0 S", "a board has two rows, not 3"},
		{adji, "10-10-0-0-S", "a position of 5 pits a row joined by hyphens has 13 fields, this one has 5"},
		{dodoi, "4,4,4,4,4,4/4,4,4,4,4,4 0-0 S -", "En Dodoi has no opening cycle"},
	}
	for _, tt := range tests {
		s, err := replay.ParsePosition(&tt.ruleset, tt.text)
		if err != nil {
			if !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%q: error %q, want %q", tt.text, err, tt.want)
			}
			continue
		}
		got := replay.Position(&tt.ruleset, &s)
		if got != tt.want {
			t.Errorf("%q is written %q, want %q", tt.text, got, tt.want)
		}
		if back, err := replay.ParsePosition(&tt.ruleset, got); err != nil || back != s {
			t.Errorf("%q reads as %v, %v; want %v", got, back, err, s)
		}
	}
}

// FuzzPosition holds that a position which is read is written as one that reads
// as the same state.
func FuzzPosition(f *testing.F) {
	f.Add(uint8(0), "10,10,10,10,10/10,10,10,10,10 0-0 S -")
	f.Add(uint8(0), "1,2,2,1,2/2,2,1,2,1 42-42 S")
	f.Add(uint8(2), "4,4,4,4,4,4,4,4/4,4,4,4,4,4,4,4 0-0 N")
	f.Add(uint8(1), "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S")
	f.Fuzz(func(t *testing.T, game uint8, text string) {
		r := rules.Standard(rules.EnDodoi, 5+int(game)%6)
		if game%6 == 0 {
			r = rules.Standard(rules.AdjiBoto, 5)
		}
		s, err := replay.ParsePosition(&r, text)
		if err != nil {
			return
		}
		written := replay.Position(&r, &s)
		if back, err := replay.ParsePosition(&r, written); err != nil || back != s {
			t.Fatalf("%q is written %q, which reads as %v, %v", text, written, back, err)
		}
	})
}

func TestParseMoves(t *testing.T) {
	r := rules.Standard(rules.AdjiBoto, 5)
	for text, want := range map[string]string{
		"":                    "",
		"D b A":               "D b A",
		"1. D b 2. A":         "D b A",
		"6 3 9":               "D b A",
		"D+5 pass - -- Z0 <>": "D -- -- -- -- --",
		"F":                   "no pit F",
		"D hello":             `"hello" is no move`,
	} {
		moves, err := replay.ParseMoves(&r, text)
		got := strings.Join(replay.Letters(&r, moves), " ")
		if err != nil {
			got = err.Error()
		}
		if got != want && (err == nil || !strings.Contains(got, want)) {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A capture that a move is written with is compared with what the move makes: a lone
// last seed in the own row is stored under lone=taken.
func TestPlayStated(t *testing.T) {
	r := rules.Standard(rules.EnDodoi, 6)
	r.LoneTaken = true
	const from = "0,0,0,0,0,0/0,1,0,0,0,0 20-27 S"
	for text, want := range map[string]string{
		"B": "", "B+1": "", "B+9": "B captures 1 seeds, not 9", "B+0": "B captures 1 seeds, not 0",
	} {
		moves, captured, err := replay.ParseStated(&r, text)
		s, positionErr := replay.ParsePosition(&r, from)
		if err != nil || positionErr != nil {
			t.Fatal(err, positionErr)
		}
		got := ""
		if err := replay.PlayStated(&r, &s, moves, captured); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
