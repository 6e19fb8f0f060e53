package notation

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// MaxWindow is the largest window, in bytes, of a compressed stream that is
// read unless more is allowed: the decompressor needs so much memory.
const MaxWindow = 32 << 20

// A WindowError refuses a compressed stream for the memory it would take.
type WindowError struct {
	Format string // "xz" or "zstd"
	Max    int64  // the bytes that are allowed
}

func (e *WindowError) Error() string {
	return fmt.Sprintf("the %s stream needs a window of more than %d MiB", e.Format, e.Max>>20)
}

// Open returns the text in src as a Reader takes it: decompressed (see
// Decompress) and decoded (see Decode). maxWindow is as for Decompress.
func Open(src io.Reader, maxWindow int64) (io.Reader, error) {
	text, err := Decompress(src, maxWindow)
	if err != nil {
		return nil, err
	}
	return Decode(text), nil
}

// Decompress returns what is compressed in src by gzip (also of several
// members), bzip2, xz or zstd, which it tells by the content, or else src
// itself. A stream whose window is larger than maxWindow bytes (0 means
// MaxWindow) is refused with a *WindowError. A stream that is cut off gives an
// error that wraps io.ErrUnexpectedEOF after all that could be read. Errors of
// src itself are passed on as they are.
func Decompress(src io.Reader, maxWindow int64) (io.Reader, error) {
	if maxWindow == 0 {
		maxWindow = MaxWindow
	}
	d := &decompressor{src: src, max: maxWindow}
	br := bufio.NewReaderSize((*sourceReader)(d), 64<<10)
	magic, _ := br.Peek(10)
	var err error
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		d.format = "gzip"
		d.text, err = gzip.NewReader(br)
	case len(magic) == 10 && bytes.HasPrefix(magic, []byte("BZh")) &&
		(string(magic[4:]) == "\x31\x41\x59\x26\x53\x59" || string(magic[4:]) == "\x17\x72\x45\x38\x50\x90"):
		d.format = "bzip2"
		d.text = bzip2.NewReader(br)
	case bytes.HasPrefix(magic, []byte("\xfd7zXZ\x00")):
		d.format = "xz"
		d.text, err = xz.NewReader(&xzGuard{br: br, max: maxWindow, next: (*xzGuard).stream})
	case bytes.HasPrefix(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		d.format = "zstd"
		d.text, err = zstd.NewReader(br, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(uint64(max(maxWindow, zstd.MinWindowSize))))
	default:
		return br, nil
	}
	if err != nil {
		return nil, d.explain(err)
	}
	return d, nil
}

// A decompressor puts a decompressor's errors into words.
type decompressor struct {
	src    io.Reader
	srcErr error // of src, other than io.EOF
	text   io.Reader
	format string
	max    int64
}

func (d *decompressor) Read(p []byte) (int, error) {
	n, err := d.text.Read(p)
	if err != nil && err != io.EOF {
		err = d.explain(err)
	}
	return n, err
}

func (d *decompressor) explain(err error) error {
	var window *WindowError
	switch {
	case d.srcErr != nil:
		return d.srcErr
	case errors.As(err, &window):
		return window
	case errors.Is(err, zstd.ErrWindowSizeExceeded), errors.Is(err, zstd.ErrDecoderSizeExceeded):
		return &WindowError{d.format, d.max}
	case errors.Is(err, io.ErrUnexpectedEOF), err == io.EOF:
		return fmt.Errorf("the %s stream is cut off: %w", d.format, io.ErrUnexpectedEOF)
	}
	return fmt.Errorf("the %s stream is damaged: %w", d.format, err)
}

// A sourceReader is a decompressor's source, whose errors it remembers.
type sourceReader decompressor

func (s *sourceReader) Read(p []byte) (int, error) {
	n, err := s.src.Read(p)
	if err != nil && err != io.EOF {
		s.srcErr = err
	}
	return n, err
}

// Decode returns the text in src as UTF-8 without a byte order mark. UTF-16 is
// told by its byte order mark; any other text is passed on as it is, so that a
// Reader can tell the bytes that are not UTF-8.
func Decode(src io.Reader) io.Reader {
	br := bufio.NewReader(src)
	mark, _ := br.Peek(3)
	switch {
	case bytes.Equal(mark, []byte("\ufeff")):
		br.Discard(3)
	case bytes.HasPrefix(mark, []byte{0xff, 0xfe}), bytes.HasPrefix(mark, []byte{0xfe, 0xff}):
		return transform.NewReader(br, unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder())
	}
	return br
}
