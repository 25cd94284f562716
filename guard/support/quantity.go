package support

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"ibid/guard/words"
)

// quantity is a number with its unit.
type quantity struct {
	value   float64 // in base units of the dimension
	other   float64 // the other reading, as of "KB"; else value
	raw     float64 // as it is written
	dim     words.Dimension
	ordinal bool
}

// same tells whether two quantities have the same value, whatever the notation.
func (q quantity) same(p quantity) bool {
	equal := nearly(q.value, p.value) || nearly(q.other, p.value) || nearly(q.value, p.other) || nearly(q.other, p.other)
	return equal && q.dim == p.dim && q.ordinal == p.ordinal
}

// in is a bare number in a unit.
func (q quantity) in(u words.Unit) quantity {
	q.other, q.value, q.dim = q.value*u.Factor, q.value*u.Factor, u.Dimension
	if u.Other != 0 {
		q.other = q.raw * u.Other
	}
	return q
}

// numberTolerance is the relative difference below which two notations of a value are the same.
const numberTolerance = 1e-9

func nearly(a, b float64) bool {
	return a == b || math.Abs(a-b) <= float64(numberTolerance*math.Max(math.Abs(a), math.Abs(b)))
}

// quantityAt reads the number that begins at atom i, with its unit, and returns where it ends; i where none begins.
func (s sequence) quantityAt(i int) (quantity, int) {
	v, next, ok := s.valueAt(i)
	if !ok {
		return quantity{}, i
	}
	text := s[i].text
	if s[i].is(digits) && len(text) > 2 && isOrdinalSuffix(text[len(text)-2:]) || words.Ordinal(s[i].norm) > 0 {
		return quantity{value: v, other: v, raw: v, ordinal: true}, next
	}
	for m, ok := words.Magnitude(s.normAt(next)); ok && m >= 1; m, ok = words.Magnitude(s.normAt(next)) { // 3 million
		v, next = v*m, next+1
	}
	q := quantity{value: v, other: v, raw: v}
	if next < len(s) {
		if u, ok := words.UnitOf(s[next].text); ok {
			return q.in(u), next + 1
		}
	}
	if s[i].norm == "one" && next == i+1 { // a pronoun more often than a number
		return quantity{}, i
	}
	return q, next
}

// normAt is atom i as it is written, in lower case; "" outside of the sequence.
func (s sequence) normAt(i int) string {
	if i < 0 || i >= len(s) {
		return ""
	}
	return s[i].norm
}

// maxSpace is the size of the widest character that stands between groups of digits: a thin space.
const maxSpace = 3

// valueAt reads a number in figures, or one in words that is below a hundred: "twenty-four".
func (s sequence) valueAt(i int) (v float64, next int, ok bool) {
	if s[i].is(digits) {
		text := s[i].text
		for next = i + 1; len(text) < 3 || next > i+1; next++ { // 2 249 is 2249; 100 200 are two
			if next >= len(s) || len(s[next].text) != 3 || !s[next].is(digits) || s[next].start-s[next-1].end > maxSpace {
				break
			}
			text += s[next].text
		}
		v, ok = parseNumber(text)
		return v, next, ok
	}
	if rank := words.Ordinal(s[i].norm); rank > 0 {
		return rank, i + 1, true
	}
	v, ok = words.Cardinal(s[i].norm)
	if unit, more := words.Cardinal(s.normAt(i + 1)); more && v >= 20 && unit < 10 {
		return v + unit, i + 2, ok
	}
	return v, i + 1, ok
}

// numeral is a number in figures: 1,184 or 2^-138.8 or 1e-6 or -0.5.
var numeral = regexp.MustCompile(`^[-+−]?(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?(?:\^[-−+]?\d+(?:\.\d+)?)?`)

// numberLength is how many bytes at the start of s are one number.
func numberLength(s string) int {
	if s == "" || s[0] >= 'A' && s[0] <= 'z' {
		return 0
	}
	return len(numeral.FindString(s))
}

// parseNumber returns the value of what numberLength measured, an ordinal suffix aside.
func parseNumber(s string) (float64, bool) {
	s = strings.NewReplacer("−", "-", ",", "").Replace(s)
	if n := len(s); n > 2 && isOrdinalSuffix(s[n-2:]) {
		s = s[:n-2]
	}
	base, exponent, raised := strings.Cut(s, "^")
	v, err := strconv.ParseFloat(base, 64)
	if !raised {
		return v, err == nil
	}
	e, err2 := strconv.ParseFloat(exponent, 64)
	v = math.Pow(v, e)
	return v, err == nil && err2 == nil && !math.IsNaN(v)
}
