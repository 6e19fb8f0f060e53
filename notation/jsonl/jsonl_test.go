package jsonl

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"alai/notation"
)

// readAll reads to the end and returns each record as text, its error beside.
func readAll(t *testing.T, src io.Reader) (texts, errs []string) {
	t.Helper()
	r := NewReader(src, "f")
	for {
		var rec notation.Record
		err := r.Read(&rec)
		var syntax *notation.SyntaxError
		switch {
		case err == io.EOF:
			return texts, errs
		case err == nil:
			errs = append(errs, "")
		case errors.As(err, &syntax) && rec.Err == syntax:
			errs = append(errs, err.Error()+" | "+syntax.Token)
		default:
			t.Fatal(err)
		}
		texts = append(texts, string(notation.Append(nil, &rec)))
	}
}

func TestRead(t *testing.T) {
	const line = `{"id":3,"tags":{"Event":"Club","date":"2024.??.??","Note":["a","b"]},"game":"Adji-Boto","pits":5,` +
		`"rules":"chain=over-empty","start":"10,10,10,10,10/10,10,10,10,10 0-0 S -","moves":["A","b","C+3","--"],"captures":[0,0,3,0],` +
		`"score":[51,49],"result":"1-0","verdict":"complete","plies":4,"annotations":[{"ply":0,"comment":"first"},{"ply":1,"nag":2},` +
		`{"ply":3,"variation":"2. D {or} b"},{"ply":4,"escape":"end"},{"ply":0,"tag":1,"comment":"x"}],"positions":["p","q","r","s"],"new":[{}]}`
	var rec notation.Record
	err := NewReader(strings.NewReader(line), "f").Read(&rec)
	if want := fmt.Sprintf("f:1:%d: game 1: tag 1 is out of order", 1+strings.Index(line, `{"ply":0,"tag"`)); err == nil || err.Error() != want {
		t.Fatalf("a remark of the tags behind those of the moves: %v", err)
	}
	good := strings.Replace(line, `,{"ply":0,"tag":1,"comment":"x"}`, "", 1)
	good = strings.Replace(good, `"annotations":[`, `"annotations":[{"ply":0,"tag":1,"comment":"x"},`, 1)
	if err := NewReader(strings.NewReader(good), "f").Read(&rec); err != nil {
		t.Fatal(err)
	}
	const want = `[Event "Club"]
{x}
[Date "2024.??.??"]
[Note "a"]
[Note "b"]
[Game "Adji-Boto"]
[Pits "5"]
[Rules "chain=over-empty"]
[SetUp "1"]
[Position "10,10,10,10,10/10,10,10,10,10 0-0 S -"]
[Score "51-49"]
[Result "1-0"]

{first} 1. A+0 $2 b+0 2. C+3 (2. D {or} 2... b) 2... --
%end
1-0
`
	if got := string(notation.Append(nil, &rec)); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if want := (notation.Claims{Verdict: "complete", Plies: 4}); rec.Claims != want {
		t.Errorf("claims %+v", rec.Claims)
	}
	if !reflect.DeepEqual(rec.Positions, []string{"p", "q", "r", "s"}) {
		t.Errorf("positions %q", rec.Positions)
	}
	for _, it := range rec.Items {
		if it.Kind == notation.South && it.Captured == 3 && rec.Token(it) != `"C+3"` {
			t.Errorf("the move C+3 stands at %s", rec.Token(it))
		}
	}
}

