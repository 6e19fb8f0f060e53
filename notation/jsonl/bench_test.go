package jsonl

import (
	"bytes"
	"fmt"
	"testing"

	"alai/notation"
)

// ordinaryGame is a game such as exports are full of.
func ordinaryGame() *Game {
	plies := 60
	g := &Game{
		ID: 17, Game: "Adji-Boto", Pits: 5, Score: &[2]int{51, 49}, Result: "1-0", Verdict: "complete", Plies: &plies,
		Tags: Tags{{Name: "Event", Value: "Club evening"}, {Name: "Date", Value: "2024.03.09"}, {Name: "South", Value: "A. Player"}, {Name: "Result", Value: "1-0"}},
	}
	for i := range plies {
		g.Moves = append(g.Moves, string("AaBbCcDdEe"[i%10]))
		g.Captures = append(g.Captures, i%7)
	}
	return g
}

func BenchmarkAppendGame(b *testing.B) {
	g := ordinaryGame()
	line := AppendGame(nil, g)
	b.SetBytes(int64(len(line)))
	b.ReportAllocs()
	for b.Loop() {
		line = AppendGame(line[:0], g)
	}
}

func TestAppendGameDoesNotAllocate(t *testing.T) {
	g := ordinaryGame()
	line := AppendGame(nil, g)
	if n := testing.AllocsPerRun(10, func() { line = AppendGame(line[:0], g) }); n != 0 {
		t.Errorf("%v allocations a line", n)
	}
}

func BenchmarkRead(b *testing.B) {
	const games = 1000
	var text []byte
	for i := range games {
		g := ordinaryGame()
		g.Tags[0].Value = fmt.Sprint(i)
		text = AppendGame(text, g)
	}
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	var rec notation.Record
	for b.Loop() {
		r := NewReader(bytes.NewReader(text), "bench.jsonl")
		n := 0
		for ; r.Read(&rec) == nil; n++ {
		}
		if n != games {
			b.Fatalf("%d records", n)
		}
	}
}
