package question

import "testing"

func TestStandalone(t *testing.T) {
	const (
		sizes   = "What is the size of the encapsulation key of ML-KEM-768?"
		limpet  = "How much power does the Limpet draw?"
		compare = "What is the difference between ML-KEM and ML-DSA?"
		two     = "How many bytes of SHAKE128 does ML-KEM-768 use?"
		testing = "How do you correct for multiple testing?"
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
		{"What is the limit of the Marlin pump?", "And the Orca pump?", "What is the limit of the Orca pump?"},
		{"How long is the public key of ML-KEM-768?", "And the ML-KEM-512 public key?", "How long is the public key of ML-KEM-512?"},
		{"How fast is WOTS+?", "And XMSS?", "How fast is XMSS?"},
		{limpet, "And the Periwinkle manual?", ""},
		{"What does MLWE mean?", "And KEM?", "What does KEM mean?"},
		// A pronoun, where one thing is named.
		{sizes, "How large is its ciphertext?", "How large is ML-KEM-768’s ciphertext?"},
		{sizes, "Is it secure?", "Is ML-KEM-768 secure?"},
		{sizes, "And what is the purpose of this?", "What is the size of the encapsulation key of ML-KEM-768, and what is the purpose of this?"},
		{"Who publishes FIPS 203?", "When was it approved?", "When was FIPS 203 approved?"},
		{"Where was Grant born?", "and when did he die?", "When did Grant die?"},
		{"What is K-PKE?", "How does that work?", "How does K-PKE work?"},
		// What is put behind the question.
		{sizes, "and its decapsulation key?", "What is the size of the encapsulation key of ML-KEM-768, and its decapsulation key?"},
		{limpet, "And on Windows?", "How much power does the Limpet draw, and on Windows?"},
		{limpet, "And what is the maximum range?", "How much power does the Limpet draw, and what is the maximum range?"},
		{testing, "And what about missing data?", "How do you correct for multiple testing, and missing data?"},
		{"How do I treat a snakebite?", "and a spider bite?", "How do I treat a snakebite, and a spider bite?"},
		{"What is a stilling well?", "How is it cleaned?", "What is a stilling well, and how is it cleaned?"},
		{"how do I set the retention time", "can I change it?", "Can I change the retention time?"},
		{"Does the logger compress its segments?", "Why?", "Does the logger compress its segments, and why?"},
		{compare, "Are they secure?", "What is the difference between ML-KEM and ML-DSA, and are they secure?"},
		// A pronoun, where one thing is spoken of.
		{"what is this receiver thing", "what frequencies can it do?", "What frequencies can this receiver thing do?"},
		{"there's a big spike in the middle, is it broken?", "how do i get rid of it", "How do i get rid of a big spike?"},
		{"what is the mass of the pump", "who made it?", "Who made the pump?"},
		{"how fast can we sample", "does it work in a virtual machine", ""},
		{"I'm on a laptop and I'm not an administrator", "what about updates?", ""},
		// Another quantity.
		{"how much power does it put out at 2.4 ghz", "and at 5 GHz?", "how much power does it put out at 5 GHz?"},
		{"What is the error at 20 °C and 40 °C?", "And at 60 °C?", "What is the error at 20 °C and 40 °C, and at 60 °C?"},
		// What stands alone, or could mean more than one thing.
		{"", "and its ciphertext?", ""},
		{sizes, "How many parameter sets does ML-DSA have?", ""},
		{sizes, "And what is the size of the ciphertext of ML-KEM-512?", ""},
		{sizes, "What is ML-DSA and what are its sizes?", ""},
		{sizes, "Does the pump stop before it is primed?", ""},
		{sizes, "Is it possible to encrypt a message with a KEM?", ""},
		{sizes, "How long does it take to charge?", ""},
		{sizes, "Why are readings averaged before they are sent?", ""},
		{sizes, "What is a key that is used once?", ""},
		{sizes, "In which year was the pump built?", ""},
		{sizes, "msm.convert", ""},
		{sizes, "Thanks", ""},
		{sizes, "?", ""},
		{sizes, "", ""},
		{sizes, sizes, ""},
		{testing, "And how are keys destroyed?", ""},
		{testing, "And ML-KEM?", ""},
		{two, "How large is it?", ""},
		{compare, "How large is its key?", ""},
		{compare, "What about SLH-DSA?", ""},
	}
	for _, tt := range tests {
		want, got, done := tt.want, "", false
		if want == "" {
			want = oneLine(tt.question)
		}
		if got, done = Standalone(tt.question, []string{tt.before}); got != want || done != (tt.want != "") {
			t.Errorf("%q, then %q: asks %q (%v), want %q", tt.before, tt.question, got, done, want)
		}
	}
}

// A follow-up of a follow-up is completed from the first, and does not grow.
func TestStandaloneChain(t *testing.T) {
	earlier := []string{"What is the size of the encapsulation key of ML-KEM-768?", "And ML-KEM-1024?", "and its ciphertext?"}
	if got, _ := Standalone("and its decapsulation key?", earlier); got != "What is the size of the encapsulation key of ML-KEM-1024, and its decapsulation key?" {
		t.Errorf("asks %q", got)
	}
}

func FuzzStandalone(f *testing.F) {
	f.Add("and its ciphertext?", "What is the size of ML-KEM-768?")
	f.Add("What about (?", "How large is the [ of \xff?")
	f.Add("And \xffA1?", "What is \xffA2?")
	f.Add("İ?", "ſ İİ K's")
	f.Fuzz(func(t *testing.T, question, before string) {
		got, changed := Standalone(question, []string{before})
		if !changed && got != oneLine(question) {
			t.Errorf("%q became %q, which is no change", question, got)
		}
	})
}
