package index

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ibid/index/lexical"
	"ibid/index/source"
)

// Text is a document that is no file: one of a test collection.
type Text struct{ ID, Title, Text string }

// textIndex is an index of texts, each one chunk with its ID as document id, and with all vectors that the options want.
func textIndex(t testing.TB, opt Options, texts []Text) *Index {
	t.Helper()
	opt.Roots, opt.Dir = []string{""}, t.TempDir()
	ctx := context.Background()
	b := &builder{opt: opt, plan: &plan{}, progress: func(Step) {}, new: &manifest{Roots: opt.Roots}}
	var err error
	b.dir, err = newBuilding(opt.Dir)
	must(t, err)
	b.new.Embedder = opt.state()
	must(t, b.writeTexts(ctx, texts))
	must(t, b.writeVectors(ctx))
	b.new.Parts, err = partsOf(ctx, b.dir)
	must(t, err)
	must(t, b.new.save(b.dir))
	must(t, commit(opt.Dir, b.dir, 1))
	must(t, Embed(ctx, opt, nil))
	ix, err := Open(opt)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { ix.Close() })
	return ix
}

// writeTexts fills the lexical index.
func (b *builder) writeTexts(ctx context.Context, texts []Text) error {
	texts = slices.SortedFunc(slices.Values(texts), func(a, b Text) int { return strings.Compare(a.ID+chunkDivider, b.ID+chunkDivider) })
	writer, err := lexical.OpenWriter(filepath.Join(b.dir, lexicalDir))
	if err != nil {
		return err
	}
	defer writer.Abort()
	w := &chunkWriter{lexical: writer}
	b.new.Chunks, b.new.Stats.Documents = len(texts), len(texts)
	var pairs []Acronym
	for i, t := range texts {
		if i > 0 && t.ID == texts[i-1].ID {
			return fmt.Errorf("two texts have the id %q", printable(t.ID))
		}
		text := cmp.Or(strings.TrimSpace(t.Text), t.Title)
		c := source.Chunk{ID: t.ID + chunkDivider, DocID: t.ID, Title: t.Title, Text: text, End: len(text),
			Blocks: []source.Block{{Kind: source.Paragraph, End: len(text)}}}
		r := &record{Chunk: c}
		if err := w.put(ctx, r, &b.new.Stats.Tokens); err != nil {
			return err
		}
		pairs = append(pairs, Harvest(&c)...)
		b.new.Files = append(b.new.Files, entry{document: document{DocID: t.ID}, Chunks: 1})
	}
	b.new.Acronyms = aggregate(pairs)
	return w.finish(ctx)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A text without words has no vector of a model, and is searched beside those that have.
func TestTextWithoutWords(t *testing.T) {
	f := newFake("fake", 24)
	texts := []Text{{ID: "1", Text: "A bench mark."}, {ID: "2"}, {ID: "3", Text: "A tide gauge."}}
	ix := textIndex(t, Options{Embedder: f}, texts)
	res, err := ix.Search(context.Background(), Query{Text: "tide gauge"})
	must(t, err)
	if len(f.texts) != 2 || len(res.Hits) == 0 || res.Hits[0].DocID != "3" || res.Hits[0].Cosine <= 0 {
		t.Errorf("%q were embedded; hits %+v", f.texts, res.Hits)
	}
}

// judged is a collection of texts, and queries with the grades of the texts that are relevant to them.
type judged struct {
	texts    []Text
	queries  []Text
	relevant map[string]map[string]float64
}

// readJudged reads a folder in BEIR's layout, as far as it is used here.
func readJudged(t *testing.T, dir string) judged {
	t.Helper()
	out := judged{relevant: map[string]map[string]float64{}}
	lines := func(name string, each func(line string)) {
		f, err := os.Open(filepath.Join(dir, name))
		if errors.Is(err, fs.ErrNotExist) {
			t.Skipf("no development data at %s", dir)
		}
		must(t, err)
		defer f.Close()
		s := bufio.NewScanner(f)
		s.Buffer(nil, 1<<24)
		for s.Scan() {
			each(s.Text())
		}
		must(t, s.Err())
	}
	texts := func(name string, into *[]Text) {
		lines(name, func(line string) {
			var x struct {
				ID          string `json:"_id"`
				Title, Text string
			}
			must(t, json.Unmarshal([]byte(line), &x))
			*into = append(*into, Text{x.ID, x.Title, x.Text})
		})
	}
	texts("corpus.jsonl", &out.texts)
	texts("queries.jsonl", &out.queries)
	lines("qrels.tsv", func(line string) {
		fields := strings.Split(line, "\t")
		grade, err := strconv.ParseFloat(fields[2], 64)
		if err != nil || grade <= 0 {
			return // the header
		}
		if out.relevant[fields[0]] == nil {
			out.relevant[fields[0]] = map[string]float64{}
		}
		out.relevant[fields[0]][fields[1]] = grade
	})
	out.queries = slices.DeleteFunc(out.queries, func(q Text) bool { return out.relevant[q.ID] == nil })
	return out
}

// measuredHits is how many of the first hits of a collection are measured.
const measuredHits = 10

// measured measures the first hits of a query: recall is the share of the relevant documents that are there, MRR is 1/rank of the first
// of them, nDCG has the grade as gain and the discount 1/log2(rank+1).
func measured(ids []string, relevant map[string]float64) (recall, mrr, ndcg float64) {
	grades := slices.SortedFunc(maps.Values(relevant), func(a, b float64) int { return cmp.Compare(b, a) })
	discount := func(i int) float64 { return 1 / math.Log2(float64(i+2)) }
	gained, ideal := 0.0, 0.0
	for i, id := range ids[:min(measuredHits, len(ids))] {
		g := relevant[id]
		if g == 0 {
			continue
		}
		if mrr == 0 {
			mrr = 1 / float64(i+1)
		}
		recall += 1 / float64(len(grades))
		gained += g * discount(i)
	}
	for i, g := range grades[:min(measuredHits, len(grades))] {
		ideal += g * discount(i)
	}
	return recall, mrr, gained / ideal
}

func TestMeasured(t *testing.T) {
	recall, mrr, ndcg := measured([]string{"x", "a", "y", "b"}, map[string]float64{"a": 1, "b": 2, "c": 1, "d": 1})
	if want := (1/math.Log2(3) + 2/math.Log2(5)) / (2 + 1/math.Log2(3) + 1/math.Log2(4) + 1/math.Log2(5)); recall != .5 || mrr != .5 || math.Abs(ndcg-want) > 1e-12 {
		t.Errorf("recall %v, MRR %v, nDCG %v, want %v", recall, mrr, ndcg, want)
	}
}

// TestCollectionFloors holds the search over test collections to its floors, with the reader's vectors and without, and the vectors to
// their purpose: they make the search of words better. The largest collection is searched by its words alone, to save minutes.
func TestCollectionFloors(t *testing.T) {
	if testing.Short() {
		t.Skip("indexes ten thousand texts and searches them some thousand times")
	}
	var floors map[string]map[string]float64
	data, err := os.ReadFile(filepath.Join("..", "testdata", "floors.json"))
	must(t, err)
	must(t, json.Unmarshal(data, &floors))
	gain, held := 0.0, 0
	for name := range floors {
		if strings.HasPrefix(name, "ir/") {
			held++
		}
	}
	for _, name := range []string{"ir/scifact", "ir/cranfield", "ir/cacm"} {
		c := readJudged(t, filepath.Join("..", "..", "shared", "data", filepath.FromSlash(name)))
		opt := Options{Reader: model()}
		if name == "ir/scifact" {
			opt.Vectors = NoVectors
		}
		ix := textIndex(t, opt, c.texts)
		unread := *ix
		unread.dense = nil
		both := map[string]*Index{name: ix, name + ", words alone": &unread}
		if ix.dense == nil {
			delete(both, name)
		}
		for key, ix := range both {
			means := map[string]float64{}
			for _, q := range c.queries {
				res, err := ix.Search(context.Background(), Query{Text: q.Text, K: MaxHits})
				must(t, err)
				var ids []string
				for _, h := range res.Hits {
					ids = append(ids, h.DocID)
				}
				recall, mrr, ndcg := measured(ids, c.relevant[q.ID])
				n := float64(len(c.queries))
				means["recall@10"], means["mrr@10"], means["ndcg@10"] = means["recall@10"]+recall/n, means["mrr@10"]+mrr/n, means["ndcg@10"]+ndcg/n
			}
			t.Log(key, means)
			if len(floors[key]) == 0 {
				t.Errorf("%s has no floors", key)
			}
			for measure, floor := range floors[key] {
				if means[measure] < floor {
					t.Errorf("%s: %s is %.4f, floor %.4f", key, measure, means[measure], floor)
				}
			}
			if held--; ix == &unread && len(both) > 1 {
				gain -= means["ndcg@10"]
			} else if len(both) > 1 {
				gain += means["ndcg@10"]
			}
		}
	}
	if held != 0 {
		t.Errorf("%d sets have floors, but are not measured", held)
	}
	if gain < 2*.03 {
		t.Errorf("the vectors make the search better by %.4f alone", gain/2)
	}
}
