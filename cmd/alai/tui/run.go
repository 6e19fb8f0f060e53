package tui

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"golang.org/x/term"
)

// ErrInterrupted is the error of a replay that was ended by Ctrl-C.
var ErrInterrupted = tea.ErrInterrupted

// A window of more lines or columns, or cells, would be gigabytes to draw; bubbletea
// itself ignores that a window becomes so large, but not that it is so at the start.
const (
	maxLines = 4096
	maxCells = 1 << 20
)

// Run steps through games in the terminal until they are quit, or ctx is done. The
// terminal is left as it was, after a panic too, which is an error.
func Run(ctx context.Context, games Games, opt Options) error {
	m, err := newModel(games, opt)
	if err != nil {
		return err
	}
	if width, height, err := term.GetSize(int(os.Stdout.Fd())); err == nil && (max(width, height) > maxLines || width*height > maxCells) {
		return fmt.Errorf("a window of %d x %d is too large to draw in", width, height)
	}
	profile := colorprofile.ASCII // which leaves attributes, and there are none without Look.Color
	if opt.Color {
		profile = colorprofile.ANSI
	}
	// Signals that end a program are the caller's: they end ctx.
	program := tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithColorProfile(profile))
	defer m.watch(program)()
	_, err = program.Run()
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, tea.ErrInterrupted) {
		return ErrInterrupted
	}
	return err
}

// toStop says that the program is to stop, resumed that it did and goes on; continued
// that it goes on and was stopped in a way that no program notices.
type (
	toStop    struct{}
	continued struct{}
	resumed   struct{}
)

// An interlude is run as a program of its own would be: the terminal is given back as
// it was before, and afterwards taken again and drawn anew. A shell has meanwhile set it
// as shells like it.
type interlude func()

// Run waits until what draws the screen has surely ended, before anything can stop the
// program: Bubble Tea begins it anew without looking, and would have its clock stopped
// by the one before. Its own tea.Suspend does not wait, and may leave the screen empty.
func (f interlude) Run() error {
	time.Sleep(100 * time.Millisecond)
	f()
	return nil
}

func (interlude) SetStdin(io.Reader)  {}
func (interlude) SetStdout(io.Writer) {}
func (interlude) SetStderr(io.Writer) {}
