package db

import (
	"math/bits"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A played game, taken from a line or from the archive.
type played struct {
	rules       rules.Ruleset
	start       rules.State
	moves       []rules.Move
	verdict     replay.Verdict
	result      notation.Result
	score       [2]int
	hasScore    bool
	termination string   // folded; "" where there is none
	players     [2]int64 // South's id and North's, 0 where it has no name
}

// A share is what one game adds to the statistics of its ruleset.
type share struct {
	rules    rules.Ruleset
	verdict  replay.Verdict
	result   notation.Result
	first    rules.Side // who moved first
	plies    int
	scored   bool                  // complete and with a score,
	margin   int                   // which is South's seeds minus North's
	captured int                   // seeds, by both sides, without the sweep
	sown     [rules.MaxPits]uint32 // plies, by the pit that was sown
	taken    [rules.MaxPits]uint32 // captures, by the pit whose seeds they took
	feats    []feat                // the plies that captured or relayed
	orders   [2]order              // in which South opened its pits, and North
	ending   string                // the Termination tag, folded
	players  [2]int64              // South's id and North's, 0 where it has no name

	visits visits // of the positions of a book
}

// A feat is what a ply did that captured or relayed.
type feat struct {
	ply   uint8  // from 1, lastPly for a later one
	seeds uint8  // captured
	laps  uint16 // mostLaps for more
}

// setResult fills the share but for its plies and visits.
func (sh *share) setResult(g *played) {
	*sh = share{
		rules: g.rules, verdict: g.verdict, result: g.result,
		first: g.start.ToMove, plies: len(g.moves), ending: g.termination, players: g.players,
		feats: sh.feats[:0], visits: sh.visits,
	}
	if g.verdict == replay.Complete && g.hasScore {
		sh.scored, sh.margin = true, g.score[rules.South]-g.score[rules.North]
	}
}

// addSowing counts one ply, from 0.
func (sh *share) addSowing(ply int, m rules.Move, sowing *rules.Sowing) {
	if m != rules.Pass {
		sh.sown[m]++
	}
	if int32(sowing.Captured)+sowing.Laps > 1 { // a capture has a lap too
		sh.addFeat(ply, sowing)
	}
}

// addFeat is what addSowing does for a few plies only; apart, so that the rest is
// compiled into its callers.
//
//go:noinline
func (sh *share) addFeat(ply int, sowing *rules.Sowing) {
	sh.captured += int(sowing.Captured)
	sh.feats = append(sh.feats, feat{uint8(min(ply+1, lastPly)), sowing.Captured, uint16(min(sowing.Laps, mostLaps))})
	for pits := sowing.Taken; pits != 0; pits &= pits - 1 {
		sh.taken[bits.TrailingZeros32(uint32(pits))]++
	}
}

// setPlies counts the plies of a game by playing it. A game with a move that is
// not legal counts as far as it goes.
func (sh *share) setPlies(g *played) {
	s := g.start
	played := 0
	for _, m := range g.moves {
		sowing, err := g.rules.Play(&s, m)
		if err != nil {
			break
		}
		sh.addSowing(played, m, &sowing)
		played++
	}
	sh.setOrders(&g.rules, &g.start, g.moves[:played])
}

// setGame fills all of the share, by playing the game; the visits are those of
// its opening table.
func (sh *share) setGame(g *played) {
	sh.setResult(g)
	sh.setPlies(g)
	tableBook(&g.rules).visit(&g.start, g.moves, &sh.visits)
}

// counted reports whether the game counts in the statistics of the archive:
// contradictory ones do not.
func (sh *share) counted() bool { return sh.verdict.Sound() }
