package replay_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"

	"github.com/google/go-cmp/cmp"
)

// judge reads all records of a text and words what the replay says of each:
// the verdict, then problems and notices with their places.
func judge(t *testing.T, text string, assume replay.Assume) string {
	t.Helper()
	var out strings.Builder
	r := notation.NewReader(strings.NewReader(text), "f")
	rp := replay.NewReplayer(assume)
	var (
		rec  notation.Record
		line replay.Line
	)
	for {
		err := r.Read(&rec)
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if syntax := (*notation.SyntaxError)(nil); err != nil && !errors.As(err, &syntax) {
			t.Fatal(err)
		}
		rp.Replay(&rec, &line)
		fmt.Fprintf(&out, "%v, %d plies", line.Verdict, len(line.Moves))
		if line.Result > notation.Unknown {
			fmt.Fprintf(&out, ", %v", line.Result)
		}
		if line.HasScore {
			fmt.Fprintf(&out, " %d-%d", line.Score[0], line.Score[1])
		}
		out.WriteByte('\n')
		for i := range line.Problems {
			p := &line.Problems[i]
			fmt.Fprintf(&out, "%s: %s [%s]", p.Pos, p.String(), p.Text)
			if p.Legal != nil {
				fmt.Fprintf(&out, " legal %s", strings.Join(p.Legal, " "))
			}
			if p.Position != "" {
				fmt.Fprintf(&out, " in %s", p.Position)
			}
			out.WriteByte('\n')
		}
		for _, n := range line.Notices {
			fmt.Fprintf(&out, "%s: notice: %s\n", n.Pos, n.Msg)
		}
	}
}

const adji = "[Game \"Adji-Boto\"]\n\n"

// Positions that the cases below start from, each a few plies from some end.
const (
	adjiEnd   = `0,0,0,0,1/1,0,0,0,2 50-46 S`     // A makes 1 and 1, then nobody can move: 52 to 48? see the cases
	adjiPass  = `1,0,0,0,0/0,0,0,2,2 47-48 N`     // North cannot move, South can
	dodoiEnd  = `0,0,0,0,0,0/0,0,0,0,0,1 20-27 S` // F goes to North's row; then North holds 1 seed
	dodoiLast = `0,0,0,0,0,0/1,0,0,0,0,0 30-17 N` // North cannot move: South's last move takes all
)

