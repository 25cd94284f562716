// Package journal keeps the local log of what became of each question, and counts it by week.
//
//	j := journal.Open(filepath.Join(state, "ibid"))
//	err := j.Append(journal.NewEntry(answer, time.Now()))
//	err = j.Read(func(e journal.Entry) error { … })
//
// The log is a text file with one JSON object a line, log.jsonl. When it has grown to MaxBytes it becomes log.1.jsonl
// and the log.1.jsonl before it is given up. Nothing of it leaves the machine.
package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"ibid/guard"
)

const (
	current  = "log.jsonl"
	previous = "log.1.jsonl"
	lockFile = "log.lock" // held while the files change names
	schema   = "ibid.log/1"

	// MaxBytes is the size at which a log is put aside: about 10,000 questions.
	MaxBytes = 8 << 20

	maxLine = 256 << 10 // bytes; what is longer was not written by Append
)

// Journal is a log. It may be used by several goroutines and processes at once.
type Journal struct {
	dir      string
	maxBytes int64
}

// Open names the folder of a log. The folder and the log are made by the first Append.
func Open(dir string) *Journal { return &Journal{dir, MaxBytes} }

// Path is the file that entries are appended to.
func (j *Journal) Path() string { return filepath.Join(j.dir, current) }

// record is one line of the log.
type record struct {
	Schema string `json:"schema"`
	Entry
}

// Append adds an entry. The line is written at once, so that processes that append at the same time do not tear each
// other's lines.
func (j *Journal) Append(e Entry) error {
	e.Question = guard.Sanitize(e.Question) // the file may be looked at in a terminal
	line, err := json.Marshal(record{schema, e})
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	if err := os.MkdirAll(j.dir, 0o700); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	rotated := j.rotate()
	if err := appendLine(j.Path(), line); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return rotated
}

func appendLine(path string, line []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	if err != nil {
		return err
	}
	line = append(line, '\n')
	if torn(f) {
		line = append([]byte{'\n'}, line...)
	}
	_, err = f.Write(line)
	return errors.Join(err, f.Close())
}

// torn tells that the last line of a file has no end: whoever wrote it was stopped. Where another process is in the
// middle of its write, the worst that follows is an empty line.
func torn(f *os.File) bool {
	info, err := f.Stat()
	if err != nil || info.Size() == 0 {
		return false
	}
	var last [1]byte
	_, err = f.ReadAt(last[:], info.Size()-1)
	return err == nil && last[0] != '\n'
}

// rotate puts a full log aside. If another process is doing so, that is left to it.
func (j *Journal) rotate() error {
	if !j.full() {
		return nil
	}
	l := flock.New(filepath.Join(j.dir, lockFile), flock.SetPermissions(0o600))
	got, err := l.TryLock()
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	if !got {
		return nil
	}
	if j.full() { // still: another process may have put it aside before the lock was had
		err = os.Rename(j.Path(), filepath.Join(j.dir, previous))
	}
	if err = errors.Join(err, l.Close()); err != nil {
		return fmt.Errorf("log: the full log could not be put aside: %w", err)
	}
	return nil
}

func (j *Journal) full() bool {
	info, err := os.Stat(j.Path())
	return err == nil && info.Size() >= j.maxBytes
}

// Read calls f with every entry, the oldest first, and stops at its first error. What is not an entry is skipped: a line
// that was torn, or one that another program or another version wrote. Without a log there are no entries.
func (j *Journal) Read(f func(Entry) error) error {
	var files []*os.File // the newer first: if it is put aside between the two, it is met a second time and known
	defer func() {
		for _, file := range files {
			file.Close()
		}
	}()
	for _, name := range []string{current, previous} {
		file, err := os.Open(filepath.Join(j.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("log: %w", err)
		}
		if len(files) > 0 && same(files[0], file) {
			file.Close()
			continue
		}
		files = append(files, file)
	}
	for i := len(files) - 1; i >= 0; i-- {
		if err := readEntries(files[i], f); err != nil {
			return err
		}
	}
	return nil
}

func same(a, b *os.File) bool {
	x, errX := a.Stat()
	y, errY := b.Stat()
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func readEntries(r io.Reader, f func(Entry) error) error {
	br := bufio.NewReaderSize(r, maxLine)
	for {
		line, err := br.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			for errors.Is(err, bufio.ErrBufferFull) {
				_, err = br.ReadSlice('\n')
			}
			line = nil
		}
		if err != nil && err != io.EOF {
			return fmt.Errorf("log: %w", err)
		}
		if e, ok := parse(line); ok {
			if err := f(e); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
	}
}

// parse reads one line.
func parse(line []byte) (Entry, bool) {
	if len(bytes.TrimSpace(line)) == 0 {
		return Entry{}, false
	}
	var r record
	if err := json.Unmarshal(line, &r); err != nil || r.Schema != schema || r.Time.IsZero() {
		return Entry{}, false
	}
	return r.Entry, true
}
