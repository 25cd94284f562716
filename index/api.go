package index

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"ibid/index/source"
)

// Quotas bound what was derived from the documents among the hits for a question about an API. What they leave is for the
// documents themselves, which get at least half of the hits asked for.
type Quotas struct {
	Cards    int // symbol cards
	Cluster  int // parts of one notebook
	Recipes  int // other recipes
	Surfaces int // summaries of a module
}

// DefaultQuotas are those of a query that gives none.
func DefaultQuotas() Quotas { return Quotas{Cards: 2, Cluster: 3, Recipes: 2, Surfaces: 1} }

const (
	derivedDepth = 400 // derived chunks that a search looks at

	// named is the least worth of a card that the question names.
	named = wordName

	// mentionBonus is what a recipe gains that uses a symbol that the question names; relevant is what it must reach.
	mentionBonus = 1.0

	// derivedStep is what a derived hit's score is above the one that follows. It makes their order; how much better they are
	// than the documents it does not say.
	derivedStep = 0.01
	relevant    = 0.7
)

// apiHint is what people ask of an API and of much else.
var apiHint = regexp.MustCompile(`(?i)\b(?:attributes|fields|members|methods|properties|functions|inherits?|extends?|base class|defaults?|examples?|usage|used?|returns?|takes?|accepts?|raises?|throws?|class|declared|defined|implemented|does \S+ do)\b`)

// howTo asks how something is done with the code at hand.
var howTo = regexp.MustCompile(`(?i)^how (?:do|can|could|should|would) (?:i|we|you|one)\b|^how to\b`)

// aboutAPI tells whether a question is about an API: by how it is put, because it names a project, because it writes a name
// that a card has as code, or because one of its words is such a name and the rest may be meant of one.
func (ix *Index) aboutAPI(q Question, words []mention) bool {
	if q.Code {
		return true
	}
	projects := ix.Projects()
	for i := range words {
		if slices.ContainsFunc(projects, func(p string) bool { return strings.EqualFold(p, words[i].text) }) {
			return true
		}
	}
	least := ownerName
	if apiHint.MatchString(q.Text) || howTo.MatchString(q.Text) {
		least = named
		if slices.ContainsFunc(words, func(m mention) bool { return m.owner != "" }) {
			return true
		}
	}
	return slices.ContainsFunc(ix.derived.cards, func(c card) bool { return worth(c.name, words) >= least })
}

// derivedHits finds what was derived from the documents for a question about an API: the cards of the symbols that it
// names, the parts of one notebook, other recipes, the summary of a module. There are none for other questions. It tells
// whether the question names a symbol or a module: without that, what is derived is a guess.
func (ix *Index) derivedHits(ctx context.Context, q Question, query Query) (hits []Hit, named bool, err error) {
	if ix.derived == nil {
		return nil, false, nil
	}
	words := mentions(q)
	if !ix.aboutAPI(q, words) {
		return nil, false, nil
	}
	quotas := DefaultQuotas()
	if query.Quotas != nil {
		quotas = *query.Quotas
	}
	s := &apiSearch{ix: ix, quotas: quotas, text: q.Text, words: words, within: within(query)}
	if s.found, err = ix.searchDerived(ctx, q.Text, s.within); err != nil {
		return nil, false, err
	}
	if err := s.takeCards(); err != nil {
		return nil, false, err
	}
	if len(s.cards) == 0 { // a module is all that may be named
		s.takeSurfaces()
	}
	found := len(s.hits) > 0
	s.takeCluster()
	s.takeRecipes()
	if len(s.cards) > 0 {
		s.takeSurfaces()
	}
	return s.hits, found, nil
}

// within tells whether a derived chunk belongs to the documents and projects that a query is narrowed to.
func within(q Query) func(*record) bool {
	return func(r *record) bool {
		return (q.Documents == nil || slices.Contains(q.Documents, r.DocID)) &&
			(q.Projects == nil || slices.Contains(q.Projects, r.Derived.Project))
	}
}

// apiSearch fills the quotas, one after the other.
type apiSearch struct {
	ix     *Index
	quotas Quotas
	text   string // of the question
	words  []mention
	within func(*record) bool
	found  []found  // by their words
	cards  []string // names of the cards that were taken
	hits   []Hit
}

func (s *apiSearch) take(f found, why string) {
	s.hits = append(s.hits, Hit{Chunk: s.ix.chunk(f.record), LexicalRank: f.rank, Promoted: why})
}

