package main

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"path/filepath"
	"strings"

	"alai/cmd/alai/svg"
	"alai/cmd/alai/words"
	"alai/replay/rules"
)

// A pictureFormat is a way in which pictures are written.
type pictureFormat struct {
	extension string
	write     func(*svg.Drawing, io.Writer) error
}

var (
	asSVG = pictureFormat{".svg", (*svg.Drawing).WriteSVG}
	asPNG = pictureFormat{".png", (*svg.Drawing).WritePNG}
)

// pictureFormatOf tells the format by a file's name.
func pictureFormatOf(path string) (pictureFormat, error) {
	for _, f := range []pictureFormat{asSVG, asPNG} {
		if strings.EqualFold(filepath.Ext(path), f.extension) {
			return f, nil
		}
	}
	return pictureFormat{}, usagef("a picture is written to FILE.svg or FILE.png, not %q", path)
}

// save writes the picture to a file, whole or not at all. It is refused where the
// file is one of those that the command reads.
func (f *pictureFormat) save(ctx context.Context, d *svg.Drawing, path string, reads ...string) error {
	file, err := createOutput(ctx, path, reads...)
	if err != nil {
		return err
	}
	defer file.discard()
	w := bufio.NewWriter(file)
	if err := f.write(d, w); err != nil {
		return err
	}
	if err := w.Flush(); err != nil {
		return err
	}
	return file.commit()
}

// draws reports whether a picture is asked for.
func (o *showOptions) draws() bool { return o.svg != "" || o.png != "" }

func (o *showOptions) checkPictures(s *streams) error {
	switch {
	case !o.draws() && o.seeds:
		return usagef("--seeds goes with --svg or --png")
	case !o.draws() && o.lang.flag != "":
		return usagef("--lang goes with --svg or --png; all else that show says is English")
	case o.draws() && o.boards:
		return usagef("a picture is of one board; --ply says which, and not --boards")
	case o.svg == "-" && o.png == "-":
		return usagef("standard output takes one picture, not two")
	case o.png == "-" && s.outTerminal:
		return usagef("a PNG is not written to a terminal; --png takes a file")
	}
	return cmp.Or(asSVG.check("--svg", o.svg), asPNG.check("--png", o.png))
}

// check refuses a flag's file whose name is not that of the format.
func (f *pictureFormat) check(flag, path string) error {
	if path == "" || path == "-" || strings.EqualFold(filepath.Ext(path), f.extension) {
		return nil
	}
	return usagef("%s draws into FILE%s, not %q", flag, f.extension, path)
}

// shownPly is the ply whose board is meant where it is one.
func (o *showOptions) shownPly(g *shownGame) int {
	if o.ply == noPly {
		return len(g.line.Moves)
	}
	return o.ply
}

// boardWords are what a picture of a board says in a language.
func boardWords(l words.Language) svg.Words {
	side := func(side rules.Side) string { return l.Side(side.String()) }
	return svg.Words{
		Sides:  [2]string{side(rules.South), side(rules.North)},
		Stores: [2]string{l.Text(words.SouthsStore), l.Text(words.NorthsStore)},
		Pit:    func(owner rules.Side, name string) string { return l.Text(words.PitOf, side(owner), name) },
		Seeds:  func(n int) string { return l.Counted(words.SeedCount, n) },
		ToMove: func(next rules.Side) string { return l.Text(words.ToMove, side(next)) },
		From:   l.Text(words.SownFrom), To: l.Text(words.SownTo), Taken: l.Text(words.TakenFrom),
	}
}

// draw draws the board after a ply.
func (g *shownGame) draw(ctx context.Context, s *streams, opt *showOptions) error {
	ply, l := opt.shownPly(g), opt.lang.language
	board := svg.Board{
		Title: g.plyTitle(l, ply, &opt.output), About: l.Text(words.BoardOf, g.line.Rules.Game.String(), int(g.line.Rules.Pits)),
		Words: boardWords(l), Rules: g.line.Rules, Seeds: opt.seeds,
		Name: func(p rules.Pit) string { return opt.output.move(&g.line.Rules, rules.Move(p)) },
	}
	if ply > 0 {
		board.Last = &svg.LastMove{Move: g.line.Moves[ply-1], Sowing: g.line.Sowings[ply-1]}
	}
	for at, state := range g.line.States() {
		if at == ply {
			board.State = *state
		}
	}
	drawing := board.Drawing()
	drawing.Language = string(l)
	reads := append(opt.archive.files(), g.path)
	for _, to := range []struct {
		path   string
		format pictureFormat
	}{{opt.svg, asSVG}, {opt.png, asPNG}} {
		var err error
		switch to.path {
		case "":
		case "-":
			err = to.format.write(drawing, s.out)
		default:
			err = to.format.save(ctx, drawing, to.path, reads...)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
