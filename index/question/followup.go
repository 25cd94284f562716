package question

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"ibid/guard/words"
)

// maxFragment is how many words a follow-up has that has no verb of its own.
const maxFragment = 6

var (
	// opening is how a follow-up takes up what was said.
	opening = regexp.MustCompile(`(?i)^(?:(?:and|but|so|ok|okay|then)\b[, ]*)+`)
	// another asks the same of something else: "what about X", "and for X".
	another = regexp.MustCompile(`(?i)^(?:(?:what|how) about|same (?:question )?(?:for|with)|(for|in|of|with|on)\b) *`)
	// asking begins a question that has a verb of its own.
	asking = regexp.MustCompile(`(?i)^(?:(?:in|on|at|to|from|by|of|for|with|under|since|until) )?(?:what|which|who|whom|whose|when|where|why|how|` + auxiliaries + `|define|explain|describe|list|name|give|show|compare|tell)\b`)
	// pronoun stands for something named before it. "That" and its kin stand for something only where no clause
	// follows.
	pronoun = regexp.MustCompile(`(?i)\b(?:its|it|their|theirs|they|them|he|him|his|she|her)\b|\b(?:is|are|was|were|does|do|did|can|of|for|with|from|about|like|than|by|in|to|after|before|on|uses?) (this|that|these|those)\b`)
	// impersonal is an "it" that stands for nothing: "is it possible to", "it is important that", "how long does it
	// take to".
	impersonal = regexp.MustCompile(`(?i)\b(?:is|was|be|will|would) it (?:\w+ )?\w+ (?:to|that|if|for)\b|\bit (?:is|was|will be) (?:\w+ )?\w+ (?:to|that|if|for)\b|\bit takes?\b.* to\b|\bwhat time is it\b|\bdoes it mean\b`)
	// antecedent is what a pronoun behind it may stand for: something with an article, or several things.
	antecedent = regexp.MustCompile(`(?i)\b(?:an?|the|each|every|any|no) [\w-]+`)
	leading    = regexp.MustCompile(`(?i)^(?:an?|the|its|their|his|her|this|that|these|those) `)
	hanging    = regexp.MustCompile(`(?i)(?:\b(?:an?|the) )?\b[\w-]+ (?:of|for|in|on|to|from|with|about|than|by)\s*$`)
	// counting asks for the measure that something has: what is asked for in the place of a thing is asked in the
	// same one.
	counting = regexp.MustCompile(`(?i)^how many ([\w-]+) (?:has|have|is|are)\b`)
	// determined is what a question is about that ends with it, or with what it does or is done to it: "how many
	// years does the warranty last", "how is the well cleaned", "how do I set the time".
	determined = regexp.MustCompile(`(?i)^(?:what|which|how|where|when|who)\b.*?\b(?:(?:does|do|did|can|should|must) (?:the|an?) (\w\S*(?: \w\S*)?) \w+|(?:is|are|was|were|has|have) (?:the|an?) (\w\S*(?: \w\S*){0,2}?)(?: \w+ed)?|(?:do|can|should|must|did) (?:i|we|you|one) \w+ (?:the|an?) (\w\S*(?: \w\S*){0,2}))$`)
	// part is what stands behind a preposition, up to the end.
	part   = regexp.MustCompile(`(?i)\b(for|in|of|with|on) ((?:the|an?) )?[\w-]+(?: [\w-]+)?$`)
	adverb = regexp.MustCompile(`(?i)^(?:when|where|why|how)$`)
	polar  = regexp.MustCompile(`(?i)^(?:` + auxiliaries + `)\b`)
)

// Standalone completes a short question that leans on the turns before it, so that it can be asked alone: "and its
// ciphertext?" after a question about ML-KEM-768 asks for the ciphertext of ML-KEM-768, "What about ML-KEM-1024?"
// asks the same question of another one of the kind. Pronouns and gaps are filled by rule from the names of the
// question before. A question that stands alone, or that could be completed in more than one way, is returned as it
// is, and false. The earlier questions are given the oldest first; each may itself be a follow-up.
func Standalone(question string, earlier []string) (string, bool) {
	question = oneLine(question)
	before := ""
	for _, e := range earlier {
		before, _ = complete(oneLine(e), before)
	}
	return complete(question, before)
}

// complete completes one question from the one before it, which stands alone.
func complete(question, before string) (string, bool) {
	if before == "" || question == "" {
		return question, false
	}
	s := newPrior(before)
	bare := opening.ReplaceAllString(question, "")
	opened := bare != question
	rest := strings.TrimRight(bare, " ?!.")
	about := another.ReplaceAllString(rest, "")
	preposition := ""
	if m := another.FindStringSubmatch(rest); m != nil {
		preposition = m[1]
	}
	var out string
	switch asks := asking.MatchString(rest) && !another.MatchString(rest); {
	case rest == "":
	case asks && strings.EqualFold(rest, "why") && polar.MatchString(before):
		first, size := utf8.DecodeRuneInString(before)
		out = "Why " + string(unicode.ToLower(first)) + before[size:]
	case asks && adverb.MatchString(rest) && adverb.MatchString(firstWord(before)):
		out = rest + before[len(firstWord(before)):]
	case asks:
		if out = s.fillPronoun(bare); out == "" && opened {
			out = s.add(bare)
		}
	case len(strings.Fields(about)) <= maxFragment && (opened || about != rest || strings.HasSuffix(question, "?") && len(Parse(rest).Identifiers) > 0): // a name alone is looked up
		out = s.ask(about, preposition, about != rest)
	}
	if out == "" || strings.EqualFold(out, question) {
		return question, false
	}
	return capital(out), true
}

