package eval

import (
	"regexp"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

func TestHoldsFact(t *testing.T) {
	for _, tt := range []struct {
		answer, fact string
		want         bool
	}{
		{"It has 35,664 bytes.", "35 664", true},
		{"It has 35\u202f664 bytes.", "35664", true},
		{"It has 35664 bytes.", "35,664", true},
		{"1,234,567 in all", "1234567", true},
		{"1,2,3,4", "12 34", true},
		{"35, 664", "35664", true}, // the space goes first
		{"35.664", "35664", false},
		{"one,two", "onetwo", false},
		{"level 1,", "level 1,", true},
		{"1,,2", "12", false},
		{"ML-KEM-\n768", "ml-kem-768", true},
		{"the ﬁnal draft", "Final Draft", true},
		{"２５６ bits", "256 bits", true},
		{"x²", "x2", true},
		{"Ångström", "a\u030angstro\u0308m", true},
		{"ML-KEM-512", "ML-KEM-768", false},
		{"", "x", false},
	} {
		if got := HoldsFact(tt.answer, tt.fact); got != tt.want {
			t.Errorf("%q in %q: %v", tt.fact, tt.answer, got)
		}
	}
}

// FuzzFoldFact compares the folding with the definition written down.
func FuzzFoldFact(f *testing.F) {
	for _, s := range []string{"35,664", "1,2,3", "1,,2", ",1,", "１，２", "ﬁ ²", "\xff,\xff", "İ"} {
		f.Add(s)
	}
	comma := regexp.MustCompile(`([0-9]),([0-9])`)
	f.Fuzz(func(t *testing.T, s string) {
		want := strings.Join(strings.Fields(strings.ToLower(norm.NFKC.String(s))), "")
		for comma.MatchString(want) {
			want = comma.ReplaceAllString(want, "$1$2")
		}
		if got := foldFact(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	})
}
