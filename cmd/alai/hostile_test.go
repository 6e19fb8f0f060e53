//go:build linux

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
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// hostileMemory is what docs/reliability.md says that no file makes alai need more
// of, with two jobs, in MiB.
const hostileMemory = 512

// hostileTime is a time within which each hostile file has to be answered, for
// machines of any sort; docs/reliability.md has what was measured.
const hostileTime = 10 * time.Minute

// A hostileFile is made as it is read, so that its size costs nothing.
type hostileFile struct {
	name  string
	small int // how large it is: lines, records, levels or MiB,
	full  int // and with HOSTILE=full
	write func(w *bufio.Writer, n int)

	status int    // of verify
	says   string // what verify says first, a pattern
}

const (
	hostileHead = "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n"
	mib         = 1 << 20
)

func repeat(w *bufio.Writer, s string, n int) {
	for range n {
		w.WriteString(s)
	}
}

// mibs writes so many MiB of a text, whose length is a power of two.
func mibs(w *bufio.Writer, s string, n int) { repeat(w, strings.Repeat(s, 1024/len(s)), 1024*n) }

// bomb writes n MiB of a text compressed by gzip, in members of 16 MiB.
func bomb(w *bufio.Writer, s string, n int) {
	var member bytes.Buffer
	z := gzip.NewWriter(&member)
	plain := bufio.NewWriter(z)
	mibs(plain, s, 16)
	plain.Flush()
	z.Close()
	repeat(w, member.String(), n/16)
}

