package support

// portion is how much of a set a word speaks of.
type portion uint8

const (
	noPortion portion = iota
	partOf            // some, most, many, a few
	wholeOf           // all, every, each, always, any
	nothingOf         // no, none, never
)

func (s *statement) portionAt(i int) portion {
	t := &s.toks[i]
	switch t.norm {
	case "all", "every", "each", "always", "everything", "everyone", "entire", "invariably":
		return wholeOf
	case "any":
		return wholeOf
	case "some", "most", "many", "few", "several", "sometimes", "usually", "often", "typically", "generally", "mostly", "occasionally", "majority",
		"certain", "partly", "partially":
		if t.norm == "most" && (s.norm(i-1) == "at" || s.norm(i-1) == "the" || i > 0 && s.toks[i-1].quantity >= 0) {
			return noPortion // a superlative
		}
		return partOf
	case "least":
		if s.norm(i-1) == "at" && s.norm(i+1) == "one" {
			return partOf
		}
	}
	return noPortion
}

// checkQuantifiers looks for "all" where the source says "some", for "together" where it says "each", and for "and"
// where it says "or".
func (cmp *comparison) checkQuantifiers() {
	for i := range cmp.claim.toks {
		switch {
		case cmp.claim.portionAt(i) == wholeOf:
			cmp.checkWhole(i)
		case cmp.claim.toks[i].is("and"):
			cmp.checkConjunction(i)
		case cmp.claim.toks[i].is("together", "combined", "altogether", "total"):
			cmp.checkCollective(i)
		case cmp.claim.toks[i].is("only", "exclusively", "solely"):
			cmp.checkOnly(i)
		}
	}
}

// counted returns the token of what the quantifier at i speaks of: the next linked content word of its clause.
func (cmp *comparison) counted(i int) int {
	for j := i + 1; j < len(cmp.claim.toks) && cmp.claim.toks[j].clause == cmp.claim.toks[i].clause; j++ {
		if cmp.claim.toks[j].weight > 0 && cmp.links[j].src >= 0 {
			return j
		}
	}
	for j := i - 1; j >= 0 && cmp.claim.toks[j].clause == cmp.claim.toks[i].clause; j-- {
		if cmp.claim.toks[j].weight > 0 && cmp.links[j].src >= 0 {
			return j
		}
	}
	return -1
}

// maxQuantifierReach is how far before a noun, in tokens, its quantifier may stand.
const maxQuantifierReach = 4

func (cmp *comparison) checkWhole(i int) {
	noun := cmp.counted(i)
	if noun < 0 || cmp.claim.toks[i].quantity >= 0 || i+1 < len(cmp.claim.toks) && cmp.claim.toks[i+1].quantity >= 0 || cmp.claim.toks[i].is("any") && !cmp.deniedClause(i) {
		return
	}
	l := cmp.links[noun]
	st := cmp.source[l.src]
	var part, whole int
	part = -1
	for j := range st.toks {
		if st.toks[j].clause != st.toks[l.tok].clause {
			continue
		}
		near := j < l.tok && l.tok-j <= maxQuantifierReach || cmp.claim.toks[i].is("always") || st.toks[j].is("cases", "times") || j > l.tok
		switch st.portionAt(j) {
		case partOf:
			if near && !cmp.said[l.src][j] {
				part = j
			}
		case wholeOf:
			whole++
		}
	}
	if j := l.tok - 1; j >= 0 && !cmp.claim.toks[i].is("always", "any") && noun > i && noun-i <= 2 && st.toks[j].kind == wordToken && st.toks[j].weight >= lightWeight &&
		!cmp.said[l.src][j] && st.toks[j].quantity < 0 && whole == 0 {
		cmp.find(grave, i, noun+1, "says “"+cmp.claim.toks[i].text+" "+cmp.claim.toks[noun].text+"”; the source says “"+st.toks[j].text+" "+st.toks[l.tok].text+"”")
	}
	for j := range cmp.claim.toks { // a claim with both is not the stronger one
		if cmp.claim.portionAt(j) == partOf {
			return
		}
	}
	if part >= 0 && whole == 0 {
		cmp.find(fatal, i, i+1, "says “"+cmp.claim.toks[i].text+"”; the source says “"+st.toks[part].text+"”")
	}
}

func (cmp *comparison) deniedClause(i int) bool {
	return cmp.claim.clauses[cmp.claim.toks[i].clause].denials > 0
}

// checkConjunction compares an "and" with the conjunction between the same things in the source.
func (cmp *comparison) checkConjunction(i int) {
	a, b := cmp.linkedBeside(i, -1), cmp.linkedBeside(i, +1)
	if a < 0 || b < 0 || cmp.links[a].src != cmp.links[b].src {
		return
	}
	st := cmp.source[cmp.links[a].src]
	from, to := min(cmp.links[a].tok, cmp.links[b].tok), max(cmp.links[a].tok, cmp.links[b].tok)
	or := false
	for j := from; j < to; j++ {
		switch {
		case st.toks[j].is("and"), st.toks[j].is(";", "."):
			return
		case st.toks[j].is("or"):
			or = true
		}
	}
	if or && st.clauses[st.toks[to].clause].kind == conditionClause && !cmp.deniedClause(i) {
		cmp.find(grave, i, i+1, "the source says “or”, not “and”")
	}
}

// linkedBeside returns the first linked content word from i in the direction step, within a few tokens.
func (cmp *comparison) linkedBeside(i, step int) int {
	for j, n := i+step, 0; j >= 0 && j < len(cmp.links) && n < 6; j, n = j+step, n+1 {
		if cmp.links[j].src >= 0 && (cmp.claim.toks[j].weight > 0 || cmp.claim.toks[j].quantity >= 0) {
			return j
		}
	}
	return -1
}

// checkCollective looks for a sum where the source counts one by one.
func (cmp *comparison) checkCollective(i int) {
	if cmp.claim.toks[i].is("together") && cmp.claim.norm(i+1) == "with" {
		return
	}
	for k, st := range cmp.source {
		for j := range st.toks {
			if !st.toks[j].is("each", "per", "individually", "separately") || cmp.claimHas("each") {
				continue
			}
			if n := j + 1; n < len(st.toks) && cmp.said[k][n] {
				cmp.find(fatal, i, i+1, "says “"+cmp.claim.toks[i].text+"”; the source says “"+st.toks[j].text+" "+st.toks[n].text+"”")
				return
			}
		}
	}
}

func (cmp *comparison) claimHas(words ...string) bool {
	for i := range cmp.claim.toks {
		if cmp.claim.toks[i].is(words...) {
			return true
		}
	}
	return false
}

// checkOnly looks for an "only" that the source does not have.
func (cmp *comparison) checkOnly(i int) {
	if cmp.claim.norm(i-1) == "not" {
		return
	}
	for _, st := range cmp.source {
		for n := range st.clauses {
			if st.clauses[n].limits > 0 || st.clauses[n].denials > 0 || st.clauses[n].kind == insteadClause {
				return
			}
		}
		for j := range st.toks {
			if st.toks[j].is("one", "single", "alone", "just", "least", "most", "before", "first", "sole") {
				return
			}
		}
	}
	cmp.find(minor, i, i+1, "the source does not say “"+cmp.claim.toks[i].text+"”")
}
