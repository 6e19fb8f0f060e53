package db

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A game that is damaged is named and hides none of the others.
func TestDamagedGame(t *testing.T) {
	text := "[Game \"Adji-Boto\"]\n\n1. A b *\n\n[Game \"Adji-Boto\"]\n\n1. A c *\n"
	for _, damage := range []string{
		"verdict = 99", "verdict = -1", "result = 0", "result = 99", "plies = -1", "plies = 1000000000", "ruleset = 77",
		"moves = x'BBBB'", "start = 'garbage'", "tags = 'not json'", "all_tags = '[[1]]'", "annotations = 'nope'", "claims = '{'",
		`claims = '{"captures":[{"ply":3,"captured":1}]}'`, "north_first = 2",
	} {
		a := memory(t)
		bring(t, a, "f", text, ImportOptions{})
		conn, err := a.writer.Conn(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, query := range []string{"PRAGMA ignore_check_constraints = ON", "PRAGMA foreign_keys = OFF", "UPDATE game SET " + damage + " WHERE id = 1"} {
			if _, err := conn.ExecContext(t.Context(), query); err != nil {
				t.Fatalf("%s: %v", query, err)
			}
		}
		conn.Close()
		sound, damaged := 0, 0
		err = a.EachGame(t.Context(), Filter{}, Order{}, 0, func(g *Game, d *DamagedError) error {
			if d == nil {
				sound++
				_, _, err := NewSpeller().Record(g)
				return err
			}
			if damaged++; d.ID != 1 || !strings.HasPrefix(d.Error(), "game 1 of the archive is damaged: ") {
				t.Errorf("%s: %v", damage, d)
			}
			return nil
		})
		if err != nil || sound != 1 || damaged != 1 {
			t.Errorf("%s: %d sound, %d damaged, %v", damage, sound, damaged, err)
		}
		err = a.Games(t.Context(), Filter{}, Order{}, 0, func(*Game) error { return nil })
		if !errors.As(err, new(*DamagedError)) {
			t.Errorf("%s: Games returns %v", damage, err)
		}
		err = a.Find(t.Context(), FindQuery{By: "line", Text: "A"}, func(g *Game, _ int) error {
			if g.ID == 1 {
				t.Errorf("%s: the game is found", damage)
			}
			return nil
		})
		if misplaced := damage == "ruleset = 77" || damage == "north_first = 2"; !errors.As(err, new(*DamagedError)) && !misplaced {
			t.Errorf("%s: Find returns %v", damage, err)
		}
	}
}

// The columns that code is looked up by hold nothing else.
func TestChecks(t *testing.T) {
	a := memory(t)
	bring(t, a, "f", "[Game \"Adji-Boto\"]\n\n1. A b *\n", ImportOptions{})
	for _, set := range []string{"verdict = 99", "result = 0"} {
		err := change(t, a, "UPDATE game SET "+set)
		if err == nil || !strings.Contains(err.Error(), "CHECK constraint") {
			t.Errorf("%s: %v", set, err)
		}
	}
}

// change runs a statement on the writer's connection.
func change(t *testing.T, a *Archive, query string) error {
	_, err := a.writer.ExecContext(t.Context(), query)
	return err
}

// An archive whose making was broken off, at whatever point, is made by the next import.
func TestMakingBrokenOff(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.db")
	pool := sql.OpenDB(newConnector(fileDSN(path)("mode=rwc&_journal_mode=WAL&"), ""))
	if _, err := pool.Exec("CREATE TABLE x (y); DROP TABLE x"); err != nil { // a database with a header and without tables
		t.Fatal(err)
	}
	pool.Close()
	if info, err := os.Stat(path); err != nil || info.Size() == 0 {
		t.Fatal("the database is not there", err)
	}
	if _, err := Open(t.Context(), path); !errors.As(err, new(*NotArchiveError)) {
		t.Errorf("Open: %v", err)
	}
	a, err := Create(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if n := bring(t, a, "f", "[Game \"Adji-Boto\"]\n\n1. A b *\n", ImportOptions{}).Imported; n != 1 {
		t.Errorf("%d games imported", n)
	}
}

// Several programs may make one archive at the same time.
func TestMakingAtOnce(t *testing.T) {
	for range 5 {
		path := filepath.Join(t.TempDir(), "a.db")
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		errs := make(chan error)
		const programs = 4
		for range programs {
			go func() {
				a, err := Create(ctx, path)
				if err == nil {
					_, err = a.Count(ctx, Filter{})
					a.Close()
				}
				errs <- err
			}()
		}
		for range programs {
			if err := <-errs; err != nil {
				t.Error(err)
			}
		}
		cancel()
	}
}

// A score that no game has is counted like any other number.
func TestDamagedScore(t *testing.T) {
	a := memory(t)
	bring(t, a, "f", "[Game \"Adji-Boto\"]\n\nA a *\n", ImportOptions{})
	conn, err := a.writer.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conn.ExecContext(t.Context(), "UPDATE game SET verdict = 4, south_score = 0, north_score = 1000"); err != nil {
		t.Fatal(err)
	}
	conn.Close()
	list, err := a.Stats(t.Context(), Filter{IDs: []int64{1}})
	if err != nil || len(list) != 1 || list[0].Margins[-1000] != 1 {
		t.Errorf("%+v, %v", list, err)
	}
}
