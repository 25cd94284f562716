package support

import (
	"strings"

	"ibid/guard/words"
)

// checkConditions looks for conditions that the source sets and the claim leaves out.
func (cmp *comparison) checkConditions() {
	for k, st := range cmp.source {
		for n := range st.clauses {
			c := &st.clauses[n]
			switch {
			case c.kind == conditionClause || c.kind == withoutClause && c.fronted:
				if cmp.reliesOn(k, n) && !cmp.echoes(k, c.from, c.to) {
					cmp.dropped(st, c.from, c.to, k, n)
				}
			}
		}
		cmp.checkRestrictions(k, st)
	}
	cmp.checkDemands()
	cmp.checkExceptions()
	cmp.checkUnlike()
}

// checkDemands looks for a demand made of what the source only supposes: "must do X" for "if it does X, …".
func (cmp *comparison) checkDemands() {
	for n := range cmp.claim.clauses {
		c := &cmp.claim.clauses[n]
		if c.kind == conditionClause || cmp.claimHas("that", "who", "which", "whose", "with", "without", "where", "once") {
			return
		}
	}
	for i := range cmp.claim.toks {
		if cmp.claim.modalityAt(i) != mustDo {
			continue
		}
		for a := i + 1; a < len(cmp.links) && a < i+4; a++ {
			l := cmp.links[a]
			if cmp.claim.toks[a].weight == 0 || l.src < 0 {
				continue
			}
			if st := cmp.source[l.src]; st.clauses[st.toks[l.tok].clause].kind == conditionClause {
				cmp.find(grave, i, a+1, "the source supposes “"+st.toks[l.tok].text+"”, it does not demand it")
			}
			break
		}
	}
}

// reliesOn tells whether the claim rests on the clause that the condition n belongs to.
func (cmp *comparison) reliesOn(k, n int) bool {
	st := cmp.source[k]
	c := &st.clauses[n]
	if n > 0 && n+1 < len(st.clauses) && st.toks[c.from].is("or") || st.norm(c.from-1) == "or" {
		return false // one of two sufficient conditions
	}
	main := func(m int) bool {
		if m < 0 || m >= len(st.clauses) || st.clauses[m].kind == conditionClause {
			return false
		}
		return cmp.rests(k, st.clauses[m].from, st.clauses[m].to)
	}
	if !c.fronted || n > 0 && st.clauses[n-1].kind == mainClause && !st.toks[c.from-1].is(";", ".", ":", "and") && !cmp.frontedAfterAnd(st, c) {
		return main(n-1) && cmp.takesLastPart(k, n-1)
	}
	for m := n + 1; m < len(st.clauses); m++ {
		if from := st.clauses[m].from; st.toks[from].is(";", ".", ":") && m > n+1 {
			break
		}
		if st.clauses[m].kind == conditionClause {
			break
		}
		if main(m) {
			return true
		}
	}
	return false
}

// takesLastPart tells whether the claim takes a word from the part of clause m that is next to the condition: in "it does
// A and does B if C" the condition is on B.
func (cmp *comparison) takesLastPart(k, m int) bool {
	st := cmp.source[k]
	c := &st.clauses[m]
	for j := c.to - 1; j >= c.from && st.toks[j].part == st.toks[c.to-1].part; j-- {
		if cmp.said[k][j] {
			return true
		}
	}
	return false
}

func (cmp *comparison) frontedAfterAnd(st *statement, c *clause) bool {
	return st.norm(c.from-1) == "and"
}

// rests tells whether the claim takes much of its content from tokens [from, to) of source k.
func (cmp *comparison) rests(k, from, to int) bool {
	var taken, all float32
	for i := range cmp.links {
		w := cmp.claim.toks[i].weight
		all += w
		if l := cmp.links[i]; l.src == k && l.tok >= from && l.tok < to {
			taken += w
		}
	}
	return all > 0 && taken/all >= minRested
}

const (
	minRested = 0.4  // the share of the claim that makes it rest on a clause
	minEchoed = 0.34 // the share of a condition that the claim must repeat
)

// echoes tells whether the claim repeats enough of tokens [from, to) of source k.
func (cmp *comparison) echoes(k, from, to int) bool {
	st := cmp.source[k]
	var have, all float32
	for j := from; j < to; j++ {
		w := st.toks[j].weight
		if w == 0 || j > from && st.toks[j-1].is("this", "these", "such", "that") { // what was spoken of before
			continue
		}
		if cmp.repeatedInMain(k, j) {
			continue // said of the main clause too, so that it tells nothing
		}
		all += w
		if cmp.said[k][j] {
			have += w
		}
	}
	return all == 0 || have/all >= minEchoed
}

// repeatedInMain tells whether the word at j stands in another clause of the same sentence as well.
func (cmp *comparison) repeatedInMain(k, j int) bool {
	st := cmp.source[k]
	for i := range st.toks {
		if i != j && st.toks[i].clause != st.toks[j].clause && (st.toks[i].stem == st.toks[j].stem || st.toks[i].root == st.toks[j].root) && st.toks[j].kind != symbolToken {
			return true
		}
	}
	return false
}

