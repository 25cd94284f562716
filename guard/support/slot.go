package support

import "ibid/guard/words"

// checkSlots looks for things that the claim has put in the place of others: the version, the key, the size that the
// source gives for a neighbour.
//
// For each word of a part of the claim, the rest of the part is looked for in the source. If it stands together in one
// part there, and this part has another word of the same class where the claim has this one, the two are swapped.
func (cmp *comparison) checkSlots() {
	var regions []region
	var present [][]presence
	for k, st := range cmp.source {
		for p := int16(0); len(st.toks) > 0 && p <= st.toks[len(st.toks)-1].part; p++ {
			regions = append(regions, region{k, p})
			present = append(present, cmp.presenceIn(region{k, p}))
		}
	}
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		if t.weight < wordWeight && t.quantity < 0 && !(t.light && hasOpposite(t)) || t.kind == symbolToken {
			continue
		}
		if t.quantity >= 0 && cmp.claim.quantities[t.quantity].from != i {
			continue
		}
		if cmp.proved[i] {
			continue
		}
		if cmp.links[i].src >= 0 {
			cmp.checkSlot(i, regions, present)
		} else {
			cmp.checkSubstitute(i)
		}
	}
}

// region is a part of a source statement, with the phrase that opens the statement.
type region struct {
	src  int
	part int16
}

// minSlotRest is how much content the rest of a part must share with a region before they are compared; minSlotLead is
// by how much the best region must beat the one that has the word.
const (
	minSlotRest = 1.9
	minSlotLead = 1.4
)

func (cmp *comparison) checkSlot(i int, regions []region, present [][]presence) {
	var best, own region
	bestRest, ownRest := float32(-1), float32(-1)
	best.src = -1
	var ownPresent []presence
	for n, r := range regions {
		rest, has := cmp.restIn(i, present[n])
		if has && rest > ownRest {
			own, ownRest, ownPresent = r, rest, present[n]
		}
		if rest > bestRest {
			best, bestRest = r, rest
		}
	}
	if ownRest >= 0 && cmp.confirmed(i, own) {
		return
	}
	if best.src < 0 || bestRest < minSlotRest || bestRest < ownRest+minSlotLead || best == own {
		return
	}
	if ownRest >= 0 && cmp.claim.toks[i].weight >= wordWeight && cmp.copied >= minCopied && cmp.isMain(best) && cmp.isMain(own) {
		if a := cmp.clashIn(i, ownPresent); a >= 0 {
			cmp.find(fatal, i, i+1, "the source says “"+cmp.slotText(cmp.claim, i)+"” of something other than “"+cmp.slotText(cmp.claim, a)+"”")
			return
		}
	}
	st := cmp.source[best.src]
	for j := range st.toks {
		if cmp.inRegion(best, j) && cmp.rivals(i, st, j) && !cmp.saidInPart(i, st, j) {
			cmp.find(fatal, i, i+1, "says “"+cmp.slotText(cmp.claim, i)+"”; the source says this of “"+cmp.slotText(st, j)+"”")
			return
		}
	}
}

// confirmed tells whether the region pairs token i with another name or quantity of its part of the claim, as the items
// of a list do that leave out what they share: "2^-164.8 for ML-KEM-768".
func (cmp *comparison) confirmed(i int, r region) bool {
	st := cmp.source[r.src]
	for a := range cmp.claim.toks {
		t := &cmp.claim.toks[a]
		if a == i || !cmp.samePart(cmp.claim, i, a) || t.kind != nameToken && t.quantity < 0 || t.quantity >= 0 && t.quantity == cmp.claim.toks[i].quantity {
			continue
		}
		for j := range st.toks {
			if st.toks[j].part == r.part && cmp.linksTo(a, r.src, j) {
				return true
			}
		}
	}
	return false
}

func (cmp *comparison) slotText(s *statement, i int) string {
	if q := s.toks[i].quantity; q >= 0 {
		return textOf(s, s.quantities[q])
	}
	return s.toks[i].text
}

