package trl

import (
	"errors"
	"io"
	"strings"
	"testing"

	"alai/notation"
)

// setUp is the beginning of a trial on 2 x 6.
const setUp = `game=/lud/board/sow/two_rows/En Dodoi.lud
START GAME OPTIONS
Board Size/6
END GAME OPTIONS
RNG internal state=1,2,3,4,5,6,7,8
Move=[Move:mover=0,from=11,to=11,actions=[SetCount:type=Vertex,to=11,what=1,count=4]]
`

func read(text string) (*notation.Record, error) {
	rec := new(notation.Record)
	return rec, NewReader(strings.NewReader(text), "f").Read(rec)
}

func TestTags(t *testing.T) {
	rec, err := read(`game=/a/Adjiboto.lud
START GAME OPTIONS
END GAME OPTIONS
Move=[Move:mover=0,from=0,to=0,actions=[SetCount:type=Vertex,to=0,what=1,count=10],[SetCount:type=Vertex,to=3,what=1,count=9]]
Move=[Move:mover=1,from=1,to=1,actions=[Select:typeFrom=Vertex,from=1,decision=true],[Move:typeFrom=Vertex,from=1,typeTo=Cell,to=4,count=3],[Move:typeFrom=Vertex,from=0,typeTo=Cell,to=4,count=2]]
Move=[Move:mover=2,from=2,to=2,actions=[Select:typeFrom=Vertex,from=2,decision=true],[Move:typeFrom=Vertex,from=2,typeTo=Vertex,to=1],[SetNextPlayer:player=2]]
Move=[Move:mover=2,from=1,to=1,actions=[Select:typeFrom=Vertex,from=1,decision=true],[Move:typeFrom=Vertex,from=1,typeTo=Cell,to=5,count=7]]
Move=[Move:mover=1,actions=[Pass:decision=true,forced=true]]
winner=2
endtype=NaturalEnd
`)
	if err != nil {
		t.Fatal(err)
	}
	// North's site 2 is at its right as South sees it: its own left, but one.
	want := `[Game "Adji-Boto"]
[Pits "2"]
[Rules "herskovits-1929"]
[SetUp "1"]
[Position "0,9/10,0 0-0 S"]
[Result "0-1"]

1. B+5 b+7 2. -- 0-1
`
	if got := string(notation.Append(nil, rec)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var tokens []string
	for _, it := range rec.Items {
		tokens = append(tokens, rec.Token(it))
	}
	if got := strings.Join(tokens, " "); got != "1 2 [Pass:decision=true,forced=true]" {
		t.Errorf("the plies stand at %s", got)
	}
}

// What is not told in a trial is told of no record.
func TestUnfinished(t *testing.T) {
	rec, err := read(setUp)
	if err != nil || rec.Close.Result != notation.Unknown {
		t.Errorf("%v, %v", rec.Close, err)
	}
	rec, err = read(setUp + "winner=0\nendtype=MoveLimit\nfoo=bar\nfoo=baz\n")
	if err != nil || rec.Close.Result != notation.Unknown {
		t.Errorf("%v, %v", rec.Close, err)
	}
	var notices []string
	for _, n := range rec.Notices {
		notices = append(notices, n.Pos.String()+": "+n.Msg)
	}
	want := `f:9:1: "foo=bar" is no line of a trial that is known here; such lines are passed over
f:8:1: Ludii ended the trial ("MoveLimit"); its winner is not taken`
	if got := strings.Join(notices, "\n"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFaults(t *testing.T) {
	const relay = "Move=[Move:mover=1,from=2,to=2,actions=[Move:typeFrom=Vertex,from=2,typeTo=Vertex,to=3],[SetNextPlayer:player=1]]\n"
	for _, test := range []struct{ name, text, want, token string }{
		{"no trial", "foo\ngame=x", "f:1:1: game 1: no trial: its first line is game= and the game's description", "foo"},
		{"no board", "game=x.lud\nwinner=1", "f:1:1: game 1: neither an option Board Size nor a set-up tells how many pits a row has", "game=x.lud"},
		{"no board for a move", "game=x.lud\n" + relay, "f:1:1: game 1: neither an option Board Size nor a set-up tells how many pits a row has", "game=x.lud"},
		{"two boards", strings.Replace(setUp, "Size/6", "Size/7", 1), "f:3:1: game 1: the board has 7 pits a row, the set-up fills 12 pits", "Board Size/7"},
		{"no two rows", "game=x.lud\nMove=[Move:mover=0,actions=[SetCount:to=2,count=4]]", "f:2:1: game 1: the set-up fills 3 pits, which are no two rows", "Move=[Move:mover=0,actions=[SetCount:to=2,count=4]]"},
		{"a large board", strings.Replace(setUp, "Size/6", "Size/11", 1), `f:3:1: game 1: a board of "11" pits a row has no letters`, "Board Size/11"},
		{"a large set-up", strings.Replace(setUp, "to=11,what", "to=20,what", 1), "f:6:67: game 1: a board with this site has no letters", "20"},
		{"too many seeds", strings.Replace(setUp, "count=4", "count=40000", 1), "f:6:83: game 1: so many seeds are in no pit", "40000"},
		{"an unknown option", strings.Replace(setUp, "Board Size/6", "Seeds/3", 1), `f:3:1: game 1: the option "Seeds/3" is not known here`, "Seeds/3"},
		{"options without end", strings.Replace(setUp, "END GAME OPTIONS", "", 1), `f:5:1: game 1: the option "RNG internal state=1,2,3,4,5,6,7,8" is not known here`, "RNG internal state=1,2,3,4,5,6,7,8"},
		{"legal moves without end", setUp + "NEW LEGAL MOVES LIST\nx", "f:7:1: game 1: END LEGAL MOVES LIST does not come", "NEW LEGAL MOVES LIST"},
		{"no move", setUp + "Move=[Move:mover=1,from=2,to=2,actions=[Sel", "f:7:1: game 1: the line is no move", "Move=[Move:mover=1,from=2,to=2,actions=[Sel"},
		{"brackets", setUp + "Move=[Move:mover=1,from=2,to=2,actions=[[Select:from=2]]", "f:7:1: game 1: the line is no move", "Move=[Move:mover=1,from=2,to=2,actions=[[Select:from=2]]"},
		{"a third player", setUp + "Move=[Move:mover=3,from=2,to=2,actions=[]]", "f:7:18: game 1: the mover is neither 1 nor 2", "3"},
		{"a late set-up", setUp + "Move=[Move:mover=1,from=2,actions=[]]\nMove=[Move:mover=0,from=2,actions=[]]", "f:8:18: game 1: the mover is neither 1 nor 2", "0"},
		{"no pit", setUp + "Move=[Move:mover=1,from=12,to=2,actions=[]]", "f:7:25: game 1: site 12 is no pit of a board of 2 x 6", "12"},
		{"no from", setUp + "Move=[Move:mover=1,actions=[Select:from=2]]", "f:7:1: game 1: the move has no from and is no pass", "Move=[Move:mover=1,actions=[Select:from=2]]"},
		{"a broken relay", setUp + relay + "Move=[Move:mover=2,from=8,actions=[]]", "f:8:18: game 1: the relay of player 1 goes on, and player 2 moves", "2"},
		{"a lap elsewhere", setUp + relay + "Move=[Move:mover=1,from=8,actions=[]]", "f:8:1: game 1: the lap does not begin at site 3, where the one before ended", "Move=[Move:mover=1,from=8,actions=[]]"},
		{"a pass as a lap", setUp + strings.Replace(relay, "[Move:typeFrom=Vertex,from=2,typeTo=Vertex,to=3],", "", 1) + "Move=[Move:mover=1,actions=[Pass:decision=true]]", "f:8:1: game 1: a pass is no lap of a relay", "Move=[Move:mover=1,actions=[Pass:decision=true]]"},
		{"a pass that captures", setUp + "Move=[Move:mover=1,actions=[Pass:decision=true],[Move:typeFrom=Vertex,from=8,typeTo=Cell,to=12,count=3]]", "f:7:102: game 1: a pass captures nothing", "3"},
		{"an open relay", setUp + strings.TrimSuffix(relay, "\n"), "f:7:114: game 1: the trial ends within a relay", ""},
		{"captures", setUp + "Move=[Move:mover=1,from=2,actions=[Move:typeTo=Cell,to=12,count=9999],[Move:typeTo=Cell,to=12,count=1]]", "f:7:101: game 1: so many seeds are in no pit", "1"},
		{"a winner", setUp + "winner=3", "f:7:1: game 1: the winner is 0, 1 or 2", "winner=3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			rec, err := read(test.text)
			var syntax *notation.SyntaxError
			if !errors.As(err, &syntax) || rec.Err != syntax || err.Error() != test.want || syntax.Token != test.token {
				t.Errorf("got %v, %q\nwant %s, %q", err, syntax.Token, test.want, test.token)
			}
			if line := strings.Split(test.text, "\n")[syntax.Pos.Line-1]; !strings.HasPrefix(line[syntax.Pos.Column-1:], test.token) {
				t.Errorf("%q does not stand at %v", test.token, syntax.Pos)
			}
		})
	}
}

// After a bad trial the next one is read.
func TestNext(t *testing.T) {
	r := NewReader(strings.NewReader("\n"+setUp+"winner=3\n\n"+setUp+"winner=1"), "f")
	var rec notation.Record
	if err := r.Read(&rec); err == nil || rec.Number != 1 || rec.Line != 2 || len(rec.Tags) == 0 {
		t.Errorf("%v, game %d in line %d with the tags %v", err, rec.Number, rec.Line, rec.Tags)
	}
	if err := r.Read(&rec); err != nil || rec.Number != 2 || rec.Line != 10 || rec.Close.Result != notation.SouthWon {
		t.Errorf("%v, game %d in line %d, %v", err, rec.Number, rec.Line, rec.Close)
	}
	if err := r.Read(&rec); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestDetect(t *testing.T) {
	for line, want := range map[string]bool{"game=/lud/x.lud": true, "game": false, "[Game \"x\"]": false, "game_class: Mancala": false} {
		if Detect([]byte(line)) != want {
			t.Errorf("Detect(%s) is %v", line, !want)
		}
	}
}
