// Package jsonl reads and writes mancala games as json lines, one game a line,
// as docs/notation.md describes them. Like package notation it knows no rules.
package jsonl

import (
	"bytes"
	"encoding/json"
	"fmt"

	"alai/notation"
)

// A Game is one line. Absent keys are zero; unknown keys are ignored.
type Game struct {
	ID          int64                 `json:"id,omitempty"`
	Tags        Tags                  `json:"tags,omitempty"`
	Game        string                `json:"game,omitempty"` // as the Game tag has it
	Pits        int                   `json:"pits,omitempty"` // in a row
	Rules       string                `json:"rules,omitempty"`
	Start       string                `json:"start,omitempty"` // the position the game starts from, in the one-line form
	Moves       []string              `json:"moves"`
	Captures    []int                 `json:"captures,omitempty"` // the seeds each ply captured
	Score       *[2]int               `json:"score,omitempty"`    // South's seeds and North's
	Result      string                `json:"result,omitempty"`
	Verdict     string                `json:"verdict,omitempty"`
	Plies       *int                  `json:"plies,omitempty"`
	Annotations []notation.Annotation `json:"annotations,omitempty"`
	Positions   []string              `json:"positions,omitempty"` // after each ply
}

// Tags are a record's tags in its order. In JSON they are an object. The value
// of a name that stands more than once is an array of its values, at the place
// of the first.
type Tags []notation.Tag

// MarshalJSON writes the tags as an object in their order.
func (t Tags) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	seen := make(map[string]bool)
	for i, tag := range t {
		if seen[tag.Name] {
			continue
		}
		seen[tag.Name] = true
		values := []string{tag.Value}
		for _, later := range t[i+1:] {
			if later.Name == tag.Name {
				values = append(values, later.Value)
			}
		}
		if i > 0 {
			b.WriteByte(',')
		}
		appendJSON(&b, tag.Name)
		b.WriteByte(':')
		if len(values) == 1 {
			appendJSON(&b, tag.Value)
		} else {
			appendJSON(&b, values)
		}
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// appendJSON writes a string or strings, which cannot fail, without the escapes
// that HTML wants.
func appendJSON(b *bytes.Buffer, v any) {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	b.Truncate(b.Len() - 1) // the line end
}

// AppendGame appends the game's line to dst, its line end included.
func AppendGame(dst []byte, g *Game) ([]byte, error) {
	line := *g
	if line.Moves == nil {
		line.Moves = []string{} // what tells a game's line is that it has moves
	}
	b := bytes.NewBuffer(dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	if err := e.Encode(&line); err != nil {
		return dst, fmt.Errorf("jsonl: %w", err)
	}
	return b.Bytes(), nil
}

// Detect reports whether a text that begins with line is json lines: line is an
// object that has a key "moves", or at least one key and is valid JSON, such as a
// header that a program wrote before its games. A line that is longer than what
// is at hand may be given without its end; "moves" must then be in what is given.
func Detect(line []byte) bool {
	if json.Valid(line) && bytes.HasPrefix(line, []byte("{")) && bytes.IndexByte(line, '"') > 0 {
		return true
	}
	s := scanner{text: string(line)}
	found := false
	s.object(func(key span) bool {
		found = s.text[key.from:key.to] == `"moves"`
		return !found
	})
	return found
}
