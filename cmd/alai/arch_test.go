package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// arrows are what each package of the module may import of the module: the shape
// of the code, as CONTRIBUTING.md draws it. A new arrow is a decision.
var arrows = map[string][]string{
	"alai":                    {},
	"alai/replay/rules":       {},
	"alai/notation":           {},
	"alai/notation/*":         {"alai/notation"},
	"alai/replay":             {"alai/notation", "alai/replay/rules"},
	"alai/db":                 {"alai", "alai/notation", "alai/replay", "alai/replay/rules"},
	"alai/cmd/alai":           {"alai/db", "alai/notation", "alai/notation/*", "alai/replay", "alai/replay/rules", "alai/cmd/alai/*"},
	"alai/cmd/alai/svg":       {"alai/replay/rules"},
	"alai/cmd/alai/annotated": {"alai/notation", "alai/replay", "alai/replay/rules"},
	"alai/cmd/alai/tui":       {"alai/cmd/alai/annotated", "alai/notation", "alai/replay", "alai/replay/rules"},
	"alai/cmd/alai/words":     {"alai/replay/rules"},
	"alai/cmd/alai/web":       {"alai/cmd/alai/annotated", "alai/cmd/alai/words", "alai/db", "alai/notation", "alai/replay", "alai/replay/rules"},
	"alai/cmd/*":              {"alai/notation", "alai/replay", "alai/replay/rules"}, // tools for those who work on the code
}

// owners are the packages that alone may import a module.
var owners = map[string]string{
	"github.com/mattn/go-sqlite3":       "alai/db",
	"github.com/urfave/cli/v2":          "alai/cmd/alai",
	"github.com/olekukonko/tablewriter": "alai/cmd/alai",
	"github.com/schollz/progressbar/v3": "alai/cmd/alai",
	"github.com/go-analyze/charts":      "alai/cmd/alai/svg",
	"charm.land/bubbletea/v2":           "alai/cmd/alai/tui",
	"github.com/charmbracelet":          "alai/cmd/alai/tui",
}

type listedPackage struct {
	ImportPath, Dir            string
	GoFiles, CgoFiles, Imports []string
}

func listPackages(t *testing.T) []listedPackage {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Dir,GoFiles,CgoFiles,Imports", "alai/...")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	var list []listedPackage
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, p)
	}
}

// allowed reports whether path is among patterns, in which a final * is one more
// element.
func allowed(path string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		ok, err := filepath.Match(pattern, path)
		return ok && err == nil
	})
}

func TestArrows(t *testing.T) {
	list := listPackages(t)
	if len(list) < len(arrows) {
		t.Fatalf("go list found %d packages, fewer than there are in the table", len(list))
	}
	for _, p := range list {
		may, known := arrows[p.ImportPath]
		if !known {
			may, known = arrows[filepath.Dir(p.ImportPath)+"/*"]
		}
		if !known {
			t.Errorf("package %s is not in the table", p.ImportPath)
			continue
		}
		for _, path := range p.Imports {
			if (path == "alai" || strings.HasPrefix(path, "alai/")) && !allowed(path, may) {
				t.Errorf("%s imports %s, which is no arrow of the table", p.ImportPath, path)
			}
			for module, owner := range owners {
				if (path == module || strings.HasPrefix(path, module+"/")) && p.ImportPath != owner {
					t.Errorf("%s imports %s, which belongs to %s", p.ImportPath, path, owner)
				}
			}
		}
	}
}

// TestTablewriterFile holds that one file alone knows how tables are drawn.
func TestTablewriterFile(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		imports := strings.Contains(string(source), `"github.com/olekukonko/tablewriter"`+"\n")
		if imports != (name == "render.go") {
			t.Errorf("%s: imports tablewriter: %v", name, imports)
		}
	}
}
