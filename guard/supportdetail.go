package guard

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
