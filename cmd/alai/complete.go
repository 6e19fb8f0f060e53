package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

// completeWord is what the shells' scripts call alai with: "__complete SHELL ...".
// It is no command, so that no word of what is being typed is taken for a flag of
// alai itself.
const completeWord = "__complete"

// Bounds of a completion.
const (
	maxCompletions = 200
	maxLookup      = time.Second // in the archive
)

// A completion is a word that may stand where one is being typed.
type completion struct{ word, about string }

// completions are the words that may stand there, and whether a file may.
type completions struct {
	list  []completion
	files bool
}

// runComplete answers a shell's script: "files" or "words", and then a line for each
// completion, for bash as it is to be inserted, for the others the word, a tab and
// what it is about. There are no errors: what cannot be found out is no completion.
func runComplete(ctx context.Context, args []string, s *streams) int {
	if len(args) == 0 {
		return statusFailed
	}
	app := newApp(s)
	shell, args := args[0], args[1:]
	if shell == "bash" {
		if len(args) != 2 {
			return statusFailed
		}
		line := splitBash(args[0], args[1])
		found := completions{files: true}
		if !line.redirect {
			found = complete(ctx, app, line.words)
		}
		found.write(s, func(c completion) (string, bool) { return line.insert(c.word) })
	} else {
		found := complete(ctx, app, args)
		found.write(s, func(c completion) (string, bool) { return c.word + "\t" + clean(c.about), true })
	}
	if s.out.Flush() != nil {
		return statusFailed
	}
	return statusDone
}

// write writes the completions. Names from records may hold what a shell's lists must
// not show; those are left out, as nobody can type them either.
func (c *completions) write(s *streams, spell func(completion) (string, bool)) {
	kind := "words"
	if c.files {
		kind = "files"
	}
	fmt.Fprintln(s.out, kind)
	for _, found := range c.list {
		if text, ok := spell(found); ok && clean(found.word) == found.word {
			fmt.Fprintln(s.out, text)
		}
	}
}

// A typed line is a command line as far as it has been typed.
type typed struct {
	ctx     context.Context
	app     *cli.App
	line    commandLine  // the words before the last
	command *cli.Command // nil where there is none yet
	word    string       // the last one, that is being typed
}

// complete returns what the last of the words of a command line may become.
func complete(ctx context.Context, app *cli.App, list []string) completions {
	if len(list) == 0 {
		list = []string{""}
	}
	before, word := list[:len(list)-1], list[len(list)-1]
	t := &typed{ctx: ctx, app: app, line: split(app, before), word: word}
	t.command = app.Command(t.line.command)

	// What a flag would mean in the place of the word tells what the word can be: the
	// value of the flag before it, a flag, or behind "--" an argument alone.
	const probe = "--?"
	flags := split(app, slices.Concat(before, []string{probe})).flags
	switch {
	case len(flags) == 0:
		return t.arguments()
	case flags[len(flags)-1].value == probe:
		return t.values(flags[len(flags)-1].name, "")
	case flags[len(flags)-1].written != probe || !strings.HasPrefix(word, "-"):
		return t.arguments()
	}
	if name, value, ok := strings.Cut(word, "="); ok {
		t.word = value
		return t.values(strings.TrimLeft(name, "-"), name+"=")
	}
	return t.flags()
}

// beginning returns the completions that begin with the word.
func (t *typed) beginning(list []completion) completions {
	return completions{list: slices.DeleteFunc(list, func(c completion) bool { return !strings.HasPrefix(c.word, t.word) })}
}

// flags completes the name of a flag: of the command, or before there is one of all.
func (t *typed) flags() completions {
	list := []completion{{"--help", "show help"}, {"--version", "print the version"}}
	commands := t.app.Commands
	if t.command != nil {
		commands = []*cli.Command{t.command}
	}
	met := make(map[string]bool)
	for _, cmd := range commands {
		for _, f := range visibleFlags(cmd) {
			if name := f.Names()[0]; !met[name] {
				met[name] = true
				list = append(list, completion{"--" + name, flagUsage(f)})
			}
		}
	}
	return t.beginning(list)
}

