package db

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// maxRejectText is how much of a rejected record's text is kept, in bytes.
const maxRejectText = 1 << 20

// Prepared is a replayed record made ready to be archived. It shares nothing
// with the record and the line it was made of, and may be prepared into again
// and again.
type Prepared struct {
	verdict replay.Verdict
	place   textPlace
	game    gameRow   // of a verdict from Contradiction on
	share   share     // the same; without plies and visits
	partial bool      // where this says so
	fixed   bool      // it is contradictory but for what the replay mended
	reject  rejectRow // of a verdict up to Contradiction, and of what is fixed
}

// Renumber adds base to the record's number, as notation.Record's Renumber does
// where records are read block by block.
func (p *Prepared) Renumber(base int) { p.place.number += base }

// A textPlace is where a record stands in its source.
type textPlace struct {
	line, column, number int // from 1
	offset               int64
}

// A gameRow is what the archive keeps of a game, in the columns of its table.
type gameRow struct {
	rules    rules.Ruleset
	identity [16]byte
	checksum int64
	result   notation.Result
	plies    int
	first    rules.Side // who moves first
	score    [2]int
	hasScore bool
	moves    []byte
	start    opt

	event, site, south, north name
	date                      opt
	days                      [2]int // from, to; 0 where date is none
	round, termination        opt
	match, matchTarget        opt

	tags, allTags, annotations, claims opt // JSON

}

// An opt is a text that may be absent.
type opt struct {
	text string
	ok   bool
}

// value returns what the database is given for it.
func (o opt) value() any {
	if !o.ok {
		return nil
	}
	return o.text
}

// appendTo appends the text so that what is appended one after the other can be
// told apart.
func (o opt) appendTo(b []byte) []byte {
	if !o.ok {
		return append(b, 0)
	}
	b = binary.AppendUvarint(append(b, 1), uint64(len(o.text)))
	return append(b, o.text...)
}

// Scan takes it from the database.
func (o *opt) Scan(src any) error {
	switch src := src.(type) {
	case nil:
		*o = opt{}
	case string:
		*o = opt{src, true}
	case []byte:
		*o = opt{string(src), true}
	default:
		return fmt.Errorf("a text is stored as %T", src)
	}
	return nil
}

// A name is a name that may be absent.
type name struct {
	opt
	folded     string
	personalID string // of a player: what the record's id tag says, "" for none
}

func (f *folder) name(o opt) name { return name{opt: o, folded: f.fold(o.text)} }

// A Preparer makes records ready. It may be used for any number of them, but by
// one goroutine at a time.
type Preparer struct {
	names     folder
	buf       []byte
	tags      []notation.Tag // of the last game
	rules     rules.Ruleset  // of the last game, with
	book      *book          // the book of its opening table
	text      string         // and its name, for the identity
	repeating *atomic.Bool   // games are there already
}

// NewPreparer returns a Preparer.
func NewPreparer() *Preparer { return &Preparer{repeating: new(atomic.Bool)} }

// NewPreparer returns a Preparer of games for the archive. While an import meets
// games that are there already, it leaves out what only new ones need, which is
// made good if the game is new all the same.
func (a *Archive) NewPreparer() *Preparer { return &Preparer{repeating: &a.repeating} }

// Prepare does all the work of archiving a record that does not need the
// archive: its canonical tags and checksum, its identity, its packed moves, its
// share in the statistics.
func (pr *Preparer) Prepare(rec *notation.Record, line *replay.Line, p *Prepared) {
	p.verdict = line.Verdict
	p.place = textPlace{rec.Line, rec.Column, rec.Number, rec.Offset}
	if p.fixed = line.Fixed; p.fixed || line.Verdict <= replay.Contradiction {
		p.reject.set(rec, line)
	}
	if line.Verdict >= replay.Contradiction {
		pr.prepareGame(rec, line, p)
	}
}

