package support

import (
	"math"
	"strconv"
	"strings"

	"ibid/guard/words"
)

// quantity is a number or a range with its unit.
type quantity struct {
	lo, hi   float64 // in base units of the dimension, lo ≤ hi
	alt      float64 // the other reading of lo, as in "KB"; else lo
	raw      float64 // lo as it is written
	dim      words.Dimension
	ordinal  bool
	word     bool // written out: "two"
	implied  bool // no number is written: "an hour", "daily"
	from, to int  // tokens, to exclusive
}

// same tells whether two quantities have the same value, whatever the notation.
func (q quantity) same(p quantity) bool {
	if q.dim != p.dim {
		return false
	}
	if nearly(q.lo, p.lo) && nearly(q.hi, p.hi) {
		return true
	}
	return q.lo == q.hi && p.lo == p.hi && (nearly(q.alt, p.lo) || nearly(q.lo, p.alt) || nearly(q.alt, p.alt))
}

// key is the same for the same value, in whatever notation.
func (q quantity) key() string { return "#" + strconv.FormatFloat(q.lo, 'g', 9, 64) }

// numberTolerance is the relative difference below which two notations of a value are the same.
const numberTolerance = 1e-9

func nearly(a, b float64) bool {
	if a == b {
		return true
	}
	return math.Abs(a-b) <= float64(numberTolerance*math.Max(math.Abs(a), math.Abs(b)))
}

// numberLength returns the number of bytes at the start of s that are one number: 1,184 or 2^-138.8 or 1e-6 or 0x1F or
// -0.5. It is 0 where s does not begin with a number and for versions with two dots.
func numberLength(s string) int {
	i := 0
	if i < len(s) && (s[i] == '-' || s[i] == '+') {
		i++
	}
	if strings.HasPrefix(s[i:], "−") {
		i += len("−")
	}
	if strings.HasPrefix(s[i:], "0x") || strings.HasPrefix(s[i:], "0X") {
		n := i + 2
		for n < len(s) && isHexDigit(s[n]) {
			n++
		}
		if n > i+2 {
			return n
		}
		return 0
	}
	n := mantissaLength(s[i:])
	if n == 0 {
		return 0
	}
	i += n
	if i+1 < len(s) && s[i] == '.' && isDigit(s[i+1]) {
		return 0 // 1.2.3
	}
	if i+1 < len(s) && (s[i] == 'e' || s[i] == 'E') {
		j := i + 1
		if s[j] == '-' || s[j] == '+' {
			j++
		}
		k := j
		for k < len(s) && isDigit(s[k]) {
			k++
		}
		if k > j {
			i = k
		}
	}
	if i+1 < len(s) && s[i] == '^' {
		j := i + 1
		for _, sign := range [...]string{"-", "−", "+"} {
			if strings.HasPrefix(s[j:], sign) {
				j += len(sign)
				break
			}
		}
		if m := mantissaLength(s[j:]); m > 0 {
			i = j + m
		}
	}
	return i
}

// mantissaLength measures digits with thousands separators and a fraction.
func mantissaLength(s string) int {
	i := 0
	for i < len(s) && isDigit(s[i]) {
		i++
	}
	if i == 0 && (len(s) < 2 || s[0] != '.' || !isDigit(s[1])) {
		return 0
	}
	if i > 0 && i <= 3 {
		for i+3 < len(s) && s[i] == ',' && isDigit(s[i+1]) && isDigit(s[i+2]) && isDigit(s[i+3]) && (i+4 == len(s) || !isDigit(s[i+4])) {
			i += 4
		}
	}
	if i+1 < len(s) && s[i] == '.' && isDigit(s[i+1]) {
		i++
		for i < len(s) && isDigit(s[i]) {
			i++
		}
	}
	return i
}

func isHexDigit(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'f' }

// parseNumber returns the value of what numberLength measured, an ordinal suffix aside.
func parseNumber(s string) (float64, bool) {
	s = strings.ReplaceAll(s, "−", "-")
	s = strings.ReplaceAll(s, ",", "")
	if n := len(s); n > 2 && isOrdinalSuffix(s[n-2:]) {
		s = s[:n-2]
	}
	if h := strings.TrimPrefix(strings.ToLower(s), "0x"); len(h) < len(s) {
		v, err := strconv.ParseUint(h, 16, 64)
		return float64(v), err == nil
	}
	if base, exp, ok := strings.Cut(s, "^"); ok {
		b, err1 := strconv.ParseFloat(base, 64)
		e, err2 := strconv.ParseFloat(exp, 64)
		v := math.Pow(b, e)
		return v, err1 == nil && err2 == nil && !math.IsNaN(v)
	}
	v, err := strconv.ParseFloat(s, 64)
	return v, err == nil || !math.IsInf(v, 0) && v != 0
}

func isOrdinalSuffix(s string) bool {
	return s == "st" || s == "nd" || s == "rd" || s == "th"
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
func isAlnum(c byte) bool { return isDigit(c) || c|0x20 >= 'a' && c|0x20 <= 'z' }
