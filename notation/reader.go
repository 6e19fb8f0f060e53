package notation

import (
	"crypto/sha256"
	"io"
)

const (
	readerBuffer = 256 << 10 // to begin with
	keptOfCut    = 1 << 20   // bytes kept of a record that is too long
)

// A Reader reads records one after the other from a text. Its memory does not
// grow with the text.
type Reader struct {
	src  io.Reader
	file string

	buf    []byte
	r, w   int // buf[r:w] is still to be read
	srcErr error
	limit  int // of a record's length

	at      place // of buf[r]
	offset  int64 // of buf[r]
	number  int   // of records
	trailer []Notice

	parser parser
}

// An Option sets something about a Reader.
type Option func(*Reader)

// At tells a Reader that its text begins at a line (from 1) and byte (from 0)
// of the file, the line's first byte.
func At(line int, offset int64) Option {
	return func(r *Reader) { r.at.line, r.offset = line, offset }
}

// NewReader returns a Reader of the text in src, which must be decompressed and
// decoded (see Open). The file is the name under which places are reported.
func NewReader(src io.Reader, file string, opts ...Option) *Reader {
	r := &Reader{src: src, file: file, limit: MaxRecord, at: place{line: 1, column: 1}}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Read reads the next record into rec. It returns
//   - nil if the record can be read;
//   - a *SyntaxError, which is also rec.Err, if it is malformed: rec holds its
//     text, place, tags and the items before the fault, and the next Read goes
//     on at the next record;
//   - io.EOF at the end of the text;
//   - any other error if the text could not be read further. All records that
//     stand before the place where that happened have been returned.
//
// The last two are returned by every further call too.
func (r *Reader) Read(rec *Record) error {
	for {
		r.advance(skipSpace(r.buf[r.r:r.w], 0))
		if r.r < r.w {
			break
		}
		if !r.fill() {
			rec.reset()
			return r.srcErr
		}
	}
	for {
		rec.reset()
		rec.File, rec.Number = r.file, r.number+1
		rec.Line, rec.Column, rec.Offset = r.at.line, r.at.column, r.offset
		b := r.buf[r.r:r.w]
		end, bare := r.parser.parse(rec, b)
		switch {
		case end > r.limit:
			return r.cut(rec)
		case end+lookahead <= len(b),
			r.srcErr == io.EOF && !bare,
			r.srcErr != nil && rec.Close.Result != None && end < len(b):
			r.number++
			r.advance(skipSpace(b, end)) // one step is cheaper than two
			if rec.Err != nil {
				return rec.Err
			}
			return nil
		}
		if !r.fill() {
			return r.end(rec)
		}
	}
}

// end ends the reading at a text that is no whole record.
func (r *Reader) end(rec *Record) error {
	if r.srcErr == io.EOF {
		for _, it := range rec.Items {
			r.trailer = append(r.trailer, Notice{rec.Pos(int(it.At)), "what follows the last record is not kept: " + clip(rec.Text[it.At:it.End])})
		}
	}
	r.r = r.w
	rec.reset()
	return r.srcErr
}

// Trailer returns, after io.EOF, a notice for each comment and escaped line
// behind the last record: they belong to no record.
func (r *Reader) Trailer() []Notice { return r.trailer }

// advance moves on by n bytes.
func (r *Reader) advance(n int) {
	r.at.advance(r.buf[r.r : r.r+n])
	r.offset += int64(n)
	r.r += n
}

// fill makes buf[r:w] longer. It moves it to the front of the buffer, which it
// makes larger if it is full. It reports false if the source has ended.
func (r *Reader) fill() bool {
	if r.srcErr != nil {
		return false
	}
	if r.r == 0 && r.w == len(r.buf) {
		size := readerBuffer
		if r.buf != nil {
			size = 2 * len(r.buf)
		}
		buf := make([]byte, min(size, r.limit+2*lookahead))
		copy(buf, r.buf)
		r.buf = buf
	} else {
		r.w = copy(r.buf, r.buf[r.r:r.w])
		r.r = 0
	}
	for empty := 0; r.w < len(r.buf) && r.srcErr == nil; {
		n, err := r.src.Read(r.buf[r.w:])
		r.w += n
		r.srcErr = err
		if empty++; n > 0 {
			empty = 0
		} else if empty == 100 && err == nil {
			r.srcErr = io.ErrNoProgress
		}
	}
	return true
}

// cut reads a record that is longer than the limit to its end. Of its text it
// keeps the beginning.
func (r *Reader) cut(rec *Record) error {
	text := append([]byte(nil), r.buf[r.r:r.r+min(keptOfCut, r.limit)]...)
	tags := rec.Tags
	for len(tags) > 0 && tags[len(tags)-1].At >= len(text) {
		tags = tags[:len(tags)-1]
	}
	head := rec.Head
	for len(head) > 0 && int(head[len(head)-1].End) > len(text) {
		head = head[:len(head)-1]
	}
	s := newSkipper(r.at.column == 1)
	sum, length := sha256.New(), int64(0)
	for {
		n, done := s.skip(r.buf[r.r:r.w], r.srcErr == io.EOF)
		sum.Write(r.buf[r.r : r.r+n])
		length += int64(n)
		r.advance(n)
		if done || r.r == r.w && r.srcErr == io.EOF {
			break
		}
		if !r.fill() && r.srcErr != io.EOF {
			rec.reset()
			return r.srcErr
		}
	}
	if s.bare() {
		r.trailer = append(r.trailer, Notice{rec.Pos(0), "what follows the last record is not kept: a text of more than 16 MiB"})
		rec.reset()
		return io.EOF
	}
	*rec = Record{
		File: rec.File, Number: rec.Number, Line: rec.Line, Column: rec.Column, Offset: rec.Offset, Text: text,
		Cut: &Cut{Length: length, SHA256: [sha256.Size]byte(sum.Sum(nil))}, Head: head, Tags: tags, Claims: Claims{Plies: -1},
	}
	rec.Err = &SyntaxError{Pos: rec.Pos(0), Game: rec.Number, Msg: "the record is longer than 16 MiB"}
	r.number++
	return rec.Err
}
