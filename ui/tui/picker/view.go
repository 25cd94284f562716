package picker

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/ui/tui/cells"
)

const (
	promptGlyph  = "› "
	currentGlyph = "▸ "
	minTitle     = 12 // cells that a title keeps beside its keys
	minDetail    = 6  // a detail with less room is left out
	columnGap    = 2
)

// listRows is the number of rows for items. The title is the first to give way, then the prompt.
func (p *Picker) listRows() int { return p.height - p.headRows() }

func (p *Picker) headRows() int { return max(min(p.height-1, 2), 0) }

// Cursor returns where the cursor stands in the view: behind the query; visible is false where that is not shown.
func (p *Picker) Cursor() (x, y int, visible bool) {
	if p.width == 0 || p.headRows() == 0 {
		return 0, 0, false
	}
	x = ansi.StringWidth(promptGlyph) + ansi.StringWidth(p.query)
	return min(x, p.width-1), p.headRows() - 1, true
}

// View returns exactly the height of lines, each exactly the width of cells.
func (p *Picker) View() string {
	lines := make([]string, 0, p.height)
	if p.headRows() == 2 {
		lines = append(lines, p.head())
	}
	if p.headRows() > 0 {
		lines = append(lines, p.prompt())
	}
	for n := p.top; n < len(p.found) && len(lines) < p.height; n++ {
		lines = append(lines, p.row(n))
	}
	if len(p.found) == 0 && len(lines) < p.height {
		text := p.empty
		if len(p.items) > 0 {
			text = "nothing matches"
		}
		lines = append(lines, p.styles.Empty.Render(cut("  "+text, p.width)))
	}
	for len(lines) < p.height {
		lines = append(lines, "")
	}
	for i, line := range lines {
		lines[i] = cells.Fit(line, p.width, "")
	}
	return strings.Join(lines, "\n")
}

func (p *Picker) head() string {
	count := fmt.Sprintf("%d of %d", len(p.found), len(p.items))
	room := p.width - ansi.StringWidth(count) - columnGap
	if room < minTitle {
		return p.styles.Title.Render(cut(p.title, p.width))
	}
	return cells.Fit(p.styles.Title.Render(cut(p.title, room)), room+columnGap, "") + p.styles.Count.Render(count)
}

// prompt shows the query; of one that is too long, the end, where one types.
func (p *Picker) prompt() string {
	query := p.query
	if over := ansi.StringWidth(promptGlyph+query) + 1 - p.width; over > 0 {
		query = ansi.TruncateLeft(query, over, "")
	}
	return p.styles.Prompt.Render(promptGlyph) + p.styles.Query.Render(query)
}

// row draws an item: glyph, title, detail or the reason why not, keys.
func (p *Picker) row(n int) string {
	item := p.found[n].item
	it := &p.items[item]
	glyph, style, beside := "  ", p.styles.Item, it.Detail
	titleMarks, detailMarks := p.marks(item)
	if it.Disabled != "" {
		style, beside, detailMarks = p.styles.Disabled, "⊘ "+it.Disabled, nil
	}
	if n == p.current {
		glyph, style = currentGlyph, p.styles.Current.Inherit(style)
	}
	room := p.width - ansi.StringWidth(glyph)
	keys := it.Keys
	if keys != "" {
		if left := room - ansi.StringWidth(keys) - columnGap; left >= minTitle {
			room = left
		} else {
			keys = ""
		}
	}
	title := cut(clipped(it.Title), room)
	line := style.Render(glyph) + drawMarked(title, titleMarks, style, p.styles.Match)
	used := ansi.StringWidth(title) + columnGap
	if beside != "" && room-used >= minDetail {
		line += strings.Repeat(" ", columnGap) + drawMarked(cut(clipped(beside), room-used), detailMarks, p.styles.Detail, p.styles.Match)
	}
	if keys == "" {
		return line
	}
	return cells.Fit(line, p.width-ansi.StringWidth(keys), "") + p.styles.Keys.Render(keys)
}

// clipped is the part of a text that can be shown.
func clipped(s string) string {
	if len(s) <= maxField {
		return s
	}
	return string(clip([]rune(s)))
}

// drawMarked draws a text with the clusters in the match's style that hold a marked character.
func drawMarked(s string, marks []bool, plain, match lipgloss.Style) string {
	match = match.Inherit(plain)
	var out strings.Builder
	from, wasMarked := 0, false
	flush := func(to int) {
		switch {
		case from == to:
		case wasMarked:
			out.WriteString(underlined(match.Render(s[from:to])))
		default:
			out.WriteString(plain.Render(s[from:to]))
		}
		from = to
	}
	char := 0
	for i := 0; i < len(s); {
		c, _ := ansi.FirstGraphemeCluster(s[i:], ansi.GraphemeWidth)
		marked := false
		for range c {
			marked = marked || char < len(marks) && marks[char]
			char++
		}
		if marked != wasMarked {
			flush(i)
			wasMarked = marked
		}
		i += len(c)
	}
	flush(len(s))
	return out.String()
}

func underlined(drawn string) string {
	return ansi.NewStyle().Underline(true).String() + drawn + ansi.ResetStyle
}

func cut(s string, width int) string { return ansi.Truncate(s, max(width, 0), "…") }
