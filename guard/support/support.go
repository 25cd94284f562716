package support

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard"
	"ibid/guard/words"
)

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

// The kinds of steps of a proof.
const (
	OtherForm = "the same facts in another form"
	TableCell = "table cell"
)

// Result is what a check has found.
type Result struct {
	Verdict   guard.Verdict
	Score     float64      // 0 to 1; Supported from MinSupport on, and what is not proven never
	Reason    string       // why the sentence is not supported, in words; "" if it is
	Quotes    []Quote      // what proves it or comes nearest to it: whole statements, in the order of the evidence, each once
	Offending []Words      // in order; nil if supported
	Reworded  bool         // it is Unsupported, and nothing stands between it and its source but words: no value, name, denial or restriction
	Proof     []guard.Step // what leads from the quotes to the sentence; nil if it is not supported, empty if they have it word for word
}

// Limits of a check. Beyond them the verdict is Unchecked.
const (
	MaxClaim    = 5_000   // bytes of one sentence
	MaxEvidence = 1 << 20 // bytes of the passages cited by one sentence
)

// MinSupport is the score from which a sentence counts as supported.
const MinSupport = 0.5

// Checker decides whether sentences follow from the passages they cite. The same input gives the same verdict, and
// every refusal says what differs. It may be used by several goroutines at once.
type Checker struct {
	stems   *words.Stemmer
	aliases []alias
}

// NewChecker returns a Checker that knows general English and the acronyms given. Acronyms that a passage introduces
// itself, "Module Learning With Errors (MLWE)", need not be given.
func NewChecker(acronyms ...Acronym) *Checker {
	c := &Checker{stems: words.NewStemmer()}
	r := &parser{stems: c.stems}
	for _, a := range acronyms {
		if al, ok := r.alias(a); ok {
			c.aliases = append(c.aliases, al)
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
		return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}}
	}
	if q, ok := verbatim(withoutColon(claim), evidence); ok {
		return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}}
	}
	if numbersAlone(claim) { // "10 10 10": each stands in the source, and nothing is said of any
		return Result{Verdict: guard.Unsupported, Reason: "it is numbers alone, and does not say of what", Offending: []Words{{0, len(claim)}}}
	}
	if q, ok := readOut(claim, evidence); ok {
		return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}}
	}
	parser := &parser{stems: c.stems, aliases: c.aliases}
	plain := parser.read(claim, 0)
	switch {
	case plain.contentCount() == 0:
		return unchecked("the sentence says nothing that could be checked")
	case !slices.ContainsFunc(evidence, func(p *Prepared) bool { return strings.TrimSpace(p.Text) != "" }):
		return unchecked("there is no evidence to check the sentence against")
	}
	e := passages(evidence)
	folded := plain.answered()
	for _, p := range evidence {
		folded = p.parser.fold(folded)
	}
	for _, said := range [...]sequence{folded, plain.answered()} {
		if quotes := e.byForms(said); quotes != nil {
			return Result{Verdict: guard.Supported, Score: 1, Quotes: quotes, Proof: []guard.Step{{Kind: OtherForm}}}
		}
	}
	wrong := (*wrongCell)(nil)
	for n, p := range evidence {
		q, w, ok := p.readOff(n, folded)
		if ok {
			return Result{Verdict: guard.Supported, Score: 1, Quotes: []Quote{q}, Proof: []guard.Step{{Kind: TableCell, Source: q.Text}}}
		}
		if wrong == nil {
			wrong = w
		}
		if wrong == nil {
			wrong = p.wrongRow(n, claim)
		}
	}
	if wrong != nil {
		p := evidence[wrong.passage]
		return Result{Verdict: guard.Contradicted, Reason: wrong.reason(claim),
			Quotes: []Quote{p.quote(wrong.passage, wrong.row.start, wrong.row.end)}, Offending: []Words{{0, len(claim)}}}
	}
	return e.decide(claim, e.nearest(folded))
}

// answered is a claim without the "Yes," or "No," that it opens with.
func (s sequence) answered() sequence {
	if len(s) > 3 && s[1].is(mark) && (s[0].norm == "yes" || s[0].norm == "no") {
		return s[2:]
	}
	return s
}

func unchecked(format string, args ...any) Result {
	return Result{Verdict: guard.Unchecked, Reason: fmt.Sprintf(format, args...)}
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
