package report

import (
	"ibid/engine"
	"ibid/index"
	"ibid/index/question"
)

// StepKind is what a next step does.
type StepKind uint8

// The kinds of steps.
const (
	ShowEvidence StepKind = iota // shows a piece of the answer's evidence
	AskAgain                     // asks another question of the documents
	OpenSection                  // shows a place that was not the nearest, but may help
)

// Step is something that a person can do after a refusal.
type Step struct {
	Kind     StepKind
	Label    string       // one line for a person, safe to show
	Question string       // what AskAgain asks, as it is
	Evidence string       // the key of the evidence shown, "" for a place that is no evidence
	Chunk    *index.Chunk // the place shown; nil for AskAgain
}

// maxSections is the number of sections suggested.
const maxSections = 3

// Next lists the steps after a refusal, the most useful first; none after an answer.
func Next(a *engine.Answer) []Step {
	if !a.Refused {
		return nil
	}
	n := nextSteps{seen: map[section]bool{}}
	if len(a.Evidence) > 0 {
		ev := &a.Evidence[0]
		label := "show the nearest evidence: "
		if a.Selection != nil {
			label = "show what was selected: "
		}
		n.steps = append(n.steps, Step{Kind: ShowEvidence, Label: label + Place(&ev.Chunk), Evidence: ev.Key, Chunk: &ev.Chunk})
		n.seen[sectionOf(&ev.Chunk)] = true
	}
	n.ask(a)
	if sel := a.Selection; sel != nil {
		for i := range sel.Suggestions {
			n.read(&sel.Suggestions[i].Chunk, "")
		}
		return n.steps
	}
	for i := range a.Evidence {
		if ev := &a.Evidence[i]; !ev.Neighbour {
			n.read(&ev.Chunk, ev.Key)
		}
	}
	return n.steps
}

// nextSteps collects steps.
type nextSteps struct {
	steps    []Step
	seen     map[section]bool
	sections int // suggested
}

// ask suggests questions that the documents can rather answer.
func (n *nextSteps) ask(a *engine.Answer) {
	if sel := a.Selection; sel != nil && len(sel.Suggestions) > 0 {
		n.steps = append(n.steps, Step{Kind: AskAgain, Label: "ask all documents instead: " + name(asked(a)), Question: asked(a)})
		return
	}
	if again := question.WithoutTerms(asked(a), a.Trace.Missing); again != "" {
		n.steps = append(n.steps, Step{Kind: AskAgain, Label: "ask without " + quotedList(a.Trace.Missing) + ": " + name(again), Question: again})
	}
}

// read suggests the section that a chunk stands in, once.
func (n *nextSteps) read(c *index.Chunk, key string) {
	at := sectionOf(c)
	if n.sections == maxSections || n.seen[at] || at.title == "" {
		return
	}
	n.seen[at] = true
	n.sections++
	n.steps = append(n.steps, Step{Kind: OpenSection, Label: "read " + Place(c), Evidence: key, Chunk: c})
}

// section is a part of a document.
type section struct{ doc, title string }

func sectionOf(c *index.Chunk) section { return section{c.DocID, Section(c)} }
