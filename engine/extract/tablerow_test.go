package extract_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ibid/index"
)

// document is an index of one Markdown file.
func document(t *testing.T, text string) *index.Index {
	t.Helper()
	dir := t.TempDir()
	opt := index.Options{Roots: []string{filepath.Join(dir, "pump.md")}, Dir: filepath.Join(dir, "index")}
	if err := os.WriteFile(opt.Roots[0], []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := index.Refresh(context.Background(), opt, nil); err != nil {
		t.Fatal(err)
	}
	ix, err := index.Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

// TestFewest: a row may be the least or the most of its column.
func TestFewest(t *testing.T) {
	const modes = "# Pump modes\n\nTable 1. Modes of the pump.\n\n| Mode | Throughput | Delay (s) | Valves |\n|---|---|---|---|\n| turbo | 900 | 2 | 3 |\n| normal | 400 | 5 | 4 |\n| safe | 50 | 9 | 5 |\n"
	ix := document(t, modes)
	for _, tt := range []struct{ question, want, never string }{
		{"Which mode of the pump has the fewest valves?", "turbo", "safe"},
	} {
		a := ask(t, ix, tt.question)
		if !strings.Contains(a.Text, tt.want) || strings.Contains(a.Text, tt.never+": ") {
			t.Errorf("%q: %q (%s)", tt.question, a.Text, a.RefusalReason)
		}
	}
}

// TestAbbreviatedHeaders: a column whose header abbreviates two of the question's words is better than one that abbreviates one, each
// time that it is asked for.
func TestAbbreviatedHeaders(t *testing.T) {
	const costs = "# Costs\n\nTable 2. Signature generation and verification, in cycles.\n\n| Scheme | sig ver | sig gen | pub key |\n|---|---|---|---|\n| Falcon | 81 | 386 | 897 |\n| Merlin | 12 | 77 | 32 |\n"
	ix := document(t, costs)
	first := ""
	for range 20 {
		a := ask(t, ix, "What is the cost of signature generation of Falcon in cycles?")
		if first == "" {
			first = a.Text
		}
		if a.Text != first || !strings.Contains(a.Text, "386") {
			t.Fatalf("%q, first %q (%s)", a.Text, first, a.RefusalReason)
		}
	}
}

// TestNamedPart: what stands under the heading, or in the paragraph, with the number that the question gives answers it, though the label is nowhere.
func TestNamedPart(t *testing.T) {
	ix := document(t, "# 2. Duties\n\n## 2.1 Of the owner\n\nThe owner insures the boat.\n\n## 2.2 Of the skipper\n\nThe skipper keeps the log.\n\n# 3. Fees\n\nMooring costs 12 euros a night.\n\nClause 7.1 is void.\n")
	for _, tt := range []struct{ question, want, never string }{
		{"What does clause 2.1 say?", "The owner insures the boat", "skipper"},
		{"What does section 2.2 say?", "The skipper keeps the log", "owner"},
		{"What does clause 3 say?", "Mooring costs 12 euros", "owner"},
		{"What does clause 2.3 say?", "not found", "boat"},
	} {
		a := ask(t, ix, tt.question)
		if !strings.Contains(a.Text, tt.want) || strings.Contains(a.Text, tt.never) {
			t.Errorf("%q: %q (%s)", tt.question, a.Text, a.RefusalReason)
		}
	}
}
