package support

import (
	"slices"
	"strings"

	"ibid/guard/words"
)

// The forms of a sentence are the ways to put it that say the same, of a closed set: small words may come and go, an
// aside in brackets and an opening "However," may be missing, an adjunct that opens the sentence may end it, and the
// passive may be the active. Two sentences that have a form in common say the same of the same things, in the same order
// of subject and object.

const (
	maxForms      = 16 // of one sentence
	maxFormClause = 32 // atoms of an adjunct that opens a sentence
	minFormWords  = 2  // words of a sentence that is proven by its form
)

// forms returns the keys of the forms of a sentence, its own first. A claim may stand for a part of its source, never
// the other way round: parts are forms of a source alone.
func (s sequence) forms(source bool) []string {
	all := []sequence{s}
	if source {
		all = append(all, s.parts(true)...)
	}
	for _, rewrite := range [...]func(sequence) sequence{
		func(f sequence) sequence { return f.withoutAsides(source) }, sequence.unfronted, sequence.active,
	} {
		for _, f := range all {
			if other := rewrite(f); other != nil {
				all = append(all, other)
			}
		}
	}
	var keys []string
	for _, f := range all[:min(len(all), maxForms)] {
		keys = append(keys, f.key())
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

// parts are the clauses that a sentence says one after the other, each with a subject of its own, at ", and"; those of a
// claim at a semicolon, too. A source has none where a condition, a contrast or what opens it may hold for all of them:
// what stands behind a semicolon often is an exception to what stands before it.
func (s sequence) parts(source bool) []sequence {
	if s.fronted() || source && (s.operators(clauses|exceptions|words.Although|words.Because) > 0 || s.find(0, len(s), ";") >= 0) {
		return nil
	}
	var out []sequence
	for start, i := 0, 1; i <= len(s); i++ {
		next := i + 1
		switch {
		case i == len(s), s.at(i, ";"):
		case s.at(i, ",") && i+2 < len(s) && (s.at(i+1, "and") || s[i+1].op == words.But) && s[i+2:].opensClause():
			next = i + 2
		default:
			continue
		}
		part := s[start:i]
		apart := (start == 0 || s.at(start-1, ";")) && (i == len(s) || s.at(i, ";"))
		if len(part) == len(s) || part.contentCount() < minFormWords || !apart && !part.opensClause() {
			return nil
		}
		out, start, i = append(out, part), next, max(i, next-1)
	}
	return out
}

// opensClause tells whether a sequence begins with a subject and has a verb behind it.
func (s sequence) opensClause() bool {
	for i := range s {
		switch {
		case s[i].is(verb) || s[i].op&modals != 0 || i > 0 && words.Reading.Has(s[i].id):
			if s[:i].contentCount() > 0 {
				return true
			}
		case s[i].is(preposition) && i == 0, s[i].is(mark) && !s[i].is(content):
			return false
		}
	}
	return false
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
	if rest.find(0, len(rest), ";", ",") >= 0 || s[0].op == 0 && !rest.opensClause() {
		return nil
	}
	return join(rest, s[:comma])
}

// active turns "X is V-ed to Z by Y" into "Y V X to Z"; it is nil for a sentence that is no plain passive.
func (s sequence) active() sequence {
	by := len(s) - 1
	for by > 0 && !s.at(by, "by") {
		by--
	}
	be := by - 2
	if !s.at(be, "be") {
		be = s.find(0, max(by, 0), "be")
	}
	end := by + 1
	for end < len(s) && !s[end].is(preposition) && s[end].op == 0 {
		end++
	}
	plain := be > 0 && by >= be+2 && end > by+1 && s.find(0, len(s), ",", ";", ":") < 0 && s[be+1].is(content)
	if !plain || end < len(s) && be != by-2 {
		return nil
	}
	subject, modal := s[:be], sequence(nil)
	if s[be-1].op&modals != 0 {
		subject, modal = s[:be-1], s[be-1:be]
	}
	if len(subject) == 0 || subject.operators(exceptions|negatives) > 0 {
		return nil
	}
	return join(s[by+1:end], modal, s[be+1:be+2], subject, s[be+2:by], s[end:])
}

// byForms finds the statements that say a claim, one or one for each of its clauses; nil where a clause has none.
func (e passages) byForms(claim sequence) []Quote {
	if q, ok := e.byForm(claim); ok {
		return []Quote{q}
	}
	var out []Quote
	for _, part := range claim.parts(false) {
		q, ok := e.byForm(part)
		if !ok {
			return nil
		}
		if !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	slices.SortFunc(out, Quote.compare)
	return out
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
