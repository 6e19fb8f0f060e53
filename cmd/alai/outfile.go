package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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
func openForWriting(ctx context.Context, path string) (file *os.File, err error) {
	done := make(chan struct{})
	go func() {
		file, err = os.OpenFile(path, os.O_WRONLY, 0)
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if err != nil {
		return nil, pathFailed(path, err)
	}
	return file, nil
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
	return os.Rename(f.Name(), f.path)
}

// discard leaves what stands at the path as it was. After commit it does nothing.
func (f *outputFile) discard() {
	if f.Close() == nil && f.path != "" {
		os.Remove(f.Name())
	}
}
