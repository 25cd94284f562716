package extract

import (
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/question"
)

var (
	// asksName asks for a place, a person or an organisation.
	asksName = regexp.MustCompile(`(?i)\b(?:in|at|from|to|near|with|by|for) (?:which|what) (?:(?:two|three|four|other) )?(cit(?:y|ies)|towns?|villages?|countr(?:y|ies)|compan(?:y|ies)|organi[sz]ations?|universit(?:y|ies)|institutions?|part(?:y|ies)|persons?|people|vendors?|firms?|agenc(?:y|ies))\b|\b(?:with|from|by|to|for) (whom)\b`)

	months = regexp.MustCompile(`(?i)\b(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:mon|tues|wednes|thurs|fri|satur|sun)day)\b`)
)

// namedCover is the share of a question that a statement must hold which gives a name, or the reason of a choice.
const namedCover = 0.5

// ofName is a name that the question does not have: of a place, a person, an organisation. A month is no place.
func (d *demand) ofName(text string) []need {
	m := asksName.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	asked := question.NewBag(text)
	return []need{{what: "a name for “" + m[1] + m[2] + "”", row: true, soft: true, met: func(s *engine.Statement) bool {
		return s.Coverage(d.terms) >= namedCover && namesOther(months.ReplaceAllString(s.Text, " "), asked)
	}}}
}

var (
	// reasoned are the words with which a statement gives a reason, or a purpose.
	reasoned   = regexp.MustCompile(`(?i)\b(?:because|since|due to|owing to|thanks to|therefore|thus|hence|thereby|consequently|as a (?:result|consequence)|so (?:that|as)|in order to|reasons?|rationale|motivat\w+|justif\w+|in contrast|otherwise|leads? to|led to|caus(?:es?|ed|ing)|results? in|allow(?:s|ed|ing)?|enabl(?:es?|ed|ing)|ensur(?:es?|ed|ing)|prevent(?:s|ed|ing)?|avoid(?:s|ed|ing)?|protect(?:s|ed|ing)?|reduc(?:es?|ed|ing)|mitigat\w+|guard|cannot|to (?:be able to|keep|make|help|provide|support|account|match|address|facilitate|improve|give|simplify|save))\b|, so `)
	whyHeading = regexp.MustCompile(`(?i)\b(?:why|rationale|motivations?|reasons?|justification)\b`)

	// choosing is asked about with any of its verbs, and told with any.
	asksChoice = regexp.MustCompile(`(?i)\b(?:chosen|chose|choose|select(?:s|ed)?|pick(?:s|ed)?|prefer(?:s|red)?|preferred)\b`)
	negated    = regexp.MustCompile(`(?i)\b(?:not|never)\b|n['’]t\b`) // why not has as many answers as there are other things
	saysChoice = regexp.MustCompile(`(?i)\b(?:chosen|chose|choos\w+|choices?|select\w*|pick\w*|prefer\w*|decid\w+|decision|favou?r\w*|opt(?:s|ed)? for|advantages?|benefits?|suit\w*|better)\b`)
)

// ofReason is the reason of a choice: a mark of cause or purpose in the statement, or a heading that promises one, and the
// choice itself. The reasons of other things are often told in a sentence without any mark.
func (d *demand) ofReason(r *engine.Request) []need {
	if r.Question.Kind != question.Reason || r.Selected || !asksChoice.MatchString(r.Question.Text) || negated.MatchString(r.Question.Text) {
		return nil
	}
	return []need{
		{what: "a reason", soft: true, met: func(s *engine.Statement) bool {
			return reasoned.MatchString(s.Text) || whyHeading.MatchString(headingOf(&r.Evidence[s.Evidence], s))
		}},
		{what: "that choice", soft: true, met: func(s *engine.Statement) bool {
			return s.Coverage(d.terms) >= namedCover && d.holdsNumbers(s) &&
				(saysChoice.MatchString(s.Text) || saysChoice.MatchString(s.Near[strings.LastIndexByte(s.Near, '\n')+1:]))
		}},
	}
}

// holdsNumbers tells whether a statement, or what it is read with, has the numbers of the question.
func (d *demand) holdsNumbers(s *engine.Statement) bool {
	for n := range d.form.numbers {
		if !question.ContainsWord(s.Text, n) && !question.ContainsWord(s.Near, n) {
			return false
		}
	}
	return true
}
