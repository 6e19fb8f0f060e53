package replay

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"alai/notation"
	"alai/replay/rules"
)

// Assume is what to take for granted where a record does not say it.
type Assume struct {
	Game  string // as a Game tag, "" for nothing
	Pits  int    // pits a row, 0 for nothing
	Rules string // as a Rules tag
}

// A Replayer replays records. It may be used for any number of records, but by
// one goroutine at a time.
type Replayer struct {
	assume Assume
	as     rules.Ruleset // where not zero, the ruleset of every record whatever its tags say
	hasty  bool          // sowings are given up after HastyLaps, and one problem of a sort is enough
	game   cachedGame
}

// HastyLaps is the number of laps after which Identify gives up a sowing that is
// played; whether a game is over is found out with patience.
const HastyLaps = 10_000

// cachedGame is the ruleset of the tags last met: the records of a file mostly share it.
type cachedGame struct {
	game, pits, rules string
	ruleset           rules.Ruleset
	start             rules.State
	half              uint8
}

func newCachedGame(r rules.Ruleset) cachedGame {
	return cachedGame{ruleset: r, start: r.Start(), half: uint8(r.Total() / 2)}
}

// NewReplayer returns a Replayer.
func NewReplayer(assume Assume) *Replayer { return &Replayer{assume: assume} }

// Replay plays a record and fills line with what came of it. It never fails:
// what is wrong with the record is in line.Problems, and line.Verdict is the
// worst of it. Of a record that is malformed or illegal, line holds the legal
// moves before the fault.
func (rp *Replayer) Replay(rec *notation.Record, line *Line) { rp.replay(rec, line) }

// replay is Replay. It returns how the replay went.
func (rp *Replayer) replay(rec *notation.Record, line *Line) run {
	*line = Line{
		Moves:    line.Moves[:0],
		Sowings:  line.Sowings[:0],
		Problems: line.Problems[:0],
		Notices:  append(line.Notices[:0], rec.Notices...),
		Claims:   line.Claims[:0],
		asides:   line.asides[:0],
		faulty:   line.faulty[:0],
	}
	run := run{rec: rec, line: line, lost: -1, maxLaps: rules.MaxLaps, maxListed: maxListed}
	if rp.hasty {
		run.maxLaps, run.maxListed = HastyLaps, 1
	}
	if run.setUp(rp) {
		run.play()
		if !run.ended {
			run.judgeEnd()
		}
	}
	run.judge()
	return run
}

// run is the replay of one record.
type run struct {
	rec   *notation.Record
	line  *Line
	tags  headTags
	half  uint8 // of all seeds
	ended bool  // a fault ended the replay

	maxLaps   int32 // after which a sowing is given up
	maxListed int   // problems of one sort
	givenUp   bool  // a sowing was given up that may end after more than maxLaps

	understood int // passes of the main line that the record leaves out
	lost       int // the index in rec.Items of the lost move that ended the replay, -1 for none

	// How many there were of each sort, and how many were too many to list.
	notices, asideFaults, wrongCaptures, wrongPositions, unlisted int

	listedText int // bytes of the texts of the faults in variations
}

// headTags are the tags that a replay looks at, nil where absent. The first of a
// repeated tag counts.
type headTags struct {
	game, variant, pits, rules, setUp, position, result, score, termination, date *notation.Tag
}

func (t *headTags) find(rec *notation.Record) (secondResult *notation.Tag) {
	for i := range rec.Tags {
		tag := &rec.Tags[i]
		var slot **notation.Tag
		switch tag.Name {
		case "Game":
			slot = &t.game
		case "Variant":
			slot = &t.variant
		case "Pits":
			slot = &t.pits
		case "Rules":
			slot = &t.rules
		case "SetUp":
			slot = &t.setUp
		case "Position", "FEN":
			slot = &t.position
		case "Result":
			slot = &t.result
		case "Score":
			slot = &t.score
		case "Termination":
			slot = &t.termination
		case "Date":
			slot = &t.date
		default:
			continue
		}
		if *slot == nil {
			*slot = tag
		} else if tag.Name == "Result" && secondResult == nil && !sameResult(tag.Value, t.result.Value) {
			secondResult = tag
		}
	}
	if value(t.game) == "" && t.variant != nil {
		if _, err := ParseGame(t.variant.Value); err == nil || isOware(t.variant.Value) {
			t.game = t.variant
		}
	}
	return secondResult
}

