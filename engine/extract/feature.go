package extract

import (
	"cmp"
	"math"
	"regexp"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/index/linear"
	"ibid/index/question"
	"ibid/index/source"
)

// meter measures the statements of one request.
type meter struct {
	*engine.Request
	*question.Wants
	views  []view
	demand demand
	meets  []bool // of each statement: it has what is demanded

	total   float64         // weight of all terms
	asks    map[string]bool // the question's terms
	subject []string        // what a definition is asked of, and what it stands for; the sides of a comparison
	defines *regexp.Regexp  // "X is …"
	local   []float64       // of each term: how few of these statements have it
	looked  map[int]bool    // statements that the question names: the rows of a table that it looks up, and the listing with its number

	states map[string]bool // texts that newNumber was asked of, and what it said

	rare  []float64 // rarity of each statement
	chunk []float64 // coverage of each piece of evidence

	rareBest, chunkBest float64
}

// nothing stands for a sum of no weights, so that shares of it are numbers.
const nothing = 1e-9

func newMeter(r *engine.Request) *meter {
	m := &meter{Request: r, Wants: r.Question.Wants(r.Terms), views: views(r), asks: map[string]bool{}, states: map[string]bool{}, total: nothing, rareBest: nothing, chunkBest: nothing}
	for i := range r.Terms {
		m.total += r.Terms[i].Weight
		m.asks[r.Terms[i].Whole] = true
		n := 0.0
		for k := range m.views {
			n += linear.One(m.views[k].Bag.Match(&r.Terms[i]) > 0)
		}
		m.local = append(m.local, math.Log((float64(len(m.views))+1)/(n+0.5)))
	}
	for i := range m.views {
		m.rare = append(m.rare, m.rarity(&m.views[i]))
		m.rareBest = max(m.rareBest, m.rare[i])
	}
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		m.chunk = append(m.chunk, question.NewBag(append([]string{ev.Text}, ev.Section...)...).Coverage(r.Terms))
		m.chunkBest = max(m.chunkBest, m.chunk[i])
	}
	m.readDemand()
	m.readSubject()
	m.looked = m.lookUp()
	return m
}

