package eval

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"strings"
)

// folds deals questions into k folds, as evenly as it goes within the answerable and within the unanswerable ones. The fold of a
// question depends on the ids of the set alone, not on their order: within its class it is dealt by the hash of its id. Equal ids
// are told apart by their order.
func folds(questions []asked, k int) []int {
	type card struct {
		at  int
		sum string
	}
	out := make([]int, len(questions))
	dealt := 0
	for _, answerable := range []bool{true, false} {
		var cards []card
		for i := range questions {
			if questions[i].answerable == answerable {
				sum := sha256.Sum256([]byte(questions[i].id))
				cards = append(cards, card{i, string(sum[:])})
			}
		}
		slices.SortFunc(cards, func(a, b card) int { return cmp.Or(strings.Compare(a.sum, b.sum), cmp.Compare(a.at, b.at)) })
		for _, c := range cards {
			out[c.at] = dealt % k // the second class goes on where the first ended, so that no fold gets both remainders
			dealt++
		}
	}
	return out
}

// split returns the questions of one fold and those of the others, each in their order.
func split(questions []asked, of []int, fold int) (held, rest []asked) {
	for i := range questions {
		if of[i] == fold {
			held = append(held, questions[i])
		} else {
			rest = append(rest, questions[i])
		}
	}
	return held, rest
}
