package db

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"alai/notation"
	"alai/replay/rules"
)

// people tell by the id of each spelling who is meant. All that is one person
// under several names is decided in this file; alias.go keeps the aliases.
//
// A spelling is known by its key: its folded name, and behind that " #" and the
// folded id where it has one. An alias links a key to another one, and who is
// meant is where the links end. Of a name that has one id only, the spellings
// without an id are linked with those that have it.
type people map[int64]spelling

// A spelling is a name as records have it. Its person is nil where it is no name.
type spelling struct {
	name, personalID string
	person           *person
}

// withID returns the name with its id, where it has one.
func (sp spelling) withID() string {
	if sp.personalID == "" {
		return sp.name
	}
	return sp.name + " #" + strings.TrimSpace(sp.personalID)
}

// A person is a player, under all the spellings of the name.
type person struct {
	name  string // what it is called: no two persons are called the same
	full  string // the same with the id, where its spelling has one
	games int    // so many in the statistics, under all spellings
	root  string // the key at which the links of its spellings end
	best  *nameRow
}

// A nameRow is a row of the table of players.
type nameRow struct {
	id                       int64
	name, folded, personalID string
	games                    int // that the statistics count
	hit                      bool
}

// key returns the key of the spelling.
func (r *nameRow) key() string {
	if r.personalID == "" {
		return r.folded
	}
	return r.folded + " #" + fold(r.personalID)
}

// compare compares for what a person is called: the most games first.
func (r *nameRow) compare(o *nameRow) int {
	return cmp.Or(cmp.Compare(o.games, r.games), cmp.Compare(r.name, o.name), cmp.Compare(r.personalID, o.personalID))
}

// noID is the end of what means one key alone: "J. Doe #" is the name without an id.
const noID = " #"

// spellingKey returns the key that an alias has for a name.
func spellingKey(name string) string { return strings.TrimSuffix(fold(name), noID) }

// asKey returns a spelling so that spellingKey gives its key: one that ends as
// if it were to mean a key alone is written so that it does.
func asKey(spelling string) string {
	if strings.HasSuffix(fold(spelling), noID) {
		return spelling + noID
	}
	return spelling
}

// PlayerPattern is Pattern for the name of a player as a record spells it, which may
// end as if it were to mean a key alone.
func PlayerPattern(name string) string { return Pattern(asKey(name)) }

// pattern returns the pattern that chooses whoever is meant by the spelling, "" where
// nobody is. Of a name without an id that several have it chooses all of these: the
// record does not say which.
func (sp spelling) pattern() string {
	if isNoName(fold(sp.name)) {
		return ""
	}
	return PlayerPattern(sp.withID())
}

// PlayerPattern returns the pattern that chooses the player of a side, by the name and
// the id that the record has; "" where it names nobody.
func (g *Game) PlayerPattern(side rules.Side) string {
	rec := notation.Record{Tags: g.Tags}
	value, _ := rec.Value(side.String())
	player := name{folded: fold(value)}
	for _, tag := range slices.Backward(g.Tags) { // of a repeated one the first counts
		if strings.EqualFold(tag.Name, side.String()+"ID") {
			player.setPersonalID(tag.Value)
		}
	}
	return spelling{name: value, personalID: player.personalID}.pattern()
}

// bareName returns the name of a key that has one id.
func bareName(key string) string {
	name, _, _ := strings.Cut(key, " #")
	return name
}

// maxNamesWithin bounds what a hostile name can make of itself: the square of its
// length.
const maxNamesWithin = 64

// namesWithin returns the names that a key may be of: itself, and what stands before
// each " #" in it, since names and ids may have that in them too.
func namesWithin(key string) []string {
	names := []string{key}
	for at := 0; len(names) < maxNamesWithin; at += len(" #") {
		i := strings.Index(key[at:], " #")
		if i < 0 {
			break
		}
		at += i
		names = append(names, key[:at])
	}
	return names
}

// namesWithinValue is namesWithin as SQLite's function names_within, of a folded name
// and an id.
func namesWithinValue(folded, personalID any) string {
	r := nameRow{folded: textValue(folded), personalID: textValue(personalID)}
	return toJSON(namesWithin(r.key()))
}

// links are the links of keys to others, by key.
type links map[string]link

// A link leads to a key. Name is who is meant as the alias has it, "" where an id
// makes the link. Far is a key farther along the links, "" if none has been found yet.
type link struct{ to, name, far string }

// root returns the key at which the links from a key end. There are no circles. The
// way is shortened for the next time, so that long chains are not gone along again.
func (l links) root(key string) string {
	root := key
	for next, ok := l[root]; ok; next, ok = l[root] {
		root = cmp.Or(next.far, next.to)
	}
	for key != root {
		next := l[key]
		l[key] = link{next.to, next.name, root}
		key = cmp.Or(next.far, next.to)
	}
	return root
}

// own reports whether a key is another way of writing that root.
func (l links) own(key, root string) bool {
	next, linked := l[key]
	return key == root || linked && next.name == "" && next.to == root
}

