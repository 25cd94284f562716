// Package session keeps what was asked and answered, turn by turn, as it happens.
//
//	store := session.Open(filepath.Join(state, "sessions"))
//	s, err := store.New(roots, time.Now())
//	err = s.Ask(session.Asked{At: time.Now(), Text: "What does MLWE mean?"})
//	err = s.Answer(wire.FromAnswer(answer, report))
//	…
//	s, err = store.Load(s.ID) // s.Turns holds the answers with their evidence as they were
//
// A session is a text file with one JSON object a line that is only ever appended to: a header, then what was asked and
// what became of it. Each line is written at once and synced. What a killed process or a full disk leaves of a line costs
// that line alone.
package session

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"sync"
	"time"

	"ibid/engine"
	"ibid/index"
	"ibid/ui/wire"
)

// Session is a sequence of questions over the same documents. Its methods may be called from several goroutines, but
// there is one open question at a time.
type Session struct {
	ID      string // the local time it was made at, and four hexadecimal digits
	Started time.Time
	Roots   []string // the documents, as absolute paths
	Turns   []Turn   // as they were when it was loaded
	Damaged int      // lines that could not be read

	store *Store

	mu      sync.Mutex
	saved   bool   // there is a file
	pending []byte // lines that could not be written yet
	turn    string // the open question's, "" where none is
	asked   time.Time
}

// Asked is a question.
type Asked struct {
	At        time.Time
	Text      string   // as it was typed
	Documents []string // ids that it was narrowed to
	Projects  []string
	Selected  string // the text that alone may answer, "" for the documents
	Origin    string // where the selected text is from
}

// Turn is a question and what became of it.
type Turn struct {
	Asked
	Answer *engine.Answer // nil where there is none
	Report index.Report   // how the index stood to the documents
	Failed string         // why there is no answer; "" with a nil Answer: ibid ended before
}

// Ask saves a question. The first one makes the session's file.
func (s *Session) Ask(q Asked) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn, s.asked = randomHex(turnBytes), q.At
	return s.write(line[wire.Answer]{Type: typeAsked, Turn: s.turn, At: q.At, Text: q.Text,
		Documents: q.Documents, Projects: q.Projects, Selected: q.Selected, Origin: q.Origin})
}

// Answer saves the answer to the question that was asked last.
func (s *Session) Answer(a wire.Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	took := a.Engine().Timings.Total
	return s.close(line[wire.Answer]{Type: typeAnswered, At: s.asked.Add(took), Answer: &a})
}

// Fail saves why the question that was asked last has no answer.
func (s *Session) Fail(message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.close(line[wire.Answer]{Type: typeFailed, Message: message})
}

func (s *Session) close(l line[wire.Answer]) error {
	if s.turn == "" {
		return errors.New("session: nothing was asked")
	}
	l.Turn, s.turn = s.turn, ""
	return s.write(l)
}

// write appends a line. One that cannot be written is kept and written with the next.
func (s *Session) write(l line[wire.Answer]) error {
	text, err := wire.Encode(l)
	if err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	s.pending = append(s.pending, text...)
	head, err := wire.Encode(header{Schema: schema, ID: s.ID, Started: s.Started, Roots: s.Roots})
	if err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	if err := s.store.append(s.ID, head, s.pending, s.saved); err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	s.pending, s.saved = nil, true
	return nil
}

// randomHex is n random bytes in hexadecimal digits.
func randomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}
