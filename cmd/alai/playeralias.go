package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"alai/db"
	"alai/notation"

	"github.com/urfave/cli/v2"
)

type playerAliasOptions struct {
	output  outputOptions
	archive archiveFile

	remove bool
	file   string
	args   []string
}

// newPlayerAliasCommand returns a command of two words: where "alias" is the name of
// a player, "player -- alias" is the other command.
func newPlayerAliasCommand(s *streams) *cli.Command {
	var opt playerAliasOptions
	return &cli.Command{
		Name:      "player alias",
		Usage:     "spellings that mean a player of another name: list, set, remove",
		ArgsUsage: "[SPELLING NAME | --remove SPELLING... | --import FILE]",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "remove", Usage: "the spellings are no aliases any more", Destination: &opt.remove},
			&cli.StringFlag{Name: "import", Usage: "set the aliases of a `FILE`: csv, spelling and name", Destination: &opt.file},
		}, opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runPlayerAlias(c.Context, &opt, s)
		},
	}
}

func (o *playerAliasOptions) check() error {
	switch {
	case o.remove && o.file != "":
		return usagef("--remove and --import exclude each other")
	case o.remove && len(o.args) == 0:
		return usagef("player alias --remove takes spellings; none is given")
	case o.file != "" && len(o.args) > 0:
		return usagef("player alias --import takes the aliases of its file alone, not %q", o.args[0])
	case !o.remove && len(o.args) != 0 && len(o.args) != 2:
		return usagef("player alias takes a spelling and the name of who is meant: alai player alias 'A. Plyer' 'A. Player'")
	}
	return nil
}

func runPlayerAlias(ctx context.Context, opt *playerAliasOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if err := opt.check(); err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	switch {
	case opt.remove:
		return opt.removeAll(ctx, archive, s)
	case opt.file != "":
		return opt.importFile(ctx, archive, s)
	case len(opt.args) > 0:
		return opt.set(ctx, archive, s, []db.Alias{{Spelling: opt.args[0], Name: opt.args[1]}})
	}
	return opt.list(ctx, archive, s)
}

func (o *playerAliasOptions) list(ctx context.Context, archive *db.Archive, s *streams) error {
	list, err := archive.Aliases(ctx)
	if err != nil {
		return err
	}
	var rows [][]any
	for _, a := range list {
		rows = append(rows, []any{a.Spelling, a.Name, a.Games})
	}
	return writeTable(s, &o.output, []column{text("spelling"), text("name"), number("games")}, rows)
}

// set sets aliases, and says which spellings had another one.
func (o *playerAliasOptions) set(ctx context.Context, archive *db.Archive, s *streams, list []db.Alias) error {
	was, err := archive.SetAliases(ctx, list)
	if err != nil {
		return err
	}
	if o.output.quiet {
		return nil
	}
	for i, before := range was {
		if before.Name != "" && before.Name != list[i].Name {
			s.say("%s was an alias of %s", list[i].Spelling, clean(before.Name))
		}
	}
	if len(list) == 1 {
		s.say("%s is an alias of %s", list[0].Spelling, list[0].Name)
	} else {
		s.say("%s set", count(len(list), "spelling"))
	}
	return nil
}

func (o *playerAliasOptions) removeAll(ctx context.Context, archive *db.Archive, s *streams) error {
	missing, err := archive.RemoveAliases(ctx, o.args)
	if err != nil {
		return err
	}
	var status exitStatus
	for _, spelling := range missing {
		s.complain(fmt.Errorf("%q is no alias; alai player alias lists them", spelling))
		status = statusFaulty
	}
	if removed := len(o.args) - len(missing); removed > 0 && !o.output.quiet {
		s.say("%s removed", count(removed, "spelling"))
	}
	return status.err()
}

// importFile sets the aliases of a file, all or none.
func (o *playerAliasOptions) importFile(ctx context.Context, archive *db.Archive, s *streams) error {
	name := o.file
	list, places, err := readAliasFile(ctx, name, s.in)
	if err == nil {
		err = o.set(ctx, archive, s, list)
	}
	if fault := new(db.AliasError); errors.As(err, &fault) {
		err = &csvError{places[fault.Index], fault.Msg}
	}
	if fault := new(csvError); errors.As(err, &fault) {
		s.say("%s:%d:%d: %s", name, fault.at.line, fault.at.column, fault.msg)
		return exitStatus(statusFaulty)
	}
	return err
}