// addIDs links the keys of names that have one id only: the one without an alias
// to the other. It returns the names that have several.
func (l links) addIDs(rows []nameRow) (several map[string]bool) {
	ids := make(map[string]string) // the key with the id, by name
	several = make(map[string]bool)
	for i := range rows {
		if r := &rows[i]; r.personalID != "" && r.games > 0 {
			if key, ok := ids[r.folded]; ok && key != r.key() {
				several[r.folded] = true
			}
			ids[r.folded] = r.key()
		}
	}
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		key := ids[name]
		if several[name] || l.root(name) == l.root(key) {
			continue
		}
		if _, aliased := l[name]; !aliased {
			l[name] = link{to: key}
		} else if _, aliased := l[key]; !aliased {
			l[key] = link{to: name}
		}
	}
	return several
}

// newPeople finds out who is who among spellings, which have to be all of each
// name, and of each name that an alias leads to or from.
func newPeople(rows []nameRow, l links) people {
	given := make(map[string]string) // what aliases call the person of a root
	several := l.addIDs(rows)
	for _, next := range l {
		if root := l.root(next.to); next.name != "" && l.own(next.to, root) {
			if have, ok := given[root]; !ok || next.name < have {
				given[root] = next.name
			}
		}
	}
	who, byRoot := make(people, len(rows)), make(map[string]*person)
	for i := range rows {
		r := &rows[i]
		sp := spelling{name: r.name, personalID: r.personalID}
		if !isNoName(r.folded) {
			key := r.key()
			root := l.root(key)
			p := byRoot[root]
			if p == nil {
				p = &person{root: root}
				byRoot[root] = p
			}
			p.games += r.games
			_, aliased := given[root]
			if named := !aliased || r.games > 0 && l.own(key, root); named && (p.best == nil || r.compare(p.best) < 0) {
				p.best = r
			}
			sp.person = p
		}
		who[r.id] = sp
	}
	for root, p := range byRoot {
		p.setName(given[root], several)
	}
	return who
}

// setName gives a person its name: that of its best spelling, or else as given.
func (p *person) setName(given string, several map[string]bool) {
	best := p.best
	p.best = nil
	if best == nil {
		p.name, p.full = given, given
		return
	}
	p.full = asKey(spelling{name: best.name, personalID: best.personalID}.withID())
	p.name = p.full
	if !several[best.folded] && best.games > 0 {
		p.name = asKey(best.name)
	}
}

// numbers returns for the ids of spellings numbers that are equal where the person
// is; none where there is none.
func (who people) numbers() map[int64]uint32 {
	numbers, known := make(map[int64]uint32, len(who)), make(map[*person]uint32)
	for id, sp := range who {
		if sp.person == nil {
			continue
		}
		if known[sp.person] == 0 {
			known[sp.person] = uint32(len(known) + 1)
		}
		numbers[id] = known[sp.person]
	}
	return numbers
}

// readPeople reads who is who.
func readPeople(ctx context.Context, s *snapshot) (people, error) {
	aliases, err := readAliases(ctx, s.tx)
	if err != nil {
		return nil, err
	}
	rows, err := nameRows(ctx, s.tx, `
		SELECT id, name, folded, personal_id, ifnull(games, 0), FALSE
		FROM player LEFT JOIN (SELECT player, sum(games) AS games FROM standing GROUP BY player) ON player = id`)
	return newPeople(rows, aliasLinks(aliases)), err
}

// someNames is the query for names of which few are asked for, by a condition that
// is still to be given. It yields all that may be one person's: every spelling of
// each name, and those that have the id within the name, and so on. Before the
// condition goes the term for a hit.
const someNames = `
	WITH RECURSIVE asked (folded) AS (
		SELECT folded FROM player WHERE %[2]s
		UNION
		SELECT value FROM asked JOIN player USING (folded), json_each(names_within(folded, personal_id))
		WHERE personal_id <> '' OR instr(folded, ' #') > 0)
	SELECT id, name, folded, personal_id,
		ifnull((SELECT sum(games) FROM ruleset CROSS JOIN standing ON standing.ruleset = ruleset.id AND standing.player = player.id), 0), %[1]s
	FROM player WHERE folded IN (SELECT folded FROM asked)`

func nameRows(ctx context.Context, q querier, query string, args ...any) (list []nameRow, err error) {
	rows, err := q.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		var r nameRow
		err := rows.Scan(&r.id, &r.name, &r.folded, &r.personalID, &r.games, &r.hit)
		list = append(list, r)
		return err
	})
	return list, err
}

// foundPeople are the persons that a name matches.
type foundPeople struct {
	ids     []int64  // of all their spellings; of names that are nobody's too
	known   bool     // the statistics count games of some of them
	counted []string // the patterns for each of these
}

