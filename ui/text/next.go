package text

import "ibid/engine"

// Step is something that a person can do after a refusal: look at a piece of evidence, or ask another question.
type Step struct {
	Label    string // one line for a person, safe to show
	Question string // what is asked, "" where evidence is shown
	Evidence string // the key of the evidence shown, "" where a question is asked
}

// Next lists the steps after a refusal, the most useful first; none after an answer.
func Next(a *engine.Answer) []Step {
	if !a.Refused {
		return nil
	}
	var steps []Step
	if len(a.Evidence) > 0 {
		ev := &a.Evidence[0]
		label := "show the nearest evidence: "
		if a.Selection != nil {
			label = "show what was selected: "
		}
		steps = append(steps, Step{Label: label + engine.Place(&ev.Chunk), Evidence: ev.Key})
	}
	if sel := a.Selection; sel != nil && len(sel.Suggestions) > 0 {
		return append(steps, Step{Label: "ask all documents instead: " + name(asked(a)), Question: asked(a)})
	}
	return steps
}