func TestVerdicts(t *testing.T) {
	from := func(game, position, rest string) string {
		return "[Game \"" + game + "\"]\n[SetUp \"1\"]\n[Position \"" + position + "\"]\n" + rest
	}
	tests := []struct{ name, text, want string }{
		{"unfinished", adji + "1. D b *", `
unfinished, 2 plies
`},
		{"a lost move ends the game", adji + "1. D b 2. ? {torn} c (3. Z) 4. E 1-0", `
unfinished, 2 plies, 1-0
f:3:11: notice: the move is lost; the game ends before it, and what follows is kept: 2 more moves
f:3:34: notice: the game is not over; the result 1-0 rests on the record alone
`},
		{"a lost move behind the end", from("Adji-Boto", "1,0,0,0,0/0,0,0,0,1 48-50 S", "\n1. ? *"), `
illegal, 0 plies
f:5:4: game 1, ply 1, South: the game is over [?] legal  in 1,0,0,0,0/0,0,0,0,1 48-50 S
`},
		{"a pit that the board lacks behind a lost move", adji + "1. D b 2. ? F *", `
illegal, 2 plies
f:3:13: game 1: a board of 2 x 5 has no pit F [F]
`},
		{"no game", "[Event \"x\"]\n\n1. A *", `
malformed, 0 plies
f:1:1: game 1: no Game tag; try identify []
`},
		{"an unknown game", "[Event \"x\"]\n[Game \"Omweso\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: "Omweso" is no game known here; the games are Adji-Boto, En Dodoi and Cross-Endodoi [[Game "Omweso"]]
`},
		{"Oware", "[Game \"Oware\"]\n\n1. A *", `
malformed, 0 plies
f:1:1: game 1: the game is Oware, which is not archived here; the games are Adji-Boto, En Dodoi and Cross-Endodoi [[Game "Oware"]]
`},
		{"Oware by its Variant", "[Variant \"Oware\"]\n\n1. A *", `
malformed, 0 plies
f:1:1: game 1: the game is Oware, which is not archived here; the games are Adji-Boto, En Dodoi and Cross-Endodoi [[Variant "Oware"]]
`},
		{"Oware by its ruleset", "[Variant \"Oware Abapa\"]\n\n1. A *", `
malformed, 0 plies
f:1:1: game 1: the game is Oware, which is not archived here; the games are Adji-Boto, En Dodoi and Cross-Endodoi [[Variant "Oware Abapa"]]
`},
		{"Variant names the game", "[Variant \"adjiboto\"]\n\n1. A *", `
unfinished, 1 plies
`},
		{"no pits", "[Game \"En Dodoi\"]\n\n1. A *", `
malformed, 0 plies
f:1:1: game 1: no Pits tag; En Dodoi needs the number of pits in a row, 6 to 10 [[Game "En Dodoi"]]
`},
		{"pits of no board", "[Game \"endodoi\"]\n[Pits \"11\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: En Dodoi is played on 6 to 10 pits a row, not on 11 [[Pits "11"]]
`},
		{"pits that are no number", "[Game \"endodoi\"]\n[Pits \"six\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: Pits is the number of pits in a row, not "six" [[Pits "six"]]
`},
		{"pits that disagree", "[Game \"Adji-Boto\"]\n[Pits \"6\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: Adji-Boto is played on 5 pits a row, not on 6 [[Pits "6"]]
`},
		{"an option of another game", "[Game \"Adji-Boto\"]\n[Rules \"lone=taken\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: Adji-Boto has no rule option "lone=taken"; it has captures-from=1..11, chain=stop|over-empty, direction=counter-clockwise|clockwise, end=both|stuck, landing=safe|taken, herskovits-1929 [[Rules "lone=taken"]]
`},
		{"an option's wrong value", "[Game \"cross endodoi\"]\n[Rules \"seeds=7\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: the rule option seeds takes 3, 4, 5, 6, not "7" [[Rules "seeds=7"]]
`},
		{"an option twice", "[Game \"Adji-Boto\"]\n[Rules \"herskovits-1929, end=both\"]\n\n1. A *", `
malformed, 0 plies
f:2:1: game 1: the rule option end is given twice: stuck and both [[Rules "herskovits-1929, end=both"]]
`},
		{"too few seeds", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 42-42 S", "\n1. C *"), `
illegal, 0 plies
f:5:4: game 1, ply 1, South: pit C holds 1 seed and cannot be sown (Adji-Boto needs 2) [C] legal A B D in 1,2,2,1,2/2,2,1,2,1 42-42 S
`},
		{"an empty pit", "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A+2 e 2. C+2 b+3 3. E *", `
illegal, 4 plies
f:4:24: game 1, ply 5, South: pit E is empty [E] legal B C D F in 14,5,3,1,0,3/5,3,2,1,0,4 4-3 S
`},
		{"the opponent's pit", adji + "1. a *", `
illegal, 0 plies
f:3:4: game 1, ply 1, South: pit a is North's, and South is to move [a] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
`},
		{"no such pit", adji + "1. F *", `
illegal, 0 plies
f:3:4: game 1, ply 1, South: a board of 2 x 5 has no pit F [F] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
`},
		{"no such pit number", adji + "1. 10 *", `
illegal, 0 plies
f:3:4: game 1, ply 1, South: a board of 2 x 5 has no pit 10 [10] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
`},
		{"opened already", adji + "1. A c 2. A!+3 *", `
illegal, 2 plies
f:3:11: game 1, ply 3, South: pit A has been played in the opening cycle, and South has pits that have not [A!+3] legal B C D E in `},
		{"an endless sowing", "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A+2 e 2. C+2 b+3 3. A *", `
illegal, 4 plies
f:4:24: game 1, ply 5, South: the sowing from pit A never ends: it comes back to where it began every 27036 laps [A] legal B C D F in 14,5,3,1,0,3/5,3,2,1,0,4 4-3 S
`},
		{"a pass of one who can move", adji + "1. -- *", `
illegal, 0 plies
f:3:4: game 1, ply 1, South: South can move and may not pass [--] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
`},
		{"a pass that is forced", from("Adji-Boto", adjiPass, "\n1... pass 2. E *"), `
unfinished, 2 plies
`},
		{"a pass that is understood", from("Adji-Boto", adjiPass, "\n1. E *"), `
unfinished, 2 plies
f:5:4: notice: North has to pass before this move; the pass is understood
f:5:4: notice: move number 1, where 2 is due
`},
		{"a move of one who has to pass", from("Adji-Boto", adjiPass, "\n1... a *"), `
illegal, 0 plies
f:5:6: game 1, ply 1, North: North cannot move and has to pass [a] legal -- in 1,0,0,0,0/0,0,0,2,2 47-48 N
`},
		{"a capture that is not", adji + "1. D b+5 *", `
contradiction, 2 plies
f:3:6: game 1, ply 2, North: b captures 0 seeds, not 5 [b+5] in 11,11,11,11,11/11,11,11,1,11 0-0 N D
`},
		{"two results", adji + "1. D b 1-0", `
unfinished, 2 plies, 1-0
f:3:8: notice: the game is not over; the result 1-0 rests on the record alone
`},
		{"Result and closing token differ", "[Result \"0-1\"]\n[Game \"Adji-Boto\"]\n[Termination \"resignation\"]\n\n1. D b 1-0", `
contradiction, 2 plies, 0-1
f:5:8: game 1: the record closes with 1-0, its Result tag says 0-1 [1-0]
`},
		{"two Result tags", "[Result \"0-1\"]\n[Result \"1-0\"]\n[Game \"Adji-Boto\"]\n[Termination \"Resignation\"]\n\n1. D b 0-1", `
contradiction, 2 plies, 0-1
f:2:1: game 1: a second Result tag says "1-0", the first says "0-1" [[Result "1-0"]]
f:2:1: notice: the tag Result is repeated
`},
		{"a result explained", "[Result \"0-1\"]\n[Game \"Adji-Boto\"]\n[Termination \"time forfeit\"]\n\n1. D b 0-1", `
unfinished, 2 plies, 0-1
`},
		{"an unusual termination", "[Result \"0-1\"]\n[Game \"Adji-Boto\"]\n[Termination \"rain\"]\n\n1. D b 0-1", `
unfinished, 2 plies, 0-1
f:1:1: notice: the game is not over; the result 0-1 rests on the record alone
f:3:1: notice: Termination "rain" is none of the usual words
`},
		{"a malformed result", "[Result \"won\"]\n[Game \"Adji-Boto\"]\n\n1. D b *", `
malformed, 0 plies
f:1:1: game 1: Result is 1-0, 0-1, 1/2-1/2, * or a score, not "won" [[Result "won"]]
`},
		{"decided", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 53-31 S", "[Result \"1-0\"]\n\n1. B d 1-0"), `
decided, 2 plies, 1-0
`},
		{"the side that can no longer win", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 53-31 S", "[Result \"0-1\"]\n\n1. B d 0-1"), `
contradiction, 2 plies, 0-1
f:4:1: game 1: the result is 0-1, but South has stored 53 of 100 seeds and North can no longer win [[Result "0-1"]]
f:4:1: notice: the game is not over; the result 0-1 rests on the record alone
`},
		{"under end=stuck seeds do not decide", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 53-31 S", "[Rules \"end=stuck\"]\n[Result \"0-1\"]\n[Termination \"agreement\"]\n\n1. B d 0-1"), `
unfinished, 2 plies, 0-1
`},
		{"less than it has stored", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 42-42 S", "[Score \"41-59\"]\n\n1. B d *"), `
contradiction, 2 plies 41-59
f:4:1: game 1: the score gives South 41 seeds, it has stored 42 [[Score "41-59"]]
`},
		{"more than all seeds", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 42-42 S", "[Score \"51-50\"]\n\n1. B d *"), `
contradiction, 2 plies 51-50
f:4:1: game 1: the score 51-50 is more than the 100 seeds of the game [[Score "51-50"]]
`},
		{"a malformed score", adji[:len(adji)-1] + "[Score \"many\"]\n\n1. B d *", `
malformed, 0 plies
f:2:1: game 1: Score is South's seeds and North's, such as 51-49, not "many" [[Score "many"]]
`},
		{"over", from("En Dodoi", dodoiLast, "[Pits \"6\"]\n[Result \"1-0\"]\n[Score \"31-17\"]\n\n1-0"), `
complete, 0 plies, 1-0 31-17
`},
		{"over without a result", from("En Dodoi", dodoiLast, "[Pits \"6\"]\n\n*"), `
complete, 0 plies, 1-0 31-17
f:6:1: notice: the game is over (1-0), the record names no result
`},
		{"over with a wrong result and score", from("En Dodoi", dodoiLast, "[Pits \"6\"]\n[Result \"0-1\"]\n[Score \"30-18\"]\n\n0-1"), `
contradiction, 0 plies, 1-0 31-17
f:5:1: game 1: the result is 0-1, by the replay it is 1-0 [[Result "0-1"]]
f:6:1: game 1: the score is 30-18, by the replay it is 31-17 [[Score "30-18"]]
`},
		{"over, with a score as its result", from("En Dodoi", dodoiLast, "[Pits \"6\"]\n\n30-18"), `
contradiction, 0 plies, 1-0 31-17
f:6:1: game 1: the score is 30-18, by the replay it is 31-17 [30-18]
`},
		{"a move after the end", from("En Dodoi", dodoiLast, "[Pits \"6\"]\n\n1... a *"), `
illegal, 0 plies
f:6:6: game 1, ply 1, North: the game is over [a] legal  in 0,0,0,0,0,0/1,0,0,0,0,0 30-17 N
`},
		{"SetUp without Position", "[Game \"Adji-Boto\"]\n[SetUp \"1\"]\n\n*", `
malformed, 0 plies
f:2:1: game 1: SetUp "1" needs a Position tag [[SetUp "1"]]
`},
		{"Position without SetUp", "[Game \"Adji-Boto\"]\n[Position \"" + adjiPass + "\"]\n\n*", `
unfinished, 0 plies
f:2:1: notice: a Position without SetUp "1"; the game starts there
`},
		{"a position that cannot be", from("Adji-Boto", "1,2,2,1,2/2,2,1,2,1 42-43 S", "\n*"), `
malformed, 0 plies
f:3:1: game 1: the board and the stores hold 101 seeds, not 100 [[Position "1,2,2,1,2/2,2,1,2,1 42-43 S"]]
`},
		{"move numbers", adji + "1. D b 3. A d 4. C 9... c *", `
unfinished, 6 plies
f:3:11: notice: move number 3, where 2 is due
f:3:25: notice: move number 9, where 4 is due
`},
		{"a fault in a variation", adji + "1. D (1. F) b (1... e (1... c 2. D)) 2. A *", `
unfinished, 3 plies
f:3:10: game 1, ply 1, South, in a variation: a board of 2 x 5 has no pit F [F] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
f:3:34: game 1, ply 3, South, in a variation: pit D has been played in the opening cycle, and South has pits that have not [D] legal A B C E in `},
		{"words in a variation", adji + "1. D b (better) 2. A *", `
unfinished, 3 plies
f:3:9: game 1, ply 2, North, in a variation: "better" is no move [better] legal a b c d e in 11,11,11,11,11/11,11,11,1,11 0-0 N D
`},
		{"a variation of nothing", adji + "(1. D) 1. D *", `
unfinished, 1 plies
f:3:1: game 1, ply 1, South, in a variation: a variation has no move before it to replace [(] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
`},
		{"pit numbers in a variation among letters", adji + "1. D (1. 9) b *", `
unfinished, 2 plies
f:3:10: game 1, ply 1, South, in a variation: letters and pit numbers are mixed in one record [9] legal A B C D E in 10,10,10,10,10/10,10,10,10,10 0-0 S -
`},
		{"problems up to the first that ends the replay", adji + "1. D+1 b 2. D a A *", `
illegal, 2 plies
f:3:4: game 1, ply 1, South: D captures 0 seeds, not 1 [D+1] in 10,10,10,10,10/10,10,10,10,10 0-0 S -
f:3:13: game 1, ply 3, South: pit D has been played in the opening cycle, and South has pits that have not [D] legal A B C E in `},
		{"an illegal move before a malformed one", adji + "1. D D 2. Q9 *", `
malformed, 1 plies
f:3:6: game 1, ply 2, North: pit D is South's, and North is to move [D] legal a b c d e in 11,11,11,11,11/11,11,11,1,11 0-0 N D
f:3:11: game 1: `},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := judge(t, tt.text, replay.Assume{})
			want := strings.TrimPrefix(tt.want, "\n")
			// A want that ends within a line leaves the rest of its last line open,
			// and of any line that ends with "in ".
			if diff := cmp.Diff(want, cutAs(got, want)); diff != "" {
				t.Errorf("(-want +got)\n%s\nall of it:\n%s", diff, got)
			}
		})
	}
}

// cutAs cuts each line of got that want leaves open after "in ", "legal " or
// "game 1: " where want's line ends there.
func cutAs(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if strings.HasSuffix(w[i], " ") && strings.HasPrefix(g[i], w[i]) {
			g[i] = w[i]
		}
	}
	if n := len(w); !strings.HasSuffix(want, "\n") && len(g) == n+1 && g[n] == "" {
		g = g[:n]
	}
	return strings.Join(g, "\n")
}

// A record may have any number of faults, of which 1,000 of a sort are listed.
func TestManyFaults(t *testing.T) {
	got := judge(t, adji+"1. D"+strings.Repeat(" (Q)", 5000)+" *", replay.Assume{})
	if n := strings.Count(got, "in a variation"); n != 1000 || !strings.Contains(got, "f:1:1: notice: 4000 more problems and notices of this record are not listed\n") {
		t.Errorf("%d problems are listed:\n...%s", n, got[len(got)-200:])
	}
	got = judge(t, adji+strings.Repeat("(Q) ", 1001)+"1. D+5 *", replay.Assume{})
	if !strings.HasPrefix(got, "contradiction") {
		t.Errorf("a contradiction behind many faults in variations is lost: %s", got[:80])
	}
}

func TestAssume(t *testing.T) {
	text := "1. A+2 e *\n\n[Game \"Adji-Boto\"]\n\n1. A c *"
	got := judge(t, text, replay.Assume{Game: "endodoi", Pits: 6, Rules: ""})
	if want := "unfinished, 2 plies\nunfinished, 2 plies\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOtherReadings(t *testing.T) {
	r := notation.NewReader(strings.NewReader("[Game \"En Dodoi\"]\n[Pits \"6\"]\n[SetUp \"1\"]\n[Position \"0,0,0,0,0,0/0,1,0,0,0,0 20-27 S\"]\n\n1. B+1 *"), "f")
	var (
		rec  notation.Record
		line replay.Line
	)
	if err := r.Read(&rec); err != nil {
		t.Fatal(err)
	}
	replay.NewReplayer(replay.Assume{}).Replay(&rec, &line)
	if line.Verdict != replay.Contradiction {
		t.Fatalf("verdict %v, %v", line.Verdict, line.Problems)
	}
	var got []string
	for _, r := range replay.OtherReadings(line.Rules, &rec) {
		got = append(got, replay.RulesText(r))
	}
	if diff := cmp.Diff([]string{"lone=taken", "direction=clockwise,lone=taken"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestRulesText(t *testing.T) {
	for _, tt := range []struct {
		game       rules.Game
		pits       int
		text, want string
	}{
		{rules.AdjiBoto, 0, "", ""},
		{rules.AdjiBoto, 5, " END = Stuck , landing=taken", "herskovits-1929"},
		{rules.AdjiBoto, 5, "herskovits-1929,direction=clockwise", "direction=clockwise,end=stuck,landing=taken"},
		{rules.AdjiBoto, 5, "chain=stop,captures-from=11", ""},
		{rules.AdjiBoto, 5, "captures-from=3,chain=over-empty", "captures-from=3,chain=over-empty"},
		{rules.EnDodoi, 8, "seeds=4,lone=stays", ""},
		{rules.EnDodoi, 8, "seeds=3,lone=taken", "lone=taken,seeds=3"},
		{rules.CrossEndodoi, 0, "seeds=3", ""},
		{rules.CrossEndodoi, 0, "seeds=4", "seeds=4"},
	} {
		r, err := replay.ParseRuleset(tt.game, tt.pits, tt.text)
		if err != nil {
			t.Errorf("%q: %v", tt.text, err)
		} else if got := replay.RulesText(r); got != tt.want {
			t.Errorf("%q is written %q, want %q", tt.text, got, tt.want)
		}
	}
}

// Every reading is written and read back as itself, and no two are written alike.
func TestReadings(t *testing.T) {
	for _, tt := range []struct {
		game rules.Game
		pits int
		n    int
	}{
		{rules.AdjiBoto, 5, 11 * 2 * 2 * 2 * 2},
		{rules.EnDodoi, 7, 2 * 2 * 4},
		{rules.CrossEndodoi, 6, 2 * 4},
	} {
		seen := map[string]bool{}
		for _, r := range replay.Readings(rules.Standard(tt.game, tt.pits)) {
			text := replay.RulesText(r)
			if back, err := replay.ParseRuleset(tt.game, tt.pits, text); err != nil || back != r {
				t.Errorf("%q reads as %v, %v; want %v", text, back, err, r)
			}
			seen[text] = true
		}
		if len(seen) != tt.n {
			t.Errorf("%s has %d readings, want %d", tt.game, len(seen), tt.n)
		}
	}
}
