package tui

import (
	tea "charm.land/bubbletea/v2"

	"ibid/themes"
)

// AutoTheme is light or dark, as the terminal is.
const AutoTheme = "auto"

// setTheme loads a theme by name; auto is light or dark, as the terminal is.
func (m *Model) setTheme(name string) error {
	load := name
	if name == AutoTheme {
		load = themes.Auto(m.dark)
	}
	t, err := themes.Load(load, m.opt.ThemeDir)
	if err != nil {
		return err
	}
	m.theme, m.themeName = t, name
	return nil
}

// retheme changes the theme of everything that is shown.
func (m *Model) retheme(name string) tea.Cmd {
	if err := m.setTheme(name); err != nil {
		m.warn("%v", err)
		return nil
	}
	if m.sheet != nil {
		m.openSheet(m.sheet.turn)
	}
	m.evidence.mark(m)
	return m.relayout()
}
