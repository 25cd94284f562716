package support

import (
	"slices"
	"strings"
	"sync"

	"ibid/guard/words"
)

// licence is a kind of edit that leads from what a source says to what follows from it.
type licence uint8

const (
	none licence = iota
	sameWord
	inflection
	derivation
	equivalent
	identifierForm
	closedClass
	prepositions
	addGlue
	dropGlue
	reducedRelative
	deontic       // "X must be V-ed" to "X is V-ed"
	parenthesis   // and an apposition
	relativeTail  // a non-restrictive clause
	conjunct      // one of several clauses that are all said
	listItem      // one of several things that are all meant
	opener        // "However,"
	premodifier   // of an object
	adjunct       // at the end of a clause that affirms
	contextWord   // from heading, lead-in or caption
	discourseWord // from the sentences before
	pronounFor    //
	classNoun     // "the flag --all" and "--all"
	adverbPlace   //
	readCell      // of a table
	reordered     // clause, voice or list put in another order
	rivalValue    // another value in the same place: no licence, but what contradicts
	unproven      // no licence
)

// String names a licence as a person reads it.
func (l licence) String() string {
	return [...]string{"", "same word", "inflection", "derivation", "equivalent", "identifier", "closed class", "preposition", "small word", "small word",
		"reduced relative", "deontic present", "parenthesis left out", "relative clause left out", "clause left out", "list item left out",
		"opener left out", "modifier left out", "adjunct left out", "named by the context", "named before",
		"pronoun", "class of what is named", "place of an adverb", "table cell", "order", "other value", "not in the source"}[l]
}

// alike is the small words that may stand for each other, the claim's before the source's.
var alike = [...][2]string{
	{"<if>", "while"}, {"<if>", "where"}, {"while", "<if>"}, {"where", "<if>"}, {"<if>", "during"}, {"during", "<if>"}, {"since", "<because>"}, {"as", "<because>"}, {"once", "<if>"}, {"<if>", "once"}, {"once", "<after>"},
	{"<but>", "and"}, {"and", "<but>"}, {"while", "<but>"}, {"<although>", "<but>"}, {"<although>", "while"}, {"while", "<although>"}, {"while", "and"}, {"<but>", ";"}, {"<but>", ","}, {"and", ","}, {"and", ";"}, {",", "and"}, {",", "or"}, {"<ie>", ","}, {"<ie>", "or"},
	{"<eq>", "be"}, {"be", "<eq>"}, {"<all>", "<any>"}, {"<any>", "<all>"}, {"<by>", "by"}, {"by", "<by>"}, {"<by>", "with"}, {"with", "<by>"}, {"called", "be"},
	{"which", "that"}, {"that", "which"}, {"who", "that"}, {"<unless>", "<except>"}, {"<must>", "must"}, {"<always>", "<all>"},
}

// exchangeable is the sets of prepositions that mark the same role.
var exchangeable = [...][]string{
	{"in", "within", "inside", "into"}, {"of", "for", "in", "on"}, {"to", "into"}, {"from", "of"}, {"with", "have"},
	{"at", "in"}, {"on", "upon", "in"}, {"of", "to", "for"}, {"per", "for", "in"}, {"among", "of"},
}

// substitute is the licence under which a word of a claim may stand for one of a source.
func substitute(c, s *atom) licence {
	switch {
	case c.same(s):
		if c.norm != s.norm && !c.is(number|operator) {
			return inflection
		}
		return sameWord
	case c.is(common) && s.is(common) && words.Equivalent(c.id, s.id):
		return equivalent
	case c.trait&content != s.trait&content || c.is(number) || s.is(number):
		return none
	case !c.is(content):
		return smallWords()[[2]string{c.id, s.id}]
	case c.root != "" && c.root == s.root && len(c.root) > words.MinRoot && agent(c.norm) == agent(s.norm):
		return derivation
	case c.is(name) != s.is(name) && c.norm == s.norm && len(c.norm) > 2: // "INTERVAL" of a synopsis
		return identifierForm
	case c.is(name) && s.is(name) && len(bare(c.norm)) > 2 && bare(c.norm) == bare(s.norm) && strings.ContainsAny(c.norm, letters): // "x-" is not "::x-"
		return identifierForm
	}
	return none
}

