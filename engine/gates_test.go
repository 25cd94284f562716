package engine

import (
	"slices"
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index"
	"ibid/index/question"
	"ibid/index/source"
)

const anything = "The relief valve opens at 7 bar [c1]."

func gateNamed(a *Answer, name string) (guard.Gate, bool) {
	i := slices.IndexFunc(a.Trace.Gates, func(g guard.Gate) bool { return g.Name == name })
	if i < 0 {
		return guard.Gate{}, false
	}
	return a.Trace.Gates[i], true
}

func TestGatesBeforeADraft(t *testing.T) {
	off := func(set func(*Options)) Options { o := reading(); set(&o); return o }
	tests := []struct {
		name, question string
		opt            Options
		code           guard.RefusalCode // "" where a draft is asked for
		gate           string
		verdict        guard.GateVerdict
		reason         string // in the refusal's reason
		warning        string
	}{
		{"enough", "How much pressure may the Marlin pump have?", reading(), "", guard.GateAnswered, guard.Pass, "", ""},
		{"nothing found", "Who painted Guernica?", reading(), guard.NoEvidence, "", "", "nothing in the documents", ""},
		{"too far", "Which quarterly revenue, dividend, bonus, salary, pension, turnover and forecast did the shareholders, directors and auditors of the pump expect?", reading(), guard.WeakEvidence, guard.GateAnswered, guard.Refuse,
			"at least 0.50 is needed", ""},
		{"too far, switched off", "Which quarterly revenue, dividend, bonus, salary, pension, turnover and forecast did the shareholders, directors and auditors of the pump expect?", off(func(o *Options) { o.Answered = 0 }), "",
			guard.GateAnswered, guard.Pass, "", "“revenue”"},
		{"a higher threshold", "Does the relief valve of the pump have gaskets?", off(func(o *Options) { o.Answered = 0.99 }), guard.WeakEvidence,
			guard.GateAnswered, guard.Refuse, "at least 0.99 is needed", ""},
		{"a name that is nowhere", "What does the manual say about the pump and Wi-Fi 9?", reading(), guard.MissingTerm, guard.GateKeyTerms, guard.Refuse,
			"“Wi-Fi 9” is nowhere in the evidence", ""},
		{"two names", "Does the pump need Wi-Fi 9 or the XQ-77?", reading(), guard.MissingTerm, guard.GateKeyTerms, guard.Refuse, "“Wi-Fi 9” and “XQ-77”", ""},
		{"a numbered part that is nowhere", "What does Table 12 say of the pump's pressure?", reading(), guard.MissingTerm, guard.GateKeyTerms, guard.Refuse, "Table 12", ""},
		{"a numbered part", "What is the flow in Table 1 of the models?", Defaults(), "", guard.GateKeyTerms, guard.Pass, "", ""},
		{"an acronym by what it stands for", "Which alarm does the PCU record?", reading(), "", guard.GateKeyTerms, guard.Pass, "", ""},
		{"no names", "How much pressure may the pump have?", reading(), "", guard.GateKeyTerms, guard.Skipped, "", ""},
		{"a missing keyword warns", "Does the operator wear leather gloves?", reading(), "", guard.GateKeywords, guard.Warn, "", "“leather”"},
		{"a word that is nowhere, and nothing else", "Has the valve a gasket?", reading(), guard.WeakEvidence, guard.GateAnswered, guard.Refuse, "at least 0.50 is needed", ""},
		{"only frame words", "What does it do with pump?", reading(), "", guard.GateKeywords, guard.Pass, "", ""},
	}
	for _, tt := range tests {
		var seen Request
		g := says(anything)
		g.seen = &seen
		a := mustAsk(t, pumps(), g, tt.opt, tt.question)
		drafted := seen.Question.Text != ""
		if drafted != (tt.code == "") {
			t.Errorf("%s: drafted is %v; gates %+v", tt.name, drafted, a.Trace.Gates)
		}
		if tt.code != "" && (a.RefusalCode != tt.code || !strings.Contains(a.RefusalReason, tt.reason)) {
			t.Errorf("%s: refused with %q: %q, want %q: %q", tt.name, a.RefusalCode, a.RefusalReason, tt.code, tt.reason)
		}
		if g, _ := gateNamed(a, tt.gate); g.Verdict != tt.verdict {
			t.Errorf("%s: gate %+v, want verdict %q", tt.name, g, tt.verdict)
		}
		if a.Refused && len(a.Warnings) > 0 {
			t.Errorf("%s: a refusal warns of what its answer misses: %q", tt.name, a.Warnings)
		}
		if g, _ := gateNamed(a, guard.GateKeywords); tt.warning != "" && (g.Verdict != guard.Warn || !strings.Contains(g.Detail, tt.warning)) {
			t.Errorf("%s: keyword gate %+v, want a warning of %q", tt.name, g, tt.warning)
		}
	}
}

