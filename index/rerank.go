package index

import (
	_ "embed"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"

	"ibid/index/lexical"
	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// On top of the fitted score (reranker.go) rules move up chunks that hold, to the letter, the names the question
// gives. They must do no harm: they move few, and none where the names tell no chunk from another. Before that,
// introductions count a little more and bibliographies less, and what documents and sections are about counts.
const (
	rerankDepth   = 20   // candidates looked at
	maxPromotions = 3    // candidates moved
	entryBonus    = 0.30 // added to the chunk that has an entry for what is to be defined or compared
	nameBonus     = 0.15 // added for all names of the question; a part of it for a part of them
	titleBonus    = 0.50 // added to the chunk where a named algorithm, table or section begins
	introBonus    = 0.06 // added to an abstract, an introduction, a glossary, where only what something is is asked
	shortQuestion = 8    // terms up to which a question may be such a one
	listsOnly     = 0.5  // factor for a bibliography or a list of contents
	aboutBonus    = 0.30 // added to the abstract of a document that is about what the question asks
	openingBonus  = 0.15 // added to its introductions
	headedBonus   = 0.20 // added to the section that is headed by what is to be defined or compared
)

// rerank applies the rules: it rescores the candidates in place and sorts them again.
func rerank(q question.Question, cands []candidate, ac *acronyms) {
	favour(q, cands, ac)
	sortCandidates(cands)
	promote(q, cands[:min(rerankDepth, len(cands))])
	sortCandidates(cands)
}

// promote moves up the few candidates that hold most of what the question names.
func promote(q question.Question, cands []candidate) {
	bonus := make([]float64, len(cands))
	why := make([]string, len(cands))
	for i := range cands {
		bonus[i], why[i] = exactness(q, &cands[i].chunk)
	}
	for range min(maxPromotions, len(cands)) {
		best := slices.Index(bonus, slices.Max(bonus))
		if bonus[best] == 0 {
			break
		}
		cands[best].score, cands[best].promoted = round(cands[best].score+bonus[best]), why[best]
		bonus[best] = 0
	}
}

// exactness measures how much of what the question names stands in a chunk, and says what.
func exactness(q question.Question, c *Chunk) (bonus float64, why string) {
	var what []string
	add := func(more float64, text string) { bonus, what = bonus+more, append(what, text) }
	for _, r := range q.References {
		if begins(r, c) {
			add(titleBonus, r.String()+" begins here")
		}
	}
	for _, name := range explained(q) {
		if explains(&c.Chunk, name) {
			add(entryBonus, "explains "+name)
		}
	}
	for _, id := range q.Identifiers {
		if question.ContainsWord(c.Text, id) {
			add(nameBonus/float64(len(q.Identifiers)), id)
		}
	}
	return round(bonus), "names " + strings.Join(what, ", ")
}

// explained lists the names that a question wants explained.
func explained(q question.Question) []string {
	switch q.Kind {
	case question.Definition, question.Overview, question.Expansion:
		if q.Subject != "" {
			return []string{q.Subject}
		}
	case question.Comparison:
		return q.Sides
	}
	return nil
}

// begins tells whether a numbered part of a document starts in a chunk: a line of it opens with "Algorithm 2".
func begins(r question.Reference, c *Chunk) bool {
	const end = `(?:$|\.(?:\D|$)|[^\pL\pN.])` // "Section 4.1" does not begin at "Section 4.1.2"
	named := regexp.MustCompile(`(?i)^` + regexp.QuoteMeta(r.String()) + end)
	numbered := regexp.MustCompile(`(?i)^[# ]*` + regexp.QuoteMeta(r.Number) + end)
	return slices.ContainsFunc(c.Blocks, func(b source.Block) bool {
		text := c.Text[b.Start:b.End]
		return named.MatchString(text) || r.Label == "Section" && b.Kind == source.Heading && numbered.MatchString(text)
	})
}

// The headings of what tells what a document is about, of lists that name everything and say nothing, and what may
// stand before the topic in a heading: "3.4", "Appendix B.", "Overview of the".
var (
	abstract     = regexp.MustCompile(`(?i)^(?:[0-9A-Z.]*\s*)?(?:abstract|(?:executive )?summary)\b`)
	introductory = regexp.MustCompile(`(?i)^(?:[0-9A-Z.]*\s*)?(?:abstract|(?:executive )?summary|introduction|overview|` +
		`background|purpose|scope|context|explanation|about|applications?|definitions?|glossary|terms|what is .*)\b`)
	bibliography = regexp.MustCompile(`(?i)^(?:[0-9A-Z.]*\s*)?(?:references|bibliography|works cited|` +
		`(?:table of )?contents|list of (?:tables|figures|algorithms)|index)$`)
	headingLead = regexp.MustCompile(`(?i)^[# ]*(?:(?:(?:section|chapter|appendix)\s+)?(?:[0-9]+|[A-Z]\.)[0-9A-Z.]*\s+|` +
		`the\s+|an?\s+|overview of\s+)*`)
)

// favour rates candidates by the part of their document that they stand in. Where a question asks for no more than what
// something is, being short and wanting no number, steps or date, the sections in which documents say what they are
// about count a little more; where it is about a document's own topic its abstract and its introductions, which say in
// general what the rest says in detail; and where something is to be explained the section that is headed by it.
// Bibliographies and lists of contents count less for every question.
func favour(q question.Question, cands []candidate, ac *acronyms) {
	topics, introduces := explained(q), false
	headings := spelled(topics, ac)
	if len(lexical.Query(q.Text)) <= shortQuestion {
		switch q.Kind {
		case question.Definition, question.Overview, question.Comparison:
			introduces = true
		case question.List, question.Reason, question.General:
			introduces, topics = true, q.Identifiers
		case question.YesNo, question.Procedure:
			topics = q.Identifiers
		}
	}
	topics = spelled(topics, ac)
	for i := range cands {
		c := &cands[i].chunk
		score := cands[i].score
		at := slices.IndexFunc(c.Section, func(s string) bool {
			return bibliography.MatchString(s) || introduces && introductory.MatchString(s)
		})
		switch {
		case at >= 0 && bibliography.MatchString(c.Section[at]):
			score *= listsOnly
		case at >= 0:
			score += introBonus
		}
		isTopic := func(topic string) bool { return titled(loose(c.Title), topic) }
		if opening := c.Opening(); opening > 0 && slices.ContainsFunc(topics, isTopic) {
			score += [...]float64{0, openingBonus, aboutBonus}[opening]
		}
		if slices.ContainsFunc(c.Blocks, func(b source.Block) bool {
			return b.Kind == source.Heading && heads(c.Text[b.Start:b.End], headings)
		}) {
			score += headedBonus
		}
		cands[i].score = round(score)
	}
}

// Opening tells how a chunk opens its document: 2 for an abstract, 1 for an introduction, 0 for what does not.
func (c *Chunk) Opening() int {
	if len(c.Section) == 0 {
		return 0
	}
	switch last := c.Section[len(c.Section)-1]; {
	case abstract.MatchString(last):
		return 2
	case introductory.MatchString(last), strings.Contains(loose(c.Section[0]), " introduction "):
		return 1
	}
	return 0
}

// spelled are names as loose text, and with each what the documents say it stands for, or the short form of it.
func spelled(names []string, ac *acronyms) []string {
	var out []string
	for _, name := range names {
		if name == "" {
			continue
		}
		out = append(out, loose(name))
		for _, p := range ac.byShort[strings.ToLower(singular(name))] {
			out = append(out, loose(p.Long))
		}
		if short, ok := ac.byLong[fold(name)]; ok {
			out = append(out, loose(short))
		}
	}
	return out
}

// loose is a text as words with single spaces between and around them.
func loose(s string) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !isWordRune(r) })
	return " " + strings.Join(words, " ") + " "
}

