// Command benchmark measures alai as its users meet it, whole processes side by
// side in one run, and writes the table of docs/benchmarks.md.
//
//	go run ./cmd/benchmark -o docs/benchmarks.md [-yardstick PROGRAM] [-games N] [-runs N]
//
// The yardstick is a plain C replayer, called as "PROGRAM replay FILE"; its rows
// are left out where none is given. The rows of Scid and pgn-extract are left out
// where those programs are not installed (Debian: scid, pgn-extract).
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"
)

func main() {
	log.SetFlags(0)
	var b bench
	flag.StringVar(&b.yardstick, "yardstick", "", "the plain C replayer to compare with")
	flag.IntVar(&b.games, "games", 100_000, "games a file")
	flag.IntVar(&b.runs, "runs", 5, "runs of each command; their median counts")
	flag.StringVar(&b.out, "o", "", "write the report to this file instead of standard output")
	flag.StringVar(&b.dir, "dir", "", "work in this folder and keep it, instead of a temporary one")
	flag.Parse()
	if err := b.run(); err != nil {
		log.Fatal("benchmark: ", err)
	}
}

type bench struct {
	yardstick, out, dir string
	games, runs         int

	alai string // the program under test
	rows []row
}

// A row of the report.
type row struct{ what, figures, ratio string }

func (b *bench) run() error {
	if b.dir == "" {
		dir, err := os.MkdirTemp("", "alai-benchmark")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.dir = dir
	}
	if err := b.build(); err != nil {
		return err
	}
	if err := b.measure(); err != nil {
		return err
	}
	var report bytes.Buffer
	b.report(&report)
	if b.out == "" {
		_, err := os.Stdout.Write(report.Bytes())
		return err
	}
	return os.WriteFile(b.out, report.Bytes(), 0o644)
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// build compiles the programs and writes the files of games.
func (b *bench) build() error {
	b.alai = b.path("alai")
	for _, name := range []string{"alai", "selfplay"} {
		if out, err := exec.Command("go", "build", "-o", b.path(name), "alai/cmd/"+name).CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w\n%s", name, err, out)
		}
	}
	for _, f := range files {
		args := append(f.args, "--games", fmt.Sprint(f.times*b.games), "--seed", fmt.Sprint(f.seed))
		if err := b.writeFile(f.name, func(w io.Writer) error {
			cmd := exec.Command(b.path("selfplay"), args...)
			cmd.Stdout, cmd.Stderr = w, os.Stderr
			return cmd.Run()
		}); err != nil {
			return err
		}
	}
	return nil
}

// files are the files of games that are measured.
var files = []struct {
	name  string
	args  []string
	times int // of the games a file
	seed  int
}{
	{"adji-boto.mgn", []string{"--game", "adji-boto"}, 1, 1},
	{"en-dodoi-8.mgn", []string{"--game", "en-dodoi", "--pits", "8"}, 1, 2},
	{"adji-boto-double.mgn", []string{"--game", "adji-boto"}, 2, 3},
}

func (b *bench) writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(b.path(name))
	if err != nil {
		return err
	}
	return cmp.Or(write(f), f.Close())
}

// A process is one command to be measured, with what has to be done before each run.
type process struct {
	args   []string
	before func() error
}

// A result is the median of the runs of one process.
type result struct {
	wall   time.Duration
	memory int64 // the most that was resident at once, in bytes
}

func (r result) String() string {
	return fmt.Sprintf("%.2f s, %.0f MiB", r.wall.Seconds(), float64(r.memory)/(1<<20))
}

// compare runs the processes in turn, so that a change of the machine's speed
// meets all of them, and returns each one's median.
func (b *bench) compare(processes ...process) ([]result, error) {
	runs := make([][]result, len(processes))
	for range b.runs {
		for i, p := range processes {
			if p.before != nil {
				if err := p.before(); err != nil {
					return nil, err
				}
			}
			r, err := runOnce(p.args)
			if err != nil {
				return nil, err
			}
			runs[i] = append(runs[i], r)
		}
	}
	medians := make([]result, len(processes))
	for i, list := range runs {
		slices.SortFunc(list, func(a, b result) int { return cmp.Compare(a.wall, b.wall) })
		medians[i].wall = list[len(list)/2].wall
		for _, r := range list {
			medians[i].memory = max(medians[i].memory, r.memory)
		}
	}
	return medians, nil
}

