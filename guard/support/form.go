package support

import (
	"strings"

	"ibid/guard/words"
)

// The forms of a sentence are the ways to put it that say the same, of a closed set: small words may come and go, an
// aside in brackets and an opening "However," may be missing, an adjunct that opens the sentence may end it, the passive
// may be the active or the imperative, and what stands on one side of a semicolon may stand alone. Two sentences that have a form in
// common say the same of the same things, in the same order of subject and object.

const (
	maxForms      = 16 // of one sentence
	maxFormClause = 32 // atoms of an adjunct that opens a sentence
)

// forms returns the keys of the forms of a sentence, its own first. A claim may stand for a part of its source, never
// the other way round: parts are forms of a source alone.
func (s sequence) forms(source bool) []string {
	all := []sequence{s}
	if source {
		all = append(all, s.parts(true)...)
	}
	for _, f := range all {
		if bare := f.withoutAsides(source); len(bare) < len(f) {
			all = append(all, bare)
		}
	}
	for _, f := range all {
		all = append(all, f.unfronted()...)
	}
	for _, f := range all {
		if active := f.active(); active != nil {
			all = append(all, active)
		}
		if be := f.find(1, len(f)-1, "be"); be > 0 && !source && f[be+1].is(content) && !f[:be].has(verb) && f[be-1].op == 0 {
			all = append(all, join(f[be+1:be+2], f[:be], f[be+2:])) // "Read the staff" has the staff be read
		}
	}
	var keys []string
	for _, f := range all[:min(len(all), maxForms)] {
		keys = append(keys, f.key())
	}
	return keys
}

// key writes what a sequence says without the words that may come and go. What holds by default says so at its end.
func (s sequence) key() string {
	var b strings.Builder
	byDefault := ""
	for i := range s {
		a := &s[i]
		switch {
		case a.is(number):
			b.WriteString(a.quantity.key())
			if a.quantity.hi != a.quantity.lo {
				b.WriteString(quantity{lo: a.quantity.hi}.key())
			}
			b.WriteString(string(a.quantity.dim))
			if a.quantity.ordinal {
				b.WriteByte('.')
			}
		case a.op == words.Default:
			byDefault = a.id
			continue
		case s.classOfName(i), !a.is(content) && a.is(glue|mark):
			continue
		case words.EquivalentKeys(a.id) != nil:
			b.WriteString(words.EquivalentKeys(a.id)[0])
		default:
			b.WriteString(a.id)
		}
		b.WriteByte(' ')
	}
	return b.String() + byDefault
}

// classOfName tells whether an atom names the class of a thing whose name stands beside it: "the flag --all".
func (s sequence) classOfName(i int) bool {
	if !words.ClassNoun.Has(s[i].id) || s[i].is(verb|number) || s[i].op != 0 {
		return false
	}
	named := func(k int) bool { return 0 <= k && k < len(s) && s[k].is(name) }
	return named(i+1) || named(i-1) && !named(i-2)
}

// withoutAsides leaves out the word that links a sentence to the one before and, of a source, what it says in brackets
// where that holds no number, condition or denial.
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
	switch {
	case out.at(1, ",") && (out[0].op == words.But || words.Linking.Has(out[0].norm)):
		return out[2:]
	case out.at(2, ",") && out.at(0, "in") && out.at(1, "particular", "addit", "fact"):
		return out[3:]
	}
	return out
}

// aside tells whether a run in brackets may be missing without a change of what is said.
func (s sequence) aside() bool {
	for i := range s {
		if s[i].is(number) || s[i].op&^(words.SuchAs|words.Namely|words.By) != 0 || frontWords[s[i].id] {
			return false
		}
	}
	return true
}

// parts are the clauses that a sentence says one after the other, each with a subject of its own, at ", and"; those of a
// claim at a semicolon, too. A source has none where a condition, a contrast or what opens it may hold for all of them:
// what stands behind a semicolon often is an exception to what stands before it.
func (s sequence) parts(source bool) []sequence {
	if len(s) == 0 || s[0].is(preposition) || s[0].op&clauses != 0 || frontWords[s[0].id] {
		return nil
	}
	if source && (s.operator(clauses|exceptions|words.Although|words.Because) || s.find(0, len(s), ";") >= 0) {
		return nil
	}
	var out []sequence
	for start := 0; start < len(s); {
		end, next := len(s), len(s)
		for i := start + 1; i < len(s) && end == len(s); i++ {
			if s.at(i, ";") {
				end, next = i, i+1
			} else if s.at(i, ",") && i+2 < len(s) && (s.at(i+1, "and") || s[i+1].op == words.But) && s[i+2:].opensClause() {
				end, next = i, i+2
			}
		}
		part := s[start:end]
		apart := (start == 0 || s.at(start-1, ";")) && s.at(end, ";") || s.at(start-1, ";") && end == len(s)
		if len(part) == len(s) || part.contentCount() < minSharedWords || !apart && !part.opensClause() {
			return nil
		}
		out, start = append(out, part), next
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
func (s sequence) unfronted() []sequence {
	if len(s) == 0 || !s[0].is(preposition) && s[0].op&(clauses|words.Because|words.Except|words.Instead|words.Default) == 0 && !frontWords[s[0].id] {
		return nil
	}
	for p := 1; p < min(len(s), maxFormClause); p++ {
		if !s.at(p, ",") {
			continue
		}
		rest := s[p+1:]
		if rest.at(0, "then") {
			rest = rest[1:]
		}
		if rest.find(0, len(rest), ";", ",") >= 0 || s[0].op == 0 && !rest.opensClause() {
			return nil
		}
		return []sequence{join(rest, s[:p])}
	}
	return nil
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
	plain := be > 0 && by >= be+2 && end > by+1 && s.find(0, len(s), ",", ";", ":") < 0 && s[be+1].is(content) && (end == len(s) || be == by-2)
	if !plain {
		return nil
	}
	subject, modal := s[:be], sequence(nil)
	if s[be-1].op&modals != 0 {
		subject, modal = s[:be-1], s[be-1:be]
	}
	if len(subject) == 0 || subject.operator(exceptions|negatives) {
		return nil
	}
	return join(s[by+1:end], modal, s[be+1:be+2], subject, s[be+2:by], s[end:])
}