// presence is how the words of the claim stand in a region.
type presence struct {
	found, clash bool
}

// presenceIn tells, for each token of the claim, whether the region has it or has something that contradicts it,
// "public" against "private".
func (cmp *comparison) presenceIn(r region) []presence {
	st := cmp.source[r.src]
	out := make([]presence, len(cmp.claim.toks))
	for j := range st.toks {
		if !cmp.inRegion(r, j) || st.toks[j].weight == 0 && len(st.toks[j].senses) == 0 {
			continue
		}
		for a := range out {
			t := &cmp.claim.toks[a]
			if t.weight == 0 && t.quantity < 0 {
				continue
			}
			out[a].found = out[a].found || cmp.linksTo(a, r.src, j)
			out[a].clash = out[a].clash || cmp.pair(r.src, a, j).opposite || neighbours(t, &st.toks[j])
		}
	}
	return out
}

// restIn returns how much of the part of token i, without i, stands in a region, and whether i itself does. What
// contradicts the part counts against the region.
func (cmp *comparison) restIn(i int, in []presence) (rest float32, has bool) {
	t := &cmp.claim.toks[i]
	for a := range in {
		b := &cmp.claim.toks[a]
		switch {
		case !cmp.samePart(cmp.claim, i, a) || b.weight == 0 && b.quantity < 0:
		case a == i || t.quantity >= 0 && b.quantity == t.quantity:
			has = has || in[a].found
		case in[a].found:
			rest += b.weight
		case in[a].clash:
			rest--
		}
	}
	return rest, has
}

// isMain tells whether a region begins in a main clause.
func (cmp *comparison) isMain(r region) bool {
	st := cmp.source[r.src]
	for j := range st.toks {
		if st.toks[j].part == r.part {
			return st.clauses[st.toks[j].clause].kind == mainClause
		}
	}
	return false
}

// clashIn returns the token of the part of i that a region contradicts, or -1.
func (cmp *comparison) clashIn(i int, in []presence) int {
	for a := range in {
		if a != i && cmp.samePart(cmp.claim, i, a) && in[a].clash && !in[a].found {
			return a
		}
	}
	return -1
}

// hasOpposite tells whether a word has an antonym.
func hasOpposite(t *token) bool {
	for _, s := range t.senses {
		if s.Paired {
			return true
		}
	}
	return false
}

func opposed(a, b *token) bool {
	_, opposite := match(a, b)
	return opposite
}

// linksTo tells whether token a of the claim matches token j of source k.
func (cmp *comparison) linksTo(a, k, j int) bool {
	t, u := &cmp.claim.toks[a], &cmp.source[k].toks[j]
	if t.quantity >= 0 && u.quantity >= 0 {
		q, p := cmp.claim.quantities[t.quantity], cmp.source[k].quantities[u.quantity]
		return q.from == a && p.from == j && sameQuantity(q, p)
	}
	p := cmp.pair(k, a, j)
	return p.quality > 0 && !p.opposite
}

// samePart tells whether two tokens of a statement are in one part, or one of them in the phrase that opens it.
func (cmp *comparison) samePart(s *statement, a, b int) bool {
	return s.toks[a].part == s.toks[b].part || b < s.opening || a < s.opening
}

func (cmp *comparison) inRegion(r region, j int) bool {
	st := cmp.source[r.src]
	return st.toks[j].part == r.part || j < st.opening
}

