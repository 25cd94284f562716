package picker

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/themes"
)

// FuzzUpdate plays a script: each byte is a key, a size or a character. Nothing panics, and the view keeps its size.
func FuzzUpdate(f *testing.F) {
	f.Add([]byte("cop\x01\x02"), "Copy the answer", 20, 5)
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, "世界 e\u0301 👩‍💻 🇫🇷🇩🇪", 7, 3)
	f.Add([]byte{200, 201, 202, 203}, "\u0600 \u0600x", 3, 2)
	f.Add([]byte{200, 20, 30, 200}, "\x1b[31m\u200d\t\u0301", 0, 0)
	names := []string{"enter", "esc", "up", "down", "pgup", "pgdown", "home", "end", "backspace", "delete", "space", "tab",
		"ctrl+n", "ctrl+p", "ctrl+u", "ctrl+w", "a"}
	f.Fuzz(func(t *testing.T, script []byte, text string, w, h int) {
		if len(script) > 100 || len(text) > 1024 {
			return
		}
		items := append(palette(), Item{Title: text, Detail: "d" + text, Keys: text}, Item{ID: "x", Title: "x", Disabled: text})
		p := New(text, &themes.Styles{})
		p.SetSize(w%200, h%60)
		p.SetItems(items)
		runes := []rune(text + "a")
		for i, c := range script {
			switch n := int(c); {
			case n < len(names):
				keys(p, names[n])
			case n < 80:
				p.SetSize(n-len(names), i%9)
			case n < 128:
				keys(p, string(rune(n)))
			case n < 250:
				p.Update(tea.KeyPressMsg{Code: tea.KeyExtended, Text: string(runes[n%len(runes)])})
			default:
				p.SetItems(items[:n%len(items)])
			}
			checkSize(t, p.View(), p.width, p.height)
		}
	})
}

func checkSize(t *testing.T, view string, w, h int) {
	t.Helper()
	if h == 0 {
		if view != "" {
			t.Fatalf("a view of no rows: %q", view)
		}
		return
	}
	lines := strings.Split(view, "\n")
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for _, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("%d cells, want %d: %q", got, w, line)
		}
	}
}
