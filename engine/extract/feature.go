package extract

import (
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/index/question"
)

// meter measures the statements of one request.
type meter struct {
	*engine.Request
	views []view

	total   float64        // weight of all terms
	subject []string       // what a definition is asked of, and what it stands for; the sides of a comparison
	defines *regexp.Regexp // "X is …"
	looked  map[int]bool   // statements that the question names: the rows of a table that it looks up, and the listing with its number

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
	m := &meter{Request: r, views: views(r), total: nothing, chunkBest: nothing, far: 1, near: nothing}
	for i := range r.Terms {
		m.total += r.Terms[i].Weight
	}
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
	m.readSubject()
	m.looked = m.lookUp()
	return m
}

// features are what a statement is measured by: what the reader makes of it, and what a reader does not see: how well its
// chunk was found, what the whole question weighs, and what stands around the statement. What they are worth is
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
	{"hold.kin", func(m *meter, _ int, v *view) float64 { return m.kin(v) }},
	{"hold.document", func(m *meter, _ int, v *view) float64 {
		return question.NewBag(v.ev.Title, v.ev.DocID).Coverage(m.Terms)
	}},
	{"hold.names", func(m *meter, _ int, v *view) float64 {
		return share(m.Names, func(n *question.Name) bool { return v.Holds(n) })
	}},
	{"rank.best", func(m *meter, _ int, v *view) float64 { return m.chunk[v.Evidence] / m.chunkBest }},
	{"rank.near", func(m *meter, _ int, v *view) float64 { return max(v.ev.Cosine, min(m.far, m.near)) / m.near }},
	{"sure.defined", func(m *meter, _ int, v *view) float64 {
		return one(m.Question.Kind != question.Comparison && m.defined(v))
	}},
	{"sure.looked", func(m *meter, i int, _ *view) float64 { return one(m.looked[i]) }},
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

// kin is the share of the question that it holds with its context, where words with a common beginning count too.
func (m *meter) kin(v *view) float64 {
	const credit = 0.8
	got := 0.0
	for t := range m.Terms {
		held := max(v.Bag.Match(&m.Terms[t]), v.head.Match(&m.Terms[t]), v.lead.Match(&m.Terms[t]))
		if held < credit {
			held = max(held, credit*akin(v.Bag, m.Terms[t].Whole))
		}
		got += float64(m.Terms[t].Weight * held)
	}
	return got / m.total
}

// akin tells how near the nearest of a statement's terms is to one that it does not have, by their common beginning.
func akin(bag question.Bag, term string) float64 {
	best := 0.0
	for t := range bag {
		p := 0
		for p < len(t) && p < len(term) && t[p] == term[p] {
			p++
		}
		long, short := max(len(t), len(term)), min(len(t), len(term))
		if len(term) >= 5 && (p >= 5 && float64(p) >= .6*float64(long) || p >= 4 && p == short && float64(p) >= .55*float64(long)) {
			best = max(best, float64(p)/float64(long))
		}
	}
	return best
}

// readSubject reads what a definition is asked of, or what is compared, since what it is tells how it differs.
func (m *meter) readSubject() {
	switch s := m.Question.Subject; m.Question.Kind {
	case question.Comparison:
		m.subject = m.Question.Sides
	case question.Definition, question.Expansion:
		m.subject = append(m.subject, s)
		for i := range m.Terms {
			if strings.EqualFold(m.Terms[i].Text, s) {
				m.subject = append(m.subject, m.Terms[i].Long...)
			}
		}
	}
	if len(m.subject) == 0 || m.subject[0] == "" {
		return
	}
	var names []string
	for _, s := range m.subject {
		names = append(names, regexp.QuoteMeta(s))
	}
	const quotes = "*`"
	name := `(?:an? |the )?["“‘'` + quotes + `]*(?:` + strings.Join(names, "|") + `)s?["”’'` + quotes
	m.defines = regexp.MustCompile(`(?i)^(?:in [^,]{3,60}, )?` + name + `]*(?: \([^)]*\))?(?: ?[:|—–] |\.$|,? (?:is|are|was|were|means|denotes|` +
		`refers to|describes|specifies|consists of|stands for|provides|represents|comprises|indicates)\b)|` +
		`(?:^(?:this|that|these|those) (?:is|are)|\b(?:is|are) (?:called|termed|known as|referred to as|defined (?:as|to be))) ` + name + `.,]`)
}

// defined tells whether a statement has the form of a definition of the subject: "X is …", an entry of a glossary, or the sentence that spells
// an acronym out. An option of a program that the question names is defined by its entry.
func (m *meter) defined(v *view) bool {
	term, _, entry := strings.Cut(v.Text, " | ")
	switch {
	case entry && strings.HasPrefix(term, "-") && slices.ContainsFunc(m.Question.Identifiers, func(id string) bool { return question.IsOption(id) && question.ContainsWord(term, id) }):
		return true
	case m.defines == nil:
		return false
	case m.Question.Kind == question.Expansion && len(m.subject) > 1:
		return question.ContainsWord(v.Text, m.subject[0]) && slices.ContainsFunc(m.subject[1:], func(long string) bool { return question.ContainsWord(v.Text, long) })
	case m.defines.MatchString(v.Text):
		return true
	}
	before := strings.TrimSuffix(v.Before(), ".")
	return slices.ContainsFunc(m.subject, func(s string) bool { return strings.EqualFold(before, s) })
}

// refersTo tells whether a listing is the one that the question names: its title opens with the reference, or holds every identifier.
func (m *meter) refersTo(v *view) bool {
	for _, r := range m.Question.References {
		if r.Label == "Algorithm" || r.Label == "Listing" {
			rest, named := strings.CutPrefix(strings.ToLower(v.Text), strings.ToLower(r.String()))
			return named && (rest == "" || rest[0] < '0' || rest[0] > '9')
		}
	}
	ids := m.Question.Identifiers
	return len(ids) > 0 && !slices.ContainsFunc(ids, func(id string) bool { return !question.ContainsWord(v.Text, id) })
}
