package notation

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// soup is what the texts of the property tests are made of: pieces of records,
// whole and broken ones.
var soup = []string{
	"[Event \"x\"]\n", "[Event \"y\"]", "[Result \"1-0\"]\n", "[Foo \"a\\\"b\\\\c\"]\n", "[event“z”]\n", "[Site \"open\n", "[bad]\n", "[ Round \"2\"]\r\n",
	"[Event \"n\"]\n\n1. A b 1-0\n\n", "\n1-0\n\n[Event \"q\"]\n", " *\n\n[Site \"q\"]\n", "x * \r\n \r\n[Date \"q\"]\r\n",
	"A", "b", "C+5", "d", "e ", "J", "j!", "C + 5", "Cx3", "7", "9x5", "0", "255", "300", "1234", "12345678901.1-0",
	"1.", "2...", "12 .", "...", ". ", "--", "-", "–", "pass", "Z0", "<>", "K", "zz", "draw", "Draw", "½-½", "0.5-0.5", "0.5", "1/2-1/2", "51-49", "51–49", "01-0",
	"1-0", "0-1", "*", "$", "$3", "$12345", "!", "?!", "?", "3. ?", "2... ?", "!!!", "+", "+5", "+ 6", "x5", "(", ")", "(", ")", "()", "{", "}", "{c}", "{ c  d }", "{[x %y\n\n}", "{\n\n[Event \"in\"]}",
	"; to the end\n", ";}\n", ";", "% escape\n", "\n%esc [Event \"x\"]\n", "\n%\n", "%", "%x", "]", "[", "\"", "“",
	" ", " ", " ", "\n", "\n", "\r\n", "\r", "\t", "\n\n", "\n \n", "\v", "\x00", "\ufeff", "\u00a0", "\x93", "\x96", "\xbd", "é", "\xe9",
}

// brew returns a text of n pieces.
func brew(rng *rand.Rand, n int) []byte {
	var b []byte
	for range n {
		b = append(b, soup[rng.IntN(len(soup))]...)
		if rng.IntN(2) == 0 {
			b = append(b, ' ')
		}
	}
	return b
}

// A read is a record with what must be the same however it is read.
type read struct {
	Record
	Err string
}

// readAll reads a text to its end. It fails the test if the reader does not end.
func readAll(t *testing.T, r *Reader) (all []read) {
	t.Helper()
	for {
		var rec Record
		err := r.Read(&rec)
		var syntax *SyntaxError
		switch {
		case err == nil:
			all = append(all, read{Record: rec})
		case errors.As(err, &syntax):
			if rec.Err != syntax {
				t.Fatalf("Read returned %v, the record has %v", err, rec.Err)
			}
			rec.Err = nil
			all = append(all, read{rec, err.Error() + syntax.Token})
		default:
			if err != io.EOF {
				t.Fatalf("read: %v", err)
			}
			if again := r.Read(&rec); again != io.EOF {
				t.Fatalf("after io.EOF: %v", again)
			}
			return all
		}
		last := &all[len(all)-1]
		last.Text = bytes.Clone(last.Text)
		if len(all) != last.Number {
			t.Fatalf("record %d has number %d", len(all), last.Number)
		}
	}
}

// same compares two readings of one text.
func same(t *testing.T, what string, got, want []read, text []byte) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		switch {
		case i >= len(got):
			t.Fatalf("%s: record %d is missing: %q\ntext %q", what, i+1, want[i].Text, text)
		case i >= len(want):
			t.Fatalf("%s: record %d is too many: %q\ntext %q", what, i+1, got[i].Text, text)
		case !equal(got[i], want[i]):
			t.Fatalf("%s: record %d is\n%+v\nnot\n%+v\ntext %q", what, i+1, got[i], want[i], text)
		}
	}
}

func equal(a, b read) bool {
	return reflect.DeepEqual(normal(a), normal(b))
}

