package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"alai/db"
	"alai/notation"
	"alai/replay/rules"

	"github.com/urfave/cli/v2"
)

type duplicatesOptions struct {
	gamesOptions

	merge, undo, copies bool
	all, dryRun         bool // of merge and undo
	args                []string
}

func newDuplicatesCommand(s *streams) *cli.Command {
	var opt duplicatesOptions
	return &cli.Command{
		Name:      "duplicates",
		Usage:     "games that are likely to be the same one, and what differs",
		ArgsUsage: "[FILE... | ID...]",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "merge", Usage: "join each group into its fullest game", Destination: &opt.merge},
			&cli.BoolFlag{Name: "undo", Usage: "give the games back that were joined into others", Destination: &opt.undo},
			&cli.BoolFlag{Name: "copies", Usage: "further records of archived games instead, and what differs", Destination: &opt.copies},
			&cli.BoolFlag{Name: "all", Usage: "with --merge and --undo: all games are meant", Destination: &opt.all},
			&cli.BoolFlag{Name: "dry-run", Usage: "with --merge and --undo: change nothing, and say what would be done", Destination: &opt.dryRun},
		}, opt.flagsBut()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runDuplicates(c.Context, &opt, s)
		},
	}
}

func runDuplicates(ctx context.Context, opt *duplicatesOptions, s *streams) error {
	if err := cmp.Or(opt.output.settle(s), opt.check()); err != nil {
		return err
	}
	switch {
	case opt.merge:
		return opt.runMerge(ctx, s)
	case opt.undo:
		return opt.runUndo(ctx, s)
	case opt.copies:
		return opt.runCopies(ctx, s)
	}
	return opt.runGroups(ctx, s)
}

// check reports flags that do not go together.
func (o *duplicatesOptions) check() error {
	given := 0
	for _, flag := range []bool{o.merge, o.undo, o.copies} {
		if flag {
			given++
		}
	}
	switch {
	case given > 1:
		return usagef("--merge, --undo and --copies are one at a time")
	case (o.all || o.dryRun) && !o.merge && !o.undo:
		return usagef("--all and --dry-run go with --merge and --undo")
	}
	return nil
}

