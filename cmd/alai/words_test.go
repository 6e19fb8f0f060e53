package main

import (
	"slices"
	"strings"
	"testing"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/replay/rules"
)

// TestColumnsAreTranslated holds that the tables of the web pages have their heads in
// every language.
func TestColumnsAreTranslated(t *testing.T) {
	tables := [][]column{listColumns(false), standingColumns("player"), {text("reading"), text("measure"), number("value")}, overviewColumns()}
	none := new(db.GameStats)
	openings := openingTable{ruleset: rules.Standard(rules.AdjiBoto, 0)}
	for _, c := range []*statsChart{advantageChart(words.English, nil), marginsChart(words.English, none), capturesChart(words.English, none), {section: openings.section()}} {
		tables = append(tables, c.section.columns)
	}
	for _, list := range [][]section{seriesTables(nil, false), new(playerOptions).sections(new(db.PlayerReport), false)} {
		for i := range list {
			tables = append(tables, list[i].columns)
		}
	}
	for _, columns := range tables {
		for _, key := range keys(columns) {
			readable := strings.ReplaceAll(key, "_", " ")
			for _, l := range []words.Language{words.German, words.Czech} {
				if l.Column(key) == readable {
					t.Errorf("%s: the column %s is not translated", l, key)
				}
			}
			if head := words.English.Column(key); strings.ContainsAny(head, "_") || strings.Contains(head, "pct") || head == "" {
				t.Errorf("the column %s is called %s", key, head)
			}
		}
	}
	if len(slices.Concat(tables...)) < 90 {
		t.Errorf("%d columns", len(slices.Concat(tables...)))
	}
}
