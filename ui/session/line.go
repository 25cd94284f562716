package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"

	"ibid/ui/wire"
)

const (
	schema = "ibid.session/1"

	typeAsked    = "asked"
	typeAnswered = "answered"
	typeFailed   = "failed"
	typePassage  = "passage" // of the documents, for the answers behind it

	turnBytes = 4
	keyBytes  = 12       // of the hash that names a passage
	maxLine   = 64 << 20 // bytes; what is longer was not written by ibid
)

// header is the first line of a file. Fields are only ever added.
type header struct {
	Schema  string    `json:"schema"`
	ID      string    `json:"id"`
	Started time.Time `json:"started"`
	Roots   []string  `json:"roots"`
}

// line is any other line. A is as much of an ibid.answer/1 object as the reader wants.
type line[A any] struct {
	Type string    `json:"type"`           // asked, answered, failed, passage; others are of a later version
	Turn string    `json:"turn,omitempty"` // joins a question and what became of it
	At   time.Time `json:"at,omitzero"`

	Text      string      `json:"text,omitempty"`
	Documents []string    `json:"documents,omitempty"`
	Projects  []string    `json:"projects,omitempty"`
	Selected  string      `json:"selected,omitempty"`
	Origin    string      `json:"origin,omitempty"`
	Source    *wire.Place `json:"source,omitempty"`
	Folder    string      `json:"folder,omitempty"`

	Message string `json:"message,omitempty"`
	Answer  *A     `json:"answer,omitempty"`

	Passage  string          `json:"passage,omitempty"` // its hash
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// kept is an answer as it is written: the passages that it is made from stand in lines before it, each once in a
// file. An answer of an earlier version holds them itself.
type kept struct {
	wire.Answer
	Evidence []use `json:"evidence"`
}

// use is what an answer makes of a passage.
type use struct {
	Key         string  `json:"key"`
	Score       float64 `json:"score"`
	LexicalRank int     `json:"lexical_rank"`
	DenseRank   int     `json:"dense_rank"`
	Neighbour   bool    `json:"neighbour"`
	Passage     string  `json:"passage"`
}

// recalled is an answer as it is read, of this version or an earlier one.
type recalled struct {
	wire.Answer
	Evidence []struct {
		wire.Evidence
		Passage string `json:"passage"`
	} `json:"evidence"`
}

// head is what is known of an answer before it is read.
type head struct {
	Schema   string `json:"schema"`
	Question string `json:"question"`
	Asked    string `json:"asked"`
	Answer   string `json:"answer"`
	Refused  bool   `json:"refused"`
}

// sessionFile is what was read of a session.
type sessionFile[A any] struct {
	header
	turns    []entry[A]
	passages map[string]place
	damaged  int // lines that could not be read
}

// entry is one turn.
type entry[A any] struct {
	Asked
	id     string
	answer *A
	at     place // of the answer
	failed string
}

// place is where a line stands in its file.
type place struct {
	start int64
	size  int
}

var errNoHeader = errors.New("it is not a session of ibid")

// part is as much of a line as has to be parsed: nine tenths of an answer are evidence, which no list or search wants.
type part struct{ before, close string }

var (
	wholeLine      = part{}
	beforeAnswer   = part{`,"answer":{`, `}`}
	beforeReason   = part{`,"refusal_reason":"`, `}}`}
	beforeEvidence = part{`,"evidence":{`, `}`} // of a passage
)

// of is the part of a line as a line of its own. A string cannot hold what the part ends before: its quotes are
// escaped.
func (p part) of(text []byte) ([]byte, bool) {
	if p.before == "" {
		return nil, false
	}
	i := bytes.Index(text, []byte(p.before))
	if i < 0 {
		return nil, false
	}
	return append(text[:i:i], p.close...), true
}

const passageStart = `{"type":"` + typePassage + `"`

// parse reads a line, or the part of it.
func parse[A any](text []byte, p part) (line[A], bool) {
	if short, ok := p.of(text); ok {
		var l line[A]
		if json.Unmarshal(short, &l) == nil && l.Type != "" {
			return l, true
		}
	}
	var l line[A]
	return l, json.Unmarshal(text, &l) == nil && l.Type != ""
}

// read reads a file whose last line may not be whole. It returns errNoHeader where no line is a session's header.
func read[A any](r io.Reader, p part) (sessionFile[A], error) {
	var f sessionFile[A]
	turns := map[string]int{} // of the lines so far
	f.passages = map[string]place{}
	err := Lines(r, maxLine, func(read Line) {
		text, at, whole := read.Text, place{read.Start, read.Size}, read.Whole
		if f.Schema == "" {
			var h header
			if json.Unmarshal(text, &h) == nil && h.Schema == schema {
				f.header = h
				return
			}
		}
		p := p
		switch {
		case !whole:
			p = wholeLine // it may break off behind the part
		case bytes.HasPrefix(text, []byte(passageStart)):
			p = beforeEvidence
		}
		l, ok := parse[A](text, p)
		switch {
		case ok && l.Type == typePassage:
			f.passages[l.Passage] = at
		case ok:
			f.add(l, at, turns)
		case whole:
			f.damaged++
		}
	})
	if err == nil && f.Schema == "" {
		err = errNoHeader
	}
	return f, err
}

// add takes a line in. A line that is there twice counts once; an outcome whose question was lost is a turn without
// one.
func (f *sessionFile[A]) add(l line[A], at place, turns map[string]int) {
	if l.Type != typeAsked && l.Type != typeAnswered && l.Type != typeFailed {
		return
	}
	i, known := turns[l.Turn]
	if !known {
		i = len(f.turns)
		turns[l.Turn] = i
		f.turns = append(f.turns, entry[A]{Asked: Asked{At: l.At}, id: l.Turn})
	}
	t := &f.turns[i]
	switch l.Type {
	case typeAsked:
		t.Asked = Asked{At: l.At, Text: l.Text, Documents: l.Documents, Projects: l.Projects, Selected: l.Selected, Origin: l.Origin, Source: l.Source, Folder: l.Folder}
	case typeAnswered:
		t.answer, t.at = l.Answer, at
	case typeFailed:
		t.failed = l.Message
	}
}

// used is when something was asked last.
func (f *sessionFile[A]) used() time.Time {
	last := f.Started
	for i := range f.turns {
		if f.turns[i].At.After(last) {
			last = f.turns[i].At
		}
	}
	return last
}
