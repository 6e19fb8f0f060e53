// Package jsonl reads and writes mancala games as json lines, one game a line,
// as docs/notation.md describes them. Like package notation it knows no rules.
package jsonl

import (
	"bytes"
	"encoding/json"
	"strconv"

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

// Tags are a record's tags in its order. In JSON they are an object.
type Tags []notation.Tag

// MarshalJSON writes the tags as an object in their order.
func (t Tags) MarshalJSON() ([]byte, error) {
	var w lineWriter
	w.tags(t)
	return w.dst, nil
}

// AppendGame appends the game's line to dst, its line end included. Keys whose
// value is absent are left out, but for moves, which tell that a line is a game.
func AppendGame(dst []byte, g *Game) []byte {
	w := lineWriter{append(dst, '{')}
	if g.ID != 0 {
		w.key("id")
		w.number(int(g.ID))
	}
	if len(g.Tags) > 0 {
		w.key("tags")
		w.tags(g.Tags)
	}
	w.text("game", g.Game)
	if g.Pits != 0 {
		w.key("pits")
		w.number(g.Pits)
	}
	w.text("rules", g.Rules)
	w.text("start", g.Start)
	w.key("moves")
	list(&w, g.Moves, w.string)
	if len(g.Captures) > 0 {
		w.key("captures")
		list(&w, g.Captures, w.number)
	}
	if g.Score != nil {
		w.key("score")
		list(&w, g.Score[:], w.number)
	}
	w.text("result", g.Result)
	w.text("verdict", g.Verdict)
	if g.Plies != nil {
		w.key("plies")
		w.number(*g.Plies)
	}
	if len(g.Annotations) > 0 {
		w.key("annotations")
		w.value(g.Annotations)
	}
	if len(g.Positions) > 0 {
		w.key("positions")
		list(&w, g.Positions, w.string)
	}
	return append(w.dst, '}', '\n')
}

// A lineWriter writes what encoding/json would make of a Game, without its
// reflection, which took half of an export's time.
type lineWriter struct{ dst []byte }

// key begins the next key.
func (w *lineWriter) key(name string) {
	if w.dst[len(w.dst)-1] != '{' {
		w.dst = append(w.dst, ',')
	}
	w.string(name)
	w.dst = append(w.dst, ':')
}

// text writes a key and its string unless that is empty.
func (w *lineWriter) text(key, s string) {
	if s != "" {
		w.key(key)
		w.string(s)
	}
}

func (w *lineWriter) number(n int) { w.dst = strconv.AppendInt(w.dst, int64(n), 10) }

// plainBytes are the bytes that stand for themselves in a JSON string.
var plainBytes = func() (t [256]bool) {
	for c := ' '; c < 0x7f; c++ {
		t[c] = c != '"' && c != '\\'
	}
	return t
}()

func (w *lineWriter) string(s string) {
	for i := range len(s) {
		if !plainBytes[s[i]] {
			w.value(s)
			return
		}
	}
	w.dst = append(append(append(w.dst, '"'), s...), '"')
}

// value writes what encoding/json makes of v, a string or an annotation, which
// cannot fail, without the escapes that HTML wants.
func (w *lineWriter) value(v any) {
	b := bytes.NewBuffer(w.dst)
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.Encode(v)
	w.dst = b.Bytes()[:b.Len()-1] // without the line end
}

func list[T any](w *lineWriter, values []T, write func(T)) {
	w.dst = append(w.dst, '[')
	for i, v := range values {
		if i > 0 {
			w.dst = append(w.dst, ',')
		}
		write(v)
	}
	w.dst = append(w.dst, ']')
}

// tags writes the tags as an object in their order. The value of a name that
// stands more than once is an array of its values, at the place of the first.
func (w *lineWriter) tags(tags Tags) {
	var values map[string][]string // by name, where some stand more than once
	if !distinct(tags) {
		values = make(map[string][]string)
		for _, t := range tags {
			values[t.Name] = append(values[t.Name], t.Value)
		}
	}
	w.dst = append(w.dst, '{')
	for _, t := range tags {
		all, more := values[t.Name]
		switch {
		case values == nil || len(all) == 1:
			w.key(t.Name)
			w.string(t.Value)
		case more:
			w.key(t.Name)
			list(w, all, w.string)
			delete(values, t.Name)
		}
	}
	w.dst = append(w.dst, '}')
}

// distinct reports whether no two tags have the same name.
func distinct(tags Tags) bool {
	if len(tags) > 32 {
		names := make(map[string]bool)
		for _, t := range tags {
			names[t.Name] = true
		}
		return len(names) == len(tags)
	}
	for i, t := range tags {
		for _, u := range tags[:i] {
			if t.Name == u.Name {
				return false
			}
		}
	}
	return true
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
