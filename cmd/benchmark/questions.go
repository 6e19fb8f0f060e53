package main

import (
	"encoding/json"
	"fmt"
	"log"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// sizes are the archives on which growth is measured, in games.
func (b *bench) sizes() []int { return []int{b.large / 100, b.large / 10, b.large} }

func archiveName(games int) string { return fmt.Sprintf("archive-%d", games) }

// A question is a command that asks an archive.
type question struct {
	what    string
	args    []string
	measure measure // wallMore is more than --version
	most    float64
}

// An example is what the questions ask about.
type example struct {
	player     string
	near, deep string // positions after 4 and 20 plies
}

func allQuestions(x example) []question {
	return []question{
		{"`openings` from the start", []string{"openings"}, wallMore, 30},
		{"`openings` from ply 4", []string{"openings", "--line", nearLine}, wallMore, 30},
		{"`openings` from a position 20 plies deep", []string{"openings", "--position", x.deep}, wallMore, 2000},
		{"`openings` of one player's games", []string{"openings", "--player", x.player}, wallMore, 1000},
		{"`openings` of one year's games", []string{"openings", "--since", "2010", "--until", "2010"}, wallMore, 1000},
		{"`list --limit 50`", []string{"list", "--limit", "50"}, wall, 200},
		{"`players --limit 50`", []string{"players", "--limit", "50"}, wall, 200},
		{"`stats`", []string{"stats"}, wall, 500},
		{"`find` of a position 4 plies deep, `--limit 50`", []string{"find", "--position", x.near, "--limit", "50"}, wall, 200},
		{"`find` of a position 20 plies deep, `--limit 50`", []string{"find", "--position", x.deep, "--limit", "50"}, wall, 2000},
	}
}

// questions imports archives of several sizes, and asks each of them everything.
// The answers of the largest are held against the targets.
func (b *bench) questions() error {
	b.report.sizes = b.sizes()
	imports := growth{what: "`import`"}
	var asked []question
	var all []growth
	for i, n := range b.report.sizes {
		imported, err := runOnce(b.alai("", "import", "--db", b.path(archiveName(n)+".db"), b.path(archiveName(n)+".mgn")))
		if err != nil {
			return err
		}
		imports.times = append(imports.times, imported.wall)
		if i == 0 {
			if asked, err = b.known(archiveName(n) + ".db"); err != nil {
				return err
			}
			all = make([]growth, len(asked))
		}
		results, err := compare(b.runs, b.asking(asked, n))
		if err != nil {
			return err
		}
		for i, q := range asked {
			all[i].what = q.what
			all[i].times = append(all[i].times, results[q.what].wall)
		}
		if n == b.large {
			b.addLarge(asked, imported, results)
		}
	}
	b.report.growth = append([]growth{imports}, all...)
	return nil
}

// known returns the questions whose commands the program has, about games of an
// archive.
func (b *bench) known(db string) ([]question, error) {
	x, err := b.example(db)
	if err != nil {
		return nil, err
	}
	var list []question
	for _, q := range allQuestions(x) {
		if !b.knows(q.args[0]) {
			log.Printf("left out, since there is no such command: %s", q.what)
			continue
		}
		list = append(list, q)
	}
	return list, nil
}

const version = "`--version`"

// asking returns the processes that put the questions to the archive of n games.
func (b *bench) asking(list []question, n int) []process {
	processes := []process{b.alai(version, "--version")}
	for _, q := range list {
		args := append([]string{q.args[0], "--db", b.path(archiveName(n) + ".db")}, q.args[1:]...)
		processes = append(processes, b.alai(q.what, args...))
	}
	return processes
}

// addLarge adds the rows of the largest archive.
func (b *bench) addLarge(list []question, imported result, results map[string]result) {
	var most result
	for _, q := range list {
		m := measurement{fmt.Sprintf("%s, %s games", q.what, thousands(b.large)), q.what, "", q.measure, atMost(q.most)}
		if q.measure.unit == wallMore.unit {
			m.against = version
		}
		if r, ok := m.row(results); ok {
			b.report.add(r)
		}
		if r := results[q.what]; q.args[0] == "openings" && r.memory > most.memory {
			most = r
		}
	}
	results["import"], results["openings"] = imported, most
	for _, m := range []measurement{
		{fmt.Sprintf("memory of `import` of %s games, one run", thousands(b.large)), "import", "", memory, atMost(256)},
		{fmt.Sprintf("memory of `openings`, %s games, the most of the above", thousands(b.large)), "openings", "", memory, atMost(64)},
	} {
		if r, ok := m.row(results); ok {
			b.report.add(r)
		}
	}
}

// nearLine is a line of Adji-Boto that the opening table knows.
const nearLine = "A a B b"

// example returns what the questions ask about, of the first long game of an
// archive.
func (b *bench) example(db string) (x example, err error) {
	out, err := b.answer("list", "--db", b.path(db), "--min-plies", "24", "--limit", "1", "--columns", "id,south", "--format", "tsv", "--no-header")
	if err != nil {
		return x, err
	}
	id, player, ok := strings.Cut(strings.TrimSpace(string(out)), "\t")
	if !ok {
		return x, fmt.Errorf("no game of %s has 24 plies", db)
	}
	x.player = player
	if out, err = b.answer("show", "--db", b.path(db), id, "--ply", "20", "--format", "json"); err != nil {
		return x, err
	}
	var shown []struct{ Position string }
	if err := json.Unmarshal(out, &shown); err != nil {
		return x, err
	}
	x.deep = shown[0].Position
	x.near, err = positionAfter(rules.Standard(rules.AdjiBoto, 0), nearLine)
	return x, err
}

// positionAfter returns the position that a line leads to from the start.
func positionAfter(r rules.Ruleset, line string) (string, error) {
	moves, err := replay.ParseMoves(&r, line)
	if err != nil {
		return "", err
	}
	s := r.Start()
	for _, m := range moves {
		if _, err := r.Play(&s, m); err != nil {
			return "", err
		}
	}
	return replay.Position(&r, &s), nil
}
