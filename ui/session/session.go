// Package session keeps what was asked and answered, turn by turn, as it happens.
//
//	store := session.Open(filepath.Join(state, "sessions"))
//	s, err := store.New(roots, time.Now())
//	err = s.Ask(session.Asked{At: time.Now(), Text: "What does MLWE mean?"})
//	err = s.Answer(wire.FromAnswer(answer, report))
//	…
//	s, err = store.Load(s.ID)         // s.Turns are the questions
//	answer, report, err = s.Recall(0) // with its evidence as it was
//
// A session is a text file with one JSON object a line that is only ever appended to: a header, then what was asked
// and what became of it. A passage of the documents is written once, before the first answer that has it as evidence,
// under a hash that later answers name. Each line is written at once and synced. What a killed process or a full disk
// leaves of a line costs that line alone.
//
// Of a session in memory there are the questions, the answers' own text, and where the lines stand.
package session

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"sync"
	"time"

	"ibid/engine"
	"ibid/index"
	"ibid/index/file"
	"ibid/ui/wire"
)

// Session is a sequence of questions over the same documents. Its methods may be called from several goroutines, but
// there is one open question at a time.
type Session struct {
	ID      string // the local time it was made at, and four hexadecimal digits
	Started time.Time
	Roots   []string // the documents, as absolute paths
	Turns   []Turn   // so far; Ask adds to them
	Damaged int      // lines that could not be read

	store *Store

	mu       sync.Mutex
	saved    bool             // there is a file
	pending  []unwritten      // lines that could not be written yet
	open     bool             // the last turn has no outcome yet
	passages map[string]place // of the file, by their hash
}

// Asked is a question.
type Asked struct {
	At        time.Time
	Text      string   // as it was typed
	Documents []string // ids that it was narrowed to
	Projects  []string
	Selected  string      // the text that alone may answer, "" for the documents
	Origin    string      // where the selected text is from, for a person
	Source    *wire.Place // where it is from, nil where no document has it
	Folder    string      // that the paths of the answer start from; filled in by Ask
}

// Turn is a question and what is known of its outcome. Recall reads the rest of an answer.
type Turn struct {
	Asked
	Answered bool
	Refused  bool            // so it was answered
	Exchange engine.Exchange // what a later question may lean on
	Failed   string          // why there is no answer; "" where it was not answered either: ibid ended before

	id string
	at place // of the answer
}

// unwritten is a line that is not in the file yet.
type unwritten struct {
	line[kept]
	answer *wire.Answer // that the line is to hold, nil for none
	turn   int
}

// Ask saves a question. The first one makes the session's file.
func (s *Session) Ask(q Asked) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.Folder, _ = filepath.Abs("") // "" where nobody can tell
	s.Turns, s.open = append(s.Turns, Turn{Asked: q, id: randomHex(turnBytes)}), true
	return s.write(line[kept]{Type: typeAsked, At: q.At, Text: q.Text, Documents: q.Documents, Projects: q.Projects,
		Selected: q.Selected, Origin: q.Origin, Source: q.Source, Folder: q.Folder}, nil)
}

// Answer saves the answer to the question that was asked last.
func (s *Session) Answer(a wire.Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.close()
	if err != nil {
		return err
	}
	t.answered(&head{a.Schema, a.Question, a.Asked, a.Answer, a.Refused})
	return s.write(line[kept]{Type: typeAnswered, At: t.At.Add(a.Engine().Timings.Total)}, &a)
}

// Fail saves why the question that was asked last has no answer.
func (s *Session) Fail(message string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.close()
	if err != nil {
		return err
	}
	t.Failed = message
	return s.write(line[kept]{Type: typeFailed, Message: message}, nil)
}

func (s *Session) close() (*Turn, error) {
	if !s.open {
		return nil, errors.New("session: nothing was asked")
	}
	s.open = false
	return &s.Turns[len(s.Turns)-1], nil
}

func (t *Turn) answered(h *head) {
	t.Answered, t.Refused = true, h.Refused
	t.Exchange = engine.Exchange{Question: cmp.Or(h.Asked, h.Question), Answer: h.Answer}
}

// write appends a line. One that cannot be written is kept and written with the next.
func (s *Session) write(l line[kept], a *wire.Answer) error {
	turn := len(s.Turns) - 1
	l.Turn = s.Turns[turn].id
	s.pending = append(s.pending, unwritten{l, a, turn})
	if err := s.flush(); err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	return nil
}

