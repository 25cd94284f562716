package engine

import (
	"context"
	"slices"
	"testing"
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
