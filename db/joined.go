package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"alai/replay"
)

// JoinOptions change how games are joined and given back.
type JoinOptions struct {
	All    bool // the filter may be empty, for all games
	DryRun bool // change nothing
}

// A Join is a group of games that are one now.
type Join struct {
	Why    Likeness
	Kept   int64     // the game that is left
	Joined []int64   // the games that were joined into it, in the order of their ids
	Added  Additions // to its record
}

// JoinDuplicates joins each group of likely duplicates, of the games that the
// filter chooses, into one game: the fullest, which keeps its id and gets the tags
// and annotations of the others that it lacks. The others are kept as they are,
// and UndoJoins gives them back. A group of which some were joined before is
// joined anew, with those. Where that is not possible nothing is changed and the
// error is a *RefusedError.
func (a *Archive) JoinDuplicates(ctx context.Context, f Filter, opt JoinOptions) (joins []Join, err error) {
	err = a.change(ctx, opt.DryRun, func(w *writer) error {
		of, err := f.chosen(ctx, w.snapshot(), opt.All)
		if err != nil {
			return err
		}
		j := newJoiner(w)
		if err := w.snapshot().likelyGroups(ctx, of, func(why Likeness, ids []int64) error {
			join, err := j.join(ctx, ids)
			join.Why = why
			joins = append(joins, join)
			return err
		}); err != nil {
			return err
		}
		return j.end()
	})
	if err != nil {
		return nil, err
	}
	return joins, nil
}

// UndoJoins gives the games back that were joined into those that the filter
// chooses, and takes away what was added to the records of these. All is then as
// if they had not been joined. Where what was changed since does not allow it
// nothing is changed and the error is a *RefusedError.
func (a *Archive) UndoJoins(ctx context.Context, f Filter, opt JoinOptions) (undone []Join, err error) {
	err = a.change(ctx, opt.DryRun, func(w *writer) error {
		of, err := f.chosen(ctx, w.snapshot(), opt.All)
		if err != nil {
			return err
		}
		ids, err := w.ids(ctx, "SELECT id FROM game WHERE "+of.and("game.id IN (SELECT kept FROM joined)").sql()+" ORDER BY id", of.args...)
		if err != nil {
			return err
		}
		j := newJoiner(w)
		for _, id := range ids {
			if err := ctx.Err(); err != nil {
				return err
			}
			join, err := j.undo(ctx, id)
			if err != nil {
				return err
			}
			undone = append(undone, join)
		}
		return j.end()
	})
	if err != nil {
		return nil, err
	}
	return undone, nil
}

// JoinedInto returns the game that a game is joined into, 0 where it is joined into
// none.
func (a *Archive) JoinedInto(ctx context.Context, id int64) (kept int64, err error) {
	err = a.view(ctx, func(s *snapshot) error {
		return s.tx.QueryRowContext(ctx, "SELECT ifnull((SELECT kept FROM joined WHERE id = ? AND id <> kept), 0)", id).Scan(&kept)
	})
	return kept, err
}

// chosen is definite, unless all games may be meant.
func (f *Filter) chosen(ctx context.Context, s *snapshot, all bool) (*where, error) {
	if all {
		return f.condition(ctx, s)
	}
	return f.definite(ctx, s)
}

// A joiner joins games, and gives them back.
type joiner struct {
	w      *writer
	tagger tagger // it changes the records of those that are kept
}

func newJoiner(w *writer) *joiner { return &joiner{w: w, tagger: newTagger(w, nil)} }

// end writes the statistics out.
func (j *joiner) end() error {
	if err := j.w.flush(); err != nil {
		return err
	}
	return j.w.dropEmpty()
}

// text returns the record of a game as the text of a copy.
func (j *joiner) text(g *Game) ([]byte, error) {
	rec, _, err := j.tagger.speller.Record(g)
	if err != nil {
		return nil, err
	}
	return copyText(rec), nil
}

// prepare makes a game with a changed record ready.
func (j *joiner) prepare(g *Game) (*Prepared, error) {
	rec, _, err := j.tagger.speller.Record(g)
	if err != nil {
		return nil, err
	}
	return j.tagger.prepare(g, rec)
}

