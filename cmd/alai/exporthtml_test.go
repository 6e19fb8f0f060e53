package main

import (
	"context"
	"errors"
	"html"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"alai/db"
)

// statsPageOf exports games and returns the page of their statistics, and how many games
// have a page.
func (a *webArchive) statsPageOf(t *testing.T, args ...string) (page string, games int) {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "site")
	a.alai(t, append([]string{"export", "--format", "html", "-o", folder, "--depth", "0", "--lang", "en", "--quiet"}, args...)...)
	content, err := os.ReadFile(filepath.Join(folder, "stats.html"))
	if err != nil {
		t.Fatal(err)
	}
	list, err := filepath.Glob(filepath.Join(folder, "game-*.html"))
	if err != nil {
		t.Fatal(err)
	}
	return string(content), len(list)
}

// recordsIn is the sum of the records that a page of statistics tells.
func recordsIn(t *testing.T, page string) (sum int) {
	t.Helper()
	for _, row := range tableRows(page) {
		if text, ok := strings.CutPrefix(row, "games\t"); ok {
			n, err := strconv.Atoi(text)
			if err != nil {
				t.Fatal(err)
			}
			sum += n
		}
	}
	return sum
}

// detailsLink leads from the statistics of several rulesets to those of one.
var detailsLink = regexp.MustCompile(`<td><a href="(/stats\?[^"]*)">`)

// measuresIn are the rows of two cells of a page, as measures have them.
func measuresIn(page string) []string {
	return slices.DeleteFunc(tableRows(page), func(row string) bool { return strings.Count(row, "\t") != 1 })
}

// TestExportStats holds that the exported statistics are those of the very games that
// are exported, with the tables and the charts that the server shows of them.
func TestExportStats(t *testing.T) {
	a := newWebArchive(t)
	a.alai(t, "import", "../../testdata/invalid/contradiction.mgn", "--accept", "contradiction", "--quiet")
	h := a.pages(t, 0)
	charted := regexp.MustCompile(`(?s)<div class="charted">\s*<figure class="chart"><svg role="img".*?</svg>\s*<figcaption>[^<]+</figcaption></figure>\s*<div class="scroll"[^>]*>\s*<table>.*?</table></div>\s*</div>`)
	for _, tt := range []struct {
		args          []string
		address       string
		contradictory int // that the page says do not count
	}{
		{nil, "/stats", 8},
		{[]string{"--game", "en-dodoi", "--pits", "8"}, "/stats?game=en-dodoi&pits=8", 0},
		{[]string{"--min-plies", "60", "--sort", "-plies", "--min-games", "3"}, "/stats?min-plies=60", 0},
		{[]string{"--player", "random 1", "--line", "D b"}, "/stats?player=random+1&line=D+b", 0},
		{[]string{"--position", "11,11,11,11,11/11,11,11,1,11 0-0 N D"}, "/stats?position=11,11,11,11,11/11,11,11,1,11+0-0+N+D", 3},
		{[]string{"3", "5", "70", "182"}, "/stats?id=3&id=5&id=70&id=182", 0},
		{[]string{"--verdict", "contradiction"}, "/stats?verdict=contradiction", 0},
		{[]string{"--source", "*contradiction.mgn"}, "/stats?source=*contradiction.mgn", 8},
		{[]string{"../../testdata/referee/ludii/endodoi-7.mgn"}, "", 0},
	} {
		page, games := a.statsPageOf(t, tt.args...)
		if got := recordsIn(t, page); got != games-tt.contradictory || games == 0 {
			t.Errorf("%v: %d games, and statistics of %d", tt.args, games, got)
		}
		if says := strings.Contains(page, "<p>"+strconv.Itoa(tt.contradictory)+" contradictory games are not counted.</p>"); says != (tt.contradictory > 0) {
			t.Errorf("%v: that contradictory games are not counted is said: %v", tt.args, says)
		}
		charts := strings.Count(page, "<svg")
		if with := len(charted.FindAllString(page, -1)); charts < 2 || with != charts {
			t.Errorf("%v: %d charts, and %d of them with a table", tt.args, charts, with)
		}
		if !strings.Contains(page, `<a href="stats.html" aria-current="page">`) || strings.Count(page, "aria-current") != 1 {
			t.Errorf("%v: the page is not told in its links", tt.args)
		}
		if tt.address == "" {
			continue
		}
		served := []string{text200(t, h, tt.address)} // of several rulesets, with links to those of each
		want := charted.FindAllString(served[0], 1)
		if links := detailsLink.FindAllStringSubmatch(served[0], -1); len(links) > 0 {
			served = nil
			for _, m := range links {
				served = append(served, text200(t, h, html.UnescapeString(m[1])))
			}
		}
		var measures []string
		for _, page := range served {
			want = append(want, charted.FindAllString(page, -1)[1:]...) // the first is of the advantage
			measures = append(measures, measuresIn(page)...)
		}
		if got := measuresIn(page); !slices.Equal(got, measures) || len(got) == 0 {
			t.Errorf("%v: the numbers are\n%q\nand the server's\n%q", tt.args, got, measures)
		}
		if got := charted.FindAllString(page, -1); !slices.Equal(got, want) {
			t.Errorf("%v: the charts are not the server's", tt.args)
		}
	}
	if page, _ := a.statsPageOf(t, "--event", "nowhere"); !strings.Contains(page, "There is nothing to show.") || strings.Contains(page, "<svg") {
		t.Errorf("of no games the page is\n%s", page)
	}
}

