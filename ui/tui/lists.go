package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/ui/tui/picker"
)

// list is a picker over the panes, and what is done with what is picked.
type list struct {
	*picker.Picker
	rows   int // items
	chosen func(*Model, picker.Item) tea.Cmd
}

// newList is a picker of items in the styles of the theme.
func newList(m *Model, title string, items []picker.Item, chosen func(*Model, picker.Item) tea.Cmd) *list {
	p := picker.New(title, &m.theme.Styles)
	p.SetItems(items)
	return &list{Picker: p, rows: len(items), chosen: chosen}
}

func (l *list) key(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	event, _ := l.Update(msg)
	return l.happened(m, event)
}

func (l *list) happened(m *Model, event picker.Event) tea.Cmd {
	switch event := event.(type) {
	case picker.Chosen:
		m.overlay = nil
		return l.chosen(m, event.Item)
	case picker.Closed:
		m.overlay = nil
	}
	return nil
}

func (l *list) view(m *Model, width, height int) []string {
	l.SetSize(width, height)
	return strings.Split(l.View(), "\n")
}

// newHelp lists every action with its keys, to be found by its words and taken; one that can do nothing now says why.
func newHelp(m *Model) overlay {
	var items []picker.Item
	for _, b := range m.keys.bindings {
		items = append(items, picker.Item{ID: string(b.action), Title: b.help, Detail: string(b.action), Keys: strings.Join(b.keys, " "), Disabled: b.unavailable(m)})
	}
	return newList(m, "help: every action and its keys", items, func(m *Model, it picker.Item) tea.Cmd { return m.act(Action(it.ID)) })
}

// newHistory lists what was asked in all sessions, each once, the latest first. What is written already narrows it.
func newHistory(m *Model) overlay {
	var items []picker.Item
	seen := map[string]bool{}
	for _, q := range slices.Backward(m.history()) {
		if !seen[q] {
			seen[q] = true
			items = append(items, picker.Item{ID: q, Title: q})
		}
	}
	l := newList(m, "earlier questions", items, func(m *Model, it picker.Item) tea.Cmd {
		m.editor.SetText(it.ID)
		return m.writeQuestion()
	})
	l.Update(tea.PasteMsg{Content: m.editor.Text()})
	return l
}