// Each fault is named at its place, and the game after it is read.
func TestFaults(t *testing.T) {
	for _, test := range []struct{ line, want string }{
		{`{"moves":["A"],}`, `f:1:16: game 1: not JSON: invalid character '}' looking for beginning of object key string | }`},
		{`[1]`, `f:1:1: game 1: the line is no object | [1]`},
		{"{\"moves\":[\"A\xff\"]}", "f:1:13: game 1: the line is not UTF-8 | \ufffd"},
		{`{"game":"Adji-Boto"}`, `f:1:1: game 1: no "moves" | {"game":"Adji-Boto"}`},
		{`{"moves":"A b"}`, `f:1:10: game 1: "moves" is no array | "A b"`},
		{`{"moves":["A","b","K"]}`, `f:1:19: game 1: "K" is no move | "K"`},
		{`{"moves":["A", 7]}`, `f:1:16: game 1: a move is no string | 7`},
		{`{"moves":["A","7"]}`, `f:1:15: game 1: "7" names a pit by numbers, the moves before it by letters | "7"`},
		{`{"moves":["A"],"moves":["b"]}`, `f:1:16: game 1: the key "moves" stands twice | "moves"`},
		{`{"moves":["A"],"captures":[1,2]}`, `f:1:16: game 1: 2 captures for 1 moves | "captures"`},
		{`{"moves":["A+2"],"captures":[1]}`, `f:1:30: game 1: the move says that it captured 2 seeds | 1`},
		{`{"moves":["A"],"captures":[-1]}`, `f:1:28: game 1: a capture is no whole number from 0 | -1`},
		{`{"moves":["A"],"captures":[10000]}`, `f:1:28: game 1: a capture of more than 9999 seeds | 10000`},
		{`{"moves":["--"],"captures":[4]}`, `f:1:29: game 1: a pass captures nothing | 4`},
		{`{"moves":["A"],"positions":["p","q"]}`, `f:1:16: game 1: 2 positions for 1 moves | "positions"`},
		{`{"moves":[],"game":"Endodoi","tags":{"Game":"Adji-Boto"}}`, `f:1:13: game 1: game is "Endodoi", the tag Game is "Adji-Boto" | "game"`},
		{`{"moves":[],"pits":6,"tags":{"Pits":"7"}}`, `f:1:13: game 1: pits is "6", the tag Pits is "7" | "pits"`},
		{`{"moves":[],"rules":"a,b","tags":{"Rules":"b"}}`, `f:1:13: game 1: rules is "a,b", the tag Rules is "b" | "rules"`},
		{`{"moves":[],"score":[1,2],"tags":{"Score":"2-2"}}`, `f:1:13: game 1: score is "1-2", the tag Score is "2-2" | "score"`},
		{`{"moves":[],"score":[1]}`, `f:1:21: game 1: score is no array of two numbers | [1]`},
		{`{"moves":[],"result":"won"}`, `f:1:22: game 1: "won" is no result | "won"`},
		{`{"moves":[],"start":"p","tags":{"FEN":"q"}}`, `f:1:13: game 1: start is "p", the tag FEN is "q" | "start"`},
		{`{"moves":[],"tags":{"A b":"x"}}`, `f:1:21: game 1: "A b" is no name of a tag | "A b"`},
		{`{"moves":[],"tags":{"A":"x\ny"}}`, `f:1:21: game 1: the value of the tag A holds a line end | "A"`},
		{`{"moves":[],"tags":{"A":1}}`, `f:1:25: game 1: the value of the tag A is no string | 1`},
		{`{"moves":[],"tags":7}`, `f:1:20: game 1: "tags" is no object | 7`},
		{`{"moves":[],"annotations":[{"ply":0}]}`, `f:1:28: game 1: one of nag, comment, escape, variation and lost is wanted, not 0 | {"ply":0}`},
		{`{"moves":[],"annotations":[{"ply":1,"nag":1}]}`, `f:1:28: game 1: ply 1 is out of order | {"ply":1,"nag":1}`},
		{`{"moves":["A"],"annotations":[{"ply":1,"variation":"b) c"}]}`, `f:1:31: game 1: "b) c" is no variation | {"ply":1,"variation":"b) c"}`},
		{`{"moves":[],"annotations":[{"ply":"0"}]}`, `f:1:28: game 1: not an annotation: json: cannot unmarshal string into Go struct field Annotation.ply of type int | {"ply":"0"}`},
		{`{"moves":[],"annotations":[{"ply":0,"escape":"a\nb"}]}`, `f:1:28: game 1: an escaped line holds a line end | {"ply":0,"escape":"a\nb"}`},
		{`{"moves":[],"annotations":[{"ply":0,"nag":-1}]}`, `f:1:28: game 1: -1 is no glyph | {"ply":0,"nag":-1}`},
		{`{"moves":[],"plies":"1"}`, `f:1:21: game 1: plies is no whole number from 0 | "1"`},
		{`{"moves":[],"verdict":1}`, `f:1:23: game 1: verdict is no string | 1`},
	} {
		texts, errs := readAll(t, strings.NewReader(test.line+"\n"+`{"moves":["C"]}`+"\r\n"))
		if len(errs) != 2 || errs[0] != test.want || errs[1] != "" || !strings.HasSuffix(texts[1], "1. C *\n") {
			t.Errorf("%s\n got %q, then %q\nwant %q", test.line, errs, texts, test.want)
		}
	}
}

// What agrees may stand twice.
func TestAgree(t *testing.T) {
	const line = `{"moves":[],"game":"adjiboto","pits":5,"rules":"b, a","start":"x  y","score":[3,2],"result":"½-½",` +
		`"tags":{"Game":"Adji-Boto","Pits":"5","Rules":"A,b","Position":"x y","Score":"3–2","Result":"draw"},"verdict":null}`
	texts, errs := readAll(t, strings.NewReader(line))
	const want = "[Game \"Adji-Boto\"]\n[Pits \"5\"]\n[Rules \"A,b\"]\n[Position \"x y\"]\n[Score \"3–2\"]\n[Result \"draw\"]\n\n1/2-1/2\n"
	if errs[0] != "" || len(texts) != 1 || texts[0] != want {
		t.Errorf("got %q %q", texts, errs)
	}
}

