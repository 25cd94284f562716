package support

import "slices"

// checkPolarity looks for clauses that the claim denies and the source affirms, or the other way round.
//
// A clause is turned round by "not" and its kin, by an antonym ("disabled" for "enabled") and by "unless". It is an even
// or odd number of turns that counts: "not written unless X" is "written only if X".
func (cmp *comparison) checkPolarity() {
	for n := range cmp.claim.clauses {
		c := &cmp.claim.clauses[n]
		if c.kind == withoutClause || slices.Contains(cmp.turnedBy, int16(n)) {
			continue
		}
		src, m := cmp.bestClause(int16(n))
		if src < 0 || cmp.checkClausePolarity(int16(n), src, m) {
			continue
		}
		if i := cmp.deniedWord(c); i >= 0 { // the word that the claim denies may come from another clause
			if l := cmp.links[i]; l.src >= 0 && (l.src != src || cmp.source[l.src].toks[l.tok].clause != m) {
				cmp.checkClausePolarity(int16(n), l.src, cmp.source[l.src].toks[l.tok].clause)
			}
		}
	}
}

// checkClausePolarity compares clause n of the claim with clause m of a source and reports whether they contradict.
func (cmp *comparison) checkClausePolarity(n int16, src int, m int16) bool {
	c := &cmp.claim.clauses[n]
	st := cmp.source[src]
	if c.kind == conditionClause && limitsOf(cmp.claim) != limitsOf(st) {
		return false // "only if given" is "not unless given"
	}
	// What turns the claim's clause, with the conditions that hang on it; what turns the source's.
	ours, oursLoose := turns(cmp.claim, n)
	theirs, theirsLoose := turns(st, m)
	theirsLoose += cmp.looseElsewhere(n, src, m)
	ours += cmp.refusals(cmp.claim, n, func(i int) bool { return cmp.links[i].src >= 0 })
	theirs += cmp.refusals(st, m, func(j int) bool { return cmp.said[src][j] })
	opposites := 0
	for i := c.from; i < c.to; i++ {
		if l := cmp.links[i]; l.opposite && l.src == src && cmp.claim.toks[i].weight > 0 && !cmp.mirrored[i] {
			opposites++
		}
	}
	if (ours+theirs+opposites)%2 == 0 || oursLoose != theirsLoose {
		return false
	}
	at, ok := cmp.turned(n, src, m)
	if !ok {
		return false
	}
	word := cmp.claim.toks[at].text
	switch {
	case opposites > 0 && cmp.links[at].opposite:
		cmp.find(fatal, at, at+1, "says “"+word+"”; the source says “"+st.toks[cmp.links[at].tok].text+"”")
	case ours > theirs:
		cmp.find(fatal, at, at+1, "denies “"+word+"”, which the source affirms")
	default:
		cmp.find(fatal, at, at+1, "affirms “"+word+"”, which the source denies")
	}
	return true
}

func limitsOf(s *statement) int {
	n := 0
	for i := range s.clauses {
		n += s.clauses[i].limits
	}
	return n
}

// turns counts the denials of clause n and of the unless-clause or without-clause that hangs on it; loose counts the
// limiting words ("only", "except"), which deny what they leave out.
func turns(s *statement, n int16) (count, loose int) {
	add := func(c *clause) {
		count += c.denials
		loose += c.limits
	}
	add(&s.clauses[n])
	for m := int(n) + 1; m < len(s.clauses); m++ {
		c := &s.clauses[m]
		if c.kind != conditionClause || c.fronted && s.norm(c.from-1) != "," {
			break
		}
		add(c)
	}
	if n > 0 && s.clauses[n].kind == mainClause && s.clauses[n-1].kind == conditionClause && s.clauses[n-1].fronted {
		add(&s.clauses[n-1])
	}
	return count, loose
}

