package support

import "testing"

// TestQuantities holds that notations of one value are the same and that different values are not.
func TestQuantities(t *testing.T) {
	one := func(text string) (quantity, bool) {
		s := read("it is "+text+".", 0)
		n := s.index(func(a *atom) bool { return a.is(number) })
		if n < 0 || s[n+1:].has(number) {
			t.Errorf("%q has not one quantity: %+v", text, s)
			return quantity{}, false
		}
		return s[n].quantity, true
	}
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"1,184", "1184", true},
		{"256 bits", "32 bytes", true},
		{"64 KiB", "65,536 bytes", true},
		{"3 KB", "3000 bytes", true},
		{"3 KB", "3072 bytes", true},
		{"64KiB", "64 KiB", true},
		{"3 KiB", "3000 bytes", false},
		{"8 MiB", "8 KiB", false},
		{"24 hours", "one day", true},
		{"1 fs", "1 ps", false},
		{"40%", "40 percent", true},
		{"two hundred", "200", true},
		{"twenty-four", "24", true},
		{"10 billion", "10^10", true},
		{"2^-138.8", "2^-147.8", false},
		{"3rd", "third", true},
		{"112-bit", "112 bits", true},
	} {
		a, ok1 := one(tc.a)
		b, ok2 := one(tc.b)
		if ok1 && ok2 && a.same(b) != tc.same {
			t.Errorf("%q and %q: same is %v\n\t%+v\n\t%+v", tc.a, tc.b, !tc.same, a, b)
		}
	}
}

// TestBounds holds that what limits a number is read as one operator, wherever it stands.
func TestBounds(t *testing.T) {
	for text, want := range map[string]string{
		"at least 128 bits": "<ge>", "no fewer than 3 files": "<ge>", "a minimum of 3 files": "<ge>", "256 bits or more": "<ge>", "version 3 or later": "<ge>",
		"up to 32 threads": "<le>", "no more than 32 threads": "<le>", "3 or fewer": "<le>", "more than 3 files": "<gt>", "over 3 files": "<gt>",
		"below 10 KB": "<lt>", "less than 10 KB": "<lt>", "exactly 3 files": "<exactly>", "about 3 files": "<about>",
	} {
		s := read(text, 0)
		if s.find(0, len(s), want) < 0 || len(s) > 1 && s.find(0, len(s), "<not>", "<no>") >= 0 {
			t.Errorf("%q: %+v, want %s", text, s, want)
		}
	}
}
