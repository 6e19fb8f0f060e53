package main

import (
	"fmt"
	"os"
)

// archives measures import and export.
func (b *bench) archives() error {
	for _, f := range files {
		if err := b.imports(f.name); err != nil {
			return err
		}
	}
	return nil
}

// imports compares import with Scid's import of a chess file of as many plies and
// with a bare loop over the SQLite driver, and export with import.
func (b *bench) imports(file string) error {
	plies, err := b.plies(file)
	if err != nil {
		return err
	}
	scid, err := b.scid(plies)
	if err != nil {
		return err
	}
	db := b.path("import.db")
	first := b.alai("import", "import", "--db", db, b.path(file))
	first.before, first.plies = b.remove("import.db"), plies
	bare := []string{
		b.path("db.test"), "-test.run", "^$", "-test.bench", "^BenchmarkBareInsert$", "-test.benchtime", "1x",
		"-rows", fmt.Sprint(b.games),
	}
	what := fmt.Sprintf("`import` of %s games, %s, into a new archive", thousands(b.games), file)
	return b.measure(group{
		runs: b.runs,
		processes: []process{
			first,
			b.alai("again", "import", "--db", db, b.path(file)),
			b.alai("export to mgn", "export", "--db", db),
			b.alai("export to jsonl", "export", "--db", db, "--format", "jsonl"),
			scid,
			{name: "bare insert", args: bare},
		},
		rows: []measurement{
			{what, "import", "Scid", rateRatio, atLeast(1.3)},
			{what, "import", "bare insert", timeRatio, atMost(2)},
			{"`import` of the same file again", "again", "import", timeRatio, atMost(0.6)},
			{"`export --format mgn` of these games", "export to mgn", "import", timeRatio, atMost(1)},
			{"`export --format jsonl` of these games", "export to jsonl", "import", timeRatio, atMost(1)},
		},
	})
}

// scid returns Scid's import of a chess file of about that many plies, without
// arguments where Scid is not installed.
func (b *bench) scid(plies int) (process, error) {
	p := process{name: "Scid"}
	tkscid := lookUp("tkscid")
	if tkscid == "" {
		return p, nil
	}
	file, plies, err := b.chess(b.games, plies)
	if err != nil {
		return p, err
	}
	// The script fails unless every game came in.
	script := fmt.Sprintf(`sc_base create SCID4 {%s}
set r [sc_base import [sc_base current] {%s}]
if {[lindex $r 0] != %d} { puts stderr $r; exit 1 }
exit 0
`, b.path("chess"), b.path(file), b.games)
	if err := os.WriteFile(b.path("scid.tcl"), []byte(script), 0o644); err != nil {
		return p, err
	}
	p.args, p.plies = []string{tkscid, b.path("scid.tcl")}, plies
	p.before = func() error {
		for _, ending := range []string{".si4", ".sg4", ".sn4"} {
			if err := os.RemoveAll(b.path("chess" + ending)); err != nil {
				return err
			}
		}
		return nil
	}
	return p, nil
}

// largeArchive measures what depends on how much an archive holds already.
func (b *bench) largeArchive() error {
	large := archiveName(b.large) + ".db"
	bytes, err := b.archiveSize(large)
	if err != nil {
		return err
	}
	b.report.add(row{
		fmt.Sprintf("size of the archive of %s games", thousands(b.large)), fmt.Sprintf("%.0f MiB", float64(bytes)/(1<<20)),
		float64(bytes) / float64(b.large), size, atMost(400),
	})
	into := func(name, db string, before func() error) process {
		p := b.alai(name, "import", "--db", b.path(db), b.path("adji-boto.mgn"))
		p.before = before
		return p
	}
	return b.measure(group{
		runs: b.runs,
		processes: []process{
			into("into a new one", "import.db", b.remove("import.db")),
			into("import", "copy.db", b.copyArchive(large, "copy.db")),
		},
		rows: []measurement{{
			fmt.Sprintf("`import` of %s games into an archive of %s", thousands(b.games), thousands(b.large)),
			"import", "into a new one", timeRatio, atMost(1.5),
		}},
	})
}
