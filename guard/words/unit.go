package words

import (
	_ "embed" // the units
	"strings"
	"sync"
)

// Dimension is what a unit measures, by its name in units.txt, which also gives its base unit.
type Dimension string

// The dimensions that rules speak of.
const (
	NoDimension Dimension = ""
	Information Dimension = "information" // bits
	Duration    Dimension = "duration"    // seconds
	Celsius     Dimension = "celsius"
	Fahrenheit  Dimension = "fahrenheit"
	Fraction    Dimension = "fraction" // per cent
	Angle       Dimension = "angle"
	Calendar    Dimension = "calendar" // a date: days since year 0, months counted as 31 days
)

// Unit is a unit of measurement.
type Unit struct {
	Dimension Dimension
	Factor    float64 // to the base unit
	Other     float64 // the second reading of units like KB, 1024-based; 0 where there is one only
}

//go:embed units.txt
var unitText string

type units struct{ symbols, names, adverbs map[string]Unit }

var allUnits = sync.OnceValue(func() *units {
	f := read(unitText)
	return &units{f.units("symbols"), f.units("names"), f.units("adverbs")}
})

// units is a section of lines "information 8000 8192: kB KB", by word.
func (f file) units(section string) map[string]Unit {
	out := make(map[string]Unit)
	for _, line := range f[section] {
		what, names := cutColon(line)
		w := strings.Fields(what)
		u := Unit{Dimension: Dimension(w[0]), Factor: number(w[1])}
		if len(w) > 2 {
			u.Other = number(w[2])
		}
		for name := range strings.FieldsSeq(names) {
			out[name] = u
		}
	}
	return out
}

// UnitOf returns the unit that a word names. Case counts only where it tells units apart: "Mb" and "MB", "s" and "S".
func UnitOf(word string) (Unit, bool) {
	u, ok := allUnits().symbols[word]
	if !ok {
		u, ok = UnitNamed(word)
	}
	return u, ok
}

// IsUnit tells the words that UnitOf knows.
func IsUnit(word string) bool {
	_, ok := UnitOf(word)
	return ok
}

// UnitNamed knows the units that are written out, by their lower-case names.
func UnitNamed(name string) (Unit, bool) {
	u, ok := allUnits().names[name]
	return u, ok
}

// Period knows the adverbs that name one: "hourly" is once an hour.
func Period(adverb string) (Unit, bool) {
	u, ok := allUnits().adverbs[adverb]
	return u, ok
}
