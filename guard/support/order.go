package support

// sides counts the words that two texts share around a pivot, by the side that they are on: lr on the left in the claim
// and on the right in the source.
type sides struct {
	ll, lr, rl, rr float32
}

func (s sides) straight() float32 { return s.ll + s.rr }
func (s sides) crossed() float32  { return s.lr + s.rl }

// checkOrder looks for relations told the wrong way round: who does what to whom, what comes first, what is larger.
//
// A relation has a pivot, the verb or a word like "before" or "than", with something on either side. If what stands on
// the left in the claim stands on the right in the source and vice versa, the relation is reversed, unless one of them
// is in the passive voice or the pivots are opposites ("before", "after").
func (cmp *comparison) checkOrder() {
	for i := range cmp.claim.toks {
		t := &cmp.claim.toks[i]
		if rel := relationOf(cmp.claim, i); rel != noRelation {
			cmp.checkRelation(i, rel)
		} else if l := cmp.links[i]; l.src >= 0 && t.kind == wordToken && t.weight > 0 && t.quantity < 0 {
			cmp.checkVerb(i, l)
		}
		cmp.checkDegree(i)
	}
}

// relation is a pivot among the function words.
type relation uint8

const (
	noRelation relation = iota
	before
	after
	than
	notBut // rather than, instead of
	fromTo
)

// opposedTo tells whether a claims the reverse of b for the same sides.
func (r relation) opposedTo(b relation) bool {
	return r == before && b == after || r == after && b == before
}

func relationOf(s *statement, i int) relation {
	switch s.toks[i].norm {
	case "before", "precedes", "precede", "preceding":
		return before
	case "after", "follows":
		return after
	case "then":
		if s.norm(i-1) == "and" {
			return before
		}
	case "prior":
		if s.norm(i+1) == "to" {
			return before
		}
	case "than":
		if s.norm(i-1) == "rather" {
			return notBut
		}
		if s.toks[i].quantity < 0 && i+1 < len(s.toks) && s.toks[i+1].kind != numberToken {
			return than
		}
	case "as":
		if s.norm(i-2) == "as" && i >= 2 {
			return than
		}
	case "instead":
		if s.norm(i+1) == "of" {
			return notBut
		}
	case "to":
		for j := i - 1; j >= max(0, i-maxFromReach); j-- {
			if s.toks[j].is("from") {
				return fromTo
			}
		}
	}
	return noRelation
}

// maxFromReach is how far before its "to", in tokens, a "from" may stand.
const maxFromReach = 5

func (cmp *comparison) checkRelation(i int, rel relation) {
	cmp.checkTime(i, rel)
	if cmp.claim.toks[i].is("then") && cmp.laterFirst(i) {
		cmp.find(fatal, i, i+1, "turns round the order of the source")
		return
	}
	for k, st := range cmp.source {
		for j := range st.toks {
			other := relationOf(st, j)
			if other != rel && !rel.opposedTo(other) {
				continue
			}
			s, names, near := cmp.sidesOf(i, k, j, rel == fromTo)
			flip := rel.opposedTo(other)
			mirror := -1
			if rel == than {
				if mirror = cmp.comparedBy(i, k, j); mirror >= 0 {
					flip = !flip
				}
			}
			if flip {
				s.ll, s.lr, s.rl, s.rr = s.lr, s.ll, s.rr, s.rl
				names.ll, names.lr, names.rl, names.rr = names.lr, names.ll, names.rr, names.rl
				near = near.turned()
			}
			switch {
			case names.lr > 0 && names.rl > 0 && names.straight() == 0,
				names.straight()+names.crossed() == 0 && near == nearCrossed,
				s.lr > 0 && s.rl > 0 && s.crossed() > s.straight():
				cmp.find(fatal, i, i+1, "turns round what stands before and after “"+st.toks[j].text+"” in the source")
				return
			}
			if mirror >= 0 {
				cmp.mirrored[mirror] = true
			}
		}
	}
}

// comparedBy returns the word of the claim that its "than" at i belongs to, if the source has an antonym of it with its
// own "than" at j; else -1.
func (cmp *comparison) comparedBy(i, k, j int) int {
	for a := i - 1; a >= max(0, i-maxFromReach); a-- {
		if l := cmp.links[a]; l.opposite && l.src == k && l.tok < j && j-l.tok <= maxFromReach {
			return a
		}
	}
	return -1
}

// laterFirst tells whether what the claim puts after "and then" all stands before what it puts before it, in one
// sentence of the source.
func (cmp *comparison) laterFirst(i int) bool {
	left, right := -1, -1 // the first word on the left, the last on the right
	src := -1
	for a, l := range cmp.links {
		t := &cmp.claim.toks[a]
		if l.src < 0 || t.weight == 0 || t.clause != cmp.claim.toks[i].clause && a > i || a < i && abs(a-i) > maxFromReach {
			continue
		}
		if src >= 0 && l.src != src {
			return false
		}
		src = l.src
		if a < i && (left < 0 || l.tok < left) {
			left = l.tok
		} else if a > i && l.tok > right {
			right = l.tok
		}
	}
	return left >= 0 && right >= 0 && right < left
}

