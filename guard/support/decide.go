package support

import (
	"cmp"
	"slices"
	"strings"

	"ibid/guard"
	"ibid/guard/words"
)

// passages are what one claim is checked against.
type passages []*Prepared

// Limits of what a claim is compared with.
const (
	maxNearest     = 6   // statements
	minSharedWords = 2   // words of a claim that is proven by its form
	minOverlap     = 0.3 // least overlap of a claim with a statement that speaks of the same
)

// Limits of what contradicts a claim. On 4,000 claims about documents that no test here uses (half of them false), with
// .7 and 1: .149 of the false ones are contradicted and .0045 of the true ones; with .6 and 2: .164 and .014; with .9
// and 0: .077 and .002.
const (
	minContradicted = 0.7 // least overlap, apart from what differs
	minShared       = 2   // words of the claim that the statement has
	maxOtherwise    = 2   // facts that differ
	maxMissing      = 1   // words of the claim that stand nowhere near
)

// mostUnproven is the score of what is not proven although all its words are in the source.
const mostUnproven = 0.98 * MinSupport

// byForm finds the statement that has a form in common with a claim.
func (e passages) byForm(claim sequence) (Quote, bool) {
	if claim.contentCount() < minSharedWords || len(claim) > maxAtoms {
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
	slices.SortFunc(out, func(a, b Quote) int { return cmp.Or(a.Passage-b.Passage, a.Start-b.Start) })
	return out
}

// quoteOf is the text of a statement, from the first of its sentences to the last.
func (p *Prepared) quoteOf(passage int, st *statement) Quote {
	last := st.parts[len(st.parts)-1]
	return p.quote(passage, p.sentences[st.parts[0]].start, max(p.sentences[last].end, p.sentences[st.parts[0]].end))
}

func (p *Prepared) quote(passage, start, end int) Quote {
	text := p.Text[start:end]
	start += len(text) - len(strings.TrimLeft(text, " \t\r\n"))
	text = strings.TrimSpace(text)
	return Quote{Passage: passage, Start: start, End: start + len(text), Text: text}
}

// nearest holds a claim against the statements that share most with it and returns the comparison with the one that
// comes nearest; nil where none shares a word.
func (e passages) nearest(claim sequence) *comparison {
	if len(claim) > maxAtoms {
		return nil
	}
	var best *comparison
	for _, cand := range e.candidates(claim) {
		p := e[cand.passage]
		st := &p.statements[cand.statement]
		ctx := p.context(st)
		if c := compare(claim, cand.passage, st, &ctx); best == nil || c.distance() < best.distance() {
			best = c
		}
	}
	return best
}

// What a claim is further away from a statement, in shares of its words, for each fact that differs and each word that it
// does not repeat. They were not swept.
const (
	costFact   = 0.08
	costUnsaid = 0.01
)

// distance is how far a claim is from a statement; only its order counts.
func (c *comparison) distance() float64 {
	unsaid := 0
	for j := range c.source {
		if c.back[j] < 0 && c.source[j].word() {
			unsaid++
		}
	}
	return 1 - c.overlap() + float64(costFact*float64(len(c.facts))) + float64(costUnsaid*float64(unsaid))
}

type candidate struct{ passage, statement, shared int }

// candidates are the statements that share most words with a claim, the shorter ones first among equals.
func (e passages) candidates(claim sequence) []candidate {
	var out []candidate
	for n, p := range e {
		counts := make(map[int32]int)
		for i := range claim {
			var seen []int32
			for _, key := range claim[i].postingKeys() {
				for _, st := range p.postings[key] {
					if !slices.Contains(seen, st) {
						seen = append(seen, st)
						counts[st]++
					}
				}
			}
		}
		for st := range p.statements {
			if k := counts[int32(st)]; k > 0 {
				out = append(out, candidate{n, st, k})
			}
		}
	}
	size := func(x candidate) int { return len(e[x.passage].statements[x.statement].atoms) }
	slices.SortStableFunc(out, func(a, b candidate) int {
		if a.shared != b.shared {
			return b.shared - a.shared
		}
		return size(a) - size(b)
	})
	return out[:min(len(out), maxNearest)]
}

// postingKeys are the keys under which statements that have an atom are listed.
func (a *atom) postingKeys() []string {
	switch {
	case a.is(number):
		return []string{a.quantity.key()}
	case !a.word():
		return nil
	}
	keys := append([]string{a.id}, words.EquivalentKeys(a.id)...)
	if len(a.root) > words.MinRoot {
		keys = append(keys, "~"+a.root)
	}
	return keys
}

// decide says what is to be said of a claim that is not proven.
func (e passages) decide(claim string, c *comparison) Result {
	out := Result{Verdict: guard.NotFound, Reason: "nothing in " + e.names() + " speaks of this", Offending: []Words{{0, len(claim)}}}
	if c == nil {
		return out
	}
	p := e[c.passage]
	out.Quotes = []Quote{p.quoteOf(c.passage, c.statement)}
	out.Score = mostUnproven * min(1, c.overlap())
	if c.shared == 0 || c.overlap() < minOverlap {
		return out
	}
	out.Verdict = guard.Unsupported
	if c.contradicts() {
		out.Verdict = guard.Contradicted
		c.missing = nil
		c.facts = slices.DeleteFunc(c.facts, func(d Difference) bool { return !d.decisive() && len(d.Source) == 0 })
	}
	out.Reason, out.Offending = c.reason(claim, p.Text, e.names())
	out.Reworded = c.reworded()
	return out
}

// contradicts tells whether the statement says the same of the same thing with one fact otherwise. What a claim lost of
// its source does not matter to that; what it has besides does.
func (c *comparison) contradicts() bool {
	if c.statement.row || c.shared < min(minShared, c.content) {
		return false
	}
	otherwise := 0
	for i := range c.facts {
		d := &c.facts[i]
		turned := d.Kind == Condition && d.other() && d.Claim[0].op|d.Source[0].op == words.If|words.Unless
		switch {
		case d.decisive(), turned && c.shared == c.content:
			otherwise++
		case d.besides():
			return false
		}
	}
	return 0 < otherwise && otherwise <= maxOtherwise && c.overlap() >= minContradicted && len(c.missing) <= maxMissing
}

// besides tells whether a claim says something that its source does not speak of.
func (d *Difference) besides() bool {
	return len(d.Claim) > 0 && (d.Kind == Quantity || d.Kind == Name || d.Kind == Polarity || d.Kind == Condition || d.other())
}

// decisive tells whether a claim that differs in this is false if its source is true.
func (d *Difference) decisive() bool {
	switch d.Kind {
	case Quantity:
		return d.other()
	case Opposite, Order: // small words have other senses, and names may be listed in any order
		return d.other() && d.Claim[0].is(content) && !d.Claim[0].is(name|proper)
	case Modality:
		return d.other() && stronger(d.Claim[0].op, d.Source[0].op)
	case Quantifier:
		return d.other() && excludes(d.Claim[0].op, d.Source[0].op)
	case Condition:
		return d.other() && d.Claim[0].op|d.Source[0].op == words.Before|words.After
	case Polarity:
		return len(d.Claim)+len(d.Source) > 0 && !d.other()
	}
	return false
}

// stronger tells whether a modal says more than another, or something else: what must be may be, not the other way
// round.
func stronger(claim, source words.Operator) bool {
	degree := func(op words.Operator) int {
		return slices.Index([]words.Operator{words.May, words.Should, words.Must}, op)
	}
	c, s := degree(claim), degree(source)
	return c < 0 || s < 0 || c > s
}

// reworded tells whether plain words are all in which a claim differs from the statement that it is about.
func (c *comparison) reworded() bool { return len(c.facts) == 0 && !c.statement.row }

// names names the evidence in messages.
func (e passages) names() string {
	var keys []string
	for _, p := range e {
		if p.Key != "" {
			keys = append(keys, p.Key)
		}
	}
	switch n := len(keys); n {
	case 0:
		return "the source"
	case 1:
		return keys[0]
	default:
		return strings.Join(keys[:n-1], ", ") + " or " + keys[n-1]
	}
}

// reason says in which facts a claim differs, or which of its words the source has not, and where those stand.
func (c *comparison) reason(claim, source, names string) (string, []Words) {
	var said, lost []string
	var strange sequence // what the claim says and the source does not
	var at []Words
	for i := range c.facts {
		d := &c.facts[i]
		at = append(at, places(d.Claim)...)
		switch {
		case d.Kind == Polarity && len(d.Claim) > 0 == (len(d.Source) > 0), len(d.Claim) == 0 && d.Kind != Polarity:
			lost = append(lost, c.differs(d, claim, source))
		case len(d.Source) == 0 && d.Kind != Polarity:
			strange = append(strange, d.Claim...)
		default:
			said = append(said, c.differs(d, claim, source))
		}
	}
	if strange = append(strange, c.missing...); len(strange) > 0 {
		slices.SortFunc(strange, func(a, b atom) int { return a.start - b.start })
		verb := " is not in "
		if len(strange) > 1 {
			verb = " are not in "
		}
		said, at = append(said, quoted(claim, strange)+verb+"what "+names+" says of this"), append(at, places(strange)...)
	}
	said = append(said, lost...)
	if len(said) == 0 {
		said = []string{"it says the same in other words than " + names}
	}
	if len(at) == 0 {
		at = []Words{{0, len(claim)}}
	}
	slices.SortFunc(at, func(a, b Words) int { return a.Start - b.Start })
	return strings.Join(said, "; "), slices.Compact(at)
}

// differs says how a fact differs.
func (c *comparison) differs(d *Difference, claim, source string) string {
	switch {
	case d.Kind == Order:
		return "says " + quoted(claim, d.Claim) + " where the source has them the other way round"
	case d.Kind == Polarity && len(d.Claim) > 0 == (len(d.Source) > 0):
		return "denies something else than the source does"
	case d.Kind == Polarity && len(d.Claim) > 0:
		return "denies with " + quoted(claim, d.Claim) + " what the source affirms"
	case d.Kind == Polarity:
		return "affirms what the source denies with " + quoted(source, d.Source)
	case len(d.Claim) > 0:
		return "says " + clip(claim, d.Claim) + "; the source says " + clip(source, d.Source)
	case d.Kind == Condition:
		return "leaves out “" + clip(source, c.source.clauseOf(&d.Source[0])) + "”"
	}
	return "leaves out " + quoted(source, d.Source)
}

// clauseOf is the clause that an operator of the sequence opens, up to the next comma.
func (s sequence) clauseOf(op *atom) sequence {
	for i := range s {
		if s[i].start == op.start && s[i].op == op.op {
			end := s.find(i+1, len(s), ",", ";")
			if end < 0 {
				end = len(s)
			}
			return s[i:end]
		}
	}
	return sequence{*op}
}

// quoted is the text of atoms in quotation marks, each once.
func quoted(text string, s sequence) string {
	var out []string
	for i := range s {
		if q := "“" + clip(text, s[i:i+1]) + "”"; !slices.Contains(out, q) {
			out = append(out, q)
		}
	}
	return strings.Join(out, ", ")
}

// places are those of atoms in a claim.
func places(s sequence) []Words {
	var out []Words
	for i := range s {
		if w := (Words{s[i].start, s[i].end}); w.Start < w.End && (len(out) == 0 || w.Start >= out[len(out)-1].End) {
			out = append(out, w)
		}
	}
	return out
}

// clip is the text that a run of atoms was read from, on one line.
func clip(text string, s sequence) string {
	start, end := len(text), 0
	for i := range s {
		if s[i].end > s[i].start {
			start, end = min(start, s[i].start), max(end, s[i].end)
		}
	}
	if start >= end {
		return ""
	}
	return strings.Join(strings.Fields(text[start:end]), " ")
}
