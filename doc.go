// Package alai is the root of the tally of mancala games: an archive of game
// records that replays what it keeps. The program is in cmd/alai.
//
// The way of a record through the packages:
//
//   - notation reads text and yields a [notation.Record]: what is written. It
//     knows no rules.
//   - replay plays a record by the rules of replay/rules and yields a
//     [replay.Line]: what was legally played, with a verdict and, where
//     something is wrong, its place in the text.
//   - db keeps lines in an archive on SQLite, with statistics that are exact
//     after every batch, and answers questions about them.
//   - cmd/alai is the command line on top.
//
// This package holds nothing but the archive's schema, which db creates and
// docs/schema.md describes.
//
// [notation.Record]: alai/notation
// [replay.Line]: alai/replay
package alai
