package support

import (
	"strings"
	"testing"
	"unicode"

	"ibid/guard"
)

// FuzzConditions: of a sentence with a condition before, behind or amid its main clause, the main clause alone is not proven, nor is
// the sentence without its conjunction.
func FuzzConditions(f *testing.F) {
	conjunctions := []string{"if", "unless", "when", "although", "except when", "provided that", "only if", "as long as", "until", "even if", "in case"}
	f.Add("purge is set", "the widget keeps the oil for 37 days", uint8(1), uint8(40))
	f.Add("the lamp must be lit by hand", "you should call the mate at once", uint8(0), uint8(20))
	f.Add("he has two of them", "they are used to keep one of the boats", uint8(3), uint8(0))
	f.Fuzz(func(t *testing.T, condition, main string, conjunction, width uint8) {
		condition, main = clause(condition), clause(main)
		if len(strings.Fields(condition)) < 2 || len(strings.Fields(main)) < 4 || strings.Contains(condition+" ", main) || strings.Contains(main, condition) {
			return
		}
		word := conjunctions[int(conjunction)%len(conjunctions)]
		for _, text := range []string{word + " " + condition + ", " + main, main + " " + word + " " + condition} {
			text = strings.ToUpper(text[:1]) + text[1:] + "."
			if i := strings.IndexByte(text[min(int(width), len(text)):], ' '); i >= 0 {
				text = text[:int(width)+i] + "\n" + text[int(width)+i+1:]
			}
			p := Prepare(guard.Passage{Key: "c1", Text: text})
			for _, claim := range []string{main, condition + ", " + main} {
				claim = strings.ToUpper(claim[:1]) + claim[1:] + "."
				if got := Check(claim, p); got.Verdict == guard.Supported {
					t.Fatalf("of %q, %q is proven: %+v", text, claim, got.Proof)
				}
			}
		}
	})
}

// clause keeps the words of small letters and figures.
func clause(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r > unicode.MaxASCII || !unicode.IsLower(r) && !unicode.IsDigit(r) }), " ")
}
