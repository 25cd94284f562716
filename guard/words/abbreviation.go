package words

import (
	_ "embed" // the list
	"strings"
	"sync"
)

// Abbreviation says what a full stop after a shortened word means.
type Abbreviation uint8

// The kinds. Dotted letters that are not listed, "U.S", are BeforeName.
const (
	NotAbbreviated Abbreviation = iota
	NeverLast                   // a sentence never ends here: "e.g. Kyber", "Dr. Moody"
	BeforeNumber                // only if a number or a label follows: "Fig. 3", "App. B"
	BeforeName                  // unless a word follows that starts sentences: "U.S. Government", "in the U.S. The"
	BeforeLower                 // unless a capital follows: "et al. (2018)", "keys, etc. Each key"
)

//go:embed abbreviations.txt
var abbreviationText string

var abbreviations = sync.OnceValue(func() map[string]Abbreviation {
	f := read(abbreviationText)
	out := make(map[string]Abbreviation)
	for kind, section := range map[Abbreviation]string{
		NeverLast: "never-last", BeforeNumber: "before-number", BeforeName: "before-name", BeforeLower: "before-lower",
	} {
		for w := range f.set(section) {
			out[w] = kind
		}
	}
	return out
})

// AbbreviationOf classifies the word before a full stop, itself without the stop.
func AbbreviationOf(word string) Abbreviation {
	const longest = 8
	word = strings.TrimLeft(word, ".-")
	if word == "" || len(word) > longest {
		return NotAbbreviated
	}
	if kind, ok := abbreviations()[strings.ToLower(word)]; ok {
		return kind
	}
	if IsDotted(word) {
		return BeforeName
	}
	return NotAbbreviated
}

// IsDotted recognises single letters with stops between them: "U.S", "a.m".
func IsDotted(word string) bool {
	if len(word) < 3 || len(word)%2 == 0 {
		return false
	}
	for i := range len(word) {
		if c := word[i] | 0x20; i%2 == 0 && (c < 'a' || c > 'z') || i%2 == 1 && word[i] != '.' {
			return false
		}
	}
	return true
}
