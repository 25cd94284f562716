package tui

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"

	"charm.land/bubbles/v2/list"
	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/themes"
)

// item is one row of a choice.
type item struct {
	id    string // names the item; not shown
	title string
	keys  string // at the right: those that do the same
}

// FilterValue implements list.Item.
func (i item) FilterValue() string { return i.title }

// choice is what lies over the panes and takes the keys: a list that narrows as one types, and what is done with what
// is picked.
type choice struct {
	list   list.Model
	title  string
	styles *themes.Styles
	chosen func(*Model, item) tea.Cmd
}

// newChoice is a choice of items in the styles of the theme.
func newChoice(m *Model, title string, items []item, chosen func(*Model, item) tea.Cmd) *choice {
	all := make([]list.Item, len(items))
	for i, it := range items {
		it.title = label(it.title)
		all[i] = it
	}
	c := &choice{title: title, styles: &m.theme.Styles, chosen: chosen}
	c.list = list.New(all, itemRow{c}, 1, 1)
	c.list.SetShowTitle(false)
	c.list.SetShowFilter(false)
	c.list.SetShowStatusBar(false)
	c.list.SetShowPagination(false)
	c.list.SetShowHelp(false)
	c.list.SetStatusBarItemName("match", "matches")
	c.list.Styles.NoItems = c.styles.Muted
	c.list.FilterInput.Focus()
	return c
}

func (c *choice) key(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc":
		m.overlay = nil
	case "enter":
		return c.take(m)
	case "up", "ctrl+p":
		c.list.CursorUp()
	case "down", "ctrl+n":
		c.list.CursorDown()
	case "pgup":
		c.list.PrevPage()
	case "pgdown":
		c.list.NextPage()
	case "home":
		c.list.GoToStart()
	case "end":
		c.list.GoToEnd()
	default:
		c.narrow(msg)
	}
	return nil
}

// narrow gives a key or a paste to what is searched for.
func (c *choice) narrow(msg tea.Msg) {
	before := c.list.FilterInput.Value()
	c.list.FilterInput, _ = c.list.FilterInput.Update(msg)
	switch query := strings.TrimLeftFunc(c.list.FilterInput.Value(), unicode.IsSpace); {
	case query == before:
	case query == "":
		c.list.ResetFilter()
		c.list.FilterInput.Focus()
	default:
		c.list.SetFilterText(label(query) + query[len(strings.TrimRight(query, " ")):])
		c.list.FilterInput.Focus()
	}
}

// take does what the current item is for.
func (c *choice) take(m *Model) tea.Cmd {
	it, ok := c.list.SelectedItem().(item)
	if !ok {
		return nil
	}
	m.overlay = nil
	return c.chosen(m, it)
}

// press chooses the item in a row. What is typed stands in the first.
func (c *choice) press(m *Model, row int) tea.Cmd {
	if i := c.list.Paginator.Page*c.list.Paginator.PerPage + row - 1; row > 0 && i < len(c.list.VisibleItems()) {
		c.list.Select(i)
		return c.take(m)
	}
	return nil
}

// typed is the line above the items.
func (c *choice) typed(width int) string {
	query := c.list.FilterInput.Value()
	count := c.styles.Muted.Render(fmt.Sprintf("%d of %d", len(c.list.VisibleItems()), len(c.list.Items())))
	if over := ansi.StringWidth(query) + 3 - width; over > 0 {
		query = ansi.TruncateLeft(query, over, "")
	}
	return ends(c.styles.Key.Render("› ")+query+c.styles.Cursor.Render(" "), count, width)
}

func (c *choice) draw(m *Model) []string {
	width, height := m.layout.within(m.layout.body)
	c.list.SetSize(width, max(height-1, 1))
	return framed(m, c.title, "", append([]string{c.typed(width)}, strings.Split(c.list.View(), "\n")...), m.layout.body, true)
}

// itemRow draws an item: pointer, title, keys.
type itemRow struct{ of *choice }

// Height, Spacing, Update and Render implement list.ItemDelegate.
func (itemRow) Height() int                         { return 1 }
func (itemRow) Spacing() int                        { return 0 }
func (itemRow) Update(tea.Msg, *list.Model) tea.Cmd { return nil }
func (r itemRow) Render(w io.Writer, m list.Model, index int, row list.Item) {
	it, st := row.(item), r.of.styles
	pointer, style := "  ", st.Text
	if index == m.Index() {
		pointer, style = "▸ ", st.Sentence
	}
	room := max(m.Width()-2, 1)
	title := lipgloss.StyleRunes(ansi.Truncate(it.title, max(room-ansi.StringWidth(it.keys)-1, room/2), "…"), m.MatchesForItem(index), st.Quote, style)
	_, _ = io.WriteString(w, style.Render(pointer)+ends(title, st.Key.Render(it.keys), room))
}

// legend is what the signs of an answer say.
var legend = []string{"✓ proven: word for word, a cell, or a fixed form", "≈ borne out: the same meaning, says a model",
	"❝ quoted: the source's words instead", "✗ contradicted by the source", "○ not proven by what it cites", "? not checked", "⊘ refused"}

// newHelp lists what the signs say, and every action with its keys, to be found by its words and taken.
func newHelp(m *Model) *choice {
	var items []item
	for _, sign := range legend {
		items = append(items, item{title: sign})
	}
	for _, b := range m.keys.bindings {
		items = append(items, item{id: string(b.action), title: b.help, keys: strings.Join(b.keys, " ")})
	}
	return newChoice(m, "help", items, func(m *Model, it item) tea.Cmd {
		if it.id == "" {
			return nil
		}
		return m.act(Action(it.id))
	})
}

// newHistory lists what was asked in all sessions, each once, the latest first. What is written already narrows it.
func newHistory(m *Model) *choice {
	var items []item
	seen := map[string]bool{}
	for _, q := range slices.Backward(m.history()) {
		if !seen[q] {
			seen[q] = true
			items = append(items, item{id: q, title: q})
		}
	}
	c := newChoice(m, "earlier questions", items, func(m *Model, it item) tea.Cmd {
		m.editor.SetText(it.id)
		return writeQuestion(m)
	})
	c.narrow(tea.PasteMsg{Content: m.editor.Text()})
	return c
}

// completeName puts the name of a document in place of the start of one; where several have it in them, it lists those.
func completeName(m *Model, typed string) tea.Cmd {
	var items []item
	if m.contents != nil {
		for _, d := range m.contents.Documents {
			items = append(items, item{id: label(d.ID), title: d.ID})
		}
	}
	c := newChoice(m, "documents", items, func(m *Model, it item) tea.Cmd {
		m.editor.Complete(it.id)
		return m.relayout()
	})
	c.narrow(tea.PasteMsg{Content: typed})
	if m.overlay = c; len(c.list.VisibleItems()) == 1 {
		return c.take(m)
	}
	return nil
}
