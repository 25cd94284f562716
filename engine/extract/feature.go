package extract

import (
	"strings"

	"ibid/engine"
	"ibid/index/question"
)

// meter measures the statements of one request.
type meter struct {
	*engine.Request
	views []view

	least     float64   // of the readings
	far, near float64   // the least and the greatest cosine of the evidence
	chunk     []float64 // coverage of each piece of evidence
	chunkBest float64
}

const (
	nothing = 1e-9 // stands for a sum of no weights, so that shares of it are numbers
	unread  = -12  // log-odds that no reading is below
)

func newMeter(r *engine.Request) *meter {
	m := &meter{Request: r, views: views(r), chunkBest: nothing, far: 1, near: nothing}
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		m.chunk = append(m.chunk, question.NewBag(append([]string{ev.Text}, ev.Section...)...).Coverage(r.Terms))
		m.chunkBest = max(m.chunkBest, m.chunk[i])
		if ev.Cosine > 0 {
			m.far, m.near = min(m.far, ev.Cosine), max(m.near, ev.Cosine)
		}
	}
	for i := range m.views {
		if v := &m.views[i]; v.Read {
			m.least = min(m.least, v.Score)
		}
	}
	return m
}

// features are what a statement is measured by: what the reader makes of it, and what a reader does not see: how well
// its chunk was found, what the whole question weighs, and what stands around the statement. What they are worth is
// fitted (weights.go). Of what the names say of the signs, see fit_test.go.
var features = [...]struct {
	name string
	of   func(m *meter, i int, v *view) float64
}{
	{"reader", func(m *meter, _ int, v *view) float64 {
		if !v.Read {
			return max(m.least, unread)
		}
		return max(v.Score, unread)
	}},
	{"hold.all", func(m *meter, _ int, v *view) float64 {
		around := coverage(m.Terms, v.Bag, v.head, v.lead, v.prev, v.para)
		return around * around
	}},
	{"hold.above", func(m *meter, _ int, v *view) float64 { return coverage(m.Terms, v.Bag, v.head, v.lead) }},
	{"hold.document", func(m *meter, _ int, v *view) float64 {
		return question.NewBag(v.ev.Title, v.ev.DocID).Coverage(m.Terms)
	}},
	{"hold.names", func(m *meter, _ int, v *view) float64 {
		return share(m.Names, func(n *question.Name) bool { return v.Holds(n) })
	}},
	{"rank.best", func(m *meter, _ int, v *view) float64 { return m.chunk[v.Evidence] / m.chunkBest }},
	{"rank.near", func(m *meter, _ int, v *view) float64 { return max(v.ev.Cosine, min(m.far, m.near)) / m.near }},
	{"against.question", func(_ *meter, _ int, v *view) float64 { return one(strings.Contains(v.Text, "?")) }},
}

// measures are the features of a statement.
type measures [len(features)]float64

func (m *meter) measure(i int) (out measures) {
	for k := range features {
		out[k] = features[k].of(m, i, &m.views[i])
	}
	return out
}

// weight is what a feature is worth, in standard deviations from its mean over the statements that it was fitted on.
type weight struct {
	name                    string
	weight, mean, deviation float64
}

// outlier is how many standard deviations a feature may speak with.
const outlier = 6

// score ranks a statement. Products are rounded before they are added, so that every processor gets the same sum.
func (w *weights) score(x measures) float64 {
	sum := 0.0
	for k, f := range w {
		z := (x[k] - f.mean) / f.deviation
		sum += float64(f.weight * min(max(z, -outlier), outlier))
	}
	return sum
}

type weights [len(features)]weight

func one(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// share is that of some things which is so; 0 of none.
func share[T any](all []T, is func(*T) bool) float64 {
	got := 0.0
	for k := range all {
		got += one(is(&all[k]))
	}
	return got / float64(max(1, len(all)))
}

// coverage is the share of terms' weight that some of the bags hold. Products are rounded before they are added, so
// that every processor gets the same sums.
func coverage(terms []question.Term, bags ...question.Bag) float64 {
	got, total := 0.0, nothing
	for i := range terms {
		best := 0.0
		for _, b := range bags {
			if best < 1 && b != nil {
				best = max(best, b.Match(&terms[i]))
			}
		}
		got += float64(terms[i].Weight * best)
		total += terms[i].Weight
	}
	return got / total
}
