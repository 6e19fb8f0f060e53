package tui

import (
	"fmt"
	"math"
	"strings"

	"alai/notation"
	"alai/replay"
	"alai/replay/rules"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
)

// View draws the screen.
func (m *model) View() tea.View {
	view := tea.NewView(strings.Join(m.lines(), "\n"))
	view.AltScreen = true
	return view
}

// The lines that a screen has at the least, apart from the board: two of the head,
// the ply, the legend and the last line.
const fewestLines = boardLines + 5

// lines are those of the screen: as many as it has, and none wider than it.
func (m *model) lines() []string {
	width, height := m.size.Width, m.size.Height
	if width < 1 || height < 1 {
		return nil
	}
	var lines []string
	switch needs := narrowest(&m.game.Rules); {
	case m.page != nil:
		lines = append([]string{m.page.title, ""}, m.pageLines()[m.page.top:]...)
	case m.game.Rules.Game == 0:
		lines = append(m.head(), "", "The record does not say which game it is.")
		lines = append(lines, m.wrapped(m.game.Wrong)...)
	case width < needs || height < fewestLines:
		state := m.state(m.here().at)
		lines = append(lines, fmt.Sprintf("The window is too small for the board, which needs %d x %d.", needs, fewestLines), m.title())
		lines = append(lines, m.wrapped([]string{replay.Position(&m.game.Rules, &state)})...)
	default:
		lines = m.board(height)
	}
	lines = lines[:min(len(lines), height-1)]
	for len(lines) < height-1 {
		lines = append(lines, "")
	}
	lines = append(lines, m.status())
	for i := range lines {
		lines[i] = ansi.Truncate(lines[i], width, m.cut())
	}
	return lines
}

// cut stands for what a line has no room for.
func (m *model) cut() string {
	if m.opt.ASCII {
		return ">"
	}
	return "…"
}

// board returns the lines of the board and all around it, for a screen of a height
// that it fits into.
func (m *model) board(height int) []string {
	here, r := m.here(), &m.game.Rules
	state, marks := m.state(here.at), Marks{}
	if ply := here.ply(); ply != nil {
		marks = MarksOf(ply.Move, &ply.Sowing)
	}
	if m.sower != nil {
		state, marks = m.sower.state()
	}
	room := height - fewestLines
	gap := func(lines []string) []string {
		if room > 0 {
			room--
			lines = append(lines, "")
		}
		return lines
	}
	lines := gap(m.head())
	lines = append(lines, m.title())
	look := m.opt.Look
	look.Width = m.size.Width
	lines = append(lines, look.Board(r, &state, marks)...)
	legend := look.Legend(r, marks)
	legend = append(legend[:min(len(legend), 1+room)], make([]string, max(1-len(legend), 0))...)
	room -= len(legend) - 1
	for _, line := range legend {
		lines = append(lines, strings.TrimRight(strings.Repeat(" ", legendIndent)+line, " "))
	}
	lines = gap(lines)
	if room == 0 {
		return lines
	}
	room-- // for a line of moves
	margins := m.curve(room)
	notes := m.wrapped(clipped(m.notes(room), room*m.size.Width))
	const usualNotes = 3 // lines that stay free for notes, so that few of them move nothing
	free := room - len(margins)
	moves := m.moves(1 + max(free-max(len(notes), min(usualNotes, free/2)), 0))
	lines = append(lines, moves...)
	room -= len(moves) - 1
	if most := room - len(margins); len(notes) > most {
		notes = notes[:max(most, 0)]
		if most > 0 {
			notes[most-1] = "(t shows all)"
		}
	}
	lines = append(lines, notes...)
	for len(lines) < height-1-len(margins) {
		lines = append(lines, "")
	}
	return append(lines, margins...)
}

// head names the game: who played, and what.
func (m *model) head() []string {
	rec := notation.Record{Tags: m.game.Tags}
	value := func(name string) string {
		text, _ := rec.Value(name)
		return clip(text, m.size.Width)
	}
	first := m.game.Name
	if m.games.Count > 1 {
		first += fmt.Sprintf(" (%d of %d)", m.games.At+1, m.games.Count)
	}
	south, north := value("South"), value("North")
	if south != "" || north != "" {
		first += "  South " + orUnknown(south) + ", North " + orUnknown(north)
	}
	if result := value("Result"); result != "" {
		first += "  " + result
	}
	var second []string
	for _, name := range []string{"Event", "Round", "Date"} {
		if text := value(name); text != "" {
			second = append(second, text)
		}
	}
	if m.game.Rules.Game != 0 {
		second = append(second, replay.Reading(m.game.Rules))
	}
	return []string{first, strings.Join(second, "; ")}
}

func orUnknown(name string) string {
	if name == "" {
		return "?"
	}
	return name
}

