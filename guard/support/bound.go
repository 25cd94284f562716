package support

// boundPhrases are the expressions before a quantity that limit it. Longer ones come first: "no more than" is not
// "more than".
var boundPhrases = [...]struct {
	words []string
	bound bound
}{
	{[]string{"no", "fewer", "than"}, atLeast},
	{[]string{"no", "less", "than"}, atLeast},
	{[]string{"not", "less", "than"}, atLeast},
	{[]string{"not", "fewer", "than"}, atLeast},
	{[]string{"no", "more", "than"}, atMost},
	{[]string{"not", "more", "than"}, atMost},
	{[]string{"no", "longer", "than"}, atMost},
	{[]string{"no", "larger", "than"}, atMost},
	{[]string{"no", "greater", "than"}, atMost},
	{[]string{"not", "exceed"}, atMost},
	{[]string{"never", "exceed"}, atMost},
	{[]string{"never", "exceeds"}, atMost},
	{[]string{"not", "exceeding"}, atMost},
	{[]string{"less", "than", "or", "equal", "to"}, atMost},
	{[]string{"greater", "than", "or", "equal", "to"}, atLeast},
	{[]string{"as", "many", "as"}, atMost},
	{[]string{"as", "much", "as"}, atMost},
	{[]string{"at", "least"}, atLeast},
	{[]string{"at", "most"}, atMost},
	{[]string{"at", "minimum"}, atLeast},
	{[]string{"minimum", "of"}, atLeast},
	{[]string{"maximum", "of"}, atMost},
	{[]string{"up", "to"}, atMost},
	{[]string{"not", "beyond"}, atMost},
	{[]string{"more", "than"}, moreThan},
	{[]string{"greater", "than"}, moreThan},
	{[]string{"larger", "than"}, moreThan},
	{[]string{"bigger", "than"}, moreThan},
	{[]string{"longer", "than"}, moreThan},
	{[]string{"higher", "than"}, moreThan},
	{[]string{"later", "than"}, moreThan},
	{[]string{"newer", "than"}, moreThan},
	{[]string{"less", "than"}, lessThan},
	{[]string{"fewer", "than"}, lessThan},
	{[]string{"smaller", "than"}, lessThan},
	{[]string{"lower", "than"}, lessThan},
	{[]string{"shorter", "than"}, lessThan},
	{[]string{"older", "than"}, lessThan},
	{[]string{"earlier", "than"}, lessThan},
	{[]string{"exceeds"}, moreThan},
	{[]string{"exceed"}, moreThan},
	{[]string{"exceeding"}, moreThan},
	{[]string{"over"}, moreThan},
	{[]string{"above"}, moreThan},
	{[]string{"beyond"}, moreThan},
	{[]string{"below"}, lessThan},
	{[]string{"under"}, lessThan},
	{[]string{"exactly"}, exactBound},
	{[]string{"precisely"}, exactBound},
}

// maxBoundGap is how many small words may stand between the expression and the number: "more than about 3".
const maxBoundGap = 2

// boundOf returns the limit that the words around the quantity at [from, to) set.
func (p *numberParser) boundOf(from, to int) (b bound, denial int) {
	if b := p.boundAfter(to); b != plainBound {
		return b, 0
	}
	end := from
	for gap := 0; gap <= maxBoundGap; gap++ {
		for i := range boundPhrases {
			f := &boundPhrases[i]
			if p.endsWith(end, f.words) {
				at := end - len(f.words)
				if f.words[0] == "not" || f.words[0] == "never" {
					return f.bound, at // the bound is all that this denies
				}
				return p.deniedBefore(at, f.bound)
			}
		}
		if !p.at(end-1).is("about", "approximately", "roughly", "the", "a", "an", "of", "around", "size", "-", "only") {
			break
		}
		end--
	}
	return plainBound, 0
}

func (p *numberParser) endsWith(end int, words []string) bool {
	if end < len(words) {
		return false
	}
	for i, w := range words {
		if p.toks[end-len(words)+i].norm != w {
			return false
		}
	}
	return true
}

// maxDenialReach is how far before a bound, in tokens, the negation may stand that turns it round.
const maxDenialReach = 6

// deniedBefore turns the bound round if its clause is denied: "must not be valid for more than" is "at most".
func (p *numberParser) deniedBefore(i int, b bound) (bound, int) {
	if b != moreThan && b != lessThan {
		return b, 0
	}
	for j := i - 1; j >= max(0, i-maxDenialReach); j-- {
		t := &p.toks[j]
		if t.kind == symbolToken || t.kind == numberToken || t.is("and", "or", "but", "if", "when", "which", "that") {
			return b, 0
		}
		if j > 0 && t.is("not", "never", "cannot", "no") {
			return b.denied(), j
		}
	}
	return b, 0
}

// boundAfter reads "or more", "and above", "but no further" after a number and the word or two that it counts.
func (p *numberParser) boundAfter(i int) bound {
	for j := i; j < min(i+maxBoundGap+3, len(p.toks)); j++ {
		t := &p.toks[j]
		switch {
		case t.is("or", "and"):
			n := p.at(j + 1)
			if n.is("more", "later", "higher", "above", "newer", "greater", "longer", "larger", "up") {
				return atLeast
			}
			if n.is("less", "fewer", "below", "earlier", "lower", "shorter", "smaller", "older") {
				return atMost
			}
			return plainBound
		case t.is("but"):
			if p.at(j+1).is("no", "not") && p.at(j+2).is("further", "more", "beyond", "higher") {
				return atMost
			}
			return plainBound
		case t.kind == symbolToken && !t.is(","), t.kind == numberToken:
			return plainBound
		}
	}
	return plainBound
}
