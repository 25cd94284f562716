package support

import (
	"strings"

	"ibid/guard/words"
)

// trait is a set of properties of an atom.
type trait uint16

const (
	content     trait = 1 << iota // a word, a name or a number that a sentence is about
	number                        // a quantity with its unit
	glue                          // may come and go: articles, forms of "be"
	preposition                   // "in", "of"
	verb                          // a common one, or one that its place tells
	mark                          // punctuation
	name                          // an identifier, an acronym, code
	pronoun                       // "it"
	adverb                        // ends in "ly"
	owner                         // written with a possessive
	proper                        // a word with a capital where none is due
)

// Sets of operators that are treated alike.
const (
	negatives   = words.Not | words.Non | words.No | words.Cannot | words.NeedNot | words.NoLonger | words.Never | words.Hardly | words.Nor
	modals      = words.Must | words.Should | words.May | words.Cannot | words.NeedNot
	bounds      = words.AtLeast | words.AtMost | words.MoreThan | words.LessThan
	clauses     = words.If | words.OnlyIf | words.Unless | words.Until | words.Before | words.After
	exceptions  = words.Except | words.Without | words.Only | words.Instead
	universal   = words.All | words.Always | words.Any
	frequent    = words.Most | words.Usually | words.Many | words.Often
	partial     = words.Some | words.Sometimes | words.Several
	scarce      = words.Few | words.Rarely | words.Hardly
	quantifiers = universal | frequent | partial | scarce | words.No | words.Never
	connectives = words.But | words.Although | words.SuchAs | words.Namely | words.Equals | words.By
)

// atom is what a comparison compares: a word in all its inflected forms, a name, a quantity in whatever notation, a
// phrase of a closed class, a punctuation mark.
type atom struct {
	id       string         // atoms of one id are the same: a stem, a name, the name of an operator, ","
	root     string         // the stem without the suffix that makes a noun or an adjective of it
	norm     string         // as written, in lower case
	op       words.Operator // 0 for a word
	trait    trait
	quantity quantity // of a number
	start    int      // byte offsets in the text
	end      int
}

func (a *atom) is(t trait) bool { return a.trait&t != 0 }

// word tells the atoms that are neither quantities nor signs but say something.
func (a *atom) word() bool { return a.is(content) && !a.is(number|mark) }

// sequence is a sentence as atoms.
type sequence []atom

// parser reads sentences as atoms. It knows the acronyms that a passage introduces.
type parser struct {
	stems   *words.Stemmer
	aliases []alias
}

// maxAtoms bounds what is compared atom by atom; a longer sentence is proven by its own words only.
const maxAtoms = 140

// read reads one sentence whose text stands at base.
func (r *parser) read(text string, base int) sequence {
	toks := tokenise(r.stems, text, base)
	quantities := parseQuantities(toks)
	out := make(sequence, 0, len(toks))
	for i := 0; i < len(toks); {
		if toks[i].quantity >= 0 {
			var n int
			out, n = appendQuantity(out, toks[i:], &quantities[toks[i].quantity])
			i += n
			continue
		}
		if op, n := operatorAt(out, toks[i:]); n > 0 {
			a := makeOperator(op, toks[i].start, toks[i+n-1].end)
			twice := len(out) > 0 && a.op != 0 && a.op == out[len(out)-1].op && a.op&negatives == 0
			if !twice {
				out = append(out, a)
			}
			i += n
			continue
		}
		out = append(out, makeAtom(&toks[i]))
		i++
	}
	out.findVerbs()
	return r.fold(out.defaulted().trim())
}

// appendQuantity appends the quantity that begins toks, behind its bound, and returns how many tokens it takes.
func appendQuantity(out sequence, toks []token, q *quantity) (sequence, int) {
	n := q.to - q.from
	num := atom{id: "#", trait: content | number, quantity: *q, start: toks[0].start, end: toks[n-1].end, norm: toks[0].norm}
	if n < len(toks) && toks[n].is("times") && !q.ordinal { // "two times" is "twice"
		num.end = toks[n].end
		n++
	}
	if bound := boundBehind(toks[n:]); bound != 0 { // "3 or more" is "at least 3"
		out = append(out, makeOperator(bound, num.start, toks[n+1].end))
		n += 2
	}
	return append(out, num), n
}

