package index

import (
	"context"
	"strconv"
	"strings"

	"ibid/guard/words"
	"ibid/index/question"
)

// knowledge is what documents tell of words.
type knowledge interface {
	Rarity(ctx context.Context, terms []string) ([]Rarity, error)
	Expansions(word string) []string
}

// Terms are the content words of a question with what documents know of them.
func Terms(ctx context.Context, q question.Question, k knowledge) ([]question.Term, error) {
	out := q.Terms()
	var all []string
	for _, t := range out {
		all = append(append(all, t.Whole), t.Parts...)
	}
	rarity, err := k.Rarity(ctx, all)
	if err != nil {
		return nil, err
	}
	weight, known := 0.0, 0 // of the terms that some document holds
	i := 0
	for n := range out {
		t := &out[n]
		t.Weight, t.Known = rarity[i].IDF, rarity[i].Documents > 0
		i++
		sum, inParts := 0.0, len(t.Parts) > 0
		for range t.Parts {
			sum += rarity[i].IDF
			inParts = inParts && rarity[i].Documents > 0
			i++
		}
		if !t.Known && inParts && !t.Identifier { // "re-encrypted" where the documents have "re-encrypt" apart
			t.Known, t.Weight = true, sum/float64(len(t.Parts))
		}
		if d := digits(t.Text); d != "" {
			t.Alternatives, t.Known = append(t.Alternatives, []string{d}), true
		}
		t.Long = k.Expansions(t.Text)
		for _, long := range t.Long {
			t.Alternatives = append(t.Alternatives, question.Stems(long))
			t.Known = true
		}
		if t.Known {
			weight += t.Weight
			known++
		}
	}
	// A word that no document has tells little if it is ordinary language: the documents may say it in other words.
	for n := range out {
		if t := &out[n]; !t.Known && !t.Identifier && known > 0 {
			t.Weight = min(t.Weight, UnknownWord*weight/float64(known))
		}
	}
	return question.JoinPairs(q.Text, out), nil
}

// digits is what documents as often write for a number word, "" for other words. "One" mostly counts nothing.
func digits(word string) string {
	word = strings.ToLower(word)
	n, ok := words.Cardinal(word)
	if !ok {
		n, _ = words.Magnitude(word)
	}
	if n < 2 {
		return ""
	}
	return strconv.FormatFloat(n, 'f', -1, 64)
}

// UnknownWord is the weight of an ordinary word that no document has, against the mean of those they have.
const UnknownWord = 0.5
