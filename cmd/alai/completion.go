package main

import (
	"context"
	_ "embed"
	"io"

	"github.com/urfave/cli/v2"
)

// The scripts that let the shells complete what is typed.
var (
	//go:embed completion/alai.bash
	bashScript string
	//go:embed completion/alai.zsh
	zshScript string
	//go:embed completion/alai.fish
	fishScript string
)

// shells are those that there are scripts for.
const shells = "bash | zsh | fish"

type completionOptions struct{ args []string }

func newCompletionCommand(s *streams) *cli.Command {
	var opt completionOptions
	return &cli.Command{
		Name:      "completion",
		Usage:     "the script that lets a shell complete commands, flags, names and ids",
		ArgsUsage: shells,
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runCompletion(c.Context, &opt, s)
		},
	}
}

func runCompletion(_ context.Context, opt *completionOptions, s *streams) error {
	if len(opt.args) != 1 {
		return usagef("completion takes one shell: bash, zsh or fish")
	}
	script, ok := map[string]string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}[opt.args[0]]
	if !ok {
		return usagef("there is no script for %q, but for bash, zsh and fish", opt.args[0])
	}
	_, err := io.WriteString(s.out, script)
	return err
}
