package source

import (
	"fmt"
	"strings"
)

// leftOut counts the passages of a document that are not in force and that no reader adds to its text.
type leftOut struct{ struck, hidden int }

// NothingLost tells whether a warning of a document says that it was read whole, and how: in a guessed encoding, as
// plain text, or without what is not in force.
func NothingLost(warning string) bool {
	return strings.HasPrefix(warning, "read as ") || strings.HasSuffix(warning, " left out") &&
		(strings.Contains(warning, " struck out and ") || strings.Contains(warning, " hidden and "))
}

// warnings say so, one line for each of the two that there is.
func (l leftOut) warnings() (lines []string) {
	for _, c := range []struct {
		n   int
		how string
	}{{l.struck, "struck out"}, {l.hidden, "hidden"}} {
		if c.n == 1 {
			lines = append(lines, "1 passage is "+c.how+" and was left out")
		} else if c.n > 1 {
			lines = append(lines, fmt.Sprintf("%d passages are %s and were left out", c.n, c.how))
		}
	}
	return lines
}
