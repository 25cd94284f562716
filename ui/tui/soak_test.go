package tui

import (
	"fmt"
	"ibid/ui/text"
	"testing"
)

// A long conversation keeps the answers that were shown last; the others are in its file, and come back from there.
func TestAnswersArePutAway(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	const questions = 3 * maxRecent
	var want []string
	for i := range questions {
		s.ask(fmt.Sprintf("Question %d?", i))
		b, _ := text.Encode(s.turn().answer.Evidence)
		want = append(want, string(b))
	}
	inMemory := func(s *screenTest) (n int) {
		for _, turn := range s.turns {
			if turn.answer != nil {
				n++
			}
		}
		return n
	}
	if n := inMemory(s); n != maxRecent {
		t.Errorf("%d answers in memory after %d questions", n, questions)
	}
	again := newScreen(t, 140, 40, func(o *Options) { o.Resume, o.Sessions = mustLoad(s), s.store })
	if n := inMemory(again); n != 1 {
		t.Errorf("%d answers in memory after a resumed session was opened", n)
	}
	for _, s := range []*screenTest{s, again} {
		for i := questions - 1; i >= 0; i-- {
			s.has("✓ proven", fmt.Sprintf("Question %d?", i))
			if got, _ := text.Encode(s.turn().answer.Evidence); string(got) != want[i] {
				t.Errorf("question %d has the evidence %s, had %s", i, got, want[i])
			}
			s.keys("<alt+up>")
		}
		if n := inMemory(s); n != maxRecent {
			t.Errorf("%d answers in memory after all were looked at", n)
		}
	}
	s.keys("<alt+down>")
	looked := s.turn()
	for range maxRecent + 1 { // others are answered meanwhile
		other := &turn{kept: s.session, phase: answered, answer: looked.answer}
		s.turns = append(s.turns, other)
		s.keepOpen(other)
	}
	if looked.answer == nil {
		t.Error("the answer on the screen was put away")
	}
	s.turns = s.turns[:questions]
	if e := again.before(&turn{}); len(e) != MaxEarlier || e[MaxEarlier-1].Question != fmt.Sprintf("Question %d?", questions-1) || e[0].Answer == "" {
		t.Errorf("a follow-up leans on %+v", e)
	}
	for range 100 * MaxEarlier { // of a long conversation, each question keeps what it leans on, and not all that came before
		s.turns = append(s.turns, looked)
	}
	if e := s.before(&turn{}); len(e) != MaxEarlier || cap(e) > 4*MaxEarlier {
		t.Errorf("a question keeps %d turns, in room for %d", len(e), cap(e))
	}
	s.turns = s.turns[:questions]
	if err := s.store.Delete(s.session.ID); err != nil {
		t.Fatal(err)
	}
	for range questions - 1 {
		s.keys("<alt+down>")
	}
	s.keys("<alt+up><alt+up><alt+up><alt+up><alt+up><alt+up><alt+up><alt+up><alt+up><alt+up>")
	s.has("no answer", "cannot be read from session")
}
