package support

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Verdict is the outcome of checking one sentence against what it cites.
type Verdict uint8

// The outcomes. Unchecked is not a pass: what could not be checked is not shown as supported.
const (
	Unchecked Verdict = iota
	Supported
	Unsupported
)

// String returns the name used in messages and in JSON.
func (v Verdict) String() string {
	return [...]string{"unchecked", "supported", "unsupported"}[v]
}

// Quote is a run of a passage that supports, or comes nearest to supporting, a sentence.
type Quote struct {
	Passage    int // index into the evidence
	Start, End int // byte offsets into the passage's text
	Text       string
}

// Words is a run of a sentence that the evidence does not bear out.
type Words struct {
	Start, End int // byte offsets into the sentence
}

// Support is what a check has found.
type Result struct {
	Verdict   Verdict
	Score     float64 // 0 to 1; Supported from MinSupport on
	Reason    string  // why the sentence is not supported, in words; "" if it is
	Quotes    []Quote // at most three, in the order of the evidence
	Offending []Words // in order; nil if supported
}

// Limits of a check. Beyond them the verdict is Unchecked.
const (
	MaxClaim    = 5_000   // bytes of one sentence
	MaxEvidence = 1 << 20 // bytes of the passages cited by one sentence
)

// MinSupport is the score from which a sentence counts as supported.
const MinSupport = 0.5

// Acronym is a short form and what it stands for.
type Acronym struct {
	Short, Long string // "MLWE", "Module Learning With Errors"
}

// Checker decides whether sentences are entailed by the passages they cite. It compares words, numbers and structure
// by fixed rules: the same input gives the same verdict, and every refusal says what differs. It may be used by several
// goroutines at once.
type Checker struct {
	lex      *lexicon
	acronyms []alias
}

// NewChecker returns a Checker that knows general English and the acronyms given. Acronyms that a passage introduces
// itself, "Module Learning With Errors (MLWE)", need not be given.
func NewChecker(acronyms ...Acronym) *Checker {
	c := &Checker{lex: newLexicon()}
	for _, a := range acronyms {
		if al, ok := c.lex.newAlias(a.Short, a.Long); ok {
			c.acronyms = append(c.acronyms, al)
		}
	}
	return c
}

// Check decides whether the sentence claim is entailed by the passages, which Prepare has made.
func (c *Checker) Check(claim string, evidence ...*Prepared) Result {
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
		return Result{Verdict: Supported, Score: 1, Quotes: []Quote{q}}
	}
	if q, ok := verbatim(withoutColon(claim), evidence); ok {
		return Result{Verdict: Supported, Score: 1, Quotes: []Quote{q}}
	}
	if numbersAlone(claim) { // "10 10 10": each stands in the source, and nothing is said of any
		return Result{Verdict: Unsupported, Reason: "it is numbers alone, and does not say of what", Offending: []Words{{0, len(claim)}}}
	}
	if q, ok := readOut(claim, evidence); ok {
		return Result{Verdict: Supported, Score: 1, Quotes: []Quote{q}}
	}
	s := c.lex.analyse(claim, 0)
	switch {
	case s.content == 0 && len(s.quantities) == 0:
		return unchecked("the sentence says nothing that could be checked")
	case strings.TrimSpace(joinTexts(evidence)) == "":
		return unchecked("there is no evidence to check the sentence against")
	}
	best := Result{Score: -1}
	for _, span := range c.spans(&s, evidence) {
		if r := c.compare(&s, evidence, span).support(); r.Score > best.Score {
			best = r
		}
		if best.Verdict == Supported {
			break
		}
	}
	if best.Score < 0 {
		return Result{Verdict: Unsupported, Reason: "nothing in " + passageNames(evidence) + " speaks of this", Offending: []Words{{0, len(claim)}}}
	}
	return best
}

func unchecked(format string, args ...any) Result {
	return Result{Verdict: Unchecked, Reason: fmt.Sprintf(format, args...)}
}

func joinTexts(evidence []*Prepared) string {
	for _, p := range evidence {
		if t := strings.TrimSpace(p.Text); t != "" {
			return t
		}
	}
	return ""
}

// passageNames names the evidence in messages.
func passageNames(evidence []*Prepared) string {
	var keys []string
	for _, p := range evidence {
		if p.Key != "" {
			keys = append(keys, p.Key)
		}
	}
	switch n := len(keys); n {
	case 0:
		return "the source"
	case 1:
		return keys[0]
	default:
		return strings.Join(keys[:n-1], ", ") + " or " + keys[n-1]
	}
}

// numbersAlone tells that a sentence is several numbers and no word.
func numbersAlone(claim string) bool {
	n := 0
	for _, f := range strings.Fields(claim) {
		if strings.ContainsFunc(f, unicode.IsLetter) {
			return false
		}
		if strings.ContainsFunc(f, unicode.IsDigit) {
			n++
		}
	}
	return n > 1
}
