package tui

import (
	"ibid/index/source"
	"strings"
	"testing"

	"ibid/guard"
)

func TestCleanTables(t *testing.T) {
	raw := "Table 3. Sizes\n\n | encapsulation key | ciphertext\nML-KEM-512 | 800 | 768\nML-KEM-1024 | 1568 | 1568\n\nDone | is no table."
	c := clean(raw, 60, nil)
	want := "Table 3. Sizes\n\n            │ encapsulation key │ ciphertext\nML-KEM-512  │ 800               │ 768\nML-KEM-1024 │ 1568              │ 1568\n\nDone | is no table."
	if c.text != want {
		t.Errorf("got\n%s\nwant\n%s", c.text, want)
	}
	for _, words := range []string{"Table 3.", "encapsulation key", "ML-KEM-1024", "1568", "768", "is no table."} {
		i := strings.Index(raw, words)
		from, to := c.at(i), c.at(i+len(words))
		if c.text[from:to] != words {
			t.Errorf("%q is found as %q", words, c.text[from:to])
		}
		if got := c.original(from, to); got != words {
			t.Errorf("%q comes back as %q", words, got)
		}
	}
	row := strings.Index(c.text, "ML-KEM-512")
	if got := c.original(row, row+strings.Index(c.text[row:], "\n")); got != "ML-KEM-512 | 800 | 768" {
		t.Errorf("the row comes back as %q", got)
	}
	if c := clean(raw, 30, nil); c.text != raw {
		t.Errorf("too narrow for columns, and still\n%s", c.text)
	}
}

// Places go there and back, whatever the text holds.
func FuzzClean(f *testing.F) {
	f.Add("a | b\nc | d\n\x1b[31m | e\n", 40, 3, 9)
	f.Add("| 東京 | x |\n|---|---|\n| \u202e | y |", 80, 0, 20)
	f.Fuzz(func(t *testing.T, raw string, width, from, to int) {
		raw = strings.ToValidUTF8(raw, "?")
		c := clean(raw, width, nil)
		if strings.ContainsAny(c.text, "\x1b\u202e\u009b\x00") {
			t.Errorf("%q is not clean", c.text)
		}
		if strip(c.text) != strip(guard.Reveal(raw)) && !strings.Contains(raw, "\r") && !strings.ContainsAny(raw, "\u2028\u2029\v\f\u0085") {
			t.Errorf("%q became %q", raw, c.text)
		}
		last := 0
		for i := range len(raw) + 1 {
			at := c.at(i)
			if at > len(c.text) || at < last && guard.Reveal(raw) == raw {
				t.Fatalf("byte %d of %q stands at %d, the one before at %d", i, raw, at, last)
			}
			last = at
		}
		from, to = clamp(from, len(c.text)), clamp(to, len(c.text))
		c.original(min(from, to), max(from, to))
	})
}

// strip leaves what a table's layout does not change.
func strip(s string) string {
	return strings.NewReplacer(" ", "", "\t", "", "│", "", "|", "").Replace(s)
}

func clamp(n, most int) int { return min(max(n, 0), most) }

// The indent of a line that is joined to the one above is not shown, and is there again in what is copied.
func TestJoinedLinesHaveNoIndent(t *testing.T) {
	c := chunk("manual", "c", "- If neither\n  this flag\n  nor that is set\n\n    code\n    more\n", "Flags", 0, 1)
	c.Blocks = []source.Block{{Kind: source.Item, Start: 0, End: 42}}
	raw, gaps := joined(&c)
	got := clean(raw, 60, gaps)
	got.source = c.Text
	if want := "- If neither this flag nor that is set\n\n    code\n    more\n"; got.text != want {
		t.Fatalf("%q, want %q", got.text, want)
	}
	from := strings.Index(got.text, "this flag nor")
	if text := got.original(from, from+len("this flag nor")); text != "this flag\n  nor" {
		t.Errorf("copied %q", text)
	}
	if at := strings.Index(c.Text, "nor"); got.text[got.at(at):][:3] != "nor" {
		t.Errorf("%d is at %d", at, got.at(at))
	}
}
