package engine

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index/crash"
)

// Verdict is the outcome for one sentence of a text that someone else wrote.
type Verdict string

// The verdicts. Only VerdictSupported is a pass.
const (
	VerdictSupported   Verdict = "supported"
	VerdictUnsupported Verdict = "unsupported"
	VerdictUncited     Verdict = "uncited"   // it has no citation in a text that cites
	VerdictUnchecked   Verdict = "unchecked" // it could not be checked
)

// Verified is one sentence of a verified text.
type Verified struct {
	Text    string // without its markers
	Verdict Verdict
	Score   float64    // 0..1
	Reason  string     // why it is not supported; "" if it is
	Note    string     // what a person should know although it decides nothing
	Basis   []Citation // what bears the sentence out, or comes nearest to it; one for each quote. Without a key where ibid found it
}

// Verification is what became of a text. Headings and code are no claims and are not in it.
type Verification struct {
	Sentences []Verified
	Documents []Drift  // the documents of a saved answer, in the order of their first citation
	Notes     []string // what was not checked, and why
	Refusal   bool     // the text is a refusal, which claims nothing
}

// OK tells that everything is supported. A text that claims nothing is not: there was nothing to find out.
func (v *Verification) OK() bool {
	for i := range v.Sentences {
		if v.Sentences[i].Verdict != VerdictSupported {
			return false
		}
	}
	return v.Refusal || len(v.Sentences) > 0
}

// VerifyOptions are the settings of a Verifier.
type VerifyOptions struct {
	Hits   int                    // chunks looked at for each sentence
	Except func(path string) bool // documents that prove nothing, such as the text itself; nil for none
	Step   func(done, total int)  // hears of progress, from one goroutine at a time; may be nil
}

// Verifier checks texts that someone else wrote. It is safe for concurrent use.
type Verifier struct {
	documents Retriever // nil if there are none
	checker   *support.Checker
	opt       VerifyOptions

	mu       sync.Mutex                   // held while checker works: it remembers the words that it has seen
	prepared map[string]*support.Prepared // chunks of the documents, by id
}

// NewVerifier makes a verifier. Without documents, which may be nil, a sentence is checked against given evidence only.
func NewVerifier(documents Retriever, opt VerifyOptions) *Verifier {
	var known []support.Acronym
	if documents != nil {
		for _, p := range documents.Acronyms() {
			known = append(known, support.Acronym{Short: p.Short, Long: p.Long})
		}
	}
	return &Verifier{documents: documents, checker: support.NewChecker(known...), opt: opt, prepared: map[string]*support.Prepared{}}
}

