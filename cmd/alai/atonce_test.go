package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Four imports into one archive, each game twice among them, while others read and
// copy it: all finish, nothing is lost or doubled, and no reader meets an archive whose
// games and statistics do not agree. How long readers wait is told with -v.
func TestAtOnce(t *testing.T) {
	if testing.Short() {
		t.Skip("runs many processes")
	}
	dir := t.TempDir()
	files := refereeFiles(t)
	alone := t.TempDir()
	runAlai(t, alone, append([]string{"import", "-q"}, files...)...)
	runAlai(t, dir, "import", "-q", files[0], files[1])

	var imports, readers sync.WaitGroup
	for i := range 4 {
		mine := slices.Clone(files)
		if i%2 == 1 {
			slices.Reverse(mine) // so that they meet
		}
		imports.Go(func() { atOnce(t, dir, append([]string{"import", "-q"}, mine...)...) })
	}
	ctx, stop := context.WithCancel(t.Context())
	var longest [3]time.Duration
	for i, args := range [][]string{{"openings", "--game", "adji-boto", "--rules", "usual", "-q", "--format", "json"}, {"list", "-q", "--format", "json"}, {"check", "-q"}} {
		readers.Go(func() {
			for n := 0; n == 0 || ctx.Err() == nil; n++ {
				started := time.Now()
				atOnce(t, dir, args...)
				longest[i] = max(longest[i], time.Since(started))
			}
		})
	}
	readers.Go(func() { // backups are each one state of the archive
		for n := 0; n == 0 || ctx.Err() == nil; n++ {
			atOnce(t, dir, "backup", "-q", "--force", "copy.db")
			atOnce(t, dir, "check", "-q", "--db", "copy.db")
		}
	})
	imports.Wait()
	stop()
	readers.Wait()
	t.Logf("the longest openings took %v, list %v, check %v", longest[0], longest[1], longest[2])

	runAlai(t, dir, "check")
	if got, want := sortedExport(t, dir), sortedExport(t, alone); !slices.Equal(got, want) {
		t.Errorf("%d games are in the archive, want %d", len(got), len(want))
	}
}

// atOnce is runAlai for a goroutine of its own, and wants to hear nothing of locks.
func atOnce(t *testing.T, dir string, args ...string) {
	var errors bytes.Buffer
	cmd := exec.Command("alai", args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, io.Discard, &errors
	err := cmd.Run()
	said := strings.ReplaceAll(errors.String(), "another program is writing to the archive; waiting until it has done\n", "")
	if err != nil || said != "" {
		t.Errorf("alai %s: %v\n%s", args[0], err, said)
	}
}

// sortedExport lists the records of the folder's archive, whatever their order.
func sortedExport(t *testing.T, dir string) []string {
	t.Helper()
	file := filepath.Join(dir, "all.mgn")
	runAlai(t, dir, "export", "-q", "-o", file)
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	list := strings.Split(strings.TrimSpace(string(b)), "\n\n[")
	slices.Sort(list)
	return list
}
