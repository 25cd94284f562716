package support

import (
	"slices"
	"strings"

	"ibid/guard/words"
)

// trait is a set of properties of an atom.
type trait uint16

const (
	content     trait = 1 << iota // a word, a name or a number that a sentence is about
	number                        // a quantity with its unit
	glue                          // may come and go: articles, forms of "be", punctuation
	preposition                   // "in", "of"
	verb                          // a common one
	mark                          // neither letters nor figures
	name                          // an identifier, an acronym, code
	proper                        // a word with a capital where none is due
	digits                        // begins with figures, before they are read as a quantity
)

// Sets of operators that are treated alike.
const (
	denials     = negatives | exceptions&^words.Only | scarce | words.Unless
	negatives   = words.Not | words.Non | words.None | words.Cannot | words.NeedNot | words.Hardly
	modals      = words.Must | words.Should | words.May | words.Cannot | words.NeedNot
	bounds      = words.AtLeast | words.AtMost | words.MoreThan | words.LessThan | words.About | words.Exactly
	clauses     = words.If | words.OnlyIf | words.Unless | words.Until | words.Before | words.After
	exceptions  = words.Except | words.Without | words.Only | words.Instead
	universal   = words.Every | words.Any
	scarce      = words.Few | words.Hardly
	quantifiers = universal | words.Most | words.Some | scarce | words.None
	anyOperator = ^words.Operator(0)
)

// atom is what a comparison compares: a word in all its inflected forms, a name, a quantity in whatever notation, a
// phrase of a closed class, a punctuation mark.
type atom struct {
	id         string         // atoms of one id are the same: a stem, a name, the name of an operator, ","
	norm       string         // as written, in lower case
	text       string         // as written
	op         words.Operator // 0 for a word
	trait      trait
	quantity   quantity // of a number
	start, end int      // byte offsets in the text
}

func (a *atom) is(t trait) bool { return a.trait&t != 0 }

// word tells the atoms that are neither quantities nor signs but say something.
func (a *atom) word() bool { return a.is(content) && !a.is(number|mark) }

// isUnit tells the words that name a unit.
func (a *atom) isUnit() bool { return !a.is(number) && words.IsUnit(a.norm) }

// sequence is a sentence as atoms.
type sequence []atom

// maxAtoms bounds what is compared atom by atom; a longer sentence is proven by its own words only.
const maxAtoms = 140

// read reads one sentence whose text stands at base.
func read(text string, base int) sequence {
	raw := lex(text, base)
	out := make(sequence, 0, len(raw))
	for i := 0; i < len(raw); {
		if q, next := raw.quantityAt(i); next > i {
			out = append(out, atom{id: "#", norm: raw[i].norm, trait: content | number, quantity: q,
				start: raw[i].start, end: raw[next-1].end})
			i = next
			continue
		}
		a, next := raw[i], i+1
		if phrase, end := raw.operatorAt(i); end > i {
			a, next = makeOperator(phrase, a.start, raw[end-1].end), end
		}
		out, i = append(out, a), next
	}
	return out.trim()
}

// operatorAt is the operator whose phrase begins at atom i, and where the phrase ends; i where none begins.
func (s sequence) operatorAt(i int) (op words.Phrase, next int) {
	for _, form := range [...]string{s[i].norm, "~" + s[i].id} {
		for _, p := range words.Operators()[form] {
			if n, ok := s[i+1:].beginsWith(p.Rest); ok {
				return p, i + 1 + n
			}
		}
	}
	return op, i
}

// beginsWith tells whether a sequence begins with the words of a phrase, and how many atoms they are: "~be" is any form
// of the verb, "#" a number that is no part of the phrase.
func (s sequence) beginsWith(phrase []string) (int, bool) {
	for k, w := range phrase {
		switch {
		case k >= len(s):
			return 0, false
		case w == "#":
			_, next := s.quantityAt(k)
			return k, next > k
		case s[k].norm != w && "~"+s[k].id != w:
			return 0, false
		}
	}
	return len(phrase), true
}

