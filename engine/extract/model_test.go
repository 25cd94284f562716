package extract

import (
	"testing"
)

// TestWeights: the weights that are shipped are those of the features, and keep the signs that are fixed beforehand.
func TestWeights(t *testing.T) {
	for k, f := range fitted {
		lower, upper := bounds(f.name)
		if f.name != features[k].name || f.weight < lower || f.weight > upper || f.deviation <= 0 {
			t.Errorf("feature %s has the weights %+v, not within %v and %v", features[k].name, f, lower, upper)
		}
	}
}