// findPeople finds the persons of whom a spelling or an alias matches a name, which
// may have wildcards. It reads those names alone, and those that aliases lead to or
// from.
func (s *snapshot) findPeople(ctx context.Context, name string) (found foundPeople, err error) {
	aliases, err := readAliases(ctx, s.tx)
	if err != nil {
		return found, err
	}
	l := aliasLinks(aliases)
	var names []string
	if text, exact := glob(name); exact {
		names = namesWithin(text)
	}
	for key, next := range l {
		names = append(append(names, namesWithin(key)...), namesWithin(next.to)...)
	}
	term, args := matchesPlayer(name)
	rows, err := nameRows(ctx, s.tx, fmt.Sprintf(someNames, term, term+" OR folded IN (SELECT value FROM json_each(?))"),
		slices.Concat(args, []any{toJSON(names)}, args)...)
	if err != nil {
		return found, err
	}
	who := newPeople(rows, l)
	hits, err := s.hits(ctx, name, rows, who, l)
	if err != nil {
		return found, err
	}
	met := make(map[*person]bool)
	ambiguous := who.ambiguous(rows, l)
	for i := range rows {
		r := &rows[i]
		p := who[r.id].person
		if p == nil && !r.hit || p != nil && !hits[p.root] {
			continue
		}
		found.ids = append(found.ids, r.id)
		found.known = found.known || r.games > 0
		if p != nil && !met[p] && p.games > 0 {
			met[p] = true
			found.counted = append(found.counted, p.address(ambiguous))
		}
	}
	slices.Sort(found.counted)
	return found, nil
}

// hits returns the roots of the persons that a name matches. One that means a key
// alone is that key, or else, where nobody has it, a name that is spelled so.
func (s *snapshot) hits(ctx context.Context, name string, rows []nameRow, who people, l links) (map[string]bool, error) {
	if text, exact := glob(name); exact && strings.HasSuffix(text, noID) {
		root := l.root(strings.TrimSuffix(text, noID))
		if !slices.ContainsFunc(rows, func(r nameRow) bool { p := who[r.id].person; return p != nil && p.root == root }) {
			root = l.root(text)
		}
		return map[string]bool{root: true}, nil
	}
	hits, err := s.aliasHits(ctx, name, l)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		if p := who[rows[i].id].person; rows[i].hit && p != nil {
			hits[p.root] = true
		}
	}
	return hits, nil
}

// ambiguous returns the folded texts under which findPeople finds several persons of
// whom games count.
func (who people) ambiguous(rows []nameRow, l links) map[string]bool {
	several, met, roots := make(map[string]bool), make(map[string]*person), make(map[string]*person)
	note := func(p *person, texts ...string) {
		for _, text := range texts {
			if met[text] == nil {
				met[text] = p
			}
			several[text] = several[text] || met[text] != p
		}
	}
	for i := range rows {
		if p := who[rows[i].id].person; p != nil && p.games > 0 {
			roots[p.root] = p
			note(p, rows[i].folded, rows[i].key())
		}
	}
	for key, next := range l {
		if p := roots[l.root(key)]; p != nil && next.name != "" {
			note(p, key, bareName(key), next.to, bareName(next.to))
		}
	}
	return several
}

// address returns the pattern that chooses this person alone: that of its name, where
// that does.
func (p *person) address(ambiguous map[string]bool) string {
	for _, name := range []string{p.name, p.full} {
		if folded := fold(name); !ambiguous[folded] || strings.HasSuffix(folded, noID) {
			return Pattern(name)
		}
	}
	return Pattern(p.full + noID)
}

// matchesPlayer is the term that a player's name is a name, or that its name and id
// are.
func matchesPlayer(name string) (string, []any) {
	term, args := matches("folded", name)
	pattern, exact := glob(name)
	switch {
	case !strings.Contains(pattern, "#"):
		return term, args
	case exact:
		return "(" + term + " OR folded IN (SELECT value FROM json_each(?)) AND folded || ' #' || fold(personal_id) = ?)",
			append(args, toJSON(namesWithin(pattern)), pattern)
	}
	return "(" + term + " OR folded || ' #' || fold(personal_id) GLOB ?)", append(args, pattern)
}

// aliasHits returns the roots of the aliases that match a name on either side.
func (s *snapshot) aliasHits(ctx context.Context, name string, l links) (map[string]bool, error) {
	hits := make(map[string]bool)
	if len(l) == 0 {
		return hits, nil
	}
	var texts [][2]string // a text, and the root that it stands for
	for key, next := range l {
		if next.name == "" {
			continue // an id's link: what stands on either side is in the rows
		}
		root := l.root(key)
		for _, text := range []string{key, bareName(key), next.to, bareName(next.to)} {
			texts = append(texts, [2]string{text, root})
		}
	}
	term, args := matches("value ->> 0", name)
	rows, err := s.tx.QueryContext(ctx, "SELECT value ->> 1 FROM json_each(?) WHERE "+term, append([]any{toJSON(texts)}, args...)...)
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		var root string
		err := rows.Scan(&root)
		hits[root] = true
		return err
	})
	return hits, err
}
