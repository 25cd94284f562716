package eval

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
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
		f1 = max(f1, ratio(2*float64(common(words, want)), float64(len(words)+len(want))))
	}
	return f1, 0
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

// What a sentence is compared by.
const (
	alike     = 0.8 // share of the words of one that the other has
	fewestOwn = 3   // words of a unit whose own share counts: of fewer, any sentence holds them
)

var (
	listing = regexp.MustCompile("(?s)```.*?(?:```|\\z)")
	marker  = regexp.MustCompile(`\[c\d+\][.;]?`)
	tag     = regexp.MustCompile(`<[a-z/][^>]*>`)
	token   = regexp.MustCompile("[a-z0-9%°./()'’-]*[a-z0-9%]")
)

// Sentences compares what an answer shows with the sentences that a librarian would quote. A unit of the answer is a sentence up
// to its marker, or a line; a listing is one unit. A unit is right if 80% of its words, of three or more, are in one of the gold or
// also sentences, or 80% of the words of such a sentence in it. precision is the share of the units that are right, recall the
// number of gold and also sentences that some unit is right by, of the number of gold sentences and at most 1. There is at least one
// gold sentence; an answer without units has precision 0.
func Sentences(answer string, gold, also []string) (precision, recall float64, units int) {
	shown := unitsOf(answer)
	quoted := make([][]string, 0, len(gold)+len(also))
	for _, g := range slices.Concat(gold, also) {
		quoted = append(quoted, tokens(g))
	}
	precision = share(shown, func(u []string) bool {
		return slices.ContainsFunc(quoted, func(g []string) bool { return shows(u, g) })
	})
	found := number(quoted, func(g []string) bool {
		return slices.ContainsFunc(shown, func(u []string) bool { return shows(u, g) })
	})
	return precision, min(1, ratio(found, float64(len(gold)))), len(shown)
}

// unitsOf are the words of each unit of an answer; what has none is no unit.
func unitsOf(answer string) [][]string {
	answer = listing.ReplaceAllStringFunc(answer, func(code string) string {
		return " " + strings.ReplaceAll(strings.ReplaceAll(code, "```", ""), "\n", " ") + "\n"
	})
	var out [][]string
	for line := range strings.Lines(answer) {
		for _, unit := range marker.Split(line, -1) {
			if words := tokens(unit); len(words) > 0 {
				out = append(out, words)
			}
		}
	}
	return out
}

// tokens are the words of a text that sentences are compared by, without tags and emphasis.
func tokens(s string) []string {
	s = strings.ToLower(tag.ReplaceAllString(s, " "))
	return token.FindAllString(strings.NewReplacer("*", "", "`", "").Replace(s), -1)
}

// shows tells whether a unit is right by a sentence.
func shows(unit, sentence []string) bool {
	n := float64(common(unit, sentence))
	return len(unit) >= fewestOwn && ratio(n, float64(len(unit))) >= alike || ratio(n, float64(len(sentence))) >= alike
}
