package notation

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"
)

// ordinary returns n records such as programs write them: nine tags, 85 moves.
func ordinary(n int) []byte {
	rng := rand.New(rand.NewPCG(1, 2))
	var b []byte
	for i := range n {
		b = fmt.Appendf(b, "[Event \"Random play\"]\n[Site \"?\"]\n[Date \"2026.11.30\"]\n[Round \"%d\"]\n[South \"Random 1\"]\n"+
			"[North \"Random 2\"]\n[Result \"1-0\"]\n[Game \"Adji-Boto\"]\n[Score \"59-41\"]\n\n", i+1)
		column := 0
		for ply := range 85 {
			var move string
			if ply%2 == 0 {
				move = fmt.Sprintf("%d. %c", ply/2+1, 'A'+rng.IntN(5))
			} else {
				move = string(rune('a' + rng.IntN(5)))
			}
			if rng.IntN(4) == 0 {
				move = fmt.Sprintf("%s+%d", move, 1+rng.IntN(12))
			}
			if column+len(move) > 78 {
				b = append(b, '\n')
				column = 0
			}
			b = append(append(b, move...), ' ')
			column += len(move) + 1
		}
		b = append(b, "1-0\n\n"...)
	}
	return b
}

func BenchmarkRead(b *testing.B) {
	text := ordinary(10_000)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var rec Record
	for b.Loop() {
		r := NewReader(bytes.NewReader(text), "bench.mgn")
		n := 0
		for ; r.Read(&rec) == nil; n++ {
		}
		if n != 10_000 {
			b.Fatalf("%d records", n)
		}
	}
}

func BenchmarkAppend(b *testing.B) {
	text := ordinary(1)
	var rec Record
	if err := NewReader(bytes.NewReader(text), "bench.mgn").Read(&rec); err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var dst []byte
	for b.Loop() {
		dst = Append(dst[:0], &rec)
	}
}

func BenchmarkSplit(b *testing.B) {
	text := ordinary(10_000)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		s := NewSplitter(bytes.NewReader(text))
		for {
			if _, err := s.Next(); err != nil {
				break
			}
		}
	}
}
