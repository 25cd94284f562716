package textview

import (
	"strings"
	"testing"
	"unicode"

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
	v.Show(text, nil)
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
	v.SetMarks([]Range{{4, 13}, {8, 99}, {-5, 2}}, lipgloss.NewStyle().Bold(true))
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
		text = strings.ToValidUTF8(text, "?")
		w, h = abs(w)%50, abs(h)%20
		v := newView(text, w, h)
		v.SetMarks([]Range{{from, to}, {to / 2, to}}, lipgloss.NewStyle().Bold(true))
		checkBox(t, v, w, h)
		v.ScrollBy(scroll % 1000)
		v.Reveal(from)
		checkBox(t, v, w, h)
		if at := v.At(v.Row(from), abs(to)%50); at.From > at.To || at.To > len(text) {
			t.Fatalf("%d to %d of %d bytes", at.From, at.To, len(text))
		}
		shown := strings.Builder{}
		for i := range v.rows {
			shown.WriteString(v.Line(i))
		}
		if got := shown.String(); strings.ContainsAny(got, "\x1b\u202e\u009b\x00") || !strings.ContainsRune(text, '\u200d') && ink(got) != ink(guard.Reveal(text)) {
			t.Fatalf("%q is shown as %q", text, got)
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

// ink is what the layout of lines and tables does not change.
func ink(s string) string {
	return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || r == '│' || r == '|' }), "")
}

// shows is the part of a text that is selected from the start of some words on the screen to their end.
func (v *View) shows(t *testing.T, words string) string {
	t.Helper()
	for n := range v.rows {
		if before, _, ok := strings.Cut(v.Line(n), words); ok {
			col := ansi.StringWidth(before)
			return v.text[v.At(n, col).From:v.At(n, col+ansi.StringWidth(words)-1).To]
		}
	}
	t.Fatalf("%q is not shown", words)
	return ""
}

func TestTables(t *testing.T) {
	raw := "Table 3. Sizes\n\n | encapsulation key | ciphertext\nML-KEM-512 | 800 | 768\nML-KEM-1024 | 1568 | 1568\n\nDone | is no table."
	v := newView(raw, 60, 8)
	want := "Table 3. Sizes\n\n            │ encapsulation key │ ciphertext\nML-KEM-512  │ 800               │ 768\nML-KEM-1024 │ 1568              │ 1568\n\nDone | is no table."
	var got []string
	for n := range v.rows {
		got = append(got, v.Line(n))
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), want)
	}
	for _, words := range []string{"Table 3.", "encapsulation key", "ML-KEM-1024", "1568", "768", "is no table."} {
		if got := v.shows(t, words); got != words {
			t.Errorf("%q comes back as %q", words, got)
		}
		at := strings.Index(raw, words)
		v.SetMarks([]Range{{at, at + len(words)}}, lipgloss.NewStyle().Bold(true))
		if !strings.Contains(strings.Join(v.View(), "\n"), "\x1b[1m"+words+"\x1b[m") {
			t.Errorf("%q is marked in %q", words, v.View())
		}
	}
	if got := v.shows(t, "ML-KEM-512  │ 800               │ 768"); got != "ML-KEM-512 | 800 | 768" {
		t.Errorf("the row comes back as %q", got)
	}
	v.SetSize(30, 8)
	v.shows(t, "ML-KEM-512 | 800 | 768") // too narrow for columns
}

// The indent of a line that is joined to the one above is not shown, and is there again in what is copied.
func TestFlowsHaveNoIndent(t *testing.T) {
	text := "- If neither\n  this flag\n  nor that is set\n\n    code\n    more\n"
	v := newView("", 60, 5)
	v.Show(text, []Range{{0, 42}})
	if v.Line(0) != "- If neither this flag nor that is set" || v.Line(2) != "    code" {
		t.Fatalf("%q, then %q", v.Line(0), v.Line(2))
	}
	if got := v.shows(t, "this flag nor"); got != "this flag\n  nor" {
		t.Errorf("copied %q", got)
	}
	if n, col := v.Cell(strings.Index(text, "nor")); n != 0 || !strings.HasPrefix(v.Line(0)[col:], "nor") {
		t.Errorf("it is at %d of row %d", col, n)
	}
}
