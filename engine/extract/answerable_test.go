package extract

import (
	"testing"

	"ibid/index/question"
)

// A verb or an adverb that the evidence lacks refuses nothing; a noun or a name does.
func TestLight(t *testing.T) {
	want := map[string]bool{"treats": true, "puts": true, "away": true, "Since": true, "item": true, "gasket": false, "lifetime": false, "Light": false}
	for _, term := range question.Parse("Since when has Light a lifetime that treats and puts each gasket of an item away?").Terms() {
		if is, listed := want[term.Text]; listed && light(&term) != is {
			t.Errorf("%q is light: %v", term.Text, !is)
		}
	}
}
