package editor

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/themes"
	"ibid/ui/tui/cells"
)

// FuzzUpdate plays a script: each byte is a key, a size or a piece of the text. Nothing panics, the view keeps its size, and
// the cursor stays in it.
func FuzzUpdate(f *testing.F) {
	f.Add([]byte("abc"), "hello @doc world", 20, 5)
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24}, "世界 e\u0301 👩‍💻 🇫🇷🇩🇪", 7, 3)
	f.Add([]byte{200, 200, 12, 200, 13, 201, 14, 202}, "@\"a b\" #p \u0600 \u0600x", 1, 1)
	f.Add([]byte{200, 20, 200, 20, 21, 200}, "\u0301\u200d👩\u200d\t\x1b[31m", 0, 0)
	f.Add([]byte{255, 255, 20, 200, 203, 0}, strings.Repeat("long\n", 9), 40, 2)
	names := []string{"enter", "tab", "esc", "up", "down", "left", "right", "home", "end", "backspace", "delete", "space",
		"alt+enter", "ctrl+j", "ctrl+u", "ctrl+k", "ctrl+w", "alt+b", "alt+f", "alt+d", "ctrl+r", "@", "#", "\"", "x"}
	f.Fuzz(func(t *testing.T, script []byte, text string, w, h int) {
		if len(script) > 200 || len(text) > 4096 {
			return
		}
		e := New(&themes.Styles{}, cells.OneLine(text))
		e.Focus()
		e.SetSize(w%200, h%60)
		for i, c := range script {
			switch n := int(c); {
			case n < len(names):
				e.Press(press(names[n]))
			case n < 100:
				e.SetSize(n-len(names), i%7)
			case n < 190:
				e.Press(tea.KeyPressMsg{Code: tea.KeyExtended, Text: piece(text, n)})
			case n < 250:
				e.Insert(piece(text, n))
			default:
				e.Insert(strings.Repeat(text, 16))
			}
			check(t, e)
		}
	})
}

// piece is some part of text.
func piece(text string, n int) string {
	runes := []rune(text)
	if len(runes) == 0 {
		return ""
	}
	from := n % len(runes)
	return string(runes[from:min(from+1+n%5, len(runes))])
}

func check(t *testing.T, e *Editor) {
	t.Helper()
	checkSize(t, e.View(), e.width, e.height)
	if x, y, visible := e.Cursor(); visible && (x < 0 || y < 0 || x >= e.width || y >= e.height) {
		t.Fatalf("the cursor is at %d,%d of %d×%d", x, y, e.width, e.height)
	}
	if text := e.Text(); utf8.RuneCountInString(text) > MaxRunes || !utf8.ValidString(text) || strings.ContainsAny(text, "\x1b\t\r") {
		t.Fatalf("bad text %q", text)
	}
	if n := e.Height(e.width, 9); n < 1 || n > 9 {
		t.Fatalf("wants %d rows", n)
	}
}

func checkSize(t *testing.T, lines []string, w, h int) {
	t.Helper()
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for _, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("%d cells, want %d: %q", got, w, line)
		}
	}
}
