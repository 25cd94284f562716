package support

import (
	"strings"
	"testing"

	"ibid/guard"
)

// TestSupportReasons checks what a person is told.
func TestSupportReasons(t *testing.T) {
	const source = "The encapsulation key of ML-KEM-768 has 1184 bytes. Module Learning With Errors (MLWE) is assumed to be hard. " +
		"Clients may retry a request at most three times if the server is busy. Logs are rotated weekly and must not be edited by users."
	for _, tc := range []struct {
		claim, reason string // "" if the claim is supported
	}{
		{"The encapsulation key of ML-KEM-768 has 1,184 bytes.", ""},
		{"The encapsulation key of ML-KEM-768 has 1088 bytes.", "says 1088 bytes; the source says 1184 bytes"},
		{"The encapsulation key of ML-KEM-768 has 1184 bits.", "says 1184 bits; the source says 1184 bytes"},
		{"The encapsulation key of ML-KEM-1024 has 1184 bytes.", "says ML-KEM-1024; the source says ML-KEM-768"},
		{"Module Learning With Errors is assumed to be hard.", ""},
		{"Module Learning With Errors is not assumed to be hard.", "denies with “not” what the source affirms"},
		{"If the server is busy, clients must retry a request at most three times.", "says must; the source says may"},
		{"If the server is busy, clients may retry a request at least three times.", "says at least; the source says at most"},
		{"Clients may retry a request at most three times.", "leaves out “if the server is busy”"},
		{"Logs are rotated weekly because disks are small.", "“because”, “disks”, “small” are not in what c2 says of this"},
		{"Users must edit logs.", "says must; the source says must not"},
		{"Logs are rotated monthly.", "“monthly” is not in what c2 says of this"},
	} {
		other := Prepare(guard.Passage{Key: "c2", Text: source})
		got := Check(tc.claim, other)
		if (got.Verdict == guard.Supported) != (tc.reason == "") || !strings.HasPrefix(got.Reason, tc.reason) {
			t.Errorf("%s\n\tgot %v %.2f %q\n\twant %q", tc.claim, got.Verdict, got.Score, got.Reason, tc.reason)
			continue
		}
		checkSupport(t, tc.claim, []*Prepared{other}, got)
	}
}
