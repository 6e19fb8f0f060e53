package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// unshown are the characters that must not come out anywhere, by the names of what
// they do. It is not made of what the program goes by.
var unshown = []struct{ from, to rune }{
	{0x00, 0x08}, {0x0b, 0x1f}, {0x7f, 0x9f}, // control characters, but for the tabs and line ends of the answer
	{0xad, 0xad},                                                         // soft hyphen
	{0x61c, 0x61c}, {0x200e, 0x200f}, {0x202a, 0x202e}, {0x2066, 0x2069}, // the direction of writing
	{0x200b, 0x200b}, {0x2060, 0x2065}, {0x206a, 0x206f}, {0xfeff, 0xfeff}, {0x180e, 0x180e}, // nothing at all
	{0x115f, 0x1160}, {0x3164, 0x3164}, {0xffa0, 0xffa0}, // nothing, as wide as a letter
	{0x2028, 0x2029},     // ends of lines
	{0xfff9, 0xfffb},     // annotations
	{0xe0000, 0xe007f},   // tags
	{0x1d173, 0x1d17a},   // of music
	{0xd800, 0xd800 - 1}, // surrogates, which a Go string cannot hold
}

func isUnshown(r rune) bool {
	for _, some := range unshown {
		if some.from <= r && r <= some.to {
			return true
		}
	}
	return false
}

// nasty returns each such character, but for line ends and those in without.
func nasty(without string) string {
	var b strings.Builder
	for _, some := range unshown {
		for r := some.from; r <= some.to; r++ {
			if r != '\r' && r != '\n' && !strings.ContainsRune(without, r) {
				b.WriteRune(r)
			}
		}
	}
	return b.String()
}

// Nothing that a record, a name of a file or an argument holds is obeyed by a
// terminal, whatever command shows it in whatever form.
func TestShown(t *testing.T) {
	all := nasty("")
	tags := func(game string) string {
		var b strings.Builder
		for _, name := range []string{"Event", "Site", "Date", "Round", "South", "North", "Termination", "Match", "MatchTarget", "Own"} {
			fmt.Fprintf(&b, "[%s \"%s %s\"]\n", name, name, all)
		}
		return b.String() + "[Game \"" + game + "\"]\n[Pits \"6\"]\n"
	}
	sound := tags("En Dodoi")
	records := strings.Join([]string{
		sound + "\n{" + all + "}\n%" + all + "\n1. A {" + all + "} (" + all + " B {" + all + "}) ;" + all + "\n*",
		strings.Replace(sound, `"Event `, `"2 `, 1) + "\n1. A a *",
		strings.Replace(sound, `"Event `, `"3 `, 1) + "[Score \"1-0\"]\n\n1. A+9 {" + all + "} *", // a contradiction
		sound + "\n1. A A {" + all + "} *",                                                        // illegal
		sound + "\n1. A" + all + " *",                                                             // malformed, each in its way
		sound + "[Result \"" + all + "\"]\n\n1. A *",
		sound + "[Rules \"" + all + "\"]\n\n1. A *",
		sound + "[SetUp \"1\"]\n[Position \"" + all + "\"]\n\n1. A *",
		tags(all) + "\n1. A *",
		sound + "[" + all + "\n\n1. A *",
		sound + "\n1. A " + all + "\xff\xc0\x80\xed\xa0\x80 *",
		"{" + all,
	}, "\n\n") + "\n"
	line := `{"game":"En Dodoi","pits":6,"moves":["A"],"tags":{"South":"\ud800\u001b\u202e\udb40\udc41","North":"` + nasty("\x00\x01\x02\x03\x04\x05\x06\x07\x08\x0b\x0c\x0e\x0f\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1a\x1b\x1c\x1d\x1e\x1f") + `"}}` + "\n" +
		`{"moves":["\u001b\ud800"]}` + "\n" + `{"moves":["A"],"\u001b\ud800":1,"\u001b\ud800":1}` + "\n" + `{"moves":["A"],"tags":{"\u001b":""}}` + "\n"

	t.Chdir(t.TempDir())
	name := "x\x1b[31m\u202e\u200b\U000e0041\x7f.mgn" // as long as a name may be
	for file, text := range map[string]string{name: records, "line.jsonl": line} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("empty\x1b\u202e", 0o777); err != nil {
		t.Fatal(err)
	}
	try := func(args ...string) {
		t.Helper()
		stdout, stderr, _ := alai(t.Context(), strings.NewReader(records), args...)
		for what, shown := range map[string]string{"standard output": stdout, "standard error": stderr} {
			if i := strings.IndexFunc(shown, isUnshown); i >= 0 {
				t.Errorf("%q: %s shows %.80q", args, what, shown[max(0, i-40):])
			}
			if !utf8.ValidString(shown) {
				t.Errorf("%q: %s is not UTF-8", args, what)
			}
		}
	}
	try("import", "--accept", "contradiction", name, "line.jsonl", "-")
	try("import", "--accept", "contradiction", "--format", "json", "--replace", name, "line.jsonl", "-")
	if n, _, _ := alai(t.Context(), nil, "list", "--no-header", "--columns", "id"); strings.Count(n, "\n") != 4 {
		_, why, _ := alai(t.Context(), nil, "rejects", "--no-header", "--columns", "source,number,reason")
		t.Fatalf("the archive has the games %q, not\n%s", n, why)
	}
	for _, format := range formats {
		f := "--format=" + format
		for _, from := range [][]string{nil, {name}, {"line.jsonl"}, {"-"}} {
			for _, command := range []string{"list", "openings", "find --line A", "stats", "stats --histogram plies", "players", "duplicates",
				"series", "series *", "player *", "verify", "verify --explain", "identify", "identify --all"} {
				if from == nil && strings.HasPrefix(command, "identify") {
					continue
				}
				try(append(append(strings.Fields(command), f), from...)...)
			}
		}
		for _, game := range []string{"1", "2", "3", "4", name + "#1", name + "#3", name + "#4", name + "#11", "line.jsonl#1", "line.jsonl#2", "-#5"} {
			try("show", f, game)
			try("show", f, "--boards", game)
		}
		try("rejects", f)
		try("rejects", f, "--columns", "source,text,reason,sha256")
		try("tag", f, "--id", "1", "Own="+all)
		try("delete", f, "--dry-run", "--source", name)
		try("merge", f, "--dry-run", filepath.Join(".", "alai.db"))
	}
	for _, format := range []string{"csv", "markdown"} {
		try("export", "--format", format, "--positions")
		try("export", "--format", format, "--rows", "plies", name)
	}
	// Arguments are not trusted either: a shell may have taken them from a name.
	for _, args := range [][]string{
		{all}, {"list", "--" + all}, {"list", "--sort", all}, {"list", "--format", all}, {"list", "--columns", all}, {"list", "--db", "x" + all[1:]},
		{"list", "--game", all}, {"list", "--position", all}, {"list", "--line", all}, {"list", "--rules", all}, {"list", "--since", all},
		{"list", "--tag", all}, {"list", "--result", all}, {"verify", name + "none"}, {"verify", "empty\x1b\u202e"}, {"verify", name + "#99"},
		{"player", all}, {"series", all}, {"moves", all}, {"rules", all}, {"perft", "--position", all}, {"find", "--pattern", all},
		{"show", all}, {"show", name}, {"export", "--format", all}, {"split", "--into", name}, {"merge", name}, {"export", "-o", "empty\x1b\u202e"},
		{"import", "--rejects-out", "empty\x1b\u202e", name}, {"list", "--db", name}, {"rejects", "--verdict", all}, {"verify", "--assume-rules", all, name},
	} {
		try(args...)
	}
}
