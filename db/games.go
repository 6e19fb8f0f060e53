package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Game is an archived game.
type Game struct {
	ID    int64
	Rules rules.Ruleset
	Start rules.State
	Moves []rules.Move // forced passes included

	Tags        []notation.Tag        // all of the canonical record, in its order
	Annotations []notation.Annotation // all of the canonical record
	Claims      []replay.Claim        // captures that the record states and the replay contradicts
	Closing     notation.Close        // the token that closes the canonical record

	Verdict  replay.Verdict
	Result   notation.Result // the replay's where the game is complete, else the record's, notation.Unknown where it has none
	Score    [2]int
	HasScore bool

	Source     string
	SourceLine int // where its record begins in the source: line from 1
	SourceGame int // its number in the source, from 1
	Engine     int // version of the rules engine that judged it
}

// A Speller makes the canonical records of archived games. It may be used for
// any number of them, but by one goroutine at a time.
type Speller struct {
	replayer *replay.Replayer
	rec, out notation.Record
	line     replay.Line
}

// NewSpeller returns a Speller.
func NewSpeller() *Speller { return &Speller{replayer: replay.NewReplayer(replay.Assume{})} }

// Line replays a game as its record is kept, and judges it anew: line.Verdict
// differs from g.Verdict where another engine judged it. A contradiction that
// only the positions or counts of a json line made is not met again, as the
// canonical record does not have them. The line is the Speller's, until it is
// used again.
func (sp *Speller) Line(g *Game) *replay.Line {
	items := slices.Grow(sp.rec.Items[:0], len(g.Moves))[:len(g.Moves)]
	sp.rec = notation.Record{
		Number: int(g.ID), Tags: g.Tags, Style: notation.Letters, NorthFirst: g.Start.ToMove == rules.North,
		Close: g.Closing, Claims: notation.Claims{Plies: -1}, Items: items,
	}
	for i, m := range g.Moves {
		items[i] = notation.Item{Kind: notation.Pass, Captured: notation.NoCapture}
		if m == rules.Pass {
			continue
		}
		p := rules.Pit(m)
		items[i].Kind, items[i].Pit = notation.South, uint8(g.Rules.FromLeft(p))
		if g.Rules.Owner(p) == rules.North {
			items[i].Kind = notation.North
		}
	}
	for _, c := range g.Claims {
		items[c.Ply-1].Captured = int16(c.Captured)
	}
	sp.replayer.Replay(&sp.rec, &sp.line)
	return &sp.line
}

// Record returns the canonical record of a game, and the line that Line returns:
// notation.Append makes the same bytes of it as at the import. Both are the
// Speller's, until it is used again.
func (sp *Speller) Record(g *Game) (*notation.Record, *replay.Line, error) {
	line := sp.Line(g)
	if err := line.Record(&sp.out, g.Tags, g.Annotations); err != nil {
		return nil, nil, fmt.Errorf("game %d of the archive: %w", g.ID, err)
	}
	return &sp.out, line, nil
}

// An Order is the order of a list of games; ties are in the order of the ids.
type Order struct {
	By         string // one of Orders; "" is "id"
	Descending bool
}

// Orders lists what games can be ordered by.
var Orders = []string{"id", "date", "event", "site", "south", "north", "round", "plies", "result", "margin", "game", "source"}

// byID is the order of the ids.
const byID = "game.id"

// orderExprs are the expressions of Orders.
var orderExprs = map[string]string{
	"id":     byID,
	"date":   "game.date_from",
	"event":  "event.folded",
	"site":   "site.folded",
	"south":  "south.folded",
	"north":  "north.folded",
	"round":  "CAST(game.round AS REAL)",
	"plies":  "game.plies",
	"result": "game.result",
	"margin": "game.south_score - game.north_score",
	"game":   "game.ruleset",
	"source": "source.path",
}

// sql returns the ORDER BY clause. Games without a value come last.
func (o Order) sql() (string, error) {
	expr, ok := orderExprs[cmp.Or(o.By, "id")]
	if !ok {
		return "", &FilterError{"sort", fmt.Sprintf("games are not sorted by %s, but by %s", replay.Quote(o.By), strings.Join(Orders, ", "))}
	}
	direction := "ASC"
	if o.Descending {
		direction = "DESC"
	}
	if expr == byID {
		return byID + " " + direction, nil
	}
	return fmt.Sprintf("%s %s NULLS LAST, game.id", expr, direction), nil
}

// viewFor runs f on a snapshot that is fit for the filter.
func (a *Archive) viewFor(ctx context.Context, filter *Filter, f func(s *snapshot) error) error {
	if len(filter.Positions) > 0 {
		return a.scanView(ctx, f)
	}
	return a.view(ctx, f)
}

// A DamagedError is the error of an archived game that makes no sense.
type DamagedError struct {
	ID  int64
	Err error
}

func (e *DamagedError) Error() string {
	return fmt.Sprintf("game %d of the archive is damaged: %s", e.ID, toPlain(e.Err.Error()))
}
func (e *DamagedError) Unwrap() error { return e.Err }

