package index

import (
	"cmp"
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"ibid/guard/words"
	"ibid/index/lexical"
	"ibid/index/question"
	"ibid/index/source"
	"ibid/index/symbol"
	"ibid/index/symbol/recipe"
)

const (
	// The most that was derived from the documents among the hits of a question. What it leaves is for the documents
	// themselves, which get at least half of the hits asked for.
	maxCards   = 2 // chunks of the cards of symbols
	maxRecipes = 2

	derivedDepth = 400 // derived chunks that a search looks at

	// derivedStep is what a derived hit's score is above the one that follows. It makes their order; how much better
	// they are than the documents it does not say.
	derivedStep = 0.01
)

// derived is what was made from the documents, open for reading: a lexical index of its own, so that it does not change
// the scores of the documents.
type derived struct {
	*lexical.Reader
	cards []card // sorted by their ids
}

// card is the first chunk of the card of one symbol.
type card struct {
	id, name string // the name is qualified
}

// openDerived opens what was derived; nil where there is nothing.
func openDerived(dir string, m *manifest) (*derived, error) {
	if m.Derived.Documents == 0 {
		return nil, nil
	}
	list, err := m.readPart(dir, cardsFile)
	if err != nil {
		return nil, err
	}
	d := &derived{}
	for id := range strings.FieldsFuncSeq(string(list), func(r rune) bool { return r == '\n' }) {
		_, name := recipe.ParseID(derivedOf(id))
		d.cards = append(d.cards, card{id, name})
	}
	if d.Reader, err = openLexical(filepath.Join(dir, derivedDir), m.Derived); err != nil {
		return nil, err
	}
	return d, nil
}

// derivedOf is the id of the derived document that a chunk is of.
func derivedOf(id string) string {
	for range 2 {
		id = id[:max(0, strings.LastIndex(id, chunkDivider))]
	}
	return id
}

// get reads chunks.
func (d *derived) get(ids ...string) ([]*record, error) {
	found, err := records(d.Reader, ids)
	return found, corrupt(err)
}

// below reads the chunks whose ids begin with a prefix, sorted by these.
func (d *derived) below(prefix string) ([]*record, error) {
	ids, err := d.IDs(prefix)
	if err != nil {
		return nil, corrupt(err)
	}
	return d.get(ids...)
}

// Cards reads the first chunk of the cards of symbols, by their qualified names, in the order of these. A name
// without a card is left out.
func (ix *Index) Cards(_ context.Context, names []string) ([]Chunk, error) {
	if ix.derived == nil {
		return nil, nil
	}
	var ids []string
	for _, name := range names {
		for _, c := range ix.derived.cards {
			if c.name == name {
				ids = append(ids, c.id)
			}
		}
	}
	found, err := ix.derived.get(ids...)
	var out []Chunk
	for _, r := range found {
		out = append(out, ix.chunk(r))
	}
	return out, err
}

// found is a derived chunk on its way to becoming a hit.
type found struct {
	*record
	worth float64 // of the question's words to a card that they name
	score float64 // that of a card: what it is worth, and what its words score, 1 for the best
	rank  int     // by its words, 0 where they do not find it
	why   string  // it is among the hits
}

// find finds derived chunks of some documents, nil for all: by their words, the best first, and those of the cards that
// a question names. There are none where it names none.
func (d *derived) find(ctx context.Context, q question.Question, documents []string) (out []*found, err error) {
	words, worth := MentionsOf(q), map[string]float64{}
	for _, c := range d.cards {
		if x := words.worth(c.name); x > 0 {
			worth[c.id] = x
		}
	}
	if len(worth) == 0 {
		return nil, nil
	}
	lists, err := search(ctx, d.Reader, [][]lexical.Clause{lexical.Query(q.Text)}, derivedDepth, nil)
	if err != nil {
		return nil, err
	}
	hits := lists[0].entries
	for _, c := range d.cards {
		if worth[c.id] > 0 && !slices.ContainsFunc(hits, func(h scored) bool { return h.id == c.id }) {
			hits = append(hits, scored{id: c.id})
		}
	}
	best := 0.0
	hits = slices.DeleteFunc(hits, func(h scored) bool { // cards of other symbols need not be read
		kind, name := recipe.ParseID(derivedOf(h.id))
		if documents != nil || kind != source.SymbolCard {
			return false
		}
		best = max(best, h.score)
		return !words.Name(name)
	})
	ids := make([]string, len(hits))
	for i, h := range hits {
		ids[i] = h.id
	}
	read, err := d.get(ids...)
	for i, r := range read {
		f := &found{record: r, worth: worth[r.ID], score: worth[r.ID], rank: hits[i].rank}
		if documents != nil && !slices.Contains(documents, r.DocID) {
			continue
		}
		if score := hits[i].score; r.Derived.Kind == source.SymbolCard && score > 0 {
			best = max(best, score)
			f.score += round(score / best)
		}
		out = append(out, f)
	}
	return out, err
}

