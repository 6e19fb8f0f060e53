package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"database/sql"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// kills is how often each command is killed.
var kills = flag.Int("kills", 10, "how often TestKill kills each command")

// killSeed makes the moments the same as in a run before, as shares of the time that a
// command takes.
var killSeed = flag.Uint64("seed", 0, "the seed of TestKill's moments, 0 for another one in each run")

// A killing is a command that is killed at random moments.
type killing struct {
	name  string
	setup func(t *testing.T, dir string) // makes what it works on in the folder
	args  []string
	after func(t *testing.T, dir string) // checks it when it was killed
}

func killings(t *testing.T) []killing {
	return []killing{
		{"import", func(*testing.T, string) {}, append([]string{"import", "-q"}, refereeFiles(t)...), sound},
		{"duplicates --merge", importTwice, []string{"duplicates", "--merge", "--all", "-q"}, sound},
		{"duplicates --undo", importJoined, []string{"duplicates", "--undo", "--all", "-q"}, sound},
		{"import --replace", importTwice, []string{"import", "-q", "--replace", "one.mgn"}, sound},
		{"tag", importTwice, []string{"tag", "--source", "one.mgn", "Annotator=B. Other", "-q"}, sound},
		{"delete", importTwice, []string{"delete", "--source", "one.mgn", "-q"}, sound},
		{"merge", importOther, []string{"merge", "other.db", "-q"}, sound},
		{"check --repair", importDamaged, []string{"check", "--repair", "-q"}, readable},
		{"upgrade", func(t *testing.T, dir string) { unpackArchive(t, "v1", dir) }, []string{"list", "--limit", "1"}, soundWithCopies},
	}
}

// sound checks that the archive is, if there is one.
func sound(t *testing.T, dir string) {
	t.Helper()
	if made(t, dir) {
		runAlai(t, dir, "check")
	}
}

// readable checks that an archive whose derived part may be wrong can be checked.
func readable(t *testing.T, dir string) {
	t.Helper()
	cmd := exec.Command("alai", "check")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v\n%s", err, out)
	}
}

// soundWithCopies checks that copies which stand beside the archive are whole.
func soundWithCopies(t *testing.T, dir string) {
	t.Helper()
	sound(t, dir)
	copies, err := filepath.Glob(filepath.Join(dir, "alai.db.v1*"))
	if err != nil {
		t.Fatal(err)
	}
	want := t.TempDir()
	unpackArchive(t, "v1", want)
	for _, path := range copies {
		if strings.HasSuffix(path, ".part") {
			continue
		}
		kept := t.TempDir()
		if err := os.Rename(path, filepath.Join(kept, "alai.db")); err != nil {
			t.Fatal(err)
		}
		if got, want := archiveRows(t, kept), archiveRows(t, want); !slices.Equal(got, want) {
			t.Errorf("a copy is not what was there:\n%s", difference(got, want))
		}
	}
}

// importJoined makes an archive in which each game is joined with its double.
func importJoined(t *testing.T, dir string) {
	t.Helper()
	importTwice(t, dir)
	runAlai(t, dir, "duplicates", "--merge", "--all", "-q")
}

// importOther makes two archives of the same games under other tags.
func importOther(t *testing.T, dir string) {
	t.Helper()
	importTwice(t, dir)
	runAlai(t, dir, "split", "--into", "other.db", "--source", "other.mgn", "--move", "-q")
}