// looseElsewhere counts the limiting words of the other clauses of the source that the clause takes words from.
func (cmp *comparison) looseElsewhere(n int16, src int, m int16) int {
	c := &cmp.claim.clauses[n]
	st := cmp.source[src]
	seen := make([]bool, len(st.clauses))
	count := 0
	for i := c.from; i < c.to; i++ {
		l := cmp.links[i]
		if l.src != src || cmp.claim.toks[i].weight < wordWeight {
			continue
		}
		if k := st.toks[l.tok].clause; k != m && !seen[k] && !cmp.inClause(i, src, m) {
			seen[k] = true
			count += st.clauses[k].limits
		}
	}
	return count
}

// inClause tells whether clause m of the source has token i of the claim.
func (cmp *comparison) inClause(i, src int, m int16) bool {
	c := &cmp.source[src].clauses[m]
	for j := c.from; j < c.to; j++ {
		if cmp.linksTo(i, src, j) {
			return true
		}
	}
	return false
}

// refusals counts the words of clause n that deny what follows without being a "not": "disables logging". Words that the
// other text has too, as matched tells, cancel out.
func (cmp *comparison) refusals(s *statement, n int16, matched func(int) bool) int {
	count := 0
	c := &s.clauses[n]
	for i := c.from; i < c.to; i++ {
		if refuses(&s.toks[i]) && !matched(i) {
			count++
		}
	}
	return count
}

func refuses(t *token) bool {
	switch t.stem {
	case "disabl", "prevent", "avoid", "forbid", "prohibit", "refus", "reject", "deni", "fail", "lack", "miss", "ignor", "omit", "exclud", "absent", "absenc", "disallow", "stop", "free":
		return t.kind == wordToken
	}
	return false
}

// bestClause returns the clause of the source that shares most with clause n of the claim, or -1.
func (cmp *comparison) bestClause(n int16) (src int, m int16) {
	src = -1
	var best float32
	c := &cmp.claim.clauses[n]
	for k, st := range cmp.source {
		share := make([]float32, len(st.clauses))
		for i := c.from; i < c.to; i++ {
			if l := cmp.links[i]; l.src == k {
				share[st.toks[l.tok].clause] += cmp.claim.toks[i].weight
			}
		}
		for j, w := range share {
			if w > best || w == best && w > 0 && st.clauses[j].denied == c.denied && cmp.source[src].clauses[m].denied != c.denied {
				src, m, best = k, int16(j), w
			}
		}
	}
	return src, m
}

// turned returns the word that the denial bears on: the linked word next to a "not" of the claim or of the source, or an
// antonym.
func (cmp *comparison) turned(n int16, src int, m int16) (int, bool) {
	c := &cmp.claim.clauses[n]
	for i := c.from; i < c.to; i++ {
		if l := cmp.links[i]; l.src == src && l.opposite && cmp.claim.toks[i].weight > 0 && !cmp.mirrored[i] {
			return i, true
		}
	}
	if i := cmp.deniedWord(c); i >= 0 && cmp.links[i].src == src {
		return i, true
	}
	st := cmp.source[src]
	sc := &st.clauses[m]
	for j := sc.from; j < sc.to; j++ {
		if !isDenial(&st.toks[j]) {
			continue
		}
		k := pastDenial(st.toks, j+1, sc.to)
		for i := c.from; i < c.to; i++ {
			if l := cmp.links[i]; l.src == src && l.tok == k {
				return i, true
			}
		}
	}
	return 0, false
}

// deniedWord returns the first content word after a denial of the clause, or -1.
func (cmp *comparison) deniedWord(c *clause) int {
	for i := c.from; i < c.to; i++ {
		if isDenial(&cmp.claim.toks[i]) || c.kind == insteadClause && i == c.from {
			if k := pastDenial(cmp.claim.toks, i+1, c.to); k < c.to {
				return k
			}
		}
	}
	return -1
}

// pastDenial returns the token that a denial before i bears on, or to: the "longer" of "no longer" and the "yet" of "not
// yet" belong to the denial.
func pastDenial(toks []token, i, to int) int {
	for i < to && (toks[i].weight == 0 || toks[i-1].is("no", "not") && toks[i].is("longer", "yet", "more", "further")) {
		i++
	}
	return i
}

func isDenial(t *token) bool {
	return t.is("not", "no", "never", "cannot", "without", "unless", "neither", "nor", "none", "nobody", "nothing", "nowhere", "non")
}
