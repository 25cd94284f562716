package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ibid/guard"
	"ibid/index/question"
)

// Rewriter is a model that puts questions in other words. Nothing that it writes is believed: what leaves out a name, a
// number, a quoted phrase or a “not”, brings one in that nobody mentioned, or is about something else, is not asked.
type Rewriter interface {
	Name() string
	// Standalone completes a question from the turns before it, oldest first, so that it can be asked alone.
	Standalone(ctx context.Context, question string, earlier []Exchange) (string, error)
	// Reformulate puts a question in words that may find what a search for it did not: missing, in the question's words.
	Reformulate(ctx context.Context, question string, missing []string) (string, error)
}

const (
	maxEarlier  = 8   // turns that a question is completed from; each may itself be a follow-up
	maxReworded = 300 // characters of a question that a model worded: a longer one is an essay
)

// reword has the rewriter write, and says what is wrong with that: "failed", or "wrote what lacks “ML-KEM-768”"; "" if nothing is.
// Where it cannot be asked the rules must do, and a warning says so: a question is not lost for its wording. An error is the
// context's.
func (x *run) reword(ctx context.Context, instead string, write func() (string, error), judge func(string) string) (text, fault string, err error) {
	start := time.Now()
	text, err = write()
	x.answer.Timings.Generate += time.Since(start)
	switch {
	case ctx.Err() != nil:
		return "", "", ctx.Err()
	case err != nil:
		x.answer.warn(fmt.Sprintf("%s, because %s failed: %v", instead, x.rewriter.Name(), err))
		x.rewriter = nil // it would keep the next search waiting as long
		return "", "failed", nil
	}
	if text, fault = oneWording(text); fault == "" {
		fault = judge(text)
	}
	if fault != "" {
		return "", "wrote what " + fault, nil
	}
	return text, "", nil
}

// oneWording is what a model wrote, without what cannot be seen, if it is one line of a bearable length; fault says what it is
// instead.
func oneWording(text string) (wording, fault string) {
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

// standalone is the question that is asked in place of a follow-up, and who worded it: the model, where it is to and does
// so faithfully, or else the rules. reason is "" where nothing but the rules was asked.
func (x *run) standalone(ctx context.Context, asked string) (text, reason string, err error) {
	earlier := x.opt.Earlier[max(0, len(x.opt.Earlier)-maxEarlier):]
	faithful := question.Wording{Question: OneLine(asked)}
	var questions []string
	for _, turn := range earlier {
		questions = append(questions, turn.Question)
		faithful.Said = append(faithful.Said, turn.Question, turn.Answer)
	}
	byRule, changed := question.Standalone(asked, questions)
	if !x.opt.RewriteFollowUps || x.rewriter == nil || len(earlier) == 0 || faithful.Question == "" {
		return byRule, "", nil
	}
	name := x.rewriter.Name()
	rules := "the question is asked as it is"
	if changed {
		rules = "the question was completed by rule"
	}
	write := func() (string, error) { return x.rewriter.Standalone(ctx, asked, earlier) }
	text, fault, err := x.reword(ctx, rules, write, faithful.Completion)
	switch {
	case err != nil:
		return "", "", err
	case fault != "":
		return byRule, rules + ": " + name + " " + fault, nil
	case !strings.EqualFold(text, faithful.Question):
		return text, name + " completed the question from the turns before", nil
	case changed:
		return byRule, rules + ": " + name + " left it as it was", nil
	}
	return byRule, name + " finds that the question stands alone", nil
}

// searches are the further searches for what the evidence lacks: the model's, where it is to word one and does so
// faithfully, before those of the rules.
func (x *run) searches(ctx context.Context, gaps []gap, lost []string, asked map[string]bool) ([]reformulation, error) {
	r := &x.request
	byRule := reformulations(r, gaps, lost, asked)
	if !x.opt.RewriteSearches || x.rewriter == nil || len(gaps) == 0 {
		return byRule, nil
	}
	name := x.rewriter.Name()
	var missing []string
	for i := range gaps {
		if !slices.Contains(missing, gaps[i].text) { // a side of a comparison may be a word of it too
			missing = append(missing, gaps[i].text)
		}
	}
	missing = append(missing, lost...)
	faithful := question.Wording{Question: r.Question.Text}
	for i := range r.Names {
		faithful.Said = append(faithful.Said, r.Names[i].Forms...)
	}
	for i := range r.Terms {
		faithful.Said = append(faithful.Said, r.Terms[i].Long...)
	}
	write := func() (string, error) { return x.rewriter.Reformulate(ctx, r.Question.Text, missing) }
	text, fault, err := x.reword(ctx, "further searches were worded by rule", write, func(text string) string {
		if fault := faithful.Search(text); fault != "" || !asked[strings.ToLower(text)] {
			return fault
		}
		return "was searched for before"
	})
	if err != nil {
		return nil, err
	}
	if fault != "" {
		for i := range byRule {
			byRule[i].reason += fmt.Sprintf("; worded by rule, because %s %s", name, fault)
		}
		return byRule, nil
	}
	own := reformulation{text, fmt.Sprintf("the evidence lacks “%s”; worded by %s", strings.Join(missing, "”, “"), name)}
	rest := slices.DeleteFunc(byRule, func(f reformulation) bool { return strings.EqualFold(f.text, text) })
	return append([]reformulation{own}, rest[:min(len(rest), maxQueries-1)]...), nil
}
