package question

import (
	"slices"
	"strings"
	"testing"
)

func TestRespellings(t *testing.T) {
	for _, tt := range []struct {
		word, meant string
		want        bool
	}{
		{"clasic", "classic", true},               // doubled
		{"Limpte", "limpet", true},                // exchanged
		{"stilling", "stiling", true},             // not doubled
		{"encapsulaton", "encapsulation", true},   // missing
		{"encapsuxlation", "encapsulation", true}, // too many
		{"depkoyed", "deployed", true},            // the key beside
		{"deployee", "deployed", false},           // far keys, in a word that is short enough to be another one
		{"encapsulatiqn", "encapsulation", true},  // any letter of a long word
		{"factor", "factory", false},              // another form
		{"kactory", "factory", false},             // the first letter
		{"tide", "tidy", false},                   // too short
		{"shake128", "shake256", false},           // a name
	} {
		if got := slices.Contains(Respellings(tt.word), tt.meant); got != tt.want {
			t.Errorf("%s for %s: %v, want %v", tt.word, tt.meant, got, tt.want)
		}
	}
	if first := Respellings("hte" + "wrok"); len(first) == 0 || slices.Contains(first, "htewrok") {
		t.Errorf("a word is among its own respellings: %v", first)
	}
	if n := len(Respellings(strings.Repeat("a", 1000))); n > 0 {
		t.Errorf("%d respellings of what is no word", n)
	}
}
