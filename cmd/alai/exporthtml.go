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
	folder.commit()
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

// An outputFolder is a folder of new files, which are written where they are to stand: a
// folder beside it could not take the place of one that others see, such as the working
// folder. The page that leads to the others is written last.
type outputFolder struct {
	path    string
	made    string   // the path of the folder itself, "" where it was there before
	written []string // the paths of the files
	whole   bool
}

// createFolder begins a folder at path, where nothing may stand but an empty one, which
// stays as it is.
func createFolder(path string) (*outputFolder, error) {
	target, err := followed(path)
	if err != nil {
		return nil, err
	}
	if err = os.Mkdir(target, 0o777); err == nil {
		return &outputFolder{path: path, made: target}, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return nil, failedAs(path, err)
	}
	info, err := os.Stat(path)
	if err == nil && !info.IsDir() {
		return nil, usagef("%s is there already, and is no folder", path)
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, pathFailed(path, err)
	}
	if len(entries) > 0 {
		return nil, usagef("%s is there already, and holds files; no folder is written over", path)
	}
	return &outputFolder{path: path}, nil
}

// write writes a file, and none that somebody else has made there.
func (f *outputFolder) write(name string, content []byte) error {
	path := filepath.Join(f.path, name)
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return pathFailed(path, err)
	}
	f.written = append(f.written, path)
	_, err = file.Write(content)
	if err := errors.Join(err, file.Close()); err != nil {
		return pathFailed(path, err)
	}
	return nil
}

// commit keeps the folder.
func (f *outputFolder) commit() { f.whole = true }

// discard leaves nothing behind of what was written. After commit it does nothing.
func (f *outputFolder) discard() {
	if f.whole {
		return
	}
	for _, path := range f.written {
		os.Remove(path)
	}
	if f.made != "" {
		os.Remove(f.made) // which keeps one that holds what others made
	}
}
