package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The benchmarks run whole commands on plausible games, in this process, for
// profiles: docs/performance.md tells what these show. What the program takes as
// its users meet it is measured by cmd/benchmark.

const benchGames = 20_000

// benchFiles writes a file of games of Adji-Boto and one of En Dodoi.
func benchFiles(b *testing.B) []string {
	b.Helper()
	dir := b.TempDir()
	var files []string
	for _, board := range [][]string{{"--game", "adji-boto"}, {"--game", "en-dodoi", "--pits", "8"}} {
		path := filepath.Join(dir, board[1]+".mgn")
		file, err := os.Create(path)
		if err != nil {
			b.Fatal(err)
		}
		args := append([]string{"run", "alai/cmd/selfplay", "--games", fmt.Sprint(benchGames), "--seed", "1"}, board...)
		cmd := exec.Command("go", args...)
		cmd.Stdout, cmd.Stderr = file, os.Stderr
		if err := cmd.Run(); err != nil {
			b.Fatal(err)
		}
		if err := file.Close(); err != nil {
			b.Fatal(err)
		}
		files = append(files, path)
	}
	return files
}

// benchRun runs a command, which must succeed.
func benchRun(b *testing.B, args ...string) {
	b.Helper()
	s := streams{out: bufio.NewWriter(io.Discard), err: io.Discard}
	if status := run(b.Context(), args, &s); status != statusDone {
		b.Fatalf("%q: status %d", args, status)
	}
}

func reportGames(b *testing.B, files []string) {
	b.ReportMetric(float64(b.N*benchGames*len(files))/b.Elapsed().Seconds(), "games/s")
}

func BenchmarkVerify(b *testing.B) {
	files := benchFiles(b)
	for b.Loop() {
		benchRun(b, append([]string{"verify"}, files...)...)
	}
	reportGames(b, files)
}

func BenchmarkImport(b *testing.B) {
	files := benchFiles(b)
	n := 0
	for b.Loop() {
		db := filepath.Join(b.TempDir(), fmt.Sprint(n))
		benchRun(b, append([]string{"import", "--db", db}, files...)...)
		n++
	}
	reportGames(b, files)
}

// The same files again.
func BenchmarkImportAgain(b *testing.B) {
	files := benchFiles(b)
	db := filepath.Join(b.TempDir(), "db")
	benchRun(b, append([]string{"import", "--db", db}, files...)...)
	for b.Loop() {
		benchRun(b, append([]string{"import", "--db", db}, files...)...)
	}
	reportGames(b, files)
}

func BenchmarkExport(b *testing.B) {
	files := benchFiles(b)
	db := filepath.Join(b.TempDir(), "db")
	benchRun(b, append([]string{"import", "--db", db}, files...)...)
	for _, format := range []string{"mgn", "jsonl"} {
		b.Run(format, func(b *testing.B) {
			for b.Loop() {
				benchRun(b, "export", "--db", db, "--format", format)
			}
			reportGames(b, files)
		})
	}
}

// A question that is answered by reading all games.
func BenchmarkScan(b *testing.B) {
	files := benchFiles(b)
	db := filepath.Join(b.TempDir(), "db")
	benchRun(b, append([]string{"import", "--db", db}, files...)...)
	for b.Loop() {
		benchRun(b, "openings", "--db", db, "--game", "adji-boto", "--line", "A a B b C c D d E e A a")
	}
	reportGames(b, files)
}
