package report

import (
	"slices"
	"strings"
	"testing"

	"ibid/guard"
)

// inline writes a comparison with marks: [-removed-] and {+added+}.
func inline(spans []Span) string {
	var b strings.Builder
	for _, s := range spans {
		switch text := strings.TrimLeft(s.Text, " \n"); s.Role {
		case Removed:
			b.WriteString(s.Text[:len(s.Text)-len(text)] + "[-" + text + "-]")
		case Added:
			b.WriteString(s.Text[:len(s.Text)-len(text)] + "{+" + text + "+}")
		default:
			b.WriteString(s.Text)
		}
	}
	return b.String()
}

func TestDiff(t *testing.T) {
	for _, tt := range []struct{ name, before, after, want string }{
		{"nothing", "", "", ""},
		{"the same", "a  b\n\nc", "a b\nc", "a b\nc"},
		{"all new", "", "a b", "{+a b+}"},
		{"all gone", "a b", "", "[-a b-]"},
		{"one word", "call fetch() now", "call convert() now", "call [-fetch()-] {+convert()+} now"},
		{"removed at the start", "A b. C d.", "C d.", "[-A b.-] C d."},
		{"a sentence, not a shifted one", "The A is 1. The B is 2. The C is 3.", "The A is 1. The C is 3.", "The A is 1. [-The B is 2.-] The C is 3."},
		{"an added one, too", "The A is 1. The C is 3.", "The A is 1. The B is 2. The C is 3.", "The A is 1. {+The B is 2.+} The C is 3."},
		{"the first sentence", "The A is 1. The B is 2.", "The B is 2.", "[-The A is 1.-] The B is 2."},
		{"an item", "- a x\n- b x\n- c x", "- a x\n- c x", "- a x\n[-- b x-]\n- c x"},
		{"where nothing fits it stays", "x a b a b y", "x a b y", "x a b [-a b-] y"},
		{"escape sequences", "a \x1b[31mb", "a c", "a [-b-] {+c+}"},
	} {
		if got := inline(Diff(tt.before, tt.after)); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Beyond maxCells the comparison is coarse, but still one.
func TestDiffIsBounded(t *testing.T) {
	before := "start " + strings.Repeat("a b c ", 1_000) + "end"
	after := "start " + strings.Repeat("d e f ", 1_000) + "end"
	got := Diff(before, after)
	if len(got) != 4 || got[0].Text != "start" || got[3].Text != " end" {
		t.Errorf("%d spans, first %q", len(got), got[0].Text)
	}
	checkDiff(t, before, after)
}

func FuzzDiff(f *testing.F) {
	for _, s := range [][2]string{{"", ""}, {"a b c", "a c"}, {"The A is 1. The B is 2. The C.", "The A is 1. The C."}, {"x\ny", "x y"},
		{"a a a b", "a b a a"}, {"\u200b a", "a \u2028 b"}, {"a b. a b. c", "a b. c a b."}} {
		f.Add(s[0], s[1])
	}
	f.Fuzz(checkDiff)
}

func checkDiff(t *testing.T, before, after string) {
	var old, now []string
	edits := 0
	for _, s := range Diff(before, after) {
		w := strings.Fields(s.Text)
		switch s.Role {
		case Text:
			old, now = append(old, w...), append(now, w...)
		case Removed:
			old = append(old, w...)
			edits += len(w)
		case Added:
			now = append(now, w...)
			edits += len(w)
		}
	}
	a, b := strings.Fields(guard.Sanitize(before)), strings.Fields(guard.Sanitize(after))
	if !slices.Equal(old, a) {
		t.Errorf("kept and removed are %q, before is %q", old, a)
	}
	if !slices.Equal(now, b) {
		t.Errorf("kept and added are %q, after is %q", now, b)
	}
	const small = 200
	if len(a) < small && len(b) < small {
		if want := len(a) + len(b) - 2*common(a, b); edits != want {
			t.Errorf("%q → %q: %d words changed, %d would do", before, after, edits, want)
		}
	}
}

// common is the length of the longest common subsequence, the obvious way.
func common(a, b []string) int {
	row := make([]int, len(b)+1)
	for _, x := range a {
		diagonal := 0
		for j, y := range b {
			above := row[j+1]
			if row[j+1] = max(above, row[j]); x == y {
				row[j+1] = diagonal + 1
			}
			diagonal = above
		}
	}
	return row[len(b)]
}

func BenchmarkDiff(b *testing.B) {
	long := strings.Repeat("The pressure of the pump may not exceed 6 bar [c1]. ", 200)
	for _, bm := range []struct{ name, before, after string }{
		{"sentence", long + "It floats. " + long, long + long},
		{"nothing alike", strings.Repeat("a b c ", 1_000), strings.Repeat("d e f ", 1_000)},
	} {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				Diff(bm.before, bm.after)
			}
		})
	}
}
