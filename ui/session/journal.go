package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/gofrs/flock"

	"ibid/guard"
)

const (
	journalSchema = "ibid.log/1"
	journalFile   = "log.jsonl"
	journalOld    = "log.1.jsonl"
	journalLock   = "log.lock" // held while the files change names

	// MaxJournalBytes is the size at which a log is put aside: about 10,000 questions.
	MaxJournalBytes = 8 << 20

	maxEntry = 256 << 10 // bytes; what is longer was not written by Append
)

// Journal is the local log of what became of each question: a text file with one JSON object a line. When it has
// grown to MaxJournalBytes it takes the place of the older one beside it. A Journal may be used by several goroutines
// and processes at once.
type Journal struct {
	dir      string
	maxBytes int64
}

// OpenJournal names the folder of a log. The folder and the log are made by the first Append.
func OpenJournal(dir string) *Journal { return &Journal{dir: dir, maxBytes: MaxJournalBytes} }

// Path is the file that entries are appended to.
func (j *Journal) Path() string { return filepath.Join(j.dir, journalFile) }

// record is one line of the log.
type record struct {
	Schema string `json:"schema"`
	Entry
}

// Append adds an entry.
func (j *Journal) Append(e Entry) error {
	e.Question = guard.Sanitize(e.Question) // the file may be looked at in a terminal
	line, err := json.Marshal(record{Schema: journalSchema, Entry: e})
	if err == nil {
		err = os.MkdirAll(j.dir, 0o700)
	}
	var rotated error
	if err == nil {
		rotated = j.rotate()
		err = appendLine(j.Path(), line)
	}
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return rotated
}

// rotate puts a full log aside. If another process is doing so, that is left to it.
func (j *Journal) rotate() error {
	if !j.full() {
		return nil
	}
	l := flock.New(filepath.Join(j.dir, journalLock), flock.SetPermissions(0o600))
	got, err := l.TryLock()
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	if !got {
		return nil
	}
	if j.full() { // still: another process may have put it aside before the lock was had
		err = os.Rename(j.Path(), filepath.Join(j.dir, journalOld))
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
	var files []*os.File // the newer first: one that is put aside between the two is met a second time, and known
	for _, name := range []string{journalFile, journalOld} {
		file, err := os.Open(filepath.Join(j.dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("log: %w", err)
		}
		defer file.Close()
		if len(files) == 0 || !sameFile(files[0], file) {
			files = append(files, file)
		}
	}
	for _, file := range slices.Backward(files) {
		err := Lines(file, maxEntry, func(l Line) {
			if e, ok := parseEntry(l.Text); ok {
				f(e)
			}
		})
		if err != nil {
			return fmt.Errorf("log: %w", err)
		}
	}
	return nil
}

func sameFile(a, b *os.File) bool {
	x, errX := a.Stat()
	y, errY := b.Stat()
	return errX == nil && errY == nil && os.SameFile(x, y)
}

func parseEntry(line []byte) (Entry, bool) {
	var r record
	ok := json.Unmarshal(line, &r) == nil && r.Schema == journalSchema && !r.Time.IsZero()
	return r.Entry, ok
}