// sameResult reports whether two Result tags say the same, however they spell it.
func sameResult(a, b string) bool {
	if a == b {
		return true
	}
	resultA, scoreA, hasA, okA := notation.ParseResult(a)
	resultB, scoreB, hasB, okB := notation.ParseResult(b)
	return okA && okB && resultA == resultB && (!hasA || !hasB || scoreA == scoreB)
}

// value returns the tag's value, "" for an absent one or for PGN's "?".
func value(tag *notation.Tag) string {
	if tag == nil || tag.Value == "?" {
		return ""
	}
	return tag.Value
}

// setUp finds out the ruleset and the start, and reads the tags that claim how
// the game ended. It reports false where the record is no game.
func (r *run) setUp(rp *Replayer) bool {
	secondResult := r.tags.find(r.rec)
	r.line.says.gameTag = r.indexOf(r.tags.game)
	if !r.findRuleset(rp) || !r.findStart() || !r.readResult() || !r.readScore() {
		return false
	}
	if secondResult != nil {
		r.contradiction(secondResult.At, tagText(r.rec, secondResult), fmt.Sprintf(
			"a second Result tag says %s, the first says %s", Quote(secondResult.Value), Quote(r.tags.result.Value)))
	}
	r.checkTermination()
	r.checkDate()
	return true
}

// indexOf returns the index of a tag in rec.Tags, -1 for nil.
func (r *run) indexOf(tag *notation.Tag) int {
	for i := range r.rec.Tags {
		if &r.rec.Tags[i] == tag {
			return i
		}
	}
	return -1
}

func (r *run) findRuleset(rp *Replayer) bool {
	game, pits, options := value(r.tags.game), value(r.tags.pits), value(r.tags.rules)
	if game == "" && rp.assume.Game != "" {
		game = rp.assume.Game
	}
	if options == "" {
		options = rp.assume.Rules
	}
	c := &rp.game
	if rp.as.Game != 0 {
		*c = newCachedGame(rp.as)
	} else if c.ruleset.Game == 0 || c.game != game || c.pits != pits || c.rules != options {
		ruleset, ok := r.parseRuleset(game, pits, options, rp.assume.Pits)
		if !ok {
			return false
		}
		*c = newCachedGame(ruleset)
		c.game, c.pits, c.rules = game, pits, options
	}
	r.line.Rules, r.line.Start, r.line.Final, r.half = c.ruleset, c.start, c.start, c.half
	return true
}

const noGameTag = "no Game tag; try identify"

// parseRuleset makes a ruleset of what the tags say, and of assumedPits where
// they do not say which of the game's boards it is.
func (r *run) parseRuleset(game, pits, options string, assumedPits int) (none rules.Ruleset, ok bool) {
	if game == "" && r.rec.Err != nil {
		return none, false // the text is broken before it could say
	}
	if game == "" {
		r.malformed(r.tags.game, noGameTag)
		return none, false
	}
	g, err := ParseGame(game)
	if err != nil {
		r.malformed(r.tags.game, err.Error())
		return none, false
	}
	lo, hi := g.Boards()
	n := 0
	if pits == "" && lo != hi {
		n = assumedPits
	} else if pits != "" {
		if n, err = strconv.Atoi(strings.TrimSpace(pits)); err != nil || n <= 0 {
			r.malformed(r.tags.pits, fmt.Sprintf("Pits is the number of pits in a row, not %s", Quote(pits)))
			return none, false
		}
	}
	// The board is checked apart from the options, so that each fault is named at its tag.
	if _, err := ParseRuleset(g, n, ""); err != nil {
		var missing *NoBoardError
		if errors.As(err, &missing) {
			r.malformed(r.tags.game, fmt.Sprintf("no Pits tag; %s needs the number of pits in a row, %d to %d", g, lo, hi))
		} else {
			r.malformed(r.tags.pits, err.Error())
		}
		return none, false
	}
	ruleset, err := ParseRuleset(g, n, options)
	if err != nil {
		r.malformed(r.tags.rules, err.Error())
		return none, false
	}
	return ruleset, true
}

func (r *run) findStart() bool {
	setUp, position := value(r.tags.setUp), r.tags.position
	switch {
	case position == nil && setUp == "1":
		r.malformed(r.tags.setUp, `SetUp "1" needs a Position tag`)
		return false
	case position == nil:
		return true
	case setUp == "0":
		r.notice(position.At, `the Position is not used, since SetUp is "0"`)
		return true
	case setUp != "1":
		r.notice(position.At, `a Position without SetUp "1"; the game starts there`)
	}
	s, err := ParsePosition(&r.line.Rules, position.Value)
	if err != nil {
		r.malformed(position, err.Error())
		return false
	}
	r.line.Start, r.line.Final = s, s
	r.line.says.positioned = true
	return true
}

