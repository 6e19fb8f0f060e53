package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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
	for _, read := range reads {
		if filepath.Clean(read) == filepath.Clean(path) { // also a log that is not there just now
			return nil, usagef("%s cannot be written to: this command reads it", path)
		}
	}
	info, err := os.Stat(path)
	if err == nil {
		for _, read := range reads {
			if other, err := os.Stat(read); err == nil && os.SameFile(info, other) {
				return nil, usagef("%s cannot be written to: this command reads it", path)
			}
		}
		if !info.Mode().IsRegular() {
			f, err := openForWriting(ctx, path)
			return &outputFile{File: f}, err
		}
	}
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target // a link stays one
	}
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		var named *fs.PathError
		if errors.As(err, &named) {
			err = named.Err // the name of the temporary file says nothing
		}
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	mode := os.FileMode(0o644)
	if info != nil {
		mode = info.Mode().Perm()
	}
	if err := f.Chmod(mode); err != nil {
		f.Close()
		os.Remove(f.Name())
		return nil, pathFailed(path, err)
	}
	return &outputFile{f, path}, nil
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