// Text verifies Markdown against the evidence that came with it and the documents. A sentence with markers is checked
// against the evidence that they name. In a text without any, every sentence is checked against all of the evidence.
// What the evidence leaves open is looked up in the documents; where no evidence is given that is everything, and
// markers mean nothing.
func (v *Verifier) Text(ctx context.Context, text string, given []Evidence) (out *Verification, err error) {
	defer crash.Catch(&err)
	t := v.read(text, given)
	out = &Verification{Sentences: make([]Verified, len(t.claims)), Notes: t.notes()}
	err = v.each(ctx, len(t.claims), func(i int) (err error) {
		out.Sentences[i], err = v.claim(ctx, t, t.claims[i])
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// reading is a text taken apart.
type reading struct {
	claims   []guard.Sentence
	problems map[int][]guard.Problem // by the start of their sentence
	cites    bool                    // markers say what a sentence rests on
	stray    int                     // markers that there is no evidence for
	code     int                     // blocks

	given    []Evidence
	prepared []*support.Prepared // of given
	byKey    map[string]int
}

func (v *Verifier) read(text string, given []Evidence) *reading {
	t := &reading{problems: map[int][]guard.Problem{}, given: given, byKey: map[string]int{}}
	keys := make([]string, len(given))
	for i := range given {
		keys[i] = given[i].Key
		t.byKey[keys[i]] = i
	}
	t.prepared = v.prepareAll(given)
	report := guard.Citations(withKeys(text), keys)
	for _, p := range report.Problems {
		t.problems[p.Sentence.Start] = append(t.problems[p.Sentence.Start], p)
	}
	var headings []guard.Sentence
	for _, s := range report.Sentences {
		switch {
		case s.Kind == guard.Code:
			t.code++
			continue
		case s.Kind == guard.Heading && len(s.Citations) == 0 && len(t.problems[s.Start]) == 0:
			headings = append(headings, s)
			continue
		case len(given) > 0 || v.documents == nil:
			t.cites = t.cites || len(s.Citations) > 0
		default:
			t.stray += len(s.Citations)
		}
		t.claims = append(t.claims, s)
	}
	if len(t.claims) == 0 { // a text of one line without a full stop looks like a heading
		t.claims = headings
	}
	return t
}

// withKeys reads numbered markers, [1], as keys, [c1], unless the text has keys. Evidence counts from 1: in a text whose
// only brackets hold a 0, such as [0, 1], they are something else.
func withKeys(text string) string {
	if cites(text, false) {
		return text
	}
	if numbered := guard.Keyed(text); cites(numbered, true) {
		return numbered
	}
	return text
}

// cites tells that a text has markers. What stands together, [c0][c1], is one of them; with counted, none of its keys may
// be c0.
func cites(text string, counted bool) bool {
	for _, s := range guard.Split(text) {
		zero := false
		for i, m := range s.Citations {
			zero = zero || slices.Contains(m.Keys, "c0")
			if i+1 < len(s.Citations) && s.Citations[i+1].Start == m.End {
				continue
			}
			if !zero || !counted {
				return true
			}
			zero = false
		}
	}
	return false
}

func (t *reading) notes() []string {
	var out []string
	if t.code > 0 {
		out = append(out, plural(t.code, "code block")+" not checked")
	}
	if t.stray > 0 {
		out = append(out, plural(t.stray, "citation marker")+" ignored: no evidence was given for them, so every sentence was looked up in the documents")
	}
	if len(t.claims) == 0 {
		out = append(out, "the text makes no claim that could be checked")
	}
	return out
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// claim verifies one sentence.
func (v *Verifier) claim(ctx context.Context, t *reading, s guard.Sentence) (Verified, error) {
	if len(t.given) == 0 && v.documents != nil {
		return v.find(ctx, s.Claim())
	}
	if !t.cites {
		got := v.check(s.Claim(), t.given, t.prepared)
		if got.Verdict == VerdictSupported || v.documents == nil {
			return got, nil
		}
		return v.find(ctx, s.Claim())
	}
	problems := t.problems[s.Start]
	if len(problems) == 0 {
		return v.cited(t, s), nil
	}
	if problems[0].Code == guard.Uncited && v.documents != nil {
		return v.find(ctx, s.Claim())
	}
	return v.faulty(t, s, problems), nil
}

// cited verifies a sentence against the evidence that its markers name.
func (v *Verifier) cited(t *reading, s guard.Sentence) Verified {
	var evidence []Evidence
	var prepared []*support.Prepared
	for _, k := range keysOf(s) {
		if i, ok := t.byKey[k]; ok {
			evidence, prepared = append(evidence, t.given[i]), append(prepared, t.prepared[i])
		}
	}
	return v.check(s.Claim(), evidence, prepared)
}

// faulty judges a sentence whose citation is missing or wrong. It says what the evidence has on it all the same.
func (v *Verifier) faulty(t *reading, s guard.Sentence, problems []guard.Problem) Verified {
	out := v.check(s.Claim(), t.given, t.prepared)
	supported := out.Verdict == VerdictSupported
	out.Verdict, out.Score = VerdictUnsupported, 0
	var reasons []string
	for _, p := range problems {
		switch p.Code {
		case guard.Uncited:
			out.Verdict = VerdictUncited
			reasons = append(reasons, "it has no citation")
		case guard.TailUncited:
			out.Verdict = VerdictUncited
			reasons = append(reasons, p.Reason)
		case guard.UnknownKey:
			reasons = append(reasons, "it cites "+p.Key+", which is not among the evidence")
		case guard.BadMarker:
			reasons = append(reasons, p.Key+" is not a citation that can be read")
		case guard.StrayMarker:
			out.Verdict = VerdictUnchecked
			reasons = append(reasons, "a citation stands alone, with nothing that it could be for")
		}
	}
	if supported {
		reasons = append(reasons, strings.Join(basisKeys(out.Basis), " and ")+" would support it")
	}
	out.Reason = strings.Join(reasons, "; ")
	return out
}

func basisKeys(basis []Citation) []string {
	var out []string
	for i := range basis {
		if !slices.Contains(out, basis[i].Key) {
			out = append(out, basis[i].Key)
		}
	}
	return out
}

// check compares a sentence with evidence. prepared is evidence, in the same order.
func (v *Verifier) check(claim string, evidence []Evidence, prepared []*support.Prepared) Verified {
	sup := v.checker.Check(claim, prepared...)
	out := Verified{Text: claim, Verdict: VerdictUnchecked, Score: sup.Score, Reason: sup.Reason}
	switch sup.Verdict {
	case support.Supported:
		out.Verdict = VerdictSupported
	case support.Unsupported:
		out.Verdict = VerdictUnsupported
	}
	for _, q := range sup.Quotes {
		out.Basis = append(out.Basis, cited(evidence[q.Passage], Quote{Text: q.Text, Span: [2]int{q.Start, q.End}}))
	}
	return out
}

// prepareAll analyses evidence.
func (v *Verifier) prepareAll(evidence []Evidence) []*support.Prepared {
	out := make([]*support.Prepared, len(evidence))
	for i := range evidence {
		out[i] = v.checker.Prepare(guard.Passage{Key: evidence[i].Key, Text: evidence[i].Text})
	}
	return out
}

// each calls work for 0 to n-1, on all cores.
func (v *Verifier) each(ctx context.Context, n int, work func(i int) error) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var next atomic.Int64
	var wg crash.Group
	var mu sync.Mutex
	done := 0
	for range min(n, runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				if err := work(i); err != nil {
					stop(err)
					return
				}
				if v.opt.Step != nil {
					mu.Lock()
					done++
					v.opt.Step(done, n)
					mu.Unlock()
				}
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}
