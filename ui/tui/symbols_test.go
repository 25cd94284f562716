package tui

import (
	"strings"
	"testing"

	"ibid/engine"
	"ibid/guard/symbols"
	"ibid/ui/tui/markdown"
)

// A question that waited for the documents is kept where it names nothing, and can be asked again.
func TestNamesOfAWaitingQuestion(t *testing.T) {
	s := newScreen(t, 140, 40, nil)
	open := s.Init()
	s.keys("@nosuch.pdf how long?<enter>")
	s.run(open)
	s.has("no document or project is called @nosuch.pdf")
	if len(s.turns) != 1 || s.turns[0].phase != failed || s.busy() {
		t.Fatalf("%d turns, busy: %v", len(s.turns), s.busy())
	}
	s.run(s.again(s.turns[0], s.turns[0].typed))
	s.run(s.again(s.turns[0], frameQuestion))
	if len(s.library.asked) != 1 {
		t.Errorf("asked %+v", s.library.asked)
	}
	if saved := mustLoad(s).Turns; len(saved) != 3 || saved[1].Failed == "" {
		t.Errorf("saved %+v", saved)
	}
}

// Code is copied with verified symbols, or with symbols that nobody could judge, which the person is told. With an unknown or
// misused one it is not.
func TestCopyCode(t *testing.T) {
	s := newScreen(t, 140, 40, nil).ready()
	s.reads(frameQuestion)
	s.has("symbols: ✓ 1 known")
	s.keys("<alt+c>")
	if len(s.sent) != 1 || strings.TrimSpace(s.sent[0]) != "read_frame(port, timeout)" {
		t.Fatalf("verified code: copied %q", s.sent)
	}
	none := sampleAnswer("none") // of its names is in the code
	none.Symbols[0].Span = [2]int{0, 4}
	s.library.answers["none"] = none
	s.reads("none")
	s.has("symbols: none to check")
	if s.keys("<alt+c>"); len(s.sent) != 2 {
		t.Error("code without a name to check is not copied")
	}
	for _, tt := range []struct {
		name   string
		change func(*engine.Answer)
		below  string // the code
		says   string // when it is to be copied
		copies bool
	}{
		{"unknown", func(a *engine.Answer) {
			a.Symbols[0].Verdict, a.Symbols[0].Nearest = symbols.Unknown, []string{"read_frames", "read"}
		}, "✗ read_frame does not exist; the nearest real", "not copied: read_frame does not exist; the nearest real name is read_frames", false},
		{"without a nearest name", func(a *engine.Answer) { a.Symbols[0].Verdict = symbols.Unknown }, "symbols: ✗ 1 unknown", "not copied: read_frame does not exist, and no real name is like it", false},
		{"misused", func(a *engine.Answer) {
			a.Symbols[0].Verdict, a.Symbols[0].Detail = symbols.Misused, "read_frame takes no argument timeout"
		}, "symbols: ! 1 misused", "not copied: read_frame takes no argument timeout", false},
		{"moved", func(a *engine.Answer) { // by characters that are not shown
			a.Symbols[0].Verdict, a.Text = symbols.Unknown, "\u200b"+a.Text
		}, "symbols: ✗ 1 unknown", "not copied: read_frame does not exist", false},
		{"out of scope", func(a *engine.Answer) { a.Symbols[0].Verdict = symbols.OutOfScope }, "symbols: – 1 out of scope", "not verified", true},
		{"not judged", func(a *engine.Answer) { a.Symbols = nil }, "? symbols not checked", "not verified", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := newScreen(t, 140, 40, nil).ready()
			a := sampleAnswer(frameQuestion)
			tt.change(a)
			s.library.answers[frameQuestion] = a
			s.reads(frameQuestion)
			s.has(tt.below)
			s.keys("<alt+c>")
			s.has(tt.says)
			if len(s.sent) == 1 != tt.copies {
				t.Errorf("copied %q", s.sent)
			}
		})
	}
}

// A block of a language that is not read says so, whatever was looked up in the rest of the answer.
func TestTallyOfUnread(t *testing.T) {
	for lang, want := range map[string]string{"Rust": "? Rust is not checked", "python": "symbols: none to check", "": "symbols: none to check"} {
		c := codeBlock{Block: markdown.Block{Lang: lang}, judged: true}
		if got := c.tally(); got != want {
			t.Errorf("%s: %q, want %q", lang, got, want)
		}
	}
}