// arguments completes an argument: the command, a further word of its name, or what
// its ArgsUsage says it takes.
func (t *typed) arguments() completions {
	if t.line.command == "" || t.line.command == "help" {
		return t.commands(strings.Join(t.line.rest, " "))
	}
	if t.command == nil {
		return completions{}
	}
	var found completions
	if len(t.line.rest) == 0 {
		found = t.commands(t.line.command)
	}
	takes := t.command.ArgsUsage
	switch {
	case takes == shells:
		found = t.beginning(aboutNothing(strings.Split(shells, " | ")...))
	case strings.HasPrefix(takes, "[GAME"):
		found = t.beginning(append(aboutNothing(gameSlugs()...), completion{glossaryWord, "the words of the games"}))
	case len(t.line.rest) == 0 && strings.HasPrefix(strings.TrimLeft(takes, "["), "NAME "):
		kind := db.PlayerNames
		if t.command.Name == "series" {
			kind = db.MatchNames
		}
		found.list = append(found.list, t.names(kind)...)
		return found
	case strings.Contains(takes, "ID") && (isDigits(t.word) || t.word == "" && !strings.Contains(takes, "FILE")):
		found.list = append(found.list, t.ids(t.command.Name == "rejects")...)
	}
	found.files = strings.Contains(takes, "FILE") || strings.Contains(takes, "OTHER")
	return found
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// commands completes the name of a command, of which some words are there.
func (t *typed) commands(words string) completions {
	if words != "" {
		words += " "
	}
	var list []completion
	if words == "" && t.line.command == "" {
		list = []completion{{"help", "the help of a command"}}
	}
	met := make(map[string]bool)
	for _, cmd := range t.app.Commands {
		rest, ok := strings.CutPrefix(cmd.Name, words)
		word, _, _ := strings.Cut(rest, " ")
		if ok && !met[word] {
			met[word] = true
			list = append(list, completion{word, cmd.Usage})
		}
	}
	return t.beginning(list)
}

// flagWords are the flags that take one of a few words.
var flagWords = map[string]func(t *typed) []string{
	"format": func(t *typed) []string {
		if t.is("export") {
			return exportFormatNames
		}
		return formats
	},
	"color":       only("auto", "always", "never"),
	"moves":       only("letters", "numbers"),
	"game":        func(*typed) []string { return gameSlugs() },
	"assume-game": func(*typed) []string { return gameSlugs() },
	"pits":        only("5", "6", "7", "8", "9", "10"),
	"assume-pits": only("5", "6", "7", "8", "9", "10"),
	"result":      only("1-0", "0-1", "1/2-1/2", "*"),
	"verdict": func(t *typed) []string {
		if t.is("rejects") {
			return []string{"malformed", "illegal", "contradiction"}
		}
		return []string{"complete", "decided", "unfinished", "contradiction"}
	},
	"accept":    only("contradiction"),
	"first":     only("south", "north"),
	"rows":      only("games", "plies"),
	"histogram": func(*typed) []string { return histogramNames() },
	"lang":      func(*typed) []string { return words.Names() },
	"section": func(t *typed) []string {
		if t.is("series") {
			return seriesSections
		}
		return playerSections
	},
	"sort": func(t *typed) []string {
		orders := db.Orders
		if t.is("players") {
			orders = keys(standingColumns("player"))
		}
		if strings.HasPrefix(t.word, "-") {
			return descending(orders)
		}
		return orders
	},
}

func only(list ...string) func(*typed) []string { return func(*typed) []string { return list } }

// descending returns the orders reversed.
func descending(orders []string) []string {
	var list []string
	for _, order := range orders {
		list = append(list, "-"+order)
	}
	return list
}

// flagLists are the flags that take several words with commas between.
var flagLists = map[string]func(t *typed) []string{
	"columns":      func(t *typed) []string { return completedColumns[t.line.command] },
	"rules":        func(t *typed) []string { return append(t.optionWords("game"), "usual") },
	"assume-rules": func(t *typed) []string { return t.optionWords("assume-game") },
}

// flagNameKinds are the flags that take names from the archive.
var flagNameKinds = map[string]db.NameKind{
	"player": db.PlayerNames, "south": db.PlayerNames, "north": db.PlayerNames,
	"event": db.EventNames, "site": db.SiteNames, "match": db.MatchNames, "source": db.SourceNames,
}

// values completes the value of a flag; lead is what stands before it in the word.
func (t *typed) values(flag, lead string) completions {
	var found completions
	if list, ok := flagWords[flag]; ok {
		found = t.beginning(aboutNothing(list(t)...))
	} else if list, ok := flagLists[flag]; ok {
		at := strings.LastIndex(t.word, ",") + 1
		lead += t.word[:at]
		t.word = t.word[at:]
		found = t.beginning(aboutNothing(list(t)...))
	} else if kind, ok := flagNameKinds[flag]; ok {
		found.list = t.names(kind)
	} else if flag == "id" {
		found.list = t.ids(false)
	} else {
		found.files = t.takesFile(flag)
	}
	for i := range found.list {
		found.list[i].word = lead + found.list[i].word
	}
	return found
}

// takesFile reports whether a flag takes a file, by its usage.
func (t *typed) takesFile(flag string) bool {
	for _, cmd := range t.app.Commands {
		if f, ok := findFlag(cmd.Flags, flag).(cli.DocGenerationFlag); ok && (t.command == nil || t.command == cmd) {
			return strings.Contains(f.GetUsage(), "`FILE`")
		}
	}
	return false
}

func (t *typed) is(command string) bool { return t.line.command == command }

// optionWords lists the rule options of the game that a flag names, or else of all.
func (t *typed) optionWords(flag string) []string {
	games := replay.Games()
	if g, err := replay.ParseGame(t.flag(flag)); err == nil {
		games = games[:0]
		games = append(games, g)
	}
	var list []string
	for _, g := range games {
		for _, word := range replay.OptionWords(g) {
			if !slices.Contains(list, word) {
				list = append(list, word)
			}
		}
	}
	return list
}

// flag returns the value of a flag that has been typed, "" where it has not.
func (t *typed) flag(name string) (value string) {
	for _, f := range t.line.flags {
		if f.name == name {
			value = f.value
		}
	}
	return value
}

func gameSlugs() []string {
	var list []string
	for _, g := range replay.Games() {
		list = append(list, replay.GameSlug(g))
	}
	return list
}

func aboutNothing(list ...string) []completion {
	out := make([]completion, len(list))
	for i, word := range list {
		out[i].word = word
	}
	return out
}

// names completes the pattern for a name from the archive.
func (t *typed) names(kind db.NameKind) (list []completion) {
	pattern := db.Pattern
	if kind == db.PlayerNames {
		pattern = db.PlayerPattern
	}
	t.look(func(ctx context.Context, archive *db.Archive) error {
		for _, prefix := range db.Begun(t.word) {
			names, err := archive.Names(ctx, kind, prefix, maxCompletions-len(list))
			if err != nil {
				return err
			}
			for _, name := range names {
				list = append(list, completion{word: pattern(name)})
			}
		}
		return nil
	})
	return list
}

// ids completes the number of a game, or of a reject.
func (t *typed) ids(rejects bool) (list []completion) {
	t.look(func(ctx context.Context, archive *db.Archive) error {
		look := archive.GameIDs
		if rejects {
			look = archive.RejectIDs
		}
		ids, err := look(ctx, t.word, maxCompletions)
		for _, id := range ids {
			list = append(list, completion{strconv.FormatInt(id.ID, 10), id.Label})
		}
		return err
	})
	return list
}

// look looks something up in the archive, if there is one. What goes wrong is
// nothing to bother with somebody who is still typing.
func (t *typed) look(f func(context.Context, *db.Archive) error) {
	ctx, cancel := context.WithTimeout(t.ctx, maxLookup)
	defer cancel()
	file := archiveFile{flag: underHome(t.flag("db"))}
	archive, err := db.OpenAsIs(ctx, file.path())
	if err != nil {
		return
	}
	defer archive.Close()
	_ = f(ctx, archive)
}

// underHome puts the home folder in the place of a leading "~", which the shell has
// not done yet.
func underHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	if home := os.Getenv("HOME"); ok && home != "" {
		return filepath.Join(home, rest)
	}
	return path
}