// smallWords are the pairs of small words, the claim's first, that have a licence.
var smallWords = sync.OnceValue(func() map[[2]string]licence {
	out := make(map[[2]string]licence)
	for _, set := range exchangeable {
		for _, a := range set {
			for _, b := range set {
				out[[2]string{a, b}] = prepositions
			}
		}
	}
	for _, p := range alike {
		out[p] = closedClass
	}
	return out
})

const letters = "abcdefghijklmnopqrstuvwxyz"

// agent tells a noun for who or what acts: a sender is not the sending.
func agent(w string) bool {
	w = strings.TrimSuffix(w, "s")
	return strings.HasSuffix(w, "er") || strings.HasSuffix(w, "or")
}

// bare is a name without punctuation: "key_size()" is "keysize".
func bare(w string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.()[]{}:'’`\"/$", r) {
			return -1
		}
		return r
	}, w)
}

// isUnit tells the words that name a unit.
func (a *atom) isUnit() bool {
	_, ok := words.UnitOf(a.norm)
	return ok && !a.is(number)
}

// unitIn is the unit that a heading or a caption counts in.
func unitIn(s sequence) (words.Unit, bool) {
	for i := range s {
		if u, ok := words.UnitOf(s[i].norm); ok && !s[i].is(number) {
			return u, true
		}
	}
	return words.Unit{}, false
}

// rowWords tells the words that a sentence needs to read a cell out.
func rowWords(a *atom) bool {
	return words.Reading.Has(a.id) || words.Attribution.Has(a.id) || words.ClassNoun.Has(a.id) || a.norm == "number" || a.norm == "cell" || a.norm == "respectively" || a.norm == "length" || a.norm == "size" || a.norm == "long"
}

// clauseLike tells whether a run of atoms may be a clause of its own: it has a verb that does not stand in a relative clause.
func (s sequence) clauseLike(j, k int) bool {
	for i := j + 1; i < k && !s.at(i, "which", "who", "that", "whose"); i++ {
		if s[i].is(verb) || s.at(i, "<must>", "<may>", "<cannot>", "<should>", "<not>") {
			return true
		}
	}
	return false
}

// endsClause tells whether a clause ends before atom k.
func (s sequence) endsClause(k int) bool {
	return k == len(s) || s.at(k, ".", ";", "<but>") || s.at(k, ",") && s.at(k+1, "and", "<but>", "which", "while", "so")
}

// denies are the operators under which less said is more said.
var denies = []string{"<not>", "<no>", "<cannot>", "<only>", "<neednot>", "<never>", "<nolonger>", "<hardly>", "<without>", "<few>", "<rarely>", "<except>", "<unless>"}

