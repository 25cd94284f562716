package extract

import (
	"fmt"
	"regexp"
	"strings"

	"ibid/engine"
	"ibid/index/question"
)

var (
	whoDid   = regexp.MustCompile(`(?i)\bwho (?:(?:is|are|was|were|has|have|had|will|would|first|also|originally|really|actually|currently|officially) )*(?:the )?([\w-]+)`)
	lastWord = regexp.MustCompile(`(?i)^(?:when|where|by whom|in (?:which|what) [\w-]+)\b.* ([\w-]+)$`)
	done     = regexp.MustCompile(`(?i)(?:[a-z]{2}ed|built|born|written|sold|bought|grown|begun|broken|chosen|driven|fought|lost|sent|taught|thrown|won|withdrawn|died)$`)

	// light are verbs that a statement may leave out, or say in any other word.
	light = regexp.MustCompile(`(?i)^(?:be|been|being|call(?:s|ed)|do(?:es|ne)?|did|get|gets|got|had|has|have|held|based|located|situated|listed|mentioned|described|used|needed|required|named|placed|put|set|supposed|allowed|considered|known|found|happened|occurred|to|in|on|at|of|the|a|an|can|could|may|might|must|should|shall|would|will|say|says|said|specified|defined|given|made|makes?|took|takes?|came|comes?|went|goes|became|becomes?)$`)
)

// relation is a family of verbs and nouns for one thing that somebody does or is, which documents say in any of them.
type relation struct{ asked, said *regexp.Regexp }

// relations are asked of people and organisations: who answers them has a name.
var relations = []relation{
	{regexp.MustCompile(`(?i)^(?:wrote|writes?|written|author(?:s|ed)?|invent(?:s|ed|ors?)?|design(?:s|ed|ers?)?|develop(?:s|ed|ers?)?|creat(?:es?|ed|ors?)|found(?:ed|ers?)|discover(?:s|ed|ers?)?|compos(?:es?|ed|ers?)|conceived|devised|constructed|introduced|proposed|buil[dt]s?|builders?|manufactur(?:es?|ed|ers?)|publish(?:es|ed|ers?)?|edit(?:s|ed|ors?)?)$`),
		regexp.MustCompile(`(?i)\b(?:wrote|writ(?:es|ten|ing)|author(?:s|ed)?|invent(?:s|ed|ors?|ion)|design(?:s|ed|ers?)|develop(?:s|ed|ers?)|creat(?:es|ed|ors?)|found(?:ed|ers?|ing)|discover(?:s|ed|ers?|y)|compos(?:es|ed|ers?)|conceived|devised|constructed|introduced|proposed|buil(?:t|ds?|ders?)|manufactur(?:es|ed|ers?)|publish(?:es|ed|ers?)|edit(?:s|ed|ors?)|copyright|©)|\bby (?:the )?\p{Lu}`)},
	{regexp.MustCompile(`(?i)^(?:own(?:s|ed|ers?)?|possess(?:es|ed)?|holders?)$`),
		regexp.MustCompile(`(?i)\b(?:own(?:s|ed|ers?|ing)|(?:Author|Owner|Holder)s?:|holds?|held|holders?|belong(?:s|ed|ing)?|possess\w*|property|copyright|©)\b`)},
	{regexp.MustCompile(`(?i)^(?:maintain(?:s|ed|ers?)?|operat(?:es?|ed|ors?)|administ(?:ers|ered|rators?))$`),
		regexp.MustCompile(`(?i)\b(?:maintain\w*|operat(?:es|ed|ors?)|administ\w*|keepers?|kept by|run by|responsible|in charge)\b`)},
	{regexp.MustCompile(`(?i)^(?:leads?|led|leaders?|heads?|headed|direct(?:s|ed|ors?)|chair(?:s|ed|man|person|woman)?|presidents?)$`),
		regexp.MustCompile(`(?i)\b(?:leads?|led|leader(?:s|ship)?|leading|heads?|headed|direct(?:s|ed|ors?)|chair\w*|presidents?|command\w*|under)\b`)},
}

// ofDoing is the verb of a question that asks who did something, or when or where it was done: a sentence that names a
// person and says nothing of the doing does not answer.
func (d *demand) ofDoing(text string) []need {
	q := strings.TrimRight(text, " ?!.")
	verb, who := "", false
	if m := whoDid.FindStringSubmatch(q); m != nil {
		verb, who = m[1], true
		for _, r := range relations {
			if r.asked.MatchString(verb) {
				asked := question.NewBag(text)
				return []need{{what: fmt.Sprintf("a name for “who … %s”", verb), row: true, met: func(s *engine.Statement) bool {
					return r.said.MatchString(s.Text) && namesOther(s.Text, asked) && d.holdsProper(s)
				}}}
			}
		}
	} else if m := lastWord.FindStringSubmatch(q); m != nil && done.MatchString(m[1]) {
		verb = m[1]
	}
	if verb == "" || light.MatchString(verb) {
		return nil
	}
	terms := within(verb, d.terms)
	if len(terms) == 0 {
		return nil
	}
	rest, asked, object := without(d.terms, terms), question.NewBag(text), d.after(&terms[len(terms)-1])
	return []need{{what: fmt.Sprintf("“%s”", verb), soft: true, row: who, met: func(s *engine.Statement) bool {
		return s.Bag.With(s.Context).Coverage(terms) >= attributeCover && d.holdsProper(s) ||
			s.Coverage(rest) >= restCover && (!who || namesOther(s.Text, asked) && // and its doer, whatever the verb
				(object == nil || s.Bag.With(s.Context).Match(object) > 0))
	}}}
}

// after is the content word of the question that follows another, nil for none.
func (d *demand) after(t *question.Term) *question.Term {
	for i := range d.terms {
		if d.terms[i].Start > t.Start {
			return &d.terms[i]
		}
	}
	return nil
}

// holdsProper tells whether a statement, or what it is read with, has the words that the question writes as names.
func (d *demand) holdsProper(s *engine.Statement) bool {
	bag := s.Bag.With(s.Context)
	for i := range d.terms {
		if t := &d.terms[i]; t.Proper && bag.Match(t) == 0 {
			return false
		}
	}
	return true
}

var properName = regexp.MustCompile(`^(?:\p{Lu}[’'])?\p{Lu}\p{L}*\p{Ll}(?:-\p{Lu}\p{L}+)?$`)

// namesOther tells whether a text has a proper name that is not among the words of a question. The first word of a sentence
// has its capital for another reason, unless a second name follows.
func namesOther(text string, asked question.Bag) bool {
	words := strings.Fields(text)
	proper := func(i int) bool { return i < len(words) && properName.MatchString(bare(words[i])) }
	start := true
	for i, w := range words {
		first := start
		start = strings.ContainsAny(w[len(w)-1:], ".:?!")
		stems := question.Stems(bare(w))
		label := i+1 < len(words) && words[i+1][0] >= '0' && words[i+1][0] <= '9' || i+1 < len(words) && len(bare(words[i+1])) == 1
		if !proper(i) || label || len(stems) == 0 || first && !proper(i+1) {
			continue
		}
		known := false
		for _, t := range stems {
			known = known || asked[t]
		}
		if !known {
			return true
		}
	}
	return false
}

func bare(word string) string { return strings.Trim(word, "(),;:.[]“”\"'*`") }
