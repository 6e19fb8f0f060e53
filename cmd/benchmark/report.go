package main

import (
	"fmt"
	"io"
	"log"
	"os"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A measure makes one number of the results of a process and of the one that it
// is compared with.
type measure struct {
	unit     string
	decimals int
	of       func(r, against result) float64
}

var (
	timeRatio = measure{"x the time", 2, func(r, against result) float64 { return r.wall.Seconds() / against.wall.Seconds() }}
	rateRatio = measure{"x the plies a second", 2, func(r, against result) float64 { return r.pliesASecond() / against.pliesASecond() }}
	wall      = measure{"ms", 0, func(r, _ result) float64 { return milliseconds(r.wall) }}
	wallMore  = measure{"ms more", 0, func(r, against result) float64 { return milliseconds(r.wall - against.wall) }}
	memory    = measure{"MiB", 0, func(r, _ result) float64 { return float64(r.memory) / (1 << 20) }}
	size      = measure{"bytes a game", 0, nil}
)

func milliseconds(d time.Duration) float64 { return d.Seconds() * 1000 }

// spell writes a value with its unit.
func (m measure) spell(value string) string { return value + " " + m.unit }

// A target is a bound that a value has to keep.
type target struct {
	bound float64
	least bool // the bound is the least, else the most
}

func atMost(bound float64) target  { return target{bound, false} }
func atLeast(bound float64) target { return target{bound, true} }

func (t target) met(value float64) bool {
	if t.least {
		return value >= t.bound
	}
	return value <= t.bound
}

func (t target) spell(m measure) string {
	word := "at most "
	if t.least {
		word = "at least "
	}
	return word + m.spell(strconv.FormatFloat(t.bound, 'f', -1, 64))
}

// A measurement is a row of the report that is still to be measured.
type measurement struct {
	what    string
	process string // the process of the group that it is about
	against string // the one that it is compared with; "" for none
	measure measure
	target  target
}

// A row is a row of the report.
type row struct {
	what, figures string
	value         float64
	measure       measure
	target        target
}

// row fills in a row, where the results have its processes.
func (m *measurement) row(results map[string]result) (row, bool) {
	r, ok := results[m.process]
	if !ok {
		return row{}, false
	}
	figures := r.String()
	var against result
	if m.against != "" {
		if against, ok = results[m.against]; !ok {
			return row{}, false
		}
		figures += "; " + m.against + " " + against.String()
	}
	return row{m.what, figures, m.measure.of(r, against), m.measure, m.target}, true
}

// String returns the row as Markdown.
func (r row) String() string {
	met := "**no**"
	if r.target.met(r.value) {
		met = "yes"
	}
	value := r.measure.spell(strconv.FormatFloat(r.value, 'f', r.measure.decimals, 64))
	return fmt.Sprintf("| %s | %s | %s | %s | %s |", r.what, r.figures, value, r.target.spell(r.measure), met)
}

// A growth is what a command takes on archives of several sizes.
type growth struct {
	what  string
	times []time.Duration
}

// row returns the row as Markdown. A step is marked where the time grew by a
// tenth more than the archive did; what is less may be chance.
func (g growth) row(sizes []int) string {
	var line strings.Builder
	fmt.Fprintf(&line, "| %s |", g.what)
	for _, t := range g.times {
		fmt.Fprintf(&line, " %s |", duration(t))
	}
	for i := 1; i < len(g.times); i++ {
		factor := g.times[i].Seconds() / g.times[i-1].Seconds()
		cell := fmt.Sprintf("x %.1f", factor)
		if factor > 1.1*float64(sizes[i])/float64(sizes[i-1]) {
			cell = "**" + cell + "**"
		}
		fmt.Fprintf(&line, " %s |", cell)
	}
	return line.String()
}

// A report is what is measured.
type report struct {
	load   string // of the machine by other work, before the first measurement
	runs   int    // of each command
	rows   []row
	notes  []string // what is to be said of the rows
	sizes  []int    // of the archives of growth, in games
	growth []growth
}

func (r *report) add(line row) {
	log.Print(line)
	r.rows = append(r.rows, line)
}

const preface = `# Benchmarks

Whole processes, side by side in one run; each figure is the median of %d runs
unless the row says otherwise, memory the most of them. Machines differ and are
shared: the ratios count, not the seconds. To repeat them, with Debian's scid
and pgn-extract installed:

    go run ./cmd/benchmark -yardstick PROGRAM -o docs/benchmarks.md

The games are plausible self-play games from ` + "`cmd/selfplay`" + `, seeded. The
yardstick is a plain C replayer on one core that does less than verify does: it
checks neither results nor text, and knows neither positions, rule options,
comments nor variations, and is not part of this repository. pgn-extract and Scid read a generated chess file of as
many games and plies. Scid imports it into its own files and without statistics;
import replays, checks for duplicates and keeps all statistics. The bare insert is
BenchmarkBareInsert of package db: one row a game, as long as a row of the
archive, with a unique hash. Rows about programs that are missing are left out.

Where the time goes is told in [performance.md](performance.md).

Machine: %s, %d cores, %s; load when it began: %s. What runs on several cores
suffers most from the work of others.

| what | median | value | target | met |
|---|---|---|---|---|
`

// write writes the report as Markdown.
func (r *report) write(w io.Writer) {
	fmt.Fprintf(w, preface, r.runs, processor(), runtime.NumCPU(), runtime.Version(), r.load)
	for _, line := range r.rows {
		fmt.Fprintln(w, line)
	}
	for _, note := range r.notes {
		fmt.Fprintf(w, "\n%s\n", note)
	}
	if len(r.growth) == 0 {
		return
	}
	fmt.Fprint(w, "\n## How cost grows\n\nAdji-Boto, archives of several sizes, and the factor from each to the next. What\ngrows faster than the archive is **marked**. Imports are run once.\n\n| what |")
	for _, n := range r.sizes {
		fmt.Fprintf(w, " %s games |", thousands(n))
	}
	for i := 1; i < len(r.sizes); i++ {
		fmt.Fprintf(w, " to %s |", thousands(r.sizes[i]))
	}
	fmt.Fprintf(w, "\n|%s\n", strings.Repeat("---|", 2*len(r.sizes)))
	for _, g := range r.growth {
		fmt.Fprintln(w, g.row(r.sizes))
	}
}

// thousands writes a number with a comma before every three digits.
func thousands(n int) string {
	digits := strconv.Itoa(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
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

// loadAverage returns how many processes were at work in the last minute.
func loadAverage() string {
	info, _ := os.ReadFile("/proc/loadavg")
	load, _, ok := strings.Cut(string(info), " ")
	if !ok {
		return "unknown"
	}
	return load
}