// Games calls yield with each game that the filter chooses, in order, at most
// limit of them; limit 0 is no limit. An error of yield ends it and is
// returned; a game that is damaged ends it with a *DamagedError. The game is
// yield's to keep.
func (a *Archive) Games(ctx context.Context, f Filter, order Order, limit int, yield func(*Game) error) error {
	return a.EachGame(ctx, f, order, limit, sound(yield))
}

// EachGame is Games, but goes on behind a game that is damaged: yield is called
// with what is the matter with it, and with what could be read of it.
func (a *Archive) EachGame(ctx context.Context, f Filter, order Order, limit int, yield func(*Game, *DamagedError) error) error {
	by, err := order.sql()
	if err != nil {
		return err
	}
	return a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		return games(ctx, s, w, by, limit, yield)
	})
}

// games reads the games of a condition.
func games(ctx context.Context, s *snapshot, w *where, by string, limit int, yield func(*Game, *DamagedError) error) error {
	return gamesFrom(ctx, s, "game", w, by, limit, yield)
}

// gamesOf calls yield with the games that have these ids, in the order of the
// ids. A game that is damaged ends it.
func gamesOf(ctx context.Context, s *snapshot, ids []int64, yield func(*Game) error) error {
	var w where
	w.listed(ids)
	return games(ctx, s, &w, byID, 0, sound(yield))
}

// listGames returns the games that have these ids, in the order of the ids.
func listGames(ctx context.Context, s *snapshot, ids []int64) (list []*Game, err error) {
	err = gamesOf(ctx, s, ids, func(g *Game) error {
		list = append(list, g)
		return nil
	})
	return list, err
}

// sound returns yield for games of which none may be damaged.
func sound(yield func(*Game) error) func(*Game, *DamagedError) error {
	return func(g *Game, damage *DamagedError) error {
		if damage != nil {
			return damage
		}
		return yield(g)
	}
}

// gamesFrom reads the games of a condition from game, or from another table that
// has its columns, and which the condition calls game all the same.
func gamesFrom(ctx context.Context, s *snapshot, table string, w *where, by string, limit int, yield func(*Game, *DamagedError) error) error {
	known, err := s.rulesets(ctx)
	if err != nil {
		return err
	}
	if limit == 0 {
		limit = -1
	}
	chosen := "WHERE " + w.sql() + " ORDER BY " + by + " LIMIT ?"
	if limit > 0 && limit <= maxSortedApart && !strings.HasPrefix(by, byID) {
		// Sorting the ids alone does not read what all other games have besides.
		chosen = "WHERE game.id IN (SELECT game.id FROM " + table + readJoins + " " + chosen + ") ORDER BY " + by
	}
	rows, err := s.tx.QueryContext(ctx, "SELECT "+readColumns+" FROM "+table+readJoins+" "+chosen, append(w.args, limit)...)
	if err != nil {
		return err
	}
	r := gameReader{known: known}
	return each(rows, func() error { return yield(r.read(rows)) })
}

// maxSortedApart is of up to how many games the ids are sorted before the games are
// read.
const maxSortedApart = 20000

// What a gameReader reads.
const (
	readColumns = `game.id, ruleset, verdict, result, plies, south_score, north_score, moves, north_first, start,
		event.name, site.name, date, round, south.name, north.name, termination, match, match_target,
		tags, all_tags, annotations, claims, source.path, line, number, engine, checksum`
	readJoins = ` AS game
		LEFT JOIN source ON source.id = game.source
		LEFT JOIN event ON event.id = game.event
		LEFT JOIN site ON site.id = game.site
		LEFT JOIN player AS south ON south.id = game.south
		LEFT JOIN player AS north ON north.id = game.north`
)

// A gameReader reads games, and what is the matter with them.
type gameReader struct {
	known   map[int64]rules.Ruleset
	row     gameRow // of the last game
	ruleset int64   // its id
	sum     []byte  // what its checksum was made of
}

// read reads a row of readColumns, with more columns behind them. Of a game that
// is damaged it returns what could be read.
func (r *gameReader) read(rows *sql.Rows, more ...any) (*Game, *DamagedError) {
	g := new(Game)
	r.row = gameRow{}
	row := &r.row
	var verdict, result, northFirst int64
	var south, north sql.NullInt64
	var source opt
	if err := rows.Scan(append([]any{&g.ID, &r.ruleset, &verdict, &result, &row.plies, &south, &north, &row.moves, &northFirst, &row.start,
		&row.event.opt, &row.site.opt, &row.date, &row.round, &row.south.opt, &row.north.opt, &row.termination, &row.match, &row.matchTarget,
		&row.tags, &row.allTags, &row.annotations, &row.claims, &source, &g.SourceLine, &g.SourceGame, &g.Engine, &row.checksum}, more...)...); err != nil {
		return g, &DamagedError{g.ID, err}
	}
	row.rules, row.result = r.known[r.ruleset], notation.Result(result)
	row.score, row.hasScore = [2]int{int(south.Int64), int(north.Int64)}, south.Valid
	row.first = rules.Side(min(uint64(northFirst), 2))

	g.Rules, g.Verdict, g.Result, g.Score, g.HasScore, g.Source = row.rules, replay.Verdict(verdict), row.result, row.score, row.hasScore, source.text
	err := g.setText(row, row.first)
	switch {
	case row.rules.Game == 0:
		err = fmt.Errorf("there is no ruleset %d", r.ruleset)
	case err == nil:
		err = judgeable(verdict, result)
	}
	switch {
	case err != nil:
	case row.plies != len(g.Moves):
		err = fmt.Errorf("it has %d plies and %d moves", row.plies, len(g.Moves))
	case row.checksum != r.checksum(g.Tags):
		err = ErrChecksum
	case !source.ok:
		err = errors.New("its source is missing")
	}
	if err != nil {
		return g, &DamagedError{g.ID, err}
	}
	return g, nil
}

