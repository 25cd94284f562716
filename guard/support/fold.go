package support

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// foldNumbers writes the numbers of a text as the rest of the guard reads them, whatever digits they are in: ９００ and
// ٩٠٠ and ⁹⁰⁰ are 900, 10² is 10^2, 2½ is 2.5, H₂O is H2O. Where a digit means something else it stays: x² and a
// footnote's mark behind a word, 10₂, ① before the first word of an item.
//
// at[i] is the offset in text of byte i of the result, at[len(folded)] is len(text). It is nil where nothing changed.
func foldNumbers(text string) (folded string, at []int) {
	if strings.IndexFunc(text, isFoldable) < 0 {
		return text, nil
	}
	var b strings.Builder
	put := func(s string, from int) {
		b.WriteString(s)
		for range len(s) {
			at = append(at, from)
		}
	}
	before := rune(0)               // the character before, as it is written now
	raised, lowered := false, false // it was such a digit, and was written anew
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		out := text[i : i+size]
		wasRaised, wasLowered := raised, lowered
		raised, lowered = false, false
		if isFoldable(r) {
			plain := norm.NFKC.String(out)
			switch {
			case isRaised(r):
				digit := strings.Replace(plain, "−", "-", 1)
				switch {
				case wasRaised:
					out, raised = digit, true
				case isDecimal(before):
					out, raised = "^"+digit, true
				case isDecimal(rune(digit[0])) && opensNumber(before):
					out, raised = digit, true
				}
			case r >= '₀' && r <= '₉':
				if wasLowered || !isDecimal(before) {
					out, lowered = plain, true
				}
			case strings.ContainsRune(plain, '⁄'):
				if n, d, _ := strings.Cut(plain, "⁄"); d != "" {
					out = quotient(n, d)
				}
				if isDecimal(before) {
					out = strings.TrimPrefix(out, "0")
				}
			case isEnclosed(r):
				if !opensItem(text, i, i+size) {
					out = enclosed(r, plain)
				}
			case unicode.Is(unicode.Nd, r):
				out = string('0' + digitValue(r))
			case r == '٫':
				out = "."
			case r == '٬':
				out = ","
			default:
				out = plain
			}
		}
		put(out, i)
		before, _ = utf8.DecodeLastRuneInString(out)
		i += size
	}
	return b.String(), append(at, len(text))
}

// isFoldable tells the characters that foldNumbers may write otherwise.
func isFoldable(r rune) bool {
	switch {
	case r < utf8.RuneSelf, r >= 0x2010 && r < 0x2070: // nothing, and the usual punctuation
		return false
	case isRaised(r), r >= '₀' && r <= '₉', isEnclosed(r):
		return true
	case r >= '¼' && r <= '¾', r >= 0x2150 && r <= 0x215E, r == 0x2189: // fractions
		return true
	case r == '٫', r == '٬':
		return true
	}
	return unicode.Is(unicode.Nd, r)
}

// isRaised tells superscript digits and signs.
func isRaised(r rune) bool {
	return r == '²' || r == '³' || r == '¹' || r == '⁰' || r >= '⁴' && r <= '⁻'
}

// isEnclosed tells the numbers in circles and brackets, and those with a full stop.
func isEnclosed(r rune) bool {
	return r >= 0x2460 && r <= 0x249B || r == 0x24EA || r >= firstDingbat && r <= 0x2793
}

const firstDingbat = 0x2776 // ❶; there are three series of ten

// enclosed is the number inside.
func enclosed(r rune, plain string) string {
	if r >= firstDingbat {
		return strconv.Itoa(int(r-firstDingbat)%10 + 1)
	}
	return strings.Trim(plain, "().")
}

// opensItem tells whether text[start:end] marks an item of a list: it opens a line, and a capitalised word follows.
func opensItem(text string, start, end int) bool {
	line := strings.TrimRight(text[:start], " \t")
	next, _ := utf8.DecodeRuneInString(strings.TrimLeft(text[end:], " \t"))
	return (line == "" || strings.HasSuffix(line, "\n")) && unicode.IsUpper(next)
}

// opensNumber tells whether a number may begin behind a character; 0 stands for the start of the text.
func opensNumber(before rune) bool {
	return before == 0 || unicode.IsSpace(before) || strings.ContainsRune("([{“‘\"'-–—−+=<>≤≥~≈|/$€£", before)
}

func isDecimal(r rune) bool { return r >= '0' && r <= '9' }

// digitValue is the value of a decimal digit of any script: each has its ten in a row, from zero.
func digitValue(r rune) rune {
	for _, t := range unicode.Nd.R16 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	for _, t := range unicode.Nd.R32 {
		if rune(t.Lo) <= r && r <= rune(t.Hi) {
			return (r - rune(t.Lo)) % 10
		}
	}
	return 0
}

// quotient is a fraction in decimals.
func quotient(n, d string) string {
	a, _ := strconv.ParseFloat(n, 64)
	b, _ := strconv.ParseFloat(d, 64)
	return strconv.FormatFloat(a/b, 'f', -1, 64)
}
