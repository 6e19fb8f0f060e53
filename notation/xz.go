package notation

import (
	"bufio"
	"encoding/binary"
	"io"
	"math"
)

// An xzGuard passes an xz file on and looks at the header of each block before
// the decompressor does, since that would allocate whatever dictionary a header
// asks for. The format is that of the xz file format specification 1.2.0, which
// the section numbers below refer to. What it cannot make out it passes on for
// the decompressor to refuse.
type xzGuard struct {
	br   *bufio.Reader
	max  int64
	next func(*xzGuard) error // looks at what follows, and sets pass and next
	pass int64                // bytes to be passed on before that

	check   int64  // length of a block's check
	length  int64  // of the block's data, or the index, so far
	numbers uint64 // left in the index
}

func (g *xzGuard) Read(p []byte) (int, error) {
	for g.pass == 0 {
		if err := g.next(g); err != nil {
			return 0, err
		}
	}
	n, err := g.br.Read(p[:min(int64(len(p)), g.pass)])
	g.pass -= int64(n)
	if err == io.EOF && g.pass < math.MaxInt64/2 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// peek returns the next n bytes; the file must not end before them.
func (g *xzGuard) peek(n int) ([]byte, error) {
	b, err := g.br.Peek(n)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return b, err
}

// unknown passes all the rest on.
func (g *xzGuard) unknown() error {
	g.pass = math.MaxInt64
	return nil
}

// stream is at a stream header (2.1.1) or at the padding before one (2.2).
func (g *xzGuard) stream() error {
	b, err := g.br.Peek(12)
	switch {
	case len(b) >= 4 && binary.LittleEndian.Uint32(b) == 0:
		g.pass = 4
	case err != nil:
		return g.unknown()
	default:
		g.check = [16]int64{0, 4, 4, 4, 8, 8, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64}[b[7]&0xf]
		g.pass, g.next = 12, (*xzGuard).block
	}
	return nil
}

// block is at a block header (3.1) or at the index.
func (g *xzGuard) block() error {
	b, err := g.peek(1)
	if err != nil {
		return err
	}
	if b[0] == 0 {
		g.pass, g.length, g.next = 1, 1, (*xzGuard).index
		return nil
	}
	size := (int(b[0]) + 1) * 4
	if b, err = g.peek(size); err != nil {
		return err
	}
	i := 2
	for _, flag := range [...]byte{0x40, 0x80} { // the sizes of the block, if they are there
		if b[1]&flag != 0 {
			_, n := binary.Uvarint(b[i:])
			i += max(n, 0)
		}
	}
	const lzma2 = 0x21
	if b[1]&3 != 0 || i+3 > size || b[i] != lzma2 || b[i+1] != 1 || b[i+2] > 40 {
		return g.unknown()
	}
	if bits := b[i+2]; int64(2|bits&1)<<(bits/2+11) > g.max { // 5.3.1
		return &WindowError{"xz", g.max}
	}
	g.pass, g.length, g.next = int64(size), 0, (*xzGuard).chunk
	return nil
}

// chunk is at a chunk of LZMA2 data, or at the byte that ends them.
func (g *xzGuard) chunk() error {
	b, err := g.peek(1)
	if err != nil {
		return err
	}
	header := 3
	switch control := b[0]; {
	case control == 0:
		g.length++
		g.pass, g.next = 1+-g.length&3+g.check, (*xzGuard).block
		return nil
	case control >= 0xc0:
		header = 6
	case control >= 0x80:
		header = 5
	}
	if b, err = g.peek(header); err != nil {
		return err
	}
	size := b[1:]
	if header > 3 {
		size = b[3:]
	}
	g.pass = int64(header) + int64(binary.BigEndian.Uint16(size)) + 1
	g.length += g.pass
	return nil
}

// index is at the number of records in the index (4.2).
func (g *xzGuard) index() error {
	n, err := g.number()
	if err != nil {
		return err
	}
	g.numbers, g.next = 2*n, (*xzGuard).record
	return nil
}

// record is at a number in the index (4.3) or at its padding; the stream ends
// with a check of the index and the stream footer (2.1.2).
func (g *xzGuard) record() error {
	if g.numbers > 0 {
		g.numbers--
		_, err := g.number()
		return err
	}
	g.pass, g.next = -g.length&3+4+12, (*xzGuard).stream
	return nil
}

// number looks at a number of variable length and passes it on.
func (g *xzGuard) number() (uint64, error) {
	for i := 1; ; i++ {
		b, err := g.peek(i)
		if err != nil {
			return 0, err
		}
		if b[i-1] < 0x80 || i == binary.MaxVarintLen64 {
			n, _ := binary.Uvarint(b)
			g.pass = int64(i)
			g.length += g.pass
			return n, nil
		}
	}
}
