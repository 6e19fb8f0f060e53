package notation

import (
	"bytes"
	"encoding/base64"
	"errors"
	"hash/crc32"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// compressed returns the text compressed in each way that Go can write.
func compressed(t testing.TB, text []byte) map[string][]byte {
	t.Helper()
	all := make(map[string][]byte)
	write := func(name string, w io.WriteCloser, b *bytes.Buffer, err error) {
		if err == nil {
			_, err = w.Write(text)
		}
		if err == nil {
			err = w.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		all[name] = b.Bytes()
	}
	var g, z, x bytes.Buffer
	write("gzip", gzip.NewWriter(&g), &g, nil)
	zw, err := zstd.NewWriter(&z, zstd.WithWindowSize(1<<20))
	write("zstd", zw, &z, err)
	xw, err := xz.NewWriter(&x)
	write("xz", xw, &x, err)
	return all
}

// bzipped is "1. A b 1-0\n" compressed by bzip2, in base64.
const bzipped = "QlpoOTFBWSZTWRdTJ/sAAARdAAAQQANgACAAEAAgADEMCBppoephoIBrxdyRThQkBdTJ/sA="

func TestDecompress(t *testing.T) {
	text := ordinary(2000)
	for name, data := range compressed(t, text) {
		for times := 1; times <= 3; times++ { // members, frames, streams
			r, err := Open(iotest.HalfReader(bytes.NewReader(bytes.Repeat(data, times))), 0)
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, err := io.ReadAll(r)
			if err != nil || !bytes.Equal(got, bytes.Repeat(text, times)) {
				t.Errorf("%s, %d times: %d bytes, %v", name, times, len(got), err)
			}
		}

		// Cut off anywhere, it is an error that says so, after what could be read.
		for _, n := range []int{11, len(data) / 2, len(data) - 1} {
			r, err := Open(bytes.NewReader(data[:n]), 0)
			var got []byte
			if err == nil {
				got, err = io.ReadAll(r)
			}
			if !errors.Is(err, io.ErrUnexpectedEOF) || err.Error() != "the "+name+" stream is cut off: unexpected EOF" {
				t.Errorf("%s, cut after %d of %d bytes: %v", name, n, len(data), err)
			}
			if !bytes.HasPrefix(text, got) || n == len(data)-1 && len(got) < len(text)/2 {
				t.Errorf("%s, cut after %d of %d bytes: %d bytes of text", name, n, len(data), len(got))
			}
		}

		damaged := bytes.Clone(data)
		damaged[len(damaged)/2] ^= 0xff
		r, err := Open(bytes.NewReader(damaged), 0)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err == nil || !strings.HasPrefix(err.Error(), "the "+name+" stream is ") {
			t.Errorf("%s, damaged: %v", name, err)
		}

		broken := errors.New("broken")
		r, err = Open(io.MultiReader(bytes.NewReader(data[:len(data)/2]), failing{broken}), 0)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err != broken {
			t.Errorf("%s, from a broken source: %v", name, err)
		}
	}
}

func TestDecompressBzip2(t *testing.T) {
	data, err := base64.StdEncoding.DecodeString(bzipped)
	if err != nil {
		t.Fatal(err)
	}
	r, err := Open(bytes.NewReader(data), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := io.ReadAll(r); string(got) != "1. A b 1-0\n" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	r, _ = Open(bytes.NewReader(data[:len(data)-3]), 0)
	if _, err := io.ReadAll(r); err == nil || err.Error() != "the bzip2 stream is cut off: unexpected EOF" {
		t.Errorf("cut off: %v", err)
	}
}

// The records before the place where a stream is cut off are read.
func TestCutOff(t *testing.T) {
	data := compressed(t, ordinary(2000))["gzip"]
	text, err := Open(bytes.NewReader(data[:len(data)*3/4]), 0)
	if err != nil {
		t.Fatal(err)
	}
	r := NewReader(text, "f")
	var rec Record
	n := 0
	for err = r.Read(&rec); err == nil; err = r.Read(&rec) {
		n++
	}
	if n < 1000 || n >= 2000 || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%d records, then %v", n, err)
	}
}

// Windows of more than what is allowed are refused in words.
func TestWindow(t *testing.T) {
	var z bytes.Buffer
	zw, err := zstd.NewWriter(&z, zstd.WithWindowSize(64<<20))
	if err != nil {
		t.Fatal(err)
	}
	text := bytes.Repeat([]byte("1. A b 1-0\n"), 1000)
	for range 3 { // more than one write: a frame of unknown size has the window asked for
		zw.Write(text)
		zw.Flush()
	}
	zw.Close()
	small := compressed(t, text)["xz"]
	// The dictionary's size stands in the header of the first block: 28 is 64 MiB.
	large := bytes.Clone(small)
	block := large[12 : 12+4*(int(large[12])+1)]
	i := bytes.Index(block, []byte{0x21, 1})
	block[i+2] = 28
	crc := crc32.ChecksumIEEE(block[:len(block)-4])
	for j := range 4 {
		block[len(block)-4+j] = byte(crc >> (8 * j))
	}
	for name, data := range map[string][]byte{
		"zstd": z.Bytes(),
		"xz":   large,
		// Each block of each stream has a header of its own.
		"xz later": append(bytes.Clone(small), large...),
	} {
		format, _, _ := strings.Cut(name, " ")
		r, err := Open(bytes.NewReader(data), 0)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		var window *WindowError
		if !errors.As(err, &window) || err.Error() != "the "+format+" stream needs a window of more than 32 MiB" {
			t.Errorf("%s: %v", name, err)
		}
		r, err = Open(bytes.NewReader(data), 64<<20)
		if err == nil {
			_, err = io.ReadAll(r)
		}
		if err != nil {
			t.Errorf("%s, allowed: %v", name, err)
		}
	}
}

// A text that is not compressed is read as it is, however short.
func TestOpenPlain(t *testing.T) {
	for _, text := range []string{"", "B", "BZh9 is no stream", "\x1f", "1. A b 1-0"} {
		r, err := Open(strings.NewReader(text), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); string(got) != text || err != nil {
			t.Errorf("%q reads as %q, %v", text, got, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	for _, data := range compressed(f, []byte("1. A b 1-0\n")) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := Open(bytes.NewReader(data), 1<<20)
		if err == nil {
			io.Copy(io.Discard, io.LimitReader(r, 1<<20))
		}
	})
}
