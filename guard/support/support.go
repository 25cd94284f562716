package support

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/guard"
)

// Quote is a run of a passage that supports, or comes nearest to supporting, a sentence.
type Quote struct {
	Passage    int // index into the evidence
	Start, End int // byte offsets into the passage's text
	Text       string
}

// The kinds of steps of a proof.
const (
	OtherForm = "the same facts in another form"
	TableCell = "table cell"
)

// Result is what a check has found.
type Result struct {
	Verdict  guard.Verdict
	Score    float64      // 0 to 1; Supported from MinSupport on, and what is not proven never
	Reason   string       // why the sentence is not supported, in words; "" if it is
	Quotes   []Quote      // what proves it or comes nearest to it: whole statements, in the order of the evidence, each once
	Reworded bool         // it is Unsupported, and nothing stands between it and its source but words: no value, name, denial or restriction
	Proof    []guard.Step // what leads from the quotes to the sentence; nil if it is not supported, empty if they have it word for word
}

// Limits of a check. Beyond them the verdict is Unchecked.
const (
	MaxClaim    = 5_000   // bytes of one sentence
	MaxEvidence = 1 << 20 // bytes of the passages cited by one sentence
)

// MinSupport is the score from which a sentence counts as supported.
const MinSupport = 0.5

// Check decides whether the sentence claim is entailed by the passages, which Prepare has made.
func Check(claim string, evidence ...*Prepared) Result {
	size := 0
	for _, p := range evidence {
		size += len(p.Text)
	}
	switch {
	case len(claim) > MaxClaim:
		return unchecked("the sentence is %d bytes long; more than %d are not checked", len(claim), MaxClaim)
	case size > MaxEvidence:
		return unchecked("the evidence is %d bytes long; more than %d are not checked", size, MaxEvidence)
	case !utf8.ValidString(claim):
		return unchecked("the sentence is not valid UTF-8")
	}
	if q, ok := verbatim(claim, evidence); ok {
		return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}}
	}
	said := read(claim, 0)
	if len(said) > 3 && said.at(1, ",") && (said[0].norm == "yes" || said[0].norm == "no") { // the answer to a question
		said = said[2:]
	}
	switch {
	case said.contentCount() == 0:
		return unchecked("the sentence says nothing that could be checked")
	case said.contentCount() > 1 && said.index(func(a *atom) bool { return a.is(content) && !a.is(number) }) < 0:
		// "10 10 10": each stands in the source, and nothing is said of any
		return Result{Verdict: guard.Unsupported, Reason: "it is numbers alone, and does not say of what"}
	case !slices.ContainsFunc(evidence, func(p *Prepared) bool { return strings.TrimSpace(p.Text) != "" }):
		return unchecked("there is no evidence to check the sentence against")
	}
	e := passages(evidence)
	near := e.candidates(said)
	if q, ok := e.aligned(said, near); ok {
		return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}, Proof: []guard.Step{{Kind: OtherForm}}}
	}
	var wrong *Result
	for n, p := range evidence {
		r := p.readOff(n, claim, said)
		if r != nil && r.Verdict == guard.Supported {
			return *r
		}
		wrong = cmp.Or(wrong, r)
	}
	if wrong != nil {
		return *wrong
	}
	return e.decide(claim, e.nearest(said, near))
}

func unchecked(format string, args ...any) Result {
	return Result{Verdict: guard.Unchecked, Reason: fmt.Sprintf(format, args...)}
}
