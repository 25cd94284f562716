package support

import (
	"slices"

	"ibid/guard/words"
)

// An alignment reads a claim and a statement side by side, word for word, and succeeds where all of both is read. The
// steps that it may take are a closed set, and none of them passes a number, a condition, a denial or a restriction of
// the statement by:
//
//	the same word                 "eight bytes" beside "8 bytes", "treated" beside "treats"
//	a word that may come and go   articles, forms of "be", punctuation
//	what a source alone may have  "However,", and an aside in brackets
//	what the claim borrows        "In fastd," or "the fastd peer", where the heading names fastd
//	what "this" stands for        "The inverse Fourier method" beside "This method", below the heading Inverse Fourier
//	a pronoun                     "of its elements" beside "of the phantom elements", behind "The phantom"
type alignment struct {
	claim, source sequence
	lenders       sequence // what the claim may borrow words from
	tried         []bool   // the places that the reading does not go on from
}

// Limits of one step, in atoms.
const (
	maxFront    = 32 // an adjunct that opens a sentence
	maxBorrowed = 8
	maxNamed    = 6
	minAligned  = 2 // words of a claim that is proven so
)

// aligned finds the statement that a claim is a near copy of.
func (e passages) aligned(claim sequence, near []candidate) (Quote, bool) {
	if claim.contentCount() < minAligned || len(claim) > maxAtoms {
		return Quote{}, false
	}
	turned := claim.unfronted()
	for _, cand := range near {
		p := e[cand.passage]
		for _, st := range p.readings(cand.statement) {
			a := alignment{source: st.atoms, lenders: p.lenders(&st)}
			if a.reads(claim) || turned != nil && a.reads(turned) {
				return p.quoteOf(cand.passage, &st), true
			}
			if a.source = st.atoms.unlinked().unfronted(); a.source != nil && a.reads(claim) {
				return p.quoteOf(cand.passage, &st), true
			}
		}
	}
	return Quote{}, false
}

// readings are the statement, and it together with the one behind it.
func (p *Prepared) readings(n int) []statement {
	st := p.statements[n]
	s := &p.sentences[st.parts[0]]
	if st.row || s.cell != nil { // what stands in a cell says nothing without its row and its column
		return nil
	}
	if n+1 == len(p.statements) {
		return []statement{st}
	}
	next := p.statements[n+1]
	parts := []int{st.parts[0], st.parts[0] + 1}
	if len(st.parts) > 1 || !slices.Equal(next.parts, parts[1:]) || p.sentences[parts[1]].kind != s.kind {
		return []statement{st}
	}
	and := atom{id: "and", norm: "and", trait: mark | glue} // a claim may say it or not
	return []statement{st, {parts: parts, atoms: join(st.atoms, sequence{and}, next.atoms)}}
}

// lenders are the titles and the heading over a statement: each that names one thing.
func (p *Prepared) lenders(st *statement) sequence {
	var out sequence
	all := p.titles
	if h := p.sentences[st.parts[0]].heading; h >= 0 {
		all = append(slices.Clip(all), p.sentences[h].atoms)
	}
	for _, s := range all {
		if s.find(0, len(s), "and", "or", ",", "<instead>") < 0 {
			if out = append(out, s...); len(s) == 1 {
				out[len(out)-1].trait |= name // of all that is below it
			}
		}
	}
	return out
}

func (a *alignment) reads(claim sequence) bool {
	a.claim = claim
	a.tried = make([]bool, (len(claim)+1)*(len(a.source)+1))
	return a.from(0, 0)
}

// from tells whether the claim from i on says what the source says from j on.
func (a *alignment) from(i, j int) bool {
	if i == len(a.claim) && j == len(a.source) {
		return true
	}
	place := i*(len(a.source)+1) + j
	if a.tried[place] {
		return false
	}
	a.tried[place] = true
	mine, theirs := i < len(a.claim), j < len(a.source)
	if mine && theirs && a.claim[i].equals(&a.source[j]) && a.from(i+1, j+1) ||
		mine && a.claim[i].free() && a.from(i+1, j) ||
		theirs && a.source[j].free() && a.from(i, j+1) {
		return true
	}
	if theirs {
		if n := a.source.spare(j); n > 0 && a.from(i, j+n) {
			return true
		}
	}
	points := theirs && words.Pronoun.Has(a.source[j].norm)
	for n := 1; n <= maxBorrowed && i+n <= len(a.claim); n++ {
		if a.borrows(i, n, j) && (a.from(i+n, j) || points && a.from(i+n, j+1)) {
			return true
		}
	}
	for n := 1; mine && n <= maxNamed && j+n <= len(a.source); n++ {
		if a.refers(i, j, n) && a.from(i+1, j+n) {
			return true
		}
	}
	return false
}

