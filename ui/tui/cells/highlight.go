package cells

import (
	"strings"

	"charm.land/lipgloss/v2"
	xansi "github.com/charmbracelet/x/ansi"
)

// Segment is a run of cells of one line of several.
type Segment struct{ Line, From, To int }

// Highlight lays a style over some segments of one styled line. What the style does not set stays as it was, and so
// does the rest of the line.
func Highlight(line string, segs []Segment, style lipgloss.Style) string {
	on, _ := Codes(style)
	if on == "" || len(segs) == 0 {
		return line
	}
	var b strings.Builder
	inside, under, col := false, "", 0
	for line != "" {
		seq, width := Element(line)
		line = line[len(seq):]
		if IsStyle(seq) {
			under = StyleAfter(under, seq)
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

// IsStyle tells that a sequence sets colours and the like.
func IsStyle(seq string) bool { return strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") }

// StyleAfter returns the sequences that are in force after seq.
func StyleAfter(before, seq string) string {
	if seq == "\x1b[m" || seq == "\x1b[0m" {
		return ""
	}
	return before + seq
}
