package question

import (
	"cmp"
	"slices"
	"strings"

	"ibid/guard/words"
)

const maxFragment = 6 // words of a follow-up that has no verb of its own

// Standalone completes a question that leans on the one before it, by the first of these that fits:
//
//	ML-KEM-768 was asked about, then       asks
//	“And ML-KEM-1024?”                     the question before, with this name in place of the one of its kind
//	“How large is its key?”                itself, with the one name, else the one thing, of the question before in
//	                                       place of the pronoun
//	“and its key?”, “Why?”                 the question before, and behind it this one
//
// A question that stands alone, or may mean several things, is returned as it is, and false. The earlier questions are
// given the oldest first. Of the two wordings the literal one may be answered better: who can tell should try both.
func Standalone(question string, earlier []string) (string, bool) {
	question, before := oneLine(question), ""
	for _, e := range earlier {
		before = cmp.Or(completed(oneLine(e), before), oneLine(e))
	}
	out := cmp.Or(completed(question, before), question)
	return out, out != question
}

var (
	opening = compiled(`(?i)^(?:(?:and|but|so|ok|okay|then)\b[, ]*)*(?:(?:what|how) about |same (?:for|with) )?`)
	asking  = compiled(`(?i)^(?:\w+ )?(?:what|which|who|whose|when|where|why|how)\b|` +
		`^(?:is|are|was|were|does|do|did|can|could|may|must|should|will|has|have|define|explain|list|name|give|show)\b`)
	fragment = compiled(`(?i)^(?:(in|on|at|with) |for |of )?(?:(?:an?|the) )?(.+)$`) // a place, and what is asked about

	// pronoun stands for what was named before it, and "that" does where no clause follows.
	pronoun = compiled(`(?i)\b(?:(its|their|his|her)|it|they|them|he|him|she)\b|` +
		`\b(?:is|are|was|were|do|does|did|of|for|with|from|about|like|than|by|to|on|uses?) (this|that|these|those)\b`)
	impersonal = compiled(`(?i)\b(?:is|was) it \w+ (?:to|that|if)\b|\bit (?:is|was) \w+ (?:to|that)\b|\bit takes?\b.* to\b`)
	antecedent = compiled(`(?i)\b(?:an?|the|each|every|any|no) [\w-]+|\b(?:are|do|were|have) \w+s .`) // of a pronoun behind it
	personal   = compiled(`(?i)^(?:h|she)`)
	determiner = compiled(`(?i)^(?:the|an?|this|that|these|those|my|our|your|his|its|their)$`)
	being      = compiled(`(?i)^(?:is|are|was|were)$`)
	several    = compiled(`(?i)\bth(?:ey|em|eir|[eo]se)$`)

	quantities = compiled(`\b[0-9][0-9.,]* ?[^\s0-9?!.,;:()]+`)

	ownNumber = compiled(`(?i)[0-9.]+| [a-z]$`) // what tells ML-KEM-768 from ML-KEM-1024, and Class A from Class B
)

// completed is a follow-up with what it leaves out, "" for another question.
func completed(question, before string) string {
	before, asked := strings.TrimRight(before, " ?!."), strings.TrimRight(question, " ?!.")
	rest := opening().ReplaceAllString(asked, "")
	if before == "" || rest == "" {
		return ""
	}
	opened, whole := rest != asked, asking().MatchString(rest)
	names, parts := Parse(before).named(), fragment().FindStringSubmatch(rest)
	place, thing := parts[1], parts[2]
	own := Parse("is " + thing).named() // behind another word a capital is that of a name
	p, possessive := findPronoun(rest)
	if completed := withQuantity(before, thing); completed != "" {
		return completed
	}
	switch {
	case len(own) == 1 && strings.HasPrefix(thing, own[0]) && (opened || asked != question):
		completed := withName(before, names, thing, own[0], place != "")
		if completed != "" || place == "" {
			return completed
		}
	case len(own) > 0 || p != nil && len(names) > 1 && !several().MatchString(rest[:p.To]):
		return "" // which names what it asks about, or leaves open which of them that is
	case !whole && (!opened || len(strings.Fields(rest)) > maxFragment):
		return ""
	case whole && p == nil && len(Question{Text: rest}.Terms()) > 0 && (!opened || len(names) != 1):
		return ""
	case whole && p != nil && len(names) == 1:
		return capital(rest[:p.From]+names[0]+possessive+rest[p.To:]) + "?"
	case whole && p != nil && len(names) == 0 && !personal().MatchString(rest[p.From:p.To]):
		things, some := thingsOf(before, several().MatchString(rest[:p.To]))
		if len(things) == 1 {
			return capital(rest[:p.From]+things[0]+possessive+rest[p.To:]) + "?"
		}
		if !some && !opened {
			return "" // the pronoun could stand for nothing
		}
	case !asking().MatchString(before) && len(strings.Fields(before)) > maxFragment:
		return "" // behind a statement
	}
	before, _, _ = strings.Cut(before, ", and ") // what was put behind it is over
	first, _, _ := strings.Cut(rest, " ")
	return before + ", and " + strings.ToLower(first) + rest[len(first):] + "?"
}

