package tui

import (
	"fmt"
	"slices"
	"strconv"
	"sync/atomic"
	"time"

	"alai/replay/rules"

	tea "charm.land/bubbletea/v2"
)

// Games are the games that a replay goes through.
type Games struct {
	At    int                         // the one that is shown first, from 0
	Count int                         // 0 where it is not known
	Load  func(at int) (*Game, error) // its error is shown, and the game before stays
}

// Options say how a replay is shown.
type Options struct {
	Look
	ASCII bool                // draw with nothing but ASCII
	Pace  time.Duration       // between two plies where they are played by themselves
	Clean func(string) string // makes the text of an error harmless
}

// The paces between which + and - go.
const (
	MinPace = 50 * time.Millisecond
	MaxPace = time.Minute
)

// seedsAPly is how many seeds are sown in the time of a ply.
const seedsAPly = 5

// A place is a line that is looked at, and where.
type place struct {
	line     *Line
	plies    []Ply   // from the start of the game on: those of the lines that it leaves, and its own
	at       int     // plies that have been played
	siblings []*Line // the variations of the same ply, this one among them
	margins  []int   // made when they are first drawn
}

// A model is a replay as it stands.
type model struct {
	games Games
	opt   Options
	size  tea.WindowSizeMsg

	game    *Game
	places  []place // the main line, and the variations that have been entered
	sower   *sower  // of the next ply, nil where it is not shown seed by seed
	page    *page   // what is read in place of the board, nil for nothing
	number  string  // the digits of a ply that is being typed
	message string  // what there is to say about the last key

	suspended atomic.Bool // the program stops itself, and draws the screen when it goes on

	running bool // plies, or seeds, are played by themselves
	ticks   int  // how many times that has begun or changed its pace
}

// A page is a text to be read.
type page struct {
	title string
	make  func(*model) *page // makes it anew
	text  []string           // paragraphs
	top   int                // the first line that is shown
	lines []string           // the text in lines of the width
	width int
}

// A tick plays the next ply or seed.
type tick struct{ of int }

func newModel(games Games, opt Options) (*model, error) {
	m := &model{games: games, opt: opt}
	game, err := games.Load(games.At)
	if err != nil {
		return nil, err
	}
	m.show(game)
	return m, nil
}

// show goes to the start of a game.
func (m *model) show(g *Game) {
	m.game, m.sower, m.page = g, nil, nil
	m.places = []place{{line: g.Main, plies: g.Main.Plies}}
	m.stop()
}

// here returns the line that is looked at.
func (m *model) here() *place { return &m.places[len(m.places)-1] }

// ply returns the last ply that was played, nil at the start.
func (p *place) ply() *Ply {
	if p.at == 0 {
		return nil
	}
	return &p.plies[p.at-1]
}

// state returns the board after so many plies.
func (m *model) state(plies int) rules.State {
	if plies == 0 {
		return m.game.Start
	}
	return m.here().plies[plies-1].After
}

// Init begins with nothing to do.
func (m *model) Init() tea.Cmd { return nil }

// Update takes a key, a tick or the size of the window.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.size = msg
		m.keepOnPage()
	case tea.KeyPressMsg:
		return m, m.press(msg.String())
	case toStop:
		return m, m.suspend()
	case resumed:
		m.suspended.Store(false)
	case continued:
		m.stop()
		return m, tea.Exec(interlude(func() {}), func(error) tea.Msg { return nil })
	case tick:
		if m.running && msg.of == m.ticks {
			return m, m.tick()
		}
	}
	return m, nil
}

// A key is what can be pressed, and what it does.
type key struct {
	names []string // as they are shown in the help; the first is the usual one
	help  string
	do    func(m *model) tea.Cmd
}

// does makes a key's action of one that leaves nothing to be done later.
func does(f func(m *model)) func(m *model) tea.Cmd {
	return func(m *model) tea.Cmd {
		f(m)
		return nil
	}
}

