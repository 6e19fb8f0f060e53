package notation

import (
	"fmt"
	"slices"
)

// An Annotation is a comment, escaped line, glyph or variation, apart from the
// moves it stands among, or what cannot be played because a move is lost. Exactly
// one of NAG, Comment, Escape, Variation and Lost is set. Its JSON form is that of
// docs/notation.md.
type Annotation struct {
	Ply       int     `json:"ply"`                 // how many plies of the main line stand before it
	Tag       *int    `json:"tag,omitempty"`       // it stands before this tag, from 0, and not in the movetext
	NAG       *int    `json:"nag,omitempty"`       // the glyph's number
	Comment   *string `json:"comment,omitempty"`   // the text between the braces
	Escape    *string `json:"escape,omitempty"`    // the line behind the '%'
	Variation *string `json:"variation,omitempty"` // the movetext between the parentheses
	Lost      *string `json:"lost,omitempty"`      // the movetext from the first lost move on, with its number; the last annotation

	At  int `json:"-"` // where it stands in a Record's Text,
	End int `json:"-"` // and where it ends
}

// Annotations returns all that stands among the moves and tags of rec, in the
// order of the text. With the main line's moves it tells all of Items and Head
// but the move numbers.
func Annotations(rec *Record) []Annotation {
	var list []Annotation
	for _, r := range rec.Head {
		a := remarkOf(r.Item, rec.Words)
		a.Tag = &r.Tag
		list = append(list, a)
	}
	ply := 0
	for i := 0; i < len(rec.Items); i++ {
		it := rec.Items[i]
		var a Annotation
		switch {
		case it.Kind.IsPly():
			ply++
			continue
		case it.Kind == Lost:
			if rec.NorthFirst {
				ply++
			}
			w := writer{ply: ply, last: ply, glued: true}
			w.items(rec.Items[i:], rec.Words)
			text := string(w.dst)
			a = Annotation{Lost: &text, At: int(it.At), End: int(rec.Items[len(rec.Items)-1].End)}
			if rec.NorthFirst {
				ply--
			}
			i = len(rec.Items)
		case it.Kind == VarStart:
			end := variationEnd(rec.Items, i)
			inner := rec.Items[i+1 : end]
			first := max(ply-1, 0)
			if rec.NorthFirst {
				first++
			}
			w := writer{ply: first, last: first, force: true, glued: true}
			w.items(inner, rec.Words)
			text := string(w.dst)
			a = Annotation{Variation: &text, At: int(it.At), End: int(rec.Items[end].End)}
			i = end
		default:
			a = remarkOf(it, rec.Words)
		}
		a.Ply = ply
		list = append(list, a)
	}
	return list
}

// remarkOf returns the annotation that a comment, escaped line or glyph is.
func remarkOf(it Item, words []string) Annotation {
	a := Annotation{At: int(it.At), End: int(it.End)}
	switch it.Kind {
	case NAG:
		n := int(it.N)
		a.NAG = &n
	case Escape:
		a.Escape = &words[it.N]
	default:
		a.Comment = &words[it.N]
	}
	return a
}

// variationEnd returns the index of the VarEnd that belongs to items[i].
func variationEnd(items []Item, i int) int {
	for depth := 0; ; i++ {
		switch items[i].Kind {
		case VarStart:
			depth++
		case VarEnd:
			if depth--; depth == 0 {
				return i
			}
		}
	}
}

// An AnnotationError says which annotation of a list cannot stand in a record.
type AnnotationError struct {
	Index int // in the list, from 0
	Msg   string
}

func (e *AnnotationError) Error() string { return fmt.Sprintf("annotation %d: %s", e.Index, e.Msg) }

// AddAnnotations puts a list as Annotations returns it into rec, whose Tags are
// set and whose Items are the plies of the main line. The error is an
// *AnnotationError; rec is then as it was.
func AddAnnotations(rec *Record, list []Annotation) error {
	var head []Remark
	items := make([]Item, 0, len(rec.Items)+len(list))
	words := slices.Clip(rec.Words)
	plies := 0
	for i, a := range list {
		fail := func(format string, args ...any) error {
			return &AnnotationError{i, fmt.Sprintf(format, args...)}
		}
		it := Item{At: int32(a.At), End: int32(a.End), N: int32(len(words))}
		var inner []Item
		set := 0
		if a.NAG != nil {
			set++
			if *a.NAG < 0 || *a.NAG > maxNAG {
				return fail("%d is no glyph", *a.NAG)
			}
			it.Kind, it.N = NAG, int32(*a.NAG)
		}
		if a.Comment != nil {
			set++
			it.Kind = Comment
			words = append(words, *a.Comment)
		}
		if a.Escape != nil {
			set++
			if oneLine.Replace(*a.Escape) != *a.Escape {
				return fail("an escaped line holds a line end")
			}
			it.Kind = Escape
			words = append(words, *a.Escape)
		}
		if a.Variation != nil {
			set++
			var err error
			if inner, words, err = variation(a, words); err != nil {
				return fail("%v", err)
			}
		}
		if a.Lost != nil {
			set++
			var err error
			if inner, words, err = lost(rec, a, words); err != nil {
				return fail("%v", err)
			}
			if i < len(list)-1 || a.Ply != len(rec.Items) {
				return fail("a lost move is the last annotation, behind all moves")
			}
		}
		switch {
		case set != 1:
			return fail("one of nag, comment, escape, variation and lost is wanted, not %d", set)
		case a.Tag != nil:
			if it.Kind != Comment && it.Kind != Escape {
				return fail("only comments and escaped lines can stand before a tag")
			}
			if *a.Tag < 0 || *a.Tag >= len(rec.Tags) || len(head) > 0 && head[len(head)-1].Tag > *a.Tag || len(items) > 0 {
				return fail("tag %d is out of order", *a.Tag)
			}
			head = append(head, Remark{*a.Tag, it})
			continue
		case a.Ply < plies || a.Ply > len(rec.Items):
			return fail("ply %d is out of order", a.Ply)
		}
		if len(head)+len(items)+max(1, len(inner))+len(rec.Items)-plies > MaxItems {
			return fail(tooManyItems, MaxItems)
		}
		items = append(items, rec.Items[plies:a.Ply]...)
		plies = a.Ply
		if inner == nil {
			inner = []Item{it}
		}
		items = append(items, inner...)
	}
	rec.Items = append(items, rec.Items[plies:]...)
	rec.Head, rec.Words = append(rec.Head, head...), words
	return nil
}

