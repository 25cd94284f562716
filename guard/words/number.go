package words

import (
	_ "embed" // the words
	"sync"
)

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
