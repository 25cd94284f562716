package textview

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestFind(t *testing.T) {
	v := newView(numbered(100), 60, 10)
	tests := []struct {
		query string
		want  int
	}{{"LINE 7", 11}, {"words", 100}, {"nowhere", 0}, {"", 0}, {"ä", 0}, {"line 99 has", 1}}
	for _, tt := range tests {
		if got := v.Find(tt.query); got != tt.want {
			t.Errorf("%q: %d matches, want %d", tt.query, got, tt.want)
		}
	}
	if !v.inView(v.find(strings.Index(v.text, "line 99"))) {
		t.Error("the match is not in view")
	}
	v.Top()
	v.Find("line 5")
	for _, want := range []string{"line 5 ", "line 50 ", "line 51 "} {
		if at := v.search.matches[v.search.at]; !strings.HasPrefix(v.text[at:], want) || !v.inView(v.find(at)) {
			t.Errorf("the match is %q, want %q, in view", v.text[at:at+8], want)
		}
		v.NextMatch()
	}
	v.Find("line 5")
	v.Top()
	v.Find("line 5")
	if v.PrevMatch(); v.search.at != 10 {
		t.Errorf("before the first match comes %d", v.search.at)
	}
	if current, count := v.Match(); current != 11 || count != 11 {
		t.Errorf("match %d of %d", current, count)
	}
	if v.NextMatch(); v.search.at != 0 {
		t.Errorf("after the last match comes %d", v.search.at)
	}
}

func TestFindOtherScripts(t *testing.T) {
	v := newView("GRÖSSE größe ΣΊΣΥΦΟΣ \u212aelvin", 60, 1)
	for query, want := range map[string]int{"grö": 2, "σίσυφοσ": 1, "Kelvin": 0, "\u212a": 1} {
		if got := v.Find(query); got != want {
			t.Errorf("%q: %d matches, want %d", query, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	f.Add("Größe \u212a İ ẞ \xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := fold(s)
		if len(got) != len(s) {
			t.Fatalf("%q became %q", s, got)
		}
		for i, r := range s {
			if lower := unicode.ToLower(r); utf8.RuneLen(lower) == utf8.RuneLen(r) && r != utf8.RuneError && !strings.HasPrefix(got[i:], string(lower)) {
				t.Fatalf("%q became %q", s, got)
			}
		}
	})
}
