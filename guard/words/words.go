package words

import (
	_ "embed" // the lists
	"fmt"
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
	Asking      Class = "asking"       // they begin a question of its own
	Determiner  Class = "determiners"  //
	Preposition Class = "prepositions" //
	Conjunction Class = "conjunctions" //
	Modal       Class = "modals"       //
	Counting    Class = "counting"     // they may stand before a number that counts or dates
	BehindName  Class = "behind-name"  // they stand behind a number that is a name
	Numbered    Class = "numbered"     // things whose number is never a year
	Series      Class = "series"       // things that come one after the other
	Declaration Class = "declaration"  // parts of one
	Verb        Class = "verbs"        // common ones, by their stems too
	Reading     Class = "reading"      // verbs that read a cell; by their stems too
	ClassNoun   Class = "class-nouns"  // by their stems too
	Attribution Class = "attribution"  // by their stems too
	Glue        Class = "glue"         //
	Pronoun     Class = "pronouns"     //
	Computed    Class = "computed"     //
	Denying     Class = "denying"      // they deny by themselves; by their stems too
	Linking     Class = "linking"      // they link a sentence to the one before and say nothing of it
)

//go:embed classes.txt
var classText string

var classes = sync.OnceValue(func() map[Class]map[string]bool {
	f := read(classText)
	out := make(map[Class]map[string]bool, len(f))
	for name := range f {
		out[Class(name)] = f.set(name)
	}
	for _, c := range [...]Class{Light, Verb, Reading, ClassNoun, Attribution, Denying} {
		for w := range f.set(string(c)) {
			stem, _ := stems(w)
			out[c][stem] = true
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

type numerals struct {
	cardinals, magnitudes, ordinals, months map[string]float64
}

var allNumerals = sync.OnceValue(func() *numerals {
	f := read(numberText)
	return &numerals{f.numbers("cardinals"), f.numbers("magnitudes"), f.numbers("ordinals"), f.numbers("months")}
})

// Cardinal returns the number below a hundred that one word names.
func Cardinal(word string) (float64, bool) {
	v, ok := allNumerals().cardinals[word]
	return v, ok
}

// Magnitude returns the factor of "hundred", "million" and of the parts "tenths", "millionth" that are below one.
func Magnitude(word string) (float64, bool) {
	v, ok := allNumerals().magnitudes[word]
	return v, ok
}

// Ordinal returns the rank that a word names, 0 if none.
func Ordinal(word string) float64 { return allNumerals().ordinals[word] }

// Month returns the number of the month that a word names in full, 0 if none.
func Month(word string) float64 { return allNumerals().months[word] }

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

// set is the words of a section.
func (f file) set(section string) map[string]bool {
	out := make(map[string]bool)
	for _, line := range f[section] {
		for w := range strings.FieldsSeq(line) {
			out[w] = true
		}
	}
	return out
}

// numbers is a section of lines "12: twelve", by word.
func (f file) numbers(section string) map[string]float64 {
	out := make(map[string]float64)
	for _, line := range f[section] {
		value, names := cutColon(line)
		for w := range strings.FieldsSeq(names) {
			out[w] = number(value)
		}
	}
	return out
}

// cutColon cuts a line "what: words". What is embedded is right, or no test passes.
func cutColon(line string) (what, words string) {
	what, words, ok := strings.Cut(line, ": ")
	if !ok {
		panic(fmt.Sprintf("words: no colon in %q", line))
	}
	return what, words
}

func number(s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	if err != nil {
		panic(fmt.Sprintf("words: %v", err))
	}
	return v
}
