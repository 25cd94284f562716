package words

import (
	_ "embed" // the units
	"strings"
	"sync"
)

// Dimension is what a unit measures, by its name in units.txt, which also gives its base unit.
type Dimension string

// NoDimension is that of a bare number.
const NoDimension Dimension = ""

// Unit is a unit of measurement.
type Unit struct {
	Dimension Dimension
	Factor    float64 // to the base unit
	Other     float64 // the second reading of units like KB, 1024-based; 0 where there is one only
}

//go:embed units.txt
var unitText string

// units are those of the lines "information 8000 8192: kB KB", by word: as it is written, or in lower case.
var units = sync.OnceValue(func() map[string]Unit {
	out := make(map[string]Unit)
	for _, section := range [...]string{"names", "symbols"} {
		for what, names := range pairs(unitText, section) {
			w := strings.Fields(what + " 0")
			for name := range strings.FieldsSeq(names) {
				out[name] = Unit{Dimension: Dimension(w[0]), Factor: number(w[1]), Other: number(w[2])}
			}
		}
	}
	return out
})

// UnitOf returns the unit that a word names. Case counts where it tells units apart: "Mb" and "MB", "s" and "S".
func UnitOf(word string) (Unit, bool) {
	u, ok := units()[word]
	return u, ok
}

// IsUnit tells the words that UnitOf knows.
func IsUnit(word string) bool {
	_, ok := UnitOf(word)
	return ok
}
