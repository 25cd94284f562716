package support

// checkExceptions looks for things that the source excepts and the claim includes.
func (cmp *comparison) checkExceptions() {
	if cmp.claimHas("except", "exception", "exceptions", "exempt", "only", "but", "excluding", "unlike", "other") {
		return
	}
	for n := range cmp.claim.clauses {
		if cmp.claim.clauses[n].denied {
			return
		}
	}
	for i := range cmp.links {
		l := cmp.links[i]
		t := &cmp.claim.toks[i]
		if l.src < 0 || t.weight < wordWeight || l.opposite {
			continue
		}
		if st := cmp.source[l.src]; excepted(st, l.tok) && !cmp.refusedIn(t.clause) {
			cmp.find(fatal, i, i+1, "the source excepts “"+st.toks[l.tok].text+"”")
			return
		}
	}
}

// refusedIn tells whether clause n of the claim has a word like "lacks", which denies without a "not".
func (cmp *comparison) refusedIn(n int16) bool {
	return cmp.refusals(cmp.claim, n, func(int) bool { return false }) > 0
}

// maxExceptions is how far after its "except", in tokens, a name may stand.
const maxExceptions = 6

// excepted tells whether the name or word at j follows an "except" directly or in a list, or its clause calls it an
// exception.
func excepted(st *statement, j int) bool {
	for a := j - 1; a >= max(0, j-maxExceptions); a-- {
		t := &st.toks[a]
		if t.is("except", "excluding") {
			return true
		}
		if t.kind == wordToken && t.weight >= wordWeight || t.is("is", "are", "must", "may", ".", ";") {
			break
		}
	}
	c := &st.clauses[st.toks[j].clause]
	for a := c.from; a < c.to; a++ {
		if st.toks[a].is("exception", "exceptions", "exempt") && a > j {
			return st.toks[j].kind == nameToken
		}
	}
	return false
}

// checkUnlike looks for a claim about what the source only sets apart: "Unlike A, B does X" says nothing of A doing X.
func (cmp *comparison) checkUnlike() {
	if cmp.claimHas("unlike", "whereas", "while", "but", "contrast") {
		return
	}
	for k, st := range cmp.source {
		for n := range st.clauses {
			c := &st.clauses[n]
			if !st.toks[c.from].is("unlike") {
				continue
			}
			inside, first := 0, -1
			outside := 0
			for i, l := range cmp.links {
				switch {
				case l.src != k || cmp.claim.toks[i].weight < wordWeight:
				case l.tok >= c.from && l.tok < c.to:
					inside++
					if first < 0 {
						first = i
					}
				case int(st.toks[l.tok].clause) == n+1:
					outside++
				}
			}
			if inside > 0 && outside > 0 && n+1 < len(st.clauses) && st.clauses[n+1].denied == cmp.claim.clauses[cmp.claim.toks[first].clause].denied {
				cmp.find(fatal, first, first+1, "the source sets “"+cmp.claim.toks[first].text+"” apart (“unlike”)")
			}
		}
	}
}
