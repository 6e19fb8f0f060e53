package main

import (
	"strconv"
	"strings"

	"alai/db"
	"alai/notation"
	"alai/replay"
)

// An exportRows says what a row of an export is.
type exportRows struct {
	columns func(positions bool) []column
	each    func(g *db.Game, rec *notation.Record, line *replay.Line, positions bool, row func(cells []string) error) error
}

var (
	rowsOfGames = exportRows{gameColumns, eachGameRow}
	rowsOfPlies = exportRows{plyColumns, eachPlyRow}
)

// rowTags are the tags that rows have columns for, beside those of what is replayed.
var rowTags = []string{"Event", "Site", "Date", "Round", "South", "North", "Termination", "Match", "MatchTarget"}

// heldTags are the tags that a game's row tells.
var heldTags = append([]string{"Result", "Game", "Pits", "Rules", "SetUp", "Position", "Score"}, rowTags...)

func gameColumns(positions bool) []column {
	list := []column{number("id")}
	for _, name := range rowTags {
		list = append(list, text(strings.ToLower(name)))
	}
	list = append(list, text("result"), text("game"), number("pits"), text("rules"), text("start"), text("moves"), text("captures"), text("score"),
		text("verdict"), number("plies"), text("source"))
	if positions {
		list = append(list, text("positions"))
	}
	return list
}

// eachGameRow makes one row of a game, with the tags in columns of their own
// that are among the usual ones.
func eachGameRow(g *db.Game, rec *notation.Record, line *replay.Line, positions bool, row func([]string) error) error {
	cells := []string{idCell(g)}
	for _, name := range rowTags {
		value, _ := rec.Value(name)
		cells = append(cells, clean(value))
	}
	j := jsonLine(g.ID, rec, line, positions)
	captures := make([]string, len(j.Captures))
	for i, n := range j.Captures {
		captures[i] = strconv.Itoa(n)
	}
	score := ""
	if j.Score != nil {
		score = notation.Close{HasScore: true, Score: *j.Score}.String()
	}
	cells = append(cells, j.Result, j.Game, strconv.Itoa(j.Pits), j.Rules, j.Start, strings.Join(j.Moves, " "), strings.Join(captures, " "), score,
		j.Verdict, strconv.Itoa(*j.Plies), clean(origin(g)))
	if positions {
		cells = append(cells, strings.Join(j.Positions, "; "))
	}
	return row(cells)
}

func plyColumns(positions bool) []column {
	list := []column{number("id"), text("source"), number("ply"), text("side"), text("move"), number("captured"), number("laps")}
	if positions {
		list = append(list, text("position"))
	}
	return list
}

// eachPlyRow makes a row of each ply of a game.
func eachPlyRow(g *db.Game, _ *notation.Record, line *replay.Line, positions bool, row func([]string) error) error {
	id, source := idCell(g), clean(origin(g))
	for ply, state := range line.States() {
		if ply == 0 {
			continue
		}
		sowing := &line.Sowings[ply-1]
		cells := []string{
			id, source, strconv.Itoa(ply), line.Start.ToMove.At(ply).String(), replay.Letter(&line.Rules, line.Moves[ply-1]),
			strconv.Itoa(int(sowing.Captured)), strconv.Itoa(int(sowing.Laps)),
		}
		if positions {
			cells = append(cells, replay.Position(&line.Rules, state))
		}
		if err := row(cells); err != nil {
			return err
		}
	}
	return nil
}

// idCell is the game's id, nothing where it is from a text.
func idCell(g *db.Game) string {
	if g.ID == 0 {
		return ""
	}
	return strconv.FormatInt(g.ID, 10)
}
