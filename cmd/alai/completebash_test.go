//go:build linux

package main

import (
	"fmt"
	"path/filepath"
	"testing"
)

// TestBashCloses types the beginning of names in bash, in quotes that are open, and lets
// it complete them: each is the word that bash takes then, and the line has come to its
// end.
func TestBashCloses(t *testing.T) {
	bash := needed(t, "bash")
	names := []string{`Ql"dq"`, "Qs!!", "Qt it's'", "Qu $", "Qv $x", "Qw!x", `Qx"!'`}
	dir := filepath.Dir(testArchive(t, names...))
	x := newTerminal(t, dir, 120, 60, []string{"PS1=shell> "}, bash, "--norc", "--noprofile", "-i")
	x.press("source <(alai completion bash); alai() { printf '<%s>' \"$@\"; echo; }\r")
	n := 100
	for _, name := range names {
		for _, quote := range []string{"", "'", `"`} {
			n++
			x.press(fmt.Sprintf("alai list --south %s%s\t%d\r", quote, name[:2], n))
			x.has(fmt.Sprintf("<list><--south><%s><%d>", name, n))
		}
	}
}
