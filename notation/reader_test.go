package notation

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// The ordinary record costs one allocation: the string of its texts.
func TestAllocs(t *testing.T) {
	const runs = 200
	text := ordinary(runs + 2)
	r := NewReader(bytes.NewReader(text), "f")
	var rec Record
	r.Read(&rec) // makes the buffers
	allocs := testing.AllocsPerRun(runs, func() {
		if err := r.Read(&rec); err != nil {
			t.Fatal(err)
		}
	})
	if allocs > 2 {
		t.Errorf("%v allocations a record", allocs)
	}
}

// An endless is a source of n bytes, beginning and ending with given ones, that
// are never in memory at once.
type endless struct {
	head, fill, tail string
	n                int // bytes of fill
	pos              int
}

func (e *endless) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) && e.pos < len(e.head)+e.n+len(e.tail) {
		switch i := e.pos; {
		case i < len(e.head):
			p[n] = e.head[i]
		case i < len(e.head)+e.n:
			p[n] = e.fill[(i-len(e.head))%len(e.fill)]
		default:
			p[n] = e.tail[i-len(e.head)-e.n]
		}
		n++
		e.pos++
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// A record that is too long is malformed, is told by length and hash, takes no
// memory of its length, and the next one is read.
func TestLongRecords(t *testing.T) {
	const next = "\n\n[Event \"next\"]\n\n1. A *\n"
	for _, test := range []struct{ name, head, fill, tail string }{
		{"a comment that holds tags", "[Event \"x\"]\n\n1. A {", "[Event \"y\"] 1-0\n", "} b 1-0"},
		{"an open comment", "[Event \"x\"]\n\n1. A {", "[Event \"y\"] 1-0\n", "1-0"},
		{"a single word", "[Event \"x\"]\n\n1. A ", "x", " 1-0"},
		{"a single line of moves", "[Event \"x\"]\n\n", "A b (1-0) ", "1-0"},
		{"a tag's value", "[Event \"x\"]\n[Site \"", "y", "\"]\n\n1. A b 1-0"},
		{"tags", "[Event \"x\"]\n", "[Foo \"y\"]\n", "\n1. A b 1-0"},
		{"a comment to the line's end", "[Event \"x\"]\n;", "1-0 [Event \"z\"] ", "\n1-0"},
	} {
		t.Run(test.name, func(t *testing.T) {
			const n = 3 * MaxRecord
			open := func() io.Reader {
				fill := n - n%len(test.fill)
				return &endless{head: "A *\n" + test.head, fill: test.fill, tail: test.tail + next, n: fill}
			}
			sum := sha256.New()
			length, _ := io.Copy(sum, io.LimitReader(skipping(t, open(), 4), int64(n-n%len(test.fill)+len(test.head)+len(test.tail))))

			r := NewReader(open(), "f")
			var rec Record
			if err := r.Read(&rec); err != nil {
				t.Fatal(err)
			}
			err := r.Read(&rec)
			var syntax *SyntaxError
			if !errors.As(err, &syntax) || syntax.Error() != "f:2:1: game 2: the record is longer than 16 MiB" {
				t.Fatalf("got %v", err)
			}
			if test.name == "an open comment" {
				length += 2 // the line ends before the next record
				io.WriteString(sum, "\n\n")
			}
			if want := (Cut{length, [sha256.Size]byte(sum.Sum(nil))}); *rec.Cut != want {
				t.Errorf("cut %+v, want %+v", *rec.Cut, want)
			}
			if event, _ := rec.Value("Event"); event != "x" || len(rec.Text) != keptOfCut || len(rec.Items) != 0 {
				t.Errorf("kept: event %q, %d bytes, %d items", event, len(rec.Text), len(rec.Items))
			}
			if err := r.Read(&rec); err != nil {
				t.Fatalf("the next record: %v", err)
			}
			if event, _ := rec.Value("Event"); event != "next" || rec.Number != 3 {
				t.Errorf("the next record is %q, number %d", event, rec.Number)
			}
			if len(r.buf) > MaxRecord+2*lookahead {
				t.Errorf("the buffer has grown to %d bytes", len(r.buf))
			}
		})
	}
}

// skipping returns r behind its first n bytes.
func skipping(t *testing.T, r io.Reader, n int64) io.Reader {
	t.Helper()
	if _, err := io.CopyN(io.Discard, r, n); err != nil {
		t.Fatal(err)
	}
	return r
}

// What is too long and no record either is no record.
func TestLongTrailer(t *testing.T) {
	r := NewReader(&endless{head: "A * {", fill: "x", tail: "}\n", n: MaxRecord + 5}, "f")
	var rec Record
	if err := r.Read(&rec); err != nil {
		t.Fatal(err)
	}
	if err := r.Read(&rec); err != io.EOF {
		t.Fatal(err)
	}
	if n := r.Trailer(); len(n) != 1 || n[0].Pos.String() != "f:1:5" {
		t.Errorf("trailer %v", n)
	}
}

// Memory does not grow with the length of the text.
func TestMemory(t *testing.T) {
	text := string(ordinary(1))
	r := NewReader(&endless{fill: text, n: 100_000 * len(text)}, "f")
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var rec Record
	n := 0
	for ; r.Read(&rec) == nil; n++ {
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n != 100_000 || len(r.buf) > readerBuffer {
		t.Errorf("%d records, a buffer of %d bytes", n, len(r.buf))
	}
	if after.HeapAlloc > before.HeapAlloc+(4<<20) {
		t.Errorf("the heap grew from %d to %d bytes", before.HeapAlloc, after.HeapAlloc)
	}
}

func TestTooManyTags(t *testing.T) {
	text := strings.Repeat("[a \"\"]", MaxTags+5) + " 1. A *\nB *"
	r := NewReader(strings.NewReader(text), "f")
	var rec Record
	err := r.Read(&rec)
	if err == nil || err.Error() != "f:1:60001: game 1: more than 10000 tags" || len(rec.Tags) != MaxTags {
		t.Errorf("got %v, %d tags", err, len(rec.Tags))
	}
	if len(rec.Notices) != maxNotices+1 || rec.Notices[maxNotices].Msg != "more notices are left out" {
		t.Errorf("%d notices", len(rec.Notices))
	}
	if err := r.Read(&rec); err != nil {
		t.Error(err)
	}
}

func TestDepth(t *testing.T) {
	for depth, want := range map[int]string{
		maxDepth:     "",
		maxDepth + 1: "f:1:1003: game 1: variations are nested more than 1000 deep",
	} {
		r := NewReader(strings.NewReader("A "+strings.Repeat("(", depth)+strings.Repeat(")", depth)+" *\nB *"), "f")
		var rec Record
		got := ""
		if err := r.Read(&rec); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("depth %d: %q", depth, got)
		}
		if err := r.Read(&rec); err != nil || rec.Close.Result != Unknown {
			t.Errorf("behind depth %d: %v", depth, err)
		}
	}
}

// An error of the source comes after the whole records, and stays.
func TestSourceError(t *testing.T) {
	broken := errors.New("broken")
	for text, want := range map[string]int{
		"A *\n\nB 1-0\n": 2,
		"A *\n\nB 1-0":   1, // perhaps B 1-05
		"A *\n\nB":       1,
		"A *\n\n{":       1,
		"":               0,
	} {
		r := NewReader(io.MultiReader(strings.NewReader(text), failing{broken}), "f")
		var rec Record
		n := 0
		err := r.Read(&rec)
		for ; err == nil; err = r.Read(&rec) {
			n++
		}
		if n != want || err != broken || r.Read(&rec) != broken {
			t.Errorf("%q: %d records, then %v", text, n, err)
		}
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }

// A source that gives nothing is an error, not an endless loop.
func TestNoProgress(t *testing.T) {
	var rec Record
	if err := NewReader(failing{}, "f").Read(&rec); err != io.ErrNoProgress {
		t.Errorf("reader: %v", err)
	}
	if _, err := NewSplitter(failing{}).Next(); err != io.ErrNoProgress {
		t.Errorf("splitter: %v", err)
	}
}

// A block that is too long for memory is streamed; one that is closed before
// its end does not hold up the next.
func TestStreamedBlock(t *testing.T) {
	long := "[Event \"long\"]\n\nA {" + strings.Repeat("x y ", 2000) + "} 1-0\n\n"
	s := NewSplitter(strings.NewReader("[Event \"a\"]\nB *\n\n" + long + "[Event \"b\"]\nB *\n\n" + long + "[Event \"c\"]\nB *\n"))
	s.size, s.max = 64, 256
	var events []string
	for i := 0; ; i++ {
		b, err := s.Next()
		if err == io.EOF {
			break
		}
		if i == 1 {
			if b.rest == nil {
				t.Fatal("the long record is in memory")
			}
			b.Close()
			continue
		}
		for _, r := range readAll(t, b.Records("f")) {
			event, _ := r.Value("Event")
			events = append(events, event)
		}
	}
	// The closed block went on to the last place in the buffer where it could end,
	// behind b.
	if got := strings.Join(events, " "); got != "a long c" {
		t.Errorf("got %s", got)
	}
}

// Blocks may be read by several goroutines at once, streamed ones too.
func TestParallel(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	var text []byte
	for range 20 {
		text = append(text, ordinary(3)...)
		text = append(text, "[Event \"long\"]\n\nA {"+strings.Repeat("x y ", rng.IntN(2000))+"} 1-0\n\n"...)
	}
	want := readAll(t, NewReader(bytes.NewReader(text), "f"))

	s := NewSplitter(bytes.NewReader(text))
	s.size, s.max = 700, 1400
	var wg sync.WaitGroup
	var blocks []*[]Record
	for {
		b, err := s.Next()
		if err == io.EOF {
			break
		}
		records := new([]Record)
		blocks = append(blocks, records)
		wg.Go(func() {
			r := b.Records("f")
			for {
				var rec Record
				if r.Read(&rec) == io.EOF {
					return
				}
				rec.Text = bytes.Clone(rec.Text)
				*records = append(*records, rec)
			}
		})
	}
	wg.Wait()
	var got []read
	for _, records := range blocks {
		base := len(got)
		for _, rec := range *records {
			rec.Renumber(base)
			got = append(got, read{Record: rec})
		}
	}
	same(t, "in parallel", got, want, nil)
}

func TestParseResult(t *testing.T) {
	for s, want := range map[string]Close{
		"*":       {Result: Unknown},
		"1-0":     {Result: SouthWon},
		"0–1":     {Result: NorthWon},
		"1/2-1/2": {Result: Draw},
		"½–½":     {Result: Draw},
		"0.5-0.5": {Result: Draw},
		"Draw":    {Result: Draw},
		"51-49":   {Result: SouthWon, HasScore: true, Score: [2]int{51, 49}},
		"0–100":   {Result: NorthWon, HasScore: true, Score: [2]int{0, 100}},
		"0-0":     {Result: Draw, HasScore: true},
	} {
		r, score, hasScore, ok := ParseResult(s)
		if got := (Close{Result: r, HasScore: hasScore, Score: score}); got != want || !ok {
			t.Errorf("%s: %+v %v", s, got, ok)
		}
	}
	for _, s := range []string{"", "1", "1-", "-0", "1-0 ", " 1-0", "1-0-0", "won", "12345678901-1", "½", "draws"} {
		if _, _, _, ok := ParseResult(s); ok {
			t.Errorf("%q is a result", s)
		}
	}
}

func TestPlaces(t *testing.T) {
	r := NewReader(strings.NewReader("A *\r\n\r\n  [Event \"é\"]\r\rA {\r\n} b *"), "f")
	var rec Record
	r.Read(&rec)
	if err := r.Read(&rec); err != nil {
		t.Fatal(err)
	}
	for _, it := range rec.Items {
		if it.Kind == North {
			if got := rec.Pos(int(it.At)).String() + " " + rec.Token(it); got != "f:6:3 b" {
				t.Errorf("the move stands at %s", got)
			}
		}
	}
	if tag := rec.Tag("event"); tag == nil || rec.Pos(tag.At).String() != "f:3:3" {
		t.Errorf("the tag is %+v", tag)
	}
	if _, ok := rec.Value("Site"); ok {
		t.Error("a tag that is not there")
	}
}

// A record holds so many items and no more, whatever they are and wherever they
// stand; what follows it is read.
func TestTooManyItems(t *testing.T) {
	for _, test := range []struct {
		name, head, item, tail string
		items                  int // in head and tail
	}{
		{"moves", "A ", "a A ", "1-0", 1},
		{"moves by numbers", "1 ", "7 8 ", "1-0", 1},
		{"passes", "", "-- -- ", " *", 0},
		{"glyphs of one move", "A", "$1$2", " *", 1},
		{"glyphs", "A ", "! ? ", "*", 1},
		{"variations", "A b ", "()", "*", 2},
		{"comments", "A ", "{}{}", "*", 1},
		{"remarks before a tag", "", "{}{}", "[A \"\"]\n*", 0},
		{"remarks before a tag and moves", strings.Repeat("{}", MaxItems/2) + "[A \"\"]A ", "a A ", "1-0", MaxItems/2 + 1},
		{"comments and no end", "A ", "{}{}", "", 1},
		{"comments of a variation that is not closed", "A (", "{}{}", "", 3},
	} {
		for _, more := range []int{0, 1, 1000} {
			n := (MaxItems - test.items) / 2
			text := test.head + strings.Repeat(test.item, n+more)
			if odd := MaxItems - test.items - 2*n; odd > 0 {
				text += test.item[:len(test.item)/2]
			}
			text += test.tail + "\n\n[B \"\"]\nB *\n"
			r := NewReader(strings.NewReader(text), "f")
			var rec Record
			err := r.Read(&rec)
			switch {
			case more == 0 && (err != nil || len(rec.Items)+len(rec.Head) != MaxItems):
				t.Errorf("%s: %v with %d items", test.name, err, len(rec.Items)+len(rec.Head))
			case more > 0 && (err == nil || rec.Err.Msg != "more than 500000 moves, comments, glyphs and variations" || len(rec.Items)+len(rec.Head) > MaxItems):
				t.Errorf("%s, %d more: %v, %d items", test.name, more, err, len(rec.Items)+len(rec.Head))
			}
			if err := r.Read(&rec); err != nil || len(rec.Tags) != 1 || rec.Tags[0].Name != "B" || len(rec.Items) != 1 {
				t.Errorf("%s, %d more: behind it %v, %d tags, %d items", test.name, more, err, len(rec.Tags), len(rec.Items))
			}
		}
	}
}