// readResult reads what the record says about who won: its Result tag and its closing token.
func (r *run) readResult() bool {
	says := &r.line.says
	says.close = r.rec.Close
	says.score, says.hasScore = says.close.Score, says.close.HasScore
	if tag := r.tags.result; value(tag) != "" {
		result, score, hasScore, ok := notation.ParseResult(tag.Value)
		if !ok {
			r.malformed(tag, fmt.Sprintf("Result is 1-0, 0-1, 1/2-1/2, * or a score, not %s", Quote(tag.Value)))
			return false
		}
		says.tag = result
		if hasScore {
			says.score, says.hasScore = score, true
		}
	}
	return true
}

func (r *run) readScore() bool {
	tag := r.tags.score
	if value(tag) == "" {
		return true
	}
	score, ok := parseScore(tag.Value)
	if !ok {
		r.malformed(tag, fmt.Sprintf("Score is South's seeds and North's, such as 51-49, not %s", Quote(tag.Value)))
		return false
	}
	says := &r.line.says
	if says.hasScore && says.score != score {
		r.contradiction(tag.At, tagText(r.rec, tag), fmt.Sprintf("Score says %d-%d, the result says %d-%d", score[0], score[1], says.score[0], says.score[1]))
	}
	says.score, says.hasScore = score, true
	return true
}

// parseScore reads two numbers of seeds joined by a hyphen or an en dash.
func parseScore(text string) (score [2]int, ok bool) {
	south, north, ok := strings.Cut(strings.ReplaceAll(text, "\u2013", "-"), "-")
	for i, digits := range []string{south, north} {
		n, err := strconv.ParseUint(strings.TrimSpace(digits), 10, 16)
		if err != nil {
			return score, false
		}
		score[i] = int(n)
	}
	return score, ok
}

// terminations are the values of the Termination tag, and whether each explains
// that a game which is not over has a result.
var terminations = map[string]bool{
	"normal": false, "unterminated": false, "abandoned": true, "adjudication": true, "death": true, "emergency": true,
	"rules infraction": true, "time forfeit": true, "resignation": true, "agreement": true,
}

func (r *run) checkTermination() {
	if word := value(r.tags.termination); word != "" {
		if _, known := terminations[strings.ToLower(word)]; !known {
			r.notice(r.tags.termination.At, fmt.Sprintf("Termination %s is none of the usual words", Quote(word)))
		}
	}
}

func (r *run) checkDate() {
	if odd := OddDate(value(r.tags.date)); odd != "" {
		r.notice(r.tags.date.At, odd)
	}
}

// A frame is the main line or one of the variations that are open.
type frame struct {
	state, before rules.State // now, and before the last ply, which a variation would replace
	ply           int         // plies played from the start
	drift         int         // move number last written minus the one that was due
	varStart      int         // the index of a variation's VarStart in rec.Items; -1 for the main line
	item          int         // the index in rec.Items of the ply being played
	hasMove       bool        // there is a ply to replace
	dead          bool        // a fault was met: what follows is kept but not played
}

func (f *frame) isVariation() bool { return f.varStart >= 0 }

// play replays the movetext.
func (r *run) play() {
	items := r.rec.Items
	main := frame{state: r.line.Start, varStart: -1}
	i := 0
	for i < len(items) && items[i].Kind.IsPly() && !main.dead {
		if next := r.plain(&main, i); next > i {
			i = next
		} else {
			r.ply(&main, i)
			i++
		}
	}
	if i < len(items) && !main.dead {
		r.playAnnotated(&main, i)
	}
	r.line.Final = main.state
	r.ended = main.dead
}

