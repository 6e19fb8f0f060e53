package db

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"alai"
	"alai/replay"
	"alai/replay/rules"
)

// Repair makes all faults right that are Derived: it makes the indexes anew, the
// folded forms of names, the columns of games that follow from their records, and
// the statistics. Records that are damaged it leaves as they are. It is one
// transaction, behind which pages are given back that nothing leads to. The error is
// a *CorruptError where the damage is such that SQLite cannot write to the archive.
func (a *Archive) Repair(ctx context.Context) error {
	broken, err := a.brokenTrees(ctx)
	if err != nil {
		return err
	}
	if err := a.change(ctx, false, func(w *writer) error {
		for name := range broken {
			if err := w.forget(ctx, name); err != nil {
				return err
			}
		}
		for _, repair := range []func(context.Context) error{
			w.clearStatistics, w.dropIndexes, w.refold, w.repairGames, w.makeIndexes, w.recount,
		} {
			if err := repair(ctx); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return err
	}
	return a.giveBack(ctx)
}

// brokenTrees returns which tables of the statistics and which indexes have pages
// that SQLite cannot find its way through. It is asked beforehand, since there is
// nothing that a connection can do once it has come upon such a page as it writes.
func (a *Archive) brokenTrees(ctx context.Context) (map[string]bool, error) {
	broken := make(map[string]bool)
	err := a.view(ctx, func(s *snapshot) error {
		trees, err := s.trees(ctx)
		if err != nil {
			return err
		}
		err = eachIntegrityLine(ctx, s.tx, "quick_check("+maxLines+")", func(line string) {
			if f := integrityFault(line, trees); f.Derived && isDerived(f.Where) {
				_, name, _ := strings.Cut(f.Where, " ")
				broken[name] = true
			}
		})
		if unreadable(err) {
			return nil // what it found is what there is to know
		}
		return err
	})
	return broken, err
}

// giveBack writes the archive anew where it has pages that nothing leads to. Where
// there is other damage, or no room, it stays as it is: that costs nothing but the
// place.
func (a *Archive) giveBack(ctx context.Context) error {
	unused := false
	err := eachIntegrityLine(ctx, a.writer, "quick_check("+maxLines+")", func(line string) { unused = unused || unusedLine.MatchString(line) })
	if err == nil && unused {
		_, err = a.writer.ExecContext(ctx, "VACUUM")
	}
	switch err = inWords(err); {
	case errors.As(err, new(*CorruptError)), errors.As(err, new(*FullError)), errors.As(err, new(*BusyError)):
		return nil
	}
	return err
}

// schemaTable is a table of the schema: its name, and with that what makes it.
var schemaTable = regexp.MustCompile(`(?ms)^CREATE TABLE (\w+) \(.*?^\)[^;]*;`)

// clearStatistics takes all rows of the statistics away, and makes the tables that are
// missing.
func (w *writer) clearStatistics(context.Context) error {
	for _, table := range schemaTable.FindAllStringSubmatch(alai.Schema, -1) {
		if !slices.Contains(derivedTables, table[1]) {
			continue
		}
		create := strings.Replace(strings.TrimSuffix(table[0], ";"), "CREATE TABLE", "CREATE TABLE IF NOT EXISTS", 1)
		if err := cmp.Or(w.exec(create), w.exec("DELETE FROM "+table[1])); err != nil {
			return err
		}
	}
	return nil
}

// forget takes a table or an index out of the schema whose pages SQLite cannot find
// its way through. They stay in the file, and nothing leads to them.
func (w *writer) forget(ctx context.Context, name string) error {
	for _, statement := range []string{
		"PRAGMA writable_schema = ON", "DELETE FROM sqlite_schema WHERE name = '" + name + "'", "PRAGMA writable_schema = RESET",
	} {
		if _, err := w.conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
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
	equal, err := equalIdentities(ctx, w.conn, "")
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

// recount makes the statistics, which were cleared, of the games that can be played.
func (w *writer) recount(ctx context.Context) error {
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
