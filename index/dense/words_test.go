package dense

import (
	"crypto/sha256"
	"encoding/hex"
	"math"
	"slices"
	"strings"
	"testing"
)

func embed(text string) []float32 { return Embed(strings.FieldsSeq(text)) }

// An index holds vectors of this table: whoever changes it raises the schema of package index too.
func TestTable(t *testing.T) {
	const want = "88e793d1651aeec2ae9c756d1d4c6c1a85849401037e67a45966e89f72af58e9"
	sum := sha256.Sum256([]byte(table))
	if got := hex.EncodeToString(sum[:]); got != want {
		t.Errorf("SHA-256 %s", got)
	}
	if n := len(words()); n != 15_077 || len(table) <= 8+n*(1+Dimensions+2) {
		t.Errorf("%d words, %d bytes", n, len(table))
	}
}

func TestEmbed(t *testing.T) {
	near := func(a, b string) float64 { return dot(embed(a), embed(b)) }
	for _, tt := range []struct{ text, near, far string }{
		{"boat", "ship", "tax"},
		{"price", "cost", "river"},
		{"remov file", "delet directori", "paint wall"},
		{"the a boat", "ship of", "the a of"}, // a frequent word counts little
	} {
		if n, f := near(tt.text, tt.near), near(tt.text, tt.far); n < f+.2 {
			t.Errorf("%q: %.2f to %q, %.2f to %q", tt.text, n, tt.near, f, tt.far)
		}
	}
	v := embed("boat ship boat")
	if length := dot(v, v); len(v) != Dimensions || math.Abs(length-1) > 1e-6 {
		t.Errorf("%d values, length %v", len(v), length)
	}
	if !slices.Equal(v, embed("ship boat nosuchword boat")) || slices.Equal(v, embed("boat ship")) {
		t.Error("the order counts, or a word that is not known, or how often one stands there does not")
	}
	if v := embed("nosuchword"); dot(v, v) != 0 {
		t.Errorf("a word that is not known has a vector: %v", v)
	}
}