// plain plays the main line from rec.Items[i] on, as ply does but faster, while
// there is nothing to say about it: passes and moves by letters, in turn, legal,
// with the number and the captures that are due. It returns the index of the first item
// that it has left to ply.
func (r *run) plain(f *frame, i int) int {
	line, items := r.line, r.rec.Items
	if len(r.rec.Positions) > 0 {
		return i
	}
	rs, pits := &line.Rules, int(line.Rules.Pits)
	played := len(line.Moves)
	moves, sowings := slices.Grow(line.Moves, len(items)-i), slices.Grow(line.Sowings, len(items)-i)
	state, ply := f.state, f.ply+int(line.Start.ToMove)
	for ; i < len(items); i++ {
		item := &items[i]
		kind, first := notation.South, 2*pits-1
		if state.ToMove == rules.North {
			kind, first = notation.North, pits-1
		}
		m := rules.Move(first - int(item.Pit))
		if item.Kind == notation.Pass {
			m = rules.Pass
		} else if item.Kind != kind || int(item.Pit) >= pits {
			break
		}
		if item.N != 0 && int(item.N)-ply/2-1 != f.drift {
			break
		}
		sowing, err := rs.PlayWithin(&state, m, r.maxLaps)
		if err != nil || item.Captured != notation.NoCapture && int(item.Captured) != int(sowing.Captured) {
			break
		}
		moves, sowings = append(moves, m), append(sowings, sowing)
		ply++
	}
	line.Moves, line.Sowings = moves, sowings
	f.ply += len(moves) - played
	f.hasMove = f.ply > 0
	if i == len(items) {
		f.state = state
		return i
	}
	// What comes next may need the state before the last ply, too. Most games
	// have nothing more, and a copy of each state would cost them dearly.
	for _, m := range moves[played:] {
		f.before = f.state
		if _, err := rs.Play(&f.state, m); err != nil {
			panic(err) // it was legal above
		}
	}
	return i
}

// playAnnotated plays the rest of the movetext, from rec.Items[i], of a record
// that has more in it than plies.
func (r *run) playAnnotated(main *frame, i int) {
	items := r.rec.Items
	stack := []frame{*main}
	for ; i < len(items) && !stack[0].dead; i++ {
		item, top := &items[i], &stack[len(stack)-1]
		switch item.Kind {
		case notation.South, notation.North, notation.Number, notation.Pass:
			if !top.dead {
				r.ply(top, i)
			}
		case notation.VarStart:
			next := frame{state: top.before, ply: top.ply - 1, varStart: i, dead: top.dead}
			if !top.dead && !top.hasMove {
				next.state, next.ply = top.state, top.ply
				r.fault(&next, item, "a variation has no move before it to replace")
			}
			stack = append(stack, next)
		case notation.VarEnd:
			stack = stack[:len(stack)-1]
		case notation.Lost:
			r.lostMove(top, i)
			*main = stack[0]
			return
		case notation.Junk:
			if !top.dead {
				r.fault(top, item, Quote(r.rec.Token(*item))+" is no move")
			}
		}
	}
	*main = stack[0]
}

// lostMove ends the replay at the lost move at rec.Items[i] of the main line. What
// follows is kept if it could be spelled on this board.
func (r *run) lostMove(f *frame, i int) {
	rs, item := &r.line.Rules, &r.rec.Items[i]
	if rs.Over(&f.state) {
		r.fault(f, item, explain(rs, &f.state, "", &rules.Illegal{Reason: rules.GameOver}))
		return
	}
	if item.N != 0 {
		r.checkNumber(f, item)
	}
	plies := 0
	for item := range mainPlies(r.rec.Items[i:]) {
		plies++
		if _, ok := itemMove(rs, item); !ok {
			f.dead = true
			r.problem(Problem{
				Kind: Illegal, Pos: r.rec.Pos(int(item.At)), Text: r.rec.Token(*item),
				Msg: explain(rs, &f.state, pitText(item), &rules.Illegal{Reason: rules.NoSuchPit}),
			})
			return
		}
	}
	r.lost = i
	r.notice(int(item.At), fmt.Sprintf("the move is lost; the game ends before it, and what follows is kept: %s", count(plies-1, "more move")))
}

// ply plays the ply at rec.Items[i] in f, and before it the pass that the record leaves out, if any.
func (r *run) ply(f *frame, i int) {
	rs, item := &r.line.Rules, &r.rec.Items[i]
	f.item = i
	if f.isVariation() && (item.Kind == notation.Number) == (r.rec.Style == notation.Letters) && item.Kind != notation.Pass {
		r.fault(f, item, "letters and pit numbers are mixed in one record")
		return
	}
	m, ok := itemMove(rs, item)
	if !ok {
		r.fault(f, item, explain(rs, &f.state, pitText(item), &rules.Illegal{Reason: rules.NoSuchPit}))
		return
	}
	if m != rules.Pass && rs.Owner(rules.Pit(m)) != f.state.ToMove && rs.PassForced(&f.state) {
		r.notice(int(item.At), fmt.Sprintf("%s has to pass before this move; the pass is understood", f.state.ToMove))
		r.advance(f, rules.Pass)
		if !f.isVariation() {
			r.understood++
		}
	}
	if item.N != 0 {
		r.checkNumber(f, item)
	}
	sowing, err := r.advance(f, m)
	if err != nil {
		r.fault(f, item, explain(rs, &f.state, pitText(item), err))
		return
	}
	if item.Captured != notation.NoCapture && int(item.Captured) != int(sowing.Captured) {
		r.wrongCapture(f, item, int(sowing.Captured))
	}
	if k := f.ply - 1; k < len(r.rec.Positions) && !f.isVariation() {
		r.checkPosition(f, item, r.rec.Positions[k])
	}
}