// derivedHits finds what was derived from some documents, nil for all, for a question that names symbols: their cards,
// what fits best of a long one, and recipes that use them.
func (ix *Index) derivedHits(ctx context.Context, q question.Question, documents []string) (hits []Hit, err error) {
	if ix.derived == nil {
		return nil, nil
	}
	all, err := ix.derived.find(ctx, q, documents)
	cards := slices.DeleteFunc(slices.Clone(all), func(f *found) bool { return f.worth == 0 })
	slices.SortFunc(cards, func(a, b *found) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(len(a.Derived.Symbol), len(b.Derived.Symbol)),
			strings.Compare(a.Derived.Symbol, b.Derived.Symbol))
	})
	cards = cards[:min(maxCards, len(cards))]
	for _, f := range cards {
		f.why = "the card of " + f.Derived.Symbol + ", which the question names"
	}
	taken := slices.Clone(cards)
	for _, f := range all {
		isPart := func(c *found) bool { return c.Derived.ID == f.Derived.ID }
		if len(taken) < maxCards && f.why == "" && slices.ContainsFunc(cards, isPart) {
			f.why = "the part of that card which fits best"
			taken = append(taken, f)
		}
	}
	recipes := map[string]bool{}
	for _, f := range all {
		if f.Derived.Kind == source.SymbolCard || recipes[f.Derived.ID] || len(recipes) == maxRecipes {
			continue
		}
		uses := func(c *found) bool { // what could not be followed counts where the question writes the name as code
			return slices.Contains(f.Derived.Mentions, c.Derived.Symbol) ||
				c.worth > wordName && question.ContainsWord(f.Text, symbol.LastPart(c.Derived.Symbol))
		}
		if i := slices.IndexFunc(cards, uses); i >= 0 {
			f.why = "a recipe; it uses " + cards[i].Derived.Symbol
			recipes[f.Derived.ID] = true
			taken = append(taken, f)
		}
	}
	for _, f := range taken {
		hits = append(hits, Hit{Chunk: ix.chunk(f.record), LexicalRank: f.rank, Promoted: f.why})
	}
	return hits, err
}

// withDerived puts derived hits before those of the documents, which keep at least half of the k places; behind them
// where the card holds less of the question than they do: they tell of the symbol what no declaration does.
func withDerived(terms []question.Term, derived, documents []Hit, k int) []Hit {
	if len(derived) == 0 {
		return documents
	}
	best, least := 0.0, 0.0
	if n := len(documents); n > 0 {
		best, least = documents[0].Score, documents[n-1].Score
	}
	first := declares(terms, &derived[0], documents[:min(len(documents), (k+1)/2)])
	for i := range derived {
		below := float64(len(derived) - i)
		derived[i].Score = round(least * below / float64(len(derived)+1))
		if first {
			derived[i].Score = round(best + derivedStep*below)
		}
	}
	out := append(documents, derived...)
	if first {
		out = append(derived, documents[:min(len(documents), max(k-len(derived), (k+1)/2))]...)
	}
	for i := range out {
		out[i].Rank = i + 1
	}
	return out
}

// declares tells whether a card holds as much of a question as each of some chunks. What asks for a part of a
// declaration counts for nobody.
func declares(terms []question.Term, card *Hit, documents []Hit) bool {
	terms = slices.DeleteFunc(slices.Clone(terms), func(t question.Term) bool {
		return words.Declaration.Has(strings.ToLower(t.Text))
	})
	held := func(h *Hit) float64 {
		return question.NewBag(append([]string{h.Text, h.Title, h.Symbol}, h.Section...)...).Coverage(terms)
	}
	own := held(card)
	return !slices.ContainsFunc(documents, func(h Hit) bool { return held(&h) > own })
}

