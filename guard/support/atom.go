package support

import (
	"slices"
	"strconv"
	"strings"

	"ibid/guard/words"
)

// trait is a set of properties of an atom.
type trait uint32

const (
	content     trait = 1 << iota // a word, name or number that a sentence is about
	number                        // a quantity, with its unit
	operator                      // of the closed classes: <must>, <if>, <not>
	glue                          // may come and go: articles, forms of "be"
	preposition                   //
	verb                          // a common one
	mark                          // punctuation
	name                          // an identifier, an acronym, code
	pronoun                       //
	adverb                        //
	limit                         // an operator that narrows what is said: it is never dropped
	negative                      // an operator that denies
	owner                         // written with a possessive
	opposed                       // has an opposite
	common                        // has equivalents
	multiple                      // a number of times
)

// atom is what a proof compares: a word in its inflected forms, a name, a quantity whatever its notation, a phrase of a
// closed class, a punctuation mark.
type atom struct {
	id       string // what has the same id is the same: a stem, a name, "<must>", ","
	root     string // the stem without what makes a noun or an adjective of it
	norm     string // as written, in lower case
	trait    trait
	quantity quantity // of a number
	start    int      // bytes in the text
	end      int
}

func (a *atom) is(t trait) bool { return a.trait&t != 0 }

// sequence is a sentence as atoms.
type sequence []atom

// reader reads sentences.
type reader struct {
	stems   *words.Stemmer
	aliases []alias
}

// maxAtoms bounds what is compared atom by atom; a longer sentence is proven by its own words only.
const maxAtoms = 140

// read reads one sentence that stands at base.
func (r *reader) read(text string, base int) sequence {
	toks := tokenise(r.stems, text, base)
	quantities := parseQuantities(toks)
	out := make(sequence, 0, len(toks))
	for i := 0; i < len(toks); {
		t := &toks[i]
		if t.quantity >= 0 {
			q := quantities[t.quantity]
			out = append(out, atom{id: "#", trait: content | number, quantity: q, start: t.start, end: toks[q.to-1].end, norm: t.norm})
			i = q.to
			if times := i < len(toks) && toks[i].is("times") && !q.ordinal; times || t.is("twice") { // "two times" is "twice"
				num := &out[len(out)-1]
				num.trait |= multiple
				if times {
					num.end = toks[i].end
					i++
				}
			}
			if bound, n := boundAfter(toks[i:]); n > 0 { // "3 or more" is "at least 3"
				num := out[len(out)-1]
				num.end = toks[i+n-1].end
				out[len(out)-1] = makeOperator(bound, num.start, num.end)
				out = append(out, num)
				i += n
			}
			continue
		}
		if op, n := operatorAt(toks[i:]); n > 0 && !(t.is("following") && i > 0 && toks[i-1].is("the")) && !(t.is("as") && len(out) > 0 && out[len(out)-1].is(multiple)) && !(op == "if" && out.at(len(out)-1, "<if>")) { // "if provided by"
			if op == "should" && (len(out) == 0 || out.at(len(out)-1, ",")) && i+1 < len(toks) && toks[i+1].is(subjects...) {
				op = "if" // "should you need it"
			}
			a := makeOperator(op, t.start, toks[i+n-1].end)
			if len(out) == 0 || a.id != "<aux>" && a.id != out[len(out)-1].id || !a.is(operator) || a.is(negative) {
				out = append(out, a)
			}
			i += n
			continue
		}
		out = append(out, makeAtom(t))
		i++
	}
	for i := 0; i+2 < len(out); i++ { // who has not a thing has no such thing
		if out.at(i, "<not>") && out.at(i+1, "have") && out.at(i+2, "a", "an", "<any>") {
			no := makeOperator("no", out[i].start, out[i+2].end)
			out = append(append(out[:i:i], out[i+1], no), out[i+3:]...)
		}
	}
	out.findVerbs()
	return r.fold(out.defaulted().trim())
}

// subjects are the words that a clause may begin with whose verb is "should", put first to make it a condition.
var subjects = []string{"the", "a", "an", "any", "you", "it", "they", "we", "he", "she", "i", "there", "this", "that", "these", "your", "its", "their", "one"}

const maxDefault = 12 // atoms between "the default" and its verb

// defaulted writes in one way what is so unless something else is set: "X defaults to 3", "the default of X is 3" and
// "the default X is 3" as "X is, by default, 3".
func (s sequence) defaulted() sequence {
	for i := range s {
		if s[i].id != "default" || s[i].is(operator) {
			continue
		}
		by := makeOperator("default", s[i].start, s[i].end)
		if s.at(i+1, "to") && i > 0 {
			be := being(s[i].start, s[i].end)
			return join(s[:i], sequence{be, by}, s[i+2:].defaulted())
		}
		if i > 0 && !s[i-1].is(glue|owner|mark|operator) {
			continue
		}
		be := s.find(i+1, min(len(s), i+maxDefault), "be", ",", ";", "<default>")
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
		if !a.is(content) || a.is(name|number|mark|adverb|preposition) || nominal(a.norm) {
			continue
		}
		k := i - 1
		for k >= 0 && (s[k].is(adverb) || s.at(k, "<not>", "also", "<always>", "<only>")) {
			k--
		}
		modal := s.at(k, modals...) || s.at(k, "<aux>", "<neednot>")
		object := i+1 < len(s) && s.at(i+1, "a", "an", "the") && (k < 0 || s[k].is(pronoun) || s[k].is(name) || s.at(k, "you", "to", "and"))
		if modal || object {
			a.trait |= verb
		}
	}
}

