package support

import (
	"strings"
	"testing"

	"ibid/guard"
)

const sizes = `Table 3. Sizes (in bytes) of keys and ciphertexts

parameter set | encapsulation key | decapsulation key | ciphertext | shared secret key
ML-KEM-512 | 800 | 1632 | 768 | 32
ML-KEM-768 | 1184 | 2400 | 1088 | 32
ML-KEM-1024 | 1568 | 3168 | 1568 | 32`

func TestSupportTables(t *testing.T) {
	for _, tc := range []struct {
		claim, reason string // reason is part of the reason, "" if supported
	}{
		{"ML-KEM-768: ciphertext 1088", ""},
		{"The ciphertext of ML-KEM-768 has 1,088 bytes.", ""},
		{"ML-KEM-768 has an encapsulation key of 1184 bytes and a ciphertext of 1088 bytes.", ""},
		{"The decapsulation key of ML-KEM-1024 is 3168 bytes long.", ""},
		{"ML-KEM-512 | 800 | 1632 | 768 | 32", ""},
		{"ML-KEM-768: encapsulation key 1088", "the table gives 1184"},
		{"The ciphertext of ML-KEM-768 has 1184 bytes.", "the table gives 1088"},
		{"The ciphertext of ML-KEM-512 has 1088 bytes.", "the table gives 768"},
		{"ML-KEM-768 has an encapsulation key of 1088 bytes and a ciphertext of 1184 bytes.", "the table gives 1184"},
		{"The ciphertext of ML-KEM-768 has 1089 bytes.", "the table gives 1088"},
		{"The ciphertext of ML-KEM-768 has 1088 bits.", "1088 bits"},
		{"The signature of ML-KEM-768 has 1088 bytes.", "signature"},
	} {
		got := Check(tc.claim, Prepare(guard.Passage{Key: "c1", Text: sizes}))
		if (got.Verdict == guard.Supported) != (tc.reason == "") || !strings.Contains(got.Reason, tc.reason) {
			t.Errorf("%s\n\tgot %v (%.2f) %q", tc.claim, got.Verdict, got.Score, got.Reason)
		}
	}
}

// A bar between two characters belongs to its cell, where other bars stand in spaces.
func TestBarInACell(t *testing.T) {
	for _, tt := range []struct {
		table, claim string
		want         guard.Verdict
	}{
		{"Option | Pattern | Meaning\nalpha | `a|b` | either letter\nbeta | `c` | one letter", "alpha: Pattern `a|b`", guard.Supported},
		{"Option | Pattern | Meaning\nalpha | `a|b` | either letter\nbeta | `c` | one letter", "alpha: Meaning one letter", guard.Unsupported},
		{"|Option|Pattern|\n|---|---|\n|alpha|ab|\n|beta|c|", "beta: Pattern c", guard.Supported},
		{"| Option |Pattern | Meaning |\n|---|---|---|\n| alpha |ab | both letters |", "alpha: Pattern ab", guard.Supported},
	} {
		if got := Check(tt.claim, Prepare(guard.Passage{Key: "c1", Text: tt.table})); got.Verdict != tt.want {
			t.Errorf("%s of\n%s\n\tgot %v (%.2f) %q", tt.claim, tt.table, got.Verdict, got.Score, got.Reason)
		}
	}
}
