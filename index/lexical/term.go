package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"ibid/guard/sentence"
)

func startsWord(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || isASCIIDigit(r)
	}
	return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !IsEastAsian(r)
}

// IsEastAsian reports the characters of Chinese, Japanese and Korean, of which no blanks make words.
func IsEastAsian(r rune) bool {
	return r >= '\u1100' && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

func inWord(r rune) bool {
	return startsWord(r) || r >= utf8.RuneSelf && (unicode.IsMark(r) || sentence.Ignorable(r))
}

func isHyphen(r rune) bool {
	switch r {
	case '-', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212':
		return true
	}
	return false
}

func isApostrophe(r rune) bool { return r == '\'' || r == '\u2019' }

// isSymbol reports the two characters that may end a word: C++, C#.
func isSymbol(r rune) bool { return r == '+' || r == '#' }

func isJoint(r rune) bool {
	switch r {
	case '_', '.', '/', ':', '@':
		return true
	}
	return isHyphen(r) || isApostrophe(r) || isSymbol(r)
}

// isOption reports whether the hyphen at a byte offset begins the option of a program that is one letter, a word of
// its own.
func isOption(text string, at int) bool {
	if len(text) > at+1 && text[at+1] >= utf8.RuneSelf { // a part of a letter
		return false
	}
	if len(text) < at+2 || !startsWord(rune(text[at+1])) || isASCIIDigit(rune(text[at+1])) || len(text) > at+2 && (startsWord(rune(text[at+2])) || isJoint(rune(text[at+2])) && len(text) > at+3 && !endsWord(text[at+3])) {
		return false
	}
	return at == 0 || strings.IndexByte(" \t\n([{|`'\",/=", text[at-1]) >= 0
}

// plainWord returns the end of the word that starts at a byte offset if its letters are a to z, the first one perhaps a
// capital, and nothing is joined to it; otherwise an offset that is not after start.
func plainWord(text string, start int) int {
	end := start
	if 'A' <= text[end] && text[end] <= 'Z' {
		end++
	}
	for end < len(text) && 'a' <= text[end] && text[end] <= 'z' {
		end++
	}
	if end == len(text) || endsWord(text[end]) {
		return end
	}
	if c := text[end]; c < utf8.RuneSelf && c != '#' && isJoint(rune(c)) && (end+1 == len(text) || endsWord(text[end+1])) {
		return end
	}
	return start
}

// endsWord reports whether a byte is a character that is neither part of a word nor a joint.
func endsWord(c byte) bool {
	return c < utf8.RuneSelf && !startsWord(rune(c)) && !isJoint(rune(c))
}

// isThousands reports whether a text that follows a digit goes on with a comma and exactly three digits.
func isThousands(before rune, text string) bool {
	if !isASCIIDigit(before) || len(text) < 4 || text[0] != ',' {
		return false
	}
	for i := 1; i < 4; i++ {
		if !isASCIIDigit(rune(text[i])) {
			return false
		}
	}
	r, _ := utf8.DecodeRuneInString(text[4:])
	return !unicode.IsDigit(r)
}

func isASCIIDigit(r rune) bool { return '0' <= r && r <= '9' }

// fold normalises the spelling of a word: that of sentence.Fold in lower case, with one kind of hyphen, no commas of thousands.
func fold(word []rune) string {
	var b strings.Builder
	ascii := true
	for _, r := range word {
		switch {
		case r == ',' || sentence.Ignorable(r):
		case isHyphen(r):
			b.WriteByte('-')
		case isApostrophe(r):
			b.WriteByte('\'')
		case r < utf8.RuneSelf:
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			b.WriteByte(byte(r))
		default:
			ascii = false
			b.WriteRune(r)
		}
	}
	if ascii {
		return b.String()
	}
	folded, _ := sentence.Fold(b.String())
	return strings.ToLower(folded)
}

// unjoin drops the hyphens and apostrophes of a folded compound.
func unjoin(term string) string {
	if !strings.ContainsAny(term, "-'") {
		return term
	}
	var b strings.Builder
	for i := range len(term) {
		if term[i] != '-' && term[i] != '\'' {
			b.WriteByte(term[i])
		}
	}
	return b.String()
}

// truncate cuts a term to maxTerm bytes, at a character.
func truncate(term string) string {
	if len(term) <= maxTerm {
		return term
	}
	n := maxTerm
	for !utf8.RuneStart(term[n]) {
		n--
	}
	return term[:n]
}

// stem reduces a word of the letters a to z to its stem; every other term stays as it is.
func stem(term string) string {
	if len(term) < 3 {
		return term
	}
	for i := range len(term) {
		if term[i] < 'a' || term[i] > 'z' {
			return term
		}
	}
	env := snowballstem.NewEnv(term)
	english.Stem(env)
	return env.Current()
}

// stopWords is the English stop word list of the Snowball project (snowballstem.org, BSD licence).
var stopWords = set(`
i me my myself we our ours ourselves you your yours yourself yourselves he him his himself she her hers herself
it its itself they them their theirs themselves what which who whom this that these those am is are was were be
been being have has had having do does did doing would should could ought i'm you're he's she's it's we're
they're i've you've we've they've i'd you'd he'd she'd we'd they'd i'll you'll he'll she'll we'll they'll isn't
aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't won't wouldn't shan't shouldn't can't cannot
couldn't mustn't let's that's who's what's here's there's when's where's why's how's a an the and but if or
because as until while of at by for with about against between into through during before after above below to
from up down in out on off over under again further then once here there when where why how all any both each
few more most other some such no nor not only own same so than too very
`)

func set(words string) map[string]bool {
	m := make(map[string]bool)
	for _, w := range strings.Fields(words) {
		m[w] = true
	}
	return m
}
