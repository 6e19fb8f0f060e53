package replay_test

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"

	"github.com/google/go-cmp/cmp"
)

// canonical replays the first record of text and spells it.
func canonical(t *testing.T, text string) (string, *replay.Line) {
	t.Helper()
	var (
		rec  notation.Record
		line replay.Line
	)
	if err := notation.NewReader(strings.NewReader(text), "f").Read(&rec); err != nil {
		t.Fatal(err)
	}
	replay.NewReplayer(replay.Assume{}).Replay(&rec, &line)
	if line.Verdict < replay.Contradiction {
		t.Fatalf("%v: %v", line.Verdict, line.Problems)
	}
	return string(notation.Append(nil, replay.Canonical(&rec, &line))), &line
}

func TestCanonical(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"tags are ordered, Game and Result written", `
[Annotator "x"]
[north "b"]
[SOUTH "a"]
[Variant "adjiboto"]
[Event "?"]
[Pits "5"]
[Annotator "y"]

1. 6 1`, `
[Event "?"]
[South "a"]
[North "b"]
[Result "*"]
[Game "Adji-Boto"]
[Annotator "x"]
[Annotator "y"]

1. D d *
`},
		{"rule options are sorted, a named reading is named", `
[Game "Adji-Boto"]
[Rules "landing=taken , chain=stop, end=stuck"]

*`, `
[Result "*"]
[Game "Adji-Boto"]
[Rules "herskovits-1929"]

*
`},
		{"a position that is the start says nothing", `
[Game "En Dodoi"]
[Pits "6"]
[SetUp "1"]
[FEN "4-4-4-4-4-4-4-4-4-4-4-4-0-0-S"]

1. A 1-0`, `
[Result "1-0"]
[Game "En Dodoi"]
[Pits "6"]

1. A+2 1-0
`},
		{"a position is spelled in one way", `
[Game "En Dodoi"]
[Pits "6"]
[Position "4-4-4-4-4-4-4-4-4-4-4-4-0-0-N"]

f *`, `
[Result "*"]
[Game "En Dodoi"]
[Pits "6"]
[SetUp "1"]
[Position "4,4,4,4,4,4/4,4,4,4,4,4 0-0 N"]

1... f *
`},
		{"a repeated tag that says nothing stays, so that the first one counts", `
[Game "En Dodoi"]
[Pits "6"]
[Rules ""]
[Rules "seeds=3"]

A *`, `
[Result "*"]
[Game "En Dodoi"]
[Pits "6"]
[Rules ""]
[Rules "seeds=3"]

1. A+2 *
`},
		{"a pass that is understood is written, with the comments in their place", `
[Game "Adji-Boto"]
[SetUp "1"]
[Position "1,0,0,0,0/0,0,0,2,2 47-48 S"]

1. D {to} (1. E $1) $3 2. E *`, `
[Result "0-1"]
[Game "Adji-Boto"]
[SetUp "1"]
[Position "1,0,0,0,0/0,0,0,2,2 47-48 S"]
[Score "49-51"]

1. D $3 {to} (1. E $1) 1... -- 2. E 0-1
`},
		{"the end of a complete game is filled in", `
[Game "En Dodoi"]
[Pits "6"]
[SetUp "1"]
[Position "0,0,0,0,0,0/1,0,0,0,0,0 30-17 N"]

*`, `
[Result "1-0"]
[Game "En Dodoi"]
[Pits "6"]
[SetUp "1"]
[Position "0,0,0,0,0,0/1,0,0,0,0,0 30-17 N"]
[Score "31-17"]

1-0
`},
		{"a score is result and score", `
[Game "Adji-Boto"]
[Result "51–40"]

1. 6 1 51-40`, `
[Result "1-0"]
[Game "Adji-Boto"]
[Score "51-40"]

1. D d 1-0
`},
		{"a variation with a fault keeps its text, others are respelled", `
[Game "En Dodoi"]
[Pits "6"]

7 (8 1) (8 25 11 {as it is}) 1 *`, `
[Result "*"]
[Game "En Dodoi"]
[Pits "6"]

1. E (1. D+7 e) (1. 8 25 2. 11 {as it is}) 1... e *
`},
		{"claims of a contradictory record stand", `
[Result "1-0"]
[Game "En Dodoi"]
[Pits "6"]

A+3 0-1`, `
[Result "1-0"]
[Game "En Dodoi"]
[Pits "6"]

1. A+3 0-1
`},
		{"remarks among the tags go with the tag they stand before", `
% first
[Game "Adji-Boto"]
{before Pits}
[Pits "5"]
{before Event}
[Event "x"]

*`, `
{before Pits}
{before Event}
[Event "x"]
[Result "*"]
% first
[Game "Adji-Boto"]

*
`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _ := canonical(t, tt.text[1:])
			if diff := cmp.Diff(tt.want[1:], got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
			if again, _ := canonical(t, got); again != got {
				t.Errorf("not a fixed point: (-first +second)\n%s", cmp.Diff(got, again))
			}
		})
	}
}

