package source

import "fmt"

// leftOut counts the passages of a document that are not in force and that no reader adds to its text.
type leftOut struct{ struck, hidden int }

// warnings say so, one line for each of the two that there is.
func (l leftOut) warnings() (lines []string) {
	for _, c := range []struct {
		n   int
		how string
	}{{l.struck, "struck out"}, {l.hidden, "hidden"}} {
		switch c.n {
		case 0:
		case 1:
			lines = append(lines, "1 passage is "+c.how+" and was left out")
		default:
			lines = append(lines, fmt.Sprintf("%d passages are %s and were left out", c.n, c.how))
		}
	}
	return lines
}
