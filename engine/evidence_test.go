package engine

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"ibid/index"
)

// hit is a chunk with a score.
func hit(c index.Chunk, score float64) index.Hit { return index.Hit{Chunk: c, Score: score} }

// keyed lists evidence as "c1=pump::p0002 c2=…", with a star on neighbours.
func keyed(ev []Evidence) string {
	var out []string
	for _, e := range ev {
		s := e.Key + "=" + e.ID
		if e.Neighbour {
			s += "*"
		}
		out = append(out, s)
	}
	return strings.Join(out, " ")
}

func TestSelectEvidence(t *testing.T) {
	l := pumps()
	p1, p2, safety := l.chunks[0], l.chunks[1], l.chunks[3]
	tests := []struct {
		name               string
		chunks, characters int
		hits               []index.Hit
		want               string
	}{
		{"nothing found", 9, 9999, nil, ""},
		{"in the order of the search", 9, 9999, []index.Hit{hit(p2, 3), hit(p1, 2), hit(safety, 1)},
			"c1=pump::p0002 c2=pump::p0001 c3=safety::p0001 c4=pump::p0003*"},
		{"each once", 9, 9999, []index.Hit{hit(p2, 2), hit(p2, 2), hit(safety, 1), hit(p2, 1)},
			"c1=pump::p0002 c2=safety::p0001 c3=pump::p0001* c4=pump::p0003*"},
		{"a neighbour that is a hit comes as the hit", 9, 9999, []index.Hit{hit(p1, 2), hit(p2, 1)},
			"c1=pump::p0001 c2=pump::p0002 c3=pump::p0003*"},
		{"chunks are bounded, hits before neighbours", 2, 9999, []index.Hit{hit(p2, 2), hit(safety, 1)},
			"c1=pump::p0002 c2=safety::p0001"},
		{"what is too long for the rest is passed over", 9, len(p1.Text) + len(safety.Text), []index.Hit{hit(p1, 3), hit(p2, 2), hit(safety, 1)},
			"c1=pump::p0001 c2=safety::p0001"},
		{"the first is taken however long", 9, 1, []index.Hit{hit(p2, 2), hit(safety, 1)}, "c1=pump::p0002"},
		{"no room at all", 0, 9999, []index.Hit{hit(p2, 2)}, ""},
	}
	for _, tt := range tests {
		got, err := selected(l, tt.chunks, tt.characters, tt.hits)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		if keyed(got) != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, keyed(got), tt.want)
		}
	}
}

// Only the best hits bring their neighbours along.
func TestNeighboursOfTheBest(t *testing.T) {
	var all []index.Chunk
	for d := range neighboured + 1 {
		doc := fmt.Sprintf("doc%d", d)
		all = append(all, linked(page(doc, 1, "before"), page(doc, 2, "here"), page(doc, 3, "after"))...)
	}
	var hits []index.Hit
	for d := range neighboured + 1 {
		hits = append(hits, hit(all[3*d+1], float64(10-d)))
	}
	got, err := selected(&library{chunks: all}, maxChunks, maxCharacters, hits)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(hits) + 2*neighboured; len(got) != n {
		t.Errorf("%d chunks of evidence, want %d: %s", len(got), n, keyed(got))
	}
	for _, e := range got {
		if e.Neighbour && e.DocID == fmt.Sprintf("doc%d", neighboured) {
			t.Errorf("%s is a neighbour of a hit that is not among the best", e.ID)
		}
	}
}

// A neighbour that cannot be read is an error, not missing evidence.
func TestSelectEvidenceUnreadable(t *testing.T) {
	c := page("pump", 1, "text")
	c.Next = "pump::p0002"
	_, err := selected(&library{}, maxChunks, maxCharacters, []index.Hit{hit(c, 1)})
	if !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

func selected(r Retriever, chunks, characters int, hits []index.Hit) ([]Evidence, error) {
	x := &run{Engine: New(r, script{}, Defaults()), chunks: chunks, characters: characters}
	err := x.take(hits)
	return x.request.Evidence, err
}