// FuzzReplay holds the laws of replay for any text: nothing panics, what was
// played is legal and conserves the seeds, the canonical spelling is a fixed
// point and is judged as its original is.
func FuzzReplay(f *testing.F) {
	for _, name := range []string{"ludii/adjiboto.mgn", "ludii/endodoi-lone-6.mgn", "mancalagames/endodoi10.mgn"} {
		data, err := os.ReadFile(referee + "/" + name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(data[:strings.Index(string(data), "\n\n[")+2]))
	}
	f.Add("[Game \"endodoi\"]\n[Pits \"6\"]\n\n7 (8 0 (1 2) $1 {x}) (8 25 11 {as it is}) % \n1 $5 {y} ; z }\n 51-40")
	f.Add("[Game \"Adji-Boto\"]\n[SetUp \"1\"]\n[Position \"1,0,0,0,0/0,0,0,2,2 47-48 S\"]\n[Rules \"captures-from=3\"]\n\n1. D {to} (1. E $1) $3 2. E+1 1-0")
	f.Add("[Game \"endodoi\"]\n[Pits \"6\"]\n\n1. A+2 e 2. ? {x} b (2... ? 7 c) $3 3. C+1 9... ? d 1-0")
	f.Add("[Game \"Adji-Boto\"]\n\n1. 6 3 2. ? (0 A) 4 12 1-0")
	f.Add("% a\n[Variant \"crossendodoi\"]\n{b}\n[Result \"1-0\"]\n[Result \"0-1\"]\n\nA b C d E f *\n\n[Game \"Oware\"]\n\nA *")
	f.Fuzz(func(t *testing.T, text string) {
		r := notation.NewReader(strings.NewReader(text), "f")
		rp := replay.NewReplayer(replay.Assume{})
		var (
			rec, again notation.Record
			line, back replay.Line
		)
		for {
			err := r.Read(&rec)
			if errors.Is(err, io.EOF) {
				return
			}
			if syntax := (*notation.SyntaxError)(nil); err != nil && !errors.As(err, &syntax) {
				t.Fatal(err)
			}
			rp.Replay(&rec, &line)
			checkLine(t, &line)
			if line.Verdict < replay.Contradiction {
				continue
			}
			spelled := notation.Append(nil, replay.Canonical(&rec, &line))
			if err := notation.NewReader(strings.NewReader(string(spelled)), "c").Read(&again); err != nil {
				t.Fatalf("the canonical record is malformed: %v\n%s", err, spelled)
			}
			rp.Replay(&again, &back)
			if back.Verdict != line.Verdict || back.Result != line.Result || back.Score != line.Score {
				t.Fatalf("the canonical record is %v %v %v, the record %v %v %v: %v\n%s",
					back.Verdict, back.Result, back.Score, line.Verdict, line.Result, line.Score, back.Problems, spelled)
			}
			if diff := cmp.Diff(line.Moves, back.Moves); diff != "" {
				t.Fatalf("the canonical record has other moves: %s", diff)
			}
			if twice := notation.Append(nil, replay.Canonical(&again, &back)); string(twice) != string(spelled) {
				t.Fatalf("not a fixed point: (-first +second)\n%s", cmp.Diff(string(spelled), string(twice)))
			}
			stored := new(notation.Record)
			err = back.Record(stored, replay.Canonical(&again, &back).Tags, notation.Annotations(replay.Canonical(&again, &back)))
			if err != nil {
				t.Fatal(err)
			}
			if got := notation.Append(nil, stored); string(got) != string(spelled) {
				t.Fatalf("put together again it differs: (-canonical +stored)\n%s", cmp.Diff(string(spelled), string(got)))
			}
		}
	})
}

// checkLine holds what is true of every line.
func checkLine(t *testing.T, line *replay.Line) {
	t.Helper()
	if line.Rules.Game == 0 {
		if len(line.Moves) != 0 || line.Verdict != replay.Malformed {
			t.Fatalf("moves of no game: %v", line.Moves)
		}
		return
	}
	r, s := &line.Rules, line.Start
	total := 0
	for _, n := range s.Seeds {
		total += int(n)
	}
	total += int(s.Store[0]) + int(s.Store[1])
	for i, m := range line.Moves {
		sowing, err := r.Play(&s, m)
		if err != nil || sowing != line.Sowings[i] {
			t.Fatalf("ply %d plays as %v, %v; the line has %v", i+1, sowing, err, line.Sowings[i])
		}
		sum := int(s.Store[0]) + int(s.Store[1])
		for _, n := range s.Seeds {
			sum += int(n)
		}
		if sum != total {
			t.Fatalf("ply %d: %d seeds became %d", i+1, total, sum)
		}
	}
	if s != line.Final {
		t.Fatalf("the line ends in %v, its moves in %v", line.Final, s)
	}
	s, at := line.Start, 0
	for ply, state := range line.States() {
		if ply > 0 {
			if got := line.Start.ToMove.At(ply); got != s.ToMove {
				t.Fatalf("ply %d is said to be %s's, and is %s's", ply, got, s.ToMove)
			}
			r.Play(&s, line.Moves[ply-1])
		}
		if ply != at || *state != s {
			t.Fatalf("after %d plies the state is %v; that of ply %d is %v", at, s, ply, *state)
		}
		at++
	}
	if at != len(line.Moves)+1 {
		t.Fatalf("%d plies have %d states", len(line.Moves), at)
	}
	worst := replay.Unfinished
	for _, p := range line.Problems {
		if !p.Variation {
			worst = min(worst, p.Kind)
		}
		if p.Pos.Line < 1 || p.Pos.Column < 1 {
			t.Fatalf("a problem without a place: %v", p)
		}
	}
	if worst.Sound() != line.Verdict.Sound() || !worst.Sound() && worst != line.Verdict {
		t.Fatalf("verdict %v with problems %v", line.Verdict, line.Problems)
	}
}
