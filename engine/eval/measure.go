package eval

import (
	"slices"
)

const firstHits = 8 // of a search, which measures look at

// Info describes a measure.
type Info struct {
	Name  string
	Help  string // one line, without a full stop
	Lower bool   // less is better
}

// Measures is the catalogue of measures, in the order in which they are told. Each is between 0 and 1 but
// invented_symbols and units, which are counts. A question has those for which its row in the set says enough. After a
// refusal there is nothing to say of the answer, but that it has none of the facts, gold places and sentences.
func Measures() []Info {
	return []Info{
		{Name: "recall@1", Help: "share of the gold places that the first hit holds"},
		{Name: "recall@8", Help: "share of the gold places among the first 8 hits"},
		{Name: "mrr@8", Help: "reciprocal rank of the first hit of a gold place within 8, 0 for none"},
		{Name: "ndcg@8", Help: "normalised discounted cumulative gain within 8"},
		{Name: "hit@8", Help: "1 if a gold place is among the first 8 hits"},
		{Name: "citation_compliance", Help: "1 if every sentence, item and row of the answer ends in markers that exist"},
		{Name: "citation_precision", Help: "share of the citations that overlap a gold place"},
		{Name: "citation_recall", Help: "share of the gold places that are cited, 0 after a refusal"},
		{Name: "no_gold_cited", Help: "1 if the answer cites none of the gold places", Lower: true},
		{Name: "sentence_precision", Help: "share of the answer's sentences that show a gold sentence"},
		{Name: "sentence_recall", Help: "share of the gold sentences that the answer shows, 0 after a refusal"},
		{Name: "units", Help: "sentences, items and listings in the answer", Lower: true},
		{Name: "supported", Help: "share of the answer's sentences that what they cite supports"},
		{Name: "facts", Help: "share of the key facts that the answer holds, 0 after a refusal"},
		{Name: "all_facts", Help: "1 if the answer holds every key fact, 0 after a refusal"},
		{Name: "checks", Help: "1 if the answer holds the words that it must, and none that it must not"},
		{Name: "invented_symbols", Help: "names in the answer that do not exist or are misused", Lower: true},
		{Name: "accuracy", Help: "1 if an answerable question was answered, or an unanswerable one refused"},
		{Name: "false_refusal", Help: "1 if an answerable question was refused", Lower: true},
		{Name: "false_answer", Help: "1 if an unanswerable question was answered", Lower: true},
		{Name: "holds_answer", Help: "1 if one of the texts of the answer to a question on a passage stands in the answer"},
	}
}

// scores are the measures of one question by their names.
type scores map[string]float64

// truth scores 1 for what is true.
func (s scores) truth(name string, is bool) {
	s[name] = 0
	if is {
		s[name] = 1
	}
}

// summarise averages the measures of the rows.
func (r *Report) summarise() {
	r.Questions, r.Answerable = len(r.Rows), int(number(r.Rows, func(r Row) bool { return r.Answerable }))
	r.Means = []Mean{}
	for _, m := range Measures() {
		sum, n := 0.0, 0
		for i := range r.Rows {
			if v, ok := r.Rows[i].Measures[m.Name]; ok {
				sum, n = sum+v, n+1
			}
		}
		if n > 0 {
			r.Means = append(r.Means, Mean{m.Name, sum / float64(n), n})
		}
	}
}

// Mean is the average of a measure; false where no row has it.
func (r *Report) Mean(name string) (Mean, bool) {
	i := slices.IndexFunc(r.Means, func(m Mean) bool { return m.Name == name })
	if i < 0 {
		return Mean{}, false
	}
	return r.Means[i], true
}

// share of those that something holds for; 0 of none.
func share[T any](all []T, holds func(T) bool) float64 {
	return ratio(number(all, holds), float64(len(all)))
}

// number of those that something holds for.
func number[T any](all []T, holds func(T) bool) float64 {
	n := 0.0
	for _, x := range all {
		if holds(x) {
			n++
		}
	}
	return n
}

// ratio is a/b, and 0 where b is.
func ratio(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
