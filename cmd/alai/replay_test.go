//go:build linux

package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/charmbracelet/x/vt"
	"github.com/creack/pty"
	"golang.org/x/term"
)

// A terminal runs a command as a terminal does, and shows what it draws.
type terminal struct {
	t        *testing.T
	keyboard *os.File // what the terminal holds of the pseudo-terminal,
	tty      *os.File // and what the command does
	command  *exec.Cmd
	before   *term.State

	mu     sync.Mutex
	screen *vt.Emulator
	raw    strings.Builder
}

// newTerminal runs a command in a terminal of a size.
func newTerminal(t *testing.T, dir string, width, height int, env []string, name string, args ...string) *terminal {
	t.Helper()
	return newTerminalWith(t, nil, dir, width, height, env, name, args...)
}

// newTerminalWith is newTerminal with another standard input than the terminal, if
// stdin is not nil.
func newTerminalWith(t *testing.T, stdin io.Reader, dir string, width, height int, env []string, name string, args ...string) *terminal {
	t.Helper()
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	x := &terminal{t: t, keyboard: keyboard, tty: tty, screen: vt.NewEmulator(width, height)}
	x.resize(width, height)
	if x.before, err = term.GetState(int(tty.Fd())); err != nil {
		t.Fatal(err)
	}
	x.command = exec.Command(name, args...)
	x.command.Dir = dir
	x.command.Env = append(os.Environ(), append([]string{"TERM=xterm-256color", "NO_COLOR="}, env...)...)
	x.command.Stdin, x.command.Stdout, x.command.Stderr = tty, tty, tty
	if stdin != nil {
		x.command.Stdin = stdin
	}
	x.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true, Ctty: 1}
	if err := x.command.Start(); err != nil {
		t.Fatal(err)
	}
	go io.Copy(keyboard, x.screen) // a terminal's answers
	go x.draw()
	t.Cleanup(func() {
		x.command.Process.Kill()
		x.command.Wait()
		keyboard.Close()
		tty.Close()
	})
	return x
}

// draw draws what the command writes.
func (x *terminal) draw() {
	buf := make([]byte, 4096)
	for {
		n, err := x.keyboard.Read(buf)
		x.mu.Lock()
		x.raw.Write(buf[:n])
		x.screen.Write(buf[:n])
		x.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (x *terminal) resize(width, height int) {
	x.t.Helper()
	x.mu.Lock()
	x.screen.Resize(width, height)
	x.mu.Unlock()
	if err := pty.Setsize(x.keyboard, &pty.Winsize{Rows: uint16(height), Cols: uint16(width)}); err != nil {
		x.t.Fatal(err)
	}
}

func (x *terminal) press(keys string) {
	x.t.Helper()
	if _, err := io.WriteString(x.keyboard, keys); err != nil {
		x.t.Fatal(err)
	}
}

// text is what the screen shows, lines without blanks at their ends.
func (x *terminal) text() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	lines := strings.Split(x.screen.String(), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// patience is how long a screen is waited for.
const patience = time.Minute

// wait waits until ok is true.
func (x *terminal) wait(what string, ok func() bool) {
	x.t.Helper()
	for end := time.Now().Add(patience); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			x.t.Fatalf("%s: not seen on\n%s", what, x.text())
		}
	}
}

// sees waits until the screen shows all lines, in their order and each whole.
func (x *terminal) sees(lines ...string) {
	x.t.Helper()
	x.wait(strings.Join(lines, "\n"), func() bool {
		shown := strings.Split(x.text(), "\n")
		for _, line := range lines {
			i := slices.Index(shown, line)
			if i < 0 {
				return false
			}
			shown = shown[i+1:]
		}
		return true
	})
}

// has waits until the screen shows a text.
func (x *terminal) has(text string) {
	x.t.Helper()
	x.wait(text, func() bool { return strings.Contains(x.text(), text) })
}

// ends waits for the end of the command, and holds that the terminal is as it was.
func (x *terminal) ends(status int) {
	x.t.Helper()
	stop := time.AfterFunc(patience, func() { x.command.Process.Kill() }) // and the status is another
	err := x.command.Wait()
	stop.Stop()
	if got := x.command.ProcessState.ExitCode(); got != status {
		x.t.Errorf("exit status %d, want %d (%v)\n%s", got, status, err, x.text())
	}
	after, err := term.GetState(int(x.tty.Fd()))
	if err != nil {
		x.t.Fatal(err)
	}
	if !reflect.DeepEqual(x.before, after) {
		x.t.Errorf("the terminal's mode was %v, is %v", x.before, after)
	}
	x.wait("the usual screen", x.isShells)
}

// terminalModes are sequences that change how a terminal behaves, each with the one that
// undoes it: bracketed paste, and keys that are told apart which usually are not.
var terminalModes = [][2]string{{"\x1b[?2004h", "\x1b[?2004l"}, {"\x1b[>4;2m", "\x1b[>4m"}, {"\x1b[>1u", "\x1b[<1u"}}

// isShells reports whether the screen is the usual one, with a cursor, and the modes are
// as a shell's line is typed in.
func (x *terminal) isShells() bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	raw := x.raw.String()
	for _, mode := range terminalModes {
		if strings.LastIndex(raw, mode[0]) > strings.LastIndex(raw, mode[1]) {
			return false
		}
	}
	return !x.screen.IsAltScreen() && !x.screen.CursorHidden()
}