// variation reads the text of a variation. Its items all stand where a does.
func variation(a Annotation, words []string) ([]Item, []string, error) {
	// The line end closes a comment or an escape on the last line.
	text := []byte("(" + *a.Variation + "\n)")
	var p parser
	rec := Record{Line: 1, Column: 1}
	p.parse(&rec, text)
	n := len(rec.Items)
	if rec.Err != nil || n == 0 || int(rec.Items[n-1].At) != len(text)-1 || variationEnd(rec.Items, 0) != n-1 {
		return nil, words, fmt.Errorf("%s is no variation", clip([]byte(*a.Variation)))
	}
	items, words := moved(&rec, a, words)
	return items, words, nil
}

// lost reads the text from a lost move of rec on. Its items all stand where a does.
func lost(rec *Record, a Annotation, words []string) ([]Item, []string, error) {
	text := []byte(*a.Lost + "\n")
	var p parser
	rest := Record{Line: 1, Column: 1}
	end, _ := p.parse(&rest, text)
	mixed := rest.Style != Unstyled && rec.Style != Unstyled && rest.Style != rec.Style
	if rest.Err != nil || end != len(text) || rest.Close.Result != None || len(rest.Tags) > 0 || mixed ||
		len(rest.Items) == 0 || rest.Items[0].Kind != Lost {
		return nil, words, fmt.Errorf("%s is no movetext from a lost move on", clip([]byte(*a.Lost)))
	}
	if len(rec.Items) == 0 {
		rec.NorthFirst = rec.NorthFirst || rest.NorthFirst
	}
	rec.Style = max(rec.Style, rest.Style)
	items, words := moved(&rest, a, words)
	return items, words, nil
}

// moved returns the items of a record read from a's text, which all stand where a
// does, and the words with those that they refer to.
func moved(rec *Record, a Annotation, words []string) ([]Item, []string) {
	for i := range rec.Items {
		it := &rec.Items[i]
		it.At, it.End = int32(a.At), int32(a.End)
		if it.Kind == Comment || it.Kind == Escape || it.Kind == Junk {
			it.N += int32(len(words))
		}
	}
	return rec.Items, append(words, rec.Words...)
}

// ParsePly reads one move or pass in any spelling that a record may have. A
// Number names its pit by the drawing's number.
func ParsePly(s string) (Item, bool) {
	if len(s) == 1 && classes[s[0]] == letter {
		it := Item{End: 1, Captured: NoCapture, Kind: South, Pit: s[0] - 'A'}
		if s[0] >= 'a' {
			it.Kind, it.Pit = North, s[0]-'a'
		}
		return it, true
	}
	var p parser
	rec := Record{Line: 1, Column: 1}
	p.parse(&rec, []byte(s))
	if rec.Err != nil || len(rec.Items) != 1 || !rec.Items[0].Kind.IsPly() || rec.Close.Result != None {
		return Item{}, false
	}
	return rec.Items[0], true
}

// AddPly appends the move or pass at Text[at:end], spelled as text, to the
// record's main line. The error says in words what is wrong with it.
func (rec *Record) AddPly(text string, at, end int) error {
	it, ok := ParsePly(text)
	if !ok {
		return fmt.Errorf("%s is no move", Clip(text))
	}
	if len(rec.Items) == MaxItems {
		return fmt.Errorf("more than %d moves", MaxItems)
	}
	it.At, it.End, it.N = int32(at), int32(end), 0
	if style, ok := rec.styled(it.Kind); !ok {
		return fmt.Errorf("%s names a pit by %s, the moves before it by %s", Clip(text), style, rec.Style)
	}
	rec.NorthFirst = rec.NorthFirst || len(rec.Items) == 0 && it.Kind == North
	rec.Items = append(rec.Items, it)
	return nil
}
