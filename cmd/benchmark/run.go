package main

import (
	"bytes"
	"cmp"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"
)

// A process is one command to be measured.
type process struct {
	name   string       // what the measurements of its group call it
	args   []string     // program and arguments; none where the program is missing
	before func() error // what has to be done before each run
	plies  int          // that it goes through, where that counts
	status int          // that it ends with
}

// A result is the median of the runs of one process.
type result struct {
	wall   time.Duration
	memory int64 // the most that was resident at once, in bytes
	plies  int
}

// pliesASecond returns how fast the process was.
func (r result) pliesASecond() float64 { return float64(r.plies) / r.wall.Seconds() }

func (r result) String() string {
	text := fmt.Sprintf("%s, %.0f MiB", duration(r.wall), float64(r.memory)/(1<<20))
	if r.plies > 0 {
		text += fmt.Sprintf(", %.1f million plies/s", r.pliesASecond()/1e6)
	}
	return text
}

// duration writes a time to three digits, in seconds or milliseconds.
func duration(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.2f s", d.Seconds())
	case d >= 10*time.Millisecond:
		return fmt.Sprintf("%d ms", d.Round(time.Millisecond).Milliseconds())
	}
	return fmt.Sprintf("%.1f ms", d.Seconds()*1000)
}

// A group of processes is measured side by side.
type group struct {
	runs      int
	processes []process
	rows      []measurement
}

// measure runs a group and adds its rows to the report. Rows about missing
// programs are left out.
func (b *bench) measure(g group) error {
	results, err := compare(g.runs, g.processes)
	if err != nil {
		return err
	}
	for i := range g.rows {
		r, ok := g.rows[i].row(results)
		if !ok {
			log.Printf("left out, since a program is missing: %s", g.rows[i].what)
			continue
		}
		b.report.add(r)
	}
	return nil
}

// compare runs the processes in turn, so that a change of the machine's speed
// meets all of them, and returns each one's median by its name.
func compare(times int, processes []process) (map[string]result, error) {
	runs := map[string][]result{}
	for range times {
		for _, p := range processes {
			if p.args == nil {
				continue
			}
			if p.before != nil {
				if err := p.before(); err != nil {
					return nil, err
				}
			}
			r, err := runOnce(p)
			if err != nil {
				return nil, err
			}
			runs[p.name] = append(runs[p.name], r)
		}
	}
	medians := map[string]result{}
	for name, list := range runs {
		medians[name] = median(list)
	}
	return medians, nil
}

// median returns the median time and the most memory of some runs.
func median(list []result) result {
	slices.SortFunc(list, func(a, b result) int { return cmp.Compare(a.wall, b.wall) })
	m := list[len(list)/2]
	for _, r := range list {
		m.memory = max(m.memory, r.memory)
	}
	return m
}

// runOnce runs a process to its end. What it prints goes nowhere, what it says on
// standard error to a file, so that nobody but the process works meanwhile.
func runOnce(p process) (result, error) {
	stderr, err := os.CreateTemp("", "stderr")
	if err != nil {
		return result{}, err
	}
	defer os.Remove(stderr.Name())
	defer stderr.Close()
	cmd := exec.Command(p.args[0], p.args[1:]...)
	cmd.Stderr = stderr
	start := time.Now()
	err = cmd.Run()
	wall := time.Since(start)
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != p.status {
		said, _ := os.ReadFile(stderr.Name()) // more about an error that there is anyway
		return result{}, fmt.Errorf("%s: %v, not status %d\n%s", strings.Join(p.args, " "), err, p.status, said)
	}
	usage := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	return result{wall, usage.Maxrss << 10, p.plies}, nil
}

// answer returns what a command of alai prints.
func (b *bench) answer(args ...string) ([]byte, error) {
	cmd := exec.Command(b.path("alai"), args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("alai %s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return out, nil
}

// alai returns a process of the program under test.
func (b *bench) alai(name string, args ...string) process {
	return process{name: name, args: append([]string{b.path("alai")}, args...)}
}

// lookUp returns the path of a program, "" where it is not installed. Debian
// keeps programs about games in a folder that is not on every PATH.
func lookUp(name string) string {
	for _, name := range []string{name, filepath.Join("/usr/games", name)} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}
