package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"ibid/index"
	"ibid/index/question"
)

// maxRespelt bounds the words of a question that are looked up in other spellings, some hundred each.
const maxRespelt = 4

// respeltHits is how many chunks are read for a word that may have been meant.
const respeltHits = 3

// respell is a question with the words that no document has, and that differ by one slip from one that they do have,
// put as the documents put them. A warning says so. Names are left as they are where they have anything but letters.
func (x *run) respell(ctx context.Context, asked string) (string, error) {
	terms, err := index.Terms(ctx, question.Parse(asked), x.retriever)
	if err != nil {
		return "", err
	}
	tried := 0
	for i := len(terms) - 1; i >= 0 && tried < maxRespelt; i-- { // from the end, so that places stay
		t := &terms[i]
		if t.Known || t.Identifier || len(t.Alternatives) > 0 {
			continue
		}
		tried++
		meant, err := x.meant(ctx, t.Text)
		if err != nil {
			return "", err
		}
		if meant != "" {
			x.answer.warn(fmt.Sprintf("searched for “%s” (you wrote “%s”)", meant, t.Text))
			asked = asked[:t.Start] + meant + asked[t.Start+len(t.Text):]
		}
	}
	return asked, nil
}

// meant is the likeliest word of the documents that differs by one slip from a word that they do not have, "" where
// there is none or where several are as likely: the one in most documents, of those that fingers make most often.
func (x *run) meant(ctx context.Context, word string) (string, error) {
	spellings := question.Respellings(word)
	if len(spellings) == 0 {
		return "", nil
	}
	var stems []string
	for _, s := range spellings {
		if found := question.Stems(s); len(found) == 1 {
			stems = append(stems, found[0])
		} else {
			stems = append(stems, "")
		}
	}
	rarity, err := x.retriever.Rarity(ctx, stems)
	if err != nil {
		return "", err
	}
	for i, r := range rarity {
		if r.Documents == 0 || stems[i] == "" {
			continue
		}
		if ok, err := x.reads(ctx, spellings[i]); err != nil || !ok {
			if err != nil {
				return "", err
			}
			continue
		}
		if unicode.IsUpper(rune(word[0])) {
			return strings.ToUpper(spellings[i][:1]) + spellings[i][1:], nil
		}
		return spellings[i], nil
	}
	return "", nil
}

// reads tells that the documents have a word as it is spelt: what has its index term need not be a word.
func (x *run) reads(ctx context.Context, word string) (bool, error) {
	res, err := x.retriever.Search(ctx, index.Query{Text: word, K: respeltHits})
	return slices.ContainsFunc(res.Hits, func(h index.Hit) bool { return question.ContainsWord(h.Text, word) }), err
}
