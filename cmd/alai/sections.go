package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"slices"
)

// A section is one of the tables that an answer of several is made of.
type section struct {
	name    string // as --section and JSON call it
	title   string // for people
	columns []column
	rows    [][]any
}

// writeTable writes an answer of one table.
func writeTable(s *streams, opt *outputOptions, columns []column, rows [][]any) error {
	t, err := newTable(s, opt, columns...)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := t.row(row...); err != nil {
			return err
		}
	}
	return t.end()
}

// writeSections writes an answer of several tables, a blank line between two and
// each with its title where people read it; in JSON an object each. Only names
// the one that is asked for, or is "" for all.
func writeSections(s *streams, opt *outputOptions, only string, list []section) error {
	if only != "" {
		i := slices.IndexFunc(list, func(sec section) bool { return sec.name == only })
		return writeTable(s, opt, list[i].columns, list[i].rows)
	}
	if opt.json() {
		return writeJSONSections(s, opt, list)
	}
	lead := ""
	for i := range list {
		sec := &list[i]
		title := ""
		switch opt.format {
		case "table":
			title = sec.title + "\n"
		case "markdown":
			title = "## " + sec.title + "\n\n"
		}
		if _, err := io.WriteString(s.out, lead+title); err != nil {
			return err
		}
		lead = "\n"
		if err := writeTable(s, opt, sec.columns, sec.rows); err != nil {
			return err
		}
	}
	return nil
}

// A sectionJSON is a section as JSON has it (docs/cli.md).
type sectionJSON struct {
	Section string          `json:"section"`
	Rows    json.RawMessage `json:"rows"`
}

func writeJSONSections(s *streams, opt *outputOptions, list []section) error {
	var objects []sectionJSON
	for i := range list {
		var b bytes.Buffer
		inner := *s
		inner.out = bufio.NewWriter(&b)
		if err := writeTable(&inner, opt, list[i].columns, list[i].rows); err != nil {
			return err
		}
		if err := inner.out.Flush(); err != nil {
			return err
		}
		objects = append(objects, sectionJSON{list[i].name, b.Bytes()})
	}
	return writeJSON(s.out, objects...)
}