// runOnce runs a command to its end; its output goes nowhere.
func runOnce(args []string) (result, error) {
	cmd := exec.Command(args[0], args[1:]...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	start := time.Now()
	err := cmd.Run()
	wall := time.Since(start)
	if err != nil {
		return result{}, fmt.Errorf("%s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return result{wall, usage.Maxrss << 10}, nil
}

func ratio(a, b result) float64 { return a.wall.Seconds() / b.wall.Seconds() }

func (b *bench) add(what, figures, format string, args ...any) {
	b.rows = append(b.rows, row{what, figures, fmt.Sprintf(format, args...)})
	log.Printf("%s | %s | %s", what, figures, b.rows[len(b.rows)-1].ratio)
}

// measure takes all figures of the report.
func (b *bench) measure() error {
	for _, step := range []func() error{b.verify, b.memory, b.imports, b.export, b.openings} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// plies counts the plies of a file of games.
func (b *bench) plies(file string) (int, error) {
	out, err := exec.Command(b.alai, "verify", "--format", "json", b.path(file)).Output()
	if err != nil {
		return 0, err
	}
	var answer []struct{ Plies int }
	if err := json.Unmarshal(out, &answer); err != nil {
		return 0, err
	}
	return answer[0].Plies, nil
}

func (b *bench) verify() error {
	for _, file := range []string{"adji-boto.mgn", "en-dodoi-8.mgn"} {
		processes := []process{
			{args: []string{b.alai, "verify", b.path(file)}},
			{args: []string{b.alai, "verify", "--jobs", "1", b.path(file)}},
		}
		if b.yardstick != "" {
			processes = append(processes, process{args: []string{b.yardstick, "replay", b.path(file)}})
		}
		r, err := b.compare(processes...)
		if err != nil {
			return err
		}
		for i, jobs := range []string{"", " --jobs 1"} {
			what := fmt.Sprintf("`verify%s` of %d games, %s", jobs, b.games, file)
			if b.yardstick == "" {
				b.add(what, r[i].String(), "")
				continue
			}
			b.add(what, fmt.Sprintf("%s; yardstick %s", r[i], r[2]), "%.2f x the yardstick's time", ratio(r[i], r[2]))
		}
	}
	return nil
}

func (b *bench) memory() error {
	r, err := b.compare(
		process{args: []string{b.alai, "verify", b.path("adji-boto.mgn")}},
		process{args: []string{b.alai, "verify", b.path("adji-boto-double.mgn")}},
		process{args: []string{b.alai, "import", "--db", b.path("memory.db"), b.path("adji-boto.mgn")}, before: b.remove("memory.db")},
		process{args: []string{b.alai, "import", "--db", b.path("memory.db"), b.path("adji-boto-double.mgn")}, before: b.remove("memory.db")},
	)
	if err != nil {
		return err
	}
	mib := func(r result) float64 { return float64(r.memory) / (1 << 20) }
	b.add("peak memory of `verify`, a file and one of twice its games", fmt.Sprintf("%.0f MiB, %.0f MiB", mib(r[0]), mib(r[1])), "")
	b.add("peak memory of `import`, the same", fmt.Sprintf("%.0f MiB, %.0f MiB", mib(r[2]), mib(r[3])), "")
	return nil
}

// remove returns a step that removes an archive.
func (b *bench) remove(name string) func() error {
	return func() error {
		for _, ending := range []string{"", "-wal", "-shm"} {
			if err := os.RemoveAll(b.path(name + ending)); err != nil {
				return err
			}
		}
		return nil
	}
}

// imports compares import with Scid's import of a chess file of as many plies.
func (b *bench) imports() error {
	for _, file := range []string{"adji-boto.mgn", "en-dodoi-8.mgn"} {
		plies, err := b.plies(file)
		if err != nil {
			return err
		}
		db := file + ".db"
		processes := []process{
			{args: []string{b.alai, "import", "--db", b.path(db), b.path(file)}, before: b.remove(db)},
			{args: []string{b.alai, "import", "--db", b.path(db), b.path(file)}},
		}
		scid, err := b.scid(plies)
		if err != nil {
			return err
		}
		processes = append(processes, scid...)
		r, err := b.compare(processes...)
		if err != nil {
			return err
		}
		rate := func(r result) float64 { return float64(plies) / r.wall.Seconds() / 1e6 }
		what := fmt.Sprintf("`import` of %d games, %d plies, %s", b.games, plies, file)
		if scid == nil {
			b.add(what, fmt.Sprintf("%s, %.1f million plies/s", r[0], rate(r[0])), "")
		} else {
			b.add(what, fmt.Sprintf("%s, %.1f million plies/s; Scid %s, %.1f million plies/s", r[0], rate(r[0]), r[2], rate(r[2])),
				"%.2f x Scid's plies a second", rate(r[0])/rate(r[2]))
		}
		b.add("the same file again", r[1].String(), "%.2f x its first import", ratio(r[1], r[0]))
	}
	return nil
}

// scid returns Scid's import of a chess file of about that many plies, nothing
// where Scid is not installed.
func (b *bench) scid(plies int) ([]process, error) {
	tkscid, err := exec.LookPath("tkscid")
	if err != nil {
		if tkscid, err = exec.LookPath("/usr/games/tkscid"); err != nil {
			return nil, nil
		}
	}
	if err := b.writeFile("chess.pgn", func(w io.Writer) error { return writeChess(w, b.games, plies/b.games, 4) }); err != nil {
		return nil, err
	}
	// The script fails unless every game came in.
	script := fmt.Sprintf(`sc_base create SCID4 {%s}
set r [sc_base import [sc_base current] {%s}]
if {[lindex $r 0] != %d} { puts stderr $r; exit 1 }
exit 0
`, b.path("chess"), b.path("chess.pgn"), b.games)
	if err := os.WriteFile(b.path("scid.tcl"), []byte(script), 0o644); err != nil {
		return nil, err
	}
	return []process{{
		args: []string{tkscid, b.path("scid.tcl")},
		before: func() error {
			for _, ending := range []string{".si4", ".sg4", ".sn4"} {
				if err := os.RemoveAll(b.path("chess" + ending)); err != nil {
					return err
				}
			}
			return nil
		},
	}}, nil
}

func (b *bench) export() error {
	db := b.path("adji-boto.mgn.db")
	r, err := b.compare(
		process{args: []string{b.alai, "export", "--db", db}},
		process{args: []string{b.alai, "export", "--db", db, "--format", "jsonl"}},
	)
	if err != nil {
		return err
	}
	for i, format := range []string{"mgn", "jsonl"} {
		b.add("`export --format "+format+"`", r[i].String(), "%.0f games/s", float64(b.games)/r[i].wall.Seconds())
	}
	return nil
}

// openings compares the opening table of an archive of twice the games with the
// time that the program takes to start.
func (b *bench) openings() error {
	db := b.path("openings.db")
	if err := b.remove("openings.db")(); err != nil {
		return err
	}
	if _, err := runOnce([]string{b.alai, "import", "--db", db, b.path("adji-boto-double.mgn")}); err != nil {
		return err
	}
	player, err := b.aPlayer()
	if err != nil {
		return err
	}
	r, err := b.compare(
		process{args: []string{b.alai, "--version"}},
		process{args: []string{b.alai, "openings", "--db", db}},
		process{args: []string{b.alai, "openings", "--db", db, "--line", "A a B b"}},
		process{args: []string{b.alai, "openings", "--db", db, "--player", player}},
	)
	if err != nil {
		return err
	}
	milliseconds := func(d time.Duration) float64 { return d.Seconds() * 1000 }
	for i, what := range []string{"from the start", "from ply 4", "of one player's games"} {
		b.add(fmt.Sprintf("`openings` %s, %d games", what, 2*b.games),
			fmt.Sprintf("%.0f ms, %.0f MiB; `--version` %.0f ms", milliseconds(r[i+1].wall), float64(r[i+1].memory)/(1<<20), milliseconds(r[0].wall)),
			"%.0f ms more", milliseconds(r[i+1].wall-r[0].wall))
	}
	return nil
}

// aPlayer returns the name of a player of the generated games.
func (b *bench) aPlayer() (string, error) {
	out, err := exec.Command(b.alai, "list", "--db", b.path("openings.db"), "--limit", "1", "--columns", "south", "--no-header").Output()
	return strings.TrimSpace(string(out)), err
}

func (b *bench) report(w io.Writer) {
	fmt.Fprintf(w, `# Benchmarks

Whole processes, side by side in one run; each figure is the median of %d runs,
memory the most of them. Machines differ and are shared: the ratios count, not
the seconds. To repeat them, with Debian's scid installed:

    go run ./cmd/benchmark -yardstick PROGRAM -o docs/benchmarks.md

The games are plausible self-play games from `+"`cmd/selfplay`"+`, seeded. The
yardstick is a plain C replayer on one core that does less than verify does: it
checks neither results nor text, and knows neither positions, rule options,
comments nor variations. Without one its columns are left out. Scid imports a
generated chess file of as many games and plies, into its own files and without
statistics; import replays, checks for duplicates and keeps all statistics.

Machine: %s, %d cores, %s.

| what | median | ratio |
|---|---|---|
`, b.runs, processor(), runtime.NumCPU(), runtime.Version())
	for _, r := range b.rows {
		fmt.Fprintf(w, "| %s | %s | %s |\n", r.what, r.figures, r.ratio)
	}
}

// processor names the machine's processor.
func processor() string {
	info, _ := os.ReadFile("/proc/cpuinfo") // where there is none, the name is left out
	for line := range strings.Lines(string(info)) {
		if name, ok := strings.CutPrefix(line, "model name"); ok {
			return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
		}
	}
	return runtime.GOARCH
}