// drop is the licence under which a source's atoms from j to before k may be left out. A condition, a quantifier, a
// restriction, a denial never may on its own.
func (s sequence) drop(j, k int) licence {
	size, n := k-j, len(s)
	first, last := &s[j], &s[k-1]
	if s.only(j, k, glue) {
		return dropGlue
	}
	if s.subordinate(j, k) >= 0 {
		return none
	}
	if size == 1 {
		if l := s.dropOne(j); l != none {
			return l
		}
	}
	if s.modifies(j, k) {
		return premodifier
	}
	if size == 2 && s.at(j, "amount", "process") && s.at(j+1, "of") && k < n && s[k].is(content) && s.at(j-1, "the") {
		return premodifier
	}
	if s.predicate(j, k) {
		return reducedRelative
	}
	if 0 < j && size <= 2 && s.at(j, "occur", "exist") && (s.at(k-1, "that") || s.at(k, "that")) {
		return reducedRelative
	}
	if s.find(j, k, "<only>", "<cannot>") >= 0 && s.find(j, min(j+2, k), "<but>", ";", "and") < 0 {
		return none
	}
	end := s.endsClause(k)
	start := s.clauseAt(j)
	denied := s.find(start, j, denies...) >= 0
	conditional := s.conditional(j)
	if first.id == "(" && last.id == ")" && (first.norm == "(" || s.only(j, k, mark|number)) && s.find(j+1, k-1, ")") < 0 && (s.at(j+1, "<eg>", "<ie>", "see", "includ") || s.find(j, k, "<only>", "<not>") < 0) {
		return parenthesis
	}
	if l := s.dropClause(j, k, end, denied, conditional); l != none {
		return l
	}
	if s.opens(j, k) {
		return opener
	}
	if s.aside(j, k, denied || conditional) {
		return relativeTail
	}
	if s.has(j, k, operator) && !(size > 2 && first.is(preposition)) || s.has(j, k, limit|negative) || denied || conditional {
		return none
	}
	if !end {
		if first.is(preposition) && !first.is(operator) && size > 1 && size <= 8 && !s.at(j, "of", "between", "than", "like", "per", "to") && !s.at(j-1, "be") && s.has(start, j, verb) && s.has(j+1, k, content) && !s.has(j, k, operator|mark|verb) && (s[k].is(preposition) || s.at(k, ",", ")", "so")) {
			return adjunct
		}
		return none
	}
	main := s.has(start, j, verb)
	if s.find(j+1, k, ",", ";") >= 0 {
		return none
	}
	switch {
	case first.id == "to" && size > 1 && s[j+1].is(verb), s.at(j, "so") && size > 1, s.at(j, "by", "<by>") && main && size > 1:
		return adjunct
	case main && s.at(j, "which", "who", "that") && size > 2 && s.find(max(0, j-5), j, "<all>", "<any>", "<only>", "<most>") < 0:
		return relativeTail
	case main && size > 1 && s[j-1].is(content) && !s[j-1].is(verb|mark) && first.participle() && s.indefinite(j):
		return reducedRelative
	case main && size > 1 && size <= 14 && first.is(preposition) && s.at(j, "from", "into", "through", "with", "to", "onto", "as", "at", "on", "via", "of") && !s.at(j-1, "be"):
		return adjunct
	}
	return none
}

// subordinators begin a clause on which what the rest of the sentence says depends.
var subordinators = []string{"<if>", "<iff>", "<unless>", "<until>", "<although>", "<except>", "<without>", "<before>", "<after>", "<because>", "while", "where", "wherever", "whether", "once", "since"}

// subordinate is the first atom from j to before k that begins such a clause, -1 if none does.
func (s sequence) subordinate(j, k int) int { return s.find(j, k, subordinators...) }

// indefinite tells whether the noun that ends before atom j is one of its kind, not the one: "a large tool", after its verb.
func (s sequence) indefinite(j int) bool {
	for i := j - 1; i >= 0 && !s[i].is(verb|operator|mark|preposition); i-- {
		if s.at(i, "a", "an") {
			return true
		}
	}
	return false
}

// predicate tells whether atoms j to before k say what kind of thing the subject is, so that what is said of that kind is said of the
// subject: "is a tool that reads X", "is a tool written in C", "is a town in Y".
func (s sequence) predicate(j, k int) bool {
	from := j
	if s.at(j, "be") {
		from++
	}
	if j == 0 || k >= len(s) || k-from < 2 || k-j > maxPredicate || !s.at(from, "a", "an") || !s.at(from-1, "be") || s.has(from, k, operator|mark|number|negative) || s.conditional(j) || s.find(0, j, denies...) >= 0 || s.has(0, from-1, verb) {
		return false
	}
	if from > j {
		return s.at(k-1, "who", "that", "which") && (s[k].is(verb) || s[k].is(content)) && !s.has(from, k-1, verb|preposition)
	}
	return s[k-1].is(content) && !s.has(from, k, verb|preposition) && (s[k].participle() && k+1 < len(s) && s[k+1].is(preposition|operator) || s.at(k, "in", "at", "on", "near"))
}

