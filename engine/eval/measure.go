package eval

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
)

const firstHits = 8 // of a search over documents, which measures look at

// cutoffs are the k within which rankings of documents are measured.
func cutoffs() []int { return []int{1, 3, 5, firstHits} }

// Measures is the catalogue of measures, in the order of rows and summaries. Each is between 0 and 1 but
// invented_symbols and units, which are counts. A question has those that apply to it:
//
//   - recall, mrr, ndcg, hit, near_page, document: answerable questions with gold places. See Ranking.
//   - citation_compliance, supported: questions that were answered. guard.Citations finds no fault in the answer; the share of
//     its sentences with the verdict "supported".
//   - citation_precision: answerable questions with gold places that were answered. citation_recall: the same, and those that were
//     refused, which have 0. A place of also_gold is right to cite. no_gold_cited: those that were answered.
//   - sentence_precision, units: answerable questions with gold sentences that were answered. sentence_recall: the same, and those
//     that were refused, which have 0. See Sentences.
//   - facts, all_facts: answerable questions with key facts. A refusal has 0. See HoldsFact.
//   - checks: questions that say which words an answer must and must not hold. It is 1 where the text that is shown, be it a
//     refusal's, keeps all of that, and 0 otherwise and after a wrong refusal.
//   - sources: answerable questions that name documents. A refusal has 0.
//   - symbols_ok: questions with a SymbolRule, where symbols can be looked up; 0 after a wrong refusal.
//   - invented_symbols: questions that were answered, where symbols can be looked up.
//   - accuracy: every question that was asked. false_refusal: the answerable ones. false_answer: the unanswerable ones. Where
//     correction_ok says so, an answer whose citations all are of a near place is as right as a refusal.
//   - f1, exact, holds_answer: answerable questions on a passage that were answered. See Overlap and HoldsFact.
func Measures() []Info {
	var out []Info
	for _, m := range []struct{ name, help string }{
		{"recall", "share of the gold places among the first %d hits"},
		{"mrr", "reciprocal rank of the first hit of a gold place within %d, 0 for none"},
		{"ndcg", "normalised discounted cumulative gain within %d"},
	} {
		for _, k := range cutoffs() {
			out = append(out, Info{Name: at(m.name, k), Help: fmt.Sprintf(m.help, k)})
		}
	}
	return append(out,
		Info{Name: "hit@8", Help: "1 if a gold place is among the first 8 hits"},
		Info{Name: "near_page@8", Help: "1 if one of the first 8 hits is within a page, or 10 lines, of a gold place"},
		Info{Name: "document@8", Help: "1 if one of the first 8 hits is in the document of a gold place"},
		Info{Name: "citation_compliance", Help: "1 if every sentence, item and row of the answer ends in markers that exist; of what was answered"},
		Info{Name: "citation_precision", Help: "share of the citations that overlap a gold place; of what was answered"},
		Info{Name: "citation_recall", Help: "share of the gold places that are cited, 0 after a refusal"},
		Info{Name: "no_gold_cited", Help: "1 if the answer cites none of the gold places; of what was answered", Lower: true},
		Info{Name: "sentence_precision", Help: "share of the answer's sentences that show a gold sentence; of what was answered"},
		Info{Name: "sentence_recall", Help: "share of the gold sentences that the answer shows, 0 after a refusal"},
		Info{Name: "units", Help: "sentences, items and listings in the answer; of what was answered", Lower: true, Count: true},
		Info{Name: "supported", Help: "share of the answer's sentences that what they cite supports; of what was answered"},
		Info{Name: "facts", Help: "share of the key facts that the answer holds, 0 after a refusal"},
		Info{Name: "all_facts", Help: "1 if the answer holds every key fact, 0 after a refusal"},
		Info{Name: "checks", Help: "1 if the answer holds the words that it must, and none that it must not"},
		Info{Name: "sources", Help: "share of the wanted documents that the answer cites, 0 after a refusal"},
		Info{Name: "symbols_ok", Help: "1 if the answer names the symbols that it must, none that it must not, and invents none"},
		Info{Name: "invented_symbols", Help: "names in the answer that do not exist or are misused; of what was answered", Lower: true, Count: true},
		Info{Name: "accuracy", Help: "1 if an answerable question was answered, or an unanswerable one refused"},
		Info{Name: "false_refusal", Help: "1 if an answerable question was refused", Lower: true},
		Info{Name: "false_answer", Help: "1 if an unanswerable question was answered", Lower: true},
		Info{Name: "f1", Help: "F1 of the words of the answer and of the gold text that it shares most with; of what was answered"},
		Info{Name: "exact", Help: "1 if the answer is a gold text but for case, articles and punctuation; of what was answered"},
		Info{Name: "holds_answer", Help: "1 if a gold text stands in the answer; of what was answered"},
	)
}

