package notation

import (
	"bytes"
	"io"
	"slices"
	"strings"
	"sync"
)

const (
	blockSize    = 512 << 10 // of a block, roughly
	maxBlock     = 4 << 20   // beyond which a block is streamed
	maxCloseLine = 4 << 10   // of a line that closes a record where a block may end
)

// A Splitter cuts a text into Blocks that can be read apart from one another,
// by several goroutines at once. Together their records are those that one
// Reader of the text returns, except that the numbers of a block's records
// begin anew (see Record.Renumber).
//
// A block ends only where a record ends for any reader, whatever it holds: at a
// line with a result token that nothing else can be made of, a blank line, and
// a line that begins `[Name "`.
type Splitter struct {
	src    io.Reader
	lines  bool   // a record begins where a line begins so:
	begins []byte // the line end before it, and how

	buf    []byte // not yet handed out
	srcErr error
	at     place
	offset int64
	last   *Block // the last block handed out, if it was streamed
	within bool   // its end has not been read yet
	size   int    // of a block
	max    int
}

// NewSplitter returns a Splitter of the text in src, which must be decompressed
// and decoded (see Open).
func NewSplitter(src io.Reader) *Splitter {
	return &Splitter{src: src, at: place{line: 1, column: 1}, size: blockSize, max: maxBlock}
}

// NewLineSplitter returns a Splitter for the texts that a Cutter cuts: a record
// begins at each line that begins with begins.
func NewLineSplitter(src io.Reader, begins string) *Splitter {
	s := NewSplitter(src)
	s.lines, s.begins = true, []byte("\n"+begins)
	return s
}

// A Block is a piece of a text that holds whole records. It is an io.Reader of
// its text.
//
// A block that is longer than a few MiB is not in memory but read from the
// Splitter's source as it is asked for; Next waits until it has been read to its
// end or closed. Other blocks need not be read at all.
type Block struct {
	Line   int   // where it begins in the text: line from 1, column 1,
	Offset int64 // and byte from 0

	text []byte
	buf  []byte        // that text lies in, to be used again
	rest *Splitter     // where more comes from when text has been read
	done chan struct{} // closed when nothing more does
	err  error
}

// Records returns a Reader of the block's records.
func (b *Block) Records(file string) *Reader {
	if b.rest != nil {
		return NewReader(b, file, At(b.Line, b.Offset))
	}
	r := NewReader(nil, file, At(b.Line, b.Offset))
	r.buf, r.w, r.srcErr = b.text, len(b.text), b.err
	return r
}

// Read reads the block's text.
func (b *Block) Read(p []byte) (int, error) {
	if len(b.text) == 0 && b.rest != nil {
		b.text, b.err = b.rest.more()
		if b.err != nil {
			b.Close()
		}
	}
	if len(b.text) == 0 {
		return 0, b.err
	}
	n := copy(p, b.text)
	b.text = b.text[n:]
	return n, nil
}

// Close tells that neither the block nor a record that was read from it is
// looked at any further: its memory is used again. It need not be called for a
// block that was read to its end.
func (b *Block) Close() {
	if buf := b.buf; buf != nil {
		b.buf, b.text = nil, nil
		blockBuffers.Put(&buf)
	}
	if b.rest != nil {
		b.rest = nil
		close(b.done)
	}
}

// Next returns the next block. It returns io.EOF at the text's end. Any other
// error of the source is that of the last block's reader, and Next returns it
// too when it is called again.
func (s *Splitter) Next() (*Block, error) {
	if s.last != nil {
		<-s.last.done
		s.last = nil
		for s.within { // it was closed before its end
			if _, err := s.more(); err != nil {
				break
			}
		}
	}
	for want := s.size; ; want *= 2 {
		s.read(want)
		if len(s.buf) == 0 {
			return nil, s.srcErr
		}
		b := &Block{Line: s.at.line, Offset: s.offset, err: io.EOF}
		if s.srcErr != nil {
			b.buf, b.err = s.take(len(s.buf)), s.srcErr
			b.text = b.buf
			return b, nil
		}
		if end := s.boundary(len(s.buf)); end > 0 {
			b.buf = s.take(end)
			b.text = b.buf
			return b, nil
		}
		if want >= s.max {
			b.rest, b.done = s, make(chan struct{})
			s.last, s.within = b, true
			return b, nil
		}
	}
}

// more returns the next piece of the block that is being streamed, io.EOF at
// its end.
func (s *Splitter) more() ([]byte, error) {
	if !s.within {
		return nil, io.EOF
	}
	s.read(s.size)
	if end := s.boundary(len(s.buf)); end > 0 {
		s.within = false
		return s.take(end), nil
	}
	if s.srcErr != nil {
		if len(s.buf) == 0 {
			s.within = false
			return nil, s.srcErr
		}
		return s.take(len(s.buf)), nil
	}
	// A boundary may begin in the last bytes and end behind them.
	return s.take(max(len(s.buf)-s.size/2, 1)), nil
}

// read reads until the buffer holds n bytes or the source has ended.
func (s *Splitter) read(n int) {
	if len(s.buf) >= n || s.srcErr != nil {
		return
	}
	have := len(s.buf)
	buf := slices.Grow(s.buf, n-have)[:n]
	for empty := 0; have < n && s.srcErr == nil; {
		var k int
		k, s.srcErr = s.src.Read(buf[have:])
		have += k
		if empty++; k > 0 {
			empty = 0
		} else if empty == 100 && s.srcErr == nil {
			s.srcErr = io.ErrNoProgress
		}
	}
	s.buf = buf[:have]
}

// take hands out the first n bytes of the buffer, and the buffer with them; the
// others go into another one.
func (s *Splitter) take(n int) []byte {
	b := s.buf[:n]
	s.buf = append(newBuffer(s.size), s.buf[n:]...)
	s.at.advance(b)
	s.offset += int64(n)
	return b
}

// blockBuffers holds buffers of blocks that were closed.
var blockBuffers sync.Pool

// newBuffer returns an empty buffer, of that size if it is a new one.
func newBuffer(size int) []byte {
	if buf, ok := blockBuffers.Get().(*[]byte); ok {
		return (*buf)[:0]
	}
	return make([]byte, 0, size)
}

// boundary returns the last place in the buffer where a block may end, 0 if
// there is none.
func (s *Splitter) boundary(n int) int {
	if s.lines {
		return bytes.LastIndex(s.buf, s.begins) + 1
	}
	for {
		n = bytes.LastIndexByte(s.buf[:n], '[')
		if n <= 0 {
			return 0
		}
		if isBoundary(s.buf, n) {
			return n
		}
	}
}

// isBoundary reports whether b[i], which is a '[', begins a record whatever
// stands before the line that closes the former one.
func isBoundary(b []byte, i int) bool {
	if !isLineEnd(b[i-1]) || !beginsTag(b[i:]) {
		return false
	}
	end := i
	for end > 0 && isBlank(b[end-1]) {
		end--
	}
	blank := place{line: 1, column: 1}
	blank.advance(b[end:i])
	if blank.line < 3 { // the end of the closing line, and that of a blank one
		return false
	}
	start := end
	for start > 0 && !isLineEnd(b[start-1]) {
		if start--; end-start > maxCloseLine {
			return false
		}
	}
	if start == 0 { // the line may begin before b
		return false
	}
	line := string(b[start:end])
	if strings.ContainsAny(line, "{};%\"[]") {
		return false
	}
	switch line[strings.LastIndexAny(line, " \t")+1:] {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}