// completedColumns are what --columns can name, of each command. A test compares
// them with what the commands answer.
var completedColumns = map[string][]string{
	"backup":     {"archive", "backup", "games"},
	"check":      {"kind", "where", "what", "repairable"},
	"delete":     {"games", "copies", "rejects"},
	"duplicates": slices.Concat([]string{"group", "why"}, keys(listColumns(false)), []string{"differs"}),
	"find":       append(keys(listColumns(false)), "ply"),
	"identify":   keys(identifyColumns(false)),
	"import":     shownKeys(verdictColumns(number("imported"), number("duplicates"), number("rejected"))),
	"list":       keys(listColumns(false)),
	"merge":      {"archive", "imported", "duplicates", "rejected"},
	"moves":      {"move", "laps", "landing", "captured", "taken", "position"},
	"openings": {"move", "games", "share", "south", "draws", "north", "unfinished", "south_pct", "draw_pct", "north_pct",
		"mean_margin", "mean_plies", "reached", "opening_cycle"},
	"perft":        {"depth", "sequences"},
	"player":       keys(standingColumns("opponent")),
	"player alias": {"spelling", "name", "games"},
	"players":      keys(standingColumns("player")),
	"rejects":      {"id", "source", "line", "column", "game", "kind", "reason", "offset", "length", "sha256", "text"},
	"rules":        {"game", "name", "pits", "seeds", "rules", "options"},
	"series": {"match", "game", "pits", "rules", "player_a", "player_b", "games", "wins_a", "wins_b", "draws", "no_result", "target",
		"winner", "decided_game", "problems"},
	"show":   {"ply", "side", "move", "captured", "laps", "position"},
	"split":  {"archive", "games"},
	"stats":  {"reading", "measure", "value"},
	"verify": shownKeys(verdictColumns()),
}

// shownKeys are the keys of the columns that tables can have.
func shownKeys(columns []column) []string {
	return keys(slices.DeleteFunc(columns, func(c column) bool { return c.jsonOnly }))
}
