package engine

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMissing is the most names, and the most words, of a question that are listed as missing. A question that lacks more
// is no question.
const maxMissing = 64

// missing lists what the question asks about and the evidence does not hold, in the order and the spelling of the
// question: names to the letter, and of the terms that it lacks those that are no part of such a name.
func (r *Request) missing(terms []Term) []string {
	_, names := r.named()
	var found []span
	for _, n := range names[:min(maxMissing, len(names))] {
		if at := occurrences(r.Question.Text, n); len(at) > 0 {
			found = append(found, at[0])
		}
	}
	named := len(found)
	for _, t := range terms[:min(maxMissing, len(terms))] {
		s := span{t.Start, t.Start + len(t.Text)}
		if !slices.ContainsFunc(found[:named], s.overlaps) {
			found = append(found, s)
		}
	}
	slices.SortStableFunc(found, func(a, b span) int { return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(b.to, a.to)) })
	var out []string
	end := 0
	for _, s := range found {
		if s.from >= end {
			out, end = append(out, r.Question.Text[s.from:s.to]), s.to
		}
	}
	return out
}

// span is a run of bytes in a question.
type span struct{ from, to int }

func (s span) overlaps(o span) bool { return s.from < o.to && o.from < s.to }

// occurrences are the places where a term stands in a text as words of their own, in any case.
func occurrences(text, term string) []span {
	var out []span
	end := 0
	for i := range text {
		to := i + len(term)
		if term == "" || to > len(text) {
			break
		}
		if i >= end && (to == len(text) || utf8.RuneStart(text[to])) && strings.EqualFold(text[i:to], term) && apart(text, i, to) {
			out, end = append(out, span{i, to}), to
		}
	}
	return out
}

// apart tells whether no word goes on at either end of text[from:to]: XQ is no word of XQ-77 or fooXQ, but one of XQ/77.
func apart(text string, from, to int) bool {
	before, size := utf8.DecodeLastRuneInString(text[:from])
	beyond, _ := utf8.DecodeLastRuneInString(text[:from-size])
	after, size := utf8.DecodeRuneInString(text[to:])
	ahead, _ := utf8.DecodeRuneInString(text[to+size:])
	return !wordRune(before) && !(joins(before) && wordRune(beyond)) && !wordRune(after) && !(joins(after) && wordRune(ahead))
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// joins are the characters that make one word of what stands on both sides of them.
func joins(r rune) bool { return r == '-' || r == '.' || r == '_' }
