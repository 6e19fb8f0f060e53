package jsonl

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"alai/notation"
)

// A Reader reads games one after the other, one a line. Empty lines are passed
// over.
type Reader struct {
	lines  *notation.Cutter
	parser line // of the last line; its memory is used again
}

// NewReader returns a Reader of the lines in src. src and file are as for
// notation.NewCutter.
func NewReader(src io.Reader, file string) *Reader {
	return &Reader{lines: notation.NewCutter(src, file, "")}
}

// Read reads the next game into rec. What it returns is as for the Reader of
// package notation. The record's text is the line, and an item stands at its
// element of the array it came from.
//
// The keys beside tags become tags, unless there is one that says the same: game
// Game, pits Pits, rules Rules, start SetUp and Position, score Score, result
// Result. The result is also the closing token.
func (r *Reader) Read(rec *notation.Record) error {
	err := r.lines.Next(rec)
	if rec.Cut != nil {
		rec.Err.Msg = "the line is longer than 16 MiB"
	}
	if err != nil {
		return err
	}
	if rec.Err = r.parser.parse(rec); rec.Err != nil {
		return rec.Err
	}
	return nil
}

// A line is a game's line on its way into a record.
type line struct {
	scanner
	rec    *notation.Record
	keys   map[string]span // where each key stands, with its quotes
	values map[string]span // and its value; without those that are null
	list   []span          // the elements of the last array
}

// A fault is the error of a line at a place.
type fault struct {
	span
	msg string
}

func (f *fault) Error() string { return f.msg }

func faultAt(at span, format string, args ...any) error {
	return &fault{at, fmt.Sprintf(format, args...)}
}

// parse takes rec.Text apart.
func (l *line) parse(rec *notation.Record) *notation.SyntaxError {
	if l.keys == nil {
		l.keys, l.values = make(map[string]span), make(map[string]span)
	}
	clear(l.keys)
	clear(l.values)
	l.scanner, l.rec = scanner{text: string(rec.Text)}, rec
	err := l.parts()
	if err == nil {
		return nil
	}
	var f *fault
	errors.As(err, &f) // parts returns no other
	return &notation.SyntaxError{
		Pos: rec.Pos(f.from), Game: rec.Number, Token: strings.ToValidUTF8(l.text[f.from:min(f.to, f.from+80)], "\ufffd"), Msg: f.msg,
	}
}

func (l *line) parts() error {
	if !utf8.ValidString(l.text) {
		f := notation.TextLine{Text: l.text}.NotUTF8()
		return faultAt(span{f.At, f.End}, "%s", f.Msg)
	}
	if !json.Valid(l.rec.Text) {
		at := 0
		var syntax *json.SyntaxError
		err := json.Unmarshal(l.rec.Text, new(any))
		if errors.As(err, &syntax) {
			at = max(int(syntax.Offset)-1, 0)
		}
		return faultAt(span{at, len(l.text)}, "not JSON: %v", err)
	}
	if l.space() != '{' {
		return faultAt(span{0, len(l.text)}, "the line is no object")
	}
	var err error
	l.object(func(key span) bool {
		name := l.unquote(key)
		if _, twice := l.keys[name]; twice {
			err = faultAt(key, "the key %q stands twice", name)
			return false
		}
		l.keys[name] = key
		if v := l.value(); l.text[v.from:v.to] != "null" {
			l.values[name] = v
		}
		return true
	})
	for _, step := range [...]func() error{l.tags, l.facts, l.moves, l.captures, l.positions, l.claims, l.annotations} {
		if err == nil {
			err = step()
		}
	}
	return err
}

// unquote returns the text of the string at v.
func (l *line) unquote(v span) string {
	raw := l.text[v.from:v.to]
	if strings.IndexByte(raw, '\\') < 0 {
		return raw[1 : len(raw)-1]
	}
	var s string
	json.Unmarshal([]byte(raw), &s) // the line is valid JSON
	return s
}

// str returns the string at v.
func (l *line) str(v span, what string) (string, error) {
	if l.text[v.from] != '"' {
		return "", faultAt(v, "%s is no string", what)
	}
	return l.unquote(v), nil
}

// number returns the number at v, which is at least 0.
func (l *line) number(v span, what string) (int, error) {
	n, err := strconv.Atoi(l.text[v.from:v.to])
	if err != nil || n < 0 {
		return 0, faultAt(v, "%s is no whole number from 0", what)
	}
	return n, nil
}

