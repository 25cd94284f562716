package textview

import (
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"ibid/guard"
	"ibid/ui/golden"
)

const sample = "Table 3. Sizes (in bytes) of keys and ciphertexts of ML-KEM\n" +
	"    ML-KEM-768  1184    2400\n" +
	"\n" +
	"    an indented line that is long enough to be wrapped twice\n" +
	"supercalifragilisticexpialidocious_identifier_of_a_function()\n" +
	"漢字かな交じり文は空白なしで折り返される。 👨‍👩‍👧 e\u0301e\u0301 ends\n" +
	"שלום עולם, זה טקסט מימין לשמאל\n"

func newView(text string, w, h int) *View {
	v := New()
	v.SetSize(w, h)
	v.SetText(text)
	return &v
}

// framed shows the cells of a box: where they end as well.
func framed(lines []string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString(ansi.Strip(line) + "|\n")
	}
	return b.String()
}

func TestView(t *testing.T) {
	var b strings.Builder
	for _, w := range []int{40, 24, 9, 2, 1} {
		v := newView(sample, w, 24)
		b.WriteString(framed(v.View()) + "\n")
	}
	golden.Check(t, "view.golden", b.String())
}

func TestStyled(t *testing.T) {
	v := newView("one two three\n\nfour five six seven", 10, 6)
	v.Style = lipgloss.NewStyle().Faint(true)
	v.SetMarks([]Mark{
		{4, 13, styled(lipgloss.NewStyle().Bold(true))},
		{8, 99, styled(lipgloss.NewStyle().Underline(true))},
		{-5, 2, styled(lipgloss.NewStyle().Foreground(lipgloss.Red))},
	})
	golden.Check(t, "styled.golden", strings.ReplaceAll(strings.Join(v.View(), "\n"), "\x1b", "␛")+"\n")
}

func checkBox(t *testing.T, v *View, w, h int) {
	t.Helper()
	lines := v.View()
	if w == 0 || h == 0 {
		h = 0
	}
	if len(lines) != h {
		t.Fatalf("%d lines, want %d", len(lines), h)
	}
	for i, line := range lines {
		if got := ansi.StringWidth(line); got != w {
			t.Fatalf("line %d has %d cells, want %d: %q", i, got, w, line)
		}
	}
}

func FuzzView(f *testing.F) {
	f.Add(sample, 10, 5, 3, 40, 7)
	f.Add("\u0600\x01\u0600\t漢\u0301\t\u0301", 1, 2, 1, 4, -1)
	f.Add("\u0600\x01\u0600", 1, 1, 0, 3, 0)
	f.Add("🇩🇪🇩🇪🇩 👩🏽‍💻\ufe0f \xff\xfe", 3, 3, 0, 9, 2)
	f.Fuzz(func(t *testing.T, text string, w, h, from, to, scroll int) {
		text = strings.ReplaceAll(guard.Reveal(text), "\t", " ")
		w, h = abs(w)%50, abs(h)%20
		v := newView(text, w, h)
		v.SetMarks([]Mark{{from, to, styled(lipgloss.NewStyle().Bold(true))}, {to / 2, to, styled(lipgloss.NewStyle().Underline(true))}})
		checkBox(t, v, w, h)
		v.ScrollBy(scroll % 1000)
		v.Reveal(from)
		checkBox(t, v, w, h)
		if start, end := v.At(v.LastRow(v.Row(from)), abs(to)%50); start > end || end > len(v.text) {
			t.Fatalf("%d to %d of %d bytes", start, end, len(v.text))
		}
		v.SetSize(h, w)
		checkBox(t, v, h, w)
	})
}

func abs(n int) int {
	if n < 0 {
		return -(n + 1)
	}
	return n
}

func styled(s lipgloss.Style) *lipgloss.Style { return &s }
