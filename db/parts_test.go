package db

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"alai"
	"alai/replay/rules"
)

func TestFold(t *testing.T) {
	for name, want := range map[string]string{
		"A. Player":      "a. player",
		"  a \t b  ":     "a b",
		"":               "",
		" ":              "",
		"Straße":         "strasse",
		"\u00a0x\u2003y": "x y",
		"e\u0301":        "é",
		"É":              "é",
		"ΣΑΣ":            "σασ",
		"\u0130":         "i\u0307",
		"株式":             "株式",
		"Ꮶꮶ":             "ꮶꮶ",
		"a\x00B":         "a\x00b",
	} {
		if got := fold(name); got != want {
			t.Errorf("%q folds to %q, want %q", name, got, want)
		}
	}
}

// Folding is idempotent, and blind to blanks at the ends.
func FuzzFold(f *testing.F) {
	for _, name := range []string{"A. Player", "Straße ẞ", "e\u0301 É", "\u0130stanbul", "ΐ", "Ꮶꮶ", "a\x00\xff"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		folded := fold(name)
		if again := fold(folded); again != folded {
			t.Fatalf("%q folds to %q, and that to %q", name, folded, again)
		}
		if padded := fold(" \t" + name + "\u3000"); padded != folded {
			t.Fatalf("%q folds to %q, with blanks around it to %q", name, folded, padded)
		}
		var remembered folder
		for range 2 { // at first sight, and from memory
			if got := remembered.fold(name); got != folded {
				t.Fatalf("%q is remembered as %q, want %q", name, got, folded)
			}
		}
	})
}

func TestFolderIsBounded(t *testing.T) {
	var f folder
	for i := range 3 * maxKnown {
		f.fold(fmt.Sprintf("Name %d", i))
	}
	if n := len(f.known); n > maxKnown {
		t.Errorf("%d names remembered", n)
	}
}

// Moves come out as they went in, and games that begin with a line are those
// whose packed moves lie in its range.
func TestPackedMoves(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	random := func(r *rules.Ruleset, first rules.Side, plies int) []rules.Move {
		moves := []rules.Move{}
		side := first
		for range plies {
			m := rules.Pass
			if k := rng.IntN(int(r.Pits) + 1); k < int(r.Pits) {
				m = rules.Move(r.PitOf(side, k))
			}
			moves = append(moves, m)
			side = side.Other()
		}
		return moves
	}
	for _, r := range []rules.Ruleset{reading(t, rules.AdjiBoto, 0, ""), reading(t, rules.EnDodoi, 10, "")} {
		for range 3000 {
			first := rules.Side(rng.IntN(2))
			moves := random(&r, first, rng.IntN(8))
			packed := appendMoves(nil, &r, moves)
			back, err := unpackMoves([]rules.Move{}, &r, first, packed)
			if err != nil || !slices.Equal(back, moves) {
				t.Fatalf("%v: packed %x, unpacked %v, %v", moves, packed, back, err)
			}
			line := random(&r, first, rng.IntN(4))
			if rng.IntN(2) == 0 {
				line = moves[:rng.IntN(len(moves)+1)]
			}
			lo, hi := prefixRange(&r, line)
			in := bytes.Compare(packed, lo) >= 0 && (hi == nil || bytes.Compare(packed, hi) < 0)
			if begins := len(moves) >= len(line) && slices.Equal(moves[:len(line)], line); in != begins {
				t.Fatalf("%v begins with %v: %v; %x in [%x, %x): %v", moves, line, begins, packed, lo, hi, in)
			}
		}
	}
	r := reading(t, rules.AdjiBoto, 0, "")
	for _, damaged := range [][]byte{{0x05}, {0xe0}, {0x0e, 0x00}, {0xdf}} {
		if moves, err := unpackMoves(nil, &r, rules.South, damaged); err == nil {
			t.Errorf("%x unpacked to %v", damaged, moves)
		}
	}
}