// importDamaged makes an archive whose derived part is wrong.
func importDamaged(t *testing.T, dir string) {
	t.Helper()
	importTwice(t, dir)
	pool, err := sql.Open("sqlite3", filepath.Join(dir, "alai.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, damage := range []string{"DELETE FROM tally", "UPDATE opening SET games = games + 1", "UPDATE player SET folded = name", "UPDATE game SET plies = 3", "DROP INDEX game_identity"} {
		if _, err := pool.Exec(damage); err != nil {
			t.Fatal(err)
		}
	}
}

// importTwice makes an archive in which each game is twice, under other tags.
func importTwice(t *testing.T, dir string) {
	t.Helper()
	var text []byte
	for _, path := range refereeFiles(t)[:4] {
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		text = append(text, b...)
	}
	other := bytes.ReplaceAll(text, []byte(`[Site "?"]`), []byte(`[Site "Elsewhere"] [Annotator "A. Nother"]`))
	for name, b := range map[string][]byte{"one.mgn": text, "other.mgn": other} {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	runAlai(t, dir, "import", "-q", "one.mgn", "other.mgn")
}

// refereeFiles are the referees' games, a file of which is one transaction.
func refereeFiles(t *testing.T) []string {
	t.Helper()
	folder, err := filepath.Abs("../../testdata/referee/ludii")
	if err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(folder, "*.mgn"))
	if err != nil || len(list) == 0 {
		t.Fatalf("no games in %s: %v", folder, err)
	}
	return list
}

// A command that is killed at any moment leaves an archive that is sound, and the
// same command again makes of it what it would have made undisturbed.
func TestKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills many processes")
	}
	seed := cmp.Or(*killSeed, rand.Uint64())
	for i, k := range killings(t) {
		t.Run(k.name, func(t *testing.T) {
			t.Logf("once more with: -run '%s' -args -kills %d -seed %d", t.Name(), *kills, seed)
			moments := rand.New(rand.NewPCG(seed, uint64(i)))
			begun := t.TempDir()
			k.setup(t, begun)
			undisturbed := copyFolder(t, begun)
			started := time.Now()
			k.run(t, undisturbed)
			took := time.Since(started)
			want := archiveRows(t, undisturbed)
			killed, runs := 0, 0
			for ; killed < *kills && runs < 10**kills; runs++ { // some end before they are killed
				dir := copyFolder(t, begun)
				if k.killed(t, dir, time.Duration(moments.Float64()*float64(took))) {
					killed++
				}
				k.after(t, dir)
				k.run(t, dir)
				runAlai(t, dir, "check")
				if got := archiveRows(t, dir); !slices.Equal(got, want) {
					t.Fatalf("the archive differs from that of an undisturbed run:\n%s", difference(got, want))
				}
				os.RemoveAll(dir)
			}
			t.Logf("%d runs of %v, %d of them killed", runs, took, killed)
			if killed < *kills {
				t.Errorf("%d runs were killed before their end, want %d", killed, *kills)
			}
		})
	}
}

// made reports whether there is an archive in the folder; one is made in one
// transaction.
func made(t *testing.T, dir string) bool {
	t.Helper()
	path := filepath.Join(dir, "alai.db")
	if _, err := os.Stat(path); err != nil {
		return false
	}
	pool, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	return textColumn(t, pool, "PRAGMA application_id")[0] != "0"
}

func (k *killing) run(t *testing.T, dir string) {
	t.Helper()
	runAlai(t, dir, k.args...)
}

// killed runs the command and kills it after a while. It reports whether it was
// running still.
func (k *killing) killed(t *testing.T, dir string, after time.Duration) bool {
	t.Helper()
	cmd := exec.Command("alai", k.args...)
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	err := cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return exit != nil && exit.Sys().(syscall.WaitStatus).Signaled()
}

// runAlai runs the program in a folder, which has to go well.
func runAlai(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("alai", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("alai %s: %v\n%s", strings.Join(args, " "), err, out)
	}
}

func copyFolder(t *testing.T, from string) string {
	t.Helper()
	to := t.TempDir()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// unpackArchive makes alai.db of one of testdata/archives.
func unpackArchive(t *testing.T, name, dir string) {
	t.Helper()
	in, err := os.Open(filepath.Join("../../testdata/archives", name+".db.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "alai.db"), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// archiveRows lists all rows of all tables of the folder's archive, but for those
// that count and date the imports.
func archiveRows(t *testing.T, dir string) (all []string) {
	t.Helper()
	pool, err := sql.Open("sqlite3", "file:"+filepath.Join(dir, "alai.db")+"?mode=ro")
	if err != nil {
		t.Fatal(err)
	}
	defer pool.Close()
	for _, table := range textColumn(t, pool, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('archive', 'import')") {
		columns := textColumn(t, pool, "SELECT 'quote(\"' || name || '\")' FROM pragma_table_info('"+table+"')")
		all = append(all, textColumn(t, pool, fmt.Sprintf("SELECT concat_ws(' ', '%s', %s) FROM \"%[1]s\"", table, strings.Join(columns, ", ")))...)
	}
	slices.Sort(all)
	return all
}

// textColumn reads a query of one column.
func textColumn(t *testing.T, pool *sql.DB, query string) (list []string) {
	t.Helper()
	rows, err := pool.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// difference lists the lines that only one of two sorted lists has.
func difference(got, want []string) string {
	var b strings.Builder
	for _, only := range []struct {
		mark     string
		of, than []string
	}{{"+", got, want}, {"-", want, got}} {
		for _, line := range only.of {
			if _, ok := slices.BinarySearch(only.than, line); !ok {
				fmt.Fprintln(&b, only.mark, line)
			}
		}
	}
	return b.String()
}
