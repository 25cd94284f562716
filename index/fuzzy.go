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
	maxRespelt = 4  // words of a question that are looked for in other spellings
	spelledIn  = 16 // chunks that are read for the words of a term

	// The least letters of a word that may be misspelt, by the edit: a shorter one is too often another word. Of 1,600
	// words that four corpora do not have 17 are taken for one of theirs; of 1,200 with a random edit 943 are put right
	// and 10 wrong.
	exchanged = 5 // two letters exchanged, or one doubled or not, which fingers do most often
	inserted  = 6 // a letter missing or too many
	replaced  = 8
	never     = 31 // more letters are no word
)

// respell puts the words of a query that no document has, and that are one edit away from one that they do have, as the
// documents spell them, and says so. A server has no list of its terms: there everything is left.
func (ix *Index) respell(ctx context.Context, query *Query) (said []string, err error) {
	if !query.Respell || ix.lexical == nil {
		return nil, nil
	}
	q := question.Parse(query.Text)
	query.Text = q.Text
	terms, err := Terms(ctx, q, ix)
	terms = slices.DeleteFunc(terms, func(t question.Term) bool { return t.Known || t.Identifier })
	for _, t := range slices.Backward(terms[max(0, len(terms)-maxRespelt):]) { // so that places stay
		likely, err := ix.spellings(ctx, strings.ToLower(t.Text))
		if err != nil {
			return nil, err
		}
		if len(likely) > 0 {
			meant := t.Text[:1] + likely[0][1:]
			said = append(said, fmt.Sprintf("searched for “%s” (you wrote “%s”)", meant, t.Text))
			query.Text = query.Text[:t.Start] + meant + query.Text[t.Start+len(t.Text):]
		}
	}
	return said, err
}

// spellings are the words of the documents that are one edit away from a word, the likeliest first: that of the edit
// that is possible in the shortest words, then the one that is read most often where its term is found best.
func (ix *Index) spellings(ctx context.Context, word string) ([]string, error) {
	if len(word) < exchanged || len(word) >= never {
		return nil, nil
	}
	terms, err := ix.lexical.Fuzzy(word)
	if err != nil {
		return nil, corrupt(err)
	}
	var ids []string
	for _, term := range terms {
		found, err := ix.from.byWords(ctx, [][]lexical.Clause{{{Term: term, Weight: 1}}}, spelledIn, nil)
		if err != nil {
			return nil, err
		}
		for _, f := range found[0].entries {
			ids = append(ids, f.id)
		}
	}
	slices.Sort(ids)
	records, err := ix.from.read(ctx, slices.Compact(ids))
	count := map[string]int{}
	for _, r := range records {
		for t := range lexical.Tokens(r.Text) {
			if w := strings.ToLower(r.Text[t.Start:t.End]); len(word) >= leastLetters(word, w) {
				count[w]++
			}
		}
	}
	return slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(leastLetters(word, a)-leastLetters(word, b), count[b]-count[a], strings.Compare(a, b))
	}), err
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