// makeOperator is the atom of a phrase; one of no operator is another way to write a word.
func makeOperator(p words.Phrase, start, end int) atom {
	a := atom{id: "<" + p.Name + ">", norm: p.Name, op: p.Operator, start: start, end: end}
	switch {
	case p.Operator == words.Default:
		a.trait = content
	case p.Operator == words.By || p.Name == "to":
		a.trait = preposition
	case p.Name == "be":
		a.trait = glue | verb
	case p.Name == "aux":
		a.trait = glue
	}
	if p.Operator == 0 && p.Name != "aux" {
		a.id = p.Name
	}
	return a
}

// trim drops the marks at the end, and what links an item of a list to the next one.
func (s sequence) trim() sequence {
	for len(s) > 1 && (s[len(s)-1].is(mark) && strings.Contains(".,;:!?", s[len(s)-1].id) || s.at(len(s)-1, "and", "or")) {
		s = s[:len(s)-1]
	}
	return s
}

// has tells whether an atom has one of the traits.
func (s sequence) has(t trait) bool { return s.index(func(a *atom) bool { return a.is(t) }) >= 0 }

// index is the place of the first atom of a kind, or -1.
func (s sequence) index(is func(*atom) bool) int {
	for i := range s {
		if is(&s[i]) {
			return i
		}
	}
	return -1
}

// count is how many of its atoms are of a kind.
func (s sequence) count(is func(*atom) bool) int {
	n := 0
	for i := range s {
		if is(&s[i]) {
			n++
		}
	}
	return n
}

// operators is how many of the operators a sequence has.
func (s sequence) operators(set words.Operator) int {
	return s.count(func(a *atom) bool { return a.op&set != 0 })
}

// at tells whether atom i has one of the ids; false outside of the sequence.
func (s sequence) at(i int, ids ...string) bool {
	return i >= 0 && i < len(s) && slices.Contains(ids, s[i].id)
}

// find is the place of the first atom with one of the ids from i to before k, or -1.
func (s sequence) find(i, k int, ids ...string) int {
	for ; i < k; i++ {
		if s.at(i, ids...) {
			return i
		}
	}
	return -1
}

// contentCount is the number of atoms that a sequence is about.
func (s sequence) contentCount() int { return s.count(func(a *atom) bool { return a.is(content) }) }

// same tells whether two atoms say the same, inflection and notation aside.
func (a *atom) same(b *atom) bool {
	if a.is(number) || b.is(number) {
		return a.is(number) && b.is(number) && a.quantity.same(b.quantity)
	}
	return a.id == b.id
}

// like tells whether an atom of a claim may stand for one of a source: the same, an everyday word for it, or the same
// name in another notation.
func (a *atom) like(b *atom) bool {
	switch {
	case a.same(b):
		return true
	case a.op|b.op != 0 || (a.trait|b.trait)&(number|mark) != 0 || a.is(content) != b.is(content):
		return false
	case a.is(name) || b.is(name):
		name := bare(a.norm) // "x-" is not "::x-"
		return len(name) > 2 && name == bare(b.norm) && strings.ContainsAny(name, letters)
	}
	return words.EquivalentKey(a.id) == words.EquivalentKey(b.id)
}

const letters = "abcdefghijklmnopqrstuvwxyz"

// bare is a name without punctuation: "key_size()" is "keysize".
func bare(w string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.()[]{}:'’`\"/$", r) {
			return -1
		}
		return r
	}, w)
}

// placeOf is where a sequence has an atom, inflected or derived; -1 if it has not.
func (s sequence) placeOf(a *atom) int {
	return s.index(func(b *atom) bool { return b.like(a) })
}

// join puts sequences one behind the other.
func join(parts ...sequence) sequence { return slices.Concat(parts...) }

// comma stands where a text has a line's end or a colon.
func comma(at int) atom { return atom{id: ",", norm: ",", trait: mark | glue, start: at, end: at} }
