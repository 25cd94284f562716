package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ibid/guard"
)

// wordsmith is a Rewriter that writes one text, whatever it is asked.
type wordsmith struct {
	text  string
	err   error
	asked *[]string // what it was asked, if that is wanted
}

func (wordsmith) Name() string { return "wordsmith" }

func (w wordsmith) Standalone(ctx context.Context, question string, earlier []Exchange) (string, error) {
	return w.write(ctx, fmt.Sprintf("%s after %d", question, len(earlier)))
}

func (w wordsmith) Reformulate(ctx context.Context, question string, missing []string) (string, error) {
	return w.write(ctx, question+" without "+strings.Join(missing, ", "))
}

func (w wordsmith) write(ctx context.Context, asked string) (string, error) {
	if w.asked != nil {
		*w.asked = append(*w.asked, asked)
	}
	return w.text, cmpErr(ctx.Err(), w.err)
}

// followUp are options with a turn before the question and a model that completes it.
func followUp(w wordsmith) Options {
	o := Defaults()
	o.Earlier = []Exchange{{Question: pumpQuestion, Answer: honest}}
	o.Rewriter, o.RewriteFollowUps = w, true
	return o
}

func TestRewrittenFollowUps(t *testing.T) {
	const byRule = "What is the pressure limit of the Orca pump?"
	tests := []struct{ name, question, written, asked, reason string }{
		{"completed", "And the Orca pump?", "How much pressure may the Orca pump have at most?", "How much pressure may the Orca pump have at most?", "wordsmith completed"},
		{"without what cannot be seen", "And the Orca pump?", "  What limits\u200b the pressure of the Orca\x1b[31m pump?\n", "What limits the pressure of the Orca pump?", "wordsmith completed"},
		{"what the rules cannot", "So the other one, the Orca, how about its flow?", "What is the flow of the Orca pump?", "", "lacks nothing"},
		{"a name is lost", "And the Orca pump?", "What is the pressure limit of the Marlin pump?", byRule, "lacks “Orca”"},
		{"a name is invented", "And the Orca pump?", "What is the pressure limit of the Orca pump in Atlantis?", byRule, "“Atlantis”, which nobody mentioned"},
		{"a number is invented", "And the Orca pump?", "What is the pressure limit of the Orca pump at 50 degrees?", byRule, "“50”"},
		{"turned round", "And the Orca pump?", "What is not the pressure limit of the Orca pump?", byRule, "“not”"},
		{"a word is invented", "And the Orca pump?", "What is the average pressure limit of the Orca pump?", byRule, "“average”, which nobody mentioned"},
		{"something else", "And its valve?", "What is the pressure limit of the Marlin pump?", "What is the valve of the Marlin pump?", "something else"},
		{"frame words", "And its valve?", "What is it?", "What is the valve of the Marlin pump?", "something else"},
		{"an answer", "And the Orca pump?", "The pressure limit of the Orca pump may exceed 6 bar.", byRule, "is no question"},
		{"an explanation", "And the Orca pump?", "What is the pressure limit of the Orca pump?\nThis asks for the Orca.", byRule, "more than one line"},
		{"an essay", "And the Orca pump?", "What is the pressure of the Orca pump" + strings.Repeat(" of the pump", 40) + "?", byRule, "longer than 300"},
		{"nothing", "And the Orca pump?", " \u200b", byRule, "is empty"},
		{"the prompt", "And the Orca pump?", "What is the Orca pump evidence-0123456789abcdef?", byRule, "repeats the prompt"},
		{"a template", "And the Orca pump?", "What is the Orca pump?<|im_end|>", byRule, "repeats the prompt"},
		{"nothing done", "And the Orca pump?", "and the ORCA pump?", byRule, "left it as it was"},
		{"stands alone", "At which pressure does the relief valve open?", "At which pressure does the relief valve open?", "", "stands alone"},
		{"stands alone, but changed", "At which pressure does the relief valve open?", "At which pressure does the relief valve of the Heron open?", "", "“Heron”"},
	}
	for _, tt := range tests {
		if tt.reason == "lacks nothing" {
			tt.asked, tt.reason = tt.written, "wordsmith completed"
		}
		a := mustAsk(t, pumps(), says(anything), followUp(wordsmith{text: tt.written}), tt.question)
		if first := a.Trace.Steps[0]; a.Asked != tt.asked || !strings.Contains(first.Reason, tt.reason) || first.Query != cmpText(tt.asked, tt.question) || first.Reason == "" {
			t.Errorf("%s: asked %q, want %q; %+v", tt.name, a.Asked, tt.asked, first)
		}
		if len(a.Warnings) > 0 && !a.Refused && strings.Contains(strings.Join(a.Warnings, ""), "wordsmith") {
			t.Errorf("%s: warns %q", tt.name, a.Warnings)
		}
	}
}

func cmpText(texts ...string) string {
	return texts[slices.IndexFunc(texts, func(s string) bool { return s != "" })]
}

// The rewriter is asked only where a setting says so and there is something to complete.
func TestRewriterIsNotAsked(t *testing.T) {
	for name, change := range map[string]func(*Options){
		"no setting":       func(o *Options) { o.RewriteFollowUps = false },
		"no turn before":   func(o *Options) { o.Earlier = nil },
		"no further round": func(o *Options) { o.RewriteFollowUps, o.RewriteSearches, o.MaxRounds = false, true, 1 },
	} {
		var asked []string
		opt := followUp(wordsmith{text: "What?", asked: &asked})
		change(&opt)
		if mustAsk(t, crowded(), says("x"), opt, "What is the difference between the pressure limit of the Marlin pump and the Orca?"); len(asked) > 0 {
			t.Errorf("%s: asked %q", name, asked)
		}
	}
}