// boundBehind reads "or more" behind a number.
func boundBehind(toks []token) words.Operator {
	switch {
	case len(toks) < 2 || !toks[0].is("or"):
		return 0
	case toks[1].is("more", "greater", "higher", "larger", "above", "later", "newer", "longer"):
		return words.AtLeast
	case toks[1].is("less", "fewer", "lower", "smaller", "below", "earlier", "older", "shorter"):
		return words.AtMost
	}
	return 0
}

// operatorAt is the operator whose phrase begins toks behind the atoms before it, and the number of its tokens; 0
// where none does.
func operatorAt(before sequence, toks []token) (op words.Operator, n int) {
	t := &toks[0]
	if t.code || t.kind == nameToken && strings.ToUpper(t.text) != t.text {
		return 0, 0
	}
	if len(toks) > 1 && toks[1].quantity >= 0 {
		switch t.norm {
		case "over", "above", "beyond":
			return words.MoreThan, 1
		case "under", "below":
			return words.LessThan, 1
		case "about", "around", "~":
			return words.About, 1
		}
	}
	last := atom{}
	if len(before) > 0 {
		last = before[len(before)-1]
	}
	if t.is("following") && last.id == "the" || t.is("as") && last.is(number) { // "twice as many"
		return 0, 0
	}
	for _, form := range [...]string{t.norm, "~" + t.stem} {
		for _, p := range words.Operators()[form] {
			if !beginsWith(toks[1:], p.Rest) {
				continue
			}
			opens := last.id == "" || last.id == ","
			switch {
			case p.Operator == words.Should && opens && len(toks) > 1 && toks[1].is(clauseSubjects...):
				return words.If, 1 + len(p.Rest) // "should you need it"
			case p.Operator == words.If && last.op == words.If: // "if provided by"
				return 0, 0
			}
			return p.Operator, 1 + len(p.Rest)
		}
	}
	return 0, 0
}

// beginsWith tells whether the words of a phrase stand at the start of toks; "~be" is any form of the verb.
func beginsWith(toks []token, phrase []string) bool {
	if len(phrase) > len(toks) {
		return false
	}
	for k, w := range phrase {
		if stem, any := strings.CutPrefix(w, "~"); toks[k].norm != w && (!any || toks[k].stem != stem) {
			return false
		}
	}
	return true
}

// clauseSubjects may stand behind a verb that is put first to make a condition or a question.
var clauseSubjects = []string{"the", "a", "an", "any", "you", "it", "they", "we", "he", "she", "i", "there", "this", "that",
	"these", "your", "its", "their", "one"}

func makeOperator(op words.Operator, start, end int) atom {
	a := atom{id: "<" + op.String() + ">", norm: op.String(), op: op, start: start, end: end}
	switch op {
	case words.Auxiliary:
		a.op, a.trait = 0, glue
	case words.Is:
		a = atom{id: "be", norm: "be", trait: glue | verb, start: start, end: end}
	case words.And, words.Called:
		a.id, a.op = a.norm, 0
	case words.To:
		a.id, a.op, a.trait = a.norm, 0, preposition
	case words.By:
		a.trait = preposition
	case words.Default:
		a.trait = content
	}
	return a
}