// boardOf is what show draws of a game after a ply, which begins with the title.
func boardOf(t *testing.T, dir, game string, ply int, flags ...string) []string {
	t.Helper()
	show := exec.Command("alai", append([]string{"show", game, "--ply", fmt.Sprint(ply), "-q"}, flags...)...)
	show.Dir = dir
	out, err := show.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, board, ok := strings.Cut(string(out), "\n\n")
	for ok && strings.Contains(board, "\n\n") {
		_, board, _ = strings.Cut(board, "\n\n")
	}
	lines := strings.Split(strings.TrimSuffix(board, "\n"), "\n")
	return lines[1:] // the title tells more in a replay
}

func replayedArchive(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	file, err := filepath.Abs("../../testdata/referee/mancalagames/adjiboto.mgn")
	if err != nil {
		t.Fatal(err)
	}
	runAlai(t, dir, "import", "-q", file)
	return dir
}

const (
	keyRight = "\x1b[C"
	keyLeft  = "\x1b[D"
	keyEsc   = "\x1b"
	ctrlC    = "\x03"
)

func TestReplayInTerminal(t *testing.T) {
	dir := replayedArchive(t)
	x := newTerminal(t, dir, 80, 24, nil, "alai", "replay", "5")
	x.sees(boardOf(t, dir, "5", 0)...)
	x.press(keyRight)
	x.sees(boardOf(t, dir, "5", 1)...)
	x.press("40\r")
	x.sees(boardOf(t, dir, "5", 40)...)
	x.has("Ply 40 of ")
	x.press(keyLeft)
	x.sees(boardOf(t, dir, "5", 39)...)
	x.press("m")
	x.sees(boardOf(t, dir, "5", 39, "--moves", "numbers")...)
	x.press("mG")
	x.has("the game is over: ")
	x.press("n")
	x.has("Game 6 (6 of 61)")
	x.sees(boardOf(t, dir, "6", 0)...)
	x.press("s")
	x.has("seed by seed: lap 1 of 1, seed 0 of 9")
	x.press(strings.Repeat(keyRight, 9))
	x.has("seed 9 of 9")
	x.press(keyRight)
	x.sees(boardOf(t, dir, "6", 1)...)

	x.resize(120, 40)
	x.press("2\r")
	x.sees(boardOf(t, dir, "6", 2)...)
	x.resize(40, 10)
	x.has("The window is too small for")
	x.resize(80, 24)
	x.sees(boardOf(t, dir, "6", 2)...)
	x.press("?")
	x.sees("Keys")
	x.press(keyEsc)
	x.sees(boardOf(t, dir, "6", 2)...)
	x.press("q")
	x.ends(0)
}

func TestReplayByItself(t *testing.T) {
	dir := replayedArchive(t)
	x := newTerminal(t, dir, 80, 24, nil, "alai", "replay", "5", "--pace", "50ms")
	x.sees(boardOf(t, dir, "5", 0)...)
	x.press(" ")
	x.has("playing, a ply every 50ms; space stops")
	x.has("Ply 20 of ")
	x.press("gs ")
	x.has("Ply 1 of ")
	x.sees(boardOf(t, dir, "5", 1)...)
	x.press("q")
	x.ends(0)
}

