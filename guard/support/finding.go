package support

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"

	_ "embed" // the weights

	"ibid/guard/words"
)

// finding is one thing that speaks for or against a claim that is not proven.
type finding uint8

const (
	foundMatched  finding = iota // share of the claim's content that the nearest statement has in its place
	foundContext                 // share that its context has
	foundMissing                 // share that neither has
	foundStrange                 // share that the whole evidence has not
	foundNumbers                 // numbers among them
	foundNames                   // names among them
	foundRivals                  // values for which the statement has others
	foundOperator                // operators that the claim has and the statement has not
	foundUnsaid                  // operators that narrow or deny, and that the claim leaves out
	foundRest                    // share of the statement's content that the claim leaves out
	findingCount
)

var findingNames = [findingCount]string{"matched", "context", "missing", "strange", "numbers", "names", "rivals", "operators", "unsaid", "rest"}

// findings are the strengths of what was found, 0 where nothing was.
type findings [findingCount]float64

//go:embed weights.txt
var weightText string

// weights are the model's: a bias, and one weight a finding.
type weights struct {
	bias float64
	by   findings
}

var fitted = sync.OnceValue(func() weights { return readWeights(weightText) })

// readWeights reads lines "name weight".
func readWeights(text string) weights {
	var w weights
	for line := range strings.Lines(text) {
		var name string
		var v float64
		if n, _ := fmt.Sscan(line, &name, &v); n < 2 {
			continue
		}
		if name == "bias" {
			w.bias = v
		}
		for i := range findingNames {
			if findingNames[i] == name {
				w.by[i] = v
			}
		}
	}
	return w
}

// strength is the probability that a claim with these findings is true, as the model has it: the logistic function of
// the sum of what speaks for it and against it.
func (f findings) strength() float64 {
	w := fitted()
	sum := w.bias
	for i := range f {
		sum += float64(f[i] * w.by[i])
	}
	return 1 / (1 + math.Exp(-sum))
}

// findings of the nearest statement.
func (n *nearest) findings() findings {
	var f findings
	share := func(k int) float64 { return float64(k) / float64(max(1, n.content)) }
	f[foundMatched] = share(n.matched)
	for _, e := range n.edits {
		switch {
		case e.licence == contextWord:
			f[foundContext] += share(1)
		case e.c1 == e.c0 && n.source[e.s0].is(content):
			f[foundRest] += 1 / float64(max(1, n.source.contentCount()))
		}
	}
	for _, i := range n.missing {
		switch a := &n.claim[i]; {
		case a.is(operator):
			f[foundOperator]++
			continue
		case a.is(number):
			f[foundNumbers]++
		case a.is(name):
			f[foundNames]++
		}
		f[foundMissing] += share(1)
	}
	f[foundStrange] = share(len(n.strange))
	f[foundRivals] = float64(len(n.rivals))
	f[foundUnsaid] = float64(len(n.unsaid))
	return f
}

// The shares of a claim that the statement has to have before another value in it is a contradiction.
const (
	enoughSame   = 0.5
	enoughDenied = 0.8
	maxRivals    = 2
	maxOther     = 1 // words that are elsewhere, where nearly all is the same
)

// contradiction finds what makes a claim false if the nearest statement is true: another value where all else is the
// same, or a denial that one of them has.
func (n *nearest) contradiction() (at sequence, says func(claim, source string) string) {
	other := 0 // what else the claim has and the statement has not
	for _, i := range n.missing {
		if !n.claim[i].is(operator) {
			other++
		}
	}
	same := float64(n.matched+len(n.rivals)) / float64(max(1, n.content))
	mine, theirs := n.denials()
	if k := len(n.rivals); k > 0 && k <= maxRivals && (other == 0 || n.deny() || !n.replaces()) && !n.leads() && !n.turned() && !n.computed() && (same >= enoughSame && other <= n.tolerated() || other <= maxOther && same >= enoughDenied) {
		for _, e := range n.rivals {
			at = append(at, n.claim[e.c0:e.c1]...)
		}
		return at, func(claim, source string) string {
			var out []string
			for _, e := range n.rivals {
				out = append(out, "says "+clip(claim, n.claim[e.c0:e.c1])+"; the source says "+clip(source, n.source[e.s0:e.s1]))
			}
			return strings.Join(out, "; ")
		}
	}
	if len(n.rivals) > 0 || other > 0 || same < enoughDenied || n.statement.row {
		return nil, nil
	}
	switch {
	case len(mine) > 0 && !n.source.has(0, len(n.source), negative):
		return mine, func(claim, source string) string {
			return "denies with " + quoted(claim, mine) + " what the source affirms"
		}
	case len(theirs) > 0 && !n.claim.has(0, len(n.claim), negative):
		return n.claim, func(claim, source string) string {
			return "affirms what the source denies with " + quoted(source, theirs)
		}
	}
	return nil, nil
}