const (
	topicWords = 2 // fewest words of a topic that tell one title from another
	longTopic  = 4 // words from which the last one may differ: the standard of an algorithm is called a standard
)

// titled tells whether a title says that its document is about a topic. Both are loose text.
func titled(title, topic string) bool {
	n := len(strings.Fields(topic))
	if n >= longTopic {
		topic = topic[:strings.LastIndexByte(strings.TrimSpace(topic), ' ')+2]
	}
	return n >= topicWords && strings.Contains(title, topic)
}

// heads tells whether a heading is one of some topics, which are loose text.
func heads(heading string, topics []string) bool {
	return slices.Contains(topics, loose(headingLead.ReplaceAllString(heading, "")))
}

// Reranker is the fitted part of reranking: a linear score of a chunk, by its fused score, by how much of the
// question stands close together in it, by how many of the best chunks are of its document, and by how much of it is
// code. On 23 corpora, each left out, the first eight hold .881 of the gold places without it and .895 with it, and
// the first .595 and .638.
type Reranker struct{ linear.Score }

//go:embed reranker.txt
var rerankerWeights string

// fittedReranker was fitted on the development questions by TestRotation of engine/extract, with -fit.
var fittedReranker = sync.OnceValue(func() *Reranker {
	r := &Reranker{}
	if err := linear.Read(rerankerWeights, &r.Score); err != nil {
		panic(err) // a test reads it
	}
	return r
})

