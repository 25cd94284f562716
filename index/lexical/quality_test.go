package lexical

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// collection is a test collection in the BEIR layout.
type collection struct {
	docs    []Document
	queries []Document
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

func readDocuments(t testing.TB, path string) []Document {
	t.Helper()
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var docs []Document
	for dec := json.NewDecoder(bufio.NewReader(f)); dec.More(); {
		var row struct {
			ID          string `json:"_id"`
			Title, Text string
		}
		if err := dec.Decode(&row); err != nil {
			t.Fatal(err)
		}
		docs = append(docs, Document{ID: row.ID, Title: row.Title, Text: row.Text})
	}
	return docs
}

// ndcg10 is the normalised discounted cumulative gain of the first ten, linear in the grades.
func ndcg10(ranking []Hit, grades map[string]int) float64 {
	gain, ideal := 0.0, 0.0
	for i, h := range ranking[:min(10, len(ranking))] {
		gain += float64(grades[h.ID]) / math.Log2(float64(i)+2)
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

// meanNDCG10 is the mean over the queries that have a relevant document.
func (c collection) meanNDCG10(t testing.TB, rank func(question string) []Hit) float64 {
	t.Helper()
	sum, n := 0.0, 0
	for _, q := range c.queries {
		if grades := c.grades[q.ID]; len(grades) > 0 {
			sum += ndcg10(rank(q.Text), grades)
			n++
		}
	}
	return sum / float64(n)
}

func TestQuality(t *testing.T) {
	if testing.Short() {
		t.Skip("measures answers, which -short leaves out")
	}
	for _, test := range []struct {
		name string
		want float64
	}{
		{"scifact", 0.72},
		{"cranfield", 0.44},
		{"cacm", 0.51},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := loadCollection(t, test.name)
			dir, stats := build(t, c.docs)
			r := open(t, dir, stats)
			got := c.meanNDCG10(t, func(question string) []Hit { return search(t, r, Query(question), 10) })
			t.Logf("nDCG@10 %.4f", got)
			if got < test.want {
				t.Errorf("nDCG@10 %.4f, want at least %.4f", got, test.want)
			}
		})
	}
}
