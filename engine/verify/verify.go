// Package verify checks texts that someone else wrote, and answers that were saved earlier.
//
//	v := verify.New(documents, verify.Options{Hits: 8})
//	text := guard.ParseForeign(…)
//	out, err := v.Text(ctx, text, evidence)                // a text, against its evidence and the documents
//	out, err := verify.Answer(ctx, saved, text, documents) // a saved answer, against its documents as they are now
//
// A text is cut into sentences, and each is held against what it cites: by the same check that the engine's own
// drafts go through. What a text leaves open is looked up in the documents (verify.go). Of a saved answer every quote
// must still stand where it is cited, or have moved in a document that changed (saved.go); where one is gone, the
// sentence that has most words in common with it is told.
package verify

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/file"
)

// Finding is one sentence of a verified text, with what was found out about it.
type Finding struct {
	guard.Sentence
	Places []engine.Citation // one for each quote; without a key where ibid found it
	Note   string            // what changed since a saved answer was given

	reworded bool // no fact is against it
}

// Verification is what became of a text. Headings and code are no claims and are not in it.
type Verification struct {
	Sentences []Finding
	Documents []Drift  // the documents of a saved answer, in the order of their first citation
	Notes     []string // what was not checked, and why
	Refusal   bool     // the text is a refusal, which claims nothing
}

// OK tells that everything is proven or borne out. A text that claims nothing is not: there was nothing to find out.
func (v *Verification) OK() bool {
	fails := func(s Finding) bool { return s.Verdict.Basis() == "" }
	return !slices.ContainsFunc(v.Sentences, fails) && (v.Refusal || len(v.Sentences) > 0)
}

// Proven tells that no judge was needed for OK.
func (v *Verification) Proven() bool {
	return v.OK() && !slices.ContainsFunc(v.Sentences, func(s Finding) bool { return s.Verdict == guard.Judged })
}

// Options are the settings of a Verifier.
type Options struct {
	Hits   int                    // chunks looked at for each sentence
	Except func(path string) bool // documents that prove nothing, such as the text itself; nil for none
	Step   func(done, total int)  // hears of progress, from one goroutine at a time; may be nil
	Judge  engine.Judge           // of sentences that no fact is against; nil for none
}

// Verifier checks texts that someone else wrote. It is safe for concurrent use.
type Verifier struct {
	documents engine.Retriever // nil if there are none
	opt       Options
}

// New makes a verifier. Without documents, which may be nil, a sentence is checked against given evidence only.
func New(documents engine.Retriever, opt Options) *Verifier {
	return &Verifier{documents: documents, opt: opt}
}

