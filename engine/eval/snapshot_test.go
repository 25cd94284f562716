package eval

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"ibid/index"
)

var update = flag.Bool("update", false, "write the golden file anew")

// TestSnapshot keeps the first hits of some questions in a golden file, so that a change of the ranking shows as a difference of
// lines. It does not say which of two rankings is the better one: the floors do.
func TestSnapshot(t *testing.T) {
	const of, taken, shown = 5, 2, 5 // two of each five questions, and five hits of each
	set, err := Load(filepath.Join("..", "..", "testdata", "questions.jsonl"))
	must(t, err)
	s := Subject{Index: indexed(t, filepath.Join("..", "..", "testdata", "handbook")), Options: defaults()}
	var b bytes.Buffer
	for i, q := range set.Questions {
		if i%of >= taken {
			continue
		}
		res, err := s.Index.Search(context.Background(), s.query(&q))
		must(t, err)
		fmt.Fprintf(&b, "%s %s\n", q.ID, q.Text)
		for _, h := range res.Hits[:min(shown, len(res.Hits))] {
			fmt.Fprintf(&b, "\t%.4f %s\n", h.Score, where(&h.Chunk))
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
func where(c *index.Chunk) string {
	switch {
	case c.StartPage > 0:
		return fmt.Sprintf("%s p.%d-%d %s", c.DocID, c.StartPage, c.EndPage, c.ID)
	case c.Symbol != "":
		return fmt.Sprintf("%s l.%d-%d %s", c.DocID, c.StartLine, c.EndLine, c.Symbol)
	}
	return fmt.Sprintf("%s l.%d-%d", c.DocID, c.StartLine, c.EndLine)
}
