package guard

import (
	"slices"
	"strings"
)

// SentencesWith returns the sentences and code blocks of an answer that must go because of findings that are unknown or
// misused, each once, in order: those that hold one, the code after a sentence or a block that goes, and a sentence that
// would be left announcing code that is gone. It is what Remove removes, given where they start.
func SentencesWith(text string, findings []SymbolFinding) []Sentence {
	sentences := Split(text)
	gone := make([]bool, len(sentences))
	for _, f := range findings {
		if f.Verdict != SymbolUnknown && f.Verdict != SymbolMisused {
			continue
		}
		i, _ := slices.BinarySearchFunc(sentences, f.Start, func(s Sentence, start int) int {
			if s.End <= start {
				return -1
			}
			return 1
		})
		for ; i < len(sentences) && sentences[i].Start < f.End; i++ {
			gone[i] = true
		}
	}
	var out []Sentence
	for i, s := range sentences {
		switch {
		case s.Kind == Code:
			gone[i] = gone[i] || i > 0 && gone[i-1]
		case i+1 < len(sentences) && sentences[i+1].Kind == Code && announces(s):
			gone[i] = gone[i] || gone[i+1]
		}
		if gone[i] {
			out = append(out, s)
		}
	}
	return out
}

// announces tells a sentence that says little without what comes after it.
func announces(s Sentence) bool {
	return strings.HasSuffix(strings.TrimRight(s.Claim(), " *_"), ":")
}