// TestExportStopped: no further page is written once the export is called off.
func TestExportStopped(t *testing.T) {
	a := newWebArchive(t)
	archive, err := db.Open(t.Context(), a.path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var last string
	_, err = writePages(ctx, &exportOptions{}, &gameSource{archive: archive}, db.Order{}, func(name string, _ []byte) error {
		if last = name; name == "games-4.html" { // the last of the list
			cancel()
		}
		return nil
	})
	if !errors.Is(err, context.Canceled) || last != "games-4.html" {
		t.Errorf("the error is %v, and the last page %s", err, last)
	}
}

// TestExportMeanwhile: games that are deleted and added while pages are written change
// none of these.
func TestExportMeanwhile(t *testing.T) {
	a := newWebArchive(t)
	archive, err := db.Open(t.Context(), a.path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	pages := func(meanwhile func(name string)) (list map[string]string, games int) {
		t.Helper()
		list = make(map[string]string)
		games, err := writePages(t.Context(), &exportOptions{depth: 1}, &gameSource{archive: archive}, db.Order{}, func(name string, content []byte) error {
			meanwhile(name)
			list[name] = string(content)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return list, games
	}
	want, games := pages(func(string) {})
	deleted := 0
	got, _ := pages(func(name string) {
		if name == "alai.css" || strings.HasPrefix(name, "openings-1") || name == "game-7.html" {
			deleted++
			a.alai(t, "delete", strconv.Itoa(100+deleted), "--quiet")
			a.alai(t, "import", "../../testdata/referee/ludii/endodoi-7.mgn", "--quiet")
		}
	})
	if deleted < 3 || recordsIn(t, want["stats.html"]) != games {
		t.Errorf("%d games are deleted; of %d games the statistics have %d", deleted, games, recordsIn(t, want["stats.html"]))
	}
	if len(got) != len(want) {
		t.Errorf("%d pages, want %d", len(got), len(want))
	}
	for name, page := range want {
		if got[name] != page {
			t.Errorf("%s is another page", name)
		}
	}
	if page := got["index.html"]; !strings.Contains(page, ">182 games</a>") {
		t.Errorf("it begins with\n%s", page)
	}
}

// TestExportLeavesOthers: what others make in the folder meanwhile, or at its path, is
// left as it is, and of a failed export nothing stays.
func TestExportLeavesOthers(t *testing.T) {
	a := newWebArchive(t)
	archive, err := db.Open(t.Context(), a.path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, there := range []bool{false, true} {
		for _, made := range []string{"stats.html", "notes.txt"} {
			path := filepath.Join(t.TempDir(), "site")
			if there {
				if err := os.Mkdir(path, 0o700); err != nil {
					t.Fatal(err)
				}
			}
			folder, err := createFolder(path)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			_, err = writePages(ctx, &exportOptions{}, &gameSource{archive: archive}, db.Order{}, func(name string, content []byte) error {
				if name == "games-1.html" || name == "games.html" {
					if err := os.WriteFile(filepath.Join(path, made), []byte("mine"), 0o600); err != nil {
						t.Fatal(err)
					}
				}
				if name == "games-4.html" && made == "notes.txt" {
					cancel()
				}
				return folder.write(name, content)
			})
			cancel()
			if err == nil || made == "stats.html" && !errors.Is(err, os.ErrExist) {
				t.Errorf("%s: the error is %v", made, err)
			}
			folder.discard()
			left, err := filepath.Glob(filepath.Join(path, "*"))
			if content, _ := os.ReadFile(filepath.Join(path, made)); err != nil || len(left) != 1 || string(content) != "mine" {
				t.Errorf("%s: %v is left, with %q", made, left, content)
			}
		}
		path := filepath.Join(t.TempDir(), "site")
		if there {
			if err := os.Mkdir(path, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		folder, err := createFolder(path)
		if err == nil {
			err = folder.write("alai.css", nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		folder.discard()
		if left, err := os.ReadDir(path); (err == nil) != there || len(left) > 0 {
			t.Errorf("%v is left, %v", left, err)
		}
	}
}
