package main

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Commands whose files may not grow beyond a size, whatever the size is: each does
// its work, or says that it could not and leaves everything as it was.
func TestSizeLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many processes")
	}
	files := refereeFiles(t)
	begun := t.TempDir()
	runAlai(t, begun, "import", "-q", files[0])
	old := t.TempDir()
	unpackArchive(t, "v1", old)
	for _, c := range []struct {
		name, begun string
		args        []string
		makes       string // a file that is there whole or not at all
	}{
		{"import", begun, []string{"import", "-q", files[1]}, ""},
		{"replace", begun, []string{"import", "-q", "--replace", files[1]}, ""},
		{"tag", begun, []string{"tag", "--game", "adji-boto", "Annotator=" + strings.Repeat("x", 5000)}, ""},
		{"delete", begun, []string{"delete", "--game", "adji-boto"}, ""},
		{"backup", begun, []string{"backup", "made.db"}, "made.db"},
		{"export", begun, []string{"export", "-q", "-o", "made.mgn"}, "made.mgn"},
		{"export --format sqlite", begun, []string{"export", "-q", "--format", "sqlite", "-o", "made.db"}, "made.db"},
		{"export --format html", begun, []string{"export", "-q", "--format", "html", "-o", "made"}, "made"},
		{"split", begun, []string{"split", "--into", "made.db", "--game", "adji-boto"}, "made.db"},
		{"upgrade", old, []string{"list"}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			before := archiveRows(t, copyFolder(t, c.begun))
			full := copyFolder(t, c.begun)
			runAlai(t, full, c.args...)
			after := archiveRows(t, full)
			refused, done := 0, 0
			for kib := 16; done < 2 && kib < 1<<14; kib += max(16, kib/4) {
				dir := copyFolder(t, c.begun)
				cmd := exec.Command("sh", append([]string{"-c", fmt.Sprintf(`ulimit -f %d; exec alai "$@"`, kib*2), "sh"}, c.args...)...)
				cmd.Dir = dir
				out, err := cmd.CombinedOutput()
				want := after
				if err != nil {
					refused++
					want = before
					if exit := new(exec.ExitError); !errors.As(err, &exit) || exit.ExitCode() != 2 || !strings.Contains(string(out), "alai: ") {
						t.Errorf("%d KiB: %v\n%s", kib, err, out)
					}
				} else {
					done++
				}
				if got := archiveRows(t, dir); !slices.Equal(got, want) {
					t.Errorf("%d KiB, %v, %s: the archive is another:\n%s", kib, err, out, difference(got, want))
				}
				if c.makes != "" {
					if _, stat := os.Stat(filepath.Join(dir, c.makes)); (stat == nil) != (err == nil) {
						t.Errorf("%d KiB: %v, %s and %s: %v", kib, err, out, c.makes, stat)
					}
				}
				runAlai(t, dir, "check")
			}
			if refused == 0 || done == 0 {
				t.Errorf("%d were refused, %d done", refused, done)
			}
		})
	}
}

// An archive that cannot be written to, for its own sake or its folder's, is read,
// and not changed.
func TestReadOnly(t *testing.T) {
	dir := openFolder(t)
	files := refereeFiles(t)
	runAlai(t, dir, "import", "-q", files[0])
	old := openFolder(t)
	unpackArchive(t, "v1", old)
	program := anybodysAlai(t)
	for name, lock := range map[string]func(dir string) error{
		"file": func(dir string) error { return os.Chmod(filepath.Join(dir, "alai.db"), 0o444) },
		"folder": func(dir string) error {
			return errors.Join(os.Chmod(filepath.Join(dir, "alai.db"), 0o444), os.Chmod(dir, 0o555))
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, dir := range []string{dir, old} {
				if err := lock(dir); err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { os.Chmod(dir, 0o755); os.Chmod(filepath.Join(dir, "alai.db"), 0o644) })
			}
			before := archiveRows(t, dir)
			for _, c := range []struct {
				dir    string
				args   []string
				status int
				says   string
			}{
				{dir, []string{"list", "--limit", "1"}, 0, ""},
				{dir, []string{"stats"}, 0, ""},
				{dir, []string{"import", "-"}, 2, "cannot be written to"},
				{dir, []string{"tag", "1", "Event=x"}, 2, "cannot be written to"},
				{dir, []string{"delete", "1"}, 2, "cannot be written to"},
				{old, []string{"list"}, 2, "is of version 1, from an older alai, and cannot be upgraded here"},
			} {
				status, said := asAnybody(t, program, c.dir, c.args...)
				if status != c.status || !strings.Contains(said, c.says) {
					t.Errorf("alai %s: status %d, want %d\n%s", strings.Join(c.args, " "), status, c.status, said)
				}
			}
			if got := archiveRows(t, dir); !slices.Equal(got, before) {
				t.Error("the archive has changed")
			}
		})
	}
}

// openFolder makes a folder that everybody can enter.
func openFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "alai")
	if err == nil {
		err = os.Chmod(dir, 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// anybodysAlai copies the program to where everybody can run it.
func anybodysAlai(t *testing.T) string {
	t.Helper()
	found, err := exec.LookPath("alai")
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(found)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(openFolder(t), "alai")
	if err := os.WriteFile(path, b, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

// asAnybody runs the program as somebody without rights to what is read-only.
func asAnybody(t *testing.T, program, dir string, args ...string) (status int, said string) {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	if os.Getuid() == 0 {
		const nobody = 65534
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
	}
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return cmd.ProcessState.ExitCode(), string(out)
}

// An archive that is removed, or replaced by another, while an import is under way
// is an error: what was imported would be nowhere.
func TestArchiveGone(t *testing.T) {
	for name, spoil := range map[string]func(path string) error{
		"removed": os.Remove,
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+".new", nil, 0o644), os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			runAlai(t, dir, "import", "-q", refereeFiles(t)[0])
			cmd := exec.Command("alai", "import", "-q", "-")
			cmd.Dir = dir
			in, err := cmd.StdinPipe()
			if err != nil {
				t.Fatal(err)
			}
			var said strings.Builder
			cmd.Stderr = &said
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			game, err := os.ReadFile(refereeFiles(t)[1])
			if err != nil {
				t.Fatal(err)
			}
			if _, err := in.Write(bytes.Repeat(game, 4<<20/len(game))); err != nil { // more than is read ahead
				t.Fatal(err)
			}
			writing(t, dir)
			if err := spoil(filepath.Join(dir, "alai.db")); err != nil {
				t.Fatal(err)
			}
			in.Close()
			cmd.Wait()
			for _, log := range []string{"alai.db-wal", "alai.db-shm"} {
				if _, err := os.Stat(filepath.Join(dir, log)); err == nil {
					t.Errorf("%s is left for whatever archive is there next", log)
				}
			}
			if status := cmd.ProcessState.ExitCode(); status != 2 || !strings.Contains(said.String(), "was removed or replaced while it was written to") {
				t.Errorf("status %d: %s", status, said.String())
			}
		})
	}
}

// writing waits until a program writes to the folder's archive.
func writing(t *testing.T, dir string) {
	t.Helper()
	pool, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "alai.db")+"?_txlock=immediate&_busy_timeout=1")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for deadline := time.Now().Add(time.Minute); ; {
		tx, err := pool.Begin()
		if err != nil {
			return // it has the lock
		}
		tx.Rollback()
		if time.Now().After(deadline) {
			t.Fatal("nobody writes to the archive")
		}
		time.Sleep(5 * time.Millisecond)
	}
}
