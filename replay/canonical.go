package replay

import (
	"cmp"
	"slices"
	"strconv"

	"alai/notation"
	"alai/replay/rules"
)

// Canonical returns the record in its canonical spelling, to be written by
// notation.Append: the moves that were played, in letters and with what they
// captured, understood passes included; its tags in order; result and (for a
// complete game) score filled in. A variation with a fault keeps its text. The
// result shares no slices with rec or line.
//
// What a contradictory record claims stands as the record has it. An illegal or
// malformed record has no canonical spelling: line.Verdict must be Contradiction
// at the least.
func Canonical(rec *notation.Record, line *Line) *notation.Record {
	var from []int
	tags := AppendCanonicalTags(nil, rec, line, &from)
	s := speller{rec: rec, line: line, out: new(notation.Record)}
	line.frame(s.out, tags)
	s.mainLine()
	s.head(from)
	return s.out
}

// SoundPart returns the canonical record of what was legally played of a bad record,
// which line is the replay of: up to the first fault of its main line, with the
// comments and variations before it. It is nil where that cannot be told apart.
func SoundPart(rec *notation.Record, line *Line) *notation.Record {
	if line.Rules.Game == 0 {
		return nil
	}
	part := *rec
	part.Items, part.Err, part.Cut = rec.Items[:soundItems(rec, line)], nil, nil
	part.Close, part.Claims = notation.Close{}, notation.Claims{Plies: -1}
	var sound Line
	if ReplayAs(line.Rules, &part, &sound); sound.Verdict < Contradiction || !slices.Equal(sound.Moves, line.Moves) {
		return nil
	}
	return Canonical(&part, &sound)
}

// soundItems returns how many items stand before the first fault of the main line,
// without a variation that is open there.
func soundItems(rec *notation.Record, line *Line) int {
	k := slices.IndexFunc(line.Problems, func(p Problem) bool { return p.Kind < Contradiction && !p.Variation })
	depth, outside := 0, 0 // outside is the number of items up to the last that ends in no variation
	for i := range rec.Items {
		item := &rec.Items[i]
		if k >= 0 && depth == 0 && comparePlaces(rec.Pos(int(item.At)), line.Problems[k].Pos) >= 0 {
			break
		}
		switch item.Kind {
		case notation.VarStart:
			depth++
		case notation.VarEnd:
			depth--
		}
		if depth == 0 {
			outside = i + 1
		}
	}
	return outside
}