// join joins the games with these ids, and those that were joined into them
// before.
func (j *joiner) join(ctx context.Context, ids []int64) (join Join, err error) {
	if ids, err = j.apart(ctx, ids); err != nil {
		return join, err
	}
	group, err := listGames(ctx, j.w.snapshot(), ids)
	if err != nil {
		return join, err
	}
	kept := slices.MinFunc(group, compareFullness)
	others := slices.DeleteFunc(group, func(g *Game) bool { return g == kept })
	slices.SortFunc(others, compareFullness)
	was, err := j.text(kept)
	if err != nil {
		return join, err
	}
	added, p, err := j.add(kept, others, ids)
	if err != nil {
		return join, err
	}
	if err := j.take(kept, ids, &added, p, was); err != nil {
		return join, err
	}
	return Join{Kept: kept.ID, Joined: slices.DeleteFunc(ids, func(id int64) bool { return id == kept.ID }), Added: added}, nil
}

// apart undoes the joins into games, and returns the ids of all there are then.
func (j *joiner) apart(ctx context.Context, ids []int64) ([]int64, error) {
	kept, err := j.w.ids(ctx, "SELECT id FROM joined WHERE id = kept AND id IN (SELECT value FROM json_each(?))", toJSON(ids))
	if err != nil {
		return nil, err
	}
	ids = slices.Clone(ids)
	for _, id := range kept {
		join, err := j.undo(ctx, id)
		if err != nil {
			return nil, err
		}
		ids = append(ids, join.Joined...)
	}
	slices.Sort(ids)
	return ids, nil
}

// compareFullness orders games by what there is of them, the fullest first.
func compareFullness(g, h *Game) int {
	contradictory := func(g *Game) int {
		if g.Verdict == replay.Contradiction {
			return 1
		}
		return 0
	}
	values := func(g *Game) (n int) {
		for _, tag := range g.Tags {
			if !isUnknown(tag.Value) {
				n++
			}
		}
		return n
	}
	return cmp.Or(
		cmp.Compare(contradictory(g), contradictory(h)),
		cmp.Compare(len(h.Moves), len(g.Moves)),
		cmp.Compare(g.Verdict, h.Verdict), // complete, decided, unfinished
		cmp.Compare(values(h), values(g)),
		cmp.Compare(len(h.Annotations), len(g.Annotations)),
		cmp.Compare(g.ID, h.ID),
	)
}

// add returns what a game gets from the others of its group, which has these ids,
// and the game with that made ready; nothing where it gets nothing. Where that
// would make it a game outside the group, or one of another verdict, it gets
// neither the tags that make the game nor what is behind a lost move.
func (j *joiner) add(kept *Game, others []*Game, ids []int64) (added Additions, p *Prepared, err error) {
	for _, careful := range []bool{false, true} {
		full := *kept
		if added = addAll(&full, others, careful); added.empty() {
			return added, nil, nil
		}
		p, err = j.prepare(&full)
		if err != nil && (careful || !errors.As(err, new(*RefusedError))) {
			return added, nil, err
		}
		if err != nil || p.verdict != kept.Verdict {
			continue
		}
		holder, found, err := j.w.holder(&p.game.identity)
		if err != nil {
			return added, nil, err
		}
		if !found || slices.Contains(ids, holder) {
			return added, p, nil
		}
	}
	return Additions{}, nil, nil
}

// take joins the games with these ids into one of them, which was that text and
// becomes p, unless that is nil.
func (j *joiner) take(kept *Game, ids []int64, added *Additions, p *Prepared, was []byte) error {
	w := j.w
	var all, others where
	all.listed(ids)
	others.listed(slices.DeleteFunc(slices.Clone(ids), func(id int64) bool { return id == kept.ID }))
	if err := w.exec("INSERT INTO joined ("+rowColumns+", kept) SELECT "+rowColumns+", ? FROM game WHERE "+all.sql(),
		append([]any{kept.ID}, all.args...)...); err != nil {
		return err
	}
	if err := w.exec("INSERT INTO joined_copy SELECT * FROM copy WHERE game IN (SELECT id FROM joined WHERE kept = ?)", kept.ID); err != nil {
		return err
	}
	if err := w.dropGames(&others); err != nil {
		return err
	}
	if p != nil {
		if err := j.tagger.replace(kept, p, was); err != nil {
			return err
		}
	}
	if err := w.exec("UPDATE joined SET added = ?, made = (SELECT checksum FROM game WHERE game.id = joined.id) WHERE id = ?",
		toJSON(added), kept.ID); err != nil {
		return err
	}
	return w.noteJoined(kept.ID)
}

