package index

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"ibid/index/lexical"
	"ibid/index/question"
)

const (
	maxRespelt = 4   // words of a question that are looked for in other spellings
	spelledIn  = 100 // chunks that are read for the spellings of one

	// The least letters of a word that may be misspelt, by the edit: a shorter one is too often another word. Of 1,600
	// words that four corpora do not have 17 are taken for one of theirs; of 1,200 with a random edit 955 are put right
	// and 10 wrong.
	exchanged = 5 // two letters exchanged, or one doubled or not, which fingers do most often
	inserted  = 6 // a letter missing or too many
	replaced  = 8
	never     = 31 // more letters are no word
)

// Respell puts the words of a question that no document has, and that are one edit away from one that they do have, as
// the documents spell them, and says so. Such words are looked for in the texts that near returns.
func Respell(ctx context.Context, asked string, k knowledge, near func(word string) ([]string, error)) (string, []string, error) {
	q := question.Parse(asked)
	terms, err := Terms(ctx, q, k)
	terms = slices.DeleteFunc(terms, func(t question.Term) bool {
		return t.Known || t.Identifier || len(t.Text) < exchanged || len(t.Text) >= never
	})
	var said []string
	for _, t := range slices.Backward(terms[max(0, len(terms)-maxRespelt):]) { // so that places stay
		word := strings.ToLower(t.Text)
		texts, err := near(word)
		if err != nil {
			return "", nil, err
		}
		if likely := spellings(word, texts); len(likely) > 0 {
			meant := t.Text[:1] + likely[0][1:]
			said = append(said, fmt.Sprintf("searched for “%s” (you wrote “%s”)", meant, t.Text))
			q.Text = q.Text[:t.Start] + meant + q.Text[t.Start+len(t.Text):]
		}
	}
	return q.Text, said, err
}

// near are the texts of the chunks that a fuzzy query finds.
func (ix *Index) near(ctx context.Context, word string) (texts []string, err error) {
	query, err := ix.lexical.Fuzzy(word)
	if err != nil {
		return nil, corrupt(err)
	}
	found, err := search(ctx, ix.lexical, [][]lexical.Clause{query}, spelledIn, nil)
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, f := range found[0].entries {
		ids = append(ids, f.id)
	}
	read, err := records(ix.lexical, ids)
	for _, r := range read {
		texts = append(texts, r.Text)
	}
	return texts, err
}

// spellings are the words of texts that are one edit away from a word, the likeliest first: that of the edit that is
// possible in the shortest words, then the most frequent one.
func spellings(word string, texts []string) []string {
	count := map[string]int{}
	for _, text := range texts {
		for t := range lexical.Tokens(text) {
			if w := strings.ToLower(text[t.Start:t.End]); len(word) >= leastLetters(word, w) {
				count[w]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(leastLetters(word, a)-leastLetters(word, b), count[b]-count[a], strings.Compare(a, b))
	})
}

// leastLetters is how many letters a word must have to be taken for another one. They begin with the same letter, and
// have letters alone: a digit more is another name.
func leastLetters(word, other string) int {
	if len(word) > len(other) {
		word, other = other, word
	}
	at := 0
	for at < len(word) && word[at] == other[at] {
		at++
	}
	switch rest, of := word[at:], other[at:]; {
	case at == 0 || of == "" || strings.Trim(word+other, "abcdefghijklmnopqrstuvwxyz") != "":
		return never
	case len(rest) == len(of) && rest[1:] == of[1:]:
		return replaced
	case len(rest) == len(of) && rest[1:2]+rest[:1]+rest[2:] == of, rest == of[1:] && of[0] == other[at-1]:
		return exchanged
	case rest == of[1:] && rest != "": // a letter more or less at the end makes another form
		return inserted
	}
	return never
}