const maxPredicate = 10 // atoms

// participle tells the forms of a verb that may follow a noun in the place of a relative clause: "a tool written in C".
func (a *atom) participle() bool {
	return a.is(content) && (strings.HasSuffix(a.norm, "ed") || strings.HasSuffix(a.norm, "ing") || strings.HasSuffix(a.norm, "n") && a.norm != a.id || a.root != "" && !strings.HasPrefix(a.norm, strings.TrimRight(a.id, "ei")))
}

// conditional tells whether a condition is open at atom j: what belongs to it may not go.
func (s sequence) conditional(j int) bool {
	for i := j - 1; i >= max(0, j-14) && !s.at(i, ",", ";"); i-- {
		if s.at(i, "<if>", "<unless>", "<until>", "<iff>") {
			return true
		}
	}
	return false
}

// aside tells whether a run is set off by commas and may go: what follows a whole statement to its end, what stands between a
// subject and its verb, and a participle that opens the sentence. Nothing that narrows or denies is an aside.
func (s sequence) aside(j, k int, open bool) bool {
	n := len(s)
	if open || k-j < 2 || s.has(j, k, limit|negative) || s.find(j, k, "<may>", "<must>", "<should>", "<any>", "<ge>", "<le>", "<gt>", "<lt>") >= 0 {
		return false
	}
	if all := s.find(j, k, "<all>"); all >= 0 && !(all+1 < k && s[all+1].is(number)) { // "every five minutes"
		return false
	}
	switch {
	case s.at(j-1, "and", ",") && strings.HasSuffix(s[j].norm, "ing") && s[j].is(content) && s.at(k-1, ",") && k < n && (s[k].is(verb) || s[k].participle()):
		return s.find(j, k-1, ",", ";") < 0 && s.has(0, j, verb) && !s.has(j, k, operator)
	case s.at(j, ",") && k == n:
		return s.has(0, j, verb) && !s.fronted() && !s.at(j+1, "or", "nor", "so")
	case j == 0 && s.at(k-1, ",") && k < n:
		return s.find(0, k-1, ",") < 0 && (s.at(0, "<but>") || s[0].is(content) && strings.HasSuffix(s[0].norm, "ed") && s.has(1, 3, preposition|operator))
	}
	return false
}

// clauseAt is where the clause begins that atom j is in: behind the adjunct that the sentence opens with, or behind what links it
// to the clause before. What is denied or asked there is not denied here.
func (s sequence) clauseAt(j int) int {
	start := 0
	if s.fronted() {
		if q := s.find(0, j, ","); q >= 0 {
			start = q + 1
		}
	}
	for i := start; i < j; i++ {
		if s.at(i, ";", "<but>") {
			start = i + 1
		}
	}
	return start
}

// fronted tells whether a sequence opens with an adjunct that a comma ends.
func (s sequence) fronted() bool {
	return len(s) > 0 && (s[0].is(preposition) || s.at(0, fronts...)) && s.find(0, len(s), ",") > 0
}

var fronts = []string{"<if>", "<unless>", "while", "<until>", "<before>", "<after>", "where", "since", "<because>", "as", "once", "<instead>", "unlike", "<except>", "to"}

// classBeside tells whether an atom names the class of a thing whose name stands beside it: "the flag --all", "`open` function".
func (s sequence) classBeside(i int) bool {
	if !words.ClassNoun.Has(s[i].id) || s[i].is(verb|number|operator) {
		return false
	}
	named := func(k int) bool { return 0 <= k && k < len(s) && s[k].is(name) }
	return named(i+1) || named(i-1) && !named(i-2)
}

