package text

import (
	"fmt"
	"slices"

	"ibid/engine"
	"ibid/engine/extract"
)

// rewrites tells what was changed in the draft, or tried and left, and why.
func (s *sheet) rewrites(a *engine.Answer) {
	if len(a.Trace.Rewrites) == 0 {
		return
	}
	s.head("changes to the draft")
	for i := range a.Trace.Rewrites {
		r := &a.Trace.Rewrites[i]
		s.add(2, Span{fmt.Sprintf("%d. %s: ", i+1, name(r.Stage)), Strong}, Span{sentence(r.Reason), Text})
		if r.Discarded != "" {
			s.add(4, Span{"✗ not used: ", Bad}, Span{sentence(r.Discarded), Text})
		}
	}
}

// rewritten tells whether a stage changed the draft: what was made and not taken did not.
func rewritten(t *engine.Trace, stage string) bool {
	return slices.ContainsFunc(t.Rewrites, func(r engine.Rewrite) bool { return r.Stage == stage && r.Discarded == "" })
}

// writtenBy names the model that wrote an answer, "" where it is put together from the documents' own sentences.
func writtenBy(a *engine.Answer) string {
	model := name(a.Generator)
	if model == "" || model == (extract.Generator{}).Name() {
		return ""
	}
	return "written by " + model
}
