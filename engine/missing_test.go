package engine

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/index"
)

func TestMissing(t *testing.T) {
	tests := []struct {
		name, question string
		want           []string
	}{
		{"nothing", "How much pressure may the Marlin pump have?", nil},
		{"a name as a whole", "What does the manual say about the pump and Wi-Fi 9?", []string{"Wi-Fi 9"}},
		{"in the order of the question", "Which leather gloves does the XQ-77 operator wear with a Wi-Fi 9 gasket?", []string{"leather", "XQ-77", "Wi-Fi 9", "gasket"}},
		{"as the question spells it", "What does table 12 say of the pump's pressure?", []string{"table 12"}},
		{"a quoted name", `Does the pump say "no such thing" to the operator?`, []string{"no such thing"}},
		{"an acronym that is spelled out", "Which alarm does the PCU record?", nil},
		{"each once", "Does the gasket of the pump need other gaskets?", []string{"gasket"}},
		{"an answered question", "Does the operator wear leather gloves?", []string{"leather"}},
		{"no evidence at all", "Who  painted\nGuernica?", []string{"painted", "Guernica"}},
		{"no words", "What is it?", nil},
	}
	for _, tt := range tests {
		a := mustAsk(t, pumps(), says(anything), Defaults(), tt.question)
		if !slices.Equal(a.Trace.Missing, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, a.Trace.Missing, tt.want)
		}
	}
	a, err := AskSelection(context.Background(), "Does the valve have a gasket?", "The valve opens at 7 bar.", "", nil, says(anything), Defaults(), Silent{})
	if err != nil || !slices.Equal(a.Trace.Missing, []string{"gasket"}) {
		t.Errorf("selection: %q, %v", a.Trace.Missing, err)
	}
}

func TestReformulate(t *testing.T) {
	tests := []struct{ question, missing, want string }{
		{"What does the manual say about the pump and Wi-Fi 9?", "Wi-Fi 9", "What does the manual say about the pump?"},
		{"What does the manual say about Wi-Fi 9 and the pump?", "Wi-Fi 9", "What does the manual say about the pump?"},
		{"Does the pump need Wi-Fi 9 or the XQ-77 valve?", "Wi-Fi 9", "Does the pump need the XQ-77 valve?"},
		{"Does the pump need the Wi-Fi 9 or the XQ-77 valve?", "Wi-Fi 9", "Does the pump need the XQ-77 valve?"},
		{"Does the pump stop the motor of Wi-Fi 9 or the XQ-77?", "Wi-Fi 9,XQ-77", "Does the pump stop the motor?"},
		{"Which leather gloves does the operator wear?", "leather", "Which gloves does the operator wear?"},
		{"Does the operator wear a leather apron?", "leather", "Does the operator wear an apron?"},
		{"What is the size of the frobnicator in the ML-KEM standard?", "frobnicator", "What is the size in the ML-KEM standard?"},
		{"In Wi-Fi 9, what is the pressure of the pump?", "Wi-Fi 9", "What is the pressure of the pump?"},
		{"What pressure may the XQ-77 have at the valve?", "XQ-77", "What pressure may have at the valve?"},
		{"Does the operator wear gloves, boots and a helmet?", "boots", "Does the operator wear gloves and a helmet?"},
		{"Does the operator wear gloves, boots, and a helmet?", "boots", "Does the operator wear gloves, and a helmet?"},
		{"Does the operator wear gloves, boots and a helmet?", "helmet", "Does the operator wear gloves, boots?"},
		{"What is the XQ-77's pressure at the valve?", "XQ-77", "What is the pressure at the valve?"},
		{`Does the pump show "no such thing" to the operator?`, "no such thing", "Does the pump show to the operator?"},
		{"Is AES/XQ9 used by the pump valve?", "XQ9", "Is AES used by the pump valve?"},
		{"Is XQ9/AES used by the pump valve?", "XQ9", "Is AES used by the pump valve?"},
		{"Does the pump (XQ-77) have a valve?", "XQ-77", "Does the pump have a valve?"},
		{"does   the pump \n have a LEATHER valve", "leather", "does the pump have a valve"},
		{"pressure of the pump in Wi-Fi 9", "Wi-Fi 9", "pressure of the pump"},
		{"What limits the flow of Wi-Fi 9 and how hot is the pump?", "Wi-Fi 9", "What limits the flow and how hot is the pump?"},
		{"Wi-Fi 9 pump pressure?", "Wi-Fi 9", "Pump pressure?"},
		{"Does the größere Pumpe need Öl for the ventil?", "Öl", "Does the größere Pumpe need for the ventil?"},

		{"What is the frobnicator?", "frobnicator", ""},                                   // nothing left
		{"What does the manual say about Wi-Fi 9?", "Wi-Fi 9", ""},                        // one word left
		{"How hot is the pump housing?", "Wi-Fi 9", ""},                                   // nothing changed
		{"How hot is the XQ-77-B pump housing?", "XQ-77", ""},                             // part of another name
		{"How hot is the pump housing?", "", ""},                                          //
		{"", "pump", ""},                                                                  //
		{"Wi-Fi 9 Wi-Fi 9 Wi-Fi 9?", "Wi-Fi 9", ""},                                       //
		{"What is \xff the pump\xff housing of Zog?", "Zog", "What is the pump housing?"}, //
	}
	for _, tt := range tests {
		var missing []string
		if tt.missing != "" {
			missing = strings.Split(tt.missing, ",")
		}
		if got := Reformulate(tt.question, missing); got != tt.want {
			t.Errorf("%q without %q:\ngot  %q\nwant %q", tt.question, tt.missing, got, tt.want)
		}
	}
}