// dropOne is the licence to leave out one atom.
func (s sequence) dropOne(j int) licence {
	n := len(s)
	a := &s[j]
	switch {
	case a.id == "<must>":
		return deontic
	case j == 0 && (a.id == "and" || a.id == "or"):
		return opener
	case slices.Contains(dropsAlone, a.norm), a.id == "<eg>" && s.at(j+1, ",", "<if>"), a.norm == "very" && s.find(0, j, denies...) < 0:
		return opener
	case s.classBeside(j):
		return classNoun
	case a.is(operator):
		return none
	case a.is(adverb) && s.has(0, j, verb) && j+1 < n && s[j+1].is(content) && !ranks(strings.TrimSuffix(a.norm, "ly")) && !s.conditional(j) && s.find(0, n, denies...) < 0: // "widely used"
		return premodifier
	}
	return none
}

// modifies tells whether atoms j to before k are modifiers of the noun behind them that it may lose: in what is affirmed, behind
// the verb, and none that turns the noun into another.
func (s sequence) modifies(j, k int) bool {
	if k-j > maxModifiers || k >= len(s) || !s[k].is(content) || s[k].is(verb|number|mark) || !s.has(0, j, verb) || s.conditional(j) || s.at(j-1, "be", "than") || s.find(s.clauseAt(j), j, denies...) >= 0 {
		return false
	}
	for i := j; i < k; i++ {
		if a := &s[i]; a.is(number) && !a.quantity.ordinal && s.at(i-1, "a", "an") { // "a 2010 film"
			continue
		} else if !a.is(content) || a.is(number|verb|mark|operator) || strings.HasPrefix(a.norm, "un") || strings.HasPrefix(a.norm, "non") || ranks(a.norm) {
			return false
		}
	}
	return true
}

const maxModifiers = 5

// ranks tells the modifiers that no noun may lose: "first", "largest", "other", "same".
func ranks(w string) bool {
	return strings.HasSuffix(w, "est") || words.Ordinal(w) > 0 || slices.Contains([]string{"first", "second", "last", "next", "other", "another", "same", "different", "former", "fake", "potential", "possible", "only", "false", "alleged", "proposed", "upcoming", "planned", "supposed", "mock", "partial", "retired", "would-be", "pseudo"}, w)
}

var dropsAlone = []string{"note", "<but>", "but", "even", "please", "itself", "additional", "instead", "optional", "internally", "alone"}

// dropClause is the licence to leave out a clause or an item of a list, with what links it.
func (s sequence) dropClause(j, k int, end, denied, conditional bool) licence {
	n, size := len(s), k-j
	first := &s[j]
	linked := s.at(k, ",", ";", ":", "<but>", "and") || end
	amends := func(i int) bool { return s.at(i, "<not>", "<only>", "<if>", "<unless>", "<iff>") }
	if s.at(j, ",", ";", ":") && linked && size > 1 {
		b := s[j+1].id
		if slices.Contains([]string{"which", "who", "whose", "includ", "<eg>", "<ie>", "so", "thus", "therefor", "to", "make", "henc", "like", "similar", "as", "a", "an", "the", "result", "caus", "allow", "mean"}, b) &&
			s.find(j, k, "<only>") < 0 && !(slices.Contains([]string{"a", "an", "the"}, b) && s.clauseLike(j, k)) && (end || s.at(k, ",")) {
			return relativeTail
		}
		if end && slices.Contains([]string{"and", "<but>", "then"}, b) && !amends(j+2) && s.clauseLike(j, k) && !conditional {
			return conjunct
		}
	}
	last := &s[k-1]
	if slices.Contains([]string{",", "and", "or"}, last.id) && 1 < size && size <= 8 && j > 0 && !(s[j-1].is(number|operator) && !s[j-1].is(preposition)) && !s.has(j, k-1, operator) && s.find(j, max(j, k-2), ",") < 0 && !conditional && s.find(0, j, "<only>") < 0 && !s.at(j-1, "between", "both") &&
		s.has(j, k, content) && !s.has(j, k, verb) && (last.id == "and" && !denied || last.id == "or" && denied || last.id == "," && !denied && s.find(k, min(n, k+12), "or") < 0) {
		return listItem
	}
	between := s.find(max(0, j-4), j, "between", "both") >= 0
	if first.id == "and" && !conditional && !denied && k < n && (s[k].is(preposition|verb|operator) || s.at(k, ",", ".")) && size <= 7 && !s.has(j, k, operator) && !between && !s.subjectOfItsOwn(j, k) {
		return listItem
	}
	if end && s.at(j, "and") && s.at(j+1, "to") && s.find(0, j, "to") >= 0 && size > 2 && !conditional { // one of two purposes
		return conjunct
	}
	if end && s.at(j, "and", "<but>") && !conditional && !denied && size > 1 && !amends(j+1) && !between {
		return conjunct
	}
	if j == 0 && (last.id == ";" || last.id == "<but>" || last.id == "and" && size > 2) && s.clauseLike(j, k) && s.clauseLike(k, n) && k < n && !s[k].is(verb) {
		return conjunct
	}
	return none
}

