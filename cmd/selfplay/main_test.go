package main

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"alai/notation"
	"alai/replay"
)

func generate(t *testing.T, args ...string) []byte {
	t.Helper()
	var stdout bytes.Buffer
	if err := run(args, &stdout); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	return stdout.Bytes()
}

func TestSameSeedSameGames(t *testing.T) {
	args := []string{"--game", "en-dodoi", "--pits", "6", "--games", "20", "--seed", "7"}
	a := generate(t, args...)
	if !bytes.Equal(a, generate(t, args...)) {
		t.Error("the same seed gave other games")
	}
	args[len(args)-1] = "8"
	if bytes.Equal(a, generate(t, args...)) {
		t.Error("another seed gave the same games")
	}
}

// TestGamesReplay replays what is generated: every game is complete, nothing in
// it is contradicted or even noticed, its seeds are conserved, and its text is the canonical one.
func TestGamesReplay(t *testing.T) {
	const games = 200
	for _, args := range [][]string{
		{"--game", "adji-boto"},
		{"--game", "en-dodoi"},
		{"--game", "en-dodoi", "--pits", "10"},
		{"--game", "cross-endodoi"},
	} {
		text := generate(t, append(args, "--games", "200", "--seed", "3")...)
		var canonical []byte
		players, events, n := map[string]bool{}, map[string]bool{}, 0
		replayAll(t, text, func(rec *notation.Record, line *replay.Line) {
			n++
			if line.Verdict != replay.Complete || len(line.Problems)+len(line.Notices)+len(rec.Notices) > 0 {
				t.Fatalf("%v: game %d: %v, %v, %v", args, n, line.Verdict, line.Problems, line.Notices)
			}
			if sum := line.Score[0] + line.Score[1]; sum != line.Rules.Total() {
				t.Errorf("%v: game %d: %d seeds at the end", args, n, sum)
			}
			events[rec.Tags[0].Value] = true
			players[rec.Tags[4].Value], players[rec.Tags[5].Value] = true, true
			if n > 1 {
				canonical = append(canonical, '\n')
			}
			canonical = notation.Append(canonical, replay.Canonical(rec, line))
		})
		if n != games || len(players) < games || len(events) < games/roundsAnEvent {
			t.Errorf("%v: %d games, %d players, %d events", args, n, len(players), len(events))
		}
		if !bytes.Equal(canonical, text) {
			t.Errorf("%v: the text is not the canonical one", args)
		}
	}
}

func TestMaxPlies(t *testing.T) {
	replayAll(t, generate(t, "--games", "5", "--max-plies", "12"), func(rec *notation.Record, line *replay.Line) {
		if line.Verdict != replay.Unfinished || len(line.Moves) != 12 || line.Result != notation.Unknown {
			t.Errorf("%v after %d plies", line.Verdict, len(line.Moves))
		}
	})
}

// TestOpeningsRecur: the book makes the first plies of many games the same.
func TestOpeningsRecur(t *testing.T) {
	first := map[string]int{}
	replayAll(t, generate(t, "--games", "400"), func(rec *notation.Record, line *replay.Line) {
		var opening []byte
		for _, it := range line.AppendMovetext(nil)[:4] {
			opening = notation.AppendPly(opening, it)
		}
		first[string(opening)]++
	})
	most := 0
	for _, n := range first {
		most = max(most, n)
	}
	// Four plies can be played in 400 ways.
	if most < 10 || len(first) < 20 {
		t.Errorf("%d openings, one of them %d times", len(first), most)
	}
}

func TestUsage(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--game chess", `no game "chess": there are adji-boto, en-dodoi and cross-endodoi`},
		{"--game en-dodoi --pits 5", "En Dodoi is not played on 5 pits a row, but on 6 to 10"},
		{"games.mgn", `unexpected argument "games.mgn"`},
	} {
		if err := run(strings.Fields(c.args), io.Discard); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v", c.args, err)
		}
	}
}

func replayAll(t *testing.T, text []byte, f func(rec *notation.Record, line *replay.Line)) {
	t.Helper()
	r := notation.NewReader(bytes.NewReader(text), "-")
	rp := replay.NewReplayer(replay.Assume{})
	var rec notation.Record
	var line replay.Line
	for {
		err := r.Read(&rec)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		rp.Replay(&rec, &line)
		f(&rec, &line)
	}
}