// title says which ply the board is after.
func (m *model) title() string {
	here := m.here()
	line := "" // where it is not the main line
	if len(m.places) > 1 {
		line = fmt.Sprintf(" in the variation from ply %d", here.line.From+1)
	}
	if m.sower != nil {
		s := m.sower
		return fmt.Sprintf("Ply %d%s, %s %s, seed by seed: lap %d of %d, seed %d of %d", here.at+1, line, m.game.Start.ToMove.At(here.at+1),
			m.opt.Move(&m.game.Rules, here.plies[here.at].Move), s.lap+1, s.total, s.seed, s.laps[s.lap].Seeds)
	}
	title := "Start; " + plies(len(here.plies)) + line
	if ply := here.ply(); ply != nil {
		title = fmt.Sprintf("Ply %d of %d%s: %s %s", here.at, len(here.plies), line, m.game.Start.ToMove.At(here.at), m.move(ply))
		if ply.Note != nil {
			title += ply.Note.Glyphs
		}
		if laps := ply.Sowing.Laps; laps > 1 {
			title += fmt.Sprintf(", %d laps", laps)
		}
	}
	if here.at < len(here.plies) {
		return title
	}
	state := m.state(here.at)
	switch {
	case line == "" && m.game.Ending != "":
		title += "; the game is over: " + m.game.Ending
	case m.game.Rules.Game != 0 && m.game.Rules.Over(&state):
		title += "; the game is over"
	}
	return title
}

func plies(n int) string {
	if n == 1 {
		return "1 ply"
	}
	return fmt.Sprintf("%d plies", n)
}

// move spells a ply, with what it captured.
func (m *model) move(p *Ply) string {
	text := m.opt.Move(&m.game.Rules, p.Move)
	if p.Sowing.Captured > 0 {
		text += fmt.Sprintf("+%d", p.Sowing.Captured)
	}
	return text
}

// numbered spells a ply, the i-th from 0, with the move number that a record has
// before it: before South's moves and, where first is set, before North's.
func (m *model) numbered(p *Ply, i int, first bool) string {
	n := i
	if m.game.Start.ToMove == rules.North {
		n++ // the first move is North's second half of it
	}
	text := m.move(p)
	switch {
	case n%2 == 0:
		return fmt.Sprintf("%d. %s", n/2+1, text)
	case first:
		return fmt.Sprintf("%d... %s", n/2+1, text)
	}
	return text
}

// moves are the moves about the one that was played last, which stands in brackets, in
// at most so many lines.
func (m *model) moves(most int) []string {
	here := m.here()
	if most == 1 || len(here.plies) == 0 {
		return []string{m.strip()}
	}
	// As many on either side as the lines can hold, from a ply that stays the same
	// for a while, so that lines do not begin elsewhere at every step.
	const narrowest = 2 // a move and a blank
	held := most * m.size.Width / narrowest
	at := max(here.at-1, 0)
	from := at / held * held
	if from > 0 {
		from -= held
	}
	to := min(at+held, len(here.plies))
	var lines []string
	line, current := "", 0
	for i := from; i < to; i++ {
		move := m.token(i, i == from)
		if line != "" && len(line)+1+len(move) > m.size.Width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += move
		if i == at {
			current = len(lines)
		}
	}
	lines = append(lines, line)
	first := max(min(current-most/2, len(lines)-most), 0)
	return lines[first:min(first+most, len(lines))]
}

// token is a move of the line, from 0, as the list of moves has it.
func (m *model) token(i int, first bool) string {
	here := m.here()
	text := m.numbered(&here.plies[i], i, first)
	if i != here.at-1 {
		return text
	}
	number, move := "", text
	if k := strings.LastIndexByte(text, ' '); k >= 0 {
		number, move = text[:k+1], text[k+1:]
	}
	return number + "[" + move + "]"
}

// strip is the one line of moves that there is room for.
func (m *model) strip() string {
	here := m.here()
	if len(here.plies) == 0 {
		return ""
	}
	const ellipsis = "... "
	from := max(here.at-1, 0)
	to := from + 1 // tokens from..to-1 fit
	width := len(m.token(from, true)) + 2*len(ellipsis)
	for grown := true; grown; {
		grown = false
		if from > 0 {
			if w := len(m.token(from-1, true)) + 1; width+w <= m.size.Width {
				from, width, grown = from-1, width+w, true
			}
		}
		if to < len(here.plies) {
			if w := len(m.token(to, false)) + 1; width+w <= m.size.Width {
				to, width, grown = to+1, width+w, true
			}
		}
	}
	var words []string
	for i := from; i < to; i++ {
		words = append(words, m.token(i, i == from))
	}
	text := strings.Join(words, " ")
	if from > 0 {
		text = ellipsis + text
	}
	if to < len(here.plies) {
		text += " ..."
	}
	return text
}

// notes are the comments on the ply and its variations, of these not many more than
// most.
func (m *model) notes(most int) []string {
	here := m.here()
	ply := here.ply()
	var list []string
	if here.at == 0 {
		list = append(list, m.game.Main.Before...)
	}
	if len(m.places) > 1 && here.at == here.line.From+1 {
		list = append(list, here.line.Before...)
	}
	if ply != nil && ply.Note != nil {
		list = append(list, ply.Note.Comments...)
		for _, v := range ply.Note.Variations {
			if len(list) > most {
				break
			}
			list = append(list, "v instead: "+m.spelled(v))
		}
	}
	if here.at == len(here.plies) && here.line.Broken != "" {
		list = append(list, "The record goes on: "+here.line.Broken)
		if here.line.Rest != "" {
			list = append(list, "It has there: "+here.line.Rest)
		}
	}
	return list
}