// findPronoun finds the pronoun of a question that nothing in the question explains, and how a name that takes its
// place ends.
func findPronoun(question string) (at *Span, possessive string) {
	m := pronoun().FindStringSubmatchIndex(question)
	if m == nil || impersonal().MatchString(question) {
		return nil, ""
	}
	from := max(m[0], m[4]) // "this" has a word before it
	if antecedent().MatchString(question[:from]) {
		return nil, ""
	}
	if m[2] >= 0 {
		possessive = "’s"
	}
	return &Span{from, m[1]}, possessive
}

// thingsOf are the things that a question speaks of, each with its article, as far as its words tell where they end:
// several ones, or single ones. What stands behind a preposition is only counted where nothing else is. There may be some
// that are not among them.
func thingsOf(question string, plural bool) (things []string, some bool) {
	var behind []string
	all := strings.Fields(question)
	ends := func(i int) bool {
		return i == len(all) || words.Function.Has(strings.ToLower(all[i])) || words.Preposition.Has(strings.ToLower(all[i]))
	}
	for i := 0; i < len(all); i++ {
		if from := i; determiner().MatchString(all[from]) {
			for i++; !ends(i) && !strings.HasSuffix(all[i-1], ","); i++ {
			}
			thing := strings.TrimRight(strings.Join(all[from:i], " "), ",;:")
			// Of "does the pump stop" and "is the tank full" the words do not tell where it ends, of "what is this tank" they do.
			inverted := from > 0 && asking().MatchString(all[from-1]) && (i < len(all) || from == 1 || !being().MatchString(all[from-1]))
			i, some = i-1, true
			switch {
			case i == from || inverted || plural != strings.HasSuffix(strings.TrimSuffix(thing, "ss"), "s"):
			case from > 0 && words.Preposition.Has(strings.ToLower(all[from-1])):
				behind = append(behind, thing)
			default:
				things = append(things, thing)
			}
		}
	}
	if len(things) == 0 {
		return behind, some
	}
	return things, some
}

// withQuantity is the question before with another quantity in place of the one of its unit; "" where that is none, or
// the other one is no quantity.
func withQuantity(before, other string) string {
	unit := func(q string) string { return strings.ToLower(strings.TrimLeft(q, "0123456789., ")) }
	same := slices.DeleteFunc(quantities().FindAllString(before, -1), func(q string) bool { return unit(q) != unit(other) })
	if len(same) != 1 || quantities().FindString(other) != other || !words.IsUnit(strings.TrimLeft(other, "0123456789., ")) {
		return ""
	}
	return strings.Replace(before, same[0], other, 1) + "?"
}

// withName is the question before with another name in place of the one of its kind, else of the only one, if any kind
// will do; "" where that is none. What stands behind the name in a thing the question before has, too: "the Orca pump".
func withName(before string, names []string, thing, name string, sameKind bool) string {
	kind := func(n string) string { return ownNumber().ReplaceAllString(strings.ToLower(n), "") }
	similar := slices.DeleteFunc(slices.Clone(names), func(n string) bool { return kind(n) != kind(name) })
	if len(similar) == 0 && !sameKind {
		similar = names
	}
	if len(similar) != 1 || hasFolded(names, name) || !strings.Contains(before, strings.TrimPrefix(thing, name)) {
		return ""
	}
	for _, at := range slices.Backward(occurrences(before, similar[0])) {
		before = before[:at.From] + name + before[at.To:]
	}
	return before + "?"
}

// named are the names of a question and the words that it writes as names, each once.
func (q Question) named() []string {
	var out []string
	for _, n := range q.Names(func(string) []string { return nil }) {
		out = append(out, n.Text)
	}
	return withTerms(out, slices.DeleteFunc(q.Terms(), func(t Term) bool { return !t.Proper }))
}
