package layout

import "testing"

func TestSpelling(t *testing.T) {
	s := NewSpelling()
	s.Learn("we use post-quantum schemes and encapsulation here")
	s.Learn("turn right hand side around now")
	for _, c := range []struct{ a, b, want string }{
		{"the post-", "quantum era", "the post-quantum era"},
		{"an encap-", "sulation key", "an encapsulation key"},
		{"a deriva-", "tion step", "a derivation step"},
		{"the right-", "hand side", "the right-hand side"},
		{"use ML-", "KEM now", "use ML-KEM now"},
		{"a SHA3-", "512 hash", "a SHA3-512 hash"},
		{"the end -", "of it", "the end - of it"},
		{"broken\u00AD", "word", "brokenword"},
		{"see https://csrc.nist.gov/proj", "ects/pqc/ now", "see https://csrc.nist.gov/projects/pqc/ now"},
		{"two", "words", "two words"},
	} {
		if got := s.join([]string{c.a, c.b}); got != c.want {
			t.Errorf("join(%q, %q) = %q, want %q", c.a, c.b, got, c.want)
		}
	}
}