// reworded tells whether plain words are all that stands between a claim and the nearest statement, and most of them
// are the same: no number, name or operator is another one, put in or left out, nothing is taken from elsewhere, and
// no row is read.
func (n *nearest) reworded(claim string) bool {
	if len(n.rivals) > 0 || len(n.unsaid) > 0 || n.statement.row || 2*n.matched < n.content {
		return false
	}
	for _, e := range n.edits {
		switch {
		case e.c1 == e.c0 && n.source[e.s0].is(operator) && !n.source[e.s0].connects(), e.licence == contextWord:
			return false
		case e.c1 == e.c0 || e.s1 > e.s0:
		case n.claim[e.c0].is(operator|number|name) && !n.claim[e.c0].is(glue|preposition) && !n.claim[e.c0].connects(), e.c0 > 0 && unicode.IsUpper(rune(claim[n.claim[e.c0].start])):
			return false
		}
	}
	return true
}

// connects tells the operators that restrict nothing.
func (a *atom) connects() bool {
	return slices.Contains([]string{"<but>", "<although>", "<eg>", "<ie>", "<eq>", "<by>"}, a.id)
}

// exchanged finds two words, or runs of them, that have changed places: with the one where the other is, the claim
// would say what the statement says. In a list they may, and where only one of the two is in the passive.
func (pr *prover) exchanged(n *nearest) (one, other sequence) {
	passive := func(s sequence) bool { return s.find(0, len(s), "by", "<by>") >= 0 }
	if n.matched == n.content || n.content < minExchanged || len(n.strange) > maxOther || passive(n.claim) != passive(n.source) {
		return nil, nil
	}
	var moved [][2]int // what the statement has elsewhere: words, and runs of them
	inPlace := n.inPlace()
	for i := range n.claim {
		for k := i; k < len(n.claim) && k < i+longestExchanged; k++ {
			if a := &n.claim[k]; !a.is(content) || a.is(verb|operator) || inPlace[k] || n.source.placeOf(a) < 0 {
				break
			}
			moved = append(moved, [2]int{i, k + 1})
		}
	}
	ctx := pr.evidence[n.passage].context(n.statement)
	for x, p := range moved[:min(len(moved), maxExchanged)] {
		for _, q := range moved[x+1 : min(len(moved), maxExchanged)] {
			a, b := n.claim[p[0]:p[1]], n.claim[max(q[0], p[1]):max(q[1], p[1])]
			if q[0] < p[1] || a[0].is(number) != b[0].is(number) || a.key() == b.key() || !n.claim.has(p[1], q[0], content|operator|preposition) {
				continue
			}
			c := join(n.claim[:p[0]], b, n.claim[p[1]:q[0]], a, n.claim[q[1]:])
			if m := pr.compare(c, n.passage, n.statement, &ctx); m.matched >= n.matched+len(a)+len(b) && m.matched+maxOther >= m.content && len(m.rivals) == 0 {
				return a, b
			}
		}
	}
	return nil, nil
}

// The limits of what may have changed places.
const (
	minExchanged     = 4  // words of a claim; fewer are no frame that two could change places in
	longestExchanged = 2  // words of one of the two
	maxExchanged     = 16 // words and runs that are tried
)

// computed tells whether a number in which the claim differs may have been computed from others.
func (n *nearest) computed() bool {
	if k := n.claim.find(0, len(n.claim), "<all>"); k > 0 && n.claim.at(k-1, "in") { // "in all"
		return true
	}
	for _, e := range n.rivals {
		than := n.claim.find(e.c1, len(n.claim), "<gt>", "<lt>") // "3 higher than the other", not "over 3"
		if n.claim[e.c0].is(number) && (than >= 0 && !(than+1 < len(n.claim) && n.claim[than+1].is(number)) || slices.ContainsFunc(n.claim, func(a atom) bool { return words.Computed.Has(a.norm) })) {
			return true
		}
	}
	return false
}

// bounded tells whether the claim or the statement limits a number.
func (n *nearest) bounded() bool {
	bounds := []string{"<ge>", "<le>", "<gt>", "<lt>"}
	return n.claim.find(0, len(n.claim), bounds...) >= 0 || n.source.find(0, len(n.source), bounds...) >= 0
}

