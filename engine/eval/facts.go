package eval

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// HoldsFact tells whether an answer holds a literal fact. Both are compared after Unicode NFKC, in lower case, without white space
// and without commas between digits, so that 35 664, 35,664 and 35664 are the same.
func HoldsFact(answer, fact string) bool {
	return strings.Contains(foldFact(answer), foldFact(fact))
}

func foldFact(s string) string {
	drop := func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}
	s = strings.Map(drop, strings.ToLower(norm.NFKC.String(s)))
	isDigit := func(i int) bool { return i >= 0 && i < len(s) && s[i] >= '0' && s[i] <= '9' }
	var b strings.Builder
	for i := range len(s) {
		if s[i] != ',' || !isDigit(i-1) || !isDigit(i+1) {
			b.WriteByte(s[i])
		}
	}
	return b.String()
}
