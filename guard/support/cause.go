package support

// checkCauses looks for reasons that the source does not give.
func (cmp *comparison) checkCauses() {
	for n := range cmp.claim.clauses {
		c := &cmp.claim.clauses[n]
		switch c.kind {
		case causeClause, purposeClause, effectClause:
		default:
			continue
		}
		have := cmp.coveredIn(c.from, c.to)
		marker := cmp.claim.toks[c.from].text
		switch {
		case have < minCauseCovered:
			cmp.find(fatal, c.from, c.to, "nothing in "+cmp.sourceName()+" says why (“"+marker+" …”)")
		case c.kind != causeClause:
			// An inference: what follows has to be in the source, and it is.
		case !cmp.sourceExplains():
			cmp.find(grave, c.from, c.to, "the source has both parts but does not give the one as the reason for the other")
		case cmp.reversedCause(n):
			cmp.find(fatal, c.from, c.to, "takes the effect for the cause")
		}
	}
}

// minCauseCovered is the share of a reason's content that must be in the source.
const minCauseCovered = 0.6

// coveredIn returns the share of the content of tokens [from, to) that is linked.
func (cmp *comparison) coveredIn(from, to int) float32 {
	var have, all float32
	for i := from; i < to; i++ {
		w := cmp.claim.toks[i].weight
		all += w
		have += w * cmp.found(i)
	}
	if all == 0 {
		return 1
	}
	return have / all
}

// sourceExplains tells whether the span says why, of anything.
func (cmp *comparison) sourceExplains() bool {
	for _, st := range cmp.source {
		if explains(st) >= 0 {
			return true
		}
	}
	return false
}

// explains returns the token that marks a relation of cause and effect, or -1.
func explains(s *statement) int {
	for n := range s.clauses {
		switch s.clauses[n].kind {
		case causeClause, purposeClause, effectClause:
			return s.clauses[n].from
		}
	}
	for i := range s.toks {
		t := &s.toks[i]
		if t.is("therefore", "thus", "hence", "consequently", "so", "cause", "causes", "caused", "leads", "lead", "results", "result", "makes", "make", "ensures", "ensure",
			"prevents", "prevent", "keeps", "allows", "reveals", "enables", "avoids", "avoid", "save", "reduces", "improves", "helps", "means", "for", "reason", "why") {
			if t.is("for") && s.norm(i+1) != "this" && s.norm(i+1) != "that" {
				continue
			}
			return i
		}
	}
	return -1
}

// reversedCause tells whether the claim gives as the reason what the source gives as the consequence.
func (cmp *comparison) reversedCause(n int) bool {
	for k, st := range cmp.source {
		mark := -1
		for i := range st.toks {
			if st.toks[i].is("therefore", "thus", "hence", "consequently") {
				mark = i
			}
		}
		if mark < 0 {
			continue
		}
		c := &cmp.claim.clauses[n]
		inEffect, elsewhere := 0, 0
		for i := range cmp.links {
			if cmp.claim.toks[i].weight < wordWeight || cmp.links[i].src < 0 {
				continue
			}
			here := i >= c.from && i < c.to
			effect := cmp.links[i].src == k
			if here == effect {
				inEffect++
			} else {
				elsewhere++
			}
		}
		return len(cmp.source) > 1 && inEffect > elsewhere
	}
	return false
}
