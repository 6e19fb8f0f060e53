package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// A LostError is the error of games of which nothing can be read.
type LostError struct {
	First, Last int64 // their ids; Last is 0 where nothing tells which games there were
	Sure        bool  // there are games of all these ids; else there may be
	Err         error
}

func (e *LostError) Error() string {
	if e.Last == 0 {
		return fmt.Sprintf("nothing tells whether there were more games: %v", e.Err)
	}
	if e.Sure {
		return fmt.Sprintf("%v cannot be read: %v", ids{e.First, e.Last}, e.Err)
	}
	return fmt.Sprintf("%v cannot be read, as far as there are any: %v", ids{e.First, e.Last}, e.Err)
}
func (e *LostError) Unwrap() error { return e.Err }

// Salvage reads of an archive that may be damaged all games that can still be
// read, in the order of the ids, one behind the other on damaged pages too, and
// calls yield with each of them. Damage is nil where the record is the one that
// was archived. Where it wraps ErrChecksum, the game can be replayed and is not
// the one that was archived; else it is a *DamagedError, and the game cannot be
// replayed, or a *LostError, and the game is nil.
//
// Where the archive's own index of its games can be read, no game is lost without
// being told. Behind the games come those that were joined into others, as they were
// archived, and of a game that is lost, and that others were joined into, what it was
// before.
func Salvage(ctx context.Context, path string, yield func(g *Game, damage error) error) (Besides, error) {
	s := salvager{yield: yield, table: "game", seen: make(idSet), wanted: func(int64) bool { return true }}
	s.besides.Aliases = -1
	err := s.salvageAll(ctx, path)
	return s.besides, err
}

// Besides tells what a salvaged archive has besides games.
type Besides struct {
	Joined  int // of the games that were yielded, those that were joined into others
	Aliases int // which are not yielded; -1 where they cannot be counted
}

func (s *salvager) salvageAll(ctx context.Context, path string) error {
	lost, err := s.inOrder(ctx, path)
	if errors.As(inWords(err), new(*CorruptError)) || errors.As(err, new(*NotArchiveError)) {
		return s.withoutSchema(ctx, path, err)
	}
	if err == nil && (len(lost.gaps) > 0 || len(s.joined.gaps) > 0 || s.joinedGone) {
		err = s.leaves(ctx, path, lost.has)
		if unreadable(err) {
			err = nil // what is lost is told
		}
	}
	if err != nil {
		return inWords(err)
	}
	if err := s.tell(lost); err != nil {
		return err
	}
	return s.tell(s.joined)
}

// withoutSchema reads games of a file that SQLite cannot open, for that reason. If it
// has none it is no archive.
func (s *salvager) withoutSchema(ctx context.Context, path string, reason error) error {
	if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
		return reason
	}
	err := s.leaves(ctx, path, func(int64) bool { return true })
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case len(s.seen) == 0:
		return reason
	case err != nil && !unreadable(err):
		return inWords(err)
	}
	return s.yield(nil, &LostError{First: 1, Err: errors.New("the schema is damaged")})
}

// inOrder reads the archive as it is meant to be read, and returns what could not
// be read.
func (s *salvager) inOrder(ctx context.Context, path string) (lost lostGames, err error) {
	a, err := openFile(ctx, path, func(a *Archive, mode string) (*sql.DB, error) { return connectDamaged(ctx, a.dsn(mode)) }, hasGames)
	if err != nil {
		return lost, err
	}
	defer a.Close()
	tx, err := a.readers.BeginTx(ctx, nil)
	if err != nil {
		return lost, fmt.Errorf("reading the archive: %w", err)
	}
	defer tx.Rollback()
	s.snapshot = &snapshot{tx: tx, txs: []querier{tx}}
	sound, err := soundSchema(ctx, tx)
	if err != nil {
		return lost, err
	}
	s.onlySound = !sound
	defer func() { s.onlySound = false }()
	return s.run(ctx)
}

