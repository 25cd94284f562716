package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/support"
	"ibid/index"
	"ibid/index/crash"
)

// VerifyAnswer verifies an answer that was saved earlier against its documents as they are now: every citation's quote
// must still stand where it is cited, or have moved in a document that changed, and what stands there must support the
// sentence. What counts is the text of the answer; its record of sentences only tells what they quote. A card of a symbol is
// made anew from the sources.
func VerifyAnswer(ctx context.Context, saved *Answer, documents Documents) (out *Verification, err error) {
	defer crash.Catch(&err)
	if saved.Refused && isRefusal(saved.Text) {
		return &Verification{Refusal: true, Notes: []string{"the answer is a refusal, which claims nothing"}}, nil
	}
	r := &reverifier{saved: saved, files: map[string]*file{}}
	out = &Verification{}
	var known []support.Acronym
	for i := range saved.Citations {
		c := &saved.Citations[i]
		if r.files[fileKey(c)] != nil {
			continue
		}
		f, err := open(ctx, c, documents)
		if err != nil {
			return nil, err
		}
		r.files[fileKey(c)] = f
		if !slices.ContainsFunc(out.Documents, func(d Drift) bool { return d.Path == f.Path }) {
			out.Documents = append(out.Documents, f.Drift)
		}
		for k := range f.chunks {
			for _, p := range index.Harvest(&f.chunks[k]) {
				known = append(known, support.Acronym{Short: p.Short, Long: p.Long})
			}
		}
	}
	r.Verifier = &Verifier{checker: support.NewChecker(known...)}

	t := r.read(saved.Text, evidenceOf(saved.Citations))
	out.Notes = t.notes()
	for _, s := range t.claims {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if problems := t.problems[s.Start]; len(problems) > 0 {
			out.Sentences = append(out.Sentences, r.faulty(t, s, problems))
		} else {
			out.Sentences = append(out.Sentences, r.again(s))
		}
	}
	return out, nil
}

// isRefusal tells that a text is one of the refusals, in its own words or the usual ones.
func isRefusal(text string) bool {
	return text == guard.NotFound || text == guard.NotInSelection || strings.HasPrefix(text, guard.NotDocumentedPrefix) || guard.IsRefusal(text)
}

func evidenceOf(citations []Citation) []Evidence {
	out := make([]Evidence, len(citations))
	for i := range citations {
		out[i] = citations[i].Evidence
	}
	return out
}

// reverifier verifies a saved answer.
type reverifier struct {
	*Verifier
	saved *Answer
	files map[string]*file // by fileKey
}

// again verifies one sentence that is properly cited.
func (r *reverifier) again(s guard.Sentence) Verified {
	claim := s.Claim()
	var evidence []Evidence
	var missing, broken, notes []string
	for _, key := range keysOf(s) {
		c := &r.saved.Citations[slices.IndexFunc(r.saved.Citations, func(c Citation) bool { return c.Key == key })]
		f := r.files[fileKey(c)]
		if f.State == Missing {
			missing = append(missing, fmt.Sprintf("%s cannot be read again: %s", f.name(), f.Detail))
			continue
		}
		var at []int
		for _, q := range r.quotes(c, claim) {
			l := f.locate(c, q)
			switch {
			case l.broken:
				broken = append(broken, l.message)
			case l.message != "":
				notes = append(notes, l.message)
			}
			at = append(at, l.chunks...)
		}
		if len(at) == 0 {
			at = f.cited(c)
		}
		evidence = append(evidence, f.evidence(c, at)...)
	}
	out := r.check(claim, evidence, r.prepareAll(evidence))
	switch {
	case len(broken) > 0:
		if out.Verdict == VerdictSupported {
			broken = append(broken, "what is there now still supports the sentence")
		}
		out.Verdict, out.Score, out.Reason = VerdictUnsupported, 0, join(append(broken, missing...))
	case len(missing) > 0:
		out.Verdict, out.Score, out.Reason = VerdictUnchecked, 0, join(missing)
	}
	out.Note = join(notes)
	return out
}

// join lists messages, each once.
func join(messages []string) string {
	var out []string
	for _, m := range messages {
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return strings.Join(out, "; ")
}

// quotes are what a sentence quotes from one citation. What the citation quotes and no sentence does, all of them rest
// on.
func (r *reverifier) quotes(c *Citation, claim string) []string {
	var out []string
	claimed := c.Quote == ""
	for _, s := range r.saved.Sentences {
		for _, q := range s.Quotes {
			if q.Key != c.Key {
				continue
			}
			claimed = claimed || q.Text == c.Quote
			if s.Text == claim && !slices.Contains(out, q.Text) {
				out = append(out, q.Text)
			}
		}
	}
	if !claimed {
		out = append(out, c.Quote)
	}
	return out
}