// free tells the atoms that may come and go.
func (a *atom) free() bool { return !a.is(content) && a.is(glue|mark) }

// equals tells whether an atom of a claim says the same as one of a source wherever they stand.
func (a *atom) equals(b *atom) bool {
	one := func(a, b *atom) bool {
		return a.norm == "one" && b.is(number) && b.quantity.raw == 1 && b.quantity.dim == ""
	}
	return a.like(b) || one(a, b) || one(b, a) || a.norm == "just" && b.op == words.Only
}

// spare is how many atoms of a source from j on a claim may leave out: an aside in brackets, or what links the sentence
// to the one before.
func (s sequence) spare(j int) int {
	if j == 0 {
		return len(s) - len(s.unlinked())
	}
	end := s.find(j+1, len(s), ")")
	if s[j].norm == "(" && end > 0 && s[j+1:end].aside() { // a name in square brackets is no aside
		return end + 1 - j
	}
	return 0
}

// unlinked is a sentence without the word that links it to the one before.
func (s sequence) unlinked() sequence {
	if s.at(1, ",") && (s[0].op&(words.But|words.Aside) != 0 || words.Linking.Has(s[0].norm)) {
		return s[2:]
	}
	return s
}

// aside tells whether a run in brackets may be missing without a change of what is said: it restates, or it has no
// number, condition or denial.
func (s sequence) aside() bool {
	restates := len(s) > 0 && s[0].op == words.Aside
	return s.index(func(a *atom) bool {
		return a.is(number) && !restates || a.op&^(words.Aside|words.By) != 0 || words.Front.Has(a.id)
	}) < 0
}

// borrows tells whether n atoms of the claim from i on, which stand before atom j of the source, only say what the
// statement is about, in words of its titles.
func (a *alignment) borrows(i, n, j int) bool {
	run := a.claim[i : i+n]
	if !run[n-1].is(content) {
		return false
	}
	led := run[0].is(preposition) && run[0].op == 0 && (i == 0 || words.Place.Has(run[0].id))
	called := j < len(a.source) && words.Pronoun.Has(a.source[j].norm) || j > 0 && words.Pronoun.Has(a.source[j-1].norm)
	lent := 0
	for k := range run {
		w := &run[k]
		by := a.lenders.index(w.equals)
		switch {
		case w.free(), led && w.is(preposition) && w.op == 0:
		case w.op != 0 || !w.is(content) || w.is(number|mark) || a.claim[:i+k].index(w.equals) >= 0: // once is enough
			return false
		case by < 0 && !(led && words.ClassNoun.Has(w.id)), !led && !called && !w.is(name|proper) && !a.lenders[by].is(name):
			return false
		case by >= 0:
			lent++
		}
	}
	return lent > 0
}

// refers tells whether atom i of the claim is a pronoun for n atoms of the source from j on, whose words the claim has
// said.
func (a *alignment) refers(i, j, n int) bool {
	run := a.source[j : j+n]
	return words.Pronoun.Has(a.claim[i].norm) && run.contentCount() > 0 && run.index(func(w *atom) bool {
		return !w.free() && (w.op != 0 || !w.is(content) || a.claim[:i].index(w.equals) < 0)
	}) < 0
}

// fronted tells whether a sentence opens with an adjunct, or something else than its subject.
func (s sequence) fronted() bool {
	const opening = clauses | words.Because | words.Except | words.Instead | words.Default
	return len(s) > 0 && (s[0].is(preposition) || s[0].op&opening != 0 || words.Front.Has(s[0].id))
}

// unfronted puts an adjunct that opens a sentence and ends with a comma at its end: "If X, Y" is "Y if X".
func (s sequence) unfronted() sequence {
	comma := s.find(1, min(len(s), maxFront), ",")
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
