package guard

import (
	"slices"
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
		for _, s := range Split(tt.text) {
			for _, m := range s.Citations {
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

func TestCanonical(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"groups", "One [c1, c3-c4]. Two [[c2]].", "One [c1][c3][c4]. Two [c2]."},
		{"code is left alone", "See `x[c1, c2]` [c1;c2].\n```\n[c1, c2]\n```", "See `x[c1, c2]` [c1][c2].\n```\n[c1, c2]\n```"},
		{"malformed stays", "One [c1, p. 4].", "One [c1, p. 4]."},
		{"nothing to do", "One. Two", "One. Two"},
	}
	for _, tt := range tests {
		if got := canonical(tt.text); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if again := canonical(canonical(tt.text)); again != tt.want {
			t.Errorf("%s: not stable: %q", tt.name, again)
		}
	}
}

func TestKeyed(t *testing.T) {
	tests := []struct{ text, want string }{
		{"One [1]. Two [2, 4-5].", "One [c1]. Two [c2][c4][c5]."},
		{"One.[1][2] Two.[^3]", "One.[c1][c2] Two.[c3]"},
		{"As shown[1], a[1] and f(x)[2] are indices, `b [3]` is code.", "As shown[c1], a[1] and f(x)[2] are indices, `b [3]` is code."},
		{"An interval [0, 1) and [text].", "An interval [0, 1) and [text]."},
		{"Already [c1].", "Already [c1]."},
	}
	for _, tt := range tests {
		if got := Keyed(tt.text); got != tt.want {
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
	}
	for _, tt := range tests {
		got := Split(tt.text)
		if len(got) != 1 || got[0].Claim() != tt.want {
			t.Errorf("%q: got %+v, want the claim %q", tt.text, got, tt.want)
		}
	}
}

func FuzzKeyed(f *testing.F) {
	for _, s := range []string{"One [1]. Two [2, 4-5].", "a[1] [[1]] [^1] [1", "```\n[1]\n```[2]", "`[1]` [1][2](x)"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		once := canonical(text)
		if again := canonical(once); again != once {
			t.Errorf("%q: %q becomes %q", text, once, again)
		}
		if !slices.Equal(keysOf(text), keysOf(once)) {
			t.Errorf("%q cites %q, %q cites %q", text, keysOf(text), once, keysOf(once))
		}
		checkSentences(t, Keyed(text), Split(Keyed(text)))
	})
}

func keysOf(text string) []string {
	var keys []string
	for _, s := range Split(text) {
		for _, m := range s.Citations {
			keys = append(keys, m.Keys...)
		}
	}
	return keys
}

// canonical rewrites every well-formed marker to the form [c1][c3][c4].
func canonical(text string) string { return rewriteMarkers(text, keyed) }

func TestUnmarked(t *testing.T) {
	for _, tt := range []struct{ answer, want string }{
		{"It runs [c1]. It is loud. [c1][c2]\n\n- An item [c1, c3]\n", "It runs. It is loud.\n\n- An item"},
		{"Code:\n\n```\nx[c1]\n```\n", "Code:\n\n```\nx[c1]\n```"},
		{"", ""},
	} {
		if got := Unmarked(tt.answer); got != tt.want {
			t.Errorf("%q: %q, want %q", tt.answer, got, tt.want)
		}
	}
}
