package main

import (
	"context"
	_ "embed"
	"slices"
	"strings"
	"text/template"

	"github.com/urfave/cli/v2"
)

//go:embed man.tmpl
var manText string

// manTemplate makes the manual page from what --help is made from.
var manTemplate = template.Must(template.New("man").Funcs(template.FuncMap{
	"roff":   roff,
	"stop":   withStop,
	"quoted": func(text string) string { return strings.ReplaceAll(roff(text), `"`, `\(dq`) },
	"flag":   manFlag,
	"usage":  func(f cli.DocGenerationFlag) string { return roff(flagUsage(f)) },
}).Parse(manText))

func newManCommand(s *streams) *cli.Command {
	return &cli.Command{
		Name:  "man",
		Usage: "the manual page, for man -l and a folder of manuals",
		Action: func(c *cli.Context) error {
			if c.NArg() > 0 {
				return usagef("man takes no argument; alai help COMMAND shows one command")
			}
			return runMan(c.Context, c.App, s)
		},
	}
}

func runMan(_ context.Context, app *cli.App, s *streams) error {
	return manTemplate.Execute(s.out, newManPage(app))
}

// A manPage is the commands with their flags. A flag that several commands have, and
// that means the same to them, is told once.
type manPage struct {
	App      *cli.App
	Commands []manCommand
	Shared   []cli.DocGenerationFlag
}

type manCommand struct {
	*cli.Command
	Own    []cli.DocGenerationFlag
	Shared string // "--db, --quiet"
}

func newManPage(app *cli.App) manPage {
	page := manPage{App: app}
	having := make(map[string]int) // commands that have the flag in these words
	for _, cmd := range app.Commands {
		for _, f := range visibleFlags(cmd) {
			having[manFlag(f)+f.GetUsage()]++
		}
	}
	met := make(map[string]bool)
	for _, cmd := range app.Commands {
		shown := manCommand{Command: cmd}
		var shared []string
		for _, f := range visibleFlags(cmd) {
			key := manFlag(f) + f.GetUsage()
			if having[key] == 1 {
				shown.Own = append(shown.Own, f)
				continue
			}
			shared = append(shared, "--"+flagName(f))
			if !met[key] {
				met[key] = true
				page.Shared = append(page.Shared, f)
			}
		}
		shown.Shared = strings.Join(shared, ", ")
		page.Commands = append(page.Commands, shown)
	}
	slices.SortStableFunc(page.Shared, func(a, b cli.DocGenerationFlag) int { return strings.Compare(flagName(a), flagName(b)) })
	return page
}

func flagName(f cli.DocGenerationFlag) string { return f.(cli.Flag).Names()[0] }

// withStop returns a sentence with a full stop, unless it ends with another.
func withStop(text string) string {
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, "!") || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

// manFlag is the head of a flag: its names and what it takes.
func manFlag(f cli.DocGenerationFlag) string {
	var names []string
	for _, name := range f.(cli.Flag).Names() {
		dashes := "--"
		if len(name) == 1 {
			dashes = "-"
		}
		names = append(names, `\fB`+roff(dashes+name)+`\fR`)
	}
	head := strings.Join(names, ", ")
	if f.TakesValue() {
		head += ` \fI` + roff(placeholder(f)) + `\fR`
	}
	if text := f.GetDefaultText(); text != "" && f.TakesValue() {
		head += " (" + roff(text) + " unless given)"
	}
	return head
}

// placeholder is how --help calls the value of a flag.
func placeholder(f cli.DocGenerationFlag) string {
	if _, rest, ok := strings.Cut(f.GetUsage(), "`"); ok {
		name, _, _ := strings.Cut(rest, "`")
		return name
	}
	return "value"
}

// roff makes a text one that troff prints as it is.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`, "'", `\(aq`, "`", "\\(ga", "^", `\(ha`, "~", `\(ti`, "\n", " ").Replace(text)
	if strings.HasPrefix(text, ".") {
		return `\&` + text
	}
	return text
}
