package support

import (
	"slices"
	"strings"
)

// link is where a token of the claim stands in the span.
type link struct {
	src      int // index into comparison.source, -1 if nowhere
	tok      int
	quality  float32
	opposite bool
}

// pairing is how well a token of the claim matches one of the source.
type pairing struct {
	quality  float32
	opposite bool
}

// finding is one way in which the claim differs from its source.
type finding struct {
	penalty  float32 // the share of the score that it takes away
	reason   string
	from, to int // tokens of the claim, to exclusive
}

// The penalties of findings.
const (
	fatal      = 0.9  // a contradiction
	grave      = 0.55 // a difference that a sentence survives only if all else agrees word for word
	noticeable = 0.3
	minor      = 0.25
)

// comparison sets a claim against one span of the evidence.
type comparison struct {
	lex      *lexicon
	acronyms []alias
	claim    *statement
	evidence []*Prepared
	span     []where
	source   []*statement
	pairs    [][]pairing // by source; row by token of the claim, column by token of the source
	links    []link      // by token of the claim
	said     [][]bool    // by source and token: the claim says it too
	mirrored []bool      // by token of the claim: an antonym whose sides have changed too, "smaller than" for "larger than"
	turnedBy []int16     // clauses of the claim that deny the complement of what the source affirms
	findings []finding
	copied   float32 // how literal the claim is, see literal
	proved   []bool  // by token of the claim: borne out by a table cell or a sum, with no place in the span
}

// compare aligns the claim with the span and runs every rule.
func (c *Checker) compare(s *statement, evidence []*Prepared, span []where) *comparison {
	cmp := &comparison{lex: c.lex, acronyms: c.acronyms, claim: s, evidence: evidence, span: span}
	for _, w := range span {
		st := &evidence[w.passage].statements[w.stmt]
		cmp.source = append(cmp.source, st)
		cmp.said = append(cmp.said, make([]bool, len(st.toks)))
		cmp.pairs = append(cmp.pairs, make([]pairing, len(s.toks)*len(st.toks)))
	}
	cmp.proved = make([]bool, len(s.toks))
	cmp.mirrored = make([]bool, len(s.toks))
	cmp.align()
	cmp.copied = cmp.literal()
	cmp.checkTables()
	cmp.checkNumbers()
	cmp.checkNames()
	cmp.checkOrder()
	cmp.checkPolarity()
	cmp.checkModality()
	cmp.checkQuantifiers()
	cmp.checkConditions()
	cmp.checkCauses()
	cmp.checkSlots()
	cmp.checkAdditions()
	cmp.checkInsertions()
	return cmp
}

func (cmp *comparison) find(penalty float32, from, to int, reason string) {
	cmp.findings = append(cmp.findings, finding{penalty, reason, from, to})
}

// align links every token of the claim to the best token of the span: the one that means the same, and among several the
// one whose surroundings agree.
func (cmp *comparison) align() {
	n := len(cmp.claim.toks)
	cmp.links = make([]link, n)
	options := make([][]link, n)
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		cmp.links[i].src = -1
		if t.weight == 0 && t.quantity < 0 {
			continue
		}
		for k, st := range cmp.source {
			for j := range st.toks {
				u := &st.toks[j]
				if u.weight == 0 && len(u.senses) == 0 {
					continue
				}
				if q, opposite := match(t, u); q > 0 {
					cmp.pairs[k][i*len(st.toks)+j] = pairing{q, opposite}
					options[i] = append(options[i], link{k, j, q, opposite})
					cmp.said[k][j] = true
				}
			}
		}
	}
	cmp.alignQuantities(options)
	cmp.alignAliases(options)
	for i, o := range options {
		if slices.ContainsFunc(o, func(l link) bool { return !l.opposite }) { // an antonym only where the word itself is not
			options[i] = slices.DeleteFunc(o, func(l link) bool { return l.opposite })
			o = options[i]
		}
		if len(o) == 1 {
			cmp.links[i] = o[0]
		}
	}
	for range 2 {
		for i, o := range options {
			if len(o) > 1 {
				cmp.links[i] = cmp.nearest(i, o)
			}
		}
	}
}

