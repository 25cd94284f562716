package eval

import "fmt"

// The numbers of hits within which rankings are measured.
const (
	hits           = 8   // of a search over documents
	collectionHits = 100 // of one over a collection, which are then collapsed to documents
)

// cutoffs are the k of the ranking measures; over collections collectionCutoff is one too.
func cutoffs() []int { return []int{1, 3, 5, hits} }

const collectionCutoff = 10

// Measures is the catalogue of measures, in the order of rows and summaries. Each is between 0 and 1 but invented_symbols, which
// is a count.
func Measures() []Info {
	var out []Info
	for _, m := range []struct{ name, help string }{
		{"recall", "share of the gold places among the first %d hits"},
		{"mrr", "reciprocal rank of the first hit of a gold place within %d"},
		{"ndcg", "normalised discounted cumulative gain within %d"},
	} {
		for _, k := range append(cutoffs(), collectionCutoff) {
			out = append(out, Info{Name: fmt.Sprintf("%s@%d", m.name, k), Help: fmt.Sprintf(m.help, k)})
		}
	}
	return append(out,
		Info{Name: "hit@8", Help: "a gold place is among the first 8 hits"},
		Info{Name: "near_page@8", Help: "a gold place is within a page, or 10 lines, of one of the first 8 hits"},
		Info{Name: "document@8", Help: "a document of a gold place is among the first 8 hits"},
		Info{Name: "citation_compliance", Help: "every sentence, item and row of the answer ends in markers that exist"},
		Info{Name: "citation_precision", Help: "share of the citations that overlap a gold place"},
		Info{Name: "citation_recall", Help: "share of the gold places that are cited"},
		Info{Name: "supported", Help: "share of the answer's sentences that what they cite supports"},
		Info{Name: "facts", Help: "share of the key facts that the answer holds, none where it is refused"},
		Info{Name: "all_facts", Help: "the answer holds every key fact"},
		Info{Name: "checks", Help: "the answer holds the words that it must, and none that it must not"},
		Info{Name: "sources", Help: "share of the wanted documents that the answer cites"},
		Info{Name: "symbols_ok", Help: "the answer names the symbols that it must, none that it must not, and no invented ones"},
		Info{Name: "invented_symbols", Help: "names in the answer that do not exist or are misused", Lower: true},
		Info{Name: "accuracy", Help: "answered if the question is answerable, refused if not"},
		Info{Name: "false_refusal", Help: "share of the answerable questions that were refused", Lower: true},
		Info{Name: "false_answer", Help: "share of the unanswerable questions that were answered", Lower: true},
		Info{Name: "f1", Help: "words that an answer shares with the best gold text, where both are there"},
		Info{Name: "exact", Help: "the answer is a gold text, but for case, articles and punctuation"},
		Info{Name: "holds_answer", Help: "a gold text stands in the answer"},
	)
}

// Value is a measure of the row; false where it does not apply.
func (r *Row) Value(name string) (float64, bool) {
	for _, m := range r.Measures {
		if m.Name == name {
			return m.Value, true
		}
	}
	return 0, false
}
