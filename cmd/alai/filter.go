package main

import (
	"slices"
	"strings"

	"alai/db"
	"alai/notation"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

// rulesetOptions choose a game, its board and its reading.
type rulesetOptions struct {
	games, rules cli.StringSlice
	pits         cli.IntSlice
}

func (o *rulesetOptions) flags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "game", Usage: "adji-boto, en-dodoi or cross-endodoi", Destination: &o.games},
		&cli.IntSliceFlag{Name: "pits", Usage: "the pits in a row", Destination: &o.pits},
		&cli.StringSliceFlag{Name: "rules", Usage: "the rule `OPTIONS`, as in a Rules tag; usual for the usual ones", Destination: &o.rules},
	}
}

func (o *rulesetOptions) filter(f *db.Filter) error {
	for _, name := range o.games.Value() {
		g, err := replay.ParseGame(name)
		if err != nil {
			return usagef("--game: %v", err)
		}
		f.Games = append(f.Games, g)
	}
	f.Pits = o.pits.Value()
	f.Rules = o.rules.Value()
	return nil
}

// filterOptions choose games.
type filterOptions struct {
	ruleset rulesetOptions

	player, south, north, event, site, match, source cli.StringSlice
	tag, text                                        cli.StringSlice
	since, until                                     string
	result, termination, verdict                     cli.StringSlice
	minPlies, maxPlies                               int
	line, position                                   cli.StringSlice
	ids                                              cli.Int64Slice
}

func (o *filterOptions) flags() []cli.Flag {
	list := func(name, usage string, to *cli.StringSlice) cli.Flag {
		return &cli.StringSliceFlag{Name: name, Usage: usage, Destination: to}
	}
	return append(o.ruleset.flags(),
		list("player", "a player's `NAME`, on either side", &o.player),
		list("south", "South's `NAME`", &o.south),
		list("north", "North's `NAME`", &o.north),
		list("event", "the event's `NAME`", &o.event),
		list("site", "the site's `NAME`", &o.site),
		list("match", "the match's `NAME`", &o.match),
		list("source", "the `FILE` that the game came from", &o.source),
		list("tag", "a tag: `NAME=VALUE`", &o.tag),
		list("text", "`WORDS` in tags or comments", &o.text),
		&cli.StringFlag{Name: "since", Usage: "played at this `DATE` or later", Destination: &o.since},
		&cli.StringFlag{Name: "until", Usage: "played at this `DATE` or earlier", Destination: &o.until},
		list("result", "1-0, 0-1, 1/2-1/2 or *", &o.result),
		list("termination", "how it ended, as a Termination tag says it: `WORD`", &o.termination),
		list("verdict", "complete, decided, unfinished or contradiction", &o.verdict),
		&cli.IntFlag{Name: "min-plies", Usage: "at least so many plies", Destination: &o.minPlies},
		&cli.IntFlag{Name: "max-plies", Usage: "at most so many plies", Value: -1, DefaultText: "no bound", Destination: &o.maxPlies},
		list("line", "begins with these `MOVES`, \"D b A\"", &o.line),
		list("position", "reaches this `POSITION`", &o.position),
		&cli.Int64SliceFlag{Name: "id", Usage: "the game's number in the archive", Destination: &o.ids},
	)
}

// flagsBut returns the flags without some, which mean something else to a command.
func (o *filterOptions) flagsBut(names ...string) []cli.Flag {
	return slices.DeleteFunc(o.flags(), func(f cli.Flag) bool { return slices.Contains(names, f.Names()[0]) })
}

func (o *filterOptions) filter() (db.Filter, error) {
	f := db.Filter{
		Player: o.player.Value(), South: o.south.Value(), North: o.north.Value(), Event: o.event.Value(), Site: o.site.Value(),
		Match: o.match.Value(), Source: o.source.Value(), Text: o.text.Value(), Since: o.since, Until: o.until,
		Terminations: o.termination.Value(), MinPlies: o.minPlies,
		Lines: o.line.Value(), Positions: o.position.Value(), IDs: o.ids.Value(),
	}
	if o.maxPlies >= 0 {
		f.MaxPlies = &o.maxPlies
	}
	if err := o.ruleset.filter(&f); err != nil {
		return f, err
	}
	for _, words := range f.Text {
		if strings.TrimSpace(words) == "" { // which all games have: too much for those who delete
			return f, usagef("--text takes words, not %q", words)
		}
	}
	for _, pair := range o.tag.Value() {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return f, usagef("--tag takes NAME=VALUE, not %q", pair)
		}
		f.Tags = append(f.Tags, db.TagMatch{Name: name, Value: value})
	}
	for _, word := range o.result.Value() {
		r, _, score, ok := notation.ParseResult(word)
		if !ok || score {
			return f, usagef("--result is 1-0, 0-1, 1/2-1/2 or *, not %q", word)
		}
		f.Results = append(f.Results, r)
	}
	for _, word := range o.verdict.Value() {
		v, ok := replay.ParseVerdict(strings.ToLower(word))
		if !ok {
			return f, usagef("--verdict is complete, decided, unfinished or contradiction, not %q", word)
		}
		f.Verdicts = append(f.Verdicts, v)
	}
	return f, nil
}
