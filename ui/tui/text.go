package tui

import (
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// wrap breaks text at spaces; a word that is wider than the line is broken where it must be.
func wrap(s string, width int) []string {
	if width <= 0 {
		return nil
	}
	return cells.Wrap(s, width)
}

// wrapTo is wrap, but of no more than so many lines: what is cut ends in an ellipsis.
func wrapTo(s string, width, most int) []string {
	lines := wrap(s, width)
	if most = max(most, 1); len(lines) > most {
		lines = lines[:most]
		lines[most-1] = ansi.Truncate(lines[most-1], width-1, "") + "…"
	}
	return lines
}

// label is a name or a sentence from outside as one line that is safe to show.
func label(s string) string { return cells.OneLine(s) }

func firstOf(list []string) string {
	if len(list) == 0 {
		return ""
	}
	return list[0]
}
