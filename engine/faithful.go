package engine

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"ibid/guard"
	"ibid/index"
)

// maxReworded is how many characters a question may have that a model worded: a longer one is an essay.
const maxReworded = 300

var (
	// figure is a number, with its decimals.
	figure = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)
	// negation turns round what is asked.
	negation = regexp.MustCompile(`(?i)\b(?:not|no|never|none|neither|nor|cannot|without|except|unless)\b|n['’]t\b`)
)

// conversation is what a wording of a question must be faithful to.
type conversation struct {
	question string
	said     []string // what else its words may come from
}

// completed is a model's completion of the question, made fit to be asked, and what is wrong with it, "" if nothing is:
// "lacks “ML-KEM-768”".
func (c *conversation) completed(text string) (asked, fault string) {
	if asked, fault = c.line(text); fault != "" {
		return "", fault
	}
	if fault = c.unfaithful(asked); fault != "" {
		return "", fault
	}
	words, all := contentWords(asked), NewBag(append([]string{c.question}, c.said...)...)
	for i := range words { // an “average” or a “maximum” of the model's own makes it another question
		if all.Match(&words[i]) < partCredit {
			return "", fmt.Sprintf("speaks of “%s”, which nobody mentioned", words[i].Text)
		}
	}
	switch {
	case !strings.HasSuffix(asked, "?") && !asking.MatchString(asked):
		return "", "is no question"
	case len(words) == 0 || !c.shares(asked):
		return "", "is about something else"
	}
	return asked, ""
}

// reformulated is a model's other wording of the question, made fit to be searched for, and what is wrong with it.
func (c *conversation) reformulated(text string) (query, fault string) {
	if query, fault = c.line(text); fault != "" {
		return "", fault
	}
	if fault = c.unfaithful(query); fault != "" {
		return "", fault
	}
	if !c.shares(query) {
		return "", "is about something else"
	}
	return query, ""
}

// line is what a model wrote, without what cannot be seen, if it is one line of a bearable length.
func (c *conversation) line(text string) (line, fault string) {
	text = strings.TrimSpace(guard.Sanitize(text))
	switch {
	case text == "":
		return "", "is empty"
	case strings.Contains(text, "\n"):
		return "", "has more than one line"
	case utf8.RuneCountInString(text) > maxReworded:
		return "", fmt.Sprintf("is longer than %d characters", maxReworded)
	case guard.HasFence(text) || controlToken.MatchString(text):
		return "", "repeats the prompt"
	}
	return OneLine(text), ""
}

// unfaithful says how a wording departs from the question: each name, number, quoted phrase and negation of the one must
// be in the other, and none may be in it that nobody mentioned.
func (c *conversation) unfaithful(text string) string {
	for _, s := range protected(asFragment(c.question)) {
		if !index.ContainsWord(text, s) {
			return fmt.Sprintf("lacks “%s”", s)
		}
	}
	sources := append([]string{c.question}, c.said...)
	for _, s := range protected(text) {
		if !slices.ContainsFunc(sources, func(said string) bool { return index.ContainsWord(said, s) }) {
			return fmt.Sprintf("speaks of “%s”, which nobody mentioned", s)
		}
	}
	if len(negation.FindAllString(c.question, -1)) != len(negation.FindAllString(text, -1)) {
		return "says “not” where the question does not, or the other way round"
	}
	return ""
}

// shares tells whether a wording has a content word of the question, if that has any.
func (c *conversation) shares(text string) bool {
	words, bag := contentWords(c.question), NewBag(text)
	return len(words) == 0 || slices.ContainsFunc(words, func(t Term) bool { return bag.Match(&t) >= partCredit })
}

// asFragment is a question that begins with a name, as a follow-up may, so that its first word can be told to be one.
func asFragment(question string) string {
	bare := opening.ReplaceAllString(question, "")
	fragment := another.ReplaceAllString(bare, "")
	if len(strings.Fields(fragment)) > maxFragment || fragment == bare && asking.MatchString(bare) {
		return question
	}
	return "is " + fragment
}

// protected lists what no wording of a question may change: its identifiers, quoted phrases, numbered parts, capitalised
// names and numbers. The capital of the first word is no sign of a name.
func protected(question string) []string {
	q := index.ParseQuestion(question)
	out := namesIn(q)
	for _, n := range figure.FindAllString(q.Text, -1) {
		if !slices.ContainsFunc(out, func(s string) bool { return strings.Contains(s, n) }) {
			out = append(out, n)
		}
	}
	return out
}
