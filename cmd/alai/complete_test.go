package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// bashBreaks are bash's usual COMP_WORDBREAKS.
const bashBreaks = " \t\n\"'@><=;|&(:"

func completed(t *testing.T, list ...string) (found []string, files bool) {
	t.Helper()
	c := complete(context.Background(), newApp(testStreams()), list)
	for _, one := range c.list {
		found = append(found, one.word)
	}
	return found, c.files
}

func TestComplete(t *testing.T) {
	t.Setenv("ALAI_DB", filepath.Join(t.TempDir(), "none.db"))
	for _, test := range []struct{ line, want string }{
		{"ver", "verify"},
		{"help ver", "verify"},
		{"--db x.db ver", "verify"},
		{"-- ver", "verify"},
		{"verify --he", "--help"},
		{"list --col", "--columns --color"},
		{"list --colu", "--columns"},
		{"--rejects-o", "--rejects-out"},
		{"list -- --colu", "files"},
		{"list --color a", "auto always"},
		{"list --color=a", "--color=auto --color=always"},
		{"list --columns id,so", "id,source id,south"},
		{"list --columns=id,so", "--columns=id,source --columns=id,south"},
		{"show --columns m", "move"},
		{"list --sort ma", "margin"},
		{"list --sort -ma", "-margin"},
		{"players --sort sc", "score_pct"},
		{"players --sort -sc", "-score_pct"},
		{"export --format m", "mgn markdown"},
		{"list --format m", "markdown"},
		{"rejects --verdict m", "malformed"},
		{"list --verdict c", "complete contradiction"},
		{"player x --section o", "opponents openings"},
		{"series --section g", "games"},
		{"list --game en-dodoi --rules l", "lone=stays lone=taken"},
		{"list --game adji-boto --rules l", "landing=safe landing=taken"},
		{"list --rules end=stuck,la", "end=stuck,landing=safe end=stuck,landing=taken"},
		{"perft --rules lone=t --game e", "en-dodoi"},
		{"list --columns id,source,so", "id,source,south"},
		{"list --columns source,s", "source,site source,south source,score"},
		{"list --rules=end=stuck,e", ""},
		{"list --rules lone=stays,lo", ""},
		{"chart m", "margins"},
		{"chart ", "margins advantage captures openings"},
		{"chart -q --depth 2 o", "openings"},
		{"chart margins ", "files"},
		{"chart margins games.mgn x", "files"},
		{"chart captures --columns m", "mean"},
		{"chart --columns m", ""},
		{"rules en-dodoi ", ""},
		{"completion zsh ", ""},
		{"show games.mgn#1 ", ""},
		{"replay 1 ", ""},
		{"backup ", "files"},
		{"backup x ", ""},
		{"player alias ", ""},
		{"player alias --import ", "files"},
		{"rules e", "en-dodoi"},
		{"rules gl", "glossary"},
		{"rules --lang ", "en de cs"},
		{"completion z", "zsh"},
		{"verify ", "files"},
		{"merge x", "files"},
		{"list --db ", "files"},
		{"list --db=x", "files"},
		{"export -o ", "files"},
		{"list --since ", ""},
		{"moves ", ""},
		{"perft x", ""},
		{"nonsense x", ""},
		{"stats --histogram ply", "ply"},
	} {
		found, files := completed(t, strings.Split(test.line, " ")...)
		if files {
			found = append(found, "files")
		}
		if got := strings.Join(found, " "); got != test.want {
			t.Errorf("%s: got %q, want %q", test.line, got, test.want)
		}
	}
}

// TestCompletedWordsAreTaken holds the words that are offered against what the
// commands take.
func TestCompletedWordsAreTaken(t *testing.T) {
	archive := testArchive(t, "A. Player")
	for _, test := range []struct {
		flag string
		line []string
	}{
		{"format", []string{"list"}}, {"color", []string{"list"}}, {"moves", []string{"list"}}, {"game", []string{"list"}},
		{"pits", []string{"list"}}, {"rules", []string{"list"}}, {"result", []string{"list"}}, {"verdict", []string{"list"}}, {"sort", []string{"list"}},
		{"format", []string{"export"}}, {"rows", []string{"export", "--format", "csv"}}, {"sort", []string{"players"}},
		{"verdict", []string{"rejects"}}, {"first", []string{"openings"}}, {"histogram", []string{"stats"}}, {"lang", []string{"rules"}},
		{"section", []string{"player", "A. Player"}}, {"section", []string{"series"}}, {"accept", []string{"import", archive, "--dry-run"}},
	} {
		found, _ := completed(t, slices.Concat(test.line, []string{"--" + test.flag, ""})...)
		if len(found) < 1 {
			t.Errorf("%s --%s: nothing is offered", test.line, test.flag)
		}
		for _, word := range found {
			if word == "sqlite" || word == "html" {
				continue // go to files
			}
			s := testStreams()
			if status := run(context.Background(), slices.Concat(test.line, []string{"--" + test.flag, word}), s); status == statusFailed {
				t.Errorf("%s --%s %s: %s", test.line, test.flag, word, s.err.(*bytes.Buffer))
			}
		}
	}
}