// A model that cannot be asked costs a warning, told with a refusal too, and is not asked again.
func TestRewriterFails(t *testing.T) {
	var asked []string
	opt := followUp(wordsmith{err: errors.New("connection refused"), asked: &asked})
	opt.RewriteSearches = true
	a := mustAsk(t, crowded(), says("x"), opt, "What is the difference between the pressure limit of the Marlin pump and the Orca?")
	if len(asked) != 1 || len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], "wordsmith failed: connection refused") || !a.Refused {
		t.Errorf("asked %q, warns %q, refused %v", asked, a.Warnings, a.Refused)
	}
	if s := a.Trace.Steps; len(s) < 2 || !strings.Contains(s[0].Reason, "wordsmith failed") || s[1].Query != "Orca" {
		t.Errorf("steps %+v", s)
	}
}

// stuck is a Rewriter whose caller gives up while it writes.
type stuck struct {
	wordsmith
	cancel context.CancelFunc
}

func (s stuck) Standalone(ctx context.Context, _ string, _ []Exchange) (string, error) {
	s.cancel()
	return "", ctx.Err()
}

func TestCancelWhileRewriting(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	opt := followUp(wordsmith{})
	opt.Rewriter = stuck{cancel: cancel}
	if a, err := New(pumps(), says(anything), opt).Ask(ctx, "And the Orca pump?", Silent{}); !errors.Is(err, context.Canceled) || a != nil {
		t.Errorf("got %v, %v", a, err)
	}
}

func TestRewrittenSearches(t *testing.T) {
	const question = "What is the difference between the pressure limit of the Marlin pump and the Orca?"
	tests := []struct {
		name, written string
		change        func(*Options)
		queries       []string
		reason        string // of the first of them
	}{
		{"taken, before those of the rules", "the bar that the Orca holds, the Marlin beside it", nil, []string{"the bar that the Orca holds, the Marlin beside it", "Orca"}, "worded by wordsmith"},
		{"a name is lost", "pressure limit of the Marlin", nil, []string{"Orca"}, "wordsmith wrote what lacks “Orca”"},
		{"a name is invented", "pressure of Marlin and Orca by Heron", nil, []string{"Orca"}, "“Heron”"},
		{"the same question", question, nil, []string{"Orca"}, "searched for before"},
		{"something else", "the Marlin fish and the Orca whale", nil, []string{"the Marlin fish and the Orca whale", "Orca"}, "worded by wordsmith"},
		{"two lines", "Orca\nMarlin", nil, []string{"Orca"}, "more than one line"},
		{"no time", "bar of the Marlin and the Orca", func(o *Options) { o.MaxTime = time.Nanosecond }, nil, ""},
		{"switched off", "bar of the Marlin and the Orca", func(o *Options) { o.RewriteSearches = false }, []string{"Orca"}, "one side of the comparison"},
	}
	for _, tt := range tests {
		var asked []string
		opt := Defaults()
		opt.Rewriter, opt.RewriteSearches = wordsmith{text: tt.written, asked: &asked}, true
		if tt.change != nil {
			tt.change(&opt)
		}
		a := mustAsk(t, crowded(), says("x"), opt, question)
		var queries []string
		for _, s := range a.Trace.Steps[1:] {
			if s.Action == Reretrieve {
				queries = append(queries, s.Query)
			}
		}
		if !slices.Equal(queries, tt.queries) || len(queries) > 0 && !strings.Contains(a.Trace.Steps[1].Reason, tt.reason) {
			t.Errorf("%s: searched for %q, want %q; %+v", tt.name, queries, tt.queries, a.Trace.Steps)
		}
		if tt.change == nil && !slices.Equal(asked, []string{question + " without Orca"}) {
			t.Errorf("%s: asked %q", tt.name, asked)
		}
	}
}

// What the model words may find more, but opens no gate: what joins must fill a gap and bear on the question.
func TestRewrittenSearchesDoNotOpenGates(t *testing.T) {
	l := crowded()
	l.chunks = append(l.chunks, page("weather", 2, "Model XR-77 of the barometer fell twice in spring."))
	opt := Defaults()
	opt.Rewriter, opt.RewriteSearches = wordsmith{text: "Marlin pump model XR-77 of the barometer in spring"}, true
	a := mustAsk(t, l, says("The pressure limit of the Marlin pump is checked on day 1 of each month [c1]."), opt, "What is the pressure limit of the Marlin pump with XR-77?")
	if !a.Refused || a.RefusalCode != guard.MissingTerm {
		t.Errorf("got %q (%s) with %s", a.Text, a.RefusalReason, keyed(a.Evidence))
	}
}

// What is asked in place of a follow-up is told, and what was said before is passed on.
func TestAskFollowUp(t *testing.T) {
	opt := Defaults()
	opt.Earlier = []Exchange{{Question: pumpQuestion, Answer: honest}}
	var seen Request
	a, err := New(pumps(), script{draft: Draft{Text: "The operator shall wear gloves because the housing becomes hot [c1]."}, seen: &seen}, opt).
		Ask(context.Background(), "And the Orca pump?", Silent{})
	if err != nil {
		t.Fatal(err)
	}
	if a.Question != "And the Orca pump?" || a.Asked != "What is the pressure limit of the Orca pump?" || seen.Question.Text != a.Asked || len(seen.Earlier) != 1 {
		t.Errorf("asked %q, the generator saw %q and %d turns", a.Asked, seen.Question.Text, len(seen.Earlier))
	}
	if a := mustAsk(t, pumps(), says(honest), opt, pumpQuestion); a.Asked != "" {
		t.Errorf("%q stands alone, asked %q", pumpQuestion, a.Asked)
	}
}