// The views spell the archive in words.
func TestViews(t *testing.T) {
	a := memory(t)
	bring(t, a, "file.mgn", everyTag+"\n"+
		"[Game \"Adji-Boto\"]\n\n*\n\n[Game \"Adji-Boto\"]\n\n1. A a *\n\n[Game \"Chess\"]\n\n*\n", ImportOptions{})
	column := func(query string) []string {
		rows, err := a.readers.QueryContext(t.Context(), query)
		if err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		var list []string
		if err := each(rows, func() error {
			var text sql.NullString
			err := rows.Scan(&text)
			list = append(list, text.String)
			return err
		}); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
		return list
	}
	var problem string
	if err := a.Rejects(t.Context(), RejectFilter{}, func(r *Reject) error {
		problem = r.Problems[0].Msg
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	for query, want := range map[string][]string{
		`SELECT concat_ws('|', game, pits, rules, event, site, date, round, south, north, result, score, verdict, plies, moves,
			start, termination, match, match_target, source, line, number) FROM games WHERE id = 1`: {
			`En Dodoi|6|lone=taken|Club <evening> & more|Paramaribo SUR|2024.03.??|2|Ólafía  "Ó" Player||0-1|15-33|unfinished|2|a B|` +
				`0,0,0,0,0,6/4,4,4,4,4,4 9-9 N|time forfeit|Cup\2|3|file.mgn|1|1`},
		"SELECT moves FROM games WHERE game = 'Adji-Boto' ORDER BY id": {"", "A a"},
		"SELECT concat_ws('|', position, move, games, share, unfinished) FROM openings WHERE game = 'Adji-Boto'": {
			"10,10,10,10,10/10,10,10,10,10 0-0 S -|A|1|100.0|1", "11,11,11,11,11/1,11,11,11,11 0-0 N A|a|1|100.0|1"},
		"SELECT concat_ws('|', source, kind, number, message) FROM rejects":                            {"file.mgn|malformed|4|" + problem},
		"SELECT integrity_check FROM pragma_integrity_check":                                           {"ok"},
		"SELECT count(*) FROM pragma_foreign_key_check":                                                {"0"},
		"SELECT imported || ' ' || duplicates || ' ' || rejected || ' ' || done FROM import":           {"3 0 1 1"},
		"SELECT application_id || ' ' || user_version FROM pragma_application_id, pragma_user_version": {fmt.Sprint(applicationID, " ", Version)},
	} {
		if got := column(query); !slices.Equal(got, want) {
			t.Errorf("%s\n%q\nwant\n%q", query, got, want)
		}
	}
}

// A filter's text never becomes SQL, and no filter breaks the query.
func FuzzFilter(f *testing.F) {
	f.Add("a", "Event", "1928", "D b", "usual")
	f.Add("' OR 1=1 --", "x'y", "??", "1. A+3 --", "chain=stop,captures-from=3")
	f.Add("[*?", "\x00", "2024.02.30", "5 3", "")
	f.Add(`\[\*\\\?x\`, `a\*`, "", "", "")
	a := filterArchive(f)
	f.Fuzz(func(t *testing.T, name, tag, date, line, text string) {
		for _, filter := range []Filter{
			{Player: []string{name}, Event: []string{name}, Tags: []TagMatch{{tag, name}, {"Round", name}}, Text: []string{text}, Source: []string{name}},
			{Since: date}, {Until: date}, {Lines: []string{line}}, {Rules: []string{text}}, {Positions: []string{line}},
		} {
			_, err := a.Count(context.Background(), filter)
			var fault *FilterError
			if err != nil && !errors.As(err, &fault) {
				t.Fatalf("%+v: %v", filter, err)
			}
		}
	})
}

// Every column of the schema is explained beside it.
func TestColumnsAreExplained(t *testing.T) {
	columns := 0
	inTable := false
	for line := range strings.SplitSeq(alai.Schema, "\n") {
		switch {
		case strings.HasPrefix(line, "CREATE TABLE"):
			inTable = true
		case strings.HasPrefix(line, ")"):
			inTable = false
		case inTable && !strings.HasPrefix(line, "    UNIQUE") && !strings.HasPrefix(line, "    PRIMARY"):
			columns++
			if _, comment, _ := strings.Cut(line, " -- "); comment == "" {
				t.Errorf("no comment: %s", line)
			}
		}
	}
	var want int
	a := memory(t)
	if err := a.readers.QueryRowContext(t.Context(),
		"SELECT count(*) FROM sqlite_schema JOIN pragma_table_info(sqlite_schema.name) WHERE sqlite_schema.type = 'table'").Scan(&want); err != nil {
		t.Fatal(err)
	}
	if columns != want {
		t.Errorf("%d columns were found in the text, there are %d", columns, want)
	}
}

// The functions of the archive take whatever a damaged row holds.
func TestFunctionsOfDamagedRows(t *testing.T) {
	a := memory(t)
	for _, value := range []string{"NULL", "7", "1.5", "x'ff'", "'a #b'"} {
		for _, call := range []string{"fold(" + value + ")", "names_within(" + value + ", 'x')", "names_within('x', " + value + ")"} {
			var result any
			if err := a.readers.QueryRowContext(t.Context(), "SELECT "+call).Scan(&result); err != nil {
				t.Errorf("%s: %v", call, err)
			}
		}
	}
}