// rivals tells whether token j of the source is of the class of token i of the claim, and another.
func (cmp *comparison) rivals(i int, st *statement, j int) bool {
	t, u := &cmp.claim.toks[i], &st.toks[j]
	switch {
	case t.quantity >= 0:
		if u.quantity < 0 {
			return false
		}
		q, p := cmp.claim.quantities[t.quantity], st.quantities[u.quantity]
		return q.dim == p.dim && q.ordinal == p.ordinal && p.from == j && !sameQuantity(q, p) && !q.implied && !p.implied
	case t.kind == nameToken:
		return u.kind == nameToken && t.code == u.code && t.norm != u.norm && u.weight > 0
	case u.kind != wordToken || t.kind != wordToken:
		return false
	case neighbours(t, u) || opposed(t, u) && !cmp.deniedClause(i) && !st.clauses[u.clause].denied:
		return true
	}
	// another modifier of the same noun, or another noun after the same modifier
	if i+1 < len(cmp.claim.toks) && j+1 < len(st.toks) && cmp.claim.toks[i+1].weight > 0 && cmp.claim.toks[i+1].stem == st.toks[j+1].stem &&
		(u.weight >= wordWeight || u.is("this", "these")) && t.stem != u.stem {
		return true
	}
	return i > 0 && j > 0 && cmp.claim.toks[i-1].weight >= wordWeight && cmp.claim.toks[i-1].stem == st.toks[j-1].stem && u.weight >= wordWeight && t.stem != u.stem &&
		neighbours(t, u)
}

// saidInPart tells whether the part of token i says token j of st too.
func (cmp *comparison) saidInPart(i int, st *statement, j int) bool {
	for a := range cmp.claim.toks {
		if a == i || !cmp.samePart(cmp.claim, i, a) {
			continue
		}
		t, u := &cmp.claim.toks[a], &st.toks[j]
		if t.quantity >= 0 && u.quantity >= 0 {
			if sameQuantity(cmp.claim.quantities[t.quantity], st.quantities[u.quantity]) {
				return true
			}
			continue
		}
		if q, opposite := match(t, u); q > 0 && !opposite {
			return true
		}
	}
	return false
}

// checkSubstitute looks at a word that the source does not have: is there a neighbour of its kind in its place?
func (cmp *comparison) checkSubstitute(i int) {
	t := &cmp.claim.toks[i]
	if t.kind != wordToken {
		return
	}
	if u, ok := words.UnitOf(t.text); ok && t.quantity < 0 {
		cmp.checkUnitWord(i, u)
		return
	}
	for k, st := range cmp.source {
		for j := range st.toks {
			if !cmp.said[k][j] && neighbours(t, &st.toks[j]) {
				cmp.find(fatal, i, i+1, "says “"+t.text+"”; the source says “"+st.toks[j].text+"”")
				return
			}
		}
	}
	if i == 0 || i+1 >= len(cmp.links) {
		return
	}
	if cmp.copied < minCopied {
		return
	}
	// the same words on both sides and another one between them
	a, b := cmp.linkedBeside(i, -1), cmp.linkedBeside(i, +1)
	if a < 0 || b < 0 || cmp.links[a].src != cmp.links[b].src || i-a > 3 || b-i > 3 {
		return
	}
	st := cmp.source[cmp.links[a].src]
	if d := cmp.links[b].tok - cmp.links[a].tok; d < 2 || d > maxStep+1 {
		return
	}
	for j := cmp.links[a].tok + 1; j < cmp.links[b].tok; j++ {
		if st.toks[j].weight >= wordWeight && !cmp.said[cmp.links[a].src][j] {
			cmp.find(minor, i, i+1, "says “"+t.text+"”; the source says “"+st.toks[j].text+"”")
			return
		}
	}
}

// checkUnitWord compares a unit without a number, "given in kilobytes", with those of the source.
func (cmp *comparison) checkUnitWord(i int, u words.Unit) {
	for k, st := range cmp.source {
		for j := range st.toks {
			if v, ok := words.UnitNamed(st.toks[j].norm); ok && v.Dimension == u.Dimension && v.Factor != u.Factor && !cmp.said[k][j] {
				cmp.find(fatal, i, i+1, "says “"+cmp.claim.toks[i].text+"”; the source says “"+st.toks[j].text+"”")
				return
			}
		}
	}
}
