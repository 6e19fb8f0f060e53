package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"
)

// normalise puts the arguments into the order in which the cli package reads
// them: program, command, its flags, "--", its arguments. On the command line
// flags may stand anywhere, before the command too; "--" ends them. A flag or
// command that does not exist is named with the nearest one.
//
// It is done here because the cli package stops reading flags at the first
// argument and silently takes what follows as arguments.
func normalise(app *cli.App, args []string) ([]string, error) {
	words := split(app, args)
	if words.version {
		return []string{app.Name, "--version"}, nil
	}
	if words.command == "help" {
		words.help = true
		words.command, _ = leading(app, words.rest)
	}
	if words.command == "" {
		if len(words.flags) > 0 {
			return nil, usagef("flag %s without a command; alai --help lists the commands", words.flags[0].written)
		}
		return []string{app.Name, "--help"}, nil
	}
	cmd := app.Command(words.command)
	if cmd == nil {
		return nil, usagef("there is no command %q%s", words.command, nearest(words.command, commandNames(app), ""))
	}
	if words.help {
		return []string{app.Name, cmd.Name, "--help"}, nil
	}
	out := []string{app.Name, cmd.Name}
	for _, f := range words.flags {
		known := findFlag(cmd.Flags, f.name)
		if known == nil {
			return nil, usagef("%s: there is no flag %s%s", cmd.Name, f.written, nearest(f.name, flagNames(cmd), "--"))
		}
		if err := f.check(known); err != nil {
			return nil, usagef("%s: %v", cmd.Name, err)
		}
		out = append(out, f.args()...)
	}
	return append(append(out, "--"), words.rest...), nil
}

// commandLine is a command line taken apart.
type commandLine struct {
	command       string
	flags         []flagWord
	rest          []string
	help, version bool
}

// A flagWord is a flag as it was given.
type flagWord struct {
	written  string // "--jobs"
	name     string // "jobs"
	value    string
	hasValue bool
}

func (f *flagWord) args() []string {
	if f.hasValue {
		return []string{"--" + f.name + "=" + f.value}
	}
	return []string{"--" + f.name}
}

// check holds the flag's value against what it takes.
func (f *flagWord) check(known cli.Flag) error {
	if _, isBool := known.(*cli.BoolFlag); isBool {
		if _, err := strconv.ParseBool(f.value); err != nil && f.hasValue {
			return fmt.Errorf("%s takes no value, or true or false, not %q", f.written, f.value)
		}
		return nil
	}
	if !f.hasValue {
		return fmt.Errorf("%s needs a value", f.written)
	}
	switch known.(type) {
	case *cli.IntFlag, *cli.IntSliceFlag, *cli.Int64SliceFlag:
		if _, err := strconv.ParseUint(f.value, 10, 31); err != nil {
			return fmt.Errorf("%s takes a number, not %q", f.written, f.value)
		}
	}
	return nil
}

// split takes a command line apart. Which flags take a value does not depend on
// the command: a name means the same for every command that has it.
func split(app *cli.App, args []string) (line commandLine) {
	var words, behind []string // the others, and those behind "--"
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			behind = args[i+1:]
			i = len(args)
			continue
		case arg == "--help" || arg == "-h":
			line.help = true
			continue
		case arg == "--version" || arg == "-v":
			line.version = true
			continue
		case len(arg) < 2 || arg[0] != '-' || arg[1] == '#': // -#2 is a game of standard input
			words = append(words, arg)
			continue
		}
		var f flagWord
		f.written, f.value, f.hasValue = strings.Cut(arg, "=")
		f.name = strings.TrimLeft(f.written, "-")
		if !f.hasValue && takesValue(app, f.name) && i+1 < len(args) {
			i++
			f.value, f.hasValue = args[i], true
		}
		line.flags = append(line.flags, f)
	}
	if len(words) == 0 && len(behind) > 0 {
		words, behind = behind[:1], behind[1:]
	}
	line.command, line.rest = leading(app, words)
	line.rest = slices.Concat(line.rest, behind)
	return line
}

// leading returns the command that words begin with, which may be two of them, and
// the others.
func leading(app *cli.App, words []string) (command string, others []string) {
	switch {
	case len(words) == 0:
		return "", nil
	case len(words) > 1 && app.Command(words[0]+" "+words[1]) != nil:
		return words[0] + " " + words[1], words[2:]
	}
	return words[0], words[1:]
}

// takesValue reports whether some command's flag of that name takes a value.
func takesValue(app *cli.App, name string) bool {
	for _, cmd := range app.Commands {
		if f, ok := findFlag(cmd.Flags, name).(cli.DocGenerationFlag); ok {
			return f.TakesValue()
		}
	}
	return false
}

func findFlag(flags []cli.Flag, name string) cli.Flag {
	for _, f := range flags {
		for _, known := range f.Names() {
			if known == name {
				return f
			}
		}
	}
	return nil
}

func commandNames(app *cli.App) []string {
	var names []string
	for _, cmd := range app.Commands {
		names = append(names, cmd.Name)
	}
	return append(names, "help")
}

func flagNames(cmd *cli.Command) []string {
	names := []string{"help", "version"}
	for _, f := range cmd.Flags {
		names = append(names, f.Names()[0])
	}
	return names
}

// nearest returns "; do you mean X?" with the name that is nearest to word, or ""
// where none is near.
func nearest(word string, names []string, prefix string) string {
	best, least := "", len(word)/2+2
	for _, name := range names {
		if d := editDistance(strings.ToLower(word), name); d < least {
			best, least = name, d
		}
	}
	if best == "" {
		return "; alai --help lists what there is"
	}
	return "; do you mean " + prefix + best + "?"
}

// editDistance returns the number of letters to insert, drop or change to turn a
// into b.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			d := diagonal
			if a[i] != b[j] {
				d = 1 + min(diagonal, row[j], row[j+1])
			}
			diagonal, row[j+1] = row[j+1], d
		}
	}
	return row[len(b)]
}
