package index

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/index/lexical"
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
	introBonus    = 0.06 // added to an abstract, an introduction, a glossary, for a question that only asks what something is
	shortQuestion = 8    // terms up to which a question may be such a one
	listsOnly     = 0.5  // factor for a bibliography or a list of contents
	aboutBonus    = 0.30 // added to the abstract of a document that is about what the question asks
	openingBonus  = 0.15 // added to its introductions
	headedBonus   = 0.20 // added to the section that is headed by what is to be defined or compared
)

// rerank rescores the first candidates in place and sorts them again.
func rerank(q question.Question, cands []candidate, ac *acronyms) {
	weigh(q, cands)
	favourOpenings(topics(q, ac), cands)
	favourHeaded(spelled(explained(q), ac), cands)
	sortCandidates(cands)
	head := cands[:min(rerankDepth, len(cands))]
	bonus := make([]float64, len(head))
	why := make([]string, len(head))
	telling := false
	for i := range head {
		bonus[i], why[i] = exactness(q, &head[i].chunk)
		telling = telling || bonus[i] != bonus[0]
	}
	if !telling {
		return
	}
	for n := 0; n < maxPromotions; n++ {
		best := -1
		for i := range head {
			if bonus[i] > 0 && (best < 0 || bonus[i] > bonus[best]) {
				best = i
			}
		}
		if best < 0 {
			break
		}
		head[best].score = round(head[best].score + bonus[best])
		head[best].promoted = why[best]
		bonus[best] = 0
	}
	sortCandidates(cands)
}

// exactness measures how much of what the question names stands in a chunk, and says what.
func exactness(q question.Question, c *Chunk) (float64, string) {
	bonus, why := 0.0, []string(nil)
	for _, r := range q.References {
		if begins(r, c) {
			bonus += titleBonus
			why = append(why, r.String()+" begins here")
		}
	}
	for _, name := range explained(q) {
		if explains(&c.Chunk, name) {
			bonus += entryBonus
			why = append(why, "explains "+name)
		}
	}
	if len(q.Identifiers) > 0 {
		found := 0
		for _, id := range q.Identifiers {
			if question.ContainsWord(c.Text, id) {
				found++
				why = append(why, id)
			}
		}
		bonus += nameBonus * float64(found) / float64(len(q.Identifiers))
	}
	if bonus == 0 {
		return 0, ""
	}
	return bonus, fmt.Sprintf("names %s", strings.Join(why, ", "))
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
	for _, b := range c.Blocks {
		text := c.Text[b.Start:b.End]
		if opensWith(text, r.String()) {
			return true
		}
		if r.Label == "Section" && b.Kind == source.Heading && opensWith(strings.TrimLeft(text, "# "), r.Number) {
			return true
		}
	}
	return false
}

func opensWith(text, name string) bool {
	if len(text) < len(name) || !strings.EqualFold(text[:len(name)], name) {
		return false
	}
	rest := text[len(name):]
	if len(rest) > 1 && rest[0] == '.' && unicode.IsDigit(rune(rest[1])) {
		return false // "Section 4.1" does not begin at "Section 4.1.2"
	}
	r, _ := utf8.DecodeRuneInString(rest)
	return rest == "" || !isWordRune(r)
}

var (
	introductory = regexp.MustCompile(`(?i)^(?:[0-9A-Z.]*\s*)?(?:abstract|(?:executive )?summary|introduction|overview|background|purpose|scope|context|explanation|about|applications?|definitions?|glossary|terms|what is .*)\b`)
	bibliography = regexp.MustCompile(`(?i)^(?:[0-9A-Z.]*\s*)?(?:references|bibliography|works cited|(?:table of )?contents|list of (?:tables|figures|algorithms)|index)$`)
)

// weigh favours, a little, the sections in which documents say what they are about, where a question asks for no more
// than that: it is short and wants no number, steps or date. Bibliographies and lists of contents name everything and
// say nothing: they count less for every question.
func weigh(q question.Question, cands []candidate) {
	wants := false
	switch q.Kind {
	case question.Definition, question.Overview, question.List, question.Reason, question.Comparison, question.General:
		wants = len(lexical.Query(q.Text)) <= shortQuestion
	}
	for i := range cands {
		for _, s := range cands[i].chunk.Section {
			switch {
			case bibliography.MatchString(s):
				cands[i].score = round(cands[i].score * listsOnly)
			case wants && introductory.MatchString(s):
				cands[i].score = round(cands[i].score + introBonus)
			default:
				continue
			}
			break
		}
	}
}

// topics are what a question asks about as a whole: what it wants defined or compared, or, where it is short and
// wants no number or date, the names in it.
func topics(q question.Question, ac *acronyms) []string {
	asked := explained(q)
	switch q.Kind {
	case question.List, question.General, question.Reason, question.YesNo, question.Procedure:
		if len(lexical.Query(q.Text)) <= shortQuestion {
			asked = q.Identifiers
		}
	}
	return spelled(asked, ac)
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
	return " " + strings.Join(strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !isWordRune(r) }), " ") + " "
}

const (
	topicWords = 2 // fewest words of a topic that tell one title from another
	longTopic  = 4 // words from which the last one may differ: the standard of an algorithm is called a standard
)

// titled tells whether a title says that its document is about a topic. Both are loose text.
func titled(title, topic string) bool {
	words := strings.Fields(topic)
	switch n := len(words); {
	case n < topicWords:
		return false
	case strings.Contains(title, topic):
		return true
	case n >= longTopic:
		return strings.Contains(title, " "+strings.Join(words[:n-1], " ")+" ")
	}
	return false
}

var abstract = regexp.MustCompile(`(?i)^(?:[0-9A-Z.]*\s*)?(?:abstract|(?:executive )?summary)\b`)

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

// favourOpenings lets the abstract and the introductions of a document count for a question about the document's own
// topic: they say in general what the rest says in detail.
func favourOpenings(topics []string, cands []candidate) {
	for i := range cands {
		c := &cands[i]
		bonus := [...]float64{0, openingBonus, aboutBonus}[c.chunk.Opening()]
		if bonus == 0 {
			continue
		}
		title := loose(c.chunk.Title)
		for _, t := range topics {
			if titled(title, t) {
				c.score = round(c.score + bonus)
				break
			}
		}
	}
}

// headingLead is what may stand before the topic in a heading: "3.4", "Appendix B.", "Overview of the".
var headingLead = regexp.MustCompile(`(?i)^(?:(?:(?:section|chapter|appendix)\s+)?(?:[0-9]+|[A-Z]\.)[0-9A-Z.]*\s+|the\s+|an?\s+|overview of\s+)`)

// favourHeaded lets a chunk count in which a section begins that is headed by one of the names, as loose text.
func favourHeaded(names []string, cands []candidate) {
	for i := range cands {
		c := &cands[i]
		for _, b := range c.chunk.Blocks {
			if b.Kind == source.Heading && heads(c.chunk.Text[b.Start:b.End], names) {
				c.score = round(c.score + headedBonus)
				break
			}
		}
	}
}

func heads(heading string, names []string) bool {
	rest := strings.TrimLeft(heading, "# ")
	for before := ""; rest != before; {
		before, rest = rest, headingLead.ReplaceAllString(rest, "")
	}
	heading = loose(rest)
	for _, n := range names {
		if heading == n {
			return true
		}
	}
	return false
}
