package extract

import (
	"fmt"
	"slices"
	"strings"

	"ibid/guard/words"
	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// demand is what a statement must have to answer the question at all.
type demand struct {
	sort  question.Answer // question.Answers where the form of the question does not tell
	names []question.Name
}

// readDemand reads what the question demands, and which statements have it.
func (m *meter) readDemand() {
	d := demand{sort: m.Demands}
	for _, n := range m.Names {
		if m.Question.Kind != question.Comparison && (d.sort < question.Answers || n.Numbered()) {
			d.names = append(d.names, n)
		}
	}
	m.demand = d
	for i := range m.views {
		m.meets = append(m.meets, m.has(&m.views[i]))
	}
}

// gives tells whether a statement has what a question demands.
func (m *meter) gives(v *view, sort question.Answer) bool {
	switch sort {
	case question.Answers:
		return true
	case question.Number:
		return m.counts(v)
	case question.Duration, question.Share:
		return m.newNumber(v.text()) || tellers[sort](m, v)
	case question.Size, question.Weight:
		return m.newNumber(v.text()) && (v.Kind == source.Table || tellers[sort](m, v))
	}
	return tellers[sort](m, v)
}

// met tells whether some statement has what is demanded.
func (m *meter) met() bool { return slices.Contains(m.meets, true) }

// has tells whether a statement has what is demanded.
func (m *meter) has(v *view) bool {
	d := &m.demand
	if !m.gives(v, d.sort) {
		return false
	}
	holds := func(n question.Name) bool { return v.Holds(&n) }
	if len(d.names) == 2 && strings.Contains(strings.ReplaceAll(m.Question.Text, " of ", " "), d.names[0].Text+" and "+d.names[1].Text) {
		return slices.ContainsFunc(d.names, holds) // each has a statement of its own
	}
	return !slices.ContainsFunc(d.names, func(n question.Name) bool { return !holds(n) })
}

// String says what is demanded, for a refusal.
func (d *demand) String() string {
	out := d.sort.String()
	for i, n := range d.names {
		out += [...]string{" for ", ", "}[min(i, 1)] + n.Text
	}
	return out
}

// evidence measures how well the question is answered by what would be shown, as far as that can be told from all
// statements.
func (m *meter) evidence(scores []float64, chosen []int) linear.Features {
	shown := []question.Bag{}
	told := false
	for _, i := range chosen {
		v := &m.views[i]
		shown = append(shown, v.Bag, v.head, v.lead)
		told = told || m.meets[i]
	}
	likely := 0.0
	for i, p := range probabilities(scores) {
		likely += float64(p * linear.One(m.meets[i]))
	}
	missing, unknown, unshown := 0.0, 0.0, 0.0
	for t := range m.Terms {
		term := &m.Terms[t]
		if light(term) {
			continue
		}
		w := term.Weight / m.total
		if !slices.ContainsFunc(m.views, func(v view) bool { return v.mentions(term) }) {
			missing = max(missing, w)
		}
		if coverage(m.Terms[t:t+1], shown...) < question.PartCredit {
			unshown = max(unshown, w)
		}
		unknown += float64(w * linear.One(!term.Known))
	}
	var f linear.Features
	f.Add("best.score", scores[chosen[0]])
	f.Add("tell.likely", likely) // how likely what answers has what is demanded
	f.Is("shown.told", told)
	f.Add("against.missing", missing)
	f.Add("against.unshown", unshown)
	f.Add("against.unknown", unknown)
	strange, unnamed := false, false // the noun that is asked for: in no document, in no statement with the names
	if n := len(m.Focus); n > 0 {
		strange = !m.Focus[n-1].Known
		unnamed = len(m.Names) > 0 && !slices.ContainsFunc(m.views, func(v view) bool {
			return coverage(m.Focus[n-1:], v.Bag, v.Context) > 0 && !slices.ContainsFunc(m.Names, func(n question.Name) bool { return !v.Holds(&n) })
		})
	}
	f.Is("against.strange", strange)
	f.Is("against.unnamed", unnamed)
	return f
}

// light tells whether a term is no noun that carries the point of a question: an answer may say it otherwise, or not
// at all.
func light(t *question.Term) bool {
	text := strings.ToLower(t.Text)
	return !t.Identifier && !t.Proper && slices.ContainsFunc([]words.Class{words.Light, words.Verb, words.Function}, func(c words.Class) bool { return c.Has(text) || c.Has(t.Whole) })
}

// mentions tells whether a statement has a term, itself or in what it is read with.
func (v *view) mentions(t *question.Term) bool {
	return max(v.Bag.Match(t), v.Context.Match(t)) >= question.PartCredit
}

// unanswerable says why the question has no answer here, "" where it has.
func (l *Model) unanswerable(m *meter, scores []float64, chosen []int) string {
	if !m.met() {
		return "no sentence of the evidence gives " + m.demand.String()
	}
	if m.Selected || l.answers.Of(m.evidence(scores, chosen)) >= 0 { // of a text that a person pointed at the gates say whether it answers
		return ""
	}
	if t := m.heaviest(chosen); t != nil {
		return fmt.Sprintf("no sentence of the evidence that could answer speaks of “%s”", t.Text)
	}
	return "no sentence of the evidence is likely to answer the question"
}

// heaviest is the term of the question with the most weight that nothing shown has, but for light ones; nil where all
// have it.
func (m *meter) heaviest(chosen []int) *question.Term {
	var out *question.Term
	for t := range m.Terms {
		term := &m.Terms[t]
		if !light(term) && !slices.ContainsFunc(chosen, func(i int) bool { return m.views[i].mentions(term) }) && (out == nil || term.Weight > out.Weight) {
			out = term
		}
	}
	return out
}