// shownPlies is how many plies of a variation are spelled out beside the board.
const shownPlies = 400

// spelled spells the moves of a variation of the line that is looked at.
func (m *model) spelled(v *Line) string {
	var words []string
	for i := range v.Plies[:min(len(v.Plies), shownPlies)] {
		words = append(words, m.numbered(&v.Plies[i], v.From+i, i == 0))
	}
	switch {
	case len(v.Plies) > shownPlies:
		words = append(words, "...")
	case v.Broken != "":
		words = append(words, "("+v.Broken+")")
	}
	return strings.Join(words, " ")
}

// clipped returns what can be seen at the most of paragraphs, where there is room for
// so many cells: wrapping a comment takes time, and one may be megabytes long.
func clipped(paragraphs []string, cells int) []string {
	var list []string
	for _, text := range paragraphs {
		if len(list) > cells {
			break
		}
		list = append(list, clip(text, cells))
	}
	return list
}

// clip returns a text, or the beginning of one that is far too long for so many
// cells.
func clip(text string, cells int) string {
	const most = 16 // bytes of what is seen as one character
	if len(text) <= most*cells {
		return text
	}
	return strings.ToValidUTF8(text[:most*cells], "")
}

// wrapped returns paragraphs as lines of the screen's width.
func (m *model) wrapped(paragraphs []string) []string {
	var lines []string
	for _, text := range paragraphs {
		lines = append(lines, strings.Split(ansi.Wrap(text, m.size.Width, ""), "\n")...)
	}
	return lines
}

// curve draws the margin curve of the line, if there is room for one beside notes.
func (m *model) curve(room int) []string {
	if room < 5 {
		return nil
	}
	height := min(3+2*((room-5)/4), 11)
	here := m.here()
	if here.margins == nil {
		here.margins = m.margins()
	}
	signs := &blockSigns
	if m.opt.ASCII {
		signs = &asciiSigns
	}
	return curve(here.margins, here.at, m.size.Width, height, signs)
}

// margins are South's store minus North's after each ply of the line, from 0.
func (m *model) margins() []int {
	margins := make([]int, 0, len(m.here().plies)+1)
	for i := range cap(margins) {
		s := m.state(i)
		margins = append(margins, int(s.Store[rules.South])-int(s.Store[rules.North]))
	}
	return margins
}

// status is the last line: what is going on, and how to get help.
func (m *model) status() string {
	text := m.message
	switch {
	case text != "":
	case m.page != nil:
		text = "up and down move, esc goes back"
	case m.number != "":
		text = "to ply " + m.number + ": enter goes there"
	case m.running && m.sower != nil:
		text = "sowing; space stops"
	case m.running:
		text = "playing, a ply every " + m.opt.Pace.String() + "; space stops"
	case m.sower != nil:
		text = fmt.Sprintf("%d in hand; right sows a seed, down a lap, end all, esc none", m.sower.inHand())
	}
	const help = "? help  q quit"
	if m.page != nil {
		return text
	}
	room := m.size.Width - len(help) - 2
	if room < 1 {
		return text
	}
	text = ansi.Truncate(text, room, m.cut())
	return text + strings.Repeat(" ", room-ansi.StringWidth(text)+2) + help
}

// pageHeight is how many lines of a page are seen at a time.
func (m *model) pageHeight() int { return max(m.size.Height-3, 1) }

// pageLines are the lines of the page.
func (m *model) pageLines() []string {
	if p := m.page; p.lines == nil || p.width != m.size.Width {
		p.lines, p.width = m.wrapped(p.text), m.size.Width
	}
	return m.page.lines
}

// help is the page of the keys.
func (m *model) help() *page {
	p := &page{title: "Keys", make: (*model).help}
	add := func(title string, keys []key) {
		if title != "" {
			p.text = append(p.text, "", title)
		}
		for _, k := range keys {
			p.text = append(p.text, fmt.Sprintf("  %-16s %s", strings.Join(k.names, " "), k.help))
		}
	}
	add("", gameKeys)
	add("", commonKeys)
	add("While a ply is sown seed by seed", sowingKeys)
	add("On a page like this", pageKeys)
	p.text = append(p.text, "", "Marks on the board")
	for _, k := range marks {
		p.text = append(p.text, fmt.Sprintf("  %-16s %s", k.sign, k.words))
	}
	return p
}

// texts is the page of all that the record says of its game and of the ply.
func (m *model) texts() *page {
	p := &page{title: m.game.Name, make: (*model).texts}
	for _, t := range m.game.Tags {
		p.text = append(p.text, t.Name+": "+t.Value)
	}
	if len(m.game.Wrong) > 0 {
		p.text = append(p.text, "", "What is wrong with the record")
		p.text = append(p.text, m.game.Wrong...)
	}
	if notes := m.notes(math.MaxInt); len(notes) > 0 {
		p.text = append(p.text, "", m.title())
		p.text = append(p.text, notes...)
	}
	return p
}
