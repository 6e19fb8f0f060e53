package main

import "fmt"

// texts measures what needs no archive: verify, and how long programs take to start.
func (b *bench) texts() error {
	for _, f := range files {
		if err := b.verify(f.name); err != nil {
			return err
		}
	}
	large := archiveName(b.large) + ".mgn"
	if err := b.measure(group{
		runs: b.runs,
		processes: []process{
			b.alai("`verify` of the small file", "verify", b.path("adji-boto.mgn")),
			b.alai("`verify`", "verify", b.path(large)),
		},
		rows: []measurement{{
			fmt.Sprintf("memory of `verify` of %s games, and of %s", thousands(b.large), thousands(b.games)),
			"`verify`", "`verify` of the small file", memory, atMost(64),
		}},
	}); err != nil {
		return err
	}
	return b.measure(group{
		runs: 20 * b.runs,
		processes: []process{
			b.alai("`--version`", "--version"),
			{name: "an empty Go program", args: []string{b.path("empty")}},
		},
		rows: []measurement{{"start-up, `--version`", "`--version`", "an empty Go program", timeRatio, atMost(2)}},
	})
}

// verify compares verify with the yardstick and with pgn-extract.
func (b *bench) verify(file string) error {
	plies, err := b.plies(file)
	if err != nil {
		return err
	}
	processes := []process{
		b.alai("verify", "verify", b.path(file)),
		b.alai("one job", "verify", "--jobs", "1", b.path(file)),
		{name: "yardstick"},
		{name: "pgn-extract"},
	}
	for i := range 2 {
		processes[i].plies = plies
	}
	if b.yardstick != "" {
		processes[2].args, processes[2].plies = []string{b.yardstick, "replay", b.path(file)}, plies
	}
	if program := lookUp("pgn-extract"); program != "" {
		chess, plies, err := b.chess(b.games, plies)
		if err != nil {
			return err
		}
		processes[3].args, processes[3].plies = []string{program, "-r", b.path(chess)}, plies
	}
	what := fmt.Sprintf("of %s games, %s", thousands(b.games), file)
	return b.measure(group{
		runs:      b.runs,
		processes: processes,
		rows: []measurement{
			{"`verify` " + what, "verify", "yardstick", timeRatio, atMost(1)},
			{"`verify --jobs 1` " + what, "one job", "yardstick", timeRatio, atMost(1.8)},
			{"`verify` " + what, "verify", "pgn-extract", rateRatio, atLeast(10)},
		},
	})
}