var hostileFiles = []hostileFile{
	{"a line of a GB", 32, 1024, func(w *bufio.Writer, n int) { mibs(w, "x", n) }, 1,
		`^-:1:1: game 1: the record is longer than 16 MiB\n`},
	{"a json line of a GB", 32, 1024, func(w *bufio.Writer, n int) { w.WriteString(`{"moves":["A"],"x":"`); mibs(w, "x", n) }, 1,
		`^-:1:1: game 1: the line is longer than 16 MiB\n`},
	{"a comment of a GB that never ends", 32, 1024, func(w *bufio.Writer, n int) { w.WriteString(hostileHead + "1. A {"); mibs(w, "x y\n", n) }, 1,
		`^-:1:1: game 1: the record is longer than 16 MiB\n`},
	{"a comment that never ends", 15, 15, func(w *bufio.Writer, n int) { w.WriteString(hostileHead + "1. A {"); mibs(w, "x y\n", n) }, 1,
		`^-:4:6: game 1: the comment is not closed by }\n`},
	{"a comment of a trial that never ends", 32, 1024, func(w *bufio.Writer, n int) { w.WriteString("game=/x.lud\n"); mibs(w, "xxx\n", n) }, 1,
		`^-:1:1: game 1: the .* is longer than 16 MiB\n`},
	{"a million tags", 100_000, 1_000_000, func(w *bufio.Writer, n int) {
		for i := range n {
			fmt.Fprintf(w, "[T%d \"x\"]\n", i)
		}
		w.WriteString("\n1. A *\n")
	}, 1, `^-:10001:1: game 1: more than 10000 tags\n`},
	{"a million tags of a json line", 100_000, 1_000_000, func(w *bufio.Writer, n int) {
		w.WriteString(`{"moves":["A"],"tags":{"T":""`)
		for i := range n {
			fmt.Fprintf(w, `,"T%d":""`, i)
		}
		w.WriteString("}}\n")
	}, 1, `^-:1:\d+: game 1: more than 10000 tags\n`},
	{"a million keys of a json line", 1_500_000, 1_500_000, func(w *bufio.Writer, n int) {
		w.WriteString(`{"moves":["A"]`)
		for i := range n {
			fmt.Fprintf(w, `,"%d":0`, i)
		}
		w.WriteString("}\n")
	}, 1, `^-:1:`},
	{"remarks before the tags", 15, 15, func(w *bufio.Writer, n int) { mibs(w, "{}", n); w.WriteString(hostileHead + "1. A *\n") }, 1,
		`^-:1:1000001: game 1: more than 500000 moves, comments, glyphs and variations\n`},
	{"variations 100,000 deep", 100_000, 100_000, func(w *bufio.Writer, n int) {
		w.WriteString(hostileHead + "1. A ")
		repeat(w, "(B ", n)
		repeat(w, ")", n)
		w.WriteString(" *\n")
	}, 1, `^-:4:3006: game 1: variations are nested more than 1000 deep\n`},
	{"variations of a json line 100,000 deep", 100_000, 100_000, func(w *bufio.Writer, n int) {
		w.WriteString(`{"moves":["A"],"annotations":[{"ply":1,"variation":"B `)
		repeat(w, "(B ", n)
		repeat(w, ")", n)
		w.WriteString("\"}]}\n")
	}, 1, `^-:1:31: game 1: "B \(B .* is no variation\n`},
	{"arrays 100,000 deep", 100_000, 100_000, func(w *bufio.Writer, n int) {
		w.WriteString(`{"moves":["A"],"x":`)
		repeat(w, "[", n)
		repeat(w, "]", n)
		w.WriteString("}\n")
	}, 1, `^-:1:10019: game 1: not JSON: .* exceeded max depth\n`},
	{"elements of nothing", 15, 15, func(w *bufio.Writer, n int) {
		w.WriteString(`{"moves":["A"],"annotations":[0`)
		mibs(w, ",0", n)
		w.WriteString("]}\n")
	}, 1, `^-:1:1000031: game 1: more than 500000 elements\n`},
	{"tokens of two bytes", 15, 15, func(w *bufio.Writer, n int) {
		w.WriteString(hostileHead + "1. A ")
		mibs(w, "()", n)
		w.WriteString(" *\n")
	}, 1,
		`^-:4:500005: game 1: more than 500000 moves, comments, glyphs and variations\n`},
	{"an xz stream with a window of 4 GiB", 0, 0, func(w *bufio.Writer, n int) {
		w.WriteString("\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46" + "\x02\x00\x21\x01\x28\x00\x00\x00\x00\x00\x00\x00")
		mibs(w, "x", 1)
	}, 2, `^alai: -: the xz stream needs a window of more than 32 MiB\n`},
	{"a zstd stream with a window of 2 GiB", 0, 0, func(w *bufio.Writer, n int) {
		w.WriteString("\x28\xb5\x2f\xfd\x00\xa8")
		mibs(w, "x", 1)
	}, 2, `^alai: -: the zstd stream needs a window of more than 32 MiB\n`},
	{"a gzip bomb", 128, 10240, func(w *bufio.Writer, n int) { bomb(w, "x", n) }, 1,
		`^-:1:1: game 1: the record is longer than 16 MiB\n`},
	{"a gzip bomb of NULs", 128, 10240, func(w *bufio.Writer, n int) { bomb(w, "\x00", n) }, 0,
		`^-:1:1: notice: what follows the last record is not kept: a text of more than 16 MiB\n`},
	{"a gzip bomb of games", 16, 256, func(w *bufio.Writer, n int) {
		bomb(w, "[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A *"+strings.Repeat("\n", 25), n)
	}, 0,
		`^(the same game stands more than once: \d+ records left out\n)?$`},
	{"ten million passes", 10_000_000, 10_000_000, func(w *bufio.Writer, n int) { w.WriteString(hostileHead); repeat(w, "-- ", n); w.WriteString("*\n") }, 1,
		`^-:1:1: game 1: the record is longer than 16 MiB\n`},
	{"three million passes", 600_000, 3_000_000, func(w *bufio.Writer, n int) { w.WriteString(hostileHead); repeat(w, "-- ", n); w.WriteString("*\n") }, 1,
		`^-:4:1: game 1, ply 1, South: South can move and may not pass`},
	{"three million passes of a json line", 600_000, 2_700_000, func(w *bufio.Writer, n int) {
		w.WriteString(`{"game":"En Dodoi","pits":6,"moves":["--"`)
		repeat(w, `,"--"`, n)
		w.WriteString("]}\n")
	}, 1, `^-:1:\d+: game 1: more than 500000 elements\n`},
	{"an endless sowing in every game", 1000, 20_000, func(w *bufio.Writer, n int) { repeat(w, endlessRecord, n) }, 1,
		`^-:5:\d+: game 1, ply \d+, (South|North): the sowing from pit [A-Ha-h] counts as endless: after 1000000 laps`},
	{"as much as is sound", 166_000, 166_000, func(w *bufio.Writer, n int) {
		w.WriteString(hostileHead + "1. A ")
		repeat(w, "(B)", n)
		w.WriteString(" *\n")
	}, 0,
		`^$`},
	{"a comment of 15 MiB", 15, 15, func(w *bufio.Writer, n int) {
		w.WriteString(hostileHead + "1. A {")
		mibs(w, "x", n)
		w.WriteString("} *\n")
	}, 0,
		`^$`},
	{"a thousand faults of long words", 1000, 1000, func(w *bufio.Writer, n int) {
		w.WriteString(hostileHead + "1. A ")
		repeat(w, "(B "+strings.Repeat("\x01", 15_000)+") ", n)
		w.WriteString("2. A *\n")
	}, 1, `^-:1:1: notice: 931 more problems and notices of this record are not listed\n-:4:9: game 1, ply 2, North, in a variation: `},
	{"nothing but faults", 20_000, 1_000_000, func(w *bufio.Writer, n int) { repeat(w, "A *\n\n", n) }, 1,
		`^-:1:1: game 1: no Game tag; try identify\n`},
}