// Lookup finds a measure by its name.
func Lookup(name string) (Info, bool) {
	all := Measures()
	i := slices.IndexFunc(all, func(m Info) bool { return m.Name == name })
	if i < 0 {
		return Info{}, false
	}
	return all[i], true
}

// at names a measure of the first k hits.
func at(name string, k int) string { return fmt.Sprintf("%s@%d", name, k) }

// scores are the measures of one question by their names.
type scores map[string]float64

// truth scores 1 for what is true.
func (s scores) truth(name string, is bool) {
	s[name] = 0
	if is {
		s[name] = 1
	}
}

// measures lists them in the order of the catalogue.
func (s scores) measures() []Measure {
	var out []Measure
	for _, m := range Measures() {
		if v, ok := s[m.Name]; ok {
			out = append(out, Measure{Name: m.Name, Value: v})
		}
	}
	return out
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

// Summarise averages the measures of the rows, of all and of each kind, and takes the percentiles of the times.
func (r *Report) Summarise() {
	byKind := map[string][]Row{}
	var searches, answers []float64
	for _, row := range r.Rows {
		byKind[row.Kind] = append(byKind[row.Kind], row)
		searches, answers = append(searches, float64(row.Times.Search)), append(answers, float64(row.Times.Answer))
	}
	r.Questions, r.Answerable = len(r.Rows), int(number(r.Rows, func(r Row) bool { return r.Answerable }))
	r.Means, r.Kinds = means(r.Rows), nil
	for _, name := range slices.Sorted(maps.Keys(byKind)) {
		if name != "" {
			r.Kinds = append(r.Kinds, Kind{Name: name, Questions: len(byKind[name]), Means: means(byKind[name])})
		}
	}
	r.Times = Percentiles{latency(searches), latency(answers)}
}

// Mean is the average of a measure; false where no row has it.
func (r *Report) Mean(name string) (Mean, bool) {
	i := slices.IndexFunc(r.Means, func(m Mean) bool { return m.Name == name })
	if i < 0 {
		return Mean{}, false
	}
	return r.Means[i], true
}

func means(rows []Row) []Mean {
	values := map[string][]float64{}
	for i := range rows {
		for _, m := range rows[i].Measures {
			values[m.Name] = append(values[m.Name], m.Value)
		}
	}
	var out []Mean
	for _, m := range Measures() {
		if v := values[m.Name]; len(v) > 0 {
			low, high := m.interval(v)
			out = append(out, Mean{Name: m.Name, Value: Number(average(v)), N: len(v), Low: Number(low), High: Number(high)})
		}
	}
	return out
}

// Number is printed and kept with four decimals, and as null where it is none.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if x := float64(n); !math.IsNaN(x) && !math.IsInf(x, 0) {
		return json.Marshal(round(x))
	}
	return []byte("null"), nil
}

// round keeps four decimals: what lies behind them is noise.
func round(x float64) float64 { return math.Round(x*1e4) / 1e4 }

// List is never printed as null.
type List[T any] []T

// MarshalJSON implements json.Marshaler.
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return marshal([]T(l))
}

// marshal leaves < and > as they are: what is printed is read by people too.
func marshal(v any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return out.Bytes(), err
}

// Values are measures, kept by their names and with all their digits, so that what is equal stays equal.
type Values []Measure

// MarshalJSON implements json.Marshaler.
func (v Values) MarshalJSON() ([]byte, error) {
	byName := make(map[string]float64, len(v))
	for _, m := range v {
		byName[m.Name] = m.Value
	}
	return json.Marshal(byName)
}

// UnmarshalJSON implements json.Unmarshaler. Measures that are not known are left out.
func (v *Values) UnmarshalJSON(data []byte) error {
	var byName map[string]float64
	if err := json.Unmarshal(data, &byName); err != nil || byName == nil {
		return err
	}
	*v = Values{}
	for _, info := range Measures() {
		if x, ok := byName[info.Name]; ok {
			if x < 0 || x > 1 && !info.Count {
				return fmt.Errorf("its %s is %v, and between 0 and 1 is possible", info.Name, x)
			}
			*v = append(*v, Measure{info.Name, x})
		}
	}
	return nil
}

// UnmarshalJSON implements json.Unmarshaler. Of hits, citations, gates and times nothing is kept: what compares rows
// has no use for them.
func (r *Row) UnmarshalJSON(data []byte) error {
	type plain Row
	var p plain
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	if p.ID == "" || p.Measures == nil {
		return errors.New(`it has no "qid" or no "measures"`)
	}
	*r = Row{ID: p.ID, Question: p.Question, Kind: p.Kind, Answerable: p.Answerable, Refused: p.Refused, Code: p.Code, Reason: p.Reason, Answer: p.Answer}
	if len(p.Measures) > 0 {
		r.Measures = p.Measures
	}
	return nil
}
