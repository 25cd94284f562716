package words

import (
	_ "embed" // the lists
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Class is a set of words with one role, by the name of its section in classes.txt. All words are lower case.
type Class string

// The classes.
const (
	Function Class = "function" // they carry structure, not content
	Light    Class = "light"    // general verbs, nouns and adverbs that a rewording brings along, and their stems
	Label    Class = "labels"   // what documents number: "Table 3. Sizes of keys" is one caption
	Opener   Class = "openers"  // capitalised, they nearly always start a sentence

	Frame       Class = "frame"        // of the asking, not of what is asked about
	Filler      Class = "filler"       // the same, by its letters alone
	Preposition Class = "prepositions" //
	Counting    Class = "counting"     // they may stand before a number that counts or dates
	BehindName  Class = "behind-name"  // they stand behind a number that is a name
	Numbered    Class = "numbered"     // things whose number is never a year
	Series      Class = "series"       // things that come one after the other
	Declaration Class = "declaration"  // parts of one
	Verb        Class = "verbs"        // common ones, by their stems too
	Reading     Class = "reading"      // what reads a cell; by their stems too
	ClassNoun   Class = "class-nouns"  // by their stems too
	Glue        Class = "glue"         //
	Front       Class = "front"        // they open an adjunct that a comma ends
	Place       Class = "places"       // prepositions that lead to what a sentence is about
	Pronoun     Class = "pronouns"     // they stand for what was named, or point at it
)

//go:embed classes.txt
var classText string

var classes = sync.OnceValue(func() map[Class]map[string]bool {
	byStem := []Class{Light, Verb, Reading, ClassNoun}
	out := make(map[Class]map[string]bool)
	for name, lines := range read(classText) {
		c := Class(name)
		out[c] = make(map[string]bool)
		for w := range strings.FieldsSeq(strings.Join(lines, " ")) {
			if out[c][w] = true; slices.Contains(byStem, c) {
				out[c][Stem(w)] = true
			}
		}
	}
	return out
})

// Has tells whether a lower-case word is of the class.
func (c Class) Has(word string) bool { return classes()[c][word] }

// Words are those of the class, sorted.
func (c Class) Words() []string { return slices.Sorted(maps.Keys(classes()[c])) }

//go:embed numbers.txt
var numberText string

// numerals are the values of the words of a section.
var numerals = sync.OnceValue(func() map[string]map[string]float64 {
	out := make(map[string]map[string]float64)
	for _, section := range [...]string{"cardinals", "magnitudes", "ordinals", "months"} {
		out[section] = make(map[string]float64)
		for value, names := range pairs(numberText, section) {
			for w := range strings.FieldsSeq(names) {
				out[section][w] = number(value)
			}
		}
	}
	return out
})

// Cardinal returns the number below a hundred that one word names.
func Cardinal(word string) (float64, bool) {
	v, ok := numerals()["cardinals"][word]
	return v, ok
}

// Magnitude returns the factor of "hundred", "million" and of the parts "tenths", "millionth" that are below one.
func Magnitude(word string) (float64, bool) {
	v, ok := numerals()["magnitudes"][word]
	return v, ok
}

// Ordinal returns the rank that a word names, 0 if none.
func Ordinal(word string) float64 { return numerals()["ordinals"][word] }

// Month returns the number of the month that a word names in full, 0 if none.
func Month(word string) float64 { return numerals()["months"][word] }

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
	for i, section := range [...]string{"never-last", "before-number", "before-name", "before-lower"} {
		for w := range strings.FieldsSeq(strings.Join(f[section], " ")) {
			out[w] = NeverLast + Abbreviation(i)
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

// file is an embedded list of words: the lines of its sections, comments and empty lines aside.
type file map[string][]string

func read(text string) file {
	f := make(file)
	section := ""
	for line := range strings.SplitSeq(text, "\n") {
		switch line = strings.TrimSpace(line); {
		case line == "", line[0] == '#':
		case line[0] == '[':
			section = strings.Trim(line, "[]")
		default:
			f[section] = append(f[section], line)
		}
	}
	return f
}

// pairs are the lines "what: words" of a section. What is embedded is right, or no test passes.
func pairs(text, section string) iter.Seq2[string, string] {
	return func(yield func(what, words string) bool) {
		for _, line := range read(text)[section] {
			if what, words, _ := strings.Cut(line, ": "); !yield(what, words) {
				return
			}
		}
	}
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("words: %v", err))
	}
	return v
}
