package dense_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ibid/index/dense"
	"ibid/index/lexical"
)

// collection is a test collection in the BEIR layout.
type collection struct {
	docs    []lexical.Document
	queries []lexical.Document
	grades  map[string]map[string]int // query → document → relevance
}

func loadCollection(t testing.TB, name string) collection {
	t.Helper()
	dir := filepath.Join("../../../shared/data/ir", name)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("the collection %s is not on this machine: %s is absent", name, dir)
	}
	c := collection{
		docs:    readDocuments(t, filepath.Join(dir, "corpus.jsonl")),
		queries: readDocuments(t, filepath.Join(dir, "queries.jsonl")),
		grades:  map[string]map[string]int{},
	}
	data, err := os.ReadFile(filepath.Join(dir, "qrels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(string(data), "\n")[1:] {
		cells := strings.Fields(line)
		if len(cells) < 3 {
			continue
		}
		grade, err := strconv.Atoi(cells[2])
		if err != nil {
			t.Fatal(err)
		}
		if c.grades[cells[0]] == nil {
			c.grades[cells[0]] = map[string]int{}
		}
		c.grades[cells[0]][cells[1]] = grade
	}
	return c
}

func readDocuments(t testing.TB, path string) []lexical.Document {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var docs []lexical.Document
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var row struct {
			ID          string `json:"_id"`
			Title, Text string
		}
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		docs = append(docs, lexical.Document{ID: row.ID, Title: row.Title, Text: row.Text})
	}
	return docs
}

// ndcg10 is the normalised discounted cumulative gain of the first ten, linear in the grades.
func ndcg10(scores map[string]float64, grades map[string]int) float64 {
	ids := make([]string, 0, len(scores))
	for id := range scores {
		ids = append(ids, id)
	}
	slices.SortFunc(ids, func(a, b string) int {
		if scores[a] != scores[b] {
			if scores[a] > scores[b] {
				return -1
			}
			return 1
		}
		return strings.Compare(a, b)
	})
	gain, ideal := 0.0, 0.0
	for i, id := range ids[:min(10, len(ids))] {
		gain += float64(grades[id]) / math.Log2(float64(i)+2)
	}
	var best []int
	for _, g := range grades {
		best = append(best, g)
	}
	slices.Sort(best)
	slices.Reverse(best)
	for i, g := range best[:min(10, len(best))] {
		ideal += float64(max(g, 0)) / math.Log2(float64(i)+2)
	}
	if ideal == 0 {
		return 0
	}
	return gain / ideal
}

func analyze(text string) []dense.Term {
	var terms []dense.Term
	for _, t := range lexical.Analyze(text) {
		terms = append(terms, dense.Term{Text: t.Term, Position: t.Position, Part: t.Part})
	}
	return terms
}

// analyzed yields the terms of documents.
func analyzed(docs []lexical.Document) iter.Seq[[]dense.Term] {
	return func(yield func([]dense.Term) bool) {
		for _, d := range docs {
			if !yield(analyze(d.Title + "\n" + d.Text)) {
				return
			}
		}
	}
}

// engine is both ways to search a collection.
type engine struct {
	docs    []lexical.Document
	lexical *lexical.Reader
	model   *dense.Model
	store   *dense.Store
}

func newEngine(t *testing.T, docs []lexical.Document) engine {
	t.Helper()
	ctx, dir := context.Background(), t.TempDir()
	check := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	w, err := lexical.Create(dir)
	check(err)
	lengths, err := w.Put(ctx, docs)
	check(err)
	check(w.Close())
	stats := lexical.Stats{Documents: len(docs)}
	for _, n := range lengths {
		stats.Tokens += n
	}
	e := engine{docs: docs}
	e.lexical, err = lexical.Open(dir, stats)
	check(err)
	t.Cleanup(func() { check(e.lexical.Close()) })

	e.model, err = dense.Train(ctx, analyzed(docs), nil)
	check(err)
	vectors := filepath.Join(dir, "dense")
	out, err := dense.Create(vectors, e.model.Dimensions())
	check(err)
	for _, d := range docs {
		title := analyze(d.Title) // weighs twice, as in the lexical index
		v, err := e.model.Embed(slices.Concat(title, title, analyze(d.Text)))
		check(err)
		check(out.Append(v))
	}
	check(out.Close())
	e.store, err = dense.Open(vectors)
	check(err)
	t.Cleanup(func() { check(e.store.Close()) })
	return e
}

// search returns the scores of the two sides, each between 0 and 1.
func (e engine) search(t *testing.T, question string, k int) (lexicalScores, cosines map[string]float64) {
	t.Helper()
	lexicalScores, cosines = map[string]float64{}, map[string]float64{}
	hits, err := e.lexical.Search(context.Background(), lexical.Query(question), k)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range hits {
		lexicalScores[h.ID] = h.Score / hits[0].Score
	}
	v, err := e.model.Embed(analyze(question))
	if err != nil {
		t.Fatal(err)
	}
	near, err := e.store.Search(v, k)
	if err != nil {
		t.Fatal(err)
	}
	for _, h := range near {
		if h.Cosine > 0 {
			cosines[e.docs[h.Row].ID] = float64(h.Cosine / near[0].Cosine)
		}
	}
	return lexicalScores, cosines
}

// TestFusion holds the vectors to their purpose: to make lexical search a little better.
func TestFusion(t *testing.T) {
	if testing.Short() {
		t.Skip("measures answers, which -short leaves out")
	}
	const depth = 200
	weights := []float64{0, 0.20, 0.30} // of the vectors
	means := make([]float64, len(weights))
	names := []string{"scifact", "cranfield", "cacm"}
	for _, name := range names {
		c := loadCollection(t, name)
		e := newEngine(t, c.docs)
		sums, n := make([]float64, len(weights)), 0.0
		for _, q := range c.queries {
			grades := c.grades[q.ID]
			if len(grades) == 0 {
				continue
			}
			n++
			words, vectors := e.search(t, q.Text, depth)
			for i, weight := range weights {
				fused := map[string]float64{}
				for id, s := range words {
					fused[id] = (1 - weight) * s
				}
				for id, s := range vectors {
					fused[id] += weight * s
				}
				sums[i] += ndcg10(fused, grades)
			}
		}
		for i := range weights {
			t.Logf("%s: nDCG@10 %.4f with the vectors at %.2f", name, sums[i]/n, weights[i])
			means[i] += sums[i] / n / float64(len(names))
		}
	}
	for i, weight := range weights {
		t.Logf("mean nDCG@10 %.4f with the vectors at %.2f", means[i], weight)
		if means[i] < means[0] {
			t.Errorf("mean nDCG@10 %.4f with the vectors at %.2f, %.4f without", means[i], weight, means[0])
		}
	}
}

func BenchmarkTrain(b *testing.B) {
	c := loadCollection(b, "scifact")
	for _, n := range []int{800, len(c.docs)} {
		b.Run(strconv.Itoa(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := dense.Train(context.Background(), analyzed(c.docs[:n]), nil); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
