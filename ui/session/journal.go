package session

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"ibid/guard"
	"ibid/index/file"
)

const (
	journalSchema = "ibid.log/1"
	journalFile   = "log.jsonl"
	journalOld    = "log.1.jsonl"
	journalLock   = "log.lock" // held while the files change names

	// MaxJournalBytes is the size at which a log is put aside: about 10,000 questions.
	MaxJournalBytes = 8 << 20
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
		err = file.AppendLine(j.Path(), line)
	}
	if err != nil {
		return fmt.Errorf("log: %w", err)
	}
	return rotated
}

// rotate puts a full log aside.
func (j *Journal) rotate() error {
	full := func() bool {
		info, err := os.Stat(j.Path())
		return err == nil && info.Size() >= j.maxBytes
	}
	if !full() {
		return nil
	}
	release, err := lock(filepath.Join(j.dir, journalLock))
	if err == nil {
		if full() { // still: another process may have put it aside before the lock was had
			err = os.Rename(j.Path(), filepath.Join(j.dir, journalOld))
		}
		err = errors.Join(err, release())
	}
	if err != nil {
		return fmt.Errorf("log: the full log could not be put aside: %w", err)
	}
	return nil
}
