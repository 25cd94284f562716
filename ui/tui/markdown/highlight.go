package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
	xansi "github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// Highlight lays a style over some segments of one styled line. What the style does not set stays as it was, and so
// does the rest of the line.
func Highlight(line string, segs []Segment, style lipgloss.Style) string {
	const probe = "x" // is in no style's codes
	on, _, _ := strings.Cut(style.Render(probe), probe)
	if on == "" || len(segs) == 0 {
		return line
	}
	var b strings.Builder
	inside, under, col := false, "", 0
	for line != "" {
		seq, width := cells.Element(line)
		line = line[len(seq):]
		if isStyle(seq) {
			under = styleAfter(under, seq)
			b.WriteString(seq)
			if inside {
				b.WriteString(on)
			}
			continue
		}
		if width > 0 {
			switch in := holds(segs, col, col+width); {
			case in && !inside:
				b.WriteString(on)
			case !in && inside:
				b.WriteString(xansi.ResetStyle + under)
			}
			inside = holds(segs, col, col+width)
			col += width
		}
		b.WriteString(seq)
	}
	if inside {
		b.WriteString(xansi.ResetStyle + under)
	}
	return b.String()
}

// holds tells that one of segs overlaps the cells [from, to).
func holds(segs []Segment, from, to int) bool {
	for _, s := range segs {
		if s.From < to && s.To > from {
			return true
		}
	}
	return false
}

// isStyle tells that a sequence sets colours and the like.
func isStyle(seq string) bool { return strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") }

// styleAfter returns the sequences that are in force after seq.
func styleAfter(before, seq string) string {
	if seq == "\x1b[m" || seq == "\x1b[0m" {
		return ""
	}
	return before + seq
}