// undo gives the games back that were joined into one.
func (j *joiner) undo(ctx context.Context, kept int64) (join Join, err error) {
	w := j.w
	join.Kept = kept
	changed, err := j.changed(ctx, kept, &join.Added)
	if err != nil {
		return join, err
	}
	later, err := j.laterCopies(ctx, kept)
	if err != nil {
		return join, err
	}
	if join.Joined, err = w.ids(ctx, "SELECT id FROM joined WHERE kept = ? AND id <> kept ORDER BY id", kept); err != nil {
		return join, err
	}
	if err := j.restore(kept, join.Joined); err != nil {
		return join, err
	}
	if changed != nil {
		if err := j.change(ctx, changed); err != nil {
			return join, err
		}
	}
	return join, j.addLater(kept, join.Joined, later)
}

// changed returns a game that was kept, without what was added to its record, if
// that was changed since; else nil.
func (j *joiner) changed(ctx context.Context, kept int64, added *Additions) (g *Game, err error) {
	var stored opt
	var same bool
	if err := j.w.conn.QueryRowContext(ctx, "SELECT added, made = game.checksum FROM joined JOIN game USING (id) WHERE id = ?", kept).
		Scan(&stored, &same); err != nil {
		return nil, err
	}
	if err := fromJSON(stored, added); err != nil {
		return nil, fmt.Errorf("what was added to game %d: %w", kept, err)
	}
	if same {
		return nil, nil
	}
	list, err := listGames(ctx, j.w.snapshot(), []int64{kept})
	if err != nil {
		return nil, err
	}
	added.takeFrom(list[0])
	return list[0], nil
}

// laterCopies returns the copies that a game got after others were joined into it.
func (j *joiner) laterCopies(ctx context.Context, kept int64) (list []sourceText, err error) {
	rows, err := j.w.conn.QueryContext(ctx, `
		SELECT source, line, number, checksum, text FROM copy
		WHERE game = ? AND (source, checksum) NOT IN (SELECT source, checksum FROM joined_copy WHERE joined_copy.game = copy.game)
		ORDER BY id`, kept)
	if err != nil {
		return nil, err
	}
	same := false
	err = each(rows, func() error {
		t := sourceText{place: textPlace{column: 1}}
		err := rows.Scan(&t.source, &t.place.line, &t.place.number, &t.checksum, &t.text)
		same = same || t.text == nil
		list = append(list, t)
		return err
	})
	if err != nil || !same {
		return list, err
	}
	games, err := listGames(ctx, j.w.snapshot(), []int64{kept})
	if err != nil {
		return nil, err
	}
	text, err := j.text(games[0])
	for i := range list {
		if list[i].text == nil {
			list[i].text = text
		}
	}
	return list, err
}

// restore puts the games of a group back as they were, with the copies that they
// had.
func (j *joiner) restore(kept int64, joined []int64) error {
	w := j.w
	var one, all where
	one.listed([]int64{kept})
	all.listed(append(slices.Clone(joined), kept))
	if err := w.forgetJoined(kept); err != nil {
		return err
	}
	if err := w.dropGames(&one); err != nil {
		return err
	}
	for _, query := range []string{
		"INSERT INTO game (" + rowColumns + ") SELECT " + rowColumns + " FROM joined WHERE kept = ?",
		"INSERT INTO copy SELECT * FROM joined_copy WHERE game IN (SELECT id FROM joined WHERE kept = ?)",
		"DELETE FROM joined_copy WHERE game IN (SELECT id FROM joined WHERE kept = ?)",
		"DELETE FROM joined WHERE kept = ?",
	} {
		if err := w.exec(query, kept); err != nil {
			return err
		}
	}
	return w.countGames(&all, 1)
}

// change gives a game the record that changed has.
func (j *joiner) change(ctx context.Context, changed *Game) error {
	games, err := listGames(ctx, j.w.snapshot(), []int64{changed.ID})
	if err != nil {
		return err
	}
	was, err := j.text(games[0])
	if err != nil {
		return err
	}
	p, err := j.prepare(changed)
	if err != nil {
		return err
	}
	return j.tagger.replace(games[0], p, was)
}

// addLater gives copies to the games that they are of, or else to the one that
// had them.
func (j *joiner) addLater(kept int64, joined []int64, copies []sourceText) error {
	texts := newTextPreparer()
	for i := range copies {
		p, err := texts.sound(copies[i].text)
		if err != nil {
			return err
		}
		id, found, err := j.w.holder(&p.game.identity)
		if err != nil {
			return err
		}
		if !found || !slices.Contains(joined, id) {
			id = kept
		}
		g, err := j.w.archived(id)
		if err != nil {
			return err
		}
		if err := j.w.addCopyText(g, &copies[i]); err != nil {
			return err
		}
	}
	return nil
}

