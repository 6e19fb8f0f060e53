package main

import (
	"context"
	"errors"
	"fmt"

	"alai/db"
	"alai/replay/rules"
)

// An alteredJSON is a game whose verdict an engine change has altered.
type alteredJSON struct {
	ID     int64  `json:"id"`
	Was    string `json:"was"`
	Is     string `json:"is"`
	Engine int    `json:"engine"` // the version that judged it before
}

// verifyArchive replays the archive's games, or those with the given ids, and
// lists the games whose verdict is no longer the one they were archived with.
func verifyArchive(ctx context.Context, opt *verifyOptions, ids []int64, s *streams) error {
	if err := opt.read.check(); err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	games := gameSource{archive: archive, ids: ids}
	if err := games.missing(ctx, s, games.ids); err != nil {
		return err
	}
	t, err := newTable(s, &opt.output, verdictColumns(number("altered"), jsonOnly("altered_games"))...)
	if err != nil {
		return err
	}
	total, err := archive.Count(ctx, db.Filter{IDs: ids})
	if err != nil {
		return err
	}
	var (
		count    tally
		problems []problemJSON
		altered  []alteredJSON
		speller  = db.NewSpeller()
		bar      = newProgress(s, int64(total), false, opt.output.quiet)
	)
	defer bar.clear()
	status := games.status
	err = archive.EachGame(ctx, db.Filter{IDs: ids}, db.Order{}, 0, func(g *db.Game, damage *db.DamagedError) error {
		if damage != nil {
			status = status.worse(statusFaulty)
			count.games++
			bar.clear()
			s.complain(damage)
			return nil
		}
		line := speller.Line(g)
		count.add(line)
		bar.add(1, 1)
		if line.Verdict == g.Verdict {
			return nil
		}
		altered = append(altered, alteredJSON{g.ID, g.Verdict.String(), line.Verdict.String(), g.Engine})
		for i := range line.Problems {
			problems = append(problems, newProblemJSON(&line.Problems[i]))
		}
		if opt.output.json() {
			return nil
		}
		bar.clear()
		s.say("%s", clean(fmt.Sprintf("%s:%d: game %d of the archive was %v when engine %d judged it, and is %v by engine %d",
			g.Source, g.SourceLine, g.ID, g.Verdict, g.Engine, line.Verdict, rules.Version)))
		for i := range line.Problems {
			s.say("    %s", clean(line.Problems[i].String()))
		}
		return nil
	})
	if err != nil {
		return err
	}
	if len(altered) > 0 {
		status = status.worse(statusFaulty)
	}
	cells := count.cells(opt.archive.path(), []any{len(altered), orEmpty(altered)}, problems, nil)
	return finish(errors.Join(t.row(cells...), t.end()), status)
}
