package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"alai/db"
	"alai/replay"
	"alai/replay/rules"
)

// single returns the flag's only value, or "" where it is not given.
func single[T any](flag string, values []T) (value T, err error) {
	if len(values) > 1 {
		return value, usagef("--%s is given %d times, and one is meant here", flag, len(values))
	}
	if len(values) == 1 {
		value = values[0]
	}
	return value, nil
}

// one returns the ruleset that is meant: the one that --game, --pits and --rules
// leave, in its usual reading unless --rules says otherwise; of several those
// that have the position, where one is given; of several still those of the
// games in the archive, where there is one.
func (o *rulesetOptions) one(ctx context.Context, s *streams, archive *archiveFile, position string) (rules.Ruleset, error) {
	list, err := o.candidates()
	if err != nil {
		return rules.Ruleset{}, err
	}
	if position != "" {
		if list, err = having(position, list); err != nil {
			return rules.Ruleset{}, err
		}
	}
	if len(list) == 1 {
		return list[0], nil
	}
	counted, err := o.archived(ctx, s, archive)
	if err != nil {
		return rules.Ruleset{}, err
	}
	if len(counted) == 1 {
		return counted[0].Ruleset, nil
	}
	if len(counted) > 1 {
		return rules.Ruleset{}, severalError(counted)
	}
	var names []string
	for _, r := range list {
		names = append(names, asFlags(r))
	}
	return rules.Ruleset{}, usagef("which game is meant? name it with %s", strings.Join(names, ", or "))
}

// candidates lists every ruleset that the flags leave, each board in one reading.
func (o *rulesetOptions) candidates() ([]rules.Ruleset, error) {
	var f db.Filter
	if err := o.filter(&f); err != nil {
		return nil, err
	}
	game, err := single("game", f.Games)
	if err != nil {
		return nil, err
	}
	pits, err := single("pits", f.Pits)
	if err != nil {
		return nil, err
	}
	options, err := single("rules", f.Rules)
	if err != nil {
		return nil, err
	}
	games := replay.Games()
	if game != 0 {
		games = []rules.Game{game}
	}
	var list []rules.Ruleset
	for _, g := range games {
		lo, hi := g.Boards()
		if pits != 0 {
			lo, hi = pits, pits
		}
		for n := lo; n <= hi; n++ {
			r, parseErr := replay.ParseRuleset(g, n, options)
			if parseErr != nil {
				err = parseErr
				continue
			}
			list = append(list, r)
		}
	}
	switch {
	case len(list) > 0:
		return list, nil
	case game != 0:
		return nil, usagef("%v", err)
	}
	return nil, usagef("no game is played on %d pits a row with the rules %q; alai rules lists the games", pits, options)
}

// having keeps the rulesets under which the position can be.
func having(position string, list []rules.Ruleset) ([]rules.Ruleset, error) {
	var kept []rules.Ruleset
	var err error
	for _, r := range list {
		if _, parseErr := replay.ParsePosition(&r, position); parseErr == nil {
			kept = append(kept, r)
		} else {
			err = parseErr
		}
	}
	switch {
	case len(kept) > 0:
		return kept, nil
	case len(list) == 1:
		return nil, usagef("the position cannot be: %v", err)
	}
	return nil, usagef("no game has the position %s; with --game and --pits the reason is told", replay.Quote(position))
}

// archived counts the archive's games by ruleset, of those that the flags leave.
// Without an archive there are none.
func (o *rulesetOptions) archived(ctx context.Context, s *streams, file *archiveFile) ([]db.RulesetCount, error) {
	archive, err := s.opened(db.Open(ctx, file.path()))
	if errors.As(err, new(*db.NoArchiveError)) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer archive.Close()
	var f db.Filter
	if err := o.filter(&f); err != nil {
		return nil, err
	}
	return archive.Rulesets(ctx, f)
}

// severalError says which rulesets there are where one is meant.
func severalError(counted []db.RulesetCount) error {
	lines := []string{"the games are of several kinds; choose one:"}
	for _, c := range counted {
		lines = append(lines, fmt.Sprintf("  %7d  %s", c.Games, asFlags(c.Ruleset)))
	}
	return usagef("%s", strings.Join(lines, "\n"))
}

// asFlags returns the flags that choose exactly r.
func asFlags(r rules.Ruleset) string {
	flags := fmt.Sprintf("--game %s --pits %d --rules ", replay.GameSlug(r.Game), r.Pits)
	if text := replay.RulesText(r); text != "" {
		return flags + text
	}
	return flags + "usual"
}