// flush writes what waits.
func (s *Session) flush() error {
	head, err := wire.Encode(header{Schema: schema, ID: s.ID, Started: s.Started, Roots: s.Roots})
	if err != nil {
		return err
	}
	var answers, passages map[string]place // in data
	start, err := s.store.append(s.ID, s.saved, func(fresh bool) ([]byte, error) {
		var data []byte
		if fresh {
			s.forget()
			data = head
		}
		answers, passages = map[string]place{}, map[string]place{}
		for _, p := range s.pending {
			if p.answer != nil {
				k := kept{Answer: *p.answer}
				for _, ev := range p.answer.Evidence {
					key, text, err := passageLine(ev)
					if err != nil {
						return nil, err
					}
					k.Evidence = append(k.Evidence, use{ev.Key, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour, key})
					if _, known := s.passages[key]; known {
						continue
					}
					if _, known := passages[key]; !known {
						passages[key] = place{int64(len(data)), len(text)}
						data = append(data, text...)
					}
				}
				k.Evidence = wire.List(k.Evidence)
				p.line.Answer = &k
			}
			text, err := wire.Encode(p.line)
			if err != nil {
				return nil, err
			}
			if p.answer != nil {
				answers[p.Turn] = place{int64(len(data)), len(text)}
			}
			data = append(data, text...)
		}
		return data, nil
	})
	if err != nil {
		return err
	}
	for key, at := range passages {
		s.passages[key] = place{start + at.start, at.size}
	}
	for _, p := range s.pending {
		if at, ok := answers[p.Turn]; ok {
			s.Turns[p.turn].at = place{start + at.start, at.size}
		}
	}
	s.pending, s.saved = nil, true
	return nil
}

// forget drops what is known of a file that somebody deleted.
func (s *Session) forget() {
	clear(s.passages)
	for i := range s.Turns {
		s.Turns[i].at = place{}
	}
}

// passageLine is evidence as a line of its own, without what one answer made of it, and the hash that names it.
func passageLine(ev wire.Evidence) (key string, text []byte, err error) {
	ev.Key, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour = "", 0, 0, 0, false
	object, err := wire.Encode(ev)
	if err != nil {
		return "", nil, err
	}
	object = bytes.TrimSpace(object)
	key = keyOf(object)
	text, err = wire.Encode(line[kept]{Type: typePassage, Passage: key, Evidence: object})
	return key, text, err
}

func keyOf(object []byte) string {
	sum := sha256.Sum256(object)
	return hex.EncodeToString(sum[:keyBytes])
}

// Recall reads the answer of a turn as it was given, and how the index stood to the documents; nil where there is none.
func (s *Session) Recall(turn int) (*engine.Answer, index.Report, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.Turns[turn]
	if !t.Answered {
		return nil, index.Report{}, nil
	}
	for _, p := range s.pending {
		if p.turn == turn && p.answer != nil {
			return p.answer.Engine(), p.answer.Report(), nil
		}
	}
	a, err := s.recall(t)
	if err != nil {
		return nil, index.Report{}, fmt.Errorf("the answer cannot be read from session %s: %w; ask again", s.ID, err)
	}
	return a.Engine(), a.Report(), nil
}

var errDamaged = errors.New("its file is damaged")

func (s *Session) recall(t *Turn) (*wire.Answer, error) {
	f, _, err := file.Open(s.store.path(s.ID))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := readLine[recalled](f, t.at)
	if err != nil {
		return nil, err
	}
	if l.Type != typeAnswered || l.Turn != t.id || l.Answer == nil {
		return nil, errDamaged
	}
	a := l.Answer.Answer
	for _, e := range l.Answer.Evidence {
		ev := e.Evidence
		if e.Passage != "" {
			p, err := readLine[recalled](f, s.passages[e.Passage])
			if err != nil {
				return nil, err
			}
			if keyOf(p.Evidence) != e.Passage || json.Unmarshal(p.Evidence, &ev) != nil {
				return nil, errDamaged
			}
			ev.Key, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour = e.Key, e.Score, e.LexicalRank, e.DenseRank, e.Neighbour
		}
		a.Evidence = append(a.Evidence, ev)
	}
	return &a, nil
}

// readLine reads the line at a place. A line that is not there is damage.
func readLine[A any](r io.ReaderAt, at place) (line[A], error) {
	var l line[A]
	text := make([]byte, at.size)
	if _, err := r.ReadAt(text, at.start); err != nil && err != io.EOF {
		return l, err
	}
	if json.Unmarshal(text, &l) != nil {
		return l, errDamaged
	}
	return l, nil
}

// randomHex is n random bytes in hexadecimal digits.
func randomHex(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // it never fails
	return hex.EncodeToString(b)
}
