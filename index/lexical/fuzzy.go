package lexical

import (
	"slices"

	"github.com/blevesearch/vellum/levenshtein"
)

// Fuzzy asks the index, as Bluge's fuzzy query does, for words that begin with the letter of this one and are one edit
// away: a letter wrong, missing or too many, or two exchanged (Damerau 1964). It returns the terms that they may have.
func (r *Reader) Fuzzy(word string) (query []Clause, err error) {
	builder, err := levenshtein.NewLevenshteinAutomatonBuilder(1, true)
	if err != nil {
		return nil, err
	}
	automaton, err := builder.BuildDfa(stem(word), 1)
	if err != nil {
		return nil, err
	}
	err = r.guard(func() error {
		for i := range r.pieces {
			dict, err := r.pieces[i].Dictionary(textField)
			if err != nil {
				return err
			}
			it := dict.Iterator(beginnings{automaton}, []byte{word[0]}, []byte{word[0] + 1})
			entry, err := it.Next()
			for ; err == nil && entry != nil; entry, err = it.Next() {
				c := Clause{entry.Term(), 1}
				if len(c.Term) >= max(4, len(word)/2) && !slices.Contains(query, c) { // shorter ones lead to 2% more, slowly
					query = append(query, c)
				}
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return query, err
}

// beginnings accepts what the words of an automaton begin with.
type beginnings struct{ *levenshtein.DFA }

func (b beginnings) IsMatch(state int) bool { return b.CanMatch(state) }
