package db

import (
	"context"
	"crypto/sha256"
	"errors"

	"alai/replay"
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
	return errors.ErrUnsupported
}

// A Copy is a second record of an archived game, which has text that the
// archived one lacks.
type Copy struct {
	Game   int64 // the archived game's ID
	Source string
	Line   int
	Offset int64
	Number int    // its number in the source
	Text   []byte // its canonical record
}

// Copies calls yield with the copies of the games that the filter chooses, in
// the order of the games.
func (a *Archive) Copies(ctx context.Context, f Filter, yield func(*Copy) error) error {
	return errors.ErrUnsupported
}
