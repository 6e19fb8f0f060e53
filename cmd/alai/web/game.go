package web

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"alai/cmd/alai/words"
	"alai/db"
	"alai/notation"
	"alai/replay"
	"alai/replay/rules"
)

// A gamePage is a game to be replayed.
type gamePage struct {
	ID       int64
	South    string
	North    string
	Result   string
	Reading  string
	Verdict  string
	Tags     []gameTag
	Board    *board
	Say      string
	Ply      int
	Plies    []gamePly
	Start    string // addresses
	Previous string
	Next     string
	Last     string
	Explore  string
	Curve    *curve
	Record   string
	Data     gameData
	Ending   string
}

// A gameTag is a tag of the game.
type gameTag struct{ Name, Value, Href string }

// A gamePly is a ply in the list of moves.
type gamePly struct {
	Number   int
	Turn     string // "12.", where a new turn begins; "1..." where North begins the game
	Side     string
	Player   string // the side, in words
	Move     string
	Captured int
	Href     string
	Current  bool
	Comments []string
}

// gameData is what the script replays.
type gameData struct {
	Start   string    `json:"start"`             // position
	Plies   []plyData `json:"plies"`             // each with the position after it
	Over    bool      `json:"over"`              // after the last ply nobody is to move
	Prefix  string    `json:"prefix"`            // of an address of a ply
	Explore string    `json:"explore,omitempty"` // of an address of the explorer at a position
}

type plyData struct {
	Side     string `json:"s"`
	Move     string `json:"m"`
	Pit      int    `json:"p"` // -1 for a pass
	Captured int    `json:"c"`
	Laps     string `json:"l"` // as spellLaps has them
	After    string `json:"a"` // position
}

func (s *site) game(ctx context.Context, r *http.Request) ([]byte, error) {
	id, err := strconv.ParseInt(r.PathValue("id"), 10, 64)
	if err != nil || id < 1 {
		return nil, notFound(words.NoGameNumber)
	}
	ply := -1
	if text := r.URL.Query().Get("ply"); text != "" {
		if ply, err = strconv.Atoi(text); err != nil || ply < 0 {
			return nil, badRequest("ply", fmt.Errorf("it is a number of plies, not %s", replay.Quote(text)))
		}
	}
	var game *db.Game
	err = s.archive.Games(ctx, db.Filter{IDs: []int64{id}}, db.Order{}, 1, func(g *db.Game) error {
		game = g
		return nil
	})
	if err != nil {
		return nil, err
	}
	if game == nil {
		return nil, notFound(words.NoGameOfThat, id)
	}
	return s.gamePage(game, ply)
}

// gamePage makes the page of a game after so many plies, the last for -1.
func (s *site) gamePage(g *db.Game, ply int) ([]byte, error) {
	rec, line, err := db.NewSpeller().Record(g)
	if err != nil {
		return nil, err
	}
	if ply > len(line.Moves) {
		return nil, notFound(words.FewerPlies, g.ID, len(line.Moves))
	}
	if ply < 0 {
		ply = len(line.Moves)
	}
	body := s.replay(g, rec, line, ply)
	return s.render("game", fmt.Sprintf("%s - %s, %s", body.South, body.North, s.say(words.GameNumber, g.ID)), body)
}

// replay fills in the page.
func (s *site) replay(g *db.Game, rec *notation.Record, line *replay.Line, ply int) *gamePage {
	r := &line.Rules
	body := &gamePage{
		ID: g.ID, Result: g.Result.String(), Reading: Reading(s.lang, *r), Verdict: s.lang.Verdict(g.Verdict.String()),
		Ply: ply, Record: string(notation.Append(nil, rec)),
	}
	if g.HasScore {
		body.Result += fmt.Sprintf(" (%d-%d)", g.Score[0], g.Score[1])
	}
	s.tags(body, g)
	state := line.Start
	body.Data = gameData{Start: replay.Position(r, &state)}
	margins := []int{margin(&state)}
	shown := state
	for i, m := range line.Moves {
		before := state
		if _, err := r.Play(&state, m); err != nil {
			break // the line is legal: never
		}
		w := line.Sowings[i]
		body.Data.Plies = append(body.Data.Plies, plyData{
			before.ToMove.String(), replay.Letter(r, m), int(m), int(w.Captured), firstLaps(r, &before, m, w), replay.Position(r, &state),
		})
		body.Plies = append(body.Plies, gamePly{
			Number: i + 1, Side: before.ToMove.String(), Player: side(s.lang, before.ToMove), Move: replay.Letter(r, m), Captured: int(w.Captured),
			Href: s.links.game(g.ID, i+1), Current: i+1 == ply,
		})
		body.Plies[i].Turn = turn(&line.Start, i)
		margins = append(margins, margin(&state))
		if i+1 == ply {
			shown = state
		}
	}
	comments(body, g.Annotations)
	if line.Over {
		body.Data.Over = true
		body.Ending = s.say(words.EndsOver)
		if !r.EndStuck {
			swept := line.Swept()
			body.Ending = s.say(words.EndsSwept, swept.Store[rules.South], swept.Store[rules.North])
		}
	}
	body.Board = newBoard(s.lang, r, &shown)
	s.sayPly(body, line)
	body.Curve = newCurve(s.lang, margins, ply)
	s.plyLinks(body, g, r, shown)
	return body
}

