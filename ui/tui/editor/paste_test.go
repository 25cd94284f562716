package editor

import (
	"strings"
	"testing"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
)

func TestPaste(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		long       bool
	}{
		{"a line", "What is MLWE?", false},
		{"five lines", "1\n2\n3\n4\n5\n", false},
		{"six lines", "1\n2\n3\n4\n5\n6", true},
		{"six lines as a terminal sends them", "1\r2\r3\r4\r5\r6", true},
		{"three lines of Windows", "1\r\n2\r\n3", false},
		{"2000 characters", strings.Repeat("世", 2000), false},
		{"2001 characters", strings.Repeat("x", 2001), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := newEditor(40, 6)
			ev, taken := e.Update(tea.PasteMsg{Content: tt.text})
			if !taken {
				t.Error("not taken")
			}
			if _, long := ev.(Pasted); long != tt.long || (e.Text() == "") != tt.long {
				t.Errorf("event %T, text of %d bytes", ev, len(e.Text()))
			}
		})
	}
}

func TestPastedIsSanitised(t *testing.T) {
	e := newEditor(40, 6)
	ev, _ := e.Update(tea.PasteMsg{Content: strings.Repeat("a\x1b[2Jb\r", 9)})
	if got, want := ev, (Pasted{strings.Repeat("ab\n", 9)}); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestInsertPasteIsBounded(t *testing.T) {
	for _, unit := range []string{"x", "世", "e\u0301", "👩‍💻", "\n"} {
		e := newEditor(40, 6)
		keys(e, "'before ")
		e.InsertPaste(strings.Repeat(unit, 1<<20/len(unit)))
		if n := utf8.RuneCountInString(e.Text()); n > MaxRunes || n < MaxRunes/2 && unit != "\n" {
			t.Errorf("%q: %d characters", unit, n)
		}
		if !strings.Contains(framed(e), "left out") {
			t.Errorf("%q: no note in\n%s", unit, framed(e))
		}
		keys(e, "x")
		if utf8.RuneCountInString(e.Text()) > MaxRunes {
			t.Error("typing passes the bound")
		}
		if keys(e, "left"); strings.Contains(framed(e), "left out") {
			t.Error("the note stays")
		}
	}
}

func BenchmarkPaste1MB(b *testing.B) {
	for _, bb := range []struct{ name, unit string }{{"ascii", "some plain words\n"}, {"terminal", "some plain words\r"}, {"wide", "世界 "}} {
		text := strings.Repeat(bb.unit, 1<<20/len(bb.unit))
		b.Run("offered/"+bb.name, func(b *testing.B) {
			e := newEditor(80, 8)
			for b.Loop() {
				e.Update(tea.PasteMsg{Content: text})
				e.View()
			}
		})
		b.Run("inserted/"+bb.name, func(b *testing.B) {
			for b.Loop() {
				e := newEditor(80, 8)
				e.InsertPaste(text)
				e.View()
			}
		})
	}
}

// A key in the largest text there can be.
func BenchmarkKeyInFullText(b *testing.B) {
	e := newEditor(80, 8)
	e.InsertPaste(strings.Repeat("some words ", MaxRunes/11))
	b.ResetTimer()
	for b.Loop() {
		keys(e, "x", "backspace")
		e.View()
	}
}