// advance plays m in f and writes it down. On error nothing has changed.
func (r *run) advance(f *frame, m rules.Move) (rules.Sowing, error) {
	before := f.state
	sowing, err := r.line.Rules.PlayWithin(&f.state, m, r.maxLaps)
	if err != nil {
		r.givenUp = r.givenUp || !f.isVariation() && isGivenUp(err) && r.maxLaps < rules.MaxLaps
		return sowing, err
	}
	f.before, f.hasMove = before, true
	f.ply++
	if f.isVariation() {
		r.line.asides = append(r.line.asides, aside{f.item, m, sowing.Captured})
	} else {
		r.line.Moves, r.line.Sowings = append(r.line.Moves, m), append(r.line.Sowings, sowing)
	}
	return sowing, nil
}

// itemMove returns the move that the item names, or false where r's board has no such pit.
func itemMove(r *rules.Ruleset, item *notation.Item) (rules.Move, bool) {
	switch item.Kind {
	case notation.South:
		return rules.Move(r.PitOf(rules.South, int(item.Pit))), item.Pit < r.Pits
	case notation.North:
		return rules.Move(r.PitOf(rules.North, int(item.Pit))), item.Pit < r.Pits
	case notation.Number:
		return rules.Move(item.Pit), item.Pit < 2*r.Pits
	}
	return rules.Pass, true
}

// checkNumber compares a written move number with the one that is due. A count
// that is off stays off, so only a change of the difference is worth a notice.
func (r *run) checkNumber(f *frame, item *notation.Item) {
	due := (f.ply+int(r.line.Start.ToMove))/2 + 1
	if drift := int(item.N) - due; drift != f.drift {
		r.notice(int(item.At), fmt.Sprintf("move number %d, where %d is due", item.N, due+f.drift))
		f.drift = drift
	}
}

// judgeEnd compares what the record says about the end with the state that the
// moves lead to, and settles line.Result and line.Score.
func (r *run) judgeEnd() {
	line, end := r.line, &r.line.says
	line.Outcome = line.Rules.Outcome(&line.Final)
	line.Over = line.Outcome != rules.Unfinished
	if end.tag != notation.None && end.close.Result != notation.None && end.tag != end.close.Result {
		r.contradiction(r.rec.Close.At, r.closeText(), fmt.Sprintf("the record closes with %s, its Result tag says %s", end.close.Result, end.tag))
	}
	says := end.tag
	if says <= notation.Unknown {
		says = max(says, end.close.Result)
	}
	line.Result = max(says, notation.Unknown)
	line.Score, line.HasScore = end.score, end.hasScore

	if line.Over {
		r.judgeOver(says)
	} else {
		r.judgeOpen(says)
	}
	r.judgePlies()
}

// judgePlies compares the number of plies that a json line says it has with the
// replay. It may leave out the passes that the line leaves out.
func (r *run) judgePlies() {
	says, plies := r.rec.Claims.Plies, len(r.line.Moves)
	if says >= 0 && (says > plies || says < plies-r.understood) {
		r.contradiction(0, "", fmt.Sprintf("the record says that it has %d plies, it has %d", says, plies))
	}
}

// judgeOver compares the record's result and score with those of a game that is over.
func (r *run) judgeOver(says notation.Result) {
	line := r.line
	result := resultOf(line.Outcome)
	switch {
	case says <= notation.Unknown:
		r.notice(r.endAt(), fmt.Sprintf("the game is over (%s), the record names no result", result))
	case says != result:
		r.contradiction(r.resultAt(), r.resultText(), fmt.Sprintf("the result is %s, by the replay it is %s", says, result))
	}
	if line.Rules.EndStuck {
		r.judgeStored()
	} else {
		swept := line.Swept()
		score := [2]int{int(swept.Store[rules.South]), int(swept.Store[rules.North])}
		if line.HasScore && line.Score != score {
			r.wrongScore(fmt.Sprintf("the score is %d-%d, by the replay it is %d-%d", line.Score[0], line.Score[1], score[0], score[1]))
		}
		line.Score, line.HasScore = score, true
	}
	line.Result = result
}

