package db

import (
	"context"
	"errors"
	"fmt"

	"alai/replay"
	"alai/replay/rules"
)

// batchGames is how many records make a batch, which is one transaction. A
// batch pays for the pages of the index of identities and the rows of the
// statistics that it changes, so that a large one is cheaper by the game.
const batchGames = 131072

// Added tells what came of adding a record.
type Added uint8

const (
	Imported  Added = iota + 1 // it is in the archive now
	Duplicate                  // the same game was there already
	Rejected                   // it is unsound, and kept among the rejects
)

// Counts counts what came of the records that were added.
type Counts struct{ Imported, Duplicates, Rejected int }

// ImportOptions change how records are added.
type ImportOptions struct {
	AcceptContradiction bool // archive contradictory games too, with that verdict
	Replace             bool // what the source brought before is removed first, and nothing is committed before Commit
	Strict              bool // nothing is committed before Commit
}

// An Import adds the records of one source to the archive. It commits batch by
// batch, unless its options say otherwise; what is committed stays when it is
// rolled back. It is used by one goroutine at a time.
type Import struct {
	archive *Archive
	opt     ImportOptions
	w       *writer
	source  int64
	id      int64              // of its row in the table of imports
	batch   int                // records in the open batch
	former  map[[16]byte]int64 // by their identities the games that are replaced
	counts  Counts
	failed  error
	ended   bool
}

// BeginImport begins to add the records of source, the path or name that they
// were read under. An archive has one writer at a time: BeginImport waits until
// the batch of another program, or the import under way in this one, has ended.
func (a *Archive) BeginImport(ctx context.Context, source string, opt ImportOptions) (*Import, error) {
	a.importing.Lock()
	im, err := a.beginImport(ctx, source, opt)
	if err != nil {
		a.importing.Unlock()
		return nil, fmt.Errorf("importing %s: %w", source, inWords(err))
	}
	return im, nil
}

func (a *Archive) beginImport(ctx context.Context, source string, opt ImportOptions) (*Import, error) {
	w, err := a.newWriter(ctx)
	if err != nil {
		return nil, err
	}
	im := &Import{archive: a, opt: opt, w: w}
	if err := im.begin(ctx, source); err != nil {
		im.w.rollback()
		im.w.close()
		return nil, err
	}
	return im, nil
}

// begin opens the first batch.
func (im *Import) begin(ctx context.Context, source string) (err error) {
	if err := im.w.begin(ctx); err != nil {
		return err
	}
	if im.source, err = im.w.sourceID(source); err != nil {
		return err
	}
	if im.id, err = im.w.insert("INSERT INTO import (source, engine, replaced) VALUES (?, ?, ?)", im.source, rules.Version, im.opt.Replace); err != nil {
		return err
	}
	if !im.opt.Replace {
		return nil
	}
	if im.former, err = im.w.idsOf(im.source); err != nil {
		return err
	}
	return im.w.remove(im.source)
}

// Add adds a record. After an error the open batch has been rolled back, and
// the import can only be ended by Rollback.
func (im *Import) Add(ctx context.Context, p *Prepared) (Added, error) {
	if im.failed != nil {
		return 0, im.failed
	}
	added, err := im.add(ctx, p)
	if err != nil {
		return 0, im.fail(err)
	}
	return added, nil
}

// fail undoes the open batch.
func (im *Import) fail(err error) error {
	im.failed = fmt.Errorf("importing: %w", inWords(err))
	return errors.Join(im.failed, im.w.rollback())
}

func (im *Import) add(ctx context.Context, p *Prepared) (added Added, err error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	if im.batch == batchGames {
		if err := im.nextBatch(ctx); err != nil {
			return 0, err
		}
	}
	im.batch++
	if !p.verdict.Sound() && !(p.verdict == replay.Contradiction && im.opt.AcceptContradiction) {
		im.counts.Rejected++
		return Rejected, im.w.addReject(im.source, p.place, p.verdict, &p.reject)
	}
	if p.fixed || p.verdict == replay.Contradiction { // it may have been rejected before
		if err := im.w.dropRejects("source = ? AND sha256 = ?", im.source, p.reject.sha256[:]); err != nil {
			return 0, err
		}
	}
	added, err = im.w.addGame(im.source, p)
	if id, ok := im.former[p.game.identity]; ok && added == Imported && err == nil {
		err = im.w.exec("UPDATE game SET id = ? WHERE identity = ?", id, p.game.identity[:]) // as before
	}
	if added == Imported {
		im.counts.Imported++
	} else {
		im.counts.Duplicates++
	}
	return added, err
}

// nextBatch closes the open batch and opens the next one. Where all is to be
// one transaction it only writes the statistics out, to bound the memory.
func (im *Import) nextBatch(ctx context.Context) error {
	im.batch = 0
	if im.opt.Strict || im.opt.Replace {
		return im.w.flush()
	}
	if err := im.commit(false); err != nil {
		return err
	}
	return im.w.begin(ctx)
}

func (im *Import) commit(done bool) error {
	c := im.counts
	if err := im.w.exec("UPDATE import SET imported = ?, duplicates = ?, rejected = ?, done = ? WHERE id = ?",
		c.Imported, c.Duplicates, c.Rejected, done, im.id); err != nil {
		return err
	}
	return im.w.commit()
}

// Replaced returns how many games the source had brought before, of an import that
// replaces them.
func (im *Import) Replaced() int { return len(im.former) }

// Counts returns what came of the records so far.
func (im *Import) Counts() Counts { return im.counts }

// Commit ends the import. Once it has returned, everything added is on disk.
// Whole tells the archive's log of imports that the source was read to its end.
func (im *Import) Commit(ctx context.Context, whole bool) error {
	if im.failed != nil {
		return im.failed
	}
	err := ctx.Err()
	if err == nil {
		err = im.commit(whole)
	}
	if err != nil {
		return im.fail(err)
	}
	return im.end()
}

// Rollback ends the import and undoes the open batch. After Commit it does
// nothing, so that it can be deferred.
func (im *Import) Rollback() error {
	if im.ended {
		return nil
	}
	return errors.Join(im.w.rollback(), im.end())
}

func (im *Import) end() error {
	im.ended = true
	err := im.w.close()
	im.archive.importing.Unlock()
	return err
}