// The keys of a replay, those of a sowing that is shown seed by seed, those of a
// page, and those that do the same everywhere. They are set by init, as the help is
// made of them.
var gameKeys, sowingKeys, pageKeys, commonKeys []key

func init() {
	gameKeys = []key{
		{[]string{"right", "l"}, "the next ply", does(func(m *model) { m.step(1) })},
		{[]string{"left", "h"}, "the ply before", does(func(m *model) { m.step(-1) })},
		{[]string{"down", "pgdown", "j"}, "ten plies on", does(func(m *model) { m.step(10) })},
		{[]string{"up", "pgup", "k"}, "ten plies back", does(func(m *model) { m.step(-10) })},
		{[]string{"home", "g"}, "the start", does(func(m *model) { m.jump(0) })},
		{[]string{"end", "G"}, "the last ply", does(func(m *model) { m.jump(len(m.here().plies)) })},
		{[]string{"enter"}, "after digits: the ply of that number", does((*model).enter)},
		{[]string{"backspace"}, "takes a digit back", does(func(m *model) { m.number = m.number[:max(len(m.number)-1, 0)] })},
		{[]string{"space"}, "plays by itself, or stops", (*model).run},
		{[]string{"+"}, "faster", func(m *model) tea.Cmd { return m.pace(m.opt.Pace / 2) }},
		{[]string{"-"}, "slower", func(m *model) tea.Cmd { return m.pace(m.opt.Pace * 2) }},
		{[]string{"s"}, "sows the next ply seed by seed", does((*model).sow)},
		{[]string{"v"}, "enters a variation of the ply", does((*model).variation)},
		{[]string{"tab"}, "the next variation of the same ply", does((*model).sibling)},
		{[]string{"esc"}, "leaves the variation", does((*model).leave)},
		{[]string{"n"}, "the next game", does(func(m *model) { m.load(m.games.At + 1) })},
		{[]string{"p"}, "the game before", does(func(m *model) { m.load(m.games.At - 1) })},
		{[]string{"t"}, "tags, comments and variations in full", does(func(m *model) { m.page = m.texts() })},
	}
	sowingKeys = []key{
		{[]string{"right", "l"}, "the next seed", does((*model).seed)},
		{[]string{"left", "h"}, "takes a seed back", does(func(m *model) { m.stop(); m.sower.back() })},
		{[]string{"down", "pgdown", "j"}, "the next lap", does((*model).lap)},
		{[]string{"up", "pgup", "k"}, "the beginning of the lap, or of the one before", does(func(m *model) { m.stop(); m.sower.backLap() })},
		{[]string{"space"}, "sows by itself, or stops", (*model).run},
		{[]string{"+"}, "faster", func(m *model) tea.Cmd { return m.pace(m.opt.Pace / 2) }},
		{[]string{"-"}, "slower", func(m *model) tea.Cmd { return m.pace(m.opt.Pace * 2) }},
		{[]string{"end", "G", "enter", "s"}, "the end of the sowing", does((*model).sown)},
		{[]string{"esc", "home", "g"}, "back to the board before it", does(func(m *model) { m.stop(); m.sower = nil })},
	}
	pageKeys = []key{
		{[]string{"down", "j", "right"}, "a line on", does(func(m *model) { m.page.top++ })},
		{[]string{"up", "k", "left"}, "a line back", does(func(m *model) { m.page.top-- })},
		{[]string{"pgdown", "space"}, "a page on", does(func(m *model) { m.page.top += m.pageHeight() })},
		{[]string{"pgup"}, "a page back", does(func(m *model) { m.page.top -= m.pageHeight() })},
		{[]string{"home", "g"}, "the beginning", does(func(m *model) { m.page.top = 0 })},
		{[]string{"end", "G"}, "the end", does(func(m *model) { m.page.top = len(m.pageLines()) })},
		{[]string{"esc", "enter", "t", "q", "?"}, "back to the board", does(func(m *model) { m.page = nil })},
	}
	commonKeys = []key{
		{[]string{"m"}, "pits as letters, or as numbers", does((*model).respell)},
		{[]string{"?"}, "this help", does(func(m *model) { m.page = m.help() })},
		{[]string{"ctrl+z"}, "back to the shell for a while", (*model).suspend},
		{[]string{"ctrl+l"}, "draws the screen anew", func(*model) tea.Cmd { return tea.ClearScreen }},
		{[]string{"q"}, "quits", func(*model) tea.Cmd { return tea.Quit }},
		{[]string{"ctrl+c"}, "quits with status 130", func(*model) tea.Cmd { return tea.Interrupt }},
	}
}