// pair returns the match of token i of the claim with token j of source k.
func (cmp *comparison) pair(k, i, j int) pairing { return cmp.pairs[k][i*len(cmp.source[k].toks)+j] }

func (cmp *comparison) alignQuantities(options [][]link) {
	for _, q := range cmp.claim.quantities {
		for k, st := range cmp.source {
			for _, p := range st.quantities {
				if sameQuantity(q, p) {
					options[q.from] = append(options[q.from], link{k, p.from, sameWord, false})
					for j := p.from; j < p.to; j++ {
						cmp.said[k][j] = true
					}
				}
			}
		}
	}
}

func (cmp *comparison) alignAliases(options [][]link) {
	cmp.eachAlias(func(al alias) {
		for i := range cmp.claim.toks {
			if cmp.claim.toks[i].norm != al.short {
				continue
			}
			for k, st := range cmp.source {
				if from, to := runOf(st.toks, al.long); from >= 0 {
					options[i] = append(options[i], link{k, from, sameSense, false})
					for j := from; j < to; j++ {
						cmp.said[k][j] = true
					}
				}
			}
		}
		if from, to := runOf(cmp.claim.toks, al.long); from >= 0 {
			for k, st := range cmp.source {
				for j := range st.toks {
					if st.toks[j].norm == al.short {
						for i := from; i < to; i++ {
							options[i] = append(options[i], link{k, j, sameSense, false})
						}
						cmp.said[k][j] = true
					}
				}
			}
		}
	})
}

func (cmp *comparison) eachAlias(f func(alias)) {
	for _, al := range cmp.acronyms {
		f(al)
	}
	for i, w := range cmp.span {
		if i > 0 && cmp.span[i-1].passage == w.passage {
			continue
		}
		for _, al := range cmp.evidence[w.passage].aliases {
			f(al)
		}
	}
}

// nearest chooses among the options of token i the one that fits the links of its neighbours.
func (cmp *comparison) nearest(i int, options []link) link {
	prev, next := cmp.neighbour(i, -1), cmp.neighbour(i, +1)
	best, bestScore := options[0], float32(-1)
	for _, o := range options {
		score := o.quality
		for _, n := range [2]int{prev, next} {
			if n < 0 || cmp.links[n].src != o.src {
				continue
			}
			l := cmp.links[n]
			a, b := &cmp.source[o.src].toks[o.tok], &cmp.source[o.src].toks[l.tok]
			if n == next { // a verb is told from another by its object
				score += 0.02
			}
			if a.clause == b.clause {
				score += 0.05
			}
			if a.part == b.part {
				score += 0.08
			}
			if d := o.tok - l.tok; d < 0 == (n > i) && d != 0 {
				score += 0.06 / float32(max(d, -d))
			}
		}
		if score > bestScore {
			best, bestScore = o, score
		}
	}
	return best
}

// neighbour returns the next linked content token from i in the direction step, or -1.
func (cmp *comparison) neighbour(i, step int) int {
	for j := i + step; j >= 0 && j < len(cmp.links); j += step {
		if cmp.links[j].src >= 0 {
			return j
		}
		if cmp.claim.toks[j].weight >= wordWeight {
			return -1
		}
	}
	return -1
}

// covered returns the share of the claim's content that the span has.
func (cmp *comparison) covered() float32 {
	var have, all float32
	for i := range cmp.claim.toks {
		w := cmp.claim.toks[i].weight
		all += w
		have += w * cmp.found(i)
	}
	if all == 0 {
		return 1
	}
	return have / all
}

// found returns how well the span bears out token i of the claim.
func (cmp *comparison) found(i int) float32 {
	switch {
	case cmp.proved[i]:
		return sameWord
	case cmp.links[i].src >= 0:
		return cmp.links[i].quality
	}
	return 0
}

// maxStep is how far, in tokens, two neighbours in the claim may be apart in the source to count as copied.
const maxStep = 4

