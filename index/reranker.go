package index

import (
	_ "embed"
	"maps"
	"math"
	"sync"

	"ibid/index/lexical"
	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// Reranker is the fitted part of reranking: a linear score of a chunk, by its fused score, by how much of the
// question stands close together in it, by how many of the best chunks are of its document, and by how much of it is
// code. On 23 corpora, each left out, the first eight hold .881 of the gold places without it and .895 with it, and
// the first .595 and .638.
type Reranker struct{ linear.Score }

//go:embed reranker.txt
var rerankerWeights string

// fittedReranker was fitted on the development questions by TestRotation of engine/extract, with -fit.
var fittedReranker = sync.OnceValue(func() *Reranker {
	r := &Reranker{}
	if err := linear.Read(rerankerWeights, &r.Score); err != nil {
		panic(err) // a test reads it
	}
	return r
})

// scoreUnit is how much of the log odds is 1 of the final score, in which the bonuses of the rules are measured: from
// 7 to 14 it is much the same.
const scoreUnit = 10

// rescore puts the fitted score of each candidate in the place of its fused one: 1 for the best, less for the others.
func (r *Reranker) rescore(cands []candidate) {
	top := math.Inf(-1)
	for i := range cands {
		cands[i].score = r.Of(cands[i].features)
		top = max(top, cands[i].score)
	}
	for i := range cands {
		cands[i].score = round(1 / (1 + (top-cands[i].score)/scoreUnit))
	}
	sortCandidates(cands)
}

// sameDocument is how many of the best candidates tell which documents the question is about.
const sameDocument = 20

// featured takes the features of candidates, which come in the order of their fused scores.
func featured(terms []question.Term, cands []candidate) {
	asked := question.Bag{}
	for i := range terms {
		for _, stems := range append([][]string{{terms[i].Whole}, terms[i].Parts}, terms[i].Alternatives...) {
			for _, s := range stems {
				asked[s] = true
			}
		}
	}
	of := map[string]int{} // candidates of a document
	for i := range cands[:min(sameDocument, len(cands))] {
		of[cands[i].chunk.DocID]++
	}
	for i := range cands {
		c := &cands[i].chunk
		code := 0
		for _, b := range c.Blocks {
			if b.Kind == source.Code {
				code += b.End - b.Start
			}
		}
		var tokens []lexical.Token
		for t := range lexical.Tokens(c.Text) {
			if asked[t.Term] {
				tokens = append(tokens, t)
			}
		}
		above := question.NewBag(append([]string{c.Title, c.DocID}, c.Section...)...)
		f := &cands[i].features
		f.Add("fused", cands[i].score)
		f.Add("window.12", window(terms, above, tokens, 12))
		f.Add("window.24", window(terms, above, tokens, 24))
		f.Add("kind.document", math.Log1p(float64(of[c.DocID])))
		f.Add("kind.code", float64(code)/float64(len(c.Text)+1))
	}
}

// window is the greatest share of the terms' weight that so many words in a row hold, together with what stands above
// all of them. tokens are those of the terms.
func window(terms []question.Term, above question.Bag, tokens []lexical.Token, words int) float64 {
	held, count := maps.Clone(above), map[string]int{}
	best, from := held.Coverage(terms), 0
	for _, t := range tokens {
		for ; t.Position-tokens[from].Position >= words; from++ {
			gone := tokens[from].Term
			if count[gone]--; count[gone] == 0 && !above[gone] {
				delete(held, gone)
			}
		}
		if count[t.Term]++; count[t.Term] == 1 && !above[t.Term] {
			held[t.Term] = true
			best = max(best, held.Coverage(terms))
		}
	}
	return best
}