// soundSchema reports whether the tables of games and of what they refer to have the
// columns that they should have.
func soundSchema(ctx context.Context, q querier) (bool, error) {
	tables, err := tablesOfSchema(ctx)
	if err != nil {
		return false, err
	}
	for _, table := range append([]string{"game"}, leafTables...) {
		var columns sql.NullString
		err := q.QueryRowContext(ctx, "SELECT group_concat(name, ' ' ORDER BY cid) FROM pragma_table_info(?)", table).Scan(&columns)
		if unreadable(err) || err == nil && columns.String != tables[table].columns {
			return false, nil
		}
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// connectDamaged opens a file that is shorter than it should be, or whose schema
// SQLite does not understand all of. A database in memory has it at its side, since
// such leave has to be given before the file is looked at.
func connectDamaged(ctx context.Context, dsn string) (*sql.DB, error) {
	beside := newArchive(func(options string) string { return "file::memory:?" + options })
	return beside.pool(ctx, readerSetup, "PRAGMA writable_schema = ON; ATTACH '"+strings.ReplaceAll(dsn, "'", "''")+"' AS damaged")
}

// hasGames reports whether a database has a table of games, with games in it.
func hasGames(ctx context.Context, pool querier, path string) error {
	var n int
	err := pool.QueryRowContext(ctx, "SELECT count(*) FROM pragma_table_info('game') WHERE name IN ('id', 'moves', 'checksum')").Scan(&n)
	if err == nil && n != 3 {
		return &NotArchiveError{Path: path, Msg: "no table of games is found in it"}
	}
	var other bool
	if pool.QueryRowContext(ctx, "SELECT count(*) > 0 AND sum(typeof(moves) = 'blob' AND typeof(checksum) = 'integer') IS 0 FROM (SELECT moves, checksum FROM game LIMIT 100)").Scan(&other) == nil && other {
		return &NotArchiveError{Path: path, Msg: "its table of games has something else in it"}
	}
	return err
}

// A salvager reads a damaged archive.
type salvager struct {
	*snapshot
	yield  func(*Game, error) error
	games  *gameChecker
	table  string              // one of gameTables
	wanted func(id int64) bool // the games that are to be read
	seen   idSet               // the ids of those that were

	onlySound bool // those that are not are left to be read from their pages
	lost      lostGames

	joined     lostGames // of the table of joined games
	joinedGone bool      // it cannot be read at all
	besides    Besides
}

// salvageGrain is how many games are given up together while the archive is read in
// order: what can be read of them is read page by page.
const salvageGrain = 128

// begin reads the rulesets, as far as it can.
func (s *salvager) begin(ctx context.Context) error {
	s.known = make(map[int64]rules.Ruleset)
	if err := eachRuleset(ctx, s.tx, func(id int64, r rules.Ruleset, err error) error {
		if err == nil {
			s.known[id] = r
		}
		return nil
	}); err != nil && !unreadable(err) {
		return err
	}
	s.games = newGameChecker(s.known)
	return nil
}

func (s *salvager) run(ctx context.Context) (lost lostGames, err error) {
	if err := s.begin(ctx); err != nil {
		return lost, err
	}
	of, err := s.bounds(ctx)
	if err != nil {
		return lost, err
	}
	if err := s.read(ctx, of, salvageGrain, s.lost.add); err != nil {
		return lost, err
	}
	if lost, err = s.indexed(ctx, s.lost, "game_identity"); err != nil {
		return lost, err
	}
	return lost, s.runBesides(ctx, &lost)
}

// runBesides reads the games that were joined into others, and counts the aliases.
// What is in place of lost games is left until these are looked for on all pages.
func (s *salvager) runBesides(ctx context.Context, lost *lostGames) error {
	var version int
	if err := s.tx.QueryRowContext(ctx, "PRAGMA damaged.user_version").Scan(&version); err == nil && version == 1 {
		s.besides.Aliases = 0 // it has neither
		return nil
	}
	var aliases int
	if err := s.tx.QueryRowContext(ctx, "SELECT count(*) FROM alias").Scan(&aliases); err == nil {
		s.besides.Aliases = aliases
	} else if !unreadable(err) {
		return err
	}
	s.table, s.wanted = "joined", func(id int64) bool { return !s.seen.has(id) && !lost.has(id) }
	s.lost = lostGames{}
	var first, last sql.NullInt64
	err := s.tx.QueryRowContext(ctx, "SELECT (SELECT min(id) FROM joined), (SELECT max(id) FROM joined)").Scan(&first, &last)
	switch {
	case unreadable(err):
		s.joinedGone = true
	case err != nil:
		return err
	case first.Valid:
		if err := s.read(ctx, ids{first.Int64, last.Int64}, salvageGrain, s.lost.add); err != nil {
			return err
		}
	}
	s.joined, err = s.indexed(ctx, s.lost, "joined_kept")
	return err
}

// read reads the games of some ids, and calls gone with those that cannot be read,
// as past does.
func (s *salvager) read(ctx context.Context, of ids, grain int64, gone func(ids, error) error) error {
	return past(of, grain, func(of ids) (last int64, ok bool, err error) {
		err = s.games.eachOf(ctx, s.tx, s.table, of, func(g *Game, faults []string, derived bool) error {
			last, ok = g.ID, true
			return s.salvage(g, faults, derived, nil)
		})
		return last, ok, err
	}, func(of ids, err error) error {
		if of.first == of.last {
			if done, err := s.alone(ctx, of.first); done || err != nil {
				return err
			}
		}
		return gone(of, err)
	})
}

// salvage yields a game that was read, as it was archived if that can be found
// out. Missing are its names that cannot be read.
func (s *salvager) salvage(g *Game, faults []string, derived bool, missing error) error {
	if !s.wanted(g.ID) {
		return nil
	}
	if len(faults) == 0 {
		return s.found(g, nil)
	}
	if g.Source == "" { // a game is not lost for that
		g.Source = "?"
		derived = derived || s.games.restore(g)
	}
	if derived || s.games.underAnyRules(g) {
		restored, err := restored(g, &s.games.preparer.p)
		if err != nil {
			return err // it was prepared from what it is read from: never
		}
		return s.found(restored, nil)
	}
	var err error = ErrChecksum
	switch {
	case g.Tags == nil || s.games.row.checksum == s.games.checksum(g.Tags):
		err = errors.New(faults[0])
	case missing != nil:
		err = fmt.Errorf("%w; %w", missing, err)
	}
	damage := &DamagedError{g.ID, err}
	if s.onlySound {
		return s.lost.add(ids{g.ID, g.ID}, damage)
	}
	return s.found(g, damage)
}

// found yields a game that is not looked for any longer.
func (s *salvager) found(g *Game, damage error) error {
	s.seen.add(g.ID)
	if s.table == "joined" {
		s.besides.Joined++
	}
	return s.yield(g, damage)
}

// restored returns a game as its record was prepared.
func restored(g *Game, p *Prepared) (*Game, error) {
	r := &Game{ID: g.ID, Rules: p.game.rules, Source: g.Source, SourceLine: g.SourceLine, SourceGame: g.SourceGame, Engine: g.Engine,
		Verdict: p.verdict, Result: p.game.result, Score: p.game.score, HasScore: p.game.hasScore}
	return r, r.setText(&p.game, p.game.first)
}

// underAnyRules looks for the ruleset of a game whose own cannot be read: it is
// the one under which the record has its checksum.
func (g *gameChecker) underAnyRules(game *Game) bool {
	if game.Rules.Game != 0 {
		return false
	}
	for _, kind := range replay.Games() {
		lo, hi := kind.Boards()
		for pits := lo; pits <= hi; pits++ {
			usual, err := replay.ParseRuleset(kind, pits, "")
			if err != nil {
				continue
			}
			for _, r := range replay.Readings(usual) {
				if g.under(game, r) {
					g.known[g.ruleset] = r // and of the games to come
					return true
				}
			}
		}
	}
	return false
}

// under reports whether the record of a game has its checksum under a ruleset.
func (g *gameChecker) under(game *Game, r rules.Ruleset) bool {
	row := g.row
	row.rules = r
	other := *game
	other.Rules = r
	if other.setText(&row, row.first) != nil {
		return false
	}
	var sum int64
	if sum, g.sum = row.sum(g.sum, other.Tags); sum != row.checksum {
		return false
	}
	return g.archived(&other)
}

// alone reads a game by itself, and its names one by one, where SQLite cannot read
// it with them.
func (s *salvager) alone(ctx context.Context, id int64) (done bool, err error) {
	names := []struct{ column, table, name, tag, read string }{
		{"event", "event", "name", "Event", "event.name"}, {"site", "site", "name", "Site", "site.name"},
		{"south", "player", "name", "South", "south.name"}, {"north", "player", "name", "North", "north.name"},
		{"source", "source", "path", "", "source.path"},
	}
	columns := checkedColumns
	for _, id := range []string{"south.personal_id", "north.personal_id"} {
		columns = strings.Replace(columns, id, "NULL", 1) // the record has it too
	}
	var args []any
	var missing error
	for _, n := range names {
		name, err := s.name(ctx, id, n.column, n.table, n.name)
		switch {
		case n.tag == "" && !name.ok:
			name = opt{"?", true} // a game is not lost for that
		case err != nil && missing == nil:
			missing = fmt.Errorf("its %s cannot be read", n.tag)
		case err != nil:
			missing = fmt.Errorf("%w, nor its %s", missing, n.tag)
		}
		columns = strings.Replace(columns, n.read, fmt.Sprintf("?%d", len(args)+1), 1)
		args = append(args, name.value())
	}
	rows, err := s.tx.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s AS game WHERE id = ?%d", columns, s.table, len(args)+1), append(args, id)...)
	if err == nil {
		err = each(rows, func() error {
			g, faults, derived := s.games.next(rows)
			done = true
			return s.salvage(g, faults, derived, missing)
		})
	}
	if unreadable(err) {
		return done, nil
	}
	return done, err
}

// name returns a name that a game refers to.
func (s *salvager) name(ctx context.Context, game int64, column, table, name string) (n opt, err error) {
	rows, err := s.tx.QueryContext(ctx, fmt.Sprintf("SELECT %s FROM %s WHERE id = (SELECT %s FROM %s WHERE id = ?)", name, table, column, s.table), game)
	if err != nil {
		return opt{}, err
	}
	err = each(rows, func() error { return rows.Scan(&n) })
	return n, err
}

// lostGames are games that could not be read.
type lostGames struct {
	gaps
	sure bool // they are those of the index of the games; else all that may have been there
}

// has reports whether a game is among them.
func (l *lostGames) has(id int64) bool {
	at, found := slices.BinarySearchFunc(l.gaps, id, func(g gap, id int64) int { return cmp.Compare(g.last, id) })
	return found || at < len(l.gaps) && l.gaps[at].ids.has(id)
}

// indexed returns which games are lost by an index of them, if that can be read to
// its end.
func (s *salvager) indexed(ctx context.Context, lost lostGames, index string) (lostGames, error) {
	var missing []int64
	err := s.eachID(ctx, "SELECT id FROM "+s.table+" INDEXED BY "+index, func(id int64) {
		if !s.seen.has(id) {
			missing = append(missing, id)
		}
	})
	if ctx.Err() != nil {
		return lost, ctx.Err()
	}
	if err != nil {
		return lost, nil
	}
	cause := errors.New("it is not where the index says")
	if len(lost.gaps) > 0 {
		cause = lost.gaps[0].err
	}
	slices.Sort(missing)
	sure := lostGames{sure: true}
	for _, id := range missing {
		sure.add(ids{id, id}, cause)
	}
	return sure, nil
}

// tell tells which games are lost for good.
func (s *salvager) tell(lost lostGames) error {
	var gone gaps
	for _, gap := range lost.gaps {
		for id := gap.first; id <= gap.last; id++ {
			if !s.seen.has(id) {
				gone.add(ids{id, id}, gap.err)
			}
		}
	}
	for _, gap := range gone {
		if err := s.yield(nil, &LostError{gap.first, gap.last, lost.sure, gap.err}); err != nil {
			return err
		}
	}
	return nil
}

// An idSet is a set of ids, which are mostly in runs.
type idSet map[int64]uint64

func (s idSet) add(id int64)      { s[id>>6] |= 1 << (id & 63) }
func (s idSet) has(id int64) bool { return s[id>>6]>>(id&63)&1 == 1 }
