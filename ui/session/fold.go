package session

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// fold is a text without case and accents, and with compatibility forms as what they stand for: "ﬁ" is "fi".
func fold(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		out = foldRune(out, r)
	}
	return string(out)
}

// foldRune appends what a character is without case and accents; nothing for an accent alone.
func foldRune(out []byte, r rune) []byte {
	switch {
	case 'A' <= r && r <= 'Z':
		return append(out, byte(r)+'a'-'A')
	case r < utf8.RuneSelf:
		return append(out, byte(r))
	}
	for _, d := range norm.NFKD.String(string(r)) {
		if !unicode.Is(unicode.Mn, d) {
			out = utf8.AppendRune(out, unicode.ToLower(unicode.ToUpper(d)))
		}
	}
	return out
}
