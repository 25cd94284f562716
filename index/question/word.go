package question

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/sentence"
	"ibid/index/lexical"
)

// ContainsWord tells whether a text holds a name as a whole word, in any spelling that sentence.Fold knows, and in
// any case unless it is one letter, the option of a program: "SHA3-25" is not in "SHA3-256", nor "-F" in "-f".
func ContainsWord(text, name string) bool {
	text, _ = sentence.Fold(text)
	name, _ = sentence.Fold(name)
	if len(name) != len("-F") || name[0] != '-' {
		text, name = strings.ToLower(text), strings.ToLower(name)
	}
	for from := 0; ; {
		i := strings.Index(text[from:], name)
		if i < 0 || name == "" {
			return false
		}
		i += from
		before, _ := utf8.DecodeLastRuneInString(text[:i])
		after, size := utf8.DecodeRuneInString(text[i+len(name):])
		joined := (after == '-' || after == '.' || after == '_') && wordAfter(text[i+len(name)+size:])
		if (i == 0 || !wordRune(before)) && !wordRune(after) && !joined {
			return true
		}
		from = i + len(name)
	}
}

func wordAfter(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return wordRune(r)
}

// Span is a run of bytes in a question.
type Span struct{ From, To int }

func (s Span) overlaps(o Span) bool { return s.From < o.To && o.From < s.To }

// occurrences are the places where a term stands in a text as words of their own, in any case.
func occurrences(text, term string) []Span {
	var out []Span
	end := 0
	for i := range text {
		to := i + len(term)
		if term == "" || to > len(text) {
			break
		}
		if i >= end && (to == len(text) || utf8.RuneStart(text[to])) && strings.EqualFold(text[i:to], term) && apart(text, i, to) {
			out, end = append(out, Span{i, to}), to
		}
	}
	return out
}

// apart tells whether no word goes on at either end of text[from:to]: XQ is no word of XQ-77 or fooXQ, but one of
// XQ/77.
func apart(text string, from, to int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:from])
	beyond, _ := utf8.DecodeLastRuneInString(text[:from-size])
	after, size := utf8.DecodeRuneInString(text[to:])
	ahead, _ := utf8.DecodeRuneInString(text[to+size:])
	return !wordRune(before) && !(joins(before) && wordRune(beyond)) && !wordRune(after) && !(joins(after) && wordRune(ahead))
}

// wordRune reports the characters that go on to a word: of those of East Asia any may begin or end one.
func wordRune(r rune) bool {
	return (unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)) && !lexical.IsEastAsian(r)
}

// joins are the characters that make one word of what stands on both sides of them.
func joins(r rune) bool { return r == '-' || r == '.' || r == '_' }