// TestCompletedColumns holds the columns that are offered against those that each
// command says it has.
func TestCompletedColumns(t *testing.T) {
	archive := testArchive(t, "A. Player")
	file := filepath.Join(filepath.Dir(archive), "games.mgn")
	args := map[string][]string{
		"backup": {file + ".b"}, "delete": {"1"}, "identify": {file}, "import": {file}, "find": {"--line", "A"}, "merge": {archive + "2"}, "moves": {"10,10,10,10,10/10,10,10,10,10 0-0 S"},
		"perft": {"--game", "adji-boto"}, "player": {"A. Player", "--section", "opponents"}, "series": {"--section", "series"}, "show": {"1", "--format", "tsv"},
		"split": {"1", "--into", file + ".s"}, "verify": {file},
	}
	var commands []string
	for _, cmd := range newApp(testStreams()).Commands {
		switch {
		case cmd.Name == "chart":
			for _, kind := range chartNames() {
				commands = append(commands, "chart "+kind)
			}
		case findFlag(cmd.Flags, "columns") != nil && cmd.Name != "crosstable": // whose columns are its players
			commands = append(commands, cmd.Name)
		}
	}
	for _, name := range commands {
		s := testStreams()
		words := []string{name}
		if kind, ok := strings.CutPrefix(name, "chart "); ok {
			words = []string{"chart", kind}
		}
		run(context.Background(), slices.Concat(words, []string{"--columns", "?", "-q"}, args[name]), s)
		_, list, ok := strings.Cut(s.err.(*bytes.Buffer).String(), `"?"; the columns are `)
		if !ok {
			t.Errorf("%s: %s", name, s.err.(*bytes.Buffer))
			continue
		}
		if got := strings.Join(completedColumns[name], ", "); got != strings.TrimSpace(list) {
			t.Errorf("%s: offered are\n%s, the columns are\n%s", name, got, list)
		}
	}
}

// TestEveryArgumentIsCompleted holds that the words which a usage names, where it does
// not tell what stands there in capitals, are offered and taken.
func TestEveryArgumentIsCompleted(t *testing.T) {
	testArchive(t, "A. Player")
	for _, cmd := range newApp(testStreams()).Commands {
		for _, word := range regexp.MustCompile(`(?:^|[ |\[])([a-z]+)\b`).FindAllStringSubmatch(cmd.ArgsUsage, -1) {
			found, files := completed(t, cmd.Name, "")
			if files || !slices.Contains(found, word[1]) {
				t.Errorf("%s: %v is offered, a file %v, and %q is named", cmd.Name, found, files, word[1])
			}
			s := testStreams()
			if status := run(context.Background(), []string{cmd.Name, word[1]}, s); status != statusDone {
				t.Errorf("%s %s: %s", cmd.Name, word[1], s.err.(*bytes.Buffer))
			}
		}
	}
}

// TestEveryFlagIsCompleted holds that somebody has thought of every flag's values.
func TestEveryFlagIsCompleted(t *testing.T) {
	free := strings.Fields("limit min-games min-plies max-plies jobs max-window depth ply pace addr since until line position sequence pattern text tag termination")
	for _, cmd := range newApp(testStreams()).Commands {
		for _, f := range visibleFlags(cmd) {
			name := f.(cli.Flag).Names()[0]
			_, words := flagWords[name]
			_, lists := flagLists[name]
			_, names := flagNameKinds[name]
			if f.TakesValue() && !words && !lists && !names && name != "id" && !strings.Contains(f.GetUsage(), "`FILE`") && !slices.Contains(free, name) {
				t.Errorf("%s: nothing says how --%s is completed", cmd.Name, name)
			}
		}
	}
}