func (cmp *comparison) dropped(st *statement, from, to, k, n int) {
	for to > from && st.toks[to-1].kind == symbolToken {
		to--
	}
	cmp.find(fatal, 0, len(cmp.claim.toks), "leaves out the condition “"+rawText(cmp.evidence[cmp.span[k].passage].Text, st, from, to)+"”")
}

// maxShown is how much of the source a reason quotes, in bytes.
const maxShown = 100

func rawText(text string, st *statement, from, to int) string {
	if from >= to {
		return ""
	}
	s := text[st.toks[from].start:st.toks[to-1].end]
	s = strings.Join(strings.Fields(s), " ")
	if len(s) > maxShown {
		s = strings.ToValidUTF8(s[:maxShown], "") + "…"
	}
	return s
}

// checkRestrictions looks for the shorter restrictions: "on large files", "except help", "larger than 8 MiB".
func (cmp *comparison) checkRestrictions(k int, st *statement) {
	for j := range st.toks {
		t := &st.toks[j]
		switch {
		case t.is("on", "for", "in", "under", "with", "at", "by") && j+2 < len(st.toks) && isRestrictive(&st.toks[j+1]):
			end := j + 2
			for end < len(st.toks) && st.toks[end].weight > 0 && end < j+4 {
				end++
			}
			if end > j+2 && st.toks[j].part == st.toks[end-1].part && cmp.nearby(k, j) && !cmp.saidAny(k, j+1, end) {
				cmp.dropped(st, j, end, k, 0)
				return
			}
		case t.is("except", "excluding") && cmp.nearby(k, j):
			end := j + 1
			for end < len(st.toks) && end < j+6 && !st.toks[end].is(",", ".") {
				end++
			}
			if !cmp.saidAny(k, j, end) && !cmp.claimHas("except", "other", "excluding", "besides") && !cmp.saidAnyName(k, j, end) {
				cmp.dropped(st, j, end, k, 0)
				return
			}
		}
	}
	cmp.checkModifiers(k, st)
	for _, q := range st.quantities {
		if q.dim == words.Calendar && q.from > 0 && !cmp.said[k][q.from] && st.toks[q.from-1].is("after", "before", "since", "until") && cmp.nearby(k, q.from-1) {
			cmp.dropped(st, q.from-1, q.to, k, 0)
			return
		}
		cmp.checkThreshold(k, st, q)
	}
}

// checkThreshold looks for a bound on the thing spoken of, "requests larger than 8 MiB", that the claim leaves out.
func (cmp *comparison) checkThreshold(k int, st *statement, q quantity) {
	if q.bound == plainBound || q.bound == exactBound || cmp.said[k][q.from] {
		return
	}
	for j := q.from - 1; j >= max(0, q.from-6); j-- {
		t := &st.toks[j]
		if t.kind == symbolToken || t.is("is", "are", "be", "has", "have", "to", "for", "of", "uses", "takes") {
			return
		}
		if t.weight < wordWeight || t.light {
			continue
		}
		next := j + 1
		if !cmp.said[k][j] || st.toks[next].stem == "" {
			return
		}
		if !st.toks[next].is("with", "of", "larger", "smaller", "longer", "shorter", "above", "below", "over", "under", "that", "whose", "more", "older", "newer", "bigger", "greater", "less") {
			return
		}
		if cmp.nearby(k, q.from) && q.to < len(st.toks) && cmp.claimGoesOnAfter(k, q.to) {
			cmp.dropped(st, next, q.to, k, 0)
		}
		return
	}
}

// claimGoesOnAfter tells whether the claim also takes up what follows token j of the source in the same clause.
func (cmp *comparison) claimGoesOnAfter(k, j int) bool {
	st := cmp.source[k]
	for i := j; i < len(st.toks) && i < j+5; i++ {
		if st.toks[i].weight > 0 && cmp.said[k][i] {
			return true
		}
	}
	return false
}

func isRestrictive(t *token) bool {
	return t.is("large", "small", "typical", "some", "most", "many", "certain", "specific", "supported", "older", "newer", "modern", "old", "new", "rare",
		"normal", "heavy", "light", "idle", "busy", "empty", "short", "long", "big", "slow", "fast", "particular", "selected", "common")
}

// nearby tells whether the claim takes up the words just before token j of source k.
func (cmp *comparison) nearby(k, j int) bool {
	st := cmp.source[k]
	said, all := 0, 0
	for i := j - 1; i >= 0 && all < 3; i-- {
		if st.toks[i].is(";", ".", ":") {
			break
		}
		if st.toks[i].weight >= wordWeight {
			all++
			if cmp.said[k][i] {
				said++
			}
		}
	}
	return said >= 2 || said == 1 && all == 1
}

func (cmp *comparison) saidAny(k, from, to int) bool {
	for j := from; j < to; j++ {
		if cmp.source[k].toks[j].weight > 0 && cmp.said[k][j] {
			return true
		}
	}
	return false
}

func (cmp *comparison) saidAnyName(k, from, to int) bool {
	for j := from; j < to; j++ {
		if cmp.source[k].toks[j].kind == nameToken && cmp.said[k][j] {
			return true
		}
	}
	return false
}
