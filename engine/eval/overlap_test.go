package eval

import (
	"slices"
	"testing"
)

func TestOverlap(t *testing.T) {
	for _, tt := range []struct {
		name, answer string
		texts        []string
		f1, exact    float64
	}{
		{"the same", "1487", []string{"1487"}, 1, 1},
		{"but for case, articles and punctuation", "The  Abu-Hamza, (a) MAN!", []string{"abuhamza an man"}, 1, 1},
		{"the best of several", "in 1487", []string{"Paris", "1487", "in the year 1487"}, 0.8, 0},
		{"half", "a cat sat", []string{"the cat ran"}, 0.5, 0},
		{"a word twice counts twice", "no no no", []string{"no no"}, 0.8, 0},
		{"nothing in common", "cat", []string{"dog"}, 0, 0},
		{"order counts for exactness alone", "x y", []string{"y x"}, 1, 0},
		{"no texts", "cat", nil, 0, 0},
		{"nothing said", "", []string{"cat"}, 0, 0},
		{"nothing but articles on both sides", "the", []string{"A."}, 1, 1},
		{"nothing but articles in the text", "cat", []string{"the"}, 0, 0},
	} {
		f1, exact := Overlap(tt.answer, tt.texts)
		if !isClose(f1, tt.f1) || exact != tt.exact {
			t.Errorf("%s: %.4f %.0f, want %.4f %.0f", tt.name, f1, exact, tt.f1, tt.exact)
		}
	}
}

// TestSquadWords compares with what the official evaluation script of SQuAD 2.0 makes of the same texts.
func TestSquadWords(t *testing.T) {
	for _, tt := range []struct {
		text string
		want []string
	}{
		{"The U.S. Army's", []string{"us", "armys"}},
		{"an apple a day", []string{"apple", "day"}},
		{"theory and another atheist", []string{"theory", "and", "another", "atheist"}},
		{"a-the_an", []string{"athean"}},
		{"the–war", []string{"–war"}},
		{"war–the–peace", []string{"war–", "–peace"}},
		{"“The” word", []string{"“", "”", "word"}},
		{"¥5\u00a0a day", []string{"¥5", "day"}},
		{"THÉ the", []string{"thé"}},
		{"a² a", []string{"a²"}},
		{"a\u0301 x", []string{"\u0301", "x"}},
		{"bad \xff byte", []string{"bad", "\ufffd", "byte"}},
		{"", nil},
		{" .,; ", nil},
	} {
		if got := squadWords(tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%q: %q, want %q", tt.text, got, tt.want)
		}
	}
}
