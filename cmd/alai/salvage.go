package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"alai/db"
	"alai/notation"
	"alai/replay"
)

// damagedTag marks a game that is salvaged and is not the one that was archived.
const damagedTag = "Damaged"

// salvage writes all games that can still be read of a damaged archive, and says
// which are lost or are not those that were archived.
func salvage(ctx context.Context, opt *exportOptions, s *streams) error {
	f, err := opt.filter.filter()
	if err != nil {
		return err
	}
	switch {
	case len(opt.args) > 0 || !f.Empty():
		return usagef("--salvage writes all games of the archive, and takes no files, ids and filters")
	case opt.sort != "id":
		return usagef("--salvage writes games in the order of their ids, and goes without --sort")
	case opt.format != "mgn" && opt.format != "jsonl":
		return usagef("--salvage goes with --format mgn or jsonl, not %s", opt.format)
	}
	v := salvager{opt: opt, format: exportFormats[opt.format], s: s, speller: db.NewSpeller()}
	var besides db.Besides
	if err := opt.writeTo(ctx, s, v.format, nil, func(w io.Writer) (err error) {
		v.w = w
		besides, err = db.Salvage(ctx, opt.archive.path(), v.add)
		return err
	}); err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s written, %d of them not as they were archived; %d more not readable", count(v.written, "game"), v.doubtful, v.lost)
		if besides.Joined > 0 {
			s.say("the last of them, %s, had been joined into others; alai duplicates --merge --all joins what is alike", count(besides.Joined, "game"))
		}
		switch {
		case besides.Aliases > 0:
			s.say("the aliases of players are not written, of which there are %d; alai player alias lists them as long as it can", besides.Aliases)
		case besides.Aliases < 0:
			s.say("aliases of players, if there were any, are not written")
		}
	}
	if v.told {
		return exitStatus(statusFaulty)
	}
	return nil
}

// A salvager writes the games that are salvaged.
type salvager struct {
	opt     *exportOptions
	format  exportFormat
	w       io.Writer
	s       *streams
	speller *db.Speller
	text    []byte

	written, doubtful int
	lost              int64
	told              bool // something was the matter
}

// add writes a game, if it can be.
func (v *salvager) add(g *db.Game, damage error) error {
	var gone *db.LostError
	v.told = v.told || damage != nil
	switch {
	case errors.As(damage, &gone):
		v.lost += gone.Last - gone.First + 1
		v.s.complain(damage)
		return nil
	case damage == nil:
		return v.write(g)
	case !errors.Is(damage, db.ErrChecksum):
		v.lost++
		v.s.complain(damage)
		return nil
	}
	if line := v.speller.Line(g); line.Verdict < replay.Contradiction {
		v.lost++
		v.s.complain(fmt.Errorf("%w, and it is %v: %v", damage, line.Verdict, line.Problems[0].String()))
		return nil
	}
	v.doubtful++
	v.s.complain(fmt.Errorf("%w; it is written with the tag %s", damage, damagedTag))
	g.Tags = append(slices.Clone(g.Tags), notation.Tag{Name: damagedTag, Value: fmt.Sprintf("game %d of a damaged archive: not as it was archived", g.ID)})
	return v.write(g)
}

func (v *salvager) write(g *db.Game) error {
	rec, line, err := v.speller.Record(g)
	if err != nil {
		v.lost, v.told = v.lost+1, true
		v.s.complain(err)
		return nil
	}
	v.text = v.text[:0]
	if v.written > 0 {
		v.text = append(v.text, v.format.between...)
	}
	v.written++
	v.text = v.format.append(v.text, g, rec, line, v.opt.positions)
	_, err = v.w.Write(v.text)
	return err
}
