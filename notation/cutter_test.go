package notation

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

func TestCutter(t *testing.T) {
	text := "\n \nfoo\nbar\n\nbegin 1\r\na\r\n\n\nbegin 2\n begin\nend"
	want := []Record{
		{Number: 1, Line: 3, Offset: 3, Text: []byte("foo\nbar")},
		{Number: 2, Line: 6, Offset: 12, Text: []byte("begin 1\r\na")},
		{Number: 3, Line: 10, Offset: 26, Text: []byte("begin 2\n begin\nend")},
	}
	c := NewCutter(iotest.OneByteReader(strings.NewReader(text)), "f", "begin")
	for _, w := range want {
		var rec Record
		if err := c.Next(&rec); err != nil {
			t.Fatal(err)
		}
		if rec.File != "f" || rec.Number != w.Number || rec.Line != w.Line || rec.Column != 1 || rec.Offset != w.Offset || string(rec.Text) != string(w.Text) {
			t.Errorf("got %+v, want %+v", rec, w)
		}
	}
	for range 2 {
		if err := c.Next(new(Record)); err != io.EOF {
			t.Errorf("at the end: %v", err)
		}
	}
}

// Of a record that is too long the beginning is kept, and what all of it is.
func TestCutterLong(t *testing.T) {
	long := "begin\n" + strings.Repeat("line\n\n", MaxRecord/6) + strings.Repeat("x", MaxRecord)
	c := NewCutter(strings.NewReader(long+"\nbegin"), "f", "begin")
	var rec Record
	if err := c.Next(&rec); err == nil || err.Error() != "f:1:1: game 1: the record is longer than 16 MiB" {
		t.Fatal(err)
	}
	if want := (Cut{Length: int64(len(long)), SHA256: sha256.Sum256([]byte(long))}); *rec.Cut != want || string(rec.Text) != long[:keptOfCut] {
		t.Errorf("cut %+v, want %+v; %d bytes are kept", *rec.Cut, want, len(rec.Text))
	}
	if err := c.Next(&rec); err != nil || rec.Cut != nil || string(rec.Text) != "begin" || rec.Offset != int64(len(long))+1 {
		t.Errorf("after it: %v, %+v", err, rec)
	}
}

// A record that an error of the source cuts off is not returned.
func TestCutterBroken(t *testing.T) {
	broken := errors.New("broken")
	c := NewCutter(io.MultiReader(strings.NewReader("begin 1\nbegin 2\nx"), iotest.ErrReader(broken)), "f", "begin")
	var rec Record
	if err := c.Next(&rec); err != nil || string(rec.Text) != "begin 1" {
		t.Errorf("%q, %v", rec.Text, err)
	}
	for range 2 {
		if err := c.Next(&rec); err != broken {
			t.Errorf("got %v", err)
		}
	}
}

func TestLineEnds(t *testing.T) {
	text := []byte("a\rb\r\nc\n\r\r\n\r")
	for _, src := range []io.Reader{bytes.NewReader(text), iotest.OneByteReader(bytes.NewReader(text))} {
		if got, err := io.ReadAll(LineEnds(src)); string(got) != "a\nb\r\nc\n\n\r\n\n" || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
}
