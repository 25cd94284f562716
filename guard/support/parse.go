package support

import (
	"ibid/guard/words"
)

// numberParser reads the quantities of a tokenised text, from left to right.
type numberParser struct {
	toks []token
	none token // stands for the tokens before the first and after the last
	out  []quantity
}

// parseQuantities finds the quantities in toks and marks the tokens that belong to them.
func parseQuantities(toks []token) []quantity {
	p := numberParser{toks: toks, none: token{kind: symbolToken, quantity: -1}}
	for i := 0; i < len(toks); {
		q, next, ok := p.quantityAt(i)
		if !ok {
			i++
			continue
		}
		q.from, q.to = i, next
		if len(p.out) == maxQuantities {
			break
		}
		for j := i; j < next; j++ {
			toks[j].quantity = int16(len(p.out))
		}
		p.out = append(p.out, q)
		i = next
	}
	return p.out
}

// maxQuantities bounds the quantities read from one text.
const maxQuantities = 4000

func (p *numberParser) at(i int) *token {
	if i < 0 || i >= len(p.toks) {
		return &p.none
	}
	return &p.toks[i]
}

func (p *numberParser) quantityAt(i int) (quantity, int, bool) {
	if q, next, ok := p.date(i); ok {
		return q, next, true
	}
	if q, next, ok := p.impliedUnit(i); ok {
		return q, next, true
	}
	v, next, ok := p.value(i)
	if !ok {
		return quantity{}, 0, false
	}
	q := quantity{lo: v, hi: v, raw: v, word: p.toks[i].kind == wordToken}
	q.ordinal = p.isOrdinal(i)
	if q.ordinal {
		q.alt = v
		return q, next, true
	}
	if of, next, ok := p.outOf(next); ok && v < of { // one in five
		r := v / of
		return quantity{lo: r, hi: r, alt: r, raw: r, dim: words.Fraction, word: true}, next, true
	}
	if p.toks[i].is("half", "quarter") || p.at(i+1).is("third", "thirds", "quarter", "quarters", "tenths") {
		q.dim = words.Fraction
	}
	next = p.scaleUp(&q, next)
	first, hasFirst := words.UnitOf(p.at(next).text)
	after := next
	if hasFirst {
		after++
	}
	if hi, end, ok := p.rangeEnd(i, after); ok {
		q.hi = hi
		next = end
		if u, ok := words.UnitOf(p.at(next).text); ok && hasFirst {
			q.lo, q.alt = q.lo*first.Factor, q.lo*first.Factor
			q.hi *= u.Factor
			q.dim = u.Dimension
			return q, next + 1, true
		}
		hasFirst = false
	}
	if p.at(next).is("per") && p.at(next+1).is("cent") {
		q.apply(words.Unit{Dimension: words.Fraction, Factor: 0.01})
		return q, next + 2, true
	}
	unitAt := next
	if q.dim == words.Fraction { // half a minute, a quarter of an hour
		for p.at(unitAt).is("a", "an", "of", "the") {
			unitAt++
		}
	}
	if u, ok := words.UnitOf(p.at(unitAt).text); ok && (unitAt == next || u.Dimension == words.Duration) && !p.isOtherWord(unitAt) {
		q.apply(u)
		next = unitAt + 1
		if p.at(next).is("and") && p.at(next+1).is("a") && p.at(next+2).is("half") {
			q.lo += u.Factor / 2
			q.hi += u.Factor / 2
			next += 3
		}
		switch {
		case u.Dimension == words.Angle && p.at(next).is("c", "celsius"):
			q.dim = words.Celsius
			next++
		case u.Dimension == words.Angle && p.at(next).is("f", "fahrenheit"):
			q.dim = words.Fahrenheit
			next++
		}
		return q, next, true
	}
	q.alt = q.lo
	if p.toks[i].is("one") && next == i+1 {
		return q, 0, false // a pronoun more often than a number
	}
	return q, next, true
}