// literal returns how much of the claim is copied: the share of neighbouring content words that follow each other in
// the source too.
func (cmp *comparison) literal() float32 {
	last := -1
	var pairs, copied float32
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		if t.weight < wordWeight {
			continue
		}
		if last >= 0 {
			a, b := cmp.links[last], cmp.links[i]
			if a.src >= 0 && b.src >= 0 {
				pairs++
				if d := b.tok - a.tok; a.src == b.src && d > 0 && d <= maxStep && a.quality >= sameStem && b.quality >= sameStem {
					copied++
				}
			}
		}
		last = i
	}
	if pairs == 0 {
		return 0
	}
	return copied / pairs
}

// A claim must be covered by freeCoverage of its content when it is told in other words, and by up to
// freeCoverage+literalCoverage when it copies the source: in a copy, a word that is not in the source is an addition, in
// a paraphrase it may be a rewording.
const (
	freeCoverage    = 0.55
	literalCoverage = 0.30
)

// support turns the coverage and the findings into a verdict.
func (cmp *comparison) support() Result {
	need := float32(freeCoverage + literalCoverage*cmp.copied)
	c := cmp.covered()
	score := float32(MinSupport) * c / need
	if c >= need {
		score = MinSupport + (1-MinSupport)*(c-need)/(1-need)
	}
	thin := score < MinSupport
	for _, f := range cmp.findings {
		score *= 1 - f.penalty
	}
	out := Result{Verdict: Supported, Score: float64(score), Quotes: cmp.quotes()}
	if score < MinSupport {
		out.Verdict = Unsupported
		cmp.explain(&out, thin)
	}
	return out
}

// explain gives the reason: the gravest finding, or the words that are missing.
func (cmp *comparison) explain(out *Result, thin bool) {
	slices.SortStableFunc(cmp.findings, func(a, b finding) int {
		switch {
		case a.penalty > b.penalty:
			return -1
		case a.penalty < b.penalty:
			return 1
		}
		return 0
	})
	for i, f := range cmp.findings {
		if i > 0 && f.penalty < grave {
			break
		}
		if i > 0 {
			out.Reason += "; "
		}
		out.Reason += f.reason
		out.Offending = append(out.Offending, cmp.words(f.from, f.to))
	}
	if thin && len(cmp.findings) == 0 || len(cmp.findings) > 0 && cmp.findings[0].penalty < grave {
		cmp.explainMissing(out)
	}
	slices.SortFunc(out.Offending, func(a, b Words) int { return a.Start - b.Start })
}

// maxNamed is how many missing words a reason names.
const maxNamed = 4

func (cmp *comparison) explainMissing(out *Result) {
	var missing []string
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		if cmp.found(i) == 0 && t.weight >= wordWeight {
			out.Offending = append(out.Offending, cmp.words(i, i+1))
			if w := "“" + t.text + "”"; !slices.Contains(missing, w) {
				missing = append(missing, w)
			}
		}
	}
	if out.Reason != "" || len(missing) == 0 {
		if out.Reason == "" {
			out.Reason = "the source says this only in part"
		}
		return
	}
	verb := " is"
	if len(missing) > 1 {
		verb = " are"
	}
	if len(missing) > maxNamed {
		missing = append(missing[:maxNamed], "…")
	}
	out.Reason = strings.Join(missing, ", ") + verb + " not in " + cmp.sourceName()
}

func (cmp *comparison) words(from, to int) Words {
	return Words{cmp.claim.toks[from].start, cmp.claim.toks[max(from, to-1)].end}
}

func (cmp *comparison) sourceName() string { return passageNames(cmp.evidence) }

func (cmp *comparison) quotes() []Quote {
	var out []Quote
	for i, w := range cmp.span {
		p, st := cmp.evidence[w.passage], cmp.source[i]
		if n := len(out); n > 0 && out[n-1].Passage == w.passage && cmp.span[i-1].stmt+1 == w.stmt {
			out[n-1].End = st.end // sentences in a row are one quote
			out[n-1].Text = p.Text[out[n-1].Start:st.end]
			continue
		}
		out = append(out, Quote{Passage: w.passage, Start: st.start, End: st.end, Text: p.Text[st.start:st.end]})
	}
	return out
}
