// Package cells measures text in the cells of a terminal.
package cells

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// Fit cuts or pads a line to exactly width cells. What is cut ends in more.
func Fit(line string, width int, more string) string {
	if width <= 0 {
		return ""
	}
	if ansi.StringWidth(line) > width {
		line = ansi.Truncate(line, width, more)
	}
	// Once more: a character that joins what follows it takes the first blank into itself.
	for missing := width - ansi.StringWidth(line); missing > 0; missing = width - ansi.StringWidth(line) {
		line += strings.Repeat(" ", missing)
	}
	return line
}
