package support

import (
	"testing"

	"ibid/guard"
)

// TestLists: what a lead-in says of the items below it, and of how many.
func TestLists(t *testing.T) {
	const text = "Tables\n\n1. Every column has a datatype.\n2. The datatype must be one of the following:\n   - INT\n   - REAL\n   - TEXT\n3. Content is coerced.\n\n" +
		"The following formats are read by the parser:\n\n- JSON\n- YAML\n- TOML\n\nNothing else is read."
	for claim, want := range map[string]bool{
		"The datatype must be INT.":                           false,
		"The datatype must be one of INT, REAL, or YAML.":     false,
		"Four formats are read by the parser.":                false,
		"INT is read by the parser.":                          false,
		"The datatype must be one of content that's coerced.": false,
	} {
		if got := Check(claim, Prepare(guard.Passage{Text: text})); (got.Verdict == guard.Supported) != want {
			t.Errorf("%s\n\tgot %v %q %+v", claim, got.Verdict, got.Reason, got.Proof)
		}
	}
}
