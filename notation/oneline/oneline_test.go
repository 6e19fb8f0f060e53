package oneline

import (
	"errors"
	"io"
	"strings"
	"testing"

	"alai/notation"
)

func read(text string) (*notation.Record, error) {
	rec := new(notation.Record)
	return rec, NewReader(strings.NewReader(text), "f").Read(rec)
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"en-dodoi 8: D d A e C":                           "[Game \"en-dodoi\"]|[Pits \"8\"]|[Result \"*\"]||1. D d 2. A e 3. C *|",
		"Adji-Boto: 1. D b 2.B+3 -- 1-0":                  "[Game \"Adji-Boto\"]|[Result \"1-0\"]||1. D b 2. B+3 -- 1-0|",
		"endodoi 6 lone=taken seeds=3,x :":                "[Game \"endodoi\"]|[Pits \"6\"]|[Rules \"lone=taken,seeds=3,x\"]|[Result \"*\"]||*|",
		"adjiboto herskovits-1929 from 1/2  0-0 N: ... a": "[Game \"adjiboto\"]|[SetUp \"1\"]|[Position \"1/2 0-0 N\"]|[Rules \"herskovits-1929\"]|[Result \"*\"]||1... a *|",
		"x 5: 7 2 9x5 51-49\r\n":                          "[Game \"x\"]|[Pits \"5\"]|[Score \"51-49\"]|[Result \"1-0\"]||1. 7 2 2. 9+5 1-0|",
		"x: draw":                                         "[Game \"x\"]|[Result \"1/2-1/2\"]||1/2-1/2|",
	} {
		rec, err := read(text)
		if got := strings.ReplaceAll(string(notation.Append(nil, rec)), "\n", "|"); err != nil || got != want {
			t.Errorf("%s\ngot  %s, %v\nwant %s", text, got, err, want)
		}
	}
	rec, err := read("x 6: D 2.D D+1")
	var tokens []string
	for _, it := range rec.Items {
		tokens = append(tokens, rec.Token(it))
	}
	if got := strings.Join(tokens, " "); err != nil || got != "D D D+1" || rec.Items[1].At != 9 {
		t.Errorf("the plies stand at %s, %v", got, err)
	}
}

func TestFaults(t *testing.T) {
	for _, test := range []struct{ text, want, token string }{
		{"x \ufffd: A \xff b", "f:1:10: game 1: the line is not UTF-8", "\ufffd"},
		{"\nfoo", "f:2:1: game 1: no game: a line is GAME PITS: MOVES, such as en-dodoi 8: D d A", "foo"},
		{" : A", "f:1:1: game 1: no game: a line is GAME PITS: MOVES, such as en-dodoi 8: D d A", " : A"},
		{"x: A \xff b", "f:1:6: game 1: the line is not UTF-8", "\ufffd"},
		{"x: A foo b", `f:1:6: game 1: "foo" is no move`, "foo"},
		{"x: A 1-0 b", `f:1:6: game 1: "1-0" is no move`, "1-0"},
		{"x: A 2.7", `f:1:8: game 1: "7" names a pit by numbers, the moves before it by letters`, "7"},
		{"x: A " + strings.Repeat("y", 50), `f:1:6: game 1: "` + strings.Repeat("y", 40) + `"... is no move`, strings.Repeat("y", 50)},
	} {
		rec, err := read(test.text)
		var syntax *notation.SyntaxError
		if !errors.As(err, &syntax) || rec.Err != syntax || err.Error() != test.want || syntax.Token != test.token {
			t.Errorf("%q: got %v, want %s", test.text, err, test.want)
		}
	}
}

// A bad line hides none of the others.
func TestNext(t *testing.T) {
	r := NewReader(strings.NewReader("x: A\n\nx: !\nx: B"), "f")
	var rec notation.Record
	for i, want := range []string{"A", "", "B"} {
		err := r.Read(&rec)
		if (err != nil) != (want == "") || rec.Number != i+1 {
			t.Fatalf("game %d: %v", rec.Number, err)
		}
		if want != "" && rec.Token(rec.Items[0]) != want {
			t.Errorf("game %d is %s", i+1, rec.Text)
		}
	}
	if err := r.Read(&rec); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
}

func TestDetect(t *testing.T) {
	for line, want := range map[string]bool{
		"en-dodoi 8: D d": true, "Adji-Boto:": true, "endodoi 6 lone=taken,seeds=3 from 1/2 0-0 S: A": true,
		"": false, "A b C": false, "1. A b": false, "{comment: x} A": false, "A b ; note: x": false, "A {x: y}": false,
		`[Event "x: y"]`: false, "game_class: Mancala": false, `{"moves": []}`: false, "foo:bar": false, "game=x: y": false,
	} {
		if Detect([]byte(line)) != want {
			t.Errorf("Detect(%s) is %v", line, !want)
		}
	}
}
