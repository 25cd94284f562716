package file

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
)

const readBytes = 64 << 10 // read at once

// AppendLine adds a line to a file of the user's alone. It is written at once, so that processes that append at the same
// time do not tear each other's lines.
func AppendLine(path string, line []byte) error {
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
