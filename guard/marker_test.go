package guard

import (
	"strings"
	"testing"
)

func TestMarkers(t *testing.T) {
	tests := []struct {
		text string
		want string // the markers' keys, groups separated by spaces; "!" for a malformed marker
	}{
		{"a [c1]", "c1"},
		{"a [c1][c2]", "c1 c2"},
		{"a [c1, c3-c5]", "c1,c3,c4,c5"},
		{"a [c1,c3–c5]", "c1,c3,c4,c5"},
		{"a [c3-5]", "c3,c4,c5"},
		{"a [c1; c2]", "c1,c2"},
		{"a [ c1 ]", "c1"},
		{"a [[c1]]", "c1"},
		{"a [[c1], [c2]]", "! c2"},
		{"a [C1]", "c1"},
		{"a [c01]", "c1"},
		{"a [c0]", "c0"},
		{"a [c99999999999]", "c99999999999"},
		{"a [c9999999999999999999999]", "!"},
		{"a [c5-c2]", "!"},
		{"a [c1-c999999999]", "!"},
		{"a [c1, page 4]", "!"},
		{"a [c1", ""},
		{"a [c1\n]", "c1"},
		{"a [c", ""},
		{"a []", ""},
		{"a [claim]", ""},
		{"a [c1](https://example.org)", ""},
		{`a \[c1]`, ""},
		{"a `[c1]`", ""},
		{"a ``x ` [c1]`` [c2]", "c2"},
		{"```\n[c1]\n```", ""},
		{"a [1]", ""},
		{"wow![c1]", "c1"},
		{"a [" + strings.Repeat("c1,", 80) + "c1]", ""}, // too long to be even an attempt
	}
	for _, tt := range tests {
		var got []string
		for _, s := range Parse(tt.text).Sentences {
			for _, m := range s.Markers {
				if len(m.Keys) == 0 {
					got = append(got, "!")
				} else {
					got = append(got, strings.Join(m.Keys, ","))
				}
			}
		}
		if strings.Join(got, " ") != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, strings.Join(got, " "), tt.want)
		}
	}
}

func TestParseForeign(t *testing.T) {
	tests := []struct{ text, want string }{ // want: the keys of each sentence
		{"One [1]. Two [2, 4-5].", "c1|c2 c4 c5"},
		{"One.[1][2] Two.[^3]", "c1 c2|c3"},
		{"As shown[1], a[1] and f(x)[2] are indices, `b [3]` is code.", "c1"},
		{"An interval [0, 1) and [text].", ""},
		{"It lies in [0, 1].", ""},
		{"Already [c1], and [2] is something else.", "c1"},
		{"Alpha is one [1]\nBeta is two [2]", "c1|c2"},
	}
	for _, tt := range tests {
		var got []string
		for _, s := range ParseForeign(tt.text).Sentences {
			got = append(got, strings.Join(s.Citations, " "))
		}
		if strings.Join(got, "|") != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestClaim(t *testing.T) {
	tests := []struct{ text, want string }{
		{"It is 5 [c1].", "It is 5."},
		{"It is 5. [c1][c2]", "It is 5."},
		{"- It is 5 [c1], not 6 [c2]", "It is 5, not 6"},
		{"[c1]", ""},
		{"No marker.", "No marker."},
		{"Run `x[c1]` so [c1, c3].", "Run `x[c1]` so."},
	}
	for _, tt := range tests {
		if got := Unmarked(tt.text); strings.TrimPrefix(got, "- ") != tt.want {
			t.Errorf("%q unmarked is %q, want %q", tt.text, got, tt.want)
		}
		got := Parse(tt.text).Sentences
		if len(got) != 1 || got[0].Text != tt.want {
			t.Errorf("%q: got %+v, want the claim %q", tt.text, got, tt.want)
		}
	}
}
