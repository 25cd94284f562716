package sentence

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestFold(t *testing.T) {
	for text, want := range map[string]string{
		"plain text":              "plain text",
		"eﬃciency, ﬁle":           "efficiency, file",
		"thermo\u00adhaline":      "thermohaline",
		"thermo\u00ad\n  haline":  "thermohaline",
		"thermo\u200bhaline":      "thermohaline",
		"cafe\u0301":              "café",
		"ＲＩＮ　６":                   "RIN 6",
		"Kaplan–Meier":            "Kaplan-Meier",
		"Kaplan\u2011Meier":       "Kaplan-Meier",
		"CO–2":                    "CO-2",
		"2013–2015, 3\u22125, −4": "2013–2015, 3\u22125, −4",
		"a – b":                   "a – b",
		"users’ don’t":            "users’ don't",
		"2½, 10⁻³, H₂O, 250⁹":     "2½, 10⁻³, H₂O, 250⁹",
		"ＭＬ－ＫＥＭ－７６８，１，１８４": "ML-KEM-768,1,184",
		"10\u00a0kg":     "10 kg",
		"5 µm of 𝑥 in Ⅳ": "5 μm of x in IV",
	} {
		if got, _ := Fold(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"eﬃ\u00ad\n x", "e\u0301\u0301", "a\xff–b", "ｶﾞ", "\u00ad\u00ad\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		folded, at := Fold(text)
		if at == nil {
			if folded != text {
				t.Fatalf("%q became %q without offsets", text, folded)
			}
			return
		}
		if len(at) != len(folded)+1 || at[len(folded)] != len(text) {
			t.Fatalf("%d offsets for %d bytes", len(at), len(folded))
		}
		for i := 1; i < len(at); i++ {
			if at[i] < at[i-1] || at[i] > len(text) {
				t.Fatalf("offset %d behind %d", at[i], at[i-1])
			}
		}
		if utf8.ValidString(text) {
			if again, _ := Fold(folded); again != folded && !strings.ContainsRune(text, '\u00ad') {
				t.Fatalf("%q, again %q", folded, again)
			}
		}
	})
}
