// Command selfplay writes records of plausible games, for measuring and for
// trying things out: the program plays both sides, and the same seed gives the
// same file, byte for byte.
//
//	selfplay --game en-dodoi --pits 8 --games 1000 --seed 1 > games.mgn
//
// The players know a book of first moves and later take the best of a few
// moves that they look at, some of them of more than others; so openings recur, and
// some players win more than others.
package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"time"

	"alai/notation"
	"alai/replay/rules"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "selfplay:", err)
		os.Exit(2)
	}
}

// games are the names that --game takes.
var games = map[string]rules.Game{
	"adji-boto": rules.AdjiBoto, "en-dodoi": rules.EnDodoi, "cross-endodoi": rules.CrossEndodoi,
}

// run writes the games that args ask for. Flags that do not exist end the program.
func run(args []string, stdout io.Writer) error {
	fs := flag.NewFlagSet("selfplay", flag.ExitOnError)
	game := fs.String("game", "adji-boto", "adji-boto, en-dodoi or cross-endodoi")
	pits := fs.Int("pits", 0, "pits a row; the game's only board, or 8, if 0")
	count := fs.Int("games", 100, "how many games")
	seed := fs.Uint64("seed", 1, "the same seed gives the same games")
	maxPlies := fs.Int("max-plies", 1000, "break games off after so many plies")
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", fs.Arg(0))
	}
	g, ok := games[*game]
	if !ok {
		return fmt.Errorf("no game %q: there are adji-boto, en-dodoi and cross-endodoi", *game)
	}
	if g == rules.EnDodoi {
		*pits = cmp.Or(*pits, 8)
	}
	r := rules.Standard(g, *pits)
	if err := r.Validate(); err != nil {
		return err
	}

	w := bufio.NewWriterSize(stdout, 1<<16)
	gen := newGenerator(r, *seed, *maxPlies)
	var text []byte
	for n := 1; n <= *count; n++ {
		text = text[:0]
		if n > 1 {
			text = append(text, '\n')
		}
		text = notation.Append(text, gen.next(n))
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return w.Flush()
}

// A generator plays one game after the other.
type generator struct {
	rules    rules.Ruleset
	rng      *rand.Rand
	maxPlies int
	rec      notation.Record // reused
}

func newGenerator(r rules.Ruleset, seed uint64, maxPlies int) *generator {
	return &generator{rules: r, rng: rand.New(rand.NewPCG(seed, 0)), maxPlies: maxPlies}
}

// next plays the game number n of the file. The record is good until the next
// call.
func (g *generator) next(n int) *notation.Record {
	south := g.rng.IntN(players)
	north := (south + 1 + g.rng.IntN(players-1)) % players

	s := g.rules.Start()
	items := g.rec.Items[:0]
	for len(items) < g.maxPlies {
		m, ok := g.choose(&s, len(items), looks([2]int{south, north}[s.ToMove]))
		if !ok {
			break
		}
		sowing, err := g.rules.Play(&s, m)
		if err != nil {
			panic(err) // Legal listed it
		}
		items = append(items, g.item(m, sowing))
	}

	result := notation.Unknown
	score := ""
	if outcome := g.rules.Outcome(&s); outcome != rules.Unfinished {
		result = map[rules.Outcome]notation.Result{
			rules.SouthWon: notation.SouthWon, rules.NorthWon: notation.NorthWon, rules.Drawn: notation.Draw,
		}[outcome]
		store := g.rules.Sweep(s).Store
		score = fmt.Sprintf("%d-%d", store[rules.South], store[rules.North])
	}

	tags := g.rec.Tags[:0]
	tag := func(name, value string) { tags = append(tags, notation.Tag{Name: name, Value: value}) }
	tag("Event", events[n/roundsAnEvent%len(events)])
	tag("Site", "?")
	tag("Date", g.date().Format("2006.01.02"))
	tag("Round", strconv.Itoa(n))
	tag("South", playerName(south))
	tag("North", playerName(north))
	tag("Result", result.String())
	tag("Game", g.rules.Game.String())
	if lo, hi := g.rules.Game.Boards(); lo != hi {
		tag("Pits", strconv.Itoa(int(g.rules.Pits)))
	}
	if score != "" {
		tag("Score", score)
	}
	g.rec = notation.Record{Tags: tags, Items: items, Close: notation.Close{Result: result}}
	return &g.rec
}

// date returns a day of the years 1990 to 2025.
func (g *generator) date() time.Time {
	return time.Date(1990+g.rng.IntN(36), time.January, 1+g.rng.IntN(365), 0, 0, 0, 0, time.UTC)
}

// item spells a ply.
func (g *generator) item(m rules.Move, sowing rules.Sowing) notation.Item {
	it := notation.Item{Kind: notation.Pass, Captured: notation.NoCapture}
	if m == rules.Pass {
		return it
	}
	p := rules.Pit(m)
	it.Kind = notation.South
	if g.rules.Owner(p) == rules.North {
		it.Kind = notation.North
	}
	it.Pit = uint8(g.rules.FromLeft(p))
	if sowing.Captured > 0 {
		it.Captured = int16(sowing.Captured)
	}
	return it
}

// bookPlies is how many plies of a game may come from the book.
const bookPlies = 8

// choose returns the move of a player who looks at that many moves, or false at
// the end of the game.
func (g *generator) choose(s *rules.State, ply, looks int) (rules.Move, bool) {
	var moves [rules.MaxPits]rules.Move
	n := 0
	for p := range g.rules.Legal(s).All() {
		moves[n] = rules.Move(p)
		n++
	}
	if n == 0 {
		return rules.Pass, g.rules.PassForced(s)
	}
	if ply < bookPlies && g.rng.IntN(4) > 0 {
		return moves[g.book(s, n)], true
	}
	best, most := rules.Pass, -1
	for range looks {
		m := moves[g.rng.IntN(n)]
		after := *s
		sowing, err := g.rules.Play(&after, m)
		if err != nil {
			panic(err) // Legal listed it
		}
		if captured := int(sowing.Captured); captured > most {
			best, most = m, captured
		}
	}
	return best, true
}

// book returns the place, among n moves, of one that the book has for the state.
// Every state has a favourite there, which is played every other time, a second
// choice, and so on.
func (g *generator) book(s *rules.State, n int) int {
	k := g.rules.Key(s)
	favourite := int((k.Lo*0x9e3779b97f4a7c15 ^ k.Hi) >> 33 % uint64(n))
	choice := 0
	for choice < n-1 && g.rng.IntN(2) == 0 {
		choice++
	}
	return (favourite + choice) % n
}

// roundsAnEvent is how many games in a row have the same Event.
const roundsAnEvent = 50

var events = strings.Split("Club evening,Spring open,Village match,Harvest cup,League,Summer festival,Winter open,Friendly", ",")

var (
	firstNames = strings.Fields("Abena Amina Baraka Chidi Dalila Efua Femi Grace Hassan Imani Jabari Kofi Lulu Makena Naserian Obi Pendo Rehema Salim Tatu")
	lastNames  = strings.Fields("Abara Biko Cheruiyot Diallo Ekwueme Fofana Gathoni Hamisi Issa Juma Kamau Lekuton Mensah Ntimama Okoro Parsitau Rotich Saitoti Toure Wanjiru")
	players    = len(firstNames) * len(lastNames)
)

func playerName(player int) string {
	return firstNames[player%len(firstNames)] + " " + lastNames[player/len(firstNames)]
}

// looks returns at how many moves a player looks.
func looks(player int) int { return 1 + player%4 }
