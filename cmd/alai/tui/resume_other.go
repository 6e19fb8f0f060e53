//go:build !unix

package tui

import "os"

// resuming are none, and stopSelf does nothing: programs are not stopped here.
var resuming []os.Signal

func stopSelf() {}
