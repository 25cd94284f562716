package index

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
	"testing"
)

// Retrieval must not get worse than this on the development data.
const (
	floorSciFact   = 0.705 // nDCG@10
	floorCranfield = 0.43
	floorCACM      = 0.47
	floorRecall    = 0.62 // Recall@8, MRR@8 and nDCG@8 on questions.jsonl
	floorMRR       = 0.52
	floorNDCG      = 0.52
	floorMore      = 0.75 // Recall@8 on questions-more.jsonl
)

// shared returns a folder of the development data, which is not part of the repository.
func shared(t *testing.T, elem ...string) string {
	t.Helper()
	dir := filepath.Join(append([]string{"..", "..", "shared", "data"}, elem...)...)
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no development data at %s", dir)
	}
	return dir
}

// TestCollections measures whole searches over collections in which one document is one chunk.
func TestCollections(t *testing.T) {
	if testing.Short() || raceEnabled {
		t.Skip("indexes thousands of documents, which is measured without the race detector")
	}
	for name, floor := range map[string]float64{"scifact": floorSciFact, "cranfield": floorCranfield, "cacm": floorCACM} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := shared(t, "ir", name)
			ix := collection(t, filepath.Join(dir, "corpus.jsonl"))
			qrels := readQrels(t, filepath.Join(dir, "qrels.tsv"))
			total, n := 0.0, 0
			readLines(t, filepath.Join(dir, "queries.jsonl"), func(line []byte) {
				var q struct{ ID, Text string }
				must(t, json.Unmarshal(replaceID(line), &q))
				if len(qrels[q.ID]) == 0 {
					return
				}
				res, err := ix.Search(context.Background(), Query{Text: q.Text, K: 10})
				must(t, err)
				total += ndcg(res.Hits, qrels[q.ID], 10)
				n++
			})
			got := total / float64(n)
			t.Logf("%s: nDCG@10 %.4f over %d queries", name, got, n)
			if got < floor {
				t.Errorf("%s: nDCG@10 %.4f, floor %.4f", name, got, floor)
			}
		})
	}
}

// TestQuestions measures searches over PDFs against gold pages.
func TestQuestions(t *testing.T) {
	if testing.Short() {
		t.Skip("measures quality; takes some seconds")
	}
	dir := shared(t, "nist-pqc")
	opt := Options{Roots: []string{dir}, Dir: t.TempDir(), MaxTextBytes: DefaultMaxTextBytes, MaxPDFBytes: DefaultMaxPDFBytes}
	if _, err := Refresh(context.Background(), opt, nil); err != nil {
		t.Fatal(err)
	}
	ix, err := Open(opt)
	must(t, err)
	defer ix.Close()
	for file, floor := range map[string][3]float64{"questions.jsonl": {floorRecall, floorMRR, floorNDCG}, "questions-more.jsonl": {floorMore, 0, 0}} {
		var sum [3]float64
		n := 0.0
		readLines(t, filepath.Join(dir, file), func(line []byte) {
			var q struct {
				Question string
				Gold     []span
			}
			must(t, json.Unmarshal(line, &q))
			if len(q.Gold) == 0 {
				return
			}
			res, err := ix.Search(context.Background(), Query{Text: q.Question, K: 8})
			must(t, err)
			for i, x := range pageScores(res.Hits, q.Gold, 8) {
				sum[i] += x
			}
			n++
		})
		t.Logf("%s: Recall@8 %.4f, MRR@8 %.4f, nDCG@8 %.4f over %.0f questions", file, sum[0]/n, sum[1]/n, sum[2]/n, n)
		for i, name := range []string{"Recall@8", "MRR@8", "nDCG@8"} {
			if sum[i]/n < floor[i] {
				t.Errorf("%s: %s %.4f, floor %.4f", file, name, sum[i]/n, floor[i])
			}
		}
	}
}

// span is a gold place of a question.
type span struct {
	DocID     string `json:"doc_id"`
	StartPage int    `json:"start_page"`
	EndPage   int    `json:"end_page"`
}

func (s span) matches(h *Hit) bool {
	return s.DocID == h.DocID && h.StartPage <= s.EndPage && h.EndPage >= s.StartPage
}

// pageScores are recall, reciprocal rank and nDCG within the first k hits. Each hit is credited to one gold span, each
// span once.
func pageScores(hits []Hit, gold []span, k int) [3]float64 {
	credited := make([]bool, len(gold))
	var recall, rr, dcg, ideal float64
	for i := range hits[:min(k, len(hits))] {
		for g := range gold {
			if !gold[g].matches(&hits[i]) {
				continue
			}
			if rr == 0 {
				rr = 1 / float64(i+1)
			}
			if !credited[g] {
				credited[g] = true
				recall++
				dcg += 1 / math.Log2(float64(i+2))
				break
			}
		}
	}
	for i := range min(k, len(gold)) {
		ideal += 1 / math.Log2(float64(i+2))
	}
	return [3]float64{recall / float64(len(gold)), rr, dcg / ideal}
}

func ndcg(hits []Hit, rel map[string]int, k int) float64 {
	dcg, ideal := 0.0, 0.0
	for i := range hits[:min(k, len(hits))] {
		dcg += float64(rel[hits[i].DocID]) / math.Log2(float64(i+2))
	}
	var grades []int
	for _, g := range rel {
		grades = append(grades, g)
	}
	sort.Sort(sort.Reverse(sort.IntSlice(grades)))
	for i := range min(k, len(grades)) {
		ideal += float64(grades[i]) / math.Log2(float64(i+2))
	}
	return dcg / ideal
}

// collection indexes a BEIR corpus, one chunk a document.
func collection(t *testing.T, path string) *Index {
	t.Helper()
	var texts []Text
	readLines(t, path, func(line []byte) {
		var d Text
		must(t, json.Unmarshal(replaceID(line), &d))
		texts = append(texts, d)
	})
	ix, err := Collection(context.Background(), Options{Dir: t.TempDir()}, texts, nil)
	must(t, err)
	t.Cleanup(func() { ix.Close() })
	return ix
}

// replaceID renames BEIR's "_id", which encoding/json does not match with ID.
func replaceID(line []byte) []byte { return []byte(strings.Replace(string(line), `"_id"`, `"ID"`, 1)) }

func readQrels(t *testing.T, path string) map[string]map[string]int {
	out := map[string]map[string]int{}
	readLines(t, path, func(line []byte) {
		f := strings.Split(string(line), "\t")
		if n, err := strconv.Atoi(f[len(f)-1]); err == nil && len(f) == 3 && n > 0 {
			if out[f[0]] == nil {
				out[f[0]] = map[string]int{}
			}
			out[f[0]][f[1]] = n
		}
	})
	return out
}

func readLines(t *testing.T, path string, each func([]byte)) {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		each(sc.Bytes())
	}
	must(t, sc.Err())
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(fmt.Sprint(err))
	}
}
