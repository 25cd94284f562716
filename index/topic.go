package index

import (
	"regexp"
	"strings"

	"ibid/index/lexical"
	"ibid/index/source"
)

// topics are what a question asks about as a whole: what it wants defined or compared, or, where it is short and wants no
// number or date, the names in it.
func topics(q Question, ac *acronyms) []string {
	asked := explained(q)
	switch q.Kind {
	case List, General, Reason, YesNo, Procedure:
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

// favourOpenings lets the abstract and the introductions of a document count for a question about the document's own topic:
// they say in general what the rest says in detail.
func favourOpenings(topics []string, cands []candidate) {
	for i := range cands {
		c := &cands[i]
		section := c.chunk.Section
		if len(section) == 0 {
			continue
		}
		bonus := 0.0
		switch last := section[len(section)-1]; {
		case abstract.MatchString(last):
			bonus = aboutBonus
		case introductory.MatchString(last), strings.Contains(loose(section[0]), " introduction "):
			bonus = openingBonus
		default:
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
