package support

import (
	"testing"

	"ibid/guard"
	"ibid/guard/sentence"
)

func TestReadOut(t *testing.T) {
	const table = "Table 1. Limits\n\nSensor class | Maximum error (mm) | Drift (mm per year) | Longest cable (m)\n" +
		"Class A | 3 | 2 | 120\nClass B | 10 | 6 | 300\n\nProse after it."
	p := Prepare(guard.Passage{Key: "c1", Text: table})
	for _, test := range []struct {
		claim string
		row   string // the row it reads out, "" where it does not
	}{
		{"Class A: Maximum error (mm) 3, Drift (mm per year) 2, Longest cable (m) 120", "Class A | 3 | 2 | 120"},
		{"Class B: Drift (mm per year) 6.", "Class B | 10 | 6 | 300"},
		{"Class B: Maximum error (mm) 10, Longest cable (m) 300", "Class B | 10 | 6 | 300"},
		{"Class A: Drift (mm per year) 3", ""},                                   // the value of another column
		{"Class A: Drift (mm per year) 6", ""},                                   // of another row
		{"Class A: Drift (mm per year) 21", ""},                                  // more than the cell
		{"Class C: Drift (mm per year) 2", ""},                                   // no such row
		{"Class A: Drift (mm per year) 2, and it never fails", ""},               // an addition
		{"Sensor class: Drift (mm per year) Drift (mm per year)", ""},            // the header itself
		{"Class A: Maximum error (mm) 3, Drift (mm per year) 2, Longest ca", ""}, // cut off
	} {
		got := Check(test.claim, p)
		if ok := got.Verdict == guard.Supported; ok != (test.row != "") || ok && got.Quotes[0].Text != test.row {
			t.Errorf("%q: %v, want %q", test.claim, got, test.row)
		}
	}
}

func TestEntryWithoutBar(t *testing.T) {
	p := Prepare(guard.Passage{Key: "c1", Text: "disallowed The algorithm or key length is no longer allowed.\n\ndigital certificate See certificate."})
	for claim, want := range map[string]guard.Verdict{
		"disallowed: The algorithm or key length is no longer allowed.": guard.Supported,
		"disallowed: The algorithm or key length is still allowed.":     guard.Contradicted,
		"The algorithm or key length is allowed.":                       guard.Contradicted,
	} {
		if got := Check(claim, p); got.Verdict != want {
			t.Errorf("%q: %+v, want %v", claim, got, want)
		}
	}
}

func TestReadEntry(t *testing.T) {
	const glossary = "deprecated | The algorithm may be used, but the user must accept some risk. The term is used of key lengths.\nDFR | Decryption Failure Rate"
	p := Prepare(guard.Passage{Key: "c1", Text: glossary})
	for claim, want := range map[string]bool{
		"deprecated: The algorithm may be used, but the user must accept some risk.":                                  true,
		"deprecated: The algorithm may be used, but the user must accept some risk. The term is used of key lengths.": true,
		"DFR: Decryption Failure Rate":                true,
		"deprecated: The algorithm may be used":       false, // the condition is cut off
		"deprecated: The algorithm must not be used.": false,
		"DFR: Decoding Failure Rate":                  false,
	} {
		if got := Check(claim, p); (got.Verdict == guard.Supported) != want {
			t.Errorf("%q: %v, want %v", claim, got, want)
		}
	}
}

// A listing is read out line for line, though the line before it ends no sentence; one line is no sentence where another one goes on
// over it.
func TestListing(t *testing.T) {
	const listing = "Algorithm 2 Mix(a, b)\nMixes two keys that have not been used before\nin any other round.\nInput: the keys a and b.\nOutput: a key."
	p := Prepare(guard.Passage{Key: "c1", Text: listing, Blocks: []sentence.Span{{End: len(listing), Kind: guard.Code}}})
	for claim, want := range map[string]guard.Verdict{
		"Mixes two keys that have not been used before\nin any other round.\nInput: the keys a and b.\nOutput: a key.": guard.Supported,
		"Mixes two keys that have not been used before":                                                                guard.Unsupported,
	} {
		if got := Check(claim, p); got.Verdict != want {
			t.Errorf("%q is %v: %s", claim, got.Verdict, got.Reason)
		}
	}
}
