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
	return q.dim == p.dim && q.ordinal == p.ordinal && (nearly(q.value, p.value) || nearly(q.other, p.value) || nearly(q.value, p.other) || nearly(q.other, p.other))
}

// key is the same for the same value, in whatever notation.
func (q quantity) key() string {
	key := "#" + strconv.FormatFloat(q.value, 'g', 9, 64) + string(q.dim)
	if q.ordinal {
		key += "."
	}
	return key
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
	q := quantity{value: v, other: v, raw: v}
	if text := s[i].text; s[i].is(digits) && len(text) > 2 && isOrdinalSuffix(text[len(text)-2:]) || words.Ordinal(s[i].norm) > 0 {
		q.ordinal = true
		return q, next
	}
	for s[i].is(digits) { // 3 million
		m, ok := words.Magnitude(s.normAt(next))
		if !ok {
			break
		}
		q.value, next = q.value*m, next+1
		q.other, q.raw = q.value, q.value
	}
	if s.normAt(next) == "per" && s.normAt(next+1) == "cent" {
		return q.in(words.Unit{Dimension: words.Fraction, Factor: 0.01}), next + 2
	}
	if next < len(s) && !s[next].is(code) {
		if u, ok := words.UnitOf(s[next].text); ok {
			q, next = q.in(u), next+1
			if scale := s.normAt(next); u.Dimension == words.Angle && scale != "" && strings.Contains("celsius fahrenheit", scale) { // degrees C
				if q.dim = words.Celsius; scale[0] == 'f' {
					q.dim = words.Fahrenheit
				}
				next++
			}
			return q, next
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

// valueAt reads a number in figures or in words, "one thousand one hundred eighty-four".
func (s sequence) valueAt(i int) (v float64, next int, ok bool) {
	if s[i].is(digits) {
		return s.figures(i)
	}
	if rank := words.Ordinal(s[i].norm); rank > 0 {
		return rank, i + 1, true
	}
	total, current, n := 0.0, 0.0, i
	for ; n < len(s) && !s[n].is(name|mark); n++ {
		small, isSmall := words.Cardinal(s[n].norm)
		large, isLarge := words.Magnitude(s[n].norm)
		_, wasLarge := words.Magnitude(s.normAt(n - 1))
		_, small2 := words.Cardinal(s.normAt(n + 1))
		switch {
		case isSmall && (n == i || combines(current, small)):
			current += small
		case isLarge && n > i && large == 100:
			current *= large
		case isLarge && n > i && large > 100:
			total, current = total+current*large, 0
		case s[n].norm == "and" && n > i && wasLarge && small2:
		default:
			return total + current, n, n > i
		}
	}
	return total + current, n, n > i
}

// combines tells whether v may follow within one number: 20 and 4, 100 and 84.
func combines(current, v float64) bool {
	n := int(current)
	if v < 10 {
		return n%10 == 0 && (n == 0 || n%100 >= 20 || n%100 == 0)
	}
	return n%100 == 0
}

// maxSpace is the size of the widest character that stands between groups of digits: a thin space.
const maxSpace = 3

// figures reads a number in digits, 2 249 as 2249.
func (s sequence) figures(i int) (v float64, next int, ok bool) {
	v, ok = parseNumber(s[i].text)
	next = i + 1
	if len(s[i].text) > 2 || s[i].text[0] == '0' { // a list of three-digit numbers has a first one of three digits as a rule
		return v, next, ok
	}
	for ; next < len(s) && s[next].is(digits); next++ {
		group, gap := s[next].text, s[next].start-s[next-1].end
		n, err := strconv.ParseUint(group, 10, 64)
		if err != nil || len(group) != 3 || gap == 0 || gap > maxSpace {
			break
		}
		v = v*1000 + float64(n)
	}
	return v, next, ok
}

// numeral is a number in figures: 1,184 or 2^-138.8 or 1e-6 or 0x1F or -0.5.
var numeral = regexp.MustCompile(`^[-+−]?(?:0[xX][0-9a-fA-F]+|(?:(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d+)?(?:\^[-−+]?\d+(?:\.\d+)?)?)`)

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
	if len(s) > 2 && s[1]|0x20 == 'x' {
		v, err := strconv.ParseUint(s[2:], 16, 64)
		return float64(v), err == nil
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
