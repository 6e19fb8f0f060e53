package main

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

// FuzzCommandLine holds that whatever stands behind the flags by which questions are
// asked, a command ends with a status that there is, says something where it could
// not do what it was told, and writes nothing that a terminal would obey.
func FuzzCommandLine(f *testing.F) {
	flags := []struct{ command, flag string }{
		{"list", "--columns"}, {"list", "--sort"}, {"list", "--format"}, {"list", "--limit"}, {"list", "--game"}, {"list", "--pits"}, {"list", "--rules"},
		{"list", "--player"}, {"list", "--since"}, {"list", "--until"}, {"list", "--tag"}, {"list", "--text"}, {"list", "--result"}, {"list", "--id"},
		{"list", "--line"}, {"list", "--position"}, {"list", "--min-plies"}, {"list", "--verdict"}, {"list", "--assume-rules"}, {"list", "--assume-game"},
		{"find", "--position"}, {"find", "--line"}, {"find", "--sequence"}, {"find", "--pattern"},
		{"openings", "--line"}, {"openings", "--position"}, {"openings", "--depth"}, {"openings", "--first"}, {"openings", "--columns"},
		{"stats", "--histogram"}, {"players", "--sort"}, {"players", "--columns"}, {"player", ""}, {"series", ""}, {"series", "--section"},
		{"export", "--format"}, {"export", "--rows"}, {"export", "--sort"}, {"moves", ""}, {"rules", ""}, {"perft --depth 1", "--position"},
		{"verify", "--jobs"}, {"verify", "--max-window"}, {"verify", "--moves"}, {"verify", "--color"},
	}
	for i, text := range []string{
		"", "id,south", "-plies", "table", "3", "en-dodoi", "6", "usual", "A*", "2024.??", "Event=x", "1-0", "A b", "?,>1,2-3,?,?,?/?,?,?,?,?,? margin>1 ?",
		"4,4,4,4,4,4/4,4,4,4,4,4 0-0 S", "0,5,5,5,5,4/4,4,4,4,4,4 0-0 N", "-1", "99999999999999999999", "\x1b\u202e", "\xff", "'; DROP TABLE game; --", "[*?", "0x10",
	} {
		for k := range 3 {
			f.Add(uint8(7*i+k), text)
		}
	}
	const game = "[Event \"x\"]\n[South \"A\"]\n[North \"B\"]\n[Match \"m\"]\n[Game \"En Dodoi\"]\n[Pits \"6\"]\n\n1. A b *\n"
	f.Fuzz(func(t *testing.T, n uint8, text string) {
		at := flags[int(n)%len(flags)]
		args := strings.Fields(at.command)
		switch {
		case strings.ContainsRune(text, 0):
			t.Skip("no argument holds a NUL")
		case at.flag == "" && (text == "" || strings.HasPrefix(text, "-")):
			t.Skip("another flag")
		case at.flag == "--jobs" && len(text) > 2, at.flag == "--depth" && len(text) > 1:
			t.Skip("as many as are asked for")
		case at.flag == "":
			args = append(args, text)
		default:
			args = append(args, at.flag+"="+text)
		}
		if at.command != "moves" && at.command != "rules" && !strings.HasPrefix(at.command, "perft") {
			args = append(args, "-")
		}
		stdout, stderr, status := alai(t.Context(), strings.NewReader(game), args...)
		if status < statusDone || status > statusFailed {
			t.Errorf("%q: status %d", args, status)
		}
		if status != statusDone && stderr == "" && stdout == "" {
			t.Errorf("%q: status %d without a word", args, status)
		}
		for _, shown := range []string{stdout, stderr} {
			unclean := strings.ContainsFunc(shown, func(r rune) bool { return obeyed(r) && r != '\n' && r != '\t' })
			if unclean && !isText(args) || !utf8.ValidString(shown) {
				t.Errorf("%q shows %q", args, shown)
			}
		}
	})
}

// isText reports whether a command line's answer is records as they are.
func isText(args []string) bool {
	return args[0] == "export" && !strings.Contains(fmt.Sprint(args), "--format=csv") && !strings.Contains(fmt.Sprint(args), "--format=markdown")
}