// keys are those that mean something now, the ones of the place before the common
// ones.
func (m *model) keys() []key {
	switch {
	case m.page != nil:
		return slices.Concat(pageKeys, commonKeys)
	case m.sower != nil:
		return slices.Concat(sowingKeys, commonKeys)
	}
	return slices.Concat(gameKeys, commonKeys)
}

// maxDigits is how many digits of a ply can be typed.
const maxDigits = 9

// press does what a key does. A digit is put behind those before it; any other key
// that has nothing to do with them forgets them.
func (m *model) press(name string) tea.Cmd {
	m.message = ""
	if m.page == nil && m.sower == nil && len(name) == 1 && name[0] >= '0' && name[0] <= '9' {
		if len(m.number) < maxDigits {
			m.number += name
		}
		return nil
	}
	keys := m.keys()
	i := slices.IndexFunc(keys, func(k key) bool { return slices.Contains(k.names, name) })
	var cmd tea.Cmd
	typed := m.number != ""
	switch {
	case i < 0:
		m.message = "? for help"
	case name == "esc" && typed: // forgets the digits, and no more
	default:
		cmd = keys[i].do(m)
	}
	if name != "backspace" {
		m.number = ""
	}
	m.keepOnPage()
	return cmd
}

// keepOnPage keeps what is shown of a page within it.
func (m *model) keepOnPage() {
	if m.page != nil {
		m.page.top = max(min(m.page.top, len(m.pageLines())-m.pageHeight()), 0)
	}
}

// respell shows pits by letters, or by numbers, on a page too.
func (m *model) respell() {
	m.opt.Numbers = !m.opt.Numbers
	if m.page != nil {
		top := m.page.top
		m.page = m.page.make(m)
		m.page.top = top
	}
}

// suspend goes back to the shell.
func (m *model) suspend() tea.Cmd {
	m.stop()
	m.suspended.Store(true)
	return tea.Exec(interlude(stopSelf), func(error) tea.Msg { return resumed{} })
}

// jump goes to a ply of the line, the nearest that there is, and stops.
func (m *model) jump(ply int) {
	m.stop()
	here := m.here()
	here.at = max(min(ply, len(here.plies)), 0)
}

// step goes some plies on or back.
func (m *model) step(by int) {
	was := m.here().at
	if m.jump(was + by); m.here().at == was {
		m.message = "this is the start"
		if by > 0 {
			m.message = "this is the end of the line"
		}
	}
}

// enter goes to the ply that was typed.
func (m *model) enter() {
	if m.number == "" {
		m.message = "type a ply's number first"
		return
	}
	ply, _ := strconv.Atoi(m.number) // of at most maxDigits digits
	if last := len(m.here().plies); ply > last {
		m.message = fmt.Sprintf("the last ply is %d", last)
		return
	}
	m.jump(ply)
}

// stop stops what is played by itself.
func (m *model) stop() {
	m.running = false
	m.ticks++
}

// run plays by itself, or stops.
func (m *model) run() tea.Cmd {
	if m.running {
		m.stop()
		return nil
	}
	if m.sower == nil && m.here().at == len(m.here().plies) {
		m.message = "this is the end of the line"
		return nil
	}
	m.running = true
	return m.wait()
}

