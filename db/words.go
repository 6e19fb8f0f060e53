package db

import "regexp"

// foreignWords are the texts of database/sql and of SQLite that say of an archive
// that something in it is not as the schema has it, and what that means.
var foreignWords = []struct {
	text  *regexp.Regexp
	means string
}{
	{regexp.MustCompile(`(?s)sql: Scan error on column index \d+, name "(\w+)": .*`), "the column $1 holds what no archive has there"},
	{regexp.MustCompile(`(?s)sql: Scan error on column .*`), "a column holds what no archive has there"},
	{regexp.MustCompile(`(?s)sql/driver: .*|converting driver\.Value .*`), "a column holds what no archive has there"},
	{regexp.MustCompile(`sql: no rows in result set`), "a row that every archive has is missing"},
	{regexp.MustCompile(`UNIQUE constraint failed: (\w+)[\w., ]*`), "two rows of $1 are the same where none may be"},
	{regexp.MustCompile(`FOREIGN KEY constraint failed`), "a row refers to one that is not there"},
	{regexp.MustCompile(`(?:CHECK|NOT NULL) constraint failed: (\w+)\.\w+`), "a row of $1 would hold what no archive has there"},
	{regexp.MustCompile(`(?:CHECK|NOT NULL) constraint failed: [^;)\n]*`), "a row would hold what no archive has there"},
	{regexp.MustCompile(`CHECK constraint failed in (\w+)`), "a row of $1 holds what no archive has there"},
}

// toPlain says a text about damage without the words of Go and of SQLite that name
// what happened inside them.
func toPlain(text string) string {
	for _, w := range foreignWords {
		text = w.text.ReplaceAllString(text, w.means)
	}
	return text
}
