package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"alai/cmd/alai/web"
	"alai/db"
)

// usualDepth is how many plies of the opening tree have pages unless --depth says
// otherwise.
const usualDepth = 3

// exportHTML writes games as web pages: a file of one game where the output is
// called NAME.html, else a folder.
func exportHTML(ctx context.Context, opt *exportOptions, games *gameSource, order db.Order, s *streams) error {
	if strings.EqualFold(filepath.Ext(opt.file), ".html") {
		return exportGamePage(ctx, opt, games)
	}
	folder, err := createFolder(opt.file)
	if err != nil {
		return err
	}
	defer folder.discard()
	written, err := writePages(ctx, opt, games, order, folder.write)
	if err != nil {
		return err
	}
	if err := folder.commit(); err != nil {
		return err
	}
	if !opt.output.quiet {
		s.say("%s: %s, beginning with %s", opt.file, count(written, "game"), filepath.Join(opt.file, "index.html"))
	}
	return nil
}

// writePages writes the pages of a folder, all of them of the archive as it stands
// when they are begun. It returns how many games they have.
func writePages(ctx context.Context, opt *exportOptions, games *gameSource, order db.Order, write func(name string, content []byte) error) (written int, err error) {
	err = games.archive.AsItStands(ctx, func(archive *db.Archive) error {
		written, err = web.Folder(ctx, archive, opt.webOptions(archive), web.Export{
			Filter: games.filter, Order: order, Depth: opt.depth, MinGames: opt.minGames, Write: write,
		})
		return err
	})
	return written, err
}

// webOptions are the options of pages in the language that is asked for.
func (o *exportOptions) webOptions(archive *db.Archive) web.Options {
	opt := webOptions(archive)
	opt.Language = o.lang.language
	return opt
}

// exportGamePage writes the page of the one game that is chosen.
func exportGamePage(ctx context.Context, opt *exportOptions, games *gameSource) error {
	var list []*db.Game
	err := games.archive.Games(ctx, games.filter, db.Order{}, 2, func(g *db.Game) error {
		list = append(list, g)
		return nil
	})
	if err != nil {
		return err
	}
	if len(list) != 1 {
		return usagef("-o NAME.html is a page of one game, and these are %s; -o NAME is a folder of pages", map[bool]string{true: "several", false: "none"}[len(list) > 1])
	}
	if games.files {
		list[0].ID = 0
	}
	page, err := web.GamePage(list[0], opt.webOptions(games.archive))
	if err != nil {
		return err
	}
	file, err := createOutput(ctx, opt.file, append(games.paths, opt.archive.files()...)...)
	if err != nil {
		return err
	}
	defer file.discard()
	if _, err := file.Write(page); err != nil {
		return err
	}
	return file.commit()
}

// An outputFolder is a folder that appears at its path once it is complete.
type outputFolder struct {
	path, temporary string
}

// createFolder begins a folder at path, where nothing may stand but an empty one.
func createFolder(path string) (*outputFolder, error) {
	path = filepath.Clean(path)
	entries, err := os.ReadDir(path)
	switch {
	case err == nil && len(entries) > 0:
		return nil, usagef("%s is there already, and holds files; no folder is written over", path)
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, usagef("%s is there already, and is no folder", path)
	}
	temporary, err := os.MkdirTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return nil, err
	}
	return &outputFolder{path, temporary}, os.Chmod(temporary, 0o755)
}

func (f *outputFolder) write(name string, content []byte) error {
	return os.WriteFile(filepath.Join(f.temporary, name), content, 0o644)
}

// commit completes the folder.
func (f *outputFolder) commit() error {
	if err := os.Remove(f.path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err // an empty folder, which a rename does not replace everywhere
	}
	return os.Rename(f.temporary, f.path)
}

// discard leaves nothing behind. After commit it does nothing.
func (f *outputFolder) discard() { os.RemoveAll(f.temporary) }
