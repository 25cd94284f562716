package extract

import (
	"strconv"
	"testing"

	"ibid/engine"
	"ibid/index/source"
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

// TestStepsContinue: a listing goes on where the numbers of its steps do, in the chunk that follows.
func TestStepsContinue(t *testing.T) {
	m := listingsOf(t, "Algorithm 1\n1: a\n2: b\n", "3: c\n4: d\n", "7: e\n")
	for _, tt := range []struct {
		from, to int
		want     bool
	}{{0, 1, true}, {1, 2, false}, {1, 0, false}, {0, 0, false}} {
		if got := continues(&m[tt.from], &m[tt.to]); got != tt.want {
			t.Errorf("%d goes on with %d: %v", tt.from, tt.to, got)
		}
	}
}

// listingsOf are listings of chunks that follow each other.
func listingsOf(t *testing.T, texts ...string) []view {
	t.Helper()
	var out []view
	for i, text := range texts {
		ev := &engine.Evidence{}
		ev.ID, ev.Next = strconv.Itoa(i), strconv.Itoa(i+1)
		out = append(out, view{Statement: &engine.Statement{Evidence: i, Kind: source.Code, Full: text}, ev: ev})
	}
	return out
}
