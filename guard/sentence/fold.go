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
	first := strings.IndexFunc(text, func(r rune) bool { return r >= utf8.RuneSelf })
	if first < 0 {
		return text, nil
	}
	f := folder{text: text}
	f.out.Grow(len(text))
	for i := 0; i < len(text); {
		n := 1
		if text[i] >= utf8.RuneSelf || i+1 < len(text) && text[i+1] >= utf8.RuneSelf {
			n = max(1, norm.NFC.NextBoundaryInString(text[i:], true))
		}
		i = f.put(i, i+n)
	}
	if !f.changed {
		return text, nil
	}
	return f.out.String(), append(f.at, len(text))
}

type folder struct {
	text    string
	out     strings.Builder
	at      []int
	before  rune // the character before, as it is written now
	changed bool
}

// put writes the characters of text[start:end], which compose with nothing outside, and returns where to go on.
func (f *folder) put(start, end int) int {
	part := norm.NFC.String(f.text[start:end])
	f.changed = f.changed || part != f.text[start:end]
	for _, r := range part {
		out := string(r)
		switch {
		case r < utf8.RuneSelf:
		case r == softHyphen: // one that a line ends with joins what it has parted
			out = ""
			if rest := strings.TrimLeft(f.text[end:], " \t"); strings.HasPrefix(rest, "\n") {
				end = len(f.text) - len(strings.TrimLeft(rest, " \t\n"))
			}
		case Ignorable(r):
			out = ""
		case unicode.Is(unicode.Zs, r):
			out = " "
		case compatible(r):
			out = norm.NFKC.String(out)
		case joinsWords(r):
			next, _ := utf8.DecodeRuneInString(f.text[end:])
			apart := r != '\u2010' && r != '\u2011' // these are hyphens wherever they stand
			letters := unicode.IsLetter(f.before) && IsWord(next) || IsWord(f.before) && unicode.IsLetter(next)
			switch {
			case r == '’' && unicode.IsLetter(f.before) && unicode.IsLetter(next):
				out = "'"
			case r != '’' && (!apart || letters && (r != '\u2212' || unicode.IsLetter(f.before))):
				out = "-"
			}
		}
		f.changed = f.changed || out != string(r)
		f.out.WriteString(out)
		for range len(out) {
			f.at = append(f.at, start)
		}
		if out != "" {
			f.before, _ = utf8.DecodeLastRuneInString(out)
		}
	}
	return end
}

const softHyphen = '\u00AD'

// Ignorable tells the characters that only hint at where a word may be broken or how it is shaped.
func Ignorable(r rune) bool {
	return r == softHyphen || r >= '\u200B' && r <= '\u200D' || r == '\u2060' || r == '\uFEFF' || r >= '\uFE00' && r <= '\uFE0F'
}

// compatible tells the characters that stand for usual ones in another shape, with no other meaning.
func compatible(r rune) bool {
	switch {
	case r == 'µ', r == 'Ĳ', r == 'ĳ':
	case r >= '\uFB00' && r <= '\uFB17': // ligatures
	case r >= '\uFF01' && r <= '\uFF5E': // full width
	case r >= 0x1D400 && r <= 0x1D7FF: // letters and figures of mathematics
	case r >= 0x2100 && r <= 0x214F: // the same, older: ℎ, ℝ
		return unicode.IsLetter(r)
	case r >= 0x2160 && r <= 0x217F: // Roman numerals
	default:
		return false
	}
	return true
}

// joinsWords tells the dashes and the apostrophe that may stand inside a word.
func joinsWords(r rune) bool { return r >= '\u2010' && r <= '\u2013' || r == '\u2212' || r == '’' }

// IsWord tells the characters of words: letters and digits.
func IsWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
