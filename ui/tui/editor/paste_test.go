package editor

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestPaste(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		long       bool
	}{
		{"a line", "What is MLWE?", false},
		{"five lines", "1\n2\n3\n4\n5\n", false},
		{"six lines", "1\n2\n3\n4\n5\n6", true},
		{"2000 characters", strings.Repeat("世", 2000), false},
		{"2001 characters", strings.Repeat("x", 2001), true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if long := IsLong(tt.text); long != tt.long {
				t.Errorf("long %v", long)
			}
		})
	}
}

func TestInsertPasteIsBounded(t *testing.T) {
	for _, unit := range []string{"x", "世", "e\u0301", "👩‍💻", "\n"} {
		e := newEditor(40, 6)
		keys(e, "'before ")
		left := e.Insert(strings.Repeat(unit, 1<<20/len(unit)))
		if n := utf8.RuneCountInString(e.Text()); n > MaxRunes || n < MaxRunes/2 && unit != "\n" {
			t.Errorf("%q: %d characters", unit, n)
		}
		if left == 0 {
			t.Errorf("%q: nothing is left out", unit)
		}
		keys(e, "x")
		if utf8.RuneCountInString(e.Text()) > MaxRunes {
			t.Error("typing passes the bound")
		}
	}
}

// A key in the largest text there can be.
func BenchmarkKeyInFullText(b *testing.B) {
	e := newEditor(80, 8)
	e.Insert(strings.Repeat("some words ", MaxRunes/11))
	b.ResetTimer()
	for b.Loop() {
		keys(e, "x", "backspace")
		e.View()
	}
}