func makeAtom(t *token) atom {
	a := atom{id: t.stem, root: t.root, norm: t.norm, start: t.start, end: t.end}
	if t.kind == symbolToken {
		return makeMark(a)
	}
	if t.content() {
		a.trait = content
	} else if words.Preposition.Has(t.norm) || words.Conjunction.Has(t.norm) || frontWords[t.norm] {
		a.id = t.norm // "since" has no forms
	}
	if t.owner {
		a.trait |= owner
	}
	if t.proper && t.content() {
		a.trait |= proper
	}
	if t.kind != wordToken { // a number that is no quantity is a name
		a.trait |= name
		return a
	}
	if one := strings.TrimSuffix(t.norm, "s"); compared(one) && !compared(t.stem) { // "faster" says more than "fast"
		a.id, a.root = one, ""
	}
	if words.Glue.Has(t.norm) {
		a.trait |= glue
	}
	if words.Preposition.Has(t.norm) {
		a.trait |= preposition
	}
	if words.Verb.Has(t.norm) || words.Verb.Has(t.stem) && (!nominal(t.norm) || words.Verb.Has(strings.TrimSuffix(t.norm, "s"))) {
		a.trait |= verb
	}
	switch {
	case a.id == "be":
		a.trait |= glue | verb
	case words.Pronoun.Has(t.norm):
		a.trait |= pronoun
	case strings.HasSuffix(t.norm, "ly"):
		a.trait |= adverb
	}
	return a
}

func makeMark(a atom) atom {
	a.id, a.root, a.trait = a.norm, "", mark|glue
	if strings.ContainsAny(a.norm, "+*/^<>%$€£±✓✔☑✗✘☒×") {
		a.trait = mark | content
	}
	switch a.norm {
	case "[", "{":
		a.id = "("
	case "]", "}":
		a.id = ")"
	case "—", "–", "|":
		a.id = ","
	}
	return a
}

// frontWords open an adjunct that a comma ends.
var frontWords = map[string]bool{"while": true, "where": true, "since": true, "as": true, "once": true, "unlike": true, "to": true}

// nominal tells the nouns that are made of verbs by their endings.
func nominal(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return strings.HasSuffix(w, "ion") || strings.HasSuffix(w, "ment") || strings.HasSuffix(w, "ance") || strings.HasSuffix(w, "ence") || agent(w)
}

// agent tells a noun for who or what acts: a sender is not the sending.
func agent(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return strings.HasSuffix(w, "er") || strings.HasSuffix(w, "or")
}

// compared tells comparatives and superlatives from the rest.
func compared(w string) bool { return strings.HasSuffix(w, "er") || strings.HasSuffix(w, "est") }

const maxDefault = 12 // atoms between "the default" and its verb

// defaulted writes in one way what is so unless something else is set: "X defaults to 3", "the default of X is 3" and
// "the default X is 3" as "X is, by default, 3".
func (s sequence) defaulted() sequence {
	for i := range s {
		if s[i].id != "default" {
			continue
		}
		by := makeOperator(words.Default, s[i].start, s[i].end)
		if s.at(i+1, "to") && i > 0 {
			return join(s[:i], sequence{being(s[i].start, s[i].end), by}, s[i+2:].defaulted())
		}
		if i > 0 && !s[i-1].is(glue|owner|mark) && s[i-1].op == 0 {
			continue
		}
		be := s.find(i+1, min(len(s), i+maxDefault), "be", ",", ";")
		if be < 0 || !s.at(be, "be") {
			continue
		}
		of := i + 1
		if s.at(of, "valu", "set") {
			of++
		}
		if s.at(of, "of", "for") {
			of++
		} else if of > i+1 && of < be {
			continue // "the default values X are"
		}
		return join(s[:i], s[of:be+1], sequence{by}, s[be+1:].defaulted())
	}
	return s
}

// findVerbs tells verbs that no list has by where they stand: behind a modal, and between what can be a subject and
// an article, as the object begins there.
func (s sequence) findVerbs() {
	for i := range s {
		a := &s[i]
		if !a.is(content) || a.op != 0 || a.is(name|number|mark|adverb|preposition) || nominal(a.norm) {
			continue
		}
		k := i - 1
		for k >= 0 && (s[k].is(adverb) || s[k].op&(words.Not|words.Always|words.Only) != 0 || s.at(k, "also")) {
			k--
		}
		modal := k >= 0 && (s[k].op&modals != 0 || s[k].id == "<aux>")
		third := strings.HasSuffix(a.norm, "s") && i > 0 && s[i-1].is(content) && !s[i-1].is(mark) // "the log keeps"
		object := s.at(i+1, "a", "an", "the") && (k < 0 || third || s[k].is(pronoun|name) || s.at(k, "you", "to", "and")) ||
			third && i+1 < len(s) && s[i+1].is(number)
		if modal || object {
			a.trait |= verb
		}
	}
}

