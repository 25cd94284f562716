package tui

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"ibid/themes"
	"ibid/ui/tui/picker"
	"ibid/ui/tui/textview"
)

// list is a picker over the panes, and what is done with what is picked.
type list struct {
	*picker.Picker
	rows   int // items
	chosen func(*Model, picker.Item) tea.Cmd
	acted  func(*Model, picker.Item) tea.Cmd // for the other action, nil for none
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
	case picker.Acted:
		return l.acted(m, event.Item)
	case picker.Closed:
		m.overlay = nil
	}
	return nil
}

func (l *list) view(m *Model, width, height int) []string {
	l.SetSize(width, height)
	return strings.Split(l.View(), "\n")
}

// newPalette lists every action with its keys; one that can do nothing now says why.
func newPalette(m *Model) overlay {
	var items []picker.Item
	for _, b := range m.keys.bindings {
		if b.action == Palette || b.where == reading && (b.action == Down || b.action == Up) {
			continue
		}
		items = append(items, picker.Item{ID: string(b.action), Title: b.help, Detail: string(b.action), Keys: strings.Join(b.keys, " "), Disabled: b.unavailable(m)})
	}
	return newList(m, "palette", items, func(m *Model, it picker.Item) tea.Cmd { return m.act(Action(it.ID)) })
}

// newQuestionPicker lists the questions of the session.
func newQuestionPicker(m *Model) overlay {
	var items []picker.Item
	for i, t := range m.turns {
		glyph, word := t.mark()
		items = append(items, picker.Item{ID: strconv.Itoa(i), Title: label(t.typed), Detail: glyph + " " + word})
	}
	return newList(m, "questions", items, func(m *Model, it picker.Item) tea.Cmd {
		i, err := strconv.Atoi(it.ID)
		if err != nil {
			return nil
		}
		return tea.Batch(m.show(i), m.focusOn(answerPane))
	})
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

// newThemePicker lists the themes.
func newThemePicker(m *Model) overlay {
	items := []picker.Item{{ID: AutoTheme, Title: AutoTheme, Detail: "light or dark, as the terminal is"}}
	infos, errs := themes.List(m.opt.ThemeDir)
	for _, t := range infos {
		items = append(items, picker.Item{ID: t.Name, Title: t.Name, Detail: t.Description})
	}
	for _, err := range errs {
		m.warn("%v", err)
	}
	return newList(m, "theme", items, func(m *Model, it picker.Item) tea.Cmd {
		cmd := m.retheme(it.ID)
		if m.notice.bad {
			return cmd
		}
		keep := m.opt.KeepTheme
		return tea.Batch(cmd, func() tea.Msg {
			err := keep(it.ID)
			return done(func(m *Model) tea.Cmd {
				if err != nil {
					m.warn("the theme is for this screen only: %v", err)
				}
				return nil
			})
		})
	})
}

// help is a text over the panes.
type help struct {
	title string
	text  textview.View
	lines int
}

func newPage(title, text string) *help {
	h := &help{title: title, lines: strings.Count(text, "\n")}
	h.text.Hang = true
	h.text.SetText(text)
	return h
}

// newHelp is every key, made from the key map.
func newHelp(m *Model) overlay {
	var b strings.Builder
	for i, g := range []struct {
		title string
		in    func(where) bool
	}{
		{"everywhere", func(w where) bool { return w == anywhere }},
		{"while reading; with alt and function keys also while writing", func(w where) bool { return w == reading }},
		{"from the palette", func(w where) bool { return w == onlyFromPalette }},
	} {
		if i > 0 {
			b.WriteString("\n")
		}
		b.WriteString(g.title + "\n")
		if i == 1 {
			b.WriteString("  " + fit("1-9 alt+1-9", keyColumn) + "the evidence c1 to c9\n")
		}
		for _, bind := range m.keys.bindings {
			if g.in(bind.where) {
				b.WriteString("  " + fit(strings.Join(bind.keys, " "), keyColumn) + bind.help + "\n")
			}
		}
	}
	b.WriteString("\nwhile writing\n")
	for _, l := range [][2]string{{"enter", "ask"}, {"alt+enter", "a new line"}, {"up down", "earlier questions"},
		{"ctrl+d", "quit, where nothing is written"}, {"@name", "only this document"}, {"#name", "only the project of this name"}} {
		b.WriteString("  " + fit(l[0], keyColumn) + l[1] + "\n")
	}
	b.WriteString("\nwhile selecting\n")
	for _, l := range [][2]string{{"h j k l", "move the end"}, {"w b 0 $", "by words, to the ends of the line"}, {"enter", "ask about it"}, {"y", "copy it"}} {
		b.WriteString("  " + fit(l[0], keyColumn) + l[1] + "\n")
	}
	b.WriteString("\nglyphs\n  ✓ supported, passed   ✗ not supported, refused   ! warning\n  ? not checked   ⊘ refused   – skipped, not found\n")
	b.WriteString("  w3 v1: third by words, first by vectors\n")
	b.WriteString("\nKeys are set in config.toml: [keys] copy_answer = \"y\"\n")
	return newPage("help", b.String())
}

const keyColumn = 20

func (h *help) key(m *Model, msg tea.KeyPressMsg) tea.Cmd {
	k := msg.String()
	if a, ok := m.keys.find(k, reading); ok {
		switch a {
		case Down, Up, HalfDown, HalfUp, Top, Bottom:
			scroll(&h.text, a)
			return nil
		case Back, Help, Quit:
			m.overlay = nil
		}
	}
	return nil
}

func (h *help) view(m *Model, width, height int) []string {
	h.text.SetBase(m.theme.Styles.Text)
	h.text.SetSize(width, height)
	return strings.Split(h.text.View(), "\n")
}
