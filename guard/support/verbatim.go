package support

import (
	"slices"
	"strings"

	"ibid/guard/sentence"
)

// verbatim finds a claim that stands in the evidence word for word: as one whole statement, or as several in a row.
// White space, marks of emphasis, stops and spelling that sentence.Fold knows do not count.
func (e passages) verbatim(claim string) (Quote, bool) {
	words := wordsOf(claim)
	for n, p := range e {
		for i := range p.sentences {
			s := &p.sentences[i]
			if s.bound >= 0 || s.spoken || s.asks(p.Text) && !isQuestion(claim) {
				continue // it says nothing by itself
			}
			if last := p.matchFrom(i, words); last >= 0 {
				end := &p.sentences[last]
				return p.quote(n, s.start, end.start+len(strings.TrimRight(end.text(p), ".!?;:,"))), true
			}
		}
	}
	return Quote{}, false
}

// matchFrom returns the statement that ends with the words that begin with statement i, or -1. The number of its first
// item may be missing: "3." is one; a number without a mark counts things, "3 pumps".
func (p *Prepared) matchFrom(i int, claim []string) (last int) {
	for first := i; i < len(p.sentences) && len(claim) > 0; i++ {
		s := &p.sentences[i]
		goesOn := i != p.prose && slices.Equal(s.cell, p.sentences[first].cell) && s.bound < 0 && !s.asks(p.Text)
		said := s.words
		if i == first && len(said) > 1 && said[0] != claim[0] {
			mark, _, _ := strings.Cut(s.text(p), " ")
			if label := strings.TrimRight(mark, ".:)]"); label != mark && sentence.IsEnumerator(strings.TrimLeft(label, "([")) {
				said = said[1:]
			}
		}
		if i > first && !goesOn || len(said) > len(claim) || i == first && len(said) == 0 || !slices.Equal(said, claim[:len(said)]) {
			return -1
		}
		if claim = claim[len(said):]; len(claim) == 0 {
			return i
		}
	}
	return -1
}

// wordsOf cuts a text at its white space, folded, without marks of emphasis and stops.
func wordsOf(text string) []string {
	folded, _ := sentence.Fold(text)
	out := strings.Fields(folded)
	for i, w := range out {
		if bare := strings.TrimRight(strings.Trim(strings.ReplaceAll(w, "**", ""), "*"), ".?;:,”\""); bare != "" {
			out[i] = bare
		}
	}
	return out
}
