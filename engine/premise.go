package engine

import (
	"regexp"
	"strings"

	"ibid/guard"
	"ibid/guard/support"
)

// askingWords are what turns a statement into a question; without them the rest is what the question takes for granted.
var askingWords = regexp.MustCompile(`(?i)^(.{0,40}?\b)?(?:(?:in|on|at|to|from|by|of|for|with) )?(?:how (?:many|much|long|large|often|far|old)|who|whom|whose|what|which|when|where|why|how)\b\s*`)

// askedClass is a noun behind "which" that only says what sort of thing answers: the documents name it, and need not call
// it a country.
var askedClass = regexp.MustCompile(`(?i)\b(what|which) (?:(?:kinds?|types?|sorts?) of )?(?:(?:modern-day|other|current|former|\w+(?:an|ish|ese)) )?(?:countr(?:y|ies)|cit(?:y|ies)|towns?|states?|nations?|nationality|regions?|areas?|places?|locations?|years?|century|centuries|date|day|month|decade|names?|terms?|words?|titles?|persons?|people|man|woman|compan(?:y|ies)|organi[sz]ations?|institutions?|groups?|entit(?:y|ies)|things?|types?|kinds?|sorts?|document|paper|book|act|law|treaty|event|war|language|profession|occupation)\b`)

// premise is what a question takes for granted, as a claim that the evidence can be checked for: "was founded in 1931" of
// "Who was founded in 1931?".
func premise(question string) string {
	q := askedClass.ReplaceAllString(strings.TrimRight(question, " ?"), "$1")
	if m := askingWords.FindStringSubmatchIndex(q); m != nil {
		lead := ""
		if m[2] >= 0 {
			lead = q[m[2]:m[3]]
		}
		return strings.TrimSpace(lead + q[m[1]:])
	}
	return q
}

// premiseGate checks that the evidence bears out what the question takes for granted: a question about 1935 is not
// answered by a sentence about 1931, however much alike they are.
func (e *Engine) premiseGate(r Request) guard.Gate {
	var evidence []*support.Prepared
	for i := range r.Evidence {
		evidence = append(evidence, e.checker.Prepare(guard.Passage{Key: r.Evidence[i].Key, Text: r.Evidence[i].Text}))
	}
	s := e.checker.Check(premise(r.Question.Text), evidence...)
	if s.Verdict == support.Unchecked {
		return guard.Skip(guard.GatePremise, e.opt.Premise, s.Reason)
	}
	return guard.PremiseGate(s.Score, e.opt.Premise, s.Reason)
}
