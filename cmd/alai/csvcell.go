package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// looksLikeFormula reports whether a spreadsheet takes a cell for a formula by how
// it begins; one with apostrophes before that has to be told from a guarded one.
func looksLikeFormula(cell string) bool {
	first, _ := utf8.DecodeRuneInString(strings.TrimLeft(cell, "'"))
	return strings.ContainsRune("=+-@＝＋－＠", first)
}

// harmlessCell are the cells that begin so and are none: numbers, and a pass or
// standard input, which are hyphens.
var harmlessCell = regexp.MustCompile(`^(-+|[-+]?[0-9]+(\.[0-9]+)?)$`)

// guardCell returns the cell as csv has it. A text that a spreadsheet would take
// for a formula is preceded by an apostrophe, as people type it there.
func guardCell(cell string) string {
	if looksLikeFormula(cell) && !harmlessCell.MatchString(cell) {
		return "'" + cell
	}
	return cell
}

// unguardCell returns the cell that guardCell was given.
func unguardCell(cell string) string {
	if strings.HasPrefix(cell, "'") && looksLikeFormula(cell) {
		return cell[1:]
	}
	return cell
}
