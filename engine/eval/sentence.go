package eval

import (
	"regexp"
	"slices"
	"strings"
)

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