// wait returns what brings the next tick. Ticks that were begun before are void.
func (m *model) wait() tea.Cmd {
	m.ticks++
	of := m.ticks
	return tea.Tick(m.pause(), func(time.Time) tea.Msg { return tick{of} })
}

// pause is the time between two plies, or two seeds.
func (m *model) pause() time.Duration {
	if m.sower != nil {
		return m.opt.Pace / seedsAPly
	}
	return m.opt.Pace
}

// tick plays a ply or a seed, and waits for the next.
func (m *model) tick() tea.Cmd {
	if m.sower != nil {
		if !m.sower.next() {
			m.sown()
			return nil
		}
		return m.wait()
	}
	here := m.here()
	here.at++
	if here.at >= len(here.plies) {
		m.jump(len(here.plies))
		return nil
	}
	return m.wait()
}

// pace sets the pace.
func (m *model) pace(pause time.Duration) tea.Cmd {
	m.opt.Pace = max(min(pause, MaxPace), MinPace)
	m.message = "a ply every " + m.opt.Pace.String()
	if m.running {
		return m.wait()
	}
	return nil
}

// sow begins to show the next ply seed by seed.
func (m *model) sow() {
	m.stop()
	here := m.here()
	if here.at == len(here.plies) {
		m.message = "there is no next ply"
		return
	}
	next := &here.plies[here.at]
	if next.Move == rules.Pass {
		m.message = "the next ply is a pass"
		return
	}
	before := m.state(here.at)
	m.sower = newSower(&m.game.Rules, &before, next.Move, int(next.Sowing.Laps))
}

// seed sows a seed by hand.
func (m *model) seed() {
	m.stop()
	if !m.sower.next() {
		m.sown()
	}
}

// lap goes on to the next lap, or to the end of the sowing.
func (m *model) lap() {
	m.stop()
	if !m.sower.nextLap() {
		m.sown()
	}
}

// sown ends a sowing that was shown: the ply has been played.
func (m *model) sown() {
	if more := m.sower.total - len(m.sower.laps); more > 0 && m.sower.lap == len(m.sower.laps)-1 {
		m.message = fmt.Sprintf("%d more laps are not shown", more)
	}
	m.sower = nil
	m.jump(m.here().at + 1)
}

// variation enters the first variation of the ply.
func (m *model) variation() {
	ply := m.here().ply()
	if ply == nil || ply.Note == nil || len(ply.Note.Variations) == 0 {
		m.message = "this ply has no variation"
		return
	}
	m.stop()
	m.open(ply.Note.Variations, 0)
}

// open goes to the first ply of one of the variations that replace a ply of the
// line that is looked at.
func (m *model) open(siblings []*Line, i int) {
	v := siblings[i]
	plies := slices.Concat(m.here().plies[:v.From], v.Plies)
	at := min(v.From+1, len(plies))
	m.places = append(m.places, place{line: v, plies: plies, at: at, siblings: siblings})
}

// sibling goes to the next variation of the ply that this one replaces.
func (m *model) sibling() {
	here := m.here()
	if len(here.siblings) < 2 {
		m.message = "there is no other variation of the same ply"
		return
	}
	m.stop()
	i := slices.Index(here.siblings, here.line)
	m.places = m.places[:len(m.places)-1]
	m.open(here.siblings, (i+1)%len(here.siblings))
}

// leave goes back to the ply that the variation replaces.
func (m *model) leave() {
	if len(m.places) == 1 {
		m.message = "this is no variation; q quits"
		return
	}
	m.stop()
	m.places = m.places[:len(m.places)-1]
}

// load goes to another game.
func (m *model) load(at int) {
	m.stop()
	switch {
	case at < 0:
		m.message = "this is the first game"
		return
	case m.games.Count > 0 && at >= m.games.Count:
		m.message = "this is the last game"
		return
	}
	game, err := m.games.Load(at)
	if err != nil {
		m.message = m.opt.Clean(err.Error())
		return
	}
	m.games.At = at
	m.show(game)
}