// judgeable says what is the matter with a game of such a verdict and result.
func judgeable(verdict, result int64) error {
	switch {
	case verdict < int64(replay.Contradiction) || verdict > int64(replay.Unfinished):
		return fmt.Errorf("its verdict is %d", verdict)
	case result < int64(notation.Unknown) || result > int64(notation.Draw):
		return fmt.Errorf("its result is %d", result)
	}
	return nil
}

// ErrChecksum is what is the matter with a game that has been altered since it was
// archived: nothing in it makes no sense, but it is another game.
var ErrChecksum = errors.New("its record is not the one that was archived, as the checksum tells")

// checksum computes the checksum of the last game anew, whose tags these are.
func (r *gameReader) checksum(tags []notation.Tag) (sum int64) {
	sum, r.sum = r.row.sum(r.sum, tags)
	return sum
}

// setText takes apart what the archive keeps as text.
func (g *Game) setText(row *gameRow, first rules.Side) (err error) {
	if g.Rules.Game == 0 {
		return errors.New("it is under no ruleset")
	}
	if g.Start, err = startState(&g.Rules, row.start); err != nil {
		return err
	}
	if g.Moves, err = unpackMoves(make([]rules.Move, 0, 2*len(row.moves)), &g.Rules, g.Start.ToMove, row.moves); err != nil {
		return err
	}
	if g.Tags, err = row.allOf(); err != nil {
		return err
	}
	if err := fromJSON(row.annotations, &g.Annotations); err != nil {
		return fmt.Errorf("its annotations: %w", err)
	}
	var c claims
	if err := fromJSON(row.claims, &c); err != nil {
		return fmt.Errorf("its claims: %w", err)
	}
	for _, claim := range c.Captures {
		if claim.Ply < 1 || claim.Ply > len(g.Moves) {
			return fmt.Errorf("its claims are of ply %d", claim.Ply)
		}
	}
	g.Claims, g.Closing = c.Captures, row.closing(&c)
	if first != g.Start.ToMove {
		return misplacedStart(first)
	}
	return nil
}

// misplacedStart is the error of a game whose start leaves the other side to move.
func misplacedStart(first rules.Side) error {
	if first > rules.North {
		return errors.New("it is opened by neither side")
	}
	return fmt.Errorf("%v opens it, and in the position where it starts the other side is to move", first)
}

// Count returns the number of games that the filter chooses.
func (a *Archive) Count(ctx context.Context, f Filter) (n int, err error) {
	err = a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		return s.tx.QueryRowContext(ctx, "SELECT count(*) FROM game WHERE "+w.sql(), w.args...).Scan(&n)
	})
	return n, err
}

// A RulesetCount is the number of games under a ruleset.
type RulesetCount struct {
	Ruleset rules.Ruleset
	Games   int
}

// Rulesets returns the rulesets of the games that the filter chooses, the most
// played first.
func (a *Archive) Rulesets(ctx context.Context, f Filter) (list []RulesetCount, err error) {
	err = a.viewFor(ctx, &f, func(s *snapshot) error {
		w, err := f.condition(ctx, s)
		if err != nil {
			return err
		}
		known, err := s.rulesets(ctx)
		if err != nil {
			return err
		}
		from, n := "game", "count(*)"
		if f.onlyRules().Empty() { // the statistics have counted all but the contradictory
			from = "(SELECT ruleset, n FROM tally WHERE measure = 'verdict' UNION ALL SELECT ruleset, 1 FROM game WHERE verdict = 3) AS game"
			n = "sum(n)"
		}
		rows, err := s.tx.QueryContext(ctx, "SELECT ruleset, "+n+" FROM "+from+" WHERE "+w.sql()+" GROUP BY ruleset ORDER BY 2 DESC, 1", w.args...)
		if err != nil {
			return err
		}
		return each(rows, func() error {
			var id int64
			var c RulesetCount
			err := rows.Scan(&id, &c.Games)
			c.Ruleset = known[id]
			list = append(list, c)
			return err
		})
	})
	return list, err
}
