package guard

import (
	"math"
	"testing"
)

func TestGates(t *testing.T) {
	tests := []struct {
		name string
		gate Gate
		want Gate
		code RefusalCode
	}{
		{"answered", MeasureGate(GateAnswered, .81, .5),
			Gate{"answered", .81, .5, Pass, "Something in the documents is likely to answer this: 0.81, at least 0.50 is needed."}, ""},
		{"just", MeasureGate(GateAnswered, .5, .5),
			Gate{"answered", .5, .5, Pass, "Something in the documents is likely to answer this: 0.50, at least 0.50 is needed."}, ""},
		{"not answered", MeasureGate(GateAnswered, .41, .5),
			Gate{"answered", .41, .5, Refuse, "Nothing in the documents is likely to answer this: 0.41, at least 0.50 is needed."}, WeakEvidence},
		{"not a number", MeasureGate(GateAnswered, math.NaN(), .5),
			Gate{"answered", 0, .5, Refuse, "Nothing in the documents is likely to answer this: 0.00, at least 0.50 is needed."}, WeakEvidence},
		{"all keywords", KeywordGate([]string{"a", "b"}, nil),
			Gate{"keywords", 1, 1, Pass, "Every keyword of the question is in the evidence."}, ""},
		{"too few keywords", KeywordGate([]string{"a"}, []string{"b", "c", "d"}),
			Gate{"keywords", .25, 1, Warn, "Not in the evidence: “b”, “c” and “d”."}, ""},
		{"no keywords", KeywordGate(nil, nil),
			Gate{"keywords", 0, 1, Skipped, "Not checked: the question has no keywords."}, ""},
		{"key term", KeyTermGate([]string{"ML-KEM"}, nil),
			Gate{"key_terms", 1, 1, Pass, "The evidence mentions “ML-KEM”."}, ""},
		{"no key term", KeyTermGate([]string{"PQC"}, []string{"Wi-Fi 9"}),
			Gate{"key_terms", .5, 1, Refuse, "“Wi-Fi 9” is nowhere in the evidence."}, MissingTerm},
		{"no key terms", KeyTermGate(nil, []string{"Wi-Fi 9", "Zigbee"}),
			Gate{"key_terms", 0, 1, Refuse, "“Wi-Fi 9” and “Zigbee” are nowhere in the evidence."}, MissingTerm},
		{"nothing to look for", KeyTermGate(nil, nil),
			Gate{"key_terms", 0, 1, Skipped, "Not checked: the question names nothing in particular."}, ""},
		{"sure", MeasureGate(GateConfidence, .9, .6),
			Gate{"confidence", .9, .6, Pass, "The model was sure enough of its words: 0.90, at least 0.60 is needed."}, ""},
		{"unsure", MeasureGate(GateConfidence, .5, .6),
			Gate{"confidence", .5, .6, Refuse, "The model was not sure of its words: 0.50, at least 0.60 is needed."}, LowConfidence},
		{"off", Skip(GateConfidence, .6, "the model reports no probabilities"),
			Gate{"confidence", 0, .6, Skipped, "Not checked: the model reports no probabilities."}, ""},
		{"supported", SupportGate(3, 3, 1),
			Gate{"support", 1, 1, Pass, "The evidence supports every sentence."}, ""},
		{"half supported", SupportGate(1, 2, 1),
			Gate{"support", .5, 1, Refuse, "The evidence supports 1 of 2 sentences."}, UnsupportedClaim},
		{"nothing to support", SupportGate(0, 0, 0),
			Gate{"support", 0, 0, Refuse, "The answer has no sentence that could be checked."}, UnsupportedClaim},
	}
	for _, tt := range tests {
		if tt.gate != tt.want {
			t.Errorf("%s: got %+v, want %+v", tt.name, tt.gate, tt.want)
		}
		if got := tt.gate.Code(); got != tt.code {
			t.Errorf("%s: code %q, want %q", tt.name, got, tt.code)
		}
	}
}

func TestRefusing(t *testing.T) {
	pass, warn, refuse := MeasureGate(GateAnswered, 1, 0), KeywordGate(nil, []string{"a"}), SupportGate(0, 1, 1)
	if g, ok := Refusing([]Gate{pass, warn}); ok {
		t.Errorf("%+v refuses", g)
	}
	if g, ok := Refusing([]Gate{pass, warn, refuse, MeasureGate(GateAnswered, 0, 1)}); !ok || g != refuse {
		t.Errorf("%+v refuses, want %+v", g, refuse)
	}
}