func comparePlaces(a, b notation.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// Record fills rec with the canonical record again, from what an archive keeps
// of it: the line, its tags and its annotations. The slices of rec are reused,
// but for its tags, which are those given. The error is that of
// notation.AddAnnotations.
func (l *Line) Record(rec *notation.Record, tags []notation.Tag, notes []notation.Annotation) error {
	l.frame(rec, tags)
	rec.Items = l.AppendMovetext(rec.Items)
	return notation.AddAnnotations(rec, notes)
}

// frame makes rec the canonical record of the line without its movetext.
func (l *Line) frame(rec *notation.Record, tags []notation.Tag) {
	*rec = notation.Record{
		Head: rec.Head[:0], Tags: tags, Items: rec.Items[:0], Words: rec.Words[:0],
		Style: notation.Letters, NorthFirst: l.Start.ToMove == rules.North, Close: l.Close(),
		Claims: notation.Claims{Plies: -1},
	}
}

// Close returns the token that closes the canonical record.
func (l *Line) Close() notation.Close {
	if l.Verdict == Contradiction && l.says.close.Result != notation.None {
		return notation.Close{Result: l.says.close.Result, HasScore: l.says.close.HasScore, Score: l.says.close.Score}
	}
	return notation.Close{Result: l.Result}
}

// AppendMovetext appends the line's plies as items, without annotations.
func (l *Line) AppendMovetext(items []notation.Item) []notation.Item {
	n := len(items)
	items = slices.Grow(items, len(l.Moves))
	for i, m := range l.Moves {
		items = append(items, moveItem(&l.Rules, m, int(l.Sowings[i].Captured)))
	}
	for _, c := range l.Claims {
		items[n+c.Ply-1].Captured = int16(c.Captured)
	}
	return items
}

// moveItem spells one ply in letters.
func moveItem(r *rules.Ruleset, m rules.Move, captured int) notation.Item {
	item := notation.Item{Kind: notation.Pass, Captured: notation.NoCapture}
	if captured > 0 {
		item.Captured = int16(captured)
	}
	if m == rules.Pass {
		return item
	}
	p := rules.Pit(m)
	item.Kind = notation.South
	if r.Owner(p) == rules.North {
		item.Kind = notation.North
	}
	item.Pit = uint8(r.FromLeft(p))
	return item
}

// leading are the tags that stand first in a canonical record, in this order.
var leading = [...]string{
	"Event", "Site", "Date", "Round", "South", "North", "Result",
	"Game", "Pits", "Rules", "SetUp", "Position", "Score", "Termination", "Match", "MatchTarget",
}

// TagPlace returns the place of a tag of that name among those that stand first
// in a canonical record, from 0; -1 for a tag that has no place of its own there.
func TagPlace(name string) int {
	for i := range leading {
		if leading[i] == name {
			return i
		}
	}
	return -1
}

// AppendCanonicalTags appends the tags of the canonical record to dst. Where from
// is not nil, it appends to it for each tag the index in rec.Tags of the one that
// it comes from, -1 for one that is filled in.
func AppendCanonicalTags(dst []notation.Tag, rec *notation.Record, line *Line, from *[]int) []notation.Tag {
	var (
		first    [len(leading)]int // 1 + the index in rec.Tags, 0 for a tag that the record lacks
		repeated [len(leading)]bool
		few      [32]bool
		used     = few[:]
	)
	if len(rec.Tags) > len(few) {
		used = make([]bool, len(rec.Tags))
	}
	put := func(name, value string, i int) {
		dst = append(dst, notation.Tag{Name: name, Value: value})
		if from != nil {
			*from = append(*from, i)
		}
	}
	for i := range rec.Tags {
		name := rec.Tags[i].Name
		if name == "FEN" {
			name = "Position"
		}
		switch k := TagPlace(name); {
		case k < 0:
		case first[k] == 0:
			first[k], used[i] = i+1, true
		default:
			repeated[k] = true
		}
	}
	for k, name := range leading {
		i := first[k] - 1
		text, keep := "", i >= 0
		if keep {
			text = rec.Tags[i].Value
		}
		switch name {
		case "Game":
			if i = line.says.gameTag; i >= 0 {
				used[i] = true
			}
			text, keep = line.Rules.Game.String(), true
		case "Pits":
			lo, hi := line.Rules.Game.Boards()
			text, keep = strconv.Itoa(int(line.Rules.Pits)), lo != hi || repeated[k]
		case "Rules":
			text = RulesText(line.Rules)
			keep = text != "" || repeated[k]
		case "SetUp", "Position":
			if line.says.positioned {
				// Neither counts without the other, nor is one given up whose
				// repetition would then count.
				keep = !line.FromStart() || repeated[TagPlace("SetUp")] || repeated[TagPlace("Position")]
				text = "1"
				if name == "Position" {
					text = Position(&line.Rules, &line.Start)
				}
			}
		case "Result":
			text, keep = line.resultTag(text), true
		case "Score":
			if line.HasScore && !(line.Verdict == Contradiction && keep) {
				text, keep = notation.Close{HasScore: true, Score: line.Score}.String(), true
			}
		}
		if keep {
			put(name, text, i)
		}
	}
	for i, tag := range rec.Tags {
		if !used[i] {
			put(tag.Name, tag.Value, i)
		}
	}
	return dst
}

// resultTag returns the Result tag's text in the canonical record; says is the
// text of the record's own.
func (l *Line) resultTag(says string) string {
	if l.Verdict == Contradiction && l.says.tag != notation.None {
		return says
	}
	return l.Result.String()
}

// speller spells a record's movetext canonically.
type speller struct {
	rec    *notation.Record
	line   *Line
	plies  []notation.Item // the main line's, in letters, still to be put
	asides []aside         // the variations' plies, still to be put
	ends   []int32         // of each VarStart in rec.Items the index of its VarEnd
	out    *notation.Record
}

// IsAnnotated reports whether the record has more than tags and moves: comments,
// escaped lines, glyphs or variations.
func IsAnnotated(rec *notation.Record) bool {
	return len(rec.Head) > 0 || slices.ContainsFunc(rec.Items, isAnnotation)
}

func isAnnotation(item notation.Item) bool { return !item.Kind.IsPly() }

func (s *speller) mainLine() {
	s.plies, s.asides = s.line.AppendMovetext(nil), s.line.asides
	if !slices.ContainsFunc(s.rec.Items, isAnnotation) {
		s.out.Items = s.plies
		return
	}
	s.ends = variationEnds(s.rec.Items)
	lost := slices.IndexFunc(s.rec.Items, func(item notation.Item) bool { return item.Kind == notation.Lost })
	if lost < 0 {
		lost = len(s.rec.Items)
	}
	s.sequence(0, lost, s.mainPly)
	for i := lost; i < len(s.rec.Items); i++ {
		s.unplayed(&s.rec.Items[i])
	}
}

// unplayed puts a lost move or an item that stands behind one, in letters.
func (s *speller) unplayed(item *notation.Item) {
	r := &s.line.Rules
	s.copy(item)
	if item.Kind != notation.Number || s.rec.Style != notation.Numbers {
		return
	}
	if m, ok := itemMove(r, item); ok {
		it := moveItem(r, m, 0)
		it.Captured = item.Captured
		s.out.Items[len(s.out.Items)-1] = it
	}
}

// variationEnds returns, for each VarStart in items, the index of its VarEnd, or
// len(items) where it is left open.
func variationEnds(items []notation.Item) []int32 {
	ends := make([]int32, len(items))
	var open []int
	for i := range items {
		switch items[i].Kind {
		case notation.VarStart:
			ends[i] = int32(len(items))
			open = append(open, i)
		case notation.VarEnd:
			ends[open[len(open)-1]] = int32(i)
			open = open[:len(open)-1]
		}
	}
	return ends
}

// sequence spells rec.Items[i:end], a main line or the inside of a variation:
// plies by ply, and behind each its NAGs first, then the rest in its order.
func (s *speller) sequence(i, end int, ply func(i int)) {
	items := s.rec.Items
	for i < end {
		for i < end && items[i].Kind.IsPly() {
			ply(i)
			i++
		}
		next := i
		for next < end && !items[next].Kind.IsPly() {
			if items[next].Kind == notation.NAG {
				s.copy(&items[next])
			}
			next = s.after(next)
		}
		for ; i < next; i = s.after(i) {
			switch items[i].Kind {
			case notation.NAG:
			case notation.VarStart:
				s.variation(i)
			default:
				s.copy(&items[i])
			}
		}
	}
}

// after returns the index of what follows items[i], or the variation that begins there.
func (s *speller) after(i int) int {
	if s.rec.Items[i].Kind == notation.VarStart {
		return min(int(s.ends[i])+1, len(s.rec.Items))
	}
	return i + 1
}

// variation spells the variation that begins at rec.Items[i]. One with a fault
// of its own keeps its text, with all that is nested in it.
func (s *speller) variation(i int) {
	end := int(s.ends[i])
	s.out.Items = append(s.out.Items, notation.Item{Kind: notation.VarStart})
	if _, faulty := slices.BinarySearch(s.line.faulty, i); faulty {
		for k := i + 1; k < end; k++ {
			s.copy(&s.rec.Items[k])
		}
	} else {
		s.sequence(i+1, end, s.asidePly)
	}
	s.out.Items = append(s.out.Items, notation.Item{Kind: notation.VarEnd})
}

// mainPly spells the main line's ply at rec.Items[i], and before it the pass
// that was understood, if any.
func (s *speller) mainPly(i int) {
	n := 1
	if s.plies[0].Kind == notation.Pass && s.rec.Items[i].Kind != notation.Pass {
		n = 2
	}
	s.out.Items = append(s.out.Items, s.plies[:n]...)
	s.plies = s.plies[n:]
}

// asidePly spells a variation's ply at rec.Items[i], with the pass understood before it.
func (s *speller) asidePly(i int) {
	for len(s.asides) > 0 && s.asides[0].item <= i {
		if a := s.asides[0]; a.item == i { // else it was played in a variation that keeps its text
			s.out.Items = append(s.out.Items, moveItem(&s.line.Rules, a.move, int(a.captured)))
		}
		s.asides = s.asides[1:]
	}
}

// copy puts an item as it is, without its place.
func (s *speller) copy(item *notation.Item) {
	it := *item
	it.At, it.End = 0, 0
	switch {
	case it.Kind.IsPly() || it.Kind == notation.Lost:
		it.N = 0
	case it.Kind != notation.NAG && it.Kind != notation.VarStart && it.Kind != notation.VarEnd:
		it.N = s.word(it.N)
	}
	s.out.Items = append(s.out.Items, it)
}

// word puts the text that an item refers to, and returns its new index.
func (s *speller) word(n int32) int32 {
	s.out.Words = append(s.out.Words, s.rec.Words[n])
	return int32(len(s.out.Words) - 1)
}

// head puts the remarks among the tags, each before the tag that it stands
// before in the record, wherever that has gone; before the next one that is
// left where it has gone altogether.
func (s *speller) head(from []int) {
	if len(s.rec.Head) == 0 {
		return
	}
	to := make([]int, len(s.rec.Tags)+1)
	for i := range to {
		to[i] = -1
	}
	for i, k := range from {
		if k >= 0 {
			to[k] = i
		}
	}
	next := len(from) - 1
	for k := len(s.rec.Tags); k >= 0; k-- {
		if to[k] < 0 {
			to[k] = next
		}
		next = to[k]
	}
	for _, remark := range s.rec.Head {
		s.out.Head = append(s.out.Head, notation.Remark{
			Tag:  to[remark.Tag],
			Item: notation.Item{Kind: remark.Kind, N: s.word(remark.N)},
		})
	}
	slices.SortStableFunc(s.out.Head, func(a, b notation.Remark) int { return a.Tag - b.Tag })
}