// Text verifies Markdown against the evidence that came with it and the documents. A sentence with markers is checked
// against the evidence that they name. In a text without any, every sentence is checked against all of the evidence.
// What the evidence leaves open is looked up in the documents; where no evidence is given that is everything, and
// markers mean nothing.
func (v *Verifier) Text(ctx context.Context, text *guard.Draft, given []engine.Evidence) (out *Verification, err error) {
	defer file.Catch(&err)
	t := v.read(text, given)
	out = &Verification{Sentences: make([]Finding, len(t.claims)), Notes: t.notes()}
	err = v.each(ctx, len(t.claims), func(i int) (err error) {
		if out.Sentences[i], err = v.claim(ctx, t, t.claims[i]); err == nil {
			err = v.judge(ctx, &out.Sentences[i])
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// reading is a text taken apart.
type reading struct {
	claims   []*guard.Sentence
	problems map[*guard.Sentence][]guard.Problem
	cites    bool // markers say what a sentence rests on
	stray    int  // markers that there is no evidence for
	code     int  // blocks
	given    []passage
}

// passage is evidence, analysed.
type passage struct {
	engine.Evidence
	*support.Prepared
}

func (v *Verifier) passage(ev engine.Evidence) passage {
	return passage{ev, support.Prepare(engine.PassageOf(&ev))}
}

func (v *Verifier) read(text *guard.Draft, given []engine.Evidence) *reading {
	t := &reading{problems: map[*guard.Sentence][]guard.Problem{}}
	keys := make([]string, len(given))
	for i, ev := range given {
		keys[i] = ev.Key
		t.given = append(t.given, v.passage(ev))
	}
	for _, p := range guard.Citations(text, keys).Problems {
		if p.Code != guard.NothingCited && p.Code != guard.TooMany {
			s := &text.Sentences[p.Sentence]
			t.problems[s] = append(t.problems[s], p)
		}
	}
	var headings []*guard.Sentence
	for i := range text.Sentences {
		s := &text.Sentences[i]
		switch {
		case s.Kind == guard.Code:
			t.code++
			continue
		case len(s.Markers) == 0 && !strings.ContainsFunc(s.Text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }):
			continue // signs say nothing
		case s.Kind == guard.Heading && len(s.Markers) == 0 && len(t.problems[s]) == 0:
			headings = append(headings, s)
			continue
		case len(given) > 0 || v.documents == nil:
			t.cites = t.cites || len(s.Markers) > 0
		default:
			t.stray += len(s.Markers)
		}
		t.claims = append(t.claims, s)
	}
	if len(t.claims) == 0 { // a text of one line without a full stop looks like a heading
		t.claims = headings
	}
	return t
}

func (t *reading) notes() []string {
	var out []string
	if t.code > 0 {
		out = append(out, guard.Count(t.code, "code block")+" not checked")
	}
	if t.stray > 0 {
		out = append(out, guard.Count(t.stray, "citation marker")+" ignored: no evidence was given for them, so every sentence was looked up in the documents")
	}
	if len(t.claims) == 0 {
		out = append(out, "the text makes no claim that could be checked")
	}
	return out
}

// claim verifies one sentence.
func (v *Verifier) claim(ctx context.Context, t *reading, s *guard.Sentence) (Finding, error) {
	switch problems := t.problems[s]; {
	case len(t.given) == 0 && v.documents != nil:
		return v.find(ctx, s.Text)
	case !t.cites:
		if got := v.check(s.Text, t.given); got.Verdict == guard.Supported || v.documents == nil {
			return got, nil
		}
		return v.find(ctx, s.Text)
	case len(problems) == 0:
		var named []passage
		for _, k := range s.Citations {
			if i := slices.IndexFunc(t.given, func(p passage) bool { return p.Evidence.Key == k }); i >= 0 {
				named = append(named, t.given[i])
			}
		}
		return v.check(s.Text, named), nil
	case problems[0].Code == guard.Uncited && v.documents != nil:
		return v.find(ctx, s.Text)
	}
	return v.faulty(t, s), nil
}

// judge asks about a sentence that is not proven and that no fact is against, with the passages that come nearest to it.
func (v *Verifier) judge(ctx context.Context, s *Finding) error {
	if v.opt.Judge == nil || !s.reworded || s.Verdict != guard.Unsupported {
		return nil
	}
	var passages []string
	for i := range s.Places {
		p := engine.PassageOf(&s.Places[i].Evidence)
		passages = append(passages, p.Heading+"\n"+p.Text)
	}
	ok, said, err := v.opt.Judge.Accepts(ctx, s.Text, passages)
	if ok {
		s.Verdict, s.Reason = guard.Judged, s.Reason+"; "+said
	}
	return err
}

// faulty judges a sentence whose citation is missing or wrong. It says what the evidence has on it all the same.
func (v *Verifier) faulty(t *reading, s *guard.Sentence) Finding {
	out := v.check(s.Text, t.given)
	supported := out.Verdict == guard.Supported
	out.Verdict, out.Score, out.reworded = guard.Unsupported, 0, false
	var reasons []string
	for _, p := range t.problems[s] {
		switch p.Code {
		case guard.Uncited:
			out.Verdict = guard.NotCited
			reasons = append(reasons, "it has no citation")
		case guard.TailUncited:
			out.Verdict = guard.NotCited
			reasons = append(reasons, p.Reason)
		case guard.UnknownKey:
			reasons = append(reasons, "it cites "+p.Key+", which is not among the evidence")
		case guard.BadMarker:
			reasons = append(reasons, p.Key+" is not a citation that can be read")
		case guard.StrayMarker:
			out.Verdict = guard.Unchecked
			reasons = append(reasons, "a citation stands alone, with nothing that it could be for")
		}
	}
	if supported {
		var keys []string
		for i := range out.Places {
			if k := out.Places[i].Key; !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
		reasons = append(reasons, strings.Join(keys, " and ")+" would support it")
	}
	out.Reason = strings.Join(reasons, "; ")
	return out
}

// check compares a sentence with evidence.
func (v *Verifier) check(claim string, evidence []passage) Finding {
	prepared := make([]*support.Prepared, len(evidence))
	for i, p := range evidence {
		prepared[i] = p.Prepared
	}
	got := support.Check(claim, prepared...)
	out := Finding{Sentence: guard.Sentence{Text: claim, Verdict: got.Verdict, Score: math.Round(got.Score*1e4) / 1e4, Reason: got.Reason, Proof: got.Proof}, reworded: got.Reworded}
	for _, q := range got.Quotes {
		quote := guard.Quote{Key: evidence[q.Passage].Key, Text: q.Text, Span: [2]int{q.Start, q.End}}
		out.Quotes, out.Places = append(out.Quotes, quote), append(out.Places, engine.Cite(evidence[q.Passage].Evidence, quote))
	}
	return out
}

// deeper is how many times more chunks are looked at than for a question: a check costs little, and it takes the very
// statement.
const deeper = 4

// find looks a sentence up in the documents, passage by passage, and then in what was found of the nearest document
// taken together. A passage that proves it counts more than one that says otherwise, and that a little more than one
// that is silent; among equals the nearest counts.
func (v *Verifier) find(ctx context.Context, claim string) (Finding, error) {
	if len(claim) > support.MaxClaim {
		return v.check(claim, nil), nil
	}
	res, err := v.documents.Search(ctx, index.Query{Text: engine.OneLine(claim), K: deeper * v.opt.Hits})
	if err != nil {
		return Finding{}, fmt.Errorf("search: %w", err)
	}
	best, most := Finding{Sentence: guard.Sentence{Text: claim, Verdict: guard.NotFound, Reason: "nothing in the documents speaks of this"}}, 0.0
	document := map[string][]passage{} // what was found, by document
	for _, h := range res.Hits {
		if v.opt.Except != nil && v.opt.Except(h.Path) {
			continue
		}
		named := engine.EvidenceOf(h)
		named.Key = h.DocID // for messages
		p := passage{engine.EvidenceOf(h), support.Prepare(engine.PassageOf(&named))}
		document[h.DocID] = append(document[h.DocID], p)
		got := v.check(claim, []passage{p})
		if got.Verdict == guard.Unchecked {
			return got, nil
		}
		if n := telling(got.Verdict) + nearness(&got); n > most {
			best, most = got, n
		}
	}
	if best.Verdict == guard.Unsupported && len(best.Places) > 0 { // each of its parts may have its statement, in different chunks
		if got := v.check(claim, document[best.Places[0].DocID]); got.Verdict == guard.Supported {
			return got, nil
		}
	}
	return best, nil
}

// telling is how much a verdict says. Nearness is at most one.
func telling(v guard.Verdict) float64 {
	switch v {
	case guard.Supported:
		return 6
	case guard.Contradicted:
		return 2.25
	case guard.Unsupported:
		return 2
	}
	return 0
}

// nearness is the share of a sentence's words that its quotes have. The score will not do: it is lowest where the
// source speaks of the very same thing and says otherwise.
func nearness(s *Finding) float64 {
	var quotes strings.Builder
	for i := range s.Places {
		b := &s.Places[i]
		quotes.WriteString(b.Quote + "\n" + engine.PassageOf(&b.Evidence).Heading + "\n")
	}
	return guard.SelectionOverlap([]string{s.Text}, quotes.String())
}

// workAhead is how many pieces of work are done, per core, before their turn to be counted.
const workAhead = 16

// each calls work for 0 to n-1, on all cores.
func (v *Verifier) each(ctx context.Context, n int, work func(i int) error) error {
	done := 0
	for _, err := range file.InOrder(n, workAhead, func(i int) (none struct{}, err error) {
		if err = context.Cause(ctx); err == nil {
			err = work(i)
		}
		return none, err
	}) {
		if err != nil {
			return err
		}
		if done++; v.opt.Step != nil {
			v.opt.Step(done, n)
		}
	}
	return nil
}