// denials are the operators with which the claim and the statement deny what they both speak of.
func (n *nearest) denials() (mine, theirs sequence) {
	inSource := make([]bool, len(n.source))
	for _, e := range n.edits {
		if e.c1 > e.c0 && e.s1 > e.s0 && e.licence != rivalValue {
			inSource[e.s0] = true
		}
	}
	return n.claim.denialsOf(n.inPlace()), n.source.denialsOf(inSource)
}

// negatives counts the operators that deny.
func (s sequence) negatives() (n int) {
	for i := range s {
		if s[i].is(negative) {
			n++
		}
	}
	return n
}

// turned tells whether denials turn another value round again: "not less than" is "at least", "stays unless" is "is
// removed when not". What denies an even number of times affirms.
func (n *nearest) turned() bool {
	denials := n.claim.negatives() - n.source.negatives()
	for _, e := range n.rivals {
		denials += n.source[e.s0:e.s1].negatives() - n.claim[e.c0:e.c1].negatives()
	}
	if !n.deny() {
		return denials != 0 && n.bounded()
	}
	return (denials+len(n.rivals))%2 == 0
}

// tolerated is how many words may be elsewhere: beside a word that denies what the source says some; beside a number
// one, if it counts or measures the same; else none, for another thing may be meant.
func (n *nearest) tolerated() int {
	if n.deny() {
		return 2
	}
	for _, e := range n.rivals {
		a := &n.claim[e.c0]
		counted := e.c1 < len(n.claim) && e.s1 < len(n.source) && n.claim[e.c1].is(content) && n.claim[e.c1].same(&n.source[e.s1])
		if !a.is(number) || a.quantity.dim == words.NoDimension && !counted {
			return 0
		}
	}
	return 1
}

// replaces tells whether the claim has a word that is no verb where the statement has another one: it may speak of
// another thing.
func (n *nearest) replaces() bool {
	mine, theirs := false, false
	for _, e := range append(slices.Clone(n.edits), edit{c1: 1, s1: 1}) {
		switch {
		case e.c1 > e.c0 && e.s1 > e.s0: // the end of a gap
			if mine && theirs {
				return true
			}
			mine, theirs = false, false
		case e.c1 > e.c0:
			mine = mine || n.claim[e.c0].is(content) && !n.claim[e.c0].is(verb|operator)
		default:
			theirs = theirs || n.source[e.s0].is(content) && !n.source[e.s0].is(verb|operator)
		}
	}
	return false
}

// leads tells whether a rival is a name that the claim is about, in front of its verb, and what is said of it is
// short: the source may say the same of several. Names that differ in their number alone stand for each other.
func (n *nearest) leads() bool {
	if n.matched >= minExchanged {
		return false
	}
	verbs := slices.IndexFunc(n.claim, func(a atom) bool { return a.is(verb) || a.id == "<be>" })
	series := func(a *atom) string { return strings.Trim(a.norm, "0123456789") }
	return slices.ContainsFunc(n.rivals, func(e edit) bool {
		a := &n.claim[e.c0]
		return a.is(name) && e.c0 < verbs && series(a) != series(&n.source[e.s0])
	})
}

// deny tells whether the rivals are words that deny each other, not numbers or names.
func (n *nearest) deny() bool {
	return !slices.ContainsFunc(n.rivals, func(e edit) bool { return n.claim[e.c0].is(number | name) })
}

// onlyOperators tells whether all words of the claim are in the statement, and what differs is of the closed classes.
// No condition is open.
func (n *nearest) onlyOperators() bool {
	operators := func(i int) bool { return n.claim[i].is(operator) }
	return n.claim.find(0, len(n.claim), "<if>", "<unless>") < 0 && !slices.ContainsFunc(n.missing, func(i int) bool { return !operators(i) }) &&
		!slices.ContainsFunc(n.rivals, func(e edit) bool { return !operators(e.c0) })
}

// inPlace tells which atoms of the claim the statement has in their place.
func (n *nearest) inPlace() []bool {
	out := make([]bool, len(n.claim))
	for _, e := range n.edits {
		if e.c1 > e.c0 {
			out[e.c0] = e.s1 > e.s0 && e.licence != rivalValue
		}
	}
	return out
}

// denialsOf are the operators that deny a word which is shared: the first behind them that a sentence can be about.
func (s sequence) denialsOf(shared []bool) (out sequence) {
	for i := range s {
		if !s[i].is(negative) {
			continue
		}
		for k := i + 1; k < len(s); k++ {
			if s[k].is(content) {
				if shared[k] {
					out = append(out, s[i])
				}
				break
			}
		}
	}
	return out
}
