package picker

import (
	"fmt"
	"slices"
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

// View returns exactly the height of lines, each exactly the width of cells.
func (p *Picker) View() string {
	var lines []string
	if p.headRows() == 2 {
		lines = append(lines, p.head())
	}
	if p.headRows() > 0 {
		lines = append(lines, p.prompt())
	}
	for n := p.top; n < len(p.found) && len(lines) < p.height; n++ {
		lines = append(lines, p.row(n))
	}
	switch {
	case len(p.items) == 0:
		lines = append(lines, p.styles.Muted.Render(cut("  nothing here yet", p.width)))
	case len(p.found) == 0:
		lines = append(lines, p.styles.Muted.Render(cut("  nothing matches", p.width)))
	}
	return strings.Join(cells.Box(lines, p.width, p.height, ""), "\n")
}

func (p *Picker) head() string {
	count := fmt.Sprintf("%d of %d", len(p.found), len(p.items))
	room := p.width - ansi.StringWidth(count) - columnGap
	if room < minTitle {
		return p.styles.Heading.Render(cut(p.title, p.width))
	}
	return cells.Fit(p.styles.Heading.Render(cut(p.title, room)), room+columnGap, "") + p.styles.Muted.Render(count)
}

// prompt shows the query; of one that is too long, the end, where one types.
func (p *Picker) prompt() string {
	query := p.query.Text
	if over := ansi.StringWidth(promptGlyph+query) + 1 - p.width; over > 0 {
		query = ansi.TruncateLeft(query, over, "")
	}
	return p.styles.Key.Render(promptGlyph) + cells.Draw(query, p.styles.Text)
}

// row draws an item: glyph, title, detail or the reason why not, keys.
func (p *Picker) row(n int) string {
	f := p.found[n]
	it := &p.items[f.item]
	glyph, style, beside := "  ", p.styles.Text, it.Detail
	if it.Disabled != "" {
		style, beside, f.detail = p.styles.Muted, "⊘ "+it.Disabled, nil
	}
	if n == p.current {
		glyph, style = currentGlyph, p.styles.Sentence.Inherit(style)
	}
	room := p.width - ansi.StringWidth(glyph)
	keys := it.Keys
	if left := room - ansi.StringWidth(keys) - columnGap; keys != "" && left >= minTitle {
		room = left
	} else {
		keys = ""
	}
	title := cut(it.Title, room)
	line := cells.Draw(glyph, style) + p.marked(title, f.title, style)
	used := ansi.StringWidth(title) + columnGap
	if beside != "" && room-used >= minDetail {
		line += strings.Repeat(" ", columnGap) + p.marked(cut(beside, room-used), f.detail, p.styles.Muted)
	}
	if keys == "" {
		return line
	}
	return cells.Fit(line, p.width-ansi.StringWidth(keys), "") + p.styles.Key.Render(keys)
}

// marked draws a text with the clusters marked, bold, in which a character of the query starts.
func (p *Picker) marked(text string, at []int, style lipgloss.Style) string {
	return cells.DrawMarked(text, func(from, to int) bool {
		return slices.ContainsFunc(at, func(i int) bool { return i >= from && i < to })
	}, style, p.styles.Quote.Bold(true))
}

func cut(s string, width int) string { return ansi.Truncate(s, max(width, 0), "…") }
