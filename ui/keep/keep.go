// Package keep writes and reads the files that ibid keeps for itself: files that are replaced as a whole, and files
// of lines that several processes append to and that somebody may stop in the middle of a line.
package keep

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

const (
	temporary = ".ibid-*"
	readBytes = 64 << 10 // read at once
)

// Replace writes a file and puts it in the place of the old one: a reader sees the one or the other.
func Replace(path string, data []byte, mode fs.FileMode) error {
	temp, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return err
	}
	_, err = temp.Write(data)
	if err = errors.Join(err, temp.Chmod(mode), temp.Sync(), temp.Close()); err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(temp.Name()))
	}
	return err
}

// Overwrite writes a file that a person named, whole or not at all. A link stays one, an older file keeps its mode,
// and what is no file, such as a terminal, is written to.
func Overwrite(path string, data []byte) error {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	mode := fs.FileMode(0o600)
	if info, err := os.Stat(path); err == nil {
		if mode = info.Mode().Perm(); !info.Mode().IsRegular() {
			return Cause(os.WriteFile(path, data, mode))
		}
	}
	return Cause(Replace(path, data, mode))
}

// Writable says why no file can be made in a folder or, where there is none yet, in the one that it would be made in.
// Nothing is left behind.
func Writable(dir string) error {
	for !Exists(dir) && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
	}
	probe, err := os.CreateTemp(dir, temporary)
	if err == nil {
		err = errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
	return Cause(err)
}

// Exists tells whether something is at a path, or whether nobody can tell.
func Exists(path string) bool {
	_, err := os.Stat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

// Cause is an error of a file without its path, which is told beside it or is one that nobody knows.
func Cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Append adds a line to a file of the user's alone. It is written at once, so that processes that append at the same
// time do not tear each other's lines.
func Append(path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if Torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

// Torn tells that the last line of a file has no end: whoever wrote it was stopped. Where another process is in the
// middle of its write, the worst that follows is an empty line.
func Torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

// Line is a line of a file. Its text is valid until the next one is read.
type Line struct {
	Text  []byte // with its line break; nil where the line is longer than anything that ibid wrote
	Start int64  // byte offset in the file
	Size  int
	Whole bool // it has an end
}

// Lines reads every line that is not blank, in order. most is how many bytes of one are read.
func Lines(r io.Reader, most int, f func(Line)) error {
	in := bufio.NewReaderSize(r, readBytes)
	var text []byte
	var at Line
	over := false
	for {
		part, err := in.ReadSlice('\n')
		at.Size += len(part)
		if over = over || len(text)+len(part) > most; over {
			text = text[:0]
		} else {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && err != io.EOF:
			return err
		case over:
			f(Line{nil, at.Start, at.Size, err == nil})
		case len(bytes.TrimSpace(text)) > 0:
			f(Line{text, at.Start, at.Size, err == nil})
		}
		if err == io.EOF {
			return nil
		}
		text, over = text[:0], false
		at = Line{Start: at.Start + int64(at.Size)}
	}
}
