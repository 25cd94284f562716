package support

// checkModality compares how binding and how certain the clauses are: a "may" of the source is no "must" and no fact.
func (cmp *comparison) checkModality() {
	for n := range cmp.claim.clauses {
		c := &cmp.claim.clauses[n]
		if c.kind != mainClause && c.kind != contrastClause && c.kind != causeClause {
			continue
		}
		src, m := cmp.bestClause(int16(n))
		if src < 0 || cmp.shareOf(int16(n), src, m) < minShared {
			continue
		}
		st := cmp.source[src]
		sc := &st.clauses[m]
		if c.denied != sc.denied {
			continue
		}
		claims, says := c.must, sc.must
		if k, j, ok := cmp.headOf(c); ok { // the clause of the verb that is demanded
			src, st = k, cmp.source[k]
			sc = &st.clauses[st.toks[j].clause]
			says = st.governing(j)
			if c.denied != sc.denied {
				continue
			}
		}
		if c.denied { // "must not", "may not" and "cannot" all forbid
			claims, says = claims.forbidding(), says.forbidding()
		}
		penalty := modalPenalty(says, claims)
		if penalty == 0 {
			continue
		}
		at := cmp.modalWord(c, claims)
		if claims == factual {
			cmp.find(penalty, at, at+1, "says it is so; the source says “"+wordOf(st, sc, says)+"”")
		} else if says == factual {
			cmp.find(penalty, at, at+1, "says “"+cmp.claim.toks[at].text+"”; the source does not")
		} else {
			cmp.find(penalty, at, at+1, "the source says “"+wordOf(st, sc, says)+"”, not “"+cmp.claim.toks[at].text+"”")
		}
	}
}

// headOf returns where the source has the verb after the modal word of a clause.
func (cmp *comparison) headOf(c *clause) (src, tok int, ok bool) {
	if c.must == factual {
		return 0, 0, false
	}
	for i := c.from; i < c.to; i++ {
		if cmp.claim.modalityAt(i) != c.must {
			continue
		}
		for a := i + 1; a < c.to; a++ {
			if cmp.claim.toks[a].weight == 0 {
				continue
			}
			l := cmp.links[a]
			return l.src, l.tok, l.src >= 0 && !l.opposite
		}
	}
	return 0, 0, false
}

// governing returns the modality of the verb at token j: that of the last modal word before it in its clause, else that
// of the clause.
func (s *statement) governing(j int) modality {
	c := &s.clauses[s.toks[j].clause]
	for i := j; i >= c.from; i-- {
		if m := s.modalityAt(i); m != factual {
			return m
		}
	}
	return c.must
}

// minShared is the share of a clause's content that must come from one clause of the source for the two to be compared.
const minShared = 0.55

// modalPenalty is the price of saying claims where the source says says.
func modalPenalty(says, claims modality) float32 {
	switch {
	case claims == says:
		return 0
	case claims == mustDo && (says == mayDo || says == shouldDo):
		return fatal
	case claims == mustDo && says == canDo:
		return grave
	case claims == shouldDo && (says == mayDo || says == canDo):
		return grave
	case claims == shouldDo && says == mustDo, claims == mayDo && says == mustDo:
		return grave
	case claims == mayDo && says == shouldDo:
		return minor
	case claims == factual && says == mayDo:
		return grave
	case claims == mustDo && says == factual:
		return minor
	}
	return 0
}

// shareOf returns the share of clause n's content that is linked into clause m of a source.
func (cmp *comparison) shareOf(n int16, src int, m int16) float32 {
	c := &cmp.claim.clauses[n]
	st := cmp.source[src]
	var have, all float32
	for i := c.from; i < c.to; i++ {
		all += cmp.claim.toks[i].weight
		if l := cmp.links[i]; l.src == src && st.toks[l.tok].clause == m {
			have += cmp.claim.toks[i].weight
		}
	}
	if all == 0 {
		return 0
	}
	return have / all
}

// modalWord returns the token of the clause that expresses m, or its first linked word.
func (cmp *comparison) modalWord(c *clause, m modality) int {
	for i := c.from; i < c.to; i++ {
		if m != factual && cmp.claim.modalityAt(i) == m {
			return i
		}
	}
	for i := c.from; i < c.to; i++ {
		if cmp.links[i].src >= 0 {
			return i
		}
	}
	return c.from
}

func wordOf(s *statement, c *clause, m modality) string {
	for i := c.from; i < c.to; i++ {
		if s.modalityAt(i) == m {
			return s.toks[i].text
		}
	}
	return m.String()
}

// modality is how binding or how certain a clause is.
type modality uint8

const (
	factual  modality = iota // no modal word
	canDo                    // can, is able to
	mayDo                    // may, might, could, is allowed
	shouldDo                 // should, is recommended
	mustDo                   // must, shall, has to, is required
)

// forbidding is what remains of m in a denied clause: only "should not" is weaker than the rest.
func (m modality) forbidding() modality {
	if m == canDo || m == mayDo {
		return mustDo
	}
	return m
}

func (m modality) String() string {
	return [...]string{"is", "can", "may", "should", "must"}[m]
}

// modalityAt returns the modality that the word at token i expresses.
func (s *statement) modalityAt(i int) modality {
	t := &s.toks[i]
	switch t.norm {
	case "must", "shall":
		return mustDo
	case "should", "ought", "recommended", "recommends", "recommend", "advised", "advisable":
		return shouldDo
	case "may":
		if t.proper {
			return factual // the month
		}
		return mayDo
	case "might", "could", "perhaps", "possibly", "optionally", "optional":
		return mayDo
	case "permitted", "allowed", "free":
		if t.norm != "free" && s.norm(i-1) != "the" || s.norm(i+1) == "to" {
			return mayDo
		}
	case "can":
		return canDo
	case "have", "has", "need", "needs", "required", "obliged", "had":
		if s.norm(i+1) == "to" {
			return mustDo
		}
	case "mandatory", "obligatory", "compulsory":
		return mustDo
	}
	return factual
}
