package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"

	"alai/replay"
	"alai/replay/rules"
)

// An endless is a line of En Dodoi, and a pit whose sowing after it never ends.
type endless struct {
	ruleset rules.Ruleset
	line    []rules.Move
	state   rules.State // after the line
	pit     rules.Pit
	laps    int  // its period
	givenUp bool // the period is longer than rules.MaxLaps
}

// String tells the line, the sowing and its period.
func (e *endless) String() string {
	period := "period " + thousands(e.laps) + " laps"
	if e.givenUp {
		period = "period longer than " + thousands(e.laps) + " laps"
	}
	return fmt.Sprintf("2 x %d, `%s`: %s", e.ruleset.Pits, e.movetext(), period)
}

// movetext spells the line and the endless sowing.
func (e *endless) movetext() string {
	var text strings.Builder
	for i, m := range append(e.line[:len(e.line):len(e.line)], rules.Move(e.pit)) {
		if i > 0 {
			text.WriteByte(' ')
		}
		if i%2 == 0 {
			fmt.Fprintf(&text, "%d. ", i/2+1)
		}
		text.WriteString(replay.Letter(&e.ruleset, m))
	}
	return text.String()
}

// findEndless plays random games and returns the endless sowing of the longest
// period that it met, the first where several are longer than can be told. It
// stops there, since there is nothing worse to be found.
func findEndless(r rules.Ruleset, games int, seed uint64) (longest endless) {
	rng := rand.New(rand.NewPCG(seed, uint64(r.Pits)))
	for range games {
		s := r.Start()
		var line []rules.Move
		for {
			for k := range int(r.Pits) {
				p := r.PitOf(s.ToMove, k)
				var illegal *rules.Illegal
				if !errors.As(r.Check(&s, rules.Move(p)), &illegal) || illegal.Laps <= longest.laps {
					continue
				}
				longest = endless{r, line[:len(line):len(line)], s, p, illegal.Laps, illegal.Reason == rules.GivenUp}
				if longest.givenUp {
					return longest
				}
			}
			moves := replay.LegalMoves(&r, &s)
			if len(moves) == 0 {
				break
			}
			m := moves[rng.IntN(len(moves))]
			if _, err := r.Play(&s, m); err != nil {
				panic(err) // LegalMoves listed it
			}
			line = append(line, m)
		}
	}
	return longest
}

// next returns the sowing that goes on where the first lap of e ends: another
// position, and as endless. Its line is empty.
func (e *endless) next() endless {
	n := *e
	n.line = nil
	pits := rules.Pit(2 * e.ruleset.Pits)
	seeds := n.state.Seeds[n.pit]
	n.state.Seeds[n.pit] = 0
	for range seeds {
		n.pit = (n.pit + pits - 1) % pits
		n.state.Seeds[n.pit]++
	}
	n.state.ToMove = n.ruleset.Owner(n.pit)
	return n
}

const hostileTags = "[Event \"Hostile\"]\n[Round \"%d\"]\n[South \"Player 1\"]\n[North \"Player 2\"]\n[Result \"*\"]\n[Game \"En Dodoi\"]\n[Pits \"%d\"]\n"

// writeSame writes n records that all end in the same endless sowing.
func writeSame(w io.Writer, e endless, n int) error {
	out := bufio.NewWriter(w)
	for i := range n {
		fmt.Fprintf(out, hostileTags+"\n%s *\n\n", i+1, e.ruleset.Pits, e.movetext())
	}
	return out.Flush()
}

// writeDifferent writes n records that begin in different positions and end at
// once in an endless sowing, by turns of those in list.
func writeDifferent(w io.Writer, list []endless, n int) error {
	out := bufio.NewWriter(w)
	places := make([]endless, len(list))
	for i := range list {
		places[i] = list[i].next()
	}
	for i := range n {
		e := &places[i%len(places)]
		turn := "1. "
		if e.state.ToMove == rules.North {
			turn = "1... "
		}
		fmt.Fprintf(out, hostileTags+"[SetUp \"1\"]\n[Position \"%s\"]\n\n%s%s *\n\n",
			i+1, e.ruleset.Pits, replay.Position(&e.ruleset, &e.state), turn, replay.Letter(&e.ruleset, rules.Move(e.pit)))
		*e = e.next()
	}
	return out.Flush()
}

// hostile compares files whose every record ends in a sowing that never ends
// with files of plain games.
func (b *bench) hostile() error {
	const searched = 5000
	var list []endless
	for pits := 6; pits <= 10; pits++ {
		list = append(list, findEndless(rules.Standard(rules.EnDodoi, pits), searched, 1))
	}
	same := list[2]
	for _, err := range []error{
		b.writeFile("same.mgn", func(w io.Writer) error { return writeSame(w, same, b.games) }),
		b.writeFile("different.mgn", func(w io.Writer) error { return writeDifferent(w, list, b.games) }),
		b.selfplay("plain.mgn", "--game", "en-dodoi", "--pits", "8", "--seed", "5", "--max-plies", fmt.Sprint(len(same.line)+1), "--games", fmt.Sprint(b.games)),
	} {
		if err != nil {
			return err
		}
	}
	hostile := func(name, file string) process {
		p := b.alai(name, "verify", b.path(file))
		p.status = 1
		return p
	}
	const plain, short = "plain games", "plain games as short"
	note := "The hostile records end in these sowings of En Dodoi, found by a seeded search of " + thousands(searched) +
		" random games a board for the longest period; the different ones begin at laps of them further on, all five by turns:\n"
	for i := range list {
		note += "\n- " + list[i].String()
	}
	b.report.notes = append(b.report.notes, note)
	return b.measure(group{
		runs: b.runs,
		processes: []process{
			hostile("same", "same.mgn"),
			hostile("different", "different.mgn"),
			b.alai(plain, "verify", b.path("en-dodoi-8.mgn")),
			b.alai(short, "verify", b.path("plain.mgn")),
		},
		rows: []measurement{
			{fmt.Sprintf("`verify` of %s hostile records, all the same", thousands(b.games)), "same", plain, timeRatio, atMost(10)},
			{"the same", "same", short, timeRatio, atMost(10)},
			{fmt.Sprintf("`verify` of %s hostile records, all different", thousands(b.games)), "different", plain, timeRatio, atMost(10)},
		},
	})
}
