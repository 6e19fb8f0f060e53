package main

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// visibleFlags returns the flags that --help lists.
func visibleFlags(cmd *cli.Command) []cli.DocGenerationFlag {
	var list []cli.DocGenerationFlag
	for _, f := range cmd.Flags {
		if f, ok := f.(cli.DocGenerationFlag); ok {
			list = append(list, f)
		}
	}
	return list
}

// flagUsage is what --help says of a flag, without the quotes around the name of its
// value.
func flagUsage(f cli.DocGenerationFlag) string { return strings.ReplaceAll(f.GetUsage(), "`", "") }
