package main

import (
	"context"
	"errors"
	"slices"

	"alai/replay"
)

// A fileReader reads text files for a command: it runs the pipeline over them,
// reports problems and notices, and keeps count.
type fileReader struct {
	pipeline
	s      *streams
	list   []*input
	bar    *progress
	status exitStatus // the worst so far

	inAnswer bool // problems and notices are part of the answer

	// Of the file that is being read:
	tally
	problems []problemJSON // where inAnswer
	notices  []noticeJSON
}

// newFileReader returns a fileReader of the files that the arguments name. One
// that cannot be found is complained about, and the others are read.
func newFileReader(s *streams, read *readOptions, output *outputOptions, args []string) (*fileReader, error) {
	if err := read.check(); err != nil {
		return nil, err
	}
	f := &fileReader{s: s, pipeline: pipeline{stdin: s.in, read: read, output: output}}
	for _, arg := range args {
		list, err := inputs(arg)
		if err != nil {
			f.fail(err)
		}
		f.list = append(f.list, list...)
	}
	return f, nil
}

// paths are the files' paths.
func (f *fileReader) paths() []string {
	var list []string
	for _, in := range f.list {
		list = append(list, in.path)
	}
	return list
}

// fail complains about a file, and lets the others be read.
func (f *fileReader) fail(err error) {
	f.s.complain(err)
	if errors.As(err, new(*noGameError)) {
		f.status = f.status.worse(statusFaulty)
		return
	}
	f.status = f.status.worse(statusFailed)
}

// run reads the files. It calls each for every batch, after its problems have
// been reported, and end at the end of every file that could be opened.
func (f *fileReader) run(ctx context.Context, each func(*batch) error, end func(*input) error) error {
	f.bar = newProgress(f.s, f.size(), true, f.output.quiet)
	defer f.bar.clear()
	return f.pipeline.run(ctx, f.list, func(b *batch) error {
		if !b.input.stopped.Load() {
			if err := f.take(b, each); err != nil {
				return err
			}
		}
		if !b.last {
			return nil
		}
		if b.input.text != nil {
			if err := end(b.input); err != nil {
				return err
			}
		}
		f.tally, f.problems, f.notices = tally{}, nil, nil
		return nil
	})
}

// take takes in one batch.
func (f *fileReader) take(b *batch, each func(*batch) error) error {
	f.report(b)
	if b.err != nil {
		f.bar.clear()
		f.fail(b.err)
	}
	if err := each(b); err != nil {
		return err
	}
	f.tally.merge(&b.tally)
	f.bar.add(b.bytes, b.games)
	if b.faulty {
		f.status = f.status.worse(statusFaulty)
	}
	b.input.stopped.Store(f.strict && b.bad > 0)
	return nil
}

// size returns the bytes of all files together, -1 where that is not known.
func (f *fileReader) size() int64 {
	total := int64(0)
	for _, in := range f.list {
		if in.size < 0 {
			return -1
		}
		total += in.size
	}
	return total
}

// report tells a batch's problems and notices: on standard error, or where the
// answer is JSON, in it. The numbers of a batch's games begin anew.
func (f *fileReader) report(b *batch) {
	for i := range b.reports {
		r := &b.reports[i]
		if r.problem != nil {
			r.problem.Game += f.tally.games
		}
		switch {
		case f.inAnswer && r.problem != nil:
			f.problems = append(f.problems, newProblemJSON(r.problem))
		case f.inAnswer:
			f.notices = append(f.notices, newNoticeJSON(&r.notice))
		case r.problem != nil || !f.output.quiet:
			f.bar.clear()
			f.s.say("%s", r)
		}
	}
}

// verdictCells are the cells of verdictColumns, with more in their place.
func (f *fileReader) verdictCells(in *input, more ...any) []any {
	return f.tally.cells(in.path, more, f.problems, f.notices)
}

func (t *tally) cells(file string, more []any, problems []problemJSON, notices []noticeJSON) []any {
	cells := []any{file, t.games, t.plies}
	for v := replay.Complete; v <= replay.Unfinished; v++ {
		cells = append(cells, t.verdicts[v])
	}
	for v := replay.Contradiction; v >= replay.Malformed; v-- {
		cells = append(cells, t.verdicts[v])
	}
	return append(slices.Concat(cells, more), t.names(), orEmpty(problems), orEmpty(notices))
}

// orEmpty makes an empty list of none, which JSON shows as [] and not as null.
func orEmpty[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
