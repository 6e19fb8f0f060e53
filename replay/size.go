package replay

import (
	"encoding/json"
	"fmt"
	"io"

	"alai/notation"
	"alai/replay/rules"
)

// What is archived is written by an export and shall be read again, and it may
// be longer there than in the text that it came from: the canonical spelling
// numbers the moves and fills in tags, a json line escapes control characters
// and may have a position for each ply. A game whose export would be beyond what
// readers read is malformed from the start.

// The most that a json line has beside texts, in bytes.
const (
	plyRoom   = len(`"A+1234",`) + len(`1234,`) + len(`"",`) + positionRoom
	tagRoom   = len(`"":"",`)
	facts     = 1 << 10 // the keys that a line has once
	smallItem = 256     // an item or a tag, but for its texts six times over

	// The longest position: each number with a comma or the like behind it.
	positionRoom = rules.MaxPits*len("200,") + 2*len("200-") + len("S ABCDEFGHIJabcdefghij")
)

// checkSize makes a record malformed that is too large to be read back once it
// was exported.
func (r *run) checkSize() {
	if small(r.rec, r.line) {
		return
	}
	msg := ""
	spelled := Canonical(r.rec, r.line)
	if n := len(spelled.Tags); n > notation.MaxTags {
		msg = fmt.Sprintf("with those that the canonical spelling adds, the record has %d tags, more than %d", n, notation.MaxTags)
	} else if n := len(spelled.Head) + len(spelled.Items); n > notation.MaxItems {
		msg = fmt.Sprintf("with the passes that are understood, the record has more than %d moves, comments, glyphs and variations", notation.MaxItems)
	} else if lineSize(spelled, r.line) > notation.MaxRecord || len(notation.Append(nil, spelled)) > notation.MaxRecord {
		msg = "the record would be longer than 16 MiB in an export"
	}
	if msg != "" {
		r.malformed(nil, msg)
		r.line.Verdict = Malformed
	}
}

// small reports whether a record is far from any limit, as all but hostile ones are.
func small(rec *notation.Record, line *Line) bool {
	size := smallItem * (len(rec.Tags) + len(rec.Head) + len(rec.Items) + len(line.Moves))
	for i := range rec.Tags {
		size += 6 * (len(rec.Tags[i].Name) + len(rec.Tags[i].Value))
	}
	for _, word := range rec.Words {
		size += 6 * len(word)
	}
	return size < notation.MaxRecord && len(rec.Tags) < notation.MaxTags-len(leading)
}

// lineSize returns at least the length of the json line of a canonical record with
// its positions.
func lineSize(rec *notation.Record, line *Line) int {
	size := counter(facts + plyRoom*len(line.Moves))
	if size > notation.MaxRecord {
		return int(size) // and need not be spelled
	}
	e := json.NewEncoder(&size)
	e.SetEscapeHTML(false)
	for i := range rec.Tags {
		size += counter(tagRoom)
		e.Encode(rec.Tags[i].Name) // strings and annotations cannot fail
		e.Encode(rec.Tags[i].Value)
	}
	e.Encode(notation.Annotations(rec))
	return int(size)
}

// A counter counts the bytes that are written to it.
type counter int

var _ io.Writer = (*counter)(nil)

func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}
