package session

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"time"
)

const (
	schema = "ibid.session/1"

	typeAsked    = "asked"
	typeAnswered = "answered"
	typeFailed   = "failed"

	turnBytes = 4
	readBytes = 64 << 10 // read at once
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
	Type string    `json:"type"` // asked, answered, failed; others are of a later version
	Turn string    `json:"turn"` // joins a question and what became of it
	At   time.Time `json:"at,omitzero"`

	Text      string   `json:"text,omitempty"`
	Documents []string `json:"documents,omitempty"`
	Projects  []string `json:"projects,omitempty"`
	Selected  string   `json:"selected,omitempty"`
	Origin    string   `json:"origin,omitempty"`

	Message string `json:"message,omitempty"`
	Answer  *A     `json:"answer,omitempty"`
}

// file is what was read of a session.
type file[A any] struct {
	header
	turns   []entry[A]
	damaged int // lines that could not be read
}

// entry is one turn.
type entry[A any] struct {
	Asked
	answer *A
	failed string
}

var errNoHeader = errors.New("it is not a session of ibid")

// part is as much of a line as has to be parsed: nine tenths of an answer are evidence, which no list or search wants.
type part struct{ before, close string }

var (
	wholeLine      = part{}
	beforeAnswer   = part{`,"answer":{`, `}`}
	beforeEvidence = part{`,"evidence":[`, `}}`}
)

// of is the part of a line as a line of its own. A string cannot hold what the part ends before: its quotes are escaped.
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
func read[A any](r io.Reader, p part) (file[A], error) {
	var f file[A]
	turns := map[string]int{} // of the lines so far
	err := lines(r, func(text []byte, whole bool) {
		if f.Schema == "" {
			var h header
			if json.Unmarshal(text, &h) == nil && h.Schema == schema {
				f.header = h
				return
			}
		}
		if !whole {
			p = wholeLine // it may break off behind the part
		}
		l, ok := parse[A](text, p)
		switch {
		case ok:
			f.add(l, turns)
		case whole:
			f.damaged++
		}
	})
	if err == nil && f.Schema == "" {
		err = errNoHeader
	}
	return f, err
}

// add takes a line in. A line that is there twice counts once; an outcome whose question was lost is a turn without one.
func (f *file[A]) add(l line[A], turns map[string]int) {
	if l.Type != typeAsked && l.Type != typeAnswered && l.Type != typeFailed {
		return
	}
	i, known := turns[l.Turn]
	if !known {
		i = len(f.turns)
		turns[l.Turn] = i
		f.turns = append(f.turns, entry[A]{Asked: Asked{At: l.At}})
	}
	t := &f.turns[i]
	switch l.Type {
	case typeAsked:
		t.Asked = Asked{At: l.At, Text: l.Text, Documents: l.Documents, Projects: l.Projects, Selected: l.Selected, Origin: l.Origin}
	case typeAnswered:
		t.answer = l.Answer
	case typeFailed:
		t.failed = l.Message
	}
}

// used is when something was asked last.
func (f *file[A]) used() time.Time {
	last := f.Started
	for i := range f.turns {
		if f.turns[i].At.After(last) {
			last = f.turns[i].At
		}
	}
	return last
}

// lines calls f with every line that is not blank, and tells whether it has an end. A line over maxLine is empty. The
// text is valid during the call.
func lines(r io.Reader, f func(text []byte, whole bool)) error {
	br := bufio.NewReaderSize(r, readBytes)
	var long []byte
	over := false
	for {
		part, err := br.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			if over = over || len(long)+len(part) > maxLine; over {
				long = long[:0]
			} else {
				long = append(long, part...)
			}
			continue
		}
		if err != nil && err != io.EOF {
			return err
		}
		text := part
		if over {
			text = nil
		} else if len(long) > 0 {
			long = append(long, part...)
			text = long
		}
		if over || len(bytes.TrimSpace(text)) > 0 {
			f(text, err == nil)
		}
		long, over = long[:0], false
		if err == io.EOF {
			return nil
		}
	}
}
