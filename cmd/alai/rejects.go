package main

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strings"

	"alai/db"
	"alai/replay"

	"github.com/urfave/cli/v2"
)

type rejectsOptions struct {
	output  outputOptions
	archive archiveFile
	read    readOptions

	source, kind cli.StringSlice
	export       bool
	mend         string
	args         []string
}

func newRejectsCommand(s *streams) *cli.Command {
	var opt rejectsOptions
	return &cli.Command{
		Name:      "rejects",
		Usage:     "what was rejected, why, and its text",
		ArgsUsage: "[ID...]",
		Flags: join([]cli.Flag{
			&cli.BoolFlag{Name: "export", Usage: "write the texts back out, to be mended", Destination: &opt.export},
			&cli.StringFlag{Name: "mend", Usage: "archive the mended records of `FILE` in the place of these rejects", Destination: &opt.mend},
			&cli.StringSliceFlag{Name: "source", Usage: "the `FILE` that it came from", Destination: &opt.source},
			&cli.StringSliceFlag{Name: "verdict", Usage: "malformed, illegal or contradiction", Destination: &opt.kind},
		}, opt.read.flags(), opt.archive.flags(), opt.output.flags()),
		Action: func(c *cli.Context) error {
			opt.args = c.Args().Slice()
			return runRejects(c.Context, &opt, s)
		},
	}
}

func (o *rejectsOptions) filter() (db.RejectFilter, error) {
	f := db.RejectFilter{Source: o.source.Value()}
	args, err := parseArguments(o.args)
	if err != nil {
		return f, err
	}
	if len(args.files) > 0 {
		return f, usagef("rejects takes the ids of rejects, not %q; verify tells what is wrong with a file", args.files[0])
	}
	f.IDs = args.ids
	for _, word := range o.kind.Value() {
		v, ok := replay.ParseVerdict(strings.ToLower(word))
		if !ok || v.Sound() {
			return f, usagef("--verdict is malformed, illegal or contradiction here, not %q", word)
		}
		f.Kinds = append(f.Kinds, v)
	}
	return f, nil
}

func runRejects(ctx context.Context, opt *rejectsOptions, s *streams) error {
	if err := opt.output.settle(s); err != nil {
		return err
	}
	if opt.mend != "" && opt.export {
		return usagef("--mend and --export do not go together")
	}
	f, err := opt.filter()
	if err != nil {
		return err
	}
	archive, err := openArchive(ctx, s, &opt.archive)
	if err != nil {
		return err
	}
	defer archive.Close()
	if opt.mend != "" {
		return mendRejects(ctx, opt, f, archive, s)
	}
	missing := make(map[int64]bool)
	for _, id := range f.IDs {
		missing[id] = true
	}
	write, end := exportReject(s), func() error { return nil }
	if !opt.export {
		t, err := newTable(s, &opt.output, number("id"), text("source"), number("line"), number("column"), number("game"), text("kind"), text("reason"),
			hidden(number("offset")), hidden(number("length")), hidden(text("sha256")), hidden(text("text")), jsonOnly("problems"))
		if err != nil {
			return err
		}
		write, end = func(r *db.Reject) error { return t.row(rejectCells(r)...) }, t.end
	}
	err = archive.Rejects(ctx, f, func(r *db.Reject) error {
		delete(missing, r.ID)
		return write(r)
	})
	if err := errors.Join(err, end()); err != nil {
		return err
	}
	for _, id := range f.IDs {
		if missing[id] {
			s.complain(fmt.Errorf("there is no reject %d in the archive", id))
		}
	}
	if len(missing) > 0 {
		return exitStatus(statusFaulty)
	}
	return nil
}

func rejectCells(r *db.Reject) []any {
	problems := make([]problemJSON, 0, len(r.Problems))
	reason := ""
	for i := range r.Problems {
		p := &r.Problems[i]
		problems = append(problems, newProblemJSON(p))
		if reason == "" && !p.Variation {
			reason = fmt.Sprintf("%d:%d: %s", p.Pos.Line, p.Pos.Column, p.String())
		}
	}
	return []any{r.ID, r.Source, r.Line, r.Column, r.Game, r.Kind.String(), reason, r.Offset, r.Length, hex.EncodeToString(r.SHA256[:]), string(r.Text), problems}
}

// exportReject returns a function that writes rejected texts back out as they
// were, a blank line between two. Of a text that was not kept whole it says so.
func exportReject(s *streams) func(*db.Reject) error {
	out, first := s.texts(), true
	return func(r *db.Reject) error {
		if r.Length > int64(len(r.Text)) {
			s.say("%s", clean(fmt.Sprintf("%s:%d:%d: only the first %d of %d bytes were kept", r.Source, r.Line, r.Column, len(r.Text), r.Length)))
		}
		lead := "\n"
		if first {
			lead, first = "", false
		}
		_, err := io.WriteString(out, lead+strings.TrimRight(string(r.Text), "\r\n")+"\n")
		return err
	}
}
