package extract

import (
	"fmt"
	"slices"
	"strings"

	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// demand is what a statement must have to answer the question at all.
type demand struct {
	sort  question.Answer // question.Answers where the form of the question does not tell
	names []question.Name
}

func (m *meter) demand() demand {
	d := demand{sort: m.Demands}
	for _, n := range m.Names {
		if m.Question.Kind != question.Comparison && (d.sort < question.Answers || n.Numbered()) {
			d.names = append(d.names, n)
		}
	}
	return d
}

// gives tells whether a statement has what a question demands.
func (m *meter) gives(v *view, sort question.Answer) bool {
	switch sort {
	case question.Answers:
		return true
	case question.Number:
		return m.counts(v)
	case question.Measure:
		return digits.MatchString(v.text()) && m.newNumber(v.text())
	case question.Size, question.Weight:
		return m.newNumber(v.text()) && (v.Kind == source.Table || m.tells(v, sort))
	}
	return m.tells(v, sort)
}

// meets tells whether a statement has what is demanded.
func (m *meter) meets(v *view, d *demand) bool {
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

// evidence measures how well the question is answered by what would be shown, as far as that can be told from all statements.
func (m *meter) evidence(scores []float64, chosen []int) linear.Features {
	best, d := &m.views[chosen[0]], m.demand()
	p, _ := probabilities(scores)
	near := func(terms []question.Term, v *view) float64 { return coverage(terms, v.Bag, v.head, v.lead) }
	most, own, bound, strength := 0.0, 0.0, 0.0, 0.0
	held := make([]bool, len(m.Terms)) // by any statement, with its context
	for i := range m.views {
		v := &m.views[i]
		n := near(m.Terms, v)
		most, own, strength = max(most, n), max(own, coverage(m.Terms, v.Bag)), max(strength, m.Strength(v.Statement))
		if n > bound && m.meets(v, &d) {
			bound = n
		}
		for t := range m.Terms {
			held[t] = held[t] || max(v.Bag.Match(&m.Terms[t]), v.Context.Match(&m.Terms[t])) >= question.PartCredit
		}
	}
	shown := []question.Bag{}
	told, three := false, 0.0
	for _, i := range chosen {
		v := &m.views[i]
		shown = append(shown, v.Bag, v.head, v.lead)
		told = told || m.meets(v, &d)
	}
	for _, i := range byScore(scores)[:min(3, len(scores))] {
		three += p[i]
	}
	missing, unknown, unshown := 0.0, 0.0, 0.0
	for t := range m.Terms {
		term := &m.Terms[t]
		w := term.Weight / m.total
		if !held[t] {
			missing = max(missing, w)
		}
		if coverage(m.Terms[t:t+1], shown...) < question.PartCredit {
			unshown = max(unshown, w)
		}
		unknown += float64(w * linear.One(!term.Known))
	}
	var f linear.Features
	add := f.Add
	add("best.score", scores[chosen[0]])
	add("best.p", p[chosen[0]])
	add("best.three", three)
	add("best.cover", near(m.Terms, best))
	add("best.focus", near(m.Focus, best)+linear.One(len(m.Focus) == 0))
	add("best.told", linear.One(m.meets(best, &d)))
	add("best.names", m.share(len(m.Names), func(k int) bool { return best.Holds(&m.Names[k]) })+linear.One(len(m.Names) == 0))
	add("shown.cover", coverage(m.Terms, shown...))
	add("shown.focus", coverage(m.Focus, shown...)+linear.One(len(m.Focus) == 0))
	add("shown.told", linear.One(told))
	add("most.cover", most)
	add("most.own", own)
	add("most.strength", strength)
	add("bound", bound)
	add("chunk", m.chunkBest)
	add("against.unbound", linear.One(bound == 0))
	add("against.missing", missing)
	add("against.unshown", unshown)
	add("against.unknown", unknown)
	strange, absent, unnamed := 0.0, 0.0, 0.0 // the noun that is asked for: in no document, in no statement, in none with the names
	if n := len(m.Focus); n > 0 {
		head := m.Focus[n-1 : n]
		has := func(v view) bool { return coverage(head, v.Bag, v.Context) > 0 }
		strange = linear.One(!head[0].Known)
		absent = linear.One(!slices.ContainsFunc(m.views, has))
		unnamed = linear.One(len(m.Names) > 0 && !slices.ContainsFunc(m.views, func(v view) bool {
			return has(v) && !slices.ContainsFunc(m.Names, func(n question.Name) bool { return !v.Holds(&n) })
		}))
	}
	add("against.strange", strange)
	add("against.absent", absent)
	add("against.unnamed", unnamed)
	return f
}

// unanswerable says why the question has no answer here, "" where it has.
func (l *Model) unanswerable(m *meter, scores []float64, chosen []int) string {
	d := m.demand()
	if !slices.ContainsFunc(m.views, func(v view) bool { return m.meets(&v, &d) }) {
		return "no sentence of the evidence gives " + d.String()
	}
	if m.Selected || l.answers.Of(m.evidence(scores, chosen)) >= 0 { // of a text that a person pointed at the gates say whether it answers
		return ""
	}
	if t := m.heaviest(chosen); t != nil {
		return fmt.Sprintf("no sentence of the evidence that could answer speaks of “%s”", t.Text)
	}
	return "no sentence of the evidence is likely to answer the question"
}

// heaviest is the term of the question with the most weight that nothing shown has, nil where all have it.
func (m *meter) heaviest(chosen []int) *question.Term {
	var out *question.Term
	for t := range m.Terms {
		term := &m.Terms[t]
		if !slices.ContainsFunc(chosen, func(i int) bool {
			return max(m.views[i].Bag.Match(term), m.views[i].Context.Match(term)) >= question.PartCredit
		}) && (out == nil || term.Weight > out.Weight) {
			out = term
		}
	}
	return out
}
