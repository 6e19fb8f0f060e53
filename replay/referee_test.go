package replay_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"alai/notation"
	"alai/notation/jsonl"
	"alai/replay"
	"alai/replay/rules"
)

// The games that two independent programs played (testdata/SOURCE.txt).
const referee = "../testdata/referee"

// refereeFiles returns the files of that ending, and fails where there are not
// as many as there should be.
func refereeFiles(t *testing.T, ending string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(referee, "*", "*"+ending))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 18 {
		t.Fatalf("%d files %s in %s, want 18", len(files), ending, referee)
	}
	return files
}

type recordReader interface {
	Read(*notation.Record) error
}

// eachRecord reads all records of a file that must not hold a malformed one.
func eachRecord(t *testing.T, r recordReader, do func(*notation.Record)) {
	t.Helper()
	var rec notation.Record
	for {
		err := r.Read(&rec)
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		do(&rec)
	}
}

// refereeGame is one line of the referees' json lines.
type refereeGame struct {
	Game, Rules, Start string
	Pits               int
	Moves              []string
	Captures           []int
	Positions          []string
	Result             string
	Score              *[2]int
	Endless            string
}

// The state after every ply, the captures, the result and the final score are
// those that the referees give. The comparison is done here, on the referees'
// own fields, and does not lean on what Replay compares by itself.
func TestRefereesStates(t *testing.T) {
	games, plies, endless := 0, 0, 0
	for _, file := range refereeFiles(t, ".jsonl") {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for n, text := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
			var g refereeGame
			if err := json.Unmarshal([]byte(text), &g); err != nil {
				t.Fatalf("%s:%d: %v", file, n+1, err)
			}
			checkReferee(t, file, n+1, &g)
			games++
			plies += len(g.Moves)
			if g.Endless != "" {
				endless++
			}
		}
	}
	if games < 1000 || plies < 30000 || endless == 0 {
		t.Errorf("only %d games, %d plies, %d endless sowings", games, plies, endless)
	}
}

func checkReferee(t *testing.T, file string, line int, g *refereeGame) {
	t.Helper()
	game, err := replay.ParseGame(g.Game)
	if err != nil {
		t.Fatal(err)
	}
	r, err := replay.ParseRuleset(game, g.Pits, g.Rules)
	if err != nil {
		t.Fatal(err)
	}
	s := r.Start()
	if g.Start != "" {
		if s, err = replay.ParsePosition(&r, g.Start); err != nil {
			t.Fatal(err)
		}
	}
	for i, text := range g.Moves {
		m, err := replay.ParseMove(&r, text)
		if err != nil {
			t.Fatal(err)
		}
		sowing, err := r.Play(&s, m)
		if err != nil {
			t.Fatalf("%s:%d: ply %d, %s: %v", file, line, i+1, text, err)
		}
		if int(sowing.Captured) != g.Captures[i] {
			t.Fatalf("%s:%d: ply %d, %s captures %d, want %d", file, line, i+1, text, sowing.Captured, g.Captures[i])
		}
		if got := replay.Position(&r, &s); got != g.Positions[i] {
			t.Fatalf("%s:%d: after ply %d, %s: %s, want %s", file, line, i+1, text, got, g.Positions[i])
		}
		if back, err := replay.ParsePosition(&r, g.Positions[i]); err != nil || back != s {
			t.Fatalf("%s:%d: position %q reads as %v, %v; want %v", file, line, g.Positions[i], back, err, s)
		}
	}
	if g.Endless != "" {
		m, _ := replay.ParseMove(&r, g.Endless)
		var ill *rules.Illegal
		if err := r.Check(&s, m); !errors.As(err, &ill) || ill.Reason != rules.EndlessSowing {
			t.Fatalf("%s:%d: %s gives %v, want an endless sowing", file, line, g.Endless, err)
		}
		return
	}
	outcome := map[string]rules.Outcome{"1-0": rules.SouthWon, "0-1": rules.NorthWon, "1/2-1/2": rules.Drawn}[g.Result]
	if got := r.Outcome(&s); got != outcome {
		t.Errorf("%s:%d: outcome %v, want %s", file, line, got, g.Result)
	}
	if g.Score != nil {
		swept := r.Sweep(s)
		if got := [2]int{int(swept.Store[0]), int(swept.Store[1])}; got != *g.Score {
			t.Errorf("%s:%d: score %v, want %v", file, line, got, *g.Score)
		}
	} else if !r.EndStuck {
		t.Errorf("%s:%d: no score", file, line)
	}
}

// The referees' files of both kinds hold the same games, and each replays to
// the end that it names, without a notice.
func TestRefereesRecords(t *testing.T) {
	for _, file := range refereeFiles(t, ".mgn") {
		var lines []string
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rp := replay.NewReplayer(replay.Assume{})
		var line replay.Line
		read := func(r recordReader) {
			eachRecord(t, r, func(rec *notation.Record) {
				rp.Replay(rec, &line)
				unfinished := rec.Close.Result == notation.Unknown
				if line.Verdict != replay.Complete && !(unfinished && line.Verdict == replay.Unfinished) {
					t.Fatalf("%s: game %d: %v %v", file, rec.Number, line.Verdict, line.Problems)
				}
				for _, n := range line.Notices {
					t.Errorf("%s: game %d: notice %s", file, rec.Number, n.Msg)
				}
				canonical := replay.Canonical(rec, &line)
				lines = append(lines, string(notation.Append(nil, &notation.Record{Items: canonical.Items, Close: canonical.Close, NorthFirst: canonical.NorthFirst})))
			})
		}
		read(notation.NewReader(f, file))
		records := lines
		lines = nil
		name := strings.TrimSuffix(file, ".mgn") + ".jsonl"
		j, err := os.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		defer j.Close()
		read(jsonl.NewReader(j, name))
		if len(records) == 0 || len(records) != len(lines) {
			t.Fatalf("%s: %d records, %d json lines", file, len(records), len(lines))
		}
		for i := range records {
			if records[i] != lines[i] {
				t.Errorf("%s: game %d is\n%s\nas json\n%s", file, i+1, records[i], lines[i])
			}
		}
	}
}