// normal takes nil and empty slices for the same.
func normal(r read) read {
	v := reflect.ValueOf(&r.Record).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); f.Kind() == reflect.Slice && f.Len() == 0 {
			f.SetZero()
		}
	}
	return r
}

// checkReading holds that a text's records are the same whatever the buffer,
// the blocks, and the limit of a record's length, and lie where they say.
func checkReading(t *testing.T, text []byte) []read {
	t.Helper()
	want := readAll(t, NewReader(bytes.NewReader(text), "f"))
	for _, w := range want {
		if got := text[w.Offset:][:len(w.Text)]; !bytes.Equal(got, w.Text) {
			t.Fatalf("record %d is %q, its place holds %q", w.Number, w.Text, got)
		}
		before := strings.ReplaceAll(string(text[:w.Offset]), "\r\n", "\n")
		before = strings.ReplaceAll(before, "\r", "\n")
		line, column := 1+strings.Count(before, "\n"), len(before)-strings.LastIndexByte(before, '\n')
		if line != w.Line || column != w.Column {
			t.Fatalf("record %d is at %d:%d, says %d:%d\ntext %q", w.Number, line, column, w.Line, w.Column, text)
		}
	}

	small := NewReader(iotest.HalfReader(bytes.NewReader(text)), "f")
	small.buf = make([]byte, 1)
	same(t, "small buffer", readAll(t, small), want, text)

	for _, size := range []int{1, 64, 700} {
		var got []read
		s := NewSplitter(iotest.OneByteReader(bytes.NewReader(text)))
		s.size, s.max = size, 4*size
		for {
			b, err := s.Next()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			base := len(got)
			for _, r := range readAll(t, b.Records("f")) {
				r.Renumber(base)
				if r.Err != "" {
					r.Err = strings.Replace(r.Err, fmt.Sprintf("game %d:", r.Number-base), fmt.Sprintf("game %d:", r.Number), 1)
				}
				got = append(got, r)
			}
		}
		same(t, fmt.Sprintf("blocks of %d", size), got, want, text)
	}

	const limit = 100
	short := NewReader(iotest.HalfReader(bytes.NewReader(text)), "f")
	short.buf, short.limit = make([]byte, 64), limit
	got := readAll(t, short)
	for i := range got {
		if got[i].Cut == nil || i >= len(want) {
			continue
		}
		next := int64(len(text)) // blanks before it count where no result token ends the record
		if i+1 < len(want) {
			next = want[i+1].Offset
		}
		if n := int64(len(want[i].Text)); next-want[i].Offset <= limit || got[i].Cut.Length < n {
			t.Fatalf("record %d of %d bytes was cut, with length %d\ntext %q", i+1, n, got[i].Cut.Length, text)
		}
		if got[i].Line != want[i].Line || got[i].Column != want[i].Column || got[i].Offset != want[i].Offset {
			t.Fatalf("cut record %d begins at %d, not %d\ntext %q", i+1, got[i].Offset, want[i].Offset, text)
		}
		got[i] = want[i]
	}
	same(t, "cut records", got, want, text)
	return want
}

// checkWriting holds that what is written of a record is a fixed point, and
// that its moves and annotations tell all of it.
func checkWriting(t *testing.T, rec *Record) {
	t.Helper()
	once := Append(nil, rec)
	all := readAll(t, NewReader(bytes.NewReader(once), "f"))
	if len(all) != 1 || all[0].Err != "" {
		t.Fatalf("written %q\nread %+v\nof %q", once, all, rec.Text)
	}
	if twice := Append(nil, &all[0].Record); !bytes.Equal(once, twice) {
		t.Fatalf("written once\n%q\ntwice\n%q\nof %q", once, twice, rec.Text)
	}
	for line := range strings.Lines(string(once)) {
		if len(line) > lineWidth+1 && strings.Count(line, " ") > 1 && !strings.ContainsAny(line, "[;%(") {
			t.Fatalf("a line of %d bytes: %q", len(line), line)
		}
	}

	bare := Record{Tags: rec.Tags, Style: rec.Style, NorthFirst: rec.NorthFirst}
	for _, it := range mainLine(rec.Items) {
		if it.Kind == Lost {
			break // what follows is an annotation
		}
		if it.Kind.IsPly() {
			bare.Items = append(bare.Items, it)
		}
	}
	if err := AddAnnotations(&bare, Annotations(rec)); err != nil {
		t.Fatalf("annotations of %q: %v", rec.Text, err)
	}
	if got, want := spell(&bare), spell(rec); got != want {
		t.Fatalf("from moves and annotations\n%s\nnot\n%s\nof %q", got, want, rec.Text)
	}
}

