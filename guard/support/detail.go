package support

// checkNames looks for identifiers and proper names that the span does not have: these are never a rewording.
func (cmp *comparison) checkNames() {
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		if cmp.links[i].src >= 0 || t.kind != nameToken && !t.proper || t.quantity >= 0 || t.weight == 0 {
			continue
		}
		if t.kind == nameToken {
			cmp.find(fatal, i, i+1, "“"+t.text+"” is not in "+cmp.sourceName())
		} else {
			cmp.find(grave, i, i+1, "“"+t.text+"” is not in "+cmp.sourceName())
		}
	}
}

// minNewPart is the content, in weight, from which a part of the claim that the source does not have is an addition;
// maxNewCovered is how much of such a part may be covered all the same.
const (
	minNewPart    = 1.2
	maxNewCovered = 0.3
	minCopied     = 0.4 // how literal the claim must be for an addition to show
)

// checkAdditions looks for parts of the claim of which the source has next to nothing.
func (cmp *comparison) checkAdditions() {
	for from := 0; from < len(cmp.claim.toks); {
		to := from
		var weight float32
		for to < len(cmp.claim.toks) && cmp.claim.toks[to].part == cmp.claim.toks[from].part {
			weight += cmp.claim.toks[to].weight
			to++
		}
		if weight >= minNewPart && cmp.coveredIn(from, to) < maxNewCovered {
			penalty := float32(noticeable)
			if cmp.copied >= minCopied {
				penalty = grave
			}
			cmp.find(penalty, from, to, "adds “"+textBetween(cmp.claim, from, to)+"”, which is not in "+cmp.sourceName())
		}
		from = to
	}
}

func textBetween(s *statement, from, to int) string {
	for from < to && (s.toks[from].kind == symbolToken || s.toks[from].is("and", "or")) {
		from++
	}
	for from < to && s.toks[to-1].kind == symbolToken {
		to--
	}
	out := ""
	for i := from; i < to; i++ {
		if i > from && s.toks[i].start > s.toks[i-1].end {
			out += " "
		}
		out += s.toks[i].text
	}
	return out
}

// minVerbatim is how literal the claim must be for one word put in to count as an addition rather than a rewording.
const minVerbatim = 0.6

// checkInsertions looks for words that the claim puts between two that follow each other in the source, or after the last
// one.
func (cmp *comparison) checkInsertions() {
	if cmp.copied < minVerbatim {
		return
	}
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		if t.weight < wordWeight || t.light || t.kind != wordToken || cmp.found(i) > 0 {
			continue
		}
		a, b := cmp.linkedBeside(i, -1), cmp.linkedBeside(i, +1)
		if a < 0 {
			continue
		}
		st := cmp.source[cmp.links[a].src]
		to := int(st.clauses[st.toks[cmp.links[a].tok].clause].to)
		if b >= 0 {
			if cmp.links[b].src != cmp.links[a].src || cmp.links[b].tok <= cmp.links[a].tok {
				continue
			}
			to = cmp.links[b].tok
		}
		if !cmp.leavesOut(cmp.links[a].src, cmp.links[a].tok+1, to) {
			cmp.find(grave, i, i+1, "adds “"+t.text+"”, which is not in "+cmp.sourceName())
			return
		}
	}
}

// leavesOut tells whether tokens [from, to) of source k have content that the claim does not.
func (cmp *comparison) leavesOut(k, from, to int) bool {
	for j := from; j < to; j++ {
		if cmp.source[k].toks[j].weight > 0 && !cmp.said[k][j] {
			return true
		}
	}
	return false
}
