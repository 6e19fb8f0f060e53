// Command benchmark measures alai as its users meet it, whole processes side by
// side in one run, and writes the tables of docs/benchmarks.md.
//
//	go run ./cmd/benchmark -o docs/benchmarks.md [-yardstick PROGRAM] [-games N] [-large N] [-runs N]
//	go run ./cmd/benchmark -pages ARCHIVE [-large N]
//
// The yardstick is a plain C replayer, called as "PROGRAM replay FILE". Rows that
// compare with it, with Scid or with pgn-extract are left out where the program is
// missing (Debian: scid, pgn-extract).
package main

import (
	"bytes"
	"flag"
	"log"
	"os"
	"path/filepath"
)

func main() {
	log.SetFlags(log.Ltime)
	var b bench
	flag.StringVar(&b.yardstick, "yardstick", "", "the plain C replayer to compare with")
	flag.IntVar(&b.games, "games", 100_000, "games a file")
	flag.IntVar(&b.large, "large", 1_000_000, "games of the large archive, at least 1000; growth is measured up to it from a hundredth of it")
	flag.IntVar(&b.runs, "runs", 5, "runs of each command; their median counts")
	flag.StringVar(&b.out, "o", "", "write the report to this file instead of standard output")
	flag.StringVar(&b.dir, "dir", "", "work in this folder and keep it, instead of a temporary one")
	flag.StringVar(&b.served, "pages", "", "measure only the web pages over this archive, which has -large games of Adji-Boto")
	flag.Parse()
	if err := b.run(); err != nil {
		log.Fatal("benchmark: ", err)
	}
}

type bench struct {
	yardstick, out, dir, served string
	games, large, runs          int

	report report
}

func (b *bench) run() error {
	if b.dir == "" {
		dir, err := os.MkdirTemp("", "alai-benchmark")
		if err != nil {
			return err
		}
		defer os.RemoveAll(dir)
		b.dir = dir
	}
	// What the processes write on the way goes to the same disk as the archives.
	if err := os.Setenv("TMPDIR", b.dir); err != nil {
		return err
	}
	b.report.runs, b.report.load = b.runs, loadAverage()
	steps := []func() error{b.build, b.texts, b.hostile, b.archives, b.questions, b.largeArchive}
	if b.served != "" {
		steps = []func() error{b.pagesAlone}
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	var text bytes.Buffer
	b.report.write(&text)
	if b.out == "" {
		_, err := os.Stdout.Write(text.Bytes())
		return err
	}
	return os.WriteFile(b.out, text.Bytes(), 0o644)
}

// path returns the path of a file in the working folder.
func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }
