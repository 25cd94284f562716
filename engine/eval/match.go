package eval

import (
	"math"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"ibid/index"
)

// Ranking scores the first k hits against gold places. A hit is credited to the first place that it matches and that
// no earlier hit was credited to.
//
// Recall is the share of the places that were credited, MRR is 1/rank of the first hit that matches any place, nDCG
// has gain 1 for each credited hit and the discount 1/log2(rank+1). All are from 0 to 1, and 0 without gold.
func Ranking(hits []*index.Chunk, gold []Place, k int) (recall, mrr, ndcg float64) {
	left := slices.Clone(gold)
	gained, ideal := 0.0, 0.0
	for i, hit := range hits[:min(k, len(hits))] {
		g := slices.IndexFunc(left, func(p Place) bool { return p.In(hit) })
		if g < 0 {
			continue
		}
		if mrr == 0 {
			mrr = 1 / float64(i+1)
		}
		gained += discount(i)
		left = slices.Delete(left, g, g+1)
	}
	for i := range min(k, len(gold)) {
		ideal += discount(i)
	}
	return ratio(float64(len(gold)-len(left)), float64(len(gold))), mrr, ratio(gained, ideal)
}

// discount is what a gain at an index is worth.
func discount(i int) float64 { return 1 / math.Log2(float64(i+2)) }

// In tells whether a chunk holds a part of the place: it is of the same document, and their pages or lines overlap.
// Any chunk of a document matches a place that is the whole of it.
func (p *Place) In(c *index.Chunk) bool {
	switch {
	case p.DocID != c.DocID:
		return false
	case p.StartPage > 0:
		return c.StartPage > 0 && c.StartPage <= p.EndPage && c.EndPage >= p.StartPage
	case p.StartLine > 0:
		return c.StartLine > 0 && c.StartLine <= p.EndLine && c.EndLine >= p.StartLine
	}
	return true
}

// holdsAny tells whether a chunk holds a part of one of the places.
func holdsAny(c *index.Chunk, places []Place) bool {
	return slices.ContainsFunc(places, func(p Place) bool { return p.In(c) })
}

// HoldsFact tells whether an answer holds a literal fact. Both are compared after Unicode NFKC, in lower case, without
// white space and without commas between digits, so that 35 664, 35,664 and 35664 are the same.
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

// Sentences compares what an answer shows with the sentences that a librarian would quote. A unit of the answer is a
// sentence up to its marker, or a line; a listing is one unit. A unit is right if 80% of its words, of three or more,
// are in one of the gold or also sentences, or 80% of the words of such a sentence in it. precision is the share of the
// units that are right, recall the number of gold and also sentences that some unit is right by, of the number of gold
// sentences and at most 1. There is at least one gold sentence; an answer without units has precision 0.
func Sentences(answer string, gold, also []string) (precision, recall float64, units int) {
	shown, quoted := unitsOf(answer), slices.Concat(gold, also)
	found := map[int]bool{}
	precision = share(shown, func(unit string) bool {
		by := Shows(unit, quoted)
		for _, i := range by {
			found[i] = true
		}
		return len(by) > 0
	})
	return precision, min(1, ratio(float64(len(found)), float64(len(gold)))), len(shown)
}

// unitsOf are the units of an answer; what has no words is none.
func unitsOf(answer string) []string {
	answer = listing.ReplaceAllStringFunc(answer, func(code string) string {
		return " " + strings.ReplaceAll(strings.ReplaceAll(code, "```", ""), "\n", " ") + "\n"
	})
	var out []string
	for line := range strings.Lines(answer) {
		for _, unit := range marker.Split(line, -1) {
			if len(tokens(unit)) > 0 {
				out = append(out, unit)
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

// shows tells whether a unit is right by a sentence.
func shows(unit, sentence []string) bool {
	n := float64(common(unit, sentence))
	return len(unit) >= fewestOwn && ratio(n, float64(len(unit))) >= alike || ratio(n, float64(len(sentence))) >= alike
}

// Shows lists the sentences that a statement shows, by their places: most of its words are theirs, or it has most of
// theirs.
func Shows(statement string, sentences []string) []int {
	var out []int
	unit := tokens(statement)
	for i, s := range sentences {
		if shows(unit, tokens(s)) {
			out = append(out, i)
		}
	}
	return out
}