// TestReplayComesBack stops a replay in a shell, by Ctrl-Z and from outside, which no
// program notices, and brings it back: the screen is drawn anew, keys are read one by
// one, and at the end the terminal is as the shell has it.
func TestReplayComesBack(t *testing.T) {
	bash := needed(t, "bash")
	dir := replayedArchive(t)
	for _, c := range []struct {
		name string
		stop func(x *terminal)
	}{
		{"Ctrl-Z", func(x *terminal) { x.press("\x1a") }},
		{"SIGSTOP", func(x *terminal) { x.signalChild(syscall.SIGSTOP) }},
		{"SIGTSTP", func(x *terminal) { x.signalChild(syscall.SIGTSTP) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newTerminal(t, dir, 80, 24, []string{"PS1=shell> "}, bash, "--norc", "--noprofile", "--noediting", "-i")
			x.has("shell>")
			before, err := term.GetState(int(x.tty.Fd()))
			if err != nil {
				t.Fatal(err)
			}
			shells := func() bool {
				state, err := term.GetState(int(x.tty.Fd()))
				return err == nil && reflect.DeepEqual(state, before)
			}
			x.press("alai replay 5\r")
			for range 2 {
				x.sees(boardOf(t, dir, "5", 0)...)
				x.press("t") // once it is seen, what the terminal answers has been read
				x.has("esc goes back")
				x.press(keyEsc)
				x.sees(boardOf(t, dir, "5", 0)...)
				c.stop(x)
				x.has("Stopped")
				x.wait("the shell's terminal", shells)
				if c.name != "SIGSTOP" { // which leaves no time for anything
					x.wait("the shell's screen", x.isShells)
				}
				x.press("echo in the $((6 * 7))nd shell\r")
				x.has("in the 42nd shell")
				x.press("clear; fg\r")
				x.wait("a screen without the shell", func() bool { return !strings.Contains(x.text(), "shell>") })
				x.sees(boardOf(t, dir, "5", 0)...)
				x.press(keyRight)
				x.sees(boardOf(t, dir, "5", 1)...)
				x.press("g")
			}
			x.press("q")
			x.wait("the shell's terminal", shells)
			x.wait("the shell's screen", x.isShells)
			x.press("echo $?$?\r")
			x.has("00")
		})
	}
}

// signalChild sends a signal to what the shell runs.
func (x *terminal) signalChild(sig syscall.Signal) {
	x.t.Helper()
	pid := x.command.Process.Pid
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%[1]d/children", pid))
	if err != nil {
		x.t.Fatal(err)
	}
	for field := range strings.FieldsSeq(string(text)) {
		child, err := strconv.Atoi(field)
		if err != nil {
			x.t.Fatal(err)
		}
		if err := syscall.Kill(child, sig); err != nil {
			x.t.Fatal(err)
		}
	}
}

// show draws what fits into the terminal, and the position where no board does; rules
// wraps its lines.
func TestNarrowTerminal(t *testing.T) {
	dir := replayedArchive(t)
	for width, lines := range map[int][]string{
		80: {"  > North [ 11][ 11][ 11][ 11][ 11]", "        0 North's  stores   South's 0", "    o sown B  * last seed in A"},
		40: {"> North  11  11  11  11  11", "      0 North's   South's 0"},
		24: {"> N  11  11  11  11  11", "    o sown B", "    * last seed in A"},
		20: {"11,11,11,11,11/11,1,", "11,11,11 0-0 N B"}, // which the terminal breaks
	} {
		x := newTerminal(t, dir, width, 40, []string{"NO_COLOR=1"}, "alai", "show", "5", "--ply", "1", "-q")
		x.sees(lines...)
		x.command.Wait()
	}
	x := newTerminal(t, dir, 40, 200, []string{"NO_COLOR=1", "LC_ALL=C"}, "alai", "rules", "en-dodoi", "--pits", "10")
	x.sees("EN DODOI", "Two rows of 6 to 10 pits, four seeds in", "> S  4  4  4  4  4  4  4  4  4  4")
}

// Ctrl-Z where there is no shell to come back from: the replay goes on.
func TestReplayWithoutAShell(t *testing.T) {
	dir := replayedArchive(t)
	x := newTerminal(t, dir, 80, 24, nil, "alai", "replay", "5")
	x.sees(boardOf(t, dir, "5", 0)...)
	x.press("\x1a")
	x.press(keyRight)
	x.sees(boardOf(t, dir, "5", 1)...)
	x.press("q")
	x.ends(0)
}

func TestReplayOnADumbTerminal(t *testing.T) {
	x := newTerminal(t, replayedArchive(t), 80, 24, []string{"TERM=dumb"}, "alai", "replay", "5")
	x.has("alai: replay needs a terminal; elsewhere the boards are shown")
	x.ends(2)
}

