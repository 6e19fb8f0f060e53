package main

import (
	"context"
	"errors"
	"io"
	"slices"

	"alai/db"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A batch is one block of a file's records, and what came of them. Batches are
// used again and again.
type batch struct {
	input *input
	block *notation.Block // nil at the end of the file, and for a single game
	whole bool            // one game is looked for in the whole file
	last  bool            // the file's last batch
	bytes int64           // read from the file since the batch before

	tally
	reports  []report
	faulty   bool           // some report is a problem that makes the exit status 1
	prepared []*db.Prepared // for the archive, where that is asked for: as many as tally.games, and some to be used again
	rejects  []byte         // the texts of the records that no archive takes
	answers  []identified   // where the records are to be identified: one for each
	err      error          // why the file could not be read further

	done   chan struct{} // sent to when the above can be read
	more   bool          // and there is more to come of the block, once
	resume chan struct{} // this is sent to
}

// batchRecords is how many records a batch holds at the most. A block of text
// mostly has fewer; one that is read as a stream, or has very short records, has
// any number, and is handed over in parts.
const batchRecords = 2048

// part clears what was handed over.
func (b *batch) part() {
	b.tally, b.bytes = tally{readings: b.readings[:0]}, 0
	b.reports, b.rejects, b.answers = b.reports[:0], b.rejects[:0], b.answers[:0]
	b.faulty = false
}

// A tally counts records.
type tally struct {
	games, plies int
	bad          int // games that are rejected
	verdicts     [replay.Unfinished + 1]int
	readings     []readingCount // under which they were replayed, as met
}

type readingCount struct {
	ruleset rules.Ruleset
	games   int
}

// add counts a record.
func (t *tally) add(line *replay.Line) {
	t.games++
	t.plies += len(line.Moves)
	t.verdicts[line.Verdict]++
	if line.Rules.Game != 0 {
		t.reading(line.Rules, 1)
	}
}

func (t *tally) reading(r rules.Ruleset, games int) {
	i := slices.IndexFunc(t.readings, func(c readingCount) bool { return c.ruleset == r })
	if i < 0 {
		i = len(t.readings)
		t.readings = append(t.readings, readingCount{ruleset: r})
	}
	t.readings[i].games += games
}

// merge adds what u counted.
func (t *tally) merge(u *tally) {
	t.games += u.games
	t.plies += u.plies
	t.bad += u.bad
	for v, n := range u.verdicts {
		t.verdicts[v] += n
	}
	for _, c := range u.readings {
		t.reading(c.ruleset, c.games)
	}
}

// names lists the readings in words, the most frequent first.
func (t *tally) names() []string {
	sorted := slices.Clone(t.readings)
	slices.SortStableFunc(sorted, func(a, b readingCount) int { return b.games - a.games })
	names := []string{}
	for _, c := range sorted {
		names = append(names, replay.Reading(c.ruleset))
	}
	return names
}

func (b *batch) reset() {
	*b = batch{
		tally:   tally{readings: b.readings[:0]},
		reports: b.reports[:0], prepared: b.prepared, rejects: b.rejects[:0], answers: b.answers[:0],
		done: b.done, resume: b.resume,
	}
}

// A pipeline reads files, replays their records on several goroutines and hands
// the results over in the order of the files, whatever the number of goroutines.
type pipeline struct {
	stdin       io.Reader
	read        *readOptions
	output      *outputOptions
	archive     *db.Archive      // for which records are prepared; nil for none
	accept      bool             // contradictory games are not bad
	strict      bool             // a file ends at its first bad game
	rejects     bool             // keep the texts of bad games
	identifying *identifyOptions // for which records are identified; nil where they are to be replayed as they say

	fixResults bool // those of games that are over are made the replay's

	free  chan *batch // which bounds the memory
	work  chan *batch
	order chan *batch
}

// batchesPerJob is how many batches there are for each worker: one at work, one
// read ahead, and some slack where one takes long.
const batchesPerJob = 3

// run reads the inputs and calls consume for each batch. At the last of a file
// consume gets a batch whose last is set; its err tells if the file could not be
// read to the end. When consume fails, or ctx ends, run returns that error at once.
func (p *pipeline) run(ctx context.Context, list []*input, consume func(*batch) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	size := batchesPerJob * p.read.jobs
	p.free, p.work, p.order = make(chan *batch, size), make(chan *batch), make(chan *batch, size)
	for range size {
		p.free <- &batch{done: make(chan struct{}, 1), resume: make(chan struct{}, 1)}
	}
	go p.produce(ctx, list)
	for range p.read.jobs {
		go p.worker(ctx)
	}
	for {
		// Reading may wait for a pipe for ever: the end of ctx is not for the
		// producer to find out.
		var b *batch
		var more bool
		select {
		case b, more = <-p.order:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !more {
			return ctx.Err()
		}
		for more := true; more; {
			select {
			case <-b.done:
			case <-ctx.Done():
				return ctx.Err()
			}
			if more = b.more; more {
				last := b.last
				b.last = false
				err := consume(b)
				b.last = last
				if err != nil {
					return err
				}
				b.part()
				b.resume <- struct{}{}
			}
		}
		if err := consume(b); err != nil {
			return err
		}
		if b.last {
			b.input.close()
		}
		p.free <- b
	}
}

// produce cuts the files into batches.
func (p *pipeline) produce(ctx context.Context, list []*input) {
	defer close(p.order)
	defer close(p.work)
	for _, in := range list {
		if err := p.produceFile(ctx, in); err != nil {
			return
		}
	}
}

// produceFile cuts one file into batches. The error is that of ctx only; one of
// the file goes with its last batch.
func (p *pipeline) produceFile(ctx context.Context, in *input) error {
	var seen int64
	send := func(block *notation.Block, whole, last bool, err error) error {
		bytes := in.read.n - seen
		seen = in.read.n
		return p.send(ctx, func(b *batch) {
			b.input, b.block, b.whole, b.last, b.bytes, b.err = in, block, whole, last, bytes, err
		})
	}
	if err := in.open(p.stdin, p.read); err != nil {
		return send(nil, false, true, err)
	}
	if in.only > 0 {
		return send(nil, true, true, nil)
	}
	for blocks := in.format.split(in.text); !in.stopped.Load(); {
		block, err := blocks.Next()
		if err != nil {
			break // io.EOF, or what the last block's reader has met too
		}
		if err := send(block, false, false, nil); err != nil {
			return err
		}
	}
	return send(nil, false, true, nil)
}

// send takes a free batch, fills it in and hands it to the workers.
func (p *pipeline) send(ctx context.Context, fill func(*batch)) error {
	var b *batch
	select {
	case b = <-p.free:
	case <-ctx.Done():
		return ctx.Err()
	}
	b.reset()
	fill(b)
	p.order <- b // has room for every batch there is
	select {
	case p.work <- b:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// worker works on batches until there are no more.
func (p *pipeline) worker(ctx context.Context) {
	w := worker{pipeline: p, replayer: replay.NewReplayer(p.read.assume)}
	if p.archive != nil {
		w.preparer = p.archive.NewPreparer()
	}
	for b := range p.work {
		w.do(ctx, b)
		b.done <- struct{}{}
	}
}

// A worker replays the records of batches, one batch at a time.
type worker struct {
	*pipeline
	replayer *replay.Replayer
	preparer *db.Preparer
	rec      notation.Record
	line     replay.Line
}

func (w *worker) do(ctx context.Context, b *batch) {
	switch {
	case b.whole:
		if b.err = b.input.find(&w.rec); b.err == nil {
			w.record(b)
		}
		return
	case b.block == nil:
		return
	}
	defer b.block.Close()
	r := b.input.format.recordsOf(b.block, b.input.path)
	for handed := 0; ctx.Err() == nil && !b.input.stopped.Load(); {
		err := r.Read(&w.rec)
		w.rec.Renumber(-handed) // the records of a batch count from 1, those of the block go on
		if err != nil && !errors.As(err, new(*notation.SyntaxError)) {
			if r, ok := r.(*notation.Reader); ok {
				for _, n := range r.Trailer() {
					b.reports = append(b.reports, report{notice: n})
				}
			}
			if err != io.EOF {
				b.err = b.input.failed(err)
			}
			return
		}
		w.record(b)
		if w.strict && b.bad > 0 {
			return
		}
		if b.games == w.most() {
			if handed += b.games; !w.handOver(ctx, b) {
				return
			}
		}
	}
}

// most is how many records are handed over together.
func (p *pipeline) most() int {
	if p.identifying != nil {
		return identifiedTogether
	}
	return batchRecords
}

// handOver hands over what there is of a batch, and waits until it has been taken.
func (w *worker) handOver(ctx context.Context, b *batch) bool {
	b.more = true
	b.done <- struct{}{}
	select {
	case <-b.resume:
	case <-ctx.Done():
		return false
	}
	b.more = false
	return true
}

// isBad reports whether games of that verdict are rejected.
func (p *pipeline) isBad(v replay.Verdict) bool {
	return !v.Sound() && !(p.accept && v == replay.Contradiction)
}

// record replays w.rec, or identifies it, and adds it to the batch.
func (w *worker) record(b *batch) {
	rec, line := &w.rec, &w.line
	if w.identifying != nil {
		b.answers = append(b.answers, w.identify(b.input.format != &records))
	} else {
		w.replayer.Replay(rec, line)
		if w.fixResults {
			w.replayer.FixResult(rec, line)
		}
	}
	b.reports = appendReports(b.reports, rec, line, w.read.explain, w.output)
	b.faulty = b.faulty || slices.ContainsFunc(line.Problems, func(p replay.Problem) bool { return w.isBad(p.Kind) })
	if w.isBad(line.Verdict) {
		b.bad++
		if w.rejects {
			b.rejects = append(append(b.rejects, rec.Text...), "\n\n"...)
		}
	}
	if w.preparer != nil {
		if len(b.prepared) == b.games {
			b.prepared = append(b.prepared, new(db.Prepared))
		}
		w.preparer.Prepare(rec, line, b.prepared[b.games])
	}
	b.add(line)
}