// trim drops the marks at both ends and the marker of an item.
func (s sequence) trim() sequence {
	for len(s) > 0 && s[len(s)-1].is(mark) && strings.Contains(".,;:!?", s[len(s)-1].id) {
		s = s[:len(s)-1]
	}
	for len(s) > 3 && s[0].is(mark) && strings.Contains("-•*#,>", s[0].id) {
		s = s[1:]
	}
	return s
}

// has tells whether an atom has one of the traits.
func (s sequence) has(t trait) bool {
	for i := range s {
		if s[i].is(t) {
			return true
		}
	}
	return false
}

// operator tells whether a sequence has one of the operators.
func (s sequence) operator(set words.Operator) bool { return s.operators(set) > 0 }

// operators is how many of the operators a sequence has.
func (s sequence) operators(set words.Operator) int {
	n := 0
	for i := range s {
		if s[i].op&set != 0 {
			n++
		}
	}
	return n
}

// at tells whether atom i has one of the ids; false outside of the sequence.
func (s sequence) at(i int, ids ...string) bool {
	if i < 0 || i >= len(s) {
		return false
	}
	for _, id := range ids {
		if s[i].id == id {
			return true
		}
	}
	return false
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
func (s sequence) contentCount() int {
	n := 0
	for i := range s {
		if s[i].is(content) {
			n++
		}
	}
	return n
}

// into adds the words that a sequence is about to a set, by id.
func (s sequence) into(set map[string]bool) map[string]bool {
	for i := range s {
		if s[i].word() {
			set[s[i].id] = true
		}
	}
	return set
}

// same tells whether two atoms say the same, inflection and notation aside.
func (a *atom) same(b *atom) bool {
	if a.is(number) || b.is(number) {
		return a.is(number) && b.is(number) && a.quantity.ordinal == b.quantity.ordinal && a.quantity.same(b.quantity)
	}
	return a.id == b.id
}

// like tells whether an atom of a claim may stand for one of a source: the same, an everyday word for it, another word
// of its root, the same name in another notation.
func (a *atom) like(b *atom) bool {
	switch {
	case a.same(b):
		return true
	case a.op != 0 || b.op != 0 || a.is(number|mark) || b.is(number|mark) || a.is(content) != b.is(content):
		return false
	case words.Equivalent(a.id, b.id):
		return true
	case a.is(name) && b.is(name):
		return len(bare(a.norm)) > 2 && bare(a.norm) == bare(b.norm) && strings.ContainsAny(a.norm, letters) // "x-" is not "::x-"
	case a.is(name) != b.is(name):
		return a.norm == b.norm && len(a.norm) > 2 // "INTERVAL" of a synopsis
	}
	return a.root != "" && a.root == b.root && len(a.root) > words.MinRoot && agent(a.norm) == agent(b.norm)
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
	for i := range s {
		if s[i].like(a) {
			return i
		}
	}
	return -1
}

// join puts sequences one behind the other.
func join(parts ...sequence) sequence {
	n := 0
	for _, p := range parts {
		n += len(p)
	}
	out := make(sequence, 0, n)
	for _, p := range parts {
		out = append(out, p...)
	}
	return out
}

// being is a form of "be" that a text has in other words, or leaves out.
func being(start, end int) atom {
	return atom{id: "be", norm: "be", trait: glue | verb, start: start, end: end}
}

// comma stands where a text has a line's end or a colon.
func comma(at int) atom { return atom{id: ",", norm: ",", trait: mark | glue, start: at, end: at} }
