package support

import (
	"strings"

	"ibid/guard/words"
)

// The forms of a sentence are the ways to put it that say the same, of a closed set: small words may come and go, an
// aside in brackets and an opening "However," may be missing, and an adjunct that opens the sentence may end it. Two
// sentences that have a form in common say the same of the same things, in the same order of subject and object.

const (
	maxFormClause = 32 // atoms of an adjunct that opens a sentence
	minFormWords  = 2  // words of a sentence that is proven by its form
)

// forms returns the keys of the forms of a sentence, its own first. A claim may leave out what its source says, never the
// other way round: an aside is left out of a source alone.
func (s sequence) forms(source bool) []string {
	keys := []string{s.key()}
	bare := s.withoutAsides(source)
	for _, f := range [...]sequence{bare, s.unfronted(), bare.unfronted()} {
		if f != nil {
			keys = append(keys, f.key())
		}
	}
	return keys
}

// key writes what a sequence says without the words that may come and go.
func (s sequence) key() string {
	var b strings.Builder
	for i := range s {
		a := &s[i]
		switch {
		case a.is(number):
			b.WriteString(a.quantity.key())
		case !a.is(content) && a.is(glue|mark):
			continue
		default:
			b.WriteString(words.EquivalentKey(a.id))
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// withoutAsides leaves out the word that links a sentence to the one before and, of a source, what it says in brackets
// where that holds no number, condition or denial; nil where nothing is left out.
func (s sequence) withoutAsides(source bool) sequence {
	out := make(sequence, 0, len(s))
	for i := 0; i < len(s); i++ {
		if source && s.at(i, "(") && s[i].norm == "(" { // a name in square brackets is no aside
			if end := s.find(i+1, len(s), ")"); end > 0 && s[i+1:end].aside() {
				i = end
				continue
			}
		}
		out = append(out, s[i])
	}
	if out.at(1, ",") && (out[0].op == words.But || words.Linking.Has(out[0].norm)) {
		out = out[2:]
	}
	if len(out) == len(s) {
		return nil
	}
	return out
}

// aside tells whether a run in brackets may be missing without a change of what is said.
func (s sequence) aside() bool {
	return s.index(func(a *atom) bool {
		return a.is(number) || a.op&^(words.Aside|words.By) != 0 || words.Front.Has(a.id)
	}) < 0
}

// fronted tells whether a sentence opens with an adjunct, or something else than its subject.
func (s sequence) fronted() bool {
	const opening = clauses | words.Because | words.Except | words.Instead | words.Default
	return len(s) > 0 && (s[0].is(preposition) || s[0].op&opening != 0 || words.Front.Has(s[0].id))
}

// unfronted puts an adjunct that opens a sentence and ends with a comma at its end: "If X, Y" is "Y if X".
func (s sequence) unfronted() sequence {
	comma := s.find(1, min(len(s), maxFormClause), ",")
	if comma < 0 || !s.fronted() {
		return nil
	}
	rest := s[comma+1:]
	if rest.at(0, "then") {
		rest = rest[1:]
	}
	if rest.find(0, len(rest), ";", ",") >= 0 || s[0].op == 0 && !rest.has(verb) {
		return nil
	}
	return join(rest, s[:comma])
}

// byForm finds the statement that has a form in common with a claim.
func (e passages) byForm(claim sequence) (Quote, bool) {
	if claim.contentCount() < minFormWords || len(claim) > maxAtoms {
		return Quote{}, false
	}
	for _, key := range claim.forms(false) {
		for n, p := range e {
			if st, ok := p.forms[key]; ok {
				return p.quoteOf(n, &p.statements[st]), true
			}
		}
	}
	return Quote{}, false
}
