package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ibid/engine"
	"ibid/engine/extract"
	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

// rewrites tells what was changed in the draft, or tried and left, and why.
func (s *sheet) rewrites(a *engine.Answer) {
	left := abandoned(&a.Trace)
	if len(a.Trace.Rewrites)+len(left) == 0 {
		return
	}
	s.head("changes to the draft")
	replaced := rewritten(&a.Trace, engine.StageFallback)
	if replaced { // in the order of time
		s.abandoned(left)
	}
	for i := range a.Trace.Rewrites {
		r := &a.Trace.Rewrites[i]
		s.add(2, Span{fmt.Sprintf("%d. %s: ", i+1, name(r.Stage)), Strong}, Span{sentence(r.Reason), Text})
		if r.Stage == engine.StageFallback {
			s.replaced(a, r)
			continue
		}
		if r.Discarded != "" {
			s.add(4, Span{"✗ not used: ", Bad}, Span{sentence(r.Discarded), Text})
		}
		s.atFault(r)
		s.changes(r.Before, r.After)
		if r.Stage == engine.StageSupport {
			s.compared(a, r)
		}
	}
	if !replaced {
		s.abandoned(left)
	}
}

// atFault names the symbol that a rewrite was made for, or was not used for, and the real names in its place.
func (s *sheet) atFault(r *engine.Rewrite) {
	misused := strings.Contains(r.Reason+r.Discarded, "misused "+r.Unknown) // it is real itself
	switch {
	case r.Unknown == "":
		return
	case strings.Contains(r.Discarded, r.Unknown): // as was just said
	case misused:
		s.add(4, Span{"! misused ", Warn}, Span{name(r.Unknown), Strong})
	default:
		s.add(4, Span{"✗ unknown ", Bad}, Span{name(r.Unknown), Strong})
	}
	if len(r.Nearest) == 0 && !misused {
		s.add(4, Span{"no real name is like it", Faint})
	}
	s.names("nearest real names", r.Nearest)
}

func (s *sheet) abandoned(steps []engine.Step) {
	for i := range steps {
		label := name(string(steps[i].Action)) + ", not used: "
		s.add(2, Span{"– " + label, Strong}, Span{sentence(steps[i].Reason), Text})
	}
}

// abandoned are the drafts that were written and are in no rewrite: they did not take the place of the one before.
func abandoned(t *engine.Trace) []engine.Step {
	var out []engine.Step
	told := make([]bool, len(t.Rewrites))
	tell := func(st *engine.Step) bool {
		for i := range t.Rewrites {
			if !told[i] && tells(&t.Rewrites[i], st) {
				told[i] = true
				return true
			}
		}
		return false
	}
	for i := range t.Steps {
		if st := &t.Steps[i]; writes(st.Action) && !tell(st) {
			out = append(out, *st)
		}
	}
	return out
}

// tells that a rewrite holds the draft that a step wrote. Names that do not exist may be replaced more than once.
func tells(r *engine.Rewrite, st *engine.Step) bool {
	switch st.Action {
	case engine.Redraft:
		return r.Stage == engine.StageRedraft
	case engine.ReplaceSymbols:
		return r.Stage == engine.StageSymbols && strings.HasPrefix(st.Reason, r.Reason) && strings.HasSuffix(st.Reason, r.Discarded)
	}
	return r.Stage == engine.StageFallback
}

func rewritten(t *engine.Trace, stage string) bool {
	return slices.ContainsFunc(t.Rewrites, func(r engine.Rewrite) bool { return r.Stage == stage })
}

// replaced tells what took the place of a draft that was refused. The two have nothing in common that a comparison
// would show.
func (s *sheet) replaced(a *engine.Answer, r *engine.Rewrite) {
	if draft := clip(name(r.Before), longDraft); draft != "" {
		s.add(4, Span{"✗ refused draft  ", Bad}, Span{quoted(draft), Faint})
	}
	by := writtenBy(a)
	if by == "" {
		by = "put together from the documents' own sentences"
	}
	s.add(4, Span{"in its place the answer is " + by, Text})
}

// writtenBy names the model that wrote an answer, "" where it is put together from the documents' own sentences.
func writtenBy(a *engine.Answer) string {
	model := name(a.Generator)
	if model == "" || model == (extract.Generator{}).Name() {
		return ""
	}
	return "written by " + model
}

// changes writes the sentences and lines of code that a rewrite took out as lines that start with −, and what it
// wrote with +.
func (s *sheet) changes(before, after string) {
	old, now := pieces(before), pieces(after)
	s.side("− ", Removed, old, now)
	s.side("+ ", Added, now, old)
}

// side writes what is in one list and not in the other.
func (s *sheet) side(mark string, role Role, own, other []string) {
	have := map[string]int{}
	for _, text := range other {
		have[text]++
	}
	for _, text := range own {
		if have[text]--; have[text] < 0 {
			s.add(4, Span{mark + text, role})
		}
	}
}

// pieces are the sentences of a draft, and the lines of its code.
func pieces(draft string) []string {
	var out []string
	for _, p := range guard.Split(draft) {
		if p.Kind != guard.Code {
			out = append(out, name(p.Text))
			continue
		}
		out = append(out, strings.Split(guard.Sanitize(strings.TrimSpace(p.Text)), "\n")...)
	}
	return out
}

// compared puts the sentences that were taken out beside the words of their sources that come nearest to them.
func (s *sheet) compared(a *engine.Answer, r *engine.Rewrite) {
	left := guard.Split(r.After)
	for _, st := range guard.Split(r.Before) {
		if len(left) > 0 && left[0].Text == st.Text {
			left = left[1:]
			continue
		}
		if len(st.Citations) == 0 {
			continue // code, which goes with the sentence before it
		}
		s.add(4, Span{"✗ unsupported  ", Bad}, Span{name(st.Claim()), Text})
		for _, m := range st.Citations {
			for _, k := range m.Keys {
				c := Cited(a, k, nil)
				if c == nil {
					continue
				}
				if at := nearest(st.Claim(), c); at.End > 0 {
					s.quote("nearest in", k, words(c.Text[at.Start:at.End]))
				} else {
					s.add(4, Span{"nothing like it in ", Faint}, Span{mark(k), Key})
				}
			}
		}
	}
}

// sentenceAt is a sentence of a chunk: byte offsets in its text. The zero value is none.
type sentenceAt struct{ Start, End int }

// nearest is the sentence of a chunk that shares most words with a text. A shared word counts the more the fewer
// sentences of the chunk have it; headings do not count.
func nearest(text string, c *index.Chunk) sentenceAt {
	var at []sentenceAt
	var bags []question.Bag
	for _, b := range c.Blocks {
		if b.Kind == source.Heading || b.Start < 0 || b.End > len(c.Text) || b.Start > b.End { // a saved answer may be damaged
			continue
		}
		for _, s := range guard.Split(c.Text[b.Start:b.End]) {
			at, bags = append(at, sentenceAt{b.Start + s.Start, b.Start + s.End}), append(bags, question.NewBag(s.Text))
		}
	}
	shared := make([]float64, len(bags))
	for _, term := range slices.Sorted(maps.Keys(question.NewBag(text))) { // sorted: sums depend on their order
		have := 0
		for _, b := range bags {
			if b[term] {
				have++
			}
		}
		for i, b := range bags {
			if b[term] {
				shared[i] += 1 / float64(have)
			}
		}
	}
	var found sentenceAt
	best := 0.0
	for i, x := range shared {
		if x > best {
			found, best = at[i], x
		}
	}
	return found
}