// turn is what stands before ply i, from 0.
func turn(start *rules.State, i int) string {
	switch northFirst := start.ToMove == rules.North; {
	case northFirst && i == 0:
		return "1..."
	case northFirst && i%2 == 1:
		return strconv.Itoa((i+3)/2) + "."
	case !northFirst && i%2 == 0:
		return strconv.Itoa((i+2)/2) + "."
	}
	return ""
}

func margin(s *rules.State) int { return int(s.Store[rules.South]) - int(s.Store[rules.North]) }

// tags fills in the tags and the names of the players.
func (s *site) tags(body *gamePage, g *db.Game) {
	body.South, body.North = s.say(words.South), s.say(words.North)
	for _, tag := range g.Tags {
		t := gameTag{tag.Name, tag.Value, ""}
		switch tag.Name {
		case "South", "North":
			t.Href = s.links.list("player", url.Values{"name": {db.PlayerPattern(tag.Value)}})
			if tag.Name == "South" {
				body.South = tag.Value
			} else {
				body.North = tag.Value
			}
		case "Match":
			t.Href = s.links.list("match", url.Values{"name": {db.Pattern(tag.Value)}})
		case "Event":
			t.Href = s.links.list("games", url.Values{"event": {db.Pattern(tag.Value)}})
		}
		if tag.Value == "?" {
			t.Href = ""
		}
		body.Tags = append(body.Tags, t)
	}
}

// comments puts the comments to the plies that they follow.
func comments(body *gamePage, list []notation.Annotation) {
	for _, a := range list {
		if a.Comment != nil && a.Tag == nil && a.Ply >= 1 && a.Ply <= len(body.Plies) {
			p := &body.Plies[a.Ply-1]
			p.Comments = append(p.Comments, *a.Comment)
		}
	}
}

// sayPly fills in what is said of the ply. The script says the same of the others.
func (s *site) sayPly(body *gamePage, line *replay.Line) {
	stores := s.say(words.InStore, body.Board.Stores[0], body.Board.Stores[1])
	if body.Ply == 0 {
		body.Say = s.say(words.TheStart, side(s.lang, line.Start.ToMove)) + " " + stores
		return
	}
	p, player := &body.Data.Plies[body.Ply-1], body.Plies[body.Ply-1].Player
	laps := s.count(words.LapCount, int(line.Sowings[body.Ply-1].Laps))
	switch {
	case p.Pit < 0:
		body.Say = s.say(words.PlyPasses, body.Ply, player)
	case p.Captured > 0:
		body.Say = s.say(words.PlyCaptures, body.Ply, player, p.Move, laps, p.Captured)
	default:
		body.Say = s.say(words.PlySows, body.Ply, player, p.Move, laps)
	}
	body.Say += " " + stores
	if pit := body.Board.pit(rules.Move(p.Pit)); pit != nil {
		pit.Last = true
	}
	if body.Ply == len(body.Plies) && body.Data.Over {
		body.Board.ToMove = ""
	}
}

// plyLinks fills in where the buttons lead to.
func (s *site) plyLinks(body *gamePage, g *db.Game, r *rules.Ruleset, shown rules.State) {
	body.Start, body.Last = s.links.game(g.ID, 0), s.links.game(g.ID, len(body.Plies))
	body.Previous, body.Next = s.links.game(g.ID, max(body.Ply-1, 0)), s.links.game(g.ID, min(body.Ply+1, len(body.Plies)))
	body.Explore = s.links.explore(placeOf(*r, shown), nil)
	body.Data.Prefix = strings.TrimSuffix(body.Start, "0")
	if body.Explore != "" {
		body.Data.Explore = s.links.explore(&place{rules: *r}, nil) + "&position="
	}
}

// A curve is the margin ply by ply: South's seeds in store minus North's.
type curve struct {
	Width, Height int
	Points        string // of the line, "x,y x,y"
	Zero          string // the height of margin 0
	At            string // where the ply is that is shown
	Label         string
	High, Low     int
	Plies         int
}

// Of the drawing of a curve.
const (
	curveWidth  = 600
	curveHeight = 120
)

func newCurve(l words.Language, margins []int, ply int) *curve {
	most, least := 0, 0
	for _, m := range margins {
		most, least = max(most, m), min(least, m)
	}
	plies := len(margins) - 1
	height := func(m int) string {
		return strconv.FormatFloat(4+float64(most-m)/float64(max(most-least, 1))*(curveHeight-8), 'f', 1, 64)
	}
	along := func(ply int) string {
		return strconv.FormatFloat(float64(ply)/float64(max(plies, 1))*curveWidth, 'f', 1, 64)
	}
	points := make([]string, len(margins))
	for i, m := range margins {
		points[i] = along(i) + "," + height(m)
	}
	return &curve{
		Width: curveWidth, Height: curveHeight, Points: strings.Join(points, " "), Zero: height(0), At: along(ply), High: most, Low: least, Plies: plies,
		Label: l.Text(words.MarginLabel, margins[plies], most, least),
	}
}