// readAliasFile is readAliases of a file, or of standard input. It may wait for a pipe
// for ever: the end of ctx is not for that.
func readAliasFile(ctx context.Context, path string, stdin io.Reader) (list []db.Alias, places []csvPlace, err error) {
	if path != standardInput {
		info, err := os.Stat(path)
		if err != nil {
			return nil, nil, pathFailed(path, err)
		}
		if err := checkKind(path, info); err != nil {
			return nil, nil, err
		}
	}
	read := make(chan error, 1)
	var aliases []db.Alias
	var at []csvPlace
	go func() {
		src, err := stdin, error(nil)
		if path != standardInput {
			var file *os.File
			if file, err = os.Open(path); err != nil {
				read <- pathFailed(path, err)
				return
			}
			defer file.Close()
			src = file
		}
		aliases, at, err = readAliases(src)
		read <- err
	}()
	select {
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	case err := <-read:
		return aliases, at, err
	}
}

// A csvPlace is a place in a csv file, from 1, the column in bytes.
type csvPlace struct{ line, column int }

// A csvError is the error of a csv file that does not hold what it should.
type csvError struct {
	at  csvPlace
	msg string
}

func (e *csvError) Error() string { return e.msg }

// readAliases reads a csv file of aliases, and the places where they stand: of two
// columns, spelling and name, or of more, with a header that names these two. A
// spreadsheet may have written it, with semicolons, a byte order mark, and empty
// rows.
func readAliases(src io.Reader) (list []db.Alias, places []csvPlace, err error) {
	text := bufio.NewReader(notation.Decode(src))
	head, _ := text.Peek(text.Size())
	if i := bytes.IndexByte(head, '\n'); i >= 0 {
		head = head[:i]
	}
	r := csv.NewReader(text)
	r.FieldsPerRecord = -1
	if r.Comma, err = commaOf(head); err != nil {
		return nil, nil, err
	}
	spelling, name := -1, -1
	for first := true; ; first = false {
		row, err := r.Read()
		if err == io.EOF {
			return list, places, nil
		}
		if fault := new(csv.ParseError); errors.As(err, &fault) {
			return nil, nil, &csvError{csvPlace{fault.Line, fault.Column}, fault.Err.Error()}
		}
		if err != nil {
			return nil, nil, err
		}
		if first {
			if spelling, name = columnOf(row, "spelling"), columnOf(row, "name"); spelling >= 0 && name >= 0 {
				continue
			}
			spelling, name = 0, 1
			if len(row) > 2 {
				return nil, nil, &csvError{csvPlaceOf(r, 2), "two columns are wanted, spelling and name, or a header that says which they are"}
			}
		}
		if !slices.ContainsFunc(row, func(field string) bool { return strings.TrimSpace(field) != "" }) {
			continue
		}
		for i, field := range row {
			if !utf8.ValidString(field) {
				return nil, nil, &csvError{csvPlaceOf(r, i), "not UTF-8"}
			}
		}
		if len(row) <= max(spelling, name) {
			return nil, nil, &csvError{csvPlaceOf(r, len(row)-1), "a spelling and a name are wanted"}
		}
		list, places = append(list, db.Alias{Spelling: unguardCell(row[spelling]), Name: unguardCell(row[name])}), append(places, csvPlaceOf(r, spelling))
	}
}

// columnOf returns the column of a header, -1 where it has none of that name.
func columnOf(header []string, name string) int {
	return slices.IndexFunc(header, func(field string) bool { return strings.EqualFold(strings.TrimSpace(field), name) })
}

// commaOf tells by the first line whether commas or semicolons part the cells. Where
// both may, a header decides.
func commaOf(line []byte) (rune, error) {
	var may []rune
	for _, comma := range []rune{',', ';'} {
		r := csv.NewReader(bytes.NewReader(line))
		r.Comma = comma
		row, err := r.Read()
		if err != nil || len(row) < 2 {
			continue
		}
		if columnOf(row, "spelling") >= 0 && columnOf(row, "name") >= 0 {
			return comma, nil
		}
		may = append(may, comma)
	}
	switch len(may) {
	case 0:
		return ',', nil
	case 1:
		return may[0], nil
	}
	return 0, &csvError{csvPlace{1, 1}, "commas and semicolons may part the cells; a first line such as spelling;name says which"}
}

// csvPlaceOf returns where a field of the last row begins.
func csvPlaceOf(r *csv.Reader, field int) csvPlace {
	line, column := r.FieldPos(field)
	return csvPlace{line, column}
}
