// Package file opens files that a stranger may have put where they stand, writes private files that are whole after a
// crash of the machine, and does the work on many of them on all cores, where a panic is an error of its caller.
//
//	data, err := file.Read(".ibid.toml", 64<<10)
//	err = file.Replace(path, data)
//	err = file.Parallel(ctx, len(all), func(i int) error { … })
package file

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// What stands in the way of a file.
var (
	ErrIrregular = errors.New("not a regular file") // a folder, FIFO, socket or device in its place
	ErrTooLarge  = errors.New("too large")          // it has more bytes than its reader takes
	ErrMoved     = errors.New("it was replaced while it was looked at")
)

// Open opens the regular file at a path; links are followed. Errors are of kind *fs.PathError.
func Open(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	return regularFile(path, f, err)
}

// OpenIn opens the regular file at a path below a root; a link that leads out of the root is an error.
func OpenIn(root *os.Root, path string) (*os.File, fs.FileInfo, error) {
	f, err := root.OpenFile(path, os.O_RDONLY|nonblock, 0)
	return regularFile(path, f, err)
}

// maxSwaps is how often Direct looks again at a file that is replaced in the moment between the look and the opening, as
// editors do.
const maxSwaps = 3

// OpenFolder opens a folder in a root, which must be no link.
func OpenFolder(root *os.Root, name string) (*os.Root, error) {
	seen, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !seen.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: name, Err: ErrMoved}
	}
	folder, err := root.OpenRoot(name + "/.") // the dot has it opened as a folder: a FIFO put there would be waited on
	if err != nil {
		return nil, err
	}
	opened, err := folder.Stat(".")
	if err == nil && !os.SameFile(seen, opened) {
		err = &fs.PathError{Op: "open", Path: name, Err: ErrMoved}
	}
	if err != nil {
		folder.Close()
		return nil, err
	}
	return folder, nil
}

// OpenDirect opens the regular file at a slash-separated path below a root; no part of the path may be a link, not even
// one that stays in the root.
func OpenDirect(root *os.Root, name string) (*os.File, fs.FileInfo, error) {
	for {
		first, rest, deeper := strings.Cut(name, "/")
		if !deeper {
			break
		}
		folder, err := OpenFolder(root, first)
		if err != nil {
			return nil, nil, err
		}
		defer folder.Close()
		root, name = folder, rest
	}
	for range maxSwaps {
		seen, err := root.Lstat(name)
		if err != nil {
			return nil, nil, err
		}
		if !seen.Mode().IsRegular() {
			return nil, nil, &fs.PathError{Op: "open", Path: name, Err: ErrIrregular}
		}
		f, opened, err := OpenIn(root, name)
		if err != nil {
			return nil, nil, err
		}
		if os.SameFile(seen, opened) {
			return f, opened, nil
		}
		f.Close()
	}
	return nil, nil, &fs.PathError{Op: "open", Path: name, Err: ErrMoved}
}

func regularFile(path string, f *os.File, err error) (*os.File, fs.FileInfo, error) {
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &fs.PathError{Op: "open", Path: path, Err: ErrIrregular}
	}
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// Read reads the regular file at a path, of at most limit bytes; links are followed.
func Read(path string, limit int64) ([]byte, error) {
	f, _, err := Open(path)
	return readAll(f, err, limit)
}

// ReadIn reads the regular file at a path below a folder, of at most limit bytes; a link that leads out of the folder
// is an error.
func ReadIn(folder, path string, limit int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	f, _, err := OpenIn(root, path)
	return readAll(f, err, limit)
}

// ReadDirect reads what Direct opens, of at most limit bytes.
func ReadDirect(root *os.Root, name string, limit int64) ([]byte, error) {
	f, _, err := OpenDirect(root, name)
	return readAll(f, err, limit)
}

// readAll reads an open file of at most limit bytes, however many it said that it has, and closes it.
func readAll(f *os.File, err error, limit int64) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if info.Size() <= limit {
		b.Grow(int(info.Size()) + bytes.MinRead) // read at once, without a copy
		_, err = b.ReadFrom(io.LimitReader(f, limit+1))
	}
	if err == nil && max(info.Size(), int64(b.Len())) > limit {
		err = &fs.PathError{Op: "read", Path: f.Name(), Err: fmt.Errorf("%w: over %d bytes", ErrTooLarge, limit)}
	}
	if err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
