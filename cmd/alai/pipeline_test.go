package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// alai runs a command line in this process.
func alai(ctx context.Context, stdin io.Reader, args ...string) (stdout, stderr string, status int) {
	var out, err bytes.Buffer
	s := &streams{in: stdin, out: bufio.NewWriter(&out), err: &err}
	status = run(ctx, args, s)
	return out.String(), err.String(), status
}

// manyGames returns a text of several blocks, in which every hundredth game is bad.
func manyGames(t *testing.T) string {
	t.Helper()
	games, err := os.ReadFile("../../testdata/referee/mancalagames/adjiboto.mgn")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for i := 0; b.Len() < 2<<20; i++ {
		b.Write(games)
		fmt.Fprintf(&b, "\n[Event \"Bad %d\"]\n[Game \"Adji-Boto\"]\n\n1. A A *\n\n", i)
	}
	return b.String()
}

// The answer, the problems, their places and their order are the same for any
// number of jobs, and the same as for one reader of the whole text.
func TestJobs(t *testing.T) {
	text := manyGames(t)
	path := filepath.Join(t.TempDir(), "many.mgn")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	bad := strings.Count(text, "Bad ")
	for _, format := range []string{"tsv", "json"} {
		var want string
		for _, jobs := range []string{"1", "2", "5"} {
			stdout, stderr, status := alai(context.Background(), nil, "verify", "--jobs", jobs, "--format", format, path, path)
			if status != statusFaulty {
				t.Fatalf("status %d, %s", status, stderr)
			}
			if n := strings.Count(stdout+stderr, "pit A is South's, and North is to move"); n != 2*bad {
				t.Errorf("--jobs %s: %d problems, want %d", jobs, n, 2*bad)
			}
			if want == "" {
				want = stdout + stderr
			} else if stdout+stderr != want {
				t.Errorf("--jobs %s answers otherwise in %s", jobs, format)
			}
		}
	}
	// The last bad game's number and line count from the beginning of the file.
	_, stderr, _ := alai(context.Background(), nil, "verify", path)
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	at := strings.LastIndex(text, "1. A A *")
	want := fmt.Sprintf("%s:%d:6: game %d,", path, 1+strings.Count(text[:at], "\n"), strings.Count(text[:at], "[Event "))
	if got := lines[len(lines)-1]; !strings.HasPrefix(got, want) {
		t.Errorf("got %s\nwant %s...", got, want)
	}
}

// What could be read of a stream that is cut off is judged before the error.
func TestCutOff(t *testing.T) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := io.WriteString(w, manyGames(t)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	stdout, stderr, status := alai(context.Background(), bytes.NewReader(b.Bytes()[:b.Len()/2]), "verify", "--no-header", "--columns", "complete", "-")
	if status != statusFailed || !strings.Contains(stderr, "alai: -: the gzip stream is cut off") {
		t.Errorf("status %d, %s", status, stderr)
	}
	if n := len(strings.TrimSpace(stdout)); n < 3 {
		t.Errorf("only %q games were read", stdout)
	}
}

// A source that fails is a failure, named.
func TestSourceFails(t *testing.T) {
	broken := io.MultiReader(strings.NewReader(manyGames(t)), failingReader{})
	_, stderr, status := alai(context.Background(), broken, "verify", "-")
	if status != statusFailed || !strings.Contains(stderr, "alai: -: the disk is on fire") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

type failingReader struct{}

func (failingReader) Read([]byte) (int, error) { return 0, errors.New("the disk is on fire") }

// Ctrl-C ends a command at once, though its input does not end.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	source := &endlessGames{text: manyGames(t), after: func(n int) {
		if n == 3 {
			cancel()
		}
	}}
	_, stderr, status := alai(ctx, source, "verify", "--quiet", "-")
	if status != statusInterrupted || !strings.HasSuffix(stderr, "alai: interrupted\n") {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// endlessGames is a text without end. It calls after whenever it has been read through.
type endlessGames struct {
	text  string
	at, n int
	after func(n int)
}

func (e *endlessGames) Read(p []byte) (int, error) {
	n := copy(p, e.text[e.at:])
	if e.at += n; e.at == len(e.text) {
		e.at = 0
		e.n++
		e.after(e.n)
	}
	return n, nil
}

// A closed pipe is no failure, however the command meets it.
func TestClosedPipe(t *testing.T) {
	for _, args := range [][]string{{"rules"}, {"rules", "en-dodoi"}, {"perft", "--game", "adji-boto"}, {"--help"}, {"verify", "-"}} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		r.Close()
		var stderr bytes.Buffer
		s := &streams{in: strings.NewReader("[Game \"Adji-Boto\"]\n\n1. A A *\n"), out: bufio.NewWriter(w), err: &stderr}
		if status := run(context.Background(), args, s); status != statusDone || strings.Contains(stderr.String(), "alai:") {
			t.Errorf("%q: status %d, %s", args, status, &stderr)
		}
		w.Close()
	}
}

