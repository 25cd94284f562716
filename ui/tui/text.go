package tui

import (
	"ibid/ui/tui/cells"
)

// wrap breaks text at spaces; a word that is wider than the line is broken where it must be.
func wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	return cells.Wrap(s, width)
}

// label is a name or a sentence from outside as one line that is safe to show.
func label(s string) string { return cells.OneLine(s) }

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