// However a replay ends, the terminal is left as it was.
func TestReplayLeavesTheTerminal(t *testing.T) {
	dir := replayedArchive(t)
	for _, c := range []struct {
		name    string
		program string
		end     func(x *terminal)
		status  int
		says    string
	}{
		{"quit", "alai", func(x *terminal) { x.press("q") }, 0, ""},
		{"Ctrl-C", "alai", func(x *terminal) { x.press(ctrlC) }, 130, ""},
		{"SIGTERM", "alai", func(x *terminal) { x.command.Process.Signal(syscall.SIGTERM) }, 130, "alai: interrupted"},
		{"SIGHUP", "alai", func(x *terminal) { x.command.Process.Signal(syscall.SIGHUP) }, 130, "alai: interrupted"},
		{"SIGINT", "alai", func(x *terminal) { x.command.Process.Signal(syscall.SIGINT) }, 130, "alai: interrupted"},
		{"SIGQUIT", "alai", func(x *terminal) { x.command.Process.Signal(syscall.SIGQUIT) }, 2, "SIGQUIT: quit"},
		{"SIGABRT", "alai", func(x *terminal) { x.command.Process.Signal(syscall.SIGABRT) }, 2, "SIGABRT: abort"},
		{"panic", "panicking", func(x *terminal) { x.press("n") }, 2, "program experienced a panic"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.name == "SIGHUP" && signal.Ignored(syscall.SIGHUP) {
				t.Skip("SIGHUP is ignored here, as under nohup, and so by what runs here")
			}
			x := newTerminal(t, dir, 80, 24, nil, c.program, "replay", "5")
			x.sees(boardOf(t, dir, "5", 0)...)
			x.wait("another screen without a cursor", func() bool {
				x.mu.Lock()
				defer x.mu.Unlock()
				return x.screen.IsAltScreen() && x.screen.CursorHidden()
			})
			c.end(x)
			x.ends(c.status)
			x.wait(c.says, func() bool { // a dump is longer than the screen
				x.mu.Lock()
				defer x.mu.Unlock()
				return strings.Contains(x.raw.String(), c.says)
			})
		})
	}
}

// A window that is larger than any screen is refused, and not drawn in.
func TestReplayInAHugeWindow(t *testing.T) {
	keyboard, tty, err := pty.Open()
	if err != nil {
		t.Skipf("no pseudo-terminal: %v", err)
	}
	defer keyboard.Close()
	defer tty.Close()
	if err := pty.Setsize(keyboard, &pty.Winsize{Rows: 65535, Cols: 65535}); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("alai", "replay", "5")
	command.Dir = replayedArchive(t)
	command.Env = append(os.Environ(), "TERM=xterm-256color")
	command.Stdin, command.Stdout = tty, tty
	var said strings.Builder
	command.Stderr = &said
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	kill := time.AfterFunc(patience, func() { command.Process.Kill() })
	defer kill.Stop()
	if command.Wait(); command.ProcessState.ExitCode() != 2 || !strings.Contains(said.String(), "a window of 65535 x 65535 is too large to draw in") {
		t.Errorf("exit status %d: %s", command.ProcessState.ExitCode(), said.String())
	}
}

// Without colours there is no attribute in what is drawn, and with --ascii no
// character that is not ASCII.
func TestReplayPlain(t *testing.T) {
	dir := t.TempDir()
	game := "[South \"Jos\u00e9\"]\n[North \"\x1b]0;owned\a\"]\n[Game \"Adji-Boto\"]\n\n1. D b {\u201cquoted\u201d \x1b[31mred} 2. B a *\n"
	if err := os.WriteFile(filepath.Join(dir, "games.mgn"), []byte(game), 0o600); err != nil {
		t.Fatal(err)
	}
	x := newTerminal(t, dir, 80, 24, []string{"NO_COLOR=1"}, "alai", "replay", "games.mgn#1", "--ascii")
	x.has(`South Jos\u00e9, North \x1b]0;owned\a`)
	x.press("2\r")
	x.has(`\u201cquoted\u201d \x1b[31mred`)
	x.press("q")
	x.ends(0)
	x.mu.Lock()
	defer x.mu.Unlock()
	raw := x.raw.String()
	if i := strings.IndexFunc(raw, func(r rune) bool { return r > 0x7e }); i >= 0 {
		t.Errorf("a character that is no ASCII: %q", raw[i:min(len(raw), i+40)])
	}
	for _, sequence := range []string{"\x1b[1m", "\x1b[4m", "\x1b[7m", "\x1b[31m", "\x1b]0;"} {
		if strings.Contains(raw, sequence) {
			t.Errorf("%q is written", sequence)
		}
	}
}

