package support

import (
	"testing"

	"ibid/guard"
)

// TestSubjects: what all the documents are about needs not be said in each, nor who does what a manual describes; nothing else may be put in.
func TestSubjects(t *testing.T) {
	c := NewChecker()
	c.Subject = func(name string) bool { return name == "exim" }
	for _, tc := range [...]struct {
		heading, source, claim string
		follows                bool
	}{
		{"loop", "The process is halted if the probe is seen twice.", "Exim's process is halted if the probe is seen twice.", true},
		{"loop", "The process is halted if the probe is seen twice.", "In Exim, the process is halted if the probe is seen twice.", true},
		{"loop", "The process is halted if the probe is seen twice.", "Exim halts the process if the probe is seen twice.", true},
		{"loop", "The process is halted if the probe is seen twice.", "Postfix's process is halted if the probe is seen twice.", false},
		{"loop", "The process is halted if the probe is seen twice.", "Postfix halts the process if the probe is seen twice.", false},
		{"loop", "The client halts the process.", "Exim halts the process.", false},
		{"plugin loop README", "This plugin halts the process.", "The loop plugin of Exim halts the process.", true},
		{"plugin loop README", "This plugin halts the process.", "The acl plugin of Exim halts the process.", false},
	} {
		got := c.Check(tc.claim, c.Prepare(guard.Passage{Text: tc.source, Heading: tc.heading}))
		if (got.Verdict == Supported) != tc.follows {
			t.Errorf("%q from %q: %v %s %v", tc.claim, tc.source, got.Verdict, got.Reason, got.Proof)
		}
	}
}
