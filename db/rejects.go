package db

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A Reject is a record that was not archived.
type Reject struct {
	ID           int64
	Source       string
	Line, Column int            // where the record begins, from 1
	Offset       int64          // in bytes of the decompressed text, from 0
	Game         int            // its number in the source
	Kind         replay.Verdict // Malformed, Illegal or Contradiction
	Problems     []replay.Problem
	Text         []byte            // its text, or the first 1 MiB of it
	Length       int64             // of the whole text in bytes
	SHA256       [sha256.Size]byte // of the whole text
}

// A RejectFilter chooses rejects, as a Filter chooses games.
type RejectFilter struct {
	IDs    []int64
	Source []string
	Kinds  []replay.Verdict
}

// Rejects calls yield with each reject that the filter chooses, in the order in
// which they were met.
func (a *Archive) Rejects(ctx context.Context, f RejectFilter, yield func(*Reject) error) error {
	return a.view(ctx, func(s *snapshot) error { return rejects(ctx, s.tx, f, yield) })
}

func rejects(ctx context.Context, tx querier, f RejectFilter, yield func(*Reject) error) error {
	var w where
	w.in("reject.id", anys(f.IDs))
	w.names("source.path", f.Source)
	var kinds []any
	for _, v := range f.Kinds {
		kinds = append(kinds, v.String())
	}
	w.in("kind", kinds)
	rows, err := tx.QueryContext(ctx, `
		SELECT reject.id, path, line, "column", offset, number, kind, problems, text, length, sha256
		FROM reject JOIN source ON source.id = reject.source
		WHERE `+w.sql()+` ORDER BY reject.id`, w.args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var r Reject
		var kind, problems string
		var sum []byte
		if err := rows.Scan(&r.ID, &r.Source, &r.Line, &r.Column, &r.Offset, &r.Game, &kind, &problems, &r.Text, &r.Length, &sum); err != nil {
			return err
		}
		r.Kind, _ = replay.ParseVerdict(kind)
		copy(r.SHA256[:], sum)
		if r.Problems, err = readProblems(problems, r.Game); err != nil {
			return &CorruptError{fmt.Errorf("reject %d: %w", r.ID, err)}
		}
		if err := yield(&r); err != nil {
			return err
		}
	}
	return rows.Err()
}

// A rejectRow is what the archive keeps of a rejected record.
type rejectRow struct {
	problems string // JSON
	text     []byte
	length   int64
	sha256   [sha256.Size]byte
}

func (r *rejectRow) set(rec *notation.Record, line *replay.Line) {
	r.problems = toJSON(writeProblems(line.Problems))
	r.text = append(r.text[:0], rec.Text[:min(len(rec.Text), maxRejectText)]...)
	if rec.Cut != nil {
		r.length, r.sha256 = rec.Cut.Length, rec.Cut.SHA256
	} else {
		r.length, r.sha256 = int64(len(rec.Text)), sha256.Sum256(rec.Text)
	}
}

// A problem is a replay.Problem as the archive keeps it. The keys are those that
// the command line prints; the game's number is the reject's.
type problem struct {
	File      string   `json:"file"`
	Line      int      `json:"line"`
	Column    int      `json:"column"`
	Ply       int      `json:"ply,omitempty"`  // absent where the fault is not at a ply
	Side      string   `json:"side,omitempty"` // absent with ply
	Kind      string   `json:"kind"`
	Text      string   `json:"text"`
	Message   string   `json:"message"`
	Position  string   `json:"position,omitempty"`
	Legal     []string `json:"legal,omitempty"`
	Variation bool     `json:"variation,omitempty"`
}

func writeProblems(list []replay.Problem) []problem {
	kept := make([]problem, len(list))
	for i, p := range list {
		kept[i] = problem{
			File: p.Pos.File, Line: p.Pos.Line, Column: p.Pos.Column, Ply: p.Ply, Kind: p.Kind.String(),
			Text: p.Text, Message: p.Msg, Position: p.Position, Legal: p.Legal, Variation: p.Variation,
		}
		if p.Ply > 0 {
			kept[i].Side = p.Side.String()
		}
	}
	return kept
}

func readProblems(text string, game int) ([]replay.Problem, error) {
	var kept []problem
	if err := json.Unmarshal([]byte(text), &kept); err != nil {
		return nil, fmt.Errorf("its problems: %w", err)
	}
	list := make([]replay.Problem, len(kept))
	for i, p := range kept {
		list[i] = replay.Problem{
			Pos:  notation.Pos{File: p.File, Line: p.Line, Column: p.Column},
			Game: game, Ply: p.Ply, Text: p.Text, Msg: p.Message, Position: p.Position, Legal: p.Legal, Variation: p.Variation,
		}
		list[i].Kind, _ = replay.ParseVerdict(p.Kind)
		if p.Side == rules.North.String() {
			list[i].Side = rules.North
		}
	}
	return list, nil
}
