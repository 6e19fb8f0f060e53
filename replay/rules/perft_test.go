package rules

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// A perftLine is a line of testdata/perft.
type perftLine struct {
	text   string
	rules  Ruleset
	from   State
	depths []int
	counts []uint64
}

func readPerft(t *testing.T, name string) []perftLine {
	t.Helper()
	f, err := os.Open("../../testdata/perft/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []perftLine
	for sc := bufio.NewScanner(f); sc.Scan(); {
		if strings.HasPrefix(sc.Text(), "#") {
			continue
		}
		fields := strings.Split(sc.Text(), " ; ")
		if len(fields) < 3 {
			t.Fatalf("%s: %q", name, sc.Text())
		}
		var game, options string
		var pits int
		if _, err := fmt.Sscan(fields[0], &game, &pits, &options); err != nil {
			t.Fatalf("%s: %q: %v", name, sc.Text(), err)
		}
		line := perftLine{text: fields[0] + " ; " + fields[1], rules: ruleset(t, game, pits, options)}
		line.from = line.rules.Start()
		if fields[1] != "start" {
			line.from = state(t, &line.rules, fields[1])
		}
		for _, field := range fields[2:] {
			depth, count, _ := strings.Cut(strings.TrimPrefix(field, "D"), " ")
			d, err := strconv.Atoi(depth)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, sc.Text(), err)
			}
			n, err := strconv.ParseUint(count, 10, 64)
			if err != nil {
				t.Fatalf("%s: %q: %v", name, sc.Text(), err)
			}
			line.depths, line.counts = append(line.depths, d), append(line.counts, n)
		}
		list = append(list, line)
	}
	if len(list) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return list
}

// testPerft counts the lines of a file, leaving out counts above most.
func testPerft(t *testing.T, name string, most uint64, perft func(r Ruleset, s State, depth int) uint64) {
	for _, line := range readPerft(t, name) {
		t.Run(line.text, func(t *testing.T) {
			t.Parallel()
			for i, d := range line.depths {
				if line.counts[i] > most {
					break
				}
				if got := perft(line.rules, line.from, d); got != line.counts[i] {
					t.Errorf("depth %d: %d, want %d", d, got, line.counts[i])
				}
			}
		})
	}
}

func enginePerft(r Ruleset, s State, depth int) uint64 { return r.Perft(s, depth) }

func modelPerft(r Ruleset, s State, depth int) uint64 { return newModel(r, s).perft(depth) }

func TestPerft(t *testing.T) {
	most := uint64(1 << 62)
	if testing.Short() {
		most = 100_000
	}
	testPerft(t, "standard.txt", most, enginePerft)
}

func TestPerftOptions(t *testing.T) { testPerft(t, "options.txt", 1<<62, enginePerft) }

// TestModelPerft counts what the model can in reasonable time.
func TestModelPerft(t *testing.T) {
	most := uint64(5_000)
	if testing.Short() {
		most = 100
	}
	testPerft(t, "standard.txt", most, modelPerft)
	testPerft(t, "options.txt", most, modelPerft)
}

func TestPerftOfDepthZero(t *testing.T) {
	r := Standard(AdjiBoto, 0)
	if n := r.Perft(r.Start(), 0); n != 1 {
		t.Errorf("%d", n)
	}
}
