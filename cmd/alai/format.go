package main

import (
	"bytes"
	"io"

	"alai/notation"
	"alai/notation/jsonl"
	"alai/notation/mancalagames"
	"alai/notation/oneline"
	"alai/notation/trl"
)

// A recordReader is a reader of records in some format.
type recordReader interface {
	// Read is notation.Reader's.
	Read(*notation.Record) error
}

// A textFormat is a way in which texts hold games.
type textFormat struct {
	detect    func(line []byte) bool // whether a text whose first line is this has the format
	extension string                 // of names, for texts whose first line tells no format; "" for none
	lines     bool                   // a record begins at each line that begins so:
	begins    string
	reader    func(text io.Reader, file string) recordReader
}

// records is the format of texts that have no other: the record notation.
var records = textFormat{reader: func(text io.Reader, file string) recordReader { return notation.NewReader(text, file) }}

// lineFormats are the other formats.
var lineFormats = [...]textFormat{
	{
		detect: jsonl.Detect, extension: ".jsonl", lines: true,
		reader: func(text io.Reader, file string) recordReader { return jsonl.NewReader(text, file) },
	},
	{
		detect: trl.Detect, extension: ".trl", lines: true, begins: trl.Begins,
		reader: func(text io.Reader, file string) recordReader { return trl.NewReader(text, file) },
	},
	{
		detect: mancalagames.Detect, lines: true, begins: mancalagames.Begins,
		reader: func(text io.Reader, file string) recordReader { return mancalagames.NewReader(text, file) },
	},
	{
		detect: oneline.Detect, lines: true,
		reader: func(text io.Reader, file string) recordReader { return oneline.NewReader(text, file) },
	},
}

// formatOf tells the format of a text by its beginning, and by its name where
// that is neither a format's own nor a record's.
func formatOf(path string, head []byte) *textFormat {
	line := firstLine(head)
	for i := range lineFormats {
		if f := &lineFormats[i]; f.detect(line) {
			return f
		}
	}
	for i := range lineFormats {
		if f := &lineFormats[i]; f.extension != "" && f.extension == extension(path) && !bytes.HasPrefix(line, []byte("[")) {
			return f
		}
	}
	return &records
}

// firstLine returns the first line of b that is not blank.
func firstLine(b []byte) []byte {
	b = bytes.TrimLeft(b, " \t\r\n")
	if end := bytes.IndexAny(b, "\r\n"); end >= 0 {
		b = b[:end]
	}
	return b
}

// split returns a Splitter of a text of the format.
func (f *textFormat) split(text io.Reader) *notation.Splitter {
	if f.lines {
		return notation.NewLineSplitter(text, f.begins)
	}
	return notation.NewSplitter(text)
}

// recordsOf returns a reader of one block of a text.
func (f *textFormat) recordsOf(b *notation.Block, file string) recordReader {
	if f.lines {
		return f.reader(b, file)
	}
	return b.Records(file)
}
