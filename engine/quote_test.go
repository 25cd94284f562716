package engine

import (
	"strings"
	"testing"

	"ibid/guard/support"
)

// What a draft says and nothing proves gives way to the shortest run of the source that carries it: a sentence, a row of a table in
// words, each once; what the source says nothing like goes.
func TestQuotation(t *testing.T) {
	const marlin = "“Marlin: Pressure (bar) 6, Flow (l/min) 40” [c1]."
	tests := []struct {
		name, draft, text string
		change            func(*Options)
	}{
		{"another number", "The pressure of the Marlin pump may not exceed 60 bar [c1].", quoted, nil},
		{"a row", "The model Marlin has a flow (l/min) of 41 [c1].", marlin, nil},
		{"twice", "The pressure of the Marlin pump may not exceed 60 bar [c1]. The pressure of the Marlin pump may exceed 6 bar [c1].", quoted, nil},
		{"proven elsewhere in the draft", "The pressure of the Marlin pump may not exceed 60 bar [c1]. " + honest, honest, nil},
		{"in a list", "- " + pressure + " [c1]\n- A relief valve opens at 70 bar [c1]", "- " + pressure + " [c1]\n- “A relief valve opens at 7 bar” [c1].", nil},
		{"nothing like it", honest + " The harbour office of Trieste sells bread [c1].", honest, nil},
		{"the rest in the sentence before", "The Marlin pump moves water to the tank and draws 5 amperes at 24 volts [c2].",
			"“The Marlin pump moves water from the cistern to the tank” [c2]. “It runs at 24 volts and draws 3 amperes” [c2].", nil},
		{"shown as well", "The pressure of the Marlin pump may not exceed 60 bar [c1].",
			"The pressure of the Marlin pump may not exceed 60 bar *(not proven)* [c1]. " + quoted, func(o *Options) { o.ShowUnproven = true }},
	}
	for _, tt := range tests {
		opt := Defaults()
		if tt.change != nil {
			tt.change(&opt)
		}
		a := mustAsk(t, pumps(), says(tt.draft), opt, pumpQuestion)
		if a.Text != tt.text {
			t.Errorf("%s: got %q (%s), want %q", tt.name, a.Text, a.RefusalReason, tt.text)
		}
		for _, s := range a.Sentences {
			quotation := strings.HasPrefix(s.Text, "“")
			if quotation != (s.Instead != "") || quotation && (s.Verdict != support.Supported || len(s.Quotes) == 0 || !strings.Contains(tt.draft, strings.TrimRight(s.Instead, "."))) {
				t.Errorf("%s: %+v", tt.name, s)
			}
		}
	}
}
