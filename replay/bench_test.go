package replay_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"alai/notation"
	"alai/replay"
)

// records reads a referee's file; the records share nothing.
func records(tb testing.TB, name string) []*notation.Record {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(referee, name))
	if err != nil {
		tb.Fatal(err)
	}
	var list []*notation.Record
	r := notation.NewReader(bytes.NewReader(data), name)
	for {
		rec := new(notation.Record)
		err := r.Read(rec)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			tb.Fatal(err)
		}
		rec.Text = bytes.Clone(rec.Text)
		list = append(list, rec)
	}
}

func BenchmarkReplay(b *testing.B) {
	for _, name := range []string{"adjiboto", "endodoi6", "endodoi7", "endodoi8", "endodoi9", "endodoi10"} {
		b.Run(name, func(b *testing.B) {
			list := records(b, "mancalagames/"+name+".mgn")
			rp := replay.NewReplayer(replay.Assume{})
			var line replay.Line
			plies := 0
			b.ReportAllocs()
			for b.Loop() {
				for _, rec := range list {
					rp.Replay(rec, &line)
					plies += len(line.Moves)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(plies), "ns/ply")
		})
	}
}

// A sound record from the usual start is replayed without allocating, once the
// Line has grown.
func TestReplayAllocates(t *testing.T) {
	rp := replay.NewReplayer(replay.Assume{})
	var line replay.Line
	list := records(t, "ludii/adjiboto.mgn")
	play := func() {
		for _, rec := range list {
			rp.Replay(rec, &line)
		}
	}
	play()
	if n := testing.AllocsPerRun(10, play); n != 0 {
		t.Errorf("replaying %d games allocates %v times", len(list), n)
	}
}