// scoreUnit is how much of the log odds is 1 of the final score, in which the bonuses of the rules are measured: from
// 7 to 14 it is much the same.
const scoreUnit = 10

// rescore puts the fitted score of each candidate in the place of its fused one: 1 for the best, less for the others.
func (r *Reranker) rescore(cands []candidate) {
	top := math.Inf(-1)
	for i := range cands {
		cands[i].score = r.Of(cands[i].features)
		top = max(top, cands[i].score)
	}
	for i := range cands {
		cands[i].score = round(1 / (1 + (top-cands[i].score)/scoreUnit))
	}
	sortCandidates(cands)
}

// sameDocument is how many of the best candidates tell which documents the question is about.
const sameDocument = 20

// featured takes the features of candidates, which come in the order of their fused scores.
func featured(terms []question.Term, cands []candidate) {
	asked := question.Bag{}
	for i := range terms {
		for _, stems := range append([][]string{{terms[i].Whole}, terms[i].Parts}, terms[i].Alternatives...) {
			for _, s := range stems {
				asked[s] = true
			}
		}
	}
	of := map[string]int{} // candidates of a document
	for i := range cands[:min(sameDocument, len(cands))] {
		of[cands[i].chunk.DocID]++
	}
	for i := range cands {
		c := &cands[i].chunk
		code := 0
		for _, b := range c.Blocks {
			if b.Kind == source.Code {
				code += b.End - b.Start
			}
		}
		var tokens []lexical.Token
		for t := range lexical.Tokens(c.Text) {
			if asked[t.Term] {
				tokens = append(tokens, t)
			}
		}
		above := question.NewBag(append([]string{c.Title, c.DocID}, c.Section...)...)
		f := &cands[i].features
		f.Add("fused", cands[i].score)
		f.Add("window.12", window(terms, above, tokens, 12))
		f.Add("window.24", window(terms, above, tokens, 24))
		f.Add("kind.document", math.Log1p(float64(of[c.DocID])))
		f.Add("kind.code", float64(code)/float64(len(c.Text)+1))
	}
}

// window is the greatest share of the terms' weight that so many words in a row hold, together with what stands above
// all of them. tokens are those of the terms.
func window(terms []question.Term, above question.Bag, tokens []lexical.Token, words int) float64 {
	held, count := maps.Clone(above), map[string]int{}
	best, from := held.Coverage(terms), 0
	for _, t := range tokens {
		for ; t.Position-tokens[from].Position >= words; from++ {
			gone := tokens[from].Term
			if count[gone]--; count[gone] == 0 && !above[gone] {
				delete(held, gone)
			}
		}
		if count[t.Term]++; count[t.Term] == 1 && !above[t.Term] {
			held[t.Term] = true
			best = max(best, held.Coverage(terms))
		}
	}
	return best
}
