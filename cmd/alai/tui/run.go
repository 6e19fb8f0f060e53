package tui

import (
	"context"
	"errors"
	"fmt"
	"os"

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
	// Signals are the caller's: they end ctx.
	_, err = tea.NewProgram(m, tea.WithContext(ctx), tea.WithoutSignalHandler(), tea.WithColorProfile(profile)).Run()
	if err != nil && ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if errors.Is(err, tea.ErrInterrupted) {
		return ErrInterrupted
	}
	return err
}