// takeCards takes the cards of the symbols that the question names.
func (s *apiSearch) takeCards() error {
	byRow := map[int]*found{}
	for i := range s.found {
		byRow[s.found[i].row] = &s.found[i]
	}
	type candidate struct {
		found
		name string
	}
	var candidates []candidate
	for _, c := range s.ix.derived.cards {
		x := worth(c.name, s.words)
		if x < named {
			continue
		}
		f := found{row: c.row}
		if known := byRow[c.row]; known != nil {
			f = *known
		}
		f.score += x
		candidates = append(candidates, candidate{f, c.name})
	}
	slices.SortFunc(candidates, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	for _, c := range candidates {
		if len(s.cards) == s.quotas.Cards {
			break
		}
		if c.record == nil {
			var err error
			if c.record, err = s.ix.derived.store.get(c.row); err != nil {
				return err
			}
		}
		if s.within(c.record) {
			s.take(c.found, "the card of "+c.name+", which the question names")
			s.cards = append(s.cards, c.name)
		}
	}
	s.takeParts()
	return nil
}

// takeParts fills the places that are left for cards with what fits the question best of a long card that was taken.
func (s *apiSearch) takeParts() {
	taken := len(s.hits)
	for _, f := range s.found {
		if len(s.hits) == s.quotas.Cards {
			return
		}
		have := func(h Hit) bool { return h.ID == f.ID }
		if f.Kind == source.SymbolCard && slices.Contains(s.cards, f.Symbol) && !slices.ContainsFunc(s.hits[:taken], have) {
			s.take(f, "the part of that card which fits best")
		}
	}
}

// uses tells whether a recipe uses a symbol whose card was taken.
func (s *apiSearch) uses(f *found) bool {
	return slices.ContainsFunc(s.cards, func(name string) bool { return slices.Contains(f.Derived.Mentions, name) })
}

// value is what a recipe is worth to the question.
func (s *apiSearch) value(f *found) float64 {
	if s.uses(f) {
		return f.score + mentionBonus
	}
	return f.score
}

// best lists what is relevant of some kinds, the best first, each derived document once.
func (s *apiSearch) best(wanted func(*found) bool) []found {
	var out []found
	seen := map[string]bool{}
	for i := range s.found {
		f := &s.found[i]
		id, _, _ := strings.Cut(f.ID, chunkDivider)
		if wanted(f) && s.value(f) >= relevant && !seen[id] {
			seen[id] = true
			out = append(out, *f)
		}
	}
	slices.SortStableFunc(out, func(a, b found) int { return cmp.Compare(s.value(&b), s.value(&a)) })
	return out
}

// takeCluster takes parts of the notebook that has the best one.
func (s *apiSearch) takeCluster() {
	parts := s.best(func(f *found) bool { return f.Derived.Cluster != "" })
	n := 0
	for _, f := range parts {
		if n == s.quotas.Cluster {
			break
		}
		if f.Derived.Cluster == parts[0].Derived.Cluster {
			s.take(f, s.why(&f, "a part of the notebook that fits best"))
			n++
		}
	}
}

// takeRecipes takes recipes that come from no notebook.
func (s *apiSearch) takeRecipes() {
	recipes := s.best(func(f *found) bool { return f.Kind == source.Recipe && f.Derived.Cluster == "" })
	for _, f := range recipes[:min(s.quotas.Recipes, len(recipes))] {
		s.take(f, s.why(&f, "a recipe"))
	}
}

// takeSurfaces takes the summaries of the modules that the question names.
func (s *apiSearch) takeSurfaces() {
	n := 0
	for _, f := range s.found {
		if n < s.quotas.Surfaces && f.Kind == source.APISurface && s.namesModule(f.Symbol) {
			s.take(f, "what "+f.Symbol+" offers, which the question names")
			n++
		}
	}
}

// offers are the words in which people ask what a module has.
var offers = regexp.MustCompile(`(?i)\b(?:functions?|class(?:es)?|methods?|api|offers?|provides?|exports?|contains?|symbols|names|modules?|packages?)\b`)

// namesModule tells whether the question names a module: as code, or by its last part where it asks what a module has.
func (s *apiSearch) namesModule(name string) bool {
	if worth(name, s.words) >= tailName {
		return true
	}
	return offers.MatchString(s.text) && slices.ContainsFunc(s.words, func(m mention) bool { return endsIn(name, m.text) })
}

func (s *apiSearch) why(f *found, what string) string {
	for _, name := range s.cards {
		if slices.Contains(f.Derived.Mentions, name) {
			return what + "; it uses " + name
		}
	}
	return what
}

// withDerived puts derived hits before those of the documents, which keep at least half of the k places; behind them where the
// question names no symbol.
func withDerived(derived []Hit, named bool, documents []Hit, k int) []Hit {
	if len(derived) == 0 {
		return documents
	}
	best, least := 0.0, 0.0
	for i := range documents {
		best = max(best, documents[i].Score)
		if i == 0 || documents[i].Score < least {
			least = documents[i].Score
		}
	}
	var out []Hit
	if named {
		for i := range derived {
			derived[i].Score = round(best + derivedStep*float64(len(derived)-i))
		}
		out = append(derived, documents[:min(len(documents), max(k-len(derived), (k+1)/2))]...)
	} else {
		for i := range derived {
			derived[i].Score = round(least * float64(len(derived)-i) / float64(len(derived)+1))
		}
		out = append(documents, derived...)
	}
	for i := range out {
		out[i].Rank = i + 1
	}
	return out
}
