package db

import (
	"context"
	"database/sql/driver"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// An Alias is a spelling that means a player of another name. Either may be a name
// or a name and id, "J. Doe #17".
type Alias struct {
	Spelling, Name string
	Games          int // that have the spelling, of those that the statistics count
}

// An AliasError is the error of an alias that cannot be.
type AliasError struct {
	Index int // which of those that were given
	Msg   string
}

func (e *AliasError) Error() string { return e.Msg }

// readAliases reads the aliases without their games, in the order of the folded
// spellings.
func readAliases(ctx context.Context, q querier) (list []Alias, err error) {
	rows, err := q.QueryContext(ctx, "SELECT spelling, name FROM alias ORDER BY folded")
	if err != nil {
		return nil, err
	}
	err = each(rows, func() error {
		var a Alias
		err := rows.Scan(&a.Spelling, &a.Name)
		list = append(list, a)
		return err
	})
	return list, err
}

// aliasLinks are the links that aliases make.
func aliasLinks(list []Alias) links {
	l := make(links, len(list))
	for _, a := range list {
		l.add(a) // a circle, which only another program can have made, is left open
	}
	return l
}

// add puts the link of an alias in, which has to be new, but for one that would close
// a circle.
func (l links) add(a Alias) (added bool) {
	key, to := spellingKey(a.Spelling), spellingKey(a.Name)
	if l.root(to) == key {
		return false
	}
	l[key] = link{to: to, name: a.Name}
	return true
}

// Aliases returns the aliases in the order of their folded spellings.
func (a *Archive) Aliases(ctx context.Context) (list []Alias, err error) {
	err = a.view(ctx, func(s *snapshot) error {
		if list, err = readAliases(ctx, s.tx); err != nil {
			return err
		}
		var names []string
		for _, alias := range list {
			names = append(names, namesWithin(spellingKey(alias.Spelling))...)
		}
		rows, err := nameRows(ctx, s.tx, fmt.Sprintf(someNames, "FALSE", "folded IN (SELECT value FROM json_each(?))"), toJSON(names))
		l := aliasLinks(list)
		l.addIDs(rows)
		games := make(map[string]int)
		for i := range rows {
			key := rows[i].key()
			games[key] += rows[i].games
			if next := l[key]; next.name == "" {
				games[next.to] += rows[i].games
			}
		}
		for i := range list {
			list[i].Games = games[spellingKey(list[i].Spelling)]
		}
		return err
	})
	return list, err
}

// SetAliases sets aliases, all or none. A spelling that has one already gets the new
// one instead; was has for each of those given what it was, with an empty Name
// where it was none. An alias of nobody, of the name itself, or that closes a
// circle with others is an *AliasError, and so is a spelling given twice for two
// names, and one with control characters. Records keep their spellings.
func (a *Archive) SetAliases(ctx context.Context, list []Alias) (was []Alias, err error) {
	was = make([]Alias, len(list))
	err = a.change(ctx, false, func(w *writer) error {
		have, err := readAliases(ctx, w.conn)
		if err != nil {
			return err
		}
		known := make(map[string]Alias)
		for _, alias := range have {
			known[spellingKey(alias.Spelling)] = alias
		}
		for i := range list {
			was[i] = known[spellingKey(list[i].Spelling)]
		}
		if err := aliasLinks(have).check(list); err != nil {
			return err
		}
		for _, alias := range list {
			if err := w.setAlias(alias); err != nil {
				return err
			}
		}
		return nil
	})
	return was, err
}

// check checks that aliases can be put in, in place of those that their spellings
// have.
func (l links) check(list []Alias) error {
	given := make(map[string]link)
	for i, alias := range list {
		key, to := spellingKey(alias.Spelling), link{to: spellingKey(alias.Name), name: alias.Name}
		before, twice := given[key]
		switch {
		case isNoName(key) || isNoName(to.to):
			return &AliasError{i, "an alias takes a spelling and a name; nobody has none"}
		case !isWritten(alias.Spelling) || !isWritten(alias.Name):
			return &AliasError{i, fmt.Sprintf("%q, %q: an alias has no control characters, such as line ends, in it", alias.Spelling, alias.Name)}
		case key == to.to:
			return &AliasError{i, fmt.Sprintf("%q is the same name as %q", alias.Name, alias.Spelling)}
		case twice && before.to != to.to:
			return &AliasError{i, fmt.Sprintf("%q is given before as an alias of %q", alias.Spelling, before.name)}
		}
		given[key] = to
	}
	others := make(links)
	for key, next := range l {
		if _, ok := given[key]; !ok {
			others[key] = link{to: next.to, name: next.name}
		}
	}
	for i, alias := range list {
		if !others.add(alias) {
			return &AliasError{i, fmt.Sprintf("%q is an alias of %q already: the two cannot be each other's", alias.Name, alias.Spelling)}
		}
	}
	return nil
}

// isWritten reports whether a text is such as a list of one line each can give back.
func isWritten(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool { return unicode.In(r, unicode.Cc, unicode.Zl, unicode.Zp) })
}

func (w *writer) setAlias(a Alias) error {
	return w.exec("INSERT INTO alias (folded, spelling, name) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET spelling = excluded.spelling, name = excluded.name",
		spellingKey(a.Spelling), a.Spelling, a.Name)
}

// RemoveAliases removes the aliases of spellings, and returns those that had none.
func (a *Archive) RemoveAliases(ctx context.Context, spellings []string) (missing []string, err error) {
	err = a.change(ctx, false, func(w *writer) error {
		for _, spelling := range spellings {
			there := false
			if err := w.query("DELETE FROM alias WHERE folded = ? RETURNING folded", []any{spellingKey(spelling)},
				func([]driver.Value) error { there = true; return nil }); err != nil {
				return err
			}
			if !there {
				missing = append(missing, spelling)
			}
		}
		return nil
	})
	return missing, err
}

// AddAliases adds the aliases of another archive, but for spellings that have one
// here, and those that would close a circle.
func (a *Archive) AddAliases(ctx context.Context, from *Archive) error {
	var theirs []Alias
	if err := from.view(ctx, func(s *snapshot) (err error) {
		theirs, err = readAliases(ctx, s.tx)
		return err
	}); err != nil || len(theirs) == 0 {
		return err
	}
	return a.change(ctx, false, func(w *writer) error { return w.addAliases(ctx, theirs) })
}

// aliases does it for the two archives of a merger.
func (m *merger) aliases(ctx context.Context) error {
	theirs, err := readAliases(ctx, m.from.tx)
	if err != nil {
		return err
	}
	return m.to.addAliases(ctx, theirs)
}

// addAliases adds those of the aliases that can be added.
func (w *writer) addAliases(ctx context.Context, theirs []Alias) error {
	if len(theirs) == 0 {
		return nil
	}
	ours, err := readAliases(ctx, w.conn)
	if err != nil {
		return err
	}
	l := aliasLinks(ours)
	for _, alias := range theirs {
		if _, ok := l[spellingKey(alias.Spelling)]; ok || !l.add(alias) {
			continue
		}
		if err := w.setAlias(alias); err != nil {
			return err
		}
	}
	return nil
}
