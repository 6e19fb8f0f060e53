package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// rendered returns an answer of two columns in some form.
func rendered(t *testing.T, opt outputOptions, color bool, rows ...[]any) string {
	t.Helper()
	var b bytes.Buffer
	s := &streams{out: bufio.NewWriter(&b), color: color}
	table, err := newTable(s, &opt, text("name"), number("south_pct"), hidden(text("more")), jsonOnly("list"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows {
		if err := table.row(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.end(); err != nil {
		t.Fatal(err)
	}
	if err := s.out.Flush(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestForms(t *testing.T) {
	d := decimal(41.04)
	rows := [][]any{
		{"A. Player", &d, "m", []int{1, 2}},
		{"a|b\tc", (*decimal)(nil), absent{}, []int{}},
		{"", 7, "", absent{}},
	}
	for _, test := range []struct {
		name string
		opt  outputOptions
		want string
	}{
		{"table", outputOptions{format: "table"}, "" +
			"name       south pct\n" +
			"A. Player       41.0\n" +
			`a|b\tc` + "\n" +
			"                   7\n"},
		{"table without header", outputOptions{format: "table", noHeader: true}, "" +
			"A. Player  41.0\n" +
			`a|b\tc` + "\n" +
			"              7\n"},
		{"tsv", outputOptions{format: "tsv"}, "name\tsouth_pct\nA. Player\t41.0\n" + `a|b\tc` + "\t\n\t7\n"},
		{"tsv of other columns", outputOptions{format: "tsv", columns: "more,name", noHeader: true}, "m\tA. Player\n\t" + `a|b\tc` + "\n\t\n"},
		{"csv", outputOptions{format: "csv"}, "name,south_pct\nA. Player,41.0\n" + `a|b\tc` + ",\n,7\n"},
		{"markdown", outputOptions{format: "markdown"}, "| name | south pct |\n| --- | --: |\n| A. Player | 41.0 |\n" + `| a\|b\\tc |  |` + "\n|  | 7 |\n"},
		{"json", outputOptions{format: "json"}, "[\n" +
			`{"name":"A. Player","south_pct":41.0,"more":"m","list":[1,2]},` + "\n" +
			`{"name":"a|b\tc","south_pct":null,"list":[]},` + "\n" +
			`{"name":"","south_pct":7,"more":""}` + "\n]\n"},
		{"json of some columns", outputOptions{format: "json", columns: "list"}, "[\n{\"list\":[1,2]},\n{\"list\":[]},\n{}\n]\n"},
	} {
		if got := rendered(t, test.opt, false, rows...); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

func TestNothing(t *testing.T) {
	for format, want := range map[string]string{
		"table": "name  south pct\n", "tsv": "name\tsouth_pct\n", "csv": "name,south_pct\n", "json": "[]\n",
		"markdown": "| name | south pct |\n| --- | --: |\n",
	} {
		if got := rendered(t, outputOptions{format: format}, false); got != want {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
	}
}

func TestUnknownColumn(t *testing.T) {
	_, err := newTable(testStreams(), &outputOptions{format: "tsv", columns: "name,list"}, text("name"), jsonOnly("list"))
	if want := `there is no column "list"; the columns are name`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestWidths holds columns aligned whatever their text is written in.
func TestWidths(t *testing.T) {
	names := []string{"A. Player", "李小龍", "José", "Jose\u0301", "한국 사람", "👩‍👩‍👧", "🇰🇪", "ﾊﾝｶｸ", "Ωmega", "नमस्ते"}
	var rows [][]any
	for _, name := range names {
		rows = append(rows, []any{name, 1, "", absent{}})
	}
	lines := strings.Split(rendered(t, outputOptions{format: "table"}, false, rows...), "\n")
	for i, name := range names {
		line := lines[i+1]
		if got, want := displayWidth(line), displayWidth(lines[0]); got != want {
			t.Errorf("the line of %s is %d cells wide, the header %d: %q", name, got, want, line)
		}
	}
	for s, want := range map[string]int{"李小龍": 6, "Jose\u0301": 4, "ﾊﾝｶｸ": 4, "👩‍👩‍👧": 2} {
		if got := displayWidth(s); got != want {
			t.Errorf("displayWidth(%s) = %d, want %d", s, got, want)
		}
	}
}

func TestBoldHeader(t *testing.T) {
	got := rendered(t, outputOptions{format: "table"}, true, []any{"a", 1, "", absent{}})
	if want := "\x1b[1mname  south pct\x1b[0m\na             1\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestClean(t *testing.T) {
	for given, want := range map[string]string{
		"plain é 李 👩‍👩‍👧":   "plain é 李 👩‍👩‍👧",
		"\x1b[31mred\x07":   `\x1b[31mred\a`,
		"a\r\nb\tc":         `a\r\nb\tc`,
		"\u202etxt.exe":     `\u202etxt.exe`,
		"\u009b31m":         `\u009b31m`,
		"bad \xff byte":     `bad \xff byte`,
		"\x00\x7f\u2028":    `\x00\x7f\u2028`,
		"back\\slash stays": `back\slash stays`,
		"a\u200bb\ufeff":    `a\u200bb\ufeff`,
		"\U000e0041\u2060":  `\U000e0041\u2060`,
		"क्\u200dष \u0600١": "क्\u200dष \u0600١",
	} {
		if got := clean(given); got != want {
			t.Errorf("clean(%q) = %s, want %s", given, got, want)
		}
	}
	if got, want := cleanLines("a\x1b\nb\r\n"), "a\\x1b\nb\\r\n"; got != want {
		t.Errorf("cleanLines: got %q, want %q", got, want)
	}
}

// FuzzClean holds that what is shown never moves a terminal's cursor or its
// direction of writing, and that JSON shows the same value.
func FuzzClean(f *testing.F) {
	for _, seed := range []string{"", "plain", "\x1b[31m", "\u202e", "\xff\u009b", "\u2066a\u2069", "\n", "\U000e0041\u200b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := clean(s); strings.ContainsFunc(got, obeyed) || !utf8.ValidString(got) {
			t.Errorf("clean(%q) = %q", s, got)
		}
		if utf8.ValidString(s) && !strings.ContainsFunc(s, obeyed) && clean(s) != s {
			t.Errorf("clean(%q) changes harmless text", s)
		}
		encoded, err := encodeJSON(s)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ContainsFunc(encoded, obeyed) {
			t.Errorf("encodeJSON(%q) = %q", s, encoded)
		}
		var back string
		if err := json.Unmarshal([]byte(encoded), &back); err != nil {
			t.Fatal(err)
		}
		if want := strings.ToValidUTF8(s, "\ufffd"); utf8.ValidString(s) && back != want {
			t.Errorf("encodeJSON(%q) reads back as %q", s, back)
		}
	})
}

func TestRatio(t *testing.T) {
	for _, test := range []struct {
		part, whole float64
		want        string
	}{
		{1, 3, "0.3"}, {-1, 40, "0.0"}, {5, 0, "<nil>"}, {-200, 3, "-66.7"},
	} {
		got := "<nil>"
		if d := ratio(test.part, test.whole); d != nil {
			got = fmt.Sprint(*d)
		}
		if got != test.want {
			t.Errorf("ratio(%v, %v) = %s, want %s", test.part, test.whole, got, test.want)
		}
	}
}

// TestWrapped holds where the lines of a paragraph begin and end.
func TestWrapped(t *testing.T) {
	for _, c := range []struct {
		text        string
		hang, width int
		want        string
	}{
		{"", 0, 10, ""},
		{"one two three", 0, 80, "one two three"},
		{"one two three", 0, 8, "one two\nthree"},
		{"  one two three", 2, 9, "  one two\n  three"},
		{"  a=b  one two three", 7, 15, "  a=b  one two\n       three"},
		{"  a=b  one two three", 7, 12, "  a=b one\n    two\n    three"},
		{"immeasurable", 0, 4, "immeasurable"},
		{"長長 長長", 0, 5, "長長\n長長"},
		{"one", 0, 0, "one"},
	} {
		if got := strings.Join(wrapped(c.text, c.hang, c.width), "\n"); got != c.want {
			t.Errorf("%q, %d, %d: got\n%s\nwant\n%s", c.text, c.hang, c.width, got, c.want)
		}
	}
}
