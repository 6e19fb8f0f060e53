package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// A progress shows how far long work has come: bytes done, games a second, time
// left. It is shown on a terminal only, on standard error.
type progress struct {
	bar     *progressbar.ProgressBar // nil where nothing is shown
	games   int
	started time.Time
}

// newProgress begins to show work on total units, -1 where that is not known; these
// are bytes or else games.
func newProgress(s *streams, total int64, bytes, quiet bool) *progress {
	p := &progress{started: time.Now()}
	if quiet || !s.errTerminal {
		return p
	}
	p.bar = progressbar.NewOptions64(total,
		progressbar.OptionSetWriter(s.err),
		progressbar.OptionShowBytes(bytes),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(100*time.Millisecond),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionFullWidth(),
	)
	return p
}

// add tells that more units and games are done.
func (p *progress) add(units int64, games int) {
	p.games += games
	if p.bar == nil {
		return
	}
	if p.games > 0 {
		p.bar.Describe(fmt.Sprintf("%d games, %.0f/s", p.games, float64(p.games)/time.Since(p.started).Seconds()))
	}
	_ = p.bar.Add64(units) // a bar that cannot be drawn is no reason to stop
}

// clear takes the bar away before something else is printed, and for good at the end.
func (p *progress) clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