// operatorAt is the operator whose phrase begins toks, and the number of its tokens; 0 where there is none.
func operatorAt(toks []token) (op string, n int) {
	t := &toks[0]
	if t.code || t.kind == nameToken && strings.ToUpper(t.text) != t.text {
		return "", 0
	}
	if len(toks) > 1 && toks[1].quantity >= 0 {
		switch t.norm {
		case "over", "above", "beyond":
			return "gt", 1
		case "under", "below":
			return "lt", 1
		case "about", "around", "~":
			return "about", 1
		}
	}
	for _, form := range [...]string{t.norm, "~" + t.stem} {
	phrases:
		for _, p := range words.Operators()[form] {
			if len(p.Rest) >= len(toks) {
				continue
			}
			for k, w := range p.Rest {
				if stem, ok := strings.CutPrefix(w, "~"); toks[k+1].norm != w && (!ok || toks[k+1].stem != stem) {
					continue phrases
				}
			}
			return p.Operator, 1 + len(p.Rest)
		}
	}
	return "", 0
}

// boundAfter reads "or more" behind a number.
func boundAfter(toks []token) (op string, n int) {
	if len(toks) < 2 || !toks[0].is("or") {
		return "", 0
	}
	switch {
	case toks[1].is("more", "greater", "higher", "larger", "above", "later", "newer", "longer"):
		return "ge", 2
	case toks[1].is("less", "fewer", "lower", "smaller", "below", "earlier", "older", "shorter"):
		return "le", 2
	}
	return "", 0
}

func makeOperator(op string, start, end int) atom {
	a := atom{id: "<" + op + ">", norm: op, start: start, end: end}
	switch op {
	case "aux":
		a.trait = glue
	case "is":
		a.id, a.trait = "be", glue|verb
	case "and", "to", "called":
		a.id = op
	case "by":
		a.trait = operator | preposition
	case "default":
		a.trait = content | operator | limit
	case "not", "no", "cannot", "neednot", "nolonger", "never", "hardly", "nor":
		a.trait = operator | limit | negative
	case "but", "eg", "ie", "because", "eq", "must", "may", "should", "all", "any", "ge", "le", "gt", "lt":
		a.trait = operator
	default:
		a.trait = operator | limit
	}
	if op == "to" {
		a.trait = preposition
	}
	return a
}

func makeAtom(t *token) atom {
	a := atom{id: t.stem, root: t.root, norm: t.norm, start: t.start, end: t.end}
	switch {
	case t.kind == symbolToken:
		a.id, a.root, a.trait = t.norm, "", mark|glue
		if strings.ContainsAny(t.norm, "+*/^<>%$€£±✓✔☑✗✘☒×") {
			a.trait = mark | content
		}
		switch t.norm {
		case "[", "{":
			a.id = "("
		case "]", "}":
			a.id = ")"
		case "—", "–", "|":
			a.id = ","
		}
		return a
	case t.content():
		a.trait = content
	case words.Preposition.Has(t.norm) || words.Conjunction.Has(t.norm) || slices.Contains(fronts, t.norm):
		a.id = t.norm // "since" has no forms
	}
	if t.owner {
		a.trait |= owner
	}
	if t.kind == nameToken {
		a.trait |= name
		return a
	}
	if t.kind == numberToken { // one that is no quantity
		a.trait |= name
		return a
	}
	if one := strings.TrimSuffix(t.norm, "s"); degree(one) && !degree(t.stem) { // "faster" is no form of "fast": it says more
		a.id, a.root = one, ""
	}
	for _, is := range [...]struct {
		words.Class
		trait
	}{{words.Glue, glue}, {words.Preposition, preposition}, {words.Verb, verb}} {
		if is.Class.Has(t.norm) || is.trait == verb && is.Class.Has(t.stem) && (!nominal(t.norm) || is.Class.Has(strings.TrimSuffix(t.norm, "s"))) {
			a.trait |= is.trait
		}
	}
	switch {
	case a.id == "be":
		a.trait |= glue | verb
	case words.Pronoun.Has(t.norm):
		a.trait |= pronoun
	case strings.HasSuffix(t.norm, "ly"):
		a.trait |= adverb
	}
	if words.HasEquivalent(a.id) {
		a.trait |= common
	}
	if words.HasOpposite(t.norm) {
		a.trait |= opposed
	}
	return a
}

// nominal tells the nouns that are made of verbs by their endings.
func nominal(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return strings.HasSuffix(w, "ion") || strings.HasSuffix(w, "ment") || strings.HasSuffix(w, "ance") || strings.HasSuffix(w, "ence") || agent(w)
}

// degree tells comparatives and superlatives from the rest.
func degree(w string) bool { return strings.HasSuffix(w, "er") || strings.HasSuffix(w, "est") }

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

// has tells whether an atom from i to before k has one of the traits.
func (s sequence) has(i, k int, t trait) bool {
	for ; i < k; i++ {
		if s[i].is(t) {
			return true
		}
	}
	return false
}

// only tells whether all atoms from i to before k have one of the traits.
func (s sequence) only(i, k int, t trait) bool {
	for ; i < k; i++ {
		if !s[i].is(t) {
			return false
		}
	}
	return true
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

// same tells whether two atoms say the same in the same form, inflection and notation aside.
func (a *atom) same(b *atom) bool {
	if a.is(number) || b.is(number) {
		return a.is(number) && b.is(number) && a.quantity.ordinal == b.quantity.ordinal && a.quantity.same(b.quantity)
	}
	return a.id == b.id
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

// counted is a number that was counted.
func counted(n, at int) atom {
	v := float64(n)
	return atom{id: "#", norm: strconv.Itoa(n), trait: content | number, quantity: quantity{lo: v, hi: v, alt: v, raw: v}, start: at, end: at}
}
