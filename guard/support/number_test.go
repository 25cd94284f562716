package support

import (
	"testing"

	"ibid/guard/words"
)

// TestQuantities holds that notations of one value are the same and that different values are not.
func TestQuantities(t *testing.T) {
	stems := words.NewStemmer()
	one := func(text string) (quantity, bool) {
		q := parseQuantities(tokenise(stems, "it is "+text+".", 0))
		if len(q) != 1 {
			t.Errorf("%q has %d quantities: %+v", text, len(q), q)
			return quantity{}, false
		}
		return q[0], true
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

// TestBounds holds that what limits a number is read as one operator, wherever it stands.
func TestBounds(t *testing.T) {
	r := &parser{stems: words.NewStemmer()}
	for text, want := range map[string]string{
		"at least 128 bits": "<ge>", "no fewer than 3 files": "<ge>", "a minimum of 3 files": "<ge>", "256 bits or more": "<ge>", "version 3 or later": "<ge>",
		"up to 32 threads": "<le>", "no more than 32 threads": "<le>", "3 or fewer": "<le>", "more than 3 files": "<gt>", "over 3 files": "<gt>",
		"below 10 KB": "<lt>", "less than 10 KB": "<lt>", "exactly 3 files": "<exactly>", "about 3 files": "<about>",
	} {
		s := r.read(text, 0)
		if s.find(0, len(s), want) < 0 || len(s) > 1 && s.find(0, len(s), "<not>", "<no>") >= 0 {
			t.Errorf("%q: %+v, want %s", text, s, want)
		}
	}
}
