package lexical

import (
	"cmp"
	"context"
	"math"
	"slices"
	"testing"
)

// reference is BM25 in memory, the obvious way: the definition that the index is held against.
type reference struct {
	tf      map[string]map[string]int // ID → term → occurrences, those in the head weighted
	lengths map[string]int
}

func newReference() *reference {
	return &reference{tf: map[string]map[string]int{}, lengths: map[string]int{}}
}

func (m *reference) put(docs []Document) {
	for _, d := range docs {
		tf, length := map[string]int{}, 0
		for _, part := range []struct {
			text   string
			weight int
		}{{d.Title, 2}, {d.Section, 2}, {d.Text, 1}} {
			for _, t := range Analyze(part.text) {
				tf[t.Term] += part.weight
				length += part.weight
			}
		}
		m.tf[d.ID], m.lengths[d.ID] = tf, length
	}
}

func (m *reference) stats() Stats {
	s := Stats{Documents: len(m.lengths)}
	for _, n := range m.lengths {
		s.Tokens += n
	}
	return s
}

func (m *reference) docFreq(term string) int {
	n := 0
	for _, tf := range m.tf {
		if tf[term] > 0 {
			n++
		}
	}
	return n
}

func (m *reference) search(query []Clause, k int) []Hit {
	stats := m.stats()
	average := float64(stats.Tokens) / float64(stats.Documents)
	df := map[string]int{}
	for _, c := range query {
		df[c.Term] = m.docFreq(c.Term)
	}
	var hits []Hit
	for id, tfs := range m.tf {
		score := 0.0
		for _, c := range query {
			tf, n := float64(tfs[c.Term]), float64(df[c.Term])
			idf := math.Log(1 + (float64(stats.Documents)-n+0.5)/(n+0.5))
			score += c.Weight * idf * tf / (tf + 1.2*(0.25+0.75*float64(m.lengths[id])/average))
		}
		if score > 0 {
			hits = append(hits, Hit{id, math.Round(score*1e8) / 1e8})
		}
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), cmp.Compare(a.ID, b.ID))
	})
	return hits[:min(k, len(hits))]
}

// build makes an index of documents in the batches given.
func build(t testing.TB, batches ...[]Document) (string, Stats) {
	t.Helper()
	dir := t.TempDir()
	w, err := OpenWriter(dir)
	if err != nil {
		t.Fatal(err)
	}
	var stats Stats
	for _, docs := range batches {
		lengths, err := w.Put(context.Background(), docs)
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range lengths {
			stats.Tokens += n
		}
		stats.Documents += len(docs)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return dir, stats
}

func open(t testing.TB, dir string, stats Stats) *Reader {
	t.Helper()
	r, err := Open(dir, stats)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	})
	return r
}

// search asks for a query beside a part of it, which changes nothing.
func search(t testing.TB, r *Reader, query []Clause, k int) []Hit {
	t.Helper()
	found, err := r.Search(context.Background(), [][]Clause{query[:len(query)/2], query}, k, nil)
	if err != nil {
		t.Fatal(err)
	}
	return found[1].Hits
}
