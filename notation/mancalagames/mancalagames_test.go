package mancalagames

import (
	"errors"
	"io"
	"strings"
	"testing"

	"alai/notation"
)

// whole is a log of a game that could not be played.
const whole = `game_class: Mancala
GameConsts(nbr_start=10, holes=2)
GameInfo
{   'multicapt': -1,
    'name': 'Adji-boto',
    'nocaptmoves': 2,
    'unclaimed': <EndGameSeeds.HOLE_OWNER: 0>}


***** Game history. Moves = 3

*** New game

0: Start Game
 10_ 10_ *
 10_  3

    Sow from 2:
       9   9_ *

1: North move 0
  1   9_   
  9  11_ *  3

2: South move PASS
  1   9_  *
  9  11      3
a remark

3: North move 1
WIN by South
  0   0     12
  0   0   * 21
`

func read(text string) (*notation.Record, error) {
	rec := new(notation.Record)
	return rec, NewReader(strings.NewReader(text), "f").Read(rec)
}

func TestWhole(t *testing.T) {
	rec, err := read(whole)
	if err != nil {
		t.Fatal(err)
	}
	want := `[Game "Adji-Boto"]
[Pits "2"]
[Rules "landing=taken,captures-from=3"]
[SetUp "1"]
[Position "10,10/10,3 0-0 N B"]
[Score "21-12"]
[Result "1-0"]

1... b 2. -- a 1-0
`
	if got := string(notation.Append(nil, rec)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := strings.Join(rec.Positions, "; "); got != "1,9/9,11 3-0 S Ab; 1,9/9,11 3-0 N ABb" {
		t.Errorf("positions %s", got)
	}
	var tokens []string
	for _, it := range rec.Items {
		tokens = append(tokens, rec.Token(it))
	}
	if got := strings.Join(tokens, " "); got != "0 PASS 1" || rec.Claims.Plies != 3 || len(rec.Notices) != 0 {
		t.Errorf("the plies stand at %s, claims %v, notices %v", got, rec.Claims, rec.Notices)
	}
}

// How a log ends, and what is taken of it.
func TestEnds(t *testing.T) {
	edit := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(whole) }
	for _, test := range []struct {
		name, text string
		result     notation.Result
		score      string
		positions  int
		notice     string
	}{
		{"a tie", edit("WIN by South", "ROUND_TIE"), notation.Draw, "21-12", 2, ""},
		{"North won", edit("WIN by South", "ROUND_WIN by North"), notation.NorthWon, "21-12", 2, ""},
		{"broken off", edit("WIN by South\n", ""), notation.Unknown, "", 3, ""},
		{"stopped", edit("  0   0     12", "  2   1      9"), notation.SouthWon, "", 3, ""},
		{"a relay that was given up", edit("* 21", "* 20"), notation.Unknown, "", 2,
			"f:30:1: the last board holds 32 seeds of 33: the program has given up a relay; board and result are not taken"},
		{"another sweep", edit("HOLE_OWNER", "LAST_MOVER"), notation.Unknown, "", 2,
			`f:7:18: the seeds left over went elsewhere than they go here ("LAST_MOVER"); result and score are not taken`},
		{"an unknown line", edit("WIN by South", "WIN by South\nfoo\nbar"), notation.SouthWon, "21-12", 2,
			`f:32:1: "foo" is no line of a turn that is known here; such lines are passed over`},
	} {
		t.Run(test.name, func(t *testing.T) {
			rec, err := read(test.text)
			if err != nil {
				t.Fatal(err)
			}
			score, _ := rec.Value("Score")
			if rec.Close.Result != test.result || score != test.score || len(rec.Positions) != test.positions {
				t.Errorf("%v, score %q, %d positions", rec.Close.Result, score, len(rec.Positions))
			}
			var notices []string
			for _, n := range rec.Notices {
				notices = append(notices, n.Pos.String()+": "+n.Msg)
			}
			if got := strings.Join(notices, "\n"); got != test.notice {
				t.Errorf("notices %s", got)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ name, old, new, want, token string }{
		{"no log", "game_class: Mancala", "foo", "f:1:1: no log that is known here: its first line is game_class: Mancala", "foo"},
		{"another class", "Mancala\n", "Diffusion\n", "f:1:1: no log that is known here: its first line is game_class: Mancala", "game_class: Diffusion"},
		{"no consts", "GameConsts", "Consts", "f:1:1: the log does not say how many pits there are: no line GameConsts(nbr_start=N, holes=N)", "game_class: Mancala"},
		{"a large board", "holes=2", "holes=11", "f:2:1: a board of that many pits a row has no letters", "GameConsts(nbr_start=10, holes=11)"},
		{"no name", "'name'", "'game'", "f:1:1: the log does not name its game: no parameter 'name'", "game_class: Mancala"},
		{"captures", "-1", "3", `f:4:18: multicapt is "3", which is no rule that is known here`, "3"},
		{"barred captures", "moves': 2", "moves': x", "f:6:20: nocaptmoves is no number of plies", "x"},
		{"no history", "*****", "****", "f:1:1: the log has no history: no line ***** Game history. Moves = N", "game_class: Mancala"},
		{"a second game", "    Sow", "*** New game\n", "f:18:1: a second game in one log", "*** New game"},
		{"no turn", "South move PASS", "South moves", "f:25:1: the turn is neither a move nor a pass", "2: South moves"},
		{"a missing turn", "2: South", "3: South", "f:25:1: turn 3, where 2 is due", "3"},
		{"no start", "0: Start Game", "0: North move 1", "f:14:1: turn 0 is Start Game, and no other", "0: North move 1"},
		{"no pit", "North move 0", "North move 2", "f:21:15: pit 2 is none of a board of 2 x 2", "2"},
		{"behind the end", "a remark", "TIE", "f:30:1: the game goes on behind its end", "3: North move 1"},
		{"no board", "1: North move 0\n", "1: North move 0\n\n", "f:21:1: the turn does not end with the two rows of a board", "1: North move 0"},
		{"three rows", "  1   9_   ", "  1   9_\n  1   9_   ", "f:21:1: the turn does not end with the two rows of a board", "1: North move 0"},
		{"a short row", "  1   9_   ", "  1", "f:22:1: the row has no 2 pits", "  1"},
		{"no seeds", "  1   9_   ", "  1   x", `f:22:1: "x" is no number of seeds`, "  1   x"},
		{"a long row", "* 21", "* 21 3", "f:33:1: the row has more than 2 pits and a store", "  0   0   * 21 3"},
		{"two to move", "  1   9_   ", "  1   9_  *", "f:23:1: both sides are marked as the one to move", "  9  11_ *  3"},
		{"none to move", "11_ *", "11_", "f:23:1: no row is marked as that of the side to move", "  9  11_  3"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := strings.Replace(whole, test.old, test.new, 1)
			rec, err := read(text)
			var syntax *notation.SyntaxError
			if !errors.As(err, &syntax) || rec.Err != syntax {
				t.Fatal(err)
			}
			if got := syntax.Pos.String() + ": " + syntax.Msg; got != test.want || syntax.Token != test.token {
				t.Errorf("got %s, %q\nwant %s, %q", got, syntax.Token, test.want, test.token)
			}
			if line := strings.Split(text, "\n")[syntax.Pos.Line-1]; !strings.HasPrefix(line[syntax.Pos.Column-1:], test.token) {
				t.Errorf("%q does not stand at %v", test.token, syntax.Pos)
			}
		})
	}
	if _, err := read(strings.Split(whole, "0: Start")[0]); err == nil || err.Error() != "f:1:1: game 1: the log holds no game" {
		t.Errorf("without turns: %v", err)
	}
}

// En Dodoi's parameters, and those of a game that is not known here.
func TestRules(t *testing.T) {
	for name, want := range map[string]string{
		"'Endodoi',\n'xcpickown': <CrossCaptOwn.ALWAYS_PICK: 2>":  "En Dodoi lone=taken,seeds=10",
		"'Endodoi',\n'xcpickown': <CrossCaptOwn.PICK_ON_CAPT: 1>": "En Dodoi lone=stays,seeds=10",
		"'Endodoi'":         "En Dodoi seeds=10",
		"'Wari'":            "Wari ",
		"'Endodoi', 'x': 1": "Endodoi', 'x': 1 ",
	} {
		rec, err := read(strings.Replace(whole, "'Adji-boto'", name, 1))
		game, _ := rec.Value("Game")
		rules, _ := rec.Value("Rules")
		if got := game + " " + rules; got != want || err != nil {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
	if _, err := read(strings.Replace(whole, "'Adji-boto'", "'Endodoi',\n'xcpickown': <CrossCaptOwn.LEAVE: 0>", 1)); err == nil {
		t.Error("a capturing seed that is never taken is no rule here")
	}
}

func TestNext(t *testing.T) {
	r := NewReader(strings.NewReader(strings.Replace(whole, "Start", "start", 1)+"\n"+whole), "f")
	var rec notation.Record
	if err := r.Read(&rec); err == nil || rec.Number != 1 || len(rec.Tags) == 0 {
		t.Errorf("%v, game %d with the tags %v", err, rec.Number, rec.Tags)
	}
	if err := r.Read(&rec); err != nil || rec.Number != 2 || rec.Line != 35 {
		t.Errorf("%v, game %d in line %d", err, rec.Number, rec.Line)
	}
	if err := r.Read(&rec); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestDetect(t *testing.T) {
	for line, want := range map[string]bool{"game_class: Mancala": true, "game=": false, "[Game \"x\"]": false} {
		if Detect([]byte(line)) != want {
			t.Errorf("Detect(%s) is %v", line, !want)
		}
	}
}
