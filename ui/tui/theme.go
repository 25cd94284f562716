package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/themes"
	"ibid/ui/config"
)

// AutoTheme is light or dark, as the terminal is.
const AutoTheme = "auto"

// unicodeLocale tells that the locale of an environment is one of UTF-8, or says nothing of its characters.
func unicodeLocale(env config.Env) bool {
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := strings.ToLower(env.Get(name)); locale != "" {
			return locale != "c" && locale != "posix" && (!strings.Contains(locale, ".") || strings.Contains(locale, "utf"))
		}
	}
	return true
}

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
		m.sheet.resize(m)
	}
	m.evidence.mark(m)
	return m.relayout()
}