// The referees' games are the same as json lines and as records.
func TestReferees(t *testing.T) {
	files, _ := filepath.Glob("../../testdata/referee/*/*.jsonl")
	if len(files) == 0 {
		t.Fatal("no json lines in testdata")
	}
	for _, file := range files {
		lines, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer lines.Close()
		records, err := os.Open(strings.TrimSuffix(file, ".jsonl") + ".mgn")
		if err != nil {
			t.Fatal(err)
		}
		defer records.Close()
		a, b := NewReader(lines, "a"), notation.NewReader(records, "b")
		for n := 1; ; n++ {
			var fromLine, fromText notation.Record
			errA, errB := a.Read(&fromLine), b.Read(&fromText)
			if errA == io.EOF && errB == io.EOF {
				break
			}
			if errA != nil || errB != nil {
				t.Fatalf("%s: game %d: %v, %v", file, n, errA, errB)
			}
			if got, want := moves(&fromLine), moves(&fromText); got != want {
				t.Errorf("%s: game %d:\n%s\nas a record\n%s", file, n, got, want)
			}
		}
	}
}

// moves spells the moves of a record, captures of nothing left out.
func moves(rec *notation.Record) string {
	var b []byte
	for _, it := range rec.Items {
		if it.Captured == 0 {
			it.Captured = notation.NoCapture
		}
		b = append(notation.AppendPly(b, it), ' ')
	}
	return string(b) + rec.Close.Result.String()
}

func TestDetect(t *testing.T) {
	for line, want := range map[string]bool{
		` {"game":"En Dodoi", "tags":{"moves":"x"}, "moves":["A"]}`: true,
		`{"moves":["A`:               true,
		`{"tags":{"moves":[]}}`:      true, // a line before the games
		`{"tags":{"moves":[]},`:      false,
		`{}`:                         false,
		`{"a comment"} 1. A b`:       false,
		`{comment} 1. A b "moves":`:  false,
		`[Event "x"]`:                false,
		``:                           false,
		`{"a":"\"moves\":", "b":[1,`: false,
	} {
		if Detect([]byte(line)) != want {
			t.Errorf("Detect(%s) is %v", line, !want)
		}
	}
}

func TestTooManyTags(t *testing.T) {
	values := strings.Repeat(`"",`, notation.MaxTags-1) + `""`
	var rec notation.Record
	if err := NewReader(strings.NewReader(`{"moves":[],"tags":{"A":[`+values+`]}}`), "f").Read(&rec); err != nil || len(rec.Tags) != notation.MaxTags {
		t.Errorf("%d tags: %v", len(rec.Tags), err)
	}
	err := NewReader(strings.NewReader(`{"moves":[],"tags":{"A":[`+values+`],"B":""}}`), "f").Read(&rec)
	if want := fmt.Sprintf("f:1:%d: game 1: more than 10000 tags", len(`{"moves":[],"tags":{"A":[`+values+`],`)+1); err == nil || err.Error() != want {
		t.Errorf("one more: %v, want %s", err, want)
	}
}

func TestLongLine(t *testing.T) {
	long := `{"moves":["A"],"x":"` + strings.Repeat("y", notation.MaxRecord) + `"}`
	r := NewReader(strings.NewReader("{\"moves\":[]}\n"+long+"\n{\"moves\":[]}"), "f")
	var rec notation.Record
	if err := r.Read(&rec); err != nil {
		t.Fatal(err)
	}
	err := r.Read(&rec)
	if err == nil || err.Error() != "f:2:1: game 2: the line is longer than 16 MiB" {
		t.Fatal(err)
	}
	if want := (notation.Cut{Length: int64(len(long)), SHA256: sha256.Sum256([]byte(long))}); *rec.Cut != want {
		t.Errorf("cut %+v, want %+v", *rec.Cut, want)
	}
	if string(rec.Text) != long[:1<<20] {
		t.Errorf("%d bytes are kept", len(rec.Text))
	}
	if err := r.Read(&rec); err != nil || rec.Line != 3 || rec.Number != 3 {
		t.Errorf("after a long line: %v, line %d", err, rec.Line)
	}
}

