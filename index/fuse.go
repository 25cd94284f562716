package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"ibid/guard/words"
	"ibid/index/lexical"
	"ibid/index/question"
)

const (
	lexicalName = "lexical"
	denseName   = "dense"

	// denseWeight is the share of the reader's vectors in a fused score. On six corpora left out, in the order that the
	// reader gives the first, recall@1, @3 and @8 is .75, .90, .95 by words alone, .75, .93, .97 at .20, .76, .92, .98 at
	// .40 and .74, .89, .96 at .50; nDCG@10 of CACM and Cranfield, without that order, .48, .50, .52 and .53.
	denseWeight = 0.40

	// externalWeight is the share of a model's vectors. With all-MiniLM-L6-v2, on five sets of questions, nDCG@8 is
	// .805 at .20, .820 at .35, .825 at .50, .821 at .65, and .795 by reciprocal ranks, which forget by how much the
	// first is ahead. Rotation over three sets chose .50 each time.
	externalWeight = 0.50
)

// fusion says how rankings are combined, by the dense side's share of a score.
func fusion(dense float64) string {
	if dense == 0 {
		return "lexical only"
	}
	return fmt.Sprintf("scores, dense %.2f", dense)
}

// fuse combines the rankings of several variants and two retrievers: it adds up
// weight·((1-w)·bm25/max + w·max(0,cos)/max) over the variants, where weights count as parts of their sum, and w is the
// dense side's share. A chunk that is first everywhere has the score 1, which is what the reranker measures its bonuses by. Each
// contribution is kept. The order is score, then chunk id.
func fuse(lists []ranking, variants []Variant, dense float64) []candidate {
	total := 0.0
	for _, v := range variants {
		total += v.Weight
	}
	found := map[string]int{} // id → position in out
	var out []candidate
	for _, l := range lists {
		share := 1 - dense
		if l.retriever == denseName {
			share = dense
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
	for words := strings.Fields(text); len(words) > 0; {
		n, other := a.otherForm(words)
		hit = hit || n > 0
		out, words = append(out, cmp.Or(other, words[0])), words[max(n, 1):]
	}
	if !hit {
		return ""
	}
	return strings.Join(out, " ")
}

const maxExpansionWords = 8

// otherForm is the short form of the longest known expansion at the start of some words, or what the first of them
// stands for, and how many words that replaces.
func (a *acronyms) otherForm(words []string) (n int, other string) {
	bare := func(n int) string { return strings.Trim(strings.Join(words[:n], " "), "?!.,;:\"'“”‘’()") }
	for n := min(maxExpansionWords, len(words)); n >= 2; n-- {
		if short, ok := a.byLong[fold(bare(n))]; ok {
			return n, short
		}
	}
	first := singular(bare(1))
	if p := a.byShort[strings.ToLower(first)]; len(p) > 0 && isShort(first) {
		return 1, p[0].Long
	}
	return 0, ""
}

// knowledge is what documents tell of words.
type knowledge interface {
	Rarity(ctx context.Context, terms []string) ([]Rarity, error)
	Expansions(word string) []string
}

// UnknownWord is the weight of an ordinary word that no document has, against the mean of those they have.
const UnknownWord = 0.5

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
	for n := range out {
		t := &out[n]
		parts := rarity[1 : 1+len(t.Parts)]
		t.Weight, t.Known = rarity[0].IDF, rarity[0].Documents > 0
		rarity = rarity[1+len(t.Parts):]
		lacks := func(r Rarity) bool { return r.Documents == 0 }
		if !t.Known && !t.Identifier && len(parts) > 0 && !slices.ContainsFunc(parts, lacks) {
			t.Known, t.Weight = true, 0 // "re-encrypted" where the documents have "re-encrypt" apart
			for _, p := range parts {
				t.Weight += p.IDF
			}
			t.Weight /= float64(len(parts))
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
