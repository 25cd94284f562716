package index

import (
	"cmp"
	"context"
	"regexp"
	"slices"
	"strings"

	"ibid/guard/words"
	"ibid/index/question"
	"ibid/index/source"
)

// The most that was derived from the documents among the hits for a question about an API. What it leaves is for the
// documents themselves, which get at least half of the hits asked for.
const (
	maxCards   = 2 // of symbols
	maxCluster = 3 // parts of one notebook
	maxRecipes = 2 // others
)

const (
	derivedDepth = 400 // derived chunks that a search looks at

	// named is the least worth of a card that the question names.
	named = wordName

	// mentionBonus is what a recipe gains that uses a symbol that the question names; relevant is what it must reach.
	mentionBonus = 1.0

	// derivedStep is what a derived hit's score is above the one that follows. It makes their order; how much better
	// they are than the documents it does not say.
	derivedStep = 0.01
	relevant    = 0.7
)

// apiHint is what people ask of an API and of much else.
var apiHint = regexp.MustCompile(`(?i)\b(?:attributes|fields|members|methods|properties|functions|inherits?|extends?|base class|defaults?|examples?|usage|used?|returns?|takes?|accepts?|raises?|throws?|class|declared|defined|implemented|does \S+ do)\b`)

// howTo asks how something is done with the code at hand.
var howTo = regexp.MustCompile(`(?i)^how (?:do|can|could|should|would) (?:i|we|you|one)\b|^how to\b`)

// aboutAPI tells whether a question is about an API: by how it is put, because it names a project, because it writes
// a name that a card has as code, or because one of its words is such a name and the rest may be meant of one.
func (ix *Index) aboutAPI(q question.Question, words Mentions, cards []namedCard) bool {
	if q.Code {
		return true
	}
	for _, p := range ix.projects() {
		if slices.ContainsFunc(words, func(m mention) bool { return strings.EqualFold(p, m.text) }) {
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
	return slices.ContainsFunc(cards, func(c namedCard) bool { return c.worth >= least })
}

// namedCard is a card that a question names.
type namedCard struct {
	card
	worth float64 // at least named
}

// named lists the cards that a question names, in the order of their rows.
func (d *derived) named(words Mentions) []namedCard {
	var out []namedCard
	for _, c := range d.cards {
		if x := words.worth(c.name); x >= named {
			out = append(out, namedCard{c, x})
		}
	}
	return out
}

// derivedHits finds what was derived from the documents for a question about an API: the cards of the symbols that it
// names, the parts of one notebook, other recipes. There are none for other questions. It
// tells whether the question names a symbol or a module: without that, what is derived is a guess.
func (ix *Index) derivedHits(ctx context.Context, q question.Question, query Query) (hits []Hit, named bool, err error) {
	if ix.derived == nil {
		return nil, false, nil
	}
	words := MentionsOf(q)
	cards := ix.derived.named(words)
	if !ix.aboutAPI(q, words, cards) {
		return nil, false, nil
	}
	s := &apiSearch{derived: ix.derived, text: q.Text, words: words, within: within(query)}
	if s.found, err = ix.searchDerived(ctx, q.Text, s.within); err != nil {
		return nil, false, err
	}
	if err := s.takeCards(cards); err != nil {
		return nil, false, err
	}
	found := len(s.taken) > 0
	if err := s.takeRecipes(); err != nil {
		return nil, false, err
	}
	for i := range s.taken {
		t := &s.taken[i]
		if err := ix.derived.read(&t.found); err != nil {
			return nil, false, err
		}
		hits = append(hits, Hit{Chunk: ix.chunk(t.record), LexicalRank: t.rank, Promoted: t.why})
	}
	return hits, found, nil
}

// within tells whether a derived chunk belongs to the documents and projects that a query is narrowed to; nil where
// it is not.
func within(q Query) func(*record) bool {
	if q.Documents == nil && q.Projects == nil {
		return nil
	}
	return func(r *record) bool {
		return (q.Documents == nil || slices.Contains(q.Documents, r.DocID)) &&
			(q.Projects == nil || slices.Contains(q.Projects, r.Derived.Project))
	}
}

// apiSearch finds what was derived, one kind after the other.
type apiSearch struct {
	derived *derived
	text    string // of the question
	words   Mentions
	within  func(*record) bool // nil for all
	found   []found            // by their words
	cards   []string           // names of the cards that were taken
	taken   []taken
}

// taken is what there is a place for.
type taken struct {
	found
	why string
}

func (s *apiSearch) take(f *found, why string) { s.taken = append(s.taken, taken{*f, why}) }

// takeCards takes the cards of the symbols that the question names.
func (s *apiSearch) takeCards(named []namedCard) error {
	byID := map[string]*found{}
	for i := range s.found {
		byID[s.found[i].id] = &s.found[i]
	}
	candidates := make([]found, len(named))
	for i, c := range named {
		candidates[i] = found{id: c.id, kind: source.SymbolCard, name: c.name}
		if known := byID[c.id]; known != nil {
			candidates[i] = *known
		}
		candidates[i].score += c.worth
	}
	slices.SortFunc(candidates, func(a, b found) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.name), len(b.name)), strings.Compare(a.name, b.name))
	})
	for i := range candidates {
		if len(s.cards) == maxCards {
			break
		}
		f := &candidates[i]
		if s.within != nil {
			if err := s.derived.read(f); err != nil {
				return err
			}
			if !s.within(f.record) {
				continue
			}
		}
		s.take(f, "the card of "+f.name+", which the question names")
		s.cards = append(s.cards, f.name)
	}
	s.takeParts()
	return nil
}

