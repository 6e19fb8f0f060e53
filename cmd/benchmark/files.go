package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
)

// build compiles the programs and writes the files of games.
func (b *bench) build() error {
	if err := b.writeFile("empty.go", func(w io.Writer) error {
		_, err := io.WriteString(w, "package main\n\nfunc main() {}\n")
		return err
	}); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"build", "-o", b.path("alai"), "alai/cmd/alai"},
		{"build", "-o", b.path("selfplay"), "alai/cmd/selfplay"},
		{"build", "-o", b.path("empty"), b.path("empty.go")},
		{"test", "-c", "-o", b.path("db.test"), "alai/db"},
	} {
		if err := goTool(args...); err != nil {
			return err
		}
	}
	for _, f := range files {
		if err := b.selfplay(f.name, append(f.args, "--games", fmt.Sprint(b.games))...); err != nil {
			return err
		}
	}
	for _, n := range b.sizes() {
		// One seed, so that the small archives are the beginning of the large one.
		if err := b.selfplay(archiveName(n)+".mgn", "--game", "adji-boto", "--seed", "3", "--games", fmt.Sprint(n)); err != nil {
			return err
		}
	}
	return nil
}

func goTool(args ...string) error {
	if out, err := exec.Command("go", args...).CombinedOutput(); err != nil {
		return fmt.Errorf("go %v: %w\n%s", args, err, out)
	}
	return nil
}

// files are the files of games that are measured.
var files = []struct {
	name string
	args []string
}{
	{"adji-boto.mgn", []string{"--game", "adji-boto", "--seed", "1"}},
	{"en-dodoi-8.mgn", []string{"--game", "en-dodoi", "--pits", "8", "--seed", "2"}},
}

// selfplay writes a file of games.
func (b *bench) selfplay(name string, args ...string) error {
	return b.writeFile(name, func(w io.Writer) error {
		cmd := exec.Command(b.path("selfplay"), args...)
		cmd.Stdout, cmd.Stderr = w, os.Stderr
		return cmd.Run()
	})
}

// writeFile writes a file in the working folder.
func (b *bench) writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(b.path(name))
	if err != nil {
		return err
	}
	return cmp.Or(write(f), f.Close())
}

// copyArchive returns a step that copies an archive. The copy is on the disk when
// it ends, so that what comes next does not wait for it.
func (b *bench) copyArchive(from, to string) func() error {
	return func() error {
		if err := b.remove(to)(); err != nil {
			return err
		}
		src, err := os.Open(b.path(from))
		if err != nil {
			return err
		}
		defer src.Close()
		return b.writeFile(to, func(w io.Writer) error {
			_, err := io.Copy(w, src)
			return cmp.Or(err, w.(*os.File).Sync())
		})
	}
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

// archiveSize returns what an archive takes on the disk, in bytes.
func (b *bench) archiveSize(name string) (int64, error) {
	var sum int64
	for _, ending := range []string{"", "-wal"} {
		info, err := os.Stat(b.path(name + ending))
		if err != nil && (ending == "" || !os.IsNotExist(err)) {
			return 0, err
		}
		if err == nil {
			sum += info.Size()
		}
	}
	return sum, nil
}

// chess writes a chess file of about that many plies, and returns its name and
// plies.
func (b *bench) chess(games, plies int) (name string, all int, err error) {
	name = fmt.Sprintf("chess-%d.pgn", plies)
	err = b.writeFile(name, func(w io.Writer) error { return writeChess(w, games, plies/games, 4) })
	return name, plies / games * games, err
}

// plies counts the plies of a file of games.
func (b *bench) plies(file string) (int, error) {
	out, err := b.answer("verify", "--format", "json", b.path(file))
	if err != nil {
		return 0, err
	}
	var answer []struct{ Plies int }
	if err := json.Unmarshal(out, &answer); err != nil {
		return 0, err
	}
	return answer[0].Plies, nil
}
