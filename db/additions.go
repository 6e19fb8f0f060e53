package db

import (
	"slices"
	"strings"

	"alai/notation"
)

// Additions are what the record of a game that was kept got from those of the
// games that were joined into it.
type Additions struct {
	Tags        []AddedTag            `json:"tags,omitempty"`
	Annotations []notation.Annotation `json:"annotations,omitempty"`
}

// An AddedTag is a tag that the record lacked, or had without a value.
type AddedTag struct {
	Name  string  `json:"name"`
	Value string  `json:"value"`
	Was   *string `json:"was,omitempty"` // nil where it lacked the tag
}

// empty reports whether there are none.
func (ad *Additions) empty() bool { return len(ad.Tags) == 0 && len(ad.Annotations) == 0 }

// bound are the tags that a record keeps to itself: what was played, and how it
// ended.
var bound = []string{
	"Game", "Variant", "Pits", "Rules", "SetUp", "Position", "FEN", "Result", "Score", "Termination", "ClaimedResult", "ClaimedScore",
}

// isIdentity reports whether a tag that is not bound makes another game of one.
func isIdentity(name string) bool {
	return slices.Contains([]string{"Event", "Site", "Date", "Round", "South", "North"}, notation.TagName(name))
}

// isUnknown reports whether a tag's value says nothing: "", "?" or "????.??.??".
func isUnknown(value string) bool { return strings.Trim(value, " ?.") == "" }

// addAll adds to the record of a game what it lacks of those of others, and
// returns that. A careful one leaves out the tags that would make another game of
// it, and lost moves with what is behind them. The game's slices are made anew.
func addAll(to *Game, others []*Game, careful bool) (ad Additions) {
	to.Tags, to.Annotations = slices.Clone(to.Tags), slices.Clone(to.Annotations)
	for _, g := range others {
		for _, tag := range g.Tags {
			if !careful || !isIdentity(tag.Name) {
				ad.addTag(to, tag)
			}
		}
		if to.Rules != g.Rules || to.Start != g.Start {
			continue
		}
		common := CommonMoves(to, g)
		for _, note := range g.Annotations {
			if note.Tag != nil {
				note.Tag = tagIndex(to, g.Tags[*note.Tag].Name)
			}
			if note.Ply <= common && !(careful && note.Lost != nil) {
				ad.addNote(to, note)
			}
		}
	}
	return ad
}

// CommonMoves counts the moves that two games have in common from the beginning.
func CommonMoves(g, h *Game) int {
	n := 0
	for n < len(g.Moves) && n < len(h.Moves) && g.Moves[n] == h.Moves[n] {
		n++
	}
	return n
}

// tagIndex returns where a tag of that name stands, 0 where there is none.
func tagIndex(g *Game, name string) *int {
	i := max(0, slices.IndexFunc(g.Tags, func(t notation.Tag) bool { return strings.EqualFold(t.Name, name) }))
	return &i
}

// addTag adds a tag that the record lacks, or has once and without a value.
func (ad *Additions) addTag(to *Game, tag notation.Tag) {
	sameName := func(name string) bool { return strings.EqualFold(name, tag.Name) }
	if isUnknown(tag.Value) || slices.ContainsFunc(bound, sameName) {
		return
	}
	var has []int
	for i := range to.Tags {
		if sameName(to.Tags[i].Name) {
			has = append(has, i)
		}
	}
	switch {
	case len(has) == 0:
		to.Tags = append(to.Tags, notation.Tag{Name: tag.Name, Value: tag.Value})
		ad.Tags = append(ad.Tags, AddedTag{tag.Name, tag.Value, nil})
	case len(has) == 1 && isUnknown(to.Tags[has[0]].Value):
		t := &to.Tags[has[0]]
		was := t.Value
		t.Value = tag.Value
		ad.Tags = append(ad.Tags, AddedTag{t.Name, t.Value, &was})
	}
}

// addNote adds an annotation that the record lacks, behind those of the same
// place.
func (ad *Additions) addNote(to *Game, note notation.Annotation) {
	if slices.ContainsFunc(to.Annotations, func(n notation.Annotation) bool { return sameNote(&n, &note) }) {
		return
	}
	at := len(to.Annotations)
	ends := at > 0 && to.Annotations[at-1].Lost != nil // nothing stands behind a lost move
	if note.Lost != nil && (ends || note.Ply != len(to.Moves)) {
		return
	}
	for at > 0 && (standsBehind(&to.Annotations[at-1], &note) || to.Annotations[at-1].Lost != nil) {
		at--
	}
	to.Annotations = slices.Insert(to.Annotations, at, note)
	ad.Annotations = append(ad.Annotations, note)
}

// standsBehind reports whether n stands behind another place of the record than
// that of before.
func standsBehind(n, before *notation.Annotation) bool {
	if n.Tag == nil || before.Tag == nil {
		return n.Tag == nil && (before.Tag != nil || n.Ply > before.Ply)
	}
	return *n.Tag > *before.Tag
}

// sameNote reports whether two annotations say the same of the same place; those
// that stand among the tags stand in one place.
func sameNote(a, b *notation.Annotation) bool {
	return a.Ply == b.Ply && (a.Tag == nil) == (b.Tag == nil) && sameValue(a.NAG, b.NAG) && sameValue(a.Comment, b.Comment) &&
		sameValue(a.Escape, b.Escape) && sameValue(a.Variation, b.Variation) && sameValue(a.Lost, b.Lost)
}

func sameValue[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }

// takeFrom takes away from the record of a game what was added, as far as it is
// still there as it was added. The game's slices are made anew.
func (ad *Additions) takeFrom(g *Game) {
	g.Tags, g.Annotations = slices.Clone(g.Tags), slices.Clone(g.Annotations)
	for i := range ad.Annotations {
		k := slices.IndexFunc(g.Annotations, func(n notation.Annotation) bool { return sameNote(&n, &ad.Annotations[i]) })
		if k >= 0 {
			g.Annotations = slices.Delete(g.Annotations, k, k+1)
		}
	}
	for _, tag := range ad.Tags {
		k := slices.IndexFunc(g.Tags, func(t notation.Tag) bool { return t.Name == tag.Name && t.Value == tag.Value })
		switch {
		case k < 0:
		case tag.Was != nil:
			g.Tags[k].Value = *tag.Was
		default:
			dropTag(g, k)
		}
	}
}

// dropTag takes a tag out of the record of a game. What stands before it then
// stands before the next one, or before the last.
func dropTag(g *Game, i int) {
	g.Tags = slices.Delete(g.Tags, i, i+1)
	for k := range g.Annotations {
		if at := g.Annotations[k].Tag; at != nil && (*at > i || *at == len(g.Tags)) {
			before := *at - 1
			g.Annotations[k].Tag = &before
		}
	}
}