// checkTime compares "before" and "after" with the "during" of the source, for the same event.
func (cmp *comparison) checkTime(i int, rel relation) {
	if rel != before && rel != after {
		return
	}
	for a := i + 1; a < len(cmp.links) && a <= i+3; a++ {
		l := cmp.links[a]
		if cmp.claim.toks[a].weight == 0 || l.src < 0 {
			continue
		}
		st := cmp.source[l.src]
		for j := l.tok - 1; j >= max(0, l.tok-3); j-- {
			if st.toks[j].is("during") {
				cmp.find(fatal, i, a+1, "says “"+cmp.claim.toks[i].text+"”; the source says “"+st.toks[j].text+"”")
				return
			}
			if st.toks[j].weight >= wordWeight {
				break
			}
		}
		return
	}
}

// nearness tells whether the words next to the two pivots are on the same sides.
type nearness uint8

const (
	nearUnknown nearness = iota
	nearStraight
	nearCrossed
)

func (n nearness) turned() nearness {
	switch n {
	case nearStraight:
		return nearCrossed
	case nearCrossed:
		return nearStraight
	}
	return n
}

// sidesOf counts the shared words around token i of the claim and token j of source k.
func (cmp *comparison) sidesOf(i, k, j int, local bool) (all, names sides, near nearness) {
	st := cmp.source[k]
	claimLeft, sourceLeft := sideTest(cmp.claim, i), sideTest(st, j)
	var nearLeft, nearRight int // the source sides of the nearest words: -1 left, +1 right
	bestLeft, bestRight := len(cmp.links), len(cmp.links)
	for a := range cmp.links {
		t := &cmp.claim.toks[a]
		if a == i || t.weight < wordWeight && t.quantity < 0 || local && abs(a-i) > maxFromReach {
			continue
		}
		inLeft, ok := claimLeft(a)
		if !ok {
			continue
		}
		outLeft, ok := cmp.sideOf(a, k, j, sourceLeft, local)
		if !ok {
			continue
		}
		where := 1
		if outLeft {
			where = -1
		}
		w := max(t.weight, numberWeight)
		add := func(s *sides) {
			switch {
			case inLeft && outLeft:
				s.ll += w
			case inLeft:
				s.lr += w
			case outLeft:
				s.rl += w
			default:
				s.rr += w
			}
		}
		add(&all)
		if t.kind == nameToken || t.quantity >= 0 && local {
			add(&names)
		}
		if d := abs(a - i); inLeft && d < bestLeft {
			bestLeft, nearLeft = d, where
		} else if !inLeft && d < bestRight {
			bestRight, nearRight = d, where
		}
	}
	switch {
	case nearLeft == 1 && nearRight == -1:
		near = nearCrossed
	case nearLeft == -1 && nearRight == 1:
		near = nearStraight
	}
	return all, names, near
}

// sideOf tells on which side of token j of source k the word a of the claim stands; ok is false if on none or on both.
func (cmp *comparison) sideOf(a, k, j int, sourceLeft func(int) (bool, bool), local bool) (left, ok bool) {
	st := cmp.source[k]
	for b := range st.toks {
		if b == j || local && abs(b-j) > maxFromReach || !cmp.linksTo(a, k, b) {
			continue
		}
		l, in := sourceLeft(b)
		if !in {
			continue
		}
		if ok && l != left {
			return false, false
		}
		left, ok = l, true
	}
	return left, ok
}

// sideTest returns a function that tells whether a token is on the left of the pivot. For a pivot that opens its
// sentence, "After X, Y", what follows the comma counts as the left. ok is false for tokens of another sentence.
func sideTest(s *statement, pivot int) func(int) (left, ok bool) {
	from, to := 0, len(s.toks)
	for a := pivot - 1; a >= 0; a-- {
		if s.toks[a].is(";", ".") {
			from = a + 1
			break
		}
	}
	for a := pivot + 1; a < len(s.toks); a++ {
		if s.toks[a].is(";", ".") {
			to = a
			break
		}
	}
	fronted := true
	for a := from; a < pivot; a++ {
		if s.toks[a].weight > 0 {
			fronted = false
			break
		}
	}
	comma := -1
	if fronted {
		for a := pivot + 1; a < to; a++ {
			if s.toks[a].is(",") {
				comma = a
				break
			}
		}
	}
	return func(a int) (bool, bool) {
		if a < from || a >= to {
			return false, false
		}
		if comma >= 0 {
			return a > comma, true
		}
		return a < pivot, true
	}
}

// checkDegree compares "more" and "less" before a word that both texts have.
func (cmp *comparison) checkDegree(i int) {
	l := cmp.links[i]
	if l.src < 0 || i == 0 || l.tok == 0 || l.opposite || cmp.claim.toks[i].quantity >= 0 {
		return
	}
	st := cmp.source[l.src]
	a, b := degree(cmp.claim, i-1), degree(st, l.tok-1)
	if a*b < 0 {
		cmp.find(fatal, i-1, i+1, "says “"+cmp.claim.toks[i-1].text+" "+cmp.claim.toks[i].text+"”; the source says “"+st.toks[l.tok-1].text+" "+st.toks[l.tok].text+"”")
	}
}

func degree(s *statement, i int) int {
	t := &s.toks[i]
	if s.norm(i-1) == "at" {
		return 0
	}
	switch {
	case t.is("more", "most"):
		return 1
	case t.is("less", "least", "fewer", "fewest"):
		return -1
	}
	return 0
}