// What is asked again no longer lacks what the first question lacked.
func TestReformulatedQuestionIsAsked(t *testing.T) {
	a := mustAsk(t, pumps(), says(anything), Defaults(), "At which pressure of Wi-Fi 9 does the relief valve open?")
	again := Reformulate(a.Question, a.Trace.Missing)
	if want := "At which pressure does the relief valve open?"; !a.Refused || again != want {
		t.Fatalf("refused %v, asks %q, want %q", a.Refused, again, want)
	}
	if a = mustAsk(t, pumps(), says(anything), Defaults(), again); a.Refused || len(a.Trace.Missing) > 0 {
		t.Errorf("%q: refused %v, lacks %q", again, a.RefusalReason, a.Trace.Missing)
	}
}

func FuzzReformulate(f *testing.F) {
	for _, s := range [][2]string{{"What does the manual say about the pump and Wi-Fi 9?", "Wi-Fi 9"}, {"In (Zog), a 9 inch pump's \"Zog\"/valve, or zog?", "Zog\n9"},
		{"\xff pump ?, ;", "pump"}, {"ſtrange K kelvin Kelvin valve", "K"}, {"a ,, b and or the ? c d", "b\nc"}, {"x/y/z w v u", "y\nx/y"}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(func(t *testing.T, question, list string) {
		missing := strings.Split(list, "\n")
		got := Reformulate(question, missing)
		if len(got) > len(question) {
			t.Errorf("%q is longer than %q", got, question)
		}
		if !utf8.ValidString(got) || strings.Join(strings.Fields(got), " ") != got {
			t.Errorf("%q is not clean", got)
		}
		if got != "" && len(contentWords(got)) < leastWords {
			t.Errorf("%q asks nothing", got)
		}
		if got != Reformulate(question, missing) {
			t.Errorf("not the same twice")
		}
		asked := index.ParseQuestion(question)
		r := Request{Question: asked, Terms: words(asked), Names: []Name{{Text: list, Forms: []string{list}}}}
		for _, m := range r.missing(r.Terms) {
			if !strings.Contains(asked.Text, m) {
				t.Errorf("%q is not in %q", m, asked.Text)
			}
		}
	})
}
