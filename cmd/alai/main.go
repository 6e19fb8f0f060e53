// The command alai keeps an archive of mancala game records that replays what
// it keeps. What it can do, and every flag, JSON key and exit status, is in
// docs/cli.md.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"
	"golang.org/x/term"
)

// Exit statuses.
const (
	statusDone        = 0
	statusFaulty      = 1   // done, and something in the data is wrong
	statusFailed      = 2   // could not be done
	statusInterrupted = 130 // ended by Ctrl-C
)

// gcPercent lets the heap, which is small and whose contents die young, grow to
// five times what is alive before it is collected: that saves commands that go
// through many games up to a seventh of their time, for some ten MiB.
const gcPercent = 400

func main() {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
	// With SIGPIPE ignored, writing to a closed pipe is an error like another,
	// which run ends quietly at.
	signal.Ignore(syscall.SIGPIPE)
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup has it
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], standardStreams()))
}

// streams are the three ends of a command.
type streams struct {
	in          io.Reader
	out         *bufio.Writer // the answer, and nothing else
	err         io.Writer     // problems, notices and progress
	outTerminal bool
	errTerminal bool
	color       bool // the answer may be coloured
}

func standardStreams() *streams {
	return &streams{
		in:          os.Stdin,
		out:         bufio.NewWriterSize(os.Stdout, 64<<10),
		err:         os.Stderr,
		outTerminal: term.IsTerminal(int(os.Stdout.Fd())),
		errTerminal: term.IsTerminal(int(os.Stderr.Fd())),
	}
}

// usualWidth is how wide an answer is made that does not go to a terminal.
const usualWidth = 80

// width returns how many cells a line of the answer has room for.
func (s *streams) width() int {
	if s.outTerminal {
		if width, _, err := term.GetSize(int(os.Stdout.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return usualWidth
}

// say prints a line to standard error. What it says may hold text from records,
// which is made harmless.
func (s *streams) say(format string, args ...any) {
	fmt.Fprintln(s.err, cleanLines(fmt.Sprintf(format, args...)))
}

// texts returns where to write texts that are to stay as they are: they do, but on
// a terminal.
func (s *streams) texts() io.Writer {
	if s.outTerminal {
		return cleaningWriter{s.out}
	}
	return s.out
}

// A cleaningWriter makes the texts harmless that are written to it, whole lines at a
// time.
type cleaningWriter struct{ w io.Writer }

func (c cleaningWriter) Write(p []byte) (int, error) {
	if _, err := io.WriteString(c.w, cleanLines(string(p))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// complain says what could not be done.
func (s *streams) complain(err error) { s.say("alai: %v", err) }

// exitStatus is the error of a command that has said all there is to say.
type exitStatus int

func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }

// worse returns the status that counts of two.
func (e exitStatus) worse(other exitStatus) exitStatus { return max(e, other) }

// err returns nil for a command that is simply done.
func (e exitStatus) err() error {
	if e == statusDone {
		return nil
	}
	return e
}

// finish returns the error of a command that has come to its end: err, or else what
// its status says.
func finish(err error, status exitStatus) error {
	if err != nil {
		return err
	}
	return status.err()
}

// A usageError is a command line that means nothing.
type usageError struct{ msg string }

func (e *usageError) Error() string { return e.msg }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// An interruptedError says how to go on after Ctrl-C.
type interruptedError struct{ next string }

func (e *interruptedError) Error() string { return "interrupted; " + e.next }

func (e *interruptedError) Unwrap() error { return context.Canceled }

// run runs the command line and returns the exit status.
func run(ctx context.Context, args []string, s *streams) int {
	if len(args) > 0 && args[0] == completeWord {
		return runComplete(ctx, args[1:], s)
	}
	app := newApp(s)
	args, err := normalise(app, args)
	if err == nil {
		err = app.RunContext(ctx, args)
	}
	// An answer that could not be written outweighs what else there is to say.
	if flushErr := s.out.Flush(); flushErr != nil {
		err = fmt.Errorf("writing the answer: %w", flushErr)
	}
	return s.exit(ctx, err)
}

// exit says what err is, where that has not been said, and returns its status.
func (s *streams) exit(ctx context.Context, err error) int {
	var status exitStatus
	var interrupted *interruptedError
	switch {
	case err == nil:
		return statusDone
	case errors.Is(err, syscall.EPIPE):
		return statusDone // the reader has seen enough
	case errors.As(err, &interrupted):
		s.complain(interrupted)
		return statusInterrupted
	case ctx.Err() != nil:
		s.complain(errors.New("interrupted"))
		return statusInterrupted
	case errors.As(err, &status):
		return int(status)
	}
	s.complain(err)
	return statusFailed
}

func newApp(s *streams) *cli.App {
	app := &cli.App{
		Name:                      "alai",
		Usage:                     "the tally: an archive of mancala game records that replays what it keeps",
		Version:                   version(),
		Writer:                    s.out,
		ErrWriter:                 s.err,
		HideHelpCommand:           true, // normalise turns "help X" into "X --help"
		DisableSliceFlagSeparator: true, // names and rule options hold commas
		ExitErrHandler:            func(*cli.Context, error) {},
		Commands: []*cli.Command{
			newImportCommand(s),
			newVerifyCommand(s),
			newIdentifyCommand(s),
			newListCommand(s),
			newShowCommand(s),
			newReplayCommand(s),
			newOpeningsCommand(s),
			newFindCommand(s),
			newStatsCommand(s),
			newChartCommand(s),
			newPlayersCommand(s),
			newPlayerCommand(s),
			newPlayerAliasCommand(s),
			newCrosstableCommand(s),
			newSeriesCommand(s),
			newExportCommand(s),
			newServeCommand(s),
			newDuplicatesCommand(s),
			newTagCommand(s),
			newDeleteCommand(s),
			newMergeCommand(s),
			newSplitCommand(s),
			newBackupCommand(s),
			newCheckCommand(s),
			newRejectsCommand(s),
			newMovesCommand(s),
			newPerftCommand(s),
			newRulesCommand(s),
			newCompletionCommand(s),
			newManCommand(s),
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = func(_ *cli.Context, err error, _ bool) error { return &usageError{c.Name + ": " + err.Error()} }
		c.HideHelpCommand = true
	}
	return app
}

// version returns the module's version and the revision that the program was
// built from, as far as the build knows them.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	parts := []string{info.Main.Version}
	if parts[0] == "" {
		parts[0] = "(devel)"
	}
	for _, setting := range info.Settings {
		switch {
		case setting.Key == "vcs.revision" && len(setting.Value) > 12:
			parts = append(parts, setting.Value[:12])
		case setting.Key == "vcs.modified" && setting.Value == "true":
			parts = append(parts, "modified")
		}
	}
	return strings.Join(parts, " ")
}