// A source that fails gives its error after the whole lines.
func TestSourceError(t *testing.T) {
	broken := errors.New("broken")
	r := NewReader(io.MultiReader(strings.NewReader("{\"moves\":[]}\n{\"moves\":[]"), failing{broken}), "f")
	var rec notation.Record
	if err := r.Read(&rec); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := r.Read(&rec); err != broken {
			t.Errorf("got %v", err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// checkLaws holds that no line stops the reader, that blocks give the same
// games, and that a game written as a line reads back as it was.
func checkLaws(t *testing.T, text []byte) {
	texts, errs := readAll(t, bytes.NewReader(text))
	var blockTexts []string
	s := notation.NewLineSplitter(bytes.NewReader(text), "")
	for {
		b, err := s.Next()
		if err == io.EOF {
			break
		}
		some, _ := readAll(t, b)
		blockTexts = append(blockTexts, some...)
	}
	if !reflect.DeepEqual(texts, blockTexts) {
		t.Fatalf("in blocks %q\nat once %q", blockTexts, texts)
	}

	r := NewReader(bytes.NewReader(text), "f")
	for i := range errs {
		var rec notation.Record
		if r.Read(&rec); errs[i] != "" {
			continue
		}
		game := Game{Tags: rec.Tags, Moves: []string{}, Annotations: notation.Annotations(&rec), Positions: rec.Positions}
		depth := 0
		for _, it := range rec.Items {
			switch {
			case it.Kind == notation.VarStart:
				depth++
			case it.Kind == notation.VarEnd:
				depth--
			case depth == 0 && it.Kind.IsPly():
				game.Moves = append(game.Moves, string(notation.AppendPly(nil, it)))
			}
		}
		line := AppendGame(nil, &game)
		plies := len(game.Moves)
		full := game
		full.ID, full.Game, full.Pits, full.Rules, full.Start = 17, "En \"Dodoi\"", 6, "seeds=<3>", "\u2028"
		full.Captures, full.Score, full.Result, full.Verdict, full.Plies = []int{0, 12}, &[2]int{3, 0}, "*", "decided", &plies
		for _, g := range []Game{game, full} {
			if line, want := string(AppendGame(nil, &g)), reflected(t, g); line != want {
				t.Fatalf("written as %s, encoding/json has %s", line, want)
			}
		}
		if !Detect(line) || bytes.Count(line, []byte("\n")) != 1 {
			t.Fatalf("written as %q", line)
		}
		again, errs := readAll(t, bytes.NewReader(line))
		if len(again) != 1 || errs[0] != "" {
			t.Fatalf("%q reads as %q %q", line, again, errs)
		}
		if repeated(rec.Tags) {
			continue // their order is not kept
		}
		var back notation.Record
		NewReader(bytes.NewReader(line), "f").Read(&back)
		back.Close = rec.Close
		if got, want := notation.Append(nil, &back), notation.Append(nil, &rec); !bytes.Equal(got, want) {
			t.Fatalf("%q\nreads back as\n%s\nnot\n%s", line, got, want)
		}
	}
}

func repeated(tags []notation.Tag) bool {
	seen := make(map[string]bool)
	for _, t := range tags {
		if seen[t.Name] {
			return true
		}
		seen[t.Name] = true
	}
	return false
}

var seeds = []string{
	`{"game":"En Dodoi","pits":6,"moves":["A+2","e","--"],"captures":[2,0,0],"result":"1-0","score":[25,23]}` + "\n" + `{"moves":["7","2x3"]}`,
	`{"tags":{"Event":"x","Date":"2024.??.??"},"moves":["a"],"annotations":[{"ply":0,"comment":"}"},{"ply":1,"variation":"(b) %x {c}"},{"ply":1,"nag":3}]}`,
	`{"tags":{"a":["1","2"]},"moves":[],"annotations":[{"ply":0,"tag":0,"escape":"e"}]}` + "\r\n\n{}\n[]\nnull\n{\"moves\":[\"\\u0041\"]}",
	`{"moves":["A"],"annotations":[{"ply":1,"variation":"C . +6 7\n%q\n"},{"ply":1,"comment":"x\n\n[Event \"y\"]"}]}`,
}

func TestLaws(t *testing.T) {
	for _, s := range seeds {
		checkLaws(t, []byte(s))
	}
}

func FuzzLaws(f *testing.F) {
	for _, s := range seeds {
		f.Add([]byte(s))
	}
	f.Fuzz(checkLaws)
}

func TestTagsOrder(t *testing.T) {
	tags := Tags{{Name: "Z", Value: "<1>"}, {Name: "A", Value: "2"}, {Name: "Z", Value: "3"}}
	got, err := json.Marshal(struct{ T Tags }{tags})
	if want := `{"T":{"Z":["\u003c1\u003e","3"],"A":"2"}}`; err != nil || string(got) != want {
		t.Errorf("got %s %v, want %s", got, err, want)
	}
	line := AppendGame(nil, &Game{Tags: tags})
	if want := "{\"tags\":{\"Z\":[\"<1>\",\"3\"],\"A\":\"2\"},\"moves\":[]}\n"; string(line) != want {
		t.Errorf("got %s, want %s", line, want)
	}
}

// reflected is a game's line as encoding/json makes it.
func reflected(t *testing.T, game Game) string {
	t.Helper()
	if game.Moves == nil {
		game.Moves = []string{}
	}
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(&game); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
