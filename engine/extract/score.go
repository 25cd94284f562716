package extract

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/question"
	"ibid/index/source"
)

// Weights of what makes a sentence a good answer, beside the share of the question that it holds itself (1.0).
const (
	formBonus   = 0.35 // it has the form that the kind of question asks for
	priorWeight = 0.20 // the evidence it stands in was ranked first
	secondHand  = 0.5  // factor: bibliography, list of contents, acknowledgements
	unasked     = 0.8  // factor: a listing where no steps are asked for
	foreign     = 0.4  // factor: source code where the question is not about code
)

// unit is a statement with its score for one question.
type unit struct {
	*engine.Statement
	at    int     // its own place in the list
	cover float64 // share of the question that it holds
	score float64
}

// score rates every statement for a question.
func score(r *engine.Request) []unit {
	form := newForm(r)
	top := 0.0
	for i := range r.Evidence {
		top = max(top, r.Evidence[i].Score)
	}
	us := make([]unit, 0, len(r.Statements))
	for i := range r.Statements {
		u := unit{Statement: &r.Statements[i]}
		if u.Kind == source.Table {
			continue // tables are looked up, not quoted by the row
		}
		ev := &r.Evidence[u.Evidence]
		if u.cover = r.Strength(u.Statement); form.below(u.Statement) {
			u.cover = 1 // it is said of the subject as a whole
		}
		prior := 0.0
		if top > 0 {
			prior = ev.Score / top
		}
		u.score = u.cover + formBonus*form.fits(&u, ev) + priorWeight*prior
		if isSecondHand(ev) {
			u.score *= secondHand
		}
		switch {
		case ev.Kind == source.Source || ev.Kind == source.Test:
			if !r.Question.Code {
				u.score *= foreign
			} else if declares(ev, u.Statement, r) {
				u.score += formBonus
			}
		case u.Kind == source.Code && r.Question.Kind != question.Procedure:
			u.score *= unasked
		}
		u.at = len(us)
		us = append(us, u)
	}
	return us
}

// declares tells whether a unit is the declaration of something that the question names.
func declares(ev *engine.Evidence, s *engine.Statement, r *engine.Request) bool {
	symbol := ev.Blocks[s.Block].Symbol
	if symbol == "" {
		return false
	}
	return question.ContainsWord(r.Question.Text, symbol) || question.ContainsWord(r.Question.Text, symbol[strings.LastIndexByte(symbol, '.')+1:])
}

var secondHandSection = regexp.MustCompile(`(?i)\b(?:references|bibliography|acknowledge?ments?|table of contents|contents|list of (?:tables|figures|algorithms))$`)

func isSecondHand(ev *engine.Evidence) bool {
	for _, s := range ev.Section {
		if secondHandSection.MatchString(strings.TrimSpace(s)) {
			return true
		}
	}
	return false
}
