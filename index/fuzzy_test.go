package index

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestSpelling(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], map[string]string{"a.md": "The classic limpet and the encapsulation, deployed in a factory of entropy. " +
		"A stilling well. SHAKE256, parameter2. Three trails, a trial."})
	refresh(t, opt)
	ix := open(t, opt)
	for _, tt := range []struct{ word, want string }{
		{"clasic", "classic"},             // doubled
		{"Limpte", "limpet"},              // exchanged
		{"stilllings", ""},                // two edits
		{"stiling", "stilling"},           // the term is another one's beginning
		{"encapsulaton", "encapsulation"}, // missing, behind the term
		{"encapsuxlation", "encapsulation"},
		{"encapsulatiqn", "encapsulation"}, // wrong, in a long word
		{"employed", ""},                   // the first letter
		{"limpot", ""},                     // wrong, in a word that is short enough to be another one
		{"entrpy", "entropy"},              // whose term is not its beginning
		{"factor", ""},                     // another form
		{"trials", "trails"},               // exchanged rather than a letter more
		{"well", ""}, {"wel", ""}, {"shake128", ""}, {"parameters", ""}, {"größe", ""}, {strings.Repeat("a", 1000), ""},
	} {
		if got, err := ix.spellings(context.Background(), strings.ToLower(tt.word)); append(got, "")[0] != tt.want || err != nil {
			t.Errorf("%s: %q, %v, want %q", tt.word, got, err, tt.want)
		}
	}
}
