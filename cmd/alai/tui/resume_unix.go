//go:build unix

package tui

import (
	"os"
	"os/signal"
	"syscall"
	"time"
)

// resuming are the signals that a program gets which was stopped and goes on.
var resuming = []os.Signal{syscall.SIGCONT}

// stopSelf stops the program, and all that a shell stops with it, as Ctrl-Z does where
// the terminal sees to it. It returns when the program goes on; and soon where there is
// no shell, and so nobody who could make it go on.
func stopSelf() {
	on := make(chan os.Signal, 1)
	signal.Notify(on, resuming...)
	defer signal.Stop(on)
	_ = syscall.Kill(0, syscall.SIGTSTP)
	select {
	case <-on:
	case <-time.After(time.Second): // the kernel has not stopped it
	}
}
