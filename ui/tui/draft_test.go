package tui

import (
	"context"
	"strings"
	"testing"

	"ibid/guard"
)

// begins is a question whose draft is about to be written.
func (s *screenTest) begins() *work {
	s.ready()
	t := &turn{typed: frameQuestion, question: Question{Text: frameQuestion}}
	s.addTurn(t)
	w, _ := start(s.ctx, 99, func(context.Context, *stream) done { return nil })
	s.Model.run, s.asking, t.phase = w, t, searching
	s.tell(w, func(st *stream) {
		st.Retrieved(sampleEvidence())
		st.Drafting("ollama/llama3.2:3b", "")
	})
	return w
}

// Each sentence of a draft has its sign as soon as it is checked, in the place where it stands in the answer.
func TestMarksWhileAModelWrites(t *testing.T) {
	s := newScreen(t, 100, 30, nil)
	w := s.begins()
	a := sampleAnswer(frameQuestion)
	at := func(words string) int { return strings.Index(a.Text, words) + len(words) }
	s.tell(w, func(st *stream) { st.Token(a.Text[:20]) })
	s.has("Each frame starts wi", "draft, not verified")
	s.tell(w, func(st *stream) {
		st.Token(a.Text[20:at("at most 64 [c1].")])
		st.Checked(at("0x7E [c1]."), guard.Supported)
	})
	s.has("0x7E [c1]. ✓", "checked up to the last sign")
	s.tell(w, func(st *stream) {
		st.Checked(at("at most 64 [c1]."), guard.Judged)
		st.Checked(1, guard.Supported)           // before the last
		st.Checked(len(a.Text), guard.Supported) // was not told yet
		st.Token(a.Text[at("at most 64 [c1]."):])
		st.Checked(at("20 ms [c2]."), guard.Contradicted)
		st.Checked(at("this call [c3]:"), guard.NotFound)
	})
	s.has("0x7E [c1]. ✓", "[c1]. ≈", "[c2]. ✗", "[c3]: ○", "checked up to the last sign")
	before := strings.Split(s.text(), "\n")
	a.Sentences[1].Verdict, a.Sentences[2].Verdict, a.Sentences[3].Verdict = guard.Judged, guard.Contradicted, guard.NotFound
	s.turn().take(a)
	s.asking, s.Model.run = nil, nil
	s.has("0x7E [c1]. ✓") // until it is laid out
	s.run(s.settle(s.turn()))
	for i, line := range strings.Split(s.text(), "\n")[2:12] {
		line, was := []rune(line)[4:48], []rune(before[i+2])[4:48] // behind the pointer
		if string(line) != string(was) {
			t.Errorf("line %d jumps: %q was %q", i, string(line), string(was))
		}
	}
	s.has("1/5 ✓ proven")
}

// What is left of a draft is what was checked, said to be unfinished; a new draft voids the one before.
func TestUnfinishedDraft(t *testing.T) {
	s := newScreen(t, 100, 30, nil)
	w := s.begins()
	s.tell(w, func(st *stream) { st.Token("A void one."); st.Checked(len("A void one."), guard.Supported) })
	s.has("A void one. ✓")
	s.tell(w, func(st *stream) { st.Drafting("ollama/llama3.2:3b", "2 sentences have no citation") })
	s.has("reading the evidence", "written anew")
	const said = "Each frame starts with 0x7E [c1]."
	s.tell(w, func(st *stream) { st.Token(said + " The length is"); st.Checked(len(said), guard.Supported) })
	s.has("[c1]. ✓ The", "length is")
	s.Model.run = nil
	s.turn().fail("cancelled")
	s.run(renderAnswer(s.Model, s.turn()))
	s.has("[c1]. ✓", "unfinished: cancelled; what stands here was")
	if strings.Contains(s.text(), "✓ The") {
		t.Errorf("what was not checked is shown:\n%s", s.text())
	}

	s = newScreen(t, 100, 30, nil)
	w = s.begins()
	w.Token("Never checked, and")
	s.Update(w.flush())
	s.turn().view.drawing = false
	late := renderAnswer(s.Model, s.turn())
	s.Model.run = nil
	s.turn().fail("cancelled")
	s.run(late)
	s.has("no answer", "cancelled")
}
