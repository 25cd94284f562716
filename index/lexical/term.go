package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/blevesearch/snowballstem"
	"github.com/blevesearch/snowballstem/english"
	"github.com/blugelabs/bluge/analysis/lang/en"

	"ibid/guard/sentence"
)

// class is what a character may be in a word; several things at once.
type class uint16

const (
	start  class = 1 << iota // a letter or a digit, with which a word begins; no East Asian one
	inside                   // one of these, a mark, or what only hints at where a word may break
	letter
	upper
	lower
	digit
	joint // what joins words to a compound, such as these:
	hyphen
	apostrophe
	symbol // + and #, which may end a word: C++, C#
	eastAsian
)

func classOf(r rune) (c class) {
	switch r {
	case '.', '/', ':', '@':
		return joint
	case '-', '_', '\u2010', '\u2011', '\u2012', '\u2013', '\u2212':
		return joint | hyphen
	case '\'', '\u2019':
		return joint | apostrophe
	case '+', '#':
		return joint | symbol
	}
	switch {
	case unicode.IsLower(r):
		c = letter | lower
	case unicode.IsUpper(r):
		c = letter | upper
	case unicode.IsLetter(r):
		c = letter
	case unicode.IsDigit(r):
		c = digit
	case unicode.IsMark(r) || sentence.Ignorable(r):
		c = inside
	}
	if IsEastAsian(r) {
		return c | eastAsian
	}
	if c&(letter|digit) != 0 {
		c |= start | inside
	}
	return c
}

// IsEastAsian reports the characters of Chinese, Japanese and Korean, of which no blanks make words.
func IsEastAsian(r rune) bool {
	return r >= '\u1100' && (unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r == 'ー')
}

// span is the length of the characters of some classes that a text begins with.
func span(text string, of class) int {
	for i, r := range text {
		if classOf(r)&of == 0 {
			return i
		}
	}
	return len(text)
}

// wordLength is the length of the longest word that a text begins with, joints included.
func wordLength(text string) (n int) {
	for {
		n += span(text[n:], inside)
		joints := jointLength(text, n)
		if n += joints; joints == 0 || span(text[n:], start) == 0 {
			return n
		}
	}
}

// jointLength is the length of what stands behind a part of a word and still belongs to it: one or two joints with
// another part behind them, a comma of thousands, or the end of C++ and C#.
func jointLength(text string, at int) int {
	rest := text[at:]
	if isThousands(text, at) {
		return 1
	}
	n := 0
	for range 2 {
		r, size := utf8.DecodeRuneInString(rest[n:])
		if classOf(r)&joint == 0 {
			break
		}
		n += size
	}
	if next, _ := utf8.DecodeRuneInString(rest[n:]); n == 0 || classOf(next)&start != 0 {
		return n
	}
	switch before, _ := utf8.DecodeLastRuneInString(text[:at]); {
	case classOf(before)&letter == 0:
	case strings.HasPrefix(rest, "++"):
		return 2
	case rest[0] == '#':
		return 1
	}
	return 0
}

// isThousands reports whether a comma at a byte offset stands between a digit and exactly three.
func isThousands(text string, at int) bool {
	if len(text) < at+4 || text[at] != ',' || strings.Trim(text[at-1:at]+text[at+1:at+4], "0123456789") != "" {
		return false
	}
	next, _ := utf8.DecodeRuneInString(text[at+4:])
	return classOf(next)&digit == 0
}

// isOption reports whether the hyphen at a byte offset begins the option of a program that is one letter, a word of
// its own.
func isOption(text string, at int) bool {
	rest := text[at+1:min(at+4, len(text))] + "   "
	if (rest[0]|0x20)-'a' >= 26 || at > 0 && !strings.Contains(" \t\n([{|`'\",/=", text[at-1:at]) {
		return false
	}
	next, after := classOf(rune(rest[1])), classOf(rune(rest[2]))
	return next&start == 0 && (next&joint == 0 || rest[2] < utf8.RuneSelf && after&(start|joint) == 0)
}

// stem reduces a word of the letters a to z to its stem; every other term stays as it is.
func stem(term string) string {
	if len(term) < 3 || strings.Trim(term, "abcdefghijklmnopqrstuvwxyz") != "" {
		return term
	}
	env := snowballstem.NewEnv(term)
	english.Stem(env)
	return env.Current()
}

// stopWords is the English stop word list of the Snowball project.
var stopWords = en.StopWords()
