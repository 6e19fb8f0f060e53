package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
)

// An outputFile is a file that takes the place of what stands at its path once
// it is complete, and not before.
type outputFile struct {
	*os.File
	path string // "" where the file is written as it is, such as a device
}

// createOutput begins a file at path. One that is among the files which the
// command reads, or is the archive, is refused.
func createOutput(ctx context.Context, path string, reads ...string) (*outputFile, error) {
	target, err := followed(path) // a link stays one
	if err != nil {
		return nil, err
	}
	for _, read := range reads {
		if other, err := followed(read); err == nil && other == target { // also a log that is not there just now
			return nil, usagef("%s cannot be written to: this command reads it", path)
		}
	}
	mode := os.FileMode(0o666) // of a new one, of which the system takes away what the user's mask says
	info, err := os.Stat(path)
	switch {
	case err == nil:
		for _, read := range reads {
			if other, err := os.Stat(read); err == nil && os.SameFile(info, other) {
				return nil, usagef("%s cannot be written to: this command reads it", path)
			}
		}
		if !info.Mode().IsRegular() {
			f, err := openForWriting(ctx, path)
			return &outputFile{File: f}, err
		}
		mode = info.Mode().Perm()
	case !errors.Is(err, fs.ErrNotExist):
		return nil, failedAs(path, err)
	}
	f, err := createTemporary(filepath.Dir(target), mode)
	if err == nil && info != nil {
		if err = f.Chmod(mode); err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}
	if err != nil {
		return nil, failedAs(path, err) // the name of the temporary file says nothing
	}
	return &outputFile{f, target}, nil
}

// followed returns where a path leads to, through links, of which the last one may lead
// to where nothing stands yet. A file that can be written to has one such path.
func followed(path string) (string, error) {
	at, err := filepath.Abs(path)
	const most = 40 // links, as on Linux
	for n := 0; err == nil && n < most; n++ {
		if target, err := filepath.EvalSymlinks(at); err == nil {
			return target, nil
		}
		folder, name := filepath.Split(at)
		if folder, err = filepath.EvalSymlinks(folder); err != nil {
			break
		}
		at = filepath.Join(folder, name)
		target, err := os.Readlink(at)
		switch {
		case err != nil:
			return at, nil // nothing stands there, or what is wrong is told by who opens it
		case filepath.IsAbs(target):
			at = target
		default:
			at = filepath.Join(folder, target)
		}
	}
	if err == nil {
		err = errors.New("too many levels of symbolic links")
	}
	return "", failedAs(path, err)
}

// failedAs is the error of a file by the name that the user has for it.
func failedAs(name string, err error) error {
	var named *fs.PathError
	if errors.As(err, &named) {
		err = named.Err
	}
	return fmt.Errorf("%s: %w", name, err)
}

// createTemporary makes an empty file in a folder, under a short name that is free. The
// name of the file to be may be as long as names can be.
func createTemporary(folder string, mode os.FileMode) (*os.File, error) {
	for {
		name := filepath.Join(folder, fmt.Sprintf(".alai-%016x", rand.Uint64()))
		f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		if !errors.Is(err, fs.ErrExist) {
			return f, err
		}
	}
}

// openForWriting opens what is no regular file. A named pipe is waited for, until
// somebody reads it or ctx ends.
func openForWriting(ctx context.Context, path string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	done := make(chan opened, 1)
	go func() {
		file, err := os.OpenFile(path, os.O_WRONLY, 0)
		done <- opened{file, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, pathFailed(path, o.err)
		}
		return o.file, nil
	case <-ctx.Done():
		return nil, ctx.Err() // the program ends, and with it the file
	}
}

// commit completes the file, which is on the disk before it takes its place.
func (f *outputFile) commit() error {
	if f.path == "" {
		return f.Close()
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		os.Remove(f.Name())
		return err
	}
	if err := os.Rename(f.Name(), f.path); err != nil {
		os.Remove(f.Name())
		return err
	}
	return syncFolder(filepath.Dir(f.path))
}

// syncFolder makes sure that the names in a folder are on the disk, where the system
// has a way to do it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// noLog refuses a path for an archive beside which there is the log of another one:
// SQLite would take it for the new archive's.
func noLog(path string) error {
	for _, log := range []string{path + "-wal", path + "-journal"} {
		if _, err := os.Lstat(log); err == nil {
			return usagef("%s is there, the log of an archive that was at %s; move it away first", log, path)
		}
	}
	return nil
}

// discard leaves what stands at the path as it was. After commit it does nothing.
func (f *outputFile) discard() {
	if f.Close() == nil && f.path != "" {
		os.Remove(f.Name())
	}
}
