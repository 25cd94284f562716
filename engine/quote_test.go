package engine

import (
	"strings"
	"testing"

	"ibid/guard"
	"ibid/index/source"
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
		{"the rest in the sentence before", honest + " The Marlin pump moves water to the tank and draws 5 amperes at 24 volts [c2].",
			honest + " “The Marlin pump moves water from the cistern to the tank” [c2]. “It runs at 24 volts and draws 3 amperes” [c2].", nil},
		{"shown as well", "The pressure of the Marlin pump may not exceed 60 bar [c1].",
			"The pressure of the Marlin pump may not exceed 60 bar *(not proven)* [c1]. " + quoted, func(o *Options) { o.ShowUnproven = true }},
	}
	for _, tt := range tests {
		opt := reading()
		if tt.change != nil {
			tt.change(&opt)
		}
		a := mustAsk(t, pumps(), says(tt.draft), opt, pumpQuestion)
		if a.Text != tt.text {
			t.Errorf("%s: got %q (%s), want %q", tt.name, a.Text, a.RefusalReason, tt.text)
		}
		for _, s := range a.Sentences {
			quotation := strings.HasPrefix(s.Text, "“")
			if quotation != (s.Instead != "") || quotation && (s.Verdict != guard.Quoted || len(s.Quotes) == 0 || !strings.Contains(tt.draft, strings.TrimRight(s.Instead, "."))) {
				t.Errorf("%s: %+v", tt.name, s)
			}
		}
	}
}

// TestListsAreQuotedWhole: what leads in to a list says its items, which end where an outer item begins.
func TestListsAreQuotedWhole(t *testing.T) {
	c := page("pump", 1, "It is sold in several colours. These are in stock:", "- red,", "- blue", "- green. It is new.", "The rest is ordered.", "1. Pick one of:", "  - S", "  - M", "2. Pay for it.")
	for i, b := range c.Blocks {
		if strings.IndexAny(strings.TrimSpace(c.Text[b.Start:b.End]), "-12") == 0 {
			c.Blocks[i].Kind = source.Item
		}
	}
	var got []string
	all := statementsOf(c)
	withItems(all)
	for _, s := range all {
		if s.Leads > 0 {
			got = append(got, s.Text)
		}
		if span := OneLine(c.Text[s.Start:s.End]); !strings.HasPrefix(s.Text, span[:min(10, len(span))]) {
			t.Errorf("%q stands at %q", s.Text, span)
		}
	}
	if want := "These are in stock: red, blue, green / Pick one of: S, M"; strings.Join(got, " / ") != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
