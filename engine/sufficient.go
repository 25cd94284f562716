package engine

import (
	"fmt"
	"strings"

	"ibid/guard"
	"ibid/index"
)

// keywordShare is the share of keywords below which the keyword gate warns: any missing one is worth a word.
const keywordShare = 1

// sufficient runs the gates that look at the evidence before anything is written. It reports whether a draft is worth
// making; otherwise the answer has become a refusal.
func (e *Engine) sufficient(a *Answer, r Request, l Listener) bool {
	if len(r.Evidence) == 0 {
		a.refuse(guard.NoEvidence, "nothing in the documents matches the question")
		return false
	}
	bags := make([]Bag, len(r.Evidence))
	all := Bag{}
	for i, ev := range r.Evidence {
		bags[i] = NewBag(append([]string{ev.Text, ev.Title}, ev.Section...)...)
		for t := range bags[i] {
			all[t] = true
		}
	}
	var present, missing []string
	for i := range r.Terms {
		if all.Match(&r.Terms[i]) >= partCredit {
			present = append(present, r.Terms[i].Text)
		} else {
			missing = append(missing, r.Terms[i].Text)
		}
	}
	keywords := guard.KeywordGate(present, missing, keywordShare)
	e.gate(a, keywords, l)
	if keywords.Verdict == guard.Warn {
		a.Warnings = append(a.Warnings, strings.TrimSuffix(keywords.Detail, ".")+"; the answer may miss part of the question")
	}
	e.gate(a, e.keyTermGate(r), l)
	e.gate(a, e.similarityGate(r, bags), l)
	if g, refuses := guard.Refusing(a.Trace.Gates); refuses {
		a.refuse(g.Code(), reasonOf(g, r))
		return false
	}
	return true
}

func (e *Engine) gate(a *Answer, g guard.Gate, l Listener) {
	a.Trace.Gates = append(a.Trace.Gates, g)
	l.Gated(g)
}

// keyTermGate looks for the names that the question cannot be answered without: its identifiers, and its numbers where
// they stand beside a name ("Wi-Fi 9", "Algorithm 40").
func (e *Engine) keyTermGate(r Request) guard.Gate {
	if e.opt.NoKeyTerms {
		return guard.Skip(guard.GateKeyTerms, 1, "switched off")
	}
	var present, missing []string
	for _, name := range keyNames(r.Question) {
		if e.named(name, r) {
			present = append(present, name)
		} else {
			missing = append(missing, name)
		}
	}
	return guard.KeyTermGate(present, missing)
}

// keyNames are the identifiers and numbered parts that a question names.
func keyNames(q index.Question) []string {
	out := append([]string(nil), q.Identifiers...)
	for _, r := range q.References {
		out = append(out, r.String())
	}
	return out
}

// named tells whether the evidence holds a name, in its text, title or section, or what the documents say it stands for.
func (e *Engine) named(name string, r Request) bool {
	stems := Stems(name)
	forms := append([]string{name}, e.retriever.Expansions(name)...)
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		for _, text := range append([]string{ev.Text, ev.Title, ev.DocID}, ev.Section...) {
			for _, f := range forms {
				if index.ContainsWord(text, f) {
					return true
				}
			}
		}
		if len(stems) > 0 && strings.ContainsAny(name, " -._") && NewBag(ev.Text)[stems[0]] {
			return true
		}
	}
	return false
}

// similarityGate measures how much of the question's weight the best piece of evidence holds. The cosine of the
// built-in embedder is no measure of that: it is high between any two texts on one subject.
func (e *Engine) similarityGate(r Request, bags []Bag) guard.Gate {
	if e.opt.NoSimilarity {
		return guard.Skip(guard.GateSimilarity, e.opt.Similarity, "switched off")
	}
	if len(r.Terms) == 0 {
		return guard.Skip(guard.GateSimilarity, e.opt.Similarity, "the question has no content words")
	}
	best := 0.0
	for _, b := range bags {
		best = max(best, b.Coverage(r.Terms))
	}
	return guard.SimilarityGate(best, e.opt.Similarity)
}

// reasonOf puts a refusal into words: the gate's own detail and what the evidence lacks.
func reasonOf(g guard.Gate, r Request) string {
	reason := strings.TrimSuffix(g.Detail, ".")
	if g.Name != guard.GateSimilarity {
		return reason
	}
	var unknown []string
	for i := range r.Terms {
		if !r.Terms[i].Known {
			unknown = append(unknown, "“"+r.Terms[i].Text+"”")
		}
	}
	if len(unknown) > 0 {
		reason += fmt.Sprintf("; no document has %s", strings.Join(unknown, ", "))
	}
	return reason
}
