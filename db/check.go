package db

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"alai"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Fault is something in an archive that is not as it should be.
type Fault struct {
	Kind    FaultKind
	Where   string // "game 5", "table tally"
	What    string // in words
	Derived bool   // Repair makes it right: it is in what follows from the records
}

// A FaultKind is what part of an archive a fault is in.
type FaultKind string

// The kinds of faults.
const (
	FaultDatabase   FaultKind = "database"   // pages and rows that SQLite does not find in order
	FaultIndex      FaultKind = "index"      // an index that does not fit its table
	FaultReference  FaultKind = "reference"  // a row that refers to one that is not there
	FaultRuleset    FaultKind = "ruleset"    // a row of the table of that name
	FaultName       FaultKind = "name"       // the folded form of a player, an event or a site
	FaultGame       FaultKind = "game"       // a game
	FaultJoined     FaultKind = "joined"     // a game that was joined with others, as it was
	FaultCopy       FaultKind = "copy"       // a further record of one
	FaultAlias      FaultKind = "alias"      // the folded form of an alias
	FaultReject     FaultKind = "reject"     // a rejected record
	FaultStatistics FaultKind = "statistics" // a row of position, opening, tally or standing
)

// Checked counts what was checked.
type Checked struct{ Games, Copies, Rejects, Names, Statistics int }

// Check holds the archive against itself: what SQLite's own checks say, every
// game against its checksum and against what its record is replayed to, copies
// and rejects against their checksums, names and dates against what is kept for
// comparing them, the statistics against those that the games make. It calls
// yield with each fault; an error of yield ends it and is returned. Damage is no
// error, as long as the archive can be read at all.
func (a *Archive) Check(ctx context.Context, yield func(Fault) error) (Checked, error) {
	c := checker{yield: func(f Fault) error {
		f.What = toPlain(f.What)
		return yield(f)
	}}
	err := a.scanView(ctx, func(s *snapshot) error { return c.check(ctx, s) })
	if c.s == nil && errors.As(err, new(*CorruptError)) {
		// What tells one state of the archive from another cannot be read.
		err = a.loneView(ctx, func(s *snapshot) error {
			if err := c.fault(FaultDatabase, false, "table archive", "how often the archive has changed cannot be read"); err != nil {
				return err
			}
			return c.check(ctx, s)
		})
	}
	return c.checked, err
}