// mainLine returns the items outside variations.
func mainLine(items []Item) (line []Item) {
	depth := 0
	for _, it := range items {
		switch it.Kind {
		case VarStart:
			depth++
		case VarEnd:
			depth--
		default:
			if depth == 0 {
				line = append(line, it)
			}
		}
	}
	return line
}

// spell lists head and items with their texts.
func spell(rec *Record) string {
	var b strings.Builder
	list := func(it Item) {
		fmt.Fprintf(&b, "%d %d %d", it.Kind, it.Pit, it.Captured)
		switch it.Kind {
		case Comment, Escape, Junk:
			fmt.Fprintf(&b, " %q", rec.Words[it.N])
		case NAG:
			fmt.Fprintf(&b, " %d", it.N)
		}
		b.WriteByte('\n')
	}
	for _, r := range rec.Head {
		fmt.Fprintf(&b, "%d: ", r.Tag)
		list(r.Item)
	}
	for _, it := range rec.Items {
		list(it)
	}
	return b.String()
}

func checkLaws(t *testing.T, text []byte) {
	t.Helper()
	for _, r := range checkReading(t, text) {
		if r.Err == "" {
			checkWriting(t, &r.Record)
		}
	}
}

func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 3000 {
		checkLaws(t, brew(rng, 1+rng.IntN(40)))
	}
	for range 100 {
		checkLaws(t, brew(rng, 1500))
	}
	checkLaws(t, ordinary(50))
	checkLaws(t, []byte("A"+strings.Repeat("\t", 3*lookahead)+"b *"))
}

func FuzzLaws(f *testing.F) {
	for _, piece := range soup {
		f.Add([]byte(piece))
	}
	rng := rand.New(rand.NewPCG(5, 6))
	for range 30 {
		f.Add(brew(rng, 30))
	}
	f.Add(ordinary(3))
	f.Fuzz(checkLaws)
}

func notRemark(it Item) bool { return it.Kind != Comment && it.Kind != Escape }

// checkLater holds that a record behind a blank line is read whatever stands
// before it. Only tags without movetext are taken for a part of its own.
func checkLater(t *testing.T, before []byte) {
	t.Helper()
	const good = "[Event \"later\"]\n[South \"A\"]\n\n1. A b 1-0\n"
	if all := readAll(t, NewReader(bytes.NewReader(before), "f")); len(all) > 0 {
		last := all[len(all)-1]
		if last.Err == "" && len(last.Tags) > 0 && !slices.ContainsFunc(last.Items, notRemark) && last.Close.Result == None {
			return
		}
	}
	all := readAll(t, NewReader(strings.NewReader(string(before)+"\n\n"+good), "f"))
	last := all[len(all)-1]
	if last.Err != "" || len(last.Tags) != 2 || len(last.Items) != 2 || last.Close.Result != SouthWon {
		t.Fatalf("the good record is not read after %q: %+v", before, last)
	}
}

func TestLater(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 5000 {
		checkLater(t, brew(rng, 1+rng.IntN(20)))
	}
}

func FuzzLater(f *testing.F) {
	for _, piece := range soup {
		f.Add([]byte(piece))
	}
	f.Fuzz(checkLater)
}
