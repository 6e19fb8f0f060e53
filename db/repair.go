package db

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"

	"alai"
	"alai/replay"
	"alai/replay/rules"
)

// Repair makes all faults right that are Derived: it makes the indexes anew, the
// folded forms of names, the columns of games that follow from their records, and
// the statistics. Records that are damaged it leaves as they are. It is one
// transaction. The error is a *CorruptError where the damage is such that SQLite
// cannot write to the archive.
func (a *Archive) Repair(ctx context.Context) error {
	return a.change(ctx, false, func(w *writer) error {
		for _, repair := range []func(context.Context) error{
			w.dropIndexes, w.refold, w.repairGames, w.makeIndexes, w.recount,
		} {
			if err := repair(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}

// schemaIndex is an index of the schema: its name and what makes it.
var schemaIndex = regexp.MustCompile(`(?m)^CREATE (?:UNIQUE )?INDEX (\w+) ON [^;]*;`)

// schemaIndexes are the indexes that an archive has, but for those that SQLite makes by itself.
var schemaIndexes = schemaIndex.FindAllStringSubmatch(alai.Schema, -1)

// dropIndexes takes the indexes away, since a row that is not found in one of them
// could not be changed, and makes those anew that SQLite made by itself.
func (w *writer) dropIndexes(context.Context) error {
	for _, index := range schemaIndexes {
		if err := w.exec("DROP INDEX IF EXISTS " + index[1]); err != nil {
			return err
		}
	}
	return w.exec("REINDEX")
}

func (w *writer) makeIndexes(ctx context.Context) error {
	for _, index := range schemaIndexes {
		err := w.exec(strings.TrimSuffix(index[0], ";"))
		if notUnique(err) {
			return w.sameGames(ctx, err)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// sameGames says which games are the same one, which is why the index of identities
// cannot be made.
func (w *writer) sameGames(ctx context.Context, cause error) error {
	equal, err := equalIdentities(ctx, w.conn)
	if err != nil || len(equal) == 0 {
		return cmp.Or(err, cause)
	}
	return &DamagedError{equal[0][1], fmt.Errorf("it is the same game as game %d", equal[0][0])}
}

// refold folds the names anew that are kept folded otherwise.
func (w *writer) refold(context.Context) error {
	for _, table := range nameTables {
		if err := w.exec("UPDATE " + table + " SET folded = fold(name) WHERE folded IS NOT fold(name)"); err != nil {
			return err
		}
	}
	return nil
}

// readable is the archive as the open transaction sees it, with those rulesets that
// make sense.
func (w *writer) readable(ctx context.Context) (*snapshot, error) {
	s := w.snapshot()
	s.known = make(map[int64]rules.Ruleset)
	return s, eachRuleset(ctx, w.conn, func(id int64, r rules.Ruleset, err error) error {
		if err == nil {
			s.known[id] = r
		}
		return nil
	})
}

// A mendedGame is a game with the columns that its record makes.
type mendedGame struct {
	id int64
	p  Prepared
}

// repairGames writes the columns of games anew that follow from their records.
func (w *writer) repairGames(ctx context.Context) error {
	s, err := w.readable(ctx)
	if err != nil {
		return err
	}
	all, err := s.bounds(ctx)
	if err != nil {
		return err
	}
	g := newGameChecker(s.known)
	if err := w.mendGames(ctx, g, "game", all); err != nil {
		return err
	}
	if all, err = s.joinedBounds(ctx); err != nil {
		return err
	}
	return w.mendGames(ctx, g, "joined", all)
}

// mendGames does it for some ids of the table of games, or of another one that has
// its columns.
func (w *writer) mendGames(ctx context.Context, g *gameChecker, table string, of ids) error {
	for of.first <= of.last {
		some := of
		if uint64(of.last-of.first) >= tagGames {
			some.last = of.first + tagGames - 1
		}
		mended, err := w.toMend(ctx, g, table, some)
		if err != nil {
			return err
		}
		for i := range mended {
			if err := w.mendGame(table, &mended[i]); err != nil {
				return fmt.Errorf("%s %d: %w", table, mended[i].id, err)
			}
		}
		if some.last == of.last {
			return nil
		}
		of.first = some.last + 1
	}
	return nil
}

// toMend returns those of some games that have columns which are to be mended.
func (w *writer) toMend(ctx context.Context, g *gameChecker, table string, of ids) (list []mendedGame, err error) {
	err = past(of, 1, func(of ids) (last int64, ok bool, err error) {
		err = g.eachOf(ctx, w.conn, table, of, func(game *Game, faults []string, derived bool) error {
			last, ok = game.ID, true
			if derived && len(faults) > 0 {
				m := mendedGame{game.ID, Prepared{verdict: g.preparer.p.verdict, game: g.preparer.p.game}}
				m.p.place = textPlace{line: game.SourceLine, number: game.SourceGame}
				m.p.game.moves = bytes.Clone(m.p.game.moves)
				list = append(list, m)
			}
			return nil
		})
		return last, ok, err
	}, func(ids, error) error { return nil })
	return list, err
}

// mendGame writes the columns of a game.
func (w *writer) mendGame(table string, m *mendedGame) error {
	values, err := w.columns(&m.p)
	if err != nil {
		return err
	}
	args := []any{m.p.verdict, m.p.game.result, m.p.game.first}
	for _, v := range values {
		args = append(args, v)
	}
	return w.exec("UPDATE "+table+" SET verdict = ?, result = ?, north_first = ?, "+strings.Join(gameColumns[:], " = ?, ")+" = ? WHERE id = ?", append(args, m.id)...)
}

// recount makes the statistics anew, of the games that can be played.
func (w *writer) recount(ctx context.Context) error {
	for _, table := range derivedTables {
		if err := w.exec("DELETE FROM " + table); err != nil {
			return err
		}
	}
	s, err := w.readable(ctx)
	if err != nil {
		return err
	}
	of, err := s.bounds(ctx)
	if err != nil {
		return err
	}
	var counted where
	counted.add("game.verdict <> ?", int(replay.Contradiction))
	var sh share
	return eachSound(context.Background(), w.conn, &counted, of, s.known, func(_ int64, g *played) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		sh.setGame(g)
		return w.count(&sh, 1)
	}, func(ids, error) error { return nil })
}