// elements returns the elements of the array under a key, and whether the key
// is there. They are good until the next call.
func (l *line) elements(key string) (list []span, ok bool, err error) {
	v, ok := l.values[key]
	if !ok {
		return nil, false, nil
	}
	list, isArray := l.array(v, l.list[:0])
	if !isArray {
		return nil, false, faultAt(v, "%q is no array", key)
	}
	if len(list) > notation.MaxItems {
		return nil, false, faultAt(list[notation.MaxItems], "more than %d elements", notation.MaxItems)
	}
	l.list = list
	return list, true, nil
}

func (l *line) tags() error {
	v, ok := l.values["tags"]
	if !ok {
		return nil
	}
	if l.text[v.from] != '{' {
		return faultAt(v, `"tags" is no object`)
	}
	l.pos = v.from
	var err error
	l.object(func(key span) bool {
		v := l.value()
		after := l.pos
		values := []span{v}
		if l.text[v.from] == '[' {
			values, _ = l.array(v, nil)
			l.pos = after
		}
		for _, v := range values {
			if err = l.tag(key, v); err != nil {
				return false
			}
		}
		return true
	})
	return err
}

// tag adds the tag with the name at key and the value at v.
func (l *line) tag(key, v span) error {
	name := l.unquote(key)
	if !notation.ValidTagName(name) {
		return faultAt(key, "%q is no name of a tag", name)
	}
	value, err := l.str(v, "the value of the tag "+name)
	if err != nil {
		return err
	}
	if strings.ContainsAny(value, "\r\n") {
		return faultAt(key, "the value of the tag %s holds a line end", name)
	}
	if len(l.rec.Tags) == notation.MaxTags {
		return faultAt(key, "more than %d tags", notation.MaxTags)
	}
	l.rec.Tags = append(l.rec.Tags, notation.Tag{Name: notation.TagName(name), Value: value, At: key.from})
	return nil
}

// say adds a tag for what a key says, or compares it with the tag that is there.
func (l *line) say(key, name, value string, same func(a, b string) bool) error {
	at := l.keys[key]
	if old, ok := l.rec.Value(name); ok {
		if !same(old, value) {
			return faultAt(at, "%s is %q, the tag %s is %q", key, value, name, old)
		}
		return nil
	}
	if strings.ContainsAny(value, "\r\n") {
		return faultAt(at, "%s holds a line end", key)
	}
	l.rec.Tags = append(l.rec.Tags, notation.Tag{Name: name, Value: value, At: at.from})
	return nil
}

// facts reads the keys that say what tags say.
func (l *line) facts() error {
	if v, ok := l.values["game"]; ok {
		game, err := l.str(v, "game")
		if err == nil {
			err = l.say("game", "Game", game, func(a, b string) bool { return fold(a) == fold(b) })
		}
		if err != nil {
			return err
		}
	}
	if v, ok := l.values["pits"]; ok {
		n, err := l.number(v, "pits")
		if err == nil {
			err = l.say("pits", "Pits", strconv.Itoa(n), func(a, b string) bool { return strings.TrimSpace(a) == b })
		}
		if err != nil {
			return err
		}
	}
	if v, ok := l.values["rules"]; ok {
		rules, err := l.str(v, "rules")
		if err == nil {
			err = l.say("rules", "Rules", rules, func(a, b string) bool { return slices.Equal(options(a), options(b)) })
		}
		if err != nil {
			return err
		}
	}
	if err := l.start(); err != nil {
		return err
	}
	if v, ok := l.values["score"]; ok {
		var score []int
		if json.Unmarshal([]byte(l.text[v.from:v.to]), &score) != nil || len(score) != 2 || min(score[0], score[1]) < 0 {
			return faultAt(v, "score is no array of two numbers")
		}
		text := fmt.Sprintf("%d-%d", score[0], score[1])
		err := l.say("score", "Score", text, func(a, b string) bool { return strings.ReplaceAll(strings.TrimSpace(a), "–", "-") == b })
		if err != nil {
			return err
		}
	}
	return l.result()
}

func (l *line) start() error {
	v, ok := l.values["start"]
	if !ok {
		return nil
	}
	start, err := l.str(v, "start")
	if err != nil {
		return err
	}
	name := "Position"
	if l.rec.Tag(name) == nil && l.rec.Tag("FEN") != nil {
		name = "FEN"
	}
	if l.rec.Tag(name) == nil && l.rec.Tag("SetUp") == nil {
		l.rec.Tags = append(l.rec.Tags, notation.Tag{Name: "SetUp", Value: "1", At: l.keys["start"].from})
	}
	return l.say("start", name, start, func(a, b string) bool { return slices.Equal(strings.Fields(a), strings.Fields(b)) })
}

