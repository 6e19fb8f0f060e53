package db

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
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
	return sp.name + " #" + sp.personalID
}

// A person is a player, under all the spellings of the name.
type person struct {
	name    string // what it is called: no two persons are called the same
	address string // what chooses this person alone, where name does not; else ""
	games   int    // so many in the statistics, under all spellings
	root    string // the key at which the links of its spellings end
	best    *nameRow
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

// spellingKey returns the key that an alias has for a name: "J. Doe #" is the name
// without an id.
func spellingKey(name string) string { return strings.TrimSuffix(fold(name), " #") }

// withoutID returns the name of a key.
func withoutID(key string) string {
	if i := strings.LastIndex(key, " #"); i > 0 {
		return key[:i]
	}
	return key
}

// links are the links of keys to others, by key.
type links map[string]link

// A link leads to a key. Name is who is meant as the alias has it, "" where an id
// makes the link.
type link struct{ to, name string }

// root returns the key at which the links from a key end. There are no circles.
func (l links) root(key string) string {
	for {
		next, ok := l[key]
		if !ok {
			return key
		}
		key = next.to
	}
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
	switch {
	case best == nil:
		p.name = given
	case !several[best.folded] && best.games > 0 || best.personalID == "":
		p.name = best.name
		if several[best.folded] {
			p.address = best.name + " #"
		}
	default:
		p.name = spelling{name: best.name, personalID: best.personalID}.withID()
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
// each name, and those that have the id within the name. Before the condition goes
// the term for a hit.
const someNames = `
	WITH asked AS (SELECT folded, fold(personal_id) AS personal_id FROM player WHERE %[2]s)
	SELECT id, name, folded, personal_id,
		ifnull((SELECT sum(games) FROM ruleset CROSS JOIN standing ON standing.ruleset = ruleset.id AND standing.player = player.id), 0), %[1]s
	FROM player WHERE folded IN (
		SELECT folded FROM asked
		UNION SELECT folded || ' #' || personal_id FROM asked WHERE personal_id <> ''
		UNION SELECT substr(folded, 1, instr(folded, ' #') - 1) FROM asked WHERE instr(folded, ' #') > 1)`

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
	counted []string // what the persons of these are addressed by
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
	for key, next := range l {
		names = append(names, key, withoutID(key), next.to, withoutID(next.to))
	}
	term, args := matchesPlayer(name)
	rows, err := nameRows(ctx, s.tx, fmt.Sprintf(someNames, term, term+" OR folded IN (SELECT value FROM json_each(?))"),
		slices.Concat(args, []any{toJSON(names)}, args)...)
	if err != nil {
		return found, err
	}
	who := newPeople(rows, l)
	hits, err := s.aliasHits(ctx, name, l)
	if err != nil {
		return found, err
	}
	met := make(map[*person]bool)
	for i := range rows {
		p := who[rows[i].id].person
		if rows[i].hit && p != nil {
			hits[p.root] = true
		}
	}
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
			found.counted = append(found.counted, cmp.Or(p.address, p.name))
		}
	}
	slices.Sort(found.counted)
	return found, nil
}

// matchesPlayer is the term that a player's name is a name, or that its name and id
// are.
func matchesPlayer(name string) (string, []any) {
	term, args := matches("folded", name)
	pattern, exact := glob(name)
	if !strings.Contains(pattern, "#") {
		return term, args
	}
	if !exact {
		return "(" + term + " OR folded || ' #' || fold(personal_id) GLOB ?)", append(args, pattern)
	}
	i := strings.LastIndex(pattern, " #")
	if i < 0 {
		return term, args
	}
	return "(" + term + " OR folded = ? AND fold(personal_id) = ?)", append(args, pattern[:i], pattern[i+len(" #"):])
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
		for _, text := range []string{key, withoutID(key), next.to, withoutID(next.to)} {
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
