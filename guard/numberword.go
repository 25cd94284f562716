package guard

// numberWords reads a number that is written out, "one thousand one hundred eighty-four", at the start of toks. It
// returns the value and the index after it, counted from base.
func numberWords(toks []token, base int) (float64, int, bool) {
	var total, current float64
	n := 0
	for n < len(toks) && toks[n].kind == wordToken {
		w := toks[n].norm
		if v, ok := cardinal(w); ok {
			if n > 0 && !combines(current, v) {
				break
			}
			current += v
			n++
			continue
		}
		if m, ok := magnitude(w); ok && n > 0 {
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
			if _, ok := magnitude(toks[n-1].norm); ok {
				if _, ok := cardinal(toks[n+1].norm); ok {
					n++
					continue
				}
			}
		}
		break
	}
	if n == 0 {
		if firstNorm(toks) == "both" {
			return 2, base + 1, true
		}
		if m, ok := magnitude(firstNorm(toks)); ok && m < 1 {
			return m, base + 1, true
		}
		if o := ordinalWord(firstNorm(toks)); o > 0 {
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
		if m, ok := magnitude(toks[n].norm); ok && m < 1 {
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

func cardinal(w string) (float64, bool) {
	switch w {
	case "zero":
		return 0, true
	case "one":
		return 1, true
	case "two":
		return 2, true
	case "three":
		return 3, true
	case "four":
		return 4, true
	case "five":
		return 5, true
	case "six":
		return 6, true
	case "seven":
		return 7, true
	case "eight":
		return 8, true
	case "nine":
		return 9, true
	case "ten":
		return 10, true
	case "eleven":
		return 11, true
	case "twelve":
		return 12, true
	case "thirteen":
		return 13, true
	case "fourteen":
		return 14, true
	case "fifteen":
		return 15, true
	case "sixteen":
		return 16, true
	case "seventeen":
		return 17, true
	case "eighteen":
		return 18, true
	case "nineteen":
		return 19, true
	case "twenty":
		return 20, true
	case "thirty":
		return 30, true
	case "forty":
		return 40, true
	case "fifty":
		return 50, true
	case "sixty":
		return 60, true
	case "seventy":
		return 70, true
	case "eighty":
		return 80, true
	case "ninety":
		return 90, true
	}
	return 0, false
}

// magnitude returns the factor of "hundred", "million" and of the parts "tenth", "millionth" that are below one.
func magnitude(w string) (float64, bool) {
	switch w {
	case "hundred":
		return 100, true
	case "thousand":
		return 1e3, true
	case "million":
		return 1e6, true
	case "billion":
		return 1e9, true
	case "trillion":
		return 1e12, true
	case "tenths":
		return 1e-1, true
	case "hundredth", "hundredths":
		return 1e-2, true
	case "thousandth", "thousandths":
		return 1e-3, true
	case "millionth", "millionths":
		return 1e-6, true
	case "billionth", "billionths":
		return 1e-9, true
	}
	return 0, false
}

// ordinalWord returns the rank that a word names, 0 if none. "second" is left out: it is a unit too.
func ordinalWord(w string) float64 {
	switch w {
	case "third":
		return 3
	case "fourth":
		return 4
	case "fifth":
		return 5
	case "sixth":
		return 6
	case "seventh":
		return 7
	case "eighth":
		return 8
	case "ninth":
		return 9
	case "tenth":
		return 10
	case "eleventh":
		return 11
	case "twelfth":
		return 12
	}
	return 0
}

// monthOf returns the number of the month that w names in full, 0 if none.
func monthOf(w string) float64 {
	switch w {
	case "january":
		return 1
	case "february":
		return 2
	case "march":
		return 3
	case "april":
		return 4
	case "may":
		return 5
	case "june":
		return 6
	case "july":
		return 7
	case "august":
		return 8
	case "september":
		return 9
	case "october":
		return 10
	case "november":
		return 11
	case "december":
		return 12
	}
	return 0
}
