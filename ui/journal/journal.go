// Package journal keeps the local log of what became of each question, and counts it.
//
//	j := journal.Open(filepath.Join(state, "ibid"))
//	err := j.Append(journal.NewEntry(answer, time.Now()))
//	err = j.Read(func(e journal.Entry) { … })
//
// The log is a text file with one JSON object a line, log.jsonl. When it has grown to MaxBytes it becomes log.1.jsonl
// and the log.1.jsonl before it is given up. Nothing of it leaves the machine.
package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"ibid/guard"
	"ibid/ui/keep"
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

// Append adds an entry.
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
	if err := keep.Append(j.Path(), line); err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return rotated
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

// Read calls f with every entry, the oldest first. What is not an entry is skipped: a line that was torn, or one that
// another program or another version wrote. Without a log there are no entries.
func (j *Journal) Read(f func(Entry)) error {
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
		err := keep.Lines(files[i], maxLine, func(l keep.Line) {
			if e, ok := parse(l.Text); ok {
				f(e)
			}
		})
		if err != nil {
			return fmt.Errorf("log: %w", err)
		}
	}
	return nil
}

func same(a, b *os.File) bool {
	x, errX := a.Stat()
	y, errY := b.Stat()
	return errX == nil && errY == nil && os.SameFile(x, y)
}

// parse reads one line.
func parse(line []byte) (Entry, bool) {
	var r record
	if err := json.Unmarshal(line, &r); err != nil || r.Schema != schema || r.Time.IsZero() {
		return Entry{}, false
	}
	return r.Entry, true
}