// Statuses: what was said and what was not.
func TestExit(t *testing.T) {
	canceled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, test := range []struct {
		ctx    context.Context
		err    error
		status int
		said   string
	}{
		{context.Background(), nil, statusDone, ""},
		{context.Background(), exitStatus(statusFaulty), statusFaulty, ""},
		{context.Background(), errors.Join(exitStatus(statusFailed), nil), statusFailed, ""},
		{context.Background(), errors.New("no room"), statusFailed, "alai: no room\n"},
		{context.Background(), fmt.Errorf("writing: %w", syscall.EPIPE), statusDone, ""},
		{context.Background(), fmt.Errorf("writing: %w", syscall.ENOSPC), statusFailed, "alai: writing: no space left on device\n"},
		{canceled, context.Canceled, statusInterrupted, "alai: interrupted\n"},
		{canceled, nil, statusDone, ""},
		{canceled, &interruptedError{"go on"}, statusInterrupted, "alai: interrupted; go on\n"},
	} {
		var stderr bytes.Buffer
		s := &streams{err: &stderr}
		if status := s.exit(test.ctx, test.err); status != test.status || stderr.String() != test.said {
			t.Errorf("%v: status %d, %q; want %d, %q", test.err, status, &stderr, test.status, test.said)
		}
	}
}

// What is said of a file is the same for any number of jobs, also of one whose
// blocks hold so many records that they are handed over in parts, and the games
// are numbered through.
func TestJobsAgree(t *testing.T) {
	const games = 3*batchRecords + 5
	var text, lines strings.Builder
	for i := range games {
		pit := 'A' + rune(i%6) // F is none
		fmt.Fprintf(&text, "[Game \"Adji-Boto\"] %c *%s", pit, []string{" ", "\n", "\n\n"}[i%3])
		fmt.Fprintf(&lines, "{\"game\":\"Adji-Boto\",\"moves\":[\"%c\"]}\n", pit)
	}
	for name, text := range map[string]string{"records": text.String(), "json lines": lines.String()} {
		out1, err1, status1 := alai(t.Context(), strings.NewReader(text), "verify", "--jobs", "1", "-")
		if want := fmt.Sprintf("\n-\t%d\t", games); !strings.Contains(out1, want) || status1 != statusFaulty {
			t.Errorf("%s: status %d: %s", name, status1, out1)
		}
		for i := 5; i < games; i += 6 {
			if want := fmt.Sprintf(": game %d, ply 1, South: a board of 2 x 5 has no pit F\n", i+1); !strings.Contains(err1, want) {
				t.Fatalf("%s: nothing is said of game %d", name, i+1)
			}
		}
		out4, err4, status4 := alai(t.Context(), strings.NewReader(text), "verify", "--jobs", "4", "-")
		if out4 != out1 || err4 != err1 || status4 != status1 {
			t.Errorf("%s: 4 jobs say something else", name)
		}
	}
}

// Ctrl-C ends a command that waits for a pipe which says nothing.
func TestInterruptWhileWaiting(t *testing.T) {
	for _, args := range []string{"verify -", "import --db x.db -", "stats -", "openings -"} {
		t.Chdir(t.TempDir())
		ctx, cancel := context.WithCancel(t.Context())
		in, pipe := io.Pipe()
		go func() {
			io.WriteString(pipe, "[Game ") // returns once it has been read
			cancel()
		}()
		_, stderr, status := alai(ctx, in, strings.Fields(args)...)
		if status != statusInterrupted || !strings.Contains(stderr, "interrupted") {
			t.Errorf("%s: status %d, %s", args, status, stderr)
		}
		pipe.Close()
	}
}
