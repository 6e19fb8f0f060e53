package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// A webPage is a page of alai serve that is measured. About positions it is asked in
// each run for another one, as the server remembers.
type webPage struct {
	what    string
	address string
}

func allPages(x example, run int) []webPage {
	deep := x.ways[run%len(x.ways)]
	explore := func(parameters ...string) string {
		v := url.Values{"game": {"adji-boto"}, "rules": {"usual"}}
		for i := 0; i < len(parameters); i += 2 {
			v.Set(parameters[i], parameters[i+1])
		}
		return "/explore?" + v.Encode()
	}
	name := url.QueryEscape(x.player)
	return []webPage{
		{"the archive", "/?"},
		{"openings from the start", explore()},
		{"openings from ply 4", explore("line", nearLine)},
		{"openings from a position 8 plies deep", explore("position", deep[0])},
		{"openings from a position 20 plies deep", explore("position", deep[1])},
		{"openings of one player's games", explore("player", x.player)},
		{"openings of some years' games", explore("since", "2010")},
		{"a game", "/game/17?"},
		{"games", "/games?"},
		{"games, by date", "/games?sort=date"},
		{"games of one player", "/games?player=" + name},
		{"games that reach a position 20 plies deep", "/games?position=" + url.QueryEscape(x.ways[(run+1)%len(x.ways)][1])},
		{"games with a word", "/games?text=nowhere"},
		{"players", "/players?"},
		{"players of some years' games", "/players?since=2010"},
		{"a player", "/player?name=" + name},
		{"series", "/series?"},
		{"statistics", "/stats?"},
		{"statistics of some years' games", "/stats?since=2010"},
	}
}

// A visit is what it took to get a page.
type visit struct {
	first, whole time.Duration // until the page was there, and until nothing was missing
	bytes        int           // of the page that was there first
}

// maxPage is what a page may take at the server, in milliseconds.
const maxPage = 100

// pages serves an archive of so many games and measures its pages.
func (b *bench) pages(archive string, games int, x example) error {
	base, stop, err := b.serve(archive)
	if err != nil {
		return err
	}
	defer stop()
	visits := make([][]visit, len(allPages(x, 0)))
	for run := range b.runs + 1 {
		for i, p := range allPages(x, run) {
			v, err := visitPage(fmt.Sprintf("%s%s&run=%d", base, p.address, run)) // a page of its own, that is not kept
			if err != nil {
				return err
			}
			if run > 0 { // the first makes the index and the archive's pages be there
				visits[i] = append(visits[i], v)
			}
		}
		if run == 0 {
			time.Sleep(time.Duration(games) * indexing)
		}
	}
	for i, p := range allPages(x, 0) {
		slices.SortFunc(visits[i], func(a, b visit) int { return int(a.first - b.first) })
		v := visits[i][len(visits[i])/2]
		figures := fmt.Sprintf("%s, %.0f kB", duration(v.first), float64(v.bytes)/1000)
		if v.whole > v.first {
			figures += "; with all that is asked of the games " + duration(v.whole)
		}
		b.report.add(row{fmt.Sprintf("page: %s, %s games", p.what, thousands(games)), figures, milliseconds(v.first), wall, atMost(maxPage)})
	}
	return nil
}

// pagesAlone measures the pages over an archive that is there.
func (b *bench) pagesAlone() error {
	if err := goTool("build", "-o", b.path("alai"), "alai/cmd/alai"); err != nil {
		return err
	}
	x, err := b.example(b.served)
	if err != nil {
		return err
	}
	return b.pages(b.served, b.large, x)
}

// indexing is what a server may take for a game to make its index.
const indexing = 10 * time.Microsecond

// serve begins to serve an archive, and returns the address.
func (b *bench) serve(archive string) (base string, stop func(), err error) {
	cmd := exec.Command(b.path("alai"), "serve", "--db", archive, "--addr", "127.0.0.1:0", "--quiet")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return "", nil, err
	}
	stop = func() {
		cmd.Process.Signal(os.Interrupt)
		cmd.Wait() // it ends with the status of what is interrupted
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		stop()
		return "", nil, fmt.Errorf("alai serve: %w", err)
	}
	return strings.TrimSuffix(strings.TrimSpace(line), "/"), stop, nil
}

// visitPage gets a page, and what it leaves out at first.
func visitPage(address string) (v visit, err error) {
	begin := time.Now()
	body, err := get(address)
	v.first, v.bytes = time.Since(begin), len(body)
	v.whole = v.first
	if err == nil && bytes.Contains(body, []byte(`id="count"`)) {
		_, err = get(address + "&count=all")
		v.whole = time.Since(begin)
	}
	return v, err
}

func get(address string) ([]byte, error) {
	answer, err := http.Get(address)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s\n%s", address, answer.Status, body)
	}
	return body, err
}
