package engine

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"ibid/index"
	"ibid/index/source"
)

// Name is something that a question names to the letter.
type Name struct {
	Text  string
	Forms []string // Text, and what the documents say it stands for

	noun, number string // of "error 418": its noun as an index term, and its number or letter; "" for other names
	ordinal      bool   // its number is a place in a series: the second round
}

// Numbered tells that a name is a noun with a number or a letter: error 418. What has a place in a series is often told
// without it.
func (n *Name) Numbered() bool { return n.number != "" && !n.ordinal }

// names are the identifiers, the numbered parts and the numbered things of a question.
func (e *Engine) names(q index.Question) []Name {
	texts := append([]string(nil), q.Identifiers...)
	for _, r := range q.References {
		texts = append(texts, r.String())
	}
	out := make([]Name, len(texts))
	for i, t := range texts {
		out[i] = Name{Text: t, Forms: append([]string{t}, e.retriever.Expansions(t)...)}
	}
	for _, n := range numberedThings(q.Text) {
		if !slices.ContainsFunc(out, func(o Name) bool { return index.ContainsWord(o.Text, n.Text) }) {
			out = append(out, n)
		}
	}
	return out
}

var (
	numberedThing = regexp.MustCompile(`\b([A-Za-z][a-z]{2,}) ((?:0|[1-9][0-9]{0,4})(?:\.[0-9]+)*|[A-HJ-Z])(?:[?!.,;:)"”’]|$| ([a-z]*))`)
	numberOf      = regexp.MustCompile(`(?i)\b(?:which|what) ([a-z]+)\b.{0,20}? (?:has|have|with|bears) (?:the )?(?:number|code) ([0-9]{1,5})\b`)
	year          = regexp.MustCompile(`^(?:1[5-9]|20)[0-9]{2}$`)

	// labelled are things whose number is never a year.
	labelled = regexp.MustCompile(`(?i)^(?:errors?|warnings?|exceptions?|codes?|status|signals?|ports?|channels?|registers?|steps?|lines?|pages?|rows?|items?|issues?|tickets?|messages?|events?|rules?|options?|tasks?|tests?)$`)

	// noThing may stand before a number that only counts or dates.
	noThing = regexp.MustCompile(`(?i)^(?:about|above|after|all|and|are|around|at|before|below|between|but|by|can|could|does|during|equal|equals|even|every|exactly|for|from|had|has|have|into|is|its|last|least|less|more|most|must|near|next|nearly|not|number|off|only|onto|over|past|per|plus|post|since|some|takes?|than|that|the|their|these|those|till|times|to|under|until|up|uses?|value|was|were|when|where|which|while|will|with|within|would|jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:tember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|year)$`)
	// notCounted stands behind a number that is a name, not a quantity of what follows.
	notCounted = regexp.MustCompile(`^(?:a|an|and|are|as|at|be|because|before|but|by|can|cause|could|contain|define|did|differ|do|does|for|from|had|happen|has|have|if|in|indicate|is|it|mean|means|must|of|on|only|or|raise|require|return|say|says|should|show|since|so|specify|stand|than|that|the|to|use|used|uses|was|were|when|where|which|while|will|with|work|would)$`)
)

// numberedThings are the things that a question tells from others of their kind by a number or a letter: error 418,
// version 3, a Class D probe. The number alone, or the noun alone, is something else.
func numberedThings(question string) []Name {
	var out []Name
	add := func(text, noun, number string) {
		if s := Stems(noun); len(s) == 1 {
			out = append(out, Name{Text: text, Forms: []string{text}, noun: s[0], number: number})
		}
	}
	for _, m := range numberedThing.FindAllStringSubmatch(question, -1) {
		noun, number, next := m[1], m[2], m[3]
		digit := unicode.IsDigit(rune(number[0]))
		if noThing.MatchString(noun) || year.MatchString(number) && !labelled.MatchString(noun) || digit && next != "" && !notCounted.MatchString(next) && !inSeries.MatchString(noun) {
			continue
		}
		if !digit && len(Stems(noun)) == 0 {
			continue
		}
		add(noun+" "+number, noun, number)
	}
	for _, m := range numberOf.FindAllStringSubmatch(question, -1) {
		add(m[1]+" "+m[2], m[1], m[2])
	}
	for _, m := range ordinalThing.FindAllStringSubmatch(question, -1) {
		digit := ordinals[strings.ToLower(m[1])]
		add(m[1]+" "+m[2], m[2], digit)
		if n := len(out) - 1; n >= 0 && out[n].number == digit {
			out[n].Forms, out[n].ordinal = append(out[n].Forms, m[1]+"-"+m[2]), true
		}
	}
	return out
}