func (c *checker) check(ctx context.Context, s *snapshot) error {
	c.s = s
	for _, check := range []func(context.Context) error{
		c.database, c.partialIndexes, c.references, c.rulesets, c.names, c.aliases, c.games, c.identities, c.joined, c.copies, c.rejects, c.statistics,
	} {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// A checker checks one state of an archive.
type checker struct {
	s       *snapshot
	yield   func(Fault) error
	checked Checked
}

func (c *checker) fault(kind FaultKind, derived bool, where, format string, args ...any) error {
	return c.yield(Fault{kind, where, fmt.Sprintf(format, args...), derived})
}

// unless makes a fault of the damage that kept a table from being read, and
// returns any other error.
func (c *checker) unless(err error, table string) error {
	switch {
	case err == nil:
		return nil
	case unreadable(err), notScanned(err):
		return c.fault(FaultDatabase, slices.Contains(derivedTables, table), "table "+table, "it cannot be read to its end: %v", err)
	default:
		return err
	}
}

// database runs SQLite's check of its pages, rows and indexes.
func (c *checker) database(ctx context.Context) error {
	trees, err := c.s.trees(ctx)
	if err != nil {
		return err
	}
	there := slices.Collect(maps.Values(trees))
	for _, index := range schemaIndexes {
		if !slices.Contains(there, "index "+index[1]) {
			if err := c.fault(FaultIndex, true, "index "+index[1], "it is missing"); err != nil {
				return err
			}
		}
	}
	var faults []Fault
	err = eachIntegrityLine(ctx, c.s.tx, "integrity_check("+maxLines+")", func(line string) {
		faults = append(faults, integrityFault(line, trees))
	})
	if unreadable(err) {
		faults = append(faults, Fault{FaultDatabase, "the file", fmt.Sprintf("SQLite cannot check all of it: %v", err), false})
		err = nil
	}
	derived := false
	if slices.ContainsFunc(faults, func(f Fault) bool { return !f.Derived && unplacedLine.MatchString(f.What) }) {
		if derived, err = c.onlyStatistics(ctx); err != nil {
			return err
		}
	}
	for _, f := range placed(faults, derived) {
		if err := c.yield(f); err != nil {
			return err
		}
	}
	return err
}

// placed tells of faults which of those are derived that say not where they are. Pages
// that nothing leads to are given back, unless what should lead there is lost. The
// others are in a tree that is made anew, if there are faults in such trees alone, or
// derived says so.
func placed(faults []Fault, derived bool) []Fault {
	lost := false
	for _, f := range faults {
		derived = derived || f.Derived
		lost = lost || !f.Derived && !unplacedLine.MatchString(f.What)
	}
	for i := range faults {
		f := &faults[i]
		f.Derived = f.Derived || !lost && (derived && unplacedLine.MatchString(f.What) || unusedLine.MatchString(f.What))
	}
	return faults
}

// onlyStatistics reports whether SQLite finds faults in tables of the statistics, and in
// no others.
func (c *checker) onlyStatistics(ctx context.Context) (bool, error) {
	found := false
	for _, table := range schemaTable.FindAllStringSubmatch(alai.Schema, -1) {
		bad := false
		err := eachIntegrityLine(ctx, c.s.tx, "integrity_check("+table[1]+")", func(string) { bad = true })
		switch {
		case err != nil && !unreadable(err):
			return false, err
		case !bad && err == nil:
		case !slices.Contains(derivedTables, table[1]):
			return false, nil
		default:
			found = true
		}
	}
	return found, nil
}

// maxLines is how many lines SQLite's check of the database is to make at most.
const maxLines = "100"

// eachIntegrityLine calls f with each line of one of SQLite's checks that says what is
// wrong.
func eachIntegrityLine(ctx context.Context, q querier, check string, f func(line string)) error {
	rows, err := q.QueryContext(ctx, "PRAGMA "+check)
	if err != nil {
		return err
	}
	return each(rows, func() error {
		var text string
		if err := rows.Scan(&text); err != nil {
			return err
		}
		for line := range strings.SplitSeq(text, "\n") {
			if line != "ok" && !strings.HasPrefix(line, "*** in database") {
				f(line)
			}
		}
		return nil
	})
}

// trees returns what is kept in the trees of the database, by their first page.
func (s *snapshot) trees(ctx context.Context) (map[string]string, error) {
	trees := map[string]string{"1": "the schema"}
	rows, err := s.tx.QueryContext(ctx, "SELECT rootpage, type || ' ' || name FROM sqlite_schema WHERE rootpage > 0")
	if err != nil {
		return nil, err
	}
	return trees, each(rows, func() error {
		var page, name string
		err := rows.Scan(&page, &name)
		trees[page] = name
		return err
	})
}

// The lines of SQLite's check that are of one tree, or of one table or index.
var (
	treeLine    = regexp.MustCompile(`^Tree (\d+) (?:page \d+ )?`)
	indexLine   = regexp.MustCompile(`^(?:row \d+ missing from|wrong # of entries in|non-unique entry in|rowid not at end-of-record for row \d+ of) index (\S+)$`)
	derivedLine = regexp.MustCompile(`(?:value in|failed in|order for) (?:position|opening|tally|standing)\b`)
	unusedLine  = regexp.MustCompile(`^Page \d+: never used$`)
	// These tell no tree.
	unplacedLine = regexp.MustCompile(`^(?:Page \d+: never used|Multiple uses for byte \d+ of page \d+|database disk image is malformed|SQLite cannot check all of it: .*)$`)
)

// integrityFault makes a fault of a line of SQLite's check.
func integrityFault(line string, trees map[string]string) Fault {
	if m := treeLine.FindStringSubmatch(line); m != nil && trees[m[1]] != "" {
		return Fault{FaultDatabase, trees[m[1]], line[len("Tree ")+len(m[1])+1:], isDerived(trees[m[1]])}
	}
	if m := indexLine.FindStringSubmatch(line); m != nil {
		return Fault{FaultIndex, "index " + m[1], line, true}
	}
	return Fault{FaultDatabase, "the file", line, derivedLine.MatchString(line)}
}

// derivedTables are the tables of the statistics.
var derivedTables = []string{"position", "opening", "tally", "standing"}

// isDerived reports whether Repair makes a tree anew, with all that is in it: "table
// tally", "index event_folded".
func isDerived(tree string) bool {
	kind, name, _ := strings.Cut(tree, " ")
	if kind == "index" {
		return slices.ContainsFunc(schemaIndexes, func(index []string) bool { return index[1] == name })
	}
	return slices.Contains(derivedTables, name)
}

// partialIndexes compares how many rows the indexes of some of the games have with how
// many there are, which SQLite's check does not.
func (c *checker) partialIndexes(ctx context.Context) error {
	for _, index := range schemaIndexes {
		_, condition, partial := strings.Cut(strings.TrimSuffix(index[0], ";"), " WHERE ")
		if !partial {
			continue
		}
		var have, want int
		err := c.s.tx.QueryRowContext(ctx, fmt.Sprintf("SELECT (SELECT count(*) FROM game INDEXED BY %s WHERE %s), (SELECT count(*) FROM game NOT INDEXED WHERE %[2]s)",
			index[1], condition)).Scan(&have, &want)
		if err == nil && have != want {
			if err := c.fault(FaultIndex, true, "index "+index[1], "it has %d rows, and there are %d", have, want); err != nil {
				return err
			}
		}
		if err != nil && !unreadable(err) { // what cannot be read has been told
			return err
		}
	}
	return nil
}

// references looks for rows that refer to rows that are not there.
func (c *checker) references(ctx context.Context) error {
	for _, table := range referringTables {
		if err := c.referencesOf(ctx, table); err != nil {
			return err
		}
	}
	return nil
}

// referringTables have rows that refer to those of others.
var referringTables = []string{"import", "game", "copy", "joined", "joined_copy", "reject", "position", "opening", "tally", "standing"}

func (c *checker) referencesOf(ctx context.Context, table string) error {
	rows, err := c.s.tx.QueryContext(ctx, `SELECT rowid, parent FROM pragma_foreign_key_check(?)`, table)
	if err == nil {
		err = each(rows, func() error {
			var parent string
			var row sql.NullInt64
			if err := rows.Scan(&row, &parent); err != nil {
				return err
			}
			where := "table " + table
			if row.Valid {
				where = fmt.Sprintf("%s %d", table, row.Int64)
			}
			return c.fault(FaultReference, slices.Contains(derivedTables, table), where, "the %s that it refers to is not there", parent)
		})
	}
	return c.unless(err, table)
}

// rulesets looks at what was played: of a ruleset that makes no sense nothing
// else is checked.
func (c *checker) rulesets(ctx context.Context) error {
	known := make(map[int64]rules.Ruleset)
	err := eachRuleset(ctx, c.s.tx, func(id int64, r rules.Ruleset, err error) error {
		if err != nil {
			return c.fault(FaultRuleset, false, fmt.Sprintf("ruleset %d", id), "%v", err)
		}
		known[id] = r
		return nil
	})
	c.s.known = known
	return c.unless(err, "ruleset")
}

// names compares the folded forms of names with what they fold to.
func (c *checker) names(ctx context.Context) error {
	for _, table := range nameTables {
		rows, err := c.s.tx.QueryContext(ctx, "SELECT id, name, folded FROM "+table+" NOT INDEXED")
		if err == nil {
			err = each(rows, func() error {
				var id int64
				var name, folded opt
				if err := rows.Scan(&id, &name, &folded); err != nil {
					return c.fault(FaultName, false, table, "a row cannot be read: %v", err)
				}
				c.checked.Names++
				if folded.text != fold(name.text) {
					return c.fault(FaultName, true, fmt.Sprintf("%s %d", table, id), "%s is kept folded as %s", replay.Quote(name.text), replay.Quote(folded.text))
				}
				return nil
			})
		}
		if err := c.unless(err, table); err != nil {
			return err
		}
	}
	return nil
}

// games checks the games, with all transactions of the snapshot, each of which has a
// part of the ids. The faults come part by part, and in each in the order of the ids,
// but for what cannot be read, which is told at its end. A part waits with more than
// faultsAhead of them until the parts before it are done.
func (c *checker) games(ctx context.Context) error {
	all, err := c.s.bounds(ctx)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	found := make([]chan Fault, len(c.s.txs))
	for i := range found {
		found[i] = make(chan Fault, faultsAhead)
	}
	counts := make([]int, len(found))
	done := make(chan error, 1)
	go func() {
		done <- c.s.parallel(ctx, all, func(part int) func(context.Context, querier, ids) error {
			return func(ctx context.Context, q querier, of ids) error {
				defer close(found[part])
				send := func(f Fault) error {
					select {
					case found[part] <- f:
						return nil
					case <-ctx.Done():
						return ctx.Err()
					}
				}
				return checkGames(ctx, q, of, c.s.known, &counts[part], send)
			}
		})
		if all.first > all.last { // nobody has read
			for i := range found {
				close(found[i])
			}
		}
	}()
	for _, part := range found {
		for f := range part {
			if err == nil {
				if err = c.yield(f); err != nil {
					cancel()
				}
			}
		}
	}
	cause := <-done
	for _, n := range counts {
		c.checked.Games += n
	}
	if err != nil {
		return err
	}
	return cause
}

// faultsAhead is how many faults a part of the games has found before they can be
// told.
const faultsAhead = 1000

// checkGames checks the games of some ids, which it counts. Those that SQLite cannot
// read it tells last.
func checkGames(ctx context.Context, q querier, of ids, known map[int64]rules.Ruleset, games *int, yield func(Fault) error) error {
	return checkTable(ctx, q, "game", of, known, func(where string, faults []string, derived bool) error {
		*games++
		for _, what := range faults {
			if err := yield(Fault{FaultGame, where, what, derived}); err != nil {
				return err
			}
		}
		return nil
	}, func(gap *gap) error {
		return yield(Fault{FaultGame, gap.named("game", "games"), "SQLite cannot read what is there: " + gap.err.Error(), false})
	})
}

// checkTable calls yield with what is the matter with each game of some ids of the table
// of games, or of another one that has its columns, and at last unread with the ids
// that SQLite cannot read.
func checkTable(ctx context.Context, q querier, table string, of ids, known map[int64]rules.Ruleset,
	yield func(where string, faults []string, derived bool) error, unread func(*gap) error) error {
	g := newGameChecker(known)
	var lost gaps
	err := past(of, 1, func(of ids) (last int64, ok bool, err error) {
		err = g.eachOf(ctx, q, table, of, func(game *Game, faults []string, derived bool) error {
			last, ok = game.ID, true
			return yield(fmt.Sprintf("%s %d", table, game.ID), faults, derived)
		})
		return last, ok, err
	}, lost.add)
	for i := range lost {
		if err == nil {
			err = unread(&lost[i])
		}
	}
	return err
}

// identities looks for games that are the same game by their records. No archive has
// them while it has the index of identities.
func (c *checker) identities(ctx context.Context) error {
	list, err := equalIdentities(ctx, c.s.tx, "")
	if unreadable(err) { // it may be the index
		list, err = equalIdentities(ctx, c.s.tx, "NOT INDEXED")
	}
	if err := c.unless(err, "game"); err != nil {
		return err
	}
	g := newGameChecker(c.s.known)
	for _, equal := range list {
		var own []int64 // those that have it by their records; the others get another one by Repair
		for _, id := range equal {
			if err := g.each(ctx, c.s.tx, ids{id, id}, func(_ *Game, faults []string, derived bool) error {
				if !derived || bytes.Equal(g.identity, g.preparer.p.game.identity[:]) {
					own = append(own, id)
				}
				return nil
			}); err != nil {
				if err := c.unless(err, "game"); err != nil {
					return err
				}
			}
		}
		for i := 1; i < len(own); i++ {
			if err := c.fault(FaultGame, false, fmt.Sprintf("game %d", own[i]), "it is the same game as game %d", own[0]); err != nil {
				return err
			}
		}
	}
	return nil
}

// equalIdentities returns the ids of games that have one identity, each time those of
// one. Indexed is "", or says by which index.
func equalIdentities(ctx context.Context, q querier, indexed string) (list [][]int64, err error) {
	rows, err := q.QueryContext(ctx, `SELECT identity, id FROM game `+indexed+`
		WHERE identity IN (SELECT identity FROM game `+indexed+` GROUP BY identity HAVING count(*) > 1) ORDER BY identity, id`)
	if err != nil {
		return nil, err
	}
	var last []byte
	err = each(rows, func() error {
		var identity []byte
		var id int64
		if err := rows.Scan(&identity, &id); err != nil {
			return err
		}
		if len(list) == 0 || !bytes.Equal(identity, last) {
			list, last = append(list, nil), identity
		}
		list[len(list)-1] = append(list[len(list)-1], id)
		return nil
	})
	return list, err
}

// gaps are runs of ids whose rows cannot be read.
type gaps []gap

type gap struct {
	ids
	err error
}

// add adds ids, which lie behind those before.
func (g *gaps) add(of ids, err error) error {
	if n := len(*g); n > 0 && (*g)[n-1].last+1 == of.first {
		(*g)[n-1].last = of.last
		return nil
	}
	*g = append(*g, gap{of, err})
	return nil
}

// String names the games that may be there.
func (r ids) String() string { return r.named("game", "games") }

// named names what may be there, by the words for one and for several.
func (r ids) named(one, several string) string {
	if r.first == r.last {
		return fmt.Sprintf("%s %d", one, r.first)
	}
	return fmt.Sprintf("%s %d to %d", several, r.first, r.last)
}

// A gameChecker compares what the archive keeps of a game with what its record
// makes.
type gameChecker struct {
	gameReader
	speller  *Speller
	preparer *textPreparer

	identity []byte
	from, to sql.NullInt64 // its days
	ids      [2]string     // of South and North, "" for none
}

func newGameChecker(known map[int64]rules.Ruleset) *gameChecker {
	return &gameChecker{gameReader: gameReader{known: known}, speller: NewSpeller(), preparer: newTextPreparer()}
}

// checkedColumns are what a gameChecker reads.
const checkedColumns = readColumns + ", identity, date_from, date_to, ifnull(south.personal_id, ''), ifnull(north.personal_id, '')"

// each calls yield with each game among the ids, and with what is the matter with
// it. Where that is derived, g.preparer.p has what should be there.
func (g *gameChecker) each(ctx context.Context, q querier, of ids, yield func(game *Game, faults []string, derived bool) error) error {
	return g.eachOf(ctx, q, "game", of, yield)
}

// eachOf does it for a table that has the columns of game.
func (g *gameChecker) eachOf(ctx context.Context, q querier, table string, of ids, yield func(game *Game, faults []string, derived bool) error) error {
	rows, err := q.QueryContext(ctx, "SELECT "+checkedColumns+" FROM "+table+readJoins+
		" WHERE game.id BETWEEN ? AND ? ORDER BY game.id", of.first, of.last)
	if err != nil {
		return err
	}
	return each(rows, func() error {
		return yield(g.next(rows))
	})
}

// joined checks the games that were joined with others, as games are, and what is
// kept of their groups.
func (c *checker) joined(ctx context.Context) error {
	of, err := c.s.joinedBounds(ctx)
	if err == nil {
		err = checkTable(ctx, c.s.tx, "joined", of, c.s.known, func(where string, faults []string, derived bool) error {
			for _, what := range faults {
				if err := c.fault(FaultJoined, derived, where, "%s", what); err != nil {
					return err
				}
			}
			return nil
		}, func(gap *gap) error {
			return c.fault(FaultJoined, false, gap.named("joined", "joined"), "SQLite cannot read what is there: %v", gap.err)
		})
	}
	if err := c.unless(err, "joined"); err != nil {
		return err
	}
	return c.groups(ctx)
}

// groupFaults are the faults of groups of joined games that a query finds: it yields
// the ids of the rows.
var groupFaults = []struct{ what, query string }{
	{"the game that it is said to be joined into was not kept as it was before, and nothing gives it back",
		"SELECT id FROM joined WHERE kept NOT IN (SELECT id FROM joined WHERE id = kept)"},
	{"no game is joined into it",
		"SELECT id FROM joined WHERE id = kept AND kept NOT IN (SELECT kept FROM joined WHERE id <> kept)"},
	{"it is in the archive by itself too", "SELECT id FROM joined WHERE id <> kept AND id IN (SELECT id FROM game)"},
	{"another game of the archive has its identity",
		"SELECT joined.id FROM joined JOIN game ON game.identity = joined.identity WHERE game.id <> joined.kept"},
	{"nothing tells what its record was made by the join", "SELECT id FROM joined WHERE id = kept AND (made IS NULL OR added IS NULL)"},
	{"something was added to its record, which was not kept", "SELECT id FROM joined WHERE id <> kept AND (made IS NOT NULL OR added IS NOT NULL)"},
}

// groups checks what ties joined games together.
func (c *checker) groups(ctx context.Context) error {
	for _, g := range groupFaults {
		rows, err := c.s.tx.QueryContext(ctx, g.query+" ORDER BY 1")
		if err == nil {
			err = each(rows, func() error {
				var id int64
				if err := rows.Scan(&id); err != nil {
					return err
				}
				return c.fault(FaultJoined, false, fmt.Sprintf("joined %d", id), "%s", g.what)
			})
		}
		if err := c.unless(err, "joined"); err != nil {
			return err
		}
	}
	rows, err := c.s.tx.QueryContext(ctx, "SELECT id, added FROM joined WHERE id = kept ORDER BY id")
	if err == nil {
		err = each(rows, func() error {
			var id int64
			var stored opt
			var added Additions
			err := rows.Scan(&id, &stored)
			if err == nil {
				err = fromJSON(stored, &added)
			}
			if err != nil {
				return c.fault(FaultJoined, false, fmt.Sprintf("joined %d", id), "what was added to its record: %v", err)
			}
			return nil
		})
	}
	return c.unless(err, "joined")
}

// aliases compares the folded forms of aliases with what they fold to, and looks for
// those that are each other's.
func (c *checker) aliases(ctx context.Context) error {
	links := make(links)
	rows, err := c.s.tx.QueryContext(ctx, "SELECT folded, spelling, name FROM alias")
	if err == nil {
		err = each(rows, func() error {
			var folded string
			var alias Alias
			if err := rows.Scan(&folded, &alias.Spelling, &alias.Name); err != nil {
				return c.fault(FaultAlias, false, "table alias", "a row cannot be read: %v", err)
			}
			where := "alias " + replay.Quote(alias.Spelling)
			if !links.add(alias) {
				if err := c.fault(FaultAlias, false, where, "by other aliases its name, %s, is an alias of it already", replay.Quote(alias.Name)); err != nil {
					return err
				}
			}
			if want := spellingKey(alias.Spelling); folded != want {
				return c.fault(FaultAlias, false, where, "it is kept folded as %s", replay.Quote(folded))
			}
			return nil
		})
	}
	return c.unless(err, "alias")
}

// next reads a game and says what is the matter with it.
func (g *gameChecker) next(rows *sql.Rows) (game *Game, faults []string, derived bool) {
	game, damage := g.read(rows, &g.identity, &g.from, &g.to, &g.ids[rules.South], &g.ids[rules.North])
	faults, derived = g.check(game, damage)
	return game, faults, derived
}

// check says what is the matter with a game that was read. It is derived where it
// follows from the record, which is sound.
func (g *gameChecker) check(game *Game, damage *DamagedError) (faults []string, derived bool) {
	if damage != nil {
		return []string{toPlain(damage.Err.Error())}, g.restore(game)
	}
	line, err := g.prepare(game)
	switch {
	case err != nil:
		return []string{err.Error()}, false
	case line.Verdict < replay.Contradiction:
		return []string{fmt.Sprintf("its record is %v: %v", line.Verdict, line.Problems[0].String())}, false
	case g.preparer.p.game.checksum != g.row.checksum:
		return []string{"its record is spelled otherwise than the one that was archived, as the checksum tells"}, false
	case game.Engine != rules.Version:
		return nil, false // what another engine made of it is for verify to tell
	}
	if verdict := g.preparer.p.verdict; verdict != game.Verdict {
		faults = append(faults, fmt.Sprintf("its verdict is kept as %v and is %v", game.Verdict, verdict))
	}
	return append(faults, g.differences(&g.row, &g.preparer.p.game)...), true
}

// prepare replays a game as its record is kept, and makes it ready anew, as
// g.preparer.p.
func (g *gameChecker) prepare(game *Game) (*replay.Line, error) {
	rec, line, err := g.speller.Record(game)
	if err != nil || line.Verdict < replay.Contradiction {
		return line, err
	}
	verdict := line.Verdict
	if game.Verdict == replay.Contradiction {
		verdict = replay.Contradiction // it may have been in what the archive does not keep
	}
	to := g.preparer
	to.replayer.Replay(rec, &to.line)
	to.line.Verdict = verdict
	to.preparer.Prepare(rec, &to.line, &to.p)
	return line, nil
}

// restore reports whether the record of a damaged game is the one that was
// archived, by itself or with the result and the score that the replay gives it.
// If so g.preparer.p has what should be there.
func (g *gameChecker) restore(game *Game) bool {
	if game.Tags == nil || game.Source == "" {
		return false // it could not be taken apart
	}
	if g.archived(game) {
		return true
	}
	bare := *game
	bare.Tags = slices.DeleteFunc(slices.Clone(game.Tags), func(t notation.Tag) bool { return t.Name == "Result" || t.Name == "Score" })
	bare.Closing = notation.Close{Result: notation.Unknown}
	line := g.speller.Line(&bare)
	if line.Verdict != replay.Complete {
		return false
	}
	bare.Closing.Result = line.Result
	return g.archived(&bare)
}

// archived reports whether the record of a game has the checksum that is kept of it.
func (g *gameChecker) archived(game *Game) bool {
	line, err := g.prepare(game)
	return err == nil && line.Verdict >= replay.Contradiction && g.preparer.p.game.checksum == g.row.checksum
}

// differences names the columns of a game that are not what its record makes.
func (g *gameChecker) differences(have, want *gameRow) (faults []string) {
	differ := func(column string, have, want any) {
		if have != want {
			faults = append(faults, fmt.Sprintf("its %s is kept as %s and is %s", column, shown(have), shown(want)))
		}
	}
	differ("result", have.result, want.result)
	differ("score", have.scoreText(), want.scoreText())
	differ("start", have.start, want.start)
	for _, c := range []struct {
		column     string
		have, want opt
	}{
		{"event", have.event.opt, want.event.opt}, {"site", have.site.opt, want.site.opt}, {"South", have.south.opt, want.south.opt},
		{"North", have.north.opt, want.north.opt}, {"date", have.date, want.date}, {"round", have.round, want.round},
		{"termination", have.termination, want.termination}, {"match", have.match, want.match}, {"match_target", have.matchTarget, want.matchTarget},
		{"tags", have.tags, want.tags}, {"all_tags", have.allTags, want.allTags},
	} {
		differ(c.column, c.have, c.want)
	}
	differ("South's id", g.ids[rules.South], want.south.personalID)
	differ("North's id", g.ids[rules.North], want.north.personalID)
	differ("first and last day", [2]int{int(g.from.Int64), int(g.to.Int64)}, want.days)
	if !bytes.Equal(g.identity, want.identity[:]) {
		faults = append(faults, "its identity is not that of its record")
	}
	return faults
}

func shown(v any) string {
	switch v := v.(type) {
	case opt:
		if !v.ok {
			return "none"
		}
		return replay.Quote(v.text)
	case string:
		return v
	}
	return fmt.Sprint(v)
}

// scoreText spells the score, "none" where there is none.
func (g *gameRow) scoreText() string {
	if !g.hasScore {
		return "none"
	}
	return notation.Close{HasScore: true, Score: g.score}.String()
}

// copies checks the further records of games against their checksums.
func (c *checker) copies(ctx context.Context) error {
	if err := c.copiesOf(ctx, "copy", "game"); err != nil {
		return err
	}
	return c.copiesOf(ctx, "joined_copy", "joined")
}

// copiesOf does it for one of the tables of them, and for that of their games.
func (c *checker) copiesOf(ctx context.Context, table, games string) error {
	texts := newTextPreparer()
	rows, err := c.s.tx.QueryContext(ctx, fmt.Sprintf(`
		SELECT copy.id, copy.checksum, text, ifnull(game.checksum, 0) FROM %s AS copy LEFT JOIN %s AS game ON game.id = copy.game ORDER BY copy.id`, table, games))
	if err == nil {
		err = each(rows, func() error {
			var id, sum, game int64
			var text []byte
			err := rows.Scan(&id, &sum, &text, &game)
			c.checked.Copies++
			switch {
			case err != nil:
			case text == nil && sum != game:
				err = errors.New("it is said to be the same as its game, and the checksums differ")
			case text != nil:
				err = texts.checkCopy(text, sum)
			}
			if err != nil {
				return c.fault(FaultCopy, false, fmt.Sprintf("%s %d", table, id), "%v", err)
			}
			return nil
		})
	}
	return c.unless(err, table)
}

// commentBlank matches a blank or a line end in the JSON of annotations.
var commentBlank = regexp.MustCompile(` |\\[ntr]`)

// checkCopy compares a record with its checksum.
func (t *textPreparer) checkCopy(text []byte, sum int64) error {
	p, line, err := t.prepare(text)
	switch {
	case err != nil:
		return err
	case line.Verdict < replay.Contradiction:
		return fmt.Errorf("its record is %v: %v", line.Verdict, line.Problems[0].String())
	case p.game.checksum == sum:
		return nil
	}
	// Of a text that is not exact nobody can tell which blanks of its comments were
	// line ends, or several blanks, in the record.
	if !isExact(text) && commentBlank.MatchString(p.game.annotations.text) {
		return nil
	}
	return ErrChecksum
}

// rejects checks the rejected records against their checksums.
func (c *checker) rejects(ctx context.Context) error {
	rows, err := c.s.tx.QueryContext(ctx, "SELECT id, number, kind, problems, text, length, sha256 FROM reject ORDER BY id")
	if err == nil {
		err = each(rows, func() error {
			var id, number, length int64
			var kind, problems string
			var text, sum []byte
			err := rows.Scan(&id, &number, &kind, &problems, &text, &length, &sum)
			c.checked.Rejects++
			if err == nil {
				err = checkReject(kind, problems, text, length, sum)
			}
			if err != nil {
				return c.fault(FaultReject, false, fmt.Sprintf("reject %d", id), "%v", err)
			}
			return nil
		})
	}
	return c.unless(err, "reject")
}

func checkReject(kind, problems string, text []byte, length int64, sum []byte) error {
	if _, err := readProblems(problems, 0); err != nil {
		return err
	}
	if v, ok := replay.ParseVerdict(kind); !ok || v > replay.Contradiction {
		return fmt.Errorf("its kind is %s", replay.Quote(kind))
	}
	whole := sha256.Sum256(text)
	switch {
	case length < int64(len(text)) || length > int64(len(text)) && len(text) != maxRejectText:
		return fmt.Errorf("its text has %d bytes and is said to have %d", len(text), length)
	case length == int64(len(text)) && !bytes.Equal(whole[:], sum):
		return errors.New("its text is not the one that was rejected, as the checksum tells")
	}
	return nil
}

// shownRows is how many rows of the statistics that differ are told one by one.
const shownRows = 10

// statistics compares the statistics with those that the games make which can be
// played.
func (c *checker) statistics(ctx context.Context) error {
	want, err := recomputed(ctx, c.s)
	if err != nil {
		return err
	}
	have, err := stored(ctx, c.s)
	if err != nil {
		if errors.As(err, new(*StatisticsError)) {
			return c.fault(FaultStatistics, true, "the statistics", "%v", err)
		}
		if unreadable(err) {
			return c.fault(FaultStatistics, true, "the statistics", "they cannot be read to their end: %v", err)
		}
		return err
	}
	c.checked.Statistics = len(have)
	list := differences(have, want)
	for i, d := range list {
		if i == shownRows {
			return c.fault(FaultStatistics, true, "the statistics", "%d more rows are not what the games make", len(list)-i)
		}
		if err := c.fault(FaultStatistics, true, d.row, "%s", d.what); err != nil {
			return err
		}
	}
	return nil
}
