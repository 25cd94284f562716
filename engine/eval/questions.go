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
	if err := s.object(at, text, "", &r); err != nil {
		return err
	}
	if r.QID == "" {
		r.QID = r.ID
	}
	switch first, ok := s.seen[r.QID]; {
	case strings.TrimSpace(string(r.QID)) == "":
		return errors.New(`no "qid"; give each question one of its own, by which it is found again`)
	case ok:
		return fmt.Errorf("the qid %q is that of line %d already; give each question one of its own", r.QID, first)
	case strings.TrimSpace(r.Question) == "":
		return errors.New(`no "question", or an empty one`)
	}
	q := r.made()
	for _, list := range []struct {
		field string
		raw   []json.RawMessage
		into  *[]Place
	}{{"gold", r.Gold, &q.Gold}, {"also_gold", r.Also, &q.Also}, {"near", r.Near, &q.Near}} {
		var err error
		if *list.into, err = s.places(at, list.field, list.raw); err != nil {
			return err
		}
	}
	if err := s.form(&r); err != nil {
		return err
	}
	s.seen[r.QID] = at.line
	s.set.Questions = append(s.set.Questions, q)
	return nil
}

// form checks that a row is asked of what the rows before it are asked of.
func (s *questions) form(r *questionRow) error {
	form := Documents
	if r.Context != nil {
		form = Passages
		if strings.TrimSpace(*r.Context) == "" {
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

// places reads the places in a field of a question, in their order, also those that are there twice.
func (s *questions) places(at position, field string, raw []json.RawMessage) ([]Place, error) {
	var out []Place
	for i, data := range raw {
		var p placeRow
		err := s.object(at, data, field+".", &p)
		if err == nil {
			err = p.check()
		}
		if err != nil {
			return nil, fmt.Errorf("place %d in %q: %w", i+1, field, err)
		}
		out = append(out, p.made())
	}
	return out, nil
}

// questionRow is a row as it is written.
type questionRow struct {
	QID           jsonID            `field:"qid"`
	ID            jsonID            `field:"id"`
	Question      string            `field:"question"`
	Kind          string            `field:"kind"`
	Project       string            `field:"project"`
	Answerable    *bool             `field:"answerable"`
	Gold          []json.RawMessage `field:"gold"`
	Also          []json.RawMessage `field:"also_gold"`
	Near          []json.RawMessage `field:"near"`
	GoldAnswer    string            `field:"gold_answer"`
	GoldSentences jsonTexts         `field:"gold_sentences"`
	AlsoSentences jsonTexts         `field:"also_sentences"`
	CorrectionOK  bool              `field:"correction_ok"`
	Facts         jsonTexts         `field:"must_contain"`
	Contains      jsonTexts         `field:"contains"`
	ContainsAny   jsonTexts         `field:"contains_any"`
	NotContains   jsonTexts         `field:"not_contains"`
	WantSources   jsonTexts         `field:"want_sources"`
	MustExist     bool              `field:"symbols_must_exist"`
	Require       jsonTexts         `field:"require_symbols"`
	Forbid        jsonTexts         `field:"forbid_symbols"`
	Context       *string           `field:"context"`
	Answers       jsonAnswers       `field:"answers"`
	ForPeople     json.RawMessage   `field:"note,title,trap,absent"` // whoever reads the file
}

// made is the question but for its places.
func (r *questionRow) made() Question {
	q := Question{ID: string(r.QID), Text: r.Question, Kind: r.Kind, Project: r.Project, GoldAnswer: r.GoldAnswer,
		GoldSentences: r.GoldSentences, AlsoSentences: r.AlsoSentences, CorrectionOK: r.CorrectionOK,
		Facts: r.Facts, Contains: r.Contains, ContainsAny: r.ContainsAny, NotContains: r.NotContains, WantSources: r.WantSources,
		Texts: r.Answers.texts, Symbols: SymbolRule{MustExist: r.MustExist, Require: r.Require, Forbid: r.Forbid}}
	if r.Context != nil {
		q.Passage = *r.Context
	}
	q.Answerable = !r.Answers.given || len(r.Answers.texts) > 0
	if r.Answerable != nil {
		q.Answerable = *r.Answerable
	}
	return q
}

// placeRow is a place as it is written.
type placeRow struct {
	DocID     string          `field:"doc_id"`
	Symbol    string          `field:"symbol"`
	StartPage *int            `field:"start_page"`
	EndPage   *int            `field:"end_page"`
	StartLine *int            `field:"start_line"`
	EndLine   *int            `field:"end_line"`
	ForPeople json.RawMessage `field:"path,sentence,sentence_plain"` // whoever looks the place up
}

// check says what is wrong with a place.
func (p *placeRow) check() error {
	hasPages, hasLines := p.StartPage != nil || p.EndPage != nil, p.StartLine != nil || p.EndLine != nil
	switch {
	case p.DocID == "" && p.Symbol == "":
		return errors.New(`no "doc_id" and no "symbol"; name the document`)
	case p.DocID == "" && (hasPages || hasLines):
		return errors.New(`no "doc_id"; name the document that the pages or lines are of`)
	case hasPages && hasLines:
		return errors.New("pages and lines; a document has either, leave out the others")
	case hasPages:
		return checkSpan("page", p.StartPage, p.EndPage)
	case hasLines:
		return checkSpan("line", p.StartLine, p.EndLine)
	}
	return nil
}

func checkSpan(what string, start, end *int) error {
	switch {
	case start == nil:
		return fmt.Errorf(`"end_%s" without "start_%s"`, what, what)
	case *start < 1:
		return fmt.Errorf(`"start_%s" is %d; %ss are counted from 1`, what, *start, what)
	case end != nil && *end < *start:
		return fmt.Errorf(`"start_%s" %d comes after "end_%s" %d`, what, *start, what, *end)
	}
	return nil
}

// made is the place, after check.
func (p *placeRow) made() Place {
	out := Place{DocID: p.DocID, Symbol: p.Symbol}
	out.StartPage, out.EndPage = span(p.StartPage, p.EndPage)
	out.StartLine, out.EndLine = span(p.StartLine, p.EndLine)
	return out
}

func span(start, end *int) (from, to int) {
	switch {
	case start == nil:
		return 0, 0
	case end == nil:
		return *start, *start
	}
	return *start, *end
}
