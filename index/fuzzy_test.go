package index

import (
	"cmp"
	"context"
	"path/filepath"
	"strings"
	"testing"
)

func TestSpelling(t *testing.T) {
	dir := t.TempDir()
	opt := Options{Roots: []string{filepath.Join(dir, "docs")}, Dir: filepath.Join(dir, "index")}
	write(t, opt.Roots[0], map[string]string{"a.md": "The classic limpet and the encapsulation, deployed in a factory of entropy. " +
		"A stilling well. SHAKE256, parameter2. Frosts in forests."})
	refresh(t, opt)
	ix := open(t, opt)
	near := func(word string) ([]string, error) { return ix.near(context.Background(), word) }
	for _, tt := range []struct{ word, want string }{
		{"clasic", "classic"},             // doubled
		{"Limpte", "Limpet"},              // exchanged
		{"stilllings", ""},                // two edits
		{"stiling", "stilling"},           // the term is another one's beginning
		{"encapsulaton", "encapsulation"}, // missing, behind the term
		{"encapsuxlation", "encapsulation"},
		{"encapsulatiqn", "encapsulation"}, // wrong, in a long word
		{"employed", ""},                   // the first letter
		{"limpot", ""},                     // wrong, in a word that is short enough to be another one
		{"entrpy", "entropy"},              // whose term is not its beginning
		{"factor", ""},                     // another form
		{"forsts", "frosts"},               // exchanged rather than a letter missing
		{"well", ""}, {"wel", ""}, {"shake128", ""}, {"parameters", ""}, {"größe", ""}, {strings.Repeat("a", 1000), ""},
	} {
		want, warned := cmp.Or(tt.want, tt.word), 0
		if tt.want != "" {
			warned = 1
		}
		if got, said, err := Respell(context.Background(), tt.word, ix, near); got != want || len(said) != warned || err != nil {
			t.Errorf("%s: %q, %q, %v, want %q", tt.word, got, said, err, want)
		}
	}
}