// all measures every statement.
func (m *meter) all() []linear.Features {
	out := make([]linear.Features, len(m.views))
	for i := range m.views {
		out[i] = m.measure(i)
	}
	return out
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

// measure is a row of features.
func (m *meter) measure(i int) linear.Features {
	v := &m.views[i]
	f := make(linear.Features, 0, 96)
	add, is := f.Add, f.Is
	a := &m.Answers
	row, code := v.Kind == source.Table, v.Kind == source.Code
	near := coverage(m.Terms, v.Bag, v.head, v.lead)

	// How much of the question the statement holds, itself and with what stands around it.
	around := coverage(m.Terms, v.Bag, v.head, v.lead, v.prev, v.para)
	add("hold.kin", m.kin(v))
	add("hold.rarest", m.rare[i]/m.rareBest)
	add("hold.all", around*around)
	add("hold.document", question.NewBag(v.ev.Title, v.ev.DocID).Coverage(m.Terms))
	add("hold.names", m.share(len(m.Names), func(k int) bool { return v.Holds(&m.Names[k]) }))
	add("hold.numbers", m.numbersIn(v))
	add("hold.first", 1/(1+float64(m.first(v))))
	add("kind.length", math.Log(float64(v.length)+1))

	// The noun that is asked for, and the rest.
	focus, rest := coverage(m.Focus, v.Bag, v.head, v.lead), coverage(m.Rest, v.Bag, v.head, v.lead)
	add("focus.near", focus)
	add("focus.rest", rest)
	add("focus.both", coverage(m.Focus, v.Bag)*rest)

	// Whether it is worded as an answer to what is asked.
	asked, told := 0, 0
	for sort, wanted := range a {
		tells := wanted && tellers[sort](m, v)
		if tellNames[sort] != "" {
			is(tellNames[sort], tells)
		}
		if wanted {
			asked++
			told += int(linear.One(tells))
		}
	}
	is("tell.counts", a[question.Number] && tellers[question.Number](m, v) && m.counts(v))
	add("tell.share", float64(told)/float64(max(1, asked)))
	add("tell.decision.near", linear.One(a[question.Decision])*near)
	add("tell.cause.near", linear.One(a[question.Cause])*coverage(m.Terms, v.Bag, v.head, v.lead, v.prev))
	is("tell.steps.code", a[question.Steps] && code)
	add("tell.steps.item", linear.One(a[question.Steps] && v.item)*near)
	add("tell.several.item", linear.One(a[question.Several] && v.item)*coverage(m.Terms, v.head, v.lead))
	is("sure.defined", m.defined(v) && m.Question.Kind != question.Comparison)

	// How well its chunk was found.
	add("rank.first", 1/float64(1+v.Evidence))
	add("rank.lexical", reciprocal(v.ev.LexicalRank))
	add("rank.dense", reciprocal(v.ev.DenseRank))
	add("rank.best", m.chunk[v.Evidence]/m.chunkBest)
	add("kind.document", m.share(len(m.Evidence), func(k int) bool { return m.Evidence[k].DocID == v.ev.DocID }))

	// What sort of statement it is.
	program := v.fromSource()
	is("kind.row", row)
	is("kind.item", v.item)
	is("kind.code", code)
	is("kind.card", v.ev.Kind == source.SymbolCard)
	add("kind.row.near", linear.One(row)*near)
	is("kind.program.asked", program && m.Question.Code)
	is("kind.code.asked", code && m.Question.Code)
	is("sure.looked", m.looked[i])
	is("program.declares", program && m.declares(v))

	// What makes it a poor answer to any question.
	is("against.unmet", !m.meets[i])
	is("against.boilerplate", boilerplate.MatchString(v.Text))
	is("against.bibliography", bibliography.MatchString(v.Text))
	is("against.question", strings.Contains(v.Text, "?"))
	is("against.see", sees.MatchString(v.Text))
	return f
}

// tellNames are those of the features that say whether a statement tells what is asked; "" where that is not worth
// one of its own.
var tellNames = [question.Answers]string{question.Number: "tell.number", question.Duration: "tell.duration", question.Date: "tell.date", question.Price: "tell.price",
	question.Condition: "tell.condition", question.Cause: "tell.cause", question.Decision: "tell.decision", question.Denial: "tell.denial",
	question.Default: "tell.default", question.Bound: "tell.bound"}

var (
	boilerplate  = regexp.MustCompile(`(?i)^(?:figure|fig\.|table \d|see also|references|copyright|listing|chapter \d|note \d|http|\[\d+\]|page \d|contents)`)
	bibliography = regexp.MustCompile(`(?i)https?:|\bpp\. ?\d|et al|\bisbn|\bdoi\b`)
	sees         = regexp.MustCompile(`(?i)\bsee (?:also|the|section|figure|page|above|below)\b|^(?:[0-9]{1,3} )?(?:see|cf\.|refer to)\b`)
)

// unranked is the rank of what a retriever did not find.
const unranked = 50

func reciprocal(rank int) float64 { return 1 / float64(1+cmp.Or(rank, unranked)) }

// share is that of n which is so; 0 of none.
func (m *meter) share(n int, is func(k int) bool) float64 {
	got := 0.0
	for k := range n {
		got += linear.One(is(k))
	}
	return got / float64(max(1, n))
}

// rarity is the share of the question that a statement holds, by how few of the statements do.
func (m *meter) rarity(v *view) float64 {
	got, total := 0.0, nothing
	for t := range m.Terms {
		got += float64(m.local[t] * v.Bag.Match(&m.Terms[t]))
		total += m.local[t]
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
			held = max(held, credit*akin(v.at, m.Terms[t].Whole))
		}
		got += float64(m.Terms[t].Weight * held)
	}
	return got / m.total
}

// akin tells how near the nearest of a statement's terms is to one that it does not have, by their common beginning.
func akin(at map[string][]int, term string) float64 {
	best := 0.0
	for t := range at {
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

// numbersIn is the share of the question's numbers that it has.
func (m *meter) numbersIn(v *view) float64 {
	got := 0.0
	for d := range m.Numbers {
		got += linear.One(question.ContainsWord(v.Text, d))
	}
	return got / float64(max(1, len(m.Numbers)))
}

// first is where the first of the question's terms stands in a statement.
func (m *meter) first(v *view) int {
	first := 1 << 20 // never
	for t := range m.Terms {
		if p := v.at[m.Terms[t].Whole]; len(p) > 0 {
			first = min(first, p[0])
		}
	}
	return first
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

// declares tells whether it is the declaration of something that the question names.
func (m *meter) declares(v *view) bool {
	symbol := v.ev.Blocks[v.Block].Symbol
	return symbol != "" && (question.ContainsWord(m.Question.Text, symbol) || question.ContainsWord(m.Question.Text, symbol[strings.LastIndexByte(symbol, '.')+1:]))
}