// judgeOpen compares the record's result and score with the stores of a game that is not over.
func (r *run) judgeOpen(says notation.Result) {
	line := r.line
	r.judgeStored()
	if !line.Rules.EndStuck {
		for _, side := range []rules.Side{rules.South, rules.North} {
			if stored := line.Final.Store[side]; stored > r.half && says == winOf(side.Other()) {
				r.contradiction(r.resultAt(), r.resultText(), fmt.Sprintf("the result is %s, but %s has stored %d of %d seeds and %s can no longer win",
					says, side, stored, line.Rules.Total(), side.Other()))
			}
		}
	}
	if says > notation.Unknown && !r.decided() && !terminations[strings.ToLower(value(r.tags.termination))] {
		r.notice(r.resultAt(), fmt.Sprintf("the game is not over; the result %s rests on the record alone", says))
	}
}

// judgeStored checks a score that the replay does not yield: no side can have
// less than it has stored, nor both together more than all seeds.
func (r *run) judgeStored() {
	line := r.line
	if !line.HasScore {
		return
	}
	for _, side := range []rules.Side{rules.South, rules.North} {
		if stored := int(line.Final.Store[side]); line.Score[side] < stored {
			r.wrongScore(fmt.Sprintf("the score gives %s %d seeds, it has stored %d", side, line.Score[side], stored))
			return
		}
	}
	if total := line.Rules.Total(); line.Score[0]+line.Score[1] > total {
		r.wrongScore(fmt.Sprintf("the score %d-%d is more than the %d seeds of the game", line.Score[0], line.Score[1], total))
	}
}

// decided reports whether one side has stored more than half of the seeds and the record names it as the winner.
func (r *run) decided() bool {
	line := r.line
	if line.Rules.EndStuck {
		return false
	}
	return line.Final.Store[rules.South] > r.half && line.Result == notation.SouthWon ||
		line.Final.Store[rules.North] > r.half && line.Result == notation.NorthWon
}

// judge settles the verdict: the worst that holds.
func (r *run) judge() {
	line := r.line
	if err := r.rec.Err; err != nil {
		line.Problems = append(line.Problems, Problem{Pos: err.Pos, Game: err.Game, Kind: Malformed, Text: err.Token, Msg: err.Msg})
	}
	if r.unlisted > 0 {
		line.Notices = append(line.Notices, notation.Notice{Pos: r.rec.Pos(0), Msg: fmt.Sprintf("%d more problems and notices of this record are not listed", r.unlisted)})
	}
	switch {
	case line.Over:
		line.Verdict = Complete
	case r.decided():
		line.Verdict = Decided
	default:
		line.Verdict = Unfinished
	}
	for i := range line.Problems {
		if p := &line.Problems[i]; !p.Variation {
			line.Verdict = min(line.Verdict, p.Kind)
		}
	}
	if line.Verdict >= Contradiction {
		r.checkSize()
	}
	if claim := r.rec.Claims.Verdict; claim != "" && claim != line.Verdict.String() {
		r.notice(0, fmt.Sprintf("the record says that its verdict is %s, it is %v", Quote(claim), line.Verdict))
	}
	if line.Verdict < Contradiction {
		line.Over, line.Outcome, line.Result = false, rules.Unfinished, max(line.Result, notation.Unknown)
	}
	slices.SortStableFunc(line.Problems, func(a, b Problem) int { return comparePos(a.Pos, b.Pos) })
	slices.SortStableFunc(line.Notices, func(a, b notation.Notice) int { return comparePos(a.Pos, b.Pos) })
	slices.Sort(line.faulty)
}

func comparePos(a, b notation.Pos) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

func resultOf(o rules.Outcome) notation.Result {
	switch o {
	case rules.SouthWon:
		return notation.SouthWon
	case rules.NorthWon:
		return notation.NorthWon
	case rules.Drawn:
		return notation.Draw
	}
	return notation.Unknown
}

func winOf(s rules.Side) notation.Result {
	if s == rules.South {
		return notation.SouthWon
	}
	return notation.NorthWon
}
