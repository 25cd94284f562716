package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"
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

// reworder asks the rewriter for the sake of one answer. Where it cannot be asked the rules must do, and a warning says
// so: a question is not lost for its wording.
type reworder struct {
	model  Rewriter // nil where there is none, or it has failed
	answer *Answer  // for the warning and the timings
}

// ask has the model write. ok is false where it cannot; an error is the context's.
func (w *reworder) ask(ctx context.Context, what string, write func() (string, error)) (text string, ok bool, err error) {
	start := time.Now()
	text, err = write()
	w.answer.Timings.Generate += time.Since(start)
	switch {
	case ctx.Err() != nil:
		return "", false, ctx.Err()
	case err != nil:
		w.answer.warn(fmt.Sprintf("%s, because %s failed: %v", what, w.model.Name(), err))
		w.model = nil // it would keep the next search waiting as long
		return "", false, nil
	}
	return text, true, nil
}

// warn adds a warning that is not there.
func (a *Answer) warn(warning string) {
	if !slices.Contains(a.Warnings, warning) {
		a.Warnings = append(a.Warnings, warning)
	}
}

// standalone is the question that is asked in place of a follow-up, and who worded it: the model, where it is to and does
// so faithfully, or else the rules. reason is "" where nothing but the rules was asked.
func (e *Engine) standalone(ctx context.Context, w *reworder, question string) (asked, reason string, err error) {
	earlier := e.opt.Earlier[max(0, len(e.opt.Earlier)-maxEarlier):]
	byRule, changed := Standalone(question, earlier)
	if !e.opt.RewriteFollowUps || w.model == nil || len(earlier) == 0 || OneLine(question) == "" {
		return byRule, "", nil
	}
	name := w.model.Name()
	rules := "the question is asked as it is"
	if changed {
		rules = "the question was completed by rule"
	}
	text, ok, err := w.ask(ctx, rules, func() (string, error) { return w.model.Standalone(ctx, question, earlier) })
	if err != nil || !ok {
		return byRule, rules + ": " + name + " failed", err
	}
	c := conversation{question: OneLine(question)}
	for _, turn := range earlier {
		c.said = append(c.said, turn.Question, turn.Answer)
	}
	text, fault := c.completed(text)
	switch {
	case fault != "":
		return byRule, fmt.Sprintf("%s: what %s made of it %s", rules, name, fault), nil
	case !strings.EqualFold(text, c.question):
		return text, name + " completed the question from the turns before", nil
	case changed:
		return byRule, rules + ": " + name + " left it as it was", nil
	}
	return byRule, name + " finds that the question stands alone", nil
}

// searches are the further searches for what the evidence lacks: the model's, where it is to word one and does so
// faithfully, before those of the rules.
func (e *Engine) searches(ctx context.Context, w *reworder, r *Request, gaps []gap, lost []string, asked map[string]bool) ([]reformulation, error) {
	byRule := reformulations(r, gaps, lost, asked)
	if !e.opt.RewriteSearches || w.model == nil || len(gaps) == 0 {
		return byRule, nil
	}
	name := w.model.Name()
	var missing []string
	for i := range gaps {
		if !slices.Contains(missing, gaps[i].text) { // a side of a comparison may be a word of it too
			missing = append(missing, gaps[i].text)
		}
	}
	missing = append(missing, lost...)
	text, ok, err := w.ask(ctx, "further searches were worded by rule", func() (string, error) {
		return w.model.Reformulate(ctx, r.Question.Text, missing)
	})
	if err != nil {
		return nil, err
	}
	fault := "failed"
	if ok {
		c := conversation{question: r.Question.Text}
		for i := range r.Names {
			c.said = append(c.said, r.Names[i].Forms...)
		}
		for i := range r.Terms {
			c.said = append(c.said, r.Terms[i].Long...)
		}
		if text, fault = c.reformulated(text); fault == "" && asked[strings.ToLower(text)] {
			fault = "was searched for before"
		}
		if fault == "" {
			own := reformulation{text, fmt.Sprintf("the evidence lacks “%s”; worded by %s", strings.Join(missing, "”, “"), name)}
			rest := slices.DeleteFunc(byRule, func(f reformulation) bool { return strings.EqualFold(f.text, text) })
			return append([]reformulation{own}, rest[:min(len(rest), maxQueries-1)]...), nil
		}
		fault = "wrote what " + fault
	}
	for i := range byRule {
		byRule[i].reason += fmt.Sprintf("; worded by rule, because %s %s", name, fault)
	}
	return byRule, nil
}
