package recipe

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"ibid/index/source"
	"ibid/index/symbol/code/codetest"
)

// golden compares text with a file of testdata/golden.
func golden(t *testing.T, name, got string) {
	t.Helper()
	codetest.Golden(t, filepath.Join("testdata", "golden", name), got)
}

// shown is a derived document for a person: every block with the lines that it is cited with.
func shown(all []Derived) string {
	var b strings.Builder
	for _, d := range all {
		fmt.Fprintf(&b, "=== %s %s\n%s\n", d.Kind, d.ID, d.Title)
		fmt.Fprintf(&b, "goal: %s\nfrom: %s %d-%d\n", d.Goal, d.Path, d.StartLine, d.EndLine)
		if len(d.Mentions) > 0 {
			fmt.Fprintf(&b, "mentions: %s\n", strings.Join(d.Mentions, " "))
		}
		kinds := [...]string{"paragraph", "heading", "item", "table", "code"}
		for _, block := range d.Document.Blocks {
			fmt.Fprintf(&b, "[%s %d-%d %s]\n%s\n", kinds[block.Kind], block.StartLine, block.EndLine, block.Lang, d.Document.Text[block.Start:block.End])
		}
		b.WriteString("\n")
	}
	return b.String()
}

// check fails where a derived document breaks its promises.
func check(t *testing.T, all []Derived) {
	t.Helper()
	for _, d := range all {
		at, line := 0, 0
		for _, b := range d.Document.Blocks {
			if b.Start < at || b.End <= b.Start || b.End > len(d.Document.Text) {
				t.Fatalf("%s: block %+v after offset %d", d.ID, b, at)
			}
			if strings.TrimSpace(d.Document.Text[at:b.Start]) != "" {
				t.Errorf("%s: text between blocks: %q", d.ID, d.Document.Text[at:b.Start])
			}
			if b.StartLine < max(line, 1) || b.EndLine < b.StartLine {
				t.Errorf("%s: lines %d-%d after line %d", d.ID, b.StartLine, b.EndLine, line)
			}
			at, line = b.End, b.StartLine
		}
		if d.Title == "" || strings.Contains(d.Title, "\n") || d.StartLine < 1 || d.EndLine < d.StartLine {
			t.Errorf("%s: %q, lines %d-%d", d.ID, d.Title, d.StartLine, d.EndLine)
		}
		if !slices.IsSorted(d.Mentions) {
			t.Errorf("%s: mentions %v", d.ID, d.Mentions)
		}
		for _, c := range source.Chunks(d.Document, d.ID) {
			if c.StartLine < 1 || c.EndLine < c.StartLine {
				t.Errorf("%s: a chunk of lines %d-%d", c.ID, c.StartLine, c.EndLine)
			}
		}
	}
}
