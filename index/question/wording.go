package question

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var (
	// figure is a number, with its decimals.
	figure = regexp.MustCompile(`[0-9]+(?:[.,][0-9]+)*`)
	// negation turns round what is asked.
	negation = regexp.MustCompile(`(?i)\b(?:not|no|never|none|neither|nor|cannot|without|except|unless)\b|n['’]t\b`)
)

// Wording is what another wording of a question must be faithful to.
type Wording struct {
	Question string
	Said     []string // what else its words may come from
}

// Completion tells what is wrong with a completion of the question, "" if nothing is: "lacks “ML-KEM-768”".
func (w *Wording) Completion(asked string) (fault string) {
	if fault := w.unfaithful(asked); fault != "" {
		return fault
	}
	terms, all := contentWords(asked), NewBag(append([]string{w.Question}, w.Said...)...)
	for i := range terms { // an “average” or a “maximum” of the model's own makes it another question
		if all.Match(&terms[i]) < PartCredit {
			return fmt.Sprintf("speaks of “%s”, which nobody mentioned", terms[i].Text)
		}
	}
	switch {
	case !strings.HasSuffix(asked, "?") && !asking.MatchString(asked):
		return "is no question"
	case len(terms) == 0 || !w.shares(asked):
		return "is about something else"
	}
	return ""
}

// Search tells what is wrong with another wording of the question that is to be searched for, "" if nothing is.
func (w *Wording) Search(query string) (fault string) {
	if fault := w.unfaithful(query); fault != "" || w.shares(query) {
		return fault
	}
	return "is about something else"
}

// unfaithful says how a wording departs from the question: each name, number, quoted phrase and negation of the one must
// be in the other, and none may be in it that nobody mentioned.
func (w *Wording) unfaithful(text string) string {
	for _, s := range protected(asFragment(w.Question)) {
		if !ContainsWord(text, s) {
			return fmt.Sprintf("lacks “%s”", s)
		}
	}
	sources := append([]string{w.Question}, w.Said...)
	for _, s := range protected(text) {
		if !slices.ContainsFunc(sources, func(said string) bool { return ContainsWord(said, s) }) {
			return fmt.Sprintf("speaks of “%s”, which nobody mentioned", s)
		}
	}
	if len(negation.FindAllString(w.Question, -1)) != len(negation.FindAllString(text, -1)) {
		return "says “not” where the question does not, or the other way round"
	}
	return ""
}

// shares tells whether a wording has a content word of the question, if that has any.
func (w *Wording) shares(text string) bool {
	words, bag := contentWords(w.Question), NewBag(text)
	return len(words) == 0 || slices.ContainsFunc(words, func(t Term) bool { return bag.Match(&t) >= PartCredit })
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
	q := Parse(question)
	out := q.capitalised()
	for _, n := range figure.FindAllString(q.Text, -1) {
		if !slices.ContainsFunc(out, func(s string) bool { return strings.Contains(s, n) }) {
			out = append(out, n)
		}
	}
	return out
}
