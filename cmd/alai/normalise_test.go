package main

import (
	"bufio"
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

func testStreams() *streams {
	return &streams{in: strings.NewReader(""), out: bufio.NewWriter(&bytes.Buffer{}), err: &bytes.Buffer{}}
}

func TestNormalise(t *testing.T) {
	for _, test := range []struct{ given, want string }{
		{"list", "alai list --"},
		{"show 17 --ply 3", "alai show --ply=3 -- 17"},
		{"show --ply 3 17", "alai show --ply=3 -- 17"},
		{"show -ply=3 17", "alai show --ply=3 -- 17"},
		{"--ply 3 show 17", "alai show --ply=3 -- 17"},
		{"--db x.db list", "alai list --db=x.db --"},
		{"list --db x.db --db= y", "alai list --db=x.db --db= -- y"},
		{"list -q --limit 1", "alai list --q --limit=1 --"},
		{"verify - x", "alai verify -- - x"},
		{"verify -- --jobs 3", "alai verify -- --jobs 3"},
		{"-- verify --jobs", "alai verify -- --jobs"},
		{"openings --line --", "alai openings --line=-- --"},
		{"list --player a --player b", "alai list --player=a --player=b --"},
		{"import x --dry-run=true y", "alai import --dry-run=true -- x y"},
		{"help show", "alai show --help"},
		{"help player alias", "alai player alias --help"},
		{"player --db x.db alias a b", "alai player alias --db=x.db -- a b"},
		{"player -- alias", "alai player -- alias"},
		{"player alias -- -x y", "alai player alias -- -x y"},
		{"show 17 --help", "alai show --help"},
		{"show 17 -h --nonsense", "alai show --help"},
		{"help", "alai --help"},
		{"", "alai --help"},
		{"list --version", "alai --version"},
	} {
		got, err := normalise(newApp(testStreams()), strings.Fields(test.given))
		if err != nil {
			t.Errorf("%s: %v", test.given, err)
		} else if strings.Join(got, " ") != test.want {
			t.Errorf("%s: got %q, want %q", test.given, strings.Join(got, " "), test.want)
		}
	}
}

func TestNormaliseErrors(t *testing.T) {
	for _, test := range []struct{ given, want string }{
		{"verfy x", `there is no command "verfy"; do you mean verify?`},
		{"xyzzyxyzzy", `there is no command "xyzzyxyzzy"; alai --help lists what there is`},
		{"help lst", `there is no command "lst"; do you mean list?`},
		{"verify --jbs 3 x", `verify: there is no flag --jbs; do you mean --jobs?`},
		{"show 17 --Ply 3", `show: there is no flag --Ply; do you mean --ply?`},
		{"perft --boards", `perft: there is no flag --boards; do you mean --moves?`},
		{"verify x --jobs", `verify: --jobs needs a value`},
		{"verify --jobs=many", `verify: --jobs takes a number, not "many"`},
		{"list --player", `list: --player needs a value`},
		{"import --strict=perhaps x", `import: --strict takes no value, or true or false, not "perhaps"`},
		{"--db x", `flag --db without a command; alai --help lists the commands`},
	} {
		_, err := normalise(newApp(testStreams()), strings.Fields(test.given))
		if err == nil {
			t.Errorf("%s: no error", test.given)
		} else if err.Error() != test.want {
			t.Errorf("%s: got %s\nwant %s", test.given, err, test.want)
		}
	}
}

// TestFlagNames holds what split relies on: a flag's name takes a value for all
// commands that have it, or for none.
func TestFlagNames(t *testing.T) {
	takes := make(map[string]bool)
	for _, cmd := range newApp(testStreams()).Commands {
		for _, f := range cmd.Flags {
			value := f.(cli.DocGenerationFlag).TakesValue()
			for _, name := range f.Names() {
				if before, ok := takes[name]; ok && before != value {
					t.Errorf("%s: --%s takes a value for one command and none for another", cmd.Name, name)
				}
				takes[name] = value
			}
		}
	}
}

func TestEditDistance(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"verify", "verify", 0}, {"verfy", "verify", 1}, {"kitten", "sitting", 3}, {"lsit", "list", 2},
	} {
		if got := editDistance(test.a, test.b); got != test.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", test.a, test.b, got, test.want)
		}
	}
}

// Law: every flag that a command has may stand before the command, before its
// argument and after it, and means the same.
func TestFlagsStandAnywhere(t *testing.T) {
	app := newApp(testStreams())
	for _, cmd := range app.Commands {
		for _, f := range cmd.Flags {
			flag := []string{"--" + f.Names()[0]}
			if f.(cli.DocGenerationFlag).TakesValue() {
				flag = append(flag, "7")
			}
			orders := [][]string{
				slices.Concat(flag, []string{cmd.Name, "x"}),
				slices.Concat([]string{cmd.Name}, flag, []string{"x"}),
				slices.Concat([]string{cmd.Name, "x"}, flag),
			}
			want, err := normalise(app, orders[0])
			if err != nil {
				t.Errorf("%q: %v", orders[0], err)
				continue
			}
			for _, order := range orders[1:] {
				if got, err := normalise(app, order); err != nil || !slices.Equal(got, want) {
					t.Errorf("%q: got %q, %v; want %q", order, got, err, want)
				}
			}
		}
	}
}
