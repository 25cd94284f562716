package support

import "testing"

// TestQuantities holds that notations of one value are the same and that different values are not.
func TestQuantities(t *testing.T) {
	lex := newLexicon()
	one := func(text string) (quantity, bool) {
		s := lex.analyse("it is "+text+".", 0)
		if len(s.quantities) != 1 {
			t.Errorf("%q has %d quantities: %+v", text, len(s.quantities), s.quantities)
			return quantity{}, false
		}
		return s.quantities[0], true
	}
	for _, tc := range []struct {
		a, b string
		same bool
	}{
		{"1,184", "1184", true},
		{"1184", "one thousand one hundred eighty-four", true},
		{"1184", "one thousand one hundred and eighty four", true},
		{"2 249", "2249", true},
		{"256 bits", "32 bytes", true},
		{"64 KiB", "65,536 bytes", true},
		{"3 KB", "3000 bytes", true},
		{"3 KB", "3072 bytes", true},
		{"64KiB", "64 KiB", true},
		{"3 KiB", "3000 bytes", false},
		{"8 MiB", "8 KiB", false},
		{"15 minutes", "a quarter of an hour", true},
		{"90 seconds", "a minute and a half", true},
		{"30 s", "half a minute", true},
		{"24 hours", "one day", true},
		{"10 to 20 years", "one to two decades", true},
		{"6-10", "6 to 10", true},
		{"between 1 fs and 4 fs", "1-4 fs", true},
		{"1 fs", "1 ps", false},
		{"40%", "40 percent", true},
		{"40%", "40 per cent", true},
		{"one in five", "20%", true},
		{"three tenths", "30%", true},
		{"half", "50%", true},
		{"10 billion", "10^10", true},
		{"1e-6", "one millionth", true},
		{"2^-138.8", "2^-147.8", false},
		{"0x1F", "31", true},
		{"1 September 2020", "September 1, 2020", true},
		{"1 September 2020", "2020-09-01", true},
		{"1 September 2020", "9 January 2020", false},
		{"3rd", "third", true},
		{"a dozen", "12", true},
		{"daily", "every day", true},
		{"112-bit", "112 bits", true},
	} {
		a, ok1 := one(tc.a)
		b, ok2 := one(tc.b)
		if ok1 && ok2 && a.same(b) != tc.same {
			t.Errorf("%q and %q: same is %v\n\t%+v\n\t%+v", tc.a, tc.b, !tc.same, a, b)
		}
	}
}

func TestBounds(t *testing.T) {
	lex := newLexicon()
	for _, tc := range []struct {
		text  string
		bound bound
	}{
		{"at least 128 bits", atLeast},
		{"no fewer than 3 files", atLeast},
		{"a minimum of 3 files", atLeast},
		{"256 bits of strength or more", atLeast},
		{"256 bits or more", atLeast},
		{"version 3 or later", atLeast},
		{"up to 32 threads", atMost},
		{"no more than 32 threads", atMost},
		{"it must not be valid for more than 398 days", atMost},
		{"it shall not use a limit lower than 280", atLeast},
		{"it may grow to 32 but no further", atMost},
		{"more than about 3 files", moreThan},
		{"below 10 KB", lessThan},
		{"exactly 3 files", exactBound},
		{"3 files", plainBound},
	} {
		s := lex.analyse(tc.text, 0)
		if len(s.quantities) != 1 || s.quantities[0].bound != tc.bound {
			t.Errorf("%q: %+v, want %q", tc.text, s.quantities, tc.bound)
		}
	}
}
