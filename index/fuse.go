package index

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"ibid/index/lexical"
	"ibid/index/question"
)

const (
	lexicalName = "lexical"
	denseName   = "dense"

	// denseWeight is the built-in embedder's share of a fused score. It was the best on 19 of the 26 times that one
	// of 26 sets was left out, and .35 otherwise. Reciprocal rank fusion (Cormack, Clarke and Büttcher 2009) with so weak
	// a dense side is worse than BM25 alone.
	denseWeight = 0.20

	// externalWeight is the share of a model's vectors. With all-MiniLM-L6-v2, on five sets of questions, nDCG@8 is
	// .805 at .20, .820 at .35, .825 at .50, .821 at .65, and .795 by reciprocal ranks, which forget by how much the
	// first is ahead. Rotation over three sets chose .50 each time.
	externalWeight = 0.50
)

// fusion combines the rankings of several variants and two retrievers into one. The zero value is for the lexical one
// alone.
type fusion struct {
	dense float64 // the dense side's share of a score
}

func (f fusion) String() string {
	if f.dense == 0 {
		return "lexical only"
	}
	return fmt.Sprintf("scores, dense %.2f", f.dense)
}

// fuse adds up weight·((1-w)·bm25/max + w·max(0,cos)/max) over the variants, where weights count as parts of their
// sum. A chunk that is first everywhere has the score 1, which is what the reranker measures its bonuses by. Each
// contribution is kept. The order is score, then chunk id.
func (f fusion) fuse(lists []ranking, variants []Variant) []candidate {
	total := 0.0
	for _, v := range variants {
		total += v.Weight
	}
	found := map[string]int{} // id → position in out
	var out []candidate
	for _, l := range lists {
		share := 1 - f.dense
		if l.retriever == denseName {
			share = f.dense
		}
		best := max(0, l.best)
		for _, e := range l.entries {
			best = max(best, e.score)
		}
		if best == 0 {
			continue
		}
		v := variants[l.variant]
		for _, e := range l.entries {
			i, ok := found[e.id]
			if !ok {
				i = len(out)
				found[e.id] = i
				out = append(out, candidate{id: e.id})
			}
			c := &out[i]
			part := v.Weight / total * share * max(0, e.score) / best
			c.score += part
			c.contributions = append(c.contributions, Contribution{v.Name, l.retriever, e.rank, round(e.score), round(part)})
			rank := &c.lexicalRank
			if l.retriever == denseName {
				rank = &c.denseRank
			}
			if e.rank > 0 && (*rank == 0 || e.rank < *rank) {
				*rank = e.rank
			}
		}
	}
	for i := range out {
		out[i].score = round(out[i].score)
	}
	sortCandidates(out)
	return out
}

func sortCandidates(c []candidate) {
	slices.SortFunc(c, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), strings.Compare(a.id, b.id))
	})
}

// round cuts a score to eight decimals, below which platforms may differ.
func round(x float64) float64 { return math.Round(x*1e8) / 1e8 }

// IDF is the inverse document frequency of BM25 (Robertson and Zaragoza 2009), with the 1 that keeps it positive.
func IDF(n, df int) float64 {
	return lexical.Stats{Documents: n}.IDF(df)
}

// Variant is one deterministic rewording of a question that is searched beside it.
type Variant struct {
	Name   string  `json:"name"` // which rule made it
	Text   string  `json:"text"`
	Weight float64 `json:"weight"` // what its scores count against the question's own 1.0
}

// Weights of the variants. Many or heavy variants lower recall: each drags its own neighbours in.
const (
	acronymWeight = 0.6
	sideWeight    = 0.6
	maxVariants   = 6
)

// variants lists what is searched for a question, the question itself first.
func variants(q question.Question, ac *acronyms) []Variant {
	out := []Variant{{Name: "question", Text: q.Text, Weight: 1}}
	add := func(name, text string, weight float64) {
		for _, v := range out {
			if strings.EqualFold(v.Text, text) {
				return
			}
		}
		if len(out) < maxVariants && text != "" {
			out = append(out, Variant{name, text, weight})
		}
	}
	for _, side := range q.Sides {
		add("side", side, sideWeight)
	}
	if text := ac.reword(q.Text); text != "" {
		add("acronym", text, acronymWeight)
	}
	return out
}

// reword replaces the acronyms of a question by their expansions and expansions by their acronyms; "" where there is
// none.
func (a *acronyms) reword(text string) string {
	var out []string
	hit := false
	words := strings.Fields(text)
	for i := 0; i < len(words); i++ {
		if n, short := a.expansionAt(words[i:]); n > 0 {
			out = append(out, short)
			i += n - 1
			hit = true
			continue
		}
		w := strings.Trim(words[i], "?!.,;:\"'“”‘’()")
		if p := a.byShort[strings.ToLower(singular(w))]; len(p) > 0 && isShort(singular(w)) {
			out = append(out, p[0].Long)
			hit = true
			continue
		}
		out = append(out, words[i])
	}
	if !hit {
		return ""
	}
	return strings.Join(out, " ")
}

const maxExpansionWords = 8

// expansionAt finds the longest expansion of a known acronym at the start of the words.
func (a *acronyms) expansionAt(words []string) (int, string) {
	for n := min(maxExpansionWords, len(words)); n >= 2; n-- {
		phrase := strings.Trim(strings.Join(words[:n], " "), "?!.,;:\"'“”‘’()")
		if short, ok := a.byLong[fold(phrase)]; ok {
			return n, short
		}
	}
	return 0, ""
}
