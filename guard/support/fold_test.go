package support

import (
	"strings"
	"testing"
	"unicode/utf8"

	"ibid/guard"
)

func TestFoldNumbers(t *testing.T) {
	for text, want := range map[string]string{
		"⁹⁰⁰ bytes": "900 bytes", "９００ bytes": "900 bytes", "٩٠٠ bytes": "900 bytes", "९०० bytes": "900 bytes", "𝟗𝟎𝟎 bytes": "900 bytes", "❾ bytes": "9 bytes", "₉₀₀ bytes": "900 bytes",
		"10²": "10^2", "2⁻¹³⁸": "2^-138", "(10²⁵⁶)": "(10^256)", "½": "0.5", "2½ s": "2.5 s", "¾ of": "0.75 of", "takes ③ steps": "takes 3 steps", "① bytes": "1 bytes", "⑿ s": "12 s", "⒊ s": "3 s",
		"H₂O": "H2O", "CO₂": "CO2",
		"x²": "x²", "5 m² of": "5 m² of", "the level¹ is": "the level¹ is", "level.² And": "level.² And", "10₂": "10₂", "① Open the valve": "① Open the valve", "a\n② Close it": "a\n② Close it",
		"“plain” – text": "“plain” – text", "é 字": "é 字",
	} {
		got, at := foldNumbers(text)
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
		if (at == nil) != (strings.IndexFunc(text, isFoldable) < 0) || at != nil && (len(at) != len(got)+1 || at[len(got)] != len(text)) {
			t.Errorf("%q: offsets %v", text, at)
		}
	}
}

// TestNumbersInOtherDigits: a number counts, in whatever digits it is written.
func TestNumbersInOtherDigits(t *testing.T) {
	for _, tt := range []struct {
		claim, source string
		want          guard.Verdict
	}{
		{"A frame holds ⁹⁰⁰ bytes.", "A frame holds 800 bytes.", guard.Contradicted},
		{"A frame holds ⁹⁰⁰ bytes.", "A frame holds 900 bytes.", guard.Supported},
		{"A frame holds ９ bytes.", "A frame holds 8 bytes.", guard.Contradicted},
		{"A frame holds ９ bytes.", "A frame holds 9 bytes.", guard.Supported},
		{"A frame holds 9 bytes.", "A frame holds ９ bytes.", guard.Supported},
		{"A frame holds ①② bytes.", "A frame holds 800 bytes.", guard.Contradicted},
		{"A frame holds ⑫ bytes.", "A frame holds 12 bytes.", guard.Supported},
		{"A frame holds ٣ bytes.", "A frame holds 5 bytes.", guard.Contradicted},
		{"A frame holds ٣ bytes.", "A frame holds 3 bytes.", guard.Supported},
		{"The reader waits 2½ seconds.", "The reader waits 2.5 seconds.", guard.Supported},
		{"The reader waits ½ second.", "The reader waits 3 seconds.", guard.Contradicted},
		{"There are 10² records.", "There are 10^2 records.", guard.Supported},
		{"There are 10² records.", "There are 102 records.", guard.Contradicted},
		{"There are 102 records.", "There are 10² records.", guard.Contradicted},
		{"The error is below 2⁻¹³⁸.", "The error is below 2^-138.", guard.Supported},
		{"The error is below 2⁻¹³⁸.", "The error is below 2^-128.", guard.Unsupported},
		{"The result is x².", "The result is x2.", guard.Unsupported},
		{"The probe measures H₂O.", "The probe measures H2O.", guard.Supported},
	} {
		c := NewChecker()
		s := c.Check(tt.claim, c.Prepare(guard.Passage{Text: tt.source}))
		if s.Verdict != tt.want {
			t.Errorf("%q beside %q: %s (%s)", tt.claim, tt.source, s.Verdict, s.Reason)
		}
		for _, q := range s.Quotes {
			if tt.source[q.Start:q.End] != q.Text || !utf8.ValidString(q.Text) {
				t.Errorf("%q: the quote %q is not at %d–%d", tt.source, q.Text, q.Start, q.End)
			}
		}
	}
}
