package session

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"time"

	"ibid/engine"
	"ibid/index/file"
	"ibid/ui/text"
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

// line is any other line.
type line struct {
	Type string `json:"type"`           // asked, answered, failed, passage; others are of a later version
	Turn string `json:"turn,omitempty"` // joins a question and what became of it
	Asked
	Message  string          `json:"message,omitempty"`
	Answer   json.RawMessage `json:"answer,omitempty"`
	Passage  string          `json:"passage,omitempty"` // its hash
	Evidence json.RawMessage `json:"evidence,omitempty"`
}

// kept is an answer as it is written: the passages that it is made from stand in lines before it, each once in a
// file. An answer of an earlier version holds them itself.
type kept struct {
	engine.Answer
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

// place is where a line stands in its file.
type place struct {
	start int64
	size  int
}

var errNoHeader = errors.New("it is not a session of ibid")

// passageLine is evidence as a line of its own, without what one answer made of it, and the hash that names it.
func passageLine(ev engine.Evidence) (key string, encoded []byte, err error) {
	object, err := text.Encode(engine.Evidence{Chunk: ev.Chunk})
	if err != nil {
		return "", nil, err
	}
	object = bytes.TrimSpace(object)
	key = keyOf(object)
	encoded, err = text.Encode(line{Type: typePassage, Passage: key, Evidence: object})
	return key, encoded, err
}

func keyOf(object []byte) string {
	sum := sha256.Sum256(object)
	return hex.EncodeToString(sum[:keyBytes])
}

// brief is a line without its answer or its passage, which is nine tenths of it. A string cannot hold what the line is
// cut at: its quotes are escaped.
func brief(text []byte) []byte {
	for _, mark := range []string{`,"answer":{`, `,"evidence":{`} {
		if i := bytes.Index(text, []byte(mark)); i >= 0 {
			return append(text[:i:i], '}')
		}
	}
	return text
}

// read reads a file whose last line may not be whole; with answers also what is known of an answer before it is
// recalled. It returns errNoHeader where no line is a session's header.
func read(r io.Reader, answers bool) (*Session, error) {
	s := &Session{saved: true, passages: map[string]place{}}
	turns := map[string]int{} // of the lines so far
	err := file.Lines(r, maxLine, func(read file.Line) {
		if s.ID == "" {
			var h header
			if json.Unmarshal(read.Text, &h) == nil && h.Schema == schema {
				s.ID, s.Started, s.Roots = h.ID, h.Started, h.Roots
				return
			}
		}
		data := read.Text
		if passage := bytes.HasPrefix(data, []byte(`{"type":"`+typePassage)); read.Whole && (passage || !answers) {
			data = brief(data)
		}
		var l line
		switch ok := json.Unmarshal(data, &l) == nil && l.Type != ""; {
		case ok && l.Type == typePassage:
			s.passages[l.Passage] = place{read.Start, read.Size}
		case ok:
			s.add(&l, place{read.Start, read.Size}, turns)
		case read.Whole:
			s.Damaged++
		}
	})
	if err == nil && s.ID == "" {
		err = errNoHeader
	}
	return s, err
}

// add takes a line in. A line that is there twice counts once; an outcome whose question was lost is a turn without
// one.
func (s *Session) add(l *line, at place, turns map[string]int) {
	if l.Type != typeAsked && l.Type != typeAnswered && l.Type != typeFailed {
		return
	}
	i, known := turns[l.Turn]
	if !known {
		i = len(s.Turns)
		turns[l.Turn] = i
		s.Turns = append(s.Turns, Turn{Asked: Asked{At: l.At}, id: l.Turn})
	}
	switch t := &s.Turns[i]; {
	case l.Type == typeAsked:
		t.Asked = l.Asked
	case l.Type == typeFailed:
		t.Failed = l.Message
	case l.Answer != nil:
		var a struct { // no more of it: the rest may be long
			Schema   string `json:"schema"`
			Question string `json:"question"`
			Asked    string `json:"asked"`
			Text     string `json:"answer"`
			Refused  bool   `json:"refused"`
		}
		if json.Unmarshal(l.Answer, &a) != nil || a.Schema != engine.AnswerSchema {
			s.Damaged++
			return
		}
		t.answered(&engine.Answer{Question: a.Question, Asked: a.Asked, Text: a.Text, Refused: a.Refused})
		t.at = at
		if t.Text == "" {
			t.Text = a.Question
		}
	}
}
