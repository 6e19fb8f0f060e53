package db

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
)

// OpenAsIs opens the archive at path to look things up in it, and nothing else: an
// archive of another version is an error and is not upgraded, and so is what is no
// regular file, which opening might wait for.
func OpenAsIs(ctx context.Context, path string) (*Archive, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, &NotArchiveError{Path: path, Msg: "it is no regular file"}
	}
	a, err := openAsIs(ctx, path)
	if old := new(oldError); errors.As(err, &old) {
		return nil, &NotArchiveError{Path: path, Msg: old.Error()}
	}
	return a, err
}

// A NameKind is what names are of.
type NameKind int

// What an archive has names of.
const (
	PlayerNames NameKind = iota
	EventNames
	SiteNames
	MatchNames
	SourceNames
)

// nameQueries find the names from ?1 up to ?2, at most ?3 of them, each by one
// search of an index, or one for each name.
var nameQueries = map[NameKind]string{
	PlayerNames: "SELECT name FROM player WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3",
	EventNames:  "SELECT name FROM event WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3",
	SiteNames:   "SELECT name FROM site WHERE folded >= ?1 AND folded < ?2 ORDER BY folded LIMIT ?3",
	MatchNames: `WITH RECURSIVE found (name) AS (
			SELECT * FROM (SELECT match FROM game WHERE match >= ?1 AND match < ?2 ORDER BY match LIMIT 1)
			UNION ALL
			SELECT (SELECT match FROM game WHERE match > found.name AND match < ?2 ORDER BY match LIMIT 1) FROM found WHERE found.name IS NOT NULL)
		SELECT name FROM found WHERE name IS NOT NULL LIMIT ?3`,
	SourceNames: "SELECT path FROM source WHERE path >= ?1 AND path < ?2 ORDER BY path LIMIT ?3",
}

// Names returns names that begin with prefix, at most limit of them, in their order.
// Those of players, events and sites are compared folded, the others as they are.
func (a *Archive) Names(ctx context.Context, kind NameKind, prefix string, limit int) ([]string, error) {
	if kind == PlayerNames || kind == EventNames || kind == SiteNames {
		prefix = fold(prefix)
	}
	rows, err := a.readers.QueryContext(ctx, nameQueries[kind], prefix, prefix+"\U0010FFFF", limit)
	if err != nil {
		return nil, inWords(err)
	}
	defer rows.Close()
	var list []string
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		list = append(list, name)
	}
	return list, inWords(rows.Err())
}

// An IDLabel is the number of a game, or of a reject, and a few words on it.
type IDLabel struct {
	ID    int64
	Label string // "A. Player - B. Player, 2024"; a reject's source
}

// GameIDs returns the numbers of games that begin with the digits of prefix, at most
// limit of them, the shorter ones first.
func (a *Archive) GameIDs(ctx context.Context, prefix string, limit int) ([]IDLabel, error) {
	return a.ids(ctx, prefix, limit, `SELECT game.id, coalesce(south.name, '?') || ' - ' || coalesce(north.name, '?') || coalesce(', ' || date, '')
		FROM game LEFT JOIN player AS south ON south.id = game.south LEFT JOIN player AS north ON north.id = game.north
		WHERE game.id BETWEEN ? AND ? ORDER BY game.id LIMIT ?`)
}

// RejectIDs is GameIDs for rejects.
func (a *Archive) RejectIDs(ctx context.Context, prefix string, limit int) ([]IDLabel, error) {
	return a.ids(ctx, prefix, limit, `SELECT reject.id, path || ':' || line FROM reject JOIN source ON source.id = reject.source
		WHERE reject.id BETWEEN ? AND ? ORDER BY reject.id LIMIT ?`)
}

// ids runs a query for each length that a number with these first digits can have.
func (a *Archive) ids(ctx context.Context, prefix string, limit int, query string) ([]IDLabel, error) {
	if prefix == "" {
		return a.labels(ctx, query, 1, int64(math.MaxInt64), limit)
	}
	first, err := strconv.ParseInt(prefix, 10, 64)
	if err != nil || first < 1 || strconv.FormatInt(first, 10) != prefix {
		return nil, nil // no number begins so
	}
	var list []IDLabel
	for lo, hi := first, first; len(list) < limit; lo, hi = 10*lo, 10*hi+9 {
		some, err := a.labels(ctx, query, lo, hi, limit-len(list))
		if err != nil {
			return nil, err
		}
		list = append(list, some...)
		if hi > (math.MaxInt64-9)/10 {
			break
		}
	}
	return list, nil
}

func (a *Archive) labels(ctx context.Context, query string, args ...any) ([]IDLabel, error) {
	rows, err := a.readers.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("looking numbers up: %w", inWords(err))
	}
	defer rows.Close()
	var list []IDLabel
	for rows.Next() {
		var l IDLabel
		if err := rows.Scan(&l.ID, &l.Label); err != nil {
			return nil, err
		}
		list = append(list, l)
	}
	return list, inWords(rows.Err())
}
