package symbols

import (
	"slices"
	"strings"

	"ibid/guard"
)

// SentencesWith returns the sentences and code blocks of an answer that must go because of findings that are unknown
// or misused, each once, in order: those that hold one, the code after a sentence or a block that goes, and a
// sentence that would be left announcing code that is gone. It is what Remove removes, given where they start.
func SentencesWith(text string, findings []Finding) []guard.Sentence {
	sentences := guard.Split(text)
	gone := make([]bool, len(sentences))
	for _, f := range findings {
		if f.Verdict != Unknown && f.Verdict != Misused {
			continue
		}
		i, _ := slices.BinarySearchFunc(sentences, f.Start, func(s guard.Sentence, start int) int {
			if s.End <= start {
				return -1
			}
			return 1
		})
		for ; i < len(sentences) && sentences[i].Start < f.End; i++ {
			gone[i] = true
		}
	}
	var out []guard.Sentence
	for i, s := range sentences {
		switch {
		case s.Kind == guard.Code:
			gone[i] = gone[i] || i > 0 && gone[i-1]
		case i+1 < len(sentences) && sentences[i+1].Kind == guard.Code && announces(s):
			gone[i] = gone[i] || gone[i+1]
		}
		if gone[i] {
			out = append(out, s)
		}
	}
	return out
}

// announces tells a sentence that says little without what comes after it.
func announces(s guard.Sentence) bool {
	return strings.HasSuffix(strings.TrimRight(s.Claim(), " *_"), ":")
}

// Gate refuses if the answer has a name that does not exist, or calls one in a way that it does not allow.
// Measured is the share of the judged names that are known. Names that are out of scope are not judged.
func Gate(findings []Finding) guard.Gate {
	known := 0
	var unknown, misused []string
	for _, f := range findings {
		switch f.Verdict {
		case Known:
			known++
		case Unknown:
			unknown = append(unknown, f.Written)
		case Misused:
			misused = append(misused, f.Written)
		}
	}
	return guard.SymbolGate(known, unknown, misused)
}
