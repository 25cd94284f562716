package extract

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"ibid/engine"
	"ibid/guard/support"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	mostShown  = 3   // statements, unless a list or the steps of a procedure are asked for
	mostListed = 8   // of those
	repeats    = 0.8 // share of a statement's words that say nothing new
)

var (
	meanWords = set(`is are means mean refers called stands defined known denotes represents`)
	dangling  = set(`this these it they that such he she however also but and so its their his`)
)

// choose shows the likeliest statement, or all that the question looks up, and behind it those nearly as likely that
// say something new, with what they say nothing without.
func (m *meter) choose(scores []float64) []int {
	order := byScore(scores)
	first, most := order[0], mostShown
	if m.Question.Kind == question.List {
		most = mostListed
	}
	var shown []int
	said := map[string]bool{}
	for _, i := range order {
		v := &m.views[i]
		looked := m.looked[first] && m.looked[i]
		if !looked && (len(shown) >= most || scores[i] < scores[first]-engine.Behind) {
			if m.looked[first] {
				continue // what else is looked up may stand far behind
			}
			break
		}
		old := 0
		for _, w := range v.words {
			old += int(one(said[w]))
		}
		if i != first && !looked && float64(old) > repeats*float64(len(v.words)) {
			continue
		}
		shown = append(shown, i)
		for _, w := range v.words {
			said[w] = true
		}
	}
	return m.whole(shown)
}

// whole adds to what is shown what it says nothing without: the items of a list that it leads in to, the meaning of a
// glossary's entry, the sentence before "This is the hyperfocal distance", and the rest of a listing on the page that
// follows.
func (m *meter) whole(shown []int) []int {
	if list := m.listOf(shown); m.Question.Kind == question.Comparison && len(list) <= mostListed {
		shown = append(shown, list...)
	}
	for k := 0; k < len(shown); k++ {
		v, items := &m.views[shown[k]], 0
		entry := v.Kind == source.Paragraph && m.defines != nil && m.defines.MatchString(v.Text) && !v.has(meanWords)
		points := dangling[v.opens()] && m.defined(v)
		for i := range m.views {
			next := &m.views[i]
			item := v.Leads > 0 && next.List == v.Leads && items < engine.LongestList
			beside := next.Evidence == v.Evidence && next.Block == v.Block
			over := v.Above != "" && next.Text == v.Above && support.Restricts(v.Above) // it says something else without
			meaning := beside && (entry && next.nth == v.nth+1 || points && next.nth == v.nth-1)
			shows := m.Question.Kind == question.List && next.Bare && next.Evidence == v.Evidence && v.Full == "" &&
				strings.HasSuffix(next.Before(), v.Text) // how it is done, in code
			if (item || over || meaning || shows || continues(v, next)) && !slices.Contains(shown, i) {
				shown, items = append(shown, i), items+1
			}
		}
	}
	return shown
}

// listOf are the other items of the list that the likeliest two stand in: it tells what is compared point by point.
func (m *meter) listOf(shown []int) (others []int) {
	if len(shown) < 2 || !m.views[shown[0]].item || m.views[shown[0]].List != m.views[shown[1]].List {
		return nil
	}
	for i := range m.views {
		if m.views[i].List == m.views[shown[0]].List && !slices.Contains(shown, i) {
			others = append(others, i)
		}
	}
	return others
}

var stepNumber = regexp.MustCompile(`(?m)^\s*([0-9]{1,3})[:.)]\s`)

// continues tells whether a listing goes on with another, on the page that follows: by the numbers of their steps.
func continues(v, next *view) bool {
	if v.Kind != source.Code || next.Kind != source.Code || next.Evidence == v.Evidence || next.ev.ID != v.ev.Next {
		return false
	}
	steps, first := stepNumber.FindAllStringSubmatch(v.Full, -1), stepNumber.FindStringSubmatch(next.Full)
	if len(steps) == 0 || first == nil {
		return false
	}
	last, _ := strconv.Atoi(steps[len(steps)-1][1])
	begins, _ := strconv.Atoi(first[1])
	return begins == last+1
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

// inOrder sets what is shown in the order of an answer: passages by their likeliest statement, and what stands in one
// passage, or in one that goes on from another, as it stands there.
func (m *meter) inOrder(shown []int) []int {
	first := map[string]int{} // of a document's passages that adjoin: the place of the likeliest
	at := func(i int) int { return first[m.views[i].ev.ID] }
	for n, i := range shown {
		ev := m.views[i].ev
		if _, ok := first[ev.ID]; ok {
			continue
		}
		first[ev.ID] = n
		for _, beside := range []string{ev.Prev, ev.Next} {
			if k, ok := first[beside]; ok && beside != "" {
				first[ev.ID] = k
			}
		}
	}
	slices.SortStableFunc(shown, func(a, b int) int {
		v, w := &m.views[a], &m.views[b]
		return cmp.Or(cmp.Compare(at(a), at(b)), cmp.Compare(v.ev.Start, w.ev.Start), cmp.Compare(v.Start, w.Start))
	})
	return shown
}
