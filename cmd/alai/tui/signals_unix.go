//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	tea "charm.land/bubbletea/v2"
)

// watch sees to the signals that Bubble Tea does not notice, until the function that it
// returns is called: that the program is to stop, that it was stopped and goes on, and
// that it is to end with a dump, which wants a terminal to be read on. (Signals that end
// it in order are the caller's.)
func (m *model) watch(program *tea.Program) (stop func()) {
	signals, done := make(chan os.Signal, 4), make(chan struct{})
	signal.Notify(signals, syscall.SIGCONT, syscall.SIGQUIT, syscall.SIGABRT)
	if !signal.Ignored(syscall.SIGTSTP) {
		signal.Notify(signals, syscall.SIGTSTP)
	}
	go func() {
		for {
			select {
			case sig := <-signals:
				switch {
				case sig == syscall.SIGQUIT || sig == syscall.SIGABRT:
					dump(program, sig.(syscall.Signal))
				case sig == syscall.SIGTSTP:
					if m.suspended.CompareAndSwap(false, true) {
						go program.Send(toStop{})
					}
				case !m.suspended.Load():
					go program.Send(continued{})
				}
			case <-done:
				return
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(done)
	}
}

// dump ends the program as the signal does by itself, after the terminal has been given
// back. What hangs does not keep it from that.
func dump(program *tea.Program, sig syscall.Signal) {
	released := make(chan struct{})
	go func() {
		_ = program.ReleaseTerminal()
		close(released)
	}()
	select {
	case <-released:
	case <-time.After(2 * time.Second):
	}
	signal.Reset(sig)
	_ = syscall.Kill(syscall.Getpid(), sig)
}

// stopSelf stops the program, and all that a shell stops with it, as Ctrl-Z does where
// the terminal sees to it. It returns when the program goes on; and soon where there is
// no shell, and so nobody who could make it go on.
func stopSelf() {
	on := make(chan os.Signal, 1)
	signal.Notify(on, syscall.SIGCONT)
	defer signal.Stop(on)
	// SIGTSTP is watched, and Go cannot give it back to the kernel. This one, too, stops
	// nothing without a shell.
	_ = syscall.Kill(0, syscall.SIGTTOU)
	select {
	case <-on:
	case <-time.After(time.Second): // the kernel has not stopped it
	}
}
