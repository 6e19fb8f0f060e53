package main

import (
	"cmp"
	"os"
	"runtime"
	"slices"
	"strings"

	"alai/cmd/alai/tui"
	"alai/cmd/alai/words"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

// Every flag that several commands share is defined here, once: a name means the
// same and takes the same for every command (normalise relies on it).

// join makes one list of a command's flags.
func join(groups ...[]cli.Flag) []cli.Flag { return slices.Concat(groups...) }

// outputOptions say how an answer is shown.
type outputOptions struct {
	format, columns, color, moves string
	noHeader, quiet               bool
}

func (o *outputOptions) flags() []cli.Flag {
	return join([]cli.Flag{
		&cli.StringFlag{Name: "format", Usage: "table, tsv, csv, json or markdown (default: table on a terminal, else tsv)", Destination: &o.format},
		&cli.StringFlag{Name: "columns", Usage: "the columns to show, in this order: `A,B,...`", Destination: &o.columns},
		&cli.BoolFlag{Name: "no-header", Usage: "leave out the line of column names", Destination: &o.noHeader},
	}, o.lookFlags(), []cli.Flag{o.quietFlag()})
}

// lookFlags are the flags of answers in any form.
func (o *outputOptions) lookFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "color", Usage: "auto, always or never", Value: "auto", Destination: &o.color},
		&cli.StringFlag{Name: "moves", Usage: "show pits as letters or numbers", Value: "letters", Destination: &o.moves},
	}
}

func (o *outputOptions) quietFlag() cli.Flag {
	return &cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Usage: "no notices and no progress", Destination: &o.quiet}
}

// settle checks the options and fills in what depends on where the answer goes.
func (o *outputOptions) settle(s *streams) error {
	if o.format == "" {
		o.format = "tsv"
		if s.outTerminal {
			o.format = "table"
		}
	}
	for _, choice := range []struct {
		flag, value string
		values      []string
	}{
		{"format", o.format, formats},
		{"color", o.color, []string{"auto", "always", "never"}},
		{"moves", o.moves, []string{"letters", "numbers"}},
	} {
		if err := oneOf(choice.flag, choice.value, choice.values); err != nil {
			return err
		}
	}
	s.color = o.color == "always" || o.color == "auto" && s.outTerminal && os.Getenv("NO_COLOR") == ""
	return nil
}

// oneOf checks the value of a flag that takes one of several words.
func oneOf(flag, value string, values []string) error {
	if slices.Contains(values, value) {
		return nil
	}
	last := len(values) - 1
	return usagef("--%s is %s or %s, not %q", flag, strings.Join(values[:last], ", "), values[last], value)
}

func (o *outputOptions) json() bool { return o.format == "json" }

// numbers reports whether pits are shown as numbers.
func (o *outputOptions) numbers() bool { return o.moves == "numbers" }

// move spells a move as --moves asks for it.
func (o *outputOptions) move(r *rules.Ruleset, m rules.Move) string {
	return tui.Look{Numbers: o.numbers()}.Move(r, m)
}

// asciiFlag is the flag of commands that draw for people.
func asciiFlag(to *bool) cli.Flag {
	return &cli.BoolFlag{Name: "ascii", Usage: "nothing but ASCII; other characters of names and comments are shown escaped", Destination: to}
}

// readOptions say how records are read from texts.
type readOptions struct {
	assume    replay.Assume
	jobs      int
	maxWindow int
	explain   bool
}

func (o *readOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "assume-game", Usage: "the `GAME` of records that do not name it", Destination: &o.assume.Game},
		&cli.IntFlag{Name: "assume-pits", Usage: "the pits in a row of records that do not say it", DefaultText: "none", Destination: &o.assume.Pits},
		&cli.StringFlag{Name: "assume-rules", Usage: "the rule `OPTIONS` of records that have no Rules tag", Destination: &o.assume.Rules},
		&cli.IntFlag{Name: "jobs", Usage: "how many records to replay at the same time", Value: runtime.GOMAXPROCS(0), Destination: &o.jobs},
		&cli.IntFlag{Name: "max-window", Usage: "the largest window of a zstd or xz file to accept, in `MIB`", Value: notation.MaxWindow >> 20, Destination: &o.maxWindow},
		&cli.BoolFlag{Name: "explain", Usage: "show for each problem the line, the board, what would have been legal, and which other reading replays the record", Destination: &o.explain},
	}
}

func (o *readOptions) check() error {
	if o.jobs < 1 {
		return usagef("--jobs is 1 or more, not %d", o.jobs)
	}
	if o.maxWindow < 1 {
		return usagef("--max-window is 1 MiB or more, not %d", o.maxWindow)
	}
	return o.checkAssumed()
}

// checkAssumed finds out whether there is a game that goes by what is assumed.
func (o *readOptions) checkAssumed() error {
	games := replay.Games()
	if o.assume.Game != "" {
		g, err := replay.ParseGame(o.assume.Game)
		if err != nil {
			return usagef("--assume-game: %v", err)
		}
		games = []rules.Game{g}
	}
	var fault error
	for _, g := range games {
		pits, _ := g.Boards()
		if o.assume.Pits != 0 {
			pits = o.assume.Pits
		}
		if _, fault = replay.ParseRuleset(g, pits, o.assume.Rules); fault == nil {
			return nil
		}
	}
	return usagef("--assume-game, --assume-pits and --assume-rules: %v", fault)
}

// archiveFile is where the archive is.
type archiveFile struct{ flag string }

func (a *archiveFile) flags() []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "db", Usage: "the archive's `FILE` (default: $ALAI_DB, else alai.db)", Destination: &a.flag}}
}

// files are the files that the archive is made of.
func (a *archiveFile) files() []string {
	return []string{a.path(), a.path() + "-wal", a.path() + "-shm"}
}

// path returns --db, else $ALAI_DB, else alai.db in the working folder.
func (a *archiveFile) path() string { return cmp.Or(a.flag, os.Getenv("ALAI_DB"), "alai.db") }

// langOption is the language of what is said in several.
type langOption struct {
	flag     string
	language words.Language
}

func (o *langOption) flags() []cli.Flag { return o.flagsOf("the language") }

// flagsOf are the flags, which say what they are the language of.
func (o *langOption) flagsOf(what string) []cli.Flag { return o.flagsOr(what, "the locale's, else en") }

// flagsOr are flagsOf where otherwise says what the language is without them.
func (o *langOption) flagsOr(what, otherwise string) []cli.Flag {
	return []cli.Flag{&cli.StringFlag{Name: "lang", Usage: what + ": " + strings.Join(words.Names(), ", ") + " (default: " + otherwise + ")", Destination: &o.flag}}
}

// settle fills in the language.
func (o *langOption) settle() error {
	o.language = words.Language(o.flag)
	if o.flag == "" {
		o.language = words.FromLocale(os.Getenv)
	}
	return o.check()
}

func (o *langOption) check() error {
	if o.flag == "" {
		return nil
	}
	return oneOf("lang", o.flag, words.Names())
}
