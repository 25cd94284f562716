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
//
// Before, a clause that opens either of them may be put at its end.
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

// aligned finds the statement that a claim is a near copy of. A row of a table says what it does as a whole alone, and
// lends no words.
func (e passages) aligned(claim sequence, near []candidate) (Quote, bool) {
	if claim.contentCount() < minAligned || len(claim) > maxAtoms {
		return Quote{}, false
	}
	for _, cand := range near {
		p := e[cand.passage]
		st := &p.statements[cand.statement]
		var lenders sequence
		if !st.row {
			lenders = p.lenders(st)
		}
		if reads(claim, st.atoms, lenders) || !st.row && reads(claim.unfronted(), st.atoms.unfronted(), lenders) {
			return p.quoteOf(cand.passage, st), true
		}
	}
	return Quote{}, false
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

// reads tells whether a claim is read beside a source to the end of both.
func reads(claim, source, lenders sequence) bool {
	a := alignment{claim: claim, source: source, lenders: lenders, tried: make([]bool, (len(claim)+1)*(len(source)+1))}
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
	if mine && theirs && a.claim[i].like(&a.source[j]) && a.from(i+1, j+1) ||
		mine && a.claim[i].free() && a.from(i+1, j) ||
		theirs && a.source[j].free() && a.from(i, j+1) {
		return true
	}
	if end := a.source.asideAt(j); end > j && a.from(i, end) {
		return true
	}
	for n := 1; n <= maxBorrowed && i+n <= len(a.claim); n++ {
		if a.borrows(i, n, j) && (a.from(i+n, j) || a.source.points(j) && a.from(i+n, j+1)) {
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

// asideAt is where an aside ends that begins at j and may be missing without a change of what is said: what links the
// sentence to the one before, or brackets that restate, or have no number, condition or denial. It is j where none
// begins; a name in square brackets is none.
func (s sequence) asideAt(j int) int {
	if j == 0 && s.at(1, ",") && s[0].op&(words.But|words.Aside) != 0 {
		return 2
	}
	end := s.find(j+1, len(s), ")")
	if end < 0 || s[j].norm != "(" {
		return j
	}
	aside := s[j+1 : end]
	restates := len(aside) > 0 && aside[0].op == words.Aside
	if aside.index(func(a *atom) bool {
		return a.is(number) && !restates || a.op&^(words.Aside|words.By) != 0 || words.Front.Has(a.id)
	}) >= 0 {
		return j
	}
	return end + 1
}

// borrows tells whether n atoms of the claim from i on, which stand before atom j of the source, only say what the
// statement is about, in words of its titles.
func (a *alignment) borrows(i, n, j int) bool {
	run := a.claim[i : i+n]
	if !run[n-1].is(content) {
		return false
	}
	led := run[0].is(preposition) && run[0].op == 0 && (i == 0 || words.Place.Has(run[0].id))
	called := a.source.points(j) || a.source.points(j-1)
	lent := 0
	for k := range run {
		w := &run[k]
		by := a.lenders.placeOf(w)
		switch {
		case w.free(), led && w.is(preposition) && w.op == 0:
		case w.op != 0 || !w.is(content) || w.is(number|mark) || a.claim[:i+k].placeOf(w) >= 0: // once is enough
			return false
		case by < 0 && !(led && words.ClassNoun.Has(w.id)), !led && !called && !w.is(name|proper) && !a.lenders[by].is(name):
			return false
		case by >= 0:
			lent++
		}
	}
	return lent > 0
}

// points tells whether atom i stands for what was named, or points at it.
func (s sequence) points(i int) bool { return words.Pronoun.Has(s.normAt(i)) }

// refers tells whether atom i of the claim is a pronoun for n atoms of the source from j on, whose words the claim has
// said.
func (a *alignment) refers(i, j, n int) bool {
	run := a.source[j : j+n]
	return a.claim.points(i) && run.contentCount() > 0 && run.index(func(w *atom) bool {
		return !w.free() && (w.op != 0 || !w.is(content) || a.claim[:i].placeOf(w) < 0)
	}) < 0
}

// unfronted puts an adjunct that opens a sentence and ends with a comma at its end: "If X, Y" becomes "Y if X". Any
// other sentence stays as it is.
func (s sequence) unfronted() sequence {
	const opening = clauses | words.Because | words.Except | words.Instead | words.Default
	comma := s.find(1, min(len(s), maxFront), ",")
	if comma < 0 || !s[0].is(preposition) && s[0].op&opening == 0 && !words.Front.Has(s[0].id) {
		return s
	}
	rest := s[comma+1:]
	if rest.find(0, len(rest), ";", ",") >= 0 || s[0].op == 0 && !rest.has(verb) {
		return s
	}
	return join(rest, s[:comma])
}
