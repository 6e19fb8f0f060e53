package main

import (
	"bytes"
	"context"
	"os/exec"
	"runtime"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

func manPageText(t *testing.T) string {
	t.Helper()
	s := testStreams()
	var out bytes.Buffer
	s.out.Reset(&out)
	if status := run(context.Background(), []string{"man"}, s); status != statusDone {
		t.Fatalf("status %d: %s", status, s.err.(*bytes.Buffer))
	}
	return out.String()
}

// TestManHasAll holds that the manual page has what --help has: every command, what
// it is for, every name of every flag and what it means.
func TestManHasAll(t *testing.T) {
	page := manPageText(t)
	sections := make(map[string]string)
	for section := range strings.SplitSeq(page, "\n.S") {
		head, _, _ := strings.Cut(section, "\n")
		sections[head] = section
	}
	shared := sections[`H "FLAGS OF SEVERAL COMMANDS"`]
	for _, cmd := range newApp(testStreams()).Commands {
		var section string
		for head, text := range sections {
			named := strings.HasPrefix(head, `S "alai `+roff(cmd.Name)+" ") || strings.HasPrefix(head, `S "alai `+roff(cmd.Name)+`"`)
			if named && strings.Contains(text, roff(cmd.Usage)) { // "player" begins "player alias" too
				section = text
			}
		}
		if section == "" {
			t.Errorf("%s is not there, or not what it is for", cmd.Name)
			continue
		}
		for _, f := range visibleFlags(cmd) {
			for _, name := range f.(cli.Flag).Names() {
				if !strings.Contains(section+shared, `\fB`+roff(strings.Repeat("-", min(len(name), 2))+name)+`\fR`) {
					t.Errorf("%s: --%s is not there", cmd.Name, name)
				}
			}
			if !strings.Contains(section, roff("--"+flagName(f))) {
				t.Errorf("%s: nothing says that it has --%s", cmd.Name, flagName(f))
			}
			if !strings.Contains(section+shared, "\n"+roff(flagUsage(f))) {
				t.Errorf("%s: nothing says what --%s means", cmd.Name, flagName(f))
			}
		}
	}
	for line := range strings.Lines(page) {
		if line = strings.TrimSpace(line); strings.HasSuffix(line, "?.") || strings.HasSuffix(line, "!.") || strings.HasSuffix(line, "..") && !strings.HasSuffix(line, "...") {
			t.Errorf("a sentence with two stops: %s", line)
		}
		if strings.HasPrefix(line, "'") || strings.HasPrefix(line, ".") && !strings.HasPrefix(line, ".S") && !strings.HasPrefix(line, ".T") &&
			!strings.HasPrefix(line, ".PP") && !strings.HasPrefix(line, ".B") && !strings.HasPrefix(line, ".I") && !strings.HasPrefix(line, ".R") {
			t.Errorf("a line that troff would obey: %s", line)
		}
	}
}

func TestRoff(t *testing.T) {
	for text, want := range map[string]string{
		`.x`: `\&.x`, `a\b`: `a\eb`, "--x": `\-\-x`, "'x": `\(aqx`, "a\n.b": "a .b", `"D b A"`: `"D b A"`,
	} {
		if got := roff(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestManRenders lets groff tell what is wrong with the page.
func TestManRenders(t *testing.T) {
	cmd := exec.Command(needed(t, "groff"), "-man", "-Tutf8", "-ww")
	cmd.Stdin = strings.NewReader(manPageText(t))
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil || said.Len() > 0 {
		t.Errorf("%v: %s", err, &said)
	}
	for _, want := range []string{"the tally: an archive", `"D b A"`, "NAME=VALUE", "130"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("the page has no %s", want)
		}
	}
}

// TestManIsOfNoMachine holds that the page is the same on a machine of any number of
// processors.
func TestManIsOfNoMachine(t *testing.T) {
	page := manPageText(t)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(runtime.GOMAXPROCS(0) + 5))
	if manPageText(t) != page {
		t.Error("with more processors the page is another")
	}
}
