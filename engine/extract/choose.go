package extract

import (
	"cmp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/guard/support"
	"ibid/index/question"
	"ibid/index/source"
)

const (
	mostShown  = 3   // statements, unless a definition, a list or the steps of a procedure are asked for
	mostListed = 8   // of those
	mostOfTerm = 8   // words of a term that a glossary explains behind it
	repeats    = 0.8 // share of a statement's words that say nothing new
)

// choose shows the likeliest statement, and behind it those nearly as likely that say something new, with what they say
// nothing without.
func (m *meter) choose(scores []float64) []int {
	order := byScore(scores)
	most := mostShown
	switch m.Question.Kind {
	case question.List:
		most = mostListed
	case question.Definition:
		most = 1
	}
	var shown []int
	said := map[string]bool{}
	for _, i := range order {
		v := &m.views[i]
		if len(shown) >= most || scores[i] < scores[order[0]]-engine.Behind {
			break
		}
		old := 0
		for _, w := range v.words {
			old += int(one(said[w]))
		}
		if len(shown) > 0 && float64(old) > repeats*float64(len(v.words)) {
			continue
		}
		shown = append(shown, i)
		for _, w := range v.words {
			said[w] = true
		}
	}
	return m.whole(shown)
}

// whole adds to what is shown what it says nothing without: the items of a list that it leads in to, what restricts
// them, the meaning of a term, and the listing that shows how it is done.
func (m *meter) whole(shown []int) []int {
	shown = m.wholeLists(shown)
	for k := 0; k < len(shown); k++ {
		v, items := &m.views[shown[k]], 0
		term := m.Question.Kind == question.Definition && v.Kind == source.Paragraph && v.opens() && len(v.words) <= mostOfTerm
		for i := range m.views {
			next := &m.views[i]
			item := v.Leads > 0 && next.List == v.Leads && items < engine.LongestList
			over := v.Above != "" && next.Text == v.Above && support.Restricts(v.Above) // it says something else without
			shows := m.Question.Kind == question.List && next.Bare && next.Evidence == v.Evidence && v.Full == "" &&
				strings.HasSuffix(next.Before(), v.Text) // how it is done, in code
			meaning := term && i == shown[k]+1 && next.Evidence == v.Evidence && next.Block == v.Block
			if (item || over || shows || meaning) && !slices.Contains(shown, i) {
				shown, items = append(shown, i), items+1
			}
		}
	}
	return shown
}

// wholeLists adds the other items of a short list of which several are shown: some of them would pass for all.
func (m *meter) wholeLists(shown []int) []int {
	some, all := map[int]int{}, map[int]int{} // items of each list
	for i := range m.views {
		all[m.views[i].List]++
		some[m.views[i].List] += int(one(slices.Contains(shown, i)))
	}
	for i := range m.views {
		v := &m.views[i]
		if v.List > 0 && v.Kind != source.Table && some[v.List] > 1 && all[v.List] <= mostListed && !slices.Contains(shown, i) {
			shown = append(shown, i)
		}
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

// inOrder sets what is shown in the order of an answer: passages by their likeliest statement, and what stands in one
// passage as it stands there.
func (m *meter) inOrder(shown []int) []int {
	first := map[int]int{} // of a piece of evidence: the place of the likeliest
	for n, i := range shown {
		if _, ok := first[m.views[i].Evidence]; !ok {
			first[m.views[i].Evidence] = n
		}
	}
	slices.SortStableFunc(shown, func(a, b int) int {
		v, w := &m.views[a], &m.views[b]
		return cmp.Or(first[v.Evidence]-first[w.Evidence], v.Start-w.Start)
	})
	return shown
}