// testArchive makes an archive of one game for each name, which is South's, the
// event's and the match's, beside the file games.mgn that they come from, and names
// it in ALAI_DB.
func testArchive(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	path, file := filepath.Join(dir, "a.db"), filepath.Join(dir, "games.mgn")
	var b strings.Builder
	for i, name := range names {
		quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(name)
		fmt.Fprintf(&b, "[Game \"Adji-Boto\"]\n[Event \"%s\"]\n[Round \"%d\"]\n[South \"%[1]s\"]\n[Match \"%[1]s\"]\n\n1. A a *\n\n", quoted, i+1)
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv("ALAI_DB", path)
	s := testStreams()
	if status := run(context.Background(), []string{"import", "-q", file}, s); status != statusDone {
		t.Fatalf("status %d: %s", status, s.err.(*bytes.Buffer))
	}
	return path
}

// names that shells would do something with.
var nastyNames = []string{
	"A $(touch x) b", "A `touch x`", "A;touch x", "A' ; touch x ; '", `A" ; touch x ; "`, "A|touch x", "A && touch x", "A > x", `A \`, `A\'b`,
	"A! !! b", "A*?[x]{a,b}", "~A", "A=b:c@d", "-A", "--db=A", "#A", "A $HOME ${x}", "Ämi Žy", "A (b)", "A %s %n", "A ^b", "$'A'", "",
}

// TestNamesAreQuotedForBash holds that whatever a name holds, bash takes a completed
// line for that very name, and runs nothing.
func TestNamesAreQuotedForBash(t *testing.T) {
	bash := needed(t, "bash")
	names := slices.Clone(nastyNames)
	rnd := rand.New(rand.NewPCG(7, 7))
	for range 60 {
		var b strings.Builder
		for range 1 + rnd.IntN(12) {
			b.WriteByte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~aAx"[rnd.IntN(36)])
		}
		names = append(names, b.String())
	}
	dir := t.TempDir()
	var script, want strings.Builder
	script.WriteString("set -o history -o histexpand\n") // as where people type
	for _, name := range names {
		for _, open := range []string{"", "--player=", "'", `"`, "--player='", `--player="`} {
			for _, cut := range []int{0, 1, len(name) / 2} {
				if cut > len(name) || !strings.HasPrefix(name, strings.ToValidUTF8(name[:cut], "\n")) {
					continue
				}
				// What is typed: the beginning of the name in that quoting.
				quote := strings.TrimLeft(open, "-player=")
				begun := bashLine{}
				if quote != "" {
					begun.quote = quote[0]
				}
				typed := "alai list " + open + begun.spell(name[:cut])
				line := splitBash(typed, bashBreaks)
				lead := strings.TrimRight(open, `'"`)
				text, ok := line.insert(lead + name)
				if !ok || len(line.words) != 2 {
					t.Errorf("%s: not completed to %q: %q", typed, name, line.words)
					continue
				}
				// Bash replaces what follows the last break or the open quote.
				put := typed[:len(typed)-len(replaced(typed, line.quote))] + text
				if !strings.HasSuffix(put, quote) { // as readline sees whether the quote is closed
					put += quote
				}
				fmt.Fprintf(&script, "alai() { printf '%%s\\n' \"$2\"; }\n%s\n", put)
				want.WriteString(lead + name + "\n")
			}
		}
	}
	file := filepath.Join(dir, "script")
	if err := os.WriteFile(file, []byte(script.String()), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bash, file)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v", err)
	}
	got, wanted := strings.Split(string(out), "\n"), strings.Split(want.String(), "\n")
	for i := range min(len(got), len(wanted)) {
		if got[i] != wanted[i] {
			t.Fatalf("line %d: bash takes it for %q, not %q", i, got[i], wanted[i])
		}
	}
	if len(got) != len(wanted) {
		t.Errorf("%d lines, not %d", len(got), len(wanted))
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("the names left files: %v", left)
	}
}

