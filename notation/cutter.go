package notation

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"hash"
	"io"
)

// A Cutter cuts a text into records for the formats in which a record begins at
// a line that can be told by how it begins. It is the half of their readers
// that knows nothing of what stands in a record.
type Cutter struct {
	br     *bufio.Reader
	file   string
	begins []byte
	line   int   // of the next line, from 1
	offset int64 // of the next line, from 0
	number int   // of records
	err    error

	// The record that is being read:
	buf    []byte    // its beginning
	length int64     // of all of it
	sum    hash.Hash // of one that is too long, without the line end at its end
	ended  bool      // there is a line end at its end
}

// NewCutter returns a Cutter of the text in src, which must be decompressed and
// decoded (see Open), with LF or CRLF at the ends of its lines (see LineEnds). A
// record begins at each line that begins with begins: every line where that is
// "". The file is the name under which places are reported. The places in a
// *Block are those in the text that it was cut from.
func NewCutter(src io.Reader, file, begins string) *Cutter {
	c := &Cutter{br: bufio.NewReaderSize(src, readerBuffer), file: file, begins: []byte(begins), line: 1}
	if b, ok := src.(*Block); ok {
		c.line, c.offset = b.Line, b.Offset
	}
	return c
}

// Next empties rec, but for its slices' memory, and sets its text and its place.
// Blank lines before a record are passed over. The errors are those of
// Reader.Read; the only record that is malformed here is one of more than
// MaxRecord bytes. A last record that an error of the source cuts off is not
// returned.
func (c *Cutter) Next(rec *Record) error {
	rec.reset()
	c.buf, c.length, c.sum, c.ended = c.buf[:0], 0, nil, false
	line, offset := c.line, c.offset
	for c.err == nil {
		first := c.length == 0
		c.readLine()
		if first && c.sum == nil && len(bytes.TrimSpace(c.buf)) == 0 {
			c.buf, c.length = c.buf[:0], 0
			line, offset = c.line, c.offset
			continue
		}
		if next, _ := c.br.Peek(len(c.begins)); bytes.Equal(next, c.begins) {
			break
		}
	}
	if c.length == 0 || c.err != nil && c.err != io.EOF {
		return c.err
	}
	c.number++
	rec.File, rec.Number, rec.Line, rec.Column, rec.Offset = c.file, c.number, line, 1, offset
	if c.sum == nil {
		rec.Text = bytes.TrimRight(c.buf, "\r\n")
		return nil
	}
	if c.ended {
		c.length--
	}
	rec.Text = c.buf[:keptOfCut]
	rec.Cut = &Cut{Length: c.length, SHA256: [sha256.Size]byte(c.sum.Sum(nil))}
	rec.Err = &SyntaxError{Pos: rec.Pos(0), Game: rec.Number, Msg: "the record is longer than 16 MiB"}
	return rec.Err
}

// readLine adds the next line to the record. Of one that is too long it keeps
// the beginning.
func (c *Cutter) readLine() {
	for {
		piece, err := c.br.ReadSlice('\n')
		c.length += int64(len(piece))
		c.offset += int64(len(piece))
		if c.length <= MaxRecord {
			c.buf = append(c.buf, piece...)
		} else {
			c.hash(piece)
		}
		switch err {
		case nil:
			c.line++
			return
		case bufio.ErrBufferFull:
		default:
			c.err = err
			return
		}
	}
}

// hash adds a piece of a record that is too long to its sum.
func (c *Cutter) hash(piece []byte) {
	if c.sum == nil {
		c.sum = sha256.New()
		c.sum.Write(c.buf)
	}
	if len(piece) == 0 {
		return
	}
	if c.ended {
		c.sum.Write([]byte{'\n'})
	}
	piece, c.ended = bytes.CutSuffix(piece, []byte{'\n'})
	c.sum.Write(piece)
}

// LineEnds returns the text of src with each lone CR made an LF, byte for byte,
// for formats in which no other CR can stand.
func LineEnds(src io.Reader) io.Reader { return &lineEnds{bufio.NewReader(src)} }

type lineEnds struct{ br *bufio.Reader }

func (l *lineEnds) Read(p []byte) (int, error) {
	n, err := l.br.Read(p)
	for i := range n {
		if p[i] != '\r' {
			continue
		}
		next := byte(0)
		if i+1 < n {
			next = p[i+1]
		} else if after, _ := l.br.Peek(1); len(after) > 0 {
			next = after[0]
		}
		if next != '\n' {
			p[i] = '\n'
		}
	}
	return n, err
}