// subjectOfItsOwn tells whether "and" with what follows up to a verb at k is no item of a list but the subject of another clause: "X is A,
// and Y is B".
func (s sequence) subjectOfItsOwn(j, k int) bool {
	start := s.clauseAt(j)
	return s.has(j, k, verb) || s[k].is(verb|operator) && !s[k].is(preposition) && (s.has(start, j, verb) || s.at(j-1, ",") && s.find(start, j-1, ",") < 0)
}

// opens tells whether a run opens a sentence without saying anything of it: "Typically,".
func (s sequence) opens(j, k int) bool {
	idle := s.at(0, "in") && s.at(1, "particular", "addit", "fact") || s.at(0, "of") && s.at(1, "cours")
	return j == 0 && k < len(s) && s.at(k-1, ",") && (k == 2 && s[0].is(adverb) || k == 3 && idle)
}

// add is the licence under which a claim may have atoms, from i to before k, that the source has not.
func (c sequence) add(i, k int, st *sequence, ctx *context) licence {
	size := k - i
	if c.only(i, k, glue) {
		return addGlue
	}
	if 0 < i && k < len(c) && (size == 1 || size == 2 && c.at(i+1, "be")) && c.at(i, "who", "which") && (c[k].is(verb) || c.at(k-1, "be")) {
		return reducedRelative
	}
	if size == 1 && c.at(i, "of") && k < len(c) && c[k].is(number|operator) {
		return addGlue
	}
	if size == 1 && c.classBeside(i) {
		return classNoun
	}
	if size == 1 && c[i].is(preposition) && !c[i].is(operator) && c.at(i-1, "and", "or", ",") && c.find(0, i, c[i].id) >= 0 {
		return addGlue
	}
	if c.has(i, k, operator|number) {
		return none
	}
	var said []int
	for x := i; x < k; x++ {
		if c[x].is(content) {
			said = append(said, x)
		}
	}
	if len(said) == 0 {
		return none
	}
	lent := func(set map[string]bool) bool {
		named := func(x int) bool { return set[c[x].id] }
		return slices.ContainsFunc(said, named) && !slices.ContainsFunc(said, func(x int) bool { return !named(x) && !words.ClassNoun.Has(c[x].id) })
	}
	if size <= 12 && c.find(i, k, "both", "and", "or") < 0 && lent(ctx.near) && !(c.find(i, k, "be") >= 0 && st.has(0, len(*st), verb)) {
		return contextWord
	}
	if size <= 8 && (c[k-1].is(mark) || !c[k-1].is(preposition|operator|glue)) && (i == 0 || c.at(i-1, ",", "<if>", "of", "in")) && c.find(i, k, "both", "and", "or") < 0 && !c.has(i, k, verb) && lent(ctx.back) {
		return discourseWord
	}
	return none
}