func (pr *Preparer) prepareGame(rec *notation.Record, line *replay.Line, p *Prepared) {
	pr.tags = replay.AppendCanonicalTags(pr.tags[:0], rec, line, nil)
	tags := pr.tags
	g := &p.game
	*g = gameRow{
		rules: line.Rules, result: line.Result, plies: len(line.Moves), first: line.Start.ToMove,
		score: line.Score, hasScore: line.HasScore,
		moves: appendMoves(g.moves[:0], &line.Rules, line.Moves),
	}
	if !line.FromStart() {
		g.start = opt{replay.Position(&line.Rules, &line.Start), true}
	}
	result := g.setTags(tags, pr, line.Verdict == replay.Contradiction)
	if replay.IsAnnotated(rec) {
		g.annotations = opt{toJSON(notation.Annotations(replay.Canonical(rec, line))), true}
	}
	g.setClaims(line)
	g.checksum, pr.buf = g.sum(pr.buf, tags)

	if pr.rules != line.Rules {
		pr.rules, pr.book = line.Rules, tableBook(&line.Rules)
		pr.text = fmt.Sprintf("%v %d %s", line.Rules.Game, line.Rules.Pits, replay.RulesText(line.Rules))
	}
	pr.identify(g, result)

	sh := &p.share
	sh.setResult(&played{
		rules: line.Rules, start: line.Start, moves: line.Moves, verdict: line.Verdict,
		result: line.Result, score: line.Score, hasScore: line.HasScore, termination: pr.names.fold(g.termination.text),
	})
	if p.partial = pr.repeating.Load(); p.partial {
		return
	}
	sh.feats = slices.Grow(sh.feats, len(line.Moves))
	for i, m := range line.Moves {
		sh.addSowing(i, m, &line.Sowings[i])
	}
	sh.setOrders(&line.Rules, &line.Start, line.Moves)
	pr.book.visit(&line.Start, line.Moves, &sh.visits)
}

// complete makes good what was left out of the share.
func (p *Prepared) complete() error {
	if !p.partial {
		return nil
	}
	p.partial = false
	g := played{rules: p.game.rules}
	var err error
	if g.start, err = startState(&g.rules, p.game.start); err != nil {
		return err
	}
	if g.moves, err = unpackMoves(nil, &g.rules, p.game.first, p.game.moves); err != nil {
		return err
	}
	p.share.setPlies(&g)
	tableBook(&g.rules).visit(&g.start, g.moves, &p.share.visits)
	return nil
}

// sum computes the checksum, of all that the canonical record is spelled from:
// two games have the same one if their canonical records are the same. It takes a
// buffer to work in, and returns that.
func (g *gameRow) sum(buf []byte, tags []notation.Tag) (int64, []byte) {
	b := buf[:0]
	for i := range tags {
		b = opt{tags[i].Name, true}.appendTo(b)
		b = opt{tags[i].Value, true}.appendTo(b)
	}
	b = g.claims.appendTo(g.annotations.appendTo(append(b, 0)))
	b = append(b, g.moves...)
	sum := sha256.Sum256(b)
	return int64(binary.BigEndian.Uint64(sum[:])), b
}

// record returns the canonical record, which notation.Append spells.
func (g *gameRow) record() (*notation.Record, error) {
	game := Game{Rules: g.rules}
	if err := game.setText(g, g.first); err != nil {
		return nil, err
	}
	rec, _, err := NewSpeller().Record(&game)
	return rec, err
}

// identify computes the identity: two records are the same game if their
// ruleset, start, moves, result and seven leading tags are equal when folded
// ("The same game" in docs/notation.md).
func (pr *Preparer) identify(g *gameRow, result string) {
	b := append(pr.buf[:0], 1)
	field := func(o opt) {
		if o.text == "?" {
			o.ok = false
		}
		b = o.appendTo(b)
	}
	field(opt{pr.text, true})
	field(g.start)
	b = append(b, byte(g.result))
	for _, n := range [...]name{g.event, g.site, g.south, g.north} {
		field(opt{n.folded, n.ok})
	}
	for _, o := range [...]opt{g.date, g.round, {result, true}} {
		field(opt{pr.names.fold(o.text), o.ok})
	}
	b = append(b, g.moves...)
	pr.buf = b
	sum := sha256.Sum256(b)
	copy(g.identity[:], sum[:])
}

// setTags puts the tags of the canonical record into the columns that are for
// them, and returns the value of its Result tag.
func (g *gameRow) setTags(tags []notation.Tag, pr *Preparer, contradictory bool) (result string) {
	folded := &pr.names
	told, last := 0, -1    // tags that the columns tell, and the place of the last of them
	doubt := contradictory // whether they do
	for i := range tags {
		place := replay.TagPlace(tags[i].Name)
		if place <= last { // of a repeated tag the first counts
			doubt = doubt || place >= 0
			continue
		}
		told, last = told+1, place
		value := opt{tags[i].Value, true}
		switch tags[i].Name {
		case "Event":
			g.event = folded.name(value)
		case "Site":
			g.site = folded.name(value)
		case "South":
			g.south = folded.name(value)
		case "North":
			g.north = folded.name(value)
		case "Date":
			g.date = value
			g.days[0], g.days[1], _ = replay.DateInterval(value.text)
		case "Round":
			g.round = value
		case "Result":
			result = value.text
		case "SetUp", "Position":
			doubt = true // they stand as they are where the position is not used
		case "Score":
			doubt = doubt || !g.hasScore
		case "Termination":
			g.termination = value
		case "Match":
			g.match = value
		case "MatchTarget":
			g.matchTarget = value
		}
	}
	if doubt {
		columns := g.columnTags(nil)
		if told = len(columns); len(tags) < told || !slices.EqualFunc(columns, tags[:told], sameTag) {
			g.allTags = opt{toJSON(pairs(tags)), true}
			g.setPersonalIDs(tags)
			return result
		}
	}
	if told < len(tags) {
		g.tags = opt{toJSON(pairs(tags[told:])), true}
		g.setPersonalIDs(tags[told:])
	}
	return result
}

