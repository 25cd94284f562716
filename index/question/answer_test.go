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
		sides    int
	}{
		{"How many valves does the Marlin pump have?", []Answer{Number}, []Answer{Meaning, Date}, []string{"valves"}, []string{"valves"}, 0},
		{"How many case reports reach the office each day?", []Answer{Number}, nil, []string{"case", "reports"}, []string{"case", "reports"}, 0},
		{"In which year was the pump founded?", []Answer{Date, Number}, []Answer{Price}, nil, nil, 0},
		{"What does the pump cost?", []Answer{Price, Number}, []Answer{Meaning}, nil, nil, 0},
		{"What is a stilling well?", []Answer{Meaning}, []Answer{Number, Steps}, nil, nil, 0},
		{"Why does the valve open?", []Answer{Cause}, []Answer{Decision}, nil, nil, 0},
		{"Does the pump need oil?", []Answer{Decision}, []Answer{Cause}, nil, nil, 0},
		{"How do I clean the pump?", []Answer{Steps}, []Answer{Contrast}, nil, nil, 0},
		{"What is the difference between the Marlin and the Orca?", []Answer{Contrast}, []Answer{Steps}, []string(nil), nil, 2},
		{"Which flags does the command take?", []Answer{Several}, []Answer{Person}, []string{"flags"}, nil, 0},
		{"What is the default of the timeout?", []Answer{Default, Duration, Number}, []Answer{Meaning}, []string{"default"}, nil, 0},
		{"With which version did the pump stop failing?", []Answer{Version, Denial}, nil, []string{"version"}, nil, 0},
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
		if len(w.Sides) != tt.sides {
			t.Errorf("%q: %d sides, want %d", tt.question, len(w.Sides), tt.sides)
		}
	}
}
