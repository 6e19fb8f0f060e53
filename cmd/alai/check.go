package main

import (
	"context"
	"fmt"

	"alai/db"

	"github.com/urfave/cli/v2"
)

type checkOptions struct {
	output  outputOptions
	archive archiveFile

	repair bool
	args   []string
}

func newCheckCommand(s *streams) *cli.Command {
	var opt checkOptions
	return &cli.Command{
		Name:  "check",
		Usage: "hold the archive against itself: its pages, its games, its statistics",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "repair", Usage: "make anew what follows from the records", Destination: &opt.repair},
		}, opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runCheck(c.Context, &opt, s)
		},
	}
}

func runCheck(ctx context.Context, opt *checkOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if len(opt.args) > 0 {
		return usagef("check takes no arguments; --db names the archive")
	}
	t, err := newTable(s, &opt.output, text("kind"), text("where"), text("what"), text("repairable"))
	if err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	var found, left faultCount
	checked, err := archive.Check(ctx, func(f db.Fault) error {
		found.add(&f)
		return t.row(string(f.Kind), f.Where, f.What, map[bool]string{false: "no", true: "yes"}[f.Derived])
	})
	if err != nil {
		return err
	}
	if err := t.end(); err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s, %s, %s, %s and %s of statistics checked: %s", count(checked.Games, "game"), count(checked.Copies, "further record"),
			count(checked.Rejects, "reject"), count(checked.Names, "name"), count(checked.Statistics, "row"), &found)
	}
	left = found
	if opt.repair && found.repairable > 0 {
		if err := archive.Repair(ctx); err != nil {
			return fmt.Errorf("the archive cannot be repaired, and is as it was: %w; %s", err, opt.wayOut())
		}
		left = faultCount{}
		if _, err := archive.Check(ctx, func(f db.Fault) error {
			left.add(&f)
			return nil
		}); err != nil {
			return err
		}
		if !opt.output.quiet {
			s.say("repaired, and checked again: %s", &left)
		}
	}
	switch {
	case left.all == 0:
		return nil
	case opt.output.quiet:
	case left.repairable > 0 && !opt.repair:
		s.say("--repair makes anew what follows from the records")
	}
	if left.repairable < left.all && !opt.output.quiet {
		s.say("what is not repairable is in the records or in the file itself: %s", opt.wayOut())
	}
	return exitStatus(statusFaulty)
}

// wayOut says how to get out of an archive what is sound in it.
func (o *checkOptions) wayOut() string {
	return fmt.Sprintf("alai export --salvage --db %s -o FILE writes all games that can be read, and alai import --db NEW FILE makes a new archive of them", o.archive.path())
}

// A faultCount counts faults.
type faultCount struct{ all, repairable int }

func (c *faultCount) add(f *db.Fault) {
	c.all++
	if f.Derived {
		c.repairable++
	}
}

func (c *faultCount) String() string {
	if c.all == 0 {
		return "all is well"
	}
	return fmt.Sprintf("%s, %d of them repairable", count(c.all, "fault"), c.repairable)
}