// setPersonalIDs reads the tags that tell players of one name apart. Of a repeated
// one the first counts.
func (g *gameRow) setPersonalIDs(tags []notation.Tag) {
	for _, tag := range slices.Backward(tags) {
		switch {
		case strings.EqualFold(tag.Name, "SouthID"):
			g.south.setPersonalID(tag.Value)
		case strings.EqualFold(tag.Name, "NorthID"):
			g.north.setPersonalID(tag.Value)
		}
	}
}

// setPersonalID gives a player what its id tag says, unless that is nothing, or the
// player nobody.
func (n *name) setPersonalID(value string) {
	n.personalID = ""
	if !isNoName(n.folded) && !isNoName(fold(value)) {
		n.personalID = value
	}
}

func sameTag(a, b notation.Tag) bool { return a.Name == b.Name && a.Value == b.Value }

// columnTags appends the tags that the columns tell, in their order.
func (g *gameRow) columnTags(tags []notation.Tag) []notation.Tag {
	add := func(name string, value opt) {
		if value.ok {
			tags = append(tags, notation.Tag{Name: name, Value: value.text})
		}
	}
	add("Event", g.event.opt)
	add("Site", g.site.opt)
	add("Date", g.date)
	add("Round", g.round)
	add("South", g.south.opt)
	add("North", g.north.opt)
	add("Result", opt{g.result.String(), true})
	add("Game", opt{g.rules.Game.String(), true})
	lo, hi := g.rules.Game.Boards()
	add("Pits", opt{strconv.Itoa(int(g.rules.Pits)), lo != hi})
	options := replay.RulesText(g.rules)
	add("Rules", opt{options, options != ""})
	add("SetUp", opt{"1", g.start.ok})
	add("Position", g.start)
	if g.hasScore {
		add("Score", opt{notation.Close{HasScore: true, Score: g.score}.String(), true})
	}
	add("Termination", g.termination)
	add("Match", g.match)
	add("MatchTarget", g.matchTarget)
	return tags
}

// usualTags is how many tags a game seldom has more of.
const usualTags = 12

// allOf returns all tags, in the order of the canonical record.
func (g *gameRow) allOf() ([]notation.Tag, error) {
	var list [][2]string
	var tags []notation.Tag
	stored := g.allTags
	if !stored.ok {
		tags, stored = g.columnTags(make([]notation.Tag, 0, usualTags)), g.tags
	}
	if err := fromJSON(stored, &list); err != nil {
		return nil, fmt.Errorf("its tags: %w", err)
	}
	for _, pair := range list {
		tags = append(tags, notation.Tag{Name: pair[0], Value: pair[1]})
	}
	return tags, nil
}

func pairs(tags []notation.Tag) [][2]string {
	list := make([][2]string, len(tags))
	for i, t := range tags {
		list[i] = [2]string{t.Name, t.Value}
	}
	return list
}

// claims are what a contradictory record says against the replay, besides its
// tags.
type claims struct {
	Captures []replay.Claim `json:"captures,omitempty"`
	Close    string         `json:"close,omitempty"` // the closing token, where it is not the result
}

func (g *gameRow) setClaims(line *replay.Line) {
	c := claims{Captures: line.Claims}
	if end := line.Close(); end != (notation.Close{Result: line.Result}) {
		c.Close = end.String()
	}
	if len(c.Captures) > 0 || c.Close != "" {
		g.claims = opt{toJSON(c), true}
	}
}

// closing returns the token that closes the canonical record.
func (g *gameRow) closing(c *claims) notation.Close {
	if c.Close == "" {
		return notation.Close{Result: g.result}
	}
	result, score, hasScore, _ := notation.ParseResult(c.Close)
	return notation.Close{Result: result, Score: score, HasScore: hasScore}
}

// toJSON returns v, a value of this package's own types, as JSON that keeps
// '<', '>' and '&' readable.
func toJSON(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		panic(err) // no value of these types fails
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// fromJSON reads what toJSON made; what is absent leaves v as it is.
func fromJSON(stored opt, v any) error {
	if !stored.ok {
		return nil
	}
	return json.Unmarshal([]byte(stored.text), v)
}