// outOf reads the rest of "one in five" and "two out of three".
func (p *numberParser) outOf(i int) (float64, int, bool) {
	switch {
	case p.at(i).is("in") && p.at(i-1).kind == wordToken && p.at(i+1).kind == wordToken:
		i++
	case p.at(i).is("out") && p.at(i+1).is("of"):
		i += 2
	default:
		return 0, 0, false
	}
	v, next, ok := p.value(i)
	return v, next, ok && v > 1 && !words.IsUnit(p.at(next).text)
}

func (q *quantity) apply(u words.Unit) {
	q.alt = q.lo * u.Factor
	if u.Other != 0 {
		q.alt = q.lo * u.Other
	}
	q.lo *= u.Factor
	q.hi *= u.Factor
	q.dim = u.Dimension
}

// isOtherWord tells the one-letter units and such from a variable of the same name: "3 m" but "3 K values".
func (p *numberParser) isOtherWord(i int) bool {
	t := p.at(i)
	return t.kind == nameToken && t.code
}

// scaleUp applies "million" and its kind.
func (p *numberParser) scaleUp(q *quantity, next int) int {
	if q.word {
		return next
	}
	for {
		m, ok := words.Magnitude(p.at(next).norm)
		if !ok {
			return next
		}
		q.lo, q.hi = q.lo*m, q.hi*m
		q.raw = q.lo
		next++
	}
}

// rangeEnd reads the second half of "10 to 20", "6-10", "between 1 and 4".
func (p *numberParser) rangeEnd(start, i int) (float64, int, bool) {
	t := p.at(i)
	between := t.is("and") && (p.at(start-1).is("between") || p.at(start-2).is("between"))
	dash := t.kind == symbolToken && t.is("-", "–", "—") && t.start == p.at(i-1).end && t.end == p.at(i+1).start
	closed := t.is(",") && p.at(start-1).is("[") // the closed interval [1,255]
	if !t.is("to", "through") && !between && !dash && !closed {
		return 0, 0, false
	}
	if p.toks[start].is("from") {
		return 0, 0, false
	}
	hi, next, ok := p.value(i + 1)
	if !ok || hi <= 0 {
		return 0, 0, false
	}
	if lo, _, ok := p.value(start); !ok || hi < lo {
		return 0, 0, false
	}
	q := quantity{lo: hi, hi: hi}
	next = p.scaleUp(&q, next)
	return q.hi, next, true
}

// value reads a number in digits or words.
func (p *numberParser) value(i int) (float64, int, bool) {
	t := p.at(i)
	if t.kind == numberToken {
		v, ok := parseNumber(t.text)
		if !ok {
			return 0, 0, false
		}
		return p.grouped(i, v)
	}
	if t.kind != wordToken {
		return 0, 0, false
	}
	if t.is("a") && (p.at(i+1).is("dozen", "hundred", "thousand", "million", "billion", "quarter")) {
		i++
		t = p.at(i)
		if t.is("quarter") {
			return 0.25, i + 1, p.at(i+1).is("of", "a", "an")
		}
	}
	switch t.norm {
	case "half":
		return 0.5, i + 1, !p.at(i - 1).is("and")
	case "twice":
		return 2, i + 1, true
	case "once":
		if p.at(i-1).is("least", "most", "exactly", "only", "than") {
			return 1, i + 1, true
		}
		return 0, 0, false
	case "dozen":
		return 12, i + 1, true
	case "dozens", "hundreds", "thousands", "millions":
		return 0, 0, false
	}
	return numberWords(p.toks[i:], i)
}

// grouped reads "2 249" as 2249. A list of three-digit numbers has a first group of three digits as a rule.
func (p *numberParser) grouped(i int, v float64) (float64, int, bool) {
	next := i + 1
	if len(p.toks[i].text) > 2 || p.toks[i].text[0] == '0' {
		return v, next, true
	}
	for {
		t := p.at(next)
		if t.kind != numberToken || len(t.text) != 3 || !isAllDigits(t.text) || t.start == p.at(next-1).end || t.start > p.at(next-1).end+maxSpace {
			return v, next, true
		}
		group, _ := parseNumber(t.text)
		v = v*1000 + group
		next++
	}
}

