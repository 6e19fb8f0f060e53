package db

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"alai/notation"
	"alai/replay"
)

// A RefusedError is the error of a change that a game does not allow: its record
// would be wrong, or that of another game.
type RefusedError struct {
	ID  int64
	Msg string // what would be wrong, with the game's number
}

func (e *RefusedError) Error() string { return e.Msg + "; nothing is changed" }

// SetTags gives the games that the filter chooses, which may not be empty, these
// tags, and takes those away whose value is "". A Result is also the closing
// token of the record. The games keep their ids; their records are replayed
// anew. Where one of them would no longer be sound, or be the same as another
// game, nothing is changed and the error is a *RefusedError. It returns how many
// games were changed.
func (a *Archive) SetTags(ctx context.Context, f Filter, tags []notation.Tag) (changed int, err error) {
	err = a.change(ctx, false, func(w *writer) error {
		ids, err := w.chosen(ctx, &f)
		if err != nil {
			return err
		}
		t := newTagger(w, tags)
		for some := range slices.Chunk(ids, tagGames) {
			if err := t.changeAll(ctx, some); err != nil {
				return err
			}
		}
		changed = t.changed
		if err := w.flush(); err != nil {
			return err
		}
		return w.dropEmpty()
	})
	return changed, err
}

// chosen returns the ids of the games that the filter chooses, which may not be
// empty.
func (w *writer) chosen(ctx context.Context, f *Filter) (ids []int64, err error) {
	of, err := f.definite(ctx, w.snapshot())
	if err != nil {
		return nil, err
	}
	return w.ids(ctx, "SELECT id FROM game WHERE "+of.sql()+" ORDER BY id", of.args...)
}

// tagGames is how many games are read before they are changed.
const tagGames = 1000

// A tagger changes tags of games.
type tagger struct {
	w        *writer
	tags     []notation.Tag
	speller  *Speller
	preparer *textPreparer
	changed  int
}

func newTagger(w *writer, tags []notation.Tag) tagger {
	return tagger{w: w, tags: tags, speller: NewSpeller(), preparer: newTextPreparer()}
}

// changeAll changes the games with these ids.
func (t *tagger) changeAll(ctx context.Context, ids []int64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	list, err := listGames(ctx, t.w.snapshot(), ids)
	if err != nil {
		return err
	}
	for _, g := range list {
		if err := t.change(g); err != nil {
			return err
		}
	}
	return nil
}

func (t *tagger) change(g *Game) error {
	rec, _, err := t.speller.Record(g)
	if err != nil {
		return err
	}
	was := copyText(rec)
	for _, tag := range t.tags {
		if err := setTag(rec, tag); err != nil {
			return &RefusedError{g.ID, fmt.Sprintf("game %d: %v", g.ID, err)}
		}
	}
	p, err := t.prepare(g, rec)
	if err != nil {
		return err
	}
	return t.replace(g, p, was)
}

// prepare makes the changed record of a game ready.
func (t *tagger) prepare(g *Game, rec *notation.Record) (*Prepared, error) {
	p, line := t.preparer.record(rec)
	if line.Verdict < replay.Contradiction || line.Verdict == replay.Contradiction && g.Verdict != replay.Contradiction {
		fault := line.Problems[0]
		fault.Game = int(g.ID)
		return nil, &RefusedError{g.ID, fault.String()}
	}
	p.place = textPlace{line: g.SourceLine, column: 1, number: g.SourceGame}
	return p, nil
}

// replace puts the changed record in the place of a game, whose record was that
// text.
func (t *tagger) replace(g *Game, p *Prepared, was []byte) error {
	w := t.w
	var checksum int64
	if _, err := w.numbers("SELECT checksum FROM game WHERE id = ?", []any{g.ID}, &checksum); err != nil || checksum == p.game.checksum {
		return err
	}
	source, err := w.sourceID(g.Source)
	if err != nil {
		return err
	}
	var of where
	of.listed([]int64{g.ID})
	if err := w.takeAway(&of); err != nil {
		return err
	}
	if err := w.exec("DELETE FROM game WHERE id = ?", g.ID); err != nil {
		return err
	}
	other, taken, err := w.holder(&p.game.identity)
	if err != nil {
		return err
	}
	if taken && other != g.ID {
		return &RefusedError{g.ID, fmt.Sprintf("game %d would be the same as game %d", g.ID, other)}
	}
	if _, err := w.addNew(source, p); err != nil {
		return err
	}
	t.changed++
	if err := w.exec("UPDATE game SET id = ? WHERE identity = ?", g.ID, p.game.identity[:]); err != nil {
		return err
	}
	return w.adjustCopies(g.ID, source, p.game.checksum, was)
}

// adjustCopies makes the copies of a game those of its changed record, which has
// that checksum now and was that text before.
func (w *writer) adjustCopies(game, source, checksum int64, was []byte) error {
	if err := w.exec("UPDATE copy SET text = ? WHERE game = ? AND text IS NULL", string(was), game); err != nil {
		return err
	}
	if err := w.exec("UPDATE copy SET text = NULL WHERE game = ? AND checksum = ?", game, checksum); err != nil {
		return err
	}
	return w.exec("DELETE FROM copy WHERE game = ? AND text IS NULL AND source = ?", game, source)
}

// setTag gives a record a tag, in the place of all of that name, or takes it away.
func setTag(rec *notation.Record, tag notation.Tag) error {
	if !notation.ValidTagName(tag.Name) {
		return fmt.Errorf("%s is no name of a tag", replay.Quote(tag.Name))
	}
	if strings.ContainsAny(tag.Value, "\r\n") {
		return fmt.Errorf("the value of the tag %s holds a line end", tag.Name)
	}
	if !utf8.ValidString(tag.Value) {
		return fmt.Errorf("the value of the tag %s is not UTF-8", tag.Name)
	}
	kept := tag.Value == ""
	for i := 0; i < len(rec.Tags); {
		switch {
		case !strings.EqualFold(rec.Tags[i].Name, tag.Name):
			i++
		case !kept:
			rec.Tags[i].Value, kept = tag.Value, true
			i++
		default:
			removeTag(rec, i)
		}
	}
	if !kept {
		rec.Tags = append(rec.Tags, notation.Tag{Name: notation.TagName(tag.Name), Value: tag.Value})
	}
	if strings.EqualFold(tag.Name, "Result") {
		rec.Close.Result, rec.Close.Score, rec.Close.HasScore, _ = notation.ParseResult(tag.Value)
	}
	return nil
}

// removeTag takes a tag out of a record. What stands before it then stands before
// the next one, or before the last.
func removeTag(rec *notation.Record, i int) {
	rec.Tags = slices.Delete(rec.Tags, i, i+1)
	for k := range rec.Head {
		if at := &rec.Head[k].Tag; *at > i || *at == len(rec.Tags) {
			*at--
		}
	}
}
