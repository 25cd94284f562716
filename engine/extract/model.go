package extract

import (
	"cmp"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"ibid/index/source"
)

// linear is a linear score over features, each measured in standard deviations from its mean.
type linear struct {
	bias                float64
	mean, scale, weight []float64
}

// outlier is how many standard deviations a feature may speak with.
const outlier = 6

// score is the sum in the order of the features. The products are rounded before they are added, so that every processor
// gets the same.
func (l *linear) score(features []float64) float64 {
	sum := l.bias
	for i, x := range features {
		z := (x - l.mean[i]) / l.scale[i]
		sum += float64(l.weight[i] * min(max(z, -outlier), outlier))
	}
	return sum
}

// Model says which statements answer a question: one score ranks them, the other is the log odds that one more adds something.
type Model struct{ rank, more linear }

//go:embed weights.txt
var weights string

// fitted is the model that was fitted on the development questions by the command in fit.
var fitted = sync.OnceValue(func() *Model {
	m, err := readModel(weights)
	if err != nil {
		panic(err) // a test reads it
	}
	return m
})

// readModel reads what String writes.
func readModel(text string) (*Model, error) {
	m := &Model{}
	for n, line := range strings.Split(strings.TrimSpace(text), "\n") {
		f := strings.Fields(line)
		l, names := &m.rank, rankFeatures()
		if n > len(names) {
			l, names = &m.more, moreFeatures()
		}
		var values []float64
		for _, s := range f[1:] {
			x, err := strconv.ParseFloat(s, 64)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n+1, err)
			}
			values = append(values, x)
		}
		switch at := len(l.weight); {
		case f[0] == "bias" && len(values) == 1:
			l.bias = values[0]
		case at < len(names) && f[0] == names[at] && len(values) == 3:
			l.weight, l.mean, l.scale = append(l.weight, values[0]), append(l.mean, values[1]), append(l.scale, values[2])
		default:
			return nil, fmt.Errorf("line %d: %q is not the feature that stands there", n+1, f[0])
		}
	}
	if len(m.rank.weight) != len(rankFeatures()) || len(m.more.weight) != len(moreFeatures()) {
		return nil, fmt.Errorf("%d and %d features", len(m.rank.weight), len(m.more.weight))
	}
	return m, nil
}

// String is a line a feature: its name, weight, mean and standard deviation.
func (m *Model) String() string {
	var b strings.Builder
	write := func(l *linear, names []string) {
		fmt.Fprintf(&b, "bias %.4g\n", l.bias)
		for i, name := range names {
			fmt.Fprintf(&b, "%s %.4g %.4g %.4g\n", name, l.weight[i], l.mean[i], l.scale[i])
		}
	}
	write(&m.rank, rankFeatures())
	write(&m.more, moreFeatures())
	return b.String()
}

const (
	candidates = 12  // of the best statements that one more is chosen among, beside those around what is shown
	around     = 2   // statements
	maxShown   = 10  // statements
	worth      = 0.1 // least probability that one more statement adds something
)

// choose shows the best statement, and then others as long as one more is likely to add something.
func (m *Model) choose(q *wants, vs []view, scores []float64) []int {
	if len(vs) == 0 {
		return nil
	}
	order := byScore(scores)
	shown := []int{order[0]}
	for len(shown) < maxShown {
		best, odds := -1, math.Inf(-1)
		for _, c := range m.next(q, vs, scores, order, shown) {
			if o := m.more.score(c.features); o > odds {
				best, odds = c.at, o
			}
		}
		if best < 0 || odds < math.Log(worth/(1-worth)) {
			break
		}
		shown = append(shown, best)
	}
	return shown
}

// byScore are the places of scores, the greatest first.
func byScore(scores []float64) []int {
	order := make([]int, len(scores))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	return order
}

// step is a statement that may be shown next, and what speaks for that.
type step struct {
	at       int
	features []float64
}

// next lists the statements that may be shown beside others.
func (m *Model) next(q *wants, vs []view, scores []float64, order, shown []int) []step {
	isShown, open := map[int]bool{}, false
	said := map[string]bool{}
	for _, i := range shown {
		isShown[i] = true
		open = open || vs[i].open
		for _, w := range vs[i].words {
			said[w] = true
		}
	}
	top, total := scores[order[0]], 0.0
	for _, s := range scores {
		total += math.Exp(s - top)
	}
	place := make([]int, len(order))
	for rank, i := range order {
		place[i] = rank
	}
	var out []step
	for j := range vs {
		v := &vs[j]
		if isShown[j] {
			continue
		}
		var after, before, close, chunk, para, sibling, leads, child bool
		for _, i := range shown {
			s := &vs[i]
			if s.Evidence != v.Evidence {
				continue
			}
			d := v.nth - s.nth
			after, before, close = after || d == 1, before || d == -1, close || d >= -around && d <= around
			chunk, para = true, para || s.Block == v.Block
			sibling = sibling || v.group > 0 && v.group == s.group
			leads = leads || v.leads > 0 && v.leads == s.group
			child = child || v.group > 0 && v.group == s.leads
		}
		if place[j] >= candidates && !close && !sibling && !leads && !child {
			continue
		}
		repeated := 0
		for _, w := range v.words {
			repeated += int(b2f(said[w]))
		}
		redundant := float64(repeated) / float64(max(1, len(v.words)))
		p := math.Exp(scores[j]-top) / total
		pronoun := len(v.words) > 0 && dangling[v.words[0]]
		item, row := sibling && v.list, sibling && v.Kind == source.Table
		out = append(out, step{j, []float64{
			scores[j] - top, p, math.Log(p + 1e-4), 1 / float64(1+place[j]), b2f(after), b2f(before), b2f(close), b2f(chunk), b2f(para),
			b2f(item), b2f(row), b2f(leads), b2f(child), redundant, b2f(redundant > .8), b2f(after && pronoun), b2f(after) * p, b2f(para) * p,
			b2f(item && q.list), b2f(item && q.how), b2f(child && q.list), b2f(child && q.how), b2f(item) * p, b2f(q.comparison) * p, b2f(q.list) * p,
			b2f(q.why && (after || before)), b2f(q.comparison), b2f(q.list), b2f(q.how), b2f(len(shown) > 1), b2f(len(shown) > 2),
			b2f(open && after), b2f(open && child), 1 / total, b2f(v.list), b2f(v.Kind == source.Table), b2f(v.Kind == source.Code),
		}})
	}
	return out
}

// moreFeatures are the columns of step.features.
func moreFeatures() []string {
	return strings.Fields(`score p log_p rank after before close chunk paragraph
		item row leads child repeated redundant after_pronoun after_p paragraph_p
		item_list item_how child_list child_how item_p comparison_p list_p
		why_beside comparison list how second third
		open_after open_child best_p is_item is_row is_code`)
}
