package eval

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"ibid/index/file"
)

// maxFileBytes is how much of a set, or of a saved report, is read.
const maxFileBytes = 256 << 20

// Load reads a question set: a JSONL file with one Question a line. A field that no question has is a mistake: what is
// written to be measured must not be passed over. The error tells of the first mistake, with file and line.
func Load(path string) (*Set, error) {
	data, err := file.Read(path, maxFileBytes)
	if err != nil {
		return nil, fmt.Errorf("no question set: %w; name a JSONL file", err)
	}
	return parse(filepath.Clean(path), data)
}

func parse(name string, data []byte) (*Set, error) {
	sum := sha256.Sum256(data)
	set := &Set{Name: name, SHA256: hex.EncodeToString(sum[:])}
	seen, n := map[string]int{}, 0
	for line := range bytes.Lines(bytes.TrimPrefix(data, []byte("\ufeff"))) {
		n++
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		q, err := question(line)
		switch first := seen[q.ID]; {
		case err != nil:
		case first > 0:
			err = fmt.Errorf("the qid %q is that of line %d already; give each question one of its own", q.ID, first)
		case len(set.Questions) > 0 && set.Passages != (q.Passage != ""):
			err = errors.New(`all rows have a "context" or none has; keep questions about passages in a set of their own`)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		seen[q.ID], set.Passages = n, q.Passage != ""
		set.Questions = append(set.Questions, q)
	}
	if len(set.Questions) == 0 {
		return nil, fmt.Errorf("%s holds no questions; write one JSON object on each line", name)
	}
	return set, nil
}

// question reads one line.
func question(line []byte) (Question, error) {
	q := Question{Answerable: true}
	if !utf8.Valid(line) {
		return q, errors.New("the line is not valid UTF-8; save the file in this encoding")
	}
	in := json.NewDecoder(bytes.NewReader(line))
	in.DisallowUnknownFields()
	if err := in.Decode(&q); err != nil {
		return q, fmt.Errorf("no question: %w; write one JSON object on each line", err)
	}
	switch {
	case in.More():
		return q, errors.New("more than one JSON object; write each on a line of its own")
	case strings.TrimSpace(q.ID) == "":
		return q, errors.New(`no "qid"; give each question one of its own, by which it is found again`)
	case strings.TrimSpace(q.Text) == "":
		return q, errors.New(`no "question", or an empty one`)
	}
	for _, places := range [][]Place{q.Gold, q.Also, q.Near} {
		for i := range places {
			if err := places[i].complete(); err != nil {
				return q, fmt.Errorf("place %d: %w", i+1, err)
			}
		}
	}
	return q, nil
}

// complete sets an end that was left out to the start, and says what is wrong with the place.
func (p *Place) complete() error {
	if p.EndPage == 0 {
		p.EndPage = p.StartPage
	}
	if p.EndLine == 0 {
		p.EndLine = p.StartLine
	}
	counted := func(from, to int) bool { return from > 0 && to >= from || from == 0 && to == 0 }
	switch {
	case p.DocID == "":
		return errors.New(`no "doc_id"; name the document`)
	case p.StartPage > 0 && p.StartLine > 0:
		return errors.New("pages and lines; a document has either, leave out the others")
	case !counted(p.StartPage, p.EndPage) || !counted(p.StartLine, p.EndLine):
		return errors.New("pages and lines are counted from 1, and the start comes before the end")
	}
	return nil
}
