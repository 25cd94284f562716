package textview

import (
	"fmt"
	"strings"
	"testing"
)

func numbered(lines int) string {
	var b strings.Builder
	for i := range lines {
		fmt.Fprintf(&b, "line %d has some words, and is wrapped in a narrow box\n", i)
	}
	return b.String()
}

func topLine(v *View) string {
	return strings.TrimSpace(v.View()[0])
}

func TestScroll(t *testing.T) {
	v := newView(numbered(100), 80, 10)
	steps := []struct {
		name string
		do   func()
		want string
	}{
		{"start", func() {}, "line 0 "},
		{"down", func() { v.ScrollBy(3) }, "line 3 "},
		{"up", func() { v.ScrollBy(-1) }, "line 2 "},
		{"beyond the start", func() { v.ScrollBy(-9) }, "line 0 "},
		{"further down", func() { v.ScrollBy(18) }, "line 18 "},
		{"half a page", func() { v.HalfPageUp() }, "line 13 "},
		{"reveal what is in view", func() { v.Reveal(strings.Index(v.text, "line 20 ")) }, "line 15 "},
		{"reveal", func() { v.Reveal(strings.Index(v.text, "line 50 ")) }, "line 45 "},
		{"reveal near the start", func() { v.Reveal(3) }, "line 0 "},
		{"reveal near the end", func() { v.Reveal(len(v.text)) }, "line 90 "},
		{"bottom", func() { v.GotoBottom() }, "line 90 "},
		{"beyond the end", func() { v.ScrollBy(1 << 20) }, "line 90 "},
		{"taller", func() { v.SetSize(80, 20) }, "line 80 "},
		{"top", func() { v.GotoTop() }, "line 0 "},
	}
	for _, s := range steps {
		s.do()
		if got := topLine(v); !strings.HasPrefix(got, s.want) {
			t.Errorf("%s: the top is %q, want %q", s.name, got, s.want)
		}
	}
}

// The text at the top stays there through any number of resizes.
func TestResize(t *testing.T) {
	v := newView(numbered(300), 80, 10)
	v.ScrollBy(123)
	for _, w := range []int{20, 7, 33, 1, 60, 12, 80} {
		v.SetSize(w, 10)
		start, next := v.rows[v.YOffset()].from(), v.rows[v.YOffset()+1].from()
		if at := strings.Index(v.text, "line 123 "); at < start || at >= next {
			t.Errorf("at width %d the top row is %q", w, v.text[start:next])
		}
	}
	if got := topLine(v); !strings.HasPrefix(got, "line 123 ") {
		t.Errorf("the top is %q", got)
	}
}

func evidence() string {
	line := "The encapsulation key is 1184 bytes long, and the ciphertext of ML-KEM-768 has 1088 bytes; see Table 3.\n"
	return strings.Repeat(line, 10_000)
}

func BenchmarkFirstScreen(b *testing.B) {
	text := evidence()
	for b.Loop() {
		newView(text, 60, 40).View()
	}
}

func BenchmarkScroll(b *testing.B) {
	v := newView(evidence(), 60, 40)
	for b.Loop() {
		v.ScrollBy(1)
		if v.AtBottom() {
			v.GotoTop()
		}
		v.View()
	}
}
