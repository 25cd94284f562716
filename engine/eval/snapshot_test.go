package eval

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ibid/engine"
)

// TestSnapshot keeps the first hits of some questions in a golden file, so that a change of the ranking shows as a difference of
// lines. It does not say which of two rankings is the better one: the floors do.
func TestSnapshot(t *testing.T) {
	const of, taken, shown = 5, 2, 5 // two of each five questions, and five hits of each
	set, err := Load(filepath.Join("..", "..", "testdata", "questions.jsonl"))
	must(t, err)
	some := *set
	some.Questions = nil
	for i, q := range set.Questions {
		if i%of < taken {
			some.Questions = append(some.Questions, q)
		}
	}
	s := Subject{Index: indexed(t, filepath.Join("..", "..", "testdata", "handbook")), Options: engine.Defaults()}
	report, err := Run(context.Background(), &some, s, Options{RetrievalOnly: true}, nil)
	must(t, err)
	var b bytes.Buffer
	for _, r := range report.Rows {
		fmt.Fprintf(&b, "%s %s\n", r.ID, r.Question)
		for _, h := range r.Hits[:min(shown, len(r.Hits))] {
			fmt.Fprintf(&b, "\t%.4f %s\n", h.Score, where(&h))
		}
	}
	golden := filepath.Join("testdata", "ranking.golden")
	if *update {
		must(t, os.WriteFile(golden, b.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	must(t, err)
	got := bytes.Split(b.Bytes(), []byte("\n"))
	for i, line := range bytes.Split(want, []byte("\n")) {
		if i >= len(got) || !bytes.Equal(got[i], line) {
			t.Fatalf("the ranking has changed, from line %d of %s on; with -args -update it is written anew:\n%s", i+1, golden, b.Bytes())
		}
	}
}

// where is a hit's document and place.
func where(f *Found) string {
	switch {
	case f.StartPage > 0:
		return fmt.Sprintf("%s p.%d-%d %s", f.DocID, f.StartPage, f.EndPage, f.ChunkID)
	case f.Symbol != "":
		return fmt.Sprintf("%s l.%d-%d %s", f.DocID, f.StartLine, f.EndLine, f.Symbol)
	}
	return fmt.Sprintf("%s l.%d-%d", f.DocID, f.StartLine, f.EndLine)
}
