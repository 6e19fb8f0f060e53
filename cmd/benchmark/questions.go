package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// sizes are the archives on which growth is measured, in games.
func (b *bench) sizes() []int { return []int{b.large / 100, b.large / 10, b.large} }

func archiveName(games int) string { return fmt.Sprintf("archive-%d", games) }

// A question is a command that asks an archive.
type question struct {
	what string
	args []string
	more bool    // most is what it may take more than --version does
	most float64 // milliseconds
}

func (q *question) measure() measure {
	if q.more {
		return wallMore
	}
	return wall
}

// An example is what the questions ask about.
type example struct {
	player     string
	near, deep string      // positions after 4 and 20 plies
	ways       [][2]string // positions of several games after 8 and 20 plies
}

func allQuestions(x example) []question {
	return []question{
		{"`openings` from the start", []string{"openings"}, true, 30},
		{"`openings` from ply 4", []string{"openings", "--line", nearLine}, true, 30},
		{"`openings` from a position 20 plies deep", []string{"openings", "--position", x.deep}, true, 2000},
		{"`openings` of one player's games", []string{"openings", "--player", x.player}, true, 1000},
		{"`openings` of one year's games", []string{"openings", "--since", "2010", "--until", "2010"}, true, 1000},
		{"`list --limit 50`", []string{"list", "--limit", "50"}, false, 200},
		{"`players --limit 50`", []string{"players", "--limit", "50"}, false, 200},
		{"`stats`", []string{"stats"}, false, 500},
		{"`find` of a position 4 plies deep, `--limit 50`", []string{"find", "--position", x.near, "--limit", "50"}, false, 200},
		{"`find` of a position 20 plies deep, `--limit 50`", []string{"find", "--position", x.deep, "--limit", "50"}, false, 2000},
	}
}

// questions imports archives of several sizes, asks each of them everything, and
// holds the answers of the largest against the targets.
func (b *bench) questions() error {
	sizes := b.sizes()
	imports := growth{what: "`import`"}
	var imported result
	for _, n := range sizes {
		var err error
		if imported, err = runOnce(b.alai("", "import", "--db", b.path(archiveName(n)+".db"), b.path(archiveName(n)+".mgn"))); err != nil {
			return err
		}
		imports.times = append(imports.times, imported.wall)
	}
	x, err := b.example(b.path(archiveName(sizes[0]) + ".db"))
	if err != nil {
		return err
	}
	asked := allQuestions(x)
	processes := []process{b.alai(version, "--version")}
	for _, q := range asked {
		for _, n := range sizes {
			args := append([]string{q.args[0], "--db", b.path(archiveName(n) + ".db")}, q.args[1:]...)
			processes = append(processes, b.alai(q.of(n), args...))
		}
	}
	results, err := compare(b.runs, processes)
	if err != nil {
		return err
	}
	b.report.sizes, b.report.growth = sizes, []growth{imports}
	for _, q := range asked {
		g := growth{what: q.what}
		for _, n := range sizes {
			g.times = append(g.times, results[q.of(n)].wall)
		}
		b.report.growth = append(b.report.growth, g)
	}
	b.addLargest(asked, imported, results)
	return b.pages(b.path(archiveName(b.large)+".db"), b.large, x)
}

// of names the question put to an archive of n games.
func (q *question) of(n int) string { return fmt.Sprintf("%s, %s games", q.what, thousands(n)) }

const version = "`--version`"

// addLargest adds the rows of the largest archive.
func (b *bench) addLargest(asked []question, imported result, results map[string]result) {
	var rows []measurement
	var openings result // whichever takes the most memory
	for _, q := range asked {
		what := q.of(b.large)
		against := ""
		if q.more {
			against = version
		}
		rows = append(rows, measurement{what, what, against, q.measure(), atMost(q.most)})
		if r := results[what]; q.args[0] == "openings" && r.memory > openings.memory {
			openings = r
		}
	}
	results["import"], results["openings"] = imported, openings
	rows = append(rows,
		measurement{fmt.Sprintf("memory of `import` of %s games, one run", thousands(b.large)), "import", "", memory, atMost(256)},
		measurement{fmt.Sprintf("memory of `openings`, %s games, the most of the above", thousands(b.large)), "openings", "", memory, atMost(64)},
	)
	for i := range rows {
		if r, ok := rows[i].row(results); ok {
			b.report.add(r)
		}
	}
}

// nearLine is a line of Adji-Boto that the opening table knows.
const nearLine = "A a B b"

// example returns what the questions ask about, of the first long games of the
// archive at a path.
func (b *bench) example(db string) (x example, err error) {
	out, err := b.answer("list", "--db", db, "--min-plies", "24", "--limit", strconv.Itoa(2*b.runs), "--columns", "id,south", "--format", "tsv", "--no-header")
	if err != nil {
		return x, err
	}
	for line := range strings.Lines(string(out)) {
		id, player, _ := strings.Cut(strings.TrimSpace(line), "\t")
		x.player = cmp.Or(x.player, player)
		var way [2]string
		for i, ply := range []string{"8", "20"} {
			if way[i], err = b.positionOf(db, id, ply); err != nil {
				return x, err
			}
		}
		x.ways = append(x.ways, way)
	}
	if len(x.ways) == 0 {
		return x, fmt.Errorf("no game of %s has 24 plies", db)
	}
	x.deep = x.ways[0][1]
	x.near, err = positionAfter(rules.Standard(rules.AdjiBoto, 0), nearLine)
	return x, err
}

// positionOf returns the position of an archived game after so many plies.
func (b *bench) positionOf(db, id, ply string) (string, error) {
	out, err := b.answer("show", "--db", db, id, "--ply", ply, "--format", "json")
	if err != nil {
		return "", err
	}
	var shown []struct{ Position string }
	if err := json.Unmarshal(out, &shown); err != nil {
		return "", err
	}
	return shown[0].Position, nil
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
