package sentence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold writes a text in the one spelling in which words are compared, by the index, the gates, the choice of
// statements and the check alike: composed (NFC), ligatures and wide or ornamental letters as the usual ones, spaces
// as blanks, without the characters that only hint at where a word may break, and with one hyphen and one apostrophe
// inside words. A minus sign and the dash of a range stay what they are; raised and lowered figures and fractions are
// no spelling of figures and stay too.
//
// at[i] is the offset in text of byte i of the result, at[len(folded)] is len(text). It is nil where nothing changed.
func Fold(text string) (folded string, at []int) {
	if !strings.ContainsFunc(text, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return text, nil
	}
	var out strings.Builder
	before := utf8.RuneError // the character before, as it is written now
	for i, end := 0, 0; i < len(text); i = end {
		end = i + 1
		if text[i] >= utf8.RuneSelf || end < len(text) && text[end] >= utf8.RuneSelf {
			end = i + max(1, norm.NFC.NextBoundaryInString(text[i:], true))
		}
		for _, r := range norm.NFC.String(text[i:end]) { // which composes with nothing outside
			s := spelled(before, r, text[end:])
			for range len(s) {
				at = append(at, i)
			}
			if out.WriteString(s); s != "" {
				before, _ = utf8.DecodeLastRuneInString(s)
			}
			rest := strings.TrimLeft(text[end:], " \t")
			if r == softHyphen && strings.HasPrefix(rest, "\n") { // it joins what the line's end has parted
				end = len(text) - len(strings.TrimLeft(rest, " \t\n"))
			}
		}
	}
	if out.String() == text {
		return text, nil
	}
	return out.String(), append(at, len(text))
}

// spelled writes one character, between the one before and the rest of the text.
func spelled(before, r rune, rest string) string {
	next, _ := utf8.DecodeRuneInString(rest)
	letter := unicode.IsLetter(before) || unicode.IsLetter(next)
	switch {
	case r < utf8.RuneSelf:
	case Ignorable(r):
		return ""
	case unicode.Is(unicode.Zs, r):
		return " "
	case unicode.Is(shaped, r) && (r < 0x2100 || r > 0x214F || unicode.IsLetter(r)):
		return norm.NFKC.String(string(r))
	case r == '’' && unicode.IsLetter(before) && unicode.IsLetter(next):
		return "'"
	case r == '\u2010', r == '\u2011', // hyphens wherever they stand
		(r == '\u2012' || r == '\u2013') && letter && IsWord(before) && IsWord(next),
		r == '\u2212' && unicode.IsLetter(before) && IsWord(next):
		return "-"
	}
	return string(r)
}

const softHyphen = '\u00AD'

// Ignorable tells the characters that only hint at where a word may be broken or how it is shaped.
func Ignorable(r rune) bool {
	return unicode.Is(ignorable, r)
}

var (
	ignorable = &unicode.RangeTable{R16: []unicode.Range16{{softHyphen, softHyphen, 1}, {0x200B, 0x200D, 1},
		{0x2060, 0x2060, 1}, {0xFE00, 0xFE0F, 1}, {0xFEFF, 0xFEFF, 1}}}
	// shaped stand for usual characters in another shape, with no other meaning: µ, Ĳ, letters like ℝ, Roman numerals,
	// ligatures, full width, the alphabets of mathematics.
	shaped = &unicode.RangeTable{R16: []unicode.Range16{{0xB5, 0xB5, 1}, {0x132, 0x133, 1}, {0x2100, 0x214F, 1},
		{0x2160, 0x217F, 1}, {0xFB00, 0xFB17, 1}, {0xFF01, 0xFF5E, 1}}, R32: []unicode.Range32{{0x1D400, 0x1D7FF, 1}}}
)

// IsWord tells the characters of words: letters and digits.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