// series are things that come numbered.
const series = `rounds?|phases?|stages?|versions?|editions?|generations?|drafts?|releases?|revisions?|volumes?|parts?|chapters?|seasons?|quarters?|levels?|categor(?:y|ies)|amendments?|conferences?|workshops?`

var inSeries = regexp.MustCompile(`(?i)^(?:` + series + `)$`)

// ordinalThing is one of a series, by its place: the second round is not the fourth. Of other things "the second" is
// another one.
var ordinalThing = regexp.MustCompile(`(?i)\bthe (second|third|fourth|fifth|sixth|seventh) (` + series + `)\b`)

var ordinals = map[string]string{"second": "2", "third": "3", "fourth": "4", "fifth": "5", "sixth": "6", "seventh": "7"}

// mentions tells whether the evidence holds a name, in its text, title, section or document id.
func (r *Request) mentions(n *Name) bool {
	if r.words == nil {
		r.words = r.Question.Mentions()
	}
	for i := range r.Evidence {
		ev := &r.Evidence[i]
		for _, text := range append([]string{ev.Text, ev.Title, spaced(ev.DocID)}, ev.Section...) {
			if n.in(text) {
				return true
			}
		}
		if ev.Kind == source.SymbolCard && r.words.Name(ev.Symbol) && index.ContainsWord(ev.Text, n.Text[strings.LastIndexAny(n.Text, "./:")+1:]) {
			return true // a member, in the card of its class
		}
	}
	if n.number == "" {
		return false
	}
	return slices.ContainsFunc(r.Statements, func(s Statement) bool { return s.Holds(n) })
}

// in tells whether a text has a name word for word, in any of its forms.
func (n *Name) in(text string) bool {
	for _, f := range n.Forms {
		if index.ContainsWord(text, f) {
			return true
		}
	}
	return n.number != "" && n.listedIn(text)
}

// listReach is how many words may stand between the noun and its number in "classes A, B and C".
const listReach = 6

var listWord = regexp.MustCompile(`^(?:and|or|to|through|no\.?|number|[0-9]+(?:\.[0-9]+)*|[A-Z])$`)

// listedIn tells whether a number follows its noun with nothing but other numbers between them.
func (n *Name) listedIn(text string) bool {
	if !index.ContainsWord(text, n.number) {
		return false
	}
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || strings.ContainsRune(",;:()/–—-#`'\"“”*|", r) })
	for i, w := range words {
		if s := Stems(w); len(s) == 0 || s[0] != n.noun {
			continue
		}
		for _, next := range words[i+1 : min(len(words), i+1+listReach)] {
			if next = strings.TrimRight(next, ".?!"); strings.EqualFold(next, n.number) {
				return true
			}
			if s := Stems(next); !listWord.MatchString(next) && !(len(s) == 1 && s[0] == n.noun) {
				break
			}
		}
	}
	return false
}

// Holds tells whether a statement, or what it is read with, has a name to the letter. A number may also stand in a cell
// of its own, or at the head of an item, below its noun.
func (s *Statement) Holds(n *Name) bool {
	if n.in(s.Text) || n.in(s.Near) || s.Full != "" && n.in(s.Full) {
		return true
	}
	if n.number == "" || !s.Context[n.noun] {
		return false
	}
	if s.Kind == source.Table {
		return slices.ContainsFunc(strings.Split(s.Text, "|"), func(cell string) bool {
			return strings.EqualFold(strings.Trim(cell, " `*"), n.number)
		})
	}
	rest, ok := strings.CutPrefix(strings.TrimLeft(s.Text, "`*"), n.number)
	return ok && s.Kind == source.Item && strings.IndexAny(strings.TrimLeft(rest, " `*"), ":|") == 0
}
