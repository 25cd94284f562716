package question

import (
	"strings"
	"testing"
)

func TestStandalone(t *testing.T) {
	const (
		sizes   = "What is the size of the encapsulation key of ML-KEM-768?"
		large   = "How large is the ciphertext of ML-KEM-768?"
		limpet  = "How much power does the Limpet draw?"
		compare = "What is the difference between ML-KEM and ML-DSA?"
		two     = "How many bytes of SHAKE128 does ML-KEM-768 use?"
	)
	tests := []struct{ before, question, want string }{ // want "": it stays as it is
		// Another thing of the kind.
		{sizes, "What about ML-KEM-1024?", "What is the size of the encapsulation key of ML-KEM-1024?"},
		{sizes, "And ML-KEM-1024?", "What is the size of the encapsulation key of ML-KEM-1024?"},
		{sizes, "and for ML-KEM-512", "What is the size of the encapsulation key of ML-KEM-512?"},
		{sizes, "ML-KEM-1024?", "What is the size of the encapsulation key of ML-KEM-1024?"},
		{sizes, "same for ML-DSA-65?", "What is the size of the encapsulation key of ML-DSA-65?"},
		{two, "How about SHAKE256?", "How many bytes of SHAKE256 does ML-KEM-768 use?"},
		{two, "And for ML-KEM-1024?", "How many bytes of SHAKE128 does ML-KEM-1024 use?"},
		{limpet, "And the Periwinkle?", "How much power does the Periwinkle draw?"},
		{"What changed in version 2 of the protocol?", "And in version 3?", "What changed in version 3 of the protocol?"},
		{"What is the maximum error of a Class A probe?", "What about Class B?", "What is the maximum error of a Class B probe?"},
		{"What are the steps of Algorithm 1?", "And Algorithm 2?", "What are the steps of Algorithm 2?"},
		{"What does MLWE mean?", "And KEM?", "What does KEM mean?"},
		// Another property of the thing.
		{large, "And the public key?", "How large is the public key of ML-KEM-768?"},
		{large, "and its decapsulation key?", "How large is the decapsulation key of ML-KEM-768?"},
		{sizes, "and the decapsulation key?", "What is the size of the decapsulation key of ML-KEM-768?"},
		{"How many bytes has an ML-KEM-768 key?", "and its ciphertext?", "How many bytes has the ciphertext of ML-KEM-768?"},
		{"How many years does the warranty last?", "and its price?", "What is the price of the warranty?"},
		{"How many chapters has a Limpet manual?", "and its cover?", "What is the cover of Limpet?"},
		{"What is a stilling well?", "And its diameter?", "What is the diameter of the stilling well?"},
		{limpet, "And what is the maximum range?", "And what is the maximum range for Limpet?"},
		// Another thing, where a preposition or an article says that it is one.
		{"How heavy is the rover?", "and of the probe?", "How heavy is the probe?"},
		{"What is the mass of the rover?", "and of the probe?", "What is the mass of the probe?"},
		{"How do I treat a snakebite?", "and a spider bite?", "How do I treat a spider bite?"},
		// Pronouns.
		{"what is after-drop", "how do I prevent it?", "How do I prevent after-drop?"},
		{"What is the default sampling interval?", "can I change it?", "Can I change the default sampling interval?"},
		{"How many years does the warranty last?", "can I change it", "Can I change the warranty"},
		{"how do I set the retention time", "can I change it?", "Can I change the retention time?"},
		{"Where was Grant born?", "and when did he die?", "When did Grant die?"},
		{"Where was Grant born?", "who was his father?", "Who was Grant’s father?"},
		{"When was Grant born?", "and where?", "Where was Grant born?"},
		{sizes, "How large is its ciphertext?", "How large is ML-KEM-768’s ciphertext?"},
		{sizes, "Is it secure?", "Is ML-KEM-768 secure?"},
		{"What is a stilling well?", "How is it cleaned?", "How is the stilling well cleaned?"},
		{"Who publishes FIPS 203?", "When was it approved?", "When was FIPS 203 approved?"},
		{limpet, "What does it cost?", "What does Limpet cost?"},
		{compare, "Which standards specify them?", "Which standards specify ML-KEM and ML-DSA?"},
		{compare, "Are they secure against quantum computers?", "Are ML-KEM and ML-DSA secure against quantum computers?"},
		{"What is K-PKE?", "What is the purpose of this?", "What is the purpose of K-PKE?"},
		{"What is K-PKE?", "How does that work?", "How does K-PKE work?"},
		{"Does the logger compress its segments?", "Why?", "Why does the logger compress its segments?"},
		{"How heavy is the rover?", "and when did he die?", ""},
		// What stands alone, or could mean more than one thing.
		{"", "and its ciphertext?", ""},
		{sizes, "How many parameter sets does ML-DSA have?", ""},
		{sizes, "What is the size of the ciphertext of ML-KEM-512?", ""},
		{sizes, "And what is the size of the ciphertext of ML-KEM-512?", ""},
		{sizes, "What is ML-DSA and what are its sizes?", ""},
		{sizes, "Does the pump stop before it is primed?", ""},
		{sizes, "Is it possible to encrypt a message with a KEM?", ""},
		{sizes, "Why is it important that keys are erased?", ""},
		{sizes, "Why are readings averaged before they are sent?", ""},
		{sizes, "Which hash functions are approved?", ""},
		{sizes, "What is a key that is used once?", ""},
		{sizes, "msm.convert", ""},
		{sizes, "Thanks", ""},
		{sizes, "?", ""},
		{sizes, "", ""},
		{two, "How large is it?", ""},
		{compare, "How large is its key?", ""},
		{compare, "What about SLH-DSA?", ""},
		{sizes, sizes, ""},
		{sizes, "What is a ciphertext?", ""},
		{"Why is the sky blue?", "And ML-KEM?", ""},
	}
	if len(tests) < 30 {
		t.Errorf("only %d questions", len(tests))
	}
	for _, tt := range tests {
		var earlier []string
		if tt.before != "" {
			earlier = []string{tt.before}
		}
		want, changed := tt.want, tt.want != ""
		if !changed {
			want = oneLine(tt.question)
		}
		want = strings.TrimPrefix(want, "And ")
		got, done := Standalone(tt.question, earlier)
		if strings.TrimPrefix(got, "And ") != capital(want) && strings.TrimPrefix(got, "And ") != want || done != changed {
			t.Errorf("%q, then %q: asks %q (%v), want %q", tt.before, tt.question, got, done, want)
		}
	}
}

// A follow-up of a follow-up is completed from the first.
func TestStandaloneChain(t *testing.T) {
	earlier := []string{"What is the size of the encapsulation key of ML-KEM-768?", "And ML-KEM-1024?", "and the decapsulation key?"}
	if got, _ := Standalone("and for ML-KEM-512?", earlier); got != "What is the size of the decapsulation key of ML-KEM-512?" {
		t.Errorf("asks %q", got)
	}
}

func FuzzStandalone(f *testing.F) {
	f.Add("and its ciphertext?", "What is the size of ML-KEM-768?")
	f.Add("What about (?", "How large is the [ of \xff?")
	f.Add("İ?", "ſ İİ K's")
	f.Fuzz(func(t *testing.T, question, before string) {
		got, changed := Standalone(question, []string{before})
		if !changed && got != oneLine(question) {
			t.Errorf("%q became %q, which is no change", question, got)
		}
	})
}
