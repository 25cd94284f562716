package support

import "ibid/guard/words"

// numberWords reads a number that is written out, "one thousand one hundred eighty-four", at the start of toks. It
// returns the value and the index after it, counted from base.
func numberWords(toks []token, base int) (float64, int, bool) {
	var total, current float64
	n := 0
	for n < len(toks) && toks[n].kind == wordToken {
		w := toks[n].norm
		if v, ok := words.Cardinal(w); ok {
			if n > 0 && !combines(current, v) {
				break
			}
			current += v
			n++
			continue
		}
		if m, ok := words.Magnitude(w); ok && n > 0 {
			if m == 100 {
				current *= m
			} else {
				total += current * m
				current = 0
			}
			n++
			continue
		}
		if w == "and" && n > 0 && n+1 < len(toks) {
			if _, ok := words.Magnitude(toks[n-1].norm); ok {
				if _, ok := words.Cardinal(toks[n+1].norm); ok {
					n++
					continue
				}
			}
		}
		break
	}
	if n == 0 {
		if m, ok := words.Magnitude(firstNorm(toks)); ok && m < 1 {
			return m, base + 1, true
		}
		if o := words.Ordinal(firstNorm(toks)); o > 0 {
			return o, base + 1, true
		}
		return 0, 0, false
	}
	if n < len(toks) {
		switch toks[n].norm {
		case "third", "thirds":
			return (total + current) / 3, base + n + 1, true
		case "quarter", "quarters":
			return (total + current) / 4, base + n + 1, true
		}
		if m, ok := words.Magnitude(toks[n].norm); ok && m < 1 {
			return (total + current) * m, base + n + 1, true
		}
	}
	return total + current, base + n, true
}

func firstNorm(toks []token) string {
	if len(toks) == 0 {
		return ""
	}
	return toks[0].norm
}

// combines tells whether v may follow within one number: 20 and 4, 100 and 84.
func combines(current, v float64) bool {
	switch {
	case current == 0:
		return true
	case v < 10:
		return int(current)%10 == 0 && (int(current)%100 >= 20 || int(current)%100 == 0)
	case v < 100:
		return int(current)%100 == 0
	}
	return false
}
