// Package session keeps what was asked and answered, turn by turn, as it happens.
//
//	store := session.Open(filepath.Join(state, "sessions"))
//	s, err := store.New(roots, time.Now())
//	err = s.Ask(session.Asked{At: time.Now(), Text: "What does MLWE mean?"})
//	err = s.Answer(answer)
//	…
//	s, err = store.Load(s.ID)         // s.Turns are the questions
//	answer, err = s.Recall(0)         // with its evidence as it was
//
// A session is a text file with one JSON object a line that is only ever appended to: a header, then what was asked
// and what became of it. A passage of the documents is written once, before the first answer that has it as evidence,
// under a hash that later answers name. Each line is written at once and synced. What a killed process or a full disk
// leaves of a line costs that line alone.
//
// Of a session in memory there are the questions, the answers' own text, and where the lines stand.
package session

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"sync"
	"time"

	"ibid/engine"
	"ibid/index"
	"ibid/index/file"
	"ibid/ui/text"
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
	At        time.Time    `json:"at,omitzero"`
	Text      string       `json:"text,omitempty"`      // as it was typed
	Documents []string     `json:"documents,omitempty"` // ids that it was narrowed to
	Projects  []string     `json:"projects,omitempty"`
	Selected  string       `json:"selected,omitempty"` // the text that alone may answer, "" for the documents
	Origin    string       `json:"origin,omitempty"`   // where the selected text is from, for a person
	Source    *index.Place `json:"source,omitempty"`   // where it is from, nil where no document has it
	Folder    string       `json:"folder,omitempty"`   // that the paths of the answer start from; filled in by Ask
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
	line
	answer *engine.Answer // that the line is to hold, nil for none
	turn   int
}

// Ask saves a question. The first one makes the session's file.
func (s *Session) Ask(q Asked) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.Folder, _ = filepath.Abs("") // "" where nobody can tell
	s.Turns, s.open = append(s.Turns, Turn{Asked: q, id: randomHex(turnBytes)}), true
	return s.write(line{Type: typeAsked, Asked: q}, nil)
}

// Answer saves the answer to the question that was asked last.
func (s *Session) Answer(a *engine.Answer) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	t, err := s.close()
	if err != nil {
		return err
	}
	t.answered(a)
	return s.write(line{Type: typeAnswered, Asked: Asked{At: t.At.Add(a.Timings.Total.Duration())}}, a)
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
	return s.write(line{Type: typeFailed, Message: message}, nil)
}

func (s *Session) close() (*Turn, error) {
	if !s.open {
		return nil, errors.New("session: nothing was asked")
	}
	s.open = false
	return &s.Turns[len(s.Turns)-1], nil
}

func (t *Turn) answered(a *engine.Answer) {
	t.Answered, t.Refused = true, a.Refused
	t.Exchange = engine.Exchange{Question: cmp.Or(a.Asked, a.Question), Answer: a.Text}
}

// write appends a line. One that cannot be written is kept and written with the next.
func (s *Session) write(l line, a *engine.Answer) error {
	turn := len(s.Turns) - 1
	l.Turn = s.Turns[turn].id
	s.pending = append(s.pending, unwritten{line: l, answer: a, turn: turn})
	if err := s.flush(); err != nil {
		return fmt.Errorf("session %s: %w", s.ID, err)
	}
	return nil
}

// flush writes what waits.
func (s *Session) flush() error {
	head, err := text.Encode(header{Schema: schema, ID: s.ID, Started: s.Started, Roots: s.Roots})
	if err != nil {
		return err
	}
	var out *batch
	err = s.store.append(s.ID, s.saved, func(start int64) ([]byte, error) {
		out = &batch{start: start, answers: map[int]place{}, passages: map[string]place{}}
		if start == 0 {
			s.forget()
			out.put(head)
		}
		for _, p := range s.pending {
			if err := out.add(p, s.passages); err != nil {
				return nil, err
			}
		}
		return out.data, nil
	})
	if err != nil {
		return err
	}
	maps.Copy(s.passages, out.passages)
	for turn, at := range out.answers {
		s.Turns[turn].at = at
	}
	s.pending, s.saved = nil, true
	return nil
}