// runGroups lists the likely duplicates.
func (o *duplicatesOptions) runGroups(ctx context.Context, s *streams) error {
	games, err := o.choose(ctx, s, o.args)
	if err != nil {
		return err
	}
	defer games.close()
	columns := slices.Concat([]column{number("group"), text("why")}, listColumns(games.files), []column{text("differs")})
	t, err := newTable(s, &o.output, columns...)
	if err != nil {
		return err
	}
	group := 0
	err = games.archive.LikelyDuplicates(ctx, games.filter, func(why db.Likeness, list []*db.Game) error {
		group++
		differs := differences(&o.output, list)
		for i, g := range list {
			cells := slices.Concat([]any{group, why.Words()}, listCells(g, games.files), []any{differs[i]})
			if err := t.row(cells...); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return finish(t.end(), games.status)
}

// chooseToJoin opens the archive whose games are to be joined or given back.
func (o *duplicatesOptions) chooseToJoin(ctx context.Context, s *streams, command string) (*gameSource, error) {
	f, err := o.filter.filter()
	if err != nil {
		return nil, err
	}
	named := len(o.args) > 0 || !f.Empty()
	switch {
	case o.all && named:
		return nil, usagef("--all is for all games, and goes with no ids and no filters")
	case o.all:
		return o.choose(ctx, s, nil)
	case !named:
		return nil, usagef("%s takes ids, filters or --all; nothing says which games are meant", command)
	}
	return o.chooseToChange(ctx, s, command, o.args)
}

func (o *duplicatesOptions) joinOptions() db.JoinOptions {
	return db.JoinOptions{All: o.all, DryRun: o.dryRun}
}

// An idList is the ids of games as a cell.
type idList []int64

// String returns the ids as arguments of a command.
func (l idList) String() string { return strings.Trim(fmt.Sprint([]int64(l)), "[]") }

// runMerge joins the likely duplicates.
func (o *duplicatesOptions) runMerge(ctx context.Context, s *streams) error {
	games, err := o.chooseToJoin(ctx, s, "duplicates --merge")
	if err != nil {
		return err
	}
	defer games.close()
	t, err := newTable(s, &o.output, number("id"), text("why"), text("joined"), text("added"))
	if err != nil {
		return err
	}
	joins, err := games.archive.JoinDuplicates(ctx, games.filter, o.joinOptions())
	if err != nil {
		return err
	}
	if len(joins) == 0 && games.status == statusDone && !o.output.quiet {
		hint := "; a group is joined where its games are chosen together, or with --all"
		if o.all {
			hint = ""
		}
		s.say("no two of these games are likely to be the same one%s", hint)
	}
	for i := range joins {
		j := &joins[i]
		if err := t.row(j.Kept, j.Why.Words(), idList(j.Joined), addedWords(&j.Added)); err != nil {
			return err
		}
	}
	return finish(t.end(), games.status)
}

// addedWords says what was added to a record.
func addedWords(added *db.Additions) []string {
	words := []string{}
	for _, tag := range added.Tags {
		words = append(words, fmt.Sprintf("%s %q", tag.Name, tag.Value))
	}
	for i := range added.Annotations {
		words = append(words, noteWords(&added.Annotations[i]))
	}
	return words
}

// noteWords says what an annotation is and where.
func noteWords(a *notation.Annotation) string {
	kind := "comment"
	switch {
	case a.NAG != nil:
		kind = fmt.Sprintf("$%d", *a.NAG)
	case a.Escape != nil:
		kind = "escaped line"
	case a.Variation != nil:
		kind = "variation"
	case a.Lost != nil:
		kind = "lost move"
	}
	if a.Tag != nil {
		return kind + " among the tags"
	}
	return fmt.Sprintf("%s at ply %d", kind, a.Ply)
}

// runUndo gives joined games back.
func (o *duplicatesOptions) runUndo(ctx context.Context, s *streams) error {
	games, err := o.chooseToJoin(ctx, s, "duplicates --undo")
	if err != nil {
		return err
	}
	defer games.close()
	t, err := newTable(s, &o.output, number("id"), text("joined"))
	if err != nil {
		return err
	}
	undone, err := games.archive.UndoJoins(ctx, games.filter, o.joinOptions())
	if err != nil {
		return err
	}
	if len(undone) == 0 && games.status == statusDone && !o.output.quiet {
		s.say("no game is joined into any of these; alai duplicates --copies shows which are")
	}
	for i := range undone {
		if err := t.row(undone[i].Kept, idList(undone[i].Joined)); err != nil {
			return err
		}
	}
	return finish(t.end(), games.status)
}

// runCopies lists the further records of games.
func (o *duplicatesOptions) runCopies(ctx context.Context, s *streams) error {
	games, err := o.choose(ctx, s, o.args)
	if err != nil {
		return err
	}
	defer games.close()
	id, source := number("id"), hidden(text("source"))
	if games.files {
		id, source = hidden(id), text("source")
	}
	t, err := newTable(s, &o.output, id, source, text("kind"), text("record"), number("line"), number("was"), text("differs"))
	if err != nil {
		return err
	}
	err = games.archive.FurtherRecords(ctx, games.filter, func(g, record *db.Game) error {
		var called, was any = g.ID, absent{}
		if games.files {
			called = absent{}
		}
		kind := "copy"
		if record.ID != 0 {
			kind, was = "joined", record.ID
		}
		differs := differences(&o.output, []*db.Game{g, record})[1]
		return t.row(called, origin(g), kind, origin(record), record.SourceLine, was, differs)
	})
	if err != nil {
		return err
	}
	return finish(t.end(), games.status)
}

// differences says of each game of a group what it has in which not all of them
// agree.
func differences(output *outputOptions, group []*db.Game) [][]string {
	lists := make([][]string, len(group))
	for _, name := range tagNames(group) {
		values := make([]string, len(group))
		for i, g := range group {
			rec := notation.Record{Tags: g.Tags}
			if value, ok := rec.Value(name); ok {
				values[i] = fmt.Sprintf("%s %q", name, value)
			} else {
				values[i] = "no " + name
			}
		}
		addDiffering(lists, values)
	}
	moves, notes := make([]string, len(group)), make([]string, len(group))
	for i, g := range group {
		moves[i] = departs(output, group[0], g)
		notes[i] = count(len(g.Annotations), "annotation")
	}
	addDiffering(lists, moves)
	addDiffering(lists, notes)
	for i, list := range lists {
		lists[i] = orEmpty(slices.DeleteFunc(list, func(s string) bool { return s == "" }))
	}
	return lists
}

// addDiffering adds to each list its value, unless all are the same.
func addDiffering(lists [][]string, values []string) {
	if len(slices.Compact(slices.Clone(values))) == 1 {
		return
	}
	for i := range lists {
		lists[i] = append(lists[i], values[i])
	}
}

// tagNames lists the names of the tags of some games, each once.
func tagNames(games []*db.Game) (names []string) {
	known := make(map[string]bool)
	for _, g := range games {
		for _, tag := range g.Tags {
			if !known[tag.Name] {
				known[tag.Name] = true
				names = append(names, tag.Name)
			}
		}
	}
	return names
}

// departs says where the moves of a game depart from those of another; "" where
// they do not.
func departs(output *outputOptions, from, g *db.Game) string {
	n := db.CommonMoves(from, g)
	move := func(moves []rules.Move) string {
		if n == len(moves) {
			return "the end"
		}
		return output.move(&g.Rules, moves[n])
	}
	if n == len(from.Moves) && n == len(g.Moves) {
		return ""
	}
	return fmt.Sprintf("ply %d %s for %s", n+1, move(g.Moves), move(from.Moves))
}
