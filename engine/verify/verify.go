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
	"slices"
	"strings"
	"unicode"

	"ibid/engine"
	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/file"
)

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

// workAhead is how many sentences are checked, per core, before their turn to be counted.
const workAhead = 16

// Text verifies Markdown against the evidence that came with it and the documents. A sentence with markers is checked
// against the evidence that they name. In a text without any, every sentence is checked against all of the evidence.
// What the evidence leaves open is looked up in the documents; where no evidence is given that is everything, and
// markers mean nothing.
func (v *Verifier) Text(ctx context.Context, text *guard.Draft, given []engine.Evidence) (out *Report, err error) {
	defer file.Catch(&err)
	t := read(text, given, v.documents != nil)
	out = t.report()
	for row, err := range file.InOrder(len(t.claims), workAhead, func(i int) (Row, error) { return v.row(ctx, t, t.claims[i]) }) {
		if err != nil {
			return nil, err
		}
		if out.add(row); v.opt.Step != nil {
			v.opt.Step(len(out.Sentences), len(t.claims))
		}
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
	given    []engine.Passage
}

// read takes a text apart. What it lacks may be looked up in documents.
func read(text *guard.Draft, given []engine.Evidence, documents bool) *reading {
	t := &reading{problems: map[*guard.Sentence][]guard.Problem{}}
	keys := make([]string, len(given))
	for i, ev := range given {
		keys[i] = ev.Key
		t.given = append(t.given, engine.NewPassage(ev, ev.Key))
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
		case len(given) > 0 || !documents:
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

// report is one on a text of which no sentence was checked yet. A text that claims nothing is not OK: there was
// nothing to find out.
func (t *reading) report() *Report {
	out := NewReport()
	if t.code > 0 {
		out.Notes = append(out.Notes, guard.Count(t.code, "code block")+" not checked")
	}
	if t.stray > 0 {
		out.Notes = append(out.Notes, guard.Count(t.stray, "citation marker")+" ignored: no evidence was given for them, so every sentence was looked up in the documents")
	}
	if out.OK = len(t.claims) > 0; !out.OK {
		out.Notes = append(out.Notes, "the text makes no claim that could be checked")
	}
	return out
}

// row verifies one sentence. A judge is asked about one that is not proven and that no fact is against, with the
// passages that come nearest to it.
func (v *Verifier) row(ctx context.Context, t *reading, s *guard.Sentence) (Row, error) {
	if err := context.Cause(ctx); err != nil {
		return Row{}, err
	}
	f, err := v.claim(ctx, t, s)
	if err == nil && v.opt.Judge != nil && f.Reworded && f.Verdict == guard.Unsupported {
		var passages []string
		for i := range f.Places {
			passages = append(passages, f.Places[i].Heading()+"\n"+f.Places[i].Text)
		}
		var ok bool
		var said string
		if ok, said, err = v.opt.Judge.Accepts(ctx, f.Text, passages); ok {
			f.Verdict, f.Reason = guard.Judged, f.Reason+"; "+said
		}
	}
	return rowOf(f), err
}

// claim holds one sentence against what it cites, or looks it up.
func (v *Verifier) claim(ctx context.Context, t *reading, s *guard.Sentence) (engine.Finding, error) {
	switch problems := t.problems[s]; {
	case len(t.given) == 0 && v.documents != nil:
		return v.find(ctx, s.Text)
	case !t.cites:
		if got := engine.Check(s.Text, t.given); got.Verdict == guard.Supported || v.documents == nil {
			return got, nil
		}
		return v.find(ctx, s.Text)
	case len(problems) == 0:
		named := slices.DeleteFunc(slices.Clone(t.given), func(p engine.Passage) bool { return !slices.Contains(s.Citations, p.Key) })
		return engine.Check(s.Text, named), nil
	case problems[0].Code == guard.Uncited && v.documents != nil:
		return v.find(ctx, s.Text)
	}
	return t.faulty(s), nil
}

// faulty judges a sentence whose citation is missing or wrong. It says what the evidence has on it all the same.
func (t *reading) faulty(s *guard.Sentence) engine.Finding {
	out := engine.Check(s.Text, t.given)
	var reasons, keys []string
	for i := range out.Places {
		if k := out.Places[i].Key; out.Verdict == guard.Supported && !slices.Contains(keys, k) {
			keys = append(keys, k)
		}
	}
	out.Verdict, out.Score, out.Reworded = guard.Unsupported, 0, false
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
	if keys != nil {
		reasons = append(reasons, strings.Join(keys, " and ")+" would support it")
	}
	out.Reason = strings.Join(reasons, "; ")
	return out
}

// deeper is how many times more chunks are looked at than for a question: a check costs little, and it takes the very
// statement.
const deeper = 4

// find looks a sentence up in the documents. What proves it, or comes nearest, counts, whatever the others say; where
// it is not proven, the passage that holds that says why.
func (v *Verifier) find(ctx context.Context, claim string) (engine.Finding, error) {
	if len(claim) > support.MaxClaim {
		return engine.Check(claim, nil), nil
	}
	res, err := v.documents.Search(ctx, index.Query{Text: engine.OneLine(claim), K: deeper * v.opt.Hits})
	if err != nil {
		return engine.Finding{}, fmt.Errorf("search: %w", err)
	}
	var passages []engine.Passage
	for _, h := range res.Hits {
		if v.opt.Except == nil || !v.opt.Except(h.Path) {
			passages = append(passages, engine.NewPassage(engine.EvidenceOf(h), h.DocID))
		}
	}
	got := engine.Check(claim, passages)
	switch {
	case len(passages) == 0, got.Verdict == guard.NotFound && len(got.Places) == 0:
		got.Verdict, got.Reason = guard.NotFound, "nothing in the documents speaks of this"
	case got.Verdict != guard.Supported && len(got.Places) > 0:
		nearest := slices.IndexFunc(passages, func(p engine.Passage) bool { return p.ID == got.Places[0].ID })
		got = engine.Check(claim, passages[nearest:nearest+1])
	}
	return got, nil
}
