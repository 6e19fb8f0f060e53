package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"

	"alai/notation"
)

// standardInput is the argument, and the name in messages, of standard input.
const standardInput = "-"

// arguments are what a command was given: games of the archive by id, or texts.
type arguments struct {
	ids   []int64
	files []string // with #N where a single game is meant
}

// parseArguments sorts arguments into ids and files. A mixture is an error: the
// ones are in the archive, the others are not.
func parseArguments(args []string) (arguments, error) {
	var a arguments
	for _, arg := range args {
		if strings.Trim(arg, "0123456789") != "" || arg == "" {
			a.files = append(a.files, arg)
			continue
		}
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return a, usagef("%s is no game's id", arg)
		}
		a.ids = append(a.ids, id)
	}
	if len(a.ids) > 0 && len(a.files) > 0 {
		return a, usagef("%d is the id of a game in the archive and %s is a file; one command reads either (a file of that name is ./%d)", a.ids[0], a.files[0], a.ids[0])
	}
	return a, nil
}

// filesOnly refuses ids, for commands that read texts only.
func (a *arguments) filesOnly(command string) error {
	if len(a.ids) > 0 {
		return usagef("%s reads files, and %d is the id of a game (a file of that name is ./%d)", command, a.ids[0], a.ids[0])
	}
	return nil
}

// An input is one text to be read.
type input struct {
	path string // standardInput for that
	only int    // the number of the game that is meant, 0 for all
	size int64  // in bytes as stored, -1 if unknown

	file    io.Closer
	text    io.Reader // decompressed and decoded
	format  *textFormat
	read    countingReader
	stopped atomic.Bool // the rest of it is not wanted
}

// extensions are the names' endings by which a folder is searched.
var extensions = []string{".mgn", ".ogn", ".jsonl", ".trl"}

// compressions are the endings that may stand behind them.
var compressions = []string{".gz", ".bz2", ".xz", ".zst"}

// extension returns the ending of a name, that of a compression left aside, in
// lower case.
func extension(name string) string {
	name = strings.ToLower(name)
	for _, c := range compressions {
		name = strings.TrimSuffix(name, c)
	}
	return filepath.Ext(name)
}

// inputs turns a file argument into inputs: itself, or what a folder holds, in
// the order of names.
func inputs(arg string) ([]*input, error) {
	if arg == standardInput {
		return []*input{{path: standardInput, size: -1}}, nil
	}
	path, only := arg, 0
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		if i := strings.LastIndexByte(arg, '#'); i > 0 {
			if n, numErr := strconv.Atoi(arg[i+1:]); numErr == nil && n > 0 {
				path, only = arg[:i], n
				if path == standardInput {
					return []*input{{path: path, only: only, size: -1}}, nil
				}
				info, err = os.Stat(path)
			}
		}
	}
	if err != nil {
		return nil, pathFailed(path, err)
	}
	if info.IsDir() {
		return folder(path)
	}
	if err := checkKind(path, info); err != nil {
		return nil, err
	}
	return []*input{{path: path, only: only, size: sizeOf(info)}}, nil
}

// checkKind refuses what is neither a file nor a pipe.
func checkKind(path string, info fs.FileInfo) error {
	switch mode := info.Mode(); {
	case mode.IsDir():
		return pathFailed(path, syscall.EISDIR)
	case mode&fs.ModeDevice != 0 && path != os.DevNull:
		return fmt.Errorf("%s: this is a device, which may have no end; - is standard input", path)
	case mode&fs.ModeSocket != 0:
		return fmt.Errorf("%s: this is a socket", path)
	}
	return nil
}

// sizeOf returns a file's size, -1 if it is a pipe or the like.
func sizeOf(info fs.FileInfo) int64 {
	if !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// folder returns the files of records in a folder and the folders in it, which
// may be a link to one. What cannot be looked into is in err, beside the rest.
func folder(root string) (list []*input, err error) {
	var errs []error
	filepath.WalkDir(root+string(filepath.Separator), func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && slices.Contains(extensions, extension(path)) {
			var info fs.FileInfo
			if info, err = os.Stat(path); err == nil && info.Mode().IsRegular() {
				list = append(list, &input{path: path, size: sizeOf(info)})
			}
		}
		if err != nil {
			errs = append(errs, pathFailed(path, err))
		}
		return nil
	})
	if len(list) == 0 && errs == nil {
		return nil, fmt.Errorf("%s: no file of records in this folder (%s, also compressed); others, such as .txt, are read where they are named themselves", root, strings.Join(extensions, ", "))
	}
	return list, errors.Join(errs...)
}

// open opens the input for reading.
func (in *input) open(stdin io.Reader, opt *readOptions) error {
	in.read.src = stdin
	if in.path != standardInput {
		file, err := os.Open(in.path)
		if err != nil {
			return in.failed(err)
		}
		in.file, in.read.src = file, file
	}
	text, err := notation.Open(&in.read, int64(opt.maxWindow)<<20)
	if err != nil {
		return in.failed(err)
	}
	start := bufio.NewReaderSize(text, detectBytes)
	head, err := start.Peek(detectBytes)
	if err != nil && err != io.EOF && len(head) == 0 {
		return in.failed(err)
	}
	in.text, in.format = start, formatOf(in.path, head)
	if in.format.lines {
		in.text = notation.LineEnds(start)
	}
	return nil
}

// detectBytes is how much of a text is looked at to tell its format.
const detectBytes = 64 << 10

// failed names the input in an error of reading it.
func (in *input) failed(err error) error { return pathFailed(in.path, err) }

// pathFailed names the path in an error of opening or reading it, once.
func pathFailed(path string, err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		path, err = named.Path, named.Err
	}
	return fmt.Errorf("%s: %w", path, err)
}

func (in *input) close() {
	if in.file != nil {
		in.file.Close()
	}
}

// find reads the game of FILE#N into rec. A file with fewer games is a *noGameError.
func (in *input) find(rec *notation.Record) error {
	r := in.format.reader(in.text, in.path)
	for n := 1; ; n++ {
		if err := in.next(r, n, rec); err != nil || n == in.only {
			return err
		}
	}
}

// next reads the game of a number, that of the next record, into rec. Behind the last
// one it is a *noGameError.
func (in *input) next(r recordReader, number int, rec *notation.Record) error {
	err := r.Read(rec)
	switch {
	case err == io.EOF:
		return &noGameError{fmt.Sprintf("%s: there is no game %d; the file has %s", in.path, in.only, count(number-1, "game"))}
	case err != nil && !errors.As(err, new(*notation.SyntaxError)):
		return in.failed(err)
	}
	return nil
}

// A noGameError is the error of an id, or a number in a file, that no game has.
type noGameError struct{ msg string }

func (e *noGameError) Error() string { return e.msg }

// A countingReader counts the bytes that are read through it.
type countingReader struct {
	src io.Reader
	n   int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.src.Read(p)
	r.n += int64(n)
	return n, err
}
