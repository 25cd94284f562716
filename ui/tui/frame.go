package tui

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// The pane with the focus has a heavy border, so that it shows without colour.
var lightBorder, heavyBorder = lipgloss.RoundedBorder(), lipgloss.ThickBorder()

// drawPane puts a border with a title around lines. note stands at the right of the bottom line. The result has exactly
// height lines of exactly width cells.
func drawPane(title, note string, lines []string, width, height int, line lipgloss.Border, edge, name lipgloss.Style) []string {
	if width < 2 || height < 2 {
		return fill(lines, width, height)
	}
	inner := width - 2
	out := make([]string, 0, height)
	label := ""
	if title != "" {
		label = ansi.Truncate(" "+title+" ", max(inner-1, 0), "…")
	}
	rule := inner - ansi.StringWidth(label)
	out = append(out, edge.Render(line.TopLeft)+name.Render(label)+edge.Render(strings.Repeat(line.Top, max(rule, 0))+line.TopRight))
	side := edge.Render(line.Left)
	pad := min(1, inner/2)
	for _, l := range fill(lines, inner-2*pad, height-2) {
		space := strings.Repeat(" ", pad)
		out = append(out, side+space+l+space+side)
	}
	note = ansi.Truncate(note, max(inner-2, 0), "…")
	rule = inner - ansi.StringWidth(note)
	tail := min(1, rule)
	out = append(out, edge.Render(line.BottomLeft+strings.Repeat(line.Top, rule-tail))+name.Render(note)+edge.Render(strings.Repeat(line.Top, tail)+line.BottomRight))
	return out
}

// fill makes exactly height lines of exactly width cells.
func fill(lines []string, width, height int) []string { return cells.Box(lines, width, height, "…") }

// fit cuts or pads a line to exactly width cells; what is cut ends in an ellipsis.
func fit(line string, width int) string { return cells.Fit(line, width, "…") }

// ends puts one text at the left and one at the right of a line. What is at the right gives way.
func ends(left, right string, width int) string {
	l := ansi.StringWidth(left)
	r := ansi.StringWidth(right)
	if l+1+r > width {
		if room := width - l - 1; room > 8 {
			right = ansi.Truncate(right, room, "…")
			r = ansi.StringWidth(right)
		} else {
			return fit(left, width)
		}
	}
	return left + strings.Repeat(" ", max(width-l-r, 0)) + right
}