const (
	// What a word of the question is worth to the card whose name it matches.
	lastName   = 3.0 // encode, written as code: encode(), `encode`, raw_decode; JSONEncoder.encode
	ownerName  = 2.5 // JSONEncoder.item_separator: the card of a class, for its member
	memberName = 2.0 // e.encode: the last parts agree
	wordName   = 1.5 // encode, as a plain word that is used as a name

	shortestWord = 3 // characters of a plain word that may be a name
)

// mention is a word of a question that may name a symbol.
type mention struct {
	text  string
	last  string // its last part
	owner string // what stands before that
	code  bool   // it is written as code
	used  bool   // a plain word, used as a name is
}

// Mentions are the words of a question that may name symbols, each once.
type Mentions []mention

// MentionsOf lists the words of a question, without the punctuation around them.
func MentionsOf(q question.Question) Mentions {
	var out Mentions
	used := usedAsNames(q.Text)
	for _, field := range strings.Fields(q.Text) {
		w, code := bareName(field)
		if utf8.RuneCountInString(w) < shortestWord {
			continue
		}
		m := mention{text: w, last: symbol.LastPart(w)}
		m.owner = strings.TrimRight(strings.TrimSuffix(w, m.last), "./:")
		m.code = code || m.last != w || question.IsCode(w)
		m.used = !m.code && (used[strings.ToLower(w)] || capitalInside(q.Text, w))
		if !slices.Contains(out, m) {
			out = append(out, m)
		}
	}
	return out
}

// bareName is a word without the punctuation and the quotation marks around it, without arguments and a possessive.
// It tells whether the word is written as code.
func bareName(field string) (name string, code bool) {
	w := strings.Trim(field, "?!,;:\"'“”‘’")
	code = strings.ContainsAny(w, "`(")
	w, _, _ = strings.Cut(strings.Trim(w, "`"), "(")
	w = strings.Trim(w, "`?!.,;:\"'“”‘’)[]{}")
	return strings.TrimSuffix(strings.TrimSuffix(w, "'s"), "’s"), code
}

// capitalInside tells whether a word has a capital that is not that of a sentence's start.
func capitalInside(text, word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return unicode.IsUpper(r) && !strings.HasPrefix(text, word)
}

// Name tells whether they are the name of a symbol, or of a member of it: then its card is found first.
func (words Mentions) Name(name string) bool { return words.worth(name) > 0 }

// worth is what the words of a question are worth to a card.
func (words Mentions) worth(name string) float64 {
	last := symbol.LastPart(name)
	best := 0.0
	for i := range words {
		w, x := &words[i], 0.0
		switch tail := symbol.EndsIn(name, w.text); {
		case tail && w.code:
			x = lastName
		case w.owner != "" && symbol.EndsIn(name, w.owner):
			x = ownerName
		case w.owner != "" && w.last == last:
			x = memberName
		case tail && w.used:
			x = wordName
		}
		best = max(best, x)
	}
	return best
}

// usedForms are the ways to use a plain word as the name of a symbol, which is their group.
var usedForms = sync.OnceValue(func() (out []*regexp.Regexp) {
	for _, form := range []string{
		`\b(?:function|method|class|property|attribute|decorator|constructor|exception)\s+W`,
		`W\s+(?:function|method|class|property|decorator|exception|constructor|object|instance)s?\b`,
		`\b(?:do|does|can|will|should|must)\s+W\s+` +
			`(?:take|accept|return|raise|throw|do|need|expect|yield|give|support|use|have|inherit|extend|of)\b`,
		`\b(?:call|use|using|import|invoke|subclass)\s+(?:the\s+)?W`,
		`\b(?:signature|arguments?|parameters?|defaults?|examples?|usage|results?|class(?:es)?|methods?|fields?|` +
			`attributes?|members?)\s+(?:\w+\s+)?(?:of|to)\s+(?:the\s+)?W`,
	} {
		out = append(out, regexp.MustCompile("(?i)"+strings.ReplaceAll(form, "W", `([\pL\pN_][\pL\pN_-]*)`)))
	}
	return out
})

// usedAsNames are the words of a question, in lower case, that are used as a symbol's name is: encode in "what does
// encode return".
func usedAsNames(text string) map[string]bool {
	out := map[string]bool{}
	for _, form := range usedForms() {
		for _, m := range form.FindAllStringSubmatch(text, -1) {
			out[strings.ToLower(m[1])] = true
		}
	}
	return out
}
