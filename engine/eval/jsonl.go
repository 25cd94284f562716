package eval

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// questions reads the rows of a JSONL set.
type questions struct {
	*loader
	seen map[jsonID]int // line of each id
}

func newQuestions(l *loader) *questions { return &questions{l, map[jsonID]int{}} }

// row adds the question of a line.
func (s *questions) row(at position, text []byte) error {
	var r questionRow
	if err := s.object(at, text, "", r.field); err != nil {
		return err
	}
	if r.qid == "" {
		r.qid = r.id
	}
	switch first, ok := s.seen[r.qid]; {
	case strings.TrimSpace(string(r.qid)) == "":
		return errors.New(`no "qid"; give each question one of its own, by which it is found again`)
	case ok:
		return fmt.Errorf("the qid %q is that of line %d already; give each question one of its own", r.qid, first)
	case strings.TrimSpace(r.question) == "":
		return errors.New(`no "question", or an empty one`)
	}
	gold, err := s.gold(at, r.gold)
	if err != nil {
		return err
	}
	if err := s.form(&r); err != nil {
		return err
	}
	s.seen[r.qid] = at.line
	s.set.Questions = append(s.set.Questions, r.made(gold))
	return nil
}

// form checks that a row is asked of what the rows before it are asked of.
func (s *questions) form(r *questionRow) error {
	form := Documents
	if r.context != nil {
		form = Passages
		if strings.TrimSpace(*r.context) == "" {
			return errors.New(`an empty "context"; write the passage that the question is asked of`)
		}
	}
	if s.set.Form == "" {
		s.set.Form = form
	}
	switch {
	case s.set.Form == form:
		return nil
	case form == Passages:
		return errors.New(`a "context", which the rows before do not have; keep questions about passages in a set of their own`)
	}
	return errors.New(`no "context", which the rows before have; keep questions about passages in a set of their own`)
}

// gold reads the places of a question, in their order, also those that are there twice.
func (s *questions) gold(at position, raw []json.RawMessage) ([]Place, error) {
	var out []Place
	for i, data := range raw {
		var p placeRow
		err := s.object(at, data, "gold.", p.field)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			return nil, fmt.Errorf(`place %d in "gold": %w`, i+1, err)
		}
		out = append(out, p.made())
	}
	return out, nil
}

// questionRow is a row as it is written.
type questionRow struct {
	qid, id                             jsonID
	question, kind, project, goldAnswer string
	answerable                          *bool
	gold                                []json.RawMessage
	facts, contains, any, not, sources  jsonTexts
	mustExist                           bool
	require, forbid                     jsonTexts
	context                             *string
	answers                             jsonAnswers
}

// field is where the value of a field goes and what it must be.
func (r *questionRow) field(name string) (into any, want string) {
	const (
		text  = "a text"
		texts = "a text or a list of texts"
		id    = "a text or a number"
		truth = "true or false"
	)
	switch name {
	case "qid":
		return &r.qid, id
	case "id":
		return &r.id, id
	case "question":
		return &r.question, text
	case "kind":
		return &r.kind, text
	case "project":
		return &r.project, text
	case "gold_answer":
		return &r.goldAnswer, text
	case "context":
		return &r.context, text
	case "answerable":
		return &r.answerable, truth
	case "symbols_must_exist":
		return &r.mustExist, truth
	case "gold":
		return &r.gold, "a list of places"
	case "must_contain":
		return &r.facts, texts
	case "contains":
		return &r.contains, texts
	case "contains_any":
		return &r.any, texts
	case "not_contains":
		return &r.not, texts
	case "want_sources":
		return &r.sources, texts
	case "require_symbols":
		return &r.require, texts
	case "forbid_symbols":
		return &r.forbid, texts
	case "answers":
		return &r.answers, "a list of texts or of objects with a text"
	case "note", "title": // for the reader of the file
		return new(json.RawMessage), ""
	}
	return nil, ""
}

func (r *questionRow) made(gold []Place) Question {
	q := Question{ID: string(r.qid), Text: r.question, Kind: r.kind, Project: r.project, Gold: gold, GoldAnswer: r.goldAnswer,
		Facts: r.facts, Contains: r.contains, ContainsAny: r.any, NotContains: r.not, WantSources: r.sources, Texts: r.answers.texts,
		Symbols: SymbolRule{MustExist: r.mustExist, Require: r.require, Forbid: r.forbid}}
	if r.context != nil {
		q.Passage = *r.context
	}
	q.Answerable = !r.answers.given || len(r.answers.texts) > 0
	if r.answerable != nil {
		q.Answerable = *r.answerable
	}
	return q
}