// maxSpace is the size of the widest character that stands between groups of digits: a thin space.
const maxSpace = 3

func isAllDigits(s string) bool {
	for i := range len(s) {
		if !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// impliedUnit reads "an hour", "per second", "every day", "daily" as one unit.
func (p *numberParser) impliedUnit(i int) (quantity, int, bool) {
	t := p.at(i)
	if u, ok := words.Period(t.norm); ok {
		q := quantity{raw: 1, lo: 1, hi: 1, implied: true}
		q.apply(u)
		return q, i + 1, true
	}
	if !t.is("a", "an", "per", "every", "each", "one") {
		return quantity{}, 0, false
	}
	u, ok := words.UnitNamed(p.at(i + 1).norm)
	if !ok || u.Dimension != words.Duration || p.at(i+1).kind != wordToken {
		return quantity{}, 0, false
	}
	after := p.at(i + 2)
	if !t.is("per", "every", "one") && after.kind != symbolToken && after.content() {
		return quantity{}, 0, false // "a second attempt"
	}
	if t.is("every") && after.content() && p.at(i+1).is("second") {
		return quantity{}, 0, false
	}
	q := quantity{raw: 1, lo: 1, hi: 1, implied: !t.is("one"), word: true}
	q.apply(u)
	next := i + 2
	if p.at(next).is("and") && p.at(next+1).is("a") && p.at(next+2).is("half") {
		q.lo, q.hi, q.alt = 1.5*u.Factor, 1.5*u.Factor, 1.5*u.Factor
		q.implied = false
		next += 3
	}
	return q, next, true
}

// date reads "1 September 2020", "September 1, 2020" and "2020-09-01".
func (p *numberParser) date(i int) (quantity, int, bool) {
	made := func(y, m, d float64, next int) (quantity, int, bool) {
		v := y*12*31 + (m-1)*31 + d
		return quantity{lo: v, hi: v, alt: v, raw: v, dim: words.Calendar}, next, true
	}
	if m := words.Month(p.at(i).norm); m > 0 && p.at(i).proper || m > 0 && i == 0 {
		d, ok := p.plainNumber(i+1, 31)
		if !ok {
			return quantity{}, 0, false
		}
		j := i + 2
		if p.at(j).is(",") {
			j++
		}
		if y, ok := p.plainNumber(j, 9999); ok && y > 1000 {
			return made(y, m, d, j+1)
		}
		return quantity{}, 0, false
	}
	a, ok := p.plainNumber(i, 9999)
	if !ok {
		return quantity{}, 0, false
	}
	if m := words.Month(p.at(i + 1).norm); m > 0 && a <= 31 {
		if y, ok := p.plainNumber(i+2, 9999); ok && y > 1000 {
			return made(y, m, a, i+3)
		}
	}
	if a > 1000 && p.at(i+1).is("-") && p.at(i+3).is("-") {
		m, ok1 := p.plainNumber(i+2, 12)
		d, ok2 := p.plainNumber(i+4, 31)
		if ok1 && ok2 {
			return made(a, m, d, i+5)
		}
	}
	return quantity{}, 0, false
}

func (p *numberParser) plainNumber(i int, most float64) (float64, bool) {
	t := p.at(i)
	if t.kind != numberToken {
		return 0, false
	}
	v, ok := parseNumber(t.text)
	return v, ok && v >= 1 && v <= most
}

func (p *numberParser) isOrdinal(i int) bool {
	t := &p.toks[i]
	if t.kind == numberToken {
		n := len(t.text)
		return n > 2 && isOrdinalSuffix(t.text[n-2:])
	}
	return words.Ordinal(t.norm) > 0
}
