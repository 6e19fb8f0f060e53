package words

import (
	"fmt"
	"strings"
)

// A Key names a message: what a page says, in every language. Templates name it by
// its text, {{t "games"}}, Go by its variable.
type Key string

// A message is a text in each language, in which %[1]s and the like stand for what it
// is said with; of things that are counted one text for each form of the number.
type message struct {
	texts   text
	one     text // of exactly one
	few     text // of 2 to 4, which Czech tells apart
	counted bool
}

var catalog = make(map[Key]message)

// say adds a message.
func say(key Key, en, de, cs string) Key {
	return add(key, message{texts: text{en, de, cs}})
}

// counted adds a message about things that are counted, %[1]d of them. English and
// German tell one from many, Czech one, two to four, and more.
func counted(key Key, en, enMany, de, deMany, cs, csFew, csMany string) Key {
	return add(key, message{texts: text{enMany, deMany, csMany}, one: text{en, de, cs}, few: text{enMany, deMany, csFew}, counted: true})
}

func add(key Key, m message) Key {
	if _, twice := catalog[key]; twice {
		panic("two messages are called " + key)
	}
	catalog[key] = m
	return key
}

// Say returns the message of a key with its arguments. The error, that there is no
// such message, is for templates: {{t "ply-sown" .Side .Move}}.
func (l Language) Say(key Key, args ...any) (string, error) {
	m, ok := catalog[key]
	if !ok || m.counted {
		return "", fmt.Errorf("there is no message %q", key)
	}
	if len(args) == 0 {
		return m.texts.in(l), nil
	}
	return fmt.Sprintf(m.texts.in(l), args...), nil
}

// Text is Say for the keys of this package.
func (l Language) Text(key Key, args ...any) string {
	s, err := l.Say(key, args...)
	if err != nil {
		panic(err)
	}
	return s
}

// Count returns the message of a key about n things: "1 game", "3 games".
func (l Language) Count(key Key, n int) (string, error) {
	m, ok := catalog[key]
	if !ok || !m.counted {
		return "", fmt.Errorf("there is no counted message %q", key)
	}
	form := &m.texts
	switch {
	case n == 1:
		form = &m.one
	case n >= 2 && n <= 4:
		form = &m.few
	}
	return fmt.Sprintf(form.in(l), n), nil
}

// Counted is Count for the keys of this package.
func (l Language) Counted(key Key, n int) string {
	s, err := l.Count(key, n)
	if err != nil {
		panic(err)
	}
	return s
}

// Patterns returns messages as they stand, with what stands for their arguments, for
// scripts: of a counted one those of 1, of 2 to 4 and of other numbers.
func (l Language) Patterns(keys ...Key) map[Key][]string {
	patterns := make(map[Key][]string, len(keys))
	for _, key := range keys {
		m := catalog[key]
		if m.counted {
			patterns[key] = []string{m.one.in(l), m.few.in(l), m.texts.in(l)}
		} else {
			patterns[key] = []string{m.texts.in(l)}
		}
	}
	return patterns
}

// Sentences returns the messages of several words, with what stands for their
// arguments, for tests of what is said.
func (l Language) Sentences() (list []string) {
	for _, m := range catalog {
		if s := m.texts.in(l); strings.Contains(s, " ") {
			list = append(list, s)
		}
	}
	return list
}

// Verdict returns the word for a verdict, which the command line calls by English ones.
func (l Language) Verdict(verdict string) string { return l.either("verdict-", verdict) }

// Side returns the name of a side, which the command line calls South and North.
func (l Language) Side(side string) string { return l.either("side-", side) }

// Result returns what a result means, as records write it.
func (l Language) Result(result string) string { return l.either("result-", result) }

// Measure returns what a measure of the statistics is called, which the command line
// calls by English words: "plies mean", "pit A played".
func (l Language) Measure(name string) string {
	head, rest, _ := strings.Cut(name, " ")
	switch head {
	case "pit":
		if pit, ok := strings.CutSuffix(rest, " played"); ok {
			return l.Text(measurePlayed, pit)
		}
		return l.Text(measureCaptured, strings.TrimSuffix(rest, " captured"))
	case "ended":
		verdict, termination, said := strings.Cut(rest, ", ") // as the record says it
		if verdict = l.Verdict(verdict); said {
			verdict += ", " + termination
		}
		return l.Text(measureEnded, verdict)
	case "South", "North":
		return l.Text(measureOpens, l.Side(head), strings.TrimPrefix(rest, "opens "))
	}
	if rest != "" {
		return l.either("spread-", head) + ": " + l.either("value-", rest)
	}
	return l.either("measure-", name)
}

// either returns the message of a kind that is about a word, or the word.
func (l Language) either(kind Key, word string) string {
	if m, ok := catalog[kind+Key(word)]; ok {
		return m.texts.in(l)
	}
	return word
}

// Filter returns what a filter of the command line is called in a form and what it
// means.
func (l Language) Filter(name string) (label, usage string) {
	if m, ok := catalog["filter-"+Key(name)]; ok {
		label, usage, _ = strings.Cut(m.texts.in(l), ": ")
		return label, usage
	}
	return name, ""
}

// Form returns what the value of a filter has to be.
func (l Language) Form(name string) string { return l.either("form-", name) }

// Column returns the head of a column that the command line and JSON call key. One
// that is not in the catalog is made readable as it is.
func (l Language) Column(key string) string {
	if m, ok := catalog["column-"+Key(key)]; ok {
		return m.texts.in(l)
	}
	return strings.ReplaceAll(key, "_", " ")
}

// Funcs are the functions through which templates speak the language: t, a message;
// n, a counted one; column, the head of a column; lang, the language itself. They are
// a template.FuncMap.
func (l Language) Funcs() map[string]any {
	return map[string]any{"t": l.Say, "n": l.Count, "column": l.Column, "lang": func() string { return string(l) }}
}