func (l *line) result() error {
	v, ok := l.values["result"]
	if !ok {
		tag := l.rec.Tag("Result")
		if tag != nil {
			l.close(tag.Value, span{tag.At, tag.At})
		}
		return nil
	}
	text, err := l.str(v, "result")
	if err != nil {
		return err
	}
	if !l.close(text, v) {
		return faultAt(v, "%q is no result", text)
	}
	if l.rec.Tag("Result") != nil {
		return nil // the closing token beside a tag: replay compares them, as in any record
	}
	return l.say("result", "Result", text, nil)
}

// close takes a result for the closing token.
func (l *line) close(text string, at span) bool {
	result, score, hasScore, ok := notation.ParseResult(text)
	l.rec.Close = notation.Close{Result: result, HasScore: hasScore, Score: score, At: at.from, End: at.to}
	return ok
}

func (l *line) moves() error {
	moves, ok, err := l.elements("moves")
	if err != nil {
		return err
	}
	if !ok {
		return faultAt(span{0, len(l.text)}, `no "moves"`)
	}
	for _, v := range moves {
		text, err := l.str(v, "a move")
		if err != nil {
			return err
		}
		if err := l.rec.AddPly(text, v.from, v.to); err != nil {
			return faultAt(v, "%v", err)
		}
	}
	return nil
}

// captures reads the captured seeds of each ply. The items are the plies so far.
func (l *line) captures() error {
	list, ok, err := l.elements("captures")
	if err != nil || !ok {
		return err
	}
	if len(list) != len(l.rec.Items) {
		return faultAt(l.keys["captures"], "%d captures for %d moves", len(list), len(l.rec.Items))
	}
	for i, v := range list {
		if l.text[v.from:v.to] == "null" {
			continue
		}
		n, err := l.number(v, "a capture")
		if err != nil {
			return err
		}
		it := &l.rec.Items[i]
		switch {
		case n > 9999:
			return faultAt(v, "a capture of more than 9999 seeds")
		case it.Kind == notation.Pass && n > 0:
			return faultAt(v, "a pass captures nothing")
		case it.Captured != notation.NoCapture && int(it.Captured) != n:
			return faultAt(v, "the move says that it captured %d seeds", it.Captured)
		case it.Kind != notation.Pass:
			it.Captured = int16(n)
		}
	}
	return nil
}

func (l *line) positions() error {
	list, given, err := l.elements("positions")
	if err != nil {
		return err
	}
	if given && len(list) != len(l.rec.Items) {
		return faultAt(l.keys["positions"], "%d positions for %d moves", len(list), len(l.rec.Items))
	}
	for _, v := range list {
		s, err := l.str(v, "a position")
		if err != nil {
			return err
		}
		l.rec.Positions = append(l.rec.Positions, s)
	}
	return nil
}

func (l *line) claims() (err error) {
	if v, ok := l.values["verdict"]; ok {
		if l.rec.Claims.Verdict, err = l.str(v, "verdict"); err != nil {
			return err
		}
	}
	if v, ok := l.values["plies"]; ok {
		if l.rec.Claims.Plies, err = l.number(v, "plies"); err != nil {
			l.rec.Claims.Plies = -1
		}
	}
	return err
}

func (l *line) annotations() error {
	list, _, err := l.elements("annotations")
	if err != nil || len(list) == 0 {
		return err
	}
	all := make([]notation.Annotation, len(list))
	for i, v := range list {
		if err := json.Unmarshal([]byte(l.text[v.from:v.to]), &all[i]); err != nil {
			return faultAt(v, "not an annotation: %v", err)
		}
		all[i].At, all[i].End = v.from, v.to
	}
	if err := notation.AddAnnotations(l.rec, all); err != nil {
		var bad *notation.AnnotationError
		errors.As(err, &bad) // there is no other
		return faultAt(list[bad.Index], "%s", bad.Msg)
	}
	return nil
}

// fold takes case, blanks and hyphens from the name of a game.
func fold(game string) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(strings.ToLower(game))
}

// options returns the options in the value of a Rules tag, sorted.
func options(rules string) []string {
	list := strings.Split(rules, ",")
	for i := range list {
		list[i] = strings.ToLower(strings.TrimSpace(list[i]))
	}
	slices.Sort(list)
	return list
}
