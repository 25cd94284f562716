package question

import (
	"slices"
	"testing"
)

func TestWants(t *testing.T) {
	texts := func(terms []Term) (out []string) {
		for _, t := range terms {
			out = append(out, t.Text)
		}
		return out
	}
	for _, tt := range []struct {
		question string
		answers  []Answer // among others
		never    []Answer
		focus    []string
		counted  []string
	}{
		{"How many valves does the Marlin pump have?", []Answer{Number}, []Answer{Meaning, Date}, []string{"valves"}, []string{"valves"}},
		{"How many case reports reach the office each day?", []Answer{Number}, nil, []string{"case", "reports"}, []string{"case", "reports"}},
		{"In which year was the pump founded?", []Answer{Date, Number}, []Answer{Price}, nil, nil},
		{"What does the pump cost?", []Answer{Price, Number}, []Answer{Meaning}, nil, nil},
		{"How much does one pump cost?", []Answer{Price, Number}, []Answer{Meaning}, nil, nil},
		{"What is a stilling well?", []Answer{Meaning}, []Answer{Number, Steps}, nil, nil},
		{"Why does the valve open?", []Answer{Cause}, []Answer{Decision}, nil, nil},
		{"Does the pump need oil?", []Answer{Decision}, []Answer{Cause}, nil, nil},
		{"How do I clean the pump?", []Answer{Steps}, []Answer{Contrast}, nil, nil},
		{"What is the difference between the Marlin and the Orca?", []Answer{Contrast}, []Answer{Steps}, []string(nil), nil},
		{"Which flags does the command take?", []Answer{Several}, []Answer{Person}, []string{"flags"}, nil},
		{"What is the default of the timeout?", []Answer{Default, Duration, Number}, []Answer{Meaning}, []string{"default"}, nil},
		{"With which version did the pump stop failing?", []Answer{Version, Denial}, nil, []string{"version"}, nil},
	} {
		q := Parse(tt.question)
		w := q.Wants(q.Terms())
		for _, a := range tt.answers {
			if !w.Answers[a] {
				t.Errorf("%q: %d is not wanted", tt.question, a)
			}
		}
		for _, a := range tt.never {
			if w.Answers[a] {
				t.Errorf("%q: %d is wanted", tt.question, a)
			}
		}
		if got := texts(w.Focus); !slices.Equal(got, tt.focus) {
			t.Errorf("%q: focus %q, want %q", tt.question, got, tt.focus)
		}
		if got := texts(w.Counted); !slices.Equal(got, tt.counted) {
			t.Errorf("%q: counts %q, want %q", tt.question, got, tt.counted)
		}
	}
}
