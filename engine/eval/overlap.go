package eval

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Overlap compares an answer with the texts that it may be, as SQuAD 2.0 does: in lower case, without ASCII punctuation and without
// the articles a, an and the. f1 is the harmonic mean of the shares of words that the answer and a text have in common, exact is 1
// where they are the same; each is the best over the texts, and 0 where there are none. An answer that is right by being none is
// the caller's to judge.
func Overlap(answer string, texts []string) (f1, exact float64) {
	words := squadWords(answer)
	for _, t := range texts {
		want := squadWords(t)
		if slices.Equal(words, want) {
			return 1, 1
		}
		f1 = max(f1, wordF1(words, want))
	}
	return f1, 0
}

// wordF1 compares two bags of words that are not the same list.
func wordF1(got, want []string) float64 {
	return ratio(2*float64(common(got, want)), float64(len(got)+len(want)))
}

// common counts the words that two bags have in common.
func common(a, b []string) int {
	left := make(map[string]int, len(b))
	for _, w := range b {
		left[w]++
	}
	n := 0
	for _, w := range a {
		if left[w] > 0 {
			left[w]--
			n++
		}
	}
	return n
}

// squadWords are the words of a text after SQuAD's normalisation. An article is one wherever no letter or number touches it: the
// dash of "the–war" is no ASCII punctuation and stays, its article goes.
func squadWords(s string) []string {
	const punctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
	s = strings.Map(func(r rune) rune {
		if strings.ContainsRune(punctuation, r) {
			return -1
		}
		return r
	}, strings.ToLower(s))
	var b strings.Builder
	start := 0 // of a run of letters and numbers
	for i, r := range s + " " {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			continue
		}
		switch run := s[start:i]; run {
		case "a", "an", "the":
			b.WriteByte(' ')
		default:
			b.WriteString(run)
		}
		b.WriteRune(r)
		start = i + utf8.RuneLen(r)
	}
	return strings.Fields(b.String())
}
