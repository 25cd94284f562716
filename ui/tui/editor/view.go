package editor

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

// Height returns how many rows the editor would fill at a width, at least one and at most limit.
func (e *Editor) Height(width, limit int) int {
	rows := e.rows
	if w := wrapWidth(width); w != e.rowsWidth {
		rows = wrap(e.buf.text, w)
	}
	return max(min(len(rows)+e.panelRows(), limit), 1)
}

// wrapWidth is the room for text: one column is kept for the cursor behind a full row.
func wrapWidth(width int) int { return max(width-ansi.StringWidth(gutterAt(width))-1, 1) }

func (e *Editor) wrapWidth() int { return wrapWidth(e.width) }

func gutterAt(width int) string {
	if width < minGutter {
		return ""
	}
	return gutter
}

// settle wraps the text if it or the width has changed, and scrolls to the cursor.
func (e *Editor) settle() {
	text, width := e.buf.text, e.wrapWidth()
	if e.rows == nil || text != e.rowsOf || width != e.rowsWidth {
		e.rows, e.rowsOf, e.rowsWidth = wrap(text, width), text, width
	}
	n := rowOf(e.rows, e.buf.at)
	room := max(e.textRows(), 1)
	e.top = max(min(e.top, n, len(e.rows)-room), n-room+1, 0)
}

// panelRows is the number of rows wanted below the text.
func (e *Editor) panelRows() int {
	if e.note != "" {
		return 1
	}
	return min(len(e.completion.found), maxCandidates)
}

// textRows is the number of rows of text that can be seen, one at least where there is any room.
func (e *Editor) textRows() int { return min(len(e.rows), max(e.height-e.panelRows(), 1), e.height) }

// Cursor returns where the cursor stands in the view; visible is false without focus or room.
func (e *Editor) Cursor() (x, y int, visible bool) {
	if !e.focused || e.width == 0 || e.height == 0 {
		return 0, 0, false
	}
	n := rowOf(e.rows, e.buf.at)
	x = ansi.StringWidth(gutterAt(e.width)) + columnOf(e.buf.text, e.rows[n], e.buf.at)
	return min(x, e.width-1), n - e.top, true
}

// View returns exactly the height of lines, each exactly the width of cells.
func (e *Editor) View() string {
	out := make([]string, 0, e.height)
	for i := range e.textRows() {
		out = append(out, e.textLine(e.top+i))
	}
	out = append(out, e.panel(e.height-len(out))...)
	return strings.Join(cells.Box(out, e.width, e.height, ""), "\n")
}

// textLine draws a row.
func (e *Editor) textLine(n int) string {
	before := gutterAt(e.width)
	if n > 0 {
		before = strings.Repeat(" ", ansi.StringWidth(before))
	}
	before = e.styles.Key.Render(before)
	if e.buf.text == "" {
		return before + e.styles.Muted.Render(ansi.Truncate(e.placeholder, e.wrapWidth(), "…"))
	}
	r := e.rows[n]
	return before + cells.Draw(ansi.Truncate(e.buf.text[r.start:r.end], e.wrapWidth(), ""), e.styles.Text)
}

// panel draws what stands below the text, in at most room lines.
func (e *Editor) panel(room int) []string {
	if room <= 0 {
		return nil
	}
	if e.note != "" {
		return []string{e.styles.Muted.Render(ansi.Truncate(e.note, e.width, "…"))}
	}
	return e.candidateLines(room)
}

// candidateLines draws the names that may be taken, in at most room lines.
func (e *Editor) candidateLines(room int) []string {
	c := &e.completion
	room = min(room, maxCandidates, len(c.found))
	first := max(c.chosen-room+1, 0)
	out := make([]string, 0, room)
	for i := range room {
		glyph, style := "  ", e.styles.Text
		if first+i == c.chosen {
			glyph, style = "▸ ", e.styles.Selection
		}
		name := ansi.Truncate(c.found[first+i], max(e.width-2, 0), "…")
		from, to := cells.IndexFold(name, c.typed)
		name = cells.DrawMarked(name, func(start, end int) bool { return start < to && end > from }, style, e.styles.Quote)
		out = append(out, style.Render(glyph)+name)
	}
	return out
}