// prior is a question that another leans on, and the names in it.
type prior struct {
	Question
	names []string // identifiers, numbered parts and capitalised names, each once, as they stand
}

func newPrior(question string) *prior {
	q := Parse(question)
	return &prior{q, q.capitalised()}
}

// one is the single thing that a question is about, "" where there are several or none.
func (s *prior) one() string {
	switch {
	case s.Kind == Comparison:
		return ""
	case len(s.names) == 1:
		return s.names[0]
	case len(s.names) > 0:
		return ""
	}
	if m := determined.FindStringSubmatch(strings.TrimRight(s.Text, " ?!.")); m != nil {
		return "the " + m[1] + m[2] + m[3]
	}
	switch {
	case s.Subject == "" || len(strings.Fields(s.Subject)) > maxFragment:
		return ""
	case strings.Contains(strings.ToLower(s.Text), "what is "+strings.ToLower(s.Subject)): // it has no article
		return s.Subject
	}
	return "the " + s.Subject
}

// all are the things that "they" may stand for.
func (s *prior) all() string {
	if one := s.one(); one != "" {
		return one
	}
	if len(s.Sides) > 1 {
		return s.Sides[0] + " and " + s.Sides[1]
	}
	if len(s.names) > 1 && len(s.names) < 4 {
		return strings.Join(s.names[:len(s.names)-1], ", ") + " and " + s.names[len(s.names)-1]
	}
	return ""
}

// fillPronoun puts the subject in the place of the first pronoun that stands for it; "" where there is none.
func (s *prior) fillPronoun(question string) string {
	m := pronoun.FindStringSubmatchIndex(question)
	if m == nil || impersonal.MatchString(question) {
		return ""
	}
	from, to := m[0], m[1]
	if m[2] >= 0 {
		from, to = m[2], m[3]
	}
	word := strings.ToLower(question[from:to])
	lead, tail := question[:from], question[to:]
	if hasOwn(lead, word) || len(Parse(question).capitalised()) > 0 {
		return ""
	}
	name := s.one()
	switch word {
	case "they", "them", "their", "theirs", "these", "those":
		name = s.all()
	case "he", "him", "his", "she", "her":
		if len(s.names) == 0 {
			name = "" // a thing is nobody
		}
	}
	if name == "" {
		return ""
	}
	switch word {
	case "its", "their", "theirs", "his":
		name += "’s"
	case "her":
		if tail != "" && tail[0] == ' ' {
			name += "’s"
		}
	}
	return lead + name + tail
}

// hasOwn tells that a question names before its pronoun what that stands for.
func hasOwn(lead, pronoun string) bool {
	lead = hanging.ReplaceAllString(lead, "") // "the size of its"
	if antecedent.MatchString(lead) {
		return true
	}
	if pronoun == "they" || strings.HasPrefix(pronoun, "their") {
		for _, t := range contentWords(lead) {
			if strings.HasSuffix(t.Text, "s") {
				return true
			}
		}
	}
	return false
}

// add completes a question that goes on from another and names nothing itself.
func (s *prior) add(question string) string {
	name := s.one()
	if name == "" || pronoun.MatchString(question) || len(Parse(question).capitalised()) > 0 || len(contentWords(question)) == 0 {
		return ""
	}
	return strings.TrimRight(question, " ?!.") + " for " + name + "?"
}

// ask asks the question before again, of what the fragment names in its place: a thing of the same kind, or another
// property of the same thing.
func (s *prior) ask(fragment, preposition string, cued bool) string {
	owned, thing := leading.FindString(fragment), fragment
	fragment = strings.TrimSpace(leading.ReplaceAllString(fragment, ""))
	if fragment == "" {
		return ""
	}
	if out := s.swapNumber(fragment); out != "" {
		return out
	}
	names := Parse("is " + fragment).capitalised() // no capital of a name is that of a first word
	if out := s.swapHead(fragment, names); out != "" {
		return out
	}
	if len(names) == 1 && ContainsWord(fragment, names[0]) {
		if len(strings.Fields(fragment)) > len(strings.Fields(names[0])) {
			return "" // it says more than a name: it may ask for something else
		}
		if old := s.likest(names[0]); old != "" {
			return replaceWord(s.Text, old, fragment)
		}
		return ""
	}
	if len(names) > 1 {
		return ""
	}
	if out := s.swapThing(thing, preposition, owned); out != "" {
		return out
	}
	name := s.one()
	if name == "" || !cued && owned == "" && len(strings.Fields(fragment)) > 2 {
		return ""
	}
	if out := s.swapProperty(fragment, name); out != "" {
		return out
	}
	if m := counting.FindStringSubmatch(s.Text); m != nil && words.IsUnit(m[1]) {
		return "How many " + m[1] + " has the " + fragment + " of " + name + "?"
	}
	return "What is the " + fragment + " of " + name + "?"
}