// The games of a file are the same in whatever order they are asked for, and asking for
// the next one or one of the last reads nothing anew.
func TestReplayedFile(t *testing.T) {
	const games = 2*keptRecords + 9
	path := filepath.Join(t.TempDir(), "games.mgn")
	var b strings.Builder
	for i := range games {
		fmt.Fprintf(&b, "[South \"S %d\"]\n[Game \"Adji-Boto\"]\n\n1. A %c *\n\n", i, "abxde"[i%5]) // some are bad
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	opt := &readOptions{jobs: 1, maxWindow: 8}
	f := &replayedFile{path: path, read: opt}
	defer f.close()
	get := func(at int) {
		t.Helper()
		got, err := f.game(at)
		want, _, wantErr := fileGame(&input{path: path, only: at + 1}, opt, nil)
		if fmt.Sprint(err) != fmt.Sprint(wantErr) {
			t.Fatalf("game %d: %v, want %v", at, err, wantErr)
		}
		if err == nil && (got.text != want.text || got.source != want.source || !reflect.DeepEqual(got.tags, want.tags) || got.line.Final != want.line.Final) {
			t.Fatalf("game %d is %s\nwant %s", at, got.text, want.text)
		}
	}
	r := rand.New(rand.NewPCG(3, 4))
	at := 0
	for range 300 {
		get(at)
		at = max(min(at+r.IntN(9)-4, games+1), 0)
		if r.IntN(20) == 0 {
			at = r.IntN(games + 2)
		}
	}
	get(games - 1)
	opened := f.in
	for at := games - 1; at > games-keptRecords+1; at-- {
		get(at)
		get(at + 1)
	}
	if f.in != opened {
		t.Error("going back by one opens the file anew")
	}
}

// Which games there are to go through, and where it begins.
func TestReplaySelections(t *testing.T) {
	dir := replayedArchive(t)
	text := `[South "One"]
[Game "Adji-Boto"]

1. D b *

[South "Bad"]
[Game "Adji-Boto"]

1. D b 2. D *

[South "Three"]
[Game "Adji-Boto"]

1. A a *
`
	file := filepath.Join(dir, "games.mgn")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		args  []string
		stdin string
		// What is pressed, and what is seen then, in turn.
		story  []string
		status int
	}{
		{"archive", nil, "", []string{"", "Game 1 (1 of 61)", "p", "this is the first game", "n", "Game 2 (2 of 61)"}, 0},
		{"filters", []string{"50", "--min-plies", "110"}, "", []string{"", "Game 50 (", "n", "Game 51 (10 of 12)"}, 0},
		{"ids", []string{"--id", "7", "--id", "3"}, "", []string{"", "Game 3 (1 of 2)", "n", "Game 7 (2 of 2)", "n", "this is the last game"}, 0},
		{"file", []string{"games.mgn"}, "", []string{"", "games.mgn#1  South One", "G", "Ply 2 of 2", "n", "games.mgn#2  South Bad, North ?"}, 0},
		{"one of a file", []string{"games.mgn#2"}, "", []string{
			"", "games.mgn#2", "G", "The record goes on: pit D has been played",
			"n", "games.mgn#3  South Three", "n", "there is no game 4; the file has 3 games", "p", "games.mgn#2"}, 0},
		{"file and filters", []string{"games.mgn#3", "--south", "T*"}, "", []string{"", "games.mgn#3 ", "n", "this is the last game"}, 1},
		{"standard input", []string{"-#3"}, text, []string{"", "-#3 (2 of 2)", "p", "-#1 (1 of 2)"}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdin io.Reader
			if c.stdin != "" {
				stdin = strings.NewReader(c.stdin)
			}
			x := newTerminalWith(t, stdin, dir, 80, 24, nil, "alai", append([]string{"replay", "-q"}, c.args...)...)
			for i := 0; i < len(c.story); i += 2 {
				x.press(c.story[i])
				x.has(c.story[i+1])
			}
			x.press("q")
			x.ends(c.status)
		})
	}
	for _, c := range []struct {
		name   string
		args   []string
		status int
		says   string
	}{
		{"no such id", []string{"99"}, 1, "alai: there is no game 99 in the archive"},
		{"left out", []string{"5", "--id", "6"}, 2, "alai: game 5 is not among those that the filters choose"},
		{"none", []string{"--south", "Nobody"}, 1, "alai: there is no such game to replay"},
		{"no such number", []string{"games.mgn#4"}, 1, "alai: games.mgn: there is no game 4; the file has 3 games"},
		{"left out of a file", []string{"games.mgn#1", "--south", "T*"}, 1, "alai: games.mgn#1 is not among the sound games"},
		{"no such file", []string{"none.mgn"}, 2, "alai: none.mgn: no such file or directory"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newTerminal(t, dir, 80, 24, nil, "alai", append([]string{"replay", "-q"}, c.args...)...)
			x.has(c.says)
			x.ends(c.status)
		})
	}
}