// What no document has cannot be drowned out by a long list of what every document has.
func TestQuestionWithoutContentWords(t *testing.T) {
	l := &library{chunks: []index.Chunk{page("a", 1, "What is it? It does what it does, and how it does it.")}}
	a := mustAsk(t, l, says("It does what it does, and how it does it [c1]."), Defaults(), "What does it do?")
	for _, name := range []string{guard.GateKeywords, guard.GateAnswered} {
		if g, ok := gateNamed(a, name); ok && g.Verdict != guard.Skipped {
			t.Errorf("%s decides about no words at all: %+v", name, g)
		}
	}
}

// The language of a listing counts as said: documents seldom name it.
func TestLanguageOfCode(t *testing.T) {
	q := question.Parse("In Python, what does prime return?")
	for lang, want := range map[string]bool{"python": true, "go": false} {
		r := Request{Question: q, Terms: q.Terms(), Evidence: []Evidence{{Chunk: index.Chunk{Chunk: source.Chunk{Text: "def prime(): …", Blocks: []source.Block{{Kind: source.Code, Lang: lang}}}}}}}
		if i := slices.IndexFunc(r.Terms, func(t question.Term) bool { return t.Text == "Python" }); r.hasProper(r.held(), &r.Terms[i]) != want {
			t.Errorf("%s: Python is said: %v", lang, !want)
		}
	}
}

// A doubt is told to a generator that may say itself that there is no answer, and nothing answers in its place; where the
// reader is sure nobody is asked.
func TestDoubtsAreTold(t *testing.T) {
	for _, tt := range []struct {
		question, draft string
		answered, sure  bool
	}{
		{"May the pressure of the Marlin pump exceed 6 bar in the Bravo basin?", pressure + " [c1].", true, false},
		{"May the pressure of the Marlin pump exceed 6 bar in the Bravo basin?", "In the Bravo basin the pressure of the Marlin pump may exceed 60 bar [c1].", false, false},
		{"May the pressure of the Marlin pump exceed 6 bar in the Bravo basin?", guard.NotFoundText, false, false},
		{"Who painted the Wi-Fi 9 of Guernica for the pump?", pressure + " [c1].", false, true},
	} {
		var seen Request
		g, opt := says(tt.draft), reading()
		g.seen, opt.TellDoubts, opt.Fallback = &seen, true, fallback{says(pressure + " [c1].")}
		a := mustAsk(t, pumps(), g, opt, tt.question)
		if told := len(seen.Doubts) > 0; told == tt.sure || a.Refused == tt.answered || a.Generator == "fallback" {
			t.Errorf("%q: told %q, answered %q by %s (%s)", tt.question, seen.Doubts, a.Text, a.Generator, a.RefusalReason)
		}
		if !tt.answered && !tt.sure && !strings.Contains(a.RefusalReason, "Bravo") || tt.answered && len(a.Warnings) == 0 {
			t.Errorf("%q: refused because %q; warnings %q", tt.question, a.RefusalReason, a.Warnings)
		}
	}
}