// batch is lines that are written at once.
type batch struct {
	start    int64 // where they will stand
	data     []byte
	answers  map[int]place // by their turns
	passages map[string]place
}

// put adds a line, and tells where it will stand.
func (b *batch) put(line []byte) place {
	at := place{b.start + int64(len(b.data)), len(line)}
	b.data = append(b.data, line...)
	return at
}

// add adds a line, and before it the passages of its answer that the file does not have.
func (b *batch) add(p unwritten, has map[string]place) error {
	if p.answer != nil {
		k := kept{Answer: *p.answer}
		k.Schema = engine.AnswerSchema // whoever made it
		for _, ev := range p.answer.Evidence {
			key, encoded, err := passageLine(ev)
			if err != nil {
				return err
			}
			k.Evidence = append(k.Evidence, use{Key: ev.Key, Score: ev.Score, LexicalRank: ev.LexicalRank, DenseRank: ev.DenseRank, Neighbour: ev.Neighbour, Passage: key})
			_, written := has[key]
			if _, waits := b.passages[key]; !written && !waits {
				b.passages[key] = b.put(encoded)
			}
		}
		var err error
		if p.line.Answer, err = text.Encode(k); err != nil {
			return err
		}
	}
	encoded, err := text.Encode(p.line)
	if at := b.put(encoded); p.answer != nil {
		b.answers[p.turn] = at
	}
	return err
}

// forget drops what is known of a file that somebody deleted.
func (s *Session) forget() {
	clear(s.passages)
	for i := range s.Turns {
		s.Turns[i].at = place{}
	}
}

// Recall reads the answer of a turn as it was given; nil where there is none.
func (s *Session) Recall(turn int) (*engine.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.Turns[turn]
	if !t.Answered {
		return nil, nil
	}
	for _, p := range s.pending {
		if p.turn == turn && p.answer != nil {
			return p.answer, nil
		}
	}
	a, err := s.recall(t)
	if err != nil {
		return nil, fmt.Errorf("the answer cannot be read from session %s: %w; ask again", s.ID, err)
	}
	return a, nil
}

var errDamaged = errors.New("its file is damaged")

func (s *Session) recall(t *Turn) (*engine.Answer, error) {
	f, _, err := file.Open(s.store.path(s.ID))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	l, err := readLine(f, t.at)
	if err != nil {
		return nil, err
	}
	var in struct {
		engine.Answer
		Evidence []json.RawMessage `json:"evidence"`
	}
	if l.Type != typeAnswered || l.Turn != t.id || json.Unmarshal(l.Answer, &in) != nil {
		return nil, errDamaged
	}
	for _, data := range in.Evidence {
		var u use
		if json.Unmarshal(data, &u) != nil {
			return nil, errDamaged
		}
		if u.Passage != "" {
			p, err := readLine(f, s.passages[u.Passage])
			if err != nil {
				return nil, err
			}
			if data = p.Evidence; keyOf(data) != u.Passage {
				return nil, errDamaged
			}
		}
		var ev engine.Evidence
		if json.Unmarshal(data, &ev) != nil {
			return nil, errDamaged
		}
		ev.Key, ev.Score, ev.LexicalRank, ev.DenseRank, ev.Neighbour = u.Key, u.Score, u.LexicalRank, u.DenseRank, u.Neighbour
		in.Answer.Evidence = append(in.Answer.Evidence, ev)
	}
	in.Answer.MakeSane()
	return &in.Answer, nil
}

// readLine reads the line at a place. A line that is not there is damage.
func readLine(r io.ReaderAt, at place) (line, error) {
	var l line
	data := make([]byte, at.size)
	if _, err := r.ReadAt(data, at.start); err != nil && err != io.EOF {
		return l, err
	}
	if json.Unmarshal(data, &l) != nil {
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