// endlessRecord ends in a sowing that neither ends nor comes round in a million
// laps; docs/benchmarks.md has more of them.
const endlessRecord = "[Game \"En Dodoi\"]\n[Pits \"8\"]\n\n1. D c 2. E c 3. G a\n4. A *\n\n"

// TestHostileFiles holds that each hostile file is answered with its place in words,
// in clean text and within the memory that the docs state. HOSTILE=full makes the
// files as large as can be.
func TestHostileFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("large files")
	}
	alai := commandItself(t)
	full := os.Getenv("HOSTILE") == "full"
	seen := 0 // the most that any of them took
	for _, file := range hostileFiles {
		t.Run(file.name, func(t *testing.T) {
			n := file.small
			if full {
				n = file.full
			}
			input := func(w io.Writer) {
				b := bufio.NewWriterSize(w, mib)
				file.write(b, n)
				b.Flush() // the command may have seen enough
			}
			commands := []string{"verify --explain", "import --db alai.db"}
			if full {
				commands = append(commands, "list")
			}
			for _, command := range commands {
				args := append(strings.Fields(command), "--jobs", "2", "-")
				got := runHostile(t, alai, input, args...)
				t.Logf("%s: %s, %.1f s, %d MiB", file.name, command, got.time.Seconds(), got.memory)
				if got.status != file.status {
					t.Errorf("%s: status %d, want %d", command, got.status, file.status)
				}
				if command != "import --db alai.db" && !regexp.MustCompile(file.says).MatchString(got.said) {
					t.Errorf("%s says\n%.300s\nwhich does not match %s", command, got.said, file.says)
				}
				seen = max(seen, got.memory)
				if got.memory > hostileMemory {
					t.Errorf("%s needs %d MiB, the docs say at most %d", command, got.memory, hostileMemory)
				}
				if got.unclean != "" {
					t.Errorf("%s writes %q", command, got.unclean)
				}
			}
		})
	}
	if runtime.GOOS == "linux" && seen == 0 {
		t.Error("no memory was seen to be taken, so no limit was held")
	}
}

// commandItself returns the path of a command that is this program's main.
func commandItself(t *testing.T) string {
	t.Helper()
	test, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "alai") // TestMain goes by the name
	if err := os.Symlink(test, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// A hostileRun is what came of a command.
type hostileRun struct {
	status  int
	said    string // the beginning of standard error
	unclean string // the first line written that a terminal would obey or that is not UTF-8
	time    time.Duration
	memory  int // the most that was resident, in MiB
}

func runHostile(t *testing.T, alai string, input func(io.Writer), args ...string) (r hostileRun) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), hostileTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, alai, args...)
	cmd.Dir = t.TempDir()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var out, said watcher
	cmd.Stdout, cmd.Stderr = &out, &said
	began := time.Now()
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		input(stdin)
		stdin.Close()
	}()
	peak, ended := make(chan int), make(chan struct{})
	go watchMemory(cmd.Process.Pid, ended, peak)
	err = cmd.Wait()
	close(ended)
	r = hostileRun{said: string(said.begin), unclean: out.unclean + said.unclean, time: time.Since(began), memory: <-peak}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		r.status = exit.ExitCode()
	} else if err != nil && !errors.Is(err, io.ErrClosedPipe) {
		t.Fatal(err)
	}
	return r
}

// watchMemory looks at a process's high-water mark until it has ended. What wait(2)
// tells is of no use: a child begins with that of its parent.
func watchMemory(pid int, ended <-chan struct{}, peak chan<- int) {
	most := 0
	for {
		status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
		if _, rest, ok := strings.Cut(string(status), "VmHWM:"); ok {
			kib, _ := strconv.Atoi(strings.Fields(rest)[0])
			most = max(most, kib/1024)
		}
		select {
		case <-ended:
			peak <- most
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// A watcher looks at what is written to it.
type watcher struct {
	begin   []byte // the first part of it
	line    []byte // the last line, as far as it has come
	unclean string
}

func (w *watcher) Write(p []byte) (int, error) {
	w.begin = append(w.begin, p[:min(len(p), max(0, 4096-len(w.begin)))]...)
	for _, part := range bytes.SplitAfter(p, []byte("\n")) {
		w.line = append(w.line, part...)
		if !bytes.HasSuffix(part, []byte("\n")) {
			continue
		}
		line := strings.ReplaceAll(strings.TrimSuffix(string(w.line), "\n"), "\t", "")
		if w.unclean == "" && (strings.ContainsFunc(line, obeyed) || !utf8.ValidString(line)) {
			w.unclean = line
		}
		w.line = w.line[:0]
	}
	return len(p), nil
}
