package draw

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// softHyphen marks a place where a word was broken. It is kept until lines are joined.
const SoftHyphen = '\u00AD'

// CleanGlyph turns the text of a glyph into plain characters: ligatures and styled mathematical letters by their
// compatibility decomposition, any space as a space, no control characters. Superscript digits and the like keep
// their form, since "x²" must not become "x2".
func CleanGlyph(s string) string {
	if len(s) == 1 && s[0] >= ' ' && s[0] < 0x7F {
		return s
	}
	var out strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError:
			if _, n := utf8.DecodeRuneInString(s[i:]); n >= 1 {
				out.WriteRune('\uFFFD')
			}
		case r == SoftHyphen:
			out.WriteRune(r)
		case unicode.IsSpace(r) || unicode.Is(unicode.Zs, r):
			out.WriteByte(' ')
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
		case r >= 0xE000 && r <= 0xF8FF:
			out.WriteString(privateUse(r))
		case r >= 0xFB00 && r <= 0xFB4F, r >= 0x1D400 && r <= 0x1D7FF, r >= 0xFF01 && r <= 0xFF5E:
			out.WriteString(norm.NFKC.String(string(r)))
		case r == 'ℎ': // Unicode has the italic h outside the block of the other letters
			out.WriteByte('h')
		case r == '\u2010' || r == '\u2011':
			out.WriteByte('-')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}

// privateUse reads the code points U+F020 to U+F0FF that Windows writers use for the Symbol font.
func privateUse(r rune) string {
	if r >= 0xF020 && r <= 0xF0FF {
		if s := encodings()["Symbol"][r-0xF000]; s != "" {
			return s
		}
	}
	return "\uFFFD"
}

// compose joins accents that were set as glyphs of their own ("´e", TeX) to the letter after them.
func compose(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r >= utf8.RuneSelf }) < 0 {
		return s
	}
	s = norm.NFC.String(s)
	if !strings.ContainsAny(s, "´¨ˆ˜ˇ˘˙˚˝¯¸") {
		return s
	}
	combining := map[rune]rune{
		'´': '\u0301', '¨': '\u0308', 'ˆ': '\u0302', '˜': '\u0303', 'ˇ': '\u030C', '˘': '\u0306',
		'˙': '\u0307', '˚': '\u030A', '˝': '\u030B', '¯': '\u0304', '¸': '\u0327',
	}
	runes := []rune(s)
	for i := 0; i+1 < len(runes); i++ {
		c, ok := combining[runes[i]]
		if !ok || !unicode.IsLetter(runes[i+1]) {
			continue
		}
		base := runes[i+1]
		if base == 'ı' {
			base = 'i'
		}
		if one := []rune(norm.NFC.String(string([]rune{base, c}))); len(one) == 1 {
			runes[i], runes[i+1] = 0, one[0]
		}
	}
	return strings.ReplaceAll(string(runes), "\x00", "")
}