// takeParts fills the places that are left for cards with what fits the question best of a long card that was taken.
func (s *apiSearch) takeParts() {
	whole := s.taken
	for i := range s.found {
		if len(s.taken) == maxCards {
			return
		}
		f := &s.found[i]
		have := func(t taken) bool { return t.id == f.id }
		if f.kind == source.SymbolCard && slices.Contains(s.cards, f.name) && !slices.ContainsFunc(whole, have) {
			s.take(f, "the part of that card which fits best")
		}
	}
}

// fitting is a recipe that is relevant to the question.
type fitting struct {
	*found
	value float64
	uses  string // the first of the cards taken whose symbol it uses, "" for none
}

func (r *fitting) use() string {
	if r.uses == "" {
		return ""
	}
	return "; it uses " + r.uses
}

// recipes lists what is relevant of notebooks and of other recipes, the best first, each derived document once.
func (s *apiSearch) recipes() ([]fitting, error) {
	var out []fitting
	seen := map[string]bool{}
	for i := range s.found {
		f := &s.found[i]
		if f.kind == source.SymbolCard || seen[f.of] || f.score < relevant && len(s.cards) == 0 {
			continue
		}
		if err := s.derived.read(f); err != nil {
			return nil, err
		}
		r := fitting{found: f, value: f.score}
		if n := slices.IndexFunc(s.cards, func(name string) bool { return slices.Contains(f.record.Derived.Mentions, name) }); n >= 0 {
			r.value, r.uses = f.score+mentionBonus, s.cards[n]
		}
		if r.value >= relevant {
			seen[f.of] = true
			out = append(out, r)
		}
	}
	slices.SortStableFunc(out, func(a, b fitting) int { return cmp.Compare(b.value, a.value) })
	return out, nil
}

// takeRecipes takes parts of the notebook that has the best one, then recipes that come from no notebook.
func (s *apiSearch) takeRecipes() error {
	recipes, err := s.recipes()
	if err != nil {
		return err
	}
	notebook := ""
	var parts, others []fitting
	for _, r := range recipes {
		in := r.record.Derived.Cluster
		if notebook == "" {
			notebook = in
		}
		switch in {
		case "":
			others = append(others, r)
		case notebook:
			parts = append(parts, r)
		}
	}
	for _, r := range parts[:min(maxCluster, len(parts))] {
		s.take(r.found, "a part of the notebook that fits best"+r.use())
	}
	for _, r := range others[:min(maxRecipes, len(others))] {
		s.take(r.found, "a recipe"+r.use())
	}
	return nil
}

// withDerived puts derived hits before those of the documents, which keep at least half of the k places; behind them
// where the question names no symbol, or where the card holds less of it than they do: they tell of the symbol what
// no declaration does.
func withDerived(terms []question.Term, derived []Hit, named bool, documents []Hit, k int) []Hit {
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
	if named && declares(terms, &derived[0], documents[:min(len(documents), (k+1)/2)]) {
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

// declares tells whether a card holds as much of a question as each of some chunks. What asks for a part of a
// declaration counts for nobody.
func declares(terms []question.Term, card *Hit, documents []Hit) bool {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t question.Term) bool { return words.Declaration.Has(strings.ToLower(t.Text)) })
	held := func(h *Hit) float64 {
		return question.NewBag(append([]string{h.Text, h.Title, h.Symbol}, h.Section...)...).Coverage(terms)
	}
	own := held(card)
	return !slices.ContainsFunc(documents, func(h Hit) bool { return held(&h) > own })
}