// rowColumns are the columns of table game, which table joined has too.
var rowColumns = "id, ruleset, source, verdict, result, north_first, engine, " + strings.Join(gameColumns[:], ", ")

// readJoined reads which games are joined.
func (w *writer) readJoined() error {
	clear(w.joined)
	return w.joinedRows("TRUE", nil, func(kept int64, identity [16]byte) { w.joined[identity] = kept })
}

// noteJoined notes the games that have been joined into one.
func (w *writer) noteJoined(kept int64) error {
	return w.joinedRows("kept = ?", []any{kept}, func(kept int64, identity [16]byte) { w.joined[identity] = kept })
}

// forgetJoined forgets them.
func (w *writer) forgetJoined(kept int64) error {
	return w.joinedRows("kept = ?", []any{kept}, func(_ int64, identity [16]byte) { delete(w.joined, identity) })
}

// joinedRows calls f with the joined games of a condition, and keeps their ids
// from being given away.
func (w *writer) joinedRows(of string, args []any, f func(kept int64, identity [16]byte)) error {
	rows, err := w.conn.QueryContext(context.Background(), "SELECT id, kept, identity FROM joined WHERE "+of, args...)
	if err != nil {
		return err
	}
	last := w.lastGone
	if err := each(rows, func() error {
		var id, kept int64
		var identity []byte
		if err := rows.Scan(&id, &kept, &identity); err != nil {
			return err
		}
		if len(identity) != len([16]byte{}) {
			return &DamagedError{id, fmt.Errorf("it is joined, and its identity has %d bytes", len(identity))}
		}
		last = max(last, id)
		f(kept, [16]byte(identity))
		return nil
	}); err != nil {
		return err
	}
	return w.keepIDs(last)
}

// keepIDs keeps the ids up to one from being given to new games.
func (w *writer) keepIDs(last int64) error {
	if last <= w.lastGone {
		return nil
	}
	w.lastGone = last
	return w.closeInserts() // they have it in them
}

// addCopyOfJoined keeps that a source has a game that is joined into another.
func (w *writer) addCopyOfJoined(kept, source int64, p *Prepared) error {
	known, err := w.joinedHas(&p.game.identity, source, p.game.checksum)
	if known || err != nil {
		return err
	}
	g, err := w.archived(kept)
	if err != nil {
		return err
	}
	return w.addCopy(g, source, p)
}

// joinedHas reports whether a game of an identity that is joined into another has a
// record already, as its own or as a copy.
func (w *writer) joinedHas(identity *[16]byte, source, checksum int64) (bool, error) {
	if _, joined := w.joined[*identity]; !joined {
		return false, nil
	}
	var n int64
	return w.numbers(`
		SELECT 1 FROM joined LEFT JOIN joined_copy AS c ON c.game = joined.id AND c.source = ?1 AND c.checksum = ?2
		WHERE identity = ?3 AND (c.id IS NOT NULL OR joined.source = ?1 AND joined.checksum = ?2)`,
		[]any{source, checksum, identity[:]}, &n)
}

// undoJoinsOf gives the games back that are joined with some of a source, or of
// which a source has a copy.
func (w *writer) undoJoinsOf(source int64) error {
	ctx := context.Background()
	ids, err := w.ids(ctx, `
		SELECT DISTINCT kept FROM joined
		WHERE source = ? OR id IN (SELECT game FROM joined_copy WHERE source = ?) ORDER BY kept`, source, source)
	if err != nil {
		return err
	}
	j := newJoiner(w)
	for _, id := range ids {
		if _, err := j.undo(ctx, id); err != nil {
			return err
		}
	}
	return nil
}

// removeJoined deletes what was joined into the games of a condition.
func (w *writer) removeJoined(of *where) error {
	if len(w.joined) == 0 {
		return nil
	}
	kept := "kept IN (SELECT id FROM game WHERE " + of.sql() + ")"
	for _, query := range []string{
		"DELETE FROM joined_copy WHERE game IN (SELECT id FROM joined WHERE " + kept + ")",
		"DELETE FROM joined WHERE " + kept,
	} {
		if err := w.exec(query, of.args...); err != nil {
			return err
		}
	}
	return w.readJoined()
}