// replaced is what bash would replace of a line, found the other way: from its end.
func replaced(line string, quote byte) string {
	if quote != 0 {
		for i := len(line); i >= 0; i-- { // the quote that is open
			if splitBash(line[:i], "").quote == 0 {
				return line[i+1:]
			}
		}
	}
	for i := len(line) - 1; i >= 0; i-- {
		before := strings.TrimRight(line[:i], `\`)
		if strings.IndexByte(bashBreaks, line[i]) >= 0 && (i-len(before))%2 == 0 {
			return line[i+1:]
		}
	}
	return line
}

// TestCompletionAnswers looks names and ids up as the scripts do.
func TestCompletionAnswers(t *testing.T) {
	testArchive(t, "Ämi", "ama $(x)", "Bo\x1b[31m", "A\u202eb", "W*", "W?x", `W\y`, "Wz", "W #")
	if status := run(context.Background(), []string{"player", "alias", "Amy", "Ämi"}, testStreams()); status != statusDone {
		t.Fatalf("status %d", status)
	}
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"zsh", "list", "--player", "äm"}, "words\nÄmi\t\n"},
		{[]string{"fish", "list", "--south=AM"}, "words\n--south=ama $(x)\t\n"},
		{[]string{"fish", "player", "a"}, "words\nalias\tspellings that mean a player of another name: list, set, remove\nama $(x)\t\n"}, // the one that turns the direction is left out
		{[]string{"fish", "player", "alias", "a"}, "words\nama $(x)\t\n"},
		{[]string{"fish", "player", "alias", "W*"}, "words\nW*\t\n"},
		{[]string{"fish", "player", "alias", "--remove", "am"}, "words\nAmy\tÄmi\n"},
		{[]string{"fish", "player", "alias", "a", "b", "a"}, "words\n"},
		{[]string{"fish", "series", "a"}, "words\nama $(x)\t\n"},
		{[]string{"fish", "list", "--event", "B"}, "words\n"},
		{[]string{"bash", `alai list --player "ama `, bashBreaks}, "words\nama \\$(x)\n"},
		{[]string{"bash", `alai list --player ama\ `, bashBreaks}, "words\nama\\ \\$\\(x\\)\n"},
		{[]string{"bash", `alai list > a`, bashBreaks}, "files\n"},
		{[]string{"bash", `alai list --player $'a`, bashBreaks}, "words\n"},
		{[]string{"zsh", "list", "--player", "w"}, "words\nW # #\t\nW\\*\t\nW\\?x\t\nW\\\\y\t\nWz\t\n"}, // as patterns
		{[]string{"zsh", "list", "--event", `w`}, "words\nW #\t\nW\\*\t\nW\\?x\t\nW\\\\y\t\nWz\t\n"},
		{[]string{"zsh", "list", "--event", `w\`}, "words\nW\\\\y\t\nW\\*\t\nW\\?x\t\n"},
		{[]string{"zsh", "list", "--event", `w\*`}, "words\nW\\*\t\n"},
		{[]string{"fish", "list", "--event=w*"}, "words\n--event=W\\*\t\n"},
		{[]string{"fish", "series", `W\\`}, "words\nW\\\\y\t\n"},
		{[]string{"bash", `alai player W\\\`, bashBreaks}, "words\nW\\\\\\\\y\nW\\\\\\*\nW\\\\\\?x\n"},
		{[]string{"bash", `alai player 'W\`, bashBreaks}, "words\nW\\\\y\nW\\*\nW\\?x\n"},
		{[]string{"zsh", "show", "2"}, "files\n2\tama $(x) - ?\n"},
		{[]string{"zsh", "tag", "--id", "4"}, "words\n4\tA\\u202eb - ?\n"},
		{[]string{"zsh", "show", "99"}, "files\n"},
		{[]string{"zsh", "list", "--db", os.DevNull, "--player", ""}, "words\n"},
		{[]string{"zsh", "list", "--db", t.TempDir(), "--player", ""}, "words\n"},
	} {
		s := testStreams()
		var out bytes.Buffer
		s.out.Reset(&out)
		status := run(context.Background(), append([]string{completeWord}, test.args...), s)
		if said := s.err.(*bytes.Buffer).String(); status != 0 || out.String() != test.want || said != "" {
			t.Errorf("%q: status %d, %q, said %q; want %q", test.args, status, out.String(), said, test.want)
		}
	}
}

// TestCompletedNamesChoose holds that each name that is offered chooses the games
// that have it, and no others.
func TestCompletedNamesChoose(t *testing.T) {
	names := slices.DeleteFunc(slices.Clone(nastyNames), func(name string) bool { return name == "" })
	names = append(names, "A*", "A?", `A\*`, `\`, "*", "A #", "A # #")
	archive := testArchive(t, names...)
	for _, flag := range []string{"player", "south", "event", "match"} {
		found, _ := completed(t, "list", "--"+flag, "")
		if len(found) != len(names) {
			t.Errorf("--%s: %d names are offered, there are %d: %q", flag, len(found), len(names), found)
		}
		var met []string
		for _, word := range found {
			s := testStreams()
			var out bytes.Buffer
			s.out.Reset(&out)
			if status := run(context.Background(), []string{"list", "--db", archive, "--format", "json", "--" + flag + "=" + word}, s); status != statusDone {
				t.Fatalf("--%s %s: status %d: %s", flag, word, status, s.err.(*bytes.Buffer))
			}
			var games []struct{ South string }
			if err := json.Unmarshal(out.Bytes(), &games); err != nil || len(games) != 1 {
				t.Errorf("--%s %s: %v, %v", flag, word, games, err)
				continue
			}
			met = append(met, games[0].South)
		}
		slices.Sort(met)
		if want := slices.Sorted(slices.Values(names)); !slices.Equal(met, want) {
			t.Errorf("--%s: %q are chosen, not %q", flag, met, want)
		}
	}
}