// swapNumber finds the fragment in the question with another number or letter at its end: "version 3" for "version 2".
func (s *prior) swapNumber(fragment string) string {
	words := strings.Fields(fragment)
	last := words[len(words)-1]
	if len(words) < 2 || !isNumberOrLetter(last) {
		return ""
	}
	head := strings.Join(words[:len(words)-1], " ")
	for _, at := range occurrences(s.Text, head) {
		rest := s.Text[at.To:]
		next := strings.Trim(firstWord(rest), "?!.,;:")
		if next != "" && isNumberOrLetter(next) && next != last {
			from := at.To + strings.Index(rest, next)
			return s.Text[:from] + last + s.Text[from+len(next):]
		}
	}
	return ""
}

func firstWord(text string) string {
	if f := strings.Fields(text); len(f) > 0 {
		return f[0]
	}
	return ""
}

func isNumberOrLetter(w string) bool {
	return strings.Trim(w, "0123456789.-") == "" || len(w) == 1 && unicode.IsUpper(rune(w[0]))
}

// likest is the name of the question that another takes the place of: the one of its kind, else the only one.
func (s *prior) likest(name string) string {
	var same []string
	for _, n := range s.names {
		if strings.EqualFold(n, name) {
			return ""
		}
		if kindOf(n) == kindOf(name) {
			same = append(same, n)
		}
	}
	switch {
	case len(same) == 1:
		return same[0]
	case len(same) == 0 && len(s.names) == 1:
		return s.names[0]
	}
	return ""
}

// kindOf is a name without its numbers: ML-KEM-768 and ML-KEM-1024 are of one kind.
func kindOf(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, name))
}

// swapHead puts a thing in the place of another of the same last word: the decapsulation key for the encapsulation key.
// A name takes the place of a name only.
func (s *prior) swapHead(fragment string, names []string) string {
	words := strings.Fields(fragment)
	if len(words) != 2 {
		return ""
	}
	at := occurrences(s.Text, words[1])
	if len(at) != 1 {
		return ""
	}
	lead := strings.TrimRight(s.Text[:at[0].From], " ")
	from := strings.LastIndexByte(lead, ' ') + 1
	old := lead[from:]
	if len(contentWords(old)) != 1 || slices.Contains(s.names, old) != slices.Contains(names, words[0]) || strings.EqualFold(old, words[0]) || asking.MatchString(old) {
		return ""
	}
	return s.Text[:from] + words[0] + s.Text[len(lead):]
}

// swapThing puts a thing in the place of the one that the question ends with: "and of the probe" for "how heavy is
// the rover" and for "what is the mass of the rover", "and a spider bite" for "how do I treat a snakebite". What has
// "the" and no preposition may be a property.
func (s *prior) swapThing(thing, preposition, article string) string {
	text := strings.TrimRight(s.Text, " ?!.")
	indefinite := strings.EqualFold(article, "a ") || strings.EqualFold(article, "an ")
	if m := part.FindStringSubmatchIndex(text); preposition != "" && m != nil && len(s.names) == 0 && (strings.EqualFold(text[m[2]:m[3]], preposition) || preposition == "for") {
		return text[:m[3]] + " " + thing + "?"
	}
	if m := determined.FindStringSubmatchIndex(text); m != nil && len(s.names) == 0 && (indefinite || preposition != "") {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				from := strings.LastIndexByte(text[:m[i]-1], ' ') + 1 // with its article
				return text[:from] + thing + text[m[i+1]:] + "?"
			}
		}
	}
	return ""
}

// swapProperty puts another property of the same thing in the place of the one that was asked for: "How large is the
// ciphertext of X?" for "How large is the key of X?".
func (s *prior) swapProperty(fragment, name string) string {
	re, err := regexp.Compile(`(?i)\b(the|an?) ([\w-]+(?: [\w-]+){0,2}) (of|for|in) ((?:the |an? )?` + regexp.QuoteMeta(strings.TrimPrefix(name, "the ")) + `)`)
	if err != nil {
		return ""
	}
	m := re.FindStringSubmatchIndex(s.Text)
	if m == nil || strings.Contains(" "+s.Text[m[4]:m[5]]+" ", " of ") {
		return ""
	}
	return s.Text[:m[4]] + fragment + s.Text[m[5]:]
}

// replaceWord replaces a name wherever it stands as a word of its own.
func replaceWord(text, old, by string) string {
	var b strings.Builder
	pos := 0
	for _, at := range occurrences(text, old) {
		b.WriteString(text[pos:at.From] + by)
		pos = at.To
	}
	return b.String() + text[pos:]
}

func capital(s string) string {
	r := []rune(s)
	if len(r) > 0 && 'a' <= r[0] && r[0] <= 'z' && asking.MatchString(s) {
		r[0] = unicode.ToUpper(r[0])
	}
	return string(r)
}
