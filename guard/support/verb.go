package support

// checkVerb compares what stands before and after a word that both texts have.
func (cmp *comparison) checkVerb(i int, l link) {
	st := cmp.source[l.src]
	s := sides{}
	c, sc := cmp.claim.toks[i].clause, st.toks[l.tok].clause
	names := sides{}
	for a := range cmp.links {
		m := cmp.links[a]
		t := &cmp.claim.toks[a]
		if a == i || m.src != l.src || m.tok == l.tok || t.clause != c || st.toks[m.tok].clause != sc || t.weight < wordWeight || t.quantity >= 0 {
			continue
		}
		into := [2]*sides{&s, nil}
		if t.kind == nameToken {
			into[1] = &names
		}
		for _, x := range into {
			if x == nil {
				continue
			}
			switch inLeft, outLeft := a < i, m.tok < l.tok; {
			case inLeft && outLeft:
				x.ll++
			case inLeft:
				x.lr++
			case outLeft:
				x.rl++
			default:
				x.rr++
			}
		}
	}
	if passive(cmp.claim, i) != passive(st, l.tok) || l.opposite || cmp.claim.norm(i+1) == "than" || st.norm(l.tok+1) == "than" {
		return
	}
	if !verbal(cmp.claim, i) || !verbal(st, l.tok) {
		return
	}
	if s.lr > 0 && s.rl > 0 && s.crossed() > s.straight() || names.lr > 0 && names.rl > 0 && names.straight() == 0 {
		cmp.find(fatal, i, i+1, "turns round who or what is on either side of “"+st.toks[l.tok].text+"” in the source")
	}
}

// passive tells whether the word at i is a participle after a form of "be".
func passive(s *statement, i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		if s.toks[j].is("is", "are", "was", "were", "be", "been", "being", "gets", "get") {
			return true
		}
		if s.toks[j].kind != wordToken || s.toks[j].weight >= wordWeight {
			break
		}
	}
	return s.norm(i+1) == "by"
}

// verbal tells whether the word at i stands where a verb stands.
func verbal(s *statement, i int) bool {
	t := &s.toks[i]
	if s.norm(i-1) == "the" || s.norm(i-1) == "a" || s.norm(i-1) == "an" || s.norm(i-1) == "of" {
		return false
	}
	if i+1 < len(s.toks) && s.toks[i+1].is("of", "is", "are", "has", "must", "shall", "may", "can", "should", "will", ",", ".") && !passive(s, i) {
		return false
	}
	return t.norm != "" && (passive(s, i) || i > 0)
}
